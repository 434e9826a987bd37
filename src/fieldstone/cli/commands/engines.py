"""The commands for other programs: ``engine`` and ``gtp``."""

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from fieldstone.cli.options import ABOVE_10, LEVELS, LanguageOption, check_memory, make_screen
from fieldstone.cli.terminal.errors import UnusableError, clear_errors
from fieldstone.games import GAMES

if TYPE_CHECKING:
    from fieldstone.cli.terminal.screen import Screen

INTERRUPTED = 130
SQUARE = [spec.name for spec in GAMES.values() if spec.board.shape == "square"]


class Notation(StrEnum):
    """How points and moves are written in GTP."""

    GTP = "gtp"
    RULES = "rules"


def engine(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games to prepare before the first query.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Searches run at the same time (default: one per CPU core).")
    ] = None,
    megabytes: Annotated[
        int, typer.Option(min=1, max=1 << 20, help="Memory for the tree of each search, in megabytes.")
    ] = 256,
    quit_without_waiting: Annotated[
        bool, typer.Option("--quit-without-waiting", help="At end of input, cancel unfinished searches.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Answer queries from other programs, one line of JSON each: analyses and moves."""
    with clear_errors():
        from fieldstone.cli.commands.looking import known_game
        from fieldstone.cli.terminal.warming import warm

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
        str, typer.Option(metavar="GAME", help="A game on a square board, with or without options.")
    ] = SQUARE[0],
    level: Annotated[str | None, typer.Option(metavar=LEVELS, help=f"The level to play at; {ABOVE_10}.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, max=3600, help="Maximum seconds per move at full strength, instead of a level."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**62, help="Random seed; the same seed repeats the moves of a level.")
    ] = None,
    megabytes: Annotated[int, typer.Option(min=1, max=1 << 20, help="Memory for the search tree, in megabytes.")] = 256,
    notation: Annotated[
        Notation, typer.Option(help="How points and moves are written: as in GTP, or as in the rules, with column i.")
    ] = Notation.GTP,
    language: LanguageOption = None,
) -> None:
    """Speak GTP 2, the Go Text Protocol, with programs such as Sabaki (games on square boards only)."""
    with clear_errors():
        from fieldstone.cli.commands.looking import known_game
        from fieldstone.cli.play.launch import check_game, make_game, read_strength
        from fieldstone.cli.terminal.stopping import interrupts
        from fieldstone.cli.terminal.warming import warm

        screen = make_screen(language)
        strength = read_strength(level, seconds, screen, game)
        name = known_game(game)
        check_game(game, {}, screen)
        check_gtp_game(name, screen)
        warm([name], screen)
        check_memory(megabytes)

        from fieldstone.interop.gtp import Gtp

        wanted = None if strength is None or strength.seconds is not None else strength.level
        session = Gtp(make_game(game, {}), _say, wanted, seconds, seed, float(megabytes), notation.value)
        # A thread may still read when the program ends; with sys.stdin itself Python would abort over that.
        source = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        with interrupts() as stop:
            session.serve(source, stop.is_set)
        if stop.is_set():
            raise typer.Exit(INTERRUPTED)


def check_gtp_game(name: str, screen: "Screen") -> None:
    """Raise UnusableError if a game is not for GTP."""
    if name not in SQUARE:
        raise UnusableError(screen.say("gtp.game", game=name, games=screen.join(SQUARE)))


def _say(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
