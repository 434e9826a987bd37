"""Measure Fieldstone beside OpenSpiel in one run, and hold the numbers against their thresholds.

What is compared runs alternately, ours and theirs and ours and theirs, on the same cores within
seconds of each other: a ratio outlives a busy machine better than a number does. A row tells the
median of its rounds and their range. A row that misses its threshold is printed as missed, a row
that could not be measured says why.

    python bench/playouts.py                              # measure and print, as does `make bench`
    python bench/playouts.py --write docs/benchmarks.md   # and replace the table there
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

try:
    import ours
    import peers
    import report
    import turns
    from turns import Job, Measure, alternate, repeat
except ModuleNotFoundError as missing:
    sys.exit(f"{missing}: the peers are measured in the same run; `make bench` installs them")

# Our game, its options, what to call it; OpenSpiel's game; the least ratio of games per second.
PLAYOUTS: tuple[tuple[str, dict[str, int], str, str, float], ...] = (
    ("vacu", {"size": 9}, "Vacu 9x9", peers.GO, 10),
    ("iago", {}, "Iago", peers.OTHELLO, 10),
    ("vadus", {"size": 9}, "Vadus 9", peers.HAVANNAH, 6),
    ("kaomi", {"size": 7}, "Kaomi 7x7", peers.GO, 15),
)
BATCH = 1024
PEER_FASTEST = 64  # environments with which SyncVectorEnv was seen to step fastest


def playout_jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give the rows on random games: ours beside OpenSpiel's, and the cycles that a ply costs."""
    for name, options, title, peer, wanted in PLAYOUTS:
        row = report.Row(f"random playouts, {title}", "games/s", peer=peer, wanted=wanted)
        yield row, partial(playouts, row, name, options, title, rounds, seconds)


def playouts(
    row: report.Row, name: str, options: dict[str, int], title: str, rounds: int, seconds: float
) -> list[report.Row]:
    """Measure random games of ours beside those of the peer that `row` names.

    Parameters
    ----------
    row : report.Row
        Gets the numbers; its `peer` is a game of OpenSpiel.
    name : str
        Our game.
    options : dict
        Its options.
    title : str
        What people call it.
    rounds : int
        How many turns count.
    seconds : float
        The time of each measurement in a turn.

    Returns
    -------
    list of report.Row
        The row on what a ply costs in cycles; it has no threshold.
    """
    peer, plies = row.peer, peers.mean_plies(row.peer)
    said: list[dict[str, Any]] = []

    def mine() -> float:
        said.append(ours.playouts(name, seconds, **options))
        return float(said[-1]["games_per_s"])

    alternate(row, mine, lambda: peers.rollouts_per_second(peer, seconds), rounds)
    said = said[1:]
    row.note = f"{report.number(median(x['plies_per_s'] for x in said))} plies/s"
    row.peer = f"{peer}, {report.number(plies * median(row.theirs))} plies/s"

    clock = report.nominal_hertz()
    cycles = report.Row(f"cycles per ply, {title}", "cycles", peer=f"{peer}, by nominal clock")
    if clock:
        cycles.ours = [clock / x["plies_per_s"] for x in said]
        cycles.note = "by nominal clock"
    else:
        cycles.error = "this machine does not state its clock"
    cycles.theirs = [clock / (plies * rate) for rate in row.theirs] if clock else []
    return [cycles]


def python_jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give the rows on threads, on play from Python, and on batches."""

    def of_threads(count: int) -> float:
        said = ours.playouts("vacu", seconds, threads=count, size=9)
        return float(said["games_per_s"])

    row = report.Row("two threads, Vacu 9x9", "games/s", peer="one thread", wanted=1.8)
    yield row, partial(alternate, row, partial(of_threads, 2), partial(of_threads, 1), rounds)

    loops: tuple[tuple[str, Callable[[str, int, float], float], float], ...] = (
        ("play(move)", ours.play_plies_per_second, 200_000),
        ("legal_moves() and play(move)", ours.listed_plies_per_second, 60_000),
    )
    for what, loop, wanted in loops:
        row = report.Row(
            f"from Python, Vacu 9x9 with history: {what}",
            "plies/s",
            peer="OpenSpiel's bindings on Go 9x9, with the list",
            judged="value",
            wanted=wanted,
        )
        mine = partial(loop, "vacu", 9, seconds)
        theirs = partial(peers.binding_plies_per_second, peers.GO, seconds)
        yield row, partial(alternate, row, mine, theirs, rounds)

    batches: tuple[tuple[bool, int, bool, float | None], ...] = (
        (True, BATCH, True, 50),
        (True, PEER_FASTEST, False, None),
        (False, BATCH, True, None),
    )
    for from_mask, environments, at_once, least in batches:
        drawn = "actions drawn from the mask" if from_mask else "actions drawn by the batch"
        restart = "reset_if_done" if at_once else "restart by the next step: the fastest seen"
        row = report.Row(
            f"batch of {BATCH:,} on two threads, Vacu 9x9, {drawn}",
            "games x steps/s",
            peer=f"SyncVectorEnv, {environments:,} of Go 9x9, {restart}",
            wanted=least,
        )
        mine = partial(ours.batch_steps_per_second, "vacu", 9, BATCH, 2, seconds, from_mask)
        theirs = partial(peers.sync_vector_env_steps_per_second, peers.GO, environments, seconds, at_once)
        yield row, partial(alternate, row, mine, theirs, rounds)


def start_jobs(rounds: int, folder: Path) -> Iterator[Job]:
    """Give the rows on compiling and starting; `folder` is an empty one for compiled code."""
    importing = [sys.executable, "-c", "import fieldstone"]
    works: tuple[tuple[str, float, Measure], ...] = (
        (
            "all games compiled on first use: fieldstone warmup",
            90,
            partial(ours.run_seconds, ours.command("warmup"), folder),
        ),
        (
            "warm start: fieldstone play vacu, to the board and the first prompt",
            2,
            partial(ours.prompt_seconds, ours.command("play", "vacu"), "quit\n", folder),
        ),
        (
            "import fieldstone, Python's own start included",
            0.5,
            partial(ours.run_seconds, importing),
        ),
        ("fieldstone --help", 0.3, partial(ours.run_seconds, ours.command("--help"))),
    )
    for work, most, measure in works:
        row = report.Row(work, "s", judged="value", wanted=most, at_most=True)
        yield row, partial(repeat, row, measure, 0 if "first use" in work else rounds)


def main() -> int:
    """Run from the command line; 1 if a row could not be measured, or was missed and --strict."""
    with tempfile.TemporaryDirectory() as folder:
        return turns.run(
            "Measure Fieldstone beside OpenSpiel.",
            "numbers",
            lambda rounds, seconds: chain(
                playout_jobs(rounds, seconds), python_jobs(rounds, seconds), start_jobs(rounds, Path(folder))
            ),
        )


if __name__ == "__main__":
    sys.exit(main())
