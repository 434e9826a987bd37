"""The search tree: nodes in one bounded pool, the children of a node side by side.

A node is the position after a move, seen by the player (seat) who made it: wins, leads and proofs are that player's.
The root's move was made by nobody; it takes the seat that is not to move.

The pool is an array of blocks, and a block is a struct of arrays: one for each field, with a place for each of its
nodes. A choice among children reads a few fields of all of them, which so lie in a row and are worked on several at a
time. One array a field for the whole pool would be simpler, but compiled code counts references to every array that it
is handed, which takes longer than the choice.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.jit import jit
from fieldstone.core.memory import sparse_zeros

Nodes = npt.NDArray[np.void]  # (blocks,) of BLOCK; in compiled code a node is at nodes[index >> BITS], index & MASK
Block = Any

UNPROVEN, WON, LOST, DRAWN = 0, 1, 2, 3
ROOT = 0

BITS = 14
PLACES = 1 << BITS  # nodes of a block. Siblings never lie in two, so there is room for the moves of any game
MASK = PLACES - 1

# Sums over visits are 64-bit: a 32-bit one stops growing at 2**24, which an analysis reaches in minutes.
BLOCK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64, PLACES),  # sum over visits of what the search made of the results, each 0 to 1
                ("wins", np.float64, PLACES),  # sum over visits of the bare results: 1 for a win, 0.5, 0
                ("lead", np.float64, PLACES),  # sum over visits of the player's margin at the end, in half units
                (
                    "amaf_value",
                    np.float32,
                    PLACES,
                ),  # like `value`, of playouts with this move of the player later
                ("prior", np.float32, PLACES),  # what a network thought of the move; only batched searches have it
                ("visits", np.int32, PLACES),
                ("amaf_visits", np.int32, PLACES),  # up to AMAF_MOST
                ("first", np.int32, PLACES),  # the first child
                ("action", np.int16, PLACES),  # the move that led here
                ("children", np.int16, PLACES),  # 0 for a leaf
                ("distance", np.int16, PLACES),  # plies within which a proven win is forced
                ("waiting", np.int16, PLACES),  # simulations through the node whose leaf is being evaluated in a batch
                ("seat", np.int8, PLACES),  # who made it: 1 or 2
                ("proven", np.int8, PLACES),  # UNPROVEN, WON, LOST or DRAWN, for that player
                ("clean", np.int64),  # from this place on nothing has been written yet: all is zero
            ],
            align=True,
        ),
    )
)
AMAF_MOST = 1 << 20  # visits at which half of what AMAF knows is forgotten: its sum is 32-bit


def new_tree(blocks: int, sparse: bool = False) -> Nodes:
    """Return an empty pool of so many blocks, but of one at least.

    If it is `sparse`, most of its nodes will never be written to but for their move and seat.
    """
    blocks = max(1, blocks)
    return sparse_zeros(blocks, BLOCK) if sparse else np.zeros(blocks, dtype=BLOCK)


def column(nodes: Nodes, name: str) -> "np.flatiter[npt.NDArray[Any]]":
    """Return a field of all nodes, to be read and written to by the number of a node, or by a slice of numbers."""
    return nodes[name].flat


@jit
def room_for(used: int, count: int) -> int:
    """Return the first number, from `used` on, at which so many siblings fit into one block."""
    return used if (used & MASK) + count <= PLACES else (used | MASK) + 1


@jit
def reset_node(block: Block, place: int, action: int, seat: int) -> None:
    """Make a place of a block the fresh leaf that `seat` reaches with `action`. Memory that is clean is left alone."""
    block.action[place], block.seat[place] = action, seat
    if place >= block.clean:
        block.clean = place + 1
        return
    block.value[place], block.wins[place], block.lead[place] = 0.0, 0.0, 0.0
    block.amaf_value[place], block.prior[place] = 0.0, 0.0
    block.visits[place], block.amaf_visits[place], block.waiting[place] = 0, 0, 0
    block.first[place], block.children[place] = 0, 0
    block.proven[place], block.distance[place] = UNPROVEN, 0


@jit
def opposite(proof: int) -> int:
    """Return the same proof as the other player sees it."""
    return LOST if proof == WON else WON if proof == LOST else proof


@jit
def prove_from_children(nodes: Nodes, index: int) -> bool:
    """Prove a node if its children decide it; returns whether they do.

    The player to move takes the shortest proven win; if every move loses, the longest loss; a draw if nothing is better
    and nothing is open. A shorter win may be left unproven, so a distance is a bound: the win comes no later.
    """
    block, place = nodes[index >> BITS], index & MASK
    first = block.first[place]
    below, low = nodes[first >> BITS], first & MASK
    best, distance = LOST, 0
    for child in range(low, low + block.children[place]):
        proof, far = below.proven[child], int(below.distance[child])
        if proof == WON:
            if best != WON or far < distance:
                best, distance = WON, far
        elif best != WON:
            if proof == UNPROVEN:
                best = UNPROVEN
            elif proof == DRAWN and best == LOST:
                best, distance = DRAWN, far
            elif proof == best and best != UNPROVEN:
                distance = max(distance, far)
    if best == UNPROVEN:
        return False
    same_player = below.seat[low] == block.seat[place]
    block.proven[place] = best if same_player else opposite(best)
    block.distance[place] = distance + 1
    return True


@jit
def copy_node(block: Block, place: int, other: Block, to: int) -> None:
    """Copy a node from a place of a block to one of another block; only that is modified."""
    other.value[to], other.wins[to], other.lead[to] = block.value[place], block.wins[place], block.lead[place]
    other.amaf_value[to], other.prior[to] = block.amaf_value[place], block.prior[place]
    other.visits[to], other.amaf_visits[to] = block.visits[place], block.amaf_visits[place]
    other.waiting[to] = block.waiting[place]
    other.first[to], other.children[to] = block.first[place], block.children[place]
    other.action[to], other.seat[to] = block.action[place], block.seat[place]
    other.proven[to], other.distance[to] = block.proven[place], block.distance[place]
    other.clean = max(other.clean, to + 1)


@jit
def copy_subtree(nodes: Nodes, other: Nodes, used: int, done: int, most: int, fewest: int) -> tuple[int, int]:
    """Copy a tree to the beginning of an empty pool of the same size, whose first node is its root already.

    `used` nodes are there, and `done` of them have their children; both are returned as they are after about `most`
    more nodes. The tree is copied when they are equal. In another order more places may be left at the ends of blocks,
    so a full pool may be too small for its own tree: what has no room becomes a leaf, and so does what has fewer than
    `fewest` visits. `other` is modified.
    """
    end = used + most
    while done < used < end:
        family, place = other[done >> BITS], done & MASK
        # `first` still names the place in the old pool.
        first, count = family.first[place], int(family.children[place])
        block, low = nodes[first >> BITS], first & MASK
        start = room_for(used, count)
        done += 1
        if count == 0 or start + count > len(other) * PLACES or family.visits[place] < fewest:
            family.first[place], family.children[place] = 0, 0
            continue
        for gap in range(used, start):  # they come to be looked at as well
            other[gap >> BITS].children[gap & MASK] = 0
        target, to = other[start >> BITS], start & MASK
        for child in range(count):
            copy_node(block, low + child, target, to + child)
        family.first[place] = start
        used = start + count
    return used, done


@jit
def reopen(nodes: Nodes) -> None:
    """Take back that the root is proven, where another move may win by more."""
    first, found = int(nodes[0].first[ROOT]), False
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + nodes[0].children[ROOT]):
        found = found or below.proven[child] == UNPROVEN
    if found:
        nodes[0].proven[ROOT], nodes[0].distance[ROOT] = UNPROVEN, 0


@jit
def plant(nodes: Nodes, scratch: Any, seat: int) -> None:
    """Begin a tree anew with a root where `seat` is to move; `scratch` is (1,) of SCRATCH."""
    reset_node(nodes[0], ROOT, -1, 3 - seat)
    scratch[0].used = 1


@jit
def find_child(nodes: Nodes, index: int, action: int) -> int:
    """Return the node that a move leads to, -1 if it is not in the tree."""
    block, place = nodes[index >> BITS], index & MASK
    first = int(block.first[place])
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + block.children[place]):
        if below.action[child] == action:
            return first + child - low
    return -1


@jit
def begin_cut(nodes: Nodes, other: Nodes, kept: int) -> None:
    """Make a node the root of an empty pool; `copy_subtree` then brings what lies below it."""
    copy_node(nodes[kept >> BITS], kept & MASK, other[0], ROOT)


@jit
def end_cut(other: Nodes, scratch: Any, used: int, done: int) -> None:
    """End a cut after `copy_subtree`, maybe early: nodes whose children were not copied become leaves again."""
    for index in range(done, used):
        other[index >> BITS].children[index & MASK] = 0
    scratch[0].used = used
