"""Elo, intervals and Bradley-Terry ratings against closed forms, published numbers, and brute force."""

import math

import numpy as np
import pytest

from fieldstone.arena.rating import (
    ELO,
    LEVEL,
    Tally,
    bradley_terry,
    connected,
    design_effect,
    elo_interval,
    elo_of_score,
    pair_counts,
    score_interval,
    score_of_elo,
    strengths,
    superiority,
)

# The American League of 1987 from A. Agresti, "Categorical Data Analysis": wins of the row against the column, and the
# ratings, in logits above Baltimore, that the documentation of the R package BradleyTerry2 gives.
LEAGUE = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ],
    dtype=float,
)
FITTED = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (10 / 11, 400), (0.75, 190.848), (0.64, 99.951), (0.01, -798.254)]
)
def test_scores_and_elo(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=1e-3)
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-5)
    assert elo_of_score(1 - score) == pytest.approx(-elo, abs=1e-3)


def test_scores_without_a_finite_elo() -> None:
    assert (elo_of_score(1), elo_of_score(0)) == (math.inf, -math.inf)
    assert Tally().score is None
    assert score_interval(Tally()) == (0, 1)
    assert elo_interval(Tally()) == (-math.inf, math.inf)
    assert superiority(Tally()) == 0.5


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # R. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, and closed forms
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_independent_games_have_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert score_interval(Tally(wins, 0, games - wins)) == pytest.approx((low, high), abs=1e-4)
    turned = score_interval(Tally(games - wins, 0, wins))
    assert turned == pytest.approx((1 - high, 1 - low), abs=1e-4)


@pytest.mark.parametrize(
    ("pairs", "elo", "error"),
    # matches that the tools of other people (fastchess) have reported
    [((352, 579, 1264, 743, 464), 19.83, 6.77), ((1, 10, 78, 48, 13), 72.85, 22.33)],
)
def test_pentanomial_intervals_of_others(pairs: tuple[int, int, int, int, int], elo: float, error: float) -> None:
    points = sum(count * number for number, count in enumerate(pairs)) / 2
    games = 2 * sum(pairs)
    tally = Tally(int(points), int(2 * (points % 1)), games - math.ceil(points), pairs)
    low, high = elo_interval(tally)
    assert tally.score is not None
    assert elo_of_score(tally.score) == pytest.approx(elo, abs=0.01)
    assert (high - low) / 2 == pytest.approx(error, rel=0.02)


