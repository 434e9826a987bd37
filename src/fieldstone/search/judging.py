"""What the moves of a game were worth, from searches of its positions: values, losses, verdicts, what to search next.

Each position gets a *look*, a search of its own with the same limit, from the end of the game backwards; so does the
position after the move that it finds best, and after the one that brings the most points, where another was played. A
position's value is then backed up: for the player to move the better of what came after the move that was played and
what comes after the other. So what a move gave away is the difference of two values, and never below 0. All of it
follows from the looks alone: who has some of them goes on from there.

A slot is the number of a look: three for each position, the position itself, after the best move, after the dearest.
Values are those of seat 1, chances from 0 to 1, points in half units.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf, make_arrays
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record
from fieldstone.core.mixing import int64
from fieldstone.search.error import DRIFT
from fieldstone.search.finding import Finding
from fieldstone.search.mcts.tree import UNPROVEN, opposite
from fieldstone.search.ranking import HALF, NEARLY, chance_of, proof_of

Array = Any

SLOTS = 3  # looks that belong to a position
DEEPER = 4  # times as long as the search before, where a verdict hangs on it
MOST_ROUNDS = 3  # searches of one position: 1, 4, 16 times the limit
AGAIN = 3  # times the limit for each position: what all longer searches take together at most
ENDED = 9  # in the place of the number of searches: the game is over, and nothing is left to find
NO_VERDICT, SLIP, MISTAKE, BLUNDER = range(4)
BY_CHANCE, BY_POINTS = range(2)
WHOLE = 0.2  # of the chance: a blunder. The others are parts of that
PARTS = (0.25, 0.5, 1.0)  # of a blunder, by chance or by points: slip, mistake, blunder
LISTED = 0.15  # of a blunder: who gives away less is not asked about it
READ = 100.0  # chances are read in whole percent, and what reads the same is judged the same
AS_GOOD = 0.03  # within so much of the best move's chance another try is as good: searches differ by as much
LEAST_POINTS = 0.75  # in whole points: a smaller loss may be chance
STANDARD_ERRORS = 1.645  # in the half of an interval that holds nine of ten values, as stated errors do
# When the rest of a game is a formality: the chance of the one ahead, with all its error against it, that counts as
# decided, and below which it counts as open again.
SETTLED, STILL_SETTLED = 0.95, 0.9
# How sure a chance looks: the largest errors of one that is sure and of one that is fair, and how far it may move over
# the last half of a search that has come to rest.
SURE, FAIR, AT_REST = 0.035, 0.1, 0.03
DECIDED = 0.1  # a chance so near to 0 or 1 is that of a decided game, where points are what is played for
NEAT = 1e6  # what is kept of a number: six digits after the point

LOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rounds", np.int64),  # searches of it; the last one counts
                ("proven", np.int64),
                ("next", np.int64),  # what is proven after the move that was played there
                ("best", np.int64),  # the best move
                ("dearest", np.int64),  # the one that brings the most points of those that win nearly as often
                ("chance", np.float64),
                ("error", np.float64),
                ("margin", np.float64),  # not a number where nothing is counted
                ("drift", np.float64),  # of the margin between two searches; 0 where it is exact, else not a number
            ],
            align=True,
        ),
    )
)

JUDGED = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seat", np.int64),  # to move
                ("played", np.int64),  # the move
                ("choices", np.int64),  # legal moves
                ("source", np.int64),  # the slot that the value comes from, or hangs on
                ("lead_source", np.int64),  # and that of the margin
                ("best", np.int64),  # the best move by chance; the one that was played where no other is better
                ("dearest", np.int64),  # and by points
                ("by", np.int64),  # what the move is judged by
                ("verdict", np.int64),
                ("low", np.float64),  # what is proven of the chance: never below, never above
                ("high", np.float64),
                ("least", np.float64),  # how far the truth may be from the chance, both ways
                ("most", np.float64),
                ("chance", np.float64),
                ("error", np.float64),
                ("margin", np.float64),
                ("loss", np.float64),  # what the move gave away, of the chance, for who made it
                ("loss_error", np.float64),
                ("lost", np.float64),  # and of points; not a number where nothing is counted
                ("lost_error", np.float64),  # not a number where it is not known
                ("weight", np.float64),  # how bad it was by what it is judged by: 1 is a blunder
            ],
            align=True,
        ),
    )
)

# Of one player.
SUMMED = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("moves", np.int64),  # with a choice
                ("best", np.int64),
                ("counted", np.int64),  # moves whose points are known
                ("verdicts", np.int64, 4),
                ("loss", np.float64),  # on average
                ("lost", np.float64),
            ],
            align=True,
        ),
    )
)

PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("plies", np.int64),
                ("counts", np.int64),  # whether the game has points
                ("first", np.int64),  # position whose value is known; all after it have one too
                ("again", np.int64),  # how often what is to be searched next has been searched before
                ("longer", np.int64),  # what longer searches have taken, in searches of the usual length
                ("scale", np.float64),  # points whose loss is a blunder, in half units
            ],
            align=True,
        ),
    )
)


class Judging(NamedTuple):
    """A review under way.

    Attributes
    ----------
    plan : (1,) of PLAN; who reviews fills in `plies`, `counts`, `scale`
    looks : (3 * positions,) of LOOK
    judged : (positions,) of JUDGED; who reviews fills in `seat`, `played`, `choices`
    sums : (2,) of SUMMED, by seat
    """

    plan: Array
    looks: Array
    judged: Array
    sums: Array


JUDGING = Judging(
    plan=ArrayOf(PLAN, (1,)),
    looks=ArrayOf(LOOK, ("slots",)),
    judged=ArrayOf(JUDGED, ("positions",)),
    sums=ArrayOf(SUMMED, (2,)),
)


def new_judging(positions: int) -> Judging:
    """Return room for so many positions, one more than there are moves."""
    made: Judging = make_arrays(JUDGING, {}, positions=positions, slots=SLOTS * positions)
    return made


# Looks -----------------------------------------------------------------------------------------


@jit
def neat(value: float) -> float:
    """Return a number with as many digits as are kept of it; what is none stays so."""
    return float(np.floor(value * NEAT + 0.5) / NEAT)


@jit
def dearest_of(finding: Finding) -> int:
    """Return the move with the largest margin of those that win nearly as often as the best and were looked at."""
    found, table = finding.found[0], finding.table
    most, best, top = 0.0, int64(table.order[0]), -math.inf
    for knows in range(2):  # first how often such moves are visited
        for index in range(found.count):
            move = table.moves[table.order[index]]
            if not move.chance >= found.chance - NEARLY:
                continue
            if knows == 0:
                if move.proven == UNPROVEN:
                    most = max(most, float(move.visits))
            elif move.margin > top and (move.proven != UNPROVEN or move.visits >= HALF * most):
                best, top = int64(table.order[index]), move.margin
    return int64(table.moves[best].action)


@jit
def count_look(judging: Judging, slot: int, rounds: int, best: int, dearest: int) -> None:
    """Write how often a slot has been searched, and the best moves there; what was found after others is forgotten."""
    look, plan = judging.looks[slot], judging.plan[0]
    if slot % SLOTS == 0:
        if look.best != best:
            judging.looks[slot + 1].rounds = 0
        if look.dearest != dearest:
            judging.looks[slot + 2].rounds = 0
    if 1 < rounds <= MOST_ROUNDS:
        plan.longer += DEEPER if rounds == 2 else DEEPER * DEEPER
    look.rounds, look.best, look.dearest = rounds, best, dearest


@jit
def take_look(judging: Judging, finding: Finding, slot: int, seat: int) -> None:
    """Write what a search has found of the position in a slot, where `seat` is to move."""
    look, played = judging.looks[slot], judging.judged[slot // SLOTS].played
    found, table = finding.found[0], finding.table
    first = table.moves[table.order[0]]
    proven, after = int64(found.proven), int64(UNPROVEN)
    for place in range(found.count):
        if table.moves[place].action == played:
            after = int64(table.moves[place].proven)
    chance, margin = found.chance, first.margin
    if seat != 1:
        chance, margin, proven, after = 1.0 - chance, 0.0 - margin, opposite(proven), opposite(after)
    margin = neat(margin) if judging.plan[0].counts else math.nan
    look.drift = 0.0 if found.exact else abs(margin - look.margin) if look.rounds > 0 else math.nan
    look.chance, look.error, look.margin = neat(chance), neat(found.error), margin
    look.proven, look.next = proven, after
    best = int64(first.action)
    count_look(judging, slot, int64(look.rounds + 1), best, dearest_of(finding) if judging.plan[0].counts else best)


@jit
def take_end(judging: Judging, slot: int, value: int, lead: float) -> None:
    """Write that the game is over in a slot: `value` is above 0 where seat 1 has won, 0 for a draw; `lead` is its."""
    look = judging.looks[slot]
    look.rounds, look.proven, look.next, look.best, look.dearest = ENDED, proof_of(value), UNPROVEN, -1, -1
    look.chance, look.error, look.drift = chance_of(int64(look.proven)), 0.0, 0.0
    look.margin = lead if judging.plan[0].counts else math.nan


# Values ----------------------------------------------------------------------------------------


@jit
def missing_look(judging: Judging, place: int) -> int:
    """Return the slot that is still to be looked at before a position is worth something; -1 if there is none."""
    plan, spot, slot = judging.plan[0], judging.judged[place], SLOTS * place
    look, last = judging.looks[slot], place == plan.plies
    if spot.choices == 1 and not last:
        return -1
    if look.rounds == 0:
        return slot
    if not last and look.best != spot.played and judging.looks[slot + 1].rounds == 0:
        return slot + 1
    other = look.dearest != look.best and look.dearest != spot.played
    return slot + 2 if not last and other and judging.looks[slot + 2].rounds == 0 else -1


@jit
def bound(judging: Judging, place: int) -> None:
    """Write what is proven of a position, by its own look and by those before it."""
    spot, look = judging.judged[place], judging.looks[SLOTS * place]
    spot.low, spot.high = 0.0, 1.0
    if place > 0:
        before, past = judging.judged[place - 1], judging.looks[SLOTS * (place - 1)]
        if before.seat == 1:  # who chose the best move got no more than what there was
            spot.high = before.high
        else:
            spot.low = before.low
        proven = int64(past.next)
        if proven == UNPROVEN and past.best == before.played:
            proven = int64(past.proven)
        if proven != UNPROVEN:
            spot.low = spot.high = chance_of(proven)
    if look.proven != UNPROVEN:
        spot.low = spot.high = chance_of(int64(look.proven))


@jit
def back_up(judging: Judging, place: int) -> None:
    """Write what a position is worth, from what came after the move that was played, and after others."""
    spot, after, slot = judging.judged[place], judging.judged[place + 1], SLOTS * place
    sign = 1.0 if spot.seat == 1 else -1.0
    spot.chance, spot.least, spot.most, spot.source = after.chance, after.least, after.most, after.source
    spot.best, error, others = spot.played, 0.0, False
    for number in range(1, SLOTS):
        look = judging.looks[slot + number]
        if look.rounds == 0:
            continue
        chance, others = within(spot, look.chance, sign, number == 1), True
        least, most = max(float(spot.low), chance - look.error), min(float(spot.high), chance + look.error)
        if spot.low == spot.high and number == 1:
            least = most = chance
        spot.least = sign * max(sign * spot.least, sign * least)
        spot.most = sign * max(sign * spot.most, sign * most)
        better = sign * (chance - spot.chance) > 0.0
        if better:
            spot.chance, spot.source = chance, slot + number
            spot.best = judging.looks[slot].best if number == 1 else judging.looks[slot].dearest
        if better or number == 1:
            error = max(most - chance, chance - least)
    say_how_sure(judging, place, sign)
    spot.loss = abs(spot.chance - after.chance)
    spot.loss_error = math.sqrt(error * error + after.error * after.error) if others else 0.0


@jit
def within(spot: Record, chance: float, sign: float, best: bool) -> float:
    """Return the chance after a move: no better than what is proven of the position, nor worse for the best move."""
    low, high = float(spot.low), float(spot.high)
    if best and low == high:
        return low
    return min(chance, high) if sign > 0.0 else max(chance, low)


@jit
def say_how_sure(judging: Judging, place: int, sign: float) -> None:
    """Say how far the truth may be from a position's chance, which is kept to what is proven.

    It is exact only where all moves are known, or one that wins. Where it is not, though what came after the move is,
    it hangs on the position's own search, which knows of the others. So it does where that search says that there is
    more for who is to move than all that has been looked into: a better move may be among those that have not.
    """
    spot, look = judging.judged[place], judging.looks[SLOTS * place]
    low, high = float(spot.low), float(spot.high)
    if spot.least == spot.most and spot.choices > 1 and spot.chance != (1.0 if sign > 0.0 else 0.0):
        spot.source = SLOTS * place
        if sign > 0.0:
            spot.most = max(float(spot.most), look.chance + look.error)
        else:
            spot.least = min(float(spot.least), look.chance - look.error)
    if look.rounds > 0:  # its own search knows of all moves: what is sure by that is sure
        lower, upper = look.chance - look.error, look.chance + look.error
        if spot.least < lower <= spot.chance:
            spot.least = lower
        if spot.chance <= upper < spot.most:
            spot.most = upper
        if sign * spot.chance < sign * look.chance - look.error:  # it has seen something better than all that is known
            if look.rounds <= judging.looks[spot.source].rounds:
                spot.source = SLOTS * place
            if sign > 0.0:
                spot.most = max(float(spot.most), look.chance)
            else:
                spot.least = min(float(spot.least), look.chance)
    spot.chance = min(max(float(spot.chance), low), high)
    spot.least, spot.most = min(max(float(spot.least), low), high), min(max(float(spot.most), low), high)
    spot.error = max(spot.most - spot.chance, spot.chance - spot.least)


@jit
def back_up_margin(judging: Judging, place: int) -> None:
    """Write the margin of a position: the largest of the moves that win nearly as often as any.

    What comes after a move without a margin has its own search instead, and nothing is said of what the move lost.
    Nor is it where a search has proven the result, but not the margin, or where the move gave away so much of the
    chance that it tells nothing of points and no better one is known to bring more: how the game went on does not tell
    what best play brings.
    """
    spot, after, slot = judging.judged[place], judging.judged[place + 1], SLOTS * place
    sign = 1.0 if spot.seat == 1 else -1.0
    spot.margin, spot.lead_source, spot.dearest, spot.lost = after.margin, after.lead_source, spot.played, math.nan
    spot.lost_error = math.nan
    look = judging.looks[slot]
    if math.isnan(after.margin) or (spot.choices > 1 and look.proven != UNPROVEN and math.isnan(look.margin)):
        if spot.choices > 1:
            spot.margin, spot.lead_source = look.margin, slot
        return
    for number in range(1, SLOTS):
        look = judging.looks[slot + number]
        if look.rounds == 0 or not sign * (look.margin - spot.margin) > 0.0:
            continue
        if sign * (within(spot, look.chance, sign, number == 1) - spot.chance) >= -NEARLY:
            spot.margin, spot.lead_source = look.margin, slot + number
            spot.dearest = judging.looks[slot].best if number == 1 else judging.looks[slot].dearest
    if spot.dearest == spot.played and spot.loss > DECIDED:
        spot.margin, spot.lead_source = judging.looks[slot].margin, slot
        return
    spot.lost = abs(spot.margin - after.margin)
    one, other = judging.looks[spot.lead_source].drift, judging.looks[after.lead_source].drift
    spot.lost_error = DRIFT * math.sqrt(one * one + other * other)


# Verdicts --------------------------------------------------------------------------------------


@jit
def as_read(loss: float) -> float:
    """Return a loss of the chance in blunders, as it reads in whole percent."""
    return float(np.floor(loss * READ + 0.5) / (READ * WHOLE))


@jit
def give_verdict(judging: Judging, place: int) -> None:
    """Say how bad a move was, if it was worse than the best by more than the error of that.

    It is called a mistake or a blunder where it is one with all the error taken off. A slip is what has lost something.
    """
    spot, after, plan = judging.judged[place], judging.judged[place + 1], judging.plan[0]
    low, high = min(spot.chance, after.chance), max(spot.chance, after.chance)
    decided = not math.isnan(spot.lost) and (high <= DECIDED or low >= 1.0 - DECIDED)
    spot.by = BY_POINTS if decided else BY_CHANCE
    spot.weight = spot.lost / plan.scale if decided else spot.loss / WHOLE
    lost, error = spot.lost / plan.scale, spot.lost_error / plan.scale
    sure = spot.lost > spot.lost_error
    if not decided:
        lost, error = as_read(spot.loss), as_read(spot.loss_error)
        sure = spot.loss > spot.loss_error
    spot.verdict = NO_VERDICT
    for part in PARTS:
        least = lost if part == PARTS[0] else lost - error
        if sure and least >= part - 1e-9:
            spot.verdict += 1


@jit
def doubt(judging: Judging, place: int) -> float:
    """Return how much a move may have given away, in blunders, if its verdict hangs on a longer search; 0 if not.

    It does where a loss may as well be of another grade, and where the chance itself may be wrong by a blunder.
    """
    spot = judging.judged[place]
    error = spot.lost_error / judging.plan[0].scale if spot.by == BY_POINTS else spot.loss_error / WHOLE
    unknown = spot.error / WHOLE if spot.by == BY_CHANCE and spot.error > WHOLE else 0.0
    if spot.weight < PARTS[0] * 0.9:
        return unknown
    if math.isnan(error):
        return float(spot.weight)
    for part in PARTS:
        if abs(spot.weight - part) <= error:
            return max(unknown, float(spot.weight + error))
    return unknown


@jit
def deeper_look(judging: Judging) -> int:
    """Return the slot that a verdict hangs on, and write how often it has been searched; -1 where nothing is left.

    Of the best moves and those that were played: what was searched least often, where the most may have been given
    away, with the larger error.
    """
    plan, slot, most, largest = judging.plan[0], int64(-1), 0.0, 0.0
    plan.again, left = MOST_ROUNDS, AGAIN * (plan.plies + 1) - plan.longer
    for place in range(plan.plies):
        worth, by_points = doubt(judging, place), judging.judged[place].by == BY_POINTS
        for after in range(2 if worth > 0.0 else 0):
            spot = judging.judged[place + after]
            source = int64(spot.lead_source if by_points else spot.source)
            look = judging.looks[source]
            error = look.drift if by_points else look.error
            more = worth > most or (worth == most and error > largest)
            if error != 0.0 and (look.rounds < plan.again or (look.rounds == plan.again and slot >= 0 and more)):
                plan.again, slot, most, largest = look.rounds, source, worth, float(error)
    return slot if (DEEPER if plan.again == 1 else DEEPER * DEEPER) <= left else int64(-1)


@jit
def sum_up(judging: Judging) -> None:
    """Write what each player gave away."""
    plan = judging.plan[0]
    for seat in range(2):
        total = judging.sums[seat]
        total.moves = total.best = total.counted = 0
        total.loss = total.lost = 0.0
        for verdict in range(BLUNDER + 1):
            total.verdicts[verdict] = 0
    for place in range(plan.first, plan.plies):
        spot = judging.judged[place]
        total = judging.sums[spot.seat - 1]
        if spot.choices == 1:
            continue
        total.moves += 1
        total.best += spot.best == spot.played and spot.verdict == NO_VERDICT
        total.verdicts[spot.verdict] += 1
        total.loss += spot.loss
        if not math.isnan(spot.lost):
            total.counted += 1
            total.lost += spot.lost
    for seat in range(2):
        total = judging.sums[seat]
        total.loss /= max(1, total.moves)
        total.lost /= max(1, total.counted)


@jit
def judge(judging: Judging) -> int:
    """Judge all moves after which every position has been looked at. Return what is still to be looked at, or -1.

    A position of which a longer search has found another move best is judged without that one, until it is looked at.
    """
    plan, wanted = judging.plan[0], int64(-1)
    for place in range(plan.plies + 1):
        bound(judging, place)
    plan.first = plan.plies + 1
    while plan.first > 0:
        place = int64(plan.first - 1)
        missing = missing_look(judging, place)
        if missing >= 0:
            wanted = missing
            if judging.looks[SLOTS * place].rounds < 2:
                break
        spot, slot = judging.judged[place], SLOTS * place
        if place == plan.plies:
            look = judging.looks[slot]
            spot.chance, spot.least, spot.most = look.chance, look.chance - look.error, look.chance + look.error
            spot.margin, spot.source, spot.lead_source = look.margin, slot, slot
            say_how_sure(judging, place, 1.0)
        else:
            back_up(judging, place)
            back_up_margin(judging, place)
            give_verdict(judging, place)
        plan.first = place
    sum_up(judging)
    return wanted


@jit
def next_look(judging: Judging) -> int:
    """Judge the moves, and return the slot to look at next, -1 where nothing is left.

    First all positions, from the last one back, and what a longer search has found best; then what a verdict hangs
    on, DEEPER times as long, and then once more so: what was looked at least often first, of those where the most
    may have been given away. All longer searches together take at most AGAIN times the limit for each position.
    """
    wanted = judge(judging)
    judging.plan[0].again = 0
    return wanted if wanted >= 0 else deeper_look(judging)
