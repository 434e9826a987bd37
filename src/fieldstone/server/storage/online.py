"""Games between people in the database: their rows, what is to be changed in them, and what reads them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    case,
    delete,
    false,
    insert,
    literal,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from fieldstone.server.storage.models import Base, StoredJson
from fieldstone.server.storage.people import SignInRow
from fieldstone.server.storage.prepared import Prepared, cursor_of
from fieldstone.server.storage.ratings import RatingChange
from fieldstone.server.storage.sharing import snapshot, writer
from fieldstone.server.storage.upserts import insert_into

Row = dict[str, Any]
NEVER_PLAYED = ("aborted", "withdrawn", "declined", "expired")  # ends, as `online.game` writes them, of no games
BY_MAIL = "mail:"  # begins what alerts are sent to that are mails


class OnlineGameRow(Base):
    """A game between people as it stands; what happened in it are its events.

    Attributes
    ----------
    id : unguessable; who knows it may watch
    origin : what the game was made for, once: its first seat's token, or the game before it
    invitation : the hash of the secret with which the free seat is taken; None when nobody can
    start : the position that it begins at, as text
    rules, clock : as `online.clocks` writes them
    phase : of `online.game.Phase`
    seq : the number of the last event
    running, since : the seat whose clock runs, 0 none, and from when on
    deadline : when the game goes on by itself, if nobody does anything: a flag, or an invitation that ends
    sought : anybody may take the free seat, which is told to be 1 or 2, or 0 where chance has decided; None: a guest
    public : whether the lobby lists the game, for anybody to watch
    rated : whether the ratings of both players change with it
    challenged : the id of the person who alone may take the free seat; None: it is no challenge
    created, updated, since, deadline : milliseconds since 1970
    """

    __tablename__ = "online_games"
    __table_args__ = (Index("ix_online_games_deadline", "deadline"), Index("ix_online_games_challenged", "challenged"))

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    origin: Mapped[str] = mapped_column(String(64), unique=True)
    invitation: Mapped[str | None] = mapped_column(String(64))
    start: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(String(32))
    rules: Mapped[Row] = mapped_column(StoredJson)
    created: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)
    phase: Mapped[str] = mapped_column(String(8))
    seq: Mapped[int] = mapped_column(Integer)
    clock: Mapped[Row] = mapped_column(StoredJson)
    running: Mapped[int] = mapped_column(Integer)
    since: Mapped[int] = mapped_column(BigInteger)
    deadline: Mapped[int | None] = mapped_column(BigInteger)
    sought: Mapped[int | None] = mapped_column(Integer)
    public: Mapped[bool] = mapped_column(Boolean, server_default=false())
    rated: Mapped[bool] = mapped_column(Boolean, server_default=false())
    challenged: Mapped[str | None] = mapped_column(String(16))


class OnlineSeatRow(Base):
    """Who may play a seat: whoever has the token of this hash, or is the person whose seat it is.

    Attributes
    ----------
    person : who has taken it, or has said later that it was them; None: a guest
    device : the browser in which it was taken, as `http.devices` knows it
    before, after : the person's rating, of a rated game that is over
    """

    __tablename__ = "online_seats"
    __table_args__ = (Index("ix_online_seats_person", "person"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    token: Mapped[str] = mapped_column(String(64))
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    device: Mapped[str | None] = mapped_column(String(64))
    before: Mapped[float | None] = mapped_column(Float)
    after: Mapped[float | None] = mapped_column(Float)


class OnlineEventRow(Base):
    """Something that happened in a game; `used` and `compensated` are milliseconds."""

    __tablename__ = "online_events"
    __table_args__ = (UniqueConstraint("game_id", "seat", "nonce"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    data: Mapped[Row] = mapped_column(StoredJson)
    at: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int | None] = mapped_column(BigInteger)  # a turn may take 30 days
    compensated: Mapped[int | None] = mapped_column(BigInteger)
    nonce: Mapped[str | None] = mapped_column(String(32))


class OnlineReviewRow(Base):
    """What the page of a player has found of a game that is over."""

    __tablename__ = "online_reviews"

    game_id: Mapped[str] = mapped_column(ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    content: Mapped[str] = mapped_column(Text)


class OnlineAlertRow(Base):
    """A browser that wants to be told when a player is on move, and has gone.

    Attributes
    ----------
    device : the hash of `endpoint`
    endpoint, key, secret : where its push service takes messages, and what they are encrypted with; of a person who is
        told by mail, `device` and `endpoint` are "mail:" and the id
    language : that it is told in
    sign_in : the hash of the token with which somebody has signed in there, if so: it is told nothing any more when
        that is over
    created, due : milliseconds since 1970; `due` is when it has to be told, None: nothing is to be told
    tries : how often that has failed
    told : whether it has been told since the player was last there
    """

    __tablename__ = "online_alerts"
    __table_args__ = (Index("ix_online_alerts_due", "due"), Index("ix_online_alerts_device", "device"))

    game_id: Mapped[str] = mapped_column(ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    endpoint: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(128))
    secret: Mapped[str] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))
    sign_in: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[int] = mapped_column(BigInteger)
    due: Mapped[int | None] = mapped_column(BigInteger)
    tries: Mapped[int] = mapped_column(Integer, server_default="0")
    told: Mapped[bool] = mapped_column(Boolean, server_default=false())


class OnlineDeviceRow(Base):
    """A browser that is told of all games over days of who has signed in there, also of those that begin later.

    The columns are those of `OnlineAlertRow`.
    """

    __tablename__ = "online_devices"
    __table_args__ = (Index("ix_online_devices_sign_in", "sign_in"),)

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    endpoint: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(128))
    secret: Mapped[str] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))
    sign_in: Mapped[str] = mapped_column(ForeignKey("sign_ins.token", ondelete="CASCADE"))
    created: Mapped[int] = mapped_column(BigInteger)


class OnlinePushKeyRow(Base):
    """The key by which push services know this server; there is one row."""

    __tablename__ = "online_push_key"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    private: Mapped[str] = mapped_column(Text)


class Rematch(NamedTuple):
    """A game with the seats of another one exchanged, and when who is on move in it is to be told of that."""

    game_id: str
    before: str
    on_move: int
    due: int


class Begun(NamedTuple):
    """A game over days that has begun, in which people with accounts are to be told of turns who want it.

    `waiting` is the seat of who is on move and not there, and has to be told of that when it is `due`; 0: nobody.
    """

    game_id: str
    waiting: int
    due: int
    now: int


class Challenged(NamedTuple):
    """A person who is to be told of a game when it is `due`, by mail and web push as far as they are wanted."""

    game_id: str
    seat: int
    person: str
    due: int
    now: int


@dataclass
class Change:
    """Rows to be written together; of `games` those that are there already, with what has changed in them.

    `alerts` are seats, of which somebody may want to be told, in their order: when that is due, or None where the
    player has come and seen it. What is due already, or has been told since the player was last there, stays as it is.
    `rematches` take over who is to be told of the games before, and of those `begun` people with accounts are. Those
    `challenged` are told once. `ratings` are changed last. Where several processes share the database, `here` says who
    is at a game at this one, and `notices` are told to the others.
    """

    new: list[Row] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    games: list[Row] = field(default_factory=list)
    alerts: list[Row] = field(default_factory=list)
    rematches: list["Rematch"] = field(default_factory=list)
    begun: list[Begun] = field(default_factory=list)
    challenged: list[Challenged] = field(default_factory=list)
    ratings: list[RatingChange] = field(default_factory=list)
    here: list[Row] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing but events, how their games stand, and what is told of them."""
        often = ("events", "games", "notices")
        return not any(rows for name, rows in vars(self).items() if name not in often)


