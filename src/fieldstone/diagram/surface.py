"""What does not change during a game: ground, lines or cells, coloured edges, coordinates, and how stones look."""

from collections.abc import Iterator

from fieldstone.diagram.geometry import ROUNDING, STEP, Edges, Geometry
from fieldstone.diagram.layout import Layout
from fieldstone.diagram.palette import Palette
from fieldstone.diagram.svg import line, number, tag, write
from fieldstone.play.game import Game

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

BAR = STEP * 0.16  # half of the length of a bar on an edge


def prefix(game: Game, palette: Palette) -> str:
    """Return how the names of a picture's paints begin: pictures that look alike share their paints on a page."""
    return f"fs-{palette.name}-{game.name}-"


# The board -------------------------------------------------------------------------------------------------------


def surface(game: Game, layout: Layout, palette: Palette) -> Iterator[str]:
    """Yield the elements of the empty board."""
    yield tag(
        "path",
        d=line(layout.plate, closed=True),
        fill=palette.board,
        stroke=palette.board,
        stroke_width=2 * ROUNDING,
        stroke_linejoin="round",
    )
    board = layout.geometry
    yield from _cells(board, palette) if layout.cells else _lines(board, palette)
    if board.edges is not None:
        yield from _edges(board.edges, palette)
    labels = [write(label.text, x=label.x, y=label.y + layout.label_size * 0.35) for label in layout.labels]
    if labels:
        yield tag("g", *labels, fill=palette.text, font_family=FONT, font_size=layout.label_size, text_anchor="middle")


def _lines(board: Geometry, palette: Palette) -> Iterator[str]:
    if board.lines:
        yield tag("path", d=board.lines, fill="none", stroke=palette.line, stroke_linecap="square")
    for point in board.stars:
        x, y = board.spots[point]
        yield tag("circle", cx=x, cy=y, r=board.radius * 0.17, fill=palette.line)


def _cells(board: Geometry, palette: Palette) -> Iterator[str]:
    for path, fill in zip(board.fields, (palette.cell, palette.rim), strict=True):
        if path:
            yield tag("path", d=path, fill=fill)
    yield tag("path", d=board.lines, fill="none", stroke=palette.line, stroke_width=0.9, opacity=0.7)
    if board.border:  # I1: the inner area and its centre
        yield tag("path", d=board.border, fill="none", stroke=palette.line, stroke_width=2.2, stroke_linecap="round")
    if board.centre >= 0:
        x, y = board.spots[board.centre]
        small = f"translate({number(x)} {number(y)}) scale(0.8)"
        yield tag("path", d=board.cell, transform=small, fill="none", stroke=palette.line, stroke_width=1.75)
        yield tag("circle", cx=x, cy=y, r=board.radius * 0.15, fill=palette.line)


def _edges(edges: Edges, palette: Palette) -> Iterator[str]:
    """Yield coloured edges (C1): Black's with dots, White's with bars."""
    for (_, middle, _, rim), bands in ((palette.black, edges.black), (palette.white, edges.white)):
        yield tag("path", d="".join(bands), fill=middle, stroke=rim, stroke_width=0.8)
    dots = "".join(line([spot, spot]) for spot in edges.dots)
    bars = "".join(line([(x, y - BAR), (x, y + BAR)]) for x, y in edges.bars)
    yield tag("path", d=dots, stroke=palette.on_black, stroke_width=STEP * 0.11, stroke_linecap="round")
    yield tag("path", d=bars, stroke=palette.on_white, stroke_width=STEP * 0.07)


# The stones ------------------------------------------------------------------------------------------------------


def definitions(game: Game, layout: Layout, palette: Palette, faces: str) -> str:
    """Return the stones that are used, drawn once around the origin, by the names of their `faces`: B, W, b, w."""
    before, radius = prefix(game, palette), layout.radius
    flat = game.spec.board.discs
    parts = [_gradient(f"{before}shadow", [(0.8, palette.shadow, 0.5), (1, palette.shadow, 0)])]
    for name, (light, middle, edge, _), stop in (("B", palette.black, 0.42), ("W", palette.white, 0.5)):
        if name in faces and not flat:
            parts.append(_gradient(f"{before}{name}-paint", [(0, light, None), (stop, middle, None), (1, edge, None)]))
    shadow = tag("circle", cx=radius * 0.07, cy=radius * 0.13, r=radius * 1.08, fill=f"url(#{before}shadow)")
    for face in sorted(set(faces)):
        if face.islower():
            drawn = _captive(face, radius, palette)
        else:
            drawn = _disc(face, radius, palette) if flat else [_stone(face, radius, palette, before)]
        parts.append(tag("g", shadow, *drawn, id=f"{before}{face}"))
    return tag("defs", *parts)


def _gradient(name: str, stops: list[tuple[float, str, float | None]]) -> str:
    """Return a paint that is lightest at the upper left; a shadow lies in the middle."""
    drawn = [tag("stop", offset=place, stop_color=colour, stop_opacity=opacity) for place, colour, opacity in stops]
    where = {} if name.endswith("shadow") else {"cx": 0.37, "cy": 0.31, "r": 0.79}
    return tag("radialGradient", *drawn, id=name, **where)


def _stone(face: str, radius: float, palette: Palette, before: str) -> str:
    rim = (palette.black if face == "B" else palette.white)[3]
    width = 0.6 if face == "B" else 0.8
    return tag("circle", r=radius, fill=f"url(#{before}{face}-paint)", stroke=rim, stroke_width=width)


def _disc(face: str, radius: float, palette: Palette) -> list[str]:
    """Return a disc that shows its colour: flat, like a coin."""
    light, middle, edge, rim = palette.black if face == "B" else palette.white
    groove = light if face == "B" else edge
    return [
        tag("circle", cy=radius * 0.06, r=radius * 0.98, fill=edge, stroke=rim, stroke_width=0.7),
        tag("circle", r=radius * 0.94, fill=middle),
        tag("circle", r=radius * 0.76, fill="none", stroke=groove, stroke_width=0.8),
    ]


def _captive(face: str, radius: float, palette: Palette) -> list[str]:
    """Return a captive: red, with a ring of its owner's colour, and a dot (Black's) or a bar (White's)."""
    colour = palette.black[2] if face == "b" else palette.white[1]
    if face == "b":
        sign = tag("circle", r=radius * 0.19, fill=colour)
    else:
        width, height = radius * 0.68, radius * 0.22
        sign = tag("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=radius * 0.06, fill=colour)
    return [
        tag("circle", cy=radius * 0.06, r=radius * 0.98, fill=palette.captive_edge),
        tag("circle", r=radius * 0.94, fill=palette.captive),
        tag("circle", r=radius * 0.6, fill="none", stroke=colour, stroke_width=radius * 0.16),
        sign,
    ]
