"""How the computer plays Iago, with forced captures and without."""

from fieldstone.games.tuning import Level, Settings, Solving, Tuned, by_net, levels_of

LEVELS = by_net(levels_of(
    (40, 4.0, 0.4), (56, 1.0, 0.25), (80, 0.43, 0.15), (138, 0.17, 0.1), (300,),
    (680,), (1_350,), (3_100,), (9_200,), (28_000,),
    (90_000,),
), 2_500, 16_000, 90_000)  # fmt: skip
FREE_LEVELS = by_net(levels_of(
    (12, 1.5, 0.2), (85, 0.5, 0.1), (190, 0.22, 0.1), (460,), (1_000,),
    (2_050,), (4_600,), (11_000,), (26_000,), (125_000,),
    (400_000,),
), 1_100, 5_500, 30_000)  # fmt: skip
SETTINGS = Settings.of(exploration=0.3, unvisited=1.0, lead_part=0.8, lead_scale=50.0)

TUNED = {
    "iago": Tuned(SETTINGS, Solving("", 10, True, exact_from=27, growth=1.5), LEVELS, highest=Level(None, net=True)),
    "iago-free": Tuned(SETTINGS, Solving("", 10, True, exact_from=20), FREE_LEVELS, highest=Level(None, net=True)),
}
