"""How the computer plays Kaomi and Squared."""

from fieldstone.games.tuning import Level, Settings, Solving, Tuned, by_net, levels_of

LEVELS = levels_of(
    (22, 1.5, 0.2), (62, 1.0, 0.15), (148, 0.6, 0.1), (315, 0.3, 0.1), (680,),
    (1_600,), (3_900,), (10_500,), (32_000,), (120_000,),
    (250_000,), (500_000,),
)  # fmt: skip
KAOMI_LEVELS = by_net(LEVELS, 4_000, 10_000, 24_000, 70_000)
SQUARED_LEVELS = by_net(LEVELS, 2_200, 6_500, 20_000, 65_000)
SETTINGS = Settings.of(exploration=0.15, equivalence=300.0, unvisited=0.6, lead_part=0.05, lead_scale=20.0)
SOLVING = Solving("seen", 6, True, exact_from=13, growth=3.0)

TUNED = {
    "kaomi": Tuned(SETTINGS, SOLVING, KAOMI_LEVELS, highest=Level(None, net=True)),
    "squared": Tuned(SETTINGS.having(lead_scale=100.0), SOLVING, SQUARED_LEVELS, highest=Level(None, net=True)),
}
