"""People play for an hour, lose their lines and come back: nothing may be missing, and memory must not grow.

    python bench/crowd.py                # an hour, 8 pairs
    python bench/crowd.py --minutes 5    # to try it: what memory does shows only after half an hour

They play as in `bench/kills.py`, but nobody is killed, and few enough that the machine is not the limit: the games of
ten minutes are in memory, so that it would follow the speed of a machine that is busy and then is not. In the end all
that anybody has been told must be there. A game that nobody is at leaves memory after ten minutes, so that it is full
after the first third of an hour: from then on it may not grow by more than a tenth.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time

import people
from kills import CLOCKS, LENGTH, SIZE, STUCK, Findings, Pair, Park, check, going_on

LOSES = 0.02  # of all sockets that are open, each second
FULL = 20.0  # minutes after which memory is full
GROWTH = 1.1


async def play(park: Park, pairs: list[Pair], minutes: float, found: Findings) -> list[float]:
    """Let pairs play; returns the megabytes of the server, minute by minute."""
    tasks = [asyncio.create_task(pair.live()) for pair in pairs]
    sizes: list[float] = []
    try:
        end, told = time.monotonic() + 60 * minutes, 0.0
        while time.monotonic() < end:
            await asyncio.sleep(1.0)
            for one in (one for pair in pairs for both in pair.games[-1:] for one in both):
                if one.client is not None and random.random() < LOSES:
                    one.client.close()
            for task in tasks:
                if task.done():
                    task.result()
            if time.monotonic() - told > 60:
                told = time.monotonic()
                sizes.append(park.servers[0].megabytes())
                print(f"{len(sizes) - 1} minutes: {sizes[-1]:.0f} MB, {found.games} games", flush=True)
        await going_on(pairs, [pair.progress() for pair in pairs], found)
        sizes.append(park.servers[0].megabytes())  # now: what is compared next is read into memory again
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        found.moves = sum([await check(park, both, found) for pair in pairs for both in pair.games])
    return sizes


def main() -> int:
    """Read the command line and let them play; returns the exit status."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--minutes", type=float, default=60.0)
    reader.add_argument("--pairs", type=int, default=8)
    asked = reader.parse_args()
    people.end_tidily()
    found = Findings()
    with tempfile.TemporaryDirectory(prefix="fieldstone-crowd-") as folder, contextlib.ExitStack() as ending:
        park = Park(f"sqlite:///{folder}/games.sqlite", 1, [])
        ending.callback(park.stop)
        line = people.line_of(SIZE, LENGTH)
        pairs = [Pair(park, CLOCKS[number % len(CLOCKS)], line, found) for number in range(asked.pairs)]
        sizes = asyncio.run(play(park, pairs, asked.minutes, found))
    grown = ""
    if asked.minutes > FULL + STUCK / 60:
        full = sizes[int(FULL)]
        grown = f", from {full:.0f} MB after {FULL:.0f} minutes"
        if sizes[-1] > GROWTH * full:
            found.lost.append(f"memory: {full:.0f} MB, then {sizes[-1]:.0f} MB")
    for one in (*found.lost, *found.stuck, *found.doubled, *found.refused):
        print(one)
    print(f"{found.sentence()}; {sizes[-1]:.0f} MB{grown}")
    return 0 if found.is_good() else 1


if __name__ == "__main__":
    sys.exit(main())
