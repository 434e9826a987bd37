"""The computer's search: its formulas by numbers, its proofs beside plain minimax over the naive twins, its habits."""

from __future__ import annotations

import contextlib
import math
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

import fieldstone
from fieldstone import State
from fieldstone.games.tuning import PLAIN, Settings, tuning_of
from fieldstone.play.game import read_game
from fieldstone.search import ranking, steps
from fieldstone.search.limit import Limit
from fieldstone.search.mcts import select
from fieldstone.search.mcts.tree import (
    DRAWN,
    LOST,
    PLACES,
    ROOT,
    UNPROVEN,
    WON,
)
from fieldstone.search.player import SearchPlayer
from fieldstone.search.random import RandomPlayer
from fieldstone.search.result import MoveInfo
from tests.brought import brought_texts, with_brought
from tests.oracles import Oracle, make
from tests.rules.test_twins import LOOPS, Loop
from tests.search.trees import make_tree, read, read_children, read_one, reset, write

SMALL = with_brought(
    ["vacu(size=3)", "convacu(size=3)", "kaomi(size=3)", "squared(size=3)", "iago", "iago-free", "vadus(size=2)"],
    brought_texts(),
)

# Formulas --------------------------------------------------------------------------------------


def test_the_confidence_bound() -> None:
    assert select.exploration(2.0, 2.0, 1.0) == pytest.approx(1.0)
    assert select.exploration(math.log(100), 25.0, math.sqrt(2)) == pytest.approx(math.sqrt(2 * math.log(100) / 25))
    assert select.exploration(0.0, 1.0, 5.0) == 0.0


def test_the_weight_of_amaf() -> None:
    assert select.amaf_weight(0.0, 300.0) == 1.0
    assert select.amaf_weight(300.0, 300.0) == pytest.approx(0.5)
    assert select.amaf_weight(100.0, 300.0) == pytest.approx(math.sqrt(0.5))


def test_the_blend() -> None:
    value = select.blended_value
    assert value(3.0, 4.0, 9.0, 10.0, 0.5, 0.0) == 0.75  # AMAF left out
    assert value(3.0, 4.0, 0.0, 0.0, 0.5, 300.0) == 0.75  # nothing known of it
    assert value(0.0, 0.0, 0.0, 0.0, 0.6, 300.0) == 0.6
    assert value(0.0, 0.0, 9.0, 10.0, 0.6, 300.0) == 0.9
    assert value(75.0, 100.0, 10.0, 100.0, 0.5, 100.0) == pytest.approx((0.75 + 0.1) / 2)


def test_the_lead_between_loss_and_win() -> None:
    assert select.sigmoid(0.0, 20.0) == 0.5
    assert select.sigmoid(20.0, 20.0) == pytest.approx(0.7310586)
    assert select.sigmoid(-20.0, 20.0) == pytest.approx(1 - 0.7310586)
    assert select.sigmoid(-1e6, 1.0) == 0.0


def test_a_lead_is_doubted_while_the_board_is_empty() -> None:
    assert select.doubt_scale(80.0, 80.0) == 1.0
    assert select.doubt_scale(160.0, 80.0) == 4.0
    assert select.doubt_scale(0.0, 80.0) == select.LEAST_DOUBT


# Proofs ----------------------------------------------------------------------------------------

BUDGET = 2000
LIMITS = {"iago": 150, "vacu": 500}


class TooLargeError(Exception):
    """A game tree is larger than the budget."""


def seat_value(twin: Oracle, seat: int) -> float:
    """What a seat gets of a finished game."""
    if twin.winner == "draw":
        return 0.5
    return float(twin.seat_of[str(twin.winner)] == seat)


def minimax(twin: Oracle, memory: dict[Any, float], budget: list[int]) -> float:
    """What seat 1 gets when both play best; `memory` tells how often what has stood on the table, where V9 asks."""
    if twin.winner is not None:
        return seat_value(twin, 1)
    key = (twin.position(), frozenset(Counter(getattr(twin, "history", ())).items()))
    if key in memory:
        return memory[key]
    budget[0] -= 1
    if budget[0] < 0:
        raise TooLargeError
    best = None
    for move in twin.legal():
        after = twin.copy()
        after.play(move)
        value = minimax(after, memory, budget)
        if best is None or (value > best if twin.seat == 1 else value < best):
            best = value
        if best == (1.0 if twin.seat == 1 else 0.0):
            break
    assert best is not None
    memory[key] = best
    return best


