"""What the search knows of the games beside their rules, beside naive second versions of it."""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.kernels import (
    add_owners,
    ending_action,
    is_legal,
    margin,
    move_evaluation,
    playout_action,
    prepare_move_evaluations,
    static_evaluation,
)
from fieldstone.core.rng import make_rng
from fieldstone.search.random import RandomPlayer
from tests.brought import brought_texts, with_brought
from tests.oracles import make
from tests.oracles.base import BLACK, EMPTY, WHITE, Oracle

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]

GAMES = with_brought(
    ["vacu(size=5)", "convacu(size=5)", "kaomi(size=4)", "squared(size=4)", "iago", "iago-free", "vadus(size=4)"],
    brought_texts(),
)


def random_states(name: str, count: int) -> list[tuple[State, Oracle]]:
    """Positions of random games, one a game, the finished ones too."""
    found = []
    game = fieldstone.play.game.read_game(name)
    game.spec.module("heuristics")
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


def prospects(twin: Any, group: set[Any], ways: dict[Any, int]) -> list[tuple[int, float]]:
    """What a group may become worth with which chance: all answers that differ only in which stones are its ends."""
    stones = len(group)
    if len(group & twin.edge) >= 2:
        return [(twin._value(group), 1.0)]
    ends = {stone for stone in group if stone in ways}
    if not ends:
        return [(-stones, 1.0)]
    found = set()
    starts: set[Any] = group & twin.edge
    if not starts:
        starts = set().union(*(farthest(twin, stone, group, ends)[0] for stone in group))
    for one in starts:
        others, length = farthest(twin, one, group, ends)
        for other in others:
            way = ways[one] + ways[other] if other != one else 2 * max(4, ways[one])
            found.add((2 * length - stones + way, max(0.1, 1 - way / 20)))
    return list(found)


def chance_of(worth: int, prospect: tuple[int, float]) -> float:
    """The chance that a group with a prospect gets worth so much: each point more takes off a third of the log."""
    clean, chance = prospect
    if worth <= clean:
        return chance
    more = chance * math.exp((clean - worth) / 3) if chance < 1 else 0.0
    return more if more >= 0.002 else 0.0


def hopes(groups: list[list[tuple[int, float]]], choose: Callable[[Iterable[float]], float]) -> list[float]:
    """The chances of a best group worth -8, -7 and so on; `choose` decides which ends a group has where it may be."""
    return [1.0, *(max((choose(chance_of(worth, one) for one in group) for group in groups), default=0.0)
                   for worth in range(-7, 200))]  # fmt: skip


def log_odds(black: list[float], white: list[float]) -> float:
    """Ten times the log-odds that the best group of Black is worth more; the chances are of so much or more."""
    chance = 0.0
    for ours in range(len(black) - 1):
        for theirs in range(len(white) - 1):
            both = (black[ours] - black[ours + 1]) * (white[theirs] - white[theirs + 1])
            chance += both * (1.0 if ours > theirs else 0.5 if ours == theirs else 0.0)
    chance = max(0.002, min(0.998, chance))
    return 10 * math.log(chance / (1 - chance))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_static_evaluation_of_vadus(size: int) -> None:
    exact = 0
    for state, twin in random_states(f"vadus(size={size})", 40):
        if state.outcome is not None:
            assert static_evaluation(state.game.adapter.rules[0], state.copy().record) == margin(
                state.game.adapter.rules[0], state.copy().record
            )
            continue
        ways = ways_to_the_rim(twin)
        black, white = ([prospects(twin, group, ways) for group in twin.regions(colour)] for colour in (BLACK, WHITE))
        low = log_odds(hopes(black, min), hopes(white, max))
        high = log_odds(hopes(black, max), hopes(white, min))
        # It is rounded to a whole number, and what it is made of is told to seven digits.
        assert low - 0.51 <= static_evaluation(state.game.adapter.rules[0], state.copy().record) <= high + 0.51
        exact += low == high
    assert exact > 2


def evaluated(text: str) -> int:
    state = fieldstone.parse_position(text)
    importlib.import_module("fieldstone.games.vadus.heuristics")
    return int(static_evaluation(state.game.adapter.rules[0], state.copy().record))


def test_a_longer_chain_is_evaluated_higher_and_its_end_settles_it() -> None:
    """Three stones that begin on the rim, five, and a chain that is there."""
    three, five, seven = (
        evaluated(f"vadus(size=4) W.../...../....../{row}/....../...../...W W")
        for row in ("BBB....", "BBBBB..", "BBBBBBB")
    )
    assert three < five
    # Black has 7 (W5), for good. White's lone stones on the rim may become 2 - 1 + 8 = 9 with a chance of 1 - 8 / 20.
    assert seven == round(10 * math.log(0.4 / 0.6))


def test_the_static_evaluation_of_no_stones_and_of_stones_shut_in() -> None:
    assert evaluated("vadus(size=4) ..../...../....../......./....../...../.... B") == 0
    assert evaluated("vadus(size=4) ..../...../..WW../..WBW../..WW../...../.... W") < -8


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_a_move_is_evaluated_as_the_position_after_it(size: int) -> None:
    for state, _ in random_states(f"vadus(size={size})", 25):
        if state.outcome is not None:
            continue
        rules, before = state.game.adapter.rules[0], state.copy()
        prepare_move_evaluations(rules, before.record)
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.outcome is None:
                assert move_evaluation(rules, before.record, move.action) == static_evaluation(rules, after.record)
        assert before == state


# All games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_pass_that_ends_the_game_is_known(name: str) -> None:
    """V7, W3; I2, K1: there are none. C2, C5: only two forced ones, on a single point."""
    ending = 0
    for state, twin in random_states(name, 25):
        if state.outcome is None and "pass" in twin.legal():
            state.play("pass")  # often the next one ends the game
            twin.play("pass")
        if state.outcome is not None:
            continue
        known = ending_action(state.game.adapter.rules[0], state.record)
        if "pass" in twin.legal():
            twin.play("pass")
            assert (known >= 0) == (twin.winner is not None)
            ending += twin.winner is not None
        else:
            assert known < 0
        assert known < 0 or state.game.moves[known].text == "pass"
    assert (ending > 5) == name.startswith(("vacu", "vadus"))


@pytest.mark.parametrize("name", GAMES)
def test_playout_moves_are_legal(name: str) -> None:
    rng = make_rng(3)
    for state, _ in random_states(name, 25):
        if state.outcome is None:
            record = state.copy().record
            for _ in range(4):
                action = playout_action(state.game.adapter.rules[0], record, rng)
                assert is_legal(state.game.adapter.rules[0], record, action)


@pytest.mark.parametrize("name", GAMES)
def test_owners_are_those_of_the_oracle(name: str) -> None:
    for state, twin in random_states(name, 25):
        owners = np.zeros(state.game.points)
        add_owners(state.game.adapter.rules[0], state.copy().record, owners)
        expected = dict.fromkeys(state.game.board.names, 0)
        sign = {BLACK: 1, WHITE: -1}
        for point, cell in twin.cells.items():
            expected[twin.board.name[point]] = sign.get(cell, 0)
        if state.game.spec.family == "vacu":
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
    importlib.import_module("fieldstone.games.vacu.heuristics")
    state = fieldstone.parse_position("vacu(size=3) BB./.BB/.BB B button=W".replace(".BB/.BB", "BBB/.BB"))
    rng, names = make_rng(1), set()
    for _ in range(60):
        action = playout_action(state.game.adapter.rules[0], state.copy().record, rng)
        names.add(state.game.moves[action].text)
    assert names == {"pass"}
