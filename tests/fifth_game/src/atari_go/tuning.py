"""How the computer plays Atari Go; a game without this module gets numbers that suit most games."""

from fieldstone.games.tuning import Level, Settings, Solving, Tuned

# From the weakest: simulations a move, how alike moves look to it, how much worse a move it may take.
LEVELS = (
    Level(20, 1.5, 0.2),
    Level(40, 1.0, 0.15),
    Level(80, 0.6, 0.1),
    Level(160, 0.3, 0.1),
    Level(320),
    Level(700),
    Level(1_500),
    Level(3_500),
    Level(9_000),
    Level(25_000),
)

TUNED = {
    "atari-go": Tuned(
        Settings.of(exploration=0.15, equivalence=300.0, unvisited=0.6, knowledge=1.0),
        # A4: a capture may be near with the board half empty, so it is looked for from the first move on.
        Solving("seen", 0, False, exact_from=0, by_margin=False, always=True),
        LEVELS,
    )
}
