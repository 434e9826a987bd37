"""Small networks in the compiled search: what they say of a position, the search by them, and their files."""

from __future__ import annotations

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.arrays import dims_of
from fieldstone.play.game import Game
from fieldstone.search.limit import Limit
from fieldstone.search.mcts.tree import BLOCK, DRAWN, LOST, ROOT, WON, column
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.file import (
    FIRST_LINE,
    Net,
    NetError,
    blank_weights,
    games_with_networks,
    net_from,
    read_net,
    sizes_for,
    write_net,
)
from fieldstone.search.net.judge import WEIGHTS, Weights
from fieldstone.search.net.think import USUAL, Walk
from fieldstone.search.player import SearchPlayer
from tests.search.exact import late, twin_of, values_of_moves
from tests.search.trees import read_children

GAME = fieldstone.load("kaomi", size=5)
HIDDEN, NARROW = 24, 8


def drawn(game: Game, seed: int = 1, walk: Walk = USUAL) -> Net:
    """A network whose weights are whole numbers of 64ths drawn by lot: the same on every machine."""
    sizes = sizes_for(game, HIDDEN, NARROW)
    chance = np.random.default_rng(seed)
    weights = Weights._make(
        (chance.integers(-40, 41, dims_of(array, sizes)) / np.float32(64)).astype(np.float32) for array in WEIGHTS
    )
    return Net(str(game), weights, walk, {"seed": seed})


def player(net: Net, game: Game = GAME, **options: Any) -> SearchPlayer:
    given = {"simulations": 300, "seed": 1} | options
    return SearchPlayer(evaluator=NetEvaluator(net), settings=settings_with_net(game, net), **given)


def positions(game: Game, count: int) -> list[State]:
    return [state for left in (20, 12, 6) for state in itertools.islice(late(str(game), left), count)]


def layer(given: list[tuple[np.float32, Any]], bias: Any) -> Any:
    """The sum of rows with their factors, one after the other, each step rounded to 32 bits."""
    found = bias.copy()
    for factor, row in given:
        found = (found + factor * row).astype(np.float32)
    return found


# -- judging ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kaomi(size=5)", "kaomi(size=7)"])
def test_judging_is_a_sum_in_a_fixed_order(name: str) -> None:
    """To the bit: layer by layer, one input after the other in 32 bits, so that every machine finds the same."""
    game = fieldstone.load("kaomi", size=int(name[11]))
    net = drawn(game)
    states = positions(game, 4)
    records = np.array([state.record for state in states])
    values, moves, owners = net.judge(game, records)
    weights = net.weights
    for place, state in enumerate(states):
        own, other = (
            [point for point in range(game.points) if state.record.cells[point] == code]
            for code in (state.record.to_move, 3 - state.record.to_move)
        )
        stones = [(point, point) for point in own] + [(point, game.points + point) for point in other]
        inputs = [weights.first[number] for _, number in sorted(stones)]
        hidden = np.maximum(layer([(np.float32(1), row) for row in inputs], weights.first_bias), np.float32(0))
        active = [(value, unit) for unit, value in enumerate(hidden) if value != 0]

        def after(table: Any, bias: Any, active: Any = active) -> Any:
            return layer([(value, table[unit]) for value, unit in active], bias)

        narrow = np.maximum(after(weights.neck, weights.neck_bias), np.float32(0))
        told = layer([(value, weights.value[unit]) for unit, value in enumerate(narrow)], weights.value_bias)
        assert (moves[place] == after(weights.policy, weights.policy_bias)).all()
        assert (owners[place] == after(weights.owners, weights.owners_bias)).all()
        assert values[place, 1] == float(told[1])
        assert values[place, 0] == pytest.approx(1 / (1 + np.exp(-float(told[0]))), abs=1e-15)


def test_a_network_that_knows_nothing_finds_all_level() -> None:
    net = Net(str(GAME), blank_weights(sizes_for(GAME, HIDDEN, NARROW)))
    values, moves, owners = net.judge(GAME, np.array([GAME.new_state().record]))
    assert values.tolist() == [[0.5, 0.0]]
    assert not moves.any()
    assert not owners.any()


# -- searching ----------------------------------------------------------------------------------------------------


def digest(one: SearchPlayer) -> str:
    """Return a hash of all nodes of the first tree."""
    tree, found = one.trees[0], hashlib.sha256()
    used = int(tree.scratch["used"][0])
    for name in BLOCK.names or ():
        if name != "clean":
            found.update(np.array(column(tree.nodes, name)[:used]).tobytes())
    return found.hexdigest()[:16]


