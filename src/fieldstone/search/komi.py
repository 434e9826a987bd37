"""Naming komi (S1): the other player then chooses the better side, so the fairest komi is the best one to name.

Some are tried, each by searches of the position in which it has been named, and the one at which Black's chance is
nearest to one half is named. Whoever is to move looks better off than it is, the more so the fewer the simulations:
replies have not been found yet. So a position is searched for Black, and after Black's move for White, and the mean of
both is taken. On a board of 9x9 it hardly moves from 200 simulations to 16,000, while Black's chance alone falls from
0.76 to 0.57.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf, make_arrays
from fieldstone.core.jit import jit
from fieldstone.core.mixing import int64
from fieldstone.play.ruleset import Move
from fieldstone.search.ranking import POINT

Array = Any

# How far the trials have come.
TRIALS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("low", np.int64),  # the highest place tried at which Black's chance is one half or more
                ("high", np.int64),  # the lowest at which it is less
                ("place", np.int64),  # to try now
                ("step", np.int64),
                ("tried", np.int64),
                ("searches", np.int64),
                ("most", np.int64),  # searches
                ("fair", np.int64),  # whether one has been found at which the chance is one half
                ("replied", np.int64),  # whether Black's move at the present one has been found
                ("chance", np.float64),  # what it promises Black
                ("lead", np.float64),  # in half units
            ],
            align=True,
        ),
    )
)


class Komis(NamedTuple):
    """The komis that can be named, from the lowest, and what has been found of them.

    Attributes
    ----------
    actions, numbers : (n,) int64
    chances : (n,) float64, Black's at those tried
    asked : (n,) int64, the places tried, in the order in which they were
    trials : (1,) of TRIALS
    """

    actions: Array
    numbers: Array
    chances: Array
    asked: Array
    trials: Array


KOMIS = Komis(
    actions=ArrayOf(np.int64, ("komis",)),
    numbers=ArrayOf(np.int64, ("komis",)),
    chances=ArrayOf(np.float64, ("komis",)),
    asked=ArrayOf(np.int64, ("komis",)),
    trials=ArrayOf(TRIALS, (1,)),
)


def komis_of(moves: Sequence[Move]) -> Komis:
    """Return the komis among moves, of which none has been tried."""
    komis = sorted((int(move.text.removeprefix("komi ")), move.action) for move in moves if "komi " in move.text)
    count = len(komis)
    found: Komis = make_arrays(KOMIS, {}, komis=count)
    found.actions[:] = [action for _, action in komis]
    found.numbers[:] = [number for number, _ in komis]
    trials = found.trials[0]
    trials.low, trials.high, trials.step = -1, count, 1
    return found


def most_trials(komis: int) -> int:
    """Return how many komis are tried at most."""
    return 2 * komis.bit_length()


@jit
def note_trial(komis: Komis, chance: float, lead: float) -> bool:
    """Note what the present komi promises Black, a chance and a lead; returns whether another is to be tried.

    The chance falls with komi. The lead at the lowest says where to look next; from there the steps double until the
    fair one is passed, and halve between the two sides of it.
    """
    trials = komis.trials[0]
    place, count, bits = int64(trials.place), len(komis.actions), 0
    komis.chances[place], komis.asked[trials.tried] = chance, place
    trials.tried += 1
    if chance >= 0.5:
        trials.low = place
    else:
        trials.high = place
    trials.fair = max(int64(trials.fair), int64(chance == 0.5))
    while count >> bits:
        bits += 1
    if chance == 0.5 or trials.high - trials.low < 2:
        return False
    middle = int64((trials.low + trials.high) // 2)
    if trials.tried == 1:
        fair, place = komis.numbers[place] + lead / POINT, int64(1)
        for other in range(2, trials.high):
            if abs(komis.numbers[other] - fair) < abs(komis.numbers[place] - fair):
                place = other
    else:
        low, high, step = int64(trials.low), int64(trials.high), int64(trials.step)
        place = min(low + step, middle) if chance > 0.5 else max(high - step, middle)
        trials.step *= 2
    trials.place = place
    return trials.tried < 2 * bits


@jit
def fairest(komis: Komis) -> int:
    """Return the place of the komi at which Black's chance is nearest to one half, as far as that is known.

    Proofs say 1 or 0, all as far from one half: then the nearest to the turning point.
    """
    trials = komis.trials[0]
    if trials.tried < 2 and not trials.fair:
        return int64(trials.place)
    turn = (trials.low + trials.high) / 2
    best = komis.asked[0]
    for number in range(1, trials.tried):
        place = komis.asked[number]
        far, least = abs(komis.chances[place] - 0.5), abs(komis.chances[best] - 0.5)
        if far < least or (far == least and abs(place - turn) < abs(best - turn)):
            best = place
    return int64(best)
