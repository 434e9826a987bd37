"""What both players get when neither errs, for positions near enough to the end: a search for a value, in steps.

The questions of `fieldstone.search.solver.proof` are asked in an order that ends in a value: without cycles one
question answers for both sides, with cycles (V9) a value is known when what the player to move can prove meets what the
other can. Then moves are followed that keep the value to the end of the game. All that is a state machine in a record,
which `solve_on` moves on by so many positions at a time; `fieldstone.search.solver.solve` drives it.
"""

from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import RULES, ArrayOf
from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, is_legal, margin, playout_cap, repetition_counts
from fieldstone.core.mixing import int64
from fieldstone.core.record import BLACK, ONGOING, PLAYING, copy_words
from fieldstone.search.mcts.simulate import seat_to_move
from fieldstone.search.solver.proof import STACK, WORKSPACE, Workspace, ask, go_on, prepare, stored_action
from fieldstone.search.solver.table import BIG

Array = Any

MOST_LEVELS = 1500  # plies that a line can have where positions can come back
NO_LIMIT = 1 << 62

CLOSING, MEETING, FOLLOWING, COMPARING, SOLVED = range(5)  # what a search for a value is at
ROOT, HERE, AFTER = range(3)  # positions that questions are asked about

# One search for a value.
SOLVING = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("phase", np.int64),
                ("by_margin", np.int64),
                ("points", np.int64),  # whether the game has a margin
                ("every", np.int64),  # whether all best moves are asked for
                ("seat", np.int64),  # the player to move at the root
                ("low", np.int64),  # proven bounds of the value
                ("high", np.int64),
                ("limit", np.int64),  # plies to look ahead where positions can come back
                ("asked", np.int64),  # whether a question has been put whose answer is still to be taken
                ("gamma", np.int64),  # the question
                ("prover", np.int64),
                ("stride", np.int64),  # between two questions of one prover; 0 when it has no more
                ("cut", np.int64),  # whether the limit was felt
                ("best_action", np.int64),
                ("value", np.int64),  # of the position that the line has reached, for its player
                ("stored", np.int64),  # the move that the table has there
                ("index", np.int64),  # the next move to look at
                ("known", np.int64),  # positions that have stood in the game, up to the root
                ("length", np.int64),  # of the line
                ("followed", np.int64),  # whether the line has been followed as far as it goes
                ("ended", np.int64),  # whether that is the end of the game
                ("lead", np.int64),  # there, for the player to move at the root
                ("compared", np.int64),  # whether every move has been compared with the best one
                ("complete", np.int64),  # whether all others are worse
                ("spent", np.int64),  # positions looked at
                ("most", np.int64),  # of them
            ],
            align=True,
        ),
    )
)


class Space(NamedTuple):
    """What one search for a value works on; all of it is modified but `rules` and the orders.

    Attributes
    ----------
    rules : (1,) rules of the game
    states : (levels,) records of the game, the stack of a proof
    proof : what the proof works on beside
    spots, spot_words : (3,) records: the root, where the line has come to, and the position after a move; their memory
    order, setup_order : actions in the order in which moves are tried, in play and in the setup
    line : (levels,) int32, moves that keep the value
    kept : (actions,) int8, what is known of moves that may be as good as the best: UNKNOWN_MOVE, OPEN, KEEPS
    solving : (1,) of SOLVING
    """

    rules: Array
    states: Array
    proof: Workspace
    spots: Array
    spot_words: Array
    order: Array
    setup_order: Array
    line: Array
    kept: Array
    solving: Array


WORSE, OPEN, UNDECIDED, KEEPS = range(4)


