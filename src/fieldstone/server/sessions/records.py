"""A stored game as a record, and records and other files as stored games.

A game is its main line. Where it was read from a record with more in it, that record is kept beside it, and whoever
wants the game as a file gets both: the game as it stands now in the tree that it came from.
"""

import json
from codecs import BOM_UTF8
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from pydantic import Field

from fieldstone.games.tuning import highest_level_of
from fieldstone.messages import SaidError
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import read_any
from fieldstone.records.limits import DEEPEST
from fieldstone.records.reading import record_from_bytes
from fieldstone.records.record import CLAIMED, ClockRules, Record, Result
from fieldstone.records.record import Seat as RecordSeat
from fieldstone.records.writing import record_to_bytes
from fieldstone.server.clocks import Rules
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import Input, NewSeat
from fieldstone.server.sessions import transitions
from fieldstone.server.storage.models import Seat, StoredGame

LONGEST_TEXT = 1 << 20  # characters; the guards allow no larger body anyway
USUAL_LEVEL = 5


class Import(Input):
    """A record as JSON, or the text of a file: a record, SGF, AbstractPlay's JSON, a move list, a position."""

    record: dict[str, Any] | None = None
    text: str | None = Field(default=None, max_length=LONGEST_TEXT)


def named_in(wanted: Import) -> str:
    """Return the text that begins with the name of the game, if anything does."""
    return wanted.text or str((wanted.record or {}).get("game", ""))


class UnreadableError(ProblemError):
    """A file that cannot be read; the reader says why."""

    def __init__(self, error: SaidError) -> None:
        super().__init__(422, "record", problem=error.sentence)


def stored_seat(seat: NewSeat) -> Seat:
    """Return who sits there; a computer plays at level 5 unless told otherwise."""
    return Seat(seat.kind, (seat.level or USUAL_LEVEL) if seat.kind == "computer" else None, seat.name.strip())


def record_of(stored: StoredGame, source: str | None = None) -> Record:
    """Return the record of a game; `source` is the one that it was read from."""
    if source is not None:
        return _with_handed(stored, _record_with_source(stored, record_from_bytes(source.encode())))
    first, second = (RecordSeat(one.name, one.kind, one.level) for one in (stored.seats[1], stored.seats[2]))
    parts: dict[str, Any] = {
        "seats": (first, second),
        "started": datetime.fromtimestamp(stored.created / 1e6, UTC).isoformat(timespec="seconds"),
    }
    if stored.rules is not None:
        parts["clock"] = _clock_rules(stored.rules)
    if stored.result is not None and stored.result.termination in CLAIMED:
        parts["result"] = Result(stored.result.winner_seat, stored.result.termination)
    return _with_handed(stored, Record.from_state(read_line(stored.line), **parts))


def _with_handed(stored: StoredGame, record: Record) -> Record:
    """Return a record that says which moves the computer has made for both players."""
    nodes = list(record.nodes)
    for after, until in stored.handed:
        for number in record.main_line[after:until]:
            node = nodes[number - 1]
            nodes[number - 1] = replace(node, extra={**node.extra, "by": "computer"})
    return replace(record, nodes=tuple(nodes))


def _record_with_source(stored: StoredGame, source: Record) -> Record:
    """Return what a record has become by being played on; if nothing has happened, the record as it was."""
    moves = [move.text for move in read_line(stored.line).history]
    result = None if stored.result is None else (stored.result.winner_seat, stored.result.termination)
    there = None if source.result is None else (source.result.winner, source.result.reason)
    if result == there and moves == [source.nodes[number - 1].move for number in source.main_line]:
        return source
    claimed = Result(*result) if result is not None and result[1] in CLAIMED else None
    return replace(source.with_main_line(moves), result=claimed, ended=None)


def _clock_rules(rules: Rules) -> ClockRules:
    known = asdict(rules)
    if rules.periods:
        return ClockRules("byoyomi", known["main"], periods=known["periods"], period=known["period"])
    return ClockRules("increment", known["main"], increment=known["increment"])


def read_wanted(wanted: Import) -> Record:
    """Return the record that somebody has sent, in whatever form. Raises ProblemError, 422."""
    if (wanted.record is None) == (wanted.text is None):
        raise ProblemError(422, "import")
    try:
        if wanted.text is None:
            return record_from_bytes(_as_bytes(wanted.record))
        # It came as text: what charset a file once had, as SGF says it, does not matter any more.
        return read_any(BOM_UTF8 + wanted.text.removeprefix("\ufeff").encode("utf-8", "replace"))
    except RecordError as error:
        raise UnreadableError(error) from None


def _as_bytes(data: Any) -> bytes:
    """Return JSON data as bytes again, for the reader that holds them against all limits. Raises RecordError."""
    try:
        return json.dumps(data).encode()
    except RecursionError:
        raise RecordError("record.too-deep", limit=DEEPEST) from None


def read_import(wanted: Import) -> tuple[StoredGame, str]:
    """Return the game of a record or another file, without an id and without a clock, and the record to keep with it.

    Raises ProblemError, 422.
    """
    record = read_wanted(wanted)
    try:
        source = record_to_bytes(record).decode()
    except RecordError as error:
        raise UnreadableError(error) from None
    stored = _stored_of(record)
    seat = transitions.seat_without_level(stored)
    if seat is not None:
        level, highest = stored.seats[seat].level, highest_level_of(stored.name)
        where = f"seats[{seat - 1}].level"
        raise UnreadableError(RecordError("record.level", where=where, level=level, game=stored.name, highest=highest))
    return stored, source


def _stored_of(record: Record) -> StoredGame:
    """Return the main line of a record as a game."""
    state = record.state()
    seats = {seat: _seat_of(record.seats[seat - 1]) for seat in (1, 2)}
    new = transitions.described(StoredGame("", state.to_text(history=True), seats, 0, 0), state)
    if record.result is None or new.result is not None:
        return new
    return transitions.ended(new, record.result.winner, record.result.reason, 0.0)


def _seat_of(seat: RecordSeat) -> Seat:
    """Return who goes on with a game: what is no person is the computer; whoever plays at random, its lowest level."""
    if seat.kind in (None, "human"):
        return Seat("human", None, seat.name)
    if seat.level is not None:
        return Seat("computer", "max" if isinstance(seat.level, str) else seat.level, seat.name)
    return Seat("computer", 1 if seat.kind == "random" else USUAL_LEVEL, seat.name)
