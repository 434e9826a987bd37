"""Exact values: what both players get when neither errs, for positions near enough to the end.

`Solver` asks the questions of `fieldstone.search.proving` in an order that ends in a value: without cycles one question
answers for both sides, with cycles (V9) a value is known when what the player to move can prove meets what the other
can. Then it follows moves that keep the value to the end of the game.
"""

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from fieldstone.core.entries import margin_of
from fieldstone.core.kernels import playout_cap, repetition_counts
from fieldstone.core.outcome import Colour
from fieldstone.core.record import ONGOING
from fieldstone.game import Game, Move
from fieldstone.search.proving import CONTROL, FRAME, MARKS, Work, ask, go_on, stored_action
from fieldstone.search.table import BIG, ENTRY, new_table
from fieldstone.search.tuning import TUNED
from fieldstone.state import State

By = Literal["result", "margin"]

LOOK_EVERY = 0.01  # seconds between two looks at the clock, about
MOST_LEVELS = 1500  # plies that a line can have where positions can come back
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
    face = state.game.face
    return int(margin_of(face.rules, np.array([state.record], dtype=face.dtype)))


def value_at_end(state: State, seat: int, by: By) -> int:
    """Return what a seat got from a finished game, as `Solution.value` counts it."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.winner is None:
        return 0
    size = abs(margin_for_black(state)) if by == "margin" else 1
    return size if state.seat_of(outcome.winner) == seat else -size


class _StoppedError(Exception):
    """The budget is spent or somebody asked to stop."""


class Solver:
    """Solves positions exactly; what it has proven is kept for the next call on the same game."""

    def __init__(self, megabytes: float = 64.0, clock: Callable[[], float] = time.perf_counter) -> None:
        """`megabytes` bounds the table of proofs, `clock` tells seconds. Raises ValueError for a size not positive."""
        if not megabytes > 0:
            raise ValueError(f"megabytes must be positive, not {megabytes}")
        self.megabytes = megabytes
        self.clock = clock
        self._desk: _Desk | None = None

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
        player to move, or around the present lead; the nearer that is, the sooner it is found (not in Vacu, where both
        players have to prove theirs).

        Where positions can come back (V9) the value stays unknown when it rests on repeating them.

        Raises ValueError when the game is over, for a number that is not positive, and for Convacu by margin (C4).
        """
        if state.outcome is not None:
            raise ValueError("the game is over")
        if by not in ("result", "margin"):
            raise ValueError(f"by is 'result' or 'margin', not {by!r}")
        if by == "margin" and state.game.name == "convacu":
            raise ValueError("convacu has no margin (C4): solve it by result")
        if (nodes is not None and nodes < 1) or (seconds is not None and not seconds > 0):
            raise ValueError(f"nodes and seconds must be positive, not {nodes}, {seconds}")
        if self._desk is None or self._desk.game != state.game:
            self._desk = _Desk(state.game, self.megabytes)
        budget = _Budget(nodes, seconds, stop, on_progress, self.clock)
        return _Run(self._desk, state, by, budget, guess).solution(every)


class _Budget:
    """How long a search may go on."""

    def __init__(
        self,
        nodes: int | None,
        seconds: float | None,
        stop: Callable[[], bool] | None,
        on_progress: Callable[[int], None] | None,
        clock: Callable[[], float],
    ) -> None:
        self.nodes, self.stop, self.on_progress, self.clock = nodes, stop, on_progress, clock
        self.end = None if seconds is None else clock() + seconds
        self.spent = 0
        self.chunk = FIRST_CHUNK

    def spend(self, search: Callable[[int], tuple[bool, int]]) -> None:
        """Call `search` with numbers of nodes until it says that it is done; raises _StoppedError."""
        done = False
        while not done:
            now = self.clock()
            if self.nodes is not None and self.spent >= self.nodes:
                raise _StoppedError
            if (self.end is not None and now >= self.end) or (self.stop is not None and self.stop()):
                raise _StoppedError
            left = self.chunk if self.nodes is None else min(self.chunk, self.nodes - self.spent)
            done, used = search(left)
            self.spent += used
            if self.on_progress is not None:
                self.on_progress(self.spent)
            rate = used / max(self.clock() - now, 1e-6)
            self.chunk = max(FIRST_CHUNK, min(2 * self.chunk, int(rate * LOOK_EVERY)))


