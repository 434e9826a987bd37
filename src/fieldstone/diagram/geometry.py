"""Where everything on an empty board lies: computed here alone, for pictures and, as a file, for the page.

x grows to the right and y down, one step from a point to the next is `STEP` units, and the middle of the board is the
origin. What depends on how high the coordinates are written is kept as a part of it: pages and pictures choose that.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from fieldstone.boards.board import Board
from fieldstone.boards.hexagon import hexagon_board, rim_points
from fieldstone.boards.hexagon import lines as hexagon_lines
from fieldstone.boards.square import square_board
from fieldstone.diagram.svg import Spot, line
from fieldstone.games.spec import BoardStyle

STEP = 40.0
ROW = STEP * math.sqrt(3) / 2  # from row to row of a hexagonal board
ROUNDING = 4.0  # how far the ground reaches beyond its outline, with round corners
# Of a stone, by whether points are crossings of lines or cells.
RADII = {("square", False): 0.475, ("square", True): 0.405, ("hexagon", False): 0.465, ("hexagon", True): 0.4}
EDGE_REACH, CELL_REACH, POINT_REACH = 0.82, 0.56, 0.6  # from the outermost points to the edge of the ground, in steps
LABEL_AWAY = 0.62  # of their height that coordinates stand beyond the reach of the board


@dataclass(frozen=True)
class Anchor:
    """A coordinate: it stands at (x, y) and `away` times (dx, dy); `place` counts those of its kind from 0."""

    text: str
    x: float
    y: float
    dx: float
    dy: float
    place: int


@dataclass(frozen=True)
class Corner:
    """A corner of the ground: it lies at (x, y) and `margin` times (dx, dy)."""

    x: float
    y: float
    dx: float
    dy: float


@dataclass(frozen=True)
class Edges:
    """Bands of the players' colours along the edges, as paths, with the middles of their dots and bars."""

    black: tuple[str, ...]
    white: tuple[str, ...]
    dots: tuple[Spot, ...]
    bars: tuple[Spot, ...]


@dataclass(frozen=True)
class Geometry:
    """An empty board.

    Attributes
    ----------
    board : its points
    spots : the middle of each point, in the order of the board
    radius : of a stone
    reach : from the middle of the outermost points to the edge of the ground
    cell : a whole cell around the origin, as a path
    sides : of a cell
    lines : the lines, or the borders of the cells, as one path
    inner : the points of the inner area; all of them without a rim
    fields : the ground of the cells of the inner and of the outer area, as paths; empty on boards of lines
    border : between the two areas, as a path; empty without a rim
    stars : points with a small dot
    centre : the point that is marked, -1 for none
    edges : coloured bands; None for none
    anchors : coordinates
    corners : of the ground
    margin : of the ground with coordinates: at least the first number, or the second times how far away they stand and
        the third times how high they are; without coordinates the first
    """

    board: Board
    spots: tuple[Spot, ...]
    radius: float
    reach: float
    cell: str
    sides: int
    lines: str
    inner: tuple[int, ...]
    fields: tuple[str, str]
    border: str
    stars: tuple[int, ...]
    centre: int
    edges: Edges | None
    anchors: tuple[Anchor, ...]
    corners: tuple[Corner, ...]
    margin: tuple[float, float, float]


@lru_cache(maxsize=128)
def geometry_of(style: BoardStyle, size: int) -> Geometry:
    """Return the empty board of a style with `size` points along a side."""
    board = square_board(size) if style.shape == "square" else hexagon_board(size)
    spots = _spots(board)
    rim = set(rim_points(size)) if style.rim else set()
    inner = [point for point in range(board.points) if point not in rim]
    reach = STEP * (EDGE_REACH if style.edges else CELL_REACH if style.cells else POINT_REACH)
    least = reach + (STEP * 0.06 if style.cells and style.shape == "hexagon" else 0.0)
    return Geometry(
        board=board,
        spots=spots,
        radius=STEP * RADII[style.shape, style.cells],
        reach=reach,
        cell=line(_around((0.0, 0.0), style.shape), closed=True),
        sides=len(_around((0.0, 0.0), style.shape)),
        lines=_cell_borders(board, spots) if style.cells else _grid(board, spots),
        inner=tuple(inner),
        fields=(_field(board, spots, inner), _field(board, spots, sorted(rim))) if style.cells else ("", ""),
        border=_borders([spots[point] for point in inner], outline=True) if rim else "",
        stars=tuple(_stars(style, size)),
        centre=board.points // 2 if style.rim else -1,
        edges=_edges(size) if style.edges else None,
        anchors=_anchors(board, spots),
        corners=_corners(board, reach),
        margin=(least, 1.0, LABEL_AWAY) if style.shape == "square" else (least, 0.87, 0.6),
    )


def label_height(rows: int) -> float:
    """Return how high coordinates are: of large boards higher in units of the board, which is shown smaller."""
    return STEP * min(0.5, max(0.32, 0.32 + (rows - 9) * 0.018))


def label_growth(geometry: Geometry) -> float:
    """Return how much wider the ground becomes, in heights of its coordinates, where they decide its margin."""
    _, by_away, by_height = geometry.margin
    reach = [corner.dx for corner in geometry.corners]
    return (by_away * LABEL_AWAY + by_height) * (max(reach) - min(reach))


def _spots(board: Board) -> tuple[Spot, ...]:
    height = STEP if board.shape == "square" else ROW
    middle = (len(board.row_lengths) - 1) / 2
    return tuple(
        ((place - (length - 1) / 2) * STEP, (middle - row) * height)
        for row, length in enumerate(board.row_lengths)
        for place in range(length)
    )


