"""`python -m tests.fuzz`: garbage guided by the branches that it reaches, for a given time a target."""

from __future__ import annotations

import argparse
import importlib.util
import platform
import sys
from pathlib import Path

from tests.fuzz.running import FOLDER, is_expected, run_all
from tests.fuzz.target import attempt
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Run the targets under atheris, or one of them once with a file; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=main.__doc__)
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"all, unless some are named: {', '.join(TARGETS)}"
    )
    parser.add_argument("--seconds", type=int, default=60, help="for each target (60)")
    parser.add_argument("--jobs", type=int, default=2, help="targets at the same time (2)")
    parser.add_argument("--again", nargs=2, metavar=("TARGET", "FILE"), help="give a file to a target, without atheris")
    asked = parser.parse_args()
    names = [*asked.targets, *(asked.again or [])[:1]] or list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown or asked.seconds < 1 or asked.jobs < 1:
        parser.error(f"the targets: {', '.join(TARGETS)}; --seconds and --jobs are 1 or more")
    if asked.again:
        accepted = attempt(TARGETS[names[0]], Path(asked.again[1]).read_bytes())
        print("accepted" if accepted else "refused, as it should be")
        return 0
    if importlib.util.find_spec("atheris") is None:
        return _without()
    print(f"{len(names)} targets, {asked.seconds} seconds each; Ctrl-C ends it, and nothing is lost: {FOLDER}")
    try:
        return 0 if run_all(names, asked.seconds, asked.jobs) else 1
    except KeyboardInterrupt:
        print("\nStopped. What was found so far stands above; another run goes on from there.")
        return 130


def _without() -> int:
    """Say that atheris is not there; returns 1 where it could be."""
    here = f"Python {platform.python_version()} on {sys.platform}, {platform.machine()}"
    if is_expected():
        how = "pip install --require-hashes -r requirements/fuzz.txt"
        print(f"atheris is not installed, though there is one for {here}: {how}")
        return 1
    print(f"SKIPPED: the guided part. There is no atheris for {here}; Hypothesis makes its garbage everywhere.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
