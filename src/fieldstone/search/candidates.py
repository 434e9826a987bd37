"""What a search knows of the moves at its root, from one tree or from several that were grown side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fieldstone.core.record import RecordArray
from fieldstone.game import Move
from fieldstone.search.rooted import RootedTree
from fieldstone.search.solver import Solution
from fieldstone.search.tree import DRAWN, ROOT, UNPROVEN, WON

PROOFS = (None, "win", "loss", "draw")
NEARLY = 0.02  # of a win: a move that gives up no more than this, and more points, is preferred
HALF = 0.5  # of the visits of the first move that such a move must have


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


def root_children(tree: RootedTree) -> RecordArray:
    """Return the nodes of the root's moves: a view of the tree."""
    root = tree.nodes[ROOT]
    return tree.nodes[root["first"] : root["first"] + root["children"]]


def list_candidates(trees: Sequence[RootedTree]) -> list[Candidate]:
    """Return the moves of the root that the trees have in common, the one to play first."""
    families = [children for tree in trees if len(children := root_children(tree))]
    if not families:
        return []
    found = []
    for place, action in enumerate(families[0]["action"].tolist()):
        nodes = [family[place] for family in families]
        visits = sum(int(node["visits"]) for node in nodes)
        proof, distance = _proof(nodes)
        leads = visits > 0 and trees[0].settings.lead_part > 0
        found.append(
            Candidate(
                trees[0].game.moves[action],
                visits,
                sum(float(node["wins"]) for node in nodes) / visits if visits else None,
                sum(float(node["lead"]) for node in nodes) / visits if leads else None,
                PROOFS[proof],
                distance,
            )
        )
    return in_order(found)


def _proof(nodes: list[np.void]) -> tuple[int, int]:
    """Return what any of the trees has proven of a move, and the shortest distance of a win, the longest of a loss."""
    known = [(int(node["proven"]), int(node["distance"])) for node in nodes if node["proven"] != UNPROVEN]
    if not known:
        return UNPROVEN, 0
    distances = [distance for _, distance in known]
    # What is proven is true, so that all agree; each distance is a bound, and the tightest holds.
    return known[0][0], min(distances) if known[0][0] in (WON, DRAWN) else max(distances)


def in_order(found: list[Candidate]) -> list[Candidate]:
    """Return candidates sorted: the shortest win, what is open by its visits, draws, the longest loss.

    Draws come before what is open if that looks worse. Of two open moves at the top that win alike, the one with the
    larger margin is first.
    """
    open_moves = sorted((one for one in found if one.proven is None), key=_visited, reverse=True)
    _prefer_points(open_moves)
    content = not open_moves or (open_moves[0].value or 0.0) < 0.5
    wins = sorted((one for one in found if one.proven == "win"), key=lambda one: (one.distance, -(one.margin or 0.0)))
    draws = sorted((one for one in found if one.proven == "draw"), key=_visited, reverse=True)
    losses = sorted((one for one in found if one.proven == "loss"), key=lambda one: -one.distance)
    return wins + (draws + open_moves if content else open_moves + draws) + losses


def with_solution(found: list[Candidate], solution: Solution | None) -> list[Candidate]:
    """Return candidates with what a solver has proven of them; its best moves come first."""
    if solution is None or solution.result is None:
        return found
    value = {"win": 1.0, "draw": 0.5, "loss": 0.0}[solution.result]
    best = []
    rest = []
    for one in found:
        if one.move in solution.best:
            margin = solution.value if solution.by_margin else one.margin
            best.append(
                replace(
                    one, value=value, margin=margin, proven=solution.result, distance=max(0, len(solution.line) - 1)
                )
            )
        elif solution.result == "loss":
            rest.append(replace(one, value=0.0, proven="loss"))
        else:
            rest.append(one)
    return best + rest


def _visited(candidate: Candidate) -> tuple[int, float]:
    return candidate.visits, candidate.value or 0.0


def _prefer_points(open_moves: list[Candidate]) -> None:
    """Put the largest margin first among the moves that were visited, and win, nearly as much as the first."""
    if not open_moves or open_moves[0].value is None or open_moves[0].margin is None:
        return
    first = open_moves[0]
    alike = [
        one
        for one in open_moves
        if one.visits >= HALF * first.visits and (one.value or 0.0) >= open_moves[0].value - NEARLY
    ]
    best = max(alike, key=lambda one: one.margin or 0.0)
    open_moves.remove(best)
    open_moves.insert(0, best)
