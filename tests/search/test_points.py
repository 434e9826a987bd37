"""Points: the largest of the wins is played, and proven first; a lost game is lost by little."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.rng import make_rng
from fieldstone.game import Move
from fieldstone.search.candidates import Candidate, larger_wins, with_solution
from fieldstone.search.endgame import Endgame, MoveValue
from fieldstone.search.evaluators import Playouts
from fieldstone.search.player import SearchPlayer
from fieldstone.search.report import HALF, NEARLY, Known, Numbers, in_order, wins_by_more
from fieldstone.search.rooted import RootedTree
from fieldstone.search.solver import By, Solution, Solver
from fieldstone.search.tree import LOST, ROOT
from fieldstone.search.tuning import TUNED
from tests.search.exact import late, twin_of, values_of_moves
from tests.search.test_solver import late_positions
from tests.search.trees import read_children, read_one, write


def check_points(state: State, values: dict[str, int]) -> bool:
    """The chosen move has the best margin; returns whether another one has the same result and a worse margin."""
    player = SearchPlayer(simulations=20_000, seed=1, megabytes=64)
    move = player.choose(state).text
    best = max(values.values())
    assert values[move] == best, state.to_text()
    first = player.candidates()[0]
    assert first.move.text == move
    assert first.proven == ("win" if best > 0 else "loss" if best < 0 else "draw")
    assert first.margin == best
    return any((value > 0) == (best > 0) and value != best for value in values.values())


@pytest.mark.parametrize(("game", "left"), [("kaomi(size=3)", 5), ("squared(size=3)", 5), ("vadus(size=2)", 4)])
def test_the_most_points_are_taken(game: str, left: int) -> None:
    """By margin, of several moves that win, or lose, the one that does so by most, or least."""
    together = sum(
        check_points(state, values_of_moves(twin_of(state), "margin")) for state in islice(late(game, left), 15)
    )
    assert together >= 3


@pytest.mark.parametrize("game", ["iago", "iago-free"])
def test_the_most_points_are_taken_in_iago(game: str) -> None:
    together = 0
    for state, twin, value in late_positions(game, 6, "margin"):
        if len(state.legal_moves()) > 1:
            values = values_of_moves(twin, "margin")
            assert max(values.values()) == value
            together += check_points(state, values)
    assert together >= 1


# To move in each wins, by the most points with one move alone; the solver needs too long for the margin, at first.
WON_SQUARED = {
    "B.WWWBW/.WBBWB./BBB..WB/BWBB.W./WB.BWWB/W..WBW./WBBBWWW B": ("e5", 163),
    "BWWWBWW/BBBB.B./.BB.W.B/W.BW.W./WWBWB.W/W..WBWB/BBWWWBB B": ("e6", 67),
    "W.WWWBW/W.WBBWB/WWBWW.W/BB.B.BB/.W..B../BBWBW.W/WBWBBBB B": ("f5", 83),
    "BBWWB.W/W.B..W./WWW.BBW/W.BB.WB/WBWBWBB/WBBBW../BWWW.BB B": ("g2", 65),
}


@pytest.mark.parametrize("limit", [{"simulations": 32_000}, {"simulations": 32_000, "threads": 2}])
@pytest.mark.parametrize("position", WON_SQUARED)
def test_a_proven_win_does_not_end_the_search_for_points(position: str, limit: dict[str, Any]) -> None:
    """Eleven empty squares: who wins is soon proven, by how much is not."""
    state = fieldstone.parse_position(f"squared(size=7,komi=0,setup=fixed) {position}")
    move, points = WON_SQUARED[position]
    player = SearchPlayer(seed=1, megabytes=64, **limit)
    assert player.choose(state).text == move
    first = player.candidates()[0]
    assert (first.move.text, first.proven, first.margin) == (move, "win", 2 * points)


def know_no_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have solvers find nothing but results."""
    solve = Solver.solve

    def by_result(self: Solver, state: State, by: By = "result", *rest: Any, **named: Any) -> Solution:
        if by == "margin":
            return Solution(None, "win", (), False, (), 0, 1, 326, True)
        return solve(self, state, by, *rest, **named)

    monkeypatch.setattr(Solver, "solve", by_result)


