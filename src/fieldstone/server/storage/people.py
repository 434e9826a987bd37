"""People in the database: who has an account, how they come in, their ratings, whom they want nothing to do with."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    column,
    delete,
    insert,
    or_,
    select,
    table,
    tuple_,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from fieldstone.server.storage.models import Base
from fieldstone.server.storage.sharing import writer

OF_PERSON = "people.id"


class PersonRow(Base):
    """Somebody with an account. Of who has deleted it the row is left, emptied, as the games of others name it.

    Attributes
    ----------
    name : as it is shown; None: deleted
    known : the name in the form by which no two may be alike
    mail : in lower case; None where there is none
    mail_language : of the mails that tell of turns in games over days; None: none are wanted
    page : the address of the page that they lead to, such as "https://games.example.org"
    created, seen : milliseconds since 1970; `seen` is the day of the last visit
    """

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(20))
    known: Mapped[str | None] = mapped_column(String(80), unique=True)
    mail: Mapped[str | None] = mapped_column(String(254), unique=True)
    mail_language: Mapped[str | None] = mapped_column(String(8))
    page: Mapped[str | None] = mapped_column(String(300))
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)


class SignInRow(Base):
    """A browser in which somebody has signed in: whoever has the token of this hash, until it expires."""

    __tablename__ = "sign_ins"
    __table_args__ = (Index("ix_sign_ins_person", "person"),)

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey(OF_PERSON, ondelete="CASCADE"))
    created: Mapped[int] = mapped_column(BigInteger)
    expires: Mapped[int] = mapped_column(BigInteger)


class PasskeyRow(Base):
    """A passkey: its id and public key as base64url, and how often its authenticator says that it was used."""

    __tablename__ = "passkeys"
    __table_args__ = (Index("ix_passkeys_person", "person"),)

    id: Mapped[str] = mapped_column(String(1400), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey(OF_PERSON, ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(Text)
    uses: Mapped[int] = mapped_column(BigInteger)
    created: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int] = mapped_column(BigInteger)


class TicketRow(Base):
    """What somebody has begun and may finish once, with the secret of this hash: a passkey, or a link sent by mail.

    Attributes
    ----------
    purpose : "register", "sign-in" or "mail"
    content : the challenge of a passkey, or the address that the link was sent to
    person, name : whose it is already, or the name that a new account is to get; None where that is not known yet
    """

    __tablename__ = "tickets"
    __table_args__ = (Index("ix_tickets_expires", "expires"),)

    secret: Mapped[str] = mapped_column(String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(8))
    content: Mapped[str] = mapped_column(String(254))
    person: Mapped[str | None] = mapped_column(ForeignKey(OF_PERSON, ondelete="CASCADE"))
    name: Mapped[str | None] = mapped_column(String(20))
    expires: Mapped[int] = mapped_column(BigInteger)


class RatingRow(Base):
    """How strong a person has proved to be in a game, at a class of sizes and a pace (Glicko-2).

    `deviation` is that of `at`, milliseconds since 1970; `games` are those that count.
    """

    __tablename__ = "ratings"

    person: Mapped[str] = mapped_column(ForeignKey(OF_PERSON, ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    size: Mapped[str] = mapped_column(String(8), primary_key=True)
    pace: Mapped[str] = mapped_column(String(8), primary_key=True)
    rating: Mapped[float] = mapped_column(Float)
    deviation: Mapped[float] = mapped_column(Float)
    volatility: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)
    at: Mapped[int] = mapped_column(BigInteger)


class BlockRow(Base):
    """Somebody whom somebody else does not want to play: each is known by the id of the person, a guest by the browser.

    `game_id` is the game in which that was said; None: it was not said in a game.
    """

    __tablename__ = "blocks"

    blocker: Mapped[str] = mapped_column(String(64), primary_key=True)
    blocked: Mapped[str] = mapped_column(String(64), primary_key=True)
    created: Mapped[int] = mapped_column(BigInteger)
    game_id: Mapped[str | None] = mapped_column(String(16))


class ReportRow(Base):
    """What a player has told the organiser of the other one in a game; `settled` is when that was dealt with."""

    __tablename__ = "reports"

    game_id: Mapped[str] = mapped_column(ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    reason: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[int] = mapped_column(BigInteger)
    settled: Mapped[int | None] = mapped_column(BigInteger)


class Person(NamedTuple):
    """Somebody with an account, as it is stored; `name` is None of who has deleted it."""

    id: str
    name: str | None
    mail: str | None
    created: int
    mail_language: str | None = None
    page: str | None = None


class Ticket(NamedTuple):
    """What somebody has begun, as `TicketRow` has it."""

    purpose: str
    content: str
    person: str | None
    name: str | None


class Passkey(NamedTuple):
    """A passkey, as `PasskeyRow` has it."""

    id: str
    person: str
    key: str
    uses: int
    created: int
    used: int


# What is needed here of the table of seats; the module that has the whole of it stands above this one.
_SEATS = table("online_seats", *(column(name) for name in ("game_id", "seat", "person", "device")))
_ALERTS = table("online_alerts", column("sign_in"))  # and of that of alerts
_PERSON = select(*(getattr(PersonRow, name) for name in Person._fields))
_PASSKEY = select(PasskeyRow.__table__)


def add_person(engine: Engine, person: Person, known: str) -> None:
    """Write a new person, whose name has a form that is theirs alone. Raises IntegrityError where it is not."""
    row = {**person._asdict(), "known": known, "seen": person.created}
    with engine.begin() as connection:
        connection.execute(insert(PersonRow), [row])


def person(engine: Engine, person_id: str) -> Person | None:
    """Return somebody by the id; None if there is nobody, or nobody any more."""
    return _one(engine, PersonRow.id == person_id)


def person_known(engine: Engine, known: str) -> Person | None:
    """Return somebody by the form of the name."""
    return _one(engine, PersonRow.known == known)


def person_of_mail(engine: Engine, mail: str) -> Person | None:
    """Return somebody by the address."""
    return _one(engine, PersonRow.mail == mail)


def people(engine: Engine, ids: Sequence[str]) -> dict[str, Person]:
    """Return people by their ids, with those who have deleted their accounts."""
    with engine.begin() as connection:
        return {row.id: Person(*row) for row in connection.execute(_PERSON.where(PersonRow.id.in_(ids)))}


def _one(engine: Engine, of: ColumnElement[bool]) -> Person | None:
    with engine.begin() as connection:
        row = connection.execute(_PERSON.where(of, PersonRow.name.is_not(None))).one_or_none()
        return None if row is None else Person(*row)


def change_person(engine: Engine, person_id: str, values: Mapping[str, object]) -> None:
    """Write some columns of a person. Raises IntegrityError where a name or an address is somebody else's."""
    with engine.begin() as connection:
        connection.execute(update(PersonRow).where(PersonRow.id == person_id).values(values))


