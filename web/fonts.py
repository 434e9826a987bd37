"""Write the fonts of the page anew: small subsets of two open fonts, for English.

    .venv/bin/python web/fonts.py            # after npm ci, in the root of the repository

Source Serif 4 is for headings and Source Sans 3 for all else; npm brings both. What is left of them are the letters of
Western and Central Europe, the weights that the page uses, and for the serif the cut for large sizes. Korean and
Japanese come from the system. The files in web/src/fonts are in git: whoever builds the page needs no Python for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).resolve().parent
SOURCES = WEB / "node_modules" / "@fontsource-variable"
FOLDER = WEB / "src" / "fonts"
# Goes with them wherever the page goes.
LICENCE = WEB / "public" / "fonts-licence.txt"


@dataclass(frozen=True)
class Font:
    """One file: what it is called, where it comes from, and what is left of its axes."""

    name: str
    source: str
    axes: dict[str, float | tuple[float, float]]


FONTS = (
    Font("sans", "source-sans-3/files/source-sans-3-latin-wght-normal.woff2", {"wght": (400, 700)}),
    Font("serif", "source-serif-4/files/source-serif-4-latin-opsz-normal.woff2", {"wght": (400, 600), "opsz": 28}),
)
# Latin and its accents; dashes, quotation marks, ellipsis, signs of arithmetic. Figures are as wide as each other.
SIGNS = (0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2212)
POINTS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *SIGNS)
FEATURES = ["ccmp", "kern", "locl", "mark", "tnum"]


def made(font: Font) -> TTFont:
    """Return what is left of a font."""
    # What was written at the same second is the same file.
    whole = TTFont(SOURCES / font.source, recalcTimestamp=False)
    options = subset.Options(layout_features=FEATURES, hinting=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=POINTS)
    subsetter.subset(whole)
    part: TTFont = instancer.instantiateVariableFont(whole, font.axes)
    # The name of the whole is reserved for the whole.
    for number in (1, 3, 4, 6, 16):
        part["name"].removeNames(nameID=number)
    for number in (1, 4, 6):
        part["name"].setName(f"Fieldstone-{font.name.title()}", number, 3, 1, 0x409)
    part.flavor = "woff2"
    return part


def licence() -> str:
    """Return the licence of all of them, with who made them."""
    owners = [TTFont(SOURCES / font.source)["name"].getDebugName(0) for font in FONTS]
    licences = {((SOURCES / font.source).parents[1] / "LICENSE").read_text(encoding="utf-8") for font in FONTS}
    assert len(licences) == 1, "The fonts are under different licences."
    _, _, text = licences.pop().partition("\n")
    return "\n".join([*owners, text.strip("\n"), ""])


def main() -> None:
    """Write the files and the licence that they are under."""
    for font in FONTS:
        made(font).save(FOLDER / f"{font.name}.woff2")
    LICENCE.write_text(licence(), encoding="utf-8")


if __name__ == "__main__":
    main()
