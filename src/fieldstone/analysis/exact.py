"""What the exact solver adds to the moves of an analysis."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fieldstone.analysis.result import MoveAnalysis
from fieldstone.game import Move
from fieldstone.search.endgame import MoveValue
from fieldstone.search.report import EXACT, Known, wins_by_more
from fieldstone.search.solver import Solution

POINTS_PER_LEAD = 0.5  # leads are in half units
RANKS = {"win": 0, None: 1, "draw": 2, "loss": 3}


def solved_moves(
    moves: Sequence[MoveAnalysis], solution: Solution, values: Mapping[Move, MoveValue]
) -> tuple[MoveAnalysis, ...]:
    """Return the moves with what is proven of them, the best one first.

    `values` are those of the moves that have been solved by themselves. Where the margin is known, the moves follow by
    what they bring; where only the result is, in the order that they had, and a move that wins by more than the proven
    ones comes before them.
    """
    told = [_told(one, solution, values.get(one.move)) for one in moves]
    first = [one for one in told if one.move in solution.best]
    rest = sorted((one for one in told if one.move not in solution.best), key=lambda one: RANKS[one.proven])
    if solution.by_margin:
        rest.sort(key=lambda one: (RANKS[one.proven], -(one.margin or 0.0) if one.proven else 0.0))
        return (*first, *rest)
    if solution.result == "loss":
        return tuple(told)
    ordered = [*first, *rest]
    better = wins_by_more([_known(one) for one in ordered])
    return (ordered[better], *ordered[:better], *ordered[better + 1 :])


def _told(one: MoveAnalysis, solution: Solution, value: MoveValue | None) -> MoveAnalysis:
    """Return a move with what is proven of it."""
    if value is None and one.move in solution.best and solution.value is not None:
        value = MoveValue(solution.value, solution.line if solution.line[:1] == (one.move,) else one.line)
    if value is None:
        if solution.result == "loss":
            one = replace(one, chance=EXACT["loss"], proven="loss")
        if solution.by_margin and solution.value is not None and one.margin is not None:
            # What a search saw of a move is no more than a guess, and no move brings more than the best.
            one = replace(one, margin=min(one.margin, solution.value * POINTS_PER_LEAD))
        return one
    margin = value.value * POINTS_PER_LEAD if solution.by_margin else one.margin
    return replace(
        one,
        chance=EXACT[value.result],
        margin=margin,
        proven=value.result,
        distance=max(0, len(value.line) - 1),
        line=value.line,
    )


def _known(one: MoveAnalysis) -> Known:
    lead = None if one.margin is None else one.margin / POINTS_PER_LEAD
    return Known(one.visits, one.chance, lead, one.proven)
