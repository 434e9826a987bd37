"""The search tree: nodes in one bounded array, the children of a node side by side.

A node is the position after a move, seen by the player (seat) who made it: wins, leads and proofs are that player's.
The root's move was made by nobody; it takes the seat that is not to move.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.jit import jit

Nodes = npt.NDArray[np.void]
Node = Any

UNPROVEN, WON, LOST, DRAWN = 0, 1, 2, 3
ROOT = 0

# One array of 56-byte records, not one array a field: a choice reads most fields of neighbouring nodes. Sums over
# visits are 64-bit: a 32-bit one stops growing at 2**24, which an analysis reaches in minutes.
NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64),  # sum over visits of what the search made of the results, each 0 to 1
                ("wins", np.float64),  # sum over visits of the bare results: 1 for a win, 0.5, 0
                ("lead", np.float64),  # sum over visits of the player's margin at the end, in half units
                ("amaf_value", np.float32),  # like `value`, of playouts with this move of the player then or later
                ("prior", np.float32),  # what a network thought of the move, 0 to 1; only batched searches have it
                ("visits", np.int32),
                ("amaf_visits", np.int32),  # up to AMAF_MOST
                ("first", np.int32),  # the first child
                ("action", np.int16),  # the move that led here
                ("children", np.int16),  # 0 for a leaf
                ("seat", np.int8),  # who made it: 1 or 2
                ("proven", np.int8),  # UNPROVEN, WON, LOST or DRAWN, for that player
                ("distance", np.int16),  # plies within which a proven win is forced
                ("waiting", np.int16),  # simulations through the node whose leaf is being evaluated in a batch
            ],
            align=True,
        ),
    )
)
AMAF_MOST = 1 << 20  # visits at which half of what AMAF knows is forgotten: its sum is 32-bit


def new_tree(megabytes: float) -> Nodes:
    """Return an empty pool of nodes that takes at most so much memory, room for at least two thousand."""
    return np.zeros(max(2000, int(megabytes * 2**20) // NODE.itemsize), dtype=NODE)


def children_of(nodes: Nodes, index: int) -> Nodes:
    """Return the nodes of a node's moves: a view of the pool."""
    first = int(nodes[index]["first"])
    return nodes[first : first + int(nodes[index]["children"])]


@jit
def reset_node(node: Node, action: int, seat: int) -> None:
    """Make a node the fresh leaf that `seat` reaches with `action`."""
    node.value, node.wins, node.lead, node.amaf_value, node.prior = 0.0, 0.0, 0.0, 0.0, 0.0
    node.visits, node.amaf_visits, node.waiting = 0, 0, 0
    node.first, node.action, node.children = 0, action, 0
    node.seat, node.proven, node.distance = seat, UNPROVEN, 0


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
    first = nodes[index].first
    best, distance = LOST, 0
    for child in range(first, first + nodes[index].children):
        node = nodes[child]
        if node.proven == WON:
            if best != WON or node.distance < distance:
                best, distance = WON, int(node.distance)
        elif best != WON:
            if node.proven == UNPROVEN:
                best = UNPROVEN
            elif node.proven == DRAWN and best == LOST:
                best, distance = DRAWN, int(node.distance)
            elif node.proven == best and best != UNPROVEN:
                distance = max(distance, int(node.distance))
    if best == UNPROVEN:
        return False
    same_player = nodes[first].seat == nodes[index].seat
    nodes[index].proven = best if same_player else opposite(best)
    nodes[index].distance = distance + 1
    return True


@jit
def copy_subtree(nodes: Nodes, other: Nodes, used: int, done: int, most: int) -> tuple[int, int]:
    """Copy a tree to the beginning of an empty pool of the same size, whose first node is its root already.

    `used` nodes are there, and `done` of them have their children; both are returned as they are after about `most`
    more nodes. The tree is copied when they are equal. `other` is modified.
    """
    end = used + most
    while done < used < end:
        # `first` still names the place in the old pool.
        first, children = other[done].first, other[done].children
        other[done].first = used
        for child in range(children):
            other[used + child] = nodes[first + child]
        used += children
        done += 1
    return used, done
