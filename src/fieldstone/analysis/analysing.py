"""Analysing a position: a search of all its moves, read while it goes on, and games that follow it to their ends."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from fieldstone.analysis.result import Analysis
from fieldstone.core.rng import make_rng
from fieldstone.play.parts import Expected, expected_parts, parts_of
from fieldstone.play.state import State
from fieldstone.search.engine import POINTS_PER_LEAD, Search
from fieldstone.search.errors import AnalysisError
from fieldstone.search.limit import ONE_SECOND, Limit
from fieldstone.search.mcts.owners import sample_owners
from fieldstone.search.mcts.tree import Nodes, new_tree
from fieldstone.search.memory import Memory
from fieldstone.search.result import MoveInfo
from fieldstone.search.steps.state import ANALYSE

LOOK_EVERY = 0.2  # seconds between two intermediate results
SOME_LINES = 20  # of the best moves, in intermediate results and after a stop
OWNER_GAMES = 400  # finished games behind the expected owners of the points
OWNER_SECONDS = 0.01  # for them, where somebody waits for the answer to a stop: on large boards they are fewer then
OWNERS_AT_ONCE = 20  # games between two looks at the clock


def analyse(
    state: State,
    limit: Limit = ONE_SECOND,
    on_progress: Callable[[Analysis], None] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    seed: int | None = None,
    owners: bool = True,
    memory: Memory | None = None,
) -> Analysis:
    """Return what a search thinks of a position; the state is not modified.

    Parameters
    ----------
    state : a game that goes on
    limit : how long to search; with simulations alone, a seed repeats an analysis exactly
    on_progress : gets what is known so far, about every 0.2 s; the expected lines are those of the best 20 moves
    stop : is asked a hundred times a second or so; when it says True, what is known is returned, as after Ctrl-C, with
        the expected lines of the best 20 moves
    seed : of the search; None: from the clock
    owners : whether to estimate who will own each point
    memory : search on from what is there, which may be much already; None: from nothing, in 1 GB at most

    Raises
    ------
    AnalysisError
        The game is over.
    """
    if state.outcome is not None:
        raise AnalysisError("analyse.over")
    memory = Memory(seed) if memory is None else memory
    found = Search(state.copy(), limit, cancel=stop, kind=ANALYSE, memory=memory)
    analyser = _Analyser(found, make_rng(time.time_ns() if seed is None else seed, 1), owners)
    analyser.run(on_progress)
    complete = not found.cut_short
    return analyser.read(OWNER_GAMES, complete, None if complete else SOME_LINES)


@dataclass
class _Analyser:
    """One analysis under way."""

    search: Search
    rng: npt.NDArray[np.uint64]
    owners: bool
    shown: float = field(default_factory=time.perf_counter)

    def run(self, on_progress: Callable[[Analysis], None] | None) -> None:
        """Search to the limit or a proof, or until somebody says stop."""

        def tell(search: Search) -> None:
            if on_progress is None or time.perf_counter() - self.shown < LOOK_EVERY or search.simulations == 0:
                return
            on_progress(self.read(OWNER_GAMES // 4, False, SOME_LINES))
            self.shown = time.perf_counter()

        self.search.run(on_look=tell)

    def read(self, games: int, complete: bool, lines: int | None = None) -> Analysis:
        """Return what is known now: owners from so many finished games, expected lines for the best `lines` moves.

        Unless the analysis is `complete`, it has to be told at once.
        """
        state, found = self.search.state, self.search.result(lines)
        known = {one.move for one in found.moves}
        others = [move for move in state.legal_moves() if move not in known]
        moves = (*found.moves, *(MoveInfo(move, 0, None, None, None, 0, (move,)) for move in others))
        owners, expected, lead = None, None, 0.0
        if self.owners or found.proven:
            owners, expected, lead = self._sample(games, math.inf if complete else OWNER_SECONDS)
        if found.proven and moves[0].proven and moves[0].margin is not None and not found.exact:
            # A search ends with a proof, after a few simulations perhaps: games that follow the proof know more.
            moves = (replace(moves[0], margin=lead * POINTS_PER_LEAD), *moves[1:])
        return Analysis(
            state.game,
            state.to_text(),
            len(state.history),
            state.to_move,
            state.seat,
            found.chance,
            found.error,
            moves[0].margin,
            found.simulations,
            found.proven,
            moves[0].distance + 1 if found.proven else 0,
            moves,
            owners if self.owners else None,
            expected if self.owners else None,
            parts_of(state),
            complete,
        )

    def _sample(self, games: int, seconds: float) -> tuple[tuple[float, ...], Expected | None, float]:
        """Return what is expected at the end, from at most so many games that follow the trees.

        The owner of each point, what the score is made of, and the lead of who is to move.
        """
        state = self.search.state
        adapter = state.game.adapter
        states = np.zeros(2, dtype=adapter.dtype)
        states[0] = state.record
        words = states.view(np.uint64).reshape(2, -1)
        owners, sums = np.zeros(state.game.points), np.zeros((2, 4))
        searched = self.search.simulations > 0  # before the first search: a root without children
        trees: Sequence[Nodes] = [tree.nodes for tree in self.search.memory.trees] if searched else [new_tree(0)]
        end = time.perf_counter() + seconds
        played, lead = 0, 0.0
        while played == 0 or (played < games and time.perf_counter() < end):
            some = min(OWNERS_AT_ONCE, -(-(games - played) // len(trees)))
            for nodes in trees:
                lead += sample_owners(adapter.rules, states, words, nodes, self.rng, some, owners, sums)
            played += some * len(trees)
        lead /= played
        return (
            tuple((owners / played).tolist()),
            expected_parts(state.game.spec, sums / played),
            lead if state.seat == 1 else 0.0 - lead,
        )