def test_a_tree_grows_as_recorded() -> None:
    """All nodes to the last bit, on libraries and on what Numba compiles."""
    one = player(drawn(GAME), exact=False)
    state = GAME.new_state()
    state.play("c3")
    one.think(state)
    assert digest(one) == "adabc78f2ff0d08f"


def test_a_seed_is_not_needed_to_repeat_a_search() -> None:
    """Nothing is drawn by lot."""
    state = positions(GAME, 1)[0]
    first, second = player(drawn(GAME), seed=1), player(drawn(GAME), seed=2)
    assert first.choose(state) == second.choose(state)
    assert digest(first) == digest(second)


def test_a_tree_with_random_games_grows_as_recorded() -> None:
    """The same from the same seed, and another from another."""
    net, state = drawn(GAME, walk=Walk(playout_part=0.5)), GAME.new_state()
    found = []
    for seed in (1, 1, 2):
        one = player(net, exact=False, seed=seed)
        one.think(state)
        found.append(digest(one))
    assert found[0] == found[1] == "7d19d328c4058da5"
    assert found[2] != found[0]


@pytest.mark.parametrize(("part", "steps"), [(1.0, 1), (0.5, 4)])
def test_a_random_game_counts_in_part(part: float, steps: int) -> None:
    """A network that knows nothing says a half: beside it games of no draws leave parts of a whole."""
    net = Net(str(GAME), blank_weights(sizes_for(GAME, HIDDEN, NARROW)), Walk(playout_part=part))
    one = player(net, exact=False, simulations=200)
    one.think(GAME.new_state())
    nodes = one.trees[0].nodes
    wins = float(column(nodes, "wins")[ROOT])
    assert wins * steps == int(wins * steps)
    assert 0.1 < wins / 200 < 0.9
    assert wins != 100
    assert column(nodes, "lead")[ROOT] != 0  # and the lead of those games


@pytest.mark.parametrize("seed", range(6))
def test_a_root_that_is_proven_has_the_value_of_the_twin(seed: int) -> None:
    """Whatever the network says: proofs come from the ends of games."""
    state = next(late(str(GAME), 5, seed))
    one = player(drawn(GAME, seed), simulations=20_000, exact=False)
    one.think(state)
    assert not one.trees[0].open
    values = values_of_moves(twin_of(state))
    assert {WON: -1, DRAWN: 0, LOST: 1}[int(column(one.trees[0].nodes, "proven")[ROOT])] == max(values.values())
    for info in one.candidates():
        if info.proven is not None:
            assert {"win": 1, "draw": 0, "loss": -1}[info.proven] == values[info.move.text]


def test_visits_add_up_and_values_are_means() -> None:
    one = player(drawn(GAME), exact=False)
    one.think(GAME.new_state())
    nodes = one.trees[0].nodes
    first, count = int(column(nodes, "first")[ROOT]), int(column(nodes, "children")[ROOT])
    children = slice(first, first + count)
    assert column(nodes, "visits")[ROOT] == 300 == int(column(nodes, "visits")[children].sum())
    assert float(column(nodes, "prior")[children].sum()) == pytest.approx(1.0, abs=1e-6)
    assert column(nodes, "wins")[ROOT] == pytest.approx(300 - float(column(nodes, "wins")[children].sum()))


def test_habits_hold() -> None:
    """The tree is kept, a stop is heard, memory is bounded, several trees agree on a move, the end is exact."""
    state = GAME.new_state()
    one = player(drawn(GAME))
    state.play(one.choose(state))
    nodes, first = one.trees[0].nodes, one.trees[0].child(ROOT, state.history[0].action)
    replies = read_children(nodes, first)
    state.play(GAME.moves[int(replies[int(replies["visits"].argmax())]["action"])])
    one.choose(state)
    assert column(one.trees[0].nodes, "visits")[ROOT] > 300
    stopped = player(drawn(GAME), simulations=10**9)
    assert stopped.choose(state, cancel=lambda: True) in state.legal_moves()
    assert stopped.result is not None
    assert not stopped.result.complete
    small = player(drawn(GAME), simulations=20_000, megabytes=1.0, exact=False)
    assert small.choose(GAME.new_state()) in GAME.new_state().legal_moves()
    assert column(small.trees[0].nodes, "visits")[ROOT] == 20_000
    two = player(drawn(GAME), threads=2)
    assert two.choose(state) in state.legal_moves()
    assert [int(column(tree.nodes, "visits")[ROOT]) for tree in two.trees] == [150, 150]
    exact = player(drawn(GAME), simulations=20_000)
    end = next(late(str(GAME), 8, 3))
    exact.choose(end)
    assert exact.result is not None
    assert exact.result.exact
    timed = player(drawn(GAME), simulations=None, seconds=0.05)
    assert timed.choose(state, limit=Limit(0.05)) in state.legal_moves()


