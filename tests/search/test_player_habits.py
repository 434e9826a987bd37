"""How the computer behaves: stops, threads, memory, the solver near the end; test_points.py has what it wins by."""

from __future__ import annotations

import functools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import fieldstone
from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import PLAIN
from fieldstone.play.game import read_game
from fieldstone.search import steps
from fieldstone.search.engine import Search
from fieldstone.search.limit import CancelToken, Limit
from fieldstone.search.mcts.tree import PLACES, ROOT
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.search.result import MoveInfo
from fieldstone.search.steps import state as at
from fieldstone.search.steps.state import CHOOSE
from tests.search.exact import RESULTS, late, twin_of, values_of_moves
from tests.search.trees import read_children, read_one

# Stopping --------------------------------------------------------------------------------------

AT_ONCE = 0.05  # seconds
TRIES = 6  # a busy machine may be late now and then


def latency(think: Callable[[Callable[[float], None]], object], stop: Callable[[], None], wait: float = 0.05) -> float:
    """Return the seconds from `stop` to the end of `think` in another thread, after it has been at work for a while."""
    begun, errors = threading.Event(), []

    def run() -> None:
        try:
            think(lambda part: begun.set())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    begun.wait(120)  # what it runs may have to be compiled first
    time.sleep(wait)
    begin = time.perf_counter()
    stop()
    thread.join(30)
    assert not thread.is_alive()
    assert not errors
    return time.perf_counter() - begin


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", ["kaomi", "vacu", "vadus"])
def test_stop_ends_the_thinking_at_once(game: str, threads: int) -> None:
    state = fieldstone.load(game).new_state()
    player = SearchPlayer(seconds=60, seed=1, threads=threads, megabytes=64)
    think = functools.partial(player.think, state)
    best = 60.0
    for _ in range(TRIES):
        token = CancelToken()
        best = min(best, latency(functools.partial(think, cancel=token), token.cancel))
        assert player.candidates()[0].move in state.legal_moves()
        assert not player.interrupted
        if best < AT_ONCE:
            break
    assert best < AT_ONCE


def test_stop_ends_the_solving_at_once() -> None:
    """Near the end the solver is at work first, and nothing is told of its progress."""
    state = next(late("kaomi(size=5)", 15))
    best = 60.0
    for _ in range(TRIES):
        token, at_work = CancelToken(), threading.Event()
        search = Search(state, Limit(seconds=60), cancel=token, kind=CHOOSE, memory=Memory(1, megabytes=64))

        def think(told: Callable[[float], None], search: Search = search, at_work: threading.Event = at_work) -> None:
            def look(one: Search) -> None:
                if one.run_record.phase in (at.RESULT, at.MARGIN) and not at_work.is_set():
                    at_work.set()
                    told(0.0)

            search.run(on_look=look)

        best = min(best, latency(think, token.cancel))
        assert at_work.is_set()
        assert search.run_record.phase == at.END
        assert search.result().choice in state.legal_moves()
        if best < AT_ONCE:
            break
    assert best < AT_ONCE


def test_stop_ends_the_naming_of_komi_at_once() -> None:
    """Of the five seconds of a trial hardly any has passed."""
    state = fieldstone.load("vacu", size=5, setup="auction").new_state()
    player = SearchPlayer(seconds=50, seed=1, megabytes=64)
    choose = functools.partial(player.choose, state)
    best = 60.0
    for _ in range(TRIES):
        token = CancelToken()
        best = min(best, latency(functools.partial(choose, cancel=token), token.cancel))
        if best < AT_ONCE:
            break
    assert best < AT_ONCE


