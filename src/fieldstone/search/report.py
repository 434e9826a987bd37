"""What search trees say of a position: each move with its numbers and the line that is expected after it.

Several trees of the same position, as threads grow them, are read as one: visits and sums are added, and a proof in one
of them is a proof.
"""

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fieldstone.search.tree import DRAWN, LOST, ROOT, UNPROVEN, WON, Nodes, children_of, column

PROOFS = (None, "win", "loss", "draw")
EXACT = {"win": 1.0, "draw": 0.5, "loss": 0.0}
LONGEST_LINE = 40  # plies
NEARLY = 0.02  # of a win: a move that gives up no more than this, and leads by more, is preferred
HALF = 0.5  # of the visits of the first move that such a move must have
SURE = 0.995  # of a win: a move that has no proof is as good as one that wins, if it leads by more
POINT = 2.0  # half units
ROOT_ALONE = slice(ROOT, ROOT + 1)
FEWEST_VISITS = 4  # of a move in a line: fewer, and it may be there because it was looked at first
GLIMPSE = 50  # visits that a move must have to be as good as proven
LOOKS = 2  # at each choice on average, for the same reason; before that a line goes on only where all agree


@dataclass(frozen=True)
class Numbers:
    """What trees know of one node, for the player who made its move (at the root: who is not to move).

    Attributes
    ----------
    action : the move's action, -1 at the root
    visits : simulations that went through it
    value : what they gave on average, 0 to 1; None without visits
    lead : the player's margin at their ends on average, in half units; None without visits
    proven : "win", "loss", "draw" or None
    distance : plies after the move within which a proven result comes (a bound)
    """

    action: int
    visits: int
    value: float | None
    lead: float | None
    proven: str | None
    distance: int


@dataclass(frozen=True)
class Report:
    """A position as the trees see it.

    Attributes
    ----------
    root : the position itself, for the player who is not to move
    moves : the moves that the trees know, best first, for the player to move
    lines : for each of them its action and those expected after it
    """

    root: Numbers
    moves: tuple[Numbers, ...]
    lines: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Spot:
    """The same node in all trees that have it: (tree, index) pairs."""

    places: tuple[tuple[Nodes, int], ...]

    @property
    def action(self) -> int:
        """The move that led here."""
        tree, index = self.places[0]
        return int(column(tree, "action")[index])

    def busiest(self) -> "_Spot | None":
        """Return the child that the player to move would choose; None where too little is known."""
        by_action: dict[int, list[tuple[Nodes, int]]] = {}
        weights: dict[int, tuple[int, int]] = {}
        looked, choices = 0, 0
        for tree, index in self.places:
            below = children_of(tree, index)
            choices = max(choices, below.stop - below.start)
            looked += int(column(tree, "visits")[index])
            visits, proofs = column(tree, "visits")[below], column(tree, "proven")[below]
            for offset in np.flatnonzero((visits > 0) | (proofs != UNPROVEN)).tolist():
                child = below.start + offset
                action, far = int(column(tree, "action")[child]), int(column(tree, "distance")[child])
                by_action.setdefault(action, []).append((tree, child))
                kind, weight = weights.get(action, (1, 0))
                if proofs[offset] == WON:
                    kind, weight = 2, max(weight if kind == 2 else -(10**6), -far)
                elif proofs[offset] == LOST:
                    kind, weight = 0, far
                elif kind == 1:
                    weight += int(visits[offset])
                weights[action] = kind, weight
        best = max(weights, key=weights.__getitem__, default=None)
        fewest = FEWEST_VISITS if looked >= LOOKS * choices else looked
        if best is None or (weights[best][0] == 1 and weights[best][1] < fewest):
            return None
        return _Spot(tuple(by_action[best]))


def read_trees(trees: Sequence[Nodes], longest: int = LONGEST_LINE, lines: int | None = None) -> Report:
    """Return what trees with the same position at their roots say, the lines at most `longest` plies long.

    `lines` limits for how many moves, from the best, a line is followed; the others get their first move alone.
    """
    (root,) = _numbers([(tree, ROOT_ALONE) for tree in trees])
    below = [(tree, children_of(tree, ROOT)) for tree in trees]
    moves = in_order(_numbers(below))
    followed = {one.action for one in moves[:lines] if one.visits > 0}
    spots = _spots(below, followed)
    return Report(
        root,
        tuple(moves),
        tuple(_line(spots[one.action], longest) if one.action in spots else (one.action,) for one in moves),
    )


def _numbers(places: Sequence[tuple[Nodes, slice]]) -> list[Numbers]:
    """Return the numbers of some nodes of each tree, as means, those with the same action taken together; or the roots.

    Column by column, as there may be thousands: a komi is named among so many.
    """
    sums: dict[int, list[float]] = {}
    proofs: dict[int, list[tuple[int, int]]] = {}
    for tree, some in places:
        actions = [-1] if some == ROOT_ALONE else column(tree, "action")[some].tolist()
        numbers = zip(*(column(tree, name)[some].tolist() for name in ("visits", "wins", "lead")), strict=True)
        for action, more in zip(actions, numbers, strict=True):
            before = sums.get(action)
            sums[action] = list(more) if before is None else [a + b for a, b in zip(before, more, strict=True)]
        for offset in np.flatnonzero(column(tree, "proven")[some] != UNPROVEN).tolist():
            proof = int(column(tree, "proven")[some][offset]), int(column(tree, "distance")[some][offset])
            proofs.setdefault(actions[offset], []).append(proof)
    found = []
    for action, (visits, wins, lead) in sums.items():
        known = proofs.get(action, [])
        kind = known[0][0] if known else UNPROVEN
        # Each tree gives a bound, and the tightest holds: a win comes no later, a loss can be put off so long.
        distance = (max if kind == LOST else min)((one for _, one in known), default=0)
        value, mean = (wins / visits, lead / visits) if visits else (None, None)
        found.append(Numbers(action, int(visits), value, mean, PROOFS[kind], distance))
    return found