def value_for_mover(twin: Oracle, budget: int = BUDGET) -> float:
    value = minimax(twin, {}, [budget])
    return value if twin.seat == 1 else 1.0 - value


def twin_of(state: State) -> Oracle:
    twin = make(state.game.name, **state.game.options)
    for move in state.history:
        twin.play(move.text)
    return twin


def prove(player: SearchPlayer, state: State, patience: int) -> tuple[MoveInfo, ...]:
    """Let a player think until it knows for sure."""
    made = 0
    while True:
        made += player.think(state)
        tree = player.trees[0]
        if not tree.open:
            return player.candidates()
        assert made < patience, f"{state.to_text(history=True)} is not proven"


def _plain(simulations: int, seed: int) -> SearchPlayer:
    """Plain UCT, whose proofs come from its tree alone."""
    return SearchPlayer(simulations=simulations, seed=seed, settings=PLAIN, exact=False)


VALUE = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def check_proof(twin: Oracle, candidates: tuple[MoveInfo, ...], value: float) -> int:
    """The best candidate is proven to be worth the minimax value, and it is; so are others that are proven.

    Returns how many moves were looked at; plain minimax does not reach the end after all of them.
    """
    assert candidates[0].proven is not None
    assert VALUE[candidates[0].proven] == value
    memory: dict[Any, float] = {}
    looked_at, budget = 0, [BUDGET]
    with contextlib.suppress(TooLargeError):
        for candidate in candidates:
            if candidate.proven is not None:
                after = twin.copy()
                after.play(candidate.move.text)
                best = minimax(after, memory, budget)
                assert VALUE[candidate.proven] == (best if twin.seat == 1 else 1.0 - best)
                looked_at += 1
    return looked_at


ROOTS = ["kaomi(size=2,pie=true)", "kaomi(size=2,pie=false)", "convacu(size=2)", "vadus(size=2)"]


@pytest.mark.parametrize("game", ROOTS)
@pytest.mark.parametrize("settings", [PLAIN, None])
def test_small_games_are_solved(game: str, settings: Settings | None) -> None:
    state = read_game(game).new_state()
    twin = twin_of(state)
    player = SearchPlayer(simulations=20_000, seed=1, settings=settings, exact=False)
    candidates = prove(player, state, 2_000_000)
    assert VALUE[str(candidates[0].proven)] == value_for_mover(twin, 200_000)


def forced(twin: Oracle, memory: dict[Any, tuple[float, int]]) -> tuple[float, int]:
    """What seat 1 gets, and after how many plies if the winner hurries and the loser does not."""
    if twin.winner is not None:
        return seat_value(twin, 1), 0
    key = twin.position()
    if key not in memory:
        found = []
        for move in twin.legal():
            after = twin.copy()
            after.play(move)
            value, plies = forced(after, memory)
            mine = value if twin.seat == 1 else 1.0 - value
            found.append((mine, -plies if mine == 1.0 else plies, value))
        _, plies, value = max(found)
        memory[key] = value, abs(plies) + 1
    return memory[key]


@pytest.mark.parametrize("game", ["kaomi(size=2,pie=true)", "kaomi(size=2,pie=false)", "vadus(size=2)"])
def test_distances_are_bounds(game: str) -> None:
    """A proven win comes within its distance: no sooner than minimax forces it, and that is met by a last move."""
    met = 0
    memory: dict[Any, tuple[float, int]] = {}
    for seed in range(8):
        chooser, state = RandomPlayer(seed), read_game(game).new_state()
        twin = twin_of(state)
        while state.outcome is None:
            if len(state.legal_moves()) > 1:
                for one in prove(_plain(2000, 1), state, 1_000_000):
                    if one.proven in ("win", "loss"):
                        after = twin.copy()
                        after.play(one.move.text)
                        value, plies = forced(after, memory)
                        assert VALUE[one.proven] == (value if twin.seat == 1 else 1.0 - value)
                        assert one.distance >= plies
                        met += one.distance == plies
            move = chooser.choose(state)
            state.play(move)
            twin.play(move.text)
    assert met > 8


