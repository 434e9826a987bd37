"""The program in this process, in another one, and in a terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fieldstone.cli.app import app

COMMAND = [sys.executable, "-m", "fieldstone.cli"]
ENVIRONMENT = {"FIELDSTONE_LANGUAGE": "en", "NO_COLOR": "", "TERM": "xterm-256color", "COLUMNS": "80"}
PATIENCE = 60.0

Run = Callable[..., Result]
Start = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call the program with arguments, and lines to type."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, typed: str = "", status: int = 0) -> Result:
        result = CliRunner().invoke(app, list(arguments), input=typed)
        assert "Traceback" not in result.output
        assert result.exit_code == status, result.output
        return result

    return call


def complaint_of(result: Result) -> str:
    """Return the one line that a refusal says. That a game is compiled on its first use may have come before it."""
    said = [line for line in result.stderr.splitlines() if not line.startswith("First use: preparing ")]
    assert len(said) == 1, result.stderr
    return said[0]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Run the program as a process of its own, with bytes as its input."""

    def call(*arguments: str, typed: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [*COMMAND, *arguments],
            input=typed,
            capture_output=True,
            cwd=tmp_path,
            env=os.environ | ENVIRONMENT | environment,
            timeout=PATIENCE,
            check=False,
        )

    return call


class Terminal:
    """The program in a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.end, other = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            env=os.environ | ENVIRONMENT | environment,
            start_new_session=True,
        )
        os.close(other)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until a text appears; return what was read, that text included, without what comes after it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen:
            ready, _, _ = select.select([self.end], [], [], deadline - time.monotonic())
            assert ready, f"{text!r} did not come: {self.seen!r}"
            self.seen += os.read(self.end, 65536).decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.end, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def finish(self) -> int:
        """Read all that is left and return the exit status."""
        while True:
            try:
                data = os.read(self.end, 65536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            self.seen += data.decode("utf-8", "replace")
        return self.process.wait(PATIENCE)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Start the program in a terminal."""
    opened: list[Terminal] = []

    def call(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, **environment))
        return opened[-1]

    yield call
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        os.close(one.end)


def boards(output: str) -> list[list[str]]:
    """Return the square boards of an output: the lines between two lines of letters."""
    found: list[list[str]] = []
    lines = output.splitlines()
    frames = [number for number, line in enumerate(lines) if re.fullmatch(r" +a( [a-z])*", line)]
    for first, last in zip(frames[::2], frames[1::2], strict=True):
        found.append([line.rstrip() for line in lines[first + 1 : last]])
    return found
