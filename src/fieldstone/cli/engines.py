"""The commands for other programs: ``engine`` and ``gtp``."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fieldstone.cli.errors import UnusableError, clear_errors
from fieldstone.cli.options import LanguageOption, check_memory, make_screen

if TYPE_CHECKING:
    from fieldstone.cli.terminal import Screen

INTERRUPTED = 130
GTP_GAMES = ("vacu", "convacu", "kaomi", "squared")


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
        check_memory(megabytes)

        from fieldstone.interop.json_lines import Engine, json_writer

        answering = Engine(json_writer(sys.stdout.buffer), threads or os.cpu_count() or 1, float(megabytes))
        try:
            answering.serve(sys.stdin.buffer, wait=not quit_without_waiting)
        except KeyboardInterrupt:
            answering.close(wait=False)
            raise typer.Exit(INTERRUPTED) from None


def gtp(
    game: Annotated[
        str, typer.Option(metavar="GAME", help="vacu, convacu, kaomi or squared, with options if need be.")
    ] = "vacu",
    level: Annotated[str | None, typer.Option(metavar="1-10|max", help="The level to play at.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=3600, help="Instead: at most so long a move, at full strength.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**62, help="The same seed repeats moves of a level.")] = None,
    megabytes: Annotated[int, typer.Option(min=1, max=1 << 20, help="Memory for the tree.")] = 256,
    language: LanguageOption = None,
) -> None:
    """Speak GTP 2, the Go Text Protocol, to programs such as Sabaki: the games on square boards."""
    with clear_errors():
        from fieldstone.cli.launch import check_game, make_game, read_wish
        from fieldstone.cli.looking import known_game
        from fieldstone.cli.stopping import interrupts
        from fieldstone.cli.warming import warm

        screen = make_screen(language)
        strength = read_wish(level, seconds, screen)
        name = known_game(game)
        check_game(game, {}, screen)
        check_gtp_game(name, screen)
        warm([name], screen)
        check_memory(megabytes)

        from fieldstone.interop.gtp import Gtp

        wanted = None if strength is None or strength.seconds is not None else strength.level
        session = Gtp(make_game(game, {}), _say, wanted, seconds, seed, float(megabytes))
        # A thread may still read when the program ends; with sys.stdin itself Python would abort over that.
        source = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        with interrupts() as stop:
            session.serve(source, stop.is_set)
        if stop.is_set():
            raise typer.Exit(INTERRUPTED)


def check_gtp_game(name: str, screen: "Screen") -> None:
    """Raise UnusableError if a game is not for GTP."""
    if name not in GTP_GAMES:
        raise UnusableError(screen.say("gtp.game", game=name, games=screen.join(GTP_GAMES)))


def _say(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
