"""The fonts of the page have every letter that it says in English, and are what their licence allows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

WEB = Path(__file__).resolve().parents[2] / "web"
FONTS = WEB / "src" / "fonts"
# Pictures rather than letters: the system has them.
DRAWN = set("✓→←↑↓⌘⇧⏎«»‹›\n")


@pytest.mark.parametrize("name", ["sans", "serif"])
def test_letters(name: str) -> None:
    """No word is half in one font and half in another."""
    letters = set(TTFont(FONTS / f"{name}.woff2").getBestCmap())
    texts = (WEB / "src" / "texts" / "en.json").read_text(encoding="utf-8")
    needed = {letter for letter in str(list(json.loads(texts).values())) if letter not in DRAWN}
    assert {letter for letter in needed if ord(letter) not in letters} == set()


@pytest.mark.parametrize("name", ["sans", "serif"])
def test_figures(name: str) -> None:
    """Scores and clocks do not move when their figures change."""
    font = TTFont(FONTS / f"{name}.woff2")
    widths = {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
    assert len(widths) == 1


@pytest.mark.parametrize("name", ["sans", "serif"])
def test_licence(name: str) -> None:
    """Who made a font is named beside it, and what was made of it has another name."""
    names = TTFont(FONTS / f"{name}.woff2")["name"]
    owner = names.getDebugName(0)
    assert owner in (WEB / "public" / "fonts-licence.txt").read_text(encoding="utf-8")
    assert not any("Source" in (names.getDebugName(number) or "") for number in (1, 4, 6, 16))


def test_size() -> None:
    """All fonts together take at most 60 kB."""
    assert sum(path.stat().st_size for path in FONTS.glob("*.woff2")) <= 60_000
