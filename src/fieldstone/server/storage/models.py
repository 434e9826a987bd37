"""A stored game: how it looks in the program, and its row in the database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import JSON, BigInteger, Dialect, ForeignKey, Index, Integer, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from fieldstone.server.clocks import Clock, Rules

Kind = Literal["human", "computer"]
Level = int | Literal["max"]


@dataclass(frozen=True)
class Seat:
    """Who sits in a seat; `name` is empty unless somebody has given one.

    `number` is which of two nameless players it is, None: the number of the seat. Rematches change seats, not players.
    """

    kind: Kind
    level: Level | None = None
    name: str = ""
    number: int | None = None


@dataclass(frozen=True)
class Result:
    """How a game ended; `winner` and `winner_seat` are None for a draw."""

    winner: Literal["B", "W"] | None
    winner_seat: int | None
    termination: str


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored.

    Attributes
    ----------
    id : unguessable
    line : the start and the moves, as text
    seats : by 1 and 2
    created, updated : microseconds since 1970
    revision : how often it has been written
    rules, clock : None without a clock
    result : None while it goes on
    on_move : the seat whose decision is next, None when the game is over
    name, game, rows, shape, plies : what lists show, so that they need no rules
    imported : it was read from a record, which is kept beside it
    handed : from which to which ply (None: from there on) persons have left their moves to the computer
    """

    id: str
    line: str
    seats: Mapping[int, Seat]
    created: int
    updated: int
    revision: int = 0
    rules: Rules | None = None
    clock: Clock | None = None
    result: Result | None = None
    on_move: int | None = None
    name: str = ""
    game: str = ""
    rows: tuple[str, ...] = field(default=())
    shape: Literal["square", "hexagon"] = "square"
    plies: int = 0
    imported: bool = False
    handed: tuple[tuple[int, int | None], ...] = ()

    @property
    def finishing(self) -> bool:
        """Whether the computer makes the moves of both players from here on."""
        return bool(self.handed) and self.handed[-1][1] is None


class Base(DeclarativeBase):
    """The tables."""


class StoredJson(TypeDecorator[Any]):
    """JSON; what is damaged is read as the text that it is, so that one row of many can be left out."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what reads a value of the database."""
        read = super().result_processor(dialect, coltype) or (lambda value: value)

        def process(value: Any) -> Any:
            try:
                return read(value)
            except (ValueError, TypeError):
                return value

        return process


class GameRow(Base):
    """A game."""

    __tablename__ = "games"
    __table_args__ = (Index("ix_games_updated", "updated"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    line: Mapped[str] = mapped_column(Text)
    seats: Mapped[dict[str, Any]] = mapped_column(StoredJson)
    created: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)
    revision: Mapped[int] = mapped_column(Integer)
    rules: Mapped[dict[str, Any] | None] = mapped_column(StoredJson(none_as_null=True))
    clock: Mapped[dict[str, Any] | None] = mapped_column(StoredJson(none_as_null=True))
    result: Mapped[dict[str, Any] | None] = mapped_column(StoredJson(none_as_null=True))
    on_move: Mapped[int | None] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(32))
    game: Mapped[str] = mapped_column(String(200))
    rows: Mapped[str] = mapped_column(Text)
    shape: Mapped[str] = mapped_column(String(16))
    plies: Mapped[int] = mapped_column(Integer)
    device: Mapped[str | None] = mapped_column(String(64))
    handed: Mapped[list[Any] | None] = mapped_column(StoredJson(none_as_null=True))


class RecordRow(Base):
    """What a game was read from, where it was: a record with all that the game itself does not keep."""

    __tablename__ = "records"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[str] = mapped_column(Text)


class ReviewRow(Base):
    """What a page has found of a game, whose line it was of."""

    __tablename__ = "reviews"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    line: Mapped[str] = mapped_column(Text)
    content: Mapped[str] = mapped_column(Text)
