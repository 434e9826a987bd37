"""The commands for other programs: ``engine`` and ``gtp``."""

import os
import sys
from typing import Annotated

import typer

from fieldstone.cli.errors import clear_errors
from fieldstone.cli.options import LanguageOption, make_screen

INTERRUPTED = 130


def engine(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games to make ready before the first query.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Searches at the same time; otherwise one a processor.")
    ] = None,
    megabytes: Annotated[int, typer.Option(min=1, max=1 << 20, help="Memory for the tree of each search.")] = 256,
    quit_without_waiting: Annotated[
        bool, typer.Option("--quit-without-waiting", help="At the end of the input stop what is not finished.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Answer queries for other programs: a line of JSON each, analyses and moves."""
    with clear_errors():
        from fieldstone.cli.looking import known_game
        from fieldstone.cli.warming import warm

        warm([known_game(name) for name in names or ()], make_screen(language))

        from fieldstone.interop.json_lines import Engine, json_writer

        answering = Engine(json_writer(sys.stdout.buffer), threads or os.cpu_count() or 1, float(megabytes))
        try:
            answering.serve(sys.stdin.buffer, wait=not quit_without_waiting)
        except KeyboardInterrupt:
            answering.close(wait=False)
            raise typer.Exit(INTERRUPTED) from None
