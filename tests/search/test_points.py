"""Points: the largest of the wins is played, and proven first; a lost game is lost by little."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import tuning_of
from fieldstone.play.ruleset import Move
from fieldstone.search import ranking
from fieldstone.search.engine import Search
from fieldstone.search.limit import Limit
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.mcts.tree import DRAWN, LOST, ROOT, UNPROVEN, WON
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.search.ranking import HALF, NEARLY, MoveTable, new_move_table
from fieldstone.search.solver.solve import Solver
from fieldstone.search.solver.values import SOLVED
from fieldstone.search.steps.state import CHOOSE, DONE, LARGER_MARGIN, LARGER_MOVES, LOOK, MARGIN
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
    assert first.margin == best / 2
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
    assert (first.move.text, first.proven, first.margin) == (move, "win", points)


class Blinkered(Search):
    """A search whose solver finds nothing but results, for margins are always too far; `notes` what else it is at."""

    def __init__(self, state: State, limit: Limit, threads: int = 1) -> None:
        super().__init__(state, limit, kind=CHOOSE, memory=Memory(1, threads, megabytes=64))
        self.asked: list[Move] = []
        self.refuted = False
        self.left: list[float] = []

    def _serve(self, moved: float) -> None:
        super()._serve(moved)
        run, worker = self.run_record, self._workers[0]
        if run.phase in (MARGIN, LARGER_MARGIN):
            if run.phase == LARGER_MARGIN:
                self.left.append(float(run.solver_end) - self.clock())
            run.solver_end = -math.inf
        if run.phase == LARGER_MOVES:
            asked = self.state.game.moves[int(worker.table.moves[worker.table.listed[run.index]].action)]
            if asked not in self.asked:
                self.asked.append(asked)
            if self.refuted:
                solving = worker.space.solving[0]
                solving.phase, solving.low, solving.high = SOLVED, 1, 1
                worker.space.proof.control[0].level = -1


def won_squared() -> State:
    return fieldstone.parse_position(f"squared(size=7,komi=0,setup=fixed) {next(iter(WON_SQUARED))}")


@pytest.mark.parametrize("refuted", [False, True])
def test_a_larger_win_is_proven_before_it_is_played(refuted: bool) -> None:
    """Where the margin is too far, by asking of the moves that promise more; one that is no win is not played."""
    state = won_squared()
    search = Blinkered(state, Limit(simulations=32_000))
    search.refuted = refuted
    search.run()
    found = search.result()
    assert search.asked
    if refuted:
        assert found.choice not in search.asked
    else:
        assert found.choice == search.asked[0] == state.game.move("e5")
        assert found.moves[0].proven == "win"


def table_of(*moves: tuple[int, int, float | None, float | None, int, int]) -> MoveTable:
    """A table of moves, in their order: action, visits, chance, lead in half units, proof, distance."""
    table = new_move_table(max((action for action, *_ in moves), default=0) + 1)
    for place, (action, visits, chance, lead, proven, distance) in enumerate(moves):
        move = table.moves[place]
        move.action, move.visits, move.proven, move.distance = action, visits, proven, distance
        move.wins, move.lead = visits * (chance or 0.0), visits * (lead or 0.0)
        move.chance = math.nan if chance is None else chance
        move.margin = math.nan if lead is None else lead
        table.order[place] = place
    return table


@pytest.mark.pure
def test_a_line_that_was_cut_short_takes_no_lead_away() -> None:
    """The solver's lead is that of a line which it has followed to the end."""
    for length, lead, margin in ((1, None, 30.0), (0, None, 30.0), (2, 12.0, 12.0)):
        table = table_of((0, 20, 0.9, 30.0, UNPROVEN, 0), (1, 200, 0.9, 60.0, UNPROVEN, 0))
        solution = table.solution[0]
        solution.known, solution.value, solution.best, solution.length = 1, 1, 0, length
        solution.lead = math.nan if lead is None else lead
        ranking.add_solution(table, 2, False)
        told = [table.moves[place] for place in table.order[:2]]
        assert [(one.action, one.margin, one.proven) for one in told] == [(0, margin, WON), (1, 60.0, UNPROVEN)]
        assert ranking.promising_wins(table, 2) == 1
        assert table.moves[table.listed[0]].action == 1


@pytest.mark.pure
def test_a_move_that_loses_as_all_do_comes_as_late_as_the_line_of_the_solver() -> None:
    """What a tree has proven of it holds; where it has proven nothing a loss does not come at once."""
    for later in (0, 5, 30):
        table = table_of(numbers(0, 900, 0.5), (1, 10, 0.0, None, LOST if later else UNPROVEN, later))
        solution = table.solution[0]
        solution.known, solution.value, solution.best, solution.length = 1, -1, 0, 20
        ranking.add_solution(table, 2, False)
        assert [one.proven for one in table.moves[:2]] == [LOST, LOST]
        assert [one.distance for one in table.moves[:2]] == [19, max(19, later)]


