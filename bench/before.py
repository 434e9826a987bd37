"""Measure another checkout beside this one: every row of `make bench`, the two in turn, and how many times as fast.

    git worktree add --detach ../before v0.1.0
    python bench/before.py ../before                            # print a table
    python bench/before.py ../before --write docs/benchmarks.md # and replace the one there

In each round each checkout has a fresh process, which loads its `src` and `bench/ours.py` and measures what it is told
to: where memory comes to lie makes a process up to an eighth faster or slower than the next one. All run on the Python
that runs this, and each checkout compiles into an empty folder, once. Rows in which a library of others is measured
have our side only: what counts here is what has changed between the two.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from report import replace_table

ROOT = Path(__file__).resolve().parent.parent
MARK = "before"
WANTED = 0.97  # of the median ratios
BRIEF = 0.05  # seconds
TIMES = 11  # that a time is measured in a round
# What a process does: for each line of JSON, a function of `bench/ours.py` and its arguments, one number.
MEASURING = """
import json, sys
sys.path.insert(0, sys.argv[1] + "/bench")
import ours
for line in sys.stdin:
    name, args, options = json.loads(line)
    found = getattr(ours, name)(*args, **options)
    print(json.dumps(found["games_per_s"] if isinstance(found, dict) else found), flush=True)
"""


@dataclass
class Comparison:
    """One row: what is measured, by which function of `bench/ours.py`, and the ratios that came out."""

    name: str
    function: str
    args: list[Any] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    seconds: bool = False  # whether a time is measured, so that less is faster
    ratios: list[float] = field(default_factory=list)

    def note(self, ours: float, before: float) -> None:
        """Add how many times as fast this checkout was."""
        self.ratios.append(before / ours if self.seconds else ours / before)


def comparisons(seconds: float) -> list[Comparison]:
    """Return all rows, each measured for about so many seconds a turn."""
    boards: list[tuple[str, str, dict[str, Any]]] = [
        ("Vacu 9x9", "vacu", {"size": 9}), ("Convacu 9x9", "convacu", {"size": 9}), ("Kaomi 7x7", "kaomi", {"size": 7}),
        ("Squared 7x7", "squared", {"size": 7}), ("Iago", "iago", {}), ("free capture", "iago-free", {}),
        ("Vadus 9", "vadus", {"size": 9}),
    ]  # fmt: skip
    plain = {"vacu": 20_000, "iago": 5_000, "vadus": 28_000}
    rows = [Comparison(f"random playouts, {title}", "playouts", [name, seconds], how) for title, name, how in boards]
    rows.append(Comparison("random playouts, Vacu 9x9, two threads", "playouts", ["vacu", seconds, 2], {"size": 9}))
    for what, function in (
        ("play(move)", "play_plies_per_second"), ("legal_moves() and play(move)", "listed_plies_per_second"),
    ):  # fmt: skip
        rows.append(Comparison(f"from Python, Vacu 9x9: {what}", function, ["vacu", 9, seconds]))
    for mask in (True, False):
        drawn = "drawn from the mask" if mask else "drawn by the batch"
        args = ["vacu", 9, 1024, 2, seconds, mask]
        rows.append(
            Comparison(f"batch of 1,024, Vacu 9x9, two threads, actions {drawn}", "batch_steps_per_second", args)
        )
    for threads, seen in ((2, "cells"), (1, "cells"), (2, "planes")):
        name = f"vector environment, 1,024 of Vacu 9x9, {seen}, {threads} thread{'s' * (threads > 1)}"
        args = ["vacu(size=9)", 1024, threads, seconds, seen]
        rows.append(Comparison(name, "vector_env_steps_per_second", args))
    for title, name, how in boards:
        if name in plain:
            for what, simulations in (("as many simulations", plain[name]), ("of a second", None)):
                args = [name, seconds, simulations, True]
                rows.append(Comparison(f"plain UCT, {title}, searches {what}", "simulations_per_second", args, how))
    for title, name, how in boards:
        rows.append(Comparison(f"our player, {title}", "simulations_per_second", [name, seconds], how))
    how = {"size": 9, "threads": 2}
    rows.append(Comparison("our player, Vacu 9x9, two threads", "simulations_per_second", ["vacu", seconds], how))
    for title, name, _ in boards:
        for level in (3, 5):
            where = title.split()[0] if name != "iago-free" else title
            row = f"first move of level {level}, {where}, default size"
            rows.append(Comparison(row, "level_move_seconds", [name, level], seconds=True))
    return rows


class Checkout:
    """A process that measures what one checkout does."""

    def __init__(self, folder: Path, cache: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "FIELDSTONE_CACHE_DIR": cache}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURING, str(folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder,
        )  # fmt: skip

    def measure(self, row: Comparison, times: int) -> float:
        """Return a rate or a time in seconds: the median of some."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        found = []
        for _ in range(times):
            print(json.dumps([row.function, row.args, row.options]), file=self.process.stdin, flush=True)
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the process that measures {row.name} has ended: see above")
            found.append(float(json.loads(line)))
        return statistics.median(found)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def table(rows: list[Comparison], head: str) -> str:
    """Return the ratios as Markdown."""
    lines = [head, "", "| work | times as fast | range |", "|---|---|---|"]
    for row in rows:
        low, middle, high = min(row.ratios), statistics.median(row.ratios), max(row.ratios)
        missed = "" if middle >= WANTED else ", missed"
        lines.append(f"| {row.name} | {middle:.2f}{missed} | {low:.2f}–{high:.2f} |")
    return "\n".join(lines) + "\n"


