"""The rows of a run: a table for people, lines of JSON for machines, Markdown for the docs."""

from __future__ import annotations

import dataclasses
import datetime
import json
import os
import platform
import re
import statistics
from importlib import metadata
from pathlib import Path
from typing import Any

_PACKAGES = ("fieldstone", "numba", "numpy", "gymnasium", "open_spiel", "pettingzoo")


@dataclasses.dataclass
class Row:
    """One measured piece of work.

    Attributes
    ----------
    work : str
        What was measured.
    unit : str
        The unit of `ours` and `theirs`, such as ``games/s``.
    ours, theirs : list of float
        One number for each round. `theirs` is what `ours` is divided by, and empty where a row
        has nothing beside it.
    peer : str
        What `theirs` belongs to.
    judged : str
        ``ratio`` of ours to theirs or ``value`` of ours is held against `wanted`.
    wanted : float, optional
        The threshold; without one a row is told and not judged.
    at_most : bool
        Whether less is better.
    note : str
        What else to say, such as plies per second.
    error : str
        Why there is no number.
    """

    work: str
    unit: str
    ours: list[float] = dataclasses.field(default_factory=list)
    theirs: list[float] = dataclasses.field(default_factory=list)
    peer: str = ""
    judged: str = "ratio"
    wanted: float | None = None
    at_most: bool = False
    note: str = ""
    error: str = ""

    @property
    def ratios(self) -> list[float]:
        """Ours to theirs, round by round."""
        return [a / b for a, b in zip(self.ours, self.theirs, strict=False)]

    @property
    def verdict(self) -> str:
        """``met``, ``missed``, ``not measured``, or ``no threshold``."""
        numbers = self.ratios if self.judged == "ratio" else self.ours
        if self.error or not numbers:
            return "not measured"
        if self.wanted is None:
            return "no threshold"
        value = statistics.median(numbers)
        good = value <= self.wanted if self.at_most else value >= self.wanted
        return "met" if good else "missed"

    def cells(self) -> list[str]:
        """Give the row as text: work, measured, beside it, ratio, wanted, verdict."""
        suffix = " ×" if self.judged == "ratio" else f" {self.unit}"
        sign = "≤" if self.at_most else "≥"
        return [
            self.work,
            self.error or _with_note(_spread(self.ours, f" {self.unit}"), self.note),
            _with_note(_spread(self.theirs, f" {self.unit}"), self.peer),
            _spread(self.ratios, " ×"),
            "" if self.wanted is None else f"{sign} {number(self.wanted)}{suffix}",
            f"**{self.verdict}**" if self.verdict == "missed" else self.verdict,
        ]


HEADINGS = ("Work", "Measured", "Beside it", "Ratio", "Wanted", "Result")


def number(value: float) -> str:
    """Write a number with about three significant digits and commas between thousands."""
    if value >= 1e7:
        return f"{value / 1e6:.1f} M"
    if value >= 1000:
        places = len(str(int(value))) - 3
        return f"{round(value, -places):,.0f}"
    return f"{value:.3g}"


def _spread(values: list[float], suffix: str) -> str:
    """Write the median, and the range where there are several."""
    if not values:
        return ""
    text = number(statistics.median(values)) + suffix
    if len(values) > 1:
        text += f" ({number(min(values))} to {number(max(values))})"
    return text


def _with_note(text: str, note: str) -> str:
    return "; ".join(part for part in (text, note) if part)


def surroundings() -> dict[str, Any]:
    """Say on what a run was made: date, processor, memory, versions, and how busy it was.

    Returns
    -------
    dict
        Names to text and numbers. No names of machines or people, and no paths.
    """
    versions = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = "not installed"
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 2),
        "versions": versions,
    }


def _processor() -> str:
    """Read the model of the processor, with its features where the name says nothing of them."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown"
    facts = {name.strip(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    model = facts.get("model name", "unknown")
    if "family" not in model and "cpu family" in facts:
        model += f", family {facts['cpu family']} model {facts.get('model', '?')}"
    clock = nominal_hertz()
    return f"{model}, {clock / 1e6:.0f} MHz" if clock else model


def nominal_hertz() -> float | None:
    """Read the clock of the first core as the system states it now.

    Returns
    -------
    float or None
        Cycles per second; None where the system does not say.
    """
    try:
        found = re.search(r"cpu MHz\s*:\s*([\d.]+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        return None
    return float(found[1]) * 1e6 if found else None


def print_table(rows: list[Row], around: dict[str, Any]) -> None:
    """Print the rows for people, by Rich where it is installed and a terminal shows them."""
    print(sentence(around))
    try:
        from rich.console import Console
        from rich.markup import escape
        from rich.table import Table
    except ImportError:
        print(markdown(rows, around))
        return
    colours = {"met": "green", "missed": "bold red", "not measured": "bold yellow"}
    table = Table(*HEADINGS)
    for row in rows:
        cells = [escape(cell.strip("*")) for cell in row.cells()]
        colour = colours.get(row.verdict)
        cells[-1] = f"[{colour}]{cells[-1]}[/]" if colour else cells[-1]
        table.add_row(*cells)
    console = Console()
    if not console.is_terminal:
        console.width = 200
    console.print(table)


def sentence(around: dict[str, Any]) -> str:
    """Say in one sentence on what a run was made."""
    versions = ", ".join(f"{name} {version}" for name, version in around["versions"].items())
    return (
        f"Measured on {around['date'][:10]}: {around['processor']}, {around['cores']} cores, "
        f"{around['system']}, load {around['load']} at the start; {versions}."
    )


def markdown(rows: list[Row], around: dict[str, Any]) -> str:
    """Write the rows as a Markdown table under a sentence on what the run was made."""
    lines = [sentence(around), "", _line(HEADINGS), _line(["---"] * len(HEADINGS))]
    lines += [_line([cell.replace("|", "\\|") for cell in row.cells()]) for row in rows]
    return "\n".join(lines)


def _line(cells: Any) -> str:
    return "| " + " | ".join(cells) + " |"


def append_json(rows: list[Row], around: dict[str, Any], folder: Path) -> Path:
    """Append one line of JSON for each row to the file of the day.

    Parameters
    ----------
    rows : list of Row
        The rows of a run.
    around : dict
        What `surroundings` said.
    folder : Path
        Where the files of the days lie; made if missing.

    Returns
    -------
    Path
        The file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{around['date'][:10]}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        for row in rows:
            facts = dataclasses.asdict(row) | {"ratios": row.ratios, "verdict": row.verdict}
            file.write(json.dumps(around | facts, ensure_ascii=False) + "\n")
    return path


def replace_table(path: Path, section: str, table: str) -> None:
    """Put a table between the two marks of a section of a Markdown file and leave the rest as it is.

    Parameters
    ----------
    path : Path
        The file, changed in place.
    section : str
        The name in the marks ``<!-- name: start -->`` and ``<!-- name: end -->``.
    table : str
        What goes between the marks.

    Raises
    ------
    ValueError
        If the file does not have each mark once, the start before the end.
    """
    start_mark, end_mark = f"<!-- {section}: start -->", f"<!-- {section}: end -->"
    text = path.read_text(encoding="utf-8")
    before, start, rest = text.partition(start_mark)
    _, end, after = rest.partition(end_mark)
    if not (start and end) or start_mark in rest or end_mark in after:
        raise ValueError(f"{path} needs {start_mark} and {end_mark}, once each and in this order")
    path.write_text(f"{before}{start}\n\n{table}\n\n{end}{after}", encoding="utf-8")
