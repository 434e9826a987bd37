"""The commands for records: ``record check``, ``record convert``, ``record show``, ``diagram`` and ``animate``."""

from pathlib import Path
from typing import Annotated

import typer

from fieldstone.cli.options import Ascii, LanguageOption, NoColour, make_screen
from fieldstone.cli.terminal.errors import WRONG_INPUT, clear_errors

record_app = typer.Typer(
    help="Check game records, show them and convert them.", no_args_is_help=True, rich_markup_mode=None
)
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, a saved game, a position or a move list.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]


@record_app.callback()
def _record() -> None:
    """Check game records, show them and convert them."""


@record_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, saved games, move lists.")],
    language: LanguageOption = None,
) -> None:
    """Check every move of records against the rules, and say which records are valid."""
    from fieldstone.cli.commands.record_view import load_record, summary

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
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="File to write (default: standard output).")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(metavar="FORMAT", help="Output format, if the file name does not tell it; a wrong one lists all."),
    ] = None,
    force: Force = False,
    language: LanguageOption = None,
) -> None:
    """Write a record in another format."""
    with clear_errors():
        from fieldstone.cli.commands.record_view import conversion_errors, load_record, output_format, write_output

        screen = make_screen(language)
        kind = output_format(out, to, screen)
        record = load_record(file, screen)
        with conversion_errors(file, kind, screen):
            content = kind.write(record)
        write_output(out, content, force, screen)


@record_app.command()
def show(file: RecordFile, language: LanguageOption = None, plain: Ascii = False, no_colour: NoColour = False) -> None:
    """Show a record: who played, every move with its variations and comments, and the last position."""
    with clear_errors():
        from fieldstone.cli.commands.record_view import RecordView, load_record

        screen = make_screen(language, plain, no_colour)
        RecordView(screen, load_record(file, screen)).show()


# Images

Out = Annotated[Path, typer.Option("-o", "--out", metavar="IMAGE", help="Image file to write.")]
Marks = Annotated[
    str, typer.Option(metavar="last|numbers|none", help="Mark the last turn, number the stones, or mark nothing.")
]
Coordinates = Annotated[
    bool, typer.Option("--coordinates/--no-coordinates", help="Draw letters and numbers around the board.")
]
Dark = Annotated[bool, typer.Option("--dark", help="Dark theme.")]
Width = Annotated[int | None, typer.Option(metavar="PIXELS", help="Image width, PNG and GIF only.")]


def diagram(
    file: RecordFile,
    out: Out,
    ply: Annotated[int | None, typer.Option(help="Position after this many moves of the main line.")] = None,
    marks: Marks = "last",
    label: Annotated[
        list[str] | None, typer.Option(metavar="POINT=TEXT", help="A short text on a point; may be repeated.")
    ] = None,
    territory: Annotated[bool, typer.Option("--territory", help="Mark territory, in games that have it.")] = False,
    caption: Annotated[bool, typer.Option("--caption", help="Add a caption: who is to move, komi and so on.")] = False,
    coordinates: Coordinates = True,
    dark: Dark = False,
    width: Width = None,
    force: Force = False,
    language: LanguageOption = None,
) -> None:
    """Draw a position of a game as an image, SVG or PNG."""
    with clear_errors():
        from fieldstone.cli.commands.pictures import draw_position, read_labels
        from fieldstone.diagram.drawing import Style

        screen = make_screen(language)
        style = Style(coordinates, marks, read_labels(label or [], screen), territory, dark, caption)
        draw_position(file, out, ply, style, width, force, screen)


def animate(
    file: RecordFile,
    out: Out,
    seconds: Annotated[float, typer.Option(help="Seconds per move.")] = 0.8,
    marks: Marks = "last",
    coordinates: Coordinates = True,
    dark: Dark = False,
    width: Width = None,
    force: Force = False,
    language: LanguageOption = None,
) -> None:
    """Make an animation of a game, SVG or GIF."""
    with clear_errors():
        from fieldstone.cli.commands.pictures import draw_game
        from fieldstone.diagram.drawing import Style

        style = Style(coordinates=coordinates, marks=marks, dark=dark)
        draw_game(file, out, style, seconds, width, force, make_screen(language))
