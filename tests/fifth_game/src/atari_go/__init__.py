"""Atari Go, in which whoever captures first wins."""

from fieldstone.games.spec import BoardStyle, GameSpec, Number, ScoreStyle, Sentence

SPECS = (
    GameSpec(
        name="atari-go",
        home=__name__,
        designers=(),  # nobody knows
        year=None,
        rank=100,
        turn_rule="A3",
        board=BoardStyle("square", stars="go"),
        score=ScoreStyle("none", told="score.atari-go", tie=None, rule="A4"),
        options={"size": Number(9, 2, 19)},  # A1
        usual_sizes=(7, 9, 13),
        effects=("removed",),  # A4
        reasons=(
            Sentence("illegal.occupied", {"point": "point"}, "A3"),
            Sentence("illegal.atari-go-liberty", {"point": "point"}),  # A5
        ),
        problems=(
            Sentence("position.atari-go-stones", {"colour": "colour", "count": "number"}),  # A4
            Sentence("position.atari-go-liberty", {"point": "point"}),  # A5
        ),
        endings={"capture": "end.atari-go-capture", "no-move": "end.atari-go-no-move"},
        ending_rules={"capture": "A4", "no-move": "A6"},
    ),
)
