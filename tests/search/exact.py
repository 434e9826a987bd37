"""What the naive twins say of small positions, for tests of the search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from fieldstone import State
from fieldstone.game import read_game
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


__all__ = ["RESULTS", "best_moves", "late", "minimax", "twin_of", "values_of_moves"]