def commit(folder: Path) -> str:
    """Return what is checked out in a folder."""
    done = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=folder, capture_output=True, text=True)
    return done.stdout.strip()


def measure(caches: dict[Path, str], rows: list[Comparison], brief: list[Comparison], turn: int) -> None:
    """Measure all rows once, `caches` being the two checkouts, this one first; `brief` are short measurements."""
    with ExitStack() as stack:
        both = [Checkout(folder, cache) for folder, cache in caches.items()]
        for one in both:
            stack.callback(one.close)
        for row, short in zip(rows, brief, strict=True):
            times = TIMES if row.seconds else 1
            order = both if turn % 2 == 0 else both[::-1]
            for one in order:
                one.measure(short, 1)  # what is compiled and loaded counts for nothing
            found = {one: one.measure(row, times) for one in order}
            row.note(found[both[0]], found[both[1]])


def main() -> int:
    """Measure; returns 1 if a median ratio is below what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the folder of the other checkout")
    parser.add_argument("--rounds", type=int, default=7, help="how often all is measured (7)")
    parser.add_argument("--seconds", type=float, default=0.7, help="of each measurement (0.7)")
    parser.add_argument("--only", action="append", help="rows whose names hold this; may be repeated")
    parser.add_argument("--write", type=Path, help="a document whose table is replaced")
    asked = parser.parse_args()
    wanted = asked.only or [""]
    rows, brief = (
        [row for row in comparisons(seconds) if any(one in row.name for one in wanted)]
        for seconds in (asked.seconds, BRIEF)
    )
    with ExitStack() as stack:
        caches = {
            folder: stack.enter_context(tempfile.TemporaryDirectory()) for folder in (ROOT, asked.before.resolve())
        }
        for turn in range(asked.rounds):
            measure(caches, rows, brief, turn)
            print(f"round {turn + 1} of {asked.rounds}", flush=True)
    names = f"This checkout, {commit(ROOT)}, beside {commit(asked.before)}"
    head = f"{names}: the median of {asked.rounds} rounds, and their range."
    print(table(rows, head))
    if asked.write:
        replace_table(asked.write, MARK, table(rows, head))
    return int(any(statistics.median(row.ratios) < WANTED for row in rows))


if __name__ == "__main__":
    sys.exit(main())
