"""Analysing a position: a search of all its moves that can be read at any time, and games played from it to the end."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from fieldstone.analysis.result import Analysis
from fieldstone.core.arrays import make_arrays
from fieldstone.core.rng import make_rng
from fieldstone.play.parts import expected_parts, parts_of
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.engine import Search
from fieldstone.search.errors import AnalysisError
from fieldstone.search.finding import Finding
from fieldstone.search.limit import ONE_SECOND, Limit
from fieldstone.search.mcts.tree import Nodes, new_tree
from fieldstone.search.memory import Memory
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.file import Net
from fieldstone.search.net.own import own_net
from fieldstone.search.reading import (
    FEWER,
    GAMES,
    OWNER_SECONDS,
    READING,
    SOME_LINES,
    Reading,
    begin_reading,
    end_reading,
    read_on,
)
from fieldstone.search.result import MoveInfo
from fieldstone.search.steps.state import ANALYSE

LOOK_EVERY = 0.2  # seconds between two intermediate results


def analyse(
    state: State,
    limit: Limit = ONE_SECOND,
    on_progress: Callable[[Analysis], None] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    seed: int | None = None,
    owners: bool = True,
    memory: Memory | None = None,
    net: bool = True,
) -> Analysis:
    """Return what a search finds out about a position; the state is not modified.

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
    net : whether positions are judged by the network that the game brings, where it has one for the board; False, and
        everywhere else: by playouts. So they are with several threads in the memory: a network is wrong in the same
        way in each of them, and what they add up to would look surer than it is

    Raises
    ------
    AnalysisError
        The game is over.
    """
    if state.outcome is not None:
        raise AnalysisError("analyse.over")
    memory = Memory(seed) if memory is None else memory
    judge = own_net(state.game) if net and memory.threads == 1 else None
    found = _search_of(state, limit, stop, memory, judge)
    analyser = _Analyser(found, make_rng(time.time_ns() if seed is None else seed, 1), owners)
    analyser.run(on_progress)
    complete = not found.cut_short
    return analyser.read(GAMES, complete, None if complete else SOME_LINES)


def look_into(
    state: State, limit: Limit, stop: Callable[[], bool] | None, seed: int, megabytes: float, net: Net | None
) -> tuple[Finding, tuple[Move, ...]] | None:
    """Return what a search finds of a position of a game that goes on, and the line that it expects.

    None when it was told to stop before its end. It goes by the network; without one, by playouts.
    """
    found = _search_of(state, limit, stop, Memory(seed, 1, megabytes), net)
    analyser = _Analyser(found, make_rng(seed, 1), False)
    analyser.run(None)
    seen = found.look()
    if found.cut_short or seen is None:
        return None
    return seen, found.tell(seen, 1).moves[0].line


def _search_of(state: State, limit: Limit, stop: Callable[[], bool] | None, memory: Memory, net: Net | None) -> Search:
    """Return the search of an analysis, by a network or by playouts."""
    settings = None if net is None else settings_with_net(state.game, net)
    evaluator = None if net is None else NetEvaluator(net)
    return Search(state.copy(), limit, settings, stop, kind=ANALYSE, memory=memory, evaluator=evaluator)


@dataclass
class _Analyser:
    """One analysis under way."""

    search: Search
    rng: npt.NDArray[np.uint64]
    owners: bool
    shown: float = field(default_factory=time.perf_counter)

    def run(self, on_progress: Callable[[Analysis], None] | None) -> None:
        """Search to the limit or a proof, or until told to stop."""

        def tell(search: Search) -> None:
            if on_progress is None or time.perf_counter() - self.shown < LOOK_EVERY or search.simulations == 0:
                return
            on_progress(self.read(FEWER, False, SOME_LINES))
            self.shown = time.perf_counter()

        self.search.run(on_look=tell)

    def read(self, games: int, complete: bool, lines: int | None = None) -> Analysis:
        """Return what is known now: owners from so many finished games, expected lines for the best `lines` moves.

        Unless the analysis is `complete`, it has to be told at once.
        """
        state, seen, owners, expected = self.search.state, self.search.look(), None, None
        if self.owners:
            read = self._read_games(games, math.inf if complete else OWNER_SECONDS)
            owners, expected = tuple(read.owners.tolist()), expected_parts(state.game.spec, read.sums)
        found = self.search.tell(seen, lines)
        known = {one.move for one in found.moves}
        others = [move for move in state.legal_moves() if move not in known]
        moves = (*found.moves, *(MoveInfo(move, 0, None, None, None, 0, (move,)) for move in others))
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
            owners,
            expected,
            parts_of(state),
            complete,
        )

    def _read_games(self, games: int, seconds: float) -> Reading:
        """Return what is expected at the end, from at most so many games that follow the trees."""
        state = self.search.state
        adapter = state.game.adapter
        read: Reading = make_arrays(READING, {"state": adapter.dtype}, points=state.game.points)
        read.states[0] = state.record
        read = read._replace(rng=self.rng)
        searched = self.search.simulations > 0  # before the first search: a root without children
        trees: Sequence[Nodes] = [tree.nodes for tree in self.search.memory.trees] if searched else [new_tree(0)]
        begin_reading(read, games)
        end, done = time.perf_counter() + seconds, False
        while not done:
            for number, nodes in enumerate(trees):
                done = read_on(adapter.rules, nodes, read, number, len(trees)) or time.perf_counter() >= end
        end_reading(read)
        return read
