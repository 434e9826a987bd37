"""Targets under atheris, some at a time, each in a process of its own, with progress."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".fuzz"  # a folder for each target: what was tried, what was found, what was said
STATUS = re.compile(r"^#(\d+)\s.*?cov: (\d+)", re.MULTILINE)
LAST_LINES = 25
PATIENCE = 10.0  # seconds for a process to end when it is told to


def is_expected() -> bool:
    """Say whether there is an atheris for this Python and this system: the extra `fuzz` says so."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = map(Requirement, project["optional-dependencies"]["fuzz"])
    return wanted.marker is None or wanted.marker.evaluate()


def command_of(name: str, seconds: int, folder: Path) -> list[str]:
    """Return the command that runs a target."""
    return [sys.executable, "-m", "tests.fuzz.one", name, str(seconds), str(folder)]


@dataclass
class Run:
    """One target under way.

    Attributes
    ----------
    tries, branches : so far
    said : the end of what its process has written
    """

    name: str
    process: subprocess.Popen[str]
    begun: float = field(default_factory=time.monotonic)
    tries: int = 0
    branches: int = 0
    said: list[str] = field(default_factory=list)
    _reader: threading.Thread = field(init=False)

    @classmethod
    def begin(cls, name: str, seconds: int) -> Run:
        """Start a target in a process group of its own, so that Ctrl-C comes to us alone."""
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        process = subprocess.Popen(
            command_of(name, seconds, folder), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
        )  # fmt: skip
        run = cls(name, process)
        run._reader = threading.Thread(target=run._read, args=(folder / "log.txt",), daemon=True)
        run._reader.start()
        return run

    def _read(self, log: Path) -> None:
        assert self.process.stdout is not None
        with log.open("w", encoding="utf-8") as file, self.process.stdout as output:
            for line in output:
                file.write(line)
                status = STATUS.match(line)
                if status is not None:
                    self.tries, self.branches = int(status[1]), int(status[2])
                else:
                    shown = "".join(sign if sign.isprintable() else "·" for sign in line.rstrip())
                    self.said = [*self.said, shown][-LAST_LINES:]

    def stop(self) -> None:
        """End the process, gently first."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self._reader.join(PATIENCE)

    def finish(self) -> bool:
        """Say how it went; returns whether nothing was found."""
        self._reader.join(PATIENCE)
        good = self.process.returncode == 0
        what = "nothing found" if good else "SOMETHING FOUND"
        seconds = time.monotonic() - self.begun
        print(f"{self.name:14} {seconds:5.0f} s {self.tries:12,} tries {self.branches:6,} branches  {what}", flush=True)
        if not good:
            print("\n".join(f"    {line}" for line in self.said))
            kept = [line.rpartition(" ")[2] for line in self.said if "Test unit written to" in line]
            print(
                f"    Again: python -m tests.fuzz --again {self.name} {kept[-1]}" if kept else "    No file was kept."
            )
        return good


def run_all(names: Sequence[str], seconds: int, jobs: int) -> bool:
    """Run targets for so many seconds each; returns whether nothing was found. Ctrl-C raises KeyboardInterrupt."""
    waiting, good = list(names), True
    going: list[Run] = []
    show = sys.stdout.isatty()
    try:
        while waiting or going:
            while waiting and len(going) < jobs:
                going.append(Run.begin(waiting.pop(0), seconds))
            time.sleep(0.5)
            if show:
                shown = (f"{run.name} {time.monotonic() - run.begun:.0f} s {run.tries:,} tries" for run in going)
                print(f"\r\x1b[2K{', '.join(shown)}; {len(waiting)} to come", end="", flush=True)
            for run in [run for run in going if run.process.poll() is not None]:
                if show:
                    print("\r\x1b[2K", end="")
                going.remove(run)
                good &= run.finish()
    finally:
        for run in going:
            run.stop()
    return good
