"""Arrays that kernels work on, described once: Python makes them by that, and whoever else runs the kernels does too.

A *layout* is an `ArrayOf`, or a tuple of layouts; a NamedTuple of arrays has one of the same type. Dimensions are
numbers, or names of sizes that are known later ("actions"). An `ArrayOf` that stands in a layout twice is one array.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Layout = Any
Records = dict[str, np.dtype[np.void]]


@dataclass(frozen=True, eq=False)
class ArrayOf:
    """One array.

    Attributes
    ----------
    kind : a dtype, or the name of a record that each game has its own of: "rules" or "state"
    dims : its dimensions
    memory_of : an array of records whose memory this one shows, as rows of uint64; then `kind` and `dims` are left out
    """

    kind: Any = np.uint64
    dims: tuple[int | str, ...] = ()
    memory_of: "ArrayOf | None" = None


RULES = ArrayOf("rules", (1,))


def leaves(layout: Layout, path: str = "") -> Iterator[tuple[str, ArrayOf]]:
    """Yield the arrays of a layout with their paths, such as "proof.table"."""
    if isinstance(layout, ArrayOf):
        yield path, layout
        return
    names = getattr(layout, "_fields", range(len(layout)))
    for name, one in zip(names, layout, strict=True):
        yield from leaves(one, f"{path}.{name}" if path else str(name))


def dims_of(array: ArrayOf, sizes: dict[str, int]) -> tuple[int, ...]:
    """Return the dimensions of an array in numbers. Raises KeyError for a size that is not given."""
    return tuple(size if isinstance(size, int) else sizes[size] for size in array.dims)


def make_arrays(layout: Layout, records: Records, given: dict[ArrayOf, Any] | None = None, /, **sizes: int) -> Any:
    """Return new arrays of zeros in the form of a layout; `given` are those that are there already, and gets the new.

    Raises KeyError for a record or a size that the layout names and nobody has given.
    """
    made = {} if given is None else given

    def array(one: ArrayOf) -> Any:
        if one not in made:
            if one.memory_of is not None:
                shown = array(one.memory_of)
                made[one] = shown.view(np.uint64).reshape(len(shown), -1)
            else:
                kind = records[one.kind] if isinstance(one.kind, str) else one.kind
                made[one] = np.zeros(dims_of(one, sizes), dtype=kind)
        return made[one]

    def build(one: Layout) -> Any:
        if isinstance(one, ArrayOf):
            return array(one)
        parts = [build(part) for part in one]
        return type(one)._make(parts) if hasattr(one, "_make") else tuple(parts)

    return build(layout)
