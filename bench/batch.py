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
    """Give the rows: on two threads beside each peer, then on one, and with planes, beside the first."""

    def mine(threads: int, observation: str) -> Measure:
        return partial(ours.vector_env_steps_per_second, GAME, GAMES, threads, seconds, observation)

    def spiel(game: Callable[[], str], n: int, at_once: bool) -> Measure:
        return lambda: peers.sync_vector_env_steps_per_second(game(), n, seconds, at_once)

    def zoo(make: Callable[[], Any]) -> Measure:
        return partial(peers.agent_loop_steps_per_second, make, seconds)

    sync = f"SyncVectorEnv, {GAMES:,} of"
    on_go = f"{sync} its Go 9x9, reset_if_done"
    fastest = f"SyncVectorEnv, {FEW} of its Go 9x9, restart by the next step: the fastest seen"
    go = partial(str, peers.GO)
    beside: tuple[tuple[int, str, str, Measure, int | None], ...] = (
        (2, "cells", on_go, spiel(go, GAMES, True), WANTED),
        (2, "cells", f"{sync} our Vacu 9x9, reset_if_done", spiel(peers.our_vacu, GAMES, True), WANTED),
        (2, "cells", "PettingZoo, a loop over its Go 9x9", zoo(peers.pettingzoo_go), WANTED),
        (2, "cells", "PettingZoo, a loop over our Vacu 9x9", zoo(peers.pettingzoo_vacu), WANTED),
        (2, "cells", fastest, spiel(go, FEW, False), None),
        (1, "cells", on_go, spiel(go, GAMES, True), None),
        (2, "planes", on_go, spiel(go, GAMES, True), None),
    )
    for threads, observation, peer, theirs, wanted in beside:
        on = ("one thread", "two threads")[threads - 1]
        name = f"vector environment, {GAMES:,} of Vacu 9x9, masks and {observation}, {on}"
        row = report.Row(name, "games x steps/s", peer=peer, wanted=wanted)
        yield row, partial(alternate, row, mine(threads, observation), theirs, rounds)


def main() -> int:
    """Run from the command line; 1 if a row could not be measured, or was missed and --strict."""
    return turns.run("Measure thousands of games at once, beside loops of others.", "batches", jobs)


if __name__ == "__main__":
    sys.exit(main())
