"""Who owns each point: the kernels against what the adapters say, and the walk through a tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fieldstone.core.rng import make_rng
from fieldstone.play.parts import expected_parts, parts_of
from fieldstone.play.state import State
from fieldstone.search.mcts.owners import sample_owners
from fieldstone.search.mcts.tree import LOST, WON, Nodes, new_tree
from tests.analysis.test_analyse import SPECS, some_state
from tests.search.trees import make_tree

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]


def sample(
    state: State, nodes: Nodes, games: int, sums: npt.NDArray[np.float64] | None = None
) -> npt.NDArray[np.float64]:
    """The owners from games that follow a tree, on average; what the score is made of goes to `sums`."""
    state.game.spec.module("heuristics")
    states = np.zeros(2, dtype=state.game.adapter.dtype)
    states[0] = state.record
    words = states.view(np.uint64).reshape(2, -1)
    owners = np.zeros(state.game.points)
    sums = np.zeros((2, 4)) if sums is None else sums
    sample_owners(state.game.adapter.rules, states, words, nodes, make_rng(1), games, owners, sums)
    assert states[0].tobytes() == state.record.tobytes()
    return owners / games


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_a_finished_game_belongs_to_whom_the_rules_say(name: str, options: dict[str, Any]) -> None:
    state = some_state(name, options, 400)
    if state.outcome is None:
        return
    wanted = np.array([{"B": 1.0, "W": -1.0}.get(one, 0.0) for one in state.game.board.symbols(state.rows())])
    if state.game.spec.family == "vacu":
        for colour, names in parts_of(state)["territory"].items():
            wanted[[state.game.board.index[name] for name in names]] = 1.0 if colour == "B" else -1.0
    owners = sample(state, new_tree(0), 3)
    assert owners.tolist() == wanted.tolist()


def score_parts(state: State) -> dict[str, dict[str, float]] | None:
    """What a finished game's score is made of, counted from its parts."""
    parts, name = parts_of(state), state.game.name
    if name == "vacu":
        return {c: {"stones": parts["stones"][c], "territory": len(parts["territory"][c])} for c in "BW"}
    if name == "squared":
        return {c: {"squares": sum(g["square"] for g in parts["groups"] if g["colour"] == c)} for c in "BW"}
    if name == "kaomi":
        left = [g for g in parts["groups"] if g["cancelled_by"] is None]
        return {c: {"biggest": max((g["size"] for g in left if g["colour"] == c), default=0)} for c in "BW"}
    return {c: parts[c] for c in "BW"} if name.startswith("iago") else None


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_a_finished_game_is_made_of_what_the_rules_count(name: str, options: dict[str, Any]) -> None:
    finished = 0
    for plies in (60, 400):
        state = some_state(name, options, plies)
        if state.outcome is not None:
            sums = np.zeros((2, 4))
            sample(state, new_tree(0), 2, sums)
            assert expected_parts(state.game.spec, sums / 2) == score_parts(state)
            finished += 1
    assert finished


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_games_without_a_tree_end(name: str, options: dict[str, Any]) -> None:
    owners = sample(some_state(name, options, 3), new_tree(0), 3)
    assert np.abs(owners).max() <= 1
    assert np.abs(owners).sum() > 0


# Squares a1 and b1 are empty (actions 0 and 1); Black's stone goes to one of them, White's to the other.
ALMOST = "kaomi(size=2) BW/.. B"


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        # In proportion to the visits, as far as both are as good as the average.
        ({"visits": 30, "value": 15, "lead": 0}, {"visits": 10, "value": 5, "lead": 0}, 0.75),
        # A proven win is taken, a proven loss left alone.
        ({"visits": 1, "value": 1, "proven": WON}, {"visits": 99, "value": 90}, 1.0),
        ({"visits": 5, "value": 2}, {"visits": 50, "value": 0, "proven": LOST, "distance": 3}, 1.0),
        # As many wins, fewer points: nobody would choose that.
        ({"visits": 30, "value": 29, "lead": 90}, {"visits": 30, "value": 29, "lead": -90}, 1.0),
        # More wins, fewer points: both may be right.
        ({"visits": 30, "value": 25, "lead": 30}, {"visits": 30, "value": 15, "lead": 90}, 0.5),
        # All is lost: what keeps most points, if enough is known of it, or if it ends the game.
        ({"visits": 20, "value": 0, "lead": -20}, {"visits": 90, "value": 0, "lead": -900}, 1.0),
        ({"visits": 1, "lead": -1, "proven": LOST}, {"visits": 90, "value": 0, "lead": -900}, 1.0),
        ({"visits": 90, "value": 0, "lead": -900}, {"visits": 2, "value": 0, "lead": 100}, 1.0),
        ({"visits": 9, "lead": -99, "proven": LOST, "distance": 2}, {"visits": 3, "proven": LOST, "distance": 2}, 1.0),
    ],
)  # fmt: skip
def test_the_walk_is_that_of_players(one: dict[str, float], other: dict[str, float], part: float) -> None:
    from fieldstone.play.parse import parse_position

    state = parse_position(ALMOST)
    ends = []
    for first, second in (("a1", "b1"), ("b1", "a1")):
        trial = state.copy()
        trial.play(first)
        trial.play(second)
        ends.append(sample(trial, new_tree(0), 1))
    assert not np.array_equal(ends[0], ends[1])
    nodes = make_tree((2, 1), {"action": 0, **one}, {"action": 1, **other})
    owners = sample(state, nodes, 400)
    wanted = part * ends[0] + (1 - part) * ends[1]
    assert np.abs(owners - wanted).max() < (0.12 if part < 1 else 1e-9)