@pytest.mark.parametrize("refuted", [False, True])
def test_a_larger_win_is_proven_before_it_is_played(monkeypatch: pytest.MonkeyPatch, refuted: bool) -> None:
    """Where the margin is too far, by asking of the moves that promise more; one that is no win is not played."""
    position = "B.WWWBW/.WBBWB./BBB..WB/BWBB.W./WB.BWWB/W..WBW./WBBBWWW B"
    state = fieldstone.parse_position(f"squared(size=7,komi=0,setup=fixed) {position}")
    asked: list[Move] = []
    attempt = Endgame.attempt_moves

    def attempt_moves(self: Endgame, *arguments: Any) -> dict[Move, MoveValue]:
        asked.extend(arguments[-1])
        return {move: MoveValue(-1, (move,)) for move in asked} if refuted else attempt(self, *arguments)

    monkeypatch.setattr(Endgame, "attempt_moves", attempt_moves)
    know_no_margin(monkeypatch)
    player = SearchPlayer(simulations=32_000, seed=1, megabytes=64)
    chosen = player.choose(state)
    assert asked
    if refuted:
        assert chosen not in asked
    else:
        assert chosen == asked[0] == state.game.move("e5")
        assert player.candidates()[0].proven == "win"


@pytest.mark.pure
def test_a_line_that_was_cut_short_takes_no_lead_away() -> None:
    """The solver's lead is that of a line which it has followed to the end."""
    moves = fieldstone.load("kaomi", size=4).new_state().legal_moves()
    found = [Candidate(moves[0], 20, 0.9, 30.0, None, 0), Candidate(moves[1], 200, 0.9, 60.0, None, 0)]
    for line, lead, margin in (((moves[0],), None, 30.0), ((), None, 30.0), ((moves[0], moves[2]), 12, 12)):
        solution = Solution(1, "win", (moves[0],), False, line, 9, 1, 1, False, lead)
        told = with_solution(found, solution)
        assert [(one.margin, one.proven) for one in told] == [(margin, "win"), (60.0, None)]
        assert larger_wins(told) == [moves[1]]


