"""What weights of 16 bits would bring a network, and what keeping the hidden layer from move to move.

    python bench/short_weights.py    # some seconds a game

Positions of random games are judged by the network that a game brings: by its 32-bit floats as the search judges them,
and by the same weights as integers of 16 bits, with sums of 32. And how many inputs change from a position to the one
after it, beside how many there are: to keep a hidden layer, it has to be kept for both players, since each sees the
board from its own side, and each change is a row to add or to take away. Prints rows of Markdown.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numba
import numpy as np

import fieldstone
from fieldstone.core.kernels import list_inputs
from fieldstone.games import GAMES
from fieldstone.search.net.judge import Weights
from fieldstone.search.net.own import own_net

Array = Any

POSITIONS = 3_000
RUNS = 15
MOST_16, MOST_32 = 2**15 - 1, 2**31 - 1


class Short(NamedTuple):
    """The weights that lead to the chance, as integers; `scale` makes a sum of the narrow layer what it stands for."""

    first: Array
    first_bias: Array
    neck: Array
    scale: np.float32


def random_games(name: str, seed: int = 1) -> list[list[Array]]:
    """Return which inputs are 1, in the positions of random games."""
    game, chance = fieldstone.load(name), np.random.default_rng(seed)
    room = own_net(game).new_mind().inputs  # type: ignore[union-attr]
    games: list[list[Array]] = []
    while sum(map(len, games)) < POSITIONS:
        state, seen = game.new_state(), list[Array]()
        while state.outcome is None:
            count = list_inputs(game.adapter.rules[0], state.record, state.keys, len(state.keys), room)
            seen.append(room[:count].copy())
            state.play(chance.choice(np.array(state.legal_moves(), dtype=object)))
        games.append(seen)
    return games


def shortened(weights: Weights, rows: Sequence[Array]) -> Short:
    """Return the weights as integers, scaled by powers of 2 so that no sum of these positions is too large for them."""
    sums = [np.cumsum(np.vstack([weights.first_bias[None], weights.first[row]]), axis=0) for row in rows]
    first = 2.0 ** np.floor(np.log2(MOST_16 / max(np.abs(one).max() for one in sums)))
    hidden = [np.maximum(one[-1], 0) for one in sums]
    largest = max((one[:, None] * np.abs(weights.neck)).sum(axis=0).max() for one in hidden)
    room = min(MOST_16 / np.abs(weights.neck).max(), MOST_32 / (largest * first))
    neck = 2.0 ** np.floor(np.log2(room))

    def short(array: Array, scale: float) -> Array:
        return np.round(array * scale).astype(np.int16)

    scale = np.float32(1 / (first * neck))
    return Short(short(weights.first, first), short(weights.first_bias, first), short(weights.neck, neck), scale)


@numba.njit  # type: ignore[untyped-decorator]
def list_active(hidden: Array, active: Array) -> int:
    """List the units that are not 0."""
    count = 0
    for unit in range(hidden.size):
        active[count] = unit
        count += int(hidden[unit] != 0)
    return count


@numba.njit  # type: ignore[untyped-decorator]
def by_floats(weights: Weights, inputs: Array, ends: Array, hidden: Array, active: Array, found: Array) -> None:
    """Write the log-odds of all positions as `fieldstone.search.net.judge` finds them."""
    narrow = np.zeros(weights.neck_bias.size, np.float32)
    for index in range(ends.size - 1):
        hidden[:] = weights.first_bias
        place = ends[index]
        while place + 4 <= ends[index + 1]:
            one, two = weights.first[inputs[place]], weights.first[inputs[place + 1]]
            three, four = weights.first[inputs[place + 2]], weights.first[inputs[place + 3]]
            for unit in range(hidden.size):
                hidden[unit] = (((hidden[unit] + one[unit]) + two[unit]) + three[unit]) + four[unit]
            place += 4
        for rest in range(place, ends[index + 1]):
            for unit in range(hidden.size):
                hidden[unit] += weights.first[inputs[rest], unit]
        for unit in range(hidden.size):
            hidden[unit] = max(hidden[unit], np.float32(0.0))
        count, place = list_active(hidden, active), 0
        narrow[:] = weights.neck_bias
        while place + 4 <= count:
            a, b, c, d = active[place], active[place + 1], active[place + 2], active[place + 3]
            one, two, three, four = weights.neck[a], weights.neck[b], weights.neck[c], weights.neck[d]
            for unit in range(narrow.size):
                part = (narrow[unit] + hidden[a] * one[unit]) + hidden[b] * two[unit]
                narrow[unit] = (part + hidden[c] * three[unit]) + hidden[d] * four[unit]
            place += 4
        for rest in range(place, count):
            for unit in range(narrow.size):
                narrow[unit] += hidden[active[rest]] * weights.neck[active[rest], unit]
        odds = weights.value_bias[0]
        for unit in range(narrow.size):
            odds += max(narrow[unit], np.float32(0.0)) * weights.value[unit, 0]
        found[index] = odds


@numba.njit  # type: ignore[untyped-decorator]
def by_integers(
    weights: Weights, short: Short, inputs: Array, ends: Array, hidden: Array, active: Array, found: Array
) -> None:
    """Write the log-odds of all positions by the integers."""
    narrow = np.zeros(weights.neck_bias.size, np.int32)
    for index in range(ends.size - 1):
        hidden[:] = short.first_bias
        place = ends[index]
        while place + 4 <= ends[index + 1]:
            one, two = short.first[inputs[place]], short.first[inputs[place + 1]]
            three, four = short.first[inputs[place + 2]], short.first[inputs[place + 3]]
            for unit in range(hidden.size):
                hidden[unit] = np.int16(hidden[unit] + one[unit] + two[unit] + three[unit] + four[unit])
            place += 4
        for rest in range(place, ends[index + 1]):
            for unit in range(hidden.size):
                hidden[unit] = np.int16(hidden[unit] + short.first[inputs[rest], unit])
        for unit in range(hidden.size):
            hidden[unit] = max(hidden[unit], np.int16(0))
        count, place = list_active(hidden, active), 0
        narrow[:] = 0
        while place + 4 <= count:
            a, b, c, d = active[place], active[place + 1], active[place + 2], active[place + 3]
            one, two, three, four = short.neck[a], short.neck[b], short.neck[c], short.neck[d]
            for unit in range(narrow.size):
                part = np.int32(hidden[a]) * np.int32(one[unit]) + np.int32(hidden[b]) * np.int32(two[unit])
                part += np.int32(hidden[c]) * np.int32(three[unit]) + np.int32(hidden[d]) * np.int32(four[unit])
                narrow[unit] = np.int32(narrow[unit] + part)
            place += 4
        for rest in range(place, count):
            for unit in range(narrow.size):
                part = np.int32(hidden[active[rest]]) * np.int32(short.neck[active[rest], unit])
                narrow[unit] = np.int32(narrow[unit] + part)
        odds = weights.value_bias[0]
        for unit in range(narrow.size):
            value = np.float32(narrow[unit]) * short.scale + weights.neck_bias[unit]
            odds += max(value, np.float32(0.0)) * weights.value[unit, 0]
        found[index] = odds


def timed(run: Any, positions: int) -> float:
    """Return microseconds a position, of the processor."""
    start = time.process_time()
    run()
    return (time.process_time() - start) * 1e6 / positions


def row(name: str) -> str:
    """Measure one game."""
    net = own_net(fieldstone.load(name))
    assert net is not None
    weights, games = net.weights, random_games(name)
    rows = [one for game in games for one in game][:POSITIONS]
    ends = np.concatenate([[0], np.cumsum([one.size for one in rows])])
    inputs, units = np.concatenate(rows), weights.first_bias.size
    active, floats, integers = np.zeros(units + 1, np.int64), *np.zeros((2, len(rows)), np.float32)
    short = shortened(weights, rows)
    hidden = np.zeros(units, np.float32), np.zeros(units, np.int16)

    def one() -> None:
        by_floats(weights, inputs, ends, hidden[0], active, floats)

    def other() -> None:
        by_integers(weights, short, inputs, ends, hidden[1], active, integers)

    one()
    other()
    times = np.array([(timed(one, len(rows)), timed(other, len(rows))) for _ in range(RUNS)])
    ratios = times[:, 0] / times[:, 1]
    low, high = np.quantile(ratios, [0.1, 0.9])
    away = np.abs(1 / (1 + np.exp(-floats)) - 1 / (1 + np.exp(-integers)))
    # Each player sees the position after the next one as this one.
    changes = [
        np.setxor1d(was, now).size for game in games for was, (_, now) in zip(game, pairwise(game[1:]), strict=False)
    ]
    cells = [
        name,
        *(f"{median:.2f} µs" for median in np.median(times, axis=0)),
        f"{np.median(ratios):.2f} × ({low:.2f} to {high:.2f})",
        f"{100 * away.mean():.2f}, {100 * away.max():.1f} points",
        f"{np.mean([one.size for one in rows]):.0f}",
        f"{np.mean(changes):.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    print("| game | 32-bit floats | 16-bit integers | faster | the chance differs by | inputs | changes |")
    print("|---|--:|--:|--:|---|--:|--:|")
    for name, spec in GAMES.items():
        if spec.network:
            print(row(name), flush=True)


if __name__ == "__main__":
    main()
