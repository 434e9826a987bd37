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
    groups = count_of(read_line("kaomi(size=3,pie=false) W../.../BWB B")).groups or []
    deciding = {tuple(group.points): group.deciding for group in groups}
    assert sum(bool(one) for one in deciding.values()) == 0  # two of each colour cancel

    groups = count_of(read_line("kaomi(size=3,pie=false) WW./.../BBB W")).groups or []
    assert [tuple(group.points) for group in groups if group.deciding] == [("a1", "b1", "c1")]


def test_a_group_that_joins_its_edges_decides() -> None:
    """C1: Black's edges are above and below."""
    groups = count_of(read_line("convacu(size=3) WB./WB./.B. W over=connection")).groups or []
    assert [tuple(group.points) for group in groups if group.deciding] == [("b1", "b2", "b3")]
    groups = count_of(read_line("convacu(size=3) .../WBB/... W")).groups or []
    assert not any(group.deciding for group in groups)


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


def test_words_are_those_that_the_game_has() -> None:
    assert view("vacu").words == ["pass", "button"]
    assert view("kaomi").words == ["swap"]
    assert view("squared(setup=auction)").words == ["black", "white"]
    assert view("iago").words == []
