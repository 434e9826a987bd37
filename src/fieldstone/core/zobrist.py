"""Zobrist keys: one random 64-bit number for each (kind of stone, place), joined by exclusive-or.

A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970. The numbers are the same on every
machine and in every version, so that stored keys stay true.
"""

from typing import Any

import numpy as np

from fieldstone.core.jit import jit
from fieldstone.core.rng import scramble

Key = Any

LOW = np.uint64((1 << 32) - 1)
HALF = np.uint64(32)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@jit
def product(one: Key, other: Key) -> Key:
    """Return the lower 64 bits of a product of two uint64, by halves: nothing overflows when the compiler is off."""
    low = (one & LOW) * (other & LOW)
    middle = ((((one >> HALF) * (other & LOW)) & LOW) + (((one & LOW) * (other >> HALF)) & LOW)) & LOW
    high = ((low >> HALF) + middle) & LOW
    return (high << HALF) | (low & LOW)


@jit
def fill_zobrist(table: Any) -> None:
    """Fill a (kinds, places) uint64 table, by `scramble` of the kind and the place, which counts from 1."""
    for kind in range(table.shape[0]):
        for place in range(table.shape[1]):
            key = (np.uint64(kind) << HALF) + np.uint64(place + 1) + GOLDEN
            key = product(key ^ (key >> np.uint64(30)), FIRST)
            key = product(key ^ (key >> np.uint64(27)), SECOND)
            table[kind, place] = key ^ (key >> np.uint64(31))


SIDE_KEY = np.uint64(scramble(1 << 60))
BUTTON_KEY = np.uint64(scramble(2 << 60))
PASS_KEY = np.uint64(scramble(3 << 60))
TURN_KEY = np.uint64(scramble(4 << 60))
EXCHANGED_KEY = np.uint64(scramble(5 << 60))
