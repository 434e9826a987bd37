"""Records, arrays and arguments as data that a driver in another language reads."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from fieldstone.core.arrays import RULES, ArrayOf, Layout, leaves
from fieldstone.search.finding import FINDING, FOUND
from fieldstone.search.judging import JUDGED, JUDGING, LOOK, PLAN, SUMMED
from fieldstone.search.komi import TRIALS
from fieldstone.search.mcts.simulate import SCRATCH
from fieldstone.search.mcts.tree import BLOCK
from fieldstone.search.net import judge
from fieldstone.search.ranking import MOVE, SOLUTION
from fieldstone.search.reading import PLAYED, READING
from fieldstone.search.solver.proof import CONTROL, FRAME, STACK
from fieldstone.search.solver.table import ENTRY
from fieldstone.search.solver.values import SOLVING
from fieldstone.search.steps.state import RUN, STATES, WORKER
from fieldstone.targets import table
from fieldstone.targets.translate import Exported

Json = dict[str, Any]

# The records that all games share, by the names that they have outside Python.
RECORDS: dict[str, np.dtype[np.void]] = {
    "run": RUN,
    "move": MOVE,
    "solution": SOLUTION,
    "block": BLOCK,
    "scratch": SCRATCH,
    "entry": ENTRY,
    "frame": FRAME,
    "control": CONTROL,
    "solving": SOLVING,
    "trials": TRIALS,
    "found": FOUND,
    "played": PLAYED,
    "look": LOOK,
    "judged": JUDGED,
    "summed": SUMMED,
    "plan": PLAN,
}

# What a driver makes room for, by name.
LAYOUTS: dict[str, Layout] = {
    "rules": RULES,
    "states": STATES,
    "stack": STACK,
    "worker": WORKER,
    "nodes": WORKER.nodes,
    "finding": FINDING,
    "reading": READING,
    "judging": JUDGING,
    "rng": WORKER.rng,
    "actions": table.ACTIONS,
    "options": table.OPTIONS,
    "codes": table.CODES,
    "standings": table.STANDINGS,
    "masks": table.MASKS,
    "keys": table.KEYS,
    "key_rows": table.KEY_ROWS,
    "counts": table.COUNTS,
    "colours": table.COLOURS,
    "planes": table.PLANES,
    "details": table.DETAILS,
    "effects": table.EFFECTS,
    "numbers": table.NUMBERS,
    "values": table.VALUES,
    "lengths": table.LENGTHS,
    "parts": table.PARTS,
    "groups": table.GROUPS,
    "sums": table.SUMS,
    "weights": judge.WEIGHTS,
    "mind": judge.MIND,
}


def record_layout(dtype: np.dtype[np.void], shown: Collection[str] | None = None) -> Json:
    """Return the size of a record and, for each field that is shown (None: all), its type, offset and dimensions."""
    fields = {}
    assert dtype.fields is not None
    for name, (kind, offset, *_) in dtype.fields.items():
        if name in shown if shown is not None else not name.startswith("gap_"):
            fields[name] = [kind.base.name, offset, *kind.shape]
    return {"bytes": dtype.itemsize, "fields": fields}


def kind_name(kind: Any) -> str:
    """Return the name of what an array holds: that of a record, or a number's."""
    if isinstance(kind, str):
        return kind
    for name, dtype in RECORDS.items():
        if kind == dtype:
            return name
    return str(np.dtype(kind).name)


def array_layouts(layouts: Mapping[str, Layout]) -> dict[str, Json]:
    """Return how each array of the layouts is made, by its path; one that is there already is named by its first."""
    found: dict[str, Json] = {}
    for name, layout in layouts.items():
        paths: dict[ArrayOf, str] = {}
        for path, array in leaves(layout, name):
            if array in paths:
                found[path] = {"same": paths[array]}
            elif array.memory_of is not None:
                found[path] = {"memory_of": paths[array.memory_of]}
            else:
                found[path] = {"kind": kind_name(array.kind), "dims": list(array.dims)}
            paths.setdefault(array, path)
    return found


def common_layout(exported: Mapping[str, Exported]) -> Json:
    """Return what a driver has to know of all modules: records, arrays, and where the entries take their arguments."""
    return {
        "records": {name: record_layout(dtype) for name, dtype in RECORDS.items()},
        "arrays": array_layouts(LAYOUTS),
        "entries": {
            name: {
                "results": list(entry.results),
                "slots": entry.slots,
                "arguments": [[argument.path, argument.slot, argument.dims] for argument in entry.arguments],
            }
            for name, entry in exported.items()
        },
    }
