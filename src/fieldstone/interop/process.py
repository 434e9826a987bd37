"""A program in another process with which lines are exchanged."""

import contextlib
import queue
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO, Any

from fieldstone.interop.lines import read_lines

USUAL_TIMEOUT = 300.0  # seconds for an answer; a program may have to compile before its first
LONGEST_LINE = 1 << 22  # bytes
READ_AHEAD = 1000  # lines
ENDING = 2.0  # seconds for a program to end when it is told to
SHOWN = 200  # characters of what a program said


class EngineError(RuntimeError):
    """A program that does not answer as it should; the text says how, and what it wrote to its standard error."""


class EngineTimeoutError(EngineError):
    """A program that has not answered in time."""


class CommandError(ValueError):
    """A command line that starts nothing.

    Attributes
    ----------
    program : what was looked for; None where the command line cannot be read
    """

    def __init__(self, text: str, program: str | None = None) -> None:
        super().__init__(text)
        self.program = program


def read_command(command: str | Sequence[str]) -> list[str]:
    """Return the arguments of a command line, whose program is there. Raises CommandError."""
    try:
        arguments = shlex.split(command) if isinstance(command, str) else [str(one) for one in command]
    except ValueError as error:
        raise CommandError(str(error)) from None
    program = arguments[0] if arguments else ""
    if shutil.which(program) is None:
        raise CommandError(f"there is no program {program[:SHOWN]!r}", program)
    return arguments


class LineProcess:
    """A process with which lines are exchanged."""

    def __init__(self, arguments: Sequence[str], timeout: float = USUAL_TIMEOUT) -> None:
        """Prepare to start a program, which has `timeout` seconds for every answer. Raises ValueError."""
        if timeout <= 0:
            raise ValueError(f"timeout must be above 0, not {timeout}")
        self.timeout = timeout
        self._arguments = list(arguments)
        self._deadline = 0.0
        self._allowed = timeout
        self._lines: queue.Queue[bytes | None] = queue.Queue(READ_AHEAD)
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None
        self._reader: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """Whether it has been started, and neither closed nor ended by itself."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process. Raises OSError, and RuntimeError when it has been started already."""
        if self._process is not None:
            raise RuntimeError("the program has been started already")
        self._lines = queue.Queue(READ_AHEAD)
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints
            )
        except BaseException:
            self._complaints.close()
            raise
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()

    @staticmethod
    def _read(stream: Any, lines: "queue.Queue[bytes | None]") -> None:
        with contextlib.suppress(OSError, ValueError):  # closed on the way
            for line in read_lines(stream, LONGEST_LINE):
                lines.put(b"" if line is None else line)
        lines.put(None)

    def send(self, line: str, timeout: float | None = None) -> None:
        """Send a line; from now on runs the time for its answer, `timeout` seconds or the usual ones.

        Raises EngineError when the process has ended, or was never started.
        """
        if self._process is None:
            raise EngineError("the program is not running: start it, or use it in a with statement")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None
        self._allowed = self.timeout if timeout is None else timeout
        self._deadline = time.monotonic() + self._allowed

    def receive(self) -> str:
        """Return the next line. Raises EngineError when none comes in time, or the process has ended."""
        try:
            line = self._lines.get(timeout=max(0.0, self._deadline - time.monotonic()))
        except queue.Empty:
            raise EngineTimeoutError(f"no answer within {self._allowed:g} seconds{self._complaint()}") from None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line.decode("utf-8", "replace")

    def _ended(self) -> EngineError:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING)
        return EngineError(f"ended with exit status {self._process.poll()}{self._complaint()}")

    def _complaint(self) -> str:
        """Return the end of what the process wrote to its standard error."""
        assert self._complaints is not None
        size = self._complaints.seek(0, 2)
        self._complaints.seek(max(0, size - 4 * SHOWN))
        said = " ".join(self._complaints.read().decode("utf-8", "replace").split())
        return f": {said[-SHOWN:]}" if said else ""

    def close(self) -> None:
        """End the process: by the end of its input or, if it does not heed that, by force. Nothing is left of it."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        threading.Thread(target=self._drain, args=(self._lines,), daemon=True).start()  # it may be stuck in writing
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert self._reader is not None
        self._reader.join(ENDING)
        if not self._reader.is_alive():  # else a process that it has started still holds the other end
            assert process.stdout is not None
            process.stdout.close()
        assert self._complaints is not None
        self._complaints.close()

    @staticmethod
    def _drain(lines: "queue.Queue[bytes | None]") -> None:
        while lines.get() is not None:
            pass
