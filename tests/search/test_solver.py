"""Solved positions beside plain minimax over the naive twins; budgets, stops, bounded memory."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.play.game import read_game
from fieldstone.search.random import RandomPlayer
from fieldstone.search.solver.solve import Solution, Solver
from fieldstone.search.solver.table import BIG, BUCKET, ENTRY, claim_entry, entries_in, find_entry, work_of
from tests.oracles import Oracle, make

# Plain minimax ---------------------------------------------------------------------------------


class TooLargeError(Exception):
    """A game tree is larger than the budget."""


def lead(twin: Oracle, by: str) -> int:
    """What a finished game is worth to Black: 1, 0, -1, or the margin in half units from the scores in the texts."""
    sign = {"B": 1, "W": -1, "draw": 0}[str(twin.winner)]
    if by == "result" or twin.termination == "repetition" or sign == 0:
        return sign
    scores: Any = twin.scores()
    black, white = scores["B"], scores["W"]
    if not isinstance(black, list):
        return int(2 * (black - white)) or sign  # I10: a tie is decided by the centre
    for one, other in zip(black, white, strict=False):  # W6, K8: the first difference
        if one != other:
            return int(2 * (one - other)) if type(twin).__name__ == "Vadus" else sign * 2 * max(one, other)
    if type(twin).__name__ == "Vadus" or not black + white:
        return sign
    return sign * 2 * int(max(black + white))


def for_mover(twin: Oracle, before: Oracle, value: int) -> int:
    """The value for the player to move in `before`, of a value for the player to move in `twin`, its successor."""
    return value if twin.seat == before.seat else -value


def at_end(twin: Oracle, by: str) -> int:
    return lead(twin, by) if twin.to_move == "B" else -lead(twin, by)


def minimax(twin: Oracle, by: str, memory: dict[Any, int], budget: list[int]) -> int:
    """What the player to move gets; `memory` tells how often what has stood on the table, where V9 asks."""
    if twin.winner is not None:
        return at_end(twin, by)
    key = (twin.position(), frozenset(Counter(getattr(twin, "history", ())).items()))
    if key not in memory:
        budget[0] -= 1
        if budget[0] < 0:
            raise TooLargeError
        memory[key] = max(
            for_mover(after, twin, minimax(after, by, memory, budget)) for after in map(twin_after(twin), twin.legal())
        )
    return memory[key]


def twin_after(twin: Oracle) -> Any:
    def play(move: str) -> Oracle:
        after = twin.copy()
        after.play(move)
        return after

    return play


def twin_of(state: State) -> Oracle:
    twin = make(state.game.name, **state.game.options)
    for move in state.history:
        twin.play(move.text)
    return twin


def best_moves(twin: Oracle, by: str, memory: dict[Any, int], budget: list[int]) -> set[str]:
    value = minimax(twin, by, memory, budget)
    after = twin_after(twin)
    return {
        move for move in twin.legal() if for_mover(after(move), twin, minimax(after(move), by, memory, budget)) == value
    }


def walk(twin: Oracle, solution: Solution, by: str, memory: dict[Any, int], budget: list[int]) -> None:
    """The line leads to the end, every position of it is worth the same, and the lead is that at its end."""
    value = solution.value
    assert value is not None
    on = twin.copy()
    for move in solution.line:
        before = on.copy()
        on.play(move.text)
        value = for_mover(on, before, value)
        assert minimax(on, by, memory, budget) == value
    assert on.winner is not None
    no_points = type(twin).__name__ == "Convacu"  # C4
    assert solution.lead == (None if no_points else for_mover(on, twin, at_end(on, "margin")))


def word(value: int) -> str:
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def check(state: State, twin: Oracle, by: str, solver: Solver, memory: dict[Any, int], budget: list[int]) -> int:
    value = minimax(twin, by, memory, budget)
    best = best_moves(twin, by, memory, budget)
    solution = solver.solve(state, by=by, every=True)  # type: ignore[arg-type]
    assert (solution.value, solution.result) == (value, word(value)), state.to_text(history=True)
    assert solution.low == solution.high == value
    assert {move.text for move in solution.best} == best
    assert solution.complete
    walk(twin, solution, by, memory, budget)
    return value


# Whole games -----------------------------------------------------------------------------------

ROOTS = [
    *(f"kaomi(size=2,pie={pie})" for pie in ("true", "false")),
    *(f"kaomi(size=3,pie={pie})" for pie in ("true", "false")),
    "squared(size=2)",
    "squared(size=2,komi=2)",
    "squared(size=2,setup=auction)",
    "squared(size=3)",
    "squared(size=3,komi=18)",
    "vadus(size=2)",
]


@pytest.mark.parametrize("by", ["result", "margin"])
@pytest.mark.parametrize("game", ROOTS)
def test_small_games(game: str, by: str) -> None:
    state = read_game(game).new_state()
    memory: dict[Any, int] = {}
    budget = [100_000]
    check(state, twin_of(state), by, Solver(), memory, budget)


# Games with cycles: what each side can force without repetition, by repeated passes over all positions -----------


class Graph:
    """All positions that can be reached, without their history."""

    def __init__(self, root: Oracle, by: str, limit: int) -> None:
        self.ends: dict[Any, int] = {}
        self.moves: dict[Any, list[tuple[Any, bool]]] = {}
        self.texts: dict[Any, list[str]] = {}
        self.root = root.position()
        todo = [root]
        while todo:
            twin = todo.pop()
            key = twin.position()
            if key in self.moves or key in self.ends:
                continue
            if twin.winner is not None:
                self.ends[key] = at_end(twin, by)
                continue
            self.texts[key], self.moves[key] = twin.legal(), []
            for move in twin.legal():
                after = twin.copy()
                if hasattr(after, "history"):
                    after.history = []  # nothing has stood before
                after.play(move)
                self.moves[key].append((after.position(), after.seat == twin.seat))
                todo.append(after)
            if len(self.moves) > limit:
                raise TooLargeError

    def forced(self, highest: bool) -> dict[Any, int]:
        """The most that the player to move can force (or the least that the other one can hold it to)."""

        def value(key: Any, same: bool, sure: dict[bool, dict[Any, int]], side: bool) -> int:
            found = sure[side if same else not side].get(key)
            if found is None:
                return -BIG if side else BIG
            return found if same else -found

        # `sure[True]`: proven from below for the player to move; `sure[False]`: from above.
        sure = {True: dict(self.ends), False: dict(self.ends)}
        changed = True
        while changed:
            changed = False
            for side, none in ((True, -BIG), (False, BIG)):
                for key, moves in self.moves.items():
                    new = max(value(to, same, sure, side) for to, same in moves)
                    if new != sure[side].get(key, none):
                        sure[side][key] = new
                        changed = True
        return sure[highest]


def asked(games: list[str]) -> list[tuple[str, str]]:
    """Every game by result and by margin; C4: Convacu has no margin."""
    return [(game, by) for game in games for by in ("result", "margin") if (game[:7], by) != ("convacu", "margin")]


CYCLIC = ["convacu(size=2)", "vacu(size=2)", "vacu(size=2,komi=1)", "vacu(size=2,komi=3)", "vacu(size=2,setup=auction)"]


@pytest.mark.parametrize(("game", "by"), asked(CYCLIC))
def test_small_games_with_cycles(game: str, by: str) -> None:
    state = read_game(game).new_state()
    graph = Graph(twin_of(state), by, 5000)
    low, high = graph.forced(True), graph.forced(False)
    chance, solver, known = random.Random(game), Solver(), 0
    for _ in range(12):
        state = read_game(game).new_state()
        while state.outcome is None and len(state.history) < 12:
            twin = twin_of(state)
            key = twin.position()
            fresh = fieldstone.parse_position(state.to_text())  # without a history
            solution = solver.solve(fresh, by=by)  # type: ignore[arg-type]
            expected = low[key] if low[key] == high[key] else None
            assert solution.value == expected, fresh.to_text()
            with_history = solver.solve(state, by=by)  # type: ignore[arg-type]
            assert with_history.value in (expected, None)
            known += solution.value is not None
            state.play(chance.choice(state.legal_moves()))
    assert known > 20


# Late positions of larger games ----------------------------------------------------------------

LATE = ["kaomi(size=4)", "squared(size=4)", "iago", "iago-free", "vadus(size=3)", "vacu(size=3)", "convacu(size=3)"]
BUDGETS = {"iago": 120, "vacu": 400}


@cache
def late_positions(game: str, count: int, by: str) -> tuple[tuple[State, Oracle, int], ...]:
    """Positions near the end of random games with their twins and values: of each game the earliest in reach."""
    chance = random.Random(game)
    found: list[tuple[State, Oracle, int]] = []
    while len(found) < count:
        player, state = RandomPlayer(chance.getrandbits(32)), read_game(game).new_state()
        twin, line = twin_of(state), []
        while state.outcome is None and len(state.history) < 150:
            line.append((state.copy(), twin.copy()))
            move = player.choose(state)
            state.play(move)
            twin.play(move.text)
        reached = None
        with contextlib.suppress(TooLargeError):
            for before, its_twin in line[:-9:-1]:
                budget = [BUDGETS.get(before.game.spec.family, 1000)]
                reached = before, its_twin, minimax(its_twin, by, {}, budget)
        if reached is not None:
            found.append(reached)
    return tuple(found)


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "by"), asked(LATE))
def test_late_positions(game: str, by: str) -> None:
    solver, seen, known = Solver(), set(), 0
    for state, twin, value in late_positions(game, 10, by):
        if "vacu" in game:
            solution = solver.solve(state, by=by, seconds=5, every=True)  # type: ignore[arg-type]
            assert solution.value in (value, None)
            assert solution.low <= value <= solution.high
            if solution.value is not None:
                known += 1
                best = best_moves(twin, by, {}, [100_000])
                assert {move.text for move in solution.best} <= best
                if solution.complete:
                    assert len(solution.best) == len(best)
                walk(twin, solution, by, {}, [100_000])
        else:
            check(state, twin, by, solver, {}, [100_000])
            known += 1
        seen.add(value)
    assert known >= 8
    assert len(seen) > 1


@pytest.mark.pure
@pytest.mark.boundscheck
@pytest.mark.parametrize("game", ["kaomi(size=2)", "squared(size=2,setup=auction)", "convacu(size=2)", "vacu(size=2)"])
def test_a_few_without_the_compiler(game: str) -> None:
    state = read_game(game).new_state()
    twin = twin_of(state)
    solution = Solver(megabytes=0.01).solve(state)
    graph = Graph(twin, "result", 5000)
    assert solution.value == graph.forced(True)[twin.position()] == graph.forced(False)[twin.position()]


@pytest.mark.pure
@pytest.mark.boundscheck
@pytest.mark.parametrize("game", ["iago", "iago-free", "vadus(size=2)"])
def test_a_few_endings_without_the_compiler(game: str) -> None:
    for state, twin, value in late_positions(game, 2, "margin"):
        solution = Solver(megabytes=0.01).solve(state, by="margin", every=True)
        assert solution.value == value
        assert {move.text for move in solution.best} == best_moves(twin, "margin", {}, [100_000])


# Seats and colours -----------------------------------------------------------------------------


def test_after_a_swap() -> None:
    """K10: the same board is worth the same to whoever is to move, whether or not the players have exchanged."""
    solver = Solver()
    for first in ("a1", "b2", "c2"):
        plain = fieldstone.load("kaomi", size=3, pie=False).new_state()
        swapped = fieldstone.load("kaomi", size=3, pie=True).new_state()
        for move in (first, "swap"):
            swapped.play(move)
        plain.play(first)
        assert swapped.seat == 1
        assert plain.seat == 2
        one, other = Solver().solve(plain, by="margin", every=True), solver.solve(swapped, by="margin", every=True)
        assert (one.value, one.best) == (other.value, other.best)
        before = swapped.copy()
        before.undo()
        swap = solver.solve(before, by="margin", every=True)
        assert swap.value == abs(one.value or 0)  # whoever may choose the colour has the better one


def test_the_side_is_chosen_well() -> None:
    """S1: after a komi the second player takes the better side."""
    for komi in range(5):
        values = {}
        for side in ("", "black", "white"):
            state = fieldstone.load("vacu", size=2, setup="auction").new_state()
            state.play(f"komi {komi}")
            if side:
                state.play(side)
            solution = Solver().solve(state, by="margin")
            assert solution.value is not None
            values[side] = solution.value if state.seat == 2 else -solution.value
        assert values[""] == max(values["black"], values["white"])


# Repetition ------------------------------------------------------------------------------------


def test_nothing_is_proven_by_repeating() -> None:
    """V9: a value that is found holds against every defence, by plain minimax with the whole history."""
    chance, known, unknown = random.Random(9), 0, 0
    for seed in range(30):
        state = fieldstone.load("convacu", size=3).new_state()
        player = RandomPlayer(seed)
        while state.outcome is None and len(state.history) < 40:
            if len(state.history) > 6 and chance.random() < 0.3:
                solution = Solver(megabytes=1).solve(state, nodes=20_000)
                known += solution.value is not None
                unknown += solution.value is None
                with contextlib.suppress(TooLargeError):
                    value = minimax(twin_of(state), "result", {}, [300])
                    assert solution.low <= value <= solution.high
            state.play(player.choose(state))
    assert known > 20


# Budgets ---------------------------------------------------------------------------------------


def middle(game: str = "kaomi(size=5)", plies: int = 15, seed: int = 3) -> State:
    state, player = read_game(game).new_state(), RandomPlayer(seed)
    for _ in range(plies):
        state.play(player.choose(state))
    return state


def test_it_stops_and_goes_on() -> None:
    state, solver = middle(), Solver()
    whole = Solver().solve(state, by="margin")
    assert whole.value is not None
    spent, calls = 0, 0
    while True:
        part = solver.solve(state, by="margin", nodes=2000)
        spent, calls = spent + part.nodes, calls + 1
        assert part.nodes <= 2000 + state.game.num_actions
        assert part.low <= whole.value <= part.high
        if part.value is not None and part.line:
            break
        assert calls < 1000
    assert part.value == whole.value
    assert calls > 1


def test_it_can_be_stopped() -> None:
    state = fieldstone.load("kaomi").new_state()
    assert Solver().solve(state, nodes=1).value is None
    told: list[int] = []
    solution = Solver().solve(state, stop=lambda: len(told) >= 3, on_progress=told.append)
    assert solution.value is None
    assert solution.best == ()
    assert len(told) == 3
    assert told == sorted(told)
    assert solution.nodes == told[-1]
    assert Solver().solve(state, seconds=0.05).value is None


def test_it_is_the_same_again() -> None:
    for game, plies in (("kaomi(size=5)", 15), ("vadus(size=3)", 7), ("convacu(size=3)", 3)):
        state = middle(game, plies)
        assert Solver().solve(state, every=True) == Solver().solve(state, every=True)


def test_a_small_table_does_as_well() -> None:
    state = middle()
    small, large = (Solver(megabytes=size).solve(state, by="margin", every=True) for size in (0.01, 64))
    assert (small.value, small.best) == (large.value, large.best)
    assert small.nodes > large.nodes


def test_what_is_refused() -> None:
    state = fieldstone.load("convacu", size=2).new_state()
    with pytest.raises(ValueError, match="C4"):
        Solver().solve(state, by="margin")
    with pytest.raises(ValueError, match="'result' or 'margin'"):
        Solver().solve(state, by="points")  # type: ignore[arg-type]
    for wrong in ({"nodes": 0}, {"seconds": 0.0}):
        with pytest.raises(ValueError, match="positive"):
            Solver().solve(state, **wrong)
    with pytest.raises(ValueError, match="positive"):
        Solver(megabytes=0)
    for move in ("a1", "b1", "a2"):
        state.play(move)
    with pytest.raises(ValueError, match="over"):
        Solver().solve(state)


def test_one_solver_for_many_questions() -> None:
    """Proofs by result and by margin, of other games and of other histories are not mixed up."""
    solver = Solver()
    for game, plies in (("kaomi(size=4)", 8), ("squared(size=4)", 8), ("vacu(size=2)", 2), ("vacu(size=2)", 3)) * 2:
        state = middle(game, plies)
        for by in ("result", "margin"):
            once = Solver().solve(state, by=by, every=True)
            again = solver.solve(state, by=by, every=True)
            assert (once.value, once.best) == (again.value, again.best)


# The table -------------------------------------------------------------------------------------


@pytest.mark.pure
def test_the_table_keeps_what_took_most_work() -> None:
    table = np.zeros(entries_in(0.001), dtype=ENTRY)
    assert len(table) == 1024
    assert entries_in(1.0) * ENTRY.itemsize <= 2**20
    keys = [(number << 10) + BUCKET for number in range(1, BUCKET + 2)]
    for work, key in enumerate(keys[:BUCKET], start=3):
        index = claim_entry(table, key_of(key), 1, work)
        table["low"][index] = work
        assert find_entry(table, key_of(key), 1) == index
        assert find_entry(table, key_of(key), 2) == -1
    claim_entry(table, key_of(keys[BUCKET]), 1, 1)
    assert [find_entry(table, key_of(key), 1) >= 0 for key in keys] == [False, True, True, True, True]
    index = claim_entry(table, key_of(keys[1]), 1, 2)
    assert (table["low"][index], table["work"][index]) == (4, 4)
    claim_entry(table, key_of(keys[1]), 2, 0)  # another generation
    assert find_entry(table, key_of(keys[1]), 1) >= 0 or find_entry(table, key_of(keys[1]), 2) >= 0
    assert [work_of(nodes) for nodes in (0, 1, 2, 3, 4, 1023, 1024)] == [0, 0, 1, 1, 2, 9, 10]


def key_of(number: int) -> Any:
    return np.uint64(number)
