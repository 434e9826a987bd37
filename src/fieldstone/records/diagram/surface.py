"""What does not change during a game: ground, lines or cells, coloured edges, coordinates, and how stones look."""

from collections.abc import Iterator

from fieldstone.game import Game
from fieldstone.records.diagram.layout import (
    ROUNDING,
    STEP,
    Layout,
    borders,
    corners,
    grid,
    inner_points,
    stars,
)
from fieldstone.records.diagram.palette import Palette
from fieldstone.records.diagram.svg import Spot, line, tag, write

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"


def prefix(game: Game, palette: Palette) -> str:
    """Return what the names of a picture's paints begin with: pictures on one page share them if they are alike."""
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
    yield from _cells(game, layout, palette) if layout.cells else _lines(game, layout, palette)
    if game.name == "convacu":
        yield from _edges(game, palette)
    labels = [write(label.text, x=label.x, y=label.y + layout.label_size * 0.35) for label in layout.labels]
    if labels:
        yield tag("g", *labels, fill=palette.text, font_family=FONT, font_size=layout.label_size, text_anchor="middle")


def _lines(game: Game, layout: Layout, palette: Palette) -> Iterator[str]:
    drawn = "".join(line(ends) for ends in grid(game.board, layout.spots))
    if drawn:
        yield tag("path", d=drawn, fill="none", stroke=palette.line, stroke_linecap="square")
    for point in stars(game):
        x, y = layout.spots[point]
        yield tag("circle", cx=x, cy=y, r=layout.radius * 0.17, fill=palette.line)


def _cells(game: Game, layout: Layout, palette: Palette) -> Iterator[str]:
    shape, inner = game.board.shape, inner_points(game)
    outer = [point for point in range(game.board.points) if point not in set(inner)]
    for points, fill in ((outer, palette.rim), (inner, palette.cell)):
        if points:
            yield tag("path", d="".join(line(corners(layout.spots[p], shape), True) for p in points), fill=fill)
    all_borders = "".join(line(ends) for ends in borders(list(layout.spots), shape))
    yield tag("path", d=all_borders, fill="none", stroke=palette.line, stroke_width=0.9, opacity=0.7)
    if outer:  # I1: the inner area and its centre
        outline = "".join(line(ends) for ends in borders([layout.spots[p] for p in inner], shape, outline=True))
        yield tag("path", d=outline, fill="none", stroke=palette.line, stroke_width=2.2, stroke_linecap="round")
        x, y = layout.spots[game.board.points // 2]
        small = [(x + 0.8 * (u - x), y + 0.8 * (v - y)) for u, v in corners((x, y), shape)]
        yield tag("path", d=line(small, closed=True), fill="none", stroke=palette.line, stroke_width=1.4)
        yield tag("circle", cx=x, cy=y, r=layout.radius * 0.15, fill=palette.line)


def _edges(game: Game, palette: Palette) -> Iterator[str]:
    """Yield Convacu's edges (C1): Black's above and below with dots, White's left and right with bars."""
    half = (game.board.size - 1) / 2 * STEP
    near, far, gap = half + STEP * 0.56, half + STEP * 0.8, STEP * 0.06
    band = [(-near + gap, -near), (near - gap, -near), (far - gap, -far), (-far + gap, -far)]
    sides: dict[str, list[list[Spot]]] = {
        "black": [band, [(x, -y) for x, y in band]],
        "white": [[(y, x) for x, y in band], [(-y, x) for x, y in band]],
    }
    for (_, middle, _, rim), bands in ((palette.black, sides["black"]), (palette.white, sides["white"])):
        outline = "".join(line(one, closed=True) for one in bands)
        yield tag("path", d=outline, fill=middle, stroke=rim, stroke_width=0.8)
    at = [(place - (game.board.size - 1) / 2) * STEP for place in range(game.board.size)]
    between, bar = (near + far) / 2, STEP * 0.16
    dots = "".join(line([(x, y), (x, y)]) for x in at for y in (-between, between))
    bars = "".join(line([(x, y - bar), (x, y + bar)]) for y in at for x in (-between, between))
    yield tag("path", d=dots, stroke=palette.on_black, stroke_width=STEP * 0.11, stroke_linecap="round")
    yield tag("path", d=bars, stroke=palette.on_white, stroke_width=STEP * 0.07)


# The stones ------------------------------------------------------------------------------------------------------


def definitions(game: Game, layout: Layout, palette: Palette, faces: str) -> str:
    """Return the stones that are used, drawn once around the origin, by the names of their `faces`: B, W, b, w."""
    before, radius = prefix(game, palette), layout.radius
    flat = game.name.startswith("iago")
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
    """Return a disc of Iago that shows its colour: flat, like a coin."""
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
