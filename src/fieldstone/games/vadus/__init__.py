"""Vadus, two stones a turn: build one long thin connection between two edge stones."""

from fieldstone.games.spec import BoardStyle, GameSpec, Number, ScoreStyle

SPECS = (
    GameSpec(
        name="vadus",
        home=__name__,
        designers=("Saïd Galdseid", "Michael Amundsen"),
        year=2024,
        rank=40,
        board=BoardStyle("hexagon", stars="centre"),
        score=ScoreStyle("groups", unit="value", told="score.vadus", legend="legend.vadus"),  # W5, W6
        options={"size": Number(9, 2, 13)},  # W1
        usual_sizes=(7, 9, 11),  # W1
        turn_length=2,  # W2
    ),
)
