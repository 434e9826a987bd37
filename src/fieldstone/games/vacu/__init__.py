"""Vacu, a game like Go without suicide for nothing, and its connection variant Convacu."""

from fieldstone.games.facts import Choice, GameFacts, Number, register

register(
    GameFacts(
        name="vacu",
        title="Vacu",
        folder="vacu",
        base=None,
        designers=("Luis Bolaños Mures",),
        year=2021,
        tagline="Surround points. A stone without liberties flips what it smothers.",
        options={
            "size": Number(9, 2, 19),  # V11
            "komi": Number(0, 0, 19 * 19),  # S2; what is named in an auction has a limit of its own (S4)
            "setup": Choice("fixed", ("fixed", "auction")),  # S2, S1
        },
    )
)
register(
    GameFacts(
        name="convacu",
        title="Convacu",
        folder="vacu",
        base="vacu",
        designers=("Luis Bolaños Mures",),
        year=2021,
        tagline="Vacu's captures; join your two edges.",
        options={"size": Number(9, 1, 19)},  # V11; S3: no setup; C5 speaks of 1x1
    )
)
