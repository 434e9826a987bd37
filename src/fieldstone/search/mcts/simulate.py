"""Monte Carlo tree search over any game's kernels.

One simulation walks down the tree, adds the children of the leaf that it reaches, plays out one of them at random, and
takes the result back up. R. Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006;
L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", 2006. Values of moves played at any time (AMAF) after
Gelly and Silver 2011. Finished lines are proofs (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search
solver", 2008), with draws and with players who move twice.
"""

from typing import Any

import numpy as np

from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    ending_action,
    fill_mask,
    is_legal,
    margin,
    move_evaluation,
    play,
    playout_action,
    playout_cap,
    prepare_move_evaluations,
    random_action,
    static_evaluation,
)
from fieldstone.core.record import BLACK, ONGOING, PLAYOUT_CAP, WHITE, copy_words
from fieldstone.core.rng import Rng
from fieldstone.games.tuning import Settings
from fieldstone.search.mcts.select import choose_child, doubt_scale, sigmoid
from fieldstone.search.mcts.tree import (
    AMAF_MOST,
    BITS,
    DRAWN,
    LOST,
    MASK,
    PLACES,
    ROOT,
    UNPROVEN,
    WON,
    Nodes,
    opposite,
    prove_from_children,
    reset_node,
    room_for,
)

Array = Any

LONGEST_LINE = 4096  # moves of a simulation that are remembered, in the tree and after it
DEEPEST = 1024  # of them in the tree
SEEN = 1000  # visits that tell by how much a won position is won: those of 50 were mostly spent on worse lines
PLAYOUT_LIMIT = 1 << 30  # a horizon that no playout reaches

# What one search works on beside the tree; written to by every simulation.
SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("depth", np.int64),  # of the present simulation in the tree
                ("length", np.int64),  # moves in `actions`
                ("stamp", np.int64),  # number of the simulation, from 1
                ("used", np.int64),  # nodes of the pool in use
                ("lead", np.float64),
                ("results", np.float64),  # of all simulations of a search: what seat 1 got
                ("squares", np.float64),
                ("path", np.int32, DEEPEST),
                ("actions", np.int32, LONGEST_LINE),
                ("seats", np.int8, LONGEST_LINE),
                ("bounds", np.float64, PLACES),  # of siblings
                ("legal", np.uint8, PLACES),  # by action (numba knows no arrays of truth values in records)
            ],
            align=True,
        ),
    )
)


@jit
def seat_to_move(state: Record) -> int:
    """Return the player, 1 or 2, whose turn it is."""
    return 1 if (state.to_move == 1) == (state.exchanged == 0) else 2


@jit
def result_for_first(state: Record) -> float:
    """Return what seat 1 gets from a finished game: 1, 0.5 or 0."""
    if state.winner == 0:
        return 0.5
    return 1.0 if (state.winner == 1) == (state.exchanged == 0) else 0.0


@jit
def child_by_action(nodes: Nodes, index: int, action: int) -> int:
    """Return the child of a node that an action leads to; it must be there."""
    first = int(nodes[index >> BITS].first[index & MASK])
    below, place = nodes[first >> BITS], first & MASK
    while below.action[place] != action:
        place += 1
    return first + place - (first & MASK)


@jit
def add_children(rules: Rules, state: Record, nodes: Nodes, scratch: Record, index: int) -> bool:
    """Give a leaf its children; returns False, and changes nothing, when the pool is full."""
    seat = seat_to_move(state)
    legal, count = scratch.legal, 0
    fill_mask(rules, state, legal)
    for action in range(rules.num_actions):
        count += int(legal[action])
    first = room_for(int(scratch.used), count)
    if first + count > len(nodes) * PLACES:
        return False
    below, to = nodes[first >> BITS], first & MASK
    for action in range(rules.num_actions):
        if legal[action]:
            reset_node(below, to, action, seat)
            to += 1
    block, place = nodes[index >> BITS], index & MASK
    block.first[place], block.children[place] = first, count
    scratch.used = first + count
    return True