class StoredPlayer(NamedTuple):
    """Who sits in a seat, as `OnlineSeatRow` has it."""

    person: str | None = None
    device: str | None = None
    before: float | None = None
    after: float | None = None


class StoredOnlineGame(NamedTuple):
    """A game between people as the database has it: its row, the token of each seat, its events in order, who sits."""

    game: Row
    seats: dict[int, str]
    events: list[Row]
    players: dict[int, StoredPlayer]


def tell_devices(connection: Connection, begun: Begun) -> None:
    """Tell the devices of people of a game where they are not told of it already."""
    seat, device, sign_in = OnlineSeatRow, OnlineDeviceRow, SignInRow
    names = ("device", "endpoint", "key", "secret", "language", "sign_in")
    due = case((seat.seat == begun.waiting, begun.due), else_=null())
    new = (seat.game_id, seat.seat, *(getattr(device, name) for name in names), literal(begun.now), due)
    found = select(*new, literal(0), false()).join(sign_in, sign_in.person == seat.person)
    found = found.join(device, device.sign_in == sign_in.token).where(seat.game_id == begun.game_id)
    insertion = insert_into(connection, OnlineAlertRow)
    insertion = insertion.from_select(["game_id", "seat", *names, "created", "due", "tries", "told"], found)
    connection.execute(insertion.on_conflict_do_nothing())


