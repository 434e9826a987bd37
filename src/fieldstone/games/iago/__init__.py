"""Iago, where captured discs turn red and may be released, and its variant without forced captures."""

from fieldstone.games.facts import GameFacts, register

register(
    GameFacts(
        name="iago",
        title="Iago",
        folder="iago",
        base=None,
        designers=("Kanare Kato",),
        year=2022,
        tagline="Capture, and you must: the captives turn red. Inner times outer discs wins.",
    )
)
register(
    GameFacts(
        name="iago-free",
        title="Iago, free capture",
        folder="iago",
        base="iago",
        designers=("Kanare Kato",),
        year=2022,
        tagline="Iago without forced captures.",
    )
)
