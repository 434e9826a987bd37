"""Vadus, two stones a turn: build one long thin connection between two edge stones."""

from fieldstone.games.facts import GameFacts, Number, register

register(
    GameFacts(
        name="vadus",
        title="Vadus",
        folder="vadus",
        base=None,
        designers=("Saïd Galdseid", "Michael Amundsen"),
        year=2024,
        tagline="Two stones a turn. A wall is worth its length less everything that hangs on it.",
        options={"size": Number(9, 2, 13)},  # W1
    )
)