# To make these anew takes longer than to carry them out.
_IDS: BindParameter[str] = bindparam("ids", expanding=True)
_GAMES = select(OnlineGameRow.__table__).where(OnlineGameRow.id.in_(_IDS))
_SEATS = select(OnlineSeatRow.__table__).where(OnlineSeatRow.game_id.in_(_IDS))
_EVENTS = select(OnlineEventRow.__table__).where(OnlineEventRow.game_id.in_(_IDS)).order_by(OnlineEventRow.seq)


def read(engine: Engine, game_id: str) -> StoredOnlineGame | None:
    """Return a game, None if there is none of this id."""
    return next(iter(read_all(engine, [game_id])), None)


def read_all(engine: Engine, ids: Sequence[str]) -> list[StoredOnlineGame]:
    """Return the games that there are of some ids."""
    of = {"ids": ids}
    with snapshot(engine) as connection:
        found = {
            row["id"]: StoredOnlineGame(dict(row), {}, [], {}) for row in connection.execute(_GAMES, of).mappings()
        }
        for game_id, seat, token, *player in connection.execute(_SEATS, of):
            found[game_id].seats[seat] = token
            found[game_id].players[seat] = StoredPlayer(*player)
        for row in connection.execute(_EVENTS, of).mappings():
            found[row["game_id"]].events.append(dict(row))
    return list(found.values())


def made_for(engine: Engine, origin: str) -> str | None:
    """Return the id of the game that was made for something, None if none was."""
    with engine.begin() as connection:
        return connection.execute(select(OnlineGameRow.id).where(OnlineGameRow.origin == origin)).scalar()


def games_of(
    engine: Engine, person: str, most: int, before: int | None = None, shown: bool = False, going: bool = False
) -> list[tuple[str, int]]:
    """Return the ids of a person's games, and when each has changed; the latest first, only those before a moment.

    `shown`: only those that two have played to an end, and everybody may see; `going`: only those that go on.
    """
    game, seat = OnlineGameRow, OnlineSeatRow
    query = select(game.id, game.updated).join(seat, seat.game_id == game.id).where(seat.person == person)
    if before is not None:
        query = query.where(game.updated < before)
    if going:
        query = query.where(game.phase != "over")
    if shown:
        event, how, other = OnlineEventRow, OnlineEventRow.data["how"].as_string(), aliased(OnlineSeatRow)
        both = select(other.seat).where(other.game_id == game.id, other.seat != seat.seat)
        never = select(event.seq).where(event.game_id == game.id, event.kind == "end", how.in_(NEVER_PLAYED))
        query = query.where(game.phase == "over", or_(game.public, game.rated), both.exists(), ~never.exists())
    with engine.begin() as connection:
        rows = connection.execute(query.order_by(game.updated.desc()).limit(most))
        return [(game_id, updated) for game_id, updated in rows]


def unfinished_of(engine: Engine, person: str) -> list[str]:
    """Return the ids of the games of a person that are not over."""
    game, seat = OnlineGameRow, OnlineSeatRow
    query = select(game.id).join(seat, seat.game_id == game.id).where(seat.person == person, game.phase != "over")
    with engine.begin() as connection:
        return list(connection.execute(query).scalars())


def awaited_of(engine: Engine, person: str) -> list[str]:
    """Return the ids of the live games of a person whose other seat nobody has taken, the first one first."""
    game, seat = OnlineGameRow, OnlineSeatRow
    query = select(game.id, game.rules).join(seat, seat.game_id == game.id)
    query = query.where(seat.person == person, game.phase == "open").order_by(game.created, game.id)
    with engine.begin() as connection:
        return [game_id for game_id, rules in connection.execute(query) if rules["kind"] != "days"]