@pytest.mark.parametrize("loop", [loop for loop in LOOPS if loop.name == "vacu"], ids=str)
def test_repetition_is_seen_in_the_tree(loop: Loop) -> None:
    """V9: a move that repeats a position for the third time is a proven draw, by the history before the root too."""
    state = fieldstone.load(loop.name, size=loop.size).new_state()
    for move in f"{loop.opening} {3 * (loop.cycle + ' ')}".split():
        if state.outcome is None:
            state.play(move)
    assert state.outcome is not None
    assert state.outcome.termination is fieldstone.Termination.REPETITION
    last = state.undo()
    # Greedy, so that a pass which wins does not end the search at once.
    player = SearchPlayer(simulations=100, seed=1, settings=PLAIN.having(greedy=1.0), exact=False)
    player.think(state)
    kinds = {one.move: one.proven for one in player.candidates()}
    assert kinds[last] == "draw"
    alone = SearchPlayer(simulations=100, seed=1, settings=PLAIN, exact=False)
    alone.think(fieldstone.parse_position(state.to_text()))
    assert {one.move: one.proven for one in alone.candidates()}[last] != "draw"


@pytest.mark.parametrize("loop", [loop for loop in LOOPS if loop.name == "vacu"], ids=str)
def test_repetition_deep_in_the_tree(loop: Loop) -> None:
    """V9, with the earlier appearances in the tree too: a tree of a single line, which is walked down in one go."""
    state = fieldstone.load(loop.name, size=loop.size).new_state()
    state.play(loop.opening.split()[0])
    player = SearchPlayer(simulations=1, seed=1, settings=PLAIN, exact=False)
    tree = player.trees_for(state)[0]
    on, place = state.copy(), ROOT
    for move in [*loop.opening.split()[1:], *(3 * loop.cycle.split())]:
        if on.outcome is None:
            write(tree.nodes, place, first=place + 1, children=1)
            place += 1
            reset(tree.nodes, place, state.game.move(move).action, on.seat)
            write(tree.nodes, place, visits=1)
            on.play(move)
    assert on.outcome is not None
    assert on.outcome.termination is fieldstone.Termination.REPETITION
    assert player.think(state) == 1
    walked = read(tree.nodes, slice(0, place + 1))
    assert set(walked["proven"]) == {DRAWN}
    assert walked["distance"].tolist() == list(range(place, -1, -1))


@cache
def late_positions(game: str, count: int) -> tuple[tuple[State, Oracle, float], ...]:
    """Positions near the end of random games with their twins and values.

    Of each game the one that is furthest from the end, as far as plain minimax reaches, among those whose value was
    found least often before.
    """
    chance, values = random.Random(game), Counter[float]()
    found: list[tuple[State, Oracle, float]] = []
    while len(found) < count:
        player, state = RandomPlayer(chance.getrandbits(32)), read_game(game).new_state()
        twin, line = twin_of(state), []
        while state.outcome is None and len(state.history) < 150:
            if len(state.legal_moves()) > 1:
                line.append((state.copy(), twin.copy()))
            move = player.choose(state)
            state.play(move)
            twin.play(move.text)
        solved: dict[float, tuple[State, Oracle, float]] = {}
        with contextlib.suppress(TooLargeError):
            for before, its_twin in line[:-8:-1]:
                value = value_for_mover(its_twin, LIMITS.get(before.game.spec.family, BUDGET))
                solved[value] = before, its_twin, value
        if solved:
            rarest = min(solved, key=lambda value: values[value])
            values[rarest] += 1
            found.append(solved[rarest])
    return tuple(found)


@pytest.mark.parametrize("game", SMALL)
def test_late_positions_are_proven_right(game: str) -> None:
    seen, looked_at = set(), 0
    for state, twin, value in late_positions(game, 12):
        player = SearchPlayer(simulations=5000, seed=len(state.history), settings=PLAIN, exact=False)
        looked_at += check_proof(twin, prove(player, state, 1_000_000), value)
        assert player.choose(state) == player.candidates()[0].move
        seen.add(value)
    assert len(seen) > 1
    assert looked_at > 12


