"""Thousands of games at once behind the interface of Gymnasium's vector environments."""

import itertools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from fieldstone.core.entries import start_states
from fieldstone.core.record import RecordArray
from fieldstone.core.rng import make_rng
from fieldstone.core.stepping import (
    REPORT,
    TERMS,
    draw_each,
    find_unplayable,
    longest_playout,
    reset_many,
    step_many,
)
from fieldstone.interop.extras import advice
from fieldstone.play.batch import action_row, refused_action, thread_pool
from fieldstone.play.game import Game, read_game
from fieldstone.play.observation import sight_of
from fieldstone.play.state import State

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(advice("Gymnasium"), name=error.name) from error

SHARE = 64  # games that are worth a thread

# More would not fit a large machine's memory.
MOST_GAMES = 10_000_000
MOST_PLIES = 1_000_000
MOST_POSITIONS = 2**31  # that games which may repeat remember together, 8 bytes each

RENDER_MODES = ["ansi", "rgb_array"]
PIXELS = 240  # the width of a picture

Array = npt.NDArray[Any]
Infos = dict[str, Any]


def _words(states: RecordArray) -> npt.NDArray[np.uint64]:
    """Return the memory of records as rows of words."""
    return states.view(np.uint64).reshape(len(states), -1)


def _flat(observations: Array) -> Array:
    """Return observations as the kernels write them: planes with one index for a cell."""
    if observations.ndim == 2:
        return observations
    n, planes, rows, columns = observations.shape
    return observations.reshape(n, planes, rows * columns)


def _observation_space(game: Game, observation: str) -> spaces.Box:
    """Return the space of one game's observations; raises ValueError when there is no such observation."""
    if observation == "cells":
        return spaces.Box(0, len(game.adapter.symbols) - 1, (game.points,), np.int8)
    if observation == "planes":
        return spaces.Box(0.0, 1.0, sight_of(game).shape, np.float32)
    raise ValueError(f"observation must be 'cells' or 'planes', not {observation!r}")


