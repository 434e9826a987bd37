"""The sequential test against published tests, brute force, and its own promises."""

import math

import numpy as np
import pytest

from fieldstone.arena.rating import PAIR_SCORES, score_of_elo
from fieldstone.arena.sprt import Sprt, _most_likely

# Tests of changes to Stockfish on Fishtest in 2020, as the pull requests 3209, 3098, 2971 and 3232 report them.
FISHTEST = [
    ((-0.25, 1.25), (253, 4282, 17604, 4431, 286), 2.94),
    ((0.25, 1.25), (58, 3302, 33130, 3518, 84), 2.97),
    ((-0.25, 1.25), (491, 7345, 29693, 7670, 465), 2.96),
    ((-0.5, 1.5), (17, 253, 1042, 337, 39), 2.96),
    ((0.25, 1.75), (11, 407, 3238, 513, 11), 2.93),
    ((0.25, 1.25), (56, 2977, 37849, 3255, 51), 2.95),
]


@pytest.mark.parametrize(("elos", "pairs", "ratio"), FISHTEST)
def test_published_ratios(elos: tuple[float, float], pairs: tuple[int, ...], ratio: float) -> None:
    assert Sprt(*elos).ratio(pairs) == pytest.approx(ratio, abs=0.0051)


def test_bounds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_the_constrained_distribution_is_the_most_likely_one() -> None:
    parts, mean = [0.1, 0.2, 0.4, 0.2, 0.1], 0.6
    found = np.array(_most_likely(parts, mean))
    assert found.sum() == pytest.approx(1)
    assert found @ PAIR_SCORES == pytest.approx(mean)
    rng = np.random.default_rng(2)
    constraints = np.array([np.ones(5), PAIR_SCORES])
    best = float(parts @ np.log(found))
    for _ in range(100):
        step = rng.normal(0, 0.01, 5)
        step -= np.linalg.pinv(constraints) @ (constraints @ step)  # keeps the sum and the mean
        assert parts @ np.log(found + step) < best


def test_nothing_and_extremes() -> None:
    sprt = Sprt(0, 20)
    assert sprt.ratio((0, 0, 0, 0, 0)) == 0
    assert sprt.decide([]) == (0, 0.0, None)
    assert sprt.ratio((0, 0, 0, 0, 50)) > 0 > sprt.ratio((50, 0, 0, 0, 0))
    assert sprt.ratio((3, 4, 5, 6, 7)) == pytest.approx(-Sprt(-20, 0).ratio((7, 6, 5, 4, 3)))


def test_it_stops_at_the_first_pair_that_decides() -> None:
    sprt = Sprt(0, 100)
    rng = np.random.default_rng(3)
    points = rng.choice([0, 0.5, 1, 1.5, 2], 500, p=[0.05, 0.1, 0.3, 0.3, 0.25]).tolist()
    number, ratio, accepted = sprt.decide(points)
    assert accepted == "elo1"
    assert ratio >= sprt.bounds[1]
    assert 5 < number < 200
    assert sprt.decide(points[: number - 1])[2] is None
    assert sprt.decide(points, known=number - 1) == (number, ratio, accepted)
    assert sprt.decide([2 - one for one in points])[2] == "elo0"


@pytest.mark.parametrize("true", ["elo0", "elo1"])
def test_it_is_wrong_as_rarely_as_it_says(true: str) -> None:
    sprt = Sprt(0, 150)
    chance = score_of_elo(getattr(sprt, true))
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(100):
        points = (rng.random((400, 2)) < chance).sum(axis=1).tolist()
        accepted = sprt.decide(points)[2]
        assert accepted is not None
        wrong += accepted != true
    assert wrong <= 10
