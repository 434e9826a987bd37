"""Analysing a position: a search in small steps, with its trees read in between."""

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.exact import POINTS_PER_LEAD, solved_moves
from fieldstone.analysis.parts import Expected, expected_parts, parts_of
from fieldstone.analysis.result import Analysis, MoveAnalysis
from fieldstone.core.rng import make_rng
from fieldstone.game import Move
from fieldstone.search.candidates import lead_of
from fieldstone.search.endgame import Endgame, MoveValue
from fieldstone.search.expectation import sample_owners
from fieldstone.search.mcts import USUAL_MEGABYTES
from fieldstone.search.player import SearchPlayer
from fieldstone.search.report import EXACT, Numbers, Report, read_trees, root_proof
from fieldstone.search.solver import Solution
from fieldstone.search.tree import ROOT, Nodes, column, new_tree
from fieldstone.state import State

SOLVER_MEGABYTES = 64.0
LOOK_EVERY = 0.2  # seconds between two intermediate results
STEP_SECONDS = 0.1  # between two looks at the limit
STEP_SIMULATIONS = 2000
FEWEST_STEPS = 16  # into which an analysis is cut, as its error is estimated from their differences
SOME_LINES = 20  # of the best moves, in intermediate results and after a stop
OWNER_GAMES = 400  # finished games behind the expected owners of the points
OWNER_SECONDS = 0.01  # for them, where somebody waits for the answer to a stop: on large boards they are fewer then
OWNERS_AT_ONCE = 20  # games between two looks at the clock


@dataclass(frozen=True)
class Limit:
    """How long to analyse: seconds, a number of simulations, or whichever comes first of the two.

    Raises AnalysisError (a ValueError) unless at least one is given and both are positive.
    """

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise AnalysisError("analyse.no-limit")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise AnalysisError("analyse.seconds", value=self.seconds)
        if self.simulations is not None and self.simulations < 1:
            raise AnalysisError("analyse.simulations", value=self.simulations)

    def __str__(self) -> str:
        parts = [] if self.seconds is None else [f"seconds={self.seconds:g}"]
        if self.simulations is not None:
            parts.append(f"simulations={self.simulations}")
        return ",".join(parts)


ONE_SECOND = Limit(seconds=1.0)


