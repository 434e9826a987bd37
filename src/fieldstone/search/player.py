"""A player that searches: settings per game, a tree that is kept from move to move, time and stops."""

import math
import threading
import time
from collections.abc import Callable

import numpy as np

from fieldstone.core.record import NAMING_KOMI
from fieldstone.core.rng import make_rng
from fieldstone.game import Move
from fieldstone.search.candidates import Candidate, larger_wins, lead_of, list_candidates, with_solution
from fieldstone.search.endgame import Endgame, MoveValue
from fieldstone.search.evaluators import Evaluator, Playouts
from fieldstone.search.komi import fairest, in_size_order, most_trials, try_komi
from fieldstone.search.mcts import USUAL_MEGABYTES, Settings, check_limits, checked_settings
from fieldstone.search.random import Progress
from fieldstone.search.report import EXACT, has_won
from fieldstone.search.rooted import RootedTree, would_end
from fieldstone.search.solver import Solution
from fieldstone.search.tree import ROOT, children_of, column
from fieldstone.search.tuning import TUNED
from fieldstone.state import State

SOLVER_SHARE = 8  # the solver's table gets this part of the memory
GLIMPSE = 0.05  # of the limit for the search before the solver is asked, so that a stop finds more than a guess
GLIMPSE_SECONDS = 0.2  # at most, where time is the limit
GLANCE = 32  # simulations of it at least, where simulations are the limit
SETTLED = 0.25  # of the limit, once the outcome is known and only points are looked for
DECIDED_EVERY = 256  # simulations between two looks whether a move is decided, where simulations are the limit
FIRST_CHUNK = 16  # simulations before the first look at the clock
LOOK_EVERY = 0.01  # seconds between two looks at the clock, about
PARTS_TO_SCOUT = 10  # of the limits, one for each search elsewhere; mostly four to six komis are tried, twice each
FEWEST_TO_SCOUT = 2500  # simulations of each search elsewhere, also on levels that make fewer for a move
FEWEST_FOR_POINTS = 2000  # simulations before a winning pass, where points are looked for
REPLY = 0.1  # the most a reply to a pass may promise; whoever is to move looks better off than it is
CLOCKS: dict[str, Callable[[], float]] = {"wall": time.perf_counter, "cpu": time.thread_time}


