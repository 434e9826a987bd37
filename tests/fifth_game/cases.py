"""Hand-made positions for A1 to A6: what a move does, what is refused, what can be no position."""

from tests.cases import NoPosition, Played, Refused

PLAYED = [
    Played("A3", "atari-go(size=3)", "b2", ".../.B./...", {"placed": ("b2",)}, scores={"B": 0, "W": 0}),
    Played(
        "A4",
        "atari-go(size=3) ..W/B../W.B B",
        "b1",
        "..W/B../.BB",
        {"placed": ("b1",), "removed": ("a1",)},
        over="capture",
        winner="B",
        scores={"B": 1, "W": 0},
    ),
    Played(  # two groups at once
        "A4",
        "atari-go(size=3) W.W/B.B/... B",
        "b3",
        ".B./B.B/...",
        {"placed": ("b3",), "removed": ("a3", "c3")},
        over="capture",
        winner="B",
        scores={"B": 2, "W": 0},
    ),
    Played(  # the stone has a liberty only because it captures
        "A4",
        "atari-go(size=5) ...../..B../W..../BWB../.BW.. W",
        "a1",
        "...../..B../W..../.WB../W.W..",
        {"placed": ("a1",), "removed": ("b1", "a2")},
        over="capture",
        winner="W",
        scores={"B": 0, "W": 2},
    ),
    Played("A6", "atari-go(size=3) .BB/B../WWW B", "b2", ".BB/BB./WWW", {"placed": ("b2",)}, "no-move", "B"),
]

REFUSED = [
    Refused("A3", "atari-go(size=3) .../.B./... W", "b2"),
    Refused("A3", "atari-go(size=3) .../.B./... W", "pass"),
    Refused("A4", "atari-go(size=3) ..W/B../W.B B moves b1", "c2"),  # the game is over
    Refused("A5", "atari-go(size=5) W.W../..B../WB.B./..B../..... W", "c3"),
    Refused("A6", "atari-go(size=3) .BB/BB./WWW W", "a3"),
]

NO_POSITIONS = [
    NoPosition("A4", "atari-go(size=3) .../.B./... B"),
    NoPosition("A5", "atari-go(size=3) WB./B../..W B"),
]