def analyse(
    state: State,
    limit: Limit = ONE_SECOND,
    on_progress: Callable[[Analysis], None] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    seed: int | None = None,
    owners: bool = True,
    player: SearchPlayer | None = None,
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
    owners : whether to estimate whose each point will be
    player : search with this one, which may know something already; its seconds and simulations are left alone

    Raises
    ------
    AnalysisError
        The game is over.
    """
    if state.outcome is not None:
        raise AnalysisError("analyse.over")
    searcher = make_player(seed) if player is None else player
    work = _Work(state.copy(), searcher, limit, make_rng(time.time_ns() if seed is None else seed, 1), owners)
    complete = False
    with contextlib.suppress(KeyboardInterrupt):  # what is known so far is an answer
        complete = work.run(on_progress, stop)
    return work.read(OWNER_GAMES, complete, None if complete else SOME_LINES)


def make_player(seed: int | None = None, megabytes: float = USUAL_MEGABYTES) -> SearchPlayer:
    """Return a player to analyse with: the strongest settings; the exact solver is asked once, not at every step.

    `megabytes` bounds its tree. Raises ValueError when that is not positive, or more than the machine has.
    """
    return SearchPlayer(seed=seed, megabytes=megabytes, exact=False)


def nodes_of(player: SearchPlayer) -> list[Nodes]:
    """Return the trees of a player, one for each of its threads; none before its first search."""
    return [tree.nodes for tree in player.trees]


@dataclass
class _Work:
    """One analysis under way."""

    state: State
    player: SearchPlayer
    limit: Limit
    rng: npt.NDArray[np.uint64]
    owners: bool
    made: int = 0
    solution: Solution | None = None
    values: dict[Move, MoveValue] = field(default_factory=dict)  # of the moves, as far as the solver got
    steps: list[tuple[int, float]] = field(default_factory=list)  # of each step: simulations, and what they gave
    results: float = 0.0  # of all steps: what seat 1 got, and the squares of that
    squares: float = 0.0

    def run(self, on_progress: Callable[[Analysis], None] | None, stop: Callable[[], bool] | None) -> bool:
        """Search to the limit or a proof; returns False when told to stop before."""
        begin = shown = time.perf_counter()
        kept = self.player.seconds, self.player.simulations

        def tell() -> None:
            nonlocal shown
            if on_progress is not None and time.perf_counter() - shown >= LOOK_EVERY:
                on_progress(self.read(OWNER_GAMES // 4, False, SOME_LINES))
                shown = time.perf_counter()

        def told_to_stop() -> bool:
            tell()
            return stop is not None and stop()

        try:
            if stop is not None and stop():
                return False
            self._step(0.0, stop)  # so that there is something to tell of while the solver works
            self._solve(told_to_stop)
            while True:
                spent = time.perf_counter() - begin
                if self._done(spent):
                    return True
                if stop is not None and stop():
                    return False
                self._step(spent, stop)
                if self.player.interrupted:
                    return False
                tell()
        finally:
            if self.steps:
                self.player.look_at_end()
            self.player.seconds, self.player.simulations = kept

    def _solve(self, stop: Callable[[], bool]) -> None:
        """Ask the exact solver early: near the end it knows, and the search only tells of the other moves."""
        endgame = Endgame(SOLVER_MEGABYTES, time.perf_counter)
        seconds, simulations = self.limit.seconds, self.limit.simulations
        if seconds is not None:
            simulations = None
        self.solution = endgame.attempt(
            self.state, seconds or math.inf, simulations, stop, lambda: lead_of(self.player.trees)
        )
        if self.solution is not None:
            self.values = endgame.attempt_moves(self.state, self.solution, seconds or math.inf, simulations, stop)

    def _done(self, spent: float) -> bool:
        """Say whether the limit is reached or the result proven."""
        if self.made == 0:
            return True
        if self.limit.seconds is not None and spent >= self.limit.seconds:
            return True
        if self.limit.simulations is not None and self.made >= self.limit.simulations:
            return True
        return not self.player.trees[0].open

    def _step(self, spent: float, stop: Callable[[], bool] | None) -> None:
        """Search a little further, and write down what it gave."""
        seconds, simulations = self.limit.seconds, self.limit.simulations
        if simulations is not None:
            step = min(-(-simulations // FEWEST_STEPS), STEP_SIMULATIONS, simulations - self.made)
            self.player.simulations = step
        elif seconds is not None:
            self.player.simulations = None
            self.player.seconds = max(0.001, min(seconds / FEWEST_STEPS, STEP_SECONDS, seconds - spent))
        visits, value = self._sums()
        made = self.player.think(self.state, None if stop is None else lambda _: self._attend(stop))
        self.made += made
        after, total = self._sums()
        self.steps.append((after - visits, total - value))
        for tree in self.player.trees:
            results, squares = tree.spread
            self.results, self.squares = self.results + results, self.squares + squares

    def _attend(self, stop: Callable[[], bool]) -> None:
        """End the step under way if the analysis is to stop."""
        if stop():
            self.player.stop()

    def _sums(self) -> tuple[int, float]:
        """Return the visits of the roots and what they gave to the player to move."""
        trees = nodes_of(self.player) if self.steps else []
        visits = sum(int(column(nodes, "visits")[ROOT]) for nodes in trees)
        return visits, visits - sum(float(column(nodes, "wins")[ROOT]) for nodes in trees)

    # -- reading --------------------------------------------------------------------------------------------------

    def read(self, games: int, complete: bool, lines: int | None = None) -> Analysis:
        """Return what is known now: owners from so many finished games, expected lines for the best `lines` moves.

        Unless the analysis is `complete`, it has to be told at once.
        """
        trees = nodes_of(self.player) if self.steps else []
        report = read_trees(trees, lines=lines) if trees else None
        moves = self._moves(report)
        proven = root_proof(trees)
        if self.solution is not None:
            proven, moves = self.solution.result, solved_moves(moves, self.solution, self.values)
        owners, expected, lead = None, None, 0.0
        if self.owners or proven:
            owners, expected, lead = self._sample(trees, games, math.inf if complete else OWNER_SECONDS)
        if proven and moves[0].proven and moves[0].margin is not None and not self._exact_margin:
            # A search ends with a proof, after a few simulations perhaps: games that follow the proof know more.
            moves = (replace(moves[0], margin=lead * POINTS_PER_LEAD), *moves[1:])
        best = moves[0]
        chance = EXACT[proven] if proven else 0.5 if best.chance is None else best.chance
        return Analysis(
            self.state.game,
            self.state.to_text(),
            len(self.state.history),
            self.state.to_move,
            self.state.seat,
            chance,
            0.0 if proven else standard_error(chance, best.visits, self._variance, self.steps),
            best.margin,
            self.made,
            proven,
            moves[0].distance + 1 if proven else 0,
            moves,
            owners if self.owners else None,
            expected if self.owners else None,
            parts_of(self.state),
            complete,
        )

    @property
    def _variance(self) -> float:
        """The variance of what one simulation gives."""
        return max(0.0, self.squares / self.made - (self.results / self.made) ** 2) if self.made else 0.25

    @property
    def _exact_margin(self) -> bool:
        """Whether the solver has found the margin, not only the result."""
        return self.solution is not None and self.solution.by_margin

    def _moves(self, report: Report | None) -> tuple[MoveAnalysis, ...]:
        """Return all legal moves: those of the trees in their order, and others that a tree does not have yet."""
        known: dict[int, tuple[Numbers, tuple[int, ...]]] = {}
        if report is not None:
            known = {one.action: (one, line) for one, line in zip(report.moves, report.lines, strict=True)}
        others = [move for move in self.state.legal_moves() if move.action not in known]
        return (
            *(self._move(numbers, line) for numbers, line in known.values()),
            *(MoveAnalysis(move, 0, None, None, None, 0, (move,)) for move in others),
        )

    def _move(self, numbers: Numbers, line: tuple[int, ...]) -> MoveAnalysis:
        table = self.state.game.moves
        chance = numbers.value if numbers.proven is None else EXACT[numbers.proven]
        margin = None
        if numbers.lead is not None and self.state.game.name != "convacu":  # C4: points decide nothing there
            margin = numbers.lead * POINTS_PER_LEAD
        return MoveAnalysis(
            table[numbers.action],
            numbers.visits,
            chance,
            margin,
            numbers.proven,
            numbers.distance,
            tuple(table[action] for action in line),
        )

    def _sample(
        self, trees: Sequence[Nodes], games: int, seconds: float
    ) -> tuple[tuple[float, ...], Expected | None, float]:
        """Return what is expected at the end, from at most so many games that follow the trees.

        The owner of each point, what the score is made of, and the lead of who is to move.
        """
        face = self.state.game.face
        states = np.zeros(2, dtype=face.dtype)
        states[0] = self.state.record
        words = states.view(np.uint64).reshape(2, -1)
        owners, sums = np.zeros(self.state.game.points), np.zeros((2, 4))
        trees = list(trees) or [new_tree(0)]  # before the first search: a root without children
        end = time.perf_counter() + seconds
        played, lead = 0, 0.0
        while played == 0 or (played < games and time.perf_counter() < end):
            some = min(OWNERS_AT_ONCE, -(-(games - played) // len(trees)))
            for nodes in trees:
                lead += sample_owners(face.rules, states, words, nodes, self.rng, some, owners, sums)
            played += some * len(trees)
        lead /= played
        return (
            tuple((owners / played).tolist()),
            expected_parts(self.state.game.name, sums / played),
            lead if self.state.seat == 1 else 0.0 - lead,
        )


def standard_error(chance: float, visits: int, variance: float, steps: Sequence[tuple[int, float]]) -> float:
    """Return the standard error of a chance that a search has found.

    Simulations of one search are not independent draws: they follow each other through the same tree, and what they
    give drifts while it grows. So the larger of two estimates is taken: that of `visits` independent games, and that of
    the means of the steps of the search (batch means; G. Fishman, "Grouping observations in digital simulation",
    Management Science 24 (5), 1978), which differ more from one another when their simulations hang together.

    Parameters
    ----------
    chance : 0 to 1
    visits : of the best move
    variance : of what one simulation gives, 0 to 0.25; small where positions are judged before the game is over
    steps : simulations of each step of the search and what they gave together
    """
    if visits == 0:
        return 0.5
    # One half added to wins and losses: a few games that all end alike do not prove that all will.
    smooth = (chance * visits + 0.5) / (visits + 1)
    doubt = max(0.0, smooth * (1 - smooth) - chance * (1 - chance))
    independent = math.sqrt((variance + doubt) / (visits + 1))
    used = [(count, value) for count, value in steps if count > 0]
    if len(used) < 4:
        return independent
    total = sum(count for count, _ in used)
    mean = sum(value for _, value in used) / total
    spread = sum(count * (value / count - mean) ** 2 for count, value in used) / total
    return max(independent, math.sqrt(spread / (len(used) - 1)))
