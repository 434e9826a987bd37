"""A position as SVG."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fieldstone.core.errors import DiagramError, shortened
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.diagram.geometry import STEP
from fieldstone.diagram.layout import Layout, layout_of
from fieldstone.diagram.palette import DARK, LIGHT, Palette
from fieldstone.diagram.surface import FONT, definitions, prefix, surface
from fieldstone.diagram.svg import Spot, line, number, tag, write
from fieldstone.play.parts import parts_of
from fieldstone.play.state import State
from fieldstone.play.turns import latest_events

MARKS = ("last", "numbers", "none")
LONGEST_LABEL = 4
CAPTION = 30.0  # height of the line below the board


@dataclass(frozen=True)
class Style:
    """How a position is drawn.

    Attributes
    ----------
    coordinates : whether they stand around the board
    marks : "last": the last turn and what it did; "numbers": the plies on the stones that they placed; "none"
    labels : short texts on points, by name
    territory : whether small squares show whose territory a point is (V2)
    dark : on a dark ground
    caption : whether a line below says who is to move, and what the board does not show
    """

    coordinates: bool = True
    marks: str = "last"
    labels: Mapping[str, str] = field(default_factory=dict)
    territory: bool = False
    dark: bool = False
    caption: bool = False

    @property
    def palette(self) -> Palette:
        """The colours."""
        return DARK if self.dark else LIGHT


def draw(state: State, style: Style | None = None) -> str:
    """Return the picture of a position as SVG.

    Raises DiagramError for a label on a point that the board does not have, or one that is too long.
    """
    drawing = Drawing(state, style or Style())
    return drawing.svg([*drawing.stones(), *drawing.marks()])


def check_style(state: State, style: Style) -> None:
    """Raise DiagramError where a style cannot be had."""
    board = state.game.board
    if style.marks not in MARKS:
        raise DiagramError("diagram.marks", marks=shortened(style.marks), allowed=", ".join(MARKS))
    for point, label in style.labels.items():
        if point not in board.index:
            raise DiagramError("diagram.point", point=shortened(point), first=board.names[0], last=board.names[-1])
        if not 1 <= len(label) <= LONGEST_LABEL or not label.isprintable():
            raise DiagramError("diagram.label", point=point, label=shortened(label), limit=LONGEST_LABEL)


def plies_of(state: State) -> dict[str, int]:
    """Return for each stone that was set in a state's history the ply that set it, by where the stone is now."""
    past = state.begin()
    plies: dict[str, int] = {}
    for ply, move in enumerate(state.history, start=1):
        done = past.preview(move)
        moved = {end: plies[begin] for begin, end in done.pushed if begin in plies}
        plies = {point: known for point, known in plies.items() if point not in {begin for begin, _ in done.pushed}}
        plies |= moved | dict.fromkeys(done.placed, ply)
        for point in done.removed:
            plies.pop(point, None)
        past.play(move)
    return plies


