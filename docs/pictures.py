"""Draw the board pictures of the README: ``python docs/pictures.py`` writes docs/pictures/*.svg anew.

Each picture is a position text and the turn played from it, so that the last move and what it did can be shown. The
positions come from games that a Monte Carlo player played against itself, all but Vadus, which was laid by hand.
"""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import fieldstone
from fieldstone import Preview, State
from fieldstone.boards.hexagon import lines

BOARD, CELL, OUTER, FRAME = "#e3dcc9", "#eee8d9", "#d3cab2", "#c9c1ab"
LINES, INK, SECOND = "#837b69", "#20231f", "#5c6058"
SLATE, SHELL, WARM, SEAL, SEAL_RIM, MOSS = "#2b302e", "#fbf8f0", "#a89c82", "#a8402c", "#7d2d1e", "#4d6b50"

STEP = 40.0  # from point to point
RADIUS = 17.0  # of a stone
ROW = STEP * math.sqrt(3) / 2  # from row to row of a hexagonal board

Spot = tuple[float, float]


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


def number(value: float) -> str:
    """Return a coordinate with one decimal at most."""
    return f"{round(value, 1) + 0.0:.10g}"


def tag(name: str, content: str = "", **attributes: Any) -> str:
    """Return one SVG element; an underscore in an attribute's name stands for a hyphen."""
    texts = ((key, number(value) if isinstance(value, (int, float)) else value) for key, value in attributes.items())
    inside = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in texts)
    return f"<{name}{inside}>{content}</{name}>" if content else f"<{name}{inside}/>"


def path(spots: Iterable[Spot], closed: bool = False, **attributes: Any) -> str:
    """Return a line through the spots."""
    steps = "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    return tag("path", d=f"M{steps}{'Z' if closed else ''}", **attributes)


def definitions(captives: bool) -> str:
    """Return the stones, drawn once and used by name: B, W, and the captives b, w."""

    def shade(name: str, light: str, dark: str) -> str:
        stops = tag("stop", offset="0", stop_color=light) + tag("stop", offset="1", stop_color=dark)
        return tag("radialGradient", stops, id=name, cx=".36", cy=".3", r=".75")

    def disc(name: str, fill: str, rim: str, *marks: str) -> str:
        shadow = tag("circle", cy=1.4, r=RADIUS, fill=INK, opacity=".28")
        face = tag("circle", r=RADIUS, fill=fill, stroke=rim, stroke_width=1)
        return tag("g", shadow + face + "".join(marks), id=name)

    ring: dict[str, Any] = {"r": 11.4, "fill": "none", "stroke_width": 2.8}
    dot = tag("circle", r=4.4, fill=SLATE)
    bar = tag("rect", x=-1.8, y=-6.2, width=3.6, height=12.4, rx=1, fill=SHELL)
    parts = [shade("slate", "#6a736f", SLATE), shade("shell", "#fffefa", "#efe9da")]
    parts += [disc("B", "url(#slate)", "#1d2120"), disc("W", "url(#shell)", WARM)]
    if captives:
        parts += [disc("b", SEAL, SEAL_RIM, tag("circle", stroke=SLATE, **ring), dot)]
        parts += [disc("w", SEAL, SEAL_RIM, tag("circle", stroke=SHELL, **ring), bar)]
    return tag("defs", "".join(parts))


class Drawing:
    """The elements of one picture, and where each point of its board lies."""

    def __init__(self, state: State, spots: list[Spot], margin: float, title: str, sides: float = 0) -> None:
        self.state, self.spots, self.title = state, spots, title
        self.symbols = state.game.board.symbols(state.rows())
        self.parts: list[str] = []
        self.left, self.top = min(x for x, _ in spots) - margin - sides, min(y for _, y in spots) - margin
        self.width = max(x for x, _ in spots) + margin + sides - self.left
        self.height = max(y for _, y in spots) + margin - self.top

    def at(self, point: str) -> Spot:
        """Return where a point lies."""
        return self.spots[self.state.game.board.index[point]]

    def label(self, text: str, x: float, y: float) -> None:
        """Write a coordinate."""
        self.parts.append(tag("text", text, x=x, y=y + 4.2))

    def mark_last(self, preview: Preview) -> None:
        """Ring the placed stone (broken where it is gone), dot flipped ones, point where pushed ones went."""
        for point in preview.placed:
            x, y = self.at(point)
            how: dict[str, Any] = {"r": 6.5, "stroke": self.contrast(point)}
            if point in preview.removed:
                how = {"r": 12.4, "stroke": INK, "stroke_dasharray": "4 3.1"}
            self.parts.append(tag("circle", cx=x, cy=y, fill="none", stroke_width=2, **how))
        for point in preview.flipped:
            self.parts.append(
                tag("circle", cx=self.at(point)[0], cy=self.at(point)[1], r=3.4, fill=self.contrast(point))
            )
        for begin, end in preview.pushed:
            (x0, y0), (x, y) = self.at(begin), self.at(end)
            dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
            if abs(x - x0) + abs(y - y0) > 1.5 * STEP:  # over the edge
                dx, dy = -dx, -dy
            spots = [(x + a * dx + b * dy, y + a * dy + b * dx) for a, b in ((-3, -6), (3, 0), (-3, 6))]
            self.parts.append(path(spots, fill="none", stroke=self.contrast(end), stroke_width=2))

    def contrast(self, point: str) -> str:
        """Return the colour of a mark on a stone."""
        return SHELL if self.symbols[self.state.game.board.index[point]] == "B" else MOSS

    def svg(self) -> str:
        """Return the file."""
        view = " ".join(number(value) for value in (self.left, self.top, self.width, self.height))
        x, y, width, height = self.left + 0.5, self.top + 0.5, self.width - 1, self.height - 1
        frame = tag("rect", x=x, y=y, width=width, height=height, rx=9, fill=BOARD, stroke=FRAME)
        style = tag("style", "text{font:12px system-ui,sans-serif;fill:" + SECOND + ";text-anchor:middle}")
        stones = definitions("b" in self.symbols or "w" in self.symbols)
        body = "\n".join(["", tag("title", self.title), style, stones, frame, *self.parts, ""])
        space, size = "http://www.w3.org/2000/svg", {"width": self.width, "height": self.height}
        return tag("svg", body, xmlns=space, viewBox=view, role="img", **size) + "\n"


