"""Measure the page in Chromium as somebody meets it for the first time: the static edition, built by `make site`.

    python bench/page.py                              # measure and print
    python bench/page.py --write docs/benchmarks.md   # and replace the table there

Each number comes from a browser of its own with an empty cache. The slow rows have a line of 1.6 Mbit/s with 150 ms to
each answer, kept by the server here, so that workers have it too, and a processor of a quarter of the speed
(`bench/page.mjs`). Thinking has a quarter of a core: the process of the page, with its workers, is stopped for three
quarters of the time; the browser's own throttle leaves workers alone.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import report
from turns import Job, run

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
GAMES = ("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus")
SLOW_BITS, SLOW_WAIT, SLOWER = 1.6e6, 0.150, 4  # bits a second, seconds to an answer, times slower
PIECE = 1 << 12  # bytes that go over a slow line at a time
MOST_BYTES, MOST_HOME, MOST_SLOW_HOME, MOST_SLOW_PLAY = 110_000, 1.0, 2.5, 4.0
MOST_FIRST, MOST_THINKING, MOST_BUSY = 0.3, 6.0, 0.05


class Server(ThreadingHTTPServer):
    """Serves the site compressed, over a line of so many bits a second if wanted; counts what it sends."""

    daemon_threads = True

    def __init__(self, bits: float | None = None, wait: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.bits, self.wait = bits, wait
        self.sent = 0
        self._free = time.monotonic()  # when the line is free again
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def send(self, file: object, body: bytes) -> None:
        """Write a body piece by piece, as fast as the line is, which all answers share."""
        for begin in range(0, len(body), PIECE):
            piece = body[begin : begin + PIECE]
            with self._lock:
                self.sent += len(piece)
                if self.bits is not None:
                    self._free = max(self._free, time.monotonic()) + 8 * len(piece) / self.bits
                free = self._free
            time.sleep(max(0.0, free - time.monotonic()))
            file.write(piece)  # type: ignore[attr-defined]


class Handler(BaseHTTPRequestHandler):
    """The files of the site."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """Send a file, or that there is none."""
        time.sleep(self.server.wait)
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        path = (SITE / name).resolve()
        if SITE not in path.parents or not path.is_file():
            self.send_error(404)
            return
        body = gzip.compress(path.read_bytes(), 9, mtime=0)
        kind = {".wasm": "application/wasm", ".js": "text/javascript"}.get(path.suffix)
        self.send_response(200)
        self.send_header("Content-Type", kind or mimetypes.guess_type(name)[0] or "application/octet-stream")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):  # the browser has seen enough, and was closed
            self.server.send(self.wfile, body)

    def log_message(self, *said: object) -> None:
        """Say nothing."""


@contextmanager
def served(bits: float | None = None, wait: float = 0.0) -> Iterator[Server]:
    """Serve the site while the block runs."""
    if not (SITE / "index.html").is_file():
        raise RuntimeError("there is no static edition: `make site` builds it")
    with Server(bits, wait) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def chromium() -> str:
    """Return the browser. Raises RuntimeError where there is none."""
    program = os.environ.get("FIELDSTONE_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        raise RuntimeError("there is no Chromium")
    return program


def measured(server: Server, *arguments: str, slower: int = 1) -> float | list[float]:
    """Return what `bench/page.mjs` finds."""
    what, *others = arguments
    command = ["node", str(ROOT / "bench/page.mjs"), what, server.address, *others]
    environment = {**os.environ, "FIELDSTONE_CHROMIUM": chromium(), "FIELDSTONE_SLOWER": str(slower)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-400:])
    found: float | list[float] = json.loads(done.stdout)
    return found


def visit(row: report.Row, rounds: int, *arguments: str, slow: bool = False) -> list[report.Row]:
    """Measure some visits; returns a row with the bytes that were sent until the first of them was done."""
    line = {"bits": SLOW_BITS, "wait": SLOW_WAIT} if slow else {}
    sent: list[float] = []
    for _ in range(max(1, rounds)):
        with served(**line) as server:
            row.ours.append(float(measured(server, *arguments, slower=SLOWER if slow else 1)))  # type: ignore[arg-type]
            sent.append(server.sent)
    if arguments[0] != "home" or slow:
        return []
    wanted = {"judged": "value", "wanted": MOST_BYTES, "at_most": True}
    return [report.Row("what the home page loads until it can be used", "bytes", sent, **wanted)]  # type: ignore[arg-type]


def think(row: report.Row, game: str, level: str) -> list[report.Row]:
    """Measure the moves of a game, with a quarter of a core."""
    with served() as server:
        found = measured(server, "thinking", game, level)
    assert isinstance(found, list)
    row.ours = [statistics.median(found)]
    row.note = f"{len(found)} moves, the longest {max(found):.2f} s"
    return []


def busy(task: report.Row, rounds: int, game: str) -> list[report.Row]:
    """Measure an analysis: the longest task of the page itself, and the longest that a worker does not listen."""
    wanted = {"judged": "value", "wanted": MOST_BUSY, "at_most": True}
    wait = report.Row(f"longest wait until a worker that analyses hears, {game}", "s", **wanted)  # type: ignore[arg-type]
    for _ in range(max(1, rounds)):
        with served() as server:
            found = measured(server, "busy", game)
        assert isinstance(found, list)
        task.ours.append(found[0])
        wait.ours.append(found[1])
    task.note = "what takes less than 0.05 s is not seen, and counts as 0"
    return [wait]


def jobs(rounds: int, seconds: float) -> Iterator[Job]:
    """Give the rows."""

    def row(work: str, wanted: float) -> report.Row:
        return report.Row(work, "s", judged="value", wanted=wanted, at_most=True)

    one = row("home page, cold, to its first button", MOST_HOME)
    yield one, partial(visit, one, rounds, "home")
    one = row("the same over 1.6 Mbit/s with 150 ms, processor ÷ 4", MOST_SLOW_HOME)
    yield one, partial(visit, one, rounds, "home", slow=True)
    one = row("a new game of Kaomi, cold, to its first move, over that line", MOST_SLOW_PLAY)
    yield one, partial(visit, one, rounds, "playable", "kaomi", slow=True)
    for game in GAMES:
        one = row(f"click to the answer of level 5, {game}, cold page", MOST_FIRST)
        yield one, partial(visit, one, rounds, "first-move", game, "5")
    for game in GAMES:
        one = row(f"median move of level 10, {game}, a quarter of a core", MOST_THINKING)
        yield one, partial(think, one, game, "10")
    for game in GAMES:
        one = row(f"longest task of the page while it analyses, {game}", MOST_BUSY)
        yield one, partial(busy, one, rounds, game)


if __name__ == "__main__":
    sys.exit(run("Measure the page in Chromium, on a first visit.", "page", jobs))
