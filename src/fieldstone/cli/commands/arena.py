"""The command ``arena``: from the command line to a match, and from its end to the screen."""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fieldstone.arena.errors import ArenaError
from fieldstone.cli.commands.looking import known_game
from fieldstone.cli.commands.workers import check_ray, open_workers
from fieldstone.cli.play.launch import check_game, make_game
from fieldstone.cli.terminal.errors import FailureError, UnusableError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.cli.terminal.stopping import interrupts
from fieldstone.messages import SaidError

if TYPE_CHECKING:
    from fieldstone.arena.match import Match
    from fieldstone.arena.results import ResultsFile
    from fieldstone.arena.sprt import Sprt


@dataclass(frozen=True)
class ArenaRequest:
    """What the command line says of a match."""

    players: list[str]
    game: str
    options: Mapping[str, Any]
    games: int
    opening_plies: int
    balanced: bool
    seed: int
    clock: str
    adjudicate: float
    seconds: float | None
    simulations: int | None
    workers: int | None
    ray: str | None
    sprt: str | None
    adjacent: bool
    out: Path | None
    as_json: bool


def run_arena(request: ArenaRequest, screen: Screen) -> bool:
    """Play a match, or the rest of it, and print what it says; returns False when Ctrl-C cut it short."""
    try:
        return _run(request, screen)
    except SaidError as error:
        raise UnusableError(error.sentence(screen.language)) from None


def _run(request: ArenaRequest, screen: Screen) -> bool:
    if len(request.players) < 2:
        raise ArenaError("arena.few-players")
    if request.games < 2 or request.games % 2:
        raise ArenaError("arena.odd-games", games=request.games)
    if request.adjudicate != 0.0 and not 0.5 < request.adjudicate <= 1.0:
        raise ArenaError("arena.adjudicate", chance=request.adjudicate)
    check_ray(request.ray, screen)
    sprt = _read_sprt(request)
    match = _make_match(request, screen)

    from fieldstone.arena.players import read_spec
    from fieldstone.arena.results import default_name
    from fieldstone.arena.running import run_match
    from fieldstone.cli.commands.arena_view import View
    from fieldstone.jobs.work import WorkerError

    labels = [read_spec(text).label for text in match.players]
    path = request.out or Path(default_name(match, labels))
    view = View(screen, labels, quiet=request.as_json)

    def opened(file: "ResultsFile") -> None:
        view.begin(match, len(file.games), file.cut, path)

    try:
        with (
            open_workers(request.workers, request.ray, screen, quiet=request.as_json) as workers,
            interrupts() as stop,
            view if not request.as_json else nullcontext(),
        ):
            report = run_match(match, request.games // 2, path, workers, sprt, stop, view.watch, opened)
    except WorkerError as error:
        raise FailureError(screen.say("arena.worker-died", problem=error)) from None
    decided = report.test is not None and report.test.accepted is not None
    complete = decided or report.finished == report.games
    if request.as_json:
        print(json.dumps({**report.to_data(), "complete": complete, "file": str(path)}, ensure_ascii=False))
    else:
        view.end(report)
        if not complete:
            screen.tell("arena.stopped", finished=report.finished, games=report.games, file=path)
    return complete


def _make_match(request: ArenaRequest, screen: Screen) -> "Match":
    """Return the match that is asked for, its game compiled and its players tried. Raises ArenaError, OptionError."""
    from fieldstone.cli.terminal.warming import warm

    name = known_game(request.game)
    check_game(request.game, request.options, screen)
    warm([name], screen)

    from fieldstone.arena.match import Match
    from fieldstone.arena.players import check_player, named, read_spec

    game = make_game(request.game, request.options)
    specs = [read_spec(text, seconds=request.seconds, simulations=request.simulations) for text in request.players]
    for spec in specs:
        check_player(spec, game, request.clock)
    texts = tuple(str(spec) for spec in named(specs))
    return Match(
        str(game),
        texts,
        request.adjacent,
        request.opening_plies,
        request.seed,
        request.clock,
        request.adjudicate,
        request.balanced,
    )


def _read_sprt(request: ArenaRequest) -> "Sprt | None":
    """Return the sequential test that is asked for; raises ArenaError."""
    if request.sprt is None:
        return None

    from fieldstone.arena.sprt import Sprt

    if len(request.players) != 2:
        raise ArenaError("arena.sprt-two", count=len(request.players))
    try:
        elo0, elo1 = map(float, request.sprt.split(","))
    except ValueError:
        elo0, elo1 = 0.0, 0.0
    if not -1000 <= elo0 < elo1 <= 1000:
        raise ArenaError("arena.sprt", text=request.sprt[:40])
    return Sprt(elo0, elo1)
