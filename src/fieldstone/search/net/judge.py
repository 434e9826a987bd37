"""What a small network makes of a position: a perceptron in a kernel, some microseconds a position.

One hidden layer sees the position, and the policy and the owners follow from it. A second, narrow one sees the first,
and the chance and the lead follow from that. All sums are of 32-bit floats and begin at the first term: no compiler may
change their order, so every machine finds the same to the last bit. The loops run over what is summed up to, so several
sums grow at a time.
"""

from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, list_inputs
from fieldstone.core.maths import exp

Array = Any

CHANCE, LEAD = 0, 1  # what the narrow layer leads to


class Weights(NamedTuple):
    """The numbers of a network, 32-bit floats; a layer's are by what goes in and what comes out.

    Attributes
    ----------
    first, first_bias : from the inputs (`fieldstone.core.kernels.list_inputs`) to the hidden layer
    neck, neck_bias : from there to the narrow one
    value, value_bias : from there to the chance, as log-odds, and the lead, in half units, of the player to move
    policy, policy_bias : from the hidden layer to the logarithms of how likely a move is, for all actions
    owners, owners_bias : from there to who will own a point, as log-odds for the player to move
    """

    first: Array
    first_bias: Array
    neck: Array
    neck_bias: Array
    value: Array
    value_bias: Array
    policy: Array
    policy_bias: Array
    owners: Array
    owners_bias: Array


class Mind(NamedTuple):
    """What a network works on; all of it is written to.

    Attributes
    ----------
    inputs : those that are 1
    active : units of the hidden layer that are not 0
    hidden, narrow : what the layers hold
    moves : (actions,) the logarithms of how likely moves are
    """

    inputs: Array
    active: Array
    hidden: Array
    narrow: Array
    moves: Array


def _floats(*dims: int | str) -> ArrayOf:
    return ArrayOf(np.float32, dims)


WEIGHTS = Weights(
    _floats("inputs", "hidden"),
    _floats("hidden"),
    _floats("hidden", "narrow"),
    _floats("narrow"),
    _floats("narrow", 2),
    _floats(2),
    _floats("hidden", "actions"),
    _floats("actions"),
    _floats("hidden", "points"),
    _floats("points"),
)
MIND = Mind(
    ArrayOf(np.int64, ("inputs",)),
    ArrayOf(np.int64, ("hidden",)),
    _floats("hidden"),
    _floats("narrow"),
    _floats("actions"),
)


@jit
def see(rules: Rules, state: Record, keys: Array, known: int, weights: Weights, mind: Mind) -> None:
    """Fill the hidden layer: the sum of what each input that is 1 adds, nothing where that is below zero.

    Four inputs at a time, one after the other: what is summed up is read and written once for the four.
    """
    first, inputs, hidden = weights.first, mind.inputs, mind.hidden
    count, place = list_inputs(rules, state, keys, known, inputs), 0
    for unit in range(hidden.size):
        hidden[unit] = weights.first_bias[unit]
    while place + 4 <= count:
        one, two = first[inputs[place]], first[inputs[place + 1]]
        three, four = first[inputs[place + 2]], first[inputs[place + 3]]
        for unit in range(hidden.size):
            hidden[unit] = (((hidden[unit] + one[unit]) + two[unit]) + three[unit]) + four[unit]
        place += 4
    while place < count:
        one = first[inputs[place]]
        for unit in range(hidden.size):
            hidden[unit] += one[unit]
        place += 1
    for unit in range(hidden.size):
        hidden[unit] = max(hidden[unit], np.float32(0.0))


@jit
def find_active(mind: Mind) -> int:
    """List the units of the hidden layer that are not 0: only these add to what follows; returns how many."""
    count = 0
    for unit in range(mind.hidden.size):
        mind.active[count] = unit
        count += int(mind.hidden[unit] != np.float32(0.0))
    return count


@jit
def add_layer(mind: Mind, count: int, weights: Array, bias: Array, found: Array) -> None:
    """Write to `found` what a layer makes of the hidden one, whose `count` active units are listed; four at a time."""
    hidden, active, place = mind.hidden, mind.active, 0
    for unit in range(found.size):
        found[unit] = bias[unit]
    while place + 4 <= count:
        a, b, c, d = active[place], active[place + 1], active[place + 2], active[place + 3]
        one, two, three, four = weights[a], weights[b], weights[c], weights[d]
        for unit in range(found.size):
            found[unit] = (
                ((found[unit] + hidden[a] * one[unit]) + hidden[b] * two[unit]) + hidden[c] * three[unit]
            ) + hidden[d] * four[unit]
        place += 4
    while place < count:
        a = active[place]
        one = weights[a]
        for unit in range(found.size):
            found[unit] += hidden[a] * one[unit]
        place += 1


@jit
def judge_value(weights: Weights, mind: Mind) -> tuple[float, float]:
    """Return the chance and the lead, in half units, of the player to move in the position that was seen."""
    narrow = mind.narrow
    add_layer(mind, find_active(mind), weights.neck, weights.neck_bias, narrow)
    chance, lead = weights.value_bias[CHANCE], weights.value_bias[LEAD]
    for unit in range(narrow.size):
        value = max(narrow[unit], np.float32(0.0))
        chance += value * weights.value[unit, CHANCE]
        lead += value * weights.value[unit, LEAD]
    return 1.0 / (1.0 + exp(-float(chance))), float(lead)


@jit
def judge_moves(weights: Weights, mind: Mind) -> None:
    """Write how likely moves are in the position that was seen to `mind.moves`, as logarithms; legal or not."""
    add_layer(mind, find_active(mind), weights.policy, weights.policy_bias, mind.moves)


@jit
def judge_many(
    rules: Array,
    states: Array,
    keys: Array,
    known: Array,
    weights: Weights,
    mind: Mind,
    values: Array,
    moves: Array,
    owners: Array,
) -> None:
    """Judge all `states`, games that go on; `keys[i, :known[i]]` are those of the positions that game i has seen.

    `values` (n, 2) float64 gets chance and lead of the player to move, `moves` (n, actions) and `owners` (n, points),
    float32, what `Weights` says of them.
    """
    for index in range(len(states)):
        see(rules[0], states[index], keys[index], int(known[index]), weights, mind)
        values[index, CHANCE], values[index, LEAD] = judge_value(weights, mind)
        count = find_active(mind)
        add_layer(mind, count, weights.policy, weights.policy_bias, moves[index])
        add_layer(mind, count, weights.owners, weights.owners_bias, owners[index])