def test_what_has_to_be_compiled_takes_nothing_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is compiled, or loaded, for the first step, and the clock is started after that."""
    slow: list[float] = []
    step = steps.step

    def first_slow(*arguments: Any) -> None:
        if not slow:
            time.sleep(0.5)
        slow.append(arguments[-1])
        step(*arguments)

    monkeypatch.setattr(steps, "step", first_slow)
    player = SearchPlayer(seconds=0.3, seed=1, megabytes=8)
    assert player.think(fieldstone.load("kaomi", size=7).new_state()) > 1000
    assert slow[1] - slow[0] > 0.5


def test_a_stop_that_comes_early_is_heard() -> None:
    """A search that has not begun yet finds no more than a first guess; and the next one has a token of its own."""
    state = fieldstone.load("kaomi", size=4).new_state()
    player, token = SearchPlayer(simulations=5000, seed=1, megabytes=8), CancelToken()
    token.cancel()
    assert player.choose(state, cancel=token) in state.legal_moves()
    assert 0 < player.simulations_made < 100
    assert player.think(state) == 5000
    assert player.think(state, cancel=CancelToken()) == 5000


def test_the_time_of_the_solver_makes_no_move_decided() -> None:
    """How many simulations are left is told by how fast they are made, whatever else took of the time."""
    now, told = [0.0], list[tuple[int, float]]()

    class Timed(Search):
        """Each simulation takes as long, and the solver half of the time; `told` is what is expected to be left."""

        def _serve(self, moved: float) -> None:
            super()._serve(0.0)
            run = self.run_record
            if run.phase in (at.LOOK, at.SEARCH) and run.pending:
                now[0] += int(run.new) * 1e-4
            if run.phase == at.SEARCH:
                if not run.pending and not told:
                    now[0] += 0.5
                run.decides = 0
                if run.grown and run.searched:
                    left = (run.seconds - (now[0] - run.began)) * run.grown / run.searched
                    told.append((self.simulations, float(left)))

    search = Timed(fieldstone.load("kaomi", size=7).new_state(), Limit(1.0), kind=CHOOSE, memory=Memory(1, megabytes=8))
    search.clock = lambda: now[0]
    search.run()
    assert len(told) > 10
    made = search.simulations
    assert [left for _, left in told[1:]] == pytest.approx([made - before for before, _ in told[1:]], abs=300)


INTERRUPTED = """
import time
import fieldstone
from fieldstone.search.player import SearchPlayer
state = fieldstone.load("kaomi").new_state()
SearchPlayer(simulations=10).choose(state)
for _ in range(5):
    player, begun = SearchPlayer(seconds=60, megabytes=64), []
    def tell(part):
        if not begun:
            begun.append(part)
            print("begun", flush=True)
    move = player.choose(state, tell)
    print(time.time(), move in state.legal_moves() and player.interrupted, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="a signal to another process")
def test_control_c_ends_the_thinking_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        best = 60.0
        for _ in range(5):
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.05)
            begin = time.time()
            process.send_signal(signal.SIGINT)
            told = process.stdout.readline()
            assert told, process.stderr.read()  # it has ended: what for?
            end, good = told.split()
            assert good == "True"
            best = min(best, float(end) - begin)
        assert process.wait(20) == 0
    assert best < AT_ONCE


# Threads and memory ----------------------------------------------------------------------------


@pytest.mark.parametrize("simulations", [2, 101, 1000])
def test_simulations_are_shared_out(simulations: int) -> None:
    state = fieldstone.load("vacu", size=5).new_state()
    player = SearchPlayer(simulations=simulations, seed=1, threads=2, megabytes=16)
    assert player.think(state) == simulations
    visits = [int(read_one(tree.nodes, ROOT)["visits"]) for tree in player.trees]
    assert visits == [simulations - simulations // 2, simulations // 2]
    found = player.candidates()
    assert sum(one.visits for one in found) == simulations
    assert {one.move for one in found} == set(state.legal_moves())


def test_two_threads_know_what_either_knows() -> None:
    state = fieldstone.load("kaomi", size=4).new_state()
    player = SearchPlayer(simulations=400, seed=1, threads=2, megabytes=16)
    player.think(state)
    for one in player.candidates():
        places = [(tree, tree.child(ROOT, one.move.action)) for tree in player.trees]
        nodes = [read_one(tree.nodes, place) for tree, place in places]
        assert one.visits == sum(int(node["visits"]) for node in nodes)
        wins = sum(float(node["wins"]) for node in nodes)
        assert one.chance == (pytest.approx(wins / one.visits) if one.visits else None)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("game", ["vacu(size=5)", "kaomi(size=4)", "vadus(size=3)"])
def test_a_seed_repeats_what_is_thought(game: str, threads: int) -> None:
    """With threads too, as long as nothing is proven: then one of them stops the others."""

    def think(seed: int) -> tuple[MoveInfo, ...]:
        player = SearchPlayer(simulations=200, seed=seed, threads=threads, megabytes=16)
        player.think(read_game(game).new_state())
        return player.candidates()

    first = think(1)
    assert all(one.proven is None for one in first)
    assert think(1) == first
    assert think(2) != first


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("game", "left"), [("kaomi(size=3)", 5), ("vadus(size=2)", 5)])
def test_two_threads_prove_what_is_true(game: str, left: int, exact: bool) -> None:
    for state in islice(late(game, left), 6):
        values = values_of_moves(twin_of(state))
        player = SearchPlayer(simulations=100_000, seed=1, threads=2, settings=PLAIN, megabytes=64, exact=exact)
        assert values[player.choose(state).text] == max(values.values())
        found = player.candidates()
        assert found[0].proven is not None
        for one in found:
            assert one.proven is None or RESULTS[one.proven] == values[one.move.text]


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("megabytes", [None, 64.0, 16.0])
def test_the_trees_stay_within_their_memory(threads: int, megabytes: float | None) -> None:
    bound = (1024.0 if megabytes is None else megabytes) * 7 / 8  # the rest is the solver's
    player = SearchPlayer(seed=1, threads=threads)
    if megabytes is not None:
        player = SearchPlayer(seed=1, threads=threads, megabytes=megabytes)
    trees = player.trees_for(fieldstone.load("kaomi").new_state())
    assert len(trees) == threads
    taken = sum(tree.nodes.nbytes + tree.spare.nbytes for tree in trees)
    assert 0.9 * bound < taken / 2**20 <= bound


