"""PNG and GIF, made of our SVG by resvg and Pillow."""

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from fieldstone.core.errors import DiagramError
from fieldstone.diagram.animation import LAST, SECONDS, check_seconds, states_of
from fieldstone.diagram.drawing import Style, draw
from fieldstone.play.state import State

if TYPE_CHECKING:
    from PIL import Image

SMALLEST, WIDTH, LARGEST = 32, 640, 4096  # pixels
COLOURS = 128  # of a GIF: enough for stones with soft edges


def svg_to_png(svg: str, width: int = WIDTH) -> bytes:
    """Return one of our pictures as PNG, `width` pixels wide, with a clear ground. Raises DiagramError."""
    import resvg_py

    check_width(width)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def check_width(width: int) -> None:
    """Raise DiagramError unless a picture can have this width."""
    if not SMALLEST <= width <= LARGEST:
        raise DiagramError("diagram.width", width=width, low=SMALLEST, high=LARGEST)


def animate_gif(state: State, style: Style | None = None, seconds: float = SECONDS, width: int = WIDTH) -> bytes:
    """Return the game that led to a state as a GIF, `seconds` a ply, again and again. Raises DiagramError."""
    from PIL import Image

    check_seconds(seconds)
    style = replace(style or Style(), caption=False)
    palette = picture(state, style, width).quantize(COLOURS)
    frames = (
        picture(past, style, width).quantize(palette=palette, dither=Image.Dither.NONE) for past in states_of(state)
    )
    durations = [round(1000 * seconds)] * len(state.history) + [round(1000 * LAST)]
    content = io.BytesIO()
    next(frames).save(content, "GIF", save_all=True, append_images=frames, duration=durations, loop=0, disposal=1)
    return content.getvalue()


def picture(state: State, style: Style, width: int) -> "Image.Image":
    """Return a position, `width` pixels wide, on a ground, without half-clear points. Raises DiagramError."""
    from PIL import Image

    drawn = Image.open(io.BytesIO(svg_to_png(draw(state, style), width))).convert("RGBA")
    ground = Image.new("RGBA", drawn.size, "#171a18" if style.dark else "#f5f2ea")
    return Image.alpha_composite(ground, drawn).convert("RGB")
