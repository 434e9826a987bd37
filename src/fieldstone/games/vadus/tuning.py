"""How the computer plays Vadus."""

from fieldstone.games.tuning import Level, Settings, Solving, Tuned, levels_of

LEVELS = (
    *(Level(12, slack=0.3, prior_temperature=temperature) for temperature in (0.1, 0.028, 0.005)),
    *levels_of((40,), (95,), (220,), (500,), (1_300,), (3_700,), (20_000,)),
)

TUNED = {
    "vadus": Tuned(
        Settings.of(
            exploration=0.2,
            equivalence=100.0,
            unvisited=0.5,
            lead_part=1.0,
            lead_scale=10.0,
            prior=20.0,
            expansion_threshold=4.0,
            horizon=1.0,
            doubt=35.0,
            urgency=0.25,
            settled=0.97,
            pass_margin=0.02,
        ),
        Solving("label", 8, True, exact_from=14, growth=2.5),
        LEVELS,
    )
}
