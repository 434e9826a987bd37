"""Vadus, two stones a turn: build one long thin connection between two edge stones."""

from fieldstone.games.spec import BoardStyle, GameSpec, Number, PartsStyle, ScoreStyle, Sentence

SPECS = (
    GameSpec(
        name="vadus",
        home=__name__,
        designers=("Saïd Galdseid", "Michael Amundsen"),
        year=2024,
        rank=40,
        turn_rule="W2",
        board=BoardStyle("hexagon", stars="centre"),
        score=ScoreStyle(  # W5, W6
            "groups",
            unit="value",
            told="score.vadus",
            legend="legend.vadus",
            glyphs={
                "wall": "glyph.vadus.wall",
                "ends": "glyph.vadus.ends",
                "surplus": "glyph.vadus.surplus",
                "worth": "glyph.vadus.worth",
                "pair": "glyph.vadus.pair",
                "deciding": "glyph.vadus.deciding",
            },
            decides="decides.vadus",
        ),
        options={"size": Number(9, 2, 13)},  # W1
        usual_sizes=(7, 9, 11),  # W1
        parts=PartsStyle(  # W4, W5, W6
            groups={
                "colour": "colour",
                "value": "number",
                "cancelled_by": "place",
                "deciding": "yes",
                "size": "number",
                "stones": "stones",
                "edge_stones": "number",
                "connection": "connection",
                "ends": "ends",
                "surplus": "number",
                "surplus_stones": "rest",
            }
        ),
        reasons=(  # W2
            Sentence("illegal.occupied", {"point": "point"}, "W2"),
            Sentence("illegal.first-pass"),
            Sentence("illegal.pass-in-turn"),
            Sentence("illegal.first-turn"),
            Sentence("illegal.no-turn-of-two", {"moves": "moves"}),
        ),
        problems=(  # W2
            Sentence("position.first-stone"),
            Sentence("position.turns", {"black": "number", "white": "number"}),
            Sentence("position.passes"),
        ),
        turn_length=2,  # W2
        ending_rules={"two-passes": "W3"},
    ),
)
