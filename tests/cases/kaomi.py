"""Kaomi and Squared (K1-K10, Q1-Q3)."""

from dataclasses import dataclass

from tests.cases import NoPosition, Played, Refused


@dataclass(frozen=True)
class Line:
    """A line of K7: ``*`` is the new black stone. `pushed` and `returned` count the squares of the line from 0."""

    rule: str
    before: str
    after: str
    pushed: tuple[tuple[int, int], ...] = ()
    returned: tuple[int, ...] = ()


LINES = [
    Line("K2", ".*W..", ".*.W.", ((2, 3),)),
    Line("K3", "*WB..", "*.WB.", ((1, 2), (2, 3))),
    Line("K6", "*W", "*W", (), (1,)),
    Line("K6", "B*W", "B*W", (), (0, 2)),
    Line("K4", "W.*WB", "BW*.W", ((3, 4), (4, 0), (0, 1))),
    Line("K5", ".W*WB", "W.*WB", ((1, 0),), (3, 4)),
    Line("K5", "B.W*WB", "BW.*WB", ((2, 1),), (0, 4, 5)),
    # and a few more
    Line("K2", "W.*.B", "W.*.B"),  # nothing is adjacent
    Line("K2", "*...B", "*...B"),  # beyond the edge nothing is adjacent
    Line("K2", ".B*W.", "B.*.W", ((1, 0), (3, 4))),  # both sides at once
    Line("K4", "..*BW", "W.*.B", ((3, 4), (4, 0))),
    Line("K4", "B*W..", ".*.WB", ((0, 4), (2, 3))),  # away to the left, over the edge
    Line("K5", "B*W.", "B*.W", ((2, 3),), (0,)),
    Line("K6", "*WBWB", "*WBWB", (), (1, 2, 3, 4)),
    Line("K6", "WB*WB", "WB*WB", (), (0, 1, 3, 4)),
    Line("K6", "W*WBBWB", "W*WBBWB", (), (0, 2, 3, 4, 5, 6)),
]

