"""Null-window search over any game's kernels, on a stack of its own so that it can stop and go on anywhere.

One question at a time: does the player to move at the root get at least `gamma`? Values are whole numbers for the
player to move, half units of the margin or 1, 0, -1 for the result; the answer comes as a bound (fail-soft). Whole
values follow from several questions: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
algorithms", Artificial Intelligence 87, 1996 (MTD). Depth is bounded by the levels of the stack; nothing calls itself.

Repetition (V9). Where positions can come back the search has a *prover*, a depth limit, and two outcomes: proven, or
not proven, which is no proof of anything. A board play to a position that has stood in the game or on the path before
counts against the prover, and so does the depth limit. What is proven then holds whatever the path: take, for each
position with a proof, the first one found. The positions that it rests on had their first proofs earlier, so a prover
who follows first proofs goes down in time: along such a line no position comes twice, counting passes and the button's
owner as parts of it, and no board play leads to one that has stood in the game. Of one board with one side to move at
most two such positions follow each other, one left by a pass and one by a play, so a third appearance (V9) never comes.
So a proof may be kept in the table and used on every path of the same game; a failure may not be used as a proof, and
is only noted together with its depth to save work.
"""

from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, is_legal, margin, play, position_key, stones_to_win, turn_goes_on
from fieldstone.core.mixing import int64, number_key
from fieldstone.core.record import BLACK, ONGOING, WHITE
from fieldstone.search.mcts.simulate import seat_to_move
from fieldstone.search.solver.table import ENTRY, UNPROVEN, claim_entry, find_entry, work_of

Array = Any

MARKS = 4096
MOST_GENERATIONS = 255  # as many as an entry can name
FIRST, KILLER, LEAD, MOST_HISTORY = 1 << 30, 1 << 20, 1 << 10, 1 << 18

# One position on the path.
FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),  # `position_key`
                ("repeats", np.uint64),  # the key that counts for V9
                ("opened", np.int64),  # nodes before this one
                ("gamma", np.int32),  # the question: does the player to move get at least this?
                ("best", np.int32),  # the highest bound of the moves looked at
                ("best_action", np.int32),
                ("action", np.int32),  # the move that is being looked at
                ("index", np.int32),  # moves looked at
                ("count", np.int32),  # moves to look at
                ("killer", np.int32),  # the last move that answered a question at this level
                ("seat", np.int8),  # the player to move
                ("partial", np.int8),  # 1 where moves are left out that lead to positions looked at elsewhere
            ],
            align=True,
        ),
    )
)

CONTROL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("nodes", np.int64),  # positions reached, over all searches
                ("level", np.int64),
                ("limit", np.int64),  # plies to look ahead where positions can come back
                ("cyclic", np.int64),  # 1 where positions can come back (V9)
                ("prover", np.int64),  # the seat whose failure to prove means nothing, where they can
                ("cut", np.int64),  # 1 when the depth limit was felt
                ("generation", np.int64),
                ("by_margin", np.int64),
                ("look_from", np.int64),  # empty points from which on moves are ordered by looking one ply ahead
                ("use_lead", np.int64),  # 1 where the margin orders moves, 0 where the stones to a win do
                ("copied", np.int64),  # uint64 words of a record that are not scratch
                ("known", np.int64),  # positions that have stood in the game
                ("purpose", np.uint64),  # what the proofs in the table hold for
                ("value", np.int64),  # the answer: a bound
                ("action", np.int64),  # the move behind it, or -1
            ],
            align=True,
        ),
    )
)


class Workspace(NamedTuple):
    """What one search works on; all of it is modified.

    Attributes
    ----------
    words : (levels, itemsize / 8) uint64, the memory of the states
    table : entries of `fieldstone.search.solver.table`
    frames : (levels,) of FRAME
    moves, scores : (levels, actions) int32, the moves of each frame and what orders them
    history : (2, actions) int32, by colour - 1: how often a move answered a question
    keys : (known or more,) uint64, keys of the positions that have stood in the game, the root's among them
    marks : (4096,) int32, how many of those and of the path end in the same bits
    tried : (actions,) bool, scratch
    control : (1,) of CONTROL
    """

    words: Array
    table: Array
    frames: Array
    moves: Array
    scores: Array
    history: Array
    keys: Array
    marks: Array
    tried: Array
    control: Array


