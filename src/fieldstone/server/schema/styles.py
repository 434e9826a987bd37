"""How a game looks, and is told."""

from typing import Literal

from pydantic import ConfigDict

from fieldstone.games.spec import Glyph
from fieldstone.server.schema.base import Model


class BoardStyle(Model):
    """What an empty board looks like, and what is set on it."""

    model_config = ConfigDict(from_attributes=True)

    cells: bool
    """Points are cells, not crossings of lines."""
    stars: Literal["go", "centre", ""]
    """Points with a small dot: as on Go boards of such a size, the centre alone, or none."""
    edges: bool
    """Top and bottom belong to Black, left and right to White, and show it."""
    rim: bool
    """The outer points are an area of their own, and the centre is marked."""
    discs: bool
    """Flat discs with a red side, and not stones."""


class GlyphText(Model):
    """Something that the board shows of a score, and what it means."""

    glyph: Glyph
    text: str


class ScoreStyle(Model):
    """How a score is composed and told."""

    kind: Literal["points", "groups", "product", "none"]
    unit: Literal["points", "group", "value"] | None
    """What margins are counted in; null where nothing is counted."""
    territory: bool
    legend: str
    """How it is counted, in words."""
    glyphs: list[GlyphText]
    """What the board shows of it."""
    expected: str | None
    """How what an analysis expects of its parts is shown: their names stand in braces."""
    expected_told: str | None
    """The sentence around that, with places for {black} and {white}."""


class Detail(Model):
    """A detail of a position text beside board and side."""

    name: Literal["setup", "komi", "seats", "passes", "button", "left"]
    values: list[str]
    """None: any number."""
    usual: str
    """Which value is left out."""
    needs_stones: bool
    """An empty board has none."""
    unsettled: list[str] = []
    """The values of `setup` with which it cannot be said, as it has not been settled yet (S1)."""
