"""Where everything on a board lies: x to the right and y down, one step from a point to the next is `STEP` units."""

import math
from dataclasses import dataclass
from functools import lru_cache

from fieldstone.boards.board import Board
from fieldstone.boards.hexagon import lines as hexagon_lines
from fieldstone.boards.hexagon import rim_points
from fieldstone.game import Game
from fieldstone.records.diagram.svg import Spot

STEP = 40.0
ROW = STEP * math.sqrt(3) / 2  # from row to row of a hexagonal board
ROUNDING = 4.0  # how far the ground reaches beyond its outline, with round corners
# Of a stone, by whether points are crossings of lines or cells.
RADII = {("square", False): 0.475, ("square", True): 0.405, ("hexagon", False): 0.465, ("hexagon", True): 0.4}


@dataclass(frozen=True)
class Label:
    """A coordinate and its middle."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """The layout of one game's board.

    Attributes
    ----------
    spots : the middle of each point, in the order of the board
    cells : whether points are cells (Kaomi, Squared, Iago), not crossings of lines
    radius : of a stone
    plate : the corners of the ground
    labels, label_size : coordinates, empty where none are wanted
    reach : from the middle of the outermost points to the edge of the ground
    """

    spots: tuple[Spot, ...]
    cells: bool
    radius: float
    plate: tuple[Spot, ...]
    labels: tuple[Label, ...]
    label_size: float
    reach: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture."""
        xs, ys = [x for x, _ in self.plate], [y for _, y in self.plate]
        left, top = min(xs) - ROUNDING, min(ys) - ROUNDING
        return left, top, max(xs) + ROUNDING - left, max(ys) + ROUNDING - top


@lru_cache(maxsize=32)
def layout_of(game: Game, coordinates: bool) -> Layout:
    """Return the layout of a game's board."""
    board = game.board
    cells = game.name in ("kaomi", "squared") or game.name.startswith("iago")
    spots = _spots(board)
    rows = len(board.row_lengths)
    # Coordinates of large boards are larger in units of the board: such a board is shown smaller.
    size = STEP * min(0.5, max(0.32, 0.32 + (rows - 9) * 0.018))
    reach = STEP * (0.82 if game.name == "convacu" else 0.56 if cells else 0.6)
    away = reach + size * 0.62
    if board.shape == "square":
        plate = _square_plate(board.size, reach, away + size * 0.62 if coordinates else reach)
        labels = _square_labels(board, spots, away)
    else:
        margin = max(reach + (STEP * 0.06 if cells else 0), away * 0.87 + size * 0.6 if coordinates else 0)
        plate = _hexagon_plate(board.size, margin)
        labels = _hexagon_labels(board, spots, away)
    return Layout(
        spots=spots,
        cells=cells,
        radius=STEP * RADII[board.shape, cells],
        plate=plate,
        labels=labels if coordinates else (),
        label_size=size,
        reach=reach,
    )


def _spots(board: Board) -> tuple[Spot, ...]:
    """Return the middle of each point; that of the board is the origin."""
    height = STEP if board.shape == "square" else ROW
    middle = (len(board.row_lengths) - 1) / 2
    return tuple(
        ((place - (length - 1) / 2) * STEP, (middle - row) * height)
        for row, length in enumerate(board.row_lengths)
        for place in range(length)
    )


def _square_plate(size: int, reach: float, margin: float) -> tuple[Spot, ...]:
    """Return the ground of a square board: with room for coordinates left and below."""
    half = (size - 1) / 2 * STEP
    left, top, right, bottom = -half - margin, -half - reach, half + reach, half + margin
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _hexagon_plate(size: int, margin: float) -> tuple[Spot, ...]:
    """Return the ground of a hexagonal board, whose corners point left and right."""
    reach = (size - 1) * STEP + margin * 2 / math.sqrt(3)
    return tuple((reach * math.cos(k * math.pi / 3), reach * math.sin(k * math.pi / 3)) for k in range(6))


def _square_labels(board: Board, spots: tuple[Spot, ...], away: float) -> tuple[Label, ...]:
    """Return letters below and numbers to the left."""
    half = (board.size - 1) / 2 * STEP
    letters = [Label(board.names[place][0], spots[place][0], half + away) for place in range(board.size)]
    numbers = [Label(str(row + 1), -half - away, spots[row * board.size][1]) for row in range(board.size)]
    return (*letters, *numbers)


def _hexagon_labels(board: Board, spots: tuple[Spot, ...], away: float) -> tuple[Label, ...]:
    """Return letters to the left of the rows, and numbers at the lower ends of the slants on which they stay."""
    labels = []
    first = 0
    for row, length in enumerate(board.row_lengths):
        x, y = spots[first]
        labels.append(Label(board.names[first][0], x - away, y))
        ends = range(length) if row == 0 else [length - 1] if row < board.size else []
        for place in ends:
            x, y = spots[first + place]
            labels.append(Label(board.names[first + place][1:], x + away / 2, y + away * ROW / STEP))
        first += length
    return tuple(labels)


def corners(spot: Spot, shape: str) -> tuple[Spot, ...]:
    """Return the corners of a cell, in their order round it."""
    x, y = spot
    half = STEP / 2
    if shape == "square":
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    long = STEP / math.sqrt(3)
    turns = [k * math.pi / 3 for k in range(6)]
    return tuple((x + long * math.sin(turn), y - long * math.cos(turn)) for turn in turns)


def grid(board: Board, spots: tuple[Spot, ...]) -> list[tuple[Spot, Spot]]:
    """Return the lines through the points of a board, each from end to end."""
    if board.shape == "hexagon":
        return [(spots[one[0]], spots[one[-1]]) for one in hexagon_lines(board.size) if len(one) > 1]
    size = board.size
    rows = [(spots[row * size], spots[row * size + size - 1]) for row in range(size)]
    return rows + [(spots[column], spots[(size - 1) * size + column]) for column in range(size)]


def borders(spots: list[Spot], shape: str, outline: bool = False) -> list[tuple[Spot, Spot]]:
    """Return the borders of cells, each once; of the `outline` only those that one cell alone has."""
    found: dict[tuple[int, int], tuple[Spot, Spot, int]] = {}
    for spot in spots:
        around = corners(spot, shape)
        for begin, end in zip(around, (*around[1:], around[0]), strict=True):
            middle = round(begin[0] + end[0]), round(begin[1] + end[1])
            found[middle] = begin, end, found.get(middle, (begin, end, 0))[2] + 1
    return [(begin, end) for begin, end, times in found.values() if times == 1 or not outline]


def stars(game: Game) -> list[int]:
    """Return the points with a small dot: as on Go boards of such a size, and the centre of Vadus."""
    board, size = game.board, game.board.size
    if board.shape == "hexagon":
        return [board.points // 2] if game.name == "vadus" and size > 2 else []
    middle = [size * size // 2] if size % 2 else []
    if game.name not in ("vacu", "convacu") or size < 5:
        return []
    if size < 7:
        return middle
    inset = 2 if size < 12 else 3
    lines = [inset, size - 1 - inset] + ([size // 2] if size >= 17 and size % 2 else [])
    return sorted({row * size + column for row in lines for column in lines} | set(middle))


def inner_points(game: Game) -> list[int]:
    """Return the points of Iago's inner area (I1), and all points of other boards."""
    rim = set(rim_points(game.board.size)) if game.name.startswith("iago") else set()
    return [point for point in range(game.board.points) if point not in rim]
