"""Speed of OpenSpiel, the yardstick, measured in this very process on one thread.

OpenSpiel gives no direct way to its C++ rollouts from Python. They are reached through its
``MCTSBot``: with one simulation the search stays at the root, and its evaluator
``RandomRolloutEvaluator`` then plays as many uniformly random games from there as it was told to.
One such step takes about a second, so that what the bindings cost vanishes.

Every function takes seconds of wall time and answers a rate per second of wall time.
"""

from __future__ import annotations

import functools
import importlib
import math
import random
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any

import numpy as np
import pettingzoo
import pyspiel
from open_spiel.python import rl_agent, rl_environment, vector_env

GO = "go(board_size=9)"
OTHELLO = "othello"
HAVANNAH = "havannah(board_size=8)"
GAMES = (GO, OTHELLO, HAVANNAH)

_UCT_CONSTANT = math.sqrt(2)
_MEMORY_MB = 4000  # a bound: no search here comes near it
_SECONDS_PER_STEP = 1.0
_seeds = random.Random(20240229)


def version() -> str:
    """Give the version of the OpenSpiel that is measured.

    Returns
    -------
    str
        The version of the installed distribution.
    """
    return metadata.version("open_spiel")


def _bot(game: pyspiel.Game, rollouts: int, simulations: int) -> pyspiel.MCTSBot:
    """Make a search that evaluates each leaf by `rollouts` random games, freshly seeded."""
    seed = _seeds.randrange(2**31)
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(rollouts, seed),
        _UCT_CONSTANT,
        simulations,
        _MEMORY_MB,
        False,  # no solver: it would stop at proven positions, and made no simulation faster or slower
        seed,
        False,
    )


def _timed_step(game: pyspiel.Game, rollouts: int, simulations: int) -> float:
    """Time one search from the start of `game`, in seconds, without making the bot."""
    state = game.new_initial_state()
    bot = _bot(game, rollouts, simulations)
    start = time.perf_counter()
    bot.step(state)
    return time.perf_counter() - start


@functools.cache
def _rollouts_per_step(game_string: str) -> int:
    """Find how many random games of `game_string` take about a second here."""
    game = pyspiel.load_game(game_string)
    rollouts, spent = 16, 0.0
    while spent < _SECONDS_PER_STEP / 10:
        rollouts *= 4
        spent = _timed_step(game, rollouts, 1)
    return max(1, round(rollouts * _SECONDS_PER_STEP / spent))


def rollouts_per_second(game_string: str, seconds: float) -> float:
    """Measure OpenSpiel's random games in C++, played from the start of a game to its end.

    Parameters
    ----------
    game_string : str
        An OpenSpiel game with its parameters, such as ``"go(board_size=9)"``.
    seconds : float
        The time to measure for. It is rounded to whole steps of the bot of about one second,
        and shorter times make one shorter step.

    Returns
    -------
    float
        Random games per second.
    """
    game = pyspiel.load_game(game_string)
    steps = max(1, round(seconds / _SECONDS_PER_STEP))
    share = min(1.0, seconds / _SECONDS_PER_STEP)
    rollouts = max(1, round(_rollouts_per_step(game_string) * share))
    spent = sum(_timed_step(game, rollouts, 1) for _ in range(steps))
    return steps * rollouts / spent


@functools.cache
def mean_plies(game_string: str, games: int = 200) -> float:
    """Measure how long a random game is, through the bindings and outside all timing.

    Parameters
    ----------
    game_string : str
        An OpenSpiel game with its parameters.
    games : int
        The number of random games to play.

    Returns
    -------
    float
        The mean number of plies, passes counted. The same for every call in a process.
    """
    game = pyspiel.load_game(game_string)
    rng = random.Random(games)
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies / games


def binding_plies_per_second(game_string: str, seconds: float) -> float:
    """Measure a loop in Python that asks for the legal actions and plays one of them at random.

    Parameters
    ----------
    game_string : str
        An OpenSpiel game with its parameters.
    seconds : float
        The time to measure for; the last game is played to its end.

    Returns
    -------
    float
        Plies per second.
    """
    game = pyspiel.load_game(game_string)
    draw = random.Random(_seeds.random()).random
    plies = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            plies += 1
    return plies / spent


class _VectorLoop:
    """Random play in `n` environments that goes on from one measurement to the next.

    The games are begun at different points, so that openings and endings mix as they do in a
    long run.
    """

    def __init__(self, game_string: str, n: int) -> None:
        environments = [rl_environment.Environment(game_string) for _ in range(n)]
        self.draw = random.Random(n).random
        self.vector = vector_env.SyncVectorEnv(environments)
        self.vector.reset()
        length = int(mean_plies(game_string))
        for environment in environments:
            for _ in range(int(self.draw() * length)):
                environment.step([self.choose(environment.get_time_step()).action])
        self.time_steps = [environment.get_time_step() for environment in environments]

    def choose(self, time_step: rl_environment.TimeStep) -> rl_agent.StepOutput:
        """Draw a legal action; at the end of a game any action will do, the game restarts."""
        observations: dict[str, Any] = time_step.observations
        player = observations["current_player"]
        if player < 0:
            return rl_agent.StepOutput(0, None)
        actions = observations["legal_actions"][player]
        return rl_agent.StepOutput(actions[int(self.draw() * len(actions))], None)

    def step(self, reset_if_done: bool) -> None:
        """Play one ply in every environment."""
        outputs = [self.choose(time_step) for time_step in self.time_steps]
        self.time_steps = self.vector.step(outputs, reset_if_done=reset_if_done)[0]


