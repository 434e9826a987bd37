"""Vacu, Convacu and the setup (V1-V11, C1-C5, S1-S4)."""

from tests.cases import NoPosition, Played, Refused

EMPTY_2, EMPTY_3 = "../..", ".../.../..."
ROUND = "pass,a3,c1,c2,pass,b1,a1,a2,pass,c3,pass,b1"

PLAYED = [
    Played("V1", "vacu(size=3)", "b2", ".../.B./...", {"placed": ("b2",)}, legal="a1 a2 a3 b1 b2 b3 button c1 c2 c3"),
    Played("V2", "vacu(size=3)", "button", EMPTY_3, scores={"B": 0.5, "W": 0.0}),
    Played(
        "V4",
        "vacu(size=5,komi=0) .B.B./BW.WB/.B.B./...../....W B",
        "c4",
        ".B.B./B.B.B/.B.B./...../....W",
        {"placed": ("c4",), "removed": ("b4", "d4")},
    ),
    Played(  # a group goes as a whole
        "V4",
        "vacu(size=4,komi=0) .BB./BWWB/BW../.B.W B",
        "c2",
        ".BB./B..B/B.B./.B.W",
        {"placed": ("c2",), "removed": ("b2", "b3", "c3")},
    ),
    Played(  # the stone is placed and removed; both enemy groups flip
        "V5",
        "vacu(size=5,komi=0) ...../...W./B..../WB.../.WB.. B",
        "a1",
        "...../...W./B..../BB.../.BB..",
        {"placed": ("a1",), "removed": ("a1",), "flipped": ("b1", "a2")},
    ),
    Played(  # its whole group goes with it; an enemy group with a liberty stays
        "V5",
        "vacu(size=5,komi=0) ...../...../...../WWB../B.WB. B",
        "b1",
        "...../...../...../WWB../..BB.",
        {"placed": ("b1",), "removed": ("a1", "b1"), "flipped": ("c1",)},
    ),
    Played(  # what flips joins what stands beside it
        "V5",
        "vacu(size=3,komi=0) B../WB./.W. B",
        "a1",
        "B../BB./.W.",
        {"placed": ("a1",), "removed": ("a1",), "flipped": ("a2",)},
    ),
    Played(  # one enemy group is without liberties, another is not: only the one flips
        "V5",
        "vacu(size=4,komi=0) ..../B.../WB../.WW. B",
        "a1",
        "..../B.../BB../.WW.",
        {"placed": ("a1",), "removed": ("a1",), "flipped": ("a2",)},
    ),
    Played(
        "V6",
        "vacu(size=5,komi=4) .W.B./.W.B./...B./.W.B./.W.B. W button=W",
        "b3",
        ".W.B./.W.B./.W.B./.W.B./.W.B.",
        {"placed": ("b3",)},
        scores={"B": 10.0, "W": 14.5},
    ),
    Played(
        "V7", "vacu(size=2,komi=3)", "a2,b2,b1", "B./.B", {"placed": ("b1",), "removed": ("b2",)}, "last-group", "B"
    ),
    Played(  # removing the last group does not win by itself
        "V7", "vacu(size=2,komi=5)", "a2,b2,b1", "B./.B", {"placed": ("b1",), "removed": ("b2",)}, "last-group", "W"
    ),
    Played(
        "V7",
        "vacu(size=2,komi=0)",
        "a2,a1,b2,b1",
        "WW/..",
        {"placed": ("b1",), "removed": ("a1", "b1"), "flipped": ("a2", "b2")},
        "last-group",
        "W",
        {"B": 0.0, "W": 4.0},
    ),
    Played("V7", "vacu(size=3,komi=0)", "button,a1,pass,pass", ".../.../W..", {}, "two-passes", "W"),
    Played(  # a first stone removes nothing: the other colour's last group has not gone
        "V7", "vacu(size=2,komi=0)", "a1", "../B.", {"placed": ("a1",)}, legal="a1 a2 b1 b2 button"
    ),
    Played("V8", "vacu(size=2,komi=0)", "button", EMPTY_2, legal="a1 a2 b1 b2 button"),
    Played("V8", "vacu(size=2,komi=0)", "button,pass", EMPTY_2, legal="a1 a2 b1 b2 pass"),  # not the end
    Played("V8", "vacu(size=2,komi=0)", "button,pass,pass", EMPTY_2, {}, "two-passes", "B", {"B": 0.5, "W": 0.0}),
    Played("V8", "vacu(size=2,komi=0)", "a1,button,pass,pass", "../B.", {}, "two-passes", "B", {"B": 4.0, "W": 0.5}),
    Played("V8", "vacu(size=2,komi=0)", "button,pass,a1,pass", "../B.", {}),  # a stone between two passes
    Played(
        "V9",
        "vacu(size=3,komi=0)",
        f"a1,b2,a2,b3,button,{ROUND},{ROUND}",
        ".W./BW./B..",
        {"placed": ("b1",), "removed": ("c1", "c2", "c3", "b1"), "flipped": ("a1",)},
        "repetition",
        "draw",
    ),
    Played("V9", "vacu(size=3,komi=0)", f"a1,b2,a2,b3,button,{ROUND},{ROUND[:-3]}", ".WB/BWB/W.B", {}),
    Played(
        "V10", "vacu(size=2,komi=4)", "a2,b2,b1", "B./.B", {"placed": ("b1",), "removed": ("b2",)}, "last-group", "draw"
    ),
    Played("V11", "vacu(size=2)", "b2", ".B/..", {"placed": ("b2",)}),
    Played("V11", "vacu(size=19)", "s19", "." * 18 + "B" + ("/" + "." * 19) * 18, {"placed": ("s19",)}),
    Played("C1", "convacu(size=3) B../.W./B.. B", "a2", "B../BW./B..", {"placed": ("a2",)}, "connection", "B"),
    Played("C1", "convacu(size=3) .../W.W/B.B W", "b2", ".../WWW/B.B", {"placed": ("b2",)}, "connection", "W"),
    Played("C1", "convacu(size=3) .../B.B/W.. B", "b2", ".../BBB/W..", {"placed": ("b2",)}),  # White's edges
    Played(  # the flipped stone completes the connection
        "C1",
        "convacu(size=5) ..B../..BWW/.BW.W/..BW./..B.. B",
        "d3",
        "..B../..BWW/.BB.W/..BW./..B..",
        {"placed": ("d3",), "removed": ("d3",), "flipped": ("c3",)},
        "connection",
        "B",
    ),
    Played(  # of two that flip the first one connects, the second does not
        "C1",
        "convacu(size=5) ..B../..BWB/.BW.W/..BWB/..B.. B",
        "d3",
        "..B../..BWB/.BB.B/..BWB/..B..",
        {"placed": ("d3",), "removed": ("d3",), "flipped": ("c3", "e3")},
        "connection",
        "B",
    ),
    Played("C2", "convacu(size=3) .W./W.W/.W. B", "pass", ".W./W.W/.W.", {}, legal="pass"),
    Played("C2", "convacu(size=2) .B/B. W", "pass", ".B/B.", {}, legal="pass"),
    Played(
        "C3",
        "convacu(size=3)",
        "a1,a2,b1,b2,c2,c1,b3,a3,c3,c1,a1,b1,a2,c1,b2,a3,c2,b1,b3,a3,c3,c1,a1,b1,a2,c1,b2,a3,c2,b1",
        ".../WWB/WW.",
        {"placed": ("b1",)},
        "repetition",
        "draw",
    ),
    Played("C4", "convacu(size=3)", "b1,a1,a2", ".../B../.B.", {"placed": ("a2",), "removed": ("a1",)}),
    Played("C5", "convacu(size=1)", "pass", ".", {}, legal="pass"),
    Played("C5", "convacu(size=1)", "pass,pass", ".", {}, "two-passes", "draw"),
    Played(
        "S1", "vacu(size=2,setup=auction)", "komi 3", EMPTY_2, legal="komi 0 komi 1 komi 2 komi 3 komi 4", seats="W2"
    ),
    Played("S1", "vacu(size=2,setup=auction)", "komi 3,black", EMPTY_2, legal="black white", seats="B2"),
    Played("S1", "vacu(size=2,setup=auction)", "komi 3,white", EMPTY_2, scores={"B": 0.0, "W": 3.0}, seats="B1"),
    Played("S1", "vacu(size=2,setup=auction)", "komi 3,black,a1", "../B.", {"placed": ("a1",)}, seats="W1"),
    Played("S1", "vacu(size=2,setup=auction) ../.. W setup=side komi=2", "white,b2", ".B/..", {"placed": ("b2",)}),
    Played("S2", "vacu(size=2,komi=3)", "a1", "../B.", {"placed": ("a1",)}, scores={"B": 4.0, "W": 3.0}, seats="W2"),
]

