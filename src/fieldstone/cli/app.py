"""The commands of ``fieldstone``. What they need is imported when they run, so that ``--help`` answers at once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from fieldstone.cli.engines import engine, gtp
from fieldstone.cli.errors import WRONG_INPUT, clear_errors
from fieldstone.cli.options import Ascii, Language, LanguageOption, NoColour, make_screen
from fieldstone.cli.records import animate, diagram, record_app

app = typer.Typer(
    name="fieldstone",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
bench_app = typer.Typer(help="Measure the speed of this machine.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(bench_app, name="bench")
app.add_typer(record_app, name="record")
app.command()(diagram)
app.command()(animate)
app.command()(engine)
app.command()(gtp)


class Seat(StrEnum):
    """What can sit in a seat."""

    HUMAN = "human"
    COMPUTER = "computer"
    RANDOM = "random"


class By(StrEnum):
    """By what the moves of a game are compared."""

    CHANCE = "chance"
    POINTS = "points"


class Clock(StrEnum):
    """By which time players think and are timed."""

    CPU = "cpu"
    WALL = "wall"


GameText = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, with or without options: vacu, or vacu(size=13,komi=7).")
]
# Texts, not numbers: the game reads them, and says of a wrong one what would be allowed.
Size = Annotated[str | None, typer.Option(metavar="N", help="Points along an edge of the board.")]
Komi = Annotated[str | None, typer.Option(metavar="N", help="Points added to White's score (vacu, squared).")]
SetupOption = Annotated[
    str | None, typer.Option("--setup", help="fixed, or auction: players name komi and choose sides (vacu, squared).")
]
Pie = Annotated[bool | None, typer.Option("--pie/--no-pie", help="White may swap on the first turn (kaomi).")]
Seconds = Annotated[float | None, typer.Option(help="Time to search a position.")]
Simulations = Annotated[int | None, typer.Option(metavar="N", help="Search a position so many times; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _given(**options: Any) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _show_version(wanted: bool) -> None:
    if wanted:
        from fieldstone import __version__

        print(f"fieldstone {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Vacu, Convacu, Kaomi, Squared, Iago, free capture and Vadus: play them, look at them, measure them.

    Without a command the page is opened, if this installation has one; `fieldstone play` plays in the terminal.
    """
    if context.invoked_subcommand is not None:
        return
    from fieldstone.server.settings import PAGE

    if (PAGE / "index.html").is_file():
        serve()
    else:
        print(context.get_help())
        raise typer.Exit(WRONG_INPUT)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, such as vacu or vacu(size=5); asked for when left out."),
    ] = None,
    size: Size = None,
    komi: Komi = None,
    setup: SetupOption = None,
    pie: Pie = None,
    black: Annotated[Seat | None, typer.Option(help="Who sits in seat 1, which begins as Black.")] = None,
    white: Annotated[Seat | None, typer.Option(help="Who sits in seat 2, which begins as White.")] = None,
    level: Annotated[
        str | None, typer.Option(metavar="1-10|max", help="The computer's level; 5 when nothing is said.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=3600,
            help="Instead of a level: the most time for a move; one that is decided comes sooner.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**62, help="The same seed repeats random moves.")] = None,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play a game in the terminal, against the computer or a friend."""
    with clear_errors():
        from fieldstone.cli.launch import Wishes, launch, read_wish
        from fieldstone.cli.players import Kind

        screen = make_screen(language, plain, no_colour)
        options = _given(size=size, komi=komi, setup=setup, pie=pie)
        kinds = {seat: Kind(kind.value) for seat, kind in ((1, black), (2, white)) if kind is not None}
        strength = read_wish(level, seconds, screen)
        try:
            launch(Wishes(game, options, kinds, strength, seed, load), screen)
        except KeyboardInterrupt:
            screen.write()
            screen.tell("leave.goodbye")
            raise typer.Exit(130) from None


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="A position, a move list, or a file with one.")],
    ply: Annotated[int | None, typer.Option(help="Show a move list after so many moves.")] = None,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Draw a position, and say how it stands."""
    with clear_errors():
        from fieldstone.cli.looking import show_position

        show_position(position, ply, make_screen(language, plain, no_colour))


@app.command()
def games(json: Json = False) -> None:
    """List the games with their options."""
    with clear_errors():
        from fieldstone.cli.looking import games_as_json, show_games

        if json:
            print(games_as_json())
        else:
            show_games(make_screen(Language.EN))


@app.command()
def guide(
    game: GameText,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Show the guide to a game: its rules, with pictures."""
    with clear_errors():
        from fieldstone.cli.guides import show_guide
        from fieldstone.cli.looking import known_game

        show_guide(known_game(game), make_screen(language, plain, no_colour))


@app.command()
def warmup(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="Games; all, when left out.")] = None,
    to_play: Annotated[bool, typer.Option("--to-play", help="Only what a game against the computer needs.")] = False,
    language: LanguageOption = None,
) -> None:
    """Compile the rules now, so that nothing has to be compiled later."""
    with clear_errors():
        from fieldstone.cli.looking import known_game
        from fieldstone.cli.warming import warm
        from fieldstone.games import GAMES

        wanted = [known_game(name) for name in names or GAMES]
        warm(wanted, make_screen(language), to_play=to_play)
        if not to_play:
            print(f"Ready: {', '.join(dict.fromkeys(wanted))}.")