class _Desk:
    """The arrays that searches of one game work on."""

    def __init__(self, game: Game, megabytes: float) -> None:
        importlib.import_module(f"fieldstone.games.{game.facts.folder}.solving")
        self.game = game
        self.rules = game.face.rules
        self.cyclic = bool(repetition_counts(self.rules[0]))
        tuning, dtype = TUNED[game.name].solving, game.face.dtype
        self.levels = min(MOST_LEVELS, int(playout_cap(self.rules[0]))) + 4
        self.states = np.zeros(self.levels, dtype=dtype)
        self.work = Work(
            self.states.view(np.uint64).reshape(self.levels, -1),
            new_table(megabytes),
            np.zeros(self.levels, dtype=FRAME),
            np.zeros((self.levels, game.num_actions), dtype=np.int32),
            np.zeros((self.levels, game.num_actions), dtype=np.int32),
            np.zeros((2, game.num_actions), dtype=np.int32),
            np.zeros(1, dtype=np.uint64),
            np.zeros(MARKS, dtype=np.int32),
            np.zeros(game.num_actions, dtype=np.bool_),
            np.zeros(1, dtype=CONTROL),
        )
        self.work.frames["killer"] = -1
        control = self.work.control[0]
        control.cyclic, control.look_from, control.use_lead = self.cyclic, tuning.look_from, tuning.use_lead
        end = dtype.fields[tuning.scratch][1] if tuning.scratch else dtype.itemsize  # type: ignore[index]
        control.copied = (end + 7) // 8
        self.purpose: Any = None

    def prepare(self, state: State, by: By) -> None:
        """Keep the proofs if they hold for this game as well: for V9 no position may have stood that had not before."""
        purpose = by, state.keys.tobytes() if self.cyclic else b""
        control = self.work.control[0]
        if purpose != self.purpose:
            control.generation += 1
            if control.generation > np.iinfo(ENTRY["generation"]).max:
                self.work.table[:] = 0
                control.generation = 1
        self.purpose = purpose
        control.by_margin = by == "margin"
        if self.cyclic:
            self.work = self.work._replace(keys=state.keys)
            control.known = len(state.keys)


