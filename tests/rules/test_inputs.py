"""What a small network sees, beside what the oracles say that it should: its inputs, one by one."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.play.observation import sight_of
from fieldstone.search.net.file import Net, blank_weights, games_with_networks, sizes_for
from tests.oracles import make
from tests.oracles.base import EMPTY, OTHER
from tests.oracles.iago import Iago
from tests.oracles.planes import planes

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]


def test_the_inputs_are_what_stands_on_the_board() -> None:
    """Own stones, the opponent's, and the open swap: read off the network that adds them up one by one."""
    game = fieldstone.load("kaomi", size=5)
    state = game.new_state()
    state.play("c3")
    seen = inputs_of(state)
    assert seen[game.points + game.move("c3").action] == 1
    assert seen[2 * game.points] == 1
    assert seen.sum() == 2
    state.play("swap")
    seen = inputs_of(state)
    assert seen.sum() == 1
    assert seen[game.points + game.move("c3").action] == 1, "K10: it is White's turn again"
    state.play("a1")
    seen = inputs_of(state)
    assert seen[game.move("c3").action] == 1
    assert seen[game.points + game.move("a1").action] == 1
    assert seen.sum() == 2


@pytest.mark.parametrize("name", games_with_networks())
def test_what_stands_on_the_board_is_what_the_oracle_sees(name: str) -> None:
    """Each plane of stones that the oracle draws for the player to move, one after the other."""
    options = {} if name.startswith("iago") else {"size": 4}
    game = fieldstone.load(name, **options)
    names = ("own", "opponent") + (("own_captives", "opponent_captives") if name.startswith("iago") else ())
    shown = np.zeros(len(names))
    for seed in range(3):
        rng, state, oracle = random.Random(seed), game.new_state(), make(name, **options)
        while state.outcome is None:
            drawn = planes(oracle, state.seat)
            wanted = [np.ravel(drawn[plane])[sight_of(game).cells] for plane in names]
            assert (inputs_of(state)[: len(names) * game.points] == np.concatenate(wanted)).all(), str(state)
            shown += np.sum(wanted, axis=1)
            move = rng.choice(oracle.legal())
            state.play(move)
            oracle.play(move)
    assert shown.all()


def test_where_either_side_captures_is_what_the_oracle_finds() -> None:
    """Iago, I3 and I5: how many discs, by hexes, for the player to move and for the opponent; and where one has to."""
    game, shown = fieldstone.load("iago"), np.zeros(7)
    for seed in range(6):
        rng, state, oracle = random.Random(seed), game.new_state(), Iago()
        while state.outcome is None:
            wanted = np.zeros((7, game.points))
            found = [captures_of(oracle, colour) for colour in (oracle.to_move, OTHER[oracle.to_move])]
            for side, captures in enumerate(found):
                for name, number in captures.items():
                    wanted[3 * side + min(number, 3) - 1, game.move(name).action] = 1
            for name, number in found[0].items():
                wanted[6, game.move(name).action] = number == max(found[0].values())
            assert (inputs_of(state)[4 * game.points :] == wanted.ravel()).all(), str(state)
            shown += wanted.sum(axis=1)
            move = rng.choice(oracle.legal())
            state.play(move)
            oracle.play(move)
    assert shown.all()


def captures_of(oracle: Iago, colour: str) -> dict[str, int]:
    """Return how many discs a colour would capture, by the hexes where it captures any."""
    view = copy.deepcopy(oracle)
    view.to_move = colour
    found = {oracle.board.name[point]: view._flips(point).captures for point in oracle.points_with(EMPTY)}
    return {name: number for name, number in found.items() if number}


def inputs_of(state: State) -> Any:
    """Return what the inputs are: those of a network whose move `k` adds 1 where input `k` is 1."""
    game = state.game
    inputs = sizes_for(game, 1, 1)["inputs"]
    weights = blank_weights(sizes_for(game, inputs, 1) | {"actions": inputs})
    np.fill_diagonal(weights.first, 1.0)
    np.fill_diagonal(weights.policy, 1.0)
    return Net(str(game), weights).judge(game, np.array([state.record]))[1][0]
