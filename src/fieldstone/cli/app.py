"""The commands of ``fieldstone``. What they need is imported when they run, so that ``--help`` answers at once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from fieldstone.cli.commands.engines import engine, gtp
from fieldstone.cli.commands.organising import organise_app
from fieldstone.cli.commands.records import animate, diagram, record_app
from fieldstone.cli.options import ABOVE_10, LEVELS, Ascii, Language, LanguageOption, NoColour, make_screen
from fieldstone.cli.terminal.errors import FAILED, WRONG_INPUT, clear_errors
from fieldstone.games.tuning import HIGHEST_LEVEL

DATABASE = "Database of games, or postgresql://… (default: FIELDSTONE_DATABASE, or your data folder)."

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
app.add_typer(organise_app, name="organise")
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
    str, typer.Argument(metavar="GAME", help="A game, with or without options: NAME or NAME(size=13).")
]
# Texts, not numbers: the game reads them, and says of a wrong one what would be allowed.
Size = Annotated[str | None, typer.Option(metavar="N", help="Points along an edge of the board.")]
Komi = Annotated[str | None, typer.Option(metavar="N", help="Points added to White's score, where there is komi.")]
SetupOption = Annotated[
    str | None,
    typer.Option("--setup", help="fixed, or auction: the players set komi and choose sides."),
]
Pie = Annotated[bool | None, typer.Option("--pie/--no-pie", help="White may swap on the first turn.")]
Seconds = Annotated[float | None, typer.Option(help="Search time per position, in seconds.")]
Simulations = Annotated[
    int | None, typer.Option(metavar="N", help="Simulations per position; gives repeatable results.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _given(**options: Any) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _show_version(wanted: bool) -> None:
    if wanted:
        from fieldstone.version import __version__

        print(f"fieldstone {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Board games for two: play them, analyse them, study them.

    Without a command the page opens in a browser, if it has been built; `fieldstone play` plays in the terminal.
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
        typer.Argument(metavar="GAME", help="A game: NAME or NAME(size=5); if left out, a menu asks."),
    ] = None,
    size: Size = None,
    komi: Komi = None,
    setup: SetupOption = None,
    pie: Pie = None,
    black: Annotated[Seat | None, typer.Option(help="Player 1, who starts as Black.")] = None,
    white: Annotated[Seat | None, typer.Option(help="Player 2, who starts as White.")] = None,
    level: Annotated[
        str | None, typer.Option(metavar=LEVELS, help=f"The computer's level (default 5); {ABOVE_10}.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, max=3600, help="Maximum seconds per move at full strength, instead of a level."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**62, help="Random seed; the same seed repeats random moves.")
    ] = None,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Resume a saved game.")] = None,
) -> None:
    """Play a game in the terminal, against the computer or a friend."""
    with clear_errors():
        from fieldstone.cli.play.launch import LaunchRequest, launch, read_strength
        from fieldstone.cli.play.players import Kind

        screen = make_screen(language, plain, no_colour)
        options = _given(size=size, komi=komi, setup=setup, pie=pie)
        kinds = {seat: Kind(kind.value) for seat, kind in ((1, black), (2, white)) if kind is not None}
        strength = read_strength(level, seconds, screen, game)
        try:
            launch(LaunchRequest(game, options, kinds, strength, seed, load), screen)
        except KeyboardInterrupt:
            screen.write()
            screen.tell("leave.goodbye")
            raise typer.Exit(130) from None


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="A position, a move list, or a file with one.")],
    ply: Annotated[int | None, typer.Option(help="Position after this many moves.")] = None,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Draw a position, with the score and whose turn it is."""
    with clear_errors():
        from fieldstone.cli.commands.looking import show_position

        show_position(position, ply, make_screen(language, plain, no_colour))


@app.command()
def games(json: Json = False) -> None:
    """List the games with their options."""
    with clear_errors():
        from fieldstone.cli.commands.looking import games_as_json, show_games

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
    """Show the guide to a game: its rules, with diagrams."""
    with clear_errors():
        from fieldstone.cli.commands.looking import known_game
        from fieldstone.cli.terminal.guides import show_guide

        show_guide(known_game(game), make_screen(language, plain, no_colour))


