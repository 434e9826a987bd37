"""Vacu, a game like Go without suicide for nothing, and its connection variant Convacu."""

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

EFFECTS = ("removed", "flipped")  # V4, V5
REASONS = (
    Sentence("illegal.occupied", {"point": "point"}, "V3"),
    Sentence("illegal.no-liberty", {"point": "point"}),  # V5
    Sentence("illegal.pass-before-button"),  # V8
    Sentence("illegal.button-taken", {"colour": "colour"}),  # V8
    Sentence("illegal.pass-not-forced"),  # C2
)
PROBLEMS = (
    Sentence("position.passes-button"),  # V8
    Sentence("position.setup-vacu"),  # S1
    Sentence("position.no-liberty", {"point": "point"}),  # V4, V5
)

SPECS = (
    GameSpec(
        name="vacu",
        home=__name__,
        designers=("Luis Bolaños Mures",),
        year=2021,
        rank=10,
        turn_rule="V3",
        draws="all",  # V9, V10
        board=BoardStyle("square", stars="go"),
        score=ScoreStyle(  # V6, V10
            "points",
            legend="legend.vacu",
            territory=True,
            whole=False,
            parts=("stones", "territory"),
            expected="{stones:.1f} + {territory:.1f}",
            expected_told="analyse.end-vacu",
            lines=(Line("stones"), Line("territory"), Line("komi", "white"), Line("button", "holder", 0.5)),
            glyphs={"territory": "glyph.territory"},
        ),
        options={
            "size": Number(9, 2, 19),  # V11
            # S2; what is named in an auction has a limit of its own (S4).
            "komi": Number(0, 0, 19 * 19, not_with=(NAMED_KOMI,), power=1),
            "setup": Choice("fixed", ("fixed", "auction")),  # S2, S1
        },
        usual_sizes=(9, 13, 19),  # V11
        parts=PartsStyle(("stones",), facts={"komi": "number", "button": "colour"}, score=True),  # V6
        effects=EFFECTS,
        reasons=REASONS,
        problems=PROBLEMS,
        ending_rules={"two-passes": "V7", "last-group": "V7", "repetition": "V9", "playout-cap": "V9"},
    ),
    GameSpec(
        name="convacu",
        home=__name__,
        base="vacu",
        variant=1,
        designers=("Luis Bolaños Mures",),
        year=2021,
        rank=11,
        turn_rule="V3",
        draws="all",  # C3, C5
        board=BoardStyle("square", stars="go", edges=True),  # C1
        score=ScoreStyle(
            "none",
            told="score.convacu",
            legend="legend.convacu",
            tie=None,
            territory=True,
            whole=False,
            rule="C4",
            glyphs={"joined": "glyph.convacu.joined"},
            decides="decides.convacu",
        ),
        options={"size": Number(9, 1, 19)},  # V11; S3: no setup; C5 speaks of 1x1
        usual_sizes=(9, 13, 19),
        parts=PartsStyle(("stones",), {"colour": "colour", "stones": "stones", "deciding": "yes"}),  # C1
        effects=EFFECTS,
        reasons=REASONS,
        problems=PROBLEMS,
        ending_rules={"two-passes": "C5", "connection": "C1", "repetition": "V9", "playout-cap": "V9"},
        network="convacu.net",
    ),
)