STACK = ArrayOf("state", ("levels",))
WORKSPACE = Workspace(
    words=ArrayOf(memory_of=STACK),
    table=ArrayOf(ENTRY, ("entries",)),
    frames=ArrayOf(FRAME, ("levels",)),
    moves=ArrayOf(np.int32, ("levels", "actions")),
    scores=ArrayOf(np.int32, ("levels", "actions")),
    history=ArrayOf(np.int32, (2, "actions")),
    keys=ArrayOf(np.uint64, ("solver_keys",)),
    marks=ArrayOf(np.int32, (MARKS,)),
    tried=ArrayOf(np.bool_, ("actions",)),
    control=ArrayOf(CONTROL, (1,)),
)


@jit
def value_at_end(rules: Rules, state: Record, by_margin: int) -> int:
    """Return what a finished game is worth to the side to move."""
    if by_margin:
        black = int64(margin(rules, state))
    else:
        black = int64(0) if state.winner == 0 else int64(1) if state.winner == BLACK else int64(-1)
    return black if state.to_move == BLACK else -black


@jit
def has_stood(work: Workspace, key: Any, level: int) -> bool:
    """Say whether a position with this key of V9 stood in the game or on the path to `level`."""
    if work.marks[int64(key & np.uint64(MARKS - 1))] == 0:
        return False
    for index in range(work.control[0].known):
        if work.keys[index] == key:
            return True
    for index in range(level):  # noqa: SIM110 (generators do not compile)
        if work.frames[index].repeats == key:
            return True
    return False


@jit
def out_of_reach(rules: Rules, state: Record, prover: int, depth: int) -> bool:
    """Say whether the prover is not likely to win within `depth` plies; that costs proofs, never their truth."""
    proves = seat_to_move(state) == prover
    colour = int64(state.to_move if proves else 3 - state.to_move)
    return stones_to_win(rules, state, colour) > (depth + proves) // 2


@jit
def settle(rules: Rules, state: Record, work: Workspace, level: int, action: int, gamma: int) -> tuple[bool, int]:
    """Answer the question for the position that `action` has led to without searching it; returns (known, value)."""
    control = work.control[0]
    if state.over != ONGOING:
        return True, value_at_end(rules, state, control.by_margin)
    unproven = int64(-UNPROVEN if seat_to_move(state) == control.prover else UNPROVEN)
    if control.cyclic and action < rules.points and has_stood(work, state.key, level):
        return True, unproven
    depth = control.limit - level
    index = find_entry(work.table, position_key(rules, state), control.generation)
    if index >= 0:
        entry = work.table[index]
        # A stored move that is illegal shows that two positions share a key.
        if entry.action < 0 or is_legal(rules, state, int64(entry.action)):
            if entry.low >= gamma:
                return True, int64(entry.low)
            if entry.high < gamma:
                return True, int64(entry.high)
            if control.cyclic:
                if seat_to_move(state) == control.prover:
                    failed = entry.mover_depth >= depth and gamma >= entry.mover_goal
                else:
                    failed = entry.other_depth >= depth and gamma <= entry.other_goal
                if failed:
                    control.cut = 1
                    return True, unproven
    if control.cyclic and (depth <= 0 or out_of_reach(rules, state, control.prover, depth)):
        control.cut = 1
        return True, unproven
    return False, int64(0)


@jit
def take(frame: Record, action: int, value: int) -> None:
    """Count the value of a move, for the player to move, in a frame."""
    if value > frame.best or frame.best_action < 0:
        frame.best, frame.best_action = value, action


@jit
def list_moves(rules: Rules, state: Record, work: Workspace, level: int) -> int:
    """Write the legal moves of a frame and what orders them; returns their number.

    W2: of the pairs of stones of a turn each is looked at once: what came before as a first stone is left out as a
    second one.
    """
    frame, moves, scores = work.frames[level], work.moves[level], work.scores[level]
    history = work.history[state.to_move - 1]
    frame.partial = level > 0 and turn_goes_on(rules, state)
    if frame.partial:
        for index in range(work.frames[level - 1].index - 1):
            work.tried[work.moves[level - 1, index]] = True
    index = find_entry(work.table, frame.key, work.control[0].generation)
    first = int64(work.table[index].action) if index >= 0 else int64(-1)
    count = 0
    for action in range(rules.num_actions):
        if is_legal(rules, state, action) and not (frame.partial and work.tried[action]):
            moves[count] = action
            scores[count] = FIRST if action == first else history[action] + KILLER * (action == frame.killer)
            count += 1
    if frame.partial:
        for index in range(work.frames[level - 1].index - 1):
            work.tried[work.moves[level - 1, index]] = False
    return count


