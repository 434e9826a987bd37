"""Keys of small numbers, to be joined to Zobrist keys, and the one width of numbers in searches."""

from typing import Any

import numpy as np

from fieldstone.core.jit import jit

Key = Any
int64: Any = np.int64  # in a kernel `int` leaves a narrow field narrow, and each width would be compiled for anew


@jit
def number_key(number: int) -> Key:
    """Return a 64-bit key of a whole number (taken as 64 bits), 0 for 0; different numbers have different keys.

    Only shifts and exclusive-ors (xorshift64, three times), so that nothing overflows when the compiler is off.
    """
    key = np.uint64(number)
    for _ in range(3):
        key ^= key << np.uint64(13)
        key ^= key >> np.uint64(7)
        key ^= key << np.uint64(17)
    return key
