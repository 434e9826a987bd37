"""The numbers of ratings: the published example, a second implementation, and what must be so of any game."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldstone import load
from fieldstone.server.online import ratings
from fieldstone.server.online.clocks import DAY, SECOND, Rules
from fieldstone.server.online.ratings import PERIOD, Result, after, deviation_at, game_of, pool_of
from fieldstone.server.storage.ratings import Rating
from tests.oracles import glicko2

NOW = 1_700_000_000_000
YEAR = 365 * DAY


def rating_of(rating: float, deviation: float, volatility: float = 0.06, days: float = 0.0) -> Rating:
    return Rating(rating, deviation, volatility, 7, NOW - round(days * DAY))


RATINGS = st.builds(
    rating_of,
    st.floats(ratings.LEAST, ratings.MOST),
    st.floats(ratings.LEAST_DEVIATION, ratings.MOST_DEVIATION),
    st.floats(*ratings.VOLATILITIES),
    st.one_of(st.floats(0, 10), st.floats(0, 10_000)),
)
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def test_the_published_example() -> None:
    """M. Glickman, "Example of the Glicko-2 system", to one of the last digit: he rounds on the way, too."""
    opponents = [rating_of(1400, 30), rating_of(1550, 100), rating_of(1700, 300)]
    results = [Result(one, score) for one, score in zip(opponents, (1.0, 0.0, 0.0), strict=True)]
    found = after(Rating(1500, 200, 0.06, 0, NOW), results, NOW + round(PERIOD))
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)
    assert (found.games, found.at) == (3, NOW + round(PERIOD))


@given(RATINGS, st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=4))
def test_a_second_implementation_finds_the_same(own: Rating, games: list[tuple[Rating, float]]) -> None:
    found = after(own, [Result(*one) for one in games], NOW)
    days = (NOW - own.at) / DAY
    met = []
    for other, score in games:
        waited = (NOW - other.at) / DAY - glicko2.PERIOD
        met.append((other.rating, glicko2.waited(other.deviation, other.volatility, waited), score))
    expected = glicko2.after(own.rating, own.deviation, own.volatility, days, met)
    assert found[:3] == pytest.approx(expected, rel=1e-6)


@given(RATINGS, RATINGS)
def test_nobody_loses_by_a_win_or_gains_by_a_loss(first: Rating, second: Rating) -> None:
    won, lost = game_of(1.0, NOW)(first, second)
    assert won.rating >= first.rating
    assert lost.rating <= second.rating


@given(RATINGS, RATINGS, SCORES)
def test_both_seats_are_alike(first: Rating, second: Rating, score: float) -> None:
    found = game_of(score, NOW)(first, second)
    assert game_of(1 - score, NOW)(second, first) == found[::-1]


@given(RATINGS, RATINGS, SCORES)
def test_everything_stays_within_its_bounds(first: Rating, second: Rating, score: float) -> None:
    for old, new in zip((first, second), game_of(score, NOW)(first, second), strict=True):
        assert ratings.LEAST <= new.rating <= ratings.MOST
        assert abs(new.rating - old.rating) <= ratings.MOST_CHANGE
        assert ratings.LEAST_DEVIATION <= new.deviation <= ratings.MOST_DEVIATION
        assert ratings.VOLATILITIES[0] <= new.volatility <= ratings.VOLATILITIES[1]
        assert (new.games, new.at) == (old.games + 1, NOW)


@given(st.floats(ratings.LEAST, ratings.MOST), st.floats(45, 350), st.floats(45, 350))
def test_between_equals_a_draw_changes_nothing_but_what_is_known(rating: float, one: float, other: float) -> None:
    found, _ = game_of(0.5, NOW)(rating_of(rating, one), rating_of(rating, other))
    assert found.rating == pytest.approx(rating)
    assert found.deviation <= max(one, ratings.LEAST_DEVIATION)


@given(RATINGS, st.integers(0, 10 * YEAR), st.integers(0, 10 * YEAR))
def test_the_deviation_grows_with_time(rating: Rating, some: int, more: int) -> None:
    sooner, later = deviation_at(rating, NOW + some), deviation_at(rating, NOW + some + more)
    assert rating.deviation <= sooner <= later <= ratings.MOST_DEVIATION


def test_in_a_year_60_becomes_110() -> None:
    assert deviation_at(Rating(1500, 60, 0.06, 1, NOW), NOW + YEAR) == pytest.approx(110)
    assert deviation_at(Rating(1500, 60, 0.06, 1, NOW), NOW) == 60
    assert deviation_at(Rating(1500, 60, 0.06, 1, NOW), NOW - YEAR) == 60  # the clock was set back


def test_games_at_one_time_are_no_waiting() -> None:
    """Many games in an evening make a rating sure, however many there are."""
    one, other = ratings.new_rating(NOW), ratings.new_rating(NOW)
    for _ in range(200):
        one, other = game_of(0.5, NOW)(one, other)
    assert one.deviation == ratings.LEAST_DEVIATION
    assert one.games == 200


def test_what_is_told() -> None:
    assert ratings.told(ratings.new_rating(NOW), NOW) == {
        "rating": 1500,
        "deviation": 350,
        "games": 0,
        "provisional": True,
    }
    sure = Rating(1617.5, 109.9, 0.06, 12, NOW)
    assert ratings.told(sure, NOW) == {"rating": 1618, "deviation": 110, "games": 12, "provisional": False}
    assert ratings.told(sure, NOW + YEAR)["provisional"]  # it is not sure any more


def test_a_first_win() -> None:
    won, lost = game_of(1.0, NOW)(ratings.new_rating(NOW), ratings.new_rating(NOW))
    assert (round(won.rating), round(lost.rating)) == (1662, 1338)
    assert math.isclose(won.deviation, lost.deviation)


@pytest.mark.parametrize(
    ("game", "options", "size"),
    [
        ("vacu", {"size": 9}, "small"),
        ("vacu", {"size": 10}, "small"),
        ("vacu", {"size": 11}, "medium"),
        ("vacu", {"size": 13}, "medium"),
        ("vacu", {"size": 15}, "medium"),
        ("vacu", {"size": 16}, "large"),
        ("vacu", {"size": 19}, "large"),
        ("iago", {}, "small"),
        ("vadus", {"size": 9}, "medium"),
    ],
)
def test_classes_of_sizes(game: str, options: dict[str, Any], size: str) -> None:
    assert pool_of(load(game, **options), Rules("days", DAY)) == (game, size, "days")


@pytest.mark.parametrize(
    ("rules", "pace"),
    [
        (Rules("fischer", 300 * SECOND, increment=5 * SECOND), "fast"),
        (Rules("fischer", 399 * SECOND, increment=5 * SECOND), "fast"),
        (Rules("fischer", 400 * SECOND, increment=5 * SECOND), "slow"),
        (Rules("byoyomi", 0, periods=3, period=10 * SECOND), "fast"),
        (Rules("byoyomi", 600 * SECOND, periods=5, period=30 * SECOND), "slow"),
        (Rules("delay", 600 * SECOND, delay=SECOND), "slow"),
        (Rules("days", DAY), "days"),
    ],
)
def test_paces(rules: Rules, pace: str) -> None:
    assert pool_of(load("vacu"), rules).pace == pace
