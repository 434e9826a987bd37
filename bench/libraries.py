"""Measure the kernels from the native libraries, beside the same ones compiled by Numba, in one run.

    python bench/libraries.py                              # measure and print
    python bench/libraries.py --write docs/benchmarks.md   # and replace the table there

Each number comes from a process of its own, which is told by FIELDSTONE_KERNELS what to run. Both play the same games
from the same seeds, and grow the same trees. Two rows begin with an empty cache, as on a machine that has just got the
program; Numba's number there is how long its compiler takes, and is measured once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import report
from kernels import GAMES, native_playouts, native_simulations
from turns import Job, alternate, run

import fieldstone
from fieldstone.core.entries import PLAYED, UNKNOWN, advance, start_states
from fieldstone.core.library import CHOICE

LEAST = 0.9
CALLS = 200_000
LEVEL = 5
FIRST_MOVE, FIRST_ANSWER = 1.0, 5.0  # seconds at most


def calls(game: fieldstone.Game, count: int) -> float:
    """Return calls a second of a kernel that has next to nothing to do."""
    states, keys = np.zeros(1, game.adapter.dtype), np.zeros(2, dtype=np.uint64)
    start_states(game.adapter.rules, states)
    rules = game.adapter.rules
    best = 0.0
    for _ in range(3):
        begin = time.perf_counter()
        for _ in range(count):
            advance(rules, states, keys, 1, -1)
        best = max(best, count / (time.perf_counter() - begin))
    assert (advance(rules, states, keys, 1, -1), advance(rules, states, keys, 1, 0)) == (UNKNOWN, PLAYED)
    return best


WORK: dict[str, Callable[[fieldstone.Game, int], float]] = {
    "playouts": native_playouts,
    "simulations": native_simulations,
    "calls": calls,
}


def rate(kernels: str, what: str, name: str, options: dict[str, int], count: int) -> float:
    """Return how much a process of its own does in a second."""
    command = [sys.executable, __file__, "--work", what, name, json.dumps(options), str(count)]
    environment = os.environ | {CHOICE: kernels}
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def speed_jobs(rounds: int) -> Iterator[Job]:
    """Give a row for the random games, and one for the searches, of each game, and one for calls."""
    for name, options, title, playouts, simulations, *_ in GAMES:
        for what, work, unit, count in (
            ("playouts", f"random playouts, {title}", "games/s", playouts),
            ("simulations", f"our player, {title}", "simulations/s", simulations),
        ):
            row = report.Row(work, unit, peer="Numba", wanted=LEAST)
            mine, theirs = (partial(rate, kernels, what, name, options, count) for kernels in ("library", "jit"))
            yield row, partial(alternate, row, mine, theirs, rounds)
    row = report.Row("a call that does nothing", "calls/s", peer="Numba", wanted=LEAST)
    mine, theirs = (partial(rate, kernels, "calls", "kaomi", {"size": 7}, CALLS) for kernels in ("library", "jit"))
    yield row, partial(alternate, row, mine, theirs, rounds)


def first_move(kernels: str) -> float:
    """Return the seconds from the start of Python to the first move of a level, with nothing in the cache."""
    code = (
        "import fieldstone; from fieldstone.search.levels import level_player; "
        f"game = fieldstone.load('vacu'); level_player(game, {LEVEL}, 1).choose(game.new_state())"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {CHOICE: kernels, "FIELDSTONE_CACHE_DIR": folder}
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        return time.perf_counter() - begin


def post(base: str, path: str, body: object) -> dict[str, object]:
    """Send JSON to a server; return its answer."""
    head = {"Content-Type": "application/json", "Origin": base}
    with urllib.request.urlopen(urllib.request.Request(base + path, json.dumps(body).encode(), head)) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def first_check(kernels: str) -> float:
    """Return the seconds from the command to the server's answer to the first move, with nothing in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {CHOICE: kernels, "FIELDSTONE_CACHE_DIR": folder}
        command = [sys.executable, "-m", "fieldstone", "serve", "--no-open", "--port", "0"]
        command += ["--database", f"{folder}/games.sqlite"]
        begin = time.perf_counter()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            base = next(line for line in process.stdout if "http://" in line).split()[1].rstrip("/")
            try:
                seats = {"1": {"kind": "human"}, "2": {"kind": "human"}}
                game = post(base, "/api/games", {"game": "vacu", "seats": seats})
                post(base, f"/api/games/{game['id']}/moves", {"move": "c3", "ply": 0})
                return time.perf_counter() - begin
            finally:
                process.terminate()


def cold_jobs(rounds: int) -> Iterator[Job]:
    """Give a row for what a person waits for after installing."""
    for measure, work, most in (
        (first_move, f"first move of level {LEVEL}, Vacu, new process, empty cache", FIRST_MOVE),
        (first_check, "`fieldstone serve` to its answer to a first move, empty cache", FIRST_ANSWER),
    ):
        row = report.Row(work, "s", peer="Numba", judged="value", wanted=most, at_most=True)
        yield row, partial(measure_cold, row, measure, rounds)


def measure_cold(row: report.Row, measure: Callable[[str], float], rounds: int) -> list[report.Row]:
    """Measure some starts with the libraries, and one with the compiler."""
    row.ours = [measure("library") for _ in range(max(1, rounds))]
    row.theirs = [measure("jit")]
    return []


def main() -> int:
    """Run from the command line; 1 if a row could not be measured, or was missed and --strict."""
    if sys.argv[1:2] == ["--work"]:
        _, _, what, name, options, count = sys.argv
        print(WORK[what](fieldstone.load(name, **json.loads(options)), int(count)))
        return 0

    def jobs(rounds: int, seconds: float) -> Iterator[Job]:
        yield from cold_jobs(rounds)
        yield from speed_jobs(rounds)

    return run("Measure the libraries of the kernels, beside what Numba compiles.", "libraries", jobs)


if __name__ == "__main__":
    sys.exit(main())
