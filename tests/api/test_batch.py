"""Batches against single states, and their random games against those of the oracles."""

from __future__ import annotations

import math
import random
import statistics
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import Batch, Colour, Game, IllegalMoveError, State, Termination, check_consistency, parse_position
from fieldstone.core.record import PLAYOUT_CAP
from tests.brought import with_brought
from tests.oracles import make

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 4, "komi": 3}),
        ("vacu", {"size": 3, "setup": "auction"}),
        ("convacu", {"size": 4}),
        ("kaomi", {"size": 4}),
        ("squared", {"size": 4, "komi": 6}),
        ("squared", {"size": 2, "setup": "auction"}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)
cases = pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
CODES = {None: 0, Colour.BLACK: 1, Colour.WHITE: 2}


def assert_same(batch: Batch, index: int, state: State) -> None:
    """One game of a batch and a state: everything both can say."""
    record = batch.states[index]
    adapter = batch.game.adapter
    rows = batch.game.board.rows([adapter.symbols[code] for code in adapter.codes(record)])
    assert rows == state.rows()
    assert record.tobytes() == state.record.tobytes()
    assert batch.to_move[index] == (0 if state.to_move is Colour.BLACK else 1)
    assert batch.seat[index] == state.seat
    assert batch.terminal[index] == (state.outcome is not None)
    winner = state.outcome.winner if state.outcome else None
    assert batch.winner[index] == CODES[winner]
    first = 0 if winner is None else 1 if state.seat_of(winner) == 1 else -1
    assert batch.returns()[index].tolist() == [first, -first]
    alone = batch.state(index)
    check_consistency(alone)
    assert alone.to_text() == state.to_text()
    assert alone.outcome == state.outcome


def legal_rows(batch: Batch) -> list[list[int]]:
    return [np.flatnonzero(row).tolist() for row in batch.legal_mask()]


@pytest.mark.pure
@cases
def test_batches_play_as_states_do(name: str, options: dict[str, Any]) -> None:
    rng = random.Random(1)
    game = fieldstone.load(name, **options)
    batch = game.new_batch(16)
    states = [game.new_state() for _ in range(16)]
    assert len(batch) == 16
    assert batch.game == game
    exchanged = 0
    while not batch.terminal.all():
        rows = legal_rows(batch)
        actions = np.full(16, -7)  # what stands at a game that is over is not looked at
        for index, state in enumerate(states):
            assert_same(batch, index, state)
            legal = state.legal_moves()
            assert rows[index] == sorted(move.action for move in legal)
            if legal:
                move = rng.choice(legal)
                actions[index] = move.action
                state.play(move)
        batch.play(actions)
    for index, state in enumerate(states):
        assert_same(batch, index, state)
        exchanged += state.seat_of(Colour.BLACK) == 2
    if options.get("setup") == "auction":
        assert 0 < exchanged < 16
    assert not batch.legal_mask().any()
    before = batch.states.tobytes()
    batch.play(np.zeros(16, dtype=np.int64))
    assert batch.states.tobytes() == before


@pytest.mark.pure
def test_swaps_in_a_batch() -> None:
    """K10: half of the games swap; the returns go by seats."""
    game = fieldstone.load("kaomi", size=2)
    swap = game.move("swap").action
    batch = game.new_batch(2)
    batch.play([0, 0])
    assert batch.legal_mask()[:, swap].tolist() == [True, True]
    batch.play([swap, 1])
    assert batch.to_move.tolist() == [1, 0]
    assert batch.seat.tolist() == [1, 1]
    assert batch.legal_mask()[:, swap].tolist() == [False, False]
    while not batch.terminal.all():
        batch.play(batch.legal_mask().argmax(axis=1))
    states = [parse_position("kaomi(size=2) moves a1,swap"), parse_position("kaomi(size=2) moves a1,b1")]
    for index, state in enumerate(states):
        while state.outcome is None:
            state.play(min(state.legal_moves(), key=lambda move: move.action))
        assert_same(batch, index, state)


