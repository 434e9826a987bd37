"""A stored game as a record, and records and other files as stored games. Of a tree only the main line is kept."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from pydantic import Field

from fieldstone.records.errors import RecordError
from fieldstone.records.formats import read_any
from fieldstone.records.reading import record_from_data
from fieldstone.records.record import CLAIMED, ClockRules, Record, Result, Seat
from fieldstone.records.writing import record_to_bytes
from fieldstone.server import changes
from fieldstone.server.clocks import Rules
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import Input, NewSeat
from fieldstone.server.storage.models import Kept, Sitting

LONGEST_TEXT = 1 << 20  # characters; the guards allow no larger body anyway
USUAL_LEVEL = 5


class Import(Input):
    """A record as JSON, or the text of a file: a record, SGF, AbstractPlay's JSON, a move list, a position."""

    record: dict[str, Any] | None = None
    text: str | None = Field(default=None, max_length=LONGEST_TEXT)


class UnreadableError(ProblemError):
    """A file that cannot be read; the reader says why."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(422, "record", problem=error.sentence)


def sitting_of(seat: NewSeat) -> Sitting:
    """Return who sits there; a computer plays at level 5 unless told otherwise."""
    return Sitting(seat.kind, (seat.level or USUAL_LEVEL) if seat.kind == "computer" else None, seat.name.strip())


def record_of(kept: Kept) -> bytes:
    """Return the record of a game as the bytes of a file."""
    first, second = (Seat(kept.seats[seat].name, kept.seats[seat].kind, kept.seats[seat].level) for seat in (1, 2))
    parts: dict[str, Any] = {
        "seats": (first, second),
        "started": datetime.fromtimestamp(kept.created / 1e6, UTC).isoformat(timespec="seconds"),
    }
    if kept.rules is not None:
        parts["clock"] = _clock_rules(kept.rules)
    if kept.result is not None and kept.result.termination in CLAIMED:
        parts["result"] = Result(kept.result.winner_seat, kept.result.termination)
    return record_to_bytes(Record.from_state(read_line(kept.line), **parts))


def _clock_rules(rules: Rules) -> ClockRules:
    known = asdict(rules)
    if rules.periods:
        return ClockRules("byoyomi", known["main"], periods=known["periods"], period=known["period"])
    return ClockRules("increment", known["main"], increment=known["increment"])


def read_import(wanted: Import) -> Kept:
    """Return the game of a record or another file, without an id and without a clock. Raises ProblemError, 422."""
    if (wanted.record is None) == (wanted.text is None):
        raise ProblemError(422, "import")
    try:
        record = record_from_data(wanted.record) if wanted.text is None else read_any(wanted.text.encode())
    except RecordError as error:
        raise UnreadableError(error) from None
    state = record.state()
    seats = {seat: _sitting(record.seats[seat - 1]) for seat in (1, 2)}
    new = changes.described(Kept("", state.to_text(history=True), seats, 0, 0), state)
    if record.result is None or new.result is not None:
        return new
    return changes.ended(new, record.result.winner, record.result.reason, 0.0)


def _sitting(seat: Seat) -> Sitting:
    """Return who goes on with a game: what is no person is the computer; whoever plays at random, its lowest level."""
    if seat.kind in (None, "human"):
        return Sitting("human", None, seat.name)
    if seat.level is not None:
        return Sitting("computer", "max" if isinstance(seat.level, str) else seat.level, seat.name)
    return Sitting("computer", 1 if seat.kind == "random" else USUAL_LEVEL, seat.name)
