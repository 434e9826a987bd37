"""What a small network sees, beside what the oracles say that it should: its inputs, one by one."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.play.observation import sight_of
from fieldstone.search.net.file import Net, blank_weights, games_with_networks, seen_of, sizes_for
from tests.oracles import make
from tests.oracles.base import BLACK, EMPTY, OTHER, rim
from tests.oracles.iago import Iago
from tests.oracles.planes import planes, repetitions
from tests.oracles.vacu import Convacu, Vacu
from tests.oracles.vadus import Vadus
from tests.rules.test_twins import LOOPS, Loop

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
            first = seen_of(game).sides * game.points if state.to_move == "W" else 0
            seen = inputs_of(state)[first : first + len(names) * game.points]
            assert (seen == np.concatenate(wanted)).all(), str(state)
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


@pytest.mark.parametrize("name", ["vacu", "convacu"])
def test_liberties_takings_and_repetition_are_what_the_oracle_finds(name: str) -> None:
    """V2 to V9 and C1, input by input; in Convacu those of White stand behind those of Black."""
    game = fieldstone.load(name, size=3)
    shown: Any = 0
    for seed in range(60):
        rng, state, oracle = random.Random(seed), game.new_state(), make(name, size=3)
        while state.outcome is None:
            shown = shown + assert_vacu_inputs(state, oracle)
            move = rng.choice([move for move in oracle.legal() if move in oracle.board.point] or oracle.legal())
            state.play(move)
            oracle.play(move)
    kinds: Any = np.reshape(shown[: seen_of(game).points * game.points], (-1, game.points)).any(axis=1)
    rare = [8, 9] if name == "vacu" else [8, 9, 20, 21]
    assert np.flatnonzero(~kinds).tolist() == rare, "repetition is rare"


def test_ways_cross_the_usual_board_as_the_oracle_finds() -> None:
    """C1: with groups that cost nothing to pass, and stones in the way."""
    game = fieldstone.load("convacu")
    rng, state, oracle = random.Random(9), game.new_state(), make("convacu", size=9)
    while state.outcome is None:
        assert_vacu_inputs(state, oracle)
        for _ in range(3):
            if state.outcome is None:
                move = rng.choice([move for move in oracle.legal() if move in oracle.board.point] or oracle.legal())
                state.play(move)
                oracle.play(move)
    assert state.plies > 40


@pytest.mark.parametrize("loop", LOOPS, ids=str)
def test_repetition_is_among_the_inputs(loop: Loop) -> None:
    """V9: a stone that brings a position back for the second time, and for the third."""
    game = fieldstone.load(loop.name, size=loop.size)
    state, oracle = game.new_state(), make(loop.name, size=loop.size)
    shown: Any = 0
    for move in f"{loop.opening} {3 * (loop.cycle + ' ')}".split():
        if state.outcome is None:
            shown = shown + assert_vacu_inputs(state, oracle)
            state.play(move)
            oracle.play(move)
    seen = seen_of(game)
    sides = seen.sides or seen.points
    kinds: Any = np.reshape(shown[: seen.points * game.points], (-1, sides, game.points)).any(axis=(0, 2))
    assert kinds[8:10].all()


def assert_vacu_inputs(state: State, oracle: Any) -> Any:
    """Compare the inputs of Vacu or Convacu, and return them."""
    wanted = vacu_inputs(oracle)
    assert inputs_of(state).tolist() == wanted.tolist(), str(state)
    return wanted


def vacu_inputs(oracle: Vacu | Convacu) -> Any:
    """Return the inputs of Vacu or Convacu, from groups that are found anew (V2)."""
    own, enemy = oracle.to_move, OTHER[oracle.to_move]
    at = {point: number for number, point in enumerate(sorted(oracle.cells, key=lambda point: point[::-1]))}
    seen = np.zeros((10, len(at)))
    for side, colour in enumerate((own, enemy)):
        for group in oracle.regions(colour):
            pairs = [near for stone in group for near in oracle.board.neighbours[stone] if oracle.cells[near] == EMPTY]
            for stone in group:
                seen[side, at[stone]] = 1
                seen[2 + side, at[stone]] = len(set(pairs)) == 1
                seen[4 + side, at[stone]] = len(set(pairs)) > 1 and len(pairs) <= 4
            if len(set(pairs)) == 1:
                seen[7 - side, at[pairs[0]]] = 1
    for plane, content in enumerate(repetitions(oracle, own).values()):
        for point, value in content.items():
            seen[8 + plane, at[point]] = value
    passed = [float(oracle.passes > 0)]
    if isinstance(oracle, Convacu):
        ways, costs = zip(*(ways_of(oracle, colour, at) for colour in (own, enemy)), strict=True)
        seen = np.concatenate([seen, ways])
        views = [seen, np.zeros_like(seen)]
        return np.concatenate([*np.ravel(views if own == BLACK else views[::-1])[None], passed, *costs])
    button = [float(oracle.button == own), float(oracle.button == enemy)]
    nearer, ahead = nearer_of(oracle, at)
    return np.concatenate([seen.ravel(), nearer.ravel(), passed, button, [float(own == BLACK)], ahead])


def liberties_of(oracle: Vacu | Convacu, group: Any) -> set[Any]:
    """V2: the empty points beside a group."""
    return {near for stone in group for near in oracle.board.neighbours[stone] if oracle.cells[near] == EMPTY}


def nearer_of(oracle: Vacu, at: dict[Any, int]) -> tuple[Any, Any]:
    """V6: the points to which stones of one side are nearer, and by how many points that side is ahead, from -15 to 15.

    Stones that can be taken by who is to move count as if they were not there.
    """
    own, enemy = oracle.to_move, OTHER[oracle.to_move]
    stones = {colour: oracle.points_with(colour) for colour in (own, enemy)}
    for group in oracle.regions(enemy):
        if len(liberties_of(oracle, group)) == 1:
            stones[enemy] = [point for point in stones[enemy] if point not in group]
    seen, ahead = np.zeros((2, len(at))), 0
    for (column, row), number in at.items():
        ways = [min((abs(column - x) + abs(row - y) for x, y in stones[side]), default=99) for side in (own, enemy)]
        if ways[0] != ways[1]:
            side = 0 if ways[0] < ways[1] else 1
            seen[side, number] = min(ways) > 0
            ahead += 1 - 2 * side
    return seen, np.eye(31)[15 + max(-15, min(15, ahead))]


def ways_of(oracle: Convacu, colour: str, at: dict[Any, int]) -> tuple[Any, Any]:
    """C1: the empty points on cheapest ways between the edges of a colour, and what these cost, one place for each."""
    costs = {}
    for point, stone in oracle.cells.items():
        costs[point] = 1 if stone == EMPTY else 0 if stone == colour else 3
    for group in oracle.regions(OTHER[colour]):
        if len(liberties_of(oracle, group)) == 1:
            costs |= dict.fromkeys(group, 1)
    axis = 1 if colour == BLACK else 0  # Black's edges are at the bottom and at the top
    ends = [{point for point in costs if point[axis] == end} for end in (0, max(point[axis] for point in costs))]
    found = [cheapest(costs, oracle.board.neighbours, end) for end in ends]
    total = {point: found[0][point] + found[1][point] - costs[point] for point in costs}
    seen, told, least = np.zeros(len(at)), np.zeros(10), min(total.values())
    for point in oracle.points_with(EMPTY):
        seen[at[point]] = total[point] == least
    told[min(least, 9)] = 1
    return seen, told


def cheapest(costs: dict[Any, int], neighbours: Any, begin: set[Any]) -> dict[Any, int]:
    """Return what the cheapest way from some points to each point costs: the nearest point first (Dijkstra)."""
    open_points, found = {point: costs[point] for point in begin}, {}
    while open_points:
        point = min(open_points, key=lambda one: open_points[one])
        found[point] = open_points.pop(point)
        for near in neighbours[point]:
            if near not in found:
                open_points[near] = min(open_points.get(near, 1000), found[point] + costs[near])
    return found


def test_the_groups_and_the_lead_of_vadus_are_what_the_oracle_finds() -> None:
    """W2 to W6: stones of groups with two edge stones, the turn, a pass, and by how many values who would win."""
    game = fieldstone.load("vadus", size=3)
    shown: Any = 0
    for seed in range(30):
        rng, state, oracle = random.Random(seed), game.new_state(), Vadus(size=3)
        while state.outcome is None:
            wanted = vadus_inputs(oracle, game.board.names)
            assert inputs_of(state).tolist() == wanted.tolist(), str(state)
            shown = shown + wanted
            move = rng.choice([move for move in oracle.legal() if move != "pass"] or oracle.legal())
            move = "pass" if rng.random() < 0.1 and "pass" in oracle.legal() else move
            state.play(move)
            oracle.play(move)
    assert shown[:-17].all()
    assert shown[-17:].astype(bool).sum() > 8


def vadus_inputs(oracle: Vadus, names: Sequence[str]) -> Any:
    """Return the inputs of Vadus."""
    own, enemy = oracle.to_move, OTHER[oracle.to_move]
    edges, seen = rim(oracle.board), np.zeros((4, len(names)))
    for side, colour in enumerate((own, enemy)):
        for group in oracle.regions(colour):
            for stone in group:
                place = names.index(oracle.board.name[stone])
                seen[side, place] = 1
                seen[2 + side, place] = len(group & edges) > 1
    mine, others = (sorted(oracle.values(colour), reverse=True) for colour in (own, enemy))
    steps = 0
    for one, other in zip_longest(mine, others):
        if one != other:
            size = 1 if None in (one, other) else abs(one - other)
            ahead = other is None or (one is not None and one > other)
            steps = min(size, 8) * (1 if ahead else -1)
            break
    lead = np.zeros(17)
    lead[8 + steps] = 1
    turn = [float(oracle.stones_left == 1), float(oracle.passes > 0)]
    return np.concatenate([seen.ravel(), turn, lead])


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
    keys, known = state.keys[None], np.array([len(state.keys)])
    return Net(str(game), weights).judge(game, np.array([state.record]), keys, known)[1][0]
