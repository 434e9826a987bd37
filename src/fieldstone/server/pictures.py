"""The pictures by which others show the page: where a link to it is sent, and on the first screen of a telephone.

``python -m fieldstone.server.pictures FOLDER`` writes them; the Makefile does so before the page is built.
"""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from fieldstone.diagram.drawing import Style, draw
from fieldstone.diagram.raster import svg_to_png
from fieldstone.diagram.svg import tag
from fieldstone.games import GAMES
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State
from fieldstone.server.http.guides import read_guide

ICON = Path(__file__).parents[3] / "web" / "public" / "icon.svg"
TOUCH_ICON = 180  # pixels, as telephones want it
WIDTH, HEIGHT = 1200, 630  # of the picture beside a link, as those want it who show one
BOARDS, GAP = 4, 24
PAPER = "#f5f2ea"
COLOURS = 96  # of that picture: enough for stones with soft edges, at a third of the size


def files() -> Iterator[tuple[str, bytes]]:
    """Yield all pictures, each with its name."""
    yield f"icon-{TOUCH_ICON}.png", svg_to_png(ICON.read_text(encoding="utf-8"), TOUCH_ICON)
    content = io.BytesIO()
    drawn = Image.open(io.BytesIO(svg_to_png(link_picture(), WIDTH))).convert("RGB")
    drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(content, "PNG", optimize=True)
    yield "link.png", content.getvalue()


def link_picture() -> str:
    """Return the boards of the first games beside each other, as SVG."""
    games = [spec.name for spec in GAMES.values() if spec.base is None][:BOARDS]
    side = (WIDTH - GAP * (len(games) + 1)) / len(games)
    boards = [
        _placed(draw(fullest(game), Style(coordinates=False, marks="none")), GAP + place * (side + GAP), side)
        for place, game in enumerate(games)
    ]
    ground = tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    return tag(
        "svg", ground, *boards, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH, height=HEIGHT,
    )  # fmt: skip


def fullest(game: str) -> State:
    """Return the position of a game's guide with the most stones: the liveliest picture of it."""
    texts = [step.example.position for step in read_guide(game, "en").steps if step.example]
    return max(map(parse_position, texts), key=_stones)


def _stones(state: State) -> float:
    points = "".join(state.rows())
    return 1 - points.count(".") / len(points)


def _placed(svg: str, left: float, side: float) -> str:
    """Return a picture as a part of another one, in the middle of its height."""
    return re.sub(
        r' width="\d+" height="\d+"',
        f' x="{left:g}" y="{(HEIGHT - side) / 2:g}" width="{side:g}" height="{side:g}"',
        svg,
        count=1,
    )


def main() -> int:
    """Write the pictures into the folder that is named; returns the exit status."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m fieldstone.server.pictures FOLDER\n")
        return 2
    for name, content in files():
        (Path(sys.argv[1]) / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
