"""Iago, where captured discs turn red and may be released, and its variant without forced captures."""

from fieldstone.games.spec import BoardStyle, GameSpec, ScoreStyle

BOARD = BoardStyle("hexagon", cells=True, rim=True, discs=True)  # I1
SCORE = ScoreStyle(  # I9, I10
    "product",
    told="score.iago",
    legend="legend.iago",
    tie="end.centre",
    parts=("inner", "outer", "score", "captives"),
    expected="{inner:.1f} × {outer:.1f}",
    expected_told="analyse.end-iago",
)
EFFECTS = ("captured", "released")  # I3

SPECS = (
    GameSpec(
        name="iago",
        home=__name__,
        designers=("Kanare Kato",),
        year=2022,
        rank=30,
        board=BOARD,
        fixed_size=5,  # I1
        score=SCORE,
        effects=EFFECTS,
    ),
    GameSpec(
        name="iago-free",
        home=__name__,
        base="iago",
        variant=1,
        designers=("Kanare Kato",),
        year=2022,
        rank=31,
        board=BOARD,
        fixed_size=5,  # I1
        score=SCORE,
        effects=EFFECTS,
    ),
)
