"""PettingZoo's own tests on our environments, and what agents get beside what we know."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import fieldstone
from fieldstone import IllegalMoveError, OptionError
from fieldstone.interop import pettingzoo
from fieldstone.play.observation import sight_of
from tests.brought import with_brought

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 4, "komi": 3}),
        ("vacu", {"size": 2, "setup": "auction"}),
        ("convacu", {"size": 3}),
        ("kaomi", {"size": 4}),
        ("squared", {"size": 3, "setup": "auction"}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)
cases = pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
# PettingZoo says so of every environment with a mask whose name is not in a list of its own.
MASKED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def acted(env: Any, *actions: int) -> Any:
    """An environment after a reset and these actions."""
    env.reset()
    for action in actions:
        env.step(action)
    return env


# PettingZoo's tests ----------------------------------------------------------------------------


@cases
def test_api(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        for message in MASKED:
            warnings.filterwarnings("ignore", message)
        api_test(pettingzoo.env(name, **options), num_cycles=100)


@cases
def test_seeds(name: str, options: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(name, **options), num_cycles=20)


@cases
def test_all_at_once_in_their_tests(name: str, options: dict[str, Any]) -> None:
    parallel_api_test(pettingzoo.parallel_env(name, **options), num_cycles=50)
    parallel_seed_test(lambda: pettingzoo.parallel_env(name, **options), num_cycles=10)


@cases
def test_rendering(name: str, options: dict[str, Any]) -> None:
    render_test(lambda render_mode: pettingzoo.env(name, render_mode, **options))


def test_max_cycles() -> None:
    """Their test draws from all actions; with these seeds, on a large board, it draws none that is illegal."""

    def seeded(env: Any) -> Any:
        for number, agent in enumerate(env.possible_agents, start=1):
            env.action_space(agent).seed(number)
        return env

    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: seeded(pettingzoo.env("vacu", size=19, max_cycles=max_cycles)),
            parallel_env=lambda max_cycles: seeded(pettingzoo.parallel_env("vacu", size=19, max_cycles=max_cycles)),
        )
    )


# What agents get -------------------------------------------------------------------------------


@cases
def test_agents_see_our_states(name: str, options: dict[str, Any]) -> None:
    rng = random.Random(3)
    env = acted(pettingzoo.env(name, **options))
    state = fieldstone.load(name, **options).new_state()
    sight = sight_of(state.game)
    for agent in env.agent_iter():
        assert env.unwrapped.fieldstone == state
        for seat, other in enumerate(pettingzoo.AGENTS, start=1):
            seen = env.observe(other)
            assert env.observation_space(other).contains(seen)
            assert np.array_equal(seen["observation"], sight.see(state, seat))
            legal = [move.action for move in state.legal_moves()] if seat == state.seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
        _, reward, termination, truncation, info = env.last()
        assert (info, truncation) == ({}, False)
        if state.outcome is None:
            assert (agent, reward, termination) == (f"player_{state.seat - 1}", 0, False)
            move = rng.choice(state.legal_moves())
            env.step(move.action)
            state.play(move)
        else:
            winner = state.outcome.winner
            held = fieldstone.Colour.BLACK if state.seat_of(fieldstone.Colour.BLACK) == int(agent[-1]) + 1 else None
            wins = winner is not None and (winner is fieldstone.Colour.BLACK) == (held is not None)
            assert termination
            assert reward == (0 if winner is None else 1 if wins else -1)
            env.step(None)
    assert state.outcome is not None


def test_an_agent_may_act_twice_in_a_row() -> None:
    env = acted(pettingzoo.env("vadus", size=2), 0)
    assert env.agent_selection == "player_1"
    env.step(1)
    assert env.agent_selection == "player_1"
    env.step(2)
    assert env.agent_selection == "player_0"
    swapped = acted(pettingzoo.env("kaomi", size=2), 0, 4)
    assert (swapped.unwrapped.fieldstone.history[-1].text, swapped.agent_selection) == ("swap", "player_0")


def test_an_illegal_action_loses() -> None:
    env = acted(pettingzoo.env("kaomi", size=2), 1)
    env.step(1)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1}
    bare = acted(pettingzoo.raw_env("kaomi", size=2), 1)
    with pytest.raises(IllegalMoveError, match="b1 is occupied"):
        bare.step(1)
    for action in (5, -1, None):
        with pytest.raises(ValueError, match=f"an action is a whole number from 0 to 4, not {action}"):
            bare.step(action)
    assert [move.text for move in bare.fieldstone.history] == ["b1"]
    env.reset()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(5)


def test_games_are_cut_short() -> None:
    env = acted(pettingzoo.env("kaomi", max_cycles=2), 0, 2, 4)
    assert env.truncations == {"player_0": False, "player_1": False}
    env.step(6)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": 0, "player_1": 0}
    assert pettingzoo.raw_env("vacu", size=9).max_moves == 344
    assert pettingzoo.raw_env("vadus").max_moves is None


def test_all_at_once() -> None:
    """Only the action of who is to move counts."""
    env = pettingzoo.parallel_env("kaomi", size=2)
    env.reset()
    _, rewards, *_ = env.step({"player_0": 0, "player_1": 0})
    env.step({"player_0": 0, "player_1": 1})
    assert [move.text for move in env.unwrapped.fieldstone.history] == ["a1", "b1"]
    assert rewards == {"player_0": 0, "player_1": 0}


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"game": "go"}, OptionError, "there is no game “go”"),
        ({"size": 1}, OptionError, "vacu: size must be a whole number from 2 to 19, not “1”"),
        ({"colour": "red"}, OptionError, "vacu has no option “colour”"),
        ({"render_mode": "film"}, ValueError, "render_mode must be None or one of human, ansi, rgb_array, not 'film'"),
        ({"max_cycles": 0}, ValueError, "max_cycles must be at least 1, or None, not 0"),
    ],
)
def test_bad_options(options: dict[str, Any], error: type[Exception], said: str) -> None:
    for make in (pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env):
        with pytest.raises(error, match=said):
            make(**options)


def test_copies_and_pickles() -> None:
    """A pickle is that of a new environment, as PettingZoo has it; a copy likewise."""
    env = acted(pettingzoo.raw_env("squared", size=3, komi=4, render_mode="ansi"), 0)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.reset()
        assert twin.game == env.game
        assert twin.render_mode == "ansi"
        assert not twin.fieldstone.history


# Pictures --------------------------------------------------------------------------------------


def test_pictures_of_positions(capsys: pytest.CaptureFixture[str]) -> None:
    state = fieldstone.parse_position("vacu(size=3) moves b2,a1")
    text = acted(pettingzoo.env("vacu", "ansi", size=3), 4, 0).render()
    assert text == str(state)
    before = acted(pettingzoo.env("vacu", "rgb_array", size=3)).render()
    after = acted(pettingzoo.env("vacu", "rgb_array", size=3), 4, 0).render()
    assert before.shape == after.shape
    assert before.shape[1:] == (pettingzoo.PIXELS, 3)
    middle = len(after) // 2, pettingzoo.PIXELS // 2
    assert before[middle].sum() > 300 > after[middle].sum()  # a black stone on wood
    capsys.readouterr()
    acted(pettingzoo.env("vacu", "human", size=3), 4, 0)
    boards = capsys.readouterr().out.split("\n\n")
    assert boards == [str(fieldstone.parse_position("vacu(size=3) moves b2")), str(state), ""]


def test_rendering_without_a_mode() -> None:
    env = acted(pettingzoo.env("iago"))
    with pytest.warns(UserWarning, match="nothing is rendered: give a render_mode"):
        assert env.render() is None
    assert gymnasium.logger.min_level == gymnasium.logger.WARN