@pytest.mark.parametrize("game", SMALL)
def test_a_proven_win_is_won_in_time(game: str) -> None:
    """Against any defence, and no later than the distance says; every move of it leads on to a shorter one."""
    wins = 0
    for state, _, value in late_positions(game, 12):
        if value < 1.0:
            continue
        wins += 1
        for seed in range(3):
            game_on, seat = state.copy(), state.seat
            player, other = _plain(5000, seed), RandomPlayer(seed)
            plies = prove(player, game_on, 1_000_000)[0].distance + 1
            while game_on.outcome is None:
                assert plies > 0
                game_on.play((player if game_on.seat == seat else other).choose(game_on))
                plies -= 1
            winner = game_on.outcome.winner
            assert winner is not None
            assert game_on.seat_of(winner) == seat
    assert wins > 0


def test_the_order_of_candidates() -> None:
    """Short wins, then what is open, long losses last; draws before what is open only if that looks worse."""
    nodes = make_tree((2, 1), *({} for _ in range(7)))
    kinds = [(WON, 3, 9, 9), (WON, 1, 1, 1), (UNPROVEN, 0, 5, 1), (UNPROVEN, 0, 2, 2), (DRAWN, 1, 3, 1.5),
             (LOST, 2, 90, 9), (LOST, 4, 1, 0)]  # fmt: skip
    for place, (proof, distance, visits, value) in enumerate(kinds, start=1):
        write(nodes, place, proven=proof, distance=distance, visits=visits, wins=value)

    def order() -> list[int]:
        table = ranking.new_move_table(8)
        count = ranking.tally(nodes, table, 0)
        ranking.assess(table, count, True, False)
        places: list[int] = table.order[:count].tolist()
        return places

    assert order() == [1, 0, 4, 2, 3, 6, 5]
    write(nodes, 3, wins=4.0)
    assert order() == [1, 0, 2, 3, 4, 6, 5]


# Habits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SMALL)
def test_a_seed_repeats_a_game(game: str) -> None:
    """With a tree that is kept from move to move too."""

    def play() -> list[Any]:
        players = {seat: SearchPlayer(simulations=60, seed=seat) for seat in (1, 2)}
        state, seen = read_game(game).new_state(), []
        while state.outcome is None and len(state.history) < 12:
            state.play(players[state.seat].choose(state))
            seen += [state.history[-1], players[3 - state.seat].candidates()]
        return seen

    assert play() == play()


@pytest.mark.parametrize("game", SMALL)
def test_a_tree_is_kept(game: str) -> None:
    """What was known of the move played, and of the answer, is known after them."""
    player, state = SearchPlayer(simulations=3000, seed=5), read_game(game).new_state()
    player.think(state)
    for _ in range(2):
        below = read_children(player.trees[0].nodes, ROOT)
        best = below[below["visits"].argmax()]
        state.play(state.game.moves[int(best["action"])])
        tree = player.trees_for(state)[0]
        assert read_one(tree.nodes, ROOT)["visits"] == best["visits"]
        # Visits before it got children.
        early = int(best["visits"]) - int(read_children(tree.nodes, ROOT)["visits"].sum())
        assert 0 <= early <= tuning_of(state.game.name).settings.leaves.expansion_threshold
        if not tree.open:
            break
    state.undo()
    assert read_one(player.trees_for(state)[0].nodes, ROOT)["visits"] == 0  # another line: begun anew


def test_a_kept_tree_proves_the_same() -> None:
    for state, twin, value in late_positions("vadus(size=2)", 12):
        player, before = SearchPlayer(simulations=100, seed=3, settings=PLAIN, exact=False), state.copy()
        if not before.history:
            continue
        before.undo()
        player.think(before)
        check_proof(twin, prove(player, state, 1_000_000), value)


