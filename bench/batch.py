"""Measure thousands of games at once: our vector environment beside loops over environments of others.

Like `playouts.py`: ours and theirs in turn, the median of the turns and their range. Vacu 9x9, 1,024 games, actions
drawn by NumPy from the legal masks.

    python bench/batch.py                              # measure and print; `make bench` does this too
    python bench/batch.py --write docs/benchmarks.md   # and replace the table of the batches there
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

try:
    import ours
    import peers
    import report
    import turns
    from turns import Job, Measure, alternate
except ModuleNotFoundError as missing:
    sys.exit(f"{missing}: the peers are measured in the same run; `make bench` installs them")

GAME = "vacu(size=9)"
GAMES = 1024
FEW = 64  # environments with which SyncVectorEnv was seen to step fastest
WANTED = 50


def jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give the rows: on two threads beside each peer, and on one beside the first."""

    def mine(threads: int) -> Measure:
        return partial(ours.vector_env_steps_per_second, GAME, GAMES, threads, seconds)

    def spiel(game: Callable[[], str], n: int, at_once: bool) -> Measure:
        return lambda: peers.sync_vector_env_steps_per_second(game(), n, seconds, at_once)

    def zoo(make: Callable[[], Any]) -> Measure:
        return partial(peers.agent_loop_steps_per_second, make, seconds)

    go, vacu = (lambda: peers.GO), peers.our_vacu
    at_once, next_step = "reset_if_done", "restart by the next step: the fastest seen"
    beside: tuple[tuple[int, str, Measure, int | None], ...] = (
        (2, f"SyncVectorEnv, {GAMES:,} of its Go 9x9, {at_once}", spiel(go, GAMES, True), WANTED),
        (2, f"SyncVectorEnv, {GAMES:,} of our Vacu 9x9, {at_once}", spiel(vacu, GAMES, True), WANTED),
        (2, "PettingZoo, a loop over its Go 9x9", zoo(peers.pettingzoo_go), WANTED),
        (2, f"SyncVectorEnv, {FEW} of its Go 9x9, {next_step}", spiel(go, FEW, False), None),
        (1, f"SyncVectorEnv, {GAMES:,} of its Go 9x9, {at_once}", spiel(go, GAMES, True), None),
    )
    for threads, peer, theirs, wanted in beside:
        name = f"vector environment, {GAMES:,} of Vacu 9x9, {('one thread', 'two threads')[threads - 1]}"
        row = report.Row(name, "games x steps/s", peer=peer, wanted=wanted)
        yield row, partial(alternate, row, mine(threads), theirs, rounds)


def main() -> int:
    """Run from the command line; 1 if a row could not be measured, or was missed and --strict."""
    return turns.run("Measure thousands of games at once, beside loops of others.", "batches", jobs)


if __name__ == "__main__":
    sys.exit(main())
