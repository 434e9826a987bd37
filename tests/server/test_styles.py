"""What the page is told so that it need not know any rules: who decides, what tells, what can be edited."""

import pytest

from fieldstone.server.lines import read_line
from fieldstone.server.schema import View
from fieldstone.server.views.position import view_of
from fieldstone.server.views.score import count_of


def view(text: str) -> View:
    return view_of(read_line(text), "en")


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("vacu(size=3) .../.B./... W", False),  # V2: all of the rest is Black's
        ("vacu(size=3) .../.B./..W B", True),
        ("vacu(size=3) .../.../... B", True),
        ("vacu(size=3) .B./B.B/.B. W over=last-group", True),  # the score that the game ended with
        ("convacu(size=3) .../.B./... W", True),  # C4: there is none
        ("squared(size=3) .../.B./... W", True),
    ],
)
def test_a_score_of_one_colour_alone_tells_nothing_yet(text: str, tells: bool) -> None:
    assert view(text).score_tells is tells


def test_the_biggest_group_that_is_left_decides() -> None:
    """K8: b1 and a3 cancel out."""
    groups = count_of(read_line("kaomi(size=3,pie=false) W../.../BWB B"), "en").groups or []
    deciding = {tuple(group.points): group.deciding for group in groups}
    assert sum(bool(one) for one in deciding.values()) == 0  # two of each colour cancel

    groups = count_of(read_line("kaomi(size=3,pie=false) WW./.../BBB W"), "en").groups or []
    assert [tuple(group.points) for group in groups if group.deciding] == [("a1", "b1", "c1")]


def test_a_group_that_joins_its_edges_decides() -> None:
    """C1: Black's edges are above and below."""
    groups = count_of(read_line("convacu(size=3) WB./WB./.B. W over=connection"), "en").groups or []
    assert [tuple(group.points) for group in groups if group.deciding] == [("b1", "b2", "b3")]
    groups = count_of(read_line("convacu(size=3) .../WBB/... W"), "en").groups or []
    assert not any(group.deciding for group in groups)


@pytest.mark.parametrize(
    ("position", "pairs", "deciding", "said"),
    [
        (
            "BB./..../..B../..../WW. W",
            [("a1", "e1")],
            ("c3",),
            "Black has the better group: the first groups that differ are worth −1",
        ),
        (
            "BB./...W/..B.W/..../WW. B",
            [("a1", "e1")],
            ("c5", "d4"),
            "White has the better group: the first groups that differ are",
        ),
    ],
)
def test_the_first_difference_decides(
    position: str, pairs: list[tuple[str, str]], deciding: tuple[str, ...], said: str
) -> None:
    """W6; of equal groups the first on the board is compared first."""
    count = count_of(read_line(f"vadus(size=3) {position}"), "en")
    groups = count.groups
    assert [tuple(group.points) for group in groups if group.deciding] == [deciding]
    paired = {
        tuple(sorted((one.points[0], groups[one.cancelled_by].points[0])))
        for one in groups
        if one.cancelled_by is not None
    }
    assert sorted(paired) == pairs
    assert count.decided.startswith(said)


def test_the_stones_that_are_subtracted_are_named() -> None:
    """W5: b2 hangs on a wall from a1 to a2."""
    groups = count_of(read_line("vadus(size=3) W../W.../...../.B../BB. W"), "en").groups
    wall = next(group for group in groups if group.colour == "B")
    assert (wall.connection, wall.ends, wall.surplus, wall.value) == (["a1", "a2"], ["a1", "a2"], ["b2"], 1)


def test_areas_and_lines() -> None:
    """V6 and I9: what a score is made of adds up."""
    count = count_of(read_line("vacu(size=3,komi=2) .B./B.W/.WW W button=W"), "en")
    lines = {line.told: (line.amounts.black, line.amounts.white) for line in count.lines}
    assert lines == {"Stones": (2, 3), "Territory": (1, 0), "Komi": (None, 2), "Button": (None, 0.5)}
    count = count_of(read_line("iago moves e4"), "en")
    assert [(area.black, area.white) for area in count.areas] == [(["e4"], []), ([], [])]
    outer = count.lines[1]
    assert (outer.amounts.black, outer.counts_as.black) == (0, 1)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("vacu(setup=auction)", ["setup", "komi", "seats", "passes", "button"]),
        ("vacu", ["passes", "button"]),
        ("squared(setup=fixed)", []),
        ("kaomi(pie=true)", ["seats"]),
        ("kaomi(pie=false)", []),
        ("convacu", ["passes"]),
        ("vadus", ["passes", "left"]),
        ("iago", []),
    ],
)
def test_a_view_names_what_the_position_text_may_say(text: str, names: list[str]) -> None:
    found = view(text)
    assert [detail.name for detail in found.details] == names
    assert [detail.name for detail in found.details if detail.needs_stones] == [n for n in names if n == "left"]
    assert found.brushes == (["B", "W", "b", "w"] if text == "iago" else ["B", "W"])


def test_named_moves_are_those_that_the_game_has() -> None:
    assert view("vacu").named_moves == ["pass", "button"]
    assert view("kaomi").named_moves == ["swap"]
    assert view("squared(setup=auction)").named_moves == ["black", "white"]
    assert view("iago").named_moves == []
