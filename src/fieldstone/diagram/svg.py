"""A small writer of SVG."""

import html
from collections.abc import Iterable
from typing import Any

Spot = tuple[float, float]


def number(value: float) -> str:
    """Return a coordinate with two decimals at most."""
    return f"{round(value, 2) + 0.0:.10g}"


def tag(name: str, *content: str, **attributes: Any) -> str:
    """Return one element; an underscore in an attribute's name stands for a hyphen, and None leaves it out."""
    texts = []
    for key, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, int | float) else html.escape(str(value))
            texts.append(f' {key.rstrip("_").replace("_", "-")}="{shown}"')
    inside = "".join(content)
    return f"<{name}{''.join(texts)}>{inside}</{name}>" if inside else f"<{name}{''.join(texts)}/>"


def write(text: str, **attributes: Any) -> str:
    """Return a text element."""
    return tag("text", html.escape(text, quote=False), **attributes)


def line(spots: Iterable[Spot], closed: bool = False) -> str:
    """Return the data of a path through the spots."""
    steps = "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    return f"M{steps}{'Z' if closed else ''}"
