"""Many games of one kind in one array, played by compiled code on several threads."""

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.entries import draw_many, fill_masks, find_refusal, play_many, play_out_many, start_states
from fieldstone.core.errors import IllegalMoveError
from fieldstone.core.record import BLACK, ONGOING, RecordArray
from fieldstone.core.rng import make_rng
from fieldstone.play.state import State

if TYPE_CHECKING:
    from fieldstone.play.game import Game
from fieldstone.play.codec import position_text

ROOM = 64
CHUNK = 128  # games that one call of a kernel works on; each chunk has random numbers of its own


@cache
def thread_pool() -> ThreadPoolExecutor:
    """Return the threads that all batches share; the kernels run without the interpreter lock."""
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="fieldstone")


if hasattr(os, "register_at_fork"):  # the threads do not live on in a forked process: it makes its own
    os.register_at_fork(after_in_child=thread_pool.cache_clear)


def action_row(actions: npt.ArrayLike, n: int) -> npt.NDArray[np.int64]:
    """Return `n` whole numbers as one row of int64, without a copy where they are that already.

    Raises ValueError when `actions` has another shape or kind.
    """
    given = np.asarray(actions)
    if given.dtype == np.uint64:
        given = np.minimum(given, np.iinfo(np.int64).max)  # what is too large stays too large
    if given.shape != (n,) or given.dtype.kind not in "iu":
        raise ValueError(f"actions must be {n} whole numbers in one row, not {given.dtype} {given.shape}")
    return np.ascontiguousarray(given, dtype=np.int64)


def refused_action(game: "Game", states: RecordArray, index: int, action: int) -> IllegalMoveError:
    """Return the error that names the game of a batch, the action that is not legal in it, and the position."""
    if not 0 <= action < game.num_actions:
        return IllegalMoveError(f"game {index}: action {action} is not from 0 to {game.num_actions - 1}")
    position = position_text(game, states[index])
    return IllegalMoveError(f"game {index}: illegal move {game.moves[action].text!r} in {position}")


