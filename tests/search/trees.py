"""Search trees as tests read and write them: node by node, whatever blocks they lie in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.search.mcts.tree import BLOCK, ROOT, Nodes, column, new_tree, reset_node

FIELDS = [name for name in BLOCK.names or () if name != "clean"]
NODE = np.dtype([(name, BLOCK[name].base) for name in FIELDS])


def children_of(nodes: Nodes, index: int) -> slice:
    """Return the numbers of a node's children."""
    first = int(column(nodes, "first")[index])
    return slice(first, first + int(column(nodes, "children")[index]))


def read(nodes: Nodes, where: slice) -> npt.NDArray[Any]:
    """Return some nodes of a tree, as a copy: an array of records."""
    found = np.zeros(where.stop - where.start, dtype=NODE)
    for name in FIELDS:
        found[name] = column(nodes, name)[where]
    return found


def read_one(nodes: Nodes, index: int) -> Any:
    """Return one node, as a copy."""
    return read(nodes, slice(index, index + 1))[0]


def read_children(nodes: Nodes, index: int) -> npt.NDArray[Any]:
    """Return the children of a node, as a copy."""
    return read(nodes, children_of(nodes, index))


def write(nodes: Nodes, index: int, **fields: float) -> None:
    """Write some fields of a node."""
    for name, value in fields.items():
        column(nodes, name)[index] = value


def reset(nodes: Nodes, index: int, action: int, seat: int) -> None:
    """Make a node of the first block a fresh leaf."""
    reset_node(nodes[0], index, action, seat)


def make_tree(seats: tuple[int, int], *children: Mapping[str, float]) -> Nodes:
    """Return a tree of a root and its children, whose actions are 1, 2 and so on if their fields do not say others.

    `seats` are those of the root and of the children.
    """
    nodes = new_tree(0)
    reset(nodes, ROOT, -1, seats[0])
    write(nodes, ROOT, first=1, children=len(children))
    for place, fields in enumerate(children, start=1):
        reset(nodes, place, place, seats[1])
        write(nodes, place, **fields)
    return nodes