@jit
def begin_solving(space: Space, known: int, by_margin: int, guess: float, most: int, every: int) -> None:
    """Begin to look for the value of `space.spots[ROOT]`, where `known` positions have stood, within `most` positions.

    A margin is looked for around `guess`, in half units for the player to move, or around the present lead if that is
    not a number.
    """
    solving, control, root = space.solving[0], space.proof.control[0], space.spots[ROOT]
    prepare(space.proof, known, by_margin)
    solving.by_margin, solving.every, solving.most, solving.known = by_margin, every, most, known
    solving.seat = seat_to_move(root)
    solving.low, solving.high = (-BIG, BIG) if by_margin else (-1, 1)
    solving.limit, solving.best_action, solving.spent, solving.length = 1, -1, 0, 0
    solving.asked = solving.followed = solving.ended = solving.compared = solving.complete = 0
    solving.phase = MEETING if control.cyclic else CLOSING
    solving.prover, solving.stride, solving.cut = solving.seat, 1, 0
    solving.gamma = 1
    if by_margin:
        solving.gamma = lead_for(space.rules[0], root, int64(solving.seat)) if np.isnan(guess) else int64(round(guess))


@jit
def lead_for(rules: Rules, state: Record, seat: int) -> int:
    """Return by how many half units a player is ahead as a position stands."""
    black = int64(margin(rules, state))
    return black if (seat == 1) == (state.exchanged == 0) else -black


@jit
def worth(rules: Rules, state: Record, seat: int, by_margin: int) -> int:
    """Return what a player got from a finished game."""
    if state.winner == 0:  # by repetition points do not count (V9)
        return int64(0)
    won = (state.winner == BLACK) == ((seat == 1) == (state.exchanged == 0))
    size = abs(int64(margin(rules, state))) if by_margin else int64(1)
    return size if won else -size


@jit
def pose(space: Space, spot: int, gamma: int, prover: int) -> None:
    """Ask whether the player to move at a spot gets at least `gamma`."""
    solving = space.solving[0]
    copy_words(space.proof.words[0], space.spot_words[spot])
    solving.gamma, solving.prover, solving.asked = gamma, prover, 1
    limit = min(int64(solving.limit), int64(len(space.states) - 2))
    ask(space.rules, space.states, space.proof, int64(gamma), int64(prover), limit)


@jit
def note_bound(space: Space) -> bool:
    """Note what the answer about the root proves; returns whether the player to move gets what was asked for."""
    solving, control = space.solving[0], space.proof.control[0]
    value, shown = int64(control.value), control.value >= solving.gamma
    mine = solving.prover == solving.seat
    if shown and (mine or not control.cyclic):
        solving.low, solving.best_action = max(int64(solving.low), value), control.action
    elif not shown and (not mine or not control.cyclic):
        solving.high = min(int64(solving.high), value)
        if solving.best_action < 0:
            solving.best_action = control.action
    return shown


@jit
def close_in(space: Space) -> None:
    """Without cycles: one question answers for both sides (MTD)."""
    solving = space.solving[0]
    if solving.asked:
        shown = note_bound(space)
        solving.gamma = solving.low + 1 if shown else solving.high
    if solving.low >= solving.high:
        begin_following(space)
    else:
        pose(space, ROOT, max(int64(solving.low + 1), min(int64(solving.gamma), int64(solving.high))), solving.seat)


@jit
def meet(space: Space) -> None:
    """With cycles: both sides prove what they can, looking further and further ahead, until their proofs meet."""
    solving, control = space.solving[0], space.proof.control[0]
    mover, other = int64(solving.seat), int64(3 - solving.seat)
    if solving.asked:
        if note_bound(space) == (solving.prover == mover):
            solving.stride *= 2
        else:
            solving.cut = max(int64(solving.cut), int64(control.cut))
            solving.stride = 1 if solving.stride > 1 else 0
    while True:
        if solving.low >= solving.high:
            solving.limit += 1
            begin_following(space)
            return
        if solving.stride > 0:
            low, high, stride = int64(solving.low), int64(solving.high), int64(solving.stride)
            mine = solving.prover == mover
            pose(space, ROOT, min(low + stride, high) if mine else max(high - stride, low) + 1, int64(solving.prover))
            return
        solving.stride = 1
        if solving.prover == mover:
            solving.prover = other
            continue
        solving.limit += 1
        if not solving.cut or solving.limit > len(space.states) - 2:
            solving.phase = SOLVED
            return
        solving.prover, solving.cut = mover, 0


@jit
def begin_following(space: Space) -> None:
    """Begin to follow moves that keep the value for both, to the end of the game."""
    solving = space.solving[0]
    copy_words(space.spot_words[HERE], space.spot_words[ROOT])
    solving.phase, solving.value, solving.asked = FOLLOWING, solving.low, 0
    begin_position(space)