def empty_person(engine: Engine, person_id: str) -> None:
    """Forget all that is known of a person, but that there was one; the games and which reports were made stay.

    The seats come first, in a transaction of their own: who writes a rating has the row of the person before the seat.
    """
    with engine.begin() as connection:
        own = select(_SEATS.c.game_id, _SEATS.c.seat).where(_SEATS.c.person == person_id)
        reported = tuple_(ReportRow.game_id, ReportRow.seat).in_(own)
        connection.execute(update(ReportRow).where(reported).values(text=""))
        connection.execute(update(_SEATS).where(_SEATS.c.person == person_id).values(device=None))
    with engine.begin() as connection:
        nothing = dict.fromkeys(("name", "known", "mail", "mail_language", "page"), None) | {"seen": 0}
        connection.execute(update(PersonRow).where(PersonRow.id == person_id).values(nothing))
        for row in (SignInRow, PasskeyRow, TicketRow, RatingRow):
            connection.execute(delete(row).where(row.person == person_id))
        theirs = or_(BlockRow.blocker == person_id, BlockRow.blocked == person_id)
        connection.execute(delete(BlockRow).where(theirs))


# -- signing in --------------------------------------------------------------------------------------------------------


def sign_in(engine: Engine, token: str, person_id: str, now: int, expires: int) -> None:
    """Remember the hash of a token by which a browser is somebody's; what has expired is forgotten."""
    row = {"token": token, "person": person_id, "created": now, "expires": expires}
    with writer(engine).begin() as connection:
        _end(connection, SignInRow.expires <= now)
        connection.execute(insert(SignInRow), [row])


def signed_in(engine: Engine, token: str, now: int) -> tuple[str, int] | None:
    """Return who has signed in with the token of this hash, and when that expires; None: nobody."""
    query = select(SignInRow.person, SignInRow.expires).where(SignInRow.token == token, SignInRow.expires > now)
    with engine.begin() as connection:
        row = connection.execute(query).one_or_none()
        return None if row is None else (row.person, row.expires)


