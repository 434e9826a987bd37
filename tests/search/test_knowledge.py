"""What the search knows of the games beside their rules, beside naive second versions of it."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.kernels import add_owners, is_legal, margin, playout_action, promise
from fieldstone.core.rng import make_rng
from fieldstone.search.random import RandomPlayer
from tests.oracles import make
from tests.oracles.base import BLACK, EMPTY, WHITE, Oracle

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]

GAMES = ["vacu(size=5)", "convacu(size=5)", "kaomi(size=4)", "squared(size=4)", "iago", "iago-free", "vadus(size=4)"]


def random_states(name: str, count: int) -> list[tuple[State, Oracle]]:
    """Positions of random games, one a game, the finished ones too."""
    found = []
    game = fieldstone.game.read_game(name)
    importlib.import_module(f"fieldstone.games.{game.facts.folder}.knowledge")
    for seed in range(count):
        state, twin, player = game.new_state(), make(game.name, **game.options), RandomPlayer(seed)
        plies = random.Random(seed).randrange(2, 60)
        while state.outcome is None and len(state.history) < plies:
            move = player.choose(state)
            state.play(move)
            twin.play(move.text)
        found.append((state, twin))
    return found


# Vadus: what the groups may become ---------------------------------------------------------------------------------


def ways_to_the_rim(twin: Any) -> dict[Any, int]:
    """How many stones join each stone to the rim over empty points, by growing outwards from it."""
    ways = {}
    for stone in twin.points_with(BLACK) + twin.points_with(WHITE):
        reached, front, steps = {stone}, {stone}, 0
        while front and not front & twin.edge:
            front = {near for point in front for near in twin.board.neighbours[point]}
            front = {point for point in front - reached if twin.cells.get(point, EMPTY) == EMPTY}
            reached |= front
            steps += 1
        if front:
            ways[stone] = steps
    return ways


def distances(twin: Any, start: Any, group: set[Any]) -> dict[Any, int]:
    """Stones on the shortest way inside a group from one of it to each, both ends counted."""
    found, front, steps = {start: 1}, {start}, 1
    while front:
        steps += 1
        front = {near for point in front for near in twin.board.neighbours[point]} & group - set(found)
        found |= dict.fromkeys(front, steps)
    return found


def farthest(twin: Any, start: Any, group: set[Any], ends: set[Any]) -> tuple[set[Any], int]:
    far = distances(twin, start, group)
    most = max(far[end] for end in ends)
    return {end for end in ends if far[end] == most}, most


def prospects(twin: Any, group: set[Any], ways: dict[Any, int]) -> set[int]:
    """What a group may become worth, twice: all answers that differ only in which of equally far stones are ends."""
    stones = len(group)
    if len(group & twin.edge) >= 2:
        return {2 * twin._value(group)}
    ends = {stone for stone in group if stone in ways}
    if not ends:
        return {-2 * stones}
    found = set()
    starts: set[Any] = group & twin.edge
    if not starts:
        starts = set().union(*(farthest(twin, stone, group, ends)[0] for stone in group))
    for one in starts:
        others, length = farthest(twin, one, group, ends)
        clean = 2 * length - stones
        for other in others:
            way = min(4, ways[one] + ways[other])
            found.add(clean if clean <= 0 else clean * (18 - 3 * way) // 10)
    return found


def best_of(sets: list[set[int]]) -> tuple[int, int]:
    """The least and the most that the best group may be."""
    return max((min(one) for one in sets), default=-1000), max((max(one) for one in sets), default=-1000)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_promise_of_vadus(size: int) -> None:
    exact = 0
    for state, twin in random_states(f"vadus(size={size})", 40):
        if state.outcome is not None:
            assert promise(state.game.face.rules[0], state.copy().record) == margin(
                state.game.face.rules[0], state.copy().record
            )
            continue
        ways = ways_to_the_rim(twin)
        black, white = (best_of([prospects(twin, group, ways) for group in twin.regions(colour)])
                        for colour in (BLACK, WHITE))  # fmt: skip
        low, high = (max(-40, min(40, one)) for one in (black[0] - white[1], black[1] - white[0]))
        assert low <= promise(state.game.face.rules[0], state.copy().record) <= high
        exact += low == high
    assert exact > 2


def test_a_chain_is_worth_more_the_nearer_it_is_to_the_rim() -> None:
    """Three stones in the middle, three that begin on the rim, and a chain from rim to rim."""
    importlib.import_module("fieldstone.games.vadus.knowledge")
    values = []
    for row in ("..BBB..", "BBB....", "BBBBBBB"):
        state = fieldstone.parse_position(f"vadus(size=4) W.../...../....../{row}/....../...../...W W")
        values.append(promise(state.game.face.rules[0], state.copy().record))
    assert values == sorted(set(values))
    assert values[2] == 2 * 7 - 1  # twice the chain's value (W5); White's best is a lone stone on the rim, which gets 1


# All games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_playout_moves_are_legal(name: str) -> None:
    rng = make_rng(3)
    for state, _ in random_states(name, 25):
        if state.outcome is None:
            record = state.copy().record
            for _ in range(4):
                action = playout_action(state.game.face.rules[0], record, rng)
                assert is_legal(state.game.face.rules[0], record, action)


@pytest.mark.parametrize("name", GAMES)
def test_owners_are_those_of_the_oracle(name: str) -> None:
    for state, twin in random_states(name, 25):
        owners = np.zeros(state.game.points)
        add_owners(state.game.face.rules[0], state.copy().record, owners)
        expected = dict.fromkeys(state.game.board.names, 0)
        sign = {BLACK: 1, WHITE: -1}
        for point, cell in twin.cells.items():
            expected[twin.board.name[point]] = sign.get(cell, 0)
        if state.game.facts.folder == "vacu":
            for region in twin.regions(EMPTY):
                around = {twin.cells.get(near, EMPTY) for point in region for near in twin.board.neighbours[point]}
                colours = around - {EMPTY}
                if len(colours) == 1:
                    for point in region:
                        expected[twin.board.name[point]] = sign[colours.pop()] if len(colours) == 1 else 0
                        colours = around - {EMPTY}
        assert dict(zip(state.game.board.names, owners.astype(int).tolist(), strict=True)) == expected


def test_eyes_are_left_alone() -> None:
    """V2: a1 is an eye of Black's, whose other one is open; White may fill neither, Black will not."""
    importlib.import_module("fieldstone.games.vacu.knowledge")
    state = fieldstone.parse_position("vacu(size=3) BB./.BB/.BB B button=W".replace(".BB/.BB", "BBB/.BB"))
    rng, names = make_rng(1), set()
    for _ in range(60):
        action = playout_action(state.game.face.rules[0], state.copy().record, rng)
        names.add(state.game.moves[action].text)
    assert names == {"pass"}
