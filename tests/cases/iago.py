"""Iago and free capture (I1-I10, F1)."""

from tests.cases import NoPosition, Played, Refused

EMPTY = "...../....../......./......../........./......../......./....../....."
FORCED = "....B/....../.BWW.w./......../........./......../.BW..../....../....B B"  # two at g5, one at c4
LAST_CENTRE = "...../.wbwb./.bwbwb./.bwbwbw./.wbw.wbw./.wbwbwb./.bwbwb./.bwbw./B.... W"
OUTER_OPEN = "...../.wbwb./.bwbwb./.bwbwbw./.wbw.wbw./.Wbwbwb./.bwbwb./.bwbw./B.... W"  # releases from the rim to d2

INNER = "b2 b3 b4 b5 c2 c3 c4 c5 c6 d2 d3 d4 d5 d6 d7 e2 e3 e4 "
INNER += "e6 e7 e8 f2 f3 f4 f5 f6 f7 g2 g3 g4 g5 g6 h2 h3 h4 h5"

PLAYED = [
    Played(
        "I1",
        "iago",
        "b2",
        "...../....../......./......../........./......../......./.B..../.....",
        {"placed": ("b2",)},
        legal=INNER,
        seats="W2",
    ),
    Played(
        "I3",
        "iago ...../....../......./......../..BW...../......../......./....../..... B",
        "e5",
        "...../....../......./......../..BwB..../......../......./....../.....",
        {"placed": ("e5",), "captured": ("e4",)},
        legal="e5",
    ),
    Played(  # both owners' captives are released, from the rim
        "I3",
        "iago ...../....../....W../......../........./Bwb...../......./....../..... B",
        "d4",
        "...../....../....W../......../........./BWBB..../......./....../.....",
        {"placed": ("d4",), "released": ("d2", "d3")},
    ),
    Played(  # neither end is in the outer area or on the centre
        "I3",
        "iago ...../....../......./......../........./.Bw...../......./....../..... B",
        "d4",
        "...../....../......./......../........./.BwB..../......./....../.....",
        {"placed": ("d4",)},
    ),
    Played(  # a release from the centre, which I6 opens
        "I3",
        "iago ...../....../......./......../..Bw...../......../......./....../..... B",
        "e5",
        "...../....../......./......../..BWB..../......../......./....../.....",
        {"placed": ("e5",), "released": ("e4",)},
    ),
    Played(  # mixed lines do nothing
        "I3",
        "iago ...../..w.../......./......../........./BWb...../......./....../..... B",
        "d4",
        "...../..w.../......./......../........./BWbB..../......./....../.....",
        {"placed": ("d4",)},
    ),
    Played(
        "I4",
        "iago ...../....../......./......../Bw.WB..../..W...../..B..../....../..... B",
        "e3",
        "...../....../......./......../BWBwB..../..w...../..B..../....../.....",
        {"placed": ("e3",), "captured": ("d3", "e4"), "released": ("e2",)},
        legal="e3",
    ),
    Played(
        "I5",
        f"iago {FORCED}",
        "g5",
        "....B/....../.BwwBw./......../........./......../.BW..../....../....B",
        {"placed": ("g5",), "captured": ("g3", "g4")},
        legal="g5",
    ),
    Played(
        "F1",
        f"iago-free {FORCED}",
        "c4",
        "....B/....../.BWW.w./......../........./......../.BwB.../....../....B",
        {"placed": ("c4",), "captured": ("c3",)},
        legal="b2 b3 b4 b5 c4 c5 c6 d2 d3 d4 d5 d6 d7 e2 e3 e4 e6 e7 e8 f2 f3 f4 f5 f6 f7 g5 h2 h3 h4 h5",
    ),
    Played(
        "F1",
        f"iago-free {FORCED}",
        "b2",
        "....B/....../.BWW.w./......../........./......../.BW..../.B..../....B",
        {"placed": ("b2",)},
    ),
    *(
        Played(
            rule,
            f"{name} {LAST_CENTRE}",
            "e5",
            "...../.wbwb./.bwbwb./.bwbwbw./.wbwWwbw./.wbwbwb./.bwbwb./.bwbw./B....",
            {"placed": ("e5",)},
            "inner-area-full",  # although most of the outer area is empty
            "W",
            {"B": 1, "W": 1},
            legal="e5",
        )
        for rule, name in (("I7", "iago"), ("I8", "iago-free"))
    ),
    Played(  # White has none in the outer area, which counts as one
        "I9",
        "iago ...../.wbwb./.bwbwb./.bwbwbw./.wbwWwbw./.wbwbwb./.b.bwb./.bwbw./B.... W",
        "c3",
        "...../.wbwb./.bwbwb./.bwbwbw./.wbwWwbw./.wbWbwb./.bWbwb./.bwbw./B....",
        {"placed": ("c3",), "released": ("d4",)},
        "inner-area-full",
        "W",
        {"B": 1, "W": 3},
    ),
    Played(  # 4 x none against none x 3: no tie, although the centre would decide it for Black
        "I9",
        "iago ....B/.bbWb./.bwbbw./.wbWbww./.wwwwbbb./.wbbbwb./.w.bww./.wbWw./B...B W",
        "c3",
        "....B/.bbWb./.bwbbw./.wbWbww./.wwwwbbb./.wbbbwb./.wWbww./.wbWw./B...B",
        {"placed": ("c3",)},
        "inner-area-full",
        "W",
        {"B": 3, "W": 4},
    ),
    Played(
        "I9",
        "iago B...B/.W..../..W..../....B.../W......../...BB.../......./..W.../W...B W",
        "f3",
        "B...B/.W..../..W..../..W.B.../W......../...BB.../......./..W.../W...B",
        {"placed": ("f3",)},
        scores={"B": 3 * 3, "W": 4 * 2},
    ),
    Played(  # the centre is White's and red: White loses
        "I10",
        "iago ...../.wbwb./.bwbwb./.bwbwbw./.wbwwwbw./.wbwbwb./.b.bwb./.bwbw./B.... W",
        "c3",
        "...../.wbwb./.bwbwb./.bwbwbw./.wbwwwbw./.wbwbwb./.bWbwb./.bwbw./B....",
        {"placed": ("c3",)},
        "inner-area-full",
        "B",
        {"B": 1, "W": 1},
        legal="c3",
    ),
    Played(  # the centre is Black's and red: Black loses
        "I10",
        "iago ...../.wbwb./.bwbwb./.bwbwbw./.wbwbwbw./.wbwbwb./.b.bwb./.wwbw./B.... W",
        "c3",
        "...../.wbwb./.bwbwb./.bwbwbw./.wbwbwbw./.wbwbwb./.bWbwb./.wwbw./B....",
        {"placed": ("c3",)},
        "inner-area-full",
        "W",
        {"B": 1, "W": 1},
    ),
    Played(  # the centre shows Black
        "I10",
        "iago ...../.wbwb./.bwbwb./.bwbwbw./.wbwBwbw./.wbwbwb./.b.bwb./.wwbw./B.... W",
        "c3",
        "...../.wbwb./.bwbwb./.bwbwbw./.wbwBwbw./.wbwbwb./.bWbwb./.wwbw./B....",
        {"placed": ("c3",)},
        "inner-area-full",
        "B",
        {"B": 1, "W": 1},
    ),
]

REFUSED = [
    Refused("I2", "iago moves b2", "b2"),
    Refused("I5", f"iago {FORCED}", "c4"),  # captures one disc, g5 two
    Refused("I5", f"iago {FORCED}", "b2"),
    Refused("I5", f"iago {FORCED}", "a1"),
    Refused("I6", "iago", "a1"),
    Refused("I6", "iago", "e5"),
    Refused("I6", f"iago-free {FORCED}", "e5"),
    Refused("I6", f"iago-free {FORCED}", "a1"),
    Refused("I7", f"iago {OUTER_OPEN}", "e5"),
    Refused("I7", f"iago-free {OUTER_OPEN}", "e5"),
    Refused("I6", f"iago {LAST_CENTRE}", "a5"),
]

NO_POSITION = [
    NoPosition("I2", f"iago {EMPTY} W"),
    NoPosition("I2", f"iago B{EMPTY[1:]} B"),
    NoPosition("I2", f"iago w{EMPTY[1:]} W"),
]
