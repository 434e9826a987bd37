"""The commands for records: ``record check``, ``record convert``, ``record show``, ``diagram`` and ``animate``."""

from pathlib import Path
from typing import Annotated

import typer

from fieldstone.cli.errors import WRONG_INPUT, clear_errors
from fieldstone.cli.options import Ascii, LanguageOption, NoColour, make_screen

record_app = typer.Typer(
    help="Look at records of games, and turn them into other formats.", no_args_is_help=True, rich_markup_mode=None
)
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, a saved game, a position or a move list.")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")]


@record_app.callback()
def _record() -> None:
    """Look at records of games, and turn them into other formats."""


@record_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, saved games, move lists.")],
    language: LanguageOption = None,
) -> None:
    """Play every move of some records through the rules, and say which of the records are sound."""
    from fieldstone.cli.record_view import load_record, summary

    screen = make_screen(language)
    failed = False
    for file in files:
        try:
            with clear_errors():
                screen.tell("record.sound", file=file, summary=summary(load_record(file, screen), screen))
        except typer.Exit:
            failed = True
    if failed:
        raise typer.Exit(WRONG_INPUT)


@record_app.command()
def convert(
    file: RecordFile,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Where it goes; otherwise it is printed.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(metavar="FORMAT", help="Its format, where its name does not say it; a wrong one lists them."),
    ] = None,
    force: Force = False,
    language: LanguageOption = None,
) -> None:
    """Write a record in another format."""
    with clear_errors():
        from fieldstone.cli.record_view import load_record, output_format, record_errors, write_output

        screen = make_screen(language)
        kind = output_format(out, to, screen)
        record = load_record(file, screen)
        with record_errors(file, screen):
            content = kind.write(record)
        write_output(out, content, force, screen)


@record_app.command()
def show(file: RecordFile, language: LanguageOption = None, plain: Ascii = False, no_colour: NoColour = False) -> None:
    """Show a record: who played, every move with its variations and comments, and the last position."""
    with clear_errors():
        from fieldstone.cli.record_view import RecordView, load_record

        screen = make_screen(language, plain, no_colour)
        RecordView(screen, load_record(file, screen)).show()


# Pictures

Out = Annotated[Path, typer.Option("-o", "--out", metavar="PICTURE", help="Where the picture goes.")]
Marks = Annotated[
    str, typer.Option(metavar="last|numbers|none", help="The last turn, the plies on their stones, or nothing.")
]
Coordinates = Annotated[
    bool, typer.Option("--coordinates/--no-coordinates", help="Letters and numbers round the board.")
]
Dark = Annotated[bool, typer.Option("--dark", help="On a dark ground.")]
Width = Annotated[int | None, typer.Option(metavar="PIXELS", help="Of a PNG or a GIF.")]


def diagram(
    file: RecordFile,
    out: Out,
    ply: Annotated[int | None, typer.Option(help="Draw the position after so many moves of the main line.")] = None,
    marks: Marks = "last",
    label: Annotated[
        list[str] | None, typer.Option(metavar="POINT=TEXT", help="A short text on a point; may stand more than once.")
    ] = None,
    territory: Annotated[bool, typer.Option("--territory", help="Mark territory (vacu, convacu).")] = False,
    caption: Annotated[bool, typer.Option("--caption", help="Say below who is to move, komi and the like.")] = False,
    coordinates: Coordinates = True,
    dark: Dark = False,
    width: Width = None,
    force: Force = False,
    language: LanguageOption = None,
) -> None:
    """Draw a position of a game as a picture, SVG or PNG."""
    with clear_errors():
        from fieldstone.cli.pictures import draw_position, read_labels
        from fieldstone.records.diagram.drawing import Look

        screen = make_screen(language)
        look = Look(coordinates, marks, read_labels(label or [], screen), territory, dark, caption)
        draw_position(file, out, ply, look, width, force, screen)


def animate(
    file: RecordFile,
    out: Out,
    seconds: Annotated[float, typer.Option(help="How long a ply is shown.")] = 0.8,
    marks: Marks = "last",
    coordinates: Coordinates = True,
    dark: Dark = False,
    width: Width = None,
    force: Force = False,
    language: LanguageOption = None,
) -> None:
    """Make a moving picture of a game, SVG or GIF."""
    with clear_errors():
        from fieldstone.cli.pictures import draw_game
        from fieldstone.records.diagram.drawing import Look

        look = Look(coordinates=coordinates, marks=marks, dark=dark)
        draw_game(file, out, look, seconds, width, force, make_screen(language))
