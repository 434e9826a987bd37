"""What is set for a game so that the computer plays it well: numbers alone, in the game's own module `tuning`.

Found by measuring; nothing here changes a rule or an exact answer. All of it is frozen, and what a search weighs is
made of floats alone, so that compiled code takes it as it is.
"""

from typing import Any, NamedTuple

from fieldstone.games import GAMES

HIGHEST_LEVEL = 12  # no game has a level above it, and no file names one; most games end at 10


class Selection(NamedTuple):
    """Which move of a node a simulation walks to.

    Attributes
    ----------
    exploration : weight of the confidence bound (UCB1); the square root of 2 is plain UCT
    unvisited : value of a move without visits; above 1 every move is tried once before any is tried twice
    urgency : what a move without visits has above its AMAF value, in parts of `exploration`. Less makes a search on a
        large board look further ahead at fewer moves (first-play urgency; S. Gelly, Y. Wang 2006)
    """

    exploration: float = 1.4142135623730951
    unvisited: float = 1e9
    urgency: float = 1.0


class Amaf(NamedTuple):
    """What moves that were played at any time (AMAF) tell of a move.

    Attributes
    ----------
    equivalence : visits at which a move's own value and its AMAF value count the same; 0 leaves AMAF out
    prior : AMAF visits that a new node begins with, valued by the static evaluation after its move; 0 for none
    """

    equivalence: float = 0.0
    prior: float = 0.0


class Leads(NamedTuple):
    """How much the lead at the end counts beside the result.

    Attributes
    ----------
    lead_part : from 0 to 1, how much the lead counts beside the result; with 0 it is not looked at
    lead_scale : a lead, in half units, that counts about 0.73 of the way from loss to win
    doubt : empty points at which a lead of one at the horizon is worth 0.73 of a win; with twice as many it takes
        four times the lead. 0 believes every lead. It changes the chance that is told, and where that is nearer to
        one half than `lead_scale` would have it the lead that is told, and by these which of nearly equal moves is
        played, but not how the tree grows
    """

    lead_part: float = 0.0
    lead_scale: float = 1.0
    doubt: float = 0.0


class Leaves(NamedTuple):
    """What is done at a leaf.

    Attributes
    ----------
    expansion_threshold : visits at which a leaf below the root gets children
    horizon : moves of a playout after which the position is judged by its static evaluation
    knowledge : 1 when playouts draw from `playout_action`, 0 when all legal moves are equally likely
    """

    expansion_threshold: float = 1.0
    horizon: float = 1e9
    knowledge: float = 0.0


class Ending(NamedTuple):
    """When a search, or a game, is over.

    Attributes
    ----------
    greedy : 1 when the search goes on after a move is proven to win, as others may win by more; 0 when that ends it
    settled : chance of winning from which a game counts as decided, so that passes may end it. The side that is ahead
        then passes where no other move promises more and a search finds no good reply; the side that is behind passes
        after a pass. Any other pass is played only if it is proven to be best, or seen to be by `pass_margin`. At 1 a
        pass is a move like any other. The search stays the same, but up to a tenth of it may go to the reply
    pass_margin : how much of a win every other move must seem to be worse than a pass for that to be played although it
        is not proven to be best, where time is the limit: there the end may not be solved in time. At 1 none is
    """

    greedy: float = 0.0
    settled: float = 1.0
    pass_margin: float = 1.0


class Settings(NamedTuple):
    """How a search weighs what it knows. The defaults are plain UCT with one random game a simulation."""

    selection: Selection = Selection()
    amaf: Amaf = Amaf()
    leads: Leads = Leads()
    leaves: Leaves = Leaves()
    ending: Ending = Ending()

    @classmethod
    def of(cls, **values: float) -> "Settings":
        """Return settings with some values by their names, whatever their groups, and defaults for the others.

        Raises TypeError for a name that there is not.
        """
        return cls().having(**values)

    def having(self, **values: float) -> "Settings":
        """Return the same settings with some values changed, by their names. Raises TypeError for an unknown name."""
        groups = [
            group._replace(**{name: values.pop(name) for name in group._fields if name in values}) for group in self
        ]
        if values:
            raise TypeError(f"no settings: {', '.join(values)}")
        return Settings._make(groups)

    def values(self) -> dict[str, float]:
        """Return all values by their names."""
        return {name: value for group in self for name, value in zip(group._fields, group, strict=True)}