@jit
def set_amaf_priors(rules: Rules, state: Record, nodes: Nodes, index: int, settings: Settings) -> None:
    """Let the children of a node begin with AMAF visits, worth the static evaluations after their moves.

    S. Gelly, D. Silver 2011, section 6.3: heuristic prior knowledge.
    """
    block, place = nodes[index >> BITS], index & MASK
    first = block.first[place]
    below, low = nodes[first >> BITS], first & MASK
    for_black = (below.seat[low] == 1) == (state.exchanged == 0)
    prepare_move_evaluations(rules, state)
    for child in range(low, low + block.children[place]):
        black = sigmoid(float(move_evaluation(rules, state, below.action[child])), settings.leads.lead_scale)
        below.amaf_visits[child] = int(settings.amaf.prior)
        below.amaf_value[child] = settings.amaf.prior * (black if for_black else 1.0 - black)


@jit
def is_settled(rules: Rules, state: Record, winning: bool) -> bool:
    """Say whether the player to move wins, or loses, if the game ends now, and no legal move promises to change that.

    Only scratch fields are modified.
    """
    sign = 1 if state.to_move == BLACK else -1
    lead = sign * margin(rules, state)
    if lead == 0 or (lead > 0) != winning:
        return False
    promised = sign * static_evaluation(rules, state)
    prepare_move_evaluations(rules, state)
    for action in range(rules.num_actions):
        if is_legal(rules, state, action) and sign * move_evaluation(rules, state, action) > promised:
            return False
    return True


@jit
def remember_move(scratch: Record, action: int, seat: int) -> None:
    """Write a move to the line of the present simulation."""
    if scratch.length < LONGEST_LINE:
        scratch.actions[scratch.length] = action
        scratch.seats[scratch.length] = seat
        scratch.length += 1


@jit
def walk_down(
    rules: Rules, state: Record, nodes: Nodes, scratch: Record, keys: Array, known: int, settings: Settings
) -> int:
    """Walk from the root to a leaf, add its children and step to one of them; returns the node.

    `state` is played along; V9 counts, with the `known` keys of the game so far.
    """
    index, depth = 0, 0
    block, place = nodes[ROOT], ROOT
    while block.proven[place] == UNPROVEN and state.over == ONGOING and depth < DEEPEST - 1:
        ending = -1
        if block.children[place] == 0:
            # The root is expanded at once, others later: most leaves are seen once.
            if depth > 0 and block.visits[place] < settings.leaves.expansion_threshold:
                break
            if not add_children(rules, state, nodes, scratch, index):
                break
            if settings.amaf.prior > 0:
                set_amaf_priors(rules, state, nodes, index, settings)
            if settings.ending.greedy == 0:  # a greedy search looks at it when it is through; see `look_at_end`
                ending = ending_action(rules, state)
        index = (
            choose_child(nodes, index, settings, scratch.bounds)
            if ending < 0
            else child_by_action(nodes, index, ending)
        )
        block, place = nodes[index >> BITS], index & MASK
        depth += 1
        scratch.path[depth] = index
        remember_move(scratch, block.action[place], block.seat[place])
        play_with_history(rules, state, keys, known, block.action[place])
        known += 1
    scratch.depth = depth
    return index


@jit
def judge(rules: Rules, state: Record, scratch: Record) -> None:
    """Call a playout off and give it to the side whose position promises more."""
    scratch.lead = static_evaluation(rules, state)
    state.over = PLAYOUT_CAP
    state.winner = BLACK if scratch.lead > 0 else WHITE if scratch.lead < 0 else 0


@jit
def play_out(rules: Rules, state: Record, scratch: Record, rng: Rng, settings: Settings) -> None:
    """Play random moves to the end and remember them.

    At the horizon the position is judged; at the cap the game is called off as a draw.
    """
    cap = state.ply + playout_cap(rules)
    scratch.lead = 0.0
    stop = state.ply + int(min(settings.leaves.horizon, float(PLAYOUT_LIMIT)))
    while state.over == ONGOING:
        if state.ply >= stop:
            judge(rules, state, scratch)
            return
        action = (
            playout_action(rules, state, rng) if settings.leaves.knowledge > 0 else random_action(rules, state, rng)
        )
        remember_move(scratch, action, seat_to_move(state))
        play(rules, state, action)
        if state.ply >= cap and state.over == ONGOING:
            state.over = PLAYOUT_CAP
            state.winner = 0