@pytest.mark.pure
def test_words_in_the_masks() -> None:
    """V8: the button until it is taken, then the pass; S1: komi, then sides, then play."""
    game = fieldstone.load("vacu", size=3)
    named = [game.move("pass").action, game.move("button").action]
    batch = game.new_batch(1)
    assert batch.legal_mask()[0, named].tolist() == [False, True]
    batch.play([named[1]])
    assert batch.legal_mask()[0, named].tolist() == [True, False]
    game = fieldstone.load("vacu", size=3, setup="auction")
    batch = game.new_batch(1)
    texts = [[str(game.moves[action]) for action in legal_rows(batch)[0]]]
    for move in ("komi 7", "black"):
        batch.play([game.move(move).action])
        texts.append([str(game.moves[action]) for action in legal_rows(batch)[0]])
    points = [str(game.moves[action]) for action in range(9)]
    assert texts == [[f"komi {komi}" for komi in range(10)], ["black", "white"], [*points, "button"]]
    assert batch.states["komi"].tolist() == [7]
    assert (batch.to_move.tolist(), batch.seat.tolist()) == ([0], [2])


# Repetition (V9) -------------------------------------------------------------------------------


def cycle_from(start: State) -> list[int]:
    """The shortest way back to a position, its last move a board play, by breadth-first search over positions."""
    game, goal = start.game, int(start.record.key)
    fresh = parse_position(start.to_text())
    front: list[tuple[State, list[int]]] = [(fresh, [])]
    seen = {(goal, fresh.record.passes)}
    while front:
        following = []
        for state, way in front:
            for move in state.legal_moves():
                after = state.copy()
                after.play(move)
                if int(after.record.key) == goal and move.action < game.points:
                    return [*way, move.action]
                mark = (int(after.record.key), after.record.passes)
                if after.outcome is None and mark not in seen:
                    seen.add(mark)
                    following.append((after, [*way, move.action]))
        front = following
    raise AssertionError(f"no cycle from {start.to_text()}")


@pytest.mark.parametrize(
    "opening",
    [
        "vacu(size=3) moves a1,b2,a2,b3,button",
        "vacu(size=3) moves a1,b2,a2,b3,a3,button,pass",
        "convacu(size=3) .../..B/.BB W",
        "convacu(size=3) .WB/W../B.. B",
    ],
)
def test_repetition_in_batches(opening: str) -> None:
    """The game that goes round twice is drawn at the third appearance, its neighbours go on."""
    state = parse_position(opening)
    cycle = cycle_from(state)
    start = state.game.new_state()
    moves = [move.action for move in state.history]
    for action in moves:
        start.play(state.game.moves[action])
    batch = state.game.new_batch(3)
    if state.rows() != start.rows():  # the opening is a position, not a list of moves
        batch.states[:] = state.record
        batch._keys[:, 0] = state.record.key
    else:
        for action in moves:
            batch.play([action] * 3)
    for number, action in enumerate(cycle * 2, start=1):
        assert not batch.terminal.any()
        state.play(state.game.moves[action])
        other = batch.random_actions(number)
        batch.play([action, other[1], action])
        if batch.terminal[1]:
            batch.reset(np.array([False, True, False]))
    assert state.outcome is not None
    assert state.outcome.termination is Termination.REPETITION
    for index in (0, 2):
        assert_same(batch, index, state)
    assert not batch.terminal[1]


def test_long_games_keep_their_history() -> None:
    """A game with more plies than the batch has room for at first, against a state."""
    rng = random.Random(2)
    game = fieldstone.load("vacu", size=9)
    batch, states = game.new_batch(3), [game.new_state() for _ in range(3)]
    while not batch.terminal.all() and len(states[0].history) < 300:
        actions = np.full(3, -1)
        for index, state in enumerate(states):
            choices = [move for move in state.legal_moves() if move.action < game.points] or state.legal_moves()
            if choices:
                state.play(move := rng.choice(choices))
                actions[index] = move.action
        batch.play(actions)
    assert int(batch.states["ply"].max()) > 130
    for index, state in enumerate(states):
        assert_same(batch, index, state)


