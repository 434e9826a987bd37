"""What the entries of a module look like to TypeScript: `interface.ts` and `layout.json` in web/src/engine."""

import hashlib
import inspect
import json
from collections.abc import Iterator, Mapping

from fieldstone.core import entries, record, telling
from fieldstone.core.arrays import ArrayOf, Layout
from fieldstone.core.record import HEADER
from fieldstone.games.tuning import HIGHEST_LEVEL, Settings
from fieldstone.search import judging, reading
from fieldstone.search.engine import POINTS_PER_LEAD
from fieldstone.search.levels import STREAM
from fieldstone.search.mcts import tree
from fieldstone.search.mcts.rooted import SPARE_SHARE
from fieldstone.search.mcts.simulate import DEEPEST
from fieldstone.search.memory import MOVE_BYTES, PAGE_MEGABYTES, SOLVER_SHARE
from fieldstone.search.ranking import LONGEST_LINE
from fieldstone.search.steps import state as steps
from fieldstone.targets.layout import LAYOUTS, RECORDS, common_layout
from fieldstone.targets.table import ENTRIES, Scalar
from fieldstone.targets.translate import Exported

HEAD = """/**
 * What the modules of the games export: made by `make kernels` from the table in fieldstone/targets/table.py.
 * Not to be edited.
 */
import type { ArrayRef } from "./memory";
"""

# Numbers that a driver compares with, by the modules that they stand in.
CONSTANTS = {
    "ofAPoint": (telling, ("OWNER", "GROUP", "PART")),
    "answers": (entries, ("PLAYED", "GAME_OVER", "UNKNOWN", "ILLEGAL", "REPEATED")),
    "setups": (record, ("PLAYING", "NAMING_KOMI", "CHOOSING_SIDE")),
    "endings": (record, ("ONGOING", "REPETITION", "PLAYOUT_CAP")),
    "kinds": (steps, ("THINK", "CHOOSE", "ANALYSE")),
    "statuses": (steps, ("GOES_ON", "GROW", "START", "GATHER", "PROBE", "DONE")),
    "phases": (
        steps,
        (
            *("BEGIN", "NAME", "PREPARE", "LOOK", "LOOKED", "RESULT", "MARGIN", "MOVES", "SEARCH", "POINTS", "LARGER"),
            *("LARGER_MARGIN", "LARGER_MOVES", "DECIDE", "REPLY", "PROVEN", "END"),
        ),
    ),
    "verdicts": (judging, ("NO_VERDICT", "SLIP", "MISTAKE", "BLUNDER")),
    "judgedBy": (judging, ("BY_CHANCE", "BY_POINTS")),
    "parts": (telling, ("JOINS", "ENDS")),
    "proofs": (tree, ("UNPROVEN", "WON", "LOST", "DRAWN")),
}
NUMBERS = {
    "DEEPEST": DEEPEST,
    "LONGEST_LINE": LONGEST_LINE,
    "PROBES": steps.PROBES,
    "FEWEST_TO_PROBE": steps.FEWEST_TO_PROBE,
    "SOLVER_SHARE": SOLVER_SHARE,
    "SPARE_SHARE": SPARE_SHARE,
    "PAGE_MEGABYTES": PAGE_MEGABYTES,
    "MOVE_BYTES": MOVE_BYTES,
    "POINTS_PER_LEAD": POINTS_PER_LEAD,
    "BATCHES": steps.BATCHES,
    "LOT_STREAM": STREAM,
    "HIGHEST_LEVEL": HIGHEST_LEVEL,
    "READ_GAMES": reading.GAMES,
    "READ_FEWER": reading.FEWER,
    "READ_SECONDS": reading.OWNER_SECONDS,
    "SOME_LINES": reading.SOME_LINES,
    "SLOTS": judging.SLOTS,
    "DEEPER": judging.DEEPER,
    "AGAIN": judging.AGAIN,
    "MOST_ROUNDS": judging.MOST_ROUNDS,
    "LISTED": judging.LISTED,
    "BLUNDER": judging.WHOLE,
    "MISTAKE": judging.PARTS[1] * judging.WHOLE,
    "SLIP": judging.PARTS[0] * judging.WHOLE,
    "AS_GOOD": judging.AS_GOOD,
    "LEAST_POINTS": judging.LEAST_POINTS,
    "STANDARD_ERRORS": judging.STANDARD_ERRORS,
    "SETTLED": judging.SETTLED,
    "STILL_SETTLED": judging.STILL_SETTLED,
    "SURE": judging.SURE,
    "FAIR": judging.FAIR,
    "AT_REST": judging.AT_REST,
}


