"""Logarithm and exponential by additions, multiplications and divisions alone.

Those are the same to the last bit on every machine, and in a browser; what a system's library makes of `log` and `exp`
is not. Both are within one unit in the last place.
"""

import math

import numpy as np

from fieldstone.core.jit import jit

LN2_HIGH = float.fromhex("0x1.62e42fep-1")  # the first bits of ln 2, so that a whole multiple of it is exact
LN2_LOW = float.fromhex("0x1.f473de6af278fp-30")  # and what is left of it
INVERSE_LN2 = 1.0 / math.log(2.0)
LOG_TERMS = tuple(2.0 / odd for odd in range(21, 2, -2))
EXP_TERMS = tuple(1.0 / math.factorial(n) for n in range(13, 1, -1))
ROOT_OF_TWO = math.sqrt(2.0)
FRACTION = np.int64((1 << 52) - 1)  # the bits of a double behind the point
ONE = np.int64(1023 << 52)  # the bits of 1.0
HIGHEST, LOWEST = 709.782712893384, -708.0  # beyond them the exponential is infinite, or 0 for what it is used for


@jit
def power_of_two(power: int) -> float:
    """Return 2 to a power from -1022 to 1023."""
    return np.int64((power + 1023) << 52).view(np.float64)


@jit
def log(x: float) -> float:
    """Return the natural logarithm of a positive number; infinity for infinity.

    With x = 2^k (1 + f), 1 + f from the root of one half to that of two, and s = f / (2 + f), it is k ln 2 plus twice
    the series of s^(2n + 1) / (2n + 1).
    """
    if x == math.inf:
        return x
    bits = np.float64(x).view(np.int64)
    power = (bits >> np.int64(52)) - np.int64(1023)
    whole = np.int64((bits & FRACTION) | ONE).view(np.float64)
    if whole > ROOT_OF_TWO:
        whole, power = 0.5 * whole, power + np.int64(1)
    f = whole - 1.0
    s, half, k = f / (2.0 + f), 0.5 * f * f, float(power)
    z = s * s
    series = 0.0
    for term in LOG_TERMS:
        series = term + z * series
    rest = half - (s * (half + z * series) + k * LN2_LOW)
    return k * LN2_HIGH - (rest - f)


@jit
def exp(x: float) -> float:
    """Return e to the power of a number: 0 below e^-708, infinity where a double ends.

    With x = k ln 2 + r, r up to half of ln 2, it is 2^k times the series of r^n / n!.
    """
    if x > HIGHEST:
        return math.inf
    if x < LOWEST:
        return 0.0
    k = math.floor(INVERSE_LN2 * x + 0.5)
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    series = 0.0
    for term in EXP_TERMS:
        series = term + r * series
    value = 1.0 + (r + r * r * series)  # the small numbers first
    half = int(k) // 2  # in two steps, as 2^1024 is no double
    return value * power_of_two(half) * power_of_two(int(k) - half)