@jit
def begin_position(space: Space) -> None:
    """Begin with the moves of the position that the line has come to, the one that the table has first."""
    solving = space.solving[0]
    copy_words(space.proof.words[0], space.spot_words[HERE])
    solving.stored = stored_action(space.rules, space.states, space.proof)
    solving.index = -1


@jit
def next_action(space: Space, spot: int) -> int:
    """Return the next move to try at a spot, the stored one first; -1 when there is none."""
    solving, rules, state = space.solving[0], space.rules[0], space.spots[spot]
    order = space.order if state.setup == PLAYING else space.setup_order
    if solving.index == -1:
        solving.index = 0
        if solving.stored >= 0 and is_legal(rules, state, int64(solving.stored)):
            return int64(solving.stored)
    while solving.index < len(order):
        action = int64(order[solving.index])
        solving.index += 1
        if action != solving.stored and is_legal(rules, state, action):
            return action
    return int64(-1)


@jit
def try_move(space: Space, spot: int, action: int, value: int, prover: int) -> int:
    """Play a move of a spot and ask whether it keeps `value` for who makes it: returns 1, 0, or -1 while it is open."""
    solving, rules = space.solving[0], space.rules[0]
    before, after = space.spots[spot], space.spots[AFTER]
    copy_words(space.spot_words[AFTER], space.spot_words[spot])
    played = solving.length if spot == HERE else 0
    play_with_history(rules, after, space.proof.keys, int64(solving.known + played), action)
    seat = seat_to_move(before)
    if after.over != ONGOING:
        return int64(worth(rules, after, seat, int64(solving.by_margin)) >= value)
    if not solving.by_margin and value == -1:
        return int64(1)  # nothing is less, and where positions can come back there is no line that proves it
    pose(space, AFTER, value if seat_to_move(after) == seat else 1 - value, prover)
    return int64(-1)


@jit
def keeps(space: Space, spot: int) -> int:
    """Return the answer to the question of `try_move`: 1 or 0."""
    solving, control = space.solving[0], space.proof.control[0]
    same = seat_to_move(space.spots[AFTER]) == seat_to_move(space.spots[spot])
    return int64((control.value >= solving.gamma) == same)


@jit
def follow(space: Space) -> None:
    """Add moves to the line until a question has to be searched."""
    solving, rules = space.solving[0], space.rules[0]
    here, after = space.spots[HERE], space.spots[AFTER]
    answer = int64(-1)
    if solving.asked:
        answer, solving.asked = keeps(space, HERE), 0
    while True:
        if answer == 1:
            if after.over == ONGOING and seat_to_move(after) != seat_to_move(here):
                solving.value = -solving.value
            space.line[solving.length] = solving.stride
            solving.length += 1
            copy_words(space.spot_words[HERE], space.spot_words[AFTER])
            if here.over != ONGOING or solving.length == len(space.line):
                solving.ended = here.over != ONGOING
                solving.lead = 0 if here.winner == 0 else lead_for(rules, here, int64(solving.seat))
                begin_comparing(space)
                return
            begin_position(space)
        action = next_action(space, HERE)
        if action < 0:  # the proofs that led here have been forgotten, or rest on positions of this line
            begin_comparing(space)
            return
        solving.stride = action
        answer = try_move(space, HERE, action, int64(solving.value), seat_to_move(here))
        if answer < 0:
            return


@jit
def begin_comparing(space: Space) -> None:
    """Begin to look for other moves that keep the value, if all best moves are asked for."""
    solving, rules, root = space.solving[0], space.rules[0], space.spots[ROOT]
    solving.followed, solving.asked = 1, 0
    solving.phase = COMPARING if solving.every else SOLVED
    order = space.order if root.setup == PLAYING else space.setup_order
    for action in range(rules.num_actions):
        space.kept[action] = WORSE
    for index in range(len(order)):
        if is_legal(rules, root, order[index]):
            space.kept[order[index]] = OPEN
    if solving.length > 0:
        space.kept[space.line[0]] = KEEPS
    solving.index, solving.stored, solving.prover = 0, -1, solving.seat


