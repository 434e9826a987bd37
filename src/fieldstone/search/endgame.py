"""When a player who searches asks the exact solver, and how long it may take."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fieldstone.game import Game, Move
from fieldstone.search.solver import By, Solution, Solver, value_at_end
from fieldstone.search.tuning import TUNED
from fieldstone.state import State

PART = 0.5  # of a move's time for the solver, where it has a chance
NODES_A_SIMULATION = 10  # positions that the solver reaches in the time of one simulation, about
NODES_A_SECOND = 1e6
LEAST_SECONDS = 1e-3  # for the margin, when the result took all the time
LOOK_AHEAD = 0.1  # of a move's time where a win may be near however empty the board is


class MoveValue(NamedTuple):
    """What a move is proven to bring the player who makes it.

    Attributes
    ----------
    value : as in `Solution`, by margin if the solution of the position is
    line : the move and those best after it
    """

    value: int
    line: tuple[Move, ...]

    @property
    def result(self) -> str:
        """What it is: "win", "loss" or "draw"."""
        return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"


class Endgame:
    """Solves what is near enough to the end for the time that there is."""

    def __init__(self, megabytes: float, clock: Callable[[], float]) -> None:
        """`megabytes` bounds the table of proofs, `clock` tells seconds."""
        self.solver = Solver(megabytes, clock)
        self._loaded: Game | None = None

    def load(self, state: State) -> None:
        """Have the solver of a game compiled or loaded."""
        if self._loaded != state.game:
            self.solver.solve(state, nodes=1)
            self._loaded = state.game

    def attempt(
        self,
        state: State,
        seconds: float,
        simulations: int | None,
        stop: Callable[[], bool],
        guess: Callable[[], float | None],
    ) -> Solution | None:
        """Return the solution of a position, by margin if possible, or None.

        A part of the move's `seconds` may be spent on it, or of the time of so many `simulations`; then the same
        position is solved, or not, on every machine. `guess` tells the margin that is expected, in half units for the
        player to move, or None.
        """
        solving = TUNED[state.game.name].solving
        part = LOOK_AHEAD if solving.always else PART
        nodes = None if simulations is None else max(1, int(part * simulations * NODES_A_SIMULATION))
        budget = part * seconds if nodes is None else nodes / NODES_A_SECOND
        if not solving.always and int(state.record.empty_count) > reach(state.game.name, budget):
            return None
        limit = None if nodes is not None else budget
        begin = self.solver.clock()
        found = self.solver.solve(state, "result", nodes, limit, stop)
        if found.value is None or not found.best:
            return None
        if not solving.by_margin:
            return found
        left = None if nodes is None else max(1, nodes - found.nodes)
        limit = None if limit is None else max(LEAST_SECONDS, begin + limit - self.solver.clock())
        exact = self.solver.solve(state, "margin", left, limit, stop, guess=guess())
        return exact if exact.value is not None and exact.best else found

    def attempt_margin(
        self, state: State, seconds: float, simulations: int | None, stop: Callable[[], bool], guess: float | None
    ) -> Solution | None:
        """Return the solution of a position by margin, or None.

        Half of `seconds` may be spent, or as many positions as `attempt` may reach; `guess` as there.
        """
        nodes = None if simulations is None else max(1, int(PART * simulations * NODES_A_SIMULATION))
        found = self.solver.solve(state, "margin", nodes, PART * seconds if nodes is None else None, stop, guess=guess)
        return found if found.value is not None and found.best else None

    def attempt_moves(
        self,
        state: State,
        found: Solution,
        seconds: float,
        simulations: int | None,
        stop: Callable[[], bool],
        promising: Sequence[Move] | None = None,
    ) -> dict[Move, MoveValue]:
        """Return what each move of a position with a known value brings, as far as a part of the limits reaches.

        The best one comes first. With `promising`, only those are tried, until one of them wins. A quarter of `seconds`
        may be spent, or as many positions as `attempt` may reach, half as many with `promising`.
        """
        by: By = "margin" if found.by_margin else "result"
        part = PART if promising is None else PART / 2
        left = None if simulations is None else max(1, int(part * simulations * NODES_A_SIMULATION))
        end = None if left is not None else self.solver.clock() + PART / 2 * seconds
        values: dict[Move, MoveValue] = {}
        moves = sorted(state.legal_moves(), key=lambda move: move not in found.best) if promising is None else promising
        for move in moves:
            if promising is not None and any(one.value > 0 for one in values.values()):
                break
            after = state.copy()
            after.play(move)
            if after.outcome is not None:
                values[move] = MoveValue(value_at_end(after, state.seat, by), (move,))
                continue
            limit = None if end is None else end - self.solver.clock()
            if (left is not None and left < 1) or (limit is not None and limit <= 0) or stop():
                break
            reply = self.solver.solve(after, by, left, limit, stop)
            left = None if left is None else left - reply.nodes
            if reply.value is not None:
                value = reply.value if after.seat == state.seat else -reply.value
                values[move] = MoveValue(value, (move, *reply.line))
        return values


def reach(game: str, seconds: float) -> float:
    """Return the number of empty points up to which a position is worth trying in so many seconds."""
    solving = TUNED[game].solving
    return solving.exact_from + math.log(seconds) / math.log(solving.growth)