@jit
def has_child(nodes: Nodes, index: int, proof: int) -> bool:
    """Say whether so much, or nothing, is proven of a child of a node."""
    block, place = nodes[index >> BITS], index & MASK
    first, found = block.first[place], 0
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + block.children[place]):
        found += int(below.proven[child] == proof)
    return found > 0


@jit
def prove_above(nodes: Nodes, scratch: Record, greedy: bool) -> None:
    """Prove every node above the last one of the path that is decided by what is proven below it.

    If `greedy`, the root is not decided before all its children are, and once it is won, no other node where its player
    is to move before it has SEEN visits: a proven node is not searched any more, so by how much it is won has to be
    known by then.
    """
    won = greedy and has_child(nodes, ROOT, WON)
    for depth in range(scratch.depth - 1, -1, -1):
        index = scratch.path[depth]
        block, place = nodes[index >> BITS], index & MASK
        early = won and block.visits[place] < SEEN and block.seat[place] == nodes[ROOT].seat[ROOT]
        if greedy and (depth == 0 or early) and has_child(nodes, index, UNPROVEN):
            return
        if not prove_from_children(nodes, index):
            return


@jit
def back_up(nodes: Nodes, scratch: Record, value: float, result: float, lead: float) -> None:
    """Add to all nodes of the path what seat 1 gets, by value and by result, and its lead."""
    scratch.results += result
    scratch.squares += result * result
    for depth in range(scratch.depth + 1):
        index = scratch.path[depth]
        block, place = nodes[index >> BITS], index & MASK
        first = block.seat[place] == 1
        block.visits[place] += 1
        block.value[place] += value if first else 1.0 - value
        block.wins[place] += result if first else 1.0 - result
        if lead != 0.0:  # nothing is written where leads are not looked at: clean memory stays clean
            block.lead[place] += lead if first else -lead


@jit
def back_up_proof(nodes: Nodes, scratch: Record, index: int) -> None:
    """Take up what is certain at the last node of the path, with the lead that it had on average."""
    block, place = nodes[index >> BITS], index & MASK
    first = block.seat[place] == 1
    proof = block.proven[place] if first else opposite(block.proven[place])
    result = 1.0 if proof == WON else 0.0 if proof == LOST else 0.5
    lead = float(block.lead[place]) / max(1, block.visits[place])
    back_up(nodes, scratch, result, result, lead if first else -lead)


@jit
def prove_end(nodes: Nodes, scratch: Record, index: int, result: float, greedy: bool) -> None:
    """Prove the last node of the path, where the game is over and seat 1 gets `result`, and what that decides."""
    block, place = nodes[index >> BITS], index & MASK
    won = result == (1.0 if block.seat[place] == 1 else 0.0)
    block.proven[place], block.distance[place] = DRAWN if result == 0.5 else WON if won else LOST, 0
    prove_above(nodes, scratch, greedy)


@jit
def update_amaf(nodes: Nodes, index: int, marks: Array, stamp: int, value: float) -> None:
    """Add what seat 1 gets to the children of a node whose move is marked with `stamp`."""
    block, place = nodes[index >> BITS], index & MASK
    first, count = block.first[place], block.children[place]
    below, low = nodes[first >> BITS], first & MASK
    seat = below.seat[low]  # of all siblings
    gained = value if seat == 1 else 1.0 - value
    for child in range(low, low + count):
        if marks[seat - 1, below.action[child]] == stamp:
            if below.amaf_visits[child] == AMAF_MOST:
                below.amaf_visits[child], below.amaf_value[child] = AMAF_MOST // 2, below.amaf_value[child] / 2
            below.amaf_visits[child] += 1
            below.amaf_value[child] += gained