def test_the_design_effect() -> None:
    even = Tally(500, 0, 500, (250, 0, 500, 0, 250))
    assert design_effect(even) == pytest.approx(1)  # as independent games would come out
    openings_decide = Tally(500, 0, 500, (0, 0, 500, 0, 0))
    assert design_effect(openings_decide) == pytest.approx(1 / 501)
    alike = Tally(500, 0, 500, (250, 0, 0, 0, 250))
    assert design_effect(alike) == pytest.approx(1001 / 501)
    assert design_effect(Tally(0, 4, 0, (0, 0, 2, 0, 0))) == pytest.approx(1 / 3)
    assert design_effect(Tally(4, 0, 0, (0, 0, 0, 0, 2))) == 1
    assert design_effect(Tally(3, 0, 1)) == 1


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_intervals_hold_the_truth_as_often_as_they_say(spread: float) -> None:
    """Matches of 100 pairs whose openings favour one side or the other, more or less."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        favour = rng.normal(0, spread, 100)
        first = rng.random(100) < 1 / (1 + np.exp(-0.5 - favour))
        second = rng.random(100) < 1 / (1 + np.exp(-0.5 + favour))
        wins = int(first.sum() + second.sum())
        low, high = score_interval(Tally(wins, 0, 200 - wins, pair_counts(list(first.astype(float) + second))))
        many = np.linspace(-8, 8, 4001) * (spread or 1e-9)
        weights = np.exp(-0.5 * np.linspace(-8, 8, 4001) ** 2)
        true = float((weights / (1 + np.exp(-0.5 - many))).sum() / weights.sum())
        held += low <= true <= high
    assert 930 <= held <= 970


@pytest.mark.parametrize(("wins", "losses", "draws"), [(52, 48, 0), (110, 90, 100), (40, 45, 300)])
def test_superiority_is_near_the_usual_formula(wins: int, losses: int, draws: int) -> None:
    """½ (1 + erf((W - L) / sqrt(2 (W + L)))), when pairs come out as independent games would."""
    n = wins + losses + draws
    w, d, low = wins / n, draws / n, losses / n
    parts = (low * low, 2 * low * d, 2 * low * w + d * d, 2 * d * w, w * w)
    counts = [round(part * n * 1000) for part in parts]
    pairs = (counts[0], counts[1], counts[2], counts[3], counts[4])
    usual = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))
    assert superiority(Tally(wins, draws, losses, pairs)) == pytest.approx(usual, abs=0.004)
    assert superiority(Tally(wins, draws, losses, pairs).turned()) == pytest.approx(1 - usual, abs=0.004)


# Bradley-Terry


def test_a_league() -> None:
    logits = np.log(strengths(LEAGUE))
    assert logits.sum() == pytest.approx(0)
    assert tuple(logits - logits[-1]) == pytest.approx(FITTED, abs=6e-5)


def test_everybody_gets_the_points_that_were_expected() -> None:
    """What maximum likelihood means here: the likelihood has no slope, and every step away makes it smaller."""
    fitted = strengths(LEAGUE)

    def likelihood(s: np.ndarray) -> float:
        return float((LEAGUE * np.log(s[:, None] / (s[:, None] + s[None, :]))).sum())

    chances = fitted[:, None] / (fitted[:, None] + fitted[None, :])
    assert ((LEAGUE + LEAGUE.T) * chances).sum(axis=1) == pytest.approx(LEAGUE.sum(axis=1))
    rng = np.random.default_rng(1)
    for _ in range(100):
        assert likelihood(fitted * np.exp(rng.normal(0, 0.1, 7))) < likelihood(fitted)


def league_tallies() -> dict[tuple[int, int], Tally]:
    return {(i, j): Tally(int(LEAGUE[i, j]), 0, int(LEAGUE[j, i])) for i in range(7) for j in range(i + 1, 7)}


def test_the_errors_are_those_of_the_curvature() -> None:
    """Beside the inverse of the curvature, measured by differences, of the likelihood with the last rating given."""
    ratings = bradley_terry(league_tallies(), 7)
    assert not ratings.prior
    logits = np.array(ratings.elo) / ELO
    chances = 1 / (1 + np.exp(logits[None, :] - logits[:, None]))
    curvature = -(LEAGUE + LEAGUE.T) * chances * (1 - chances)
    np.fill_diagonal(curvature, -curvature.sum(axis=1))
    to_mean = np.eye(7) - 1 / 7
    inverse = np.zeros((7, 7))
    inverse[:6, :6] = np.linalg.inv(curvature[:6, :6])
    # 0.3433 is published, too: the standard error of Milwaukee's lead over Baltimore
    assert math.sqrt(inverse[0, 0]) == pytest.approx(0.3433, abs=1e-4)
    errors = LEVEL * ELO * np.sqrt(np.diag(to_mean @ inverse @ to_mean))
    assert ratings.error == pytest.approx(errors.tolist())


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    tally = Tally(30, 10, 20, (2, 3, 14, 5, 6))
    ratings = bradley_terry({(0, 1): tally}, 2)
    assert tally.score is not None
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(elo_of_score(tally.score))
    low, high = elo_interval(tally)
    assert 2 * ratings.error[0] == pytest.approx((high - low) / 2, rel=0.05)


def test_who_wins_everything_gets_a_finite_rating() -> None:
    tallies = {(0, 1): Tally(10, 0, 0), (1, 2): Tally(10, 0, 0)}
    ratings = bradley_terry(tallies, 3)
    assert ratings.prior
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(elo_of_score(10.5 / 11))
    assert ratings.elo == pytest.approx((ratings.elo[0], 0, -ratings.elo[0]), abs=1e-6)


def test_players_who_have_not_met() -> None:
    ratings = bradley_terry({(0, 1): Tally(2, 0, 2), (2, 3): Tally(1, 2, 1)}, 4)
    assert all(map(math.isnan, ratings.elo + ratings.error))
    assert not connected(np.array([[0, 1], [0, 0]]))
    assert connected(np.roll(np.eye(50), 1, axis=0))  # a beats b beats c … beats a
    with pytest.raises(ValueError, match="no finite strengths"):
        strengths(np.array([[0.0, 1], [0, 0]]))
    assert strengths(np.zeros((1, 1))) == pytest.approx([1])
