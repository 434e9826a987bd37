"""The levels of the computer: 1 to 10 and "max"; how strong they are against each other is in docs/levels.md.

A level is a number of simulations, so that it is as strong on every machine, and a *blur*. A weak level sees little: a
few simulations, spread by the same search as on the highest level, find the moves that look good at first sight. Among
those it may take another than the best, the likelier the more alike they look to it; never one that it thinks much
worse, nor one that it sees losing. So its mistakes are those of somebody who does not look far, not accidents.
"""

from fieldstone.core.rng import make_rng, random_below
from fieldstone.game import Game, Move
from fieldstone.search.candidates import Candidate
from fieldstone.search.player import SearchPlayer
from fieldstone.search.random import Progress
from fieldstone.search.tuning import TUNED, Level
from fieldstone.state import State

MAX = Level(None)


def level_of(game: Game, level: int | str) -> Level:
    """Return a level of a game; raises ValueError when there is none of that name."""
    if level == "max":
        return MAX
    levels = TUNED[game.name].levels
    if not isinstance(level, int) or not 1 <= level <= len(levels):
        raise ValueError(f"there are levels 1 to {len(levels)} and 'max', not {level!r}")
    return levels[level - 1]


class LevelPlayer:
    """Plays a game at a level."""

    def __init__(self, level: Level, seed: int | None = None, clock: str = "wall", threads: int = 1) -> None:
        """Play repeatably for a seed, where the level is a number of simulations."""
        self.level = level
        self.search = SearchPlayer(
            seconds=level.seconds,
            simulations=level.simulations,
            seed=seed,
            clock=clock,
            threads=threads,
            hurried=level.blur == 0.0,  # a blurred level draws by all its visits
        )
        self._rng = make_rng(int(self.search.seed), 1 << 20)

    def choose(self, state: State, on_progress: Progress | None = None) -> Move:
        """Return the move to play; see `SearchPlayer.choose`."""
        best = self.search.choose(state, on_progress)
        if self.level.blur == 0.0 or not self.search.thought:
            return best
        return self._blurred(self.search.candidates(), best)

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

    def stop(self) -> None:
        """End the thinking that goes on in another thread."""
        self.search.stop()

    def _blurred(self, found: list[Candidate], best: Move) -> Move:
        """Draw among the moves that look nearly as good as the first."""
        first = found[0]
        if first.proven is not None or first.value is None:
            return best
        alike = [
            one
            for one in found
            if one.proven is None and one.value is not None and one.value >= first.value - self.level.slack
        ]
        weights = [int(1e6 * (one.visits / first.visits) ** (1.0 / self.level.blur)) + 1 for one in alike]
        drawn = random_below(self._rng, sum(weights))
        for one, weight in zip(alike, weights, strict=True):
            if drawn < weight:
                return one.move
            drawn -= weight
        raise AssertionError("the draw is below the sum of the weights")


def level_player(game: Game, level: int | str, seed: int | None = None, clock: str = "wall") -> LevelPlayer:
    """Return the computer at a level, 1 to 10 or "max"; raises ValueError when there is no such level."""
    return LevelPlayer(level_of(game, level), seed, clock)
