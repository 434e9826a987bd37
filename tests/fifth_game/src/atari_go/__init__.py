"""Atari Go, in which whoever captures first wins."""

from fieldstone.games.spec import BoardStyle, GameSpec, Number, ScoreStyle

SPECS = (
    GameSpec(
        name="atari-go",
        home=__name__,
        designers=(),  # nobody knows
        year=None,
        rank=100,
        board=BoardStyle("square", stars="go"),
        score=ScoreStyle("none", told="score.atari-go", tie=None, rule="A4"),
        options={"size": Number(9, 2, 19)},  # A1
        usual_sizes=(7, 9, 13),
        effects=("removed",),  # A4
        endings={"capture": "end.atari-go-capture", "no-move": "end.atari-go-no-move"},  # A4, A6
    ),
)
