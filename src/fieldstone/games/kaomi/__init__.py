"""Kaomi, where every stone pushes its neighbours away, and its variant Squared."""

from fieldstone.games.facts import Choice, GameFacts, Number, register

register(
    GameFacts(
        name="kaomi",
        title="Kaomi",
        folder="kaomi",
        base=None,
        designers=("Luis Bolaños Mures",),
        year=2021,
        tagline="Each stone pushes its neighbours. Own the biggest group that no equal cancels.",
        options={
            "size": Number(7, 2, 13),
            "pie": Choice(True, (True, False)),
        },  # K1; S3: the pie rule (K10) is the setup
    )
)
register(
    GameFacts(
        name="squared",
        title="Squared",
        folder="kaomi",
        base="kaomi",
        designers=("Luis Bolaños Mures",),
        year=2021,
        tagline="Kaomi's pushes; groups score the square of their size.",
        options={
            "size": Number(7, 2, 13),
            "komi": Number(0, 0, 13**4 - 1, 2),  # S2
            "setup": Choice("fixed", ("fixed", "auction")),  # S2, S1
        },
    )
)