@app.command()
def warmup(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games to compile (default: all).")
    ] = None,
    to_play: Annotated[
        bool, typer.Option("--to-play", help="Compile only what a game against the computer needs.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Compile the games now, so that nothing has to be compiled later."""
    with clear_errors():
        from fieldstone.cli.commands.looking import known_game
        from fieldstone.cli.terminal.warming import warm
        from fieldstone.core.cache import what_is_not_kept
        from fieldstone.games import GAMES
        from fieldstone.warm import repair

        wanted = [known_game(name) for name in names or GAMES]
        screen = make_screen(language)
        if repair():
            screen.tell("start.repaired")
        warm(wanted, screen, to_play=to_play)
        if what_is_not_kept() is not None:
            raise typer.Exit(FAILED)  # the warning has said why
        if not to_play:
            print(f"Ready: {', '.join(dict.fromkeys(wanted))}.")


@app.command()
def perft(
    position: Annotated[str, typer.Argument(metavar="GAME|POSITION", help="Position to start from.")],
    depth: Annotated[int, typer.Option(min=0, max=60, help="Number of turns in a sequence.")],
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count for each first turn.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of turns from a position: a test of the rules."""
    with clear_errors():
        from fieldstone.cli.commands.measuring import count_sequences

        complete = count_sequences(position, depth, divide, json, make_screen(Language.EN))
        if not complete:
            raise typer.Exit(130)


# What `arena` takes, which is more than others do.
Players = Annotated[
    list[str],
    typer.Argument(
        metavar="PLAYER...",
        help=f"1 to {HIGHEST_LEVEL} (levels; {ABOVE_10}), max, random, plain, search,seconds=0.1,exploration=0.4 and "
        "so on, other programs (engine:COMMAND, gtp:COMMAND), or a TOML file.",
    ),
]
MatchGame = Annotated[str, typer.Option(metavar="GAME", help="A game: NAME, or NAME(size=5) and so on.")]
Games = Annotated[int, typer.Option(metavar="N", help="Games per pairing (even number).")]
OpeningPlies = Annotated[int, typer.Option(min=0, max=40, help="Random moves before the players start.")]
Balanced = Annotated[
    bool, typer.Option("--balanced", help="Leave out openings that a short search finds to favour a side.")
]
MatchSeed = Annotated[int, typer.Option(min=0, max=2**62, help="Random seed for openings and players.")]
MoveSeconds = Annotated[
    float | None, typer.Option(help="Thinking time per move in seconds, for players that set no limit of their own.")
]
MoveSimulations = Annotated[
    int | None, typer.Option(help="Simulations per move, for players that set no limit of their own.")
]
MatchClock = Annotated[Clock, typer.Option(help="Measure thinking time as CPU time or wall-clock time.")]
Adjudicate = Annotated[
    float,
    typer.Option(
        metavar="RATE",
        help="End a game once both players give the same side at least this win rate, such as 0.98; 0 turns it off.",
    ),
]
Workers = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Games played at the same time (default: one per CPU core).")
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on a Ray cluster: auto (the one of this machine), ray://HOST:PORT, or local (a new one, here).",
    ),
]
Sprt = Annotated[
    str | None,
    typer.Option(metavar="ELO0,ELO1", help="Stop once a sequential test has decided between two players."),
]
Adjacent = Annotated[
    bool, typer.Option("--adjacent", help="Pair only neighbours in the list, instead of a round robin.")
]
Results = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Results file; if it exists, the match resumes from it.")
]


@app.command()
def arena(
    players: Players,
    game: MatchGame,
    size: Size = None,
    komi: Komi = None,
    setup: SetupOption = None,
    pie: Pie = None,
    games: Games = 100,
    opening_plies: OpeningPlies = 2,
    balanced: Balanced = False,
    seed: MatchSeed = 1,
    seconds: MoveSeconds = None,
    simulations: MoveSimulations = None,
    clock: MatchClock = Clock.CPU,
    adjudicate: Adjudicate = 0.0,
    workers: Workers = None,
    ray: RayAddress = None,
    sprt: Sprt = None,
    adjacent: Adjacent = False,
    out: Results = None,
    json: Json = False,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Play a match between programs and measure which is stronger."""
    with clear_errors():
        from fieldstone.cli.commands.arena import ArenaRequest, run_arena

        options = _given(size=size, komi=komi, setup=setup, pie=pie)
        request = ArenaRequest(
            players, game, options, games, opening_plies, balanced, seed, clock.value, adjudicate, seconds, simulations,
            workers, ray, sprt, adjacent, out, json,
        )  # fmt: skip
        if not run_arena(request, make_screen(language, plain, no_colour)):
            raise typer.Exit(130)


@app.command()
def analyse(
    position: Annotated[
        str, typer.Argument(metavar="POSITION|FILE", help="A position, a move list, or a file with one.")
    ],
    ply: Annotated[int | None, typer.Option(help="Position after this many moves.")] = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**62, help="Random seed; the same seed repeats an analysis.")
    ] = None,
    megabytes: Annotated[
        int, typer.Option(min=1, max=1 << 20, help="Memory for the search tree, in megabytes.")
    ] = 1024,
    moves: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of moves to show.")] = None,
    json: Json = False,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Analyse a position: win rate, best moves and predicted ownership."""
    with clear_errors():
        from fieldstone.cli.commands.analyse import AnalyseRequest, run_analysis

        request = AnalyseRequest(position, ply, seconds, simulations, seed, megabytes, moves, json)
        if not run_analysis(request, make_screen(language, plain, no_colour)):
            raise typer.Exit(130)


@app.command()
def review(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Saved games, or move lists.")],
    by: Annotated[By, typer.Option(help="How losses are measured: win rate (chance) or points.")] = By.CHANCE,
    seconds: Seconds = None,
    simulations: Simulations = None,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="Random seed for the searches.")] = 1,
    worst: Annotated[int, typer.Option(min=0, metavar="N", help="Number of worst moves to show.")] = 6,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File for finished moves (default: FILE.review.jsonl)."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Ignore saved results and start over.")] = False,
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="Games reviewed at the same time (default: one per CPU core)."),
    ] = None,
    ray: RayAddress = None,
    json: Json = False,
    language: LanguageOption = None,
    plain: Ascii = False,
    no_colour: NoColour = False,
) -> None:
    """Review games: what every move lost, and what the best move was."""
    with clear_errors():
        from fieldstone.cli.commands.review import ReviewRequest, run_review

        request = ReviewRequest(
            files, by.value, seconds, simulations, seed, worst, out, again, processes, ray, json
        )  # fmt: skip
        if not run_review(request, make_screen(language, plain, no_colour)):
            raise typer.Exit(130)


@app.command()
def train(
    game: GameText,
    size: Size = None,
    pie: Pie = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder of the training (default: GAME-training).")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=0, max=100_000, metavar="N", help="Rounds in which the network plays with itself.")
    ] = 3,
    teacher_games: Annotated[
        int, typer.Option(metavar="N", help="Games of today's player, from which the network learns first.")
    ] = 3000,
    games: Annotated[int, typer.Option(metavar="N", help="Games of the network with itself in each round.")] = 3000,
    simulations: Annotated[
        int, typer.Option(metavar="N", help="Simulations of a move from which moves are learned.")
    ] = 400,
    steps: Annotated[int, typer.Option(metavar="N", help="Steps of learning in each round.")] = 4000,
    hidden: Annotated[int, typer.Option(metavar="N", help="Units of the network's first layer.")] = 256,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed; the same seed trains the same network.")] = 1,
    judge: Annotated[
        int,
        typer.Option(min=0, max=100_000, metavar="N", help="Games against today's player after each round; 0: none."),
    ] = 100,
    processes: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Processes that play (default: one per CPU core).")
    ] = None,
    ray: RayAddress = None,
    language: LanguageOption = None,
) -> None:
    """Train a network to play a game; a run that was stopped goes on."""
    with clear_errors():
        from fieldstone.cli.commands.training import TrainRequest, run_training

        course = {
            "seed": seed,
            "hidden": hidden,
            "teacher_games": teacher_games,
            "games": games,
            "simulations": simulations,
            "steps": steps,
        }
        request = TrainRequest(game, _given(size=size, pie=pie), out, rounds, judge, processes, ray, course)
        if not run_training(request, make_screen(language)):
            raise typer.Exit(130)


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; if it is in use, the next free one.")] = 8000,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE", help=DATABASE),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Extra host name to accept, or name:port; may be repeated.")
    ] = None,
    invitations: Annotated[
        int, typer.Option(min=1, max=100_000, help="Games between people begun from one network address in an hour.")
    ] = 60,
    seeks: Annotated[
        int, typer.Option(min=1, max=200, help="Open games in the lobby from one network address at a time.")
    ] = 20,
    sockets: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000,
            metavar="N",
            help="WebSockets from one network address at a time: one for each open page (default: 64, and 16 for games "
            "on one device).",
        ),
    ] = None,
    push_contact: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Alert players by web push; this mailto: or https: address is how push services reach you.",
        ),
    ] = None,
    accounts: Annotated[
        bool, typer.Option("--accounts", help="Let people have accounts: they sign in with a passkey.")
    ] = False,
    mail_server: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Mail server, to sign in by a link sent by mail as well.")
    ] = None,
    mail_from: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Address that mails come from.")] = None,
    language: LanguageOption = None,
) -> None:
    """Serve the page, to play and analyse in a browser; press Ctrl-C to stop."""
    with clear_errors():
        from fieldstone.cli.commands.serving import ServeRequest
        from fieldstone.cli.commands.serving import serve as serve_page

        names = tuple(allow_host or ())
        people = (invitations, seeks, sockets, push_contact, accounts, mail_server, mail_from)
        request = ServeRequest(host, port, open_browser, database, names, *people)
        serve_page(request, make_screen(language))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not be there yet.")],
    database: Annotated[str | None, typer.Option(metavar="FILE", help=DATABASE)] = None,
    language: LanguageOption = None,
) -> None:
    """Copy the database of games to a file, also while a server uses it."""
    with clear_errors():
        from fieldstone.cli.commands.backup import back_up

        back_up(file, database, make_screen(language))


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
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="How long to measure, in seconds.")] = 2.0,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Number of threads that play at the same time.")] = 1,
    json: Json = False,
) -> None:
    """Play random games for a few seconds and count them."""
    with clear_errors():
        from fieldstone.cli.commands.measuring import measure_playouts

        options = _given(size=size, komi=komi, setup=setup, pie=pie)
        measure_playouts(game, options, seconds, threads, json, make_screen(Language.EN))
