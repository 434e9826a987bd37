"""How the computer plays Vacu and Convacu."""

from fieldstone.games.tuning import Level, Settings, Solving, Tuned, by_net, levels_of

LEVELS = levels_of(
    (240, 1.5, 0.2), (600, 1.0, 0.15), (440, 0.68, 0.11), (415, 0.44, 0.1), (460, 0.24, 0.1),
    (750,), (1_350,), (2_700,), (7_000,), (32_000,),
)  # fmt: skip
CONVACU_LEVELS = by_net(levels_of(
    (170, 1.5, 0.2), (420, 1.0, 0.15), (280, 0.6, 0.1), (305, 0.3, 0.1), (450,),
    (1_100,), (2_700,), (7_000,), (19_500,), (72_000,),
    (200_000,), (500_000,),
), 700, 1_700, 4_500, 11_000)  # fmt: skip
SETTINGS = Settings.of(exploration=0.15, equivalence=1000.0, unvisited=0.5, knowledge=1.0)

# In Vacu it depends more on what is settled than on empty points how soon the end can be solved; in Convacu on how near
# a connection is: six plies before the end are mostly solved in a second, with half of the board empty.
TUNED = {
    "vacu": Tuned(
        SETTINGS.having(lead_part=0.1, lead_scale=20.0, greedy=1.0),
        Solving("scratch", 0, True, exact_from=12),
        LEVELS,
    ),
    "convacu": Tuned(
        SETTINGS,
        Solving("scratch", 0, False, exact_from=0, by_margin=False, always=True),
        CONVACU_LEVELS,
        highest=Level(None, net=True),
    ),
}