def claim(engine: Engine, person: str, seats: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Let seats be those of a person in which a guest sits; returns which have become so.

    Nobody sits in both seats of a game.
    """
    column = OnlineSeatRow
    claimed = []
    with writer(engine).begin() as connection:
        for game_id, seat in seats:
            own = select(column.seat).where(column.game_id == game_id, column.person == person)
            if connection.execute(own).first() is None:
                of = (column.game_id == game_id) & (column.seat == seat) & column.person.is_(None)
                if connection.execute(update(column).where(of).values(person=person)).rowcount == 1:
                    claimed.append((game_id, seat))
    return claimed


def revoke(engine: Engine, person: str, fresh: Callable[[], str]) -> list[str]:
    """Put fresh hashes in the place of those by which a person gets into the own games; returns which games.

    Whoever has a link of that person to a seat, or a browser that was left somewhere, only watches from then on: after
    the end too, as a rematch is played by the same tokens.
    """
    seat = OnlineSeatRow
    with writer(engine).begin() as connection:
        found = list(connection.execute(select(seat.game_id, seat.seat).where(seat.person == person)))
        for game_id, number in found:
            of = (seat.game_id == game_id) & (seat.seat == number)
            connection.execute(update(seat).where(of).values(token=fresh()))
    return [game_id for game_id, _ in found]


def listed(engine: Engine, most: int) -> list[str]:
    """Return the ids of games that the lobby lists, or may list when their players come; the latest first."""
    columns = OnlineGameRow
    wanted = or_((columns.phase == "open") & columns.sought.is_not(None), columns.public & (columns.phase != "open"))
    query = select(columns.id).where(wanted, columns.phase != "over").order_by(columns.updated.desc()).limit(most)
    with engine.begin() as connection:
        return list(connection.execute(query).scalars())


def latest_seqs(engine: Engine, ids: Sequence[str]) -> dict[str, int]:
    """Return the number of the last event of each game that there is of some ids."""
    query = select(OnlineGameRow.id, OnlineGameRow.seq).where(OnlineGameRow.id.in_(ids))
    with engine.begin() as connection:
        return {row.id: row.seq for row in connection.execute(query)}


def seat_tokens(engine: Engine, ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the hashes of the tokens of some games, by seat."""
    seat = OnlineSeatRow
    query = select(seat.game_id, seat.seat, seat.token).where(seat.game_id.in_(ids))
    found: dict[str, dict[int, str]] = {game_id: {} for game_id in ids}
    with engine.begin() as connection:
        for game_id, number, token in connection.execute(query):
            found[game_id][number] = token
    return found


def review(engine: Engine, game_id: str, seat: int) -> str | None:
    """Return the review that a player has of a game, None if there is none."""
    of = (OnlineReviewRow.game_id == game_id) & (OnlineReviewRow.seat == seat)
    with engine.begin() as connection:
        return connection.execute(select(OnlineReviewRow.content).where(of)).scalar()


def keep_review(engine: Engine, game_id: str, seat: int, content: str) -> None:
    """Keep a player's review of a game, in the place of any other. Raises what the database does."""
    of = (OnlineReviewRow.game_id == game_id) & (OnlineReviewRow.seat == seat)
    with engine.begin() as connection:
        connection.execute(delete(OnlineReviewRow).where(of))
        connection.execute(insert(OnlineReviewRow), [{"game_id": game_id, "seat": seat, "content": content}])


class Due:
    """Looks for games whose deadline has passed. It does so all the time, so that the statement is made once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        column = OnlineGameRow.deadline
        passed, most = bindparam("passed", type_=BigInteger()), bindparam("most", type_=Integer())
        query = select(OnlineGameRow.id).where(column <= passed).order_by(column).limit(most)
        self._query = Prepared(engine, query)

    def look(self, now: int, most: int) -> list[str]:
        """Return the ids of those that there are, the oldest first. Raises what the database does."""
        with self._engine.connect() as connection, cursor_of(connection) as cursor:
            cursor.execute(self._query.text, self._query.bound({"passed": now, "most": most}))
            return [game_id for (game_id,) in cursor.fetchall()]
