"""Exact values of positions: drives `fieldstone.search.solver.values` by the clock and says what came of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fieldstone.core.arrays import RULES, make_arrays
from fieldstone.core.entries import margin_of
from fieldstone.games.tuning import Solving, tuning_of
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.solver.table import entries_in
from fieldstone.search.solver.values import (
    KEEPS,
    NO_LIMIT,
    ROOT,
    SPACE,
    Space,
    begin_solving,
    best_move,
    levels_for,
    prepare_space,
    solve_on,
)

By = Literal["result", "margin"]

LOOK_EVERY = 0.01  # seconds between two looks at the clock, about
FIRST_CHUNK = 10  # positions before the first look: each may touch memory that the system has to find first


@dataclass(frozen=True)
class Solution:
    """What a solver knows of a position, for the player to move.

    Attributes
    ----------
    value : half units of the margin, or 1, 0, -1 by result; None when it is not known
    result : "win", "draw" or "loss", or None; by margin it may be known before the value
    best : moves proven to keep the value: one, or all if they were asked for; () while the value is not known
    complete : whether every other move is proven to be worse
    line : moves that are best for both from here on, up to the end of the game if the budget allows
    nodes : positions reached
    low, high : proven bounds of the value
    by_margin : what `value` is
    lead : half units by which the player to move is ahead at the end of `line`; None where that is not
        the end of the game, or the game has no points (C4)
    """

    value: int | None
    result: str | None
    best: tuple[Move, ...]
    complete: bool
    line: tuple[Move, ...]
    nodes: int
    low: int
    high: int
    by_margin: bool
    lead: int | None = None


def margin_for_black(state: State) -> int:
    """Return by how many half units Black is ahead as the position stands."""
    adapter = state.game.adapter
    return int(margin_of(adapter.rules, np.array([state.record], dtype=adapter.dtype)))


def value_at_end(state: State, seat: int, by: By) -> int:
    """Return what a seat got from a finished game, as `Solution.value` counts it."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.winner is None:
        return 0
    size = abs(margin_for_black(state)) if by == "margin" else 1
    return size if state.seat_of(outcome.winner) == seat else -size


def words_copied(dtype: np.dtype[np.void], solving: Solving) -> int:
    """Return how many uint64 words of a state are not scratch."""
    end: int = dtype.fields[solving.scratch][1] if solving.scratch else dtype.itemsize  # type: ignore[index]
    return (end + 7) // 8


def new_space(game: Game, megabytes: float) -> Space:
    """Return what searches for values in a game work on, with a table of at most so much memory."""
    solving, rules, orders = tuning_of(game.name).solving, game.adapter.rules, game.orders
    space: Space = make_arrays(
        SPACE,
        {"state": game.adapter.dtype},
        {RULES: rules, SPACE.order: np.asarray(orders[0]), SPACE.setup_order: np.asarray(orders[1])},
        levels=int(levels_for(rules)),
        actions=game.num_actions,
        entries=entries_in(megabytes),
        solver_keys=1,
    )
    copied = words_copied(game.adapter.dtype, solving)
    prepare_space(space, game.spec.score.counts, solving.look_from, solving.use_lead, copied)
    return space


def with_keys(space: Space, past: int) -> Space:
    """Return the same with room for the keys of so many positions before the root, and of what may follow."""
    keys = np.zeros(past + len(space.line) + 1, dtype=np.uint64)
    return space._replace(proof=space.proof._replace(keys=keys))


def with_root(space: Space, state: State) -> Space:
    """Return the same with another position at the root, and room for what may follow."""
    past = state.keys
    space = with_keys(space, len(past))
    space.proof.keys[: len(past)] = past
    space.spots[ROOT] = state.record
    return space


