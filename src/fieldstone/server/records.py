"""A game as a file, in its first form: the line, who sat where, and how it ended."""

from typing import Literal

from pydantic import Field

from fieldstone.core.outcome import Termination
from fieldstone.server import changes
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import LONGEST_LINE, BySeat, ColourName, Input, NewSeat, SeatNumber
from fieldstone.server.storage.models import Kept, Sitting

CALLED_OFF = (changes.RESIGNATION, changes.TIME)


class RecordResult(Input):
    """How a game ended; null for the winner of a draw."""

    winner: ColourName | None
    winner_seat: SeatNumber | None
    termination: str = Field(max_length=40)


class Record(Input):
    """A game as a file."""

    format: Literal["fieldstone"]
    version: Literal[1]
    game: str = Field(max_length=200)
    line: str = Field(max_length=LONGEST_LINE)
    seats: BySeat[NewSeat]
    result: RecordResult | None


class Import(Input):
    """A record, or a line."""

    record: Record | None = None
    line: str | None = Field(default=None, max_length=LONGEST_LINE)


def sitting_of(seat: NewSeat) -> Sitting:
    """Return who sits there; a computer plays at level 5 unless told otherwise."""
    level = (seat.level or 5) if seat.kind == "computer" else None
    return Sitting(seat.kind, level, seat.name.strip())


def record_of(kept: Kept) -> Record:
    """Return the record of a game."""
    seats = {seat: NewSeat(kind=one.kind, level=one.level, name=one.name) for seat, one in kept.seats.items()}
    result = kept.result
    return Record(
        format="fieldstone",
        version=1,
        game=kept.game,
        line=kept.line,
        seats=BySeat(first=seats[1], second=seats[2]),
        result=None
        if result is None
        else RecordResult.model_validate(
            {"winner": result.winner, "winner_seat": result.winner_seat, "termination": result.termination}
        ),
    )


def read_import(wanted: Import) -> Kept:
    """Return the game of a record or a line, without an id. Raises ProblemError, 422."""
    record = wanted.record
    if (record is None) == (wanted.line is None):
        raise ProblemError(422, "import")
    if record is None:
        line = wanted.line or ""
        new = Kept("", line, {1: Sitting("human"), 2: Sitting("human")}, 0, 0)
        return changes.described(new, read_line(line))
    state = read_line(record.line)
    if str(state.game) != record.game:
        raise ProblemError(422, "other-game", game=record.game, line=str(state.game))
    seats = {seat: sitting_of(record.seats.of(seat)) for seat in (1, 2)}
    new = Kept("", record.line, seats, 0, 0)
    result = record.result
    if result is None or result.termination in tuple(Termination):
        kept = changes.described(new, state)
        if (result and result.termination) != (kept.result and kept.result.termination):
            raise ProblemError(422, "other-result", line=kept.result.termination if kept.result else "-")
        return kept
    if result.termination not in CALLED_OFF or result.winner_seat is None or state.outcome is not None:
        raise ProblemError(422, "no-result", termination=result.termination, allowed=", ".join(CALLED_OFF))
    return changes.lost(new, 3 - result.winner_seat, result.termination, 0.0)