class Batch:
    """`n` games in one array. Letters: n games, a actions (``game.num_actions``).

    Attributes
    ----------
    game : the game and its options
    states : (n,) array of the game's state dtype: the positions themselves; copy before you change them
    threads : how many threads work on it at most; what comes out does not depend on it
    """

    def __init__(self, game: "Game", n: int, threads: int | None = None) -> None:
        """Set up `n` start positions, for as many threads as there are processors unless `threads` says otherwise.

        Raises ValueError unless `n` and `threads` are at least 1.
        """
        if n < 1 or (threads is not None and threads < 1):
            raise ValueError(f"a batch needs at least 1 game and 1 thread, not {n} and {threads}")
        self.game = game
        self.threads = threads or os.cpu_count() or 1
        self.states = np.zeros(n, game.adapter.dtype)
        start_states(game.adapter.rules, self.states)
        self._fresh = self.states[:1].copy()
        # Where no position comes back the history is not looked at, and a row of one key serves.
        self._keys = np.zeros((n, ROOM if game.adapter.repeats else 1), dtype=np.uint64)
        self._keys[:, 0] = self.states["key"]

    def __repr__(self) -> str:
        plies = self.states["ply"]
        return f"<Batch of {len(self)} × {self.game}: {self.terminal.sum()} over, plies {plies.min()} to {plies.max()}>"

    def __len__(self) -> int:
        return len(self.states)

    def _share(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Call ``work(first, last)`` for each chunk of games, on the threads; returns the results in order."""
        n = len(self.states)
        chunks = [(first, min(first + CHUNK, n)) for first in range(0, n, CHUNK)]
        shares = min(self.threads, len(chunks))
        if shares == 1:
            return [work(first, last) for first, last in chunks]
        bounds = [len(chunks) * share // shares for share in range(shares + 1)]
        jobs = [
            thread_pool().submit(lambda share: [work(first, last) for first, last in share], chunks[begin:end])
            for begin, end in itertools.pairwise(bounds)
        ]
        try:
            return [result for job in jobs for result in job.result()]
        finally:
            wait(jobs)  # so that even after an interruption nobody writes to the states any more

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return an (n, a) bool array: which actions are legal; a row of a game that is over is all False.

        `out`, if given, is such an array and is written to instead of a new one. Raises ValueError when it is not.
        """
        shape = (len(self.states), self.game.num_actions)
        if out is None:
            out = np.empty(shape, dtype=np.bool_)
        elif out.shape != shape or out.dtype != np.bool_ or not out.flags.writeable:
            kind = "" if out.flags.writeable else "read-only "
            raise ValueError(
                f"out must be a bool array of shape {shape} to write to, not {kind}{out.dtype} {out.shape}"
            )
        self._share(lambda first, last: fill_masks(self.game.adapter.rules, self.states, out, first, last))
        return out

    def play(self, actions: npt.ArrayLike) -> None:
        """Play one action in each game, in place; the entries of games that are over are ignored.

        `actions` is an (n,) array of whole numbers. V9 counts: a third repetition ends a game (by 64-bit keys).

        Raises
        ------
        ValueError
            `actions` has another shape or kind.
        IllegalMoveError
            An action is not legal: it names game and action. Nothing has been played then.
        """
        chosen = action_row(actions, len(self.states))
        rules = self.game.adapter.rules
        refused = self._share(lambda first, last: find_refusal(rules, self.states, chosen, first, last))
        for game in refused:
            if game >= 0:
                raise refused_action(self.game, self.states, int(game), int(chosen[game]))
        longest = int(self.states["ply"].max()) + 2 if self.game.adapter.repeats else 0
        while longest > self._keys.shape[1]:
            self._keys = np.concatenate([self._keys, np.zeros_like(self._keys)], axis=1)
        self._share(lambda first, last: play_many(rules, self.states, self._keys, chosen, first, last))

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """(n,) int8: the colour to move, 0 for Black and 1 for White."""
        colours: npt.NDArray[np.int8] = self.states["to_move"] - np.int8(BLACK)
        return colours

    @property
    def seat(self) -> npt.NDArray[np.int8]:
        """(n,) int8: the player to move, 1 or 2; it differs from the colour where the players have exchanged theirs."""
        seats: npt.NDArray[np.int8] = (self.to_move ^ self.states["exchanged"]) + np.int8(1)
        return seats

    @property
    def terminal(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: which games are over."""
        over: npt.NDArray[np.bool_] = self.states["over"] != ONGOING
        return over

    @property
    def winner(self) -> npt.NDArray[np.int8]:
        """(n,) int8: 1 where Black has won, 2 where White has, 0 for draws and games that go on."""
        return self.states["winner"].copy()

    def returns(self) -> npt.NDArray[np.float32]:
        """Return (n, 2) float32: for seats 1 and 2: 1 for a win, -1 for a loss, 0 for a draw or no end yet."""
        winner = self.states["winner"]
        black = np.where(winner == 0, 0, 3 - 2 * winner.astype(np.float32)).astype(np.float32)
        first = np.where(self.states["exchanged"] == 1, -black, black)
        return np.stack([first, -first], axis=1)

    def state(self, index: int) -> State:
        """Return a copy of one game as a State, without its history. Raises IndexError when there is no such game."""
        n = len(self.states)
        if not -n <= index < n:
            raise IndexError(f"there is no game {index} in a batch of {n}")
        return State(self.game, self.states[index % n : index % n + 1].copy())

    def random_actions(self, seed: int) -> npt.NDArray[np.int64]:
        """Return (n,) int64: a legal action for each game, all equally likely, and -1 where the game is over.

        `seed` is a whole number. Raises TypeError when it is not.
        """
        actions = np.empty(len(self.states), dtype=np.int64)
        self._share(
            lambda first, last: draw_many(
                self.game.adapter.rules, self.states, actions, make_rng(index(seed), first), first, last
            )
        )
        return actions

    def random_playouts(self, seed: int) -> None:
        """Play uniformly random legal moves in all games to the end, in place.

        The same seed gives the same games on any number of threads. Repetition (V9) is not looked for in playouts:
        games that can repeat are stopped as draws when they reach four plies a point and twenty.
        """
        rules = self.game.adapter.rules
        self._share(lambda first, last: play_out_many(rules, self.states, make_rng(index(seed), first), first, last))

    def reset(self, which: npt.ArrayLike | None = None) -> None:
        """Begin again in all games, or where the (n,) bool array `which` is True; in place.

        Raises ValueError when `which` has another shape or kind.
        """
        which = np.ones(len(self.states), dtype=np.bool_) if which is None else np.asarray(which)
        if which.shape != self.states.shape or which.dtype != np.bool_:
            raise ValueError(f"which must be {len(self.states)} bools in one row, not {which.dtype} {which.shape}")
        self.states[which] = self._fresh
        self._keys[which, 0] = self._fresh["key"]