class SearchPlayer:
    """Plays by Monte Carlo tree search; a proven win is played the shortest way, a proven loss put off.

    Attributes
    ----------
    seconds, simulations : the limits of a move; may be changed between moves
    seed : what the random numbers come from
    thought : whether the last move was found by thinking; a forced move and a komi are not
    trees : those of the last search, one a thread, with the same position at their roots
    interrupted : whether Ctrl-C ended the last thinking
    simulations_made : in all its thinking so far
    """

    def __init__(
        self,
        seconds: float = 1.0,
        simulations: int | None = None,
        seed: int | None = None,
        settings: Settings | None = None,
        megabytes: float = USUAL_MEGABYTES,
        threads: int = 1,
        clock: str = "wall",
        reuse: bool = True,
        exact: bool = True,
        hurried: bool = False,
        evaluator: Evaluator | None = None,
    ) -> None:
        """Think for `seconds` a move, or for a number of simulations: then, on one thread, a seed repeats a game.

        Each of several `threads` grows a tree of its own, and what they know is added up (root parallelism; G. Chaslot,
        M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search", 2008); simulations are shared out among them.
        `settings` None means those found best for the game. `megabytes` bounds the trees together: when one is full its
        search goes on without growing; there is always room for 16,384 nodes, in 1.7 MB a thread. `clock` is "wall", or
        "cpu" for the time that a processor spends on each thread, which is fair on a busy machine. `reuse` False
        forgets the tree between moves. With `exact`, positions near the end are solved. A move that no other can
        overtake any more is played at once where time is the limit, and with `hurried` where simulations are.
        `evaluator` None means playouts.

        Raises ValueError when a number or a setting is not one that is allowed, or the clock is unknown.
        """
        check_limits(seconds=seconds, simulations=simulations, megabytes=megabytes, threads=threads)
        if clock not in CLOCKS:
            raise ValueError(f"the clock is {' or '.join(CLOCKS)}, not {clock!r}")
        self.seconds = seconds
        self.simulations = simulations
        self.settings = None if settings is None else checked_settings(settings)
        self.megabytes = megabytes
        self.reuse = reuse
        self.hurried = hurried
        self.thought = False
        self.interrupted = False
        self.simulations_made = 0
        self.seed = time.time_ns() if seed is None else seed
        self._rngs = [make_rng(self.seed, stream) for stream in range(threads)]
        self._clock_name = clock
        self._clock = CLOCKS[clock]
        self._evaluator: Evaluator = Playouts() if evaluator is None else evaluator
        self._endgame = Endgame(megabytes / SOLVER_SHARE, self._clock) if exact else None
        self._solution: Solution | None = None
        self._values: dict[Move, MoveValue] = {}  # of moves that were solved by themselves
        self._stop = threading.Event()  # somebody said so
        self._over = threading.Event()  # of one search: all is known that it looks for, or it has failed
        self._began = 0.0  # when the time of the last thinking began, by the clock
        self.trees: list[RootedTree] = []

    # -- playing ------------------------------------------------------------------------------------------------

    def choose(self, state: State, on_progress: Progress | None = None) -> Move:
        """Return the move to play; `on_progress` is told the part of the thinking done.

        Ctrl-C and `stop` end the thinking at once, with the best move so far. Raises ValueError when the game is over.
        """
        moves = state.legal_moves()
        self.thought = False
        if not moves:
            raise ValueError("the game is over")
        if len(moves) == 1:
            return moves[0]
        if state.record.setup == NAMING_KOMI:
            return self._name_komi(state, moves, on_progress)
        seconds = self.seconds
        may_pass = self._sees_ends(state) and any(move.text == "pass" for move in moves)
        try:
            if may_pass and self._is_settled_for(state, winning=True):
                self.seconds *= 1.0 - 1.0 / PARTS_TO_SCOUT  # the rest is for a look at what a pass brings
            self.think(state, on_progress, until_decided=True)
            self.look_at_end()
            self._look_for_points(state)
            self._prove_larger_win(state, on_progress)
        finally:
            self.seconds = seconds
        self.thought = True
        found = self.candidates()
        return self._pass_if_settled(state, found, on_progress) if may_pass else found[0].move

    def _look_for_points(self, state: State) -> None:
        """Search on, on low levels too, before a pass ends a game that may be won by more.

        It costs nothing but points to think more here, as who wins is proven.
        """
        best, limit = self.candidates()[0], self.simulations
        ends = best.proven == "win" and best.distance == 0
        known = self._solution is not None and self._solution.by_margin
        if not (ends and self._greedy) or known or limit is None or self._is_stopped():
            return
        wanted = self._at_least(FEWEST_FOR_POINTS, limit)
        if wanted == limit:
            return
        self.simulations = wanted
        try:
            self.think(state)
        finally:
            self.simulations = limit

    def _prove_larger_win(self, state: State, on_progress: Progress | None) -> None:
        """Go on with the margin, where the solver has proven no more than a win: a search has told about how large.

        If that is too far, ask whether a move that promises to win by more wins as well: each in turn, from the one
        that promises most, until one does.
        """
        endgame, solution = self._endgame, self._solution
        if endgame is None or solution is None or not self._has_more(solution):
            return
        found, stop, limit = self.candidates(), self._attending(on_progress, 1.0), self.simulations
        left = self._began + self.seconds - self._clock()
        if (left <= 0 and limit is None) or self._is_stopped():
            return
        try:
            exact = endgame.attempt_margin(state, left, limit, stop, found[0].margin)
            if exact is not None:
                self._solution = exact
            elif promising := larger_wins(found):
                self._values = endgame.attempt_moves(state, solution, left, limit, stop, promising)
        except KeyboardInterrupt:
            self.interrupted = True

    def _pass_if_settled(self, state: State, found: list[Candidate], on_progress: Progress | None) -> Move:
        """Return a pass where the game is as good as over and nothing promises more, instead of filling the board.

        The one who wins passes if a search finds no reply that changes it, but not among the last stones: there passes
        cost points, and filling takes nobody long. The one who loses passes only when the other one has, so that the
        game ends when both see it so. No other pass is played unless it is proven, or all else is proven to lose.
        """
        first, passing = found[0], next(one for one in found if one.move.text == "pass")
        if first.value is None or first.proven is not None:
            return first.move
        known = first.value if passing.value is None else passing.value
        sure = self._settings_for(state).settled
        wins = min(first.value, known) > sure and passing.proven != "loss" and self._is_settled_for(state, winning=True)
        loses = first.value < 1.0 - sure and self._is_settled_for(state, winning=False)
        then = state.copy()
        then.play(passing.move)
        if loses and then.outcome is not None:
            return passing.move
        if wins and (then.outcome is not None or self._chance_of_reply(then, on_progress) < REPLY):
            return passing.move
        return next((one.move for one in found if one is not passing and one.proven != "loss"), first.move)

    def _sees_ends(self, state: State) -> bool:
        """Say whether positions promise something, so that it can be seen where a game need not be played out.

        A network may see more than what they promise at first sight, so with one this is not done.
        """
        return self._settings_for(state).settled < 1.0 and isinstance(self._evaluator, Playouts)

    def _is_settled_for(self, state: State, winning: bool) -> bool:
        """Say whether the player to move wins, or loses, if the game ends now, and no move promises to change that.

        Of a win among the last stones this is not said.
        """
        few = winning and int(state.record.empty_count) <= TUNED[state.game.name].solving.exact_from
        return not few and would_end(state, winning)

    def _chance_of_reply(self, then: State, on_progress: Progress | None) -> float:
        """Return the mover's chance of winning, after a search with a part of the limits: 0 if there is no time for it.

        Then what the search before it has seen has to do, so that a game at a fast clock is not filled up.
        """
        if self._is_stopped():
            return 0.0
        try:
            return self._scouted(then, None if on_progress is None else lambda _: on_progress(1.0)).win_chance()
        except KeyboardInterrupt:
            self.interrupted = True
            return 0.0

    def thought_chance(self) -> float | None:
        """Return the chance of winning that was seen at the last move; None if that was chosen without thinking."""
        return self.win_chance() if self.thought else None

    def stop(self) -> None:
        """End the thinking that goes on in another thread, within 50 ms; without one this does nothing."""
        self._stop.set()

    def _name_komi(self, state: State, moves: list[Move], on_progress: Progress | None) -> Move:
        """S1: name the komi that makes the sides most equal, each komi that is tried having its part of the limits."""
        komis = in_size_order(moves)
        most = PARTS_TO_SCOUT if self.simulations is None else 2 * most_trials(len(komis))
        made = 0

        def search(trial: State) -> Candidate | None:
            nonlocal made
            if on_progress is not None:
                on_progress(made / most)
            if self._is_stopped() or made == most:
                return None
            made += 1
            found = self._scouted(trial, None if on_progress is None else lambda _: on_progress(made / most))
            return None if self._is_stopped() else found.candidates()[0]

        self.interrupted = False
        self._stop.clear()
        return fairest(komis, lambda komi: try_komi(state, komi, search))

    def _at_least(self, fewest: int, simulations: int) -> int:
        """Return so many simulations, but enough for playouts to tell something; a network tells it with a few."""
        return max(fewest, simulations) if isinstance(self._evaluator, Playouts) else simulations

    def _attending(self, on_progress: Progress | None, part: float) -> Callable[[], bool]:
        """Return what a solver asks whether to stop; who watches the progress may be the one who says so."""

        def stopped() -> bool:
            if on_progress is not None:
                on_progress(part)
            return self._stop.is_set()

        return stopped

    def _is_stopped(self) -> bool:
        return self.interrupted or self._stop.is_set()

    def _scouted(self, trial: State, on_progress: Progress | None) -> "SearchPlayer":
        """Return who has searched a position that may come about, with a part of the limits."""
        part = None if self.simulations is None else self.simulations // PARTS_TO_SCOUT
        scout = SearchPlayer(
            seconds=self.seconds / PARTS_TO_SCOUT,
            simulations=None if part is None else self._at_least(FEWEST_TO_SCOUT, max(1, part)),
            seed=self.seed,
            settings=self.settings,
            megabytes=self.megabytes / PARTS_TO_SCOUT,
            threads=len(self._rngs),
            clock=self._clock_name,
            evaluator=self._evaluator,
        )

        def attend(done: float) -> None:
            if on_progress is not None:
                on_progress(done)
            if self._stop.is_set():
                scout.stop()

        self.simulations_made += scout.think(trial, attend)
        self.interrupted = scout.interrupted
        return scout

    # -- thinking -----------------------------------------------------------------------------------------------

    def think(self, state: State, on_progress: Progress | None = None, until_decided: bool = False) -> int:
        """Search from a state until a limit is reached or the outcome is proven; returns the simulations made.

        `until_decided` ends it as soon as no other move can catch up with the first, as `__init__` says.
        """
        self.interrupted = False
        self._stop.clear()
        self._over.clear()
        self._solution, self._values = None, {}
        begin = self._clock()
        trees = self.trees_for(state)
        moved = self._clock() - begin
        made = [0] * len(trees)

        def grow(number: int, begin: float, told: Progress | None = None) -> None:
            if number == 0 and self._endgame is not None:
                self._grow(number, begin, told, False, made, self._glimpse)
                stop = self._attending(told, self._glimpse)
                self._solution = self._endgame.attempt(
                    state, self.seconds, self.simulations, stop, lambda: lead_of(trees[:1])
                )
                if until_decided and self._solution is not None:
                    if not self._seeks_points(self._solution):
                        self._over.set()
                        return
                    self._over.clear()  # a helper may have proven the result as well
            self._grow(number, begin, told, until_decided, made)

        helpers = [
            threading.Thread(target=lambda n=number: grow(n, self._clock()), daemon=True)
            for number in range(1, len(trees))
        ]
        try:
            if self.simulations is None:
                made[0] = self._load(state)
            for helper in helpers:
                helper.start()
            self._began = self._clock() - moved
            grow(0, self._began, on_progress)
        except KeyboardInterrupt:
            self.interrupted = True
            if made[0] == 0:
                trees[0].move_to(state)  # begun anew if a network was interrupted: its leaves would wait for ever
                made[0] = self._evaluator.grow(trees[0], 1, self._rngs[0])  # so that there is a best move
        except BaseException:
            self._over.set()
            raise
        finally:
            if self.interrupted or not trees[0].open:
                self._over.set()
            for helper in helpers:
                if helper.ident is not None:
                    helper.join()
        self.simulations_made += sum(made)
        return sum(made)

    def _load(self, state: State) -> int:
        """Have compiled or loaded what a search runs, so that it takes nothing of its time; returns the simulations."""
        if self._endgame is not None:
            self._endgame.load(state)
        first = max(FIRST_CHUNK, self._evaluator.batch)
        return self._evaluator.grow(self.trees[0], first, self._rngs[0]) if self.trees[0].open else 0

    def _grow(
        self,
        number: int,
        begin: float,
        on_progress: Progress | None,
        until_decided: bool,
        counts: list[int],
        part: float = 1.0,
    ) -> None:
        """Make the simulations of one tree up to a part of the limit, and count them in its place of `counts`.

        Where simulations are the limit, nothing may depend on how fast they are made: then it is looked only every
        DECIDED_EVERY of them whether the move is decided. Where time is, how many are left is told by how fast these
        are made: of the time until now the solver may have had a part.
        """
        tree, rng, clock = self.trees[number], self._rngs[number], self._clock
        share = last = None
        if self.simulations is not None:
            share = self.simulations // len(self.trees) + (number < self.simulations % len(self.trees))
            last = share if part == 1.0 else min(share, max(GLANCE, math.ceil(part * share)))
        hurry = until_decided and (share is None or self.hurried)
        made, chunk, searched, grown = counts[number], FIRST_CHUNK, 0.0, 0
        while tree.open and not ((self._stop.is_set() or self._over.is_set()) and made > 0):
            now = clock() - begin
            done = now / self.seconds if share is None else made / max(1, share)
            if made > 0 and (done >= part if last is None else made >= last):
                break
            if hurry and made > 0 and (grown > 0 if share is None else made % DECIDED_EVERY == 0):
                if self._is_settled(tree) and (searched / self.seconds if share is None else done) >= SETTLED:
                    break
                left = (self.seconds - now) * grown / searched if share is None else share - made
                if _is_decided(tree, left):
                    break
            if on_progress is not None:
                on_progress(min(done, 1.0))
            asked = max(chunk, self._evaluator.batch)
            if last is not None:
                asked = min(asked, last - made, DECIDED_EVERY - made % DECIDED_EVERY if hurry else asked)
            if asked <= 0:
                break
            new = self._evaluator.grow(tree, asked, rng)
            made += new
            counts[number] = made
            spent = max(clock() - begin - now, 1e-6)
            searched, grown = searched + spent, grown + new
            rate = max(new, 1) / spent
            chunk = max(1, min(2 * chunk, int(rate * LOOK_EVERY)))
            if share is None:  # not over the limit by a whole look
                chunk = max(1, min(chunk, int(rate * (part * self.seconds - (clock() - begin)))))
        if not tree.open and part == 1.0 and tree.greedy >= self.trees[0].greedy:
            self._over.set()

    @property
    def _glimpse(self) -> float:
        """The part of the limit for the search before the solver is asked."""
        return GLIMPSE if self.simulations is not None else min(GLIMPSE, GLIMPSE_SECONDS / self.seconds)

    @property
    def _greedy(self) -> bool:
        """Whether a win is looked for that is larger than the first one proven."""
        return self.trees[0].settings.greedy > 0

    def _seeks_points(self, solution: Solution) -> bool:
        """Say whether to search on though the result is known, and see to it that the first tree does not end by it."""
        if self._greedy or solution.by_margin:
            return not solution.by_margin
        if not (self._has_more(solution) and isinstance(self._evaluator, Playouts)):
            return False
        self.trees[0].be_greedy()
        return True

    def _has_more(self, solution: Solution) -> bool:
        """Say whether it is proven that the player to move wins, but not by how many points."""
        open_points = TUNED[self.trees[0].game.name].solving.by_margin and not solution.by_margin
        return open_points and solution.result == "win"

    def _is_settled(self, tree: RootedTree) -> bool:
        """Say whether only points are open: who wins is proven."""
        return self._solution is not None or has_won(tree.nodes)

    def look_at_end(self) -> None:
        """See to it that of a pass which ends the game it is known what that brings; for after the last search."""
        for tree in self.trees:
            tree.look_at_end()

    def candidates(self) -> list[Candidate]:
        """Return what the last search knows of each legal move, the one to play first."""
        return with_solution(list_candidates(self.trees), self._solution, self._values)

    def win_chance(self) -> float:
        """Return the chance of winning of the player to move, after the last search: 0 to 1; 0.5 before any."""
        found = self.candidates()
        if not found:
            return 0.5
        if found[0].proven is not None:
            return EXACT[found[0].proven]
        return 0.5 if found[0].value is None else found[0].value

    def _settings_for(self, state: State) -> Settings:
        return TUNED[state.game.name].settings if self.settings is None else self.settings

    def trees_for(self, state: State) -> list[RootedTree]:
        """Return the trees to search in: what is left of the last ones if the game has gone on from there."""
        settings = self._settings_for(state)
        trees = self.trees
        if not trees or trees[0].game != state.game or trees[0].settings != settings:
            each = self.megabytes * (1.0 if self._endgame is None else 1.0 - 1.0 / SOLVER_SHARE) / len(self._rngs)
            trees = [RootedTree(state.game, settings, each) for _ in self._rngs]
        for tree in trees:
            tree.move_to(state, self.reuse, self._stop.is_set)
        self.trees = trees
        return trees


def _is_decided(tree: RootedTree, left: float) -> bool:
    """Say whether no other move of the root can be visited as often as the first with `left` more simulations."""
    visits: np.ndarray = column(tree.nodes, "visits")[children_of(tree.nodes, ROOT)]
    if len(visits) < 2:
        return False
    second, first = np.partition(visits, -2)[-2:]
    return bool(first - second > left)