class _Run:
    """One call of `Solver.solve`."""

    def __init__(self, desk: _Desk, state: State, by: By, budget: _Budget, guess: float | None) -> None:
        self.desk, self.state, self.by, self.budget, self.guess = desk, state, by, budget, guess
        desk.prepare(state, by)
        self.low, self.high = (-1, 1) if by == "result" else (-BIG, BIG)
        self.limit = 1
        self.best_action = -1
        self.lead: int | None = None

    def solution(self, every: bool) -> Solution:
        line: list[Move] = []
        best: list[Move] = []
        complete = False
        try:
            if self.desk.cyclic:
                self._meet()
            else:
                self._close_in()
            if self.low == self.high:
                self._follow(line)
                best = line[:1]
                if every:
                    best, complete = self._all_best(best)
        except _StoppedError:
            pass
        value = self.low if self.low == self.high else None
        if value is not None and not best and self.best_action >= 0:
            best = [self.state.game.moves[self.best_action]]
        complete = complete or (value is not None and len(self.state.legal_moves()) == 1)
        result = "win" if self.low > 0 else "loss" if self.high < 0 else "draw" if value == 0 else None
        return Solution(
            value,
            result,
            tuple(best),
            complete,
            tuple(line),
            self.budget.spent,
            self.low,
            self.high,
            self.by == "margin",
            self.lead,
        )

    def _ask(self, state: State, gamma: int, prover: int) -> int:
        """Return a bound of a position's value for its player to move: at least gamma, or less than it."""
        desk = self.desk
        desk.states[0] = state.record
        control = desk.work.control[0]
        # Smaller integers would be compiled for anew.
        if not ask(desk.rules, desk.states, desk.work, int(gamma), prover, min(self.limit, desk.levels - 2)):
            self.budget.spend(self._search)
        return int(control.value)

    def _search(self, nodes: int) -> tuple[bool, int]:
        before = int(self.desk.work.control[0].nodes)
        done = go_on(self.desk.rules, self.desk.states, self.desk.work, nodes)
        return bool(done), int(self.desk.work.control[0].nodes) - before

    def _ask_root(self, gamma: int, prover: int) -> bool:
        """Ask whether the player to move gets at least gamma and note what that proves; returns the answer."""
        value = self._ask(self.state, gamma, prover)
        shown = value >= gamma
        action = int(self.desk.work.control[0].action)
        if shown and (prover == self.state.seat or not self.desk.cyclic):
            self.low, self.best_action = max(self.low, value), action
        elif not shown and (prover != self.state.seat or not self.desk.cyclic):
            self.high = min(self.high, value)
            self.best_action = action if self.best_action < 0 else self.best_action
        return shown

    def _lead(self, state: State) -> int:
        """Return by how much the player to move of this call is ahead in a state of the same game."""
        lead = margin_for_black(state)
        return lead if self.state.seat == state.seat_of(Colour.BLACK) else -lead

    def _close_in(self) -> None:
        """Without cycles: one question answers for both sides (MTD)."""
        around = self._lead(self.state) if self.guess is None else round(self.guess)
        gamma = 1 if self.by == "result" else around
        while self.low < self.high:
            gamma = max(self.low + 1, min(gamma, self.high))
            gamma = self.low + 1 if self._ask_root(gamma, self.state.seat) else self.high

    def _meet(self) -> None:
        """With cycles: both sides prove what they can, looking further and further ahead, until their proofs meet."""
        mover, other = self.state.seat, 3 - self.state.seat
        control = self.desk.work.control[0]
        cut = True
        while self.low < self.high and cut and self.limit <= self.desk.levels - 2:
            cut = False
            for prover in (mover, other):
                step = 1
                while self.low < self.high and step > 0:
                    gamma = min(self.low + step, self.high) if prover == mover else max(self.high - step, self.low) + 1
                    if self._ask_root(gamma, prover) == (prover == mover):
                        step *= 2
                    else:
                        cut = cut or bool(control.cut)
                        step = 1 if step > 1 else 0
            self.limit += 1

    def _after(self, state: State, move: Move) -> State:
        after = state.copy()
        after.play(move)
        return after

    def _keeps(self, seat: int, after: State, value: int, prover: int) -> bool:
        """Ask whether `seat` gets at least `value` from a position that a move of it has led to."""
        if after.record.over != ONGOING:
            return value_at_end(after, seat, self.by) >= value
        if self.by == "result" and value == -1:
            return True  # nothing is less, and where positions can come back there is no line that proves it
        if after.seat == seat:
            return self._ask(after, value, prover) >= value
        return self._ask(after, 1 - value, prover) < 1 - value

    def _follow(self, line: list[Move]) -> None:
        """Write moves to `line` that keep the value for both, to the end of the game."""
        state, value, limit = self.state.copy(), self.low, self.limit
        while state.outcome is None:
            seat = state.seat
            self.desk.states[0] = state.record
            stored = stored_action(self.desk.rules, self.desk.states, self.desk.work)
            moves = sorted(state.legal_moves(), key=lambda move: move.action != stored)
            for move in moves:
                after = self._after(state, move)
                if self._keeps(seat, after, value, seat):
                    break
            else:
                return  # the proofs that led here have been forgotten, or rest on positions of this line
            line.append(move)
            if after.outcome is None and after.seat != seat:
                value = -value
            state = after
        self.limit = limit
        drawn = state.outcome.winner is None  # by repetition points do not count (V9)
        self.lead = None if state.game.name == "convacu" else 0 if drawn else self._lead(state)

    def _all_best(self, best: list[Move]) -> tuple[list[Move], bool]:
        """Return the moves that keep the value, and whether all others are proven worse."""
        seat, value = self.state.seat, self.low
        found, open_moves = list(best), [move for move in self.state.legal_moves() if move not in best]
        while open_moves and self.limit <= self.desk.levels - 2:
            undecided = []
            for move in open_moves:
                after = self._after(self.state, move)
                if self._keeps(seat, after, value, seat):
                    found.append(move)
                elif self.desk.cyclic and self._keeps(seat, after, value, 3 - seat):
                    undecided.append(move)
            open_moves = undecided
            self.limit += 1
        return sorted(found), not open_moves
