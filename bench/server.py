"""How long small requests take while analyses run, and how soon an analysis ends when its viewer leaves.

``python bench/server.py`` starts a server and measures, in this order: requests while nothing else happens; while four
viewers have an analysis each, which take turns in the pool's threads; and, for comparison, while as many searches as
the pool has places run in processes of their own. Then it leaves analyses and reviews of every game at random
moments. It prints the table that docs/http.md shows.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
from websockets.sync.client import connect

from fieldstone.play.game import load
from fieldstone.server.engine.pool import NICENESS, EnginePool, JobHandle, Kind
from fieldstone.server.live.messages import Analyse, Review
from fieldstone.server.live.studies import LeftError, stream_analysis, stream_review

LINES = ("vacu(size=9)", "kaomi(size=7)", "vadus(size=9)", "iago")  # what the four viewers look at
LARGEST = (
    "vacu(size=19)",
    "convacu(size=19)",
    "kaomi(size=13)",
    "squared(size=13)",
    "iago",
    "iago-free",
    "vadus(size=13)",
)
PAUSE = 0.01  # seconds between two requests
LONG = 60.0
PLACES = os.cpu_count() or 1


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """Run a server; gives its address without the scheme."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        command = [sys.executable, "-m", "fieldstone.cli", "serve", "--no-open", "--port", "0", "--database", database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            page = next(line for line in process.stdout if "http://" in line).split()[1]
            try:
                yield page.removeprefix("http://").rstrip("/")
            finally:
                process.send_signal(signal.SIGINT)


@contextlib.contextmanager
def analyses_in_threads(place: str) -> Iterator[None]:
    """Let four viewers analyse."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(connect(f"ws://{place}/api/live")) for _ in LINES]
        for socket, line in zip(sockets, LINES, strict=True):
            message = {"type": "analyse", "id": "a", "line": line, "seconds": LONG, "moves": 20, "owners": True}
            socket.send(json.dumps(message))
            socket.recv()  # an analysis, or a place in the queue
            threading.Thread(target=collections.deque, args=(socket, 0), daemon=True).start()  # reads on and on
        yield


@contextlib.contextmanager
def analyses_in_processes(place: str) -> Iterator[None]:
    """Let as many searches as the pool has places run in processes of their own, as nice as its threads."""
    command = ["nice", "-n", str(NICENESS), sys.executable, "-m", "fieldstone.cli", "analyse"]
    running = [
        subprocess.Popen([*command, line, "--seconds", str(LONG)], stdout=subprocess.DEVNULL) for line in LINES[:PLACES]
    ]
    time.sleep(3)  # until they search
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def latencies(place: str, seconds: float) -> list[float]:
    """Return the seconds that small requests take, one after the other, sorted."""
    asked = {"line": "vacu(size=9) moves e5,c3", "move": "g4"}
    taken = []
    with httpx.Client(base_url=f"http://{place}") as client:
        client.post("/api/positions/play", json=asked)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begin = time.perf_counter()
            client.post("/api/positions/play", json=asked).raise_for_status()
            taken.append(time.perf_counter() - begin)
            time.sleep(PAUSE)
    return sorted(taken)


def study(name: str, review: bool) -> Callable[[JobHandle], None]:
    """Return a job of the pool: the analysis of an empty board, or the review of a game with one move."""
    state = load(name.partition("(")[0], **_size(name)).new_state()
    if review:
        state.play(state.legal_moves()[0])
        game = Review(type="review", id="a", line=name, seconds=5.0, by="chance")
        return lambda job: stream_review(state, game, job, lambda _: None)
    message = Analyse(type="analyse", id="a", line=name, seconds=LONG, moves=20, owners=True)
    return lambda job: stream_analysis(state, message, job, lambda _: None)


def _size(name: str) -> dict[str, int]:
    return {"size": int(name.partition("=")[2].rstrip(")"))} if "size" in name else {}


async def endings(rounds: int, review: bool) -> list[float]:
    """Return the seconds from leaving an analysis or a review until its thread is free, sorted."""
    pool, chance, taken = EnginePool(1), random.Random(1), []
    for name in LARGEST:
        for number in range(rounds + 1):
            task = asyncio.create_task(pool.run("a", study(name, review), Kind.ANALYSIS))
            await asyncio.sleep(0.3 + chance.random() if number else 3.0)
            begin = time.perf_counter()
            task.cancel()
            while pool.running:
                await asyncio.sleep(0.001)
            if number:  # the first time, the machine code is read from the disk
                taken.append(time.perf_counter() - begin)
            with contextlib.suppress(asyncio.CancelledError, LeftError):
                await task
    await pool.close()
    return sorted(taken)


def row(work: str, taken: Sequence[float]) -> str:
    """Return a line of the table, in milliseconds."""
    at = [1000 * taken[round(part * (len(taken) - 1))] for part in (0.5, 0.99, 1.0)]
    return f"| {work} | {len(taken)} | {at[0]:.1f} | {at[1]:.1f} | {at[2]:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement of requests")
    parser.add_argument("--rounds", type=int, default=10, help="analyses of each game that are left")
    asked = parser.parse_args()
    print(f"{PLACES} cores, load {os.getloadavg()[0]:.1f} at the start; milliseconds\n")
    print("| | measured | median | 99% | most |\n|---|---|---|---|---|")
    with serving() as place:
        print(row("a request, nothing else going on", latencies(place, asked.seconds)), flush=True)
        with analyses_in_threads(place):
            print(row("a request, four analyses in the pool's threads", latencies(place, asked.seconds)), flush=True)
        with analyses_in_processes(place):
            print(row(f"a request, {PLACES} searches in other processes", latencies(place, asked.seconds)), flush=True)
    print(
        row("from leaving an analysis until its thread is free", asyncio.run(endings(asked.rounds, False))),
        flush=True,
    )
    print(row("from leaving a review until its thread is free", asyncio.run(endings(asked.rounds, True))))


if __name__ == "__main__":
    main()
