"""What makes the search good at each game, found by measuring; nothing here changes a rule or an exact answer."""

from typing import NamedTuple

from fieldstone.search.mcts import Settings


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
    blur : how alike moves look: 0 plays the first, 1 draws in proportion to the visits, more blurs more
    slack : how much of a win a move may seem to be worse than the first and still be drawn
    seconds : at most, a move
    haze : for games that are judged at first sight (`Settings.prior`), where a few simulations know little more than
        that: a move that promises so much less of a win than the first is drawn half as often; 0 leaves it to `blur`
    """

    simulations: int | None
    blur: float = 0.0
    slack: float = 0.1
    seconds: float = 5.0
    haze: float = 0.0

    @property
    def weak(self) -> bool:
        """Whether it may play another move than the one it thinks best."""
        return self.blur > 0.0 or self.haze > 0.0


class Tuned(NamedTuple):
    """All that is set for a game: search (docs/strength.md), endgame, and levels from 1 to 10 (docs/levels.md)."""

    settings: Settings
    solving: Solving
    levels: tuple[Level, ...]


# Above the blurred levels each step multiplies the simulations by two to four. The numbers differ from game to game,
# since twice the simulations make a player of Vacu much stronger, and one of Iago or Vadus little: docs/levels.md.
def _levels(*levels: tuple[float, ...]) -> tuple[Level, ...]:
    """Return levels from their simulations, and where they are blurred how much, and their slack."""
    return tuple(Level(int(simulations), *blurred) for simulations, *blurred in levels)


_KAOMI_LEVELS = _levels(
    (22, 1.5, 0.2), (62, 1.0, 0.15), (148, 0.6, 0.1), (315, 0.3, 0.1), (680,),
    (1_600,), (3_900,), (10_500,), (32_000,), (120_000,),
)  # fmt: skip
_SQUARED_LEVELS = _KAOMI_LEVELS
_VACU_LEVELS = _levels(
    (240, 1.5, 0.2), (600, 1.0, 0.15), (440, 0.68, 0.11), (415, 0.44, 0.1), (460, 0.24, 0.1),
    (750,), (1_350,), (2_700,), (7_000,), (32_000,),
)  # fmt: skip
_CONVACU_LEVELS = _levels(
    (170, 1.5, 0.2), (420, 1.0, 0.15), (280, 0.6, 0.1), (305, 0.3, 0.1), (450,),
    (1_100,), (2_700,), (7_000,), (19_500,), (72_000,),
)  # fmt: skip
_IAGO_LEVELS = _levels(
    (40, 4.0, 0.4), (56, 1.0, 0.25), (80, 0.43, 0.15), (138, 0.17, 0.1), (300,),
    (680,), (1_350,), (3_100,), (9_200,), (28_000,),
)  # fmt: skip
_FREE_LEVELS = _levels(
    (12, 1.5, 0.2), (85, 0.5, 0.1), (190, 0.22, 0.1), (460,), (1_000,),
    (2_050,), (4_600,), (11_000,), (26_000,), (125_000,),
)  # fmt: skip
_VADUS_LEVELS = (
    *(Level(12, slack=0.3, haze=haze) for haze in (0.1, 0.028, 0.005)),
    *_levels((40,), (95,), (220,), (500,), (1_300,), (3_700,), (20_000,)),
)

_KAOMI = Settings(exploration=0.15, equivalence=300.0, unvisited=0.6, lead_part=0.05, lead_scale=20.0)
_IAGO = Settings(exploration=0.3, unvisited=1.0, lead_part=0.8, lead_scale=50.0)
_TERRITORY = Settings(exploration=0.15, equivalence=1000.0, unvisited=0.5, knowledge=1.0)

# By name of the game. In Vacu it depends more on what is settled than on empty points how soon the end can be solved;
# in Convacu on how near a connection is: six plies before the end are mostly solved in a second, with half of the board
# empty.
TUNED = {
    "vacu": Tuned(
        _TERRITORY._replace(lead_part=0.1, lead_scale=20.0, greedy=1.0),
        Solving("scratch", 0, True, exact_from=12),
        _VACU_LEVELS,
    ),
    "convacu": Tuned(
        _TERRITORY,
        Solving("scratch", 0, False, exact_from=0, by_margin=False, always=True),
        _CONVACU_LEVELS,
    ),
    "kaomi": Tuned(_KAOMI, Solving("seen", 6, True, exact_from=13, growth=3.0), _KAOMI_LEVELS),
    "squared": Tuned(
        _KAOMI._replace(lead_scale=100.0), Solving("seen", 6, True, exact_from=13, growth=3.0), _SQUARED_LEVELS
    ),
    "iago": Tuned(_IAGO, Solving("", 10, True, exact_from=27, growth=1.5), _IAGO_LEVELS),
    "iago-free": Tuned(_IAGO, Solving("", 10, True, exact_from=20), _FREE_LEVELS),
    "vadus": Tuned(
        Settings(
            exploration=0.2,
            equivalence=100.0,
            unvisited=0.5,
            lead_part=1.0,
            lead_scale=10.0,
            prior=20.0,
            ripe=4.0,
            horizon=1.0,
            doubt=35.0,
            urgency=0.25,
            settled=0.97,
        ),
        Solving("label", 8, True, exact_from=14, growth=2.5),
        _VADUS_LEVELS,
    ),
}
PLAIN = Settings()  # plain UCT: the yardstick
