"""Analyses in GTP, as Sabaki, Lizzie and KataGo have them: lines of ``info move D4 visits 836 winrate 4656 …``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fieldstone.analysis.result import Analysis
from fieldstone.core.outcome import Colour
from fieldstone.interop.gtp_board import GtpBoard
from fieldstone.interop.gtp_syntax import COLOURS, GtpError, read_colour, read_whole
from fieldstone.play.ruleset import Move
from fieldstone.search.result import MoveInfo

USUAL_INTERVAL = 50  # hundredths of a second
LONGEST_INTERVAL = 100_000
SHOWN_MOVES = 30
MOST_MOVES = 1000
KATAGO_ONLY = ("ownership", "rootinfo")
# What KataGo says besides, and we do not: whoever says that it is not wanted gets an answer.
NOT_HERE = ("ownershipstdev", "movesownership", "movesownershipstdev", "pvvisits", "pvedgevisits", "noresultvalue")
RESTRICTIONS = ("avoid", "allow")  # three values each


@dataclass(frozen=True)
class AnalysisRequest:
    """What the arguments of an analysis say.

    Attributes
    ----------
    colour : whose turn the client thinks it is; None where it does not say
    interval : seconds between two lines
    exact : whether numbers are written in KataGo's way
    owners, root : whether to say who will own each point, and what is known of the position as a whole
    most, fewest : moves in a line
    """

    colour: Colour | None
    interval: float
    exact: bool = False
    owners: bool = False
    root: bool = False
    most: int = SHOWN_MOVES
    fewest: int = 0


def read_request(arguments: Sequence[str], exact: bool = False) -> AnalysisRequest:
    """Return what the arguments say: a colour, an interval, and names with values.

    Raises GtpError for what cannot be read, and for what would not be done: no client is to believe that it was.
    """
    rest = list(arguments)
    colour = read_colour(rest.pop(0)) if rest and rest[0].lower() in COLOURS else None
    if rest and rest[0].isdigit():
        rest.insert(0, "interval")
    request = AnalysisRequest(colour, USUAL_INTERVAL / 100, exact)
    given: set[str] = set()
    while rest:
        name = rest.pop(0)
        key = name.lower()
        if key in RESTRICTIONS:
            raise GtpError(f"{name} is not supported: every legal move is looked at; ask for the position after a move")
        if key in given:
            raise GtpError(f"syntax error: {name} is given twice")
        given.add(key)
        if not rest:
            raise GtpError(f"syntax error: {name[:20]} has no value; {_known(exact)}")
        request = _with_option(request, name, rest.pop(0))
    return request


def _with_option(request: AnalysisRequest, name: str, value: str) -> AnalysisRequest:
    """Return a request with one option more. Raises GtpError."""
    key = name.lower()
    if key == "interval":
        return replace(request, interval=read_whole(value, 0, LONGEST_INTERVAL) / 100)
    if key == "maxmoves":
        return replace(request, most=read_whole(value, 1, MOST_MOVES))
    if key == "minmoves":
        return replace(request, fewest=read_whole(value, 0, MOST_MOVES))
    truth = {"true": True, "false": False}.get(value.lower())
    if key in KATAGO_ONLY:
        if truth is None:
            raise GtpError(f"syntax error: {name} is true or false, not {value[:20]}")
        if truth and not request.exact:
            raise GtpError(f"{name} goes with kata-analyze only")
        return replace(request, owners=truth) if key == "ownership" else replace(request, root=truth)
    if key in NOT_HERE and truth is False:
        return request
    why = (
        "is not supported: leave it out, or say false" if key in NOT_HERE else f"is not known; {_known(request.exact)}"
    )
    raise GtpError(f"syntax error: {name[:30]} {why}")


def _known(exact: bool) -> str:
    """Return which options an analysis has, for an error."""
    names = "interval, maxmoves, minmoves" + (", ownership, rootInfo" if exact else "")
    return f"a colour, an interval, and {names} with a value each are known"


def info_of_analysis(board: GtpBoard, found: Analysis, request: AnalysisRequest) -> str:
    """Return a line with the best moves that have been looked at, best first."""
    parts = []
    sayable = [one for one in found.moves if board.say(one.move)]
    looked = [one for one in sayable if one.visits > 0 and one.chance is not None]
    missing = max(0, min(request.fewest, request.most) - len(looked))
    others = [one for one in sayable if one not in looked][:missing]
    for order, one in enumerate([*looked[: request.most], *others]):
        # A move that has not been looked at has the chance of the position, as KataGo has it.
        chance = found.chance if one.chance is None else one.chance
        lead = "" if one.margin is None else f" scoreLead {one.margin:.3f}"
        line = " ".join(_sayable(board, one.line or (one.move,)))
        said = board.say(one.move)
        winrate = _written(chance, request.exact)
        parts.append(f"info move {said} visits {one.visits} winrate {winrate}{lead} order {order} pv {line}")
    if request.root:
        lead = "" if found.margin is None else f" scoreLead {found.margin:.3f}"
        parts.append(f"rootInfo visits {found.simulations} winrate {_written(found.chance, request.exact)}{lead}")
    if found.owners is not None and request.owners:
        size = found.game.board.size
        rows = [found.owners[first : first + size] for first in range(0, len(found.owners), size)]
        sign = 1 if found.to_move is Colour.BLACK else -1  # KataGo: of the player to move
        parts.append("ownership " + " ".join(f"{sign * owner:.3f}" for row in reversed(rows) for owner in row))
    return " ".join(parts)


def info_of_candidates(board: GtpBoard, found: Sequence[MoveInfo], request: AnalysisRequest) -> str:
    """Return a line with the moves that a search has looked at, best first."""
    looked = [one for one in found if one.visits > 0 and one.chance is not None and board.say(one.move)]
    return " ".join(
        f"info move {board.say(one.move)} visits {one.visits} winrate {_written(one.chance or 0.0, request.exact)} "
        f"order {order} pv {board.say(one.move)}"
        for order, one in enumerate(looked[: request.most])
    )


def _written(chance: float, exact: bool) -> str:
    """Return a chance as KataGo writes it, or as Leela Zero does: in hundredths of a per cent."""
    return f"{chance:.6f}" if exact else f"{round(chance * 10_000)}"


def _sayable(board: GtpBoard, line: Iterable[Move]) -> Iterable[str]:
    """Yield the moves of a line up to one that GTP has no word for."""
    for move in line:
        said = board.say(move)
        if said is None:
            return
        yield said
