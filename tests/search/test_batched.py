"""The search whose leaves are judged by a network, many at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.record import RecordArray
from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import PLAIN
from fieldstone.play.game import Game, read_game
from fieldstone.play.observation import sight_of
from fieldstone.search.mcts.evaluators import Batched, Floats, Leaves, Network, uniform_network
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.mcts.tree import PLACES, ROOT, UNPROVEN, column
from fieldstone.search.player import SearchPlayer
from fieldstone.search.solver.solve import Solver
from tests.rules.test_twins import LOOPS
from tests.search.exact import late, twin_of, values_of_moves
from tests.search.test_search import check_proof, prove, value_for_mover
from tests.search.trees import read, read_children, read_one

Answer = tuple[Floats, Floats, Floats]


def rooted(state: State, megabytes: float = 8) -> RootedTree:
    tree = RootedTree(state.game, PLAIN, megabytes)
    tree.move_to(state)
    return tree


def grow(tree: RootedTree, batched: Batched, simulations: int) -> int:
    """Grow a tree batch by batch; returns the simulations made."""
    made = 0
    while made < simulations and tree.open:
        made += batched.grow(tree, simulations - made, make_rng(1))
    return made


def by_position(judge: Callable[[State], tuple[float, float]], prior: Callable[[State], Any] | None = None) -> Network:
    """A network that says of each position what a function of the state says: chance and lead, weights."""

    def network(game: Game, leaves: Leaves) -> Answer:
        chances, leads, weights = uniform_network(game, leaves)
        for number in range(len(leaves)):
            state = State(game, leaves.states[number : number + 1].copy())
            assert state.outcome is None
            chances[number], leads[number] = judge(state)
            if prior is not None:
                weights[number] = prior(state)
        return chances, leads, weights

    return network


class Recording:
    """The uniform network, remembering what it was asked."""

    def __init__(self) -> None:
        self.calls: list[RecordArray] = []

    def __call__(self, game: Game, leaves: Leaves) -> Answer:
        self.calls.append(leaves.states.copy())
        return uniform_network(game, leaves)

    @property
    def sizes(self) -> list[int]:
        return [len(call) for call in self.calls]


def check_tree(tree: RootedTree) -> None:
    """Nothing waits, and the visits of a node are those of its children and the one in which it was a leaf."""
    used = read(tree.nodes, slice(0, int(tree.scratch["used"][0])))
    assert not used["waiting"].any()
    for node in used[used["children"] > 0]:
        below = used[int(node["first"]) : int(node["first"]) + int(node["children"])]
        own = int(node["visits"]) - int(below["visits"].sum())
        assert own == 1 or (own > 1 and node["proven"] != UNPROVEN)
        assert below["prior"].sum() == pytest.approx(1.0, abs=1e-5)


ROOTS = ["kaomi(size=2,pie=true)", "kaomi(size=2,pie=false)", "squared(size=2)", "convacu(size=2)", "vadus(size=2)"]


@pytest.mark.parametrize("batch", [1, 8, 64])
@pytest.mark.parametrize("game", ROOTS)
def test_small_games_are_solved(game: str, batch: int) -> None:
    state = read_game(game).new_state()
    twin = twin_of(state)
    player = SearchPlayer(
        simulations=20_000, seed=1, exact=False, megabytes=64, evaluator=Batched(uniform_network, batch)
    )
    check_proof(twin, prove(player, state, 1_000_000), value_for_mover(twin, 200_000))
    check_tree(player.trees[0])


@pytest.mark.parametrize("batch", [1, 8, 64])
@pytest.mark.parametrize(("game", "left"), [("kaomi(size=3)", 4), ("squared(size=3)", 4), ("vadus(size=2)", 4)])
def test_late_positions_are_proven_right(game: str, left: int, batch: int) -> None:
    for state in islice(late(game, left), 6):
        twin = twin_of(state)
        tree = rooted(state)
        grow(tree, Batched(uniform_network, batch), 200_000)
        values = values_of_moves(twin)
        assert not tree.open
        assert {1: 2, 0: 3, -1: 1}[max(values.values())] == read_one(tree.nodes, ROOT)[
            "proven"
        ]  # for who is not to move


@pytest.mark.parametrize("batch", [1, 8, 64])
@pytest.mark.parametrize("game", ["vacu(size=5)", "kaomi(size=4)", "vadus(size=3)", "convacu(size=4)"])
def test_the_visits_add_up(game: str, batch: int) -> None:
    state = read_game(game).new_state()
    tree, batched = rooted(state), Batched(uniform_network, batch)
    for simulations in (1, 7, 100, 892):
        before = int(read_one(tree.nodes, ROOT)["visits"])
        assert grow(tree, batched, simulations) == simulations
        assert read_one(tree.nodes, ROOT)["visits"] == before + simulations
        check_tree(tree)


def test_a_batch_has_different_leaves() -> None:
    """The root alone; then its 26 moves one after another, all of them different positions."""
    state, network = fieldstone.load("vacu", size=5).new_state(), Recording()
    grow(rooted(state), Batched(network, 8), 27)
    assert sum(network.sizes) == 27
    assert network.sizes[0] == 1
    assert max(network.sizes) == 8
    assert len({call[place].tobytes() for call in network.calls for place in range(len(call))}) == 27


@pytest.mark.parametrize("batch", [1, 3, 64])
def test_a_batch_is_no_larger_than_asked(batch: int) -> None:
    state, network = fieldstone.load("vacu", size=5).new_state(), Recording()
    tree = rooted(state)
    for simulations in (5, 1, 20, 200, 2):
        made = Batched(network, batch).grow(tree, simulations, make_rng(1))
        assert 1 <= made <= simulations
        assert network.sizes[-1] <= min(batch, simulations)
    assert read_one(tree.nodes, ROOT)["visits"] >= len(network.calls)


def test_virtual_losses_leave_no_trace() -> None:
    """The sums of values are those of the answers alone: half a point a visit, where everything is level."""
    tree = rooted(fieldstone.load("vacu", size=5).new_state())
    grow(tree, Batched(uniform_network, 64), 500)
    used = read(tree.nodes, slice(0, int(tree.scratch["used"][0])))
    assert (used["value"] == 0.5 * used["visits"]).all()
    assert (used["wins"] == 0.5 * used["visits"]).all()
    assert not used["lead"].any()


@pytest.mark.parametrize("game", ["kaomi(size=4,pie=true)", "vadus(size=3)", "vacu(size=4,setup=auction)"])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("batch", [1, 16])
def test_answers_are_taken_for_the_right_player(game: str, first: int, batch: int) -> None:
    """A swap and a choice of side exchange the colours (K10, S1), and a Vadus turn is two moves of one seat (W2).

    The network gives seat 1 nine wins of ten and a lead of 7: so does every node for seat 1, and the opposite for 2.
    """
    state = read_game(game).new_state()
    for move in {"k": ["b2"], "v": ["komi 3"]}[game[0]][:first] if "vadus" not in game else ["c3"][:first]:
        state.play(move)
    network = by_position(lambda position: (0.9, 7.0) if position.seat == 1 else (0.1, -7.0))
    tree = rooted(state)
    grow(tree, Batched(network, batch), 300)
    used = read(tree.nodes, slice(0, int(tree.scratch["used"][0])))
    assert (used["proven"] == UNPROVEN).all()
    seen = used[used["visits"] > 0]
    assert set(seen["seat"]) == {1, 2}
    sign = np.where(seen["seat"] == 1, 1.0, -1.0)
    assert np.allclose(seen["value"] / seen["visits"], 0.5 + 0.4 * sign, atol=1e-5)
    assert np.allclose(seen["lead"] / seen["visits"], 7.0 * sign, atol=1e-4)


def test_it_goes_where_the_network_hopes_to_win() -> None:
    """Kaomi: the network likes the colour of whoever holds Black; swapping is the way to it."""
    state = fieldstone.load("kaomi", size=4).new_state()
    state.play("b2")
    network = by_position(lambda position: (0.9, 0.0) if position.to_move == "B" else (0.1, 0.0))
    player = SearchPlayer(simulations=200, seed=1, exact=False, evaluator=Batched(network, 8))
    assert player.choose(state).text == "swap"
    against = by_position(lambda position: (0.1, 0.0) if position.to_move == "B" else (0.9, 0.0))
    player = SearchPlayer(simulations=200, seed=1, exact=False, evaluator=Batched(against, 8))
    assert player.choose(state).text != "swap"


@pytest.mark.parametrize("game", ["vacu(size=5)", "vadus(size=3)"])
@pytest.mark.parametrize("batch", [1, 16])
def test_a_preferred_move_is_visited_most(game: str, batch: int) -> None:
    state = read_game(game).new_state()
    favourite = state.legal_moves()[7]
    weights = np.zeros(state.game.num_actions, dtype=np.float32)
    weights[favourite.action] = 1.0
    network = by_position(lambda position: (0.5, 0.0), lambda position: weights)
    tree = rooted(state)
    grow(tree, Batched(network, batch), 40)
    below = read_children(tree.nodes, ROOT)
    liked = below[below["action"] == favourite.action]
    assert liked["prior"] == 1.0
    assert below["visits"].max() == liked["visits"][0] > 30
    # Where the favourite stands already all weights of legal moves are zero: they count alike (and not as nothing).
    deeper = read_children(tree.nodes, tree.child(ROOT, favourite.action))
    assert np.allclose(deeper["prior"], 1.0 / len(deeper))


@pytest.mark.parametrize(("game", "left"), [("kaomi(size=3)", 5), ("squared(size=3)", 5), ("vadus(size=2)", 4)])
def test_a_network_that_knows_plays_best(game: str, left: int) -> None:
    """Told the true values of the positions one move away, it takes a move that is right."""
    solver, decided = Solver(megabytes=4), 0

    def judge(state: State) -> tuple[float, float]:
        solution = solver.solve(state, by="margin")
        assert solution.value is not None
        return (1.0 if solution.value > 0 else 0.0 if solution.value < 0 else 0.5), float(solution.value)

    for state in islice(late(game, left), 60 // left):
        values = values_of_moves(twin_of(state))
        decided += len(set(values.values())) > 1
        player = SearchPlayer(simulations=40, seed=1, exact=False, evaluator=Batched(by_position(judge), 4))
        assert values[player.choose(state).text] == max(values.values())
    assert decided >= 2


def test_leaves_bring_their_past() -> None:
    """V9: the planes of a leaf show what the next stone brings back, from the moves that led there through the tree."""
    shown = np.zeros(2)
    for loop in LOOPS:
        state = fieldstone.load(loop.name, size=loop.size).new_state()
        for move in f"{loop.opening} {3 * (loop.cycle + ' ')}".split():
            if state.outcome is None:
                state.play(move)
        for _ in range(2):
            state.undo()
        shown += compare_planes(state)
    assert (shown > 5).all()


def compare_planes(state: State) -> Any:
    """Compare what leaves below a state show; returns how many show a stone that repeats, and one that draws so."""
    ways, shown = {tuple(one.keys.tolist()): one for one in within(state, 2)}, np.zeros(2)
    sight = sight_of(state.game)
    rare = [sight.names.index(name) for name in ("second_time", "third_time")]

    def network(game: Game, leaves: Leaves) -> Answer:
        for number, planes in enumerate(leaves.planes(game)):
            way = ways.get(tuple(leaves.keys[number, : leaves.known[number]].tolist()))
            assert way is not None or leaves.known[number] > len(state.keys) + 2
            if way is not None:
                assert np.array_equal(planes, sight.see(way))
                shown[:] += planes[rare].any(axis=(1, 2))
        return uniform_network(game, leaves)

    grow(rooted(state), Batched(network, 8), 100)
    return shown


def within(state: State, plies: int) -> list[State]:
    """Return a state and all that are at most so many plies after it."""
    found = [state]
    for _ in range(plies):
        for one in [one for one in found if one.outcome is None and len(one.keys) == len(found[-1].keys)]:
            for move in one.legal_moves():
                found.append(one.copy())
                found[-1].play(move)
    return found


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt])
@pytest.mark.parametrize("at", [1, 3])
def test_a_network_that_fails_is_asked_again(failure: type[BaseException], at: int) -> None:
    """The leaves that were waiting for it wait no longer, and the tree is begun anew."""
    calls = 0

    def network(game: Game, leaves: Leaves) -> Answer:
        nonlocal calls
        calls += 1
        if calls == at:
            raise failure("no answer")
        return uniform_network(game, leaves)

    state = fieldstone.load("vacu", size=5).new_state()
    player = SearchPlayer(simulations=60, seed=1, exact=False, evaluator=Batched(network, 8))
    if failure is KeyboardInterrupt:
        assert player.choose(state) in state.legal_moves()
        assert player.interrupted
    else:
        with pytest.raises(failure, match="no answer"):
            player.choose(state)
    assert player.choose(state) in state.legal_moves()
    # After Ctrl-C during the first call one simulation was made all the same, so that there was a move.
    kept = failure is KeyboardInterrupt and at == 1
    assert read_one(player.trees[0].nodes, ROOT)["visits"] == 60 + kept
    check_tree(player.trees[0])
    state.play(player.candidates()[0].move)
    assert player.choose(state) in state.legal_moves()
    check_tree(player.trees[0])


@pytest.mark.parametrize("batch", [1, 64])
def test_a_full_tree_goes_on(batch: int) -> None:
    state = fieldstone.load("vadus", size=3).new_state()
    tree = rooted(state, 0.001)
    assert len(tree.nodes) == 1
    assert grow(tree, Batched(uniform_network, batch), 5000) == 5000
    assert PLACES - 50 < tree.scratch["used"][0] <= PLACES
    assert read_one(tree.nodes, ROOT)["visits"] == 5000
    assert not column(tree.nodes, "waiting")[:].any()
    assert read_children(tree.nodes, ROOT)["visits"].sum() == 4999


@pytest.mark.parametrize("wrong", [0, -1, 4097])
def test_sizes_that_are_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 4096 leaves, not {wrong}"):
        Batched(uniform_network, wrong)
    assert Batched(uniform_network, 4096).batch == 4096


def test_a_proven_root_needs_no_network() -> None:
    state, network = fieldstone.load("kaomi", size=2, pie=False).new_state(), Recording()
    tree, batched = rooted(state), Batched(network, 8)
    grow(tree, batched, 100_000)
    assert not tree.open
    asked = len(network.calls)
    assert batched.grow(tree, 100, make_rng(1)) == 0
    assert len(network.calls) == asked


@pytest.mark.parametrize("game", ["vacu(size=5)", "kaomi(size=4)"])
def test_the_same_again(game: str) -> None:
    state = read_game(game).new_state()
    trees = [rooted(state) for _ in range(2)]
    for tree in trees:
        grow(tree, Batched(uniform_network, 16), 500)
    assert trees[0].nodes.tobytes() == trees[1].nodes.tobytes()


def test_a_slow_network_gets_full_batches() -> None:
    """A network takes about as long for 64 positions as for one.

    The player asks for as many simulations as it made lately in a hundredth of a second. A network that takes longer
    than that is asked for half as many, takes as long, and in the end each call is for one leaf.
    """
    network = Recording()

    def slow(game: Game, leaves: Leaves) -> Answer:
        time.sleep(0.02)
        return network(game, leaves)

    state = fieldstone.load("vacu", size=9).new_state()
    player = SearchPlayer(seconds=0.8, seed=1, exact=False, evaluator=Batched(slow, 64))
    player.think(state)
    assert np.mean(network.sizes[3:]) > 32
