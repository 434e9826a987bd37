"""Logarithm, exponential and power by additions, multiplications and divisions alone.

Those are the same to the last bit on every machine, and in a browser; what a system's library makes of `log` and `exp`
is not. Tables, made here with forty digits, leave a small rest for a short series, and what is lost in rounding is
added at the end: so nearly all results are the doubles nearest to the truth (P. Tang, "Table-driven implementation of
the logarithm function in IEEE floating-point arithmetic", ACM Transactions on Mathematical Software 16 (4), 1990).
"""

import math
from decimal import Decimal, localcontext

import numpy as np

from fieldstone.core.jit import jit

DIGITS = 40
STEPS = 128  # of both tables
COARSE = 2.0**40  # first parts are multiples of 1 / COARSE, so that sums of them are exact
FRACTION = np.int64((1 << 52) - 1)  # the bits of a double behind the point
ONE = np.int64(1023 << 52)  # the bits of 1.0
HIGHEST, LOWEST = 709.782712893384, -708.0  # beyond them the exponential is infinite, or 0 for what it is used for
SPLITTER = 2.0**27 + 1.0
ROOT_OF_TWO = math.sqrt(2.0)
FIRST, LAST = 91, 181  # places of the first table, from the root of one half to that of two
LOG_TERMS = (2 / 9, 2 / 7, 2 / 5, 2 / 3)
EXP_TERMS = (1 / 120, 1 / 24, 1 / 6, 1 / 2)


def in_two(number: Decimal, coarse: float) -> tuple[float, float]:
    """Return a number as the sum of a multiple of 1 / `coarse` and what is left."""
    high = round(float(number) * coarse) / coarse
    return high, float(number - Decimal(high))


with localcontext() as _context:
    _context.prec = DIGITS
    _LN2 = Decimal(2).ln()
    LN2_HIGH, LN2_LOW = in_two(_LN2, COARSE)
    STEP_HIGH, STEP_LOW = in_two(_LN2 / STEPS, COARSE)
    _LOGS = [in_two((Decimal(place) / STEPS).ln(), COARSE) for place in range(FIRST, LAST + 1)]
    _ROOTS = [(_LN2 * place / STEPS).exp() for place in range(STEPS)]
    LOG_HIGH = np.array([high for high, _ in _LOGS])  # of (FIRST + place) / STEPS
    LOG_LOW = np.array([low for _, low in _LOGS])
    ROOT_HIGH = np.array([float(root) for root in _ROOTS])  # 2 to the power of place / STEPS
    ROOT_LOW = np.array([float(root - Decimal(float(root))) for root in _ROOTS])


@jit
def power_of_two(power: int) -> float:
    """Return 2 to a power from -1022 to 1023."""
    return np.int64((power + 1023) << 52).view(np.float64)


@jit
def lost_in_product(one: float, other: float, product: float) -> float:
    """Return by how much `product`, one times other in a double, is too small (T. Dekker 1971; no overflow)."""
    scaled, scaled_other = SPLITTER * one, SPLITTER * other
    high, high_other = scaled - (scaled - one), scaled_other - (scaled_other - other)
    low, low_other = one - high, other - high_other
    return ((high * high_other - product) + high * low_other + low * high_other) + low * low_other


@jit
def log_in_two(x: float) -> tuple[float, float]:
    """Return the natural logarithm of a positive finite number as a double and what is missing from it.

    With x = 2^k m, m from the root of one half to that of two, c the multiple of 1 / STEPS next to m, and
    s = (m - c) / (m + c), it is k ln 2 + log c plus twice the series of s^(2n + 1) / (2n + 1).
    """
    bits = np.float64(x).view(np.int64)
    power = int(bits >> np.int64(52)) - 1023
    m = np.int64((bits & FRACTION) | ONE).view(np.float64)
    if m > ROOT_OF_TWO:
        m, power = 0.5 * m, power + 1
    place = int(STEPS * m + 0.5)
    c, k = place / STEPS, float(power)
    difference, total = m - c, m + c
    s = difference / total
    product = s * total
    lost = lost_in_product(s, total, product) + s * (c - (total - m) if m > c else m - (total - c))
    z, series = s * s, 0.0
    for term in LOG_TERMS:
        series = term + z * series
    small = s * z * series + (2.0 * ((difference - product) - lost) / total + (k * LN2_LOW + LOG_LOW[place - FIRST]))
    high = k * LN2_HIGH + LOG_HIGH[place - FIRST]
    value = high + 2.0 * s
    return value, (high - value) + 2.0 * s + small  # `high` is 0, or more than 2 s


@jit
def log(x: float) -> float:
    """Return the natural logarithm of a positive number; infinity for infinity."""
    if x == math.inf:
        return x
    value, rest = log_in_two(x)
    return value + rest


@jit
def exp_of_two(x: float, rest: float) -> float:
    """Return e to the power of the sum of a number and a rest far smaller than it; see `exp`.

    With x = (k + place / STEPS) ln 2 + r, r small, it is 2^k times the root from the table times the series of
    r^n / n!.
    """
    if x > HIGHEST:
        return math.inf
    if x < LOWEST:
        return 0.0
    steps = math.floor(x / STEP_HIGH + 0.5)
    r = ((x - steps * STEP_HIGH) - steps * STEP_LOW) + rest
    k, series = steps // STEPS, 0.0
    place = steps - k * STEPS
    for term in EXP_TERMS:
        series = term + r * series
    root = ROOT_HIGH[place]
    value = root + (ROOT_LOW[place] + root * (r + r * r * series))
    half = k // 2  # in two steps, as 2^1024 is no double
    return value * power_of_two(half) * power_of_two(k - half)


@jit
def exp(x: float) -> float:
    """Return e to the power of a number: 0 below e^-708, infinity where a double ends."""
    return exp_of_two(x, 0.0)


@jit
def power(x: float, y: float) -> float:
    """Return a positive finite number to the power of a finite one.

    The logarithm is taken with all that a double misses of it, and so is its product with y: the result is the double
    next to the truth in all but a few of 1,000 cases, and else one beside it, as long as it is from e^-40 to e^40.
    """
    value, rest = log_in_two(x)
    product = y * value
    return exp_of_two(product, lost_in_product(y, value, product) + y * rest)
