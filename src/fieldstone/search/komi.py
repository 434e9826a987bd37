"""Naming komi (S1): the other player then chooses the better side, so the fairest komi is the best one to name."""

from collections.abc import Callable, Sequence

from fieldstone.game import Move
from fieldstone.state import State


def fairest(komis: Sequence[Move], win_chance: Callable[[Move], float]) -> Move:
    """Return the komi at which Black's chance of winning is nearest to one half.

    `komis` is sorted from the lowest; the chance falls with komi, so that halving the range finds it with about
    log2(len(komis)) calls of `win_chance`.
    """
    chances: dict[Move, float] = {}
    low, high = 0, len(komis) - 1
    while low <= high:
        middle = (low + high) // 2
        chance = chances[komis[middle]] = win_chance(komis[middle])
        if chance >= 0.5:
            low = middle + 1
        else:
            high = middle - 1
    # Where all chances are known to be 0 or 1, the last ones tried are those between which it changes.
    return min(reversed(chances), key=lambda move: abs(chances[move] - 0.5))


def with_komi(state: State, komi: Move) -> State:
    """Return the position with this komi named, in which the player to move is Black."""
    trial = state.copy()
    trial.play(komi)
    trial.play("white")
    return trial


def in_size_order(moves: Sequence[Move]) -> list[Move]:
    """Return the komis that can be named from the lowest to the highest."""
    return sorted(moves, key=lambda move: int(move.text.removeprefix("komi ")))