def _number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number that lies in its range; raises ValueError when it does not."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        reach = f"from {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be a whole number {reach}, not {value!r}")
    return int(value)


def _room(game: Game, num_envs: int, max_plies: int) -> int:
    """Return how many positions of the past each game has room for; raises ValueError when that is too much memory."""
    past = max_plies + 1 if game.adapter.repeats else 1
    if num_envs * past > MOST_POSITIONS:
        raise ValueError(
            f"num_envs × max_plies must be at most {MOST_POSITIONS:,}, as {game.name} remembers each position, "
            f"not {num_envs:,} × {max_plies:,}"
        )
    return past


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return the mode that a text says; raises ValueError naming those that there are."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = ", ".join(repr(one.value) for one in AutoresetMode)
        raise ValueError(f"autoreset_mode must be one of {modes}, not {mode!r}") from None


def _render_mode(mode: str | None) -> str | None:
    """Return a mode of `render`; raises ValueError naming those that there are."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be None or one of {', '.join(map(repr, RENDER_MODES))}, not {mode!r}")
    return mode


class GameVectorEnv(VectorEnv[Array, npt.ArrayLike, Array]):
    """`num_envs` games of one kind; each step plays one move in all of them.

    Letters: n games, a actions (``game.num_actions``), p points (``game.points``). The arrays that `reset` and `step`
    give are views of memory that the next step writes to again, unless `copy` is asked for.

    An observation is what stands on each point, (n, p) int8: an index into ``game.adapter.symbols``, 0 for an empty
    point. Or it is what a network sees in the place of the player to move, (n, planes, rows, columns) float32 from 0 to
    1: the planes that `fieldstone.play.observation.sight_of` names.
    The reward of a game is that of the seat whose action was played: 1 for a win, -1 for a loss, 0 for a draw, a game
    that is cut off, and one that goes on. Repetition (V9) is found by 64-bit keys. The infos are:

    - ``action_mask`` (n, a) int8: the actions that the next step accepts. The legal ones; in a game that has ended, all
      of them where the next step begins it anew (`NEXT_STEP`), none where it has to be reset (`DISABLED`).
    - ``player`` (n,) int8: the seat to move, counted from 0, and ``colour`` (n,) int8: 0 for Black, 1 for White. They
      differ where the players have exchanged their colours.
    - ``rewards`` (n, 2) float32: what this step brought to each seat.
    - ``ending`` (n,) int8: what ended the game in this step, counted from 1 in the order of `fieldstone.Termination`,
      after which come the endings that only this game has; 0 where nothing did.
    - ``final_obs``, the last observations of games that have begun anew in the same step, and ``final_info``, their
      ``rewards`` and ``ending``: with `SAME_STEP`, in steps that end a game. As always in Gymnasium ``_final_obs`` and
      ``_final_info`` (n,) bool say which rows mean something.

    Attributes
    ----------
    game : the game and its options
    states : (n,) array of the game's state dtype: the positions themselves; do not write to them
    threads : how many threads work on a step at most; what comes out does not depend on it
    max_plies : a game of so many plies is cut off (truncated)
    random_plies : the random moves that each game begins with
    render_mode : how `render` shows the games
    """

    # What Gymnasium looks at before there are any games; each environment has its own, with its mode.
    metadata: dict[str, Any] = {"render_modes": RENDER_MODES}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        observation: str = "cells",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_plies: int | None = None,
        random_plies: int = 0,
        threads: int | None = None,
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set up the games; `reset` begins them.

        Parameters
        ----------
        game : a game, or its text, such as ``vacu(size=9,setup=auction)``
        num_envs : how many games, at least 1
        observation : "cells", what stands on each point, or "planes", what a network sees
        autoreset_mode : when a game that has ended begins anew: with the next step, in the same one, or only by `reset`
        max_plies : plies after which a game is cut off; None: in games that can repeat, which could go on for very
            long, four for each point and twenty, in the others more than a game can have
        random_plies : random moves that each game begins with, fewer where they would end it; less than `max_plies`
        threads : None: one for each processor
        copy : give copies, which stay as they are, instead of views
        render_mode : "ansi" or "rgb_array": what `render` gives, or None for nothing

        Raises
        ------
        OptionError
            There is no such game, or no such option.
        ValueError
            A number is out of its range, games would have to remember more than there is room for, or there is no such
            mode or observation.
        """
        self.game = read_game(game) if isinstance(game, str) else game
        adapter = self.game.adapter
        if max_plies is None:
            max_plies = int(longest_playout(adapter.rules))
        self.num_envs = _number("num_envs", num_envs, 1, MOST_GAMES)
        self.threads = _number("threads", os.cpu_count() or 1 if threads is None else threads, 1)
        self.max_plies = _number("max_plies", max_plies, 1, MOST_PLIES)
        self.random_plies = _number("random_plies", random_plies, 0, max_plies - 1)
        self.copy = copy
        self.mode = _mode(autoreset_mode)
        self.render_mode = _render_mode(render_mode)
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": self.mode}
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.single_observation_space = seen = _observation_space(self.game, observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._make_arrays(seen)

    def _make_arrays(self, seen: spaces.Box) -> None:
        """Make what the kernels write to: a row for each game."""
        adapter, num_envs = self.game.adapter, self.num_envs
        self._terms = np.zeros(1, TERMS)
        self._terms[0] = (list(AutoresetMode).index(self.mode), self.max_plies, self.random_plies)
        fresh = np.zeros(1, adapter.dtype)
        start_states(adapter.rules, fresh)
        self._fresh = _words(fresh)
        self.states = np.zeros(num_envs, adapter.dtype)
        self._keys = np.zeros((num_envs, _room(self.game, num_envs, self.max_plies)), dtype=np.uint64)
        self._rngs = np.zeros((num_envs, 1), dtype=np.uint64)
        self._observations = np.zeros((num_envs, *seen.shape), dtype=seen.dtype)
        self._finals = np.zeros_like(self._observations[: num_envs if self.mode is AutoresetMode.SAME_STEP else 0])
        self._masks = np.zeros((num_envs, self.game.num_actions), dtype=np.bool_)
        self._reports = np.zeros(num_envs, REPORT)
        self._actions = np.zeros(num_envs, dtype=np.int64)
        self._begun = False

    def _share(self, kernel: Callable[..., Any], *arrays: Any) -> list[Any]:
        """Call ``kernel(*arrays, first, last)`` for a share of the games on each thread; returns the results."""
        shares = max(1, min(self.threads, self.num_envs // SHARE))
        bounds = list(itertools.pairwise(self.num_envs * share // shares for share in range(shares + 1)))
        jobs = [thread_pool().submit(kernel, *arrays, first, last) for first, last in bounds[1:]]
        try:
            return [kernel(*arrays, *bounds[0]), *(job.result() for job in jobs)]
        except BaseException:
            wait(jobs)  # after an interruption too, nobody writes to the arrays any more
            raise

    def _arrays(self) -> tuple[Any, ...]:
        """Return what the kernels that begin games take first."""
        return (
            self.game.adapter.rules,
            self._terms,
            self.states,
            _words(self.states),
            self._fresh,
            self._keys,
            self._rngs,
        )

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Begin all games, or those that ``options["reset_mask"]``, an (n,) bool array, names.

        Parameters
        ----------
        seed : that of the first game, the next one has the next number, and so on; or one for each game. The same seed
            gives the same random numbers, among however many games. None: they go on as they are, and come from the
            system the first time
        options : None, or {"reset_mask": …}

        Returns
        -------
        tuple
            The observations and the infos of all games; see the class.

        Raises
        ------
        ValueError
            The seed is no whole number from 0, or not one for each game; an option is unknown or has another shape.
        """
        self._check_open("reset")
        which = self._reset_mask(options or {})
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**32))
        if seed is not None:
            seeds = self._seeds(seed)
            super().reset(seed=seeds[0])
            for chosen in np.flatnonzero(which):
                self._rngs[chosen] = make_rng(seeds[chosen])
        self._begun = True
        seen = (_flat(self._observations), self._masks, self._reports)
        self._share(reset_many, *self._arrays(), which, *seen)
        return self._given(self._observations), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, Infos]:
        """Play one action in each game; where a game has ended, its action may not be looked at (`NEXT_STEP`).

        Parameters
        ----------
        actions : (n,) whole numbers

        Returns
        -------
        tuple
            Observations, rewards (n,) float32, terminations (n,) bool, truncations (n,) bool, infos; see the class.

        Raises
        ------
        ValueError
            `actions` has another shape or kind.
        IllegalMoveError
            An action is not legal: it names the first such game, the move and the position. No game has moved then.
        gymnasium.error.ResetNeeded
            The games have not begun, or one has ended and does not begin anew by itself (`DISABLED`).
        gymnasium.error.ClosedEnvironmentError
            The environment has been closed; likewise in the other methods.
        """
        self._check_open("step")
        if not self._begun:
            raise gymnasium.error.ResetNeeded("the games have not begun: call reset() before step()")
        chosen = action_row(actions, self.num_envs)
        reports = self._reports
        if self.mode is AutoresetMode.DISABLED and reports["done"].any():
            ended = int(reports["done"].argmax())
            raise gymnasium.error.ResetNeeded(
                f'game {ended} has ended, and only reset(options={{"reset_mask": …}}) begins it anew (DISABLED)'
            )
        # Ten nanoseconds a game: less than waking threads for it.
        found = int(find_unplayable(self.game.adapter.rules, self.states, chosen, reports, 0, self.num_envs))
        if found >= 0:
            raise refused_action(self.game, self.states, found, int(chosen[found]))
        seen = (_flat(self._observations), _flat(self._finals), self._masks, reports)
        self._share(step_many, *self._arrays(), chosen, *seen)
        return (
            self._given(self._observations),
            self._given(reports["reward"]),
            self._given(reports["terminated"]),
            self._given(reports["truncated"]),
            self._infos(),
        )

    def random_actions(self) -> Array:
        """Return (n,) int64: a legal action of each game, all equally likely, drawn by the game's own random numbers.

        Where a game has ended it is 0. Raises gymnasium.error.ResetNeeded when the games have not begun.
        """
        self._check_open("random_actions")
        if not self._begun:
            raise gymnasium.error.ResetNeeded("the games have not begun: call reset() before random_actions()")
        self._share(draw_each, self.game.adapter.rules, self.states, self._rngs, self._reports, self._actions)
        return self._given(self._actions)

    def render(self) -> tuple[Any, ...] | None:
        """Return each game as `render_mode` says: as text, or as a picture, (rows, columns, 3) uint8; None without one.

        A picture takes some milliseconds: this is for a few games. Raises gymnasium.error.ResetNeeded when the games
        have not begun.
        """
        self._check_open("render")
        if self.render_mode is None:
            gymnasium.logger.warn("nothing is rendered: give a render_mode when you make the environment")
            return None
        if not self._begun:
            raise gymnasium.error.ResetNeeded("the games have not begun: call reset() before render()")
        states = [self.state(index) for index in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(map(str, states))
        from fieldstone.diagram.drawing import Style
        from fieldstone.diagram.raster import picture

        return tuple(np.asarray(picture(state, Style(), PIXELS)) for state in states)

    def _check_open(self, method: str) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError(f"{method}() comes after close(): make another environment")

    def state(self, index: int) -> State:
        """Return a copy of one game as a State, without its history. Raises IndexError when there is no such game."""
        if not -self.num_envs <= index < self.num_envs:
            raise IndexError(f"there is no game {index} among {self.num_envs}")
        index %= self.num_envs
        return State(self.game, self.states[index : index + 1].copy())

    def _given(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _infos(self) -> Infos:
        """Return the infos about the games as they stand, and about what the last step brought."""
        reports = self._reports
        infos: Infos = {
            "action_mask": self._given(self._masks.view(np.int8)),
            **{name: self._given(reports[name]) for name in ("player", "colour", "rewards", "ending")},
        }
        if len(self._finals):
            ended = reports["terminated"] | reports["truncated"]
            if ended.any():
                infos["final_obs"] = self._given(self._finals)
                infos["final_info"] = {name: infos[name] for name in ("rewards", "ending")}
                infos["_final_obs"] = infos["_final_info"] = ended
        return infos

    def _seeds(self, seed: object) -> list[int]:
        """Return the seed of each game."""
        several = isinstance(seed, Sequence | np.ndarray)
        given: list[Any] = list(seed) if isinstance(seed, Sequence | np.ndarray) else [seed]
        whole = all(isinstance(one, int | np.integer) and one >= 0 for one in given)
        if not whole or len(given) != (self.num_envs if several else 1):
            raise ValueError(f"seed must be a whole number from 0, or {self.num_envs} of them, not {seed!r:.80}")
        return [int(one) for one in given] if several else [int(given[0]) + game for game in range(self.num_envs)]

    def _reset_mask(self, options: dict[str, Any]) -> Array:
        unknown = sorted(set(options) - {"reset_mask"})
        if unknown:
            raise ValueError(f"reset knows no option {unknown[0]!r}, only 'reset_mask'")
        which = np.asarray(options.get("reset_mask", np.ones(self.num_envs, dtype=np.bool_)))
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise ValueError(f"reset_mask must be {self.num_envs} bools in one row, not {which.dtype} {which.shape}")
        if not self._begun and not which.all():
            raise ValueError("reset_mask leaves games out that have not begun: call reset() without it first")
        return which


def no_single(**_: Any) -> NoReturn:
    """Say what `gymnasium.make` should have been: raises gymnasium.error.Error."""
    raise gymnasium.error.Error(
        "fieldstone/Game-v0 is a vector environment: "
        "gymnasium.make_vec('fieldstone.interop.vector:fieldstone/Game-v0', num_envs=1, game=...) makes one, "
        "of one game if need be; fieldstone.interop.pettingzoo has single games"
    )


# What `gymnasium.make_vec` knows: make_vec("fieldstone.interop.vector:fieldstone/Game-v0", game="vacu", num_envs=1024)
gymnasium.register(
    "fieldstone/Game-v0",
    "fieldstone.interop.vector:no_single",
    vector_entry_point="fieldstone.interop.vector:GameVectorEnv",
)