def test_what_a_helper_proves_does_not_end_the_search_for_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tree ends with the first proof, and the next move begins with that."""
    know_no_margin(monkeypatch)
    state = fieldstone.parse_position(f"squared(size=7,komi=0,setup=fixed) {next(iter(WON_SQUARED))}")
    player = SearchPlayer(simulations=32_000, seed=1, threads=2, megabytes=64)
    tree, helper = player.trees_for(state)
    move_to = RootedTree.move_to

    def proven(self: RootedTree, *arguments: Any) -> None:
        move_to(self, *arguments)
        if self is helper:
            write(self.nodes, ROOT, proven=LOST, distance=9)

    monkeypatch.setattr(RootedTree, "move_to", proven)
    assert player.choose(state).text == "e5"
    assert read_one(tree.nodes, ROOT)["visits"] > 10_000


def test_loading_takes_nothing_of_the_time_for_a_larger_win(monkeypatch: pytest.MonkeyPatch) -> None:
    now, left = [0.0], []

    def load(_: Endgame, __: State) -> None:
        now[0] += 60.0

    def attempt_margin(*given: Any) -> None:
        left.append(given[2])

    monkeypatch.setattr(Endgame, "load", load)
    monkeypatch.setattr(Endgame, "attempt_margin", attempt_margin)
    know_no_margin(monkeypatch)
    state = fieldstone.parse_position(f"squared(size=7,komi=0,setup=fixed) {next(iter(WON_SQUARED))}")
    player = SearchPlayer(seconds=1.0, seed=1, megabytes=64)
    grow = Playouts.grow

    def counted(self: Playouts, tree: RootedTree, simulations: int, rng: Any) -> int:
        now[0] += 1e-3
        return grow(self, tree, simulations, rng)

    monkeypatch.setattr(Playouts, "grow", counted)
    player._clock = lambda: now[0]
    player.choose(state)
    assert len(left) == 1
    assert 0.5 < left[0] < 1.0


@pytest.mark.parametrize("where", ["attempt_margin", "attempt_moves"])
def test_ctrl_c_while_a_larger_win_is_proven(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """The win that was proven before is played, or a larger one that looks as sure."""

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    know_no_margin(monkeypatch)
    monkeypatch.setattr(Endgame, where, interrupted)
    state = fieldstone.parse_position(f"squared(size=7,komi=0,setup=fixed) {next(iter(WON_SQUARED))}")
    player = SearchPlayer(simulations=32_000, seed=1, megabytes=64)
    player.choose(state)
    assert player.interrupted
    assert player.candidates()[0].proven == "win"


WON_VACU = (
    "vacu(size=9,komi=0,setup=fixed) "
    "B..WBBBB./.W.BB.BB./WW.BBB.B./.W.WB.BB./BBWW.BB../.BWW.B.B./BBWWB.B../BBBBBBBBB/BBBBBBB.. B passes=1 button=B"
)


@pytest.mark.parametrize(
    "limit", [{"simulations": 1500}, {"simulations": 1500, "hurried": True}, {"seconds": 0.3, "clock": "cpu"}]
)
def test_a_pass_that_wins_does_not_throw_points_away(limit: dict[str, Any]) -> None:
    """To pass ends the game and wins it by 48 points; 33 more are there for the taking."""
    state = fieldstone.parse_position(WON_VACU)
    player = SearchPlayer(seed=1, megabytes=64, **limit)
    move = player.choose(state)
    assert move.text != "pass"
    passed = next(one for one in player.candidates() if one.move.text == "pass")
    chosen = player.candidates()[0]
    assert (passed.proven, passed.margin) == ("win", 97.0)
    assert chosen.margin is not None
    assert chosen.margin > 140.0
    while state.outcome is None:
        state.play(player.choose(state) if state.to_move == "B" else state.legal_moves()[-1])
    assert state.outcome.winner == "B"
    assert state.scores()["B"] - state.scores()["W"] > 70


def test_a_proven_win_that_was_never_visited_does_not_throw_points_away_either() -> None:
    """The search has left the pass alone, the solver proves that it wins: how much it wins by is in its line."""
    state = fieldstone.parse_position(WON_VACU)
    passing, other = state.game.move("pass"), state.game.move("c9")
    found = [Candidate(other, 10_000, 0.999, 163.0, None, 0), Candidate(passing, 0, None, None, None, 0)]
    solution = Solver(megabytes=1).solve(state)
    assert (solution.result, solution.best, solution.lead) == ("win", (passing,), 97)
    assert [(one.move, one.margin) for one in with_solution(found, solution)] == [(other, 163.0), (passing, 97)]


@pytest.mark.parametrize("greedy", [True, False])
def test_a_tree_that_is_kept_is_searched_on_for_points(greedy: bool) -> None:
    """What is proven below a move ends the next search only where all moves are proven, or points do not matter."""
    state = fieldstone.parse_position(WON_VACU)
    settings = TUNED["vacu"].settings._replace(greedy=float(greedy))
    tree = RootedTree(state.game, settings, 64)
    tree.move_to(state)
    tree.search(1, make_rng(1, 0))
    state.play("c9")
    tree.move_to(state)
    tree.search(3000, make_rng(1, 0))
    replies = read_children(tree.nodes, ROOT)
    action = int(replies["action"][np.argmax(replies["visits"])])
    write(tree.nodes, tree.child(ROOT, action), proven=LOST)  # Black has an answer that wins
    state.play(state.game.moves[action])
    tree.move_to(state)
    assert tree.open == greedy


def test_the_shortest_win_is_played_where_no_points_are_lost() -> None:
    """Black owns every point: whatever is won is won by a pass."""
    rows = "/".join(["BBBBB", "B.BB.", "BBBBB", "BB.BB", "BBBBB"])
    state = fieldstone.parse_position(f"vacu(size=5,komi=0,setup=fixed) {rows} B passes=1 button=B")
    assert SearchPlayer(simulations=2000, seed=1, megabytes=64).choose(state).text == "pass"


def known(proven: str | None, visits: int, value: float | None, lead: float | None) -> Known:
    return Known(visits, value, lead, proven)


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ([known("win", 1, 1.0, 10.0), known(None, 60, 0.999, 12.0)], 1),
        ([known("win", 1, 1.0, 10.0), known(None, 60, 0.999, 11.9)], 0),  # not a point more
        ([known("win", 1, 1.0, 10.0), known(None, 49, 0.999, 30.0)], 0),  # hardly looked at
        ([known("win", 1, 1.0, 10.0), known(None, 400, 0.9, 9.0), known(None, 60, 1.0, 30.0)], 0),  # nor that
        ([known("win", 1, 1.0, 10.0), known(None, 600, 0.99, 30.0)], 0),  # not sure
        ([known("win", 1, 1.0, 10.0), known("win", 50, 1.0, 14.0), known(None, 90, 1.0, 13.0)], 1),
        ([known("win", 1, 1.0, 10.0), known("win", 49, 1.0, 14.0), known(None, 90, 1.0, 13.0)], 2),
        ([known("win", 0, None, None), known(None, 600, 1.0, 30.0)], 0),  # nobody knows by how much it wins
        ([known(None, 60, 0.9, 1.0), known("win", 1, 1.0, 30.0)], 0),
        ([known("draw", 1, 0.5, 0.0), known(None, 600, 1.0, 30.0)], 0),
        ([known("win", 1, 1.0, 10.0), known("loss", 9, 0.0, 30.0)], 0),
        ([], 0),
    ],
)
def test_which_win_is_played(moves: list[Known], best: int) -> None:
    assert wins_by_more(moves) == best


# The order of moves ----------------------------------------------------------------------------


def numbers(action: int, visits: int, value: float | None, lead: float | None = None) -> Numbers:
    return Numbers(action, visits, value, lead, None, 0)


def ordered(*found: Numbers) -> list[int]:
    return [one.action for one in in_order(found)]


@pytest.mark.pure
def test_points_among_moves_that_win_as_often() -> None:
    assert (HALF, NEARLY) == (0.5, 0.02)
    first = numbers(1, 100, 0.60, 4.0)
    other = numbers(2, 60, 0.59, 10.0)
    rest = [numbers(3, 80, 0.50, 90.0), numbers(4, 40, 0.60, 90.0), numbers(5, 0, None)]
    assert ordered(*rest, first, other) == [2, 1, 3, 4, 5]
    assert ordered(first, numbers(2, 50, 0.59, 10.0)) == [2, 1]
    assert ordered(first, numbers(2, 49, 0.59, 10.0)) == [1, 2]  # looked at too little
    assert ordered(first, numbers(2, 60, 0.57, 10.0)) == [1, 2]  # wins less
    assert ordered(first, numbers(2, 60, 0.59, 3.9)) == [1, 2]
    assert ordered(first, numbers(2, 60, 0.70, 3.9)) == [1, 2]  # visits decide between them
    assert ordered(first, numbers(2, 60, 0.59, 10.0), numbers(3, 70, 0.60, 11.0)) == [3, 1, 2]


@pytest.mark.pure
def test_points_where_nothing_is_known() -> None:
    assert ordered() == []
    assert ordered(numbers(1, 0, None), numbers(2, 0, None)) == [1, 2]
    assert ordered(numbers(1, 5, 0.5, 0.0), numbers(2, 5, 0.5, 0.0)) == [1, 2]  # without leads the order stays
    assert ordered(numbers(1, 5, 0.5), numbers(2, 5, 0.6)) == [2, 1]


@pytest.mark.pure
def test_points_among_wins_as_short() -> None:
    def proven(action: int, proof: str, distance: int, lead: float | None = None, visits: int = 1) -> Numbers:
        return Numbers(action, visits, 0.5, lead, proof, distance)

    assert ordered(proven(1, "win", 3, 9.0), proven(2, "win", 3, 20.0), proven(3, "win", 1, 1.0)) == [3, 2, 1]
    assert ordered(proven(1, "loss", 3), proven(2, "loss", 5), numbers(3, 1, 0.01)) == [3, 2, 1]
    assert ordered(proven(1, "draw", 3), proven(2, "loss", 5), numbers(3, 9, 0.49)) == [1, 3, 2]
    assert ordered(proven(1, "draw", 3), proven(2, "loss", 5), numbers(3, 9, 0.51)) == [3, 1, 2]
