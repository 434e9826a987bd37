"""Near the end an analysis is exact: every move beside plain minimax over the naive twins."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import fieldstone
from fieldstone import State
from fieldstone.search import ranking
from fieldstone.search.engine import Search
from fieldstone.search.limit import Limit
from fieldstone.search.mcts.tree import LOST, UNPROVEN, WON
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.search.solver.solve import By, Solver, value_at_end
from fieldstone.search.steps import state as at
from tests.search.exact import RESULTS, late, twin_of, values_of_moves

GAMES = {"kaomi(size=5)": 5, "squared(size=4)": 5, "iago": 5, "iago-free": 5, "vadus(size=3)": 5}
SHORT = fieldstone.Limit(simulations=2_000)
NAMES = {1: "win", 0: "draw", -1: "loss"}


def result_of(value: int) -> str:
    return NAMES[(value > 0) - (value < 0)]


@pytest.mark.parametrize(("game", "left"), GAMES.items())
def test_every_move_near_the_end_is_exact(game: str, left: int) -> None:
    for state in islice(late(game, left), 4):
        values = values_of_moves(twin_of(state), "margin")
        found = fieldstone.analyse(state, fieldstone.Limit(simulations=20_000), seed=1)
        assert {one.move.text: (one.margin, one.proven) for one in found.moves} == {
            text: (value / 2, result_of(value)) for text, value in values.items()
        }
        told = [one.margin for one in found.moves if one.margin is not None]
        assert told == sorted(told, reverse=True)
        assert (found.margin, found.proven) == (max(values.values()) / 2, result_of(max(values.values())))
        assert all(one.line[0] == one.move for one in found.moves)


def value_of(state: State, text: str, by: By) -> int:
    """Return what a move brings, from a solver of its own."""
    after = state.copy()
    after.play(text)
    if after.outcome is not None:
        return value_at_end(after, state.seat, by)
    value = Solver(8.0).solve(after, by).value
    assert value is not None
    return value if after.seat == state.seat else -value


@pytest.mark.parametrize(("game", "left"), {"vacu(size=3,komi=1,setup=fixed)": 4, "convacu(size=3)": 4}.items())
def test_every_result_near_the_end_is_exact(game: str, left: int) -> None:
    """Where positions come back (V9), minimax over the twins takes too long."""
    for state in islice(late(game, left), 4):
        found = fieldstone.analyse(state, fieldstone.Limit(simulations=50_000), seed=1)
        assert found.proven == Solver(8.0).solve(state).result is not None
        known = [one for one in found.moves if one.proven is not None]
        assert len(known) > len(found.moves) / 2
        assert [RESULTS[one.proven or ""] for one in known] == [
            value_of(state, one.move.text, "result") for one in known
        ]


def test_vacu_knows_its_points_near_the_end() -> None:
    """Also by whom they are played for: a mean over simulations counts on mistakes of the other player."""
    for state in islice(late("vacu(size=3,komi=1,setup=fixed)", 4, seed=1), 8):
        value = Solver(8.0).solve(state, "margin").value
        assert value is not None
        found = fieldstone.analyse(state, fieldstone.Limit(simulations=20_000), seed=1)
        assert found.margin == value / 2
        assert value_of(state, found.moves[0].move.text, "margin") == value
        move = SearchPlayer(simulations=20_000, seed=1).choose(state)
        assert value_of(state, move.text, "margin") == value


@pytest.mark.parametrize(("game", "left"), {"kaomi(size=5)": 7, "iago": 7, "vadus(size=4)": 7}.items())
def test_a_review_near_the_end_is_exact(game: str, left: int) -> None:
    """What a move lost is what it brings less than the best, and no more."""
    chance, state = random.Random(game), next(late(game, left))
    played = fieldstone.parse_position(state.to_text())  # without what came before
    exact = []
    while played.outcome is None:
        values = {move.text: value_of(played, move.text, "margin") for move in played.legal_moves()}
        text = chance.choice(sorted(values))
        exact.append((max(values.values()) - values[text]) / 2)
        played.play(text)
    assert any(exact)
    found = fieldstone.review(played, fieldstone.Limit(simulations=20_000))
    assert [one.points_lost for one in found.moves] == exact


def test_moves_that_the_solver_did_not_reach() -> None:
    """They promise no more than the best, and where the game is lost they are."""

    def told(value: int) -> list[tuple[int, float, float, int]]:
        table = ranking.new_move_table(6)
        for place in range(6):
            move = table.moves[place]
            move.action, move.visits, move.chance, move.margin, move.proven = place, 9, 0.5, 80.0, UNPROVEN
            table.order[place] = place
        solution = table.solution[0]
        solution.known, solution.by_margin, solution.value, solution.best, solution.length = 1, 1, value, 1, 1
        table.solved[2], table.values[2], table.lengths[2] = 1, value - 4, 2
        ranking.add_solution(table, 6, True)
        found = [table.moves[place] for place in table.order[:6]]
        return [(int(one.action), float(one.margin), float(one.chance), int(one.proven)) for one in found]

    best, *others = told(10)
    assert best == (1, 10.0, 1.0, WON)
    assert [one for one in others if one[0] == 2] == [(2, 6.0, 1.0, WON)]
    assert {one[1:] for one in others if one[0] != 2} == {(10.0, 0.5, UNPROVEN)}
    assert {one[2:] for one in told(-10)} == {(0.0, LOST)}


def test_the_moves_are_solved_within_a_part_of_the_limit() -> None:
    state = next(late("kaomi(size=5)", 9))

    def solved(simulations: int, stop_at: int | None = None) -> int:
        search = Search(state, Limit(simulations=simulations), kind=at.ANALYSE, memory=Memory(1, megabytes=64))

        def look(one: Search) -> None:
            if one.run_record.phase == stop_at:
                one._stop()

        search.run(on_look=look)
        return int(search._workers[0].table.solved.sum())

    assert solved(20_000) > 1
    assert solved(300) < len(state.legal_moves())
    assert solved(20_000, stop_at=at.MOVES) == 0


@pytest.mark.parametrize(
    ("game", "left"), {"vacu(size=4,komi=0,setup=fixed)": 5, "iago": 10, "iago-free": 10, "kaomi(size=5)": 8}.items()
)
def test_a_proven_margin_is_exact_or_not_told(game: str, left: int) -> None:
    """What a search saw on its way to a proof may be far from what both get who play for points."""
    told = 0
    for state in islice(late(game, left), 4):
        found = fieldstone.analyse(state, fieldstone.Limit(simulations=1_000), seed=1, owners=False)
        for move in found.moves:
            if move.proven is not None and move.margin is not None:
                told += 1
                assert value_of(state, move.move.text, "margin") == 2 * move.margin
    assert told > 0


def test_the_margin_is_solved_as_soon_as_a_search_has_proven_the_result() -> None:
    """However empty the board is. Where that is too far, nothing is said of it: searches only guess."""
    rows = "...../.WW.W./.bb.W.B/WWwBWbw./WbWw.bBB./bWwBBbB./WWbWBb./..wBbW/..B.. W"
    found = fieldstone.analyse(fieldstone.parse_position(f"iago {rows}"), SHORT, seed=1, owners=False)
    assert (found.proven, found.margin) == ("win", 35.0)
    state = fieldstone.parse_position("iago ..WW./.B.bb./..wbWW./BwBBbWb./..bBwW.W./B.WwwbwB/wBWbbW./B.bwB./..WbW W")
    found = fieldstone.analyse(state, SHORT, seed=1, owners=False)
    assert (found.proven, found.margin) == ("win", None)
    found = fieldstone.analyse(state, fieldstone.Limit(simulations=20_000), seed=1, owners=False)
    assert (found.proven, found.margin) == ("win", 46.0)
