"""Measure how long somebody waits for the page: in a fresh clone, and where the wheel is installed.

    python bench/fresh.py                              # measure and print; needs a network
    python bench/fresh.py --write docs/benchmarks.md   # and replace the table there

What is committed is cloned into a temporary folder and `make play` run there, with empty caches of pip, of npm and of
its own, and without a browser. Then the wheel is built there and installed into a new environment, without Numba, and
`fieldstone serve` is started as often as there are rounds. Each time ends when the page answers.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import report
from turns import Job, run

ROOT = Path(__file__).resolve().parent.parent
PYTHON = f"{sys.base_prefix}/bin/python{sys.version_info[0]}.{sys.version_info[1]}"  # not that of this environment
MOST_PLAY, MOST_SERVE = 45.0, 5.0
OURS = ("FIELDSTONE_", "PYTHON", "NUMBA_", "MAKE")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/?")


def around(place: Path) -> dict[str, str]:
    """Return an environment with caches, data and a browser of its own; mirrors and the like stay as they are."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS) and name != "VIRTUAL_ENV"}
    folders = ("PIP_CACHE_DIR", "npm_config_cache", "XDG_CACHE_HOME", "FIELDSTONE_CACHE_DIR")
    settings = {name: str(place / "caches" / name) for name in folders}
    settings["FIELDSTONE_DATABASE"] = str(place / "games.sqlite")
    return kept | settings | {"BROWSER": "true", "FIELDSTONE_LANGUAGE": "en"}


def until_the_page(command: list[str], folder: Path, environment: dict[str, str]) -> float:
    """Return the seconds from a command to the page that its server answers with; the server is ended."""
    begin, said = time.perf_counter(), ""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                said += line
                found = ADDRESS.search(line)
                if found:
                    with urllib.request.urlopen(found.group()) as answer:
                        assert b'id="page"' in answer.read()
                    return time.perf_counter() - begin
        finally:
            os.killpg(process.pid, signal.SIGTERM)
    raise RuntimeError(f"{' '.join(command)} has ended: {said[-500:]}")


def call(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a command that is not measured. Raises RuntimeError with what it says."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {(done.stdout + done.stderr)[-500:]}")


@cache
def place() -> Path:
    """Return the temporary folder with the clone; it goes when the program ends."""
    folder = Path(KEPT.name)
    call(["git", "clone", "--quiet", str(ROOT), "clone"], folder, dict(os.environ))
    return folder


KEPT = tempfile.TemporaryDirectory(prefix="fieldstone-fresh-")


def play() -> float:
    """Return the seconds of `make play` in the clone."""
    return until_the_page(["make", "play", f"PYTHON={PYTHON}"], place() / "clone", around(place()))


@cache
def installed() -> Path:
    """Return the command of the wheel, which is built in the clone where the page is, in an environment of its own."""
    clone, environment = place() / "clone", around(place())
    python, new = str(clone / ".venv" / "bin" / "python"), place() / "installed"
    wheel = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(place())]
    call([*wheel, "--config-settings=--build-option=--plat-name=manylinux2014_x86_64", "."], clone, environment)
    call([PYTHON, "-m", "venv", str(new)], place(), environment)
    files = [str(path) for path in place().glob("*.whl")]
    pip = [str(new / "bin" / "python"), "-m", "pip", "install", "--quiet", "-c", str(clone / "constraints.txt")]
    call([*pip, *files], place(), environment)
    if list(new.glob("lib/*/site-packages/numba")):
        raise RuntimeError("the wheel asks for Numba")
    return new / "bin" / "fieldstone"


def serve() -> float:
    """Return the seconds of the installed `fieldstone serve`; nothing has been kept by an earlier one."""
    with tempfile.TemporaryDirectory() as folder:
        return until_the_page([str(installed()), "serve", "--port", "0"], place(), around(Path(folder)))


def fill(row: report.Row, rounds: int) -> list[report.Row]:
    """Measure the start of the installed server so many times."""
    installed()
    row.ours = [serve() for _ in range(max(1, rounds))]
    return []


def fill_once(row: report.Row) -> list[report.Row]:
    """Measure the fresh clone, which is fresh once."""
    row.ours = [play()]
    return []


def jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give both rows, in this order: the wheel has the page in it that the first one builds."""
    row = report.Row("`make play` in a fresh clone, empty caches", "s", judged="value", wanted=MOST_PLAY, at_most=True)
    yield row, partial(fill_once, row)
    work = "`fieldstone serve` of an installed wheel, without Numba"
    row = report.Row(work, "s", judged="value", wanted=MOST_SERVE, at_most=True)
    yield row, partial(fill, row, rounds)


if __name__ == "__main__":
    with KEPT:
        status = run("Measure how long it takes until there is a page.", "fresh", jobs)
    sys.exit(status)
