"""Laws that hold in every position: symmetry, undo, texts, masks, keys, bounds.

Derandomized, so that a run today says what a run tomorrow says. Garbage is thrown in `test_garbage.py`.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fieldstone
from fieldstone import Game, State, check_consistency, parse_position
from fieldstone.core.kernels import playout_cap
from fieldstone.core.record import PLAYOUT_CAP
from tests.brought import with_brought
from tests.oracles import make

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 2, "komi": 1}),
        ("vacu", {"size": 3, "setup": "auction"}),
        ("vacu", {"size": 4}),
        ("vacu", {"size": 6, "komi": 2}),
        ("convacu", {"size": 1}),
        ("convacu", {"size": 3}),
        ("convacu", {"size": 5}),
        ("kaomi", {"size": 2}),
        ("kaomi", {"size": 4}),
        ("kaomi", {"size": 7}),
        ("squared", {"size": 3, "setup": "auction"}),
        ("squared", {"size": 5, "komi": 4}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 2}),
        ("vadus", {"size": 4}),
    ]
)
LAWS = settings(derandomize=True, deadline=None, max_examples=40, database=None)

specs = st.sampled_from(SPECS)
seeds = st.integers(0, 2**32 - 1)
plies = st.one_of(st.integers(0, 30), st.just(10_000))
cases = pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))


def play_randomly(state: State, rng: random.Random, limit: int = 10_000) -> State:
    while state.outcome is None and len(state.history) < limit:
        state.play(rng.choice(state.legal_moves()))
    return state


@st.composite
def states(draw: st.DrawFn) -> State:
    """A position with the random game that led to it."""
    name, options = draw(specs)
    state = fieldstone.load(name, **options).new_state()
    return play_randomly(state, random.Random(draw(seeds)), draw(plies))


# Symmetry --------------------------------------------------------------------------------------


def image_of(move: str, game: Game, symmetry: Any) -> str:
    """The text of a move on the board turned so that ``image[point] = board[symmetry[point]]``."""
    point = game.board.index.get(move)
    return move if point is None else game.board.names[int(np.flatnonzero(symmetry == point)[0])]


def turned_rows(state: State, symmetry: Any, swap: bool = False) -> list[str]:
    symbols = state.game.board.symbols(state.rows())
    if swap:
        symbols = [symbol.translate(str.maketrans("BWbw", "WBwb")) for symbol in symbols]
    return state.game.board.rows([symbols[point] for point in symmetry])


def keeps_edges(game: Game, symmetry: Any) -> bool:
    """C1: whether top and bottom stay top and bottom, the one or the other."""
    size = game.board.size
    return len(set((symmetry[:size] // size).tolist())) == 1


@pytest.mark.pure
@cases
def test_symmetries_commute_with_play(name: str, options: dict[str, Any]) -> None:
    game = fieldstone.load(name, **options)
    images = [symmetry for symmetry in game.board.symmetries if name != "convacu" or keeps_edges(game, symmetry)]
    full = {"square": 8, "hexagon": 12}[game.board.shape]
    assert len(images) == (4 if name == "convacu" and game.points > 1 else full)
    for number, symmetry in enumerate(images):
        rng = random.Random(number)
        state, image = game.new_state(), game.new_state()
        while state.outcome is None:
            assert image.rows() == turned_rows(state, symmetry)
            legal = state.legal_moves()
            assert sorted(image_of(str(move), game, symmetry) for move in legal) == list(map(str, image.legal_moves()))
            assert (image.to_move, image.seat, image.scores()) == (state.to_move, state.seat, state.scores())
            move = rng.choice(legal)
            state.play(move)
            image.play(image_of(str(move), game, symmetry))
        assert image.outcome == state.outcome
        assert image.rows() == turned_rows(state, symmetry)


@pytest.mark.pure
@pytest.mark.parametrize(("name", "size"), [("convacu", 2), ("convacu", 3), ("convacu", 5), ("vacu", 3), ("vacu", 5)])
@pytest.mark.parametrize("number", range(8))
def test_colours_are_alike(name: str, size: int, number: int) -> None:
    """Exchange the colours, and in Convacu turn the board by a quarter: the same game with White first."""
    game = fieldstone.load(name, size=size)
    symmetry = game.board.symmetries[number]
    if name == "convacu" and keeps_edges(game, symmetry):
        symmetry = game.board.symmetries[1][symmetry]
    assert name == "vacu" or not keeps_edges(game, symmetry)
    start = game.new_state().to_text()
    assert start.endswith(" B")
    state, image = game.new_state(), parse_position(f"{start[:-1]}W")
    rng = random.Random(number)
    while state.outcome is None:
        assert image.rows() == turned_rows(state, symmetry, swap=True)
        assert image.to_move == state.to_move.other
        move = rng.choice(state.legal_moves())
        state.play(move)
        image.play(image_of(str(move), game, symmetry))
        assert image.scores() == {"B": state.scores()["W"], "W": state.scores()["B"]}
    assert image.outcome is not None
    assert image.outcome.termination == state.outcome.termination
    assert image.outcome.winner == (state.outcome.winner.other if state.outcome.winner else None)


# Undo and texts --------------------------------------------------------------------------------


@LAWS
@given(states())
def test_undo_restores_every_byte(state: State) -> None:
    again = state.game.new_state()
    records = [again.record.tobytes()]
    for move in state.history:
        again.play(move)
        records.append(again.record.tobytes())
    while again.history:
        assert again.record.tobytes() == records.pop()
        again.undo()
        check_consistency(again)
    assert [again.record.tobytes()] == records
    for move in state.history:
        again.play(move)
    assert again == state
    assert again.record.tobytes() == state.record.tobytes()


@cases
def test_copies_are_exact(name: str, options: dict[str, Any]) -> None:
    """Memory that NumPy takes for a copy may hold anything before; none of it may be seen in the copy."""
    state = play_randomly(fieldstone.load(name, **options).new_state(), random.Random(1), 5)
    for _ in range(20):
        garbage = np.full(state.record.nbytes, 255, dtype=np.uint8)
        del garbage
        twin = state.copy()
        assert twin.record.tobytes() == state.record.tobytes()
        check_consistency(twin)


@pytest.mark.pure
@LAWS
@given(states(), seeds)
def test_texts_round_trip(state: State, seed: int) -> None:
    check_consistency(state)
    history = parse_position(state.to_text(history=True))
    assert history == state
    assert history.record.tobytes() == state.record.tobytes()
    position = parse_position(state.to_text())
    check_consistency(position)
    assert position.to_text() == state.to_text()
    for one in (history, position):
        assert one.key == state.key
        assert one.rows() == state.rows()
        assert one.legal_moves() == state.legal_moves()
        assert one.scores() == state.scores()
        assert one.outcome == state.outcome
        assert (one.to_move, one.seat) == (state.to_move, state.seat)
        assert one.record.key == state.record.key
    # From a position on, a move list begins with that position.
    play_randomly(position, random.Random(seed), 6)
    check_consistency(position)
    assert parse_position(position.to_text(history=True)) == position


@LAWS
@given(states())
def test_the_mask_is_the_list(state: State) -> None:
    batch = state.game.new_batch(1)
    batch.states[0] = state.record
    legal = [move.action for move in state.legal_moves()]
    assert np.flatnonzero(batch.legal_mask()[0]).tolist() == sorted(legal)
    assert (state.outcome is None) == bool(legal)


# Keys ------------------------------------------------------------------------------------------

# What the kernel's 64-bit key holds beside board and colour to move.
HELD: dict[str, Any] = {
    "vacu": lambda oracle: oracle.button is not None,  # V9
    "kaomi": lambda oracle: oracle.seat_of["B"],  # K10
    "vadus": lambda oracle: (oracle.passes % 2, oracle.stones_left == 2),  # W2, W3
}


@pytest.mark.parametrize(
    ("name", "options", "choices", "limit"),
    [
        ("vacu", {"size": 2}, 99, 99),
        ("vacu", {"size": 2, "setup": "auction"}, 99, 99),
        ("vacu", {"size": 3}, 3, 9),
        ("vacu", {"size": 9}, 3, 8),
        ("convacu", {"size": 2}, 99, 99),
        ("convacu", {"size": 3}, 3, 9),
        ("kaomi", {"size": 2}, 99, 99),
        ("kaomi", {"size": 3}, 3, 9),
        ("kaomi", {"size": 7}, 4, 8),
        ("squared", {"size": 2, "setup": "auction"}, 99, 99),
        ("squared", {"size": 3, "komi": 2}, 3, 9),
        ("iago", {}, 3, 8),
        ("iago-free", {}, 3, 8),
        ("vadus", {"size": 2}, 99, 99),
        ("vadus", {"size": 4}, 3, 9),
    ],
)
def test_keys_are_equal_exactly_when_positions_are(
    name: str, options: dict[str, Any], choices: int, limit: int
) -> None:
    """Many short games with few moves to choose from, so that positions come up again in other orders."""
    rng = random.Random(8)
    game = fieldstone.load(name, **options)
    pairs: set[tuple[bytes, Hashable]] = set()
    kernel_pairs: set[tuple[int, Hashable]] = set()
    seen = 0
    for _ in range(200):
        state, oracle = game.new_state(), make(name, **options)
        while True:
            seen += 1
            pairs.add((state.key, oracle.position()))
            held = HELD.get(name, lambda oracle: None)(oracle)
            if options.get("setup") != "auction":
                kernel_pairs.add((int(state.record.key), (tuple(oracle.rows()), oracle.to_move, held)))
            if state.outcome is not None or len(state.history) >= limit:
                break
            legal = oracle.legal()
            words = [move for move in legal if move.isalpha()]
            move = rng.choice([*legal[:choices], *words])
            state.play(move)
            oracle.play(move)
    for found in (pairs, kernel_pairs):
        assert len({key for key, _ in found}) == len({position for _, position in found}) == len(found)
    assert len(pairs) < 0.6 * seen  # they did come up again


# Repetition with keys that collide (V9 is exact) -----------------------------------------------


@pytest.mark.parametrize(("name", "size"), [("vacu", 3), ("convacu", 3), ("vacu", 5)])
def test_repetition_is_exact_even_if_all_keys_collide(name: str, size: int) -> None:
    game = fieldstone.load(name, size=size)
    blind = Game(game.spec, game.options)  # not the one that load keeps
    blind.adapter.rules["zobrist"][:] = 0
    cycle = "pass,a3,c1,c2,pass,b1,a1,a2,pass,c3,pass,b1"
    lists = [f"a1,b2,a2,b3,button,{cycle},{cycle}".split(",")] if (name, size) == ("vacu", 3) else []
    lists += [[str(m) for m in play_randomly(game.new_state(), random.Random(seed)).history] for seed in range(8)]
    for moves in lists:
        state, other = game.new_state(), blind.new_state()
        records = []
        for move in moves:
            records.append(other.record.tobytes())
            state.play(move)
            other.play(move)
            assert other.rows() == state.rows()
            assert other.outcome == state.outcome
            assert other.copy().legal_moves() == state.legal_moves()
        while records:
            other.undo()
            assert other.record.tobytes() == records.pop()


# Bounds ----------------------------------------------------------------------------------------


@cases
def test_games_end_within_the_bound(name: str, options: dict[str, Any]) -> None:
    game = fieldstone.load(name, **options)
    cap = int(playout_cap(game.adapter.rules[0]))
    cycles = name in ("vacu", "convacu")  # only these may come back to a position
    batch = game.new_batch(300)
    batch.random_playouts(3)
    assert batch.terminal.all()
    assert int(batch.states["ply"].max()) <= cap
    called_off = batch.states["over"] == PLAYOUT_CAP
    assert not called_off.any() if not cycles else called_off.mean() < 0.05
    for seed in range(10):
        state = play_randomly(game.new_state(), random.Random(seed))
        assert cycles or len(state.history) <= cap
        check_consistency(state)


def test_the_longest_games() -> None:
    """K8, K10, W3: as many passes, swaps and words as the rules allow."""
    vadus = fieldstone.load("vadus", size=2).new_state()
    while vadus.outcome is None:
        names = list(map(str, vadus.legal_moves()))
        vadus.play("pass" if "pass" in names and vadus.record.passes == 0 and len(names) > 1 else names[0])
    assert len(vadus.history) <= playout_cap(vadus.game.adapter.rules[0])
    kaomi = fieldstone.load("kaomi", size=3).new_state()
    while kaomi.outcome is None:
        kaomi.play(kaomi.legal_moves()[-1])
    assert len(kaomi.history) == 10 <= playout_cap(kaomi.game.adapter.rules[0])