def prolong(engine: Engine, token: str, person_id: str, now: int, expires: int) -> None:
    """Note that somebody was there, who stays signed in for longer."""
    with engine.begin() as connection:
        connection.execute(update(SignInRow).where(SignInRow.token == token).values(expires=expires))
        connection.execute(update(PersonRow).where(PersonRow.id == person_id).values(seen=now))


def sign_out(engine: Engine, person_id: str, token: str | None) -> list[str]:
    """Forget the hash of a token, None: all of a person; returns what was forgotten.

    With all of them goes what has been begun as that person: a link or a passkey would be a way back in.
    """
    which = [SignInRow.person == person_id, *(() if token is None else (SignInRow.token == token,))]
    with writer(engine).begin() as connection:
        if token is None:
            connection.execute(delete(TicketRow).where(TicketRow.person == person_id))
        return _end(connection, *which)


def _end(connection: Connection, *which: ColumnElement[bool]) -> list[str]:
    """Forget the hashes of some tokens, and what was to be told there; returns them."""
    found = list(connection.execute(select(SignInRow.token).where(*which)).scalars())
    connection.execute(delete(SignInRow).where(SignInRow.token.in_(found)))
    connection.execute(delete(_ALERTS).where(_ALERTS.c.sign_in.in_(found)))
    return found


def add_ticket(engine: Engine, secret: str, ticket: Ticket, now: int, expires: int) -> None:
    """Keep what somebody has begun; what has expired is forgotten."""
    with engine.begin() as connection:
        connection.execute(delete(TicketRow).where(TicketRow.expires <= now))
        connection.execute(insert(TicketRow), [{"secret": secret, "expires": expires, **ticket._asdict()}])


def ticket(engine: Engine, secret: str, purpose: str, now: int) -> Ticket | None:
    """Return what somebody has begun with the secret of this hash; None if there is nothing, or it is too late."""
    columns = (TicketRow.purpose, TicketRow.content, TicketRow.person, TicketRow.name)
    of = (TicketRow.secret == secret, TicketRow.purpose == purpose, TicketRow.expires > now)
    with engine.begin() as connection:
        row = connection.execute(select(*columns).where(*of)).one_or_none()
        return None if row is None else Ticket(*row)


def use_ticket(engine: Engine, secret: str) -> bool:
    """Forget a ticket; returns whether it was there: of two who use it, one is told so."""
    with engine.begin() as connection:
        return connection.execute(delete(TicketRow).where(TicketRow.secret == secret)).rowcount == 1


# -- passkeys ----------------------------------------------------------------------------------------------------------


def add_passkey(engine: Engine, passkey: Passkey) -> None:
    """Keep a passkey. Raises IntegrityError where it is known already."""
    with engine.begin() as connection:
        connection.execute(insert(PasskeyRow), [passkey._asdict()])


def passkey(engine: Engine, passkey_id: str) -> Passkey | None:
    """Return a passkey, None if there is none of this id."""
    with engine.begin() as connection:
        row = connection.execute(_PASSKEY.where(PasskeyRow.id == passkey_id)).one_or_none()
        return None if row is None else Passkey(*row)


def passkeys_of(engine: Engine, person_id: str) -> list[Passkey]:
    """Return the passkeys of a person, the oldest first."""
    query = _PASSKEY.where(PasskeyRow.person == person_id).order_by(PasskeyRow.created)
    with engine.begin() as connection:
        return [Passkey(*row) for row in connection.execute(query)]


def passkey_used(engine: Engine, passkey_id: str, uses: int, now: int) -> None:
    """Note that a passkey was used."""
    with engine.begin() as connection:
        connection.execute(update(PasskeyRow).where(PasskeyRow.id == passkey_id).values(uses=uses, used=now))


def remove_passkey(engine: Engine, person_id: str, passkey_id: str, last: bool) -> bool:
    """Forget a passkey of a person, the only one that is left only if `last`; returns whether that was done."""
    is_theirs, is_it = PasskeyRow.person == person_id, PasskeyRow.id == passkey_id
    with writer(engine).begin() as connection:
        # Two that are removed at the same moment do not each see the other.
        connection.execute(select(PersonRow.id).where(PersonRow.id == person_id).with_for_update())
        if not last and connection.execute(select(PasskeyRow.id).where(is_theirs, ~is_it)).first() is None:
            return False
        return connection.execute(delete(PasskeyRow).where(is_theirs, is_it)).rowcount == 1