def square(state: State, title: str) -> Drawing:
    """Begin a square board: lines for Vacu's points, cells for Kaomi's squares, coloured edges for Convacu."""
    size, name = state.game.board.size, state.game.name
    end, half, far = (size - 1) * STEP, STEP / 2 if name in ("kaomi", "squared") else 0, 42 if name == "convacu" else 34
    spots = [(point % size * STEP, (size - 1 - point // size) * STEP) for point in range(size * size)]
    drawing = Drawing(state, spots, far + 14, title)
    if half:
        drawing.parts.append(tag("rect", x=-half, y=-half, width=end + STEP, height=end + STEP, fill=CELL))
    for line in range(size + bool(half)):
        at = line * STEP - half
        steps = [((-half, at), (end + half, at)), ((at, -half), (at, end + half))]
        drawing.parts += [path(step, stroke=LINES, stroke_width=1, stroke_linecap="square") for step in steps]
    if name == "convacu":
        drawing.parts += edges(end)
    for line in range(size):
        drawing.label(chr(97 + line), line * STEP, end + far)
        drawing.label(str(size - line), -far, line * STEP)
    return drawing


def edges(end: float) -> list[str]:
    """C1: return Black's edges, top and bottom, and White's, left and right."""
    near, far, length = -29, end + 21, end + 32
    black = [tag("rect", x=-16, y=y, width=length, height=8, rx=4, fill=SLATE) for y in (near, far)]
    return black + [tag("rect", x=x, y=-16, width=8, height=length, rx=4, fill=SHELL, stroke=WARM) for x in (near, far)]


def cell(spot: Spot) -> list[Spot]:
    """Return the corners of a hex."""
    radius, turns = STEP / math.sqrt(3), [k * math.pi / 3 for k in range(6)]
    return [(spot[0] + radius * math.sin(turn), spot[1] + radius * math.cos(turn)) for turn in turns]


def hexagon(state: State, title: str) -> Drawing:
    """Begin a hexagonal board: cells for Iago's hexes with the outer area darker, lines for Vadus' points."""
    board = state.game.board
    spots: list[Spot] = []
    for row, length in enumerate(board.row_lengths):
        spots += [((place - (length - 1) / 2) * STEP, -row * ROW) for place in range(length)]
    drawing = Drawing(state, spots, 44, title, sides=6)
    if state.game.name == "iago":
        for spot, beside in zip(spots, board.neighbours, strict=True):
            fill = OUTER if (beside < 0).any() else CELL
            drawing.parts.append(path(cell(spot), closed=True, fill=fill, stroke=LINES, stroke_width=1))
        drawing.parts.append(path(cell(drawing.at("e5")), True, fill="none", stroke=INK, stroke_width=2.4))
    else:
        for line in lines(board.size):
            drawing.parts.append(path((spots[line[0]], spots[line[-1]]), stroke=LINES, stroke_width=1))
    first = 0
    for row, length in enumerate(board.row_lengths):
        drawing.label(chr(97 + row), spots[first][0] - 32, spots[first][1])
        drawing.label(str(length), spots[first + length - 1][0] + 32, spots[first][1])
        first += length
    for place in range(board.size - 1):
        drawing.label(str(place + 1), spots[place][0] + 14, 30)
    return drawing


def draw(picture: Picture) -> str:
    """Return the SVG of one picture."""
    state = fieldstone.parse_position(picture.position)
    previews = []
    for move in picture.turn.split(","):
        previews.append(state.preview(move))
        state.play(move)
    drawing = (square if state.game.board.shape == "square" else hexagon)(state, picture.title)
    stones = zip(drawing.symbols, drawing.spots, strict=True)
    drawing.parts += [tag("use", href=f"#{symbol}", x=x, y=y) for symbol, (x, y) in stones if symbol != "."]
    for preview in previews:
        drawing.mark_last(preview)
    return drawing.svg()


if __name__ == "__main__":
    for picture in PICTURES:
        file = Path(__file__).parent / "pictures" / f"{picture.name}.svg"
        file.write_text(draw(picture), encoding="utf-8")
