"""Turns of ours and theirs, and the command line that the scripts share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import report

Measure = Callable[[], float]
Job = tuple[report.Row, Callable[[], list[report.Row]]]  # a row, and what fills it and adds to it


def alternate(row: report.Row, mine: Measure, theirs: Measure, rounds: int) -> list[report.Row]:
    """Measure two things in turn, after a first turn that is thrown away.

    Parameters
    ----------
    row : report.Row
        Gets the numbers of each round.
    mine, theirs : callable
        What gives a rate when called.
    rounds : int
        How many turns count.

    Returns
    -------
    list of report.Row
        Nothing to add to the row.
    """
    mine(), theirs()
    for _ in range(rounds):
        row.ours.append(mine())
        row.theirs.append(theirs())
    return []


def repeat(row: report.Row, measure: Measure, times: int) -> list[report.Row]:
    """Measure something `times` times after once for nothing; with 0 times that once counts."""
    first = measure()
    row.ours = [measure() for _ in range(times)] or [first]
    return []


def measure_all(jobs: Iterable[Job], only: str) -> list[report.Row]:
    """Measure every row whose name matches `only`; a row that fails keeps its place."""
    rows: list[report.Row] = []
    for row, measure in jobs:
        if not re.search(only, row.work):
            continue
        print(f"measuring {row.work} …", file=sys.stderr, flush=True)
        rows.append(row)
        try:
            rows += measure()
        except Exception as error:  # any failure of what is measured belongs in the table
            said = re.sub(r"(?:/[\w.+-]+)+/", "…/", str(error))
            row.error = f"{type(error).__name__}: {said}"
    return rows


def run(description: str, section: str, jobs: Callable[[int, float], Iterable[Job]]) -> int:
    """Measure and report as the command line asks.

    Parameters
    ----------
    description : str
        What the script does.
    section : str
        The marks in a Markdown file between which its table belongs.
    jobs : callable
        Gives the rows and what fills them, from the number of turns and the seconds of a measurement.

    Returns
    -------
    int
        1 if a row could not be measured, or was missed and --strict.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=5, help="turns of ours and theirs")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement in a turn")
    parser.add_argument("--only", default="", help="a regular expression on the rows to measure")
    parser.add_argument("--strict", action="store_true", help="fail if a row is missed")
    parser.add_argument("--write", type=Path, help="a Markdown file whose table is replaced")
    parser.add_argument("--results", type=Path, default=Path(__file__).parent / "results")
    options = parser.parse_args()
    if options.write and options.only:
        parser.error("--write wants the whole table, not the rows of --only")

    around = report.surroundings()
    rows = measure_all(jobs(options.rounds, options.seconds), options.only)
    if not rows:
        print("no row has such a name")
        return 0
    report.print_table(rows, around)
    report.append_json(rows, around, options.results)
    if options.write:
        report.replace_table(options.write, section, report.markdown(rows, around))
    verdicts = [row.verdict for row in rows]
    print(", ".join(f"{verdicts.count(v)} {v}" for v in dict.fromkeys(verdicts)))
    failed = "not measured" in verdicts or (options.strict and "missed" in verdicts)
    return int(failed)
