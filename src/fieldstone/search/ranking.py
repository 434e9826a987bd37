"""What searches know of the moves of a position: numbers from one tree or several, their order, the lines after them.

Several trees of the same position, as workers grow them, are read as one: visits and sums are added, and a proof in one
of them is a proof. All that is done by kernels over one table, so that it is the same wherever the trees have grown.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf, make_arrays
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record
from fieldstone.core.mixing import int64
from fieldstone.search.mcts.tree import BITS, DRAWN, LOST, MASK, ROOT, UNPROVEN, WON, Nodes

Array = Any

NEARLY = 0.02  # of a win: a move that gives up no more than this, and leads by more, is preferred
HALF = 0.5  # of the visits of the first move that such a move must have
SURE = 0.995  # of a win: a move that has no proof is as good as one that wins, if it leads by more
POINT = 2.0  # half units
FEWEST_VISITS = 4  # of a move in a line: fewer, and it may be there because it was looked at first
GLIMPSE = 50  # visits that a move must have to be as good as proven
LOOKS = 2  # at each choice on average, for the same reason; before that a line goes on only where all agree
LONGEST_LINE = 40  # plies
UNKNOWN = math.nan

# What is known of a move, for the player to move.
MOVE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("wins", np.float64),  # sums over visits, as in the trees
                ("lead", np.float64),
                ("amaf_value", np.float64),  # of AMAF and of the visits that a node begins with, while the move is open
                ("amaf_visits", np.float64),
                ("chance", np.float64),  # of winning, 0 to 1; not a number where nothing is known
                ("margin", np.float64),  # lead at the end in half units; likewise
                ("visits", np.int64),
                ("action", np.int32),
                ("distance", np.int32),  # plies after the move within which a proven result comes
                ("proven", np.int8),
                ("ends", np.int8),  # whether the game is over after it
            ],
            align=True,
        ),
    )
)

# What a solver has found of the position, for the player to move.
SOLUTION = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("known", np.int64),  # whether anything has been found
                ("by_margin", np.int64),
                ("value", np.int64),  # half units by margin, else 1, 0, -1
                ("best", np.int64),  # a move that keeps it
                ("length", np.int64),  # of the line that begins with it, or 0
                ("lead", np.float64),  # at its end, in half units; not a number where it is not the end of the game
            ],
            align=True,
        ),
    )
)


class MoveTable(NamedTuple):
    """What searches know of the moves of a position, and what is needed to put them in order. All is written to.

    Attributes
    ----------
    moves : (actions,) of MOVE, by the place of the move in the trees
    order : (actions,) int64, places of the moves, the one to play first
    spare, major, minor : (actions,) int64, float64, float64: scratch for sorting
    values, solved : (actions,) int64, int8, by action: what a move is proven to bring, and whether that is known
    lines, lengths : (actions, LONGEST_LINE) int32, (actions,) int32, by action: the move and those expected after it;
        a length may be more than there is room for
    kinds, weights, listed : (actions,) int8, int64, int64: scratch for lines; `kinds` is zero between them
    solution : (1,) of SOLUTION
    """

    moves: Array
    order: Array
    spare: Array
    major: Array
    minor: Array
    values: Array
    solved: Array
    lines: Array
    lengths: Array
    kinds: Array
    weights: Array
    listed: Array
    solution: Array


TABLE = MoveTable(
    moves=ArrayOf(MOVE, ("actions",)),
    order=ArrayOf(np.int64, ("actions",)),
    spare=ArrayOf(np.int64, ("actions",)),
    major=ArrayOf(np.float64, ("actions",)),
    minor=ArrayOf(np.float64, ("actions",)),
    values=ArrayOf(np.int64, ("actions",)),
    solved=ArrayOf(np.int8, ("actions",)),
    lines=ArrayOf(np.int32, ("actions", LONGEST_LINE)),
    lengths=ArrayOf(np.int32, ("actions",)),
    kinds=ArrayOf(np.int8, ("actions",)),
    weights=ArrayOf(np.int64, ("actions",)),
    listed=ArrayOf(np.int64, ("actions",)),
    solution=ArrayOf(SOLUTION, (1,)),
)


def new_move_table(actions: int) -> MoveTable:
    """Return a table with room for so many moves."""
    table: MoveTable = make_arrays(TABLE, {}, actions=actions)
    return table


# Numbers ---------------------------------------------------------------------------------------


@jit
def tally(nodes: Nodes, table: MoveTable, count: int) -> int:
    """Add what a tree knows of the moves of its root to `count` that are there, 0 for none; returns their number.

    All trees of a position have the same moves in the same places.
    """
    first, children = int(nodes[0].first[ROOT]), int(nodes[0].children[ROOT])
    block, low = nodes[first >> BITS], first & MASK
    for place in range(children):
        move, child = table.moves[place], low + place
        if count == 0:
            move.action, move.visits, move.wins, move.lead = block.action[child], 0, 0.0, 0.0
            move.amaf_value, move.amaf_visits, move.proven, move.distance = 0.0, 0.0, UNPROVEN, 0
            move.ends = 0
        move.visits += block.visits[child]
        move.wins += block.wins[child]
        move.lead += block.lead[child]
        if block.proven[child] == UNPROVEN:
            move.amaf_value += block.amaf_value[child]
            move.amaf_visits += block.amaf_visits[child]
        else:
            # Each tree gives a bound, and the tightest holds: a win comes no later, a loss can be put off so long.
            far, known = int64(block.distance[child]), move.proven != UNPROVEN
            longer = known and (far > move.distance) == (block.proven[child] == LOST)
            move.distance = far if longer or not known else move.distance
            move.proven, move.ends = block.proven[child], far == 0
    return max(count, children)


@jit
def find_means(table: MoveTable, count: int) -> None:
    """Work out chances and margins from the sums."""
    for place in range(count):
        move = table.moves[place]
        visited = move.visits > 0
        move.chance = move.wins / move.visits if visited else UNKNOWN
        move.margin = move.lead / move.visits if visited else UNKNOWN


@jit
def number_or(value: float, other: float) -> float:
    """Return a number, or another one where it is none."""
    return other if math.isnan(value) else value


# Order -----------------------------------------------------------------------------------------


@jit
def sort_places(table: MoveTable, low: int, high: int) -> None:
    """Sort `order[low:high]` by `major`, then `minor`, the largest first; what is alike stays as it stands."""
    order, spare, major, minor = table.order, table.spare, table.major, table.minor
    width = 1
    while width < high - low:
        for start in range(low, high, 2 * width):
            middle, end = min(start + width, high), min(start + 2 * width, high)
            left, right = start, middle
            for place in range(start, end):
                later = left == middle
                if not later and right < end:
                    one, other = order[left], order[right]
                    later = major[other] > major[one] or (major[other] == major[one] and minor[other] > minor[one])
                if later:
                    spare[place] = order[right]
                    right += 1
                else:
                    spare[place] = order[left]
                    left += 1
        for place in range(low, high):
            order[place] = spare[place]
        width *= 2


@jit
def collect_proven(table: MoveTable, count: int, begin: int, proven: int) -> int:
    """Write the places of the moves of which so much is proven to `order` from `begin` on, sorted; returns the end.

    Wins: the shortest, then that by most. Losses: the longest. Others by their visits, then by their chances.
    """
    end = begin
    for place in range(count):
        move = table.moves[place]
        if move.proven == proven:
            table.order[end] = place
            end += 1
            table.major[place], table.minor[place] = float(move.visits), number_or(move.chance, 0.0)
            if proven == WON:
                table.major[place], table.minor[place] = -float(move.distance), number_or(move.margin, 0.0)
            elif proven == LOST:
                table.major[place], table.minor[place] = float(move.distance), 0.0
    sort_places(table, begin, end)
    return end


@jit
def bring_forward(table: MoveTable, begin: int, found: int) -> None:
    """Move what stands at `order[found]` to `begin`, and what stands between back by one."""
    place = table.order[found]
    for index in range(found, begin, -1):
        table.order[index] = table.order[index - 1]
    table.order[begin] = place


@jit
def prefer_points(table: MoveTable, begin: int, end: int) -> None:
    """Put the largest lead first among the moves that were visited, and win, nearly as much as the first."""
    if begin == end or math.isnan(table.moves[table.order[begin]].chance):
        return
    first = table.moves[table.order[begin]]
    best, most = begin, number_or(first.margin, 0.0)
    for index in range(begin + 1, end):
        move = table.moves[table.order[index]]
        alike = move.visits >= HALF * first.visits and number_or(move.chance, 0.0) >= first.chance - NEARLY
        if alike and number_or(move.margin, 0.0) > most:
            best, most = index, number_or(move.margin, 0.0)
    bring_forward(table, begin, best)


@jit
def put_in_order(table: MoveTable, count: int) -> None:
    """Write the places of the moves to `order`, the one to play first.

    The shortest win, what is open by its visits, draws, the longest loss; draws come before what is open if that looks
    worse. Of open moves that are visited and win nearly as much as the first, the one with the largest lead is first.
    A win by more points, proven or as good as that, comes before the shortest one: no points are thrown away for an
    early end. As it has to lead by a point more, a win is not put off for ever.
    """
    wins = collect_proven(table, count, 0, WON)
    end = collect_proven(table, count, wins, UNPROVEN)
    prefer_points(table, wins, end)
    first = UNKNOWN if end == wins else table.moves[table.order[wins]].chance
    if end == wins or number_or(first, 0.0) < 0.5:
        draws = collect_proven(table, count, wins, DRAWN)
        end = collect_proven(table, count, draws, UNPROVEN)
        prefer_points(table, draws, end)
    else:
        end = collect_proven(table, count, end, DRAWN)
    collect_proven(table, count, end, LOST)
    bring_forward(table, 0, win_by_more(table, count))


@jit
def enough_visits(table: MoveTable, count: int) -> float:
    """Return how often a move must be visited for its lead to tell something."""
    most = float(GLIMPSE)
    for place in range(count):
        if table.moves[place].proven == UNPROVEN:
            most = max(most, HALF * table.moves[place].visits)
    return most


@jit
def sure_lead(move: Record, enough: float) -> float:
    """Return by how much a move wins, minus infinity if it may not."""
    proven = move.proven == WON and move.visits >= GLIMPSE
    as_good = move.proven == UNPROVEN and move.visits >= enough and number_or(move.chance, 0.0) >= SURE
    return move.margin if not math.isnan(move.margin) and (proven or as_good) else -math.inf


@jit
def win_by_more(table: MoveTable, count: int) -> int:
    """Return the place in `order` of a move that wins by at least a point more than the first, a proven win, does.

    0 if none does. What it leads by must be known from a number of visits. A move without a proof counts as winning if
    it is visited about as often as any, and hardly ever lost.
    """
    if count == 0:
        return 0
    first = table.moves[table.order[0]]
    if first.proven != WON or math.isnan(first.margin):
        return 0
    enough = enough_visits(table, count)
    best, most = 0, -math.inf
    for index in range(count):
        lead = sure_lead(table.moves[table.order[index]], enough)
        if lead > most:
            best, most = index, lead
    return best if most >= first.margin + POINT else 0


@jit
def promising_wins(table: MoveTable, count: int) -> int:
    """Write the places of moves without a proof that lead by at least a point more than all that are proven to win.

    Only those that are visited about as often as any count. They are written to `listed`, the one that leads by most
    first; returns their number.
    """
    enough, proven, number = enough_visits(table, count), UNKNOWN, 0
    for place in range(count):
        move = table.moves[place]
        if move.proven == WON and not math.isnan(move.margin):
            proven = max(number_or(proven, -math.inf), move.margin)
    for index in range(count if not math.isnan(proven) else 0):
        place = table.order[index]
        move = table.moves[place]
        if move.proven == UNPROVEN and move.visits >= enough and move.margin >= proven + POINT:
            at = number
            while at > 0 and table.moves[table.listed[at - 1]].margin < move.margin:
                table.listed[at] = table.listed[at - 1]
                at -= 1
            table.listed[at] = place
            number += 1
    return number


# What a solver adds ------------------------------------------------------------------------------


@jit
def proof_of(value: int) -> int:
    """Return what a value of a solver proves."""
    return WON if value > 0 else LOST if value < 0 else DRAWN


@jit
def chance_of(proof: int) -> float:
    """Return the chance of winning that goes with a proof."""
    return 1.0 if proof == WON else 0.5 if proof == DRAWN else 0.0


@jit
def prove(move: Record, value: int, length: int) -> None:
    """Write down what a move is proven to bring, `length` plies before the end."""
    move.proven = proof_of(value)
    move.chance, move.distance = chance_of(move.proven), max(0, length - 1)


@jit
def tell_solution(table: MoveTable, count: int) -> None:
    """Write to the moves what a solver has proven of the position, or of them by themselves.

    A proven move that was hardly ever visited leads by what the solver's line ends with. What a search saw of a move is
    no more than a guess, and no move brings more than the best.
    """
    found = table.solution[0]
    for place in range(count):
        move = table.moves[place]
        action = move.action
        if action == found.best and (found.value >= 0 or found.by_margin):
            prove(move, int64(found.value), int64(found.length))
            if found.by_margin:
                move.margin = float(found.value)
            elif not math.isnan(found.lead) and found.length > 0 and move.visits < GLIMPSE:
                move.margin = found.lead
        elif table.solved[action]:
            prove(move, int64(table.values[action]), int64(table.lengths[action]))
            move.margin = float(table.values[action]) if found.by_margin else move.margin
        else:
            if found.value < 0:
                move.proven, move.chance = LOST, 0.0
                move.distance = max(int64(move.distance), int64(found.length) - 1)
            if found.by_margin and not math.isnan(move.margin):
                move.margin = min(move.margin, float(found.value))


@jit
def add_solution(table: MoveTable, count: int, by_value: bool) -> None:
    """Tell the moves what a solver has proven, and put its best one first.

    If only the result is known, moves that are all lost keep their order, and one that wins by more than the proven
    ones comes before them. If `by_value`, the others follow by what they bring, as far as it is known.
    """
    found = table.solution[0]
    if not found.known:
        return
    tell_solution(table, count)
    if found.value < 0 and not found.by_margin:
        return
    for index in range(count):
        if table.moves[table.order[index]].action == found.best:
            bring_forward(table, 0, index)
    if by_value:
        for place in range(count):
            move = table.moves[place]
            rank = 3.0 if move.proven == LOST else 2.0 if move.proven == DRAWN else 1.0
            rank = 0.0 if move.proven == WON else rank
            counts = found.by_margin and move.proven != UNPROVEN
            table.major[place], table.minor[place] = -rank, number_or(move.margin, 0.0) if counts else 0.0
        sort_places(table, 1, count)
    if not found.by_margin:
        bring_forward(table, 0, win_by_more(table, count))


@jit
def forget_guesses(table: MoveTable, count: int) -> None:
    """Say nothing of the margin of a move whose result is proven, but not its margin.

    A proof is found in the lines that end soonest, where the loser errs or the winner contents himself with little, and
    ends the search below it: what was seen on the way there may be far from what both would get who play for points.
    """
    found = table.solution[0]
    for place in range(count):
        move = table.moves[place]
        exact = found.known and found.by_margin and (table.solved[move.action] or move.action == found.best)
        if move.proven != UNPROVEN and not (exact or move.ends):
            move.margin = UNKNOWN


@jit
def assess(table: MoveTable, count: int, leads: bool, by_value: bool) -> None:
    """Put `count` moves that have been tallied in order, with what a solver has proven of them.

    Without `leads` nothing is said of margins; `by_value` as in `add_solution`, and margins that are guesses are not
    told.
    """
    find_means(table, count)
    put_in_order(table, count)
    if not leads:
        for place in range(count):
            table.moves[place].margin = UNKNOWN
    add_solution(table, count, by_value)
    if by_value:
        forget_guesses(table, count)


# Lines -----------------------------------------------------------------------------------------


@jit
def weigh_replies(nodes: Nodes, index: int, table: MoveTable, number: int) -> int:
    """Add what a tree knows of the moves below a node to `number` of them in `listed`; returns how many those are."""
    block, place = nodes[index >> BITS], index & MASK
    first = int(block.first[place])
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + block.children[place]):
        proof, visits = below.proven[child], int64(below.visits[child])
        if visits == 0 and proof == UNPROVEN:
            continue
        action, far = int64(below.action[child]), int64(below.distance[child])
        if table.kinds[action] == 0:
            table.listed[number], table.kinds[action], table.weights[action] = action, 2, 0
            number += 1
        if proof == WON:
            won = table.kinds[action] == 3
            table.weights[action] = max(table.weights[action], -far) if won else -far
            table.kinds[action] = 3
        elif proof == LOST:
            table.kinds[action], table.weights[action] = 1, far
        elif table.kinds[action] == 2:
            table.weights[action] += visits
    return number


@jit
def choose_reply(table: MoveTable, number: int, looked: int, choices: int) -> int:
    """Return the move that the player to move would choose of `number` in `listed`; -1 where too little is known.

    `looked` are the visits of the node in all trees, `choices` its moves.
    """
    best = int64(-1)
    for at in range(number):
        action = table.listed[at]
        kind, weight = table.kinds[action], table.weights[action]
        if best < 0 or kind > table.kinds[best] or (kind == table.kinds[best] and weight > table.weights[best]):
            best = action
    fewest = FEWEST_VISITS if looked >= LOOKS * choices else looked
    if best >= 0 and table.kinds[best] == 2 and table.weights[best] < fewest:
        best = int64(-1)
    for at in range(number):
        table.kinds[table.listed[at]] = 0
    return best


@jit
def known_child(nodes: Nodes, index: int, action: int) -> int:
    """Return the child that a move leads to, if the tree knows anything of it; else -1."""
    block, place = nodes[index >> BITS], index & MASK
    first = int(block.first[place])
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + block.children[place]):
        if below.action[child] == action and (below.visits[child] > 0 or below.proven[child] != UNPROVEN):
            return first + child - low
    return -1
