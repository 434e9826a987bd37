"""Pictures of games in files: ``diagram`` and ``animate``."""

from pathlib import Path

from fieldstone.cli.commands.record_view import load_record, write_output
from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.core.errors import DiagramError
from fieldstone.diagram.animation import animate_svg
from fieldstone.diagram.drawing import Style, draw
from fieldstone.diagram.raster import WIDTH, animate_gif, svg_to_png
from fieldstone.games import GAMES


def read_labels(texts: list[str], screen: Screen) -> dict[str, str]:
    """Return labels by point from texts such as ``e5=A``. Raises UnusableError."""
    labels = {}
    for text in texts:
        point, equals, label = text.partition("=")
        if not equals:
            raise UnusableError(screen.say("diagram.text", text=text[:40]))
        labels[point.strip().lower()] = label
    return labels


def draw_position(
    file: Path, out: Path, ply: int | None, style: Style, width: int | None, force: bool, screen: Screen
) -> None:
    """Write the position after `ply` moves of a game's main line as a picture. Raises UnusableError or OSError."""
    ending = _ending(out, (".svg", ".png"), width, screen)
    record = load_record(file, screen)
    if style.territory and not record.game.spec.score.territory:
        games = screen.join(spec.name for spec in GAMES.values() if spec.score.territory)
        raise UnusableError(screen.say("diagram.territory", game=record.game.name, games=games))
    plies = len(record.main_line)
    if ply is not None and not 0 <= ply <= plies:
        raise UnusableError(screen.say("error.ply", plies=plies, ply=ply))
    number = 0 if ply == 0 else record.main_line[ply - 1] if ply else None
    try:
        svg = draw(record.state(number), style)
        content = svg.encode() if ending == ".svg" else svg_to_png(svg, WIDTH if width is None else width)
    except DiagramError as error:
        raise UnusableError(error.sentence(screen.language)) from None
    write_output(out, content, force, screen)


def draw_game(
    file: Path, out: Path, style: Style, seconds: float, width: int | None, force: bool, screen: Screen
) -> None:
    """Write the main line of a game as a moving picture. Raises UnusableError or OSError."""
    ending = _ending(out, (".svg", ".gif"), width, screen)
    record = load_record(file, screen)
    try:
        if ending == ".svg":
            content = animate_svg(record.state(), style, seconds).encode()
        else:
            content = animate_gif(record.state(), style, seconds, WIDTH if width is None else width)
    except DiagramError as error:
        raise UnusableError(error.sentence(screen.language)) from None
    write_output(out, content, force, screen)


def _ending(out: Path, allowed: tuple[str, ...], width: int | None, screen: Screen) -> str:
    """Return the ending of a picture's name.

    Raises UnusableError when it is none of those allowed, or an SVG is to have a width, which it takes from its page.
    """
    ending = out.suffix.lower()
    if ending not in allowed:
        raise UnusableError(screen.say("diagram.ending", file=out.name, allowed=", ".join(allowed)))
    if ending == ".svg" and width is not None:
        others = ", ".join(one for one in allowed if one != ".svg")
        raise UnusableError(screen.say("diagram.width-svg", allowed=others))
    return ending
