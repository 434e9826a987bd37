"""What the naive twins say of small positions, for tests of the search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fieldstone import State
from fieldstone.play.game import read_game
from fieldstone.play.ruleset import Move
from fieldstone.search.mcts.simulate import is_settled
from tests.oracles import Oracle
from tests.search.test_solver import best_moves, for_mover, minimax, twin_after, twin_of

RESULTS = {"win": 1, "draw": 0, "loss": -1}


def values_of_moves(twin: Oracle, by: str = "result", budget: int = 100_000) -> dict[str, int]:
    """Return what each move gives the player to move, by plain minimax."""
    memory: dict[Any, int] = {}
    after = twin_after(twin)
    return {move: for_mover(after(move), twin, minimax(after(move), by, memory, [budget])) for move in twin.legal()}


def late(game: str, left: int, seed: int = 0) -> Iterator[State]:
    """Yield positions of random games with `left` empty points, without end."""
    chance = random.Random(f"{game} {left} {seed}")
    while True:
        state = read_game(game).new_state()
        while state.outcome is None and int(state.record.empty_count) > left:
            state.play(chance.choice(state.legal_moves()))
        if state.outcome is None and len(state.legal_moves()) > 1:
            yield state


__all__ = ["RESULTS", "best_moves", "late", "minimax", "twin_of", "values_of_moves", "would_end"]


def in_size_order(moves: Sequence[Move]) -> list[Move]:
    """Return the komis that can be named from the lowest to the highest."""
    return sorted(moves, key=lambda komi: int(komi.text.removeprefix("komi ")))


def with_komi(state: State, komi: Move) -> State:
    """Return the position with this komi named, in which the player to move is Black."""
    trial = state.copy()
    trial.play(komi)
    trial.play("white")
    return trial


def would_end(state: State, winning: bool) -> bool:
    """Say whether its player wins, or loses, if the game ends now, and no move promises to change that.

    Only for games that promise something: `settled` in their settings is below 1.
    """
    states = np.zeros(1, dtype=state.game.adapter.dtype)
    states[0] = state.record
    return bool(is_settled(state.game.adapter.rules[0], states[0], winning))