class Solving(NamedTuple):
    """How to solve the end of a game, measured with bench/endgame.py.

    Attributes
    ----------
    scratch : the first field of the record that need not be copied, "" for none
    look_from : empty points from which on moves are ordered by looking one ply ahead
    use_lead : whether the margin, as if the game ended, orders moves
    exact_from : empty points from which on a position of the default size is worth trying by result: most take less
        than a second of one core
    growth : how many times longer a position takes with one more empty point
    by_margin : whether to look for the most points after the result
    always : whether to look ahead, for a smaller part of the time, however empty the board is
    """

    scratch: str
    look_from: int
    use_lead: bool
    exact_from: int
    growth: float = 2.0
    by_margin: bool = True
    always: bool = False


class Level(NamedTuple):
    """What makes a level.

    Attributes
    ----------
    simulations : a move; None for as many as `seconds` allow
    temperature : how alike moves look: 0 plays the first, 1 draws in proportion to the visits, more evens them out
    slack : how much of a win a move may seem to be worse than the first and still be drawn
    seconds : at most, a move
    prior_temperature : for games that are judged at first sight (`Amaf.prior`), where a few simulations know little
        more than that: a move that promises so much less of a win than the first is drawn half as often; 0 leaves it to
        `temperature`
    net : whether positions are judged by the network that the game brings (`GameSpec.network`) and not by playouts;
        on boards for which it has none, or where that cannot be used, by playouts all the same
    net_simulations : a move where the network judges, which makes more of each; None for as many as with playouts
    """

    simulations: int | None
    temperature: float = 0.0
    slack: float = 0.1
    seconds: float = 5.0
    prior_temperature: float = 0.0
    net: bool = False
    net_simulations: int | None = None

    @property
    def weak(self) -> bool:
        """Whether it may play another move than the one it thinks best."""
        return self.temperature > 0.0 or self.prior_temperature > 0.0


class Tuned(NamedTuple):
    """All that is set for a game: search (docs/strength.md), endgame, and levels (docs/levels.md).

    Attributes
    ----------
    levels : from 1 on: to 10, or where the game brings a network to at most `HIGHEST_LEVEL`
    highest : the one above them, "max", which time alone bounds
    """

    settings: Settings
    solving: Solving
    levels: tuple[Level, ...]
    highest: Level = Level(None)


PLAIN = Settings()  # plain UCT: the yardstick


def levels_of(*levels: tuple[float, ...]) -> tuple[Level, ...]:
    """Return levels from their simulations, and where they are weak their temperature, and their slack.

    Above the weak levels each step multiplies the simulations by two to four. The numbers differ from game to game,
    since twice the simulations make a player of one much stronger, and of another little: docs/levels.md.
    """
    return tuple(_level_of(*level) for level in levels)


def by_net(levels: tuple[Level, ...], *simulations: int) -> tuple[Level, ...]:
    """Return levels, the last of which go by a network where it can be had, with so many simulations a move."""
    first = len(levels) - len(simulations)
    above = zip(levels[first:], simulations, strict=True)
    return (*levels[:first], *(level._replace(net=True, net_simulations=count) for level, count in above))


def _level_of(simulations: float, *weak: float) -> Level:
    named: dict[str, Any] = dict(zip(Level._fields[1:], weak, strict=False))
    return Level(int(simulations), **named)


# For a game that nobody has tuned: moves that were good elsewhere in a playout are tried first, each step of the levels
# doubles the simulations, and the end is solved only where it is near.
USUAL = Settings.of(exploration=0.3, equivalence=300.0, unvisited=0.6, knowledge=1.0)
USUAL_LEVELS = levels_of(
    (30, 1.5, 0.2), (60, 1.0, 0.15), (120, 0.6, 0.1), (250, 0.3, 0.1), (500,),
    (1_000,), (2_000,), (4_000,), (8_000,), (16_000,),
)  # fmt: skip


def tuning_of(name: str) -> Tuned:
    """Return what is set for a game: what its module `tuning` says; without one, numbers that suit most games."""
    spec = GAMES[name]
    if spec.has_module("tuning"):
        found: Tuned = spec.module("tuning").TUNED[name]
        return found
    counts = spec.score.counts
    return Tuned(USUAL, Solving("", 0, counts, exact_from=10, by_margin=counts), USUAL_LEVELS)


def highest_level_of(name: str) -> int:
    """Return the number of the highest level of a game; above it is only "max"."""
    return len(tuning_of(name).levels)


def has_level(name: str, level: int | str) -> bool:
    """Say whether the computer can play a game at a level: a number from 1 on, or "max"."""
    return level == "max" or (isinstance(level, int) and 1 <= level <= highest_level_of(name))
