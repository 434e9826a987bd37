"""Pictures have the colours of the page, whose theme names each of them a second time where the system chooses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fieldstone.diagram.palette import DARK, LIGHT, Palette

THEME = Path(__file__).parents[2] / "web" / "src" / "theme.css"
ONE_BY_ONE = {
    "board": "board", "board_cell": "cell", "board_rim": "rim", "board_line": "line", "board_text": "text",
    "stone_shadow": "shadow", "captive": "captive", "captive_edge": "captive_edge", "on_black": "on_black",
    "on_white": "on_white", "moss": "moss", "water": "water",
}  # fmt: skip
SHADES = ("_light", "", "_edge", "_rim")


def colours(block: str) -> dict[str, str]:
    """Return the colours that a block of the theme names."""
    return {name.replace("-", "_"): value for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)}


def blocks() -> list[dict[str, str]]:
    """Return the colours of each block that names the board's: the light one, and the dark one twice."""
    found = [colours(block) for block in re.split(r"\}", THEME.read_text(encoding="utf-8"))]
    return [block for block in found if "board_cell" in block]


@pytest.mark.parametrize(("number", "palette"), [(0, LIGHT), (1, DARK), (2, DARK)])
def test_the_colours_of_the_page(number: int, palette: Palette) -> None:
    page = blocks()[number]
    for name, field in ONE_BY_ONE.items():
        assert page[name] == getattr(palette, field), name
    for colour in ("black", "white"):
        assert tuple(page[f"stone_{colour}{shade}"] for shade in SHADES) == getattr(palette, colour), colour


def test_the_dark_theme_is_the_same_twice() -> None:
    assert len(blocks()) == 3
    assert blocks()[1] == blocks()[2]
