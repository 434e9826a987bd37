"""Keys of small numbers, to be joined to Zobrist keys."""

from typing import Any

import numpy as np

from fieldstone.core.jit import jit

Key = Any


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
