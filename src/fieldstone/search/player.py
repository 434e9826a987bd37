"""A seat of the computer: a search with limits of its own, which keeps its tree from move to move."""

from fieldstone.games.tuning import Settings, tuning_of
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.engine import CLOCKS, Progress, Search
from fieldstone.search.finding import Finding
from fieldstone.search.limit import Cancel, Limit
from fieldstone.search.mcts.evaluators import Evaluator
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.memory import Memory
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.own import own_net
from fieldstone.search.result import MoveInfo, SearchResult
from fieldstone.search.settings import USUAL_MEGABYTES, check_limits, checked_settings
from fieldstone.search.steps.state import CHOOSE, THINK


class SearchPlayer:
    """Plays by Monte Carlo tree search; a proven win is played the shortest way, a proven loss put off.

    Attributes
    ----------
    limit : of a move
    memory : its trees, and what has been proven
    result : what the last search has found; None before any
    finding : the same as arrays; None also where it searched no tree
    simulations_made : in all its thinking so far
    """

    def __init__(
        self,
        seconds: float = 1.0,
        simulations: int | None = None,
        seed: int | None = None,
        settings: Settings | None = None,
        megabytes: float | None = USUAL_MEGABYTES,
        threads: int = 1,
        clock: str = "wall",
        reuse: bool = True,
        exact: bool = True,
        hurried: bool = False,
        evaluator: Evaluator | None = None,
        net: bool = False,
    ) -> None:
        """Think for `seconds` a move, or for a number of simulations: then, on one thread, a seed repeats a game.

        Each of several `threads` grows a tree of its own, and what they know is added up (root parallelism; G. Chaslot,
        M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search", 2008); simulations are shared out among them.
        `settings` None means those found best for the game. `megabytes` bounds the trees together (None: as in
        the page); a full one does not grow, and is pruned where a network judges; 16,384 nodes always have room, in
        1.7 MB a thread. `clock` is "wall", or "cpu" for the time that a processor spends on each thread, which is fair
        on a busy machine. `reuse` False forgets the tree between moves. With `exact`, positions near the end are
        solved. A move that no other can overtake any more is played at once where time is the limit, and with `hurried`
        where simulations are.
        `evaluator` None means playouts, or with `net` the network that a game brings, where it has one for the board.

        Raises ValueError when a number or a setting is not one that is allowed, or the clock is unknown.
        """
        check_limits(seconds=seconds, simulations=simulations, megabytes=megabytes, threads=threads)
        if clock not in CLOCKS:
            raise ValueError(f"the clock is {' or '.join(CLOCKS)}, not {clock!r}")
        self.limit = Limit(seconds) if simulations is None else Limit(simulations=simulations)
        self.settings = None if settings is None else checked_settings(settings)
        self.memory = Memory(seed, threads, megabytes, exact)
        self.result: SearchResult | None = None
        self.finding: Finding | None = None
        self.simulations_made = 0
        self._reuse, self._hurried, self._clock, self._evaluator, self._net = reuse, hurried, clock, evaluator, net

    def choose(
        self,
        state: State,
        on_progress: Progress | None = None,
        cancel: Cancel | None = None,
        limit: Limit | None = None,
    ) -> Move:
        """Return the move to play; `on_progress` is told the part of the thinking done.

        Ctrl-C ends the thinking at once, with the best move so far, and so does `cancel` when it says True. `limit`
        holds for this move in the place of its own. Raises ValueError when the game is over.
        """
        if state.outcome is not None:
            raise ValueError("the game is over")
        choice = self._run(state, CHOOSE, on_progress, cancel, limit).choice
        assert choice is not None
        return choice

    def limit_for(self, state: State) -> Limit:
        """Return for how long it thinks about a move: the same in every state."""
        return self.limit

    def think(
        self,
        state: State,
        on_progress: Progress | None = None,
        cancel: Cancel | None = None,
        limit: Limit | None = None,
    ) -> int:
        """Search from a state without choosing, to the limit or a proof; returns the simulations made."""
        return self._run(state, THINK, on_progress, cancel, limit).simulations

    def _run(
        self, state: State, kind: int, on_progress: Progress | None, cancel: Cancel | None, limit: Limit | None
    ) -> SearchResult:
        search = Search(
            state,
            limit or self.limit,
            self.settings_for(state),
            cancel,
            kind=kind,
            memory=self.memory,
            keep=self._reuse,
            hurried=self._hurried,
            clock=self._clock,
            evaluator=self._evaluator_for(state),
        )
        search.run(on_progress)
        self.finding = search.look()
        self.result = search.tell(self.finding)
        self.simulations_made += self.result.simulations
        return self.result

    @property
    def thought(self) -> bool:
        """Whether the last move was found by thinking; a forced move and a komi are not."""
        return self.result is not None and self.result.thought

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last thinking."""
        return self.result is not None and self.result.interrupted

    @property
    def trees(self) -> list[RootedTree]:
        """The trees of the last search, one a thread, with the same position at their roots."""
        return self.memory.trees

    def trees_for(self, state: State) -> list[RootedTree]:
        """Return the trees to search in: what is left of the last ones if the game has gone on from there."""
        return self.memory.trees_for(state, self.settings_for(state), self._reuse)

    def settings_for(self, state: State) -> Settings:
        """Return the settings for a game."""
        if self.settings is not None:
            return self.settings
        net = own_net(state.game) if self._net else None
        return tuning_of(state.game.name).settings if net is None else settings_with_net(state.game, net)

    def _evaluator_for(self, state: State) -> Evaluator | None:
        """Return what judges the positions of a game."""
        net = own_net(state.game) if self._net else None
        return self._evaluator if net is None else NetEvaluator(net)

    def candidates(self) -> tuple[MoveInfo, ...]:
        """Return what the last search knows of each legal move, the one to play first; () before any."""
        return () if self.result is None else self.result.moves

    def win_chance(self) -> float:
        """Return the chance of winning of the player to move, after the last search: 0 to 1; 0.5 before any."""
        return 0.5 if self.result is None else self.result.chance

    def thought_chance(self) -> float | None:
        """Return the chance of winning that was seen at the last move; None if that was chosen without thinking."""
        return self.win_chance() if self.thought else None
