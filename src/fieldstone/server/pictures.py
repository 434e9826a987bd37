"""The pictures by which others show the page: where a link to it is sent, and on the first screen of a telephone.

``python -m fieldstone.server.pictures FOLDER`` writes them; the Makefile does so before the page is built.
"""

import contextlib
import io
import itertools
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from fieldstone.core.errors import PositionError
from fieldstone.diagram.drawing import Style, draw
from fieldstone.diagram.raster import svg_to_png
from fieldstone.diagram.svg import tag
from fieldstone.games import GAMES
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State

WEB = Path(__file__).parents[3] / "web"
ICON = WEB / "public" / "icon.svg"
GAMES_FILE = WEB / "src" / "pictures" / "living.json"
TOUCH_ICON = 180  # pixels, as telephones want it
WIDTH, HEIGHT = 1200, 630  # of the picture beside a link, as those want it who show one
GAP = 16
SHOWN = (0.45, 1.0)  # how much of each game has been played on its boards
PAPER = "#f5f2ea"
COLOURS = 48  # of that picture: enough for stones with soft edges, at a third of the size


def files() -> Iterator[tuple[str, bytes]]:
    """Yield all pictures, each with its name."""
    yield f"icon-{TOUCH_ICON}.png", svg_to_png(ICON.read_text(encoding="utf-8"), TOUCH_ICON)
    content = io.BytesIO()
    drawn = Image.open(io.BytesIO(svg_to_png(link_picture(), WIDTH))).convert("RGB")
    drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(content, "PNG", optimize=True)
    yield "link.png", content.getvalue()


def link_picture() -> str:
    """Return the boards of the first screen, as they are early in a game and under each other late in it, as SVG."""
    games: dict[str, list[str]] = json.loads(GAMES_FILE.read_text(encoding="utf-8"))
    side = (WIDTH - GAP * (len(games) + 1)) / len(games)
    top = (HEIGHT - len(SHOWN) * side - GAP * (len(SHOWN) - 1)) / 2
    boards = [
        _placed(
            draw(_position(game, frames[: int(len(frames) * part)]), Style(coordinates=False, marks="none")),
            GAP + column * (side + GAP), top + row * (side + GAP), side,
        )
        for column, (game, frames) in enumerate(games.items())
        for row, part in enumerate(SHOWN)
    ]  # fmt: skip
    ground = tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    return tag(
        "svg", ground, *boards, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH, height=HEIGHT,
    )  # fmt: skip


def _position(game: str, frames: Sequence[str]) -> State:
    """Return the last position of a game that can be read: not one in the middle of a turn."""
    for rows, side in itertools.product(reversed(frames), "BW"):
        text = f"{game}(size={len(rows.split('/')[0])})" if "size" in GAMES[game].options else game
        with contextlib.suppress(PositionError):
            return parse_position(f"{text} {rows} {side}")
    raise ValueError(f"no position of {game} can be read")


def _placed(svg: str, left: float, top: float, side: float) -> str:
    """Return a picture as a part of another one."""
    size = f' x="{left:g}" y="{top:g}" width="{side:g}" height="{side:g}"'
    return re.sub(r' width="\d+" height="\d+"', size, svg, count=1)


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
