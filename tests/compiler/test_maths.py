"""Logarithm, exponential and power of our own, and what else kernels make where NumPy once did."""

from __future__ import annotations

import math
import random
from decimal import Decimal, localcontext

import numpy as np
import pytest

import fieldstone
from fieldstone.boards.hexagon import axial_coordinates, hexagon_point, point_at
from fieldstone.core.maths import exp, log, power
from fieldstone.core.rng import MASK, scramble
from fieldstone.core.zobrist import fill_zobrist

pytestmark = pytest.mark.pure


def numbers(count: int) -> list[float]:
    chance = random.Random(5)
    wide = [math.exp(chance.uniform(-300, 300)) for _ in range(count)]
    return wide + [chance.random() for _ in range(count)] + [float(chance.randrange(1, 10**7)) for _ in range(count)]


def test_the_logarithm_is_within_one_unit_in_the_last_place() -> None:
    for number in [*numbers(1000), 1.0, 2.0, 0.5, math.e, math.nextafter(1.0, 0.0), math.nextafter(1.0, 2.0)]:
        assert abs(log(number) - math.log(number)) <= math.ulp(math.log(number)), number
    assert log(1.0) == 0.0
    assert log(math.inf) == math.inf


def test_the_exponential_is_within_one_unit_in_the_last_place() -> None:
    chance = random.Random(6)
    for number in [*(chance.uniform(-700, 709) for _ in range(3000)), 0.0, 1.0, -1.0, 709.78]:
        assert abs(exp(number) - math.exp(number)) <= math.ulp(math.exp(number)), number
    assert exp(0.0) == 1.0
    assert exp(710.0) == math.inf
    assert exp(-709.0) == 0.0


def powers(count: int) -> list[tuple[float, float]]:
    """What weak levels ask for: parts of visits at their temperatures, and halves."""
    chance = random.Random(8)
    parts = [
        (chance.randrange(1, 200) / chance.randrange(1, 200), 1.0 / chance.uniform(0.1, 5.0)) for _ in range(count)
    ]
    return parts + [(0.5, chance.uniform(0.0, 60.0)) for _ in range(count)]


def test_the_power_is_within_one_unit_in_the_last_place() -> None:
    """And nearly always the double nearest to the truth, told with fifty digits."""
    wrong, given = 0, powers(1000)
    with localcontext() as context:
        context.prec = 50
        for x, y in given:
            truth = float(Decimal(x) ** Decimal(y))
            assert abs(power(x, y) - truth) <= math.ulp(truth), (x, y)
            wrong += power(x, y) != truth
    assert wrong <= len(given) * 0.005
    assert [power(1.0, 3.3), power(3.3, 0.0), power(0.5, 2.0), power(2.0, 10.0)] == [1.0, 1.0, 0.25, 1024.0]
    assert power(0.5, 2000.0) == 0.0
    assert power(2.0, 2000.0) == math.inf


def test_nearly_all_are_the_nearest_doubles() -> None:
    """As those of the system's library are, by which the player of 0.1 was recorded."""
    chance = random.Random(7)
    visits = [float(chance.randrange(2, 10**6)) for _ in range(3000)]
    assert sum(log(number) != math.log(number) for number in visits) <= 3
    leads = [chance.uniform(-20, 20) for _ in range(3000)]
    assert sum(exp(number) != math.exp(number) for number in leads) <= 30


def test_they_are_the_same_with_the_compiler_off() -> None:
    for x, y in powers(300):
        assert power(x, y) == getattr(power, "py_func", power)(x, y)
    for number in numbers(300):
        assert log(number) == getattr(log, "py_func", log)(number)
    for number in (0.1 * place for place in range(-300, 300)):
        assert exp(number) == getattr(exp, "py_func", exp)(number)


def test_the_random_keys_are_those_of_python() -> None:
    table = np.zeros((4, 50), dtype=np.uint64)
    fill_zobrist(table)
    assert table.tolist() == [[scramble((kind << 32) + place + 1) & MASK for place in range(50)] for kind in range(4)]


@pytest.mark.parametrize("size", [1, 2, 5, 13])
def test_the_cells_of_a_hexagon_by_number(size: int) -> None:
    at = point_at(size)
    assert len(at) == len(axial_coordinates(size))
    for row in range(-1, 2 * size):
        for column in range(-1, 2 * size):
            assert hexagon_point(size, column, row) == at.get((column, row), -1)


def test_options_as_numbers() -> None:
    games = fieldstone.games()
    assert games["vacu"].numbers({"size": 9, "komi": 4, "setup": "fixed"}) == [0, 9, 4, 0]
    assert games["vacu"].numbers({"size": 9, "komi": 0, "setup": "auction"}) == [0, 9, 0, 1]
    assert games["kaomi"].numbers({"size": 7, "pie": True}) == [0, 7, 1]
    assert games["squared"].numbers({"size": 7, "komi": 2, "setup": "fixed"}) == [1, 7, 2, 0]
    assert games["iago-free"].numbers({}) == [1]


def test_each_variant_has_a_number() -> None:
    found = [(spec.family, spec.variant) for spec in fieldstone.games().values()]
    assert len(set(found)) == len(found)
    for spec in fieldstone.games().values():
        assert (spec.variant == 0) == (spec.base is None)
