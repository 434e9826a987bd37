"""What a search knows of the moves at its root, from one tree or from several that were grown side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fieldstone.game import Move
from fieldstone.search.endgame import MoveValue
from fieldstone.search.report import EXACT, GLIMPSE, Known, promising_wins, read_trees, wins_by_more
from fieldstone.search.rooted import RootedTree
from fieldstone.search.solver import Solution
from fieldstone.search.tree import ROOT, UNPROVEN, children_of, column


@dataclass(frozen=True)
class Candidate:
    """What a search knows of one move, for the player to move.

    Attributes
    ----------
    move : the move
    visits : simulations that went through it
    value : the part of a win that they gave, 0 to 1; None without visits
    margin : the mean lead at their end, in half units; None without visits, or where leads are not looked at
    proven : "win", "loss", "draw" or None
    distance : plies after the move within which a proven win comes, whatever the loser does; of a draw, of one line
    """

    move: Move
    visits: int
    value: float | None
    margin: float | None
    proven: str | None
    distance: int


def root_guesses(trees: Sequence[RootedTree]) -> dict[Move, float]:
    """Return for each open move of the root that one of the trees knows what is guessed of it before it is looked at.

    That is the mean, 0 to 1, of all simulations in which the player made the move at any time (AMAF), and of the visits
    that it began with where the game is judged at first sight (`Settings.prior`). Moves without either are left out.
    """
    sums: dict[Move, tuple[float, int]] = {}
    for tree in trees:
        below = children_of(tree.nodes, ROOT)
        names = ("action", "proven", "amaf_value", "amaf_visits")
        for action, proven, value, visits in zip(*(column(tree.nodes, name)[below] for name in names), strict=True):
            if proven == UNPROVEN and visits > 0:
                move = tree.game.moves[int(action)]
                before = sums.get(move, (0.0, 0))
                sums[move] = before[0] + float(value), before[1] + int(visits)
    return {move: value / visits for move, (value, visits) in sums.items()}


def list_candidates(trees: Sequence[RootedTree]) -> list[Candidate]:
    """Return the moves of the root that the trees have in common, the one to play first."""
    if not trees:
        return []
    moves, leads = trees[0].game.moves, trees[0].settings.lead_part > 0
    return [
        Candidate(moves[one.action], one.visits, one.value, one.lead if leads else None, one.proven, one.distance)
        for one in read_trees([tree.nodes for tree in trees], lines=0).moves
    ]


def lead_of(trees: Sequence[RootedTree]) -> float | None:
    """Return by how many half units the player to move is expected to win with the best move, or None."""
    found = list_candidates(trees)
    return found[0].margin if found else None


def with_solution(
    found: list[Candidate], solution: Solution | None, values: Mapping[Move, MoveValue] | None = None
) -> list[Candidate]:
    """Return candidates with what a solver has proven of them; its best moves come first.

    `values` are those of moves that have been solved by themselves. If only the result is known, moves that are all
    lost keep their order, and one that wins by more than the proven ones comes before them. A proven move that was
    hardly ever visited leads by what the solver's line ends with.
    """
    if solution is None or solution.result is None:
        return found
    if solution.result == "loss" and not solution.by_margin:
        return [replace(one, value=0.0, proven="loss") for one in found]
    told = [_told(one, solution, (values or {}).get(one.move)) for one in found]
    ordered = sorted(told, key=lambda one: one.move not in solution.best)
    better = 0 if solution.by_margin else wins_by_more(_known(ordered))
    return [ordered[better], *ordered[:better], *ordered[better + 1 :]]


def _told(one: Candidate, solution: Solution, value: MoveValue | None) -> Candidate:
    """Return a candidate with what a solver has proven of it."""
    if one.move in solution.best and solution.result is not None:
        margin, distance = one.margin, max(0, len(solution.line) - 1)
        if solution.by_margin:
            margin = solution.value
        elif solution.lead is not None and solution.line[:1] == (one.move,) and one.visits < GLIMPSE:
            margin = solution.lead
        return replace(one, value=EXACT[solution.result], margin=margin, proven=solution.result, distance=distance)
    if value is not None:
        return replace(one, value=EXACT[value.result], proven=value.result, distance=max(0, len(value.line) - 1))
    return replace(one, value=0.0, proven="loss") if solution.result == "loss" else one


def larger_wins(found: Sequence[Candidate]) -> list[Move]:
    """Return the moves without a proof that promise to win by more than the proven ones, that by most first."""
    return [found[place].move for place in promising_wins(_known(found))]


def _known(found: Sequence[Candidate]) -> list[Known]:
    return [Known(one.visits, one.value, one.margin, one.proven) for one in found]