class Drawing:
    """The elements of one picture."""

    def __init__(self, state: State, style: Style) -> None:
        check_style(state, style)
        self.state, self.style, self.palette = state, style, style.palette
        self.layout: Layout = layout_of(state.game, style.coordinates)
        self.faces = state.game.board.symbols(state.rows())

    def at(self, point: str) -> Spot:
        """Return where a point lies."""
        return self.layout.spots[self.state.game.board.index[point]]

    def face(self, point: str) -> str:
        """Return what stands on a point."""
        return self.faces[self.state.game.board.index[point]]

    def stone(self, point: int, face: str, **attributes: str) -> str:
        """Return a stone on a point."""
        x, y = self.layout.spots[point]
        return tag("use", href=f"#{prefix(self.state.game, self.palette)}{face}", x=x, y=y, **attributes)

    def stones(self) -> Iterator[str]:
        """Yield the stones, and territory where it is wanted."""
        for point, face in enumerate(self.faces):
            if face != ".":
                yield self.stone(point, face)
        territory = parts_of(self.state).get("territory", {}) if self.style.territory else {}
        for colour, points in territory.items():
            yield from (self._square(point, colour) for point in points)

    def _square(self, point: str, colour: str) -> str:
        """Return the sign of territory."""
        x, y = self.at(point)
        _, middle, _, rim = self.palette.black if colour == "B" else self.palette.white
        side = self.layout.radius * 0.5
        return tag(
            "rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=1.2, fill=middle, stroke=rim,
            stroke_width=0.8,
        )  # fmt: skip

    # -- marks --------------------------------------------------------------------------------------------------

    def marks(self) -> Iterator[str]:
        """Yield what is marked on the stones."""
        if self.style.marks == "last":
            yield from self.last()
        elif self.style.marks == "numbers":
            yield from self._numbers()
        for point, label in self.style.labels.items():
            if self.face(point) == "." and not self.layout.cells:  # lines would cross the text
                yield self._circle(point, self.layout.radius * 0.72, fill=self.palette.board)
            yield self._text(point, label)

    def last(self) -> Iterator[str]:
        """Yield the marks of the last turn: rings where stones were set, dots on those that turned, arrows, crosses."""
        radius = self.layout.radius
        for event in latest_events(self.state):
            done = event.preview
            for point in done.placed:
                if self.face(point) != ".":
                    yield self._circle(point, radius * 0.44, fill="none", stroke=self._on(point), stroke_width=2)
            for point in (*done.flipped, *done.captured, *done.released):
                if self.face(point).isupper():
                    yield self._circle(point, radius * 0.2, fill=self._on(point))
                elif self.face(point) != ".":
                    yield self._circle(point, radius * 1.07, fill="none", stroke=self.palette.text, stroke_width=1.8)
            for point in done.removed:
                yield from self._cross(point)
            for begin, end in done.pushed:
                yield self._arrow(begin, end)

    def _circle(self, point: str, radius: float, **attributes: str | float) -> str:
        x, y = self.at(point)
        return tag("circle", cx=x, cy=y, r=radius, **attributes)

    def _on(self, point: str) -> str:
        """Return the colour of a mark on a point."""
        face = self.face(point)
        return {"B": self.palette.on_black, "W": self.palette.on_white}.get(face, self.palette.text)

    def _cross(self, point: str) -> Iterator[str]:
        """Yield a cross where a stone was taken away."""
        x, y = self.at(point)
        arm = self.layout.radius * 0.3
        shape = line([(x - arm, y - arm), (x + arm, y + arm)]) + line([(x + arm, y - arm), (x - arm, y + arm)])
        if self.face(point) == ".":
            yield tag("path", d=shape, stroke=self.palette.text, stroke_width=2, stroke_linecap="round")

    def _arrow(self, begin: str, end: str) -> str:
        """Return an open angle on a stone that was pushed, pointing where it went (K2, K4)."""
        (x0, y0), (x, y) = self.at(begin), self.at(end)
        far = abs(x - x0) + abs(y - y0) > 1.5 * STEP  # over the edge, and in again on the other side
        sign = -1 if far else 1
        dx, dy = sign * ((x > x0) - (x < x0)), sign * ((y > y0) - (y < y0))
        size = self.layout.radius * 0.3
        spots = [
            (x + size * (a * dx - b * dy), y + size * (a * dy + b * dx)) for a, b in ((-0.6, -1), (0.6, 0), (-0.6, 1))
        ]
        return tag(
            "path", d=line(spots), fill="none", stroke=self._on(end), stroke_width=2, stroke_linecap="round",
            stroke_linejoin="round",
        )  # fmt: skip

    def _numbers(self) -> Iterator[str]:
        """Yield on each stone the ply that set it, without those that have a label."""
        for point, ply in plies_of(self.state).items():
            if self.face(point).isupper() and point not in self.style.labels:
                yield self._text(point, str(ply))

    def _text(self, point: str, text: str) -> str:
        x, y = self.at(point)
        size = self.layout.radius * (1.05, 0.95, 0.76, 0.62)[len(text) - 1]
        colour = self._on(point)
        backed = self.face(point) in "bw"
        return write(
            text, x=x, y=y + size * 0.35, font_size=size, font_family=FONT, font_weight=600, text_anchor="middle",
            fill=self.palette.on_black if backed else colour,
        )  # fmt: skip

    # -- the whole ----------------------------------------------------------------------------------------------

    def svg(self, parts: Sequence[str], faces: Iterable[str] = (), style: str = "") -> str:
        """Return the file; `faces` are those that the parts use beside those on the board."""
        game = self.state.game
        left, top, width, height = self.layout.box
        below = [self._caption(left + width / 2, top + height)] if self.style.caption else []
        height += CAPTION if self.style.caption else 0
        used = "".join(sorted({*self.faces, *faces} - {"."}))
        body = [
            tag("title", _escaped(f"{game}: {self.caption()}")),
            tag("style", style) if style else "",
            definitions(game, self.layout, self.palette, used) if used else "",
            *surface(game, self.layout, self.palette),
            *parts,
            *below,
        ]
        return tag(
            "svg", "\n", *(f"{one}\n" for one in body if one), xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, (left, top, width, height))), width=round(width), height=round(height),
            role="img",
        ) + "\n"  # fmt: skip

    def _caption(self, x: float, y: float) -> str:
        colour = self.palette.text if self.style.dark else "#5c6058"
        return write(
            self.caption(), x=x, y=y + CAPTION * 0.68, font_size=13, font_family=FONT, text_anchor="middle", fill=colour
        )

    def caption(self) -> str:
        """Return who is to move or who has won, and what the board does not show; in English, as in `str(state)`."""
        state, names = self.state, {Colour.BLACK: "Black", Colour.WHITE: "White"}
        outcome = state.outcome
        if outcome is not None:
            parts = ["a draw" if outcome.winner is None else f"{names[outcome.winner]} has won"]
        elif state.record.setup != PLAYING:
            parts = [f"player {state.seat} to decide"]
        else:
            parts = [f"{names[state.to_move]} to move"]
        details = state.game.adapter.details(state.record)
        if "komi" in state.game.options and state.record.setup == PLAYING:
            details = {"komi": str(int(state.record.komi)), **details}
        holders = {"B": "Black has it", "W": "White has it"}
        for name, value in details.items():
            if name in ("komi", "passes"):
                parts.append(f"{name} {value}")
            elif name == "button":
                parts.append(f"button: {holders.get(value, value)}")
            elif name == "left":
                parts.append("one stone left in this turn")
            elif name == "seats":
                parts.append("player 1 is White")
        return " · ".join(parts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
