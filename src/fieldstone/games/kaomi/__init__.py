"""Kaomi, where every stone pushes its neighbours away, and its variant Squared."""

from fieldstone.games.spec import (
    NAMED_KOMI,
    BoardStyle,
    Choice,
    GameSpec,
    Line,
    Number,
    PartsStyle,
    ScoreStyle,
    Sentence,
)

BOARD = BoardStyle("square", cells=True)
USUAL_SIZES = (5, 6, 7, 8, 9)  # K1
EFFECTS = ("pushed", "returned")  # K2 to K6
REASONS = (Sentence("illegal.occupied", {"point": "point"}, "K2"), Sentence("illegal.swap"))  # K10
PROBLEMS = (
    Sentence("position.stones", {"black": "number", "white": "number"}),  # K1
    Sentence("position.stones-white", {"black": "number", "white": "number"}),  # K1
    Sentence("position.swapped"),  # K10
    Sentence("position.setup"),  # S1
)
ENDING_RULES = {"board-full": "K8"}

SPECS = (
    GameSpec(
        name="kaomi",
        home=__name__,
        designers=("Luis Bolaños Mures",),
        year=2021,
        rank=20,
        turn_rule="K2",
        board=BOARD,
        score=ScoreStyle(  # K8, K9
            "groups",
            unit="group",
            told="score.kaomi",
            legend="legend.kaomi",
            tie="end.nothing-left",
            parts=("biggest",),
            expected="{biggest:.1f}",
            expected_told="analyse.end-kaomi",
            glyphs={"worth": "glyph.kaomi.worth", "pair": "glyph.pair", "deciding": "glyph.kaomi.deciding"},
            decides="decides.kaomi",
        ),
        options={
            "size": Number(7, 2, 13),  # K1
            "pie": Choice(True, (True, False)),  # S3: the pie rule (K10) is the setup
        },
        usual_sizes=USUAL_SIZES,
        parts=PartsStyle(  # K8
            groups={
                "colour": "colour",
                "size": "number",
                "stones": "stones",
                "cancelled_by": "place",
                "deciding": "yes",
            },
            facts={"biggest": "place"},
        ),
        effects=EFFECTS,
        reasons=REASONS,
        problems=PROBLEMS,
        ending_rules=ENDING_RULES,
        network="kaomi.net",
    ),
    GameSpec(
        name="squared",
        home=__name__,
        base="kaomi",
        variant=1,
        designers=("Luis Bolaños Mures",),
        year=2021,
        rank=21,
        turn_rule="K2",
        draws="even",  # Q3: with an odd number of stones the sums differ by an odd number, and komi is even
        board=BOARD,
        score=ScoreStyle(  # Q1, Q3
            "points",
            legend="legend.squared",
            parts=("squares",),
            expected="{squares:.1f}",
            expected_told="analyse.end-squared",
            lines=(Line("squares"), Line("komi", "white")),
            glyphs={"worth": "glyph.squared.worth"},
        ),
        options={
            "size": Number(7, 2, 13),  # K1
            "komi": Number(0, 0, 13**4 - 1, 2, (NAMED_KOMI,), power=2),  # S2
            "setup": Choice("fixed", ("fixed", "auction")),  # S2, S1
        },
        usual_sizes=USUAL_SIZES,
        parts=PartsStyle(  # Q1
            ("squares",),
            groups={"colour": "colour", "size": "number", "stones": "stones", "square": "number"},
            facts={"komi": "number"},
            score=True,
        ),
        effects=EFFECTS,
        reasons=REASONS,
        problems=PROBLEMS,
        ending_rules=ENDING_RULES,
        network="squared.net",
    ),
)