def interface_text(exported: Mapping[str, Exported]) -> str:
    """Return one of two files: layouts, records, entries and constants as types and values."""
    parts = [HEAD, _layouts(), _records(), _settings(), _entries(exported), *_constants()]
    return "\n".join([*parts, f'export const INTERFACE = "{interface_hash(exported)}";\n'])


def layout_text(exported: Mapping[str, Exported]) -> str:
    """Return the other file: where everything lies in memory, as JSON."""
    return json.dumps(common_layout(exported), separators=(",", ":")) + "\n"


def interface_hash(exported: Mapping[str, Exported]) -> str:
    """Return 16 hex digits that a module and the page must agree on."""
    text = "\n".join([_entries(exported), *_constants(), layout_text(exported)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _type(layout: Layout, indent: str = "    ") -> str:
    """Return the type of an argument, or of what a driver makes room for."""
    if isinstance(layout, ArrayOf):
        return "ArrayRef"
    if isinstance(layout, Settings):
        return "Settings"
    if isinstance(layout, Scalar):
        return layout.called
    if isinstance(layout, float):
        return "number"
    rows = "".join(
        f"{indent}    {name}: {_type(part, indent + '    ')};\n"
        for name, part in zip(layout._fields, layout, strict=True)
    )
    return f"{{\n{rows}{indent}}}"


def _layouts() -> str:
    rows = "".join(f"    {name}: {_type(layout)};\n" for name, layout in LAYOUTS.items())
    return f"/** What `allocate` makes room for. */\nexport interface Layouts {{\n{rows}}}\n"


def _records() -> str:
    rows = [f"    state: {_names(name for name, *_ in HEADER)};\n"]
    rows += [f"    {name}: {_names(dtype.names or ())};\n" for name, dtype in RECORDS.items()]
    return (
        "/** Fields of the records that all games share; of a state those that it begins with. */\n"
        f"export interface Records {{\n{''.join(rows)}}}\n"
    )


def _names(names: Iterator[str] | tuple[str, ...]) -> str:
    lines = "".join(f'\n        | "{name}"' for name in names if not name.startswith("gap_"))
    return lines or "never"


def _settings() -> str:
    names = ", ".join(f'"{name}"' for name in Settings().values())
    return (
        "/** How a search weighs what it knows: one number for each of `SETTINGS`. */\n"
        f"export type Settings = readonly number[];\nexport const SETTINGS = [{names}] as const;\n"
    )


def _entries(exported: Mapping[str, Exported]) -> str:
    rows = []
    for name, entry in ENTRIES.items():
        names = inspect.signature(entry.kernel.py_func).parameters  # type: ignore[attr-defined]
        given = ", ".join(
            f"{parameter}: {_argument(layout)}" for parameter, layout in zip(names, entry.arguments, strict=True)
        )
        doc = (inspect.getdoc(entry.kernel) or "").partition("\n")[0]
        results = exported[name].results
        told = "void" if not results else results[0] if len(results) == 1 else f"[{', '.join(results)}]"
        lacking = "?" if entry.needs is not None else ""
        rows.append(f"    /** {doc} */\n    {name}{lacking}({given}): {told};\n")
    return f"export interface Entries {{\n{''.join(rows)}}}\n"


def _argument(layout: Layout) -> str:
    """Return the type of an argument; what has a name among the layouts goes by it."""
    for name, known in LAYOUTS.items():
        if known is layout and not isinstance(layout, ArrayOf):
            return f'Layouts["{name}"]'
    for name in ("space", "table"):
        if layout is getattr(LAYOUTS["worker"], name):
            return f'Layouts["worker"]["{name}"]'
    return _type(layout)


def _constants() -> Iterator[str]:
    for name, (module, names) in CONSTANTS.items():
        rows = "".join(f"    {one}: {getattr(module, one)},\n" for one in names)
        yield f"export const {name} = {{\n{rows}}} as const;\n"
    rows = "".join(f"    {name}: {number},\n" for name, number in NUMBERS.items())
    yield f"export const numbers = {{\n{rows}}} as const;\n"
