"""Iago, where captured discs turn red and may be released, and its variant without forced captures."""

from fieldstone.games.spec import BoardStyle, DutyStyle, GameSpec, Line, PartsStyle, ScoreStyle, Sentence

SYMBOLS = ".BWbw"  # captives in small letters
BOARD = BoardStyle("hexagon", cells=True, rim=True, discs=True)  # I1
SCORE = ScoreStyle(  # I9, I10
    "product",
    told="score.iago",
    legend="legend.iago",
    tie="end.centre",
    parts=("inner", "outer", "score", "captives"),
    expected="{inner:.1f} × {outer:.1f}",
    expected_told="analyse.end-iago",
    lines=(Line("inner"), Line("outer"), Line("captives", counts=False)),
    glyphs={"area-0": "glyph.iago.inner", "area-1": "glyph.iago.outer"},
)
PARTS = PartsStyle(SCORE.parts, facts={"centre": "colour"}, areas=("inner", "outer"))  # I9, I10
EFFECTS = ("captured", "released")  # I3
REASONS = (
    Sentence("illegal.occupied", {"point": "point"}, "I2"),
    Sentence("illegal.must-capture", {"most": "number", "points": "points"}),  # I5
    Sentence("illegal.centre", {"point": "point"}),  # I6, I7
    Sentence("illegal.outer-area", {"point": "point"}),  # I6
)
PROBLEMS = (  # I2
    Sentence("position.discs", {"black": "number", "white": "number"}),
    Sentence("position.discs-white", {"black": "number", "white": "number"}),
)
ENDING_RULES = {"inner-area-full": "I8"}
DUTIES = (DutyStyle("capture", Sentence("fact.must-capture", {"most": "number"}), "duty.capture"),)  # I5

SPECS = (
    GameSpec(
        name="iago",
        home=__name__,
        designers=("Kanare Kato",),
        year=2022,
        rank=30,
        turn_rule="I2",
        board=BOARD,
        symbols=SYMBOLS,
        fixed_size=5,  # I1
        score=SCORE,
        parts=PARTS,
        effects=EFFECTS,
        reasons=REASONS,
        problems=PROBLEMS,
        duties=DUTIES,
        ending_rules=ENDING_RULES,
        network="iago.net",
    ),
    GameSpec(
        name="iago-free",
        home=__name__,
        base="iago",
        variant=1,
        designers=("Kanare Kato",),
        year=2022,
        rank=31,
        turn_rule="I2",
        board=BOARD,
        symbols=SYMBOLS,
        fixed_size=5,  # I1
        score=SCORE,
        parts=PARTS,
        effects=EFFECTS,
        reasons=REASONS,
        problems=PROBLEMS,
        duties=DUTIES,
        ending_rules=ENDING_RULES,
        network="iago-free.net",
    ),
)