@jit
def reach(rules: Rules, states: Array, work: Workspace, level: int, action: int) -> tuple[bool, int]:
    """Play a move of `states[level]` in `states[level + 1]` and settle what can be; returns (known, value).

    The value is for the player to move at `level`.
    """
    control, frame = work.control[0], work.frames[level]
    for index in range(control.copied):
        work.words[level + 1, index] = work.words[level, index]
    play(rules, states[level + 1], action)
    control.nodes += 1
    same = seat_to_move(states[level + 1]) == frame.seat
    gamma = int64(frame.gamma) if same else int64(1) - frame.gamma
    known, value = settle(rules, states[level + 1], work, level + 1, action, gamma)
    return known, value if same else -value


@jit
def lead_to_order(rules: Rules, state: Record, use_lead: int) -> int:
    """Return how far Black seems to be ahead, in any unit."""
    if use_lead:
        return int64(margin(rules, state))
    return int64(stones_to_win(rules, state, int64(WHITE)) - stones_to_win(rules, state, int64(BLACK)))


@jit
def look_ahead(rules: Rules, states: Array, work: Workspace, level: int, count: int) -> int:
    """Play every move of a frame once: settle what can be, order the rest by the lead; returns how many are left."""
    frame, moves, scores = work.frames[level], work.moves[level], work.scores[level]
    control = work.control[0]
    left, likely = 0, 0
    for index in range(1, count):
        if scores[index] > scores[likely]:
            likely = index
    moves[0], moves[likely], scores[0], scores[likely] = moves[likely], moves[0], scores[likely], scores[0]
    for index in range(count):
        action, score = int64(moves[index]), int64(scores[index])
        known, value = reach(rules, states, work, level, action)
        if known:
            take(frame, action, value)
            if value >= frame.gamma:
                return 0
        else:
            if score != FIRST:
                lead = lead_to_order(rules, states[level + 1], control.use_lead)
                lead = lead if states[level].to_move == BLACK else -lead
                score = LEAD * max(-400000, min(400000, lead)) + min(score, LEAD - 1)
            moves[left], scores[left] = action, score
            left += 1
    return left


@jit
def open_frame(rules: Rules, states: Array, work: Workspace, level: int, gamma: int) -> None:
    """Begin to look at `states[level]`."""
    state, frame, control = states[level], work.frames[level], work.control[0]
    frame.key = position_key(rules, state)
    frame.repeats = state.key
    frame.opened = control.nodes
    frame.gamma, frame.best, frame.best_action = gamma, -UNPROVEN, -1
    frame.index, frame.count = 0, 0
    frame.seat = seat_to_move(state)
    work.marks[int64(state.key & np.uint64(MARKS - 1))] += 1
    control.level = level
    count = list_moves(rules, state, work, level)
    if state.empty_count >= control.look_from and count > 1:
        count = look_ahead(rules, states, work, level, count)
    frame.count = count


@jit
def next_move(work: Workspace, level: int) -> int:
    """Take the most promising move of a frame that has not been looked at."""
    frame, moves, scores = work.frames[level], work.moves[level], work.scores[level]
    chosen = int64(frame.index)
    for index in range(frame.index + 1, frame.count):
        if scores[index] > scores[chosen]:
            chosen = index
    action = int64(moves[chosen])
    moves[chosen], scores[chosen] = moves[frame.index], scores[frame.index]
    moves[frame.index] = action
    frame.action = action
    frame.index += 1
    return action