@jit
def compare(space: Space) -> None:
    """Ask of each open move whether it keeps the value; with cycles also whether the other player can deny that."""
    solving, rules, root = space.solving[0], space.rules[0], space.spots[ROOT]
    order = space.order if root.setup == PLAYING else space.setup_order
    seat, answer = int64(solving.seat), int64(-1)
    if solving.asked:
        answer, solving.asked = keeps(space, ROOT), 0
    while True:
        if answer >= 0:
            action = int64(solving.stride)
            if answer == 1:
                space.kept[action] = KEEPS if solving.prover == seat else UNDECIDED
            elif solving.prover == seat and space.proof.control[0].cyclic:
                answer = try_move(space, ROOT, action, int64(solving.low), 3 - seat)
                solving.prover = 3 - seat
                if answer < 0:
                    return
                continue
            else:
                space.kept[action] = WORSE
            solving.index += 1
        while solving.index < len(order) and space.kept[order[solving.index]] != OPEN:
            solving.index += 1
        if solving.index == len(order):
            solving.limit += 1
            undecided = 0
            for action in range(rules.num_actions):
                if space.kept[action] == UNDECIDED:
                    space.kept[action] = OPEN
                    undecided += 1
            if undecided == 0 or solving.limit > len(space.states) - 2:
                solving.compared, solving.complete, solving.phase = 1, undecided == 0, SOLVED
                return
            solving.index, answer = 0, int64(-1)
            continue
        solving.stride, solving.prover = order[solving.index], seat
        answer = try_move(space, ROOT, int64(solving.stride), int64(solving.low), seat)
        if answer < 0:
            return


@jit
def solve_on(space: Space, positions: int) -> bool:
    """Go on for about so many positions; returns whether the search is over, its value found or its limit reached."""
    solving, control = space.solving[0], space.proof.control[0]
    left = positions
    while solving.phase != SOLVED:
        if control.level >= 0:
            if solving.spent >= solving.most:
                solving.phase = SOLVED
            elif left <= 0:
                return False
            else:
                before = int64(control.nodes)
                go_on(space.rules, space.states, space.proof, min(left, int64(solving.most - solving.spent)))
                solving.spent += control.nodes - before
                left -= int64(control.nodes) - before
        elif solving.phase == CLOSING:
            close_in(space)
        elif solving.phase == MEETING:
            meet(space)
        elif solving.phase == FOLLOWING:
            follow(space)
        else:
            compare(space)
    return True


@jit
def best_found(solving: Record, line: Array) -> int:
    """Return a move that is proven to keep the value, -1 where none is known."""
    if solving.low != solving.high:
        return int64(-1)
    return int64(line[0]) if solving.followed and solving.length > 0 else int64(solving.best_action)


@jit
def best_move(space: Space) -> int:
    """Return a move that is proven to keep the value of the position at the root, -1 where none is known."""
    return best_found(space.solving[0], space.line)


SPOTS = ArrayOf("state", (3,))
SPACE = Space(
    rules=RULES,
    states=STACK,
    proof=WORKSPACE,
    spots=SPOTS,
    spot_words=ArrayOf(memory_of=SPOTS),
    order=ArrayOf(np.int64, ("plays",)),
    setup_order=ArrayOf(np.int64, ("setups",)),
    line=ArrayOf(np.int32, ("levels",)),
    kept=ArrayOf(np.int8, ("actions",)),
    solving=ArrayOf(SOLVING, (1,)),
)


@jit
def levels_for(rules: Array) -> int:
    """Return how many positions a line of the solver may have."""
    return min(int64(MOST_LEVELS), int64(playout_cap(rules[0]))) + 4


@jit
def prepare_space(space: Space, points: bool, look_from: int, use_lead: bool, copied: int) -> None:
    """Make an empty space ready for a game; the last three are of `Solving`, in uint64 words what need be copied."""
    control = space.proof.control[0]
    for level in range(len(space.proof.frames)):
        space.proof.frames[level].killer = -1
    control.cyclic, control.level = int64(repetition_counts(space.rules[0])), -1
    control.look_from, control.use_lead, control.copied = look_from, int64(use_lead), copied
    space.solving[0].points = int64(points)
