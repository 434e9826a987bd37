"""Run what takes hours, by hand, and write down what came of it: `make soak`.

    python bench/soak.py                  # every step, an hour of guided fuzzing for each reader and protocol
    python bench/soak.py --only garbage   # the steps whose names hold a word

Each step that has ended, well or not, is a line of bench/results/soak.jsonl, which belongs into the commit: what was
run, on which commit and machine, for how long, and what it said last. A step that is stopped by Ctrl-C leaves none.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import report

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "soak.jsonl"
PLAYER = "tests/player_of_0_1"
KERNELS = "tests/targets"
READERS = ("tests/fuzz", "tests/records/test_fuzz.py", "tests/interop/test_fuzz.py", "tests/api/test_garbage.py")


@dataclass(frozen=True)
class Step:
    """One command, the arguments of Python, with what is set around it."""

    name: str
    arguments: tuple[str, ...]
    around: dict[str, str] = field(default_factory=dict)

    def command(self) -> str:
        """What a person types to run this step alone."""
        return " ".join(
            [*(f"{name}={value}" for name, value in self.around.items()), shlex.join(["python", *self.arguments])]
        )


def steps(asked: argparse.Namespace) -> list[Step]:
    """Return all steps, the longest last."""
    jobs = str(asked.jobs)
    return [
        Step("the player of 0.1", ("-m", "pytest", "-n", jobs, "-m", "soak", PLAYER), {"FIELDSTONE_SOAK": "1"}),
        Step(
            "tests that take hours",
            ("-m", "pytest", "-n", jobs, "-m", "soak", f"--ignore={PLAYER}", f"--ignore={KERNELS}"),
            {"FIELDSTONE_SOAK": "1"},
        ),
        Step("the kernels in Node", ("-m", "pytest", "-n", jobs, "-m", "soak", KERNELS), {"FIELDSTONE_SOAK": "1"}),
        Step(
            "the kernels in Chromium", ("web/journeys/run.py", "kernels.spec"), {"FIELDSTONE_PLIES": f"{asked.plies}"}
        ),
        Step("all of what is sampled", ("-m", "pytest", "-n", jobs, "-m", "sample"), {"FIELDSTONE_SOAK": "1"}),
        Step(
            "processes killed in turn, listeners cut",
            ("bench/kills.py", "--postgres", "--servers", "4", "--kills", f"{asked.kills}"),
        ),
        Step("all journeys", ("web/journeys/run.py",)),
        Step("all journeys through the static edition", ("web/journeys/run.py", "--static")),
        Step("kill -9 while people play", ("bench/kills.py", "--kills", f"{asked.kills}")),
        Step("an hour of people", ("bench/crowd.py", "--minutes", f"{asked.minutes}")),
        Step("garbage by Hypothesis", ("-m", "pytest", "-n", jobs, *READERS), {"FIELDSTONE_FUZZ": str(asked.examples)}),
        Step("garbage, guided", ("-m", "tests.fuzz", "--seconds", str(asked.seconds), "--jobs", jobs)),
    ]


def commit() -> str:
    """Return what is checked out, with a plus where it has been edited since."""
    said = [["git", "rev-parse", "--short=12", "HEAD"], ["git", "status", "--porcelain", "--untracked-files=no"]]
    head, edits = (subprocess.run(one, cwd=ROOT, capture_output=True, text=True, check=True).stdout for one in said)
    return head.strip() + ("+" if edits else "")


def run(step: Step) -> dict[str, Any]:
    """Run a step, showing what it says; return its line."""
    print(f"== {step.name}\n$ {step.command()}", flush=True)
    around, begun, last = report.surroundings(), time.monotonic(), ""
    command = [sys.executable, *step.arguments]
    environment = {**os.environ, **step.around, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                print(line, end="", flush=True)
                last = line.strip(" =\n") or last
        except BaseException:
            process.terminate()  # who stops this program by its number reaches it alone
            raise
    seconds = round(time.monotonic() - begun)
    outcome = "passed" if process.returncode == 0 else f"failed ({process.returncode})"
    return {
        **around, "commit": commit(), "step": step.name, "command": step.command(), "seconds": seconds,
        "outcome": outcome, "said": last[:200],
    }  # fmt: skip


def main() -> int:
    """Read the command line, run the steps, and write their lines; returns the exit status."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--only", default="", help="a word in the names of the steps to run")
    reader.add_argument("--jobs", type=int, default=2, help="processes at the same time (2)")
    reader.add_argument("--examples", type=int, default=100_000, help="of Hypothesis, of what usually has 200")
    reader.add_argument("--seconds", type=int, default=3600, help="of guided fuzzing, for each target (3600)")
    reader.add_argument("--plies", type=int, default=200_000, help="of each game, by the kernels in Chromium (200,000)")
    reader.add_argument("--kills", type=int, default=200, help="of the server while people play (200)")
    reader.add_argument("--minutes", type=int, default=60, help="of people who play and lose their lines (60)")
    asked = reader.parse_args()
    chosen = [step for step in steps(asked) if asked.only in step.name]
    if not chosen:
        reader.error(f"no step is called “{asked.only}”: {', '.join(step.name for step in steps(asked))}")
    bad = 0
    for step in chosen:
        line = run(step)
        bad += line["outcome"] != "passed"
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        print(f"== {step.name}: {line['outcome']} after {line['seconds']} s. Written to {RESULTS.relative_to(ROOT)}")
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nStopped. The steps that had ended are written down.")
        sys.exit(130)
