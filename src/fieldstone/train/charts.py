"""Small charts for the report of a run, as SVG: lines, dots with intervals, axes with round numbers."""

import math
from dataclasses import dataclass

from fieldstone.diagram.svg import line, tag, write

Spot = tuple[float, float]

WIDTH, HEIGHT = 480.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 26.0, 12.0, 44.0
DOT = 4.0
TICKS = 5  # about so many on an axis


@dataclass(frozen=True)
class Dot:
    """A value with what it may be off by.

    Attributes
    ----------
    low, high : of its interval; an end that is infinite is drawn to the edge of the chart
    told : what is said of it when one points at it
    """

    x: float
    y: float
    low: float
    high: float
    told: str

    @property
    def shown(self) -> float:
        """Where it stands: at the end of its interval where it is infinite itself."""
        return self.y if math.isfinite(self.y) else self.low if self.y > 0 else self.high


@dataclass(frozen=True)
class Chart:
    """What is drawn over one axis.

    Attributes
    ----------
    across, up : what the axes mean
    lines : values one after the other
    dots : values with intervals
    zero : whether the axis that goes up holds 0
    """

    across: str
    up: str
    lines: tuple[tuple[Spot, ...], ...] = ()
    dots: tuple[Dot, ...] = ()
    zero: bool = False

    def svg(self) -> str:
        """Return the drawing; there must be something to draw."""
        spots = [spot for one in self.lines for spot in one] + [(dot.x, dot.shown) for dot in self.dots]
        ends = [(dot.x, end) for dot in self.dots for end in (dot.low, dot.high) if math.isfinite(end)]
        xs = [0.0, *(x for x, _ in spots)]
        ys = [y for _, y in (*spots, *ends)] + [0.0] * self.zero
        across, up = ticks(min(xs), max(xs)), ticks(min(ys), max(ys))
        scale = _Scale(across[0], across[-1], up[0], up[-1])
        parts = [
            *_axes(scale, across, up),
            *(tag("path", d=line(map(scale.at, one)), class_="line") for one in self.lines),
        ]
        for dot in self.dots:
            parts += _dot(scale, dot)
        parts += [
            write(self.across, x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 6, text_anchor="middle"),
            write(
                self.up, transform=f"translate(14 {(TOP + HEIGHT - BOTTOM) / 2:g}) rotate(-90)", text_anchor="middle"
            ),
        ]
        label = f"{self.up} / {self.across}"
        return tag("svg", *parts, class_="chart", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}", role="img", aria_label=label)


@dataclass(frozen=True)
class _Scale:
    """Where values stand in the drawing."""

    left: float
    right: float
    low: float
    high: float

    def at(self, spot: Spot) -> Spot:
        """Return the place of a value."""
        x = LEFT + (WIDTH - LEFT - RIGHT) * (spot[0] - self.left) / (self.right - self.left)
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (spot[1] - self.low) / (self.high - self.low)
        return x, y


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers, evenly apart, from at most `low` to at least `high`: two or more."""
    span = high - low or abs(high) or 1.0
    step = 10.0 ** math.floor(math.log10(span / TICKS))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= TICKS)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    digits = max(0, -math.floor(math.log10(step)))
    return [round(step * number, digits) for number in range(first, max(last, first + 1) + 1)]


def _axes(scale: _Scale, across: list[float], up: list[float]) -> list[str]:
    parts = []
    for value in up:
        x, y = scale.at((across[0], value))
        parts.append(tag("path", d=line([(x, y), (WIDTH - RIGHT, y)]), class_="grid"))
        parts.append(write(f"{value:,g}", x=x - 8, y=y + 4, text_anchor="end"))
    for value in across:
        x, y = scale.at((value, up[0]))
        parts.append(tag("path", d=line([(x, y), (x, y + 5)]), class_="axis"))
        parts.append(write(f"{value:,g}", x=x, y=y + 20, text_anchor="middle"))
    left, right = scale.at((across[0], up[0])), scale.at((across[-1], up[0]))
    return [*parts, tag("path", d=line([left, right]), class_="axis")]


def _dot(scale: _Scale, dot: Dot) -> list[str]:
    low, high = (end if math.isfinite(end) else edge for end, edge in ((dot.low, scale.low), (dot.high, scale.high)))
    x, y = scale.at((dot.x, dot.shown))
    whisker = line([scale.at((dot.x, low)), scale.at((dot.x, high))])
    hollow = "dot" if math.isfinite(dot.y) else "dot beyond"
    circle = tag("circle", tag("title", dot.told), cx=x, cy=y, r=DOT, class_=hollow)
    return [tag("path", d=whisker, class_="whisker"), circle]
