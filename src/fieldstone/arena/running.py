"""Playing a match: what the file does not have yet, until it is complete, decided, or stopped."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from fieldstone.arena.match import Match, Task, schedule
from fieldstone.arena.playing import game_player, nets_of
from fieldstone.arena.report import Report, Standings, final_report
from fieldstone.arena.results import ResultsFile, open_results
from fieldstone.arena.sprt import Sprt
from fieldstone.jobs.local import LocalWorkers
from fieldstone.jobs.work import Work, Workers

Watch = Callable[[Standings, dict[str, Any] | None], None]


def run_match(
    match: Match,
    pairs: int,
    path: Path,
    workers: Workers | None = None,
    sprt: Sprt | None = None,
    stop: threading.Event | None = None,
    watch: Watch | None = None,
    opened: Callable[[ResultsFile], None] | None = None,
) -> Report:
    """Play the first pairs of every couple of a match that its file does not hold yet; returns what all of them say.

    Parameters
    ----------
    match, pairs : what to play
    path : of the results file; every finished game is there at once
    workers : has the games played; one process of this machine if there is none
    sprt : ends the match when it has decided, going by the pairs in their order
    stop : ends the match as soon as it is set, within a second
    watch : is told how it stands after each game, with the game, and now and then without one
    opened : is told the results file before the first game; it may raise to keep it from being played

    Raises
    ------
    ArenaError, NetError, OSError
        The file, or that of a player's network, cannot be used.
    WorkerError
        Workers died over one game, twice or more.
    """
    stop = stop or threading.Event()
    with open_results(path, match) as file:
        if opened is not None:
            opened(file)
        standings = Standings(match, pairs, file.games.values(), sprt)
        if standings.finished < standings.games and standings.accepted is None:
            work, tasks = Work(game_player, (match, nets_of(match))), _missing(match, pairs, file)

            def ended() -> bool:
                return stop.is_set() or standings.accepted is not None

            with closing((workers or LocalWorkers(1)).results(work, tasks, ended)) as results:
                for game in results:
                    if game is not None:
                        file.add(game)
                        standings.add(game)
                    if watch is not None:
                        watch(standings, game)
        return final_report(match, pairs, file.games.values(), sprt)


def _missing(match: Match, pairs: int, file: ResultsFile) -> Iterator[Task]:
    """Yield the games that the file does not hold."""
    known = set(file.games)
    return (task for task in schedule(match, pairs) if task.key not in known)
