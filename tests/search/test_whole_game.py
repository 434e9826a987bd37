"""The computer knows the whole game: button and pass, komi and sides, the swap, turns of two stones.

The positions were found among those of random games; that they are what they are said to be the solver proves here, and
that it is right is shown beside plain minimax elsewhere (test_solver.py).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import fieldstone
from fieldstone import State
from fieldstone.games.tuning import tuning_of
from fieldstone.play.game import read_game
from fieldstone.search import engine
from fieldstone.search.engine import Search
from fieldstone.search.levels import level_player
from fieldstone.search.limit import CancelToken, Limit
from fieldstone.search.mcts.tree import ROOT
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.search.solver.solve import Solution, Solver
from fieldstone.search.steps.state import CHOOSE, DECIDE, THINK
from tests.search.exact import in_size_order, with_komi, would_end
from tests.search.trees import write

EXACT = [True, False]


@cache
def solved(position: str) -> Solution:
    return Solver(megabytes=16).solve(fieldstone.parse_position(position), every=True)


def after(state: State, *moves: str) -> State:
    there = state.copy()
    for move in moves:
        there.play(move)
    return there


def value(state: State) -> int:
    """What the player to move gets."""
    found = Solver(megabytes=16).solve(state).value
    assert found is not None
    return found


def computer(exact: bool, simulations: int = 20_000) -> SearchPlayer:
    return SearchPlayer(simulations=simulations, seed=1, megabytes=64, exact=exact)


# Vacu: V6, V8 ----------------------------------------------------------------------------------

BUTTONS = [
    "vacu(size=3,komi=5) .BB/WBB/.BB W",
    "vacu(size=3,komi=1) W.B/WBB/W.B W",
    "vacu(size=3,komi=3) BBB/.BB/WW. B",
    "vacu(size=3,komi=1) WW./W.B/BBB W",
    "vacu(size=3,komi=5) BBB/BBB/.W. W",
    "vacu(size=3,komi=1) BB./B.W/BWW W",
]
PASSES = [
    "vacu(size=2,komi=3) B./.W W button=B",
    "vacu(size=3,komi=4) BB./BB./WW. W passes=1 button=W",
    "vacu(size=2,komi=3) B./.B B passes=1 button=W",
    "vacu(size=3) .../.WB/B.W B passes=1 button=B",
    "vacu(size=3) ..W/.BB/WWW W passes=1 button=B",
]
NO_PASSES = [
    "vacu(size=3,komi=2) .WW/.B./... B button=B",
    "vacu(size=2) WB/.. B button=B",
    "vacu(size=3,komi=1) B.W/.W./WBB B button=W",
    "vacu(size=3,komi=5) .B./W../.BB W button=W",
    "vacu(size=3) .B./W.W/B.. W button=B",
]


@pytest.mark.parametrize("exact", EXACT)
@pytest.mark.parametrize("position", BUTTONS)
def test_the_button_wins_by_half_a_point(position: str, exact: bool) -> None:
    state, solution = fieldstone.parse_position(position), solved(position)
    assert solution.complete
    assert (solution.result, [move.text for move in solution.best]) == ("win", ["button"])
    assert Solver(megabytes=16).solve(state, by="margin").value == 1  # half a point
    assert computer(exact).choose(state).text == "button"


@pytest.mark.parametrize("exact", EXACT)
@pytest.mark.parametrize("position", PASSES)
def test_passing_alone_wins(position: str, exact: bool) -> None:
    state, solution = fieldstone.parse_position(position), solved(position)
    assert solution.complete
    assert (solution.result, [move.text for move in solution.best]) == ("win", ["pass"])
    assert len(state.legal_moves()) > 2
    assert computer(exact).choose(state).text == "pass"


@pytest.mark.parametrize("exact", EXACT)
@pytest.mark.parametrize("position", NO_PASSES)
def test_passing_would_lose(position: str, exact: bool) -> None:
    state, solution = fieldstone.parse_position(position), solved(position)
    assert solution.result == "win"
    assert solution.complete
    passed = after(state, "pass")
    assert passed.outcome is None
    assert value(passed) == 1  # the other one wins
    assert computer(exact).choose(state) in solution.best


# The auction: S1 -------------------------------------------------------------------------------

AUCTIONS = ["vacu(size=2,setup=auction)", "squared(size=2,setup=auction)", "squared(size=3,setup=auction)"]


@pytest.mark.parametrize("game", AUCTIONS)
def test_the_side_that_wins_is_chosen(game: str) -> None:
    state = read_game(game).new_state()
    sides = set()
    komis = in_size_order(state.legal_moves())
    for komi in komis if len(komis) < 12 else komis[::4]:
        named = after(state, komi.text)
        worth = {side: value(after(named, side)) for side in ("black", "white")}  # for Black, who is to move
        worth["white"] *= -1  # the one who chose White is not
        chosen = computer(True).choose(named).text
        assert worth[chosen] == max(worth.values()), komi.text
        if worth["black"] != worth["white"]:
            sides.add(chosen)
    assert sides == ({"white"} if game.startswith("squared(size=2") else {"black", "white"})  # there 0 is a draw


@pytest.mark.parametrize("game", AUCTIONS)
def test_the_komi_named_is_where_the_winner_changes(game: str) -> None:
    state = read_game(game).new_state()
    komis = in_size_order(state.legal_moves())
    named = komis.index(SearchPlayer(simulations=200_000, seed=2, megabytes=64).choose(state))
    near = [value(with_komi(state, komis[place])) for place in range(max(0, named - 1), min(len(komis), named + 2))]
    assert value(with_komi(state, komis[named])) == 0 or {1, -1} <= set(near)


# The swap: K10 ---------------------------------------------------------------------------------


# On 3x3 and 4x4 every first stone wins for whoever holds it, so that only the swap is right. (After a stone on the edge
# of 4x4 so few simulations do not show it.)
FIRST_STONES = [(3, stone) for stone in ("a1", "b1", "b2", "c1", "c3", "a2")] + [(4, "b2"), (4, "c2"), (4, "c3")]


@pytest.mark.parametrize("exact", EXACT)
@pytest.mark.parametrize(("size", "stone"), FIRST_STONES)
def test_a_strong_first_stone_is_taken_over(size: int, stone: str, exact: bool) -> None:
    state = after(fieldstone.load("kaomi", size=size).new_state(), stone)
    solution = Solver(megabytes=64).solve(state, every=True)
    assert solution.complete
    assert (solution.result, [move.text for move in solution.best]) == ("win", ["swap"])
    assert computer(exact).choose(state).text == "swap"


# Passing when nothing is left to do: W3 ---------------------------------------------------------


def played_out(state: State, settled: float) -> State:
    """A game of Vadus between two players who look at 60 simulations a move, from a state on."""
    settings = tuning_of("vadus").settings.having(settled=settled)
    players = [SearchPlayer(simulations=60, seed=seed, settings=settings, megabytes=16) for seed in (1, 2)]
    state = state.copy()
    while state.outcome is None:
        state.play(players[state.seat - 1].choose(state))
    return state


def test_a_game_that_is_as_good_as_over_is_not_filled_up() -> None:
    """Both pass, the one who loses as well, with much of the board empty, and whoever goes on from there loses it."""
    state = played_out(fieldstone.load("vadus", size=6).new_state(), settled=0.97)
    assert state.outcome is not None
    assert [move.text for move in state.history[-2:]] == ["pass", "pass"]
    assert "".join(state.rows()).count(".") > 91 // 4
    before = state.copy()
    before.undo()
    before.undo()
    filled = played_out(before, settled=1.0)
    assert filled.outcome is not None
    assert "".join(filled.rows()).count(".") < 91 // 20
    assert filled.outcome.winner == state.outcome.winner


# Black has 14, White 1 and no way to more.
SETTLED = "vadus(size=5) .WWB./BWB.BW/.B...B./.BWBWB.W/WWB..B.../WBWWBWB./WBBBWWW/WWWWWB/BBWBW {}"
TURNS = [
    ("B", 0.97, True),
    ("W", 0.97, False),
    ("W passes=1", 0.97, True),
    ("W passes=1", 1.0, False),
]


@pytest.mark.parametrize(("turn", "settled", "passes"), TURNS)
def test_who_wins_passes_and_who_loses_after_that(turn: str, settled: float, passes: bool) -> None:
    settings = tuning_of("vadus").settings.having(settled=settled)
    player = SearchPlayer(simulations=200, seed=1, megabytes=16, exact=False, settings=settings)
    move = player.choose(fieldstone.parse_position(SETTLED.format(turn)))
    assert player.candidates()[0].proven is None
    assert (move.text == "pass") == passes


# Black leads by 6 to 2, and after a pass White wins four of five games (40,000 simulations). One seed in eight passed.
REPLY = "vadus(size=5) W..B./BWWW.B/B..B.B./WW.WW.BW/..WBW.B.W/WB.B..B./BB....B/WB..W./WWBW. B"
# The same but for two stones: 14 points are empty.
FEW = "vadus(size=5) WWWB./BWBWBW/.B...B./.BWBWB.W/WWB..B.../WBWWBWB./WBBBWWW/WWWWWB/BBWBW {}"
# Black wins, and loses with a pass. A player with few simulations cannot know that.
LAST = "vadus(size=5) .WB../BB.B../.WWBWWW/W..BWBW./BB.WWBWWB/.BWBBBBW/B.BW.BW/WWWBBW/WBWBW B"


def test_the_last_stones_are_placed() -> None:
    for position, passes in ((SETTLED, True), (FEW, False)):
        state = fieldstone.parse_position(position.format("B"))
        assert would_end(state, winning=True)
        player = SearchPlayer(simulations=200, seed=1, megabytes=16, exact=False)
        assert (player.choose(state).text == "pass") == passes
        assert player.candidates()[0].proven is None


@pytest.mark.parametrize(
    ("limit", "margin", "visits", "passes"),
    [
        (Limit(simulations=300), 1.0, 10**4, False),
        (Limit(simulations=300), 0.02, 10**9, False),
        (Limit(seconds=0.1), 1.0, 10**9, False),
        (Limit(seconds=0.1), 0.02, 10**9, True),
        (Limit(seconds=0.1), 0.999, 10**9, True),  # what few visits say is not believed
    ],
)
def test_no_other_pass_is_played(limit: Limit, margin: float, visits: int, passes: bool) -> None:
    """Whatever the search thinks of it; only where time is the limit by as much as is set."""
    state = fieldstone.parse_position(LAST)
    assert [Solver(megabytes=16).solve(one).result for one in (state, after(state, "pass"))] == ["win", "win"]
    settings = tuning_of("vadus").settings.having(pass_margin=margin)
    search = Search(state, limit, settings, kind=CHOOSE, memory=Memory(1, megabytes=16, exact=False))

    def prefer(one: Search) -> None:
        """Let it think nothing better than a pass."""
        if one.run_record.phase == DECIDE:
            for tree in one.memory.trees:
                passing = tree.child(ROOT, state.game.move("pass").action)
                write(tree.nodes, passing, visits=visits, wins=float(visits))

    search.run(on_look=prefer)
    found = search.result()
    assert found.choice is not None
    assert (found.choice.text == "pass") == passes
    assert found.moves[0].move.text == "pass"


# Black passes and wins; every stone loses, of a game that was lost so at 0.1 s a move.
ONLY_PASS = (
    "vadus(size=7) BBBWWBW/W.WBBBWW/WBWBWWWWW/BWWBWBWWWW/WBBWBWWBWWB/WWBWBWWBWWWB/WWWWWBBWWWBBW/BWWWWWBBBBWW/"
    "WBWWBWWW.../WBBWWWB.BB/BWWBBWBB./BBBBWWBW/WWBWWBW B"
)


def test_a_pass_that_alone_wins_is_played_where_there_is_no_time_to_prove_it() -> None:
    """With simulations as the limit the solver has its share of the work, so that there it goes by proofs alone."""
    state = fieldstone.parse_position(ONLY_PASS)
    solver = Solver(megabytes=64)
    assert solver.solve(after(state, "pass")).result == "loss"
    legal = {move.text for move in state.legal_moves()} - {"pass"}
    for stone in legal:
        there = after(state, stone)
        assert solver.solve(there).result == ("loss" if there.seat == state.seat else "win"), stone
    for limit, passes in (({"seconds": 0.2}, True), ({"simulations": 2_000}, False)):
        player = SearchPlayer(**limit, seed=1, megabytes=16, exact=False)
        assert (player.choose(state).text == "pass") == passes


def test_a_look_at_the_reply_is_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[int, float]] = []

    class Watched(Search):
        def run(self, *told: Any) -> None:
            super().run(*told)
            taken.append((self.kind, float(self.run_record.seconds)))

    monkeypatch.setattr(engine, "Search", Watched)
    settings = tuning_of("vadus").settings.having(settled=0.6)  # however much of the time it gets
    state = fieldstone.parse_position(SETTLED.format("B"))
    engine.search(state, Limit(0.5), settings, memory=Memory(1, megabytes=8, exact=False))
    assert [kind for kind, _ in taken] == [THINK, CHOOSE]
    assert [seconds for _, seconds in taken] == pytest.approx([0.05, 0.45])


@pytest.mark.parametrize("searched", [16, 400])
def test_without_time_for_a_look_it_passes_by_what_it_has_seen(searched: int) -> None:
    """A clock ends the search itself, or the look."""
    player, token = SearchPlayer(simulations=400, seed=1, megabytes=16, exact=False), CancelToken()
    told: list[float] = []

    def attend(done: float) -> None:
        told.append(done)
        if 400 * done >= searched or (searched == 400 and done == 1.0):
            token.cancel()

    assert player.choose(fieldstone.parse_position(SETTLED.format("B")), attend, token).text == "pass"
    assert searched <= player.simulations_made < searched + 400
    assert told


# W6: Black's pair on the rim is worth 2, White's stones are worth -1 each. V6: White has nine points, Black three.
AHEAD = [
    "vadus(size=5) BB.../....../......./..W...W./..B....../......../......./....../..... B",
    "vacu(size=7,komi=6) ......./..WW.../......./....B../......./..B..W./....B.. W button=W",
]


@pytest.mark.parametrize("level", [1, 5])
@pytest.mark.parametrize("position", AHEAD)
def test_a_pass_that_wins_at_once_is_seen(position: str, level: int) -> None:
    """W3, V7: when the other one has passed, even by those who see little."""
    state = fieldstone.parse_position(position + " passes=1")
    player = level_player(state.game, level, seed=3)
    assert player.choose(state).text == "pass"
    assert player.search.candidates()[0].proven == "win"


# Two stones: W2 --------------------------------------------------------------------------------

PAIRS = [
    ("vadus(size=3) .BW/BWB./BW.BW/WW../BB. W", ["b4", "e1"]),
    ("vadus(size=3) .BB/W..W/W..BB/BW.W/BWB W", ["c3", "d3"]),
    ("vadus(size=3) B.B/WWBB/BBWWW/...W/WWB B", ["b2", "b3"]),
    ("vadus(size=3) W../WW../WBBBB/BWBW/WBW B", ["e2", "e3"]),
    ("vadus(size=3) WBW/W.BW/.BW.B/BWBW/W.B B", ["a2", "d2"]),
    ("vadus(size=3) B.B/WBW./BWWWB/WB../BWW B", ["b4", "e2"]),
]


@pytest.mark.parametrize("exact", EXACT)
@pytest.mark.parametrize(("position", "pair"), PAIRS)
def test_two_stones_that_belong_together(position: str, pair: list[str], exact: bool) -> None:
    """Either may come first, and then the other one is the only move; with no other pair is there more than a loss."""
    state, solution = fieldstone.parse_position(position), solved(position)
    assert solution.complete
    assert solution.result == "win"
    assert [move.text for move in solution.best] == pair
    for first, second in (pair, pair[::-1]):
        then = Solver(megabytes=16).solve(after(state, first), every=True)
        assert then.complete
        assert [move.text for move in then.best] == [second]
    player = computer(exact)
    seat, played = state.seat, []
    while state.seat == seat:
        played.append(player.choose(state).text)
        state.play(played[-1])
    assert sorted(played) == pair
