"""The random numbers of the kernels: xorshift64 with its state in an array, the same on every machine.

G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003. Only shifts and exclusive-ors, so that
nothing overflows when the compiler is off.
"""

import numpy as np
import numpy.typing as npt

from fieldstone.core.jit import jit

Rng = npt.NDArray[np.uint64]

MASK = (1 << 64) - 1


def scramble(number: int) -> int:
    """Return a well mixed 64-bit number of `number` (Python ints; splitmix64 by S. Vigna)."""
    z = (number + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def make_rng(seed: int, stream: int = 0) -> Rng:
    """Return a generator: a (1,) uint64 array, never zero; other seeds or streams give other numbers."""
    return np.array([scramble(scramble(seed & MASK) ^ (stream & MASK)) or 1], dtype=np.uint64)


@jit
def random_below(rng: Rng, bound: int) -> int:
    """Return a whole number from 0 to bound - 1, all equally likely (bias under 2^-32 x bound); `rng` moves on."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return int(np.int64(((x >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)))
