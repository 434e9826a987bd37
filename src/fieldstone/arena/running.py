"""Playing a match: what the file does not have yet, until it is complete, decided, or stopped."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from fieldstone.arena.match import Match, Task, schedule
from fieldstone.arena.pool import Pool
from fieldstone.arena.report import Report, Standings, final_report
from fieldstone.arena.results import ResultsFile, open_results
from fieldstone.arena.sprt import Sprt

Watch = Callable[[Standings, dict[str, Any] | None], None]


def run_match(
    match: Match,
    pairs: int,
    path: Path,
    workers: int = 1,
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
    workers : processes that play at the same time
    sprt : ends the match when it has decided, going by the pairs in their order
    stop : ends the match as soon as it is set, within a second
    watch : is told how it stands after each game, with the game, and now and then without one
    opened : is told the results file before the first game; it may raise to keep it from being played

    Raises
    ------
    ArenaError, OSError
        The file cannot be used.
    WorkerError
        A worker process died twice over one game.
    """
    stop = stop or threading.Event()
    with open_results(path, match) as file:
        if opened is not None:
            opened(file)
        standings = Standings(match, pairs, file.games.values(), sprt)
        missing = standings.games - standings.finished
        if missing and standings.accepted is None:
            pool = Pool(match, _missing(match, pairs, file), max(1, min(workers, missing)))
            with closing(pool.results(lambda: stop.is_set() or standings.accepted is not None)) as results:
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
