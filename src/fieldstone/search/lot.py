"""The draw of a weak level: among the moves that look nearly as good as the first it takes one by lot.

It does not look far, so it draws by what moves look like at first sight: by the visits that a few simulations gave
them, or by how they were judged before any simulation. What is proven it sees, and plays by it.
"""

import math
from typing import Any

from fieldstone.core.jit import jit
from fieldstone.core.maths import power
from fieldstone.core.mixing import int64
from fieldstone.core.rng import Rng, random_below
from fieldstone.search.finding import Finding
from fieldstone.search.mcts.tree import UNPROVEN, WON
from fieldstone.search.ranking import MoveTable

Array = Any

WEIGHTS = 1e6  # of a move as likely as any; none is too small to be drawn


@jit
def weigh_by_visits(table: MoveTable, count: int, temperature: float, slack: float) -> int:
    """List the places of the moves that look nearly as good as the first, with their weights; returns how many."""
    first, number = table.moves[table.order[0]], 0
    least = first.chance - slack
    for index in range(count):
        move = table.moves[table.order[index]]
        if move.proven == UNPROVEN and move.chance >= least:  # not where nothing is known of the chance
            weight = power(move.visits / first.visits, 1.0 / temperature)
            table.listed[number], table.weights[number] = table.order[index], int64(WEIGHTS * weight) + 1
            number += 1
    return number


@jit
def guess_of(table: MoveTable, place: int, passing: int) -> float:
    """Return what is guessed of an open move before it is looked at, 0 to 1; not a number of a pass, or of none.

    That is the mean of all simulations in which the player made the move at any time (AMAF), and of the visits that it
    began with where the game is judged at first sight (`Amaf.prior`). A pass gives up stones and promises nearly as
    much as a stone: drawn by lot it would look like an accident.
    """
    move = table.moves[place]
    if move.action == passing or not move.amaf_visits > 0.0:
        return math.nan
    return move.amaf_value / move.amaf_visits


@jit
def weigh_by_guess(table: MoveTable, count: int, passing: int, temperature: float, slack: float) -> int:
    """List the places of the moves that promise nearly as much as the first, with their weights; returns how many."""
    top, number = -math.inf, 0
    for place in range(count):
        guess = guess_of(table, place, passing)
        if guess > top:
            top = guess
    for place in range(count):
        guess = guess_of(table, place, passing)
        if guess >= top - slack:
            weight = power(0.5, (top - guess) / temperature)
            table.listed[number], table.weights[number] = place, int64(WEIGHTS * weight) + 1
            number += 1
    return number


@jit
def draw(finding: Finding, temperature: float, slack: float, prior_temperature: float, rng: Rng) -> int:
    """Return the move that a weak level plays after a search: that which it chose, or another one by lot.

    A move that is proven to win is played, and nothing is drawn where the first is proven or nothing is known of it.
    With a `prior_temperature` above 0 the draw is by what is guessed of the moves: one that promises so much less of a
    win than the first is half as likely; where nothing is guessed of the chosen move, or it is a pass, that is played.
    Else it is by visits: in proportion to them at `temperature` 1, more evenly above it. Never is a move drawn that
    seems to be worse than the first by more than `slack` of a win. Of `finding` the scratch is modified; `rng` moves
    on where a move is drawn.
    """
    found, table = finding.found[0], finding.table
    count, choice = int64(found.count), int64(found.choice)
    if count == 0:
        return choice
    first, chosen = table.moves[table.order[0]], int64(-1)
    if first.proven != UNPROVEN or math.isnan(first.chance):
        return choice
    for place in range(count):
        move = table.moves[place]
        if move.proven == WON:
            return choice
        if move.action == choice:
            chosen = int64(place)
    if prior_temperature > 0.0:
        if chosen < 0 or math.isnan(guess_of(table, chosen, int64(found.passing))):
            return choice
        number = weigh_by_guess(table, count, int64(found.passing), prior_temperature, slack)
    else:
        number = weigh_by_visits(table, count, temperature, slack)
    total = int64(0)
    for index in range(number):
        total += table.weights[index]
    left = int64(random_below(rng, total))
    for index in range(number):
        left -= table.weights[index]
        if left < 0:
            return int64(table.moves[table.listed[index]].action)
    return choice