def _spots(places: Sequence[tuple[Nodes, slice]], wanted: Container[int]) -> dict[int, _Spot]:
    """Return by its action each wanted one of some nodes of each tree."""
    found: dict[int, list[tuple[Nodes, int]]] = {}
    for tree, some in places:
        for index, action in enumerate(column(tree, "action")[some].tolist(), start=some.start):
            if action in wanted:
                found.setdefault(action, []).append((tree, index))
    return {action: _Spot(tuple(same)) for action, same in found.items()}


def in_order(found: Sequence[Numbers]) -> list[Numbers]:
    """Return the moves of the player to move, best first.

    The shortest win, what is open by its visits, draws, the longest loss; draws come before what is open if that looks
    worse. Of open moves that are visited and win nearly as much as the first, the one with the largest lead is first.
    A win by more points, proven or as good as that, comes before the shortest one: no points are thrown away for an
    early end. As it has to lead by a point more, a win is not put off for ever.
    """
    open_moves = sorted((one for one in found if one.proven is None), key=_visited, reverse=True)
    _prefer_points(open_moves)
    content = not open_moves or (open_moves[0].value or 0.0) < 0.5
    wins = sorted((one for one in found if one.proven == "win"), key=lambda one: (one.distance, -(one.lead or 0.0)))
    draws = sorted((one for one in found if one.proven == "draw"), key=_visited, reverse=True)
    losses = sorted((one for one in found if one.proven == "loss"), key=lambda one: -one.distance)
    ordered = wins + (draws + open_moves if content else open_moves + draws) + losses
    better = wins_by_more([Known(one.visits, one.value, one.lead, one.proven) for one in ordered])
    return [ordered[better], *ordered[:better], *ordered[better + 1 :]] if better else ordered


class Known(NamedTuple):
    """What decides which of several winning moves is played: as in `Numbers`."""

    visits: int
    value: float | None
    lead: float | None
    proven: str | None


def wins_by_more(moves: Sequence[Known]) -> int:
    """Return the place of a move that wins by at least a point more than the first, a proven win, does; 0 if none does.

    What it leads by must be known from a number of visits. A move without a proof counts as winning if it is visited
    about as often as any, and hardly ever lost.
    """
    if not moves or moves[0].proven != "win" or moves[0].lead is None:
        return 0
    enough = _enough_visits(moves)
    best = max(range(len(moves)), key=lambda place: _sure_lead(moves[place], enough))
    return best if _sure_lead(moves[best], enough) >= moves[0].lead + POINT else 0


def promising_wins(moves: Sequence[Known]) -> list[int]:
    """Return the places of moves without a proof that lead by at least a point more than all that are proven to win.

    Only those that are visited about as often as any count, the one that leads by most first.
    """
    enough = _enough_visits(moves)
    proven = [one.lead for one in moves if one.proven == "win" and one.lead is not None]
    if not proven:
        return []
    leads = {
        place: one.lead
        for place, one in enumerate(moves)
        if one.proven is None and one.visits >= enough and one.lead is not None and one.lead >= max(proven) + POINT
    }
    return sorted(leads, key=lambda place: -leads[place])


def _enough_visits(moves: Sequence[Known]) -> float:
    """Return how often a move must be visited for its lead to tell something."""
    return max([GLIMPSE, *(HALF * one.visits for one in moves if one.proven is None)])


def _sure_lead(one: Known, enough: float) -> float:
    """Return by how much a move wins, minus infinity if it may not."""
    proven = one.proven == "win" and one.visits >= GLIMPSE
    as_good = one.proven is None and one.visits >= enough and (one.value or 0.0) >= SURE
    return one.lead if one.lead is not None and (proven or as_good) else -math.inf


def _visited(numbers: Numbers) -> tuple[int, float]:
    return numbers.visits, numbers.value or 0.0


def _prefer_points(open_moves: list[Numbers]) -> None:
    """Put the largest lead first among the moves that were visited, and win, nearly as much as the first."""
    if not open_moves or open_moves[0].value is None:
        return
    first = open_moves[0]
    alike = [
        one
        for one in open_moves
        if one.visits >= HALF * first.visits and (one.value or 0.0) >= open_moves[0].value - NEARLY
    ]
    best = max(alike, key=lambda one: one.lead or 0.0)
    open_moves.remove(best)
    open_moves.insert(0, best)


def _line(spot: _Spot, longest: int) -> tuple[int, ...]:
    """Return the action of a node and those that both sides would choose after it."""
    line: list[int] = []
    here: _Spot | None = spot
    while here is not None and len(line) < longest:
        line.append(here.action)
        here = here.busiest()
    return tuple(line)


def root_proof(trees: Sequence[Nodes]) -> str | None:
    """Return what is proven for the player to move: "win", "loss", "draw" or None."""
    for tree in trees:
        proof = int(column(tree, "proven")[ROOT])
        if proof != UNPROVEN:
            return PROOFS[{WON: LOST, LOST: WON, DRAWN: DRAWN}[proof]]
    return "win" if any(has_won(tree) for tree in trees) else None


def has_won(tree: Nodes) -> bool:
    """Say whether a move of the root is proven to win; a greedy search goes on after that."""
    return bool((column(tree, "proven")[children_of(tree, ROOT)] == WON).any())
