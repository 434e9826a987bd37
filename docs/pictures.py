"""Draw the board pictures of the README: ``python docs/pictures.py`` writes docs/pictures/*.svg anew.

Each picture is a position text and the turn played from it, so that the last move and what it did can be shown. The
positions come from games that a Monte Carlo player played against itself, all but Vadus, which was laid by hand.
"""

from pathlib import Path
from typing import NamedTuple

import fieldstone
from fieldstone.diagram.drawing import draw as diagram


class Picture(NamedTuple):
    """A file, the position before the last turn, that turn, and what the picture shows."""

    name: str
    position: str
    turn: str
    title: str


PICTURES = (
    Picture(
        "vacu",
        "vacu(size=9,komi=7,setup=fixed) "
        ".......W./..WWWWWB./.WWBWWWB./..B.BWB.B/BBBBBWB../..BWWWB../WB.BBBB../.WB....W./.....W... W",
        "d6",
        "Vacu on 9x9: White gives up a stone on d6 and turns the black stone on d7",
    ),
    Picture(
        "convacu",
        "convacu(size=9) ...W...../..WBBWWB./...BWWB../.WWWBWB../..BBBB.../WB.BB..../..BWW.W../.B..BW.../..B...... W",
        "h7",
        "Convacu on 9x9: Black joins top and bottom, White left and right",
    ),
    Picture(
        "kaomi",
        "kaomi(size=7,pie=true) ..WBW../..BWW../..BWBWB/BWW.WBB/WBW..BB/..BWB../..BWW.. B seats=WB",
        "d3",
        "Kaomi on 7x7: Black's new stone on d3 pushes its neighbours away",
    ),
    Picture(
        "squared",
        "squared(size=7,komi=4,setup=fixed) .BWBB../.BWW.B./BBWWW.W/W.WBBBB/WWWBBWB/..BWBW./..WBW.. B",
        "f5",
        "Squared on 7x7: each group scores the square of its size",
    ),
    Picture(
        "iago",
        "iago B.W../wBWbW./BWbWw../.BwBbw../.BwbwbB../.wbWW.../.wbbW../.B.B../..... W",
        "d1",
        "Iago: captives lie red side up, with a ring of their owner's colour and a dot (Black) or a bar (White)",
    ),
    Picture(
        "vadus",
        "vadus(size=7) ......./..W.B.../...WB..W./....W...W./...BBW..WB./...B..B..B../..BB...BB.W.."
        "/.B.WW......./B.WW......./WW...B.WW./......B../.....B../....... W",
        "e8,f7",
        "Vadus of size 7: both build a long thin wall from rim to rim",
    ),
)


def draw(picture: Picture) -> str:
    """Return the SVG of one picture."""
    state = fieldstone.parse_position(picture.position)
    state.play(picture.turn)
    return diagram(state).replace("<title>", f"<title>{picture.title}. ", 1)


if __name__ == "__main__":
    for picture in PICTURES:
        file = Path(__file__).parent / "pictures" / f"{picture.name}.svg"
        file.write_text(draw(picture), encoding="utf-8")