REFUSED = [
    Refused("V3", "vacu(size=3,komi=0) .../.B./... W", "b2"),
    Refused("V5", "vacu(size=3,komi=0) .B./B../... W", "a3"),
    Refused("V5", "vacu(size=5,komi=0) ...../...../.B.../WWB../.WB.. B", "a1"),
    Refused("V8", "vacu(size=2,komi=0)", "pass"),
    Refused("V8", "vacu(size=2,komi=0) moves button", "button"),
    Refused("C2", "convacu(size=3)", "pass"),
    Refused("C2", "convacu(size=3) moves a1", "pass"),
    Refused("V5", "convacu(size=3) .W./W.W/.W. B", "b2"),
    Refused("V5", "convacu(size=2) .B/B. W", "b1"),
    Refused("S1", "vacu(size=2,setup=auction)", "a1"),
    Refused("S1", "vacu(size=2,setup=auction)", "black"),
    Refused("S4", "vacu(size=2,setup=auction)", "button"),
    Refused("S1", "vacu(size=2,setup=auction) moves komi 3", "komi 3"),
    Refused("S1", "vacu(size=2,setup=auction) moves komi 3", "a1"),
    Refused("S1", "vacu(size=2,setup=auction) moves komi 3,white", "komi 3"),
    Refused("S1", "vacu(size=2,setup=auction) moves komi 3,white", "black"),
]

NO_POSITION = [
    NoPosition("V5", "vacu(size=2,komi=0) WW/BW B"),
    NoPosition("V4", "vacu(size=3,komi=0) .../B../WB. B"),
    NoPosition("V8", "vacu(size=2,komi=0) ../.. B passes=1"),
    NoPosition("S1", "vacu(size=2,setup=auction) ../B. W setup=side komi=2"),
    NoPosition("S1", "vacu(size=2,setup=auction) ../.. W setup=komi"),
    NoPosition("S4", "vacu(size=2,setup=auction) ../.. B komi=5"),
    NoPosition("S4", "vacu(size=2,setup=auction) ../.. B komi=99"),
]
