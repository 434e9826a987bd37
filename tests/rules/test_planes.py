"""What a network sees, beside what the oracles say that it should."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import fieldstone
from fieldstone import State, parse_position
from fieldstone.play.observation import Floats, sight_of
from tests.brought import brought, names_with_brought, with_brought
from tests.oracles import Oracle, make
from tests.oracles.planes import planes
from tests.rules.test_twins import LOOPS, Loop

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]

# The games that play through everything a plane can show; the small boards repeat positions.
SPECS: list[tuple[str, dict[str, Any], int]] = with_brought(
    [
        ("vacu", {"size": 2, "komi": 361}, 60),
        ("vacu", {"size": 2, "setup": "auction"}, 60),
        ("vacu", {"size": 3, "komi": 4}, 20),
        ("vacu", {"size": 5}, 4),
        ("convacu", {"size": 1}, 1),
        ("convacu", {"size": 2}, 10),
        ("convacu", {"size": 3}, 30),
        ("convacu", {"size": 5}, 4),
        ("kaomi", {"size": 3}, 10),
        ("kaomi", {"size": 4, "pie": False}, 3),
        ("squared", {"size": 3, "setup": "auction"}, 10),
        ("squared", {"size": 2, "komi": 28560}, 5),
        ("squared", {"size": 4, "komi": 6}, 3),
        ("iago", {}, 4),
        ("iago-free", {}, 4),
        ("vadus", {"size": 2}, 20),
        ("vadus", {"size": 4}, 4),
    ],
    [(name, options, 10) for name, options in brought()],
)
SHAPES = {
    "vacu": (14, 9, 9),
    "convacu": (9, 9, 9),
    "kaomi": (6, 7, 7),
    "squared": (9, 7, 7),
    "iago": (8, 9, 9),
    "iago-free": (8, 9, 9),
    "vadus": (7, 17, 17),
}
RARE = {"second_time", "third_time"}  # the loops of test_twins.py show them
UNUSED = {  # planes for options that a game does not use
    "vacu(size=2,komi=361,setup=fixed)": {"naming_komi", "choosing_side"},
    "vacu(size=3,komi=4,setup=fixed)": {"naming_komi", "choosing_side"},
    "vacu(size=5,komi=0,setup=fixed)": {"own_komi", "opponent_komi", "naming_komi", "choosing_side"},
    "convacu(size=1)": {"own", "opponent"},
    "convacu(size=2)": {"passed"},
    "convacu(size=3)": {"passed"},
    "convacu(size=5)": {"passed"},
    "kaomi(size=4,pie=false)": {"swap_open"},
    "squared(size=2,komi=28560,setup=fixed)": {"naming_komi", "choosing_side"},
    "squared(size=4,komi=6,setup=fixed)": {"naming_komi", "choosing_side"},
}
cases = pytest.mark.parametrize(("name", "options", "games"), SPECS, ids=lambda value: str(value))


def by_name(state: State, seat: int | None = None) -> dict[str, list[list[float]]]:
    """The planes of a state by name, as lists."""
    sight = sight_of(state.game)
    return dict(zip(sight.names, sight.see(state, seat).tolist(), strict=True))


def assert_seen_alike(state: State, oracle: Oracle) -> set[str]:
    """Both players see what the oracle says; returns the planes with something on them."""
    shown: set[str] = set()
    for seat in (1, 2):
        seen, wanted = by_name(state, seat), planes(oracle, seat)
        assert seen.keys() == wanted.keys()
        for plane, numbers in wanted.items():
            assert np.allclose(seen[plane], numbers, rtol=1e-6), (plane, seat, state.to_text(history=True))
        shown |= {plane for plane, numbers in seen.items() if np.any(numbers)}
    return shown


@cases
def test_planes_are_what_the_oracle_sees(name: str, options: dict[str, Any], games: int) -> None:
    game = fieldstone.load(name, **options)
    shown: set[str] = set()
    for seed in range(games):
        rng = random.Random(seed)
        state, oracle = game.new_state(), make(name, **options)
        shown |= assert_seen_alike(state, oracle)
        while state.outcome is None:
            # Words now and then, so that games pass and swap often enough.
            legal = oracle.legal()
            words = [move for move in legal if move not in oracle.board.point]
            move = rng.choice(words if words and rng.random() < 0.3 else legal)
            state.play(move)
            oracle.play(move)
            shown |= assert_seen_alike(state, oracle)
    missing = set(sight_of(game).names) - shown
    assert missing <= RARE | UNUSED.get(str(game), set())


@pytest.mark.parametrize("loop", LOOPS, ids=str)
def test_repetition_is_seen_before_it_comes(loop: Loop) -> None:
    """V9: on the way round, and where a stone is marked for the third time it draws, and no other stone does."""
    state, oracle = fieldstone.load(loop.name, size=loop.size).new_state(), make(loop.name, size=loop.size)
    shown: set[str] = set()
    for move in f"{loop.opening} {3 * (loop.cycle + ' ')}".split():
        if state.outcome is None:
            third = np.asarray(by_name(state)["third_time"]).reshape(-1)
            for trial in state.legal_moves():
                after = state.copy()
                after.play(trial)
                draws = after.outcome is not None and after.outcome.termination == "repetition"
                assert draws == (trial.action < state.game.points and third[trial.action] == 1)
            state.play(move)
            oracle.play(move)
            shown |= assert_seen_alike(state, oracle)
    assert state.outcome is not None
    assert state.outcome.termination == "repetition"
    assert shown >= RARE


@pytest.mark.parametrize("name", names_with_brought(SHAPES))
def test_names_and_shapes(name: str) -> None:
    sight = sight_of(fieldstone.load(name))
    side = max(sight.game.board.row_lengths)
    assert sight.shape == SHAPES.get(name, (len(sight.planes), side, side))
    assert len(set(sight.names)) == sight.shape[0]
    seen = sight.see(sight.game.new_state())
    assert (seen.dtype.name, seen.shape) == ("float32", sight.shape)
    flat = seen.reshape(len(seen), -1)
    assert np.flatnonzero(flat[0]).tolist() == sorted(sight.cells.tolist())
    for plane, numbers in zip(sight.planes, flat, strict=True):
        assert not plane.flat or len(set(numbers[sight.cells].tolist())) == 1


@pytest.mark.parametrize("name", names_with_brought(SHAPES))
def test_constants_name_their_planes(name: str) -> None:
    """The numbers in planes.py are the places of the names."""
    facts = fieldstone.games()[name]
    home = facts.module("planes")
    names = [plane.name for plane in home.PLANES[name]]
    places = {"MOVES": "to_move", "HOLDS_BLACK": "black", "NAMING": "naming_komi", "CHOOSING": "choosing_side"}
    for constant, plane in places.items():
        if plane in names and hasattr(home, constant):
            assert names[getattr(home, constant)] == plane


@cases
def test_symmetries_turn_the_planes(name: str, options: dict[str, Any], games: int) -> None:
    """A turned game is seen turned: points move, flat planes stay."""
    game = fieldstone.load(name, **options)
    sight, board = sight_of(game), game.board
    rng = random.Random(7)
    for symmetry in board.symmetries[1:]:
        edges = set((symmetry[: board.size] // board.size).tolist())
        if name == "convacu" and len(edges) > 1:  # C1: top and bottom change places with left and right
            continue
        state, image = game.new_state(), game.new_state()
        while state.outcome is None and len(state.history) < 40:
            seen, turned = (sight.see(one).reshape(len(sight.planes), -1)[:, sight.cells] for one in (state, image))
            assert np.array_equal(turned, seen[:, symmetry])
            move = rng.choice(state.legal_moves())
            state.play(move)
            twin = int(np.flatnonzero(symmetry == move.action)[0]) if move.action < game.points else move.action
            image.play(game.moves[twin])


def test_room_of_the_callers() -> None:
    state = parse_position("kaomi(size=3) moves a1,swap")
    sight = sight_of(state.game)
    out: Floats = np.full(sight.shape, 7, dtype=np.float32)
    assert sight.see(state, out=out) is out
    assert np.array_equal(out, sight.see(state, state.seat))
    assert not np.array_equal(out, sight.see(state, 3 - state.seat))
    read_only = out.copy()
    read_only.flags.writeable = False
    for bad in (out[:2], out.astype(np.float64), out[:, :, ::-1], read_only):
        with pytest.raises(ValueError, match=r"out must be a writable float32 array of shape \(6, 3, 3\) in one piece"):
            sight.see(state, out=cast(Floats, bad))
    with pytest.raises(ValueError, match="a seat is 1 or 2, not 0"):
        sight.see(state, 0)
    with pytest.raises(ValueError, match=r"a state of iago is none of kaomi\(size=3,pie=true\)"):
        sight.see(fieldstone.load("iago").new_state())


def test_a_position_that_was_read_begins_its_history() -> None:
    """V9: what stood before is not known; the position itself counts once."""
    state = parse_position("convacu(size=2) B./.W B")
    assert not np.any(by_name(state)["second_time"])


def test_every_plane_is_in_the_docs() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "research.md").read_text(encoding="utf-8")
    for name in SHAPES:
        sight = sight_of(fieldstone.load(name))
        rows = [f"| {number} | `{plane.name}` | {plane.meaning} |" for number, plane in enumerate(sight.planes)]
        assert "\n".join(rows) in page, "\n".join([name, *rows])