@jit
def note_answer(work: Workspace, level: int) -> None:
    """Write the answer of a frame to the table."""
    frame, control = work.frames[level], work.control[0]
    shown, proves = frame.best >= frame.gamma, frame.seat == control.prover
    if frame.partial and not shown:
        return
    index = claim_entry(work.table, frame.key, control.generation, work_of(control.nodes - frame.opened))
    entry = work.table[index]
    if frame.best_action >= 0:
        entry.action = frame.best_action
    depth = control.limit - level
    if shown and (proves or not control.cyclic):
        entry.low = max(entry.low, frame.best)
    elif not shown and not (proves and control.cyclic):
        entry.high = min(entry.high, frame.best)
    elif shown:
        entry.other_goal, entry.other_depth = frame.gamma, depth
    else:
        entry.mover_goal, entry.mover_depth = frame.gamma, depth


@jit
def close_frame(rules: Rules, states: Array, work: Workspace, level: int) -> None:
    """Take the answer of a frame to the one above it."""
    frame, control = work.frames[level], work.control[0]
    note_answer(work, level)
    work.marks[int64(frame.repeats & np.uint64(MARKS - 1))] -= 1
    if frame.best >= frame.gamma:
        frame.killer = frame.best_action
        history = work.history[states[level].to_move - 1]
        history[frame.best_action] = min(MOST_HISTORY, history[frame.best_action] + states[level].empty_count)
    control.level = level - 1
    control.value, control.action = frame.best, frame.best_action
    if level > 0:
        above = work.frames[level - 1]
        value = int64(frame.best)
        take(above, int64(above.action), value if above.seat == frame.seat else -value)


@jit
def ask(rules: Array, states: Array, work: Workspace, gamma: int, prover: int, limit: int) -> bool:
    """Begin a search from `states[0]`; returns True when the table has the answer already.

    `prover` is a seat and `limit` a number of plies below the levels of the stack; both matter only where positions can
    come back. The game must not be over.
    """
    control = work.control[0]
    control.prover, control.limit, control.cut, control.level = prover, limit, 0, 0
    for index in range(MARKS):
        work.marks[index] = 0
    for index in range(control.known):
        work.marks[int64(work.keys[index] & np.uint64(MARKS - 1))] += 1
    known, value = settle(rules[0], states[0], work, 0, rules[0].num_actions, gamma)
    if known:
        index = find_entry(work.table, position_key(rules[0], states[0]), control.generation)
        control.level, control.value = -1, value
        control.action = work.table[index].action if index >= 0 else -1
        return True
    open_frame(rules[0], states, work, 0, gamma)
    return False


@jit
def go_on(rules: Array, states: Array, work: Workspace, nodes: int) -> bool:
    """Go on with the search that `ask` began for about so many nodes; returns whether the answer is there."""
    control = work.control[0]
    last = control.nodes + nodes
    while control.level >= 0 and control.nodes < last:
        level = control.level
        frame = work.frames[level]
        if frame.best < frame.gamma and frame.index < frame.count:
            action = next_move(work, level)
            known, value = reach(rules[0], states, work, level, action)
            if known:
                take(frame, action, value)
            else:
                same = seat_to_move(states[level + 1]) == frame.seat
                gamma = int64(frame.gamma) if same else int64(1) - frame.gamma
                open_frame(rules[0], states, work, level + 1, gamma)
        else:
            close_frame(rules[0], states, work, level)
    return control.level < 0


@jit
def stored_action(rules: Array, states: Array, work: Workspace) -> int:
    """Return the move that the table has for `states[0]`, or -1."""
    index = find_entry(work.table, position_key(rules[0], states[0]), work.control[0].generation)
    return int64(work.table[index].action) if index >= 0 else int64(-1)


@jit
def prepare(work: Workspace, known: int, by_margin: int) -> None:
    """Keep the proofs of the table if they hold for this search too, after `known` positions of the game.

    For V9 no position may have stood that had not when they were found. Only `work` is modified.
    """
    control = work.control[0]
    purpose = number_key(int64(1 + by_margin))
    if control.cyclic:
        for index in range(known):
            purpose = number_key(purpose ^ work.keys[index])
    if purpose != control.purpose:
        control.generation += 1
        if control.generation > MOST_GENERATIONS:
            for index in range(len(work.table)):
                work.table[index].generation = 0
            control.generation = 1
        control.purpose = purpose
    control.by_margin, control.known, control.level = by_margin, known if control.cyclic else 0, -1