@jit
def back_up_amaf(nodes: Nodes, scratch: Record, marks: Array, value: float) -> None:
    """Add what seat 1 gets to the children of the path whose move their player made then or later.

    From the end of the line to its beginning; `marks` (2, actions) holds the number of the last simulation in which a
    seat made a move.
    """
    for place in range(scratch.length - 1, -1, -1):
        marks[scratch.seats[place] - 1, scratch.actions[place]] = scratch.stamp
        if place <= scratch.depth:
            update_amaf(nodes, scratch.path[place], marks, scratch.stamp, value)


@jit
def simulate(
    rules: Rules,
    state: Record,
    nodes: Nodes,
    scratch: Record,
    keys: Array,
    known: int,
    marks: Array,
    rng: Rng,
    settings: Settings,
) -> None:
    """Make one simulation from the root's position `state`, which is played to its end."""
    scratch.stamp += 1
    scratch.depth, scratch.length, scratch.path[0] = 0, 0, 0
    index = walk_down(rules, state, nodes, scratch, keys, known, settings)
    if nodes[index >> BITS].proven[index & MASK] != UNPROVEN:
        back_up_proof(nodes, scratch, index)
        if settings.ending.greedy > 0:  # nodes above it may have waited for their visits
            prove_above(nodes, scratch, True)
        return
    finished = state.over != ONGOING
    if not finished:
        play_out(rules, state, scratch, rng, settings)
    result = result_for_first(state)
    lead = told = 0.0
    if settings.leads.lead_part > 0 or settings.leads.doubt > 0:
        lead = scratch.lead if state.over == PLAYOUT_CAP else float(static_evaluation(rules, state))
        lead = lead if state.exchanged == 0 else -lead
        told = lead
    if settings.leads.doubt > 0 and state.over == PLAYOUT_CAP:
        scale = doubt_scale(float(state.empty_count), settings.leads.doubt)
        result = sigmoid(lead, scale)
        told = lead * min(1.0, settings.leads.lead_scale / scale)
    if finished:
        prove_end(nodes, scratch, index, result, settings.ending.greedy > 0)
    blended = (1.0 - settings.leads.lead_part) * result + settings.leads.lead_part * sigmoid(
        lead, settings.leads.lead_scale
    )
    back_up(nodes, scratch, blended, result, told)
    if settings.amaf.equivalence > 0:
        back_up_amaf(nodes, scratch, marks, blended)


@jit
def look_at_end(rules: Array, states: Array, words: Array, nodes: Nodes, scratch: Array, greedy: bool) -> None:
    """Visit and prove the pass that ends the game at `states[0]`, if one does and no simulation has visited it.

    A greedy search that knew it from the beginning would take it for the outcome, and look less for a win by more.
    Modified are `nodes`, `scratch` and `states[1]`.
    """
    copy_words(words[1], words[0])
    state = states[1]
    ending = ending_action(rules[0], state)
    if ending < 0 or nodes[ROOT].children[ROOT] == 0:
        return
    child = child_by_action(nodes, ROOT, ending)
    if nodes[child >> BITS].visits[child & MASK] > 0:
        return
    play(rules[0], state, ending)
    result, lead = result_for_first(state), float(margin(rules[0], state))
    scratch[0].depth, scratch[0].path[0], scratch[0].path[1] = 1, ROOT, child
    prove_end(nodes, scratch[0], child, result, greedy)
    back_up(nodes, scratch[0], result, result, lead if state.exchanged == 0 else -lead)


@jit
def search(
    rules: Array,
    states: Array,
    words: Array,
    nodes: Nodes,
    scratch: Array,
    keys: Array,
    known: int,
    marks: Array,
    rng: Rng,
    settings: Settings,
    simulations: int,
) -> int:
    """Make simulations from `states[0]` in `states[1]` until the root is proven; returns how many.

    `nodes` is the tree, `scratch` (1,) of SCRATCH, `marks` (2, actions) int64. All but `rules` and `states[0]` are
    modified.
    """
    for done in range(simulations):
        if nodes[ROOT].proven[ROOT] != UNPROVEN:
            return done
        copy_words(words[1], words[0])
        simulate(rules[0], states[1], nodes, scratch[0], keys, known, marks, rng, settings)
    return simulations
