"""Games between people in the database: their rows, what reads them, and one transaction for many changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Insert,
    Integer,
    String,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    case,
    delete,
    false,
    insert,
    literal,
    literal_column,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column
from sqlalchemy.sql.compiler import SQLCompiler

from fieldstone.server.storage.models import Base, StoredJson
from fieldstone.server.storage.people import PersonRow, SignInRow
from fieldstone.server.storage.presence import keep_presence
from fieldstone.server.storage.ratings import RatingChange, carry_out
from fieldstone.server.storage.sharing import is_shared, notify, snapshot, writer
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
    used: Mapped[int | None] = mapped_column(Integer)
    compensated: Mapped[int | None] = mapped_column(Integer)
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


_CHANGED = ("invitation", "updated", "phase", "seq", "clock", "running", "since", "deadline")
_OF_SEAT = (OnlineAlertRow.game_id == bindparam("of")) & (OnlineAlertRow.seat == bindparam("in_seat"))
_QUIET = OnlineAlertRow.due.is_(None) & OnlineAlertRow.told.is_(False)
_STATEMENTS = {
    "due": update(OnlineAlertRow).where(_OF_SEAT, _QUIET).values(due=bindparam("to_due"), tries=literal_column("0")),
    "seen": update(OnlineAlertRow).where(_OF_SEAT).values(due=bindparam("to_due"), told=false()),
    "new": insert(OnlineGameRow),
    "seats": insert(OnlineSeatRow),
    "events": insert(OnlineEventRow),
    "games": update(OnlineGameRow)
    .where(OnlineGameRow.id == bindparam("of"))
    .values({name: bindparam(f"to_{name}", type_=OnlineGameRow.__table__.c[name].type) for name in _CHANGED}),
}
# By what the rows of a statement are put in order where several processes write: who locks rows in one order never
# waits for somebody who waits.
_ORDER = {"new": ("origin",), "seats": ("game_id", "seat"), "events": ("game_id", "seq"), "games": ("of",)}


class Writing:
    """The statements of changes in the words of one database. To make them anew costs more than to carry them out."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_shared = is_shared(engine.url)
        self._connection: Connection | None = None
        self._statements = {name: one.compile(engine) for name, one in _STATEMENTS.items()}
        self._writers = {name: self._processors(one) for name, one in self._statements.items()}

    def _processors(self, statement: SQLCompiler) -> dict[str, Callable[[Any], Any]]:
        """Return what makes of the values of some columns what the driver takes."""
        dialect = self._engine.dialect
        found = {one.key: one.type.dialect_impl(dialect).bind_processor(dialect) for one in statement.binds.values()}
        return {name: process for name, process in found.items() if process is not None}

    def write(self, changes: Sequence[Change]) -> None:
        """Write some changes in one transaction, all of them or none. Raises what the database does."""
        connection = self._connection = self._connection or self._engine.connect()
        try:
            with connection.begin():
                for name in ("new", "seats", "events"):
                    self._run(connection, name, [row for change in changes for row in getattr(change, name)])
                updated = {row["id"]: row for change in changes for row in change.games}  # the last of each
                self._run(connection, "games", [_bound(row) for row in updated.values()])
                for alert in (alert for change in changes for alert in change.alerts):
                    bound = {"of": alert["game_id"], "in_seat": alert["seat"], "to_due": alert["due"]}
                    self._run(connection, "seen" if alert["due"] is None else "due", [bound])
                for rematch in (one for change in changes for one in change.rematches):
                    connection.execute(_alerts_of(rematch))
                for begun in (one for change in changes for one in change.begun):
                    connection.execute(delete(OnlineAlertRow).where(_by_mail(begun.game_id)))
                    connection.execute(_alerts_by_mail(begun))
                    tell_devices(connection, begun)
                for challenged in (one for change in changes for one in change.challenged):
                    _alert(connection, challenged)
                ratings = [one for change in changes for one in change.ratings]
                if ratings:
                    carry_out(connection, ratings)
                if self._is_shared:
                    keep_presence(connection, [row for change in changes for row in change.here])
                    notify(connection, (line for change in changes for line in change.notices))
        except Exception:
            self.close()  # the next one begins with a connection that has seen nothing
            raise

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _run(self, connection: Connection, name: str, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if self._is_shared and name in _ORDER:
            rows = sorted(rows, key=itemgetter(*_ORDER[name]))
        statement, processors = self._statements[name], self._writers[name]
        made = [{key: processors[key](row[key]) if key in processors else row[key] for key in row} for row in rows]
        names = statement.positiontup
        parameters = made if names is None else [tuple(row[key] for key in names) for row in made]
        connection.exec_driver_sql(statement.string, parameters if len(parameters) > 1 else parameters[0])


def _alerts_of(rematch: Rematch) -> Insert:
    """Return what tells the same browsers of a rematch; the mails are those of a game that has begun."""
    columns = OnlineAlertRow
    seat = 3 - columns.seat
    to = (columns.device, columns.endpoint, columns.key, columns.secret, columns.language, columns.sign_in)
    same = (*to, columns.created)
    due = case((seat == rematch.on_move, rematch.due), else_=null())
    new = (literal(rematch.game_id), seat, *same, due, literal(0), false())
    names = ["game_id", "seat", *(one.key for one in same), "due", "tries", "told"]
    to_browsers = columns.game_id == rematch.before, ~columns.device.startswith(BY_MAIL)
    return insert(columns).from_select(names, select(*new).where(*to_browsers))


def _by_mail(game_id: str) -> ColumnElement[bool]:
    """Return which alerts of a game are mails: some may be there from before it began."""
    return and_(OnlineAlertRow.game_id == game_id, OnlineAlertRow.device.startswith(BY_MAIL))


def _alerts_by_mail(begun: Begun) -> Insert:
    """Return what tells people by mail of a game."""
    columns, seat, person = OnlineAlertRow, OnlineSeatRow, PersonRow
    to = literal(BY_MAIL) + person.id
    due = case((seat.seat == begun.waiting, begun.due), else_=null())
    new = (seat.game_id, seat.seat, to, to, literal(""), literal(""), person.mail_language, literal(begun.now), due)
    names = ("game_id", "seat", "device", "endpoint", "key", "secret", "language", "created", "due", "tries", "told")
    wanted = (seat.game_id == begun.game_id, person.mail_language.is_not(None))
    found = select(*new, literal(0), false()).join(person, person.id == seat.person).where(*wanted)
    return insert(columns).from_select(names, found)


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


def _alert(connection: Connection, one: Challenged) -> None:
    """Have somebody told of a challenge: by mail, and on the devices that are told of all games of theirs."""
    person, device, sign_in = PersonRow, OnlineDeviceRow, SignInRow
    to = ("device", "endpoint", "key", "secret", "language", "sign_in")
    names = ("game_id", "seat", *to, "created", "due", "tries", "told")
    begin, end = (literal(one.game_id), literal(one.seat)), (literal(one.now), literal(one.due), literal(0), false())
    mail = literal(BY_MAIL) + person.id
    by_mail = select(*begin, mail, mail, literal(""), literal(""), person.mail_language, null(), *end)
    by_mail = by_mail.where(person.id == one.person, person.mail_language.is_not(None))
    to_devices = select(*begin, *(getattr(device, name) for name in to), *end)
    to_devices = to_devices.join(sign_in, device.sign_in == sign_in.token).where(sign_in.person == one.person)
    for found in (by_mail, to_devices):
        connection.execute(insert(OnlineAlertRow).from_select(names, found))


def _bound(row: Row) -> Row:
    return {"of": row["id"], **{f"to_{name}": row[name] for name in _CHANGED}}


def read(engine: Engine, game_id: str) -> StoredOnlineGame | None:
    """Return a game, None if there is none of this id."""
    return next(iter(read_all(engine, [game_id])), None)


def read_all(engine: Engine, ids: Sequence[str]) -> list[StoredOnlineGame]:
    """Return the games that there are of some ids."""
    games = select(OnlineGameRow.__table__).where(OnlineGameRow.id.in_(ids))
    seats = select(OnlineSeatRow.__table__).where(OnlineSeatRow.game_id.in_(ids))
    events = select(OnlineEventRow.__table__).where(OnlineEventRow.game_id.in_(ids)).order_by(OnlineEventRow.seq)
    with snapshot(engine) as connection:
        found = {row["id"]: StoredOnlineGame(dict(row), {}, [], {}) for row in connection.execute(games).mappings()}
        for game_id, seat, token, *player in connection.execute(seats):
            found[game_id].seats[seat] = token
            found[game_id].players[seat] = StoredPlayer(*player)
        for row in connection.execute(events).mappings():
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


def open_games_of(engine: Engine, person: str) -> list[str]:
    """Return the ids of the games of a person whose other seat nobody has taken."""
    game, seat = OnlineGameRow, OnlineSeatRow
    query = select(game.id).join(seat, seat.game_id == game.id).where(seat.person == person, game.phase == "open")
    with engine.begin() as connection:
        return list(connection.execute(query).scalars())


def awaited_of(engine: Engine, person: str) -> list[str]:
    """Return the ids of the live ones among them, the first one first."""
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


def due(engine: Engine, now: int, most: int) -> list[str]:
    """Return the ids of games whose deadline has passed, the oldest first."""
    query = select(OnlineGameRow.id).where(OnlineGameRow.deadline <= now).order_by(OnlineGameRow.deadline).limit(most)
    with engine.begin() as connection:
        return list(connection.execute(query).scalars())
