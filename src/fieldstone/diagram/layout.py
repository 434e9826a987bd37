"""Where everything in a picture of a game's board lies, with or without coordinates."""

from dataclasses import dataclass
from functools import lru_cache

from fieldstone.diagram.geometry import LABEL_AWAY, ROUNDING, Geometry, geometry_of, label_height
from fieldstone.diagram.svg import Spot
from fieldstone.play.game import Game


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
    geometry : the empty board
    cells : whether points are cells, not crossings of lines
    plate : the corners of the ground
    labels, label_size : coordinates, empty where none are wanted
    """

    geometry: Geometry
    cells: bool
    plate: tuple[Spot, ...]
    labels: tuple[Label, ...]
    label_size: float

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The middle of each point, in the order of the board."""
        return self.geometry.spots

    @property
    def radius(self) -> float:
        """The radius of a stone."""
        return self.geometry.radius

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture."""
        xs, ys = [x for x, _ in self.plate], [y for _, y in self.plate]
        left, top = min(xs) - ROUNDING, min(ys) - ROUNDING
        return left, top, max(xs) + ROUNDING - left, max(ys) + ROUNDING - top


@lru_cache(maxsize=32)
def layout_of(game: Game, coordinates: bool) -> Layout:
    """Return the layout of a game's board."""
    style = game.spec.board
    board = geometry_of(style, game.board.size)
    size = label_height(len(game.board.row_lengths))
    away = board.reach + size * LABEL_AWAY
    least, by_away, by_size = board.margin
    margin = max(least, by_away * away + by_size * size) if coordinates else least
    labels = tuple(Label(one.text, one.x + one.dx * away, one.y + one.dy * away) for one in board.anchors)
    return Layout(
        geometry=board,
        cells=style.cells,
        plate=tuple((one.x + one.dx * margin, one.y + one.dy * margin) for one in board.corners),
        labels=labels if coordinates else (),
        label_size=size,
    )
