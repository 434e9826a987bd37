"""Zobrist keys: one random 64-bit number for each (kind of stone, place), joined by exclusive-or.

A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970. The numbers are the same on every
machine and in every version, so that stored keys stay true.
"""

import numpy as np
import numpy.typing as npt

from fieldstone.core.rng import MASK, scramble


def zobrist_table(kinds: int, places: int) -> npt.NDArray[np.uint64]:
    """Return a (kinds, places) uint64 table."""
    numbers = [[scramble((kind << 32) + place + 1) & MASK for place in range(places)] for kind in range(kinds)]
    return np.array(numbers, dtype=np.uint64)


SIDE_KEY = np.uint64(scramble(1 << 60))
BUTTON_KEY = np.uint64(scramble(2 << 60))
PASS_KEY = np.uint64(scramble(3 << 60))
TURN_KEY = np.uint64(scramble(4 << 60))
EXCHANGED_KEY = np.uint64(scramble(5 << 60))
