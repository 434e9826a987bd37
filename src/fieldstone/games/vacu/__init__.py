"""Vacu, a game like Go without suicide for nothing, and its connection variant Convacu."""

from fieldstone.games.spec import BoardStyle, Choice, GameSpec, Number, ScoreStyle

EFFECTS = ("removed", "flipped")  # V4, V5

SPECS = (
    GameSpec(
        name="vacu",
        home=__name__,
        designers=("Luis Bolaños Mures",),
        year=2021,
        rank=10,
        board=BoardStyle("square", stars="go"),
        score=ScoreStyle(  # V6, V10
            "points",
            legend="legend.vacu",
            territory=True,
            parts=("stones", "territory"),
            expected="{stones:.1f} + {territory:.1f}",
            expected_told="analyse.end-vacu",
        ),
        options={
            "size": Number(9, 2, 19),  # V11
            "komi": Number(0, 0, 19 * 19),  # S2; what is named in an auction has a limit of its own (S4)
            "setup": Choice("fixed", ("fixed", "auction")),  # S2, S1
        },
        usual_sizes=(9, 13, 19),  # V11
        effects=EFFECTS,
    ),
    GameSpec(
        name="convacu",
        home=__name__,
        base="vacu",
        variant=1,
        designers=("Luis Bolaños Mures",),
        year=2021,
        rank=11,
        board=BoardStyle("square", stars="go", edges=True),  # C1
        score=ScoreStyle("none", told="score.convacu", legend="legend.convacu", tie=None, territory=True, rule="C4"),
        options={"size": Number(9, 1, 19)},  # V11; S3: no setup; C5 speaks of 1x1
        usual_sizes=(9, 13, 19),
        effects=EFFECTS,
    ),
)
