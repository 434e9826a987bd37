"""Drawing a board in the terminal: shapes first, colours on top.

A point is one character wide, and so is the gap between two points: ``[●]`` is the last move, ``(○ ○)`` are stones
that it changed, ``×`` is a point that a stone has left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.text import Text

from fieldstone.boards.board import Board
from fieldstone.boards.hexagon import hexagon_board, rim_points
from fieldstone.boards.square import square_board
from fieldstone.cli.terminal.screen import BOARD, BOARD_RIM, INK, LINES, MOSS, SEAL, SECOND_INK, WATER
from fieldstone.games.spec import BoardStyle


@dataclass(frozen=True)
class Glyphs:
    """The characters of a drawing."""

    black: str = "●"
    white: str = "○"
    black_captive: str = "◆"
    white_captive: str = "◇"
    empty: str = "·"
    outer: str = ":"
    centre: str = "+"
    gone: str = "×"
    bar: str = "━"
    side: str = "│"
    arrow: str = "→"

    def of(self, symbol: str) -> str:
        """Return the character of a symbol of the rows."""
        return dict(zip("BWbw", (self.black, self.white, self.black_captive, self.white_captive), strict=True))[symbol]


UNICODE = Glyphs()
ASCII = Glyphs("X", "O", "x", "o", ".", ":", "+", "_", "=", "|", "->")


def glyphs(plain: bool) -> Glyphs:
    """Return the characters to draw with."""
    return ASCII if plain else UNICODE


@dataclass
class Marks:
    """Points by name: the last move, what it changed, and what it left empty."""

    last: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)


def board_of_rows(rows: Sequence[str]) -> Board:
    """Return the board that rows of text show."""
    if len({len(row) for row in rows} | {len(rows)}) == 1:
        return square_board(len(rows))
    return hexagon_board((len(rows) + 1) // 2)


class Drawing:
    """One picture of a board."""

    def __init__(self, style: BoardStyle, rows: Sequence[str], marks: Marks | None = None, plain: bool = False) -> None:
        """Prepare to draw `rows`, from the top down, of a board of this style."""
        self.board = board_of_rows(rows)
        self.symbols = self.board.symbols(rows)
        self.marks = marks or Marks()
        self.glyphs = glyphs(plain)
        self.edges = style.edges
        self.outer: set[int] = set()
        self.centre = -1
        if style.rim:
            self.outer = set(rim_points(self.board.size))
            self.centre = self.board.points // 2

    def lines(self) -> list[Text]:
        """Return the lines of the picture, all of the same width."""
        lines = self._square() if self.board.shape == "square" else self._hexagon()
        width = max(line.cell_len for line in lines) + 1
        for line in lines:
            line.pad_right(width - line.cell_len)
        return lines

    # -- the two shapes -----------------------------------------------------------------------------------------

    def _square(self) -> list[Text]:
        size = self.board.size
        frame = " " if self.edges else ""
        letters = _label(f"    {frame}" + "".join(f" {chr(97 + column)}" for column in range(size)) + " ")
        lines = [letters]
        if self.edges:
            lines.append(self._bar())
        for row in range(size - 1, -1, -1):
            line = _label(f" {row + 1:2} ")
            line.append_text(self._side(row))
            line.append_text(self._points(range(row * size, (row + 1) * size)))
            line.append_text(self._side(row))
            line.append(f" {row + 1}", SECOND_INK)
            lines.append(line)
        if self.edges:
            lines.append(self._bar())
        return [*lines, letters.copy()]

    def _bar(self) -> Text:
        """C1: the top and bottom edges belong to Black."""
        half = self.glyphs.bar * self.board.size
        line = _label("     ")
        line.append(half + self.glyphs.black + half, f"bold {INK}")
        return line

    def _side(self, row: int) -> Text:
        """C1: the left and right edges belong to White."""
        if not self.edges:
            return Text()
        return Text(self.glyphs.white if row == self.board.size // 2 else self.glyphs.side, f"bold {INK}")

    def _hexagon(self) -> list[Text]:
        lengths = self.board.row_lengths
        widest = max(lengths)
        numbers = _label(" " * (4 + widest - lengths[0]) + _numbers(lengths[0]))
        lines = [numbers]
        last = self.board.points
        for row in range(len(lengths) - 1, -1, -1):
            line = _label(" " * (widest - lengths[row]) + f" {chr(97 + row)} ")
            line.append_text(self._points(range(last - lengths[row], last)))
            line.append(f" {lengths[row]}", SECOND_INK)
            lines.append(line)
            last -= lengths[row]
        return [*lines, numbers.copy()]

    # -- points and the gaps between them -----------------------------------------------------------------------

    def _points(self, points: Sequence[int]) -> Text:
        """Return a row of points with a gap before, between and after them."""
        line = Text()
        for index, point in enumerate(points):
            before = points[index - 1] if index else None
            line.append_text(self._gap(before, point))
            line.append_text(self._point(point))
        line.append_text(self._gap(points[-1], None))
        return line

    def _point(self, point: int) -> Text:
        symbol = self.symbols[point]
        name = self.board.names[point]
        if symbol == ".":
            if name in self.marks.gone:
                return self._shade(self.glyphs.gone, f"bold {WATER}", point)
            empty = self.glyphs.empty
            if point in self.outer:
                empty = self.glyphs.outer
            elif point == self.centre:
                empty = self.glyphs.centre
            return self._shade(empty, LINES, point)
        return self._shade(self.glyphs.of(symbol), INK if symbol in "BW" else SEAL, point)

    def _kind(self, point: int | None) -> int:
        """Return 2 for a point of the last move, 1 for a changed one, else 0."""
        name = self.board.names[point] if point is not None else ""
        return 2 if name in self.marks.last else 1 if name in self.marks.changed else 0

    def _gap(self, left: int | None, right: int | None) -> Text:
        """Return the gap between two neighbours in a row: brackets stand around runs of equally marked points."""
        before, after = self._kind(left), self._kind(right)
        mark = " "
        if before > after:
            mark = " )]"[before]
        elif after > before:
            mark = " (["[after]
        style = LINES if mark == " " else f"bold {MOSS if max(before, after) == 2 else WATER}"
        return self._shade(mark, style, *(point for point in (left, right) if point is not None))

    def _shade(self, text: str, style: str, *points: int) -> Text:
        """Return a text on the background of its points: an outer area is a little darker."""
        rim = all(point in self.outer for point in points)
        return Text(text, f"{style} on {BOARD_RIM if rim else BOARD}")


def _label(text: str) -> Text:
    return Text(text, f"{SECOND_INK} on {BOARD}")


def _numbers(count: int) -> str:
    """Return the numbers of the points of a row, one above each; those of two digits two by two."""
    shown = ""
    for number in range(1, count + 1):
        if number <= 9 or number % 2:
            shown = shown.ljust(2 * number - 2) + str(number)
    return shown


def side_by_side(left: list[Text], right: list[Text], between: str) -> list[Text]:
    """Return two pictures beside each other, with a word between them at half height."""
    height = max(len(left), len(right))
    widths = [max(line.cell_len for line in lines) for lines in (left, right)]
    lines = []
    for index in range(height):
        line = Text()
        for number, picture in enumerate((left, right)):
            part = picture[index] if index < len(picture) else Text(" " * widths[number])
            line.append_text(part)
            if number == 0:
                line.append(f"  {between}  " if index == height // 2 else " " * (4 + cell_len(between)))
        lines.append(line)
    return lines