def _around(spot: Spot, shape: str) -> tuple[Spot, ...]:
    """Return the corners of a cell, in their order round it."""
    x, y = spot
    half = STEP / 2
    if shape == "square":
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    long = STEP / math.sqrt(3)
    turns = [k * math.pi / 3 for k in range(6)]
    return tuple((x + long * math.sin(turn), y - long * math.cos(turn)) for turn in turns)


def _grid(board: Board, spots: tuple[Spot, ...]) -> str:
    """Return the lines through the points of a board, each from end to end."""
    if board.shape == "hexagon":
        ends = [(spots[one[0]], spots[one[-1]]) for one in hexagon_lines(board.size) if len(one) > 1]
    else:
        last = board.size - 1
        steps = range(board.size if last else 0)
        ends = [(spots[row * board.size], spots[row * board.size + last]) for row in steps]
        ends += [(spots[column], spots[last * board.size + column]) for column in steps]
    return "".join(map(line, ends))


def _cell_borders(board: Board, spots: tuple[Spot, ...]) -> str:
    """Return all borders of cells, each once; of square ones several in a line at a time."""
    if board.shape == "hexagon":
        return _borders(spots)
    half = board.size / 2 * STEP
    at = [place * STEP - half for place in range(board.size + 1)]
    return "".join([*(line([(-half, y), (half, y)]) for y in at), *(line([(x, -half), (x, half)]) for x in at)])


def _borders(spots: "list[Spot] | tuple[Spot, ...]", outline: bool = False) -> str:
    """Return the borders of hexagonal cells, each once; of the `outline` only those that one cell alone has."""
    found: dict[tuple[int, int], tuple[Spot, Spot, int]] = {}
    for spot in spots:
        around = _around(spot, "hexagon")
        for begin, end in zip(around, (*around[1:], around[0]), strict=True):
            middle = round(begin[0] + end[0]), round(begin[1] + end[1])
            found[middle] = begin, end, found.get(middle, (begin, end, 0))[2] + 1
    return "".join(line((begin, end)) for begin, end, times in found.values() if times == 1 or not outline)


def _field(board: Board, spots: tuple[Spot, ...], points: list[int]) -> str:
    """Return the ground of some cells; a whole square board is one piece."""
    if board.shape == "square" and len(points) == board.points:
        half = board.size / 2 * STEP
        return line([(-half, -half), (half, -half), (half, half), (-half, half)], closed=True)
    return "".join(line(_around(spots[point], board.shape), closed=True) for point in points)


def _stars(style: BoardStyle, size: int) -> list[int]:
    """Return the points with a small dot: as on Go boards of such a size, or the centre alone."""
    points = size * size if style.shape == "square" else 3 * size * (size - 1) + 1
    if style.stars == "centre":
        return [points // 2] if size > 2 else []
    if style.stars != "go" or size < 5:
        return []
    middle = [points // 2] if size % 2 else []
    if size < 7:
        return middle
    inset = 2 if size < 12 else 3
    lines = [inset, size - 1 - inset] + ([size // 2] if size >= 17 and size % 2 else [])
    return sorted({row * size + column for row in lines for column in lines} | set(middle))


def _edges(size: int) -> Edges:
    """Return the bands of C1: Black's above and below with dots, White's left and right with bars."""
    half = (size - 1) / 2 * STEP
    near, far, gap = half + STEP * 0.56, half + STEP * 0.8, STEP * 0.06
    band = [(-near + gap, -near), (near - gap, -near), (far - gap, -far), (-far + gap, -far)]
    at, between = [place * STEP - half for place in range(size)], (near + far) / 2
    return Edges(
        black=(line(band, closed=True), line([(x, -y) for x, y in band], closed=True)),
        white=(line([(y, x) for x, y in band], closed=True), line([(-y, x) for x, y in band], closed=True)),
        dots=tuple((x, y) for x in at for y in (-between, between)),
        bars=tuple((x, y) for y in at for x in (-between, between)),
    )


def _corners(board: Board, reach: float) -> tuple[Corner, ...]:
    """Return the corners of the ground: of a square board with room for coordinates left and below."""
    half = (board.size - 1) * STEP
    if board.shape == "square":
        half /= 2
        return (
            Corner(-half, -half - reach, -1, 0),
            Corner(half + reach, -half - reach, 0, 0),
            Corner(half + reach, half, 0, 1),
            Corner(-half, half, -1, 1),
        )
    turns = [k * math.pi / 3 for k in range(6)]
    grown = 2 / math.sqrt(3)
    return tuple(
        Corner(half * math.cos(turn), half * math.sin(turn), grown * math.cos(turn), grown * math.sin(turn))
        for turn in turns
    )


def _anchors(board: Board, spots: tuple[Spot, ...]) -> tuple[Anchor, ...]:
    """Return the coordinates: below and to the left of a square board.

    On a hexagonal one letters stand to the left of the rows, and numbers at the lower ends of the slants on which they
    stay.
    """
    if board.shape == "square":
        half = (board.size - 1) / 2 * STEP
        letters = [Anchor(board.names[place][0], spots[place][0], half, 0, 1, place) for place in range(board.size)]
        numbers = [Anchor(str(row + 1), -half, spots[row * board.size][1], -1, 0, row) for row in range(board.size)]
        return (*letters, *numbers)
    anchors = []
    first = 0
    for row, length in enumerate(board.row_lengths):
        x, y = spots[first]
        anchors.append(Anchor(board.names[first][0], x, y, -1, 0, row))
        ends = range(length) if row == 0 else [length - 1] if row < board.size else []
        for place in ends:
            x, y = spots[first + place]
            number = board.names[first + place][1:]
            anchors.append(Anchor(number, x, y, 0.5, ROW / STEP, int(number) - 1))
        first += length
    return tuple(anchors)
