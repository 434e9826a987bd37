"""Pictures: every game, every mark, well-formed, small, and right where it can be told."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import fieldstone
from fieldstone import DiagramError, Record, State
from fieldstone.diagram import animation
from fieldstone.diagram.animation import animate_svg
from fieldstone.diagram.drawing import Style, draw, plies_of
from fieldstone.diagram.layout import layout_of
from fieldstone.diagram.palette import DARK, LIGHT, Palette
from fieldstone.diagram.raster import animate_gif, svg_to_png
from fieldstone.messages import LANGUAGES
from tests.cli.conftest import Run, run  # noqa: F401
from tests.records.conftest import SPECS, random_record
from tests.records.test_fuzz import LAWS

SVG = "{http://www.w3.org/2000/svg}"
SIZES = [
    ("vacu", {"size": 2}), ("vacu", {"size": 19}), ("convacu", {"size": 1}), ("convacu", {"size": 13}),
    ("kaomi", {"size": 2}), ("squared", {"size": 13}), ("iago", {}), ("vadus", {"size": 2}), ("vadus", {"size": 13}),
]  # fmt: skip


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}{name}"))


def faces(svg: str) -> list[str]:
    """What stands on the board, by the names of the stones that are used."""
    return sorted(one.attrib["href"][-1] for one in elements(svg, "use"))


@pytest.mark.parametrize(("name", "options"), SPECS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(SPECS)])
def test_every_stone_is_drawn(name: str, options: dict[str, Any]) -> None:
    record = random_record(name, options, 2, lines=1)
    for number in (0, len(record.nodes) // 2, len(record.nodes)):
        state = record.state(number)
        for look in (Style(), Style(False, "numbers", dark=True, caption=True), Style(marks="none", territory=True)):
            svg = draw(state, look)
            assert faces(svg) == sorted("".join(state.rows()).replace(".", ""))
            defined = {one.attrib["id"] for one in ElementTree.fromstring(svg).iter() if "id" in one.attrib}
            assert {one.attrib["href"][1:] for one in elements(svg, "use")} <= defined
            assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= defined
            assert len(svg) < 60_000


@pytest.mark.parametrize(("name", "options"), SIZES, ids=str)
def test_boards_fit_their_pictures(name: str, options: dict[str, Any]) -> None:
    game = fieldstone.load(name, **options)
    for coordinates in (True, False):
        layout = layout_of(game, coordinates)
        left, top, width, height = layout.box
        spots = [(x, y, layout.radius) for x, y in layout.spots]
        spots += [(label.x, label.y, layout.label_size * 0.35) for label in layout.labels]
        for x, y, reach in spots:
            assert left + reach <= x <= left + width - reach
            assert top + reach <= y <= top + height - reach
        assert {label.text for label in layout.labels} <= set("".join(game.board.names)) | set(map(str, range(30)))
    assert svg_to_png(draw(game.new_state()), 64).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["vacu", "iago"])
def test_coordinates_name_the_points(name: str) -> None:
    """The letter of a row or column stands on its line."""
    game = fieldstone.load(name)
    layout = layout_of(game, True)
    labels = {label.text: label for label in layout.labels}
    x, y = layout.spots[game.board.index["c4"]]
    if name == "vacu":
        assert labels["c"].x == pytest.approx(x)
        assert labels["4"].y == pytest.approx(y)
    else:
        assert labels["c"].y == pytest.approx(y)


def test_marks_of_the_last_turn() -> None:
    """A ring where a stone was set, a cross where it vanished at once (V5), dots on what it turned, arrows."""
    rows = ".......W./..WWWWWB./.WWBWWWB./..B.BWB.B/BBBBBWB../..BWWWB../WB.BBBB../.WB....W./.....W..."
    state = fieldstone.parse_position(f"vacu(size=9,komi=7,setup=fixed) {rows} W moves d6")
    marked, bare = draw(state), draw(state, Style(marks="none"))
    added = [one.attrib for one in (*elements(marked, "circle"), *elements(marked, "path"))]
    known = [one.attrib for one in (*elements(bare, "circle"), *elements(bare, "path"))]
    dot, cross = [one for one in added if one not in known]
    assert (dot["cx"], dot["cy"], dot["fill"]) == ("-40", "-80", LIGHT.on_white)  # d7 is White's now
    assert cross["d"].count("M") == 2
    pushed = fieldstone.parse_position("kaomi(size=5) moves c3,swap,c4")
    rings = [one for one in elements(draw(pushed), "circle") if one.attrib.get("fill") == "none"]
    assert [(one.attrib["cx"], one.attrib["cy"]) for one in rings] == [("0", "-40")]
    assert draw(pushed).count("stroke-linejoin") == 2  # of the ground, and one arrow
    assert draw(pushed, Style(marks="none")).count("stroke-linejoin") == 1


def test_numbers_follow_the_stones() -> None:
    assert plies_of(fieldstone.parse_position("kaomi(size=5) moves c3,swap,c4")) == {"c2": 1, "c4": 3}
    state = fieldstone.parse_position("vacu(size=3) .B./B.B/.B. W moves button,a1")
    assert plies_of(state) == {"a1": 2}
    texts = [one.text for one in elements(draw(state, Style(marks="numbers", coordinates=False)), "text")]
    assert texts == ["2"]


def test_labels() -> None:
    state = fieldstone.parse_position("vacu(size=3) moves b2")
    look = Style(marks="numbers", labels={"b2": "<&", "a1": "A"}, coordinates=False)
    assert [one.text for one in elements(draw(state, look), "text")] == ["<&", "A"]


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (Style(marks="all"), "“all” is not a kind of marks; choose one of: last, numbers, none"),
        (Style(labels={"d1": "A"}), "d1 is not a point of this board: a1 to c3"),
        (Style(labels={"a1": "12345"}), "1 to 4 printable characters"),
        (Style(labels={"a1": ""}), "1 to 4 printable characters"),
        (Style(labels={"a1": "\n"}), "1 to 4 printable characters"),
    ],
    ids=str,
)
def test_what_is_refused(look: Style, message: str) -> None:
    with pytest.raises(DiagramError, match=message) as caught:
        draw(fieldstone.load("vacu", size=3).new_state(), look)
    for language in LANGUAGES:
        assert caught.value.sentence(language)


def test_a_notebook_shows_a_state() -> None:
    state = fieldstone.parse_position("vacu(size=5,komi=3) ..B../.BWW./BBW../.BWW./..B.. W button=B")
    svg = state._repr_svg_()
    assert svg is not None
    assert "White to move · komi 3 · button: Black has it" in [one.text for one in elements(svg, "text")]
    auction = fieldstone.load("vacu", size=3, setup="auction").new_state()
    assert "player 1 to decide" in str(auction._repr_svg_())
    over = fieldstone.parse_position("vacu(size=3) moves b2,button,pass,pass")
    assert "Black has won" in str(over._repr_svg_())


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_what_matters_shows_without_colour(palette: Palette) -> None:
    """Stones differ by lightness, marks and coordinates from their ground, captives from both colours and by sign."""
    assert contrast(palette.black[1], palette.white[1]) > 7
    assert contrast(palette.on_black, palette.black[1]) > 7
    assert contrast(palette.on_white, palette.white[1]) > 7
    assert contrast(palette.text, palette.board) > 4.5
    for owner in (palette.black[2], palette.white[1]):
        assert contrast(palette.captive, owner) > 2.9
    state = fieldstone.parse_position("iago ...../....../..b.B../..w...../...B...../....W.../......./....../..... W")
    svg = draw(state)
    assert len(elements(svg, "rect")) == 1  # the bar of White's captive; Black's has a dot


# Moving pictures ---------------------------------------------------------------------------------


def shown(svg: str, at: float) -> list[str]:
    """The stones that are shown at a moment, in percent of the film: by the keyframes of their groups."""
    frames: dict[str, list[tuple[float, str]]] = {}
    for name, body in re.findall(r"@keyframes (t\d+)\{((?:[\d.]+%\{opacity:[01]\})+)\}", svg):
        frames[name] = [(float(place), value) for place, value in re.findall(r"([\d.]+)%\{opacity:([01])\}", body)]
    found = []
    for group in elements(svg, "g"):
        use = group.find(f"{SVG}use")
        if use is not None and "class" in group.attrib:
            steps = [value for place, value in frames[group.attrib["class"]] if place <= at + 1e-6]
            if steps[-1] == "1":
                found.append(use.attrib["href"][-1])
    return sorted(found)


@pytest.mark.parametrize(("name", "options"), SPECS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(SPECS)])
def test_a_film_shows_every_position(name: str, options: dict[str, Any]) -> None:
    record = random_record(name, options, 4, lines=1, limit=40)
    svg = animate_svg(record.state(), seconds=0.5)
    plies = len(record.main_line)
    total = plies * 0.5 + animation.LAST
    for ply in range(plies + 1):
        state = record.state(ply)
        assert shown(svg, 100 * (ply * 0.5 + 0.25) / total) == sorted("".join(state.rows()).replace(".", "")), ply
    still = [group for group in elements(svg, "g") if "class" in group.attrib and "opacity" not in group.attrib]
    ends = [one.attrib["href"][-1] for group in still for one in group.iter(f"{SVG}use")]
    assert sorted(ends) == sorted("".join(record.state().rows()).replace(".", ""))
    assert "prefers-reduced-motion" in svg


def test_a_gif_has_a_frame_for_each_position() -> None:
    record = Record.from_state(fieldstone.parse_position("kaomi(size=4) moves b2,swap,c3,a1"))
    film = Image.open(io.BytesIO(animate_gif(record.state(), seconds=0.1, width=80)))
    durations = []
    for frame in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(frame)
        durations.append(film.info["duration"])
    assert film.size == (80, 80)
    assert durations[-1] == 1000 * animation.LAST
    assert sum(durations[:-1]) == 4 * 100


def test_films_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.from_state(fieldstone.parse_position("kaomi(size=4) moves b2,swap,c3,a1"))
    makers: list[Callable[..., Any]] = [animate_svg, animate_gif]
    for make in makers:
        for seconds in (0, -1, 61, float("nan")):
            with pytest.raises(DiagramError, match=r"0.05 to 60 seconds"):
                make(record.state(), seconds=seconds)
    for width in (31, 4097):
        with pytest.raises(DiagramError, match="32 to 4096 pixels"):
            animate_gif(record.state(), width=width)
    monkeypatch.setattr(animation, "MOST_PLIES", 3)
    for make in makers:
        with pytest.raises(DiagramError, match="at most 3 moves, and this game has 4"):
            make(record.state())


@given(st.sampled_from(SPECS), st.integers(0, 2**30), st.integers(0, 60), st.sampled_from(["last", "numbers"]))
@LAWS
def test_every_position_can_be_drawn(spec: tuple[str, dict[str, Any]], seed: int, plies: int, marks: str) -> None:
    state: State = random_record(*spec, seed, lines=1, limit=plies).state()
    assert faces(draw(state, Style(marks=marks, territory=True, caption=True))) == sorted(
        "".join(state.rows()).replace(".", "")
    )


# The commands ------------------------------------------------------------------------------------


def test_pictures_by_command(run: Run, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "game.txt").write_text("vacu(size=4) moves b2,button,c3", encoding="utf-8")
    run("diagram", "game.txt", "-o", "x.svg", "--ply", "1", "--label", "C3=A", "--no-coordinates")
    svg = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert faces(svg) == ["B"]
    assert [one.text for one in elements(svg, "text")] == ["A"]
    run("diagram", "game.txt", "-o", "x.png", "--width", "100", "--dark", "--territory", "--caption")
    assert Image.open(io.BytesIO((tmp_path / "x.png").read_bytes())).size[0] == 100
    run("animate", "game.txt", "-o", "x.gif", "--width", "64", "--seconds", "0.1")
    assert Image.open(io.BytesIO((tmp_path / "x.gif").read_bytes())).size[0] == 64
    run("animate", "game.txt", "-o", "y.svg")
    assert "@keyframes" in (tmp_path / "y.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["diagram", "game.txt", "-o", "x.jpg"], "must end in .svg, .png"),
        (["diagram", "game.txt", "-o", "game.txt"], "must end in .svg, .png"),
        (["animate", "game.txt", "-o", "x.png"], "must end in .svg, .gif"),
        (["diagram", "game.txt", "-o", "old.svg"], "--force"),
        (["diagram", "game.txt", "-o", "x.svg", "--ply", "4"], "from 0 to 3, not 4"),
        (["diagram", "game.txt", "-o", "x.svg", "--label", "A"], "--label e5=A"),
        (["diagram", "game.txt", "-o", "x.svg", "--label", "z1=A"], "z1 is not a point"),
        (["diagram", "game.txt", "-o", "x.svg", "--marks", "all"], "last, numbers, none"),
        (["diagram", "game.txt", "-o", "x.png", "--width", "5"], "32 to 4096"),
        (["diagram", "game.txt", "-o", "x.png", "--width", "0"], "32 to 4096 pixels wide, not 0"),
        (["animate", "game.txt", "-o", "x.gif", "--width", "0"], "32 to 4096 pixels wide, not 0"),
        (["diagram", "game.txt", "-o", "x.svg", "--width", "200"], "--width is for .png"),
        (["animate", "game.txt", "-o", "x.svg", "--width", "200"], "--width is for .gif"),
        (["diagram", "kaomi.txt", "-o", "x.svg", "--territory"], "vacu, convacu; kaomi has none"),
        (["animate", "game.txt", "-o", "x.svg", "--seconds", "0"], "0.05 to 60"),
        (["diagram", "none.txt", "-o", "x.svg"], "none.txt"),
    ],
    ids=str,
)
def test_bad_input(run: Run, tmp_path: Path, arguments: list[str], message: str) -> None:  # noqa: F811
    (tmp_path / "game.txt").write_text("vacu(size=4) moves b2,button,c3", encoding="utf-8")
    (tmp_path / "kaomi.txt").write_text("kaomi(size=4) moves b2", encoding="utf-8")
    (tmp_path / "old.svg").write_text("old", encoding="utf-8")
    assert message in run(*arguments, status=2).stderr
    assert {path.name for path in tmp_path.iterdir()} == {"game.txt", "kaomi.txt", "old.svg"}
    assert (tmp_path / "old.svg").read_text(encoding="utf-8") == "old"