_vector_loop = functools.cache(_VectorLoop)


def our_vacu() -> str:
    """Register our games with OpenSpiel.

    Returns
    -------
    str
        What OpenSpiel calls our Vacu 9x9.
    """
    importlib.import_module("fieldstone.interop.openspiel")
    return "fieldstone_vacu(size=9)"


def pettingzoo_go() -> Any:
    """Make PettingZoo's own Go.

    Returns
    -------
    pettingzoo.AECEnv
        Go 9x9, which is written in Python.
    """
    return pettingzoo.make("aec", "classic/go-v5", board_size=9)


def pettingzoo_vacu() -> Any:
    """Make our own environment for PettingZoo.

    Returns
    -------
    pettingzoo.AECEnv
        Vacu 9x9.
    """
    return importlib.import_module("fieldstone.interop.pettingzoo").env("vacu", size=9)


class _AgentLoop:
    """Random play in one environment of PettingZoo, the loop of its own documentation."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.env = make()
        self.rng = np.random.default_rng(1)
        self.env.reset(seed=1)

    def step(self) -> int:
        """Play one move, or begin a new game; returns the number of moves."""
        observation, _, terminated, truncated, _ = self.env.last()
        if terminated or truncated:
            self.env.reset()
            return 0
        legal = np.flatnonzero(observation["action_mask"])
        self.env.step(int(legal[self.rng.integers(len(legal))]))
        return 1


_agent_loop = functools.cache(_AgentLoop)


def agent_loop_steps_per_second(make: Callable[[], Any], seconds: float) -> float:
    """Measure a loop over an environment of PettingZoo, random actions drawn from the masks in its observations.

    Parameters
    ----------
    make : callable
        Gives the environment. There is one, and not many: PettingZoo has no batches, and one stays in the cache.
    seconds : float
        The time to measure for.

    Returns
    -------
    float
        Steps per second. Beginning a new game takes time and is no step.
    """
    loop = _agent_loop(make)
    steps = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        steps += loop.step()
    return steps / spent


def sync_vector_env_steps_per_second(game_string: str, n: int, seconds: float, reset_if_done: bool = True) -> float:
    """Measure OpenSpiel's ``SyncVectorEnv``, random legal actions taken from its time steps.

    Games that end start again by themselves. OpenSpiel's own training examples ask for that with
    ``reset_if_done=True``; the environment then computes all observations twice. Without it each
    environment restarts on the step after its last, which costs a step per game and is faster.
    Both compute an observation tensor for each player, which cannot be switched off.

    Parameters
    ----------
    game_string : str
        An OpenSpiel game with its parameters.
    n : int
        The number of environments.
    seconds : float
        The time to measure for; the last step of all environments is finished.
    reset_if_done : bool
        Whether the vector restarts ended games at once.

    Returns
    -------
    float
        Environments times steps per second.
    """
    loop = _vector_loop(game_string, n)
    steps = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        loop.step(reset_if_done)
        steps += n
    return steps / spent


@functools.cache
def simulations_per_search(game_string: str) -> int:
    """Find how many simulations ``MCTSBot`` makes here in about a second.

    Parameters
    ----------
    game_string : str
        An OpenSpiel game with its parameters.

    Returns
    -------
    int
        Simulations, in whole hundreds.
    """
    game = pyspiel.load_game(game_string)
    simulations, spent = 100, 0.0
    while spent < _SECONDS_PER_STEP / 10:
        simulations *= 4
        spent = _timed_step(game, 1, simulations)
    return 100 * max(1, round(simulations * _SECONDS_PER_STEP / spent / 100))


def mcts_simulations_per_second(game_string: str, seconds: float) -> float:
    """Measure OpenSpiel's ``MCTSBot`` with one random game for each simulation.

    Parameters
    ----------
    game_string : str
        An OpenSpiel game with its parameters.
    seconds : float
        The time to measure for; the last search is finished. Each is of `simulations_per_search`, from
        the start of the game in a fresh tree.

    Returns
    -------
    float
        Simulations per second.
    """
    game = pyspiel.load_game(game_string)
    simulations = simulations_per_search(game_string)
    searches, spent = 0, 0.0
    while spent < seconds:
        spent += _timed_step(game, 1, simulations)
        searches += 1
    return searches * simulations / spent