@app.command()
def perft(
    position: Annotated[str, typer.Argument(metavar="GAME|POSITION", help="Where to begin.")],
    depth: Annotated[int, typer.Option(min=0, max=60, help="Turns in a sequence.")],
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count of each first turn.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of turns from a position: a test of the rules."""
    with clear_errors():
        from fieldstone.cli.measuring import count_sequences

        complete = count_sequences(position, depth, divide, json, make_screen(Language.EN))
        if not complete:
            raise typer.Exit(130)


@app.command()
def arena(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="1 to 10 (levels), max, random, plain, search,seconds=0.1,exploration=0.4 and so on, other programs "
            "(engine:COMMAND, gtp:COMMAND), or a TOML file.",
        ),
    ],
    game: Annotated[str, typer.Option(metavar="GAME", help="A game, such as vacu or vacu(size=5).")],
    size: Size = None,
    komi: Komi = None,
    setup: SetupOption = None,
    pie: Pie = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games between every two players who meet; even.")] = 100,
    opening_plies: Annotated[int, typer.Option(min=0, max=40, help="Random moves before the players begin.")] = 2,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="Of the openings and the players.")] = 1,
    seconds: Annotated[float | None, typer.Option(help="A move, for players whose text does not say.")] = None,
    simulations: Annotated[int | None, typer.Option(help="A move, for players whose text does not say.")] = None,
    clock: Annotated[Clock, typer.Option(help="Time of the processor, or of the wall.")] = Clock.CPU,
    adjudicate: Annotated[
        float,
        typer.Option(
            metavar="CHANCE", help="End a game when both players give the same one at least this, such as 0.98."
        ),
    ] = 0.0,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Games at the same time; as many as processors when left out.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when a sequential test has decided between the two.")
    ] = None,
    adjacent: Annotated[bool, typer.Option("--adjacent", help="Only neighbours in the list meet.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the games go, and what is gone on with.")
    ] = None,
    json: Json = False,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Let programs play a match against each other, and say which is stronger."""
    with clear_errors():
        from fieldstone.cli.arena import ArenaWishes, run_arena

        options = _given(size=size, komi=komi, setup=setup, pie=pie)
        wishes = ArenaWishes(
            players, game, options, games, opening_plies, seed, clock.value, adjudicate, seconds, simulations, workers,
            sprt, adjacent, out, json,
        )  # fmt: skip
        if not run_arena(wishes, make_screen(language, plain, no_colour)):
            raise typer.Exit(130)


@app.command()
def analyse(
    position: Annotated[
        str, typer.Argument(metavar="POSITION|FILE", help="A position, a move list, or a file with one.")
    ],
    ply: Annotated[int | None, typer.Option(help="Analyse a move list after so many moves.")] = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**62, help="The same seed repeats an analysis.")] = None,
    megabytes: Annotated[int, typer.Option(min=1, max=1 << 20, help="Memory for the tree.")] = 1024,
    moves: Annotated[int | None, typer.Option(min=1, metavar="N", help="Show so many moves.")] = None,
    json: Json = False,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Search a position: who is likely to win, which moves are best, whose each point will be."""
    with clear_errors():
        from fieldstone.cli.analyse import AnalyseWishes, run_analysis

        wishes = AnalyseWishes(position, ply, seconds, simulations, seed, megabytes, moves, json)
        if not run_analysis(wishes, make_screen(language, plain, no_colour)):
            raise typer.Exit(130)


@app.command()
def review(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game, or a move list.")],
    by: Annotated[By, typer.Option(help="What is lost by a move: winning chance, or points.")] = By.CHANCE,
    seconds: Seconds = None,
    simulations: Simulations = None,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="Of the searches.")] = 1,
    worst: Annotated[int, typer.Option(min=0, metavar="N", help="Show so many of the worst moves.")] = 6,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where finished moves are kept; otherwise FILE.review.jsonl."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Begin anew, whatever has been kept.")] = False,
    json: Json = False,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Go through a game: what every move gave away, and what would have been better."""
    with clear_errors():
        from fieldstone.cli.review import ReviewWishes, run_review

        wishes = ReviewWishes(file, by.value, seconds, simulations, seed, worst, out, again, json)
        if not run_review(wishes, make_screen(language, plain, no_colour)):
            raise typer.Exit(130)


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0: everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="If it is taken, the next free one.")] = 8000,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where games are kept; otherwise FIELDSTONE_DATABASE, or your data folder."),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name by which others may reach this server.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Serve the page, to play and to analyse in a browser; Ctrl-C ends it."""
    with clear_errors():
        from fieldstone.cli.serving import ServeWishes
        from fieldstone.cli.serving import serve as serve_page

        serve_page(ServeWishes(host, port, open_browser, database, tuple(allow_host or ())), make_screen(language))


@bench_app.callback()
def _bench() -> None:
    """Measure the speed of this machine."""


@bench_app.command()
def playouts(
    game: GameText,
    size: Size = None,
    komi: Komi = None,
    setup: SetupOption = None,
    pie: Pie = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="How long to measure.")] = 2.0,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Threads that play at the same time.")] = 1,
    json: Json = False,
) -> None:
    """Play random games for some seconds and count them."""
    with clear_errors():
        from fieldstone.cli.measuring import measure_playouts

        options = _given(size=size, komi=komi, setup=setup, pie=pie)
        measure_playouts(game, options, seconds, threads, json, make_screen(Language.EN))