def test_there_is_always_room_for_a_block() -> None:
    trees = SearchPlayer(seed=1, threads=2, megabytes=0.001).trees_for(fieldstone.load("kaomi").new_state())
    assert [(len(tree.nodes), len(tree.spare)) for tree in trees] == [(1, 1), (1, 1)]


def test_two_full_trees_go_on() -> None:
    state = fieldstone.load("vadus", size=3).new_state()
    player = SearchPlayer(simulations=20_000, seed=1, threads=2, megabytes=0.2)
    for _ in range(2):
        assert player.think(state) == 20_000
        for tree in player.trees:
            assert len(tree.nodes) == 1
            assert 0.9 * PLACES < tree.scratch["used"][0] <= PLACES
        state.play(player.candidates()[0].move)


# Near the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kaomi", "iago", "vadus"])
def test_trees_that_are_kept_are_read_together(game: str) -> None:
    """A reply may be in one tree and not in the other."""
    state, drawn = fieldstone.load(game).new_state(), random.Random(2)
    player = SearchPlayer(simulations=300, seed=1, threads=2, megabytes=8)
    for _ in range(6):
        state.play(player.choose(state))
        state.play(drawn.choice(state.legal_moves()))
        assert player.think(state) > 0
        assert 0.0 <= player.win_chance() <= 1.0


def test_a_stop_while_the_tree_is_cut_keeps_what_lies_near_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fieldstone.load("kaomi", size=5).new_state()
    player = SearchPlayer(simulations=3000, seed=1, exact=False)
    for _ in range(2):
        state.play(player.choose(state))
    monkeypatch.setattr("fieldstone.search.mcts.rooted.COPIED_AT_ONCE", 1)
    tree = player.trees[0]
    before = tree.child(ROOT, state.history[-1].action)
    found = read_one(tree.nodes, before)
    visits, children = int(found["visits"]), int(found["children"])
    assert visits > 100
    tree.move_to(state, stop=lambda: True)
    kept = read_one(tree.nodes, ROOT)
    assert (int(kept["visits"]), int(kept["children"])) == (visits, children)
    below = read_children(tree.nodes, ROOT)
    assert below["visits"].sum() > 100
    assert not below["children"].any()
    assert tree.scratch["used"] == 1 + children
    assert tree.search(500, make_rng(1, 0)) == 500  # it grows on
    assert read_one(tree.nodes, ROOT)["visits"] == visits + 500


def test_a_stop_while_the_solver_works_finds_more_than_a_guess() -> None:
    """The search has been at work before it."""
    state = next(late("kaomi(size=5)", 13))
    token = CancelToken()
    search = Search(state, Limit(4.0), cancel=token, kind=CHOOSE, memory=Memory(1, megabytes=64))

    def look(one: Search) -> None:
        if one.run_record.phase == at.RESULT:
            token.cancel()

    search.run(on_look=look)
    assert token()
    assert read_one(search.memory.trees[0].nodes, ROOT)["visits"] > 500


@pytest.mark.parametrize("game", ["kaomi(size=3)", "vadus(size=2)"])
def test_without_the_solver_it_is_right_too(game: str) -> None:
    for state in islice(late(game, 5), 6):
        values = values_of_moves(twin_of(state))
        player = SearchPlayer(simulations=20_000, seed=1, megabytes=64, exact=False)
        assert values[player.choose(state).text] == max(values.values())
