"""What the search knows of the games beside their rules, beside naive second versions of it."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.kernels import add_owners, appraise_move, is_legal, margin, playout_action, promise
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
    """Two-distances of the stones to the rim over empty points, repeated until nothing changes any more."""
    far = 10**6
    stones = twin.points_with(BLACK) + twin.points_with(WHITE)
    empty = [point for point in twin.board.neighbours if point not in stones]
    steps = {point: 1 if point in twin.edge else far for point in empty}

    def second_nearest(point: Any) -> int:
        found = sorted(steps[near] for near in twin.board.neighbours[point] if near in steps)
        return found[1] if len(found) > 1 else far

    before: dict[Any, int] = {}
    while before != steps:
        before = dict(steps)
        for point in empty:
            steps[point] = min(steps[point], 1 + second_nearest(point))
    ways = {stone: 0 if stone in twin.edge else second_nearest(stone) for stone in stones}
    return {stone: way for stone, way in ways.items() if way < far}


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
        for other in others:
            way = ways[one] + ways[other] if other != one else 2 * max(4, ways[one])
            clean = 2 * length - stones + way
            found.add(clean if clean <= 0 else 2 * clean * (20 - min(16, way)) // 20)
    return found


def best_of(sets: list[set[int]]) -> tuple[int, int]:
    """The least and the most that the best group may be, no group being worth -3."""
    return max((-3, *map(min, sets))), max((-3, *map(max, sets)))


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


def promised(text: str) -> int:
    state = fieldstone.parse_position(text)
    importlib.import_module("fieldstone.games.vadus.knowledge")
    return int(promise(state.game.face.rules[0], state.copy().record))


def test_a_chain_is_worth_more_the_longer_it_is() -> None:
    """Three stones that begin on the rim, five, and a chain that is there."""
    values = [promised(f"vadus(size=4) W.../...../....../{row}/....../...../...W W")
              for row in ("BBB....", "BBBBB..", "BBBBBBB")]  # fmt: skip
    assert values == sorted(set(values))
    assert (
        values[-1] == 2 * 7 - 10
    )  # twice the chain's value (W5); White's lone stones on the rim: 2 * (1 + 8) * 12 // 20


def test_the_promise_of_no_stones_and_of_stones_shut_in() -> None:
    assert promised("vadus(size=4) ..../...../....../......./....../...../.... B") == 0
    assert promised("vadus(size=4) ..../...../..WW../..WBW../..WW../...../.... W") < -8


@pytest.mark.parametrize("size", [3, 4])
def test_a_move_is_appraised_as_the_position_after_it(size: int) -> None:
    for state, _ in random_states(f"vadus(size={size})", 25):
        if state.outcome is not None:
            continue
        rules, before = state.game.face.rules[0], state.copy()
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.outcome is None:
                assert appraise_move(rules, before.record, move.action) == promise(rules, after.record)
        assert before == state


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
