"""Measure the search: simulations a second beside OpenSpiel's, on two threads, and the time of a move.

Like `playouts.py`: ours and theirs in turn, the median of the turns and their range.

    python bench/search.py                              # measure and print; `make bench` does this too
    python bench/search.py --write docs/benchmarks.md   # and replace the table of the search there
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain

try:
    import ours
    import peers
    import report
    import turns
    from turns import Job, alternate, repeat
except ModuleNotFoundError as missing:
    sys.exit(f"{missing}: the peers are measured in the same run; `make bench` installs them")

# Our game, its options, what to call it; OpenSpiel's game; the least ratio of simulations per second.
PLAIN: tuple[tuple[str, dict[str, int], str, str, float], ...] = (
    ("vacu", {"size": 9}, "Vacu 9x9", peers.GO, 10),
    ("iago", {}, "Iago", peers.OTHELLO, 10),
    ("vadus", {"size": 9}, "Vadus 9", peers.HAVANNAH, 5),
)
FINISHED: tuple[tuple[str, dict[str, int], str], ...] = (
    ("vacu", {"size": 9}, "Vacu 9x9"),
    ("convacu", {"size": 9}, "Convacu 9x9"),
    ("kaomi", {"size": 7}, "Kaomi 7x7"),
    ("iago", {}, "Iago"),
    ("vadus", {"size": 9}, "Vadus 9"),
)
THREADED = FINISHED[:1]
LEVEL = 5
MOST_SECONDS = 1  # for its first move


def plain_jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give the rows on plain UCT beside OpenSpiel's: with as many simulations, and with as much time."""
    for name, options, title, peer, wanted in PLAIN:
        for as_many, what in ((True, "searches of as many simulations"), (False, "searches of a second")):
            row = report.Row(f"plain UCT, {title}, {what}", "simulations/s", peer=peer, wanted=wanted)
            yield row, partial(plain, row, name, options, as_many, rounds, seconds)


def plain(
    row: report.Row, name: str, options: dict[str, int], as_many: bool, rounds: int, seconds: float
) -> list[report.Row]:
    """Measure plain UCT of ours beside that of the peer that `row` names.

    Parameters
    ----------
    row : report.Row
        Gets the numbers; its `peer` is a game of OpenSpiel.
    name : str
        Our game.
    options : dict
        Its options.
    as_many : bool
        Let each search of ours make the simulations that the peer makes in about a second; otherwise it
        takes a second too, in which its tree grows larger than the peer's.
    rounds : int
        How many turns count.
    seconds : float
        The time of each measurement in a turn.

    Returns
    -------
    list of report.Row
        Nothing to add to the row.
    """
    peer, simulations = row.peer, peers.simulations_per_search(row.peer)
    mine = partial(ours.simulations_per_second, name, seconds, simulations if as_many else None, plain=True, **options)
    row.peer = f"{peer}, searches of {simulations:,}"
    return alternate(row, mine, partial(peers.mcts_simulations_per_second, peer, seconds), rounds)


def finished_jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give the rows on the player as it plays by default, on one thread and on two."""
    for name, options, title in FINISHED:
        row = report.Row(f"our player, {title}, one thread", "simulations/s", judged="value")
        mine = partial(ours.simulations_per_second, name, seconds, **options)
        yield row, partial(repeat, row, mine, rounds)

    for name, options, title in THREADED:
        row = report.Row(f"our player, {title}, two threads", "simulations/s", peer="one thread", wanted=1.6)
        if not ours.search_takes_threads():
            skip(row, "the player takes no number of threads")
            continue
        mine, alone = (
            partial(ours.simulations_per_second, name, seconds, threads=threads, **options) for threads in (2, 1)
        )
        yield row, partial(alternate, row, mine, alone, rounds)


def level_jobs(rounds: int) -> Iterator[Job]:
    """Give the rows on the time of the first move of every game at its default size."""
    for name in ours.game_names():
        row = report.Row(
            f"first move of level {LEVEL}, {name} at its default size",
            "s",
            judged="value",
            wanted=MOST_SECONDS,
            at_most=True,
        )
        if not ours.search_has_levels():
            skip(row, "there are no levels")
            continue
        yield row, partial(repeat, row, partial(ours.level_move_seconds, name, LEVEL), rounds)


def skip(row: report.Row, why: str) -> None:
    """Say that a row is left out."""
    print(f"skipped {row.work}: {why}", file=sys.stderr, flush=True)


def main() -> int:
    """Run from the command line; 1 if a row could not be measured, or was missed and --strict."""
    return turns.run(
        "Measure Fieldstone's search, beside OpenSpiel's.",
        "search",
        lambda rounds, seconds: chain(plain_jobs(rounds, seconds), finished_jobs(rounds, seconds), level_jobs(rounds)),
    )


if __name__ == "__main__":
    sys.exit(main())
