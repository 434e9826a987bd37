"""People in the database: who has an account, how they come in, their ratings, whom they want nothing to do with."""

from sqlalchemy import BigInteger, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from fieldstone.server.storage.models import Base

OF_PERSON = "people.id"


class PersonRow(Base):
    """Somebody with an account. Of who has deleted it the row is left, emptied, as the games of others name it.

    Attributes
    ----------
    name : as it is shown; None: deleted
    known : the name in the form by which no two may be alike
    mail : in lower case; None where there is none
    created, seen : milliseconds since 1970; `seen` is the day of the last visit
    """

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(20))
    known: Mapped[str | None] = mapped_column(String(80), unique=True)
    mail: Mapped[str | None] = mapped_column(String(254), unique=True)
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
    count: Mapped[int] = mapped_column(BigInteger)
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
    """Somebody whom a person does not want to play: another person, or a guest by the browser."""

    __tablename__ = "blocks"

    person: Mapped[str] = mapped_column(ForeignKey(OF_PERSON, ondelete="CASCADE"), primary_key=True)
    blocked: Mapped[str] = mapped_column(String(64), primary_key=True)
    created: Mapped[int] = mapped_column(BigInteger)


class ReportRow(Base):
    """What a player has told the organiser of the other one in a game; `settled` is when that was dealt with."""

    __tablename__ = "reports"

    game_id: Mapped[str] = mapped_column(ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    reason: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[int] = mapped_column(BigInteger)
    settled: Mapped[int | None] = mapped_column(BigInteger)
