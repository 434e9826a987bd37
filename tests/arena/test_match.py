"""Openings, pairs, colours, seeds: which games belong to a match."""

from collections import Counter
from itertools import islice

import pytest

import fieldstone
from fieldstone.arena.match import Match, Task, player_seed, schedule
from fieldstone.arena.openings import is_balanced, openings
from fieldstone.play.game import read_game

EVERY = ["vacu(size=4)", "convacu(size=3)", "kaomi(size=4)", "squared(size=4)", "iago", "iago-free", "vadus(size=3)"]


def after(game: str, opening: tuple[str, ...]) -> fieldstone.State:
    state = read_game(game).new_state()
    for move in opening:
        state.play(move)
    return state


@pytest.mark.parametrize("game", EVERY)
def test_openings_are_stones_and_all_different(game: str) -> None:
    names = set(read_game(game).board.names)
    found = list(islice(openings(read_game(game), 3, seed=1), 40))
    assert len({after(game, one).key for one in found}) == 40
    for one in found:
        state = after(game, one)
        assert set(one) <= names
        assert state.outcome is None
        assert not state.turn_open
        assert len(one) in ((3, 4) if game.startswith("vadus") else (3,))


@pytest.mark.parametrize("game", EVERY)
def test_openings_depend_on_the_seed_and_come_in_a_fixed_order(game: str) -> None:
    first = list(islice(openings(read_game(game), 2, seed=1), 10))
    assert list(islice(openings(read_game(game), 2, seed=1), 15))[:10] == first
    assert list(islice(openings(read_game(game), 2, seed=2), 10)) != first


def test_when_all_openings_have_come_they_come_again() -> None:
    found = Counter(islice(openings(read_game("kaomi(size=2)"), 1, seed=1), 40))
    assert len(found) == 4
    assert max(found.values()) - min(found.values()) <= 2


def test_openings_where_there_is_no_room_or_the_setup_comes_first() -> None:
    assert next(openings(read_game("vacu(size=5,setup=auction)"), 4, seed=1)) == ()
    assert next(openings(read_game("kaomi"), 0, seed=1)) == ()
    assert len(next(openings(read_game("kaomi(size=2,pie=false)"), 10, seed=1))) == 3  # a fourth would end the game
    assert next(openings(read_game("convacu(size=1)"), 2, seed=1)) == ()


def test_the_swap_is_open_after_one_ply() -> None:
    state = after("kaomi", next(openings(read_game("kaomi"), 1, seed=1)))
    assert "swap" in map(str, state.legal_moves())


MATCH = Match("kaomi(size=4,pie=true)", ("random", "plain", "search"))


def test_every_pair_is_one_opening_with_seats_exchanged() -> None:
    tasks = list(schedule(MATCH, 5))
    assert len({task.key for task in tasks}) == len(tasks) == 2 * 5 * 3
    for first, second in zip(tasks[::2], tasks[1::2], strict=True):
        assert first.seats == second.seats[::-1]
        assert first.opening == second.opening
        assert first.pair == second.pair
    assert [task.pair for task in tasks] == sorted(task.pair for task in tasks)
    assert len({task.opening for task in tasks}) == 5


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    assert list(schedule(MATCH, 9))[: 2 * 4 * 3] == list(schedule(MATCH, 4))


def test_who_meets_whom() -> None:
    four = Match("iago", ("a", "b", "c", "d"))
    assert four.couples == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert Match("iago", ("a", "b", "c", "d"), adjacent=True).couples == [(0, 1), (1, 2), (2, 3)]


def test_balanced_openings_are_those_that_a_search_finds_fair() -> None:
    """In the order of all openings, and without end where there is none: with komi 40 White wins from anywhere."""
    game = read_game("squared(size=4)")
    every = list(islice(openings(game, 4, seed=1), 60))
    found = list(islice(openings(game, 4, seed=1, balanced=True), 10))
    fair = [opening for opening in every if is_balanced(after(str(game), opening))]
    assert 10 <= len(fair) < len(every)
    assert found == fair[:10]
    assert next(openings(read_game("squared(size=3,komi=100)"), 1, seed=1, balanced=True))


def test_seeds_of_players() -> None:
    tasks = [Task(pair, seats, ()) for pair in range(20) for seats in ((0, 1), (1, 0), (0, 2))]
    seeds = [player_seed(MATCH, task, seat) for task in tasks for seat in (1, 2)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**62 for seed in seeds)
    assert player_seed(Match("iago", ("a", "b"), seed=2), tasks[0], 1) != seeds[0]


def test_the_id_tells_matches_apart() -> None:
    others = [
        Match("kaomi(size=5,pie=true)", MATCH.players),
        Match(MATCH.game, MATCH.players[::-1]),
        Match(MATCH.game, MATCH.players, adjacent=True),
        Match(MATCH.game, MATCH.players, opening_plies=3),
        Match(MATCH.game, MATCH.players, seed=3),
        Match(MATCH.game, MATCH.players, clock="wall"),
        Match(MATCH.game, MATCH.players, adjudicate=0.98),
        Match(MATCH.game, MATCH.players, balanced=True),
    ]
    assert len({MATCH.id, *(other.id for other in others)}) == 9
    assert all(Match.from_data(one.to_data()) == one for one in (MATCH, *others))


def test_the_id_of_a_match_does_not_change_with_the_program() -> None:
    match = Match("kaomi(size=3,pie=true)", ("plain,simulations=20", "random"))
    assert match.id == "8cc7ac28b702375c"  # as in docs/json.md
