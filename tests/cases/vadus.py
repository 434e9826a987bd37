"""Vadus (W1-W6)."""

from tests.cases import NoPosition, Played, Refused

EMPTY = ".../..../...../..../..."

PLAYED = [
    Played("W1", "vadus(size=2)", "b2", "../.B./..", {"placed": ("b2",)}, legal="a1 a2 b1 b2 b3 c1 c2", seats="W2"),
    Played(
        "W2", "vadus(size=2)", "b2,a1", "../.B./W.", {"placed": ("a1",)}, legal="a1 a2 b1 b3 c1 c2 pass", seats="W2"
    ),
    Played("W2", "vadus(size=2)", "b2,a1,c2", ".W/.B./W.", {"placed": ("c2",)}, legal="a2 b1 b3 c1 c2", seats="B1"),
    Played("W2", "vadus(size=2)", "b2,pass", "../.B./..", {}, legal="a1 a2 b1 b3 c1 c2 pass", seats="B1"),
    Played("W2", "vadus(size=2) ../.B./W. W left=1", "c2", ".W/.B./W.", {"placed": ("c2",)}, legal="a2 b1 b3 c1 c2"),
    Played(
        "W3", "vadus(size=2)", "b2,pass,pass", "../.B./..", {}, "two-passes", "B", {"B": [-1], "W": []}
    ),  # White has no group: W6
    Played("W3", "vadus(size=2)", "b2,pass,a1,c2,pass", ".B/.B./B.", {}, seats="B1"),  # stones between two passes
    Played("W3", "vadus(size=2) WW/BBB/WW B", "pass", "WW/BBB/WW", {}, legal="pass"),  # on a full board
    Played(
        "W3",
        "vadus(size=2) WW/BBB/WW B",
        "pass,pass",
        "WW/BBB/WW",
        {},
        "two-passes",
        "B",
        {"B": [3], "W": [2, 2]},
        legal="pass",
    ),
]

# W4, W5: Black's stones on a board of size 3, and the values of the groups.
VALUES = [
    (".../..../..B../..../...", [-1]),
    (".../..../...../..../B..", [-1]),
    (".../..../BBBBB/..../...", [5]),  # from rim to rim
    (".../..../...../.BB./BBB", [2 - 3]),  # two neighbours on the rim, and three more
    ("B../.B../..B../..../...", [-3]),  # one edge stone only
    ("B../..../..B../..../BB.", [2, -1, -1]),
    ("B../.B../..B../..B./..B", [5]),  # the long diagonal
    ("..B/..B./.BB../.B../B..", [5 - 1]),  # the fewest stones, not all of the way
    (".B./.B../.B.../.BB./..B", [6]),  # no shorter way inside the group
    ("BB./B..B/B...B/B..B/.BB", [2 - 3, 2 - 3]),
    (".../.BB./.BBB./..../...", [-5]),  # no edge stone
    ("B.B/..../B.B.B/..../B.B", [-1] * 7),
    ("BBB/BBBB/BBBBB/BBBB/BBB", [2 - 17]),
]

# W6: boards of size 3 with Black to move, who passes, as White does: the winner and the values.
DUELS = [
    ("BB./..../..B../..../WW.", "B", {"B": [2, -1], "W": [2]}),  # White has no further group
    ("BB./..../..B../..../...", "B", {"B": [2, -1], "W": []}),
    ("B.B/..../..B../..../W.W", "B", {"B": [-1, -1, -1], "W": [-1, -1]}),  # equal, equal, and White runs out
    ("B../..../...../..../W.W", "W", {"B": [-1], "W": [-1, -1]}),  # equal, and Black runs out
    ("BB./..../..B.W/W..W/W..", "W", {"B": [2, -1], "W": [2, 2]}),  # the second pair decides
    ("BB./..../..B../..../W.W", "B", {"B": [2, -1], "W": [-1, -1]}),
    (".../..../..B../..../WW.", "W", {"B": [-1], "W": [2]}),
    (".../..../BBBBB/..../WW.", "B", {"B": [5], "W": [2]}),
]

REFUSED = [
    Refused("W2", "vadus(size=2)", "pass"),
    Refused("W2", "vadus(size=2)", "b2,a1"),
    Refused("W2", "vadus(size=2) moves b2,a1", "pass"),
    Refused("W2", "vadus(size=2) moves b2", "b2"),
    Refused("W2", "vadus(size=2) moves b2", "a1,a1"),
    Refused("W2", "vadus(size=2) moves b2", "a1,pass"),
    Refused("W2", "vadus(size=2) moves b2", "a1,b2"),
    Refused("W2", "vadus(size=2) moves b2,a1", "b1,c1"),
    Refused("W2", "vadus(size=2) moves b2", "a1,b1,c1"),
]

NO_POSITION = [
    NoPosition("W2", "vadus(size=2) ../.../.. W"),
    NoPosition("W2", "vadus(size=2) ../.../.. B passes=1"),
    NoPosition("W2", "vadus(size=2) ../BB./.. W"),
    NoPosition("W2", "vadus(size=2) ../B../W. B"),
    NoPosition("W2", "vadus(size=2) ../B../W. W left=1 passes=1"),
]