def test_what_a_helper_proves_does_not_end_the_search_for_points() -> None:
    """Its tree ends with the first proof, and the next move begins with that."""

    class Proven(Blinkered):
        def _start(self, moved: float) -> None:
            write(self.memory.trees[1].nodes, ROOT, proven=LOST, distance=9)
            super()._start(moved)

    search = Proven(won_squared(), Limit(simulations=32_000), threads=2)
    search.run()
    choice = search.result().choice
    assert choice is not None
    assert choice.text == "e5"
    assert read_one(search.memory.trees[0].nodes, ROOT)["visits"] > 10_000


def test_loading_takes_nothing_of_the_time_for_a_larger_win() -> None:
    now = [0.0]

    class Slow(Blinkered):
        def _make_workers(self, moves: Any) -> None:
            super()._make_workers(moves)
            now[0] += 60.0

        def _serve(self, moved: float) -> None:
            now[0] += 1e-3 * (self.run_record.phase > LOOK)
            super()._serve(0.0)

    search = Slow(won_squared(), Limit(seconds=1.0))
    search.clock = lambda: now[0]
    search.run()
    assert search.left
    assert 0.25 < search.left[0] < 0.5  # half of what is left


def test_ctrl_c_while_a_larger_win_is_proven() -> None:
    """The win that was proven before is played, or a larger one that looks as sure."""
    for phase in (LARGER_MARGIN, LARGER_MOVES):

        class Interrupted(Blinkered):
            at = phase

            def _serve(self, moved: float) -> None:
                super()._serve(moved)
                if self.run_record.phase == self.at and not self.stopped:
                    raise KeyboardInterrupt

        search = Interrupted(won_squared(), Limit(simulations=32_000))
        search.run()
        found = search.result()
        assert found.interrupted
        assert search.run_record.status == DONE
        assert found.moves[0].proven == "win"


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
    assert (passed.proven, passed.margin) == ("win", 48.5)
    assert chosen.margin is not None
    assert chosen.margin > 70.0
    while state.outcome is None:
        state.play(player.choose(state) if state.to_move == "B" else state.legal_moves()[-1])
    assert state.outcome.winner == "B"
    assert state.scores()["B"] - state.scores()["W"] > 70


def test_a_proven_win_that_was_never_visited_does_not_throw_points_away_either() -> None:
    """The search has left the pass alone, the solver proves that it wins: how much it wins by is in its line."""
    state = fieldstone.parse_position(WON_VACU)
    passing, other = state.game.move("pass"), state.game.move("c9")
    solved = Solver(megabytes=1).solve(state)
    assert (solved.result, solved.best, solved.lead) == ("win", (passing,), 97)
    table = table_of((other.action, 10_000, 0.999, 163.0, UNPROVEN, 0), (passing.action, 0, None, None, UNPROVEN, 0))
    solution = table.solution[0]
    solution.known, solution.value, solution.best, solution.length, solution.lead = 1, 1, passing.action, 1, 97.0
    ranking.add_solution(table, 2, False)
    told = [table.moves[place] for place in table.order[:2]]
    assert [(one.action, one.margin) for one in told] == [(other.action, 163.0), (passing.action, 97.0)]


@pytest.mark.parametrize("greedy", [True, False])
def test_a_tree_that_is_kept_is_searched_on_for_points(greedy: bool) -> None:
    """What is proven below a move ends the next search only where all moves are proven, or points do not matter."""
    state = fieldstone.parse_position(WON_VACU)
    settings = tuning_of("vacu").settings.having(greedy=float(greedy))
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


Known = tuple[int, float | None, float | None, int]


def known(proven: str | None, visits: int, chance: float | None, lead: float | None) -> Known:
    return visits, chance, lead, {None: UNPROVEN, "win": WON, "loss": LOST, "draw": DRAWN}[proven]


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
    table = table_of(*((action, *move, 0) for action, move in enumerate(moves)))
    assert ranking.win_by_more(table, len(moves)) == best


# The order of moves ----------------------------------------------------------------------------


Numbers = tuple[int, int, float | None, float | None, int, int]


def numbers(action: int, visits: int, chance: float | None, lead: float | None = None) -> Numbers:
    return action, visits, chance, lead, UNPROVEN, 0


def ordered(*found: Numbers) -> list[int]:
    table = table_of(*found)
    ranking.put_in_order(table, len(found))
    return [int(table.moves[place].action) for place in table.order[: len(found)]]


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
        return action, visits, 0.5, lead, {"win": WON, "loss": LOST, "draw": DRAWN}[proof], distance

    assert ordered(proven(1, "win", 3, 9.0), proven(2, "win", 3, 20.0), proven(3, "win", 1, 1.0)) == [3, 2, 1]
    assert ordered(proven(1, "loss", 3), proven(2, "loss", 5), numbers(3, 1, 0.01)) == [3, 2, 1]
    assert ordered(proven(1, "draw", 3), proven(2, "loss", 5), numbers(3, 9, 0.49)) == [1, 3, 2]
    assert ordered(proven(1, "draw", 3), proven(2, "loss", 5), numbers(3, 9, 0.51)) == [3, 1, 2]