def test_a_won_game_is_won_by_more() -> None:
    """Where a win is proven the search goes on, by the same steps as with playouts."""
    for seed in range(4):
        state = next(late(str(GAME), 4, seed))
        values = values_of_moves(twin_of(state), "margin")
        one = player(drawn(GAME, seed), simulations=3000)
        assert values[one.choose(state).text] == max(values.values())


# -- files --------------------------------------------------------------------------------------------------------


def test_a_file_comes_back(tmp_path: Path) -> None:
    net = drawn(GAME, walk=Walk(0.7, 0.1, 0.0, 30.0, 0.25))
    path = tmp_path / "one.net"
    write_net(net, path)
    found = read_net(path, GAME)
    assert found.game == str(GAME)
    assert found.walk == net.walk
    assert found.made == {"seed": 1}
    for one, other in zip(found.weights, net.weights, strict=True):
        assert one.dtype == np.float32
        assert one.flags.c_contiguous
        assert (one == other).all()
    assert found.to_bytes() == path.read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["one.net"]


def changed(**fields: Any) -> bytes:
    """Return a file whose card says something else."""
    content = drawn(GAME).to_bytes()
    end = content.index(b"\n", len(FIRST_LINE))
    card = json.loads(content[len(FIRST_LINE) : end]) | fields
    return FIRST_LINE + json.dumps(card).encode() + content[end:]


def test_a_file_from_before_random_games_counted() -> None:
    walk = {"exploration": 0.5, "reduction": 0.2, "lead_part": 0.05, "lead_scale": 20}
    assert net_from(changed(walk=walk)).walk == Walk(**walk, playout_part=0.0)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not a file of a network"),
        (b"PK\x03\x04", "not a file of a network"),
        (FIRST_LINE, "its card has no end"),
        (FIRST_LINE + b"{}\n", "its card should say game, sizes, walk, sha256, made"),
        (FIRST_LINE + b"[" * 50_000 + b"\n", "its card is not JSON"),
        (drawn(GAME).to_bytes()[:-1], "bytes of weights, where its card says"),
        (drawn(GAME).to_bytes()[:-1] + b"\x7f", "the file is damaged"),
        (changed(sizes={"inputs": 10**9}), "each from 1 to 4096"),
        (changed(walk={"exploration": 1.0}), "under walk: exploration from 0 to 100"),
        (changed(sha256="0"), "the file is damaged"),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "bad.net"
    path.write_bytes(content)
    with pytest.raises(NetError, match=complaint) as caught:
        read_net(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_that_are_no_numbers_are_refused() -> None:
    net = drawn(GAME)
    net.weights.neck[0, 0] = np.nan
    with pytest.raises(ValueError, match="no numbers, or beyond a million"):
        net_from(net.to_bytes())


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    write_net(drawn(GAME), tmp_path / "five.net")
    with pytest.raises(NetError, match=r"holds a network for kaomi\(size=5,pie=true\), not for kaomi\(size=6,pie=true"):
        read_net(tmp_path / "five.net", fieldstone.load("kaomi", size=6))
    with pytest.raises(NetError, match=r"missing\.net is not a network that can be used: No such file"):
        read_net(tmp_path / "missing.net")


def test_games_that_have_networks() -> None:
    assert games_with_networks() == ["vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"]
    with pytest.raises(NetError, match=r"one komi, and in vacu\(size=9,komi=0,setup=auction\) komi is named first"):
        sizes_for(fieldstone.load("vacu", setup="auction"), 8, 8)


def test_ways_of_the_search_have_bounds() -> None:
    assert drawn(GAME).having(exploration=1.0).walk.exploration == 1.0
    with pytest.raises(NetError, match="reduction must be from 0 to 1, not 2"):
        drawn(GAME).having(reduction=2.0)