# Shapes, kinds and errors ----------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_shapes_and_kinds(threads: int) -> None:
    game = fieldstone.load("kaomi", size=3)
    batch = game.new_batch(300, threads=threads)
    arrays: list[tuple[Any, tuple[int, ...], Any]] = [
        (batch.legal_mask(), (300, game.num_actions), np.bool_),
        (batch.to_move, (300,), np.int8),
        (batch.seat, (300,), np.int8),
        (batch.terminal, (300,), np.bool_),
        (batch.winner, (300,), np.int8),
        (batch.returns(), (300, 2), np.float32),
        (batch.random_actions(0), (300,), np.int64),
    ]
    for array, shape, kind in arrays:
        assert isinstance(array, np.ndarray)
        assert array.shape == shape
        assert array.dtype == kind
    mask = np.zeros((300, game.num_actions), dtype=np.bool_)
    assert batch.legal_mask(mask) is mask
    assert mask.any(axis=1).all()
    for wrong in (np.zeros((300, 3), dtype=np.bool_), np.zeros((300, game.num_actions), dtype=np.int8)):
        with pytest.raises(ValueError, match="bool array of shape"):
            batch.legal_mask(wrong)  # type: ignore[arg-type]


def test_wrong_calls_are_refused() -> None:
    game = fieldstone.load("iago")
    for n, threads in ((0, 1), (-1, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least 1"):
            game.new_batch(n, threads=threads)
    batch = game.new_batch(4)
    before = batch.states.tobytes()
    for actions in (0, [0], [0] * 5, [[0] * 4], [0.0] * 4, [True] * 4, ["0"] * 4, [None] * 4):
        with pytest.raises(ValueError, match="4 whole numbers"):
            batch.play(actions)  # type: ignore[arg-type]
    for which in (np.zeros(3, dtype=np.bool_), np.zeros(4, dtype=np.int8)):
        with pytest.raises(ValueError, match="4 bools"):
            batch.reset(which)
    with pytest.raises(IndexError, match="no game 4"):
        batch.state(4)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("wrong", [-1, 61, 10**15, 2**63, 0])
def test_illegal_actions_change_nothing(threads: int, wrong: int) -> None:
    game = fieldstone.load("iago-free")
    batch = game.new_batch(300, threads=threads)
    actions = batch.random_actions(4)
    given = actions.astype(np.uint64 if wrong > 2**62 else np.int64)
    given[277] = wrong
    before = batch.states.tobytes()
    with pytest.raises(IllegalMoveError, match="game 277") as caught:
        batch.play(given)
    assert isinstance(caught.value, ValueError)
    if wrong == 0:
        assert "'a1'" in str(caught.value)
    elif wrong < 2**63:
        assert str(wrong) in str(caught.value)
    assert batch.states.tobytes() == before
    batch.play(actions.astype(np.uint8))
    assert (batch.states["ply"] == 1).all()


def test_reset() -> None:
    game = fieldstone.load("vadus", size=3)
    batch, fresh = game.new_batch(200), game.new_batch(200)
    batch.random_playouts(1)
    some = np.arange(200) % 3 == 0
    batch.reset(some)
    assert (batch.terminal == ~some).all()
    for index in np.flatnonzero(some):
        assert batch.states[index].tobytes() == fresh.states[index].tobytes()
    batch.random_playouts(2)
    assert batch.terminal.all()
    batch.reset()
    assert batch.states.tobytes() == fresh.states.tobytes()
    assert (batch.legal_mask() == fresh.legal_mask()).all()


# Random numbers --------------------------------------------------------------------------------


@cases
def test_threads_and_seeds(name: str, options: dict[str, Any]) -> None:
    """The same seed gives the same games, on one thread and on two; another seed gives others."""
    game = fieldstone.load(name, **options)
    one, two = game.new_batch(700, threads=1), game.new_batch(700, threads=2)
    for seed in range(6):
        assert (one.legal_mask() == two.legal_mask()).all()
        actions = one.random_actions(seed)
        assert (actions == two.random_actions(seed)).all()
        ongoing = ~one.terminal
        assert one.legal_mask()[np.arange(700), actions][ongoing].all()
        assert (actions[one.terminal] == -1).all()
        one.play(actions)
        two.play(actions)
        assert one.states.tobytes() == two.states.tobytes()
    copies = [game.new_batch(700, threads=threads) for threads in (1, 1, 2)]
    for batch, seed in zip(copies, (9, 10, 9), strict=True):
        batch.random_playouts(seed)
        assert batch.terminal.all()
    assert copies[0].states.tobytes() == copies[2].states.tobytes()
    assert copies[0].states.tobytes() != copies[1].states.tobytes()
    if options.get("size") != 2:
        assert len({row.tobytes() for row in copies[0].states}) > 600  # no two games share their numbers


@cases
@pytest.mark.parametrize("plies", [0, 1, 2, 7, 12])
def test_random_actions_are_uniform(name: str, options: dict[str, Any], plies: int) -> None:
    rng = random.Random(plies)
    state = fieldstone.load(name, **options).new_state()
    for _ in range(plies):
        state.play(rng.choice(state.legal_moves()))
        if state.outcome is not None:
            state.undo()
            break
    batch = state.game.new_batch(20_000)
    batch.states[:] = state.record
    legal = sorted(move.action for move in state.legal_moves())
    counts = np.bincount(batch.random_actions(5), minlength=state.game.num_actions)
    assert np.flatnonzero(counts).tolist() == legal
    expected = 20_000 / len(legal)
    square = float(((counts[legal] - expected) ** 2 / expected).sum())
    freedom = len(legal) - 1
    assert square <= freedom + 4.5 * math.sqrt(2 * freedom) + 3


def oracle_games(game: Game, count: int) -> tuple[list[float], list[float]]:
    """Lengths in plies, and results for Black (1, 0, -1), of uniformly random games by the book."""
    rng = random.Random(6)
    lengths, results = [], []
    for _ in range(count):
        oracle, plies = make(game.name, **game.options), 0
        while oracle.winner is None:
            oracle.play(rng.choice(oracle.legal()))
            plies += 1
        lengths.append(float(plies))
        results.append({"B": 1.0, "W": -1.0, "draw": 0.0}[oracle.winner])
    return lengths, results


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("vacu", {"size": 4, "komi": 2}, 400), ("vacu", {"size": 3, "setup": "auction"}, 400),
        ("convacu", {"size": 4}, 400), ("kaomi", {"size": 4}, 500), ("squared", {"size": 3, "komi": 8}, 500),
        ("iago", {}, 80), ("iago-free", {}, 80), ("vadus", {"size": 3}, 300),
    ],
)  # fmt: skip
def test_playouts_are_like_random_games_by_the_book(name: str, options: dict[str, Any], count: int) -> None:
    game = fieldstone.load(name, **options)
    batch = game.new_batch(20_000)
    batch.random_playouts(11)
    results = np.where(batch.winner == 0, 0, 3 - 2 * batch.winner)
    for by_the_book, compiled in zip(oracle_games(game, count), (batch.states["ply"], results), strict=True):
        spread = max(statistics.pvariance(by_the_book), float(compiled.var())) / count + 1e-12
        assert abs(statistics.fmean(by_the_book) - float(compiled.mean())) <= 4.5 * math.sqrt(spread)


def test_games_called_off_can_be_looked_at() -> None:
    """A playout that reaches the cap is a draw, and a state of it can be written and read."""
    game = fieldstone.load("vacu", size=9)
    batch = game.new_batch(40_000)
    for seed in range(20):
        batch.reset()
        batch.random_playouts(seed)
        found = np.flatnonzero(batch.states["over"] == PLAYOUT_CAP)
        if len(found):
            break
    index = int(found[0])
    assert batch.winner[index] == 0
    assert batch.returns()[index].tolist() == [0, 0]
    state = batch.state(index)
    assert state.outcome is not None
    assert state.outcome.winner is None
    assert state.legal_moves() == []
    assert parse_position(state.to_text()).outcome == state.outcome
