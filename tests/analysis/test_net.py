"""Analyses and reviews by the network that a game brings: where it judges, what it tells, and what happens without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import fieldstone
from fieldstone import Limit, State
from fieldstone.analysis.data import analysis_as_data
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.review import review_as_data
from fieldstone.analysis.reviewing import review
from fieldstone.search.mcts.tree import column
from fieldstone.search.memory import Memory
from fieldstone.search.net import own
from fieldstone.search.net.own import own_net

FEW = Limit(simulations=300)
GAME = fieldstone.load("kaomi")
PRIORS = slice(1, 40)  # places of moves of the first position


def after(*moves: str) -> State:
    """A position of the board that has a network."""
    state = GAME.new_state()
    for move in moves:
        state.play(move)
    return state


def has_priors(state: State, net: bool = True) -> bool:
    """Whether a network has said how likely the moves of a position are, in the tree of its analysis."""
    memory = Memory(1)
    fieldstone.analyse(state, FEW, seed=1, memory=memory, net=net)
    return bool(column(memory.trees[0].nodes, "prior")[PRIORS].any())


def test_a_network_judges_where_a_game_brings_one() -> None:
    state = after("c3", "d4")
    assert has_priors(state)
    assert not has_priors(state, net=False)
    for name, options in (("kaomi", {"size": 5}), ("kaomi", {"pie": False}), ("squared", {"komi": 2}), ("vacu", {})):
        assert not has_priors(fieldstone.load(name, **options).new_state())


def test_owners_are_those_of_games_that_follow_its_tree() -> None:
    found, plain = (fieldstone.analyse(after("c3", "d4"), FEW, seed=1, net=net) for net in (True, False))
    assert found.proven is None
    assert found.owners is not None
    assert all(abs(owner) <= 1.0 for owner in found.owners)
    assert found.owners != plain.owners
    assert found.expected is not None


def test_what_is_proven_is_proven_with_it_too() -> None:
    """The games that follow a proof tell of the owners then, and the margin is exact."""
    state = after("c3", "d4")
    rng = np.random.default_rng(3)
    while state.record.empty_count > 4:
        moves = state.legal_moves()
        state.play(moves[int(rng.integers(len(moves)))])
    found, plain = (fieldstone.analyse(state, FEW, seed=1, net=net) for net in (True, False))
    assert found.proven == plain.proven is not None
    assert (found.error, found.margin) == (0.0, plain.margin)
    assert found.owners is not None
    assert all(abs(owner) <= 1.0 for owner in found.owners)
    assert max(found.owners) > 0.99  # of a stone that stands where no push can reach it any more


@pytest.fixture
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No network lies where it should."""
    monkeypatch.setattr(own, "net_path", lambda _: tmp_path / "kaomi.net")
    own._read.cache_clear()
    yield
    own._read.cache_clear()


@pytest.mark.usefixtures("nothing")
def test_without_it_playouts_judge() -> None:
    """Told once; then all is as if a game brought none."""
    state = after("c3", "d4")
    with pytest.warns(RuntimeWarning, match=r"without its network: .*kaomi\.net"):
        found = fieldstone.analyse(state, FEW, seed=1)
    plain = fieldstone.analyse(state, FEW, seed=1, net=False)
    assert analysis_as_data(found) == analysis_as_data(plain)
    told = [review_as_data(review(state, FEW, net=net)) for net in (True, False)]
    assert told[0] == told[1]


def test_a_review_goes_on_with_what_judged(tmp_path: Path) -> None:
    """What playouts have found and what a network has do not mix in one file."""
    state, path, net = after("c3", "d4", "e5"), tmp_path / "game.review.jsonl", own_net(GAME)
    assert net is not None
    done = review(state, FEW, path=path)
    kept = path.read_bytes()
    assert review_as_data(review(state, FEW, path=path)) == review_as_data(done)
    assert path.read_bytes() == kept
    with pytest.raises(AnalysisError, match=f"simulations=300,seed=1,network={net.digest[:8]}, here simulations=300"):
        review(state, FEW, path=path, net=False)
    plain = review(state, FEW, path=path, net=False, again=True)
    assert plain.chances != done.chances
    assert b"network" not in path.read_bytes()
    with pytest.raises(AnalysisError, match=f"seed=1, here .*network={net.digest[:8]}"):
        review(state, FEW, path=path)
