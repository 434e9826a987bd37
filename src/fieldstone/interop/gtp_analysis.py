"""Analyses in GTP, as Sabaki, Lizzie and KataGo have them: lines of ``info move D4 visits 836 winrate 4656 …``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fieldstone.analysis.result import Analysis
from fieldstone.core.outcome import Colour
from fieldstone.game import Move
from fieldstone.interop.gtp_syntax import COLOURS, GtpError, read_colour, read_whole
from fieldstone.interop.gtp_table import Table
from fieldstone.search.candidates import Candidate

USUAL_INTERVAL = 50  # hundredths of a second
LONGEST_INTERVAL = 100_000
SHOWN_MOVES = 30


@dataclass(frozen=True)
class Wish:
    """What the arguments of an analysis say: colour, seconds between two lines, and KataGo's way of numbers."""

    colour: Colour | None
    interval: float
    exact: bool = False
    owners: bool = False


def read_wish(words: Sequence[str], exact: bool = False) -> Wish:
    """Return what the arguments say: a colour, an interval, and names with values; raises GtpError."""
    rest = list(words)
    colour = read_colour(rest.pop(0)) if rest and rest[0].lower() in COLOURS else None
    interval = read_whole(rest.pop(0), 0, LONGEST_INTERVAL) if rest and rest[0].isdigit() else USUAL_INTERVAL
    if len(rest) % 2:
        raise GtpError(f"syntax error: a colour, an interval, then names with values are known, not {rest[-1][:20]}")
    given = {name.lower(): value for name, value in zip(rest[::2], rest[1::2], strict=True)}
    if "interval" in given:
        interval = read_whole(given["interval"], 0, LONGEST_INTERVAL)
    return Wish(colour, interval / 100, exact, exact and given.get("ownership") == "true")


def info_of_analysis(table: Table, found: Analysis, wish: Wish) -> str:
    """Return a line with the best moves that have been looked at, best first."""
    parts = []
    looked = [one for one in found.moves if one.visits > 0 and one.chance is not None and table.say(one.move)]
    for order, one in enumerate(looked[:SHOWN_MOVES]):
        assert one.chance is not None
        chance = f"{one.chance:.6f}" if wish.exact else f"{round(one.chance * 10_000)}"
        lead = "" if one.margin is None else f" scoreLead {one.margin:.3f}"
        line = " ".join(_sayable(table, one.line))
        said = table.say(one.move)
        parts.append(f"info move {said} visits {one.visits} winrate {chance}{lead} order {order} pv {line}")
    if found.owners is not None and wish.owners:
        size = found.game.board.size
        rows = [found.owners[first : first + size] for first in range(0, len(found.owners), size)]
        sign = 1 if found.to_move is Colour.BLACK else -1  # KataGo: of the player to move
        parts.append("ownership " + " ".join(f"{sign * owner:.3f}" for row in reversed(rows) for owner in row))
    return " ".join(parts)


def info_of_candidates(table: Table, found: Sequence[Candidate]) -> str:
    """Return a line with the moves that a search has looked at, best first."""
    looked = [one for one in found if one.visits > 0 and one.value is not None and table.say(one.move)]
    return " ".join(
        f"info move {table.say(one.move)} visits {one.visits} winrate {round((one.value or 0.0) * 10_000)} "
        f"order {order} pv {table.say(one.move)}"
        for order, one in enumerate(looked[:SHOWN_MOVES])
    )


def _sayable(table: Table, line: Iterable[Move]) -> Iterable[str]:
    """Yield the moves of a line up to one that GTP has no word for."""
    for move in line:
        said = table.say(move)
        if said is None:
            return
        yield said
