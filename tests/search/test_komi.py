"""Naming a komi and choosing a side (S1)."""

from collections.abc import Callable

import pytest

import fieldstone
from fieldstone.play.game import read_game
from fieldstone.play.ruleset import Move
from fieldstone.search.komi import fairest, komis_of, most_trials, note_trial
from fieldstone.search.levels import LevelPlayer, level_of
from fieldstone.search.mcts.evaluators import Batched, uniform_network
from fieldstone.search.player import SearchPlayer
from tests.search.exact import in_size_order, twin_of, with_komi
from tests.search.test_search import value_for_mover


@pytest.mark.parametrize("game", ["vacu(size=2,setup=auction)", "squared(size=2,setup=auction)"])
def test_the_fair_komi_is_named(game: str) -> None:
    """On four points it can be known: neither side wins, or Black does and would not with the next komi."""
    player, state = SearchPlayer(simulations=20_000, seed=2), read_game(game).new_state()
    komis = in_size_order(state.legal_moves())
    named = player.choose(state)
    values = []
    for komi in komis:
        twin = twin_of(with_komi(state, komi))
        values.append(value_for_mover(twin, 200_000))
    place = komis.index(named)
    assert values == sorted(values, reverse=True)
    if 0.5 in values:
        assert values[place] == 0.5
    else:
        assert {values[max(0, place - 1)], values[min(len(values) - 1, place + 1)]} == {0.0, 1.0}


def named(komis: list[Move], promised: Callable[[int], tuple[float, float] | None]) -> tuple[Move, list[int]]:
    """The komi that is named, and the places of those that were tried: they promise Black a chance and a lead."""
    found = komis_of(komis)
    trials, asked = found.trials[0], list[int]()
    more = True
    while more and (trial := promised(int(trials.place))) is not None:
        asked.append(int(trials.place))
        more = bool(note_trial(found, *trial))
    return komis[int(fairest(found))], asked


@pytest.mark.parametrize("game", ["vacu(size=4,setup=auction)", "squared(size=3,setup=auction)"])
@pytest.mark.parametrize("mistaken", [0, 1, -1, 7, -30, 400])
def test_the_fairest_komi_is_found(game: str, mistaken: int) -> None:
    """However much the lead at the lowest komi is mistaken, in points."""
    komis = in_size_order(read_game(game).new_state().legal_moves())
    size = [int(komi.text.removeprefix("komi ")) for komi in komis]
    assert size == sorted(size)
    for fair in range(len(komis)):

        def promised(place: int, fair: int = fair) -> tuple[float, float]:
            return 0.5 - 0.02 * (place - fair), 2.0 * (size[fair] - size[place] + mistaken)

        found, asked = named(komis, promised)
        assert found == komis[fair]
        assert len(set(asked)) == len(asked) <= most_trials(len(komis))
        if mistaken == 0:
            assert len(asked) <= 2


def test_the_naming_of_komi_can_be_stopped() -> None:
    """Then it is the best of those that were tried, and before there are two, what the lead makes of the first."""
    komis = in_size_order(read_game("vacu(size=9,setup=auction)").new_state().legal_moves())

    def told(most: int) -> str:
        left = iter(range(most))

        def promised(place: int) -> tuple[float, float] | None:
            return None if next(left, None) is None else (0.5 - 0.02 * (place - 20), 2.0 * 13)

        return named(komis, promised)[0].text

    assert [told(most) for most in range(6)] == ["komi 0", "komi 13", "komi 13", "komi 14", "komi 16", "komi 20"]


@pytest.mark.parametrize(("game", "low", "high"), [("vacu", 0, 8), ("squared", 28, 48)])
def test_a_weak_level_names_a_fair_komi(game: str, low: int, high: int) -> None:
    """Long searches find 3 to 5 in Vacu and 36 to 40 in Squared; of few simulations the best move promises too much."""
    state = fieldstone.load(game, setup="auction").new_state()
    for seed in (1, 2):
        named = LevelPlayer(level_of(state.game, 1), seed=seed).choose(state)
        assert low <= int(named.text.removeprefix("komi ")) <= high


@pytest.mark.parametrize("game", ["vacu(size=3,setup=auction)", "squared(size=3,setup=auction)"])
def test_an_auction(game: str) -> None:
    player, state = SearchPlayer(simulations=200, seed=2), read_game(game).new_state()
    while state.outcome is None:
        move = player.choose(state)
        assert move in state.legal_moves()
        state.play(move)


@pytest.mark.parametrize(
    ("game", "komi", "side"),
    [
        ("vacu(size=3,setup=auction)", 8, "black"),  # from b2 Black takes all nine points
        ("vacu(size=3,setup=auction)", 9, "white"),
        ("squared(size=3,setup=auction)", 0, "black"),
        ("squared(size=3,setup=auction)", 40, "white"),
    ],
)
def test_a_side_worth_having_is_chosen(game: str, komi: int, side: str) -> None:
    player, state = SearchPlayer(simulations=2000, seed=2), read_game(game).new_state()
    state.play(f"komi {komi}")
    assert player.choose(state).text == side


def test_a_network_is_not_asked_more_often_than_wanted() -> None:
    """Playouts need a number of simulations to tell anything, a network does not; one that knows nothing names 0."""
    state = fieldstone.load("vacu", size=5, setup="auction").new_state()
    player = SearchPlayer(simulations=100, seed=1, exact=False, evaluator=Batched(uniform_network, 8))
    assert player.choose(state).text == "komi 0"
    assert 0 < player.simulations_made <= 100