PLAYED = [
    Played("K1", "kaomi(size=2,pie=false)", "a1", "../B.", {"placed": ("a1",)}, legal="a1 a2 b1 b2", seats="W2"),
    Played(  # in the row one train goes back (K5), and the column moves by itself
        "K7",
        "kaomi(size=4) ..../.WB./B.W./.... B",
        "b2",
        ".W../..B./BB.W/....",
        {"placed": ("b2",), "pushed": (("c2", "d2"), ("b3", "b4")), "returned": ("a2",)},
    ),
    Played(  # the whole row is full and stays
        "K7",
        "kaomi(size=4) ...B/.W../B.WB/.W.. B",
        "b2",
        ".W.B/..../BBWB/.W..",
        {"placed": ("b2",), "pushed": (("b3", "b4"),), "returned": ("b1", "a2", "c2", "d2")},
    ),
    Played(  # 4 and 1 against 4
        "K8",
        "kaomi(size=3) WBB/WWB/BW. B",
        "c1",
        "WBB/WWB/BWB",
        {"placed": ("c1",), "returned": ("a1", "b1", "c2", "c3")},
        "board-full",
        "B",
        {"B": [1], "W": []},
    ),
    Played(  # 3 and 2 against 4
        "K8",
        "kaomi(size=3) BWB/BWB/.WW B",
        "a1",
        "BWB/BWB/BWW",
        {"placed": ("a1",), "returned": ("b1", "c1", "a2", "a3")},
        "board-full",
        "W",
        {"B": [3, 2], "W": [4]},
    ),
    Played(  # 6, 1 and 1 against 6 and 2
        "K8",
        "kaomi(size=4) WBWW/WWWB/BBBW/BBB. W",
        "d1",
        "WBWW/WWWB/BBBW/BBBW",
        {"placed": ("d1",), "returned": ("a1", "b1", "c1", "d2", "d3", "d4")},
        "board-full",
        "W",
        {"B": [1, 1], "W": [2]},
    ),
    Played(
        "K9",
        "kaomi(size=2)",
        "a1,a2,b1,b2",
        "WW/BB",
        {"placed": ("b2",), "returned": ("b1", "a2")},
        "board-full",
        "B",
        {"B": [], "W": []},
    ),
    Played("K10", "kaomi(size=2)", "a1", "../B.", {"placed": ("a1",)}, seats="W2"),
    Played("K10", "kaomi(size=2)", "a1,swap", "../B.", {}, legal="a2 b1 b2 swap", seats="W1"),
    Played("K10", "kaomi(size=2)", "a1,swap,b2", ".W/B.", {"placed": ("b2",)}, legal="a2 b1 b2", seats="B2"),
    Played("K10", "kaomi(size=2) ../B. W seats=WB", "b2", ".W/B.", {"placed": ("b2",)}, legal="a2 b1 b2", seats="B2"),
    Played("K10", "kaomi(size=2,pie=false)", "a1,b2", ".W/B.", {"placed": ("b2",)}, legal="a2 b1 b2"),
    Played(
        "Q1",
        "squared(size=3) WBB/WWB/BW. B",
        "c1",
        "WBB/WWB/BWB",
        {"placed": ("c1",), "returned": ("a1", "b1", "c2", "c3")},
        "board-full",
        "B",
        {"B": 17, "W": 16},
    ),
    Played(
        "Q2",
        "squared(size=3,komi=2) WBB/WWB/BW. B",
        "c1",
        "WBB/WWB/BWB",
        {"placed": ("c1",), "returned": ("a1", "b1", "c2", "c3")},
        "board-full",
        "W",
        {"B": 17, "W": 18},
    ),
    Played("Q2", "squared(size=2,komi=2)", "a1,b2", ".W/B.", {"placed": ("b2",)}, legal="a2 b1 b2"),  # no swap
    Played(
        "Q2",
        "squared(size=2,setup=auction)",
        "komi 16,black",
        "../..",
        {},
        legal="black white",
        seats="B2",
        scores={"B": 0, "W": 16},
    ),
    Played(
        "S4",
        "squared(size=2,setup=auction)",
        "komi 2",
        "../..",
        {},
        legal="komi 0 komi 10 komi 12 komi 14 komi 16 komi 2 komi 4 komi 6 komi 8",
        seats="W2",
    ),
    Played(
        "Q3",
        "squared(size=2)",
        "a1,a2,b1,b2",
        "WW/BB",
        {"placed": ("b2",), "returned": ("b1", "a2")},
        "board-full",
        "draw",
        {"B": 4, "W": 4},
    ),
]

REFUSED = [
    Refused("K2", "kaomi(size=3) .../.B./... W", "b2"),
    Refused("K2", "squared(size=3) .../.B./... W", "b2"),
    Refused("K10", "kaomi(size=3)", "swap"),
    Refused("K10", "kaomi(size=3) moves a1,swap", "swap"),
    Refused("K10", "kaomi(size=3) moves a1,c3", "swap"),
    Refused("K10", "kaomi(size=3) moves a1,c3,a3", "swap"),
    Refused("S1", "squared(size=2,setup=auction)", "a1"),
    Refused("S4", "squared(size=2,setup=auction)", "white"),
    Refused("S1", "squared(size=2,setup=auction) moves komi 2", "komi 4"),
    Refused("S1", "squared(size=2,setup=auction) moves komi 2,black", "komi 2"),
]

NO_POSITION = [
    NoPosition("K1", "kaomi(size=2) B./.. B"),
    NoPosition("K1", "squared(size=2) .W/B. W"),
    NoPosition("K10", "kaomi(size=2) ../.. B seats=WB"),
    NoPosition("S1", "squared(size=2,setup=auction) W./B. W setup=side komi=2"),
    NoPosition("S4", "squared(size=2,setup=auction) ../.. B komi=3"),
    NoPosition("S4", "squared(size=2,setup=auction) ../.. B komi=18"),
]