class Solver:
    """Solves positions exactly; what it has proven is kept for the next call on the same game."""

    def __init__(self, megabytes: float = 64.0, clock: Callable[[], float] = time.perf_counter) -> None:
        """`megabytes` bounds the table of proofs, `clock` tells seconds. Raises ValueError for a size not positive."""
        if not megabytes > 0:
            raise ValueError(f"megabytes must be positive, not {megabytes}")
        self.megabytes = megabytes
        self.clock = clock
        self._game: Game | None = None
        self._space: Space | None = None

    def solve(
        self,
        state: State,
        by: By = "result",
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        on_progress: Callable[[int], None] | None = None,
        every: bool = False,
        guess: float | None = None,
    ) -> Solution:
        """Find out what the player to move gets when nobody errs.

        By margin the value is the margin in half units (0 for a draw by repetition, V9), by result 1, 0 or -1. The
        search stops after `nodes` positions or `seconds`, or when `stop` returns True, which is asked about a hundred
        times a second; called again it goes on from its table. `on_progress` is told the positions reached. With
        `every` all best moves are found, not only one. A margin is looked for around `guess`, in half units for the
        player to move, or around the present lead; the nearer that is, the sooner it is found (not where
        positions can come back: there both players have to prove theirs).

        Where positions can come back (V9) the value stays unknown when it rests on repeating them.

        Raises ValueError when the game is over, for a number that is not positive, and by margin where none counts.
        """
        if state.outcome is not None:
            raise ValueError("the game is over")
        if by not in ("result", "margin"):
            raise ValueError(f"by is 'result' or 'margin', not {by!r}")
        if by == "margin" and not state.game.spec.score.counts:
            raise ValueError(f"{state.game.name} has no margin (C4): solve it by result")
        if (nodes is not None and nodes < 1) or (seconds is not None and not seconds > 0):
            raise ValueError(f"nodes and seconds must be positive, not {nodes}, {seconds}")
        if self._space is None or self._game != state.game:
            self._space, self._game = new_space(state.game, self.megabytes), state.game
        self._space = space = with_root(self._space, state)
        around = np.nan if guess is None else float(guess)
        begin_solving(space, len(state.keys), int(by == "margin"), around, nodes or NO_LIMIT, int(every))
        self._drive(space, seconds, stop, on_progress)
        return solution_of(space, state)

    def _drive(
        self,
        space: Space,
        seconds: float | None,
        stop: Callable[[], bool] | None,
        on_progress: Callable[[int], None] | None,
    ) -> None:
        """Go on until the value is found or a limit is reached."""
        solving, chunk, begin = space.solving[0], FIRST_CHUNK, self.clock()
        now = begin
        while not solve_on(space, 0):  # what the table answers costs nothing
            if (seconds is not None and now >= begin + seconds) or (stop is not None and stop()):
                return
            before = int(solving.spent)
            over = solve_on(space, chunk)
            if on_progress is not None:
                on_progress(int(solving.spent))
            if over:
                return
            then = self.clock()
            rate = (int(solving.spent) - before) / max(then - now, 1e-6)
            chunk, now = max(FIRST_CHUNK, min(2 * chunk, int(rate * LOOK_EVERY))), then


def solution_of(space: Space, state: State) -> Solution:
    """Return what has been found of the position at the root, a state."""
    solving, moves = space.solving[0], state.game.moves
    low, high = int(solving.low), int(solving.high)
    value = low if low == high else None
    line = tuple(moves[action] for action in space.line[: int(solving.length)].tolist())
    action = int(best_move(space))
    best = [moves[action]] if action >= 0 else []
    if solving.compared:
        best = sorted({*best, *(moves[action] for action in np.flatnonzero(space.kept == KEEPS).tolist())})
    ended = bool(solving.ended) and bool(solving.points)
    return Solution(
        value,
        "win" if low > 0 else "loss" if high < 0 else "draw" if value == 0 else None,
        tuple(best),
        bool(solving.complete) or (value is not None and len(state.legal_moves()) == 1),
        line,
        int(solving.spent),
        low,
        high,
        bool(solving.by_margin),
        int(solving.lead) if ended else None,
    )
