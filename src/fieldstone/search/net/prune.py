"""Room in a full tree, for a search by a network.

A random game from a leaf says something new each time, so that a search by playouts goes on where no more nodes find
room. A network says the same again: a leaf that gets no children would be visited over and over, and look certain. So
what lies below nodes with few visits is given up, which may grow again.
"""

from typing import Any

from fieldstone.core.jit import jit
from fieldstone.search.mcts.tree import BITS, MASK, PLACES, ROOT, Nodes, begin_cut, copy_subtree, end_cut

DOUBLINGS = 31  # of visits, which have 32 bits


@jit
def fewest_visits(nodes: Nodes, used: int, room: int, sums: Any) -> int:
    """Return from how many visits on, a power of 2, the children of nodes have room together.

    `sums` (DOUBLINGS or more) is worked on.
    """
    for doubling in range(DOUBLINGS):
        sums[doubling] = 0
    for index in range(used):
        block, place = nodes[index >> BITS], index & MASK
        doubling, visits = 0, int(block.visits[place]) >> 1
        while visits > 0:
            doubling, visits = doubling + 1, visits >> 1
        sums[doubling] += block.children[place]
    doubling, kept = DOUBLINGS, 0.0
    while doubling > 0 and kept + sums[doubling - 1] <= room:
        doubling -= 1
        kept += sums[doubling]
    return 1 << doubling


@jit
def prune(nodes: Nodes, spare: Nodes, scratch: Any) -> None:
    """Keep what lies below the nodes of a tree that have most visits, half of what its pool holds at most.

    `nodes` is modified, and so are `spare`, an empty pool, and `scratch` (1,) of SCRATCH.
    """
    room = min(len(spare) * PLACES, len(nodes) * PLACES // 2)
    fewest = fewest_visits(nodes, int(scratch[0].used), room, scratch[0].bounds)
    begin_cut(nodes, spare, ROOT)
    used, done = copy_subtree(nodes, spare, 1, 0, len(spare) * PLACES, fewest)
    end_cut(spare, scratch, used, done)
    begin_cut(spare, nodes, ROOT)
    used, done = copy_subtree(spare, nodes, 1, 0, len(nodes) * PLACES, 0)
    end_cut(nodes, scratch, used, done)