@pytest.mark.parametrize("game", ["vacu(size=5)", "vadus(size=3)"])
def test_a_full_tree_goes_on(game: str) -> None:
    player, state = SearchPlayer(simulations=20_000, seed=1, megabytes=0.001), read_game(game).new_state()
    for _ in range(3):
        assert player.think(state) == 20_000
        tree = player.trees[0]
        assert len(tree.nodes) == 1
        assert PLACES - 100 < tree.scratch["used"][0] <= PLACES
        state.play(player.candidates()[0].move)


def test_a_swap() -> None:
    """On four points the pie decides, and who may swap wins or does not need to."""
    player, state = SearchPlayer(simulations=5000, seed=2), fieldstone.load("kaomi", size=2).new_state()
    state.play("a1")
    assert "swap" in {one.move.text for one in prove(player, state, 1_000_000)}
    twin = twin_of(state)
    check_proof(twin, player.candidates(), value_for_mover(twin, 200_000))


def test_a_forced_move_takes_no_thought() -> None:
    state = fieldstone.load("vadus", size=2).new_state()
    while len(state.legal_moves()) > 1:
        state.play(state.legal_moves()[0])
    assert state.outcome is None
    player = SearchPlayer(seconds=3600, seed=1)
    assert player.choose(state) == state.legal_moves()[0]
    assert player.candidates() == ()
    state.play(state.legal_moves()[0])
    while state.outcome is None:
        state.play(state.legal_moves()[0])
    with pytest.raises(ValueError, match="over"):
        player.choose(state)


def test_time_is_kept() -> None:
    parts: list[float] = []
    state = fieldstone.load("vacu", size=5).new_state()
    player = SearchPlayer(seconds=0.2, seed=1)
    player.choose(state, parts.append)
    assert parts[0] < 0.5
    assert parts == sorted(parts)
    assert len(parts) > 5


@pytest.mark.parametrize("after", [1, 4])
def test_control_c_leaves_the_player_usable(after: int) -> None:
    state = fieldstone.load("kaomi", size=5).new_state()
    player, calls = SearchPlayer(seconds=600, seed=1), []

    def stop(part: float) -> None:
        calls.append(part)
        if len(calls) == after:
            raise KeyboardInterrupt

    assert player.choose(state, stop) in state.legal_moves()  # the best so far
    assert player.interrupted
    assert len(calls) == after
    for _ in range(3):
        move = player.choose(state, limit=Limit(0.05))
        assert move in state.legal_moves()
        state.play(move)


@pytest.mark.parametrize("kernel", ["search_step", "prove_step", "decide_step"])
def test_control_c_while_a_kernel_is_made_ready(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a kernel stayed where it was when its loading was interrupted, and the search ended without a move."""
    state = fieldstone.load("kaomi", size=3).new_state()
    player, ready, calls = SearchPlayer(seconds=600, seed=1), getattr(steps, kernel), []

    def stop(*arguments: Any) -> None:
        calls.append(kernel)
        if len(calls) == 1:
            raise KeyboardInterrupt
        ready(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(steps, kernel, stop)
        assert player.choose(state) in state.legal_moves()
    assert player.interrupted
    assert calls
    assert player.choose(state, limit=Limit(0.05)) in state.legal_moves()
    assert not player.interrupted


def test_control_c_while_the_tree_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next call does not take what is left for the position that it was."""
    state = fieldstone.load("kaomi", size=5).new_state()
    player = SearchPlayer(simulations=200, seed=1)
    for _ in range(2):
        state.play(player.choose(state))

    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    state.play(player.candidates()[0].move if player.candidates()[0].move in state.legal_moves() else "e5")
    with monkeypatch.context() as patch:
        patch.setattr("fieldstone.search.mcts.rooted.copy_subtree", stop)
        with pytest.raises(KeyboardInterrupt):
            player.choose(state)
    assert player.choose(state) in state.legal_moves()
    assert read_one(player.trees[0].nodes, ROOT)["visits"] == 200


@pytest.mark.parametrize("game", SMALL)
def test_games_against_plain_uct_end(game: str) -> None:
    for seat in (1, 2):
        players = {seat: SearchPlayer(simulations=200, seed=1),
                   3 - seat: SearchPlayer(simulations=200, seed=2, settings=PLAIN, exact=False)}  # fmt: skip
        state = read_game(game).new_state()
        while state.outcome is None:
            state.play(players[state.seat].choose(state))
