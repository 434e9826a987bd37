"""The levels of the computer: 1 to 10 or more, and "max"; docs/levels.md says how strong they are.

Games with a network have levels above 10.

A level is a number of simulations, so that it is as strong on every machine, and a *temperature*. A weak level sees
little: a few simulations, spread by the same search as on the highest level, find the moves that look good at first
sight. Among those it may take another than the best, the likelier the more alike they look to it; never one that it
thinks much worse, nor one that it sees losing. So its mistakes are those of somebody who does not look far, not
accidents.

Where every move is judged before any is searched, a weak level draws by that judgement instead, at a
*prior temperature*.
"""

from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import Level, has_level, tuning_of
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.engine import Progress
from fieldstone.search.limit import Cancel, Limit
from fieldstone.search.lot import draw
from fieldstone.search.net.own import own_net
from fieldstone.search.player import SearchPlayer
from fieldstone.search.settings import USUAL_MEGABYTES

STREAM = 1 << 20  # of the random numbers that moves are drawn by


def level_of(game: Game, level: int | str) -> Level:
    """Return a level of a game; raises ValueError when there is none of that name."""
    tuned = tuning_of(game.name)
    if level == "max":
        return tuned.highest
    if not isinstance(level, int) or not has_level(game.name, level):
        raise ValueError(f"there are levels 1 to {len(tuned.levels)} and 'max', not {level!r}")
    return tuned.levels[level - 1]


class LevelPlayer:
    """Plays a game at a level."""

    def __init__(
        self,
        level: Level,
        seed: int | None = None,
        clock: str = "wall",
        threads: int = 1,
        megabytes: float | None = None,
    ) -> None:
        """Play repeatably for a seed, where the level is a number of simulations.

        Such a level has the memory of the page everywhere, since a tree that is full does not grow, and so plays other
        moves. `megabytes` gives it more or less.
        """
        self.level = level
        if level.simulations is None:
            megabytes = megabytes or USUAL_MEGABYTES
        self.search = SearchPlayer(
            seconds=level.seconds,
            simulations=level.simulations,
            seed=seed,
            clock=clock,
            threads=threads,
            megabytes=megabytes,
            hurried=not level.weak,  # a weak level draws by all that it has seen
            net=level.net,
        )
        self._rng = make_rng(self.search.memory.seed, STREAM)

    def choose(
        self,
        state: State,
        on_progress: Progress | None = None,
        cancel: Cancel | None = None,
        limit: Limit | None = None,
    ) -> Move:
        """Return the move to play; see `SearchPlayer.choose`."""
        best = self.search.choose(state, on_progress, cancel, limit or self.limit_for(state))
        seen, level = self.search.finding, self.level
        if not level.weak or not self.search.thought or seen is None:
            return best
        drawn = draw(seen, level.temperature, level.slack, level.prior_temperature, self._rng)
        return state.game.moves[int(drawn)]

    def limit_for(self, state: State) -> Limit:
        """Return for how long it thinks about a move: less where a network judges, which makes more of a simulation."""
        if self.level.net_simulations is None or own_net(state.game) is None:
            return self.search.limit
        return Limit(simulations=self.level.net_simulations)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last thinking."""
        return self.search.interrupted

    @property
    def simulations_made(self) -> int:
        """All simulations so far."""
        return self.search.simulations_made

    def thought_chance(self) -> float | None:
        """Return the chance of winning that was seen at the last move; see `SearchPlayer.thought_chance`."""
        return self.search.thought_chance()


def level_player(game: Game, level: int | str, seed: int | None = None, clock: str = "wall") -> LevelPlayer:
    """Return the computer at a level of its game, a number or "max"; raises ValueError when there is no such level."""
    return LevelPlayer(level_of(game, level), seed, clock)
