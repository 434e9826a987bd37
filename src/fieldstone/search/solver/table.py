"""A bounded table of what has been proven about positions.

Buckets of four entries; when all four are taken, the one with the least work behind it gives way. An entry holds bounds
of the position's value for the player to move, each of them a proof. Searches with a depth limit also note what they
could not prove: that saves work within a search and is never a proof of the opposite.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.jit import jit
from fieldstone.core.mixing import int64

Table = npt.NDArray[np.void]

BUCKET = 4
BIG = 1 << 28  # above all values of finished games
UNPROVEN = 1 << 29  # the value, for the side that is not the prover, of a line that proves nothing

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),  # all 64 bits of `position_key`
                ("low", np.int32),  # the player to move gets at least this,
                ("high", np.int32),  # and at most this
                ("mover_goal", np.int32),  # not shown: that the player to move gets this much,
                ("other_goal", np.int32),  # or that the player to move gets less than this,
                ("mover_depth", np.int16),  # within so many plies
                ("other_depth", np.int16),
                ("action", np.int16),  # the best move known, or -1
                ("generation", np.uint8),  # entries of another generation count as empty
                ("work", np.uint8),  # binary logarithm of the nodes behind the entry
            ],
            align=True,
        ),
    )
)


def entries_in(megabytes: float) -> int:
    """Return how many entries a table has: a power of two that takes at most so much memory, at least a thousand."""
    return 1 << max(10, int(megabytes * 2**20 / ENTRY.itemsize).bit_length() - 1)


@jit
def find_entry(table: Table, key: Any, generation: int) -> int:
    """Return the index of a position's entry, or -1."""
    first = int64(key & np.uint64(len(table) - BUCKET))
    for index in range(first, first + BUCKET):
        if table[index].key == key and table[index].generation == generation:
            return index
    return -1


@jit
def claim_entry(table: Table, key: Any, generation: int, work: int) -> int:
    """Return the index of a position's entry, made fresh in the place of the least valuable one if need be."""
    first = int64(key & np.uint64(len(table) - BUCKET))
    chosen, least = first, 1000
    for index in range(first, first + BUCKET):
        entry = table[index]
        if entry.generation != generation:
            if least >= 0:
                chosen, least = index, -1
        elif entry.key == key:
            entry.work = max(entry.work, work)
            return index
        elif entry.work < least:
            chosen, least = index, entry.work
    entry = table[chosen]
    entry.key, entry.generation, entry.work, entry.action = key, generation, work, -1
    entry.low, entry.high = -BIG, BIG
    entry.mover_goal = entry.other_goal = 0
    entry.mover_depth = entry.other_depth = -1
    return chosen


@jit
def work_of(nodes: int) -> int:
    """Return the whole part of the binary logarithm of a number of nodes."""
    work = 0
    while nodes > 1:
        nodes >>= 1
        work += 1
    return work
