"""boardgame.io beside our server, where a folder has it: the same number of players, moves at the same rate."""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

import people

SCRIPT = Path(__file__).with_suffix(".mjs")
MOST_SECONDS = 90.0  # for its players: it drops moves without a word, and then they wait for ever


def played(folder: Path, games: int, length: int, rate: float) -> dict[str, float] | str:
    """Return what moves cost boardgame.io that writes files, as `online.played` does; or why it cannot be measured."""
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        return "not there"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="fieldstone-boardgame-") as data:
        server = _node("serve", folder, port, data)
        try:
            if not _until(server, "ready"):
                return "its server does not begin"
            players = _node("play", folder, port, str(games), str(length), str(rate))
            patience = threading.Timer(MOST_SECONDS, players.kill)
            patience.start()
            try:
                return _measured(server, players, games * length)
            finally:
                patience.cancel()
                players.kill()
                players.wait()
        finally:
            server.kill()
            server.wait()


def _measured(server: subprocess.Popen[str], players: subprocess.Popen[str], moves: int) -> dict[str, float] | str:
    if not _until(players, "begin"):
        return f"its players have not begun after {MOST_SECONDS:.0f} s"
    assert players.stdout is not None
    used = people.processor_seconds(server.pid)
    said = players.stdout.readline()
    used = people.processor_seconds(server.pid) - used
    if not said:
        return f"its players have not ended after {MOST_SECONDS:.0f} s"
    found = json.loads(said)
    delays = sorted(found["delays"])
    return {
        "processor": 1000 * used / moves,
        "bytes": found["bytes"],
        "median": delays[len(delays) // 2],
        "p99": delays[int(0.99 * len(delays))],
        "rate": moves / found["seconds"],
        "megabytes": people.megabytes(server.pid),
    }


def _node(what: str, folder: Path, port: str, *more: str) -> subprocess.Popen[str]:
    command = ["node", str(SCRIPT), what, str(folder), port, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def _until(process: subprocess.Popen[str], word: str) -> bool:
    """Wait until a process says a word; returns whether it does before it ends."""
    assert process.stdout is not None
    return any(line.strip() == word for line in process.stdout)
