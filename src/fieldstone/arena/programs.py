"""Other programs as players: engines that speak JSON lines, and GTP. Each game starts a process and ends it."""

import contextlib
import json
import queue
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from typing import IO, Any

from fieldstone.arena.errors import ArenaError
from fieldstone.core.errors import OptionError
from fieldstone.core.record import PLAYING
from fieldstone.game import Game
from fieldstone.interop.gtp_syntax import from_vertex, to_vertex
from fieldstone.interop.gtp_table import check_square
from fieldstone.interop.lines import read_lines
from fieldstone.state import State

USUAL_TIMEOUT = 300.0  # seconds for an answer; a program may have to compile before its first
LONGEST_LINE = 1 << 22  # bytes
READ_AHEAD = 1000  # lines
MOST_LINES = 1000  # of a response
ENDING = 2.0  # seconds for a program to end when it is told to
SHOWN = 200  # characters of what a program said
MOST_VISITS = 10**9  # that are believed of a move


class ProgramError(RuntimeError):
    """A program that does not answer as it should; the text says how, and what it wrote to its standard error."""


class ResignationError(Exception):
    """A program has resigned."""


class Program:
    """A process with which lines are exchanged."""

    def __init__(self, command: str, timeout: float = USUAL_TIMEOUT) -> None:
        """Prepare to start a command line, for whose every answer there are `timeout` seconds. Raises ArenaError."""
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise ArenaError("arena.no-command", command=command[:SHOWN], problem=str(error)) from None
        if not self._arguments or shutil.which(self._arguments[0]) is None:
            name = self._arguments[0] if self._arguments else ""
            raise ArenaError("arena.no-program", command=command[:SHOWN], program=name[:SHOWN])
        if timeout <= 0:
            raise ArenaError("arena.timeout", value=timeout)
        self._timeout = timeout
        self._deadline = 0.0
        self._lines: queue.Queue[bytes | None] = queue.Queue(READ_AHEAD)
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        """Start the process. Raises OSError."""
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints
        )
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, stream: Any) -> None:
        with contextlib.suppress(OSError, ValueError):  # closed on the way
            for line in read_lines(stream, LONGEST_LINE):
                self._lines.put(b"" if line is None else line)
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Send a line; from now on runs the time for its answer. Raises ProgramError when the process has ended."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None
        self._deadline = time.monotonic() + self._timeout

    def receive(self) -> str:
        """Return the next line. Raises ProgramError when none comes in time, or the process has ended."""
        try:
            line = self._lines.get(timeout=max(0.0, self._deadline - time.monotonic()))
        except queue.Empty:
            raise ProgramError(f"no answer within {self._timeout:g} seconds{self._complaint()}") from None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line.decode("utf-8", "replace")

    def _ended(self) -> ProgramError:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING)
        return ProgramError(f"ended with exit status {self._process.poll()}{self._complaint()}")

    def _complaint(self) -> str:
        """Return the end of what the process wrote to its standard error."""
        assert self._complaints is not None
        size = self._complaints.seek(0, 2)
        self._complaints.seek(max(0, size - 4 * SHOWN))
        said = " ".join(self._complaints.read().decode("utf-8", "replace").split())
        return f": {said[-SHOWN:]}" if said else ""

    def close(self) -> None:
        """End the process: by the end of its input or, if it does not heed that, by force."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        threading.Thread(target=self._drain, daemon=True).start()  # so that it is not stuck in writing
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

    def _drain(self) -> None:
        while self._lines.get() is not None:
            pass


class EnginePlayer:
    """Plays what a program answers that speaks JSON lines, as docs/engines.md describes them.

    Attributes
    ----------
    simulations_made : so far, by the `visits` of its answers; None until one has them
    """

    def __init__(self, command: str, wishes: dict[str, Any], seed: int, timeout: float = USUAL_TIMEOUT) -> None:
        """Prepare; `wishes` are fields of each query. Raises ArenaError."""
        self._program = Program(command, timeout)
        self._wishes = {"chooseMove": True, "seed": seed, **wishes}
        self._count = 0
        self.simulations_made: int | None = None
        self.start = self._program.start
        self.close = self._program.close

    def choose(self, state: State) -> str:
        """Return the move that the program answers. Raises ProgramError."""
        self._count += 1
        name = str(self._count)
        self._program.send(json.dumps({"id": name, "position": state.to_text(history=True), **self._wishes}))
        while True:
            line = self._program.receive()
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                raise ProgramError(f"no JSON object: {line[:SHOWN]}")
            if answer.get("id") not in (name, None):
                continue
            if "error" in answer:
                raise ProgramError(f"error: {str(answer['error'])[:SHOWN]}")
            if isinstance(answer.get("move"), str):
                visits = answer.get("visits")
                if type(visits) is int and 0 <= visits <= MOST_VISITS:
                    self.simulations_made = (self.simulations_made or 0) + visits
                return str(answer["move"])
            if "warning" not in answer and not answer.get("isDuringSearch"):
                raise ProgramError(f"no move: {line[:SHOWN]}")


class GtpPlayer:
    """Plays what a program answers that speaks GTP; one that knows `fieldstone-game` is asked in our words."""

    def __init__(self, command: str, game: Game, timeout: float = USUAL_TIMEOUT) -> None:
        """Prepare. Raises ArenaError when there is no such program, or the game has no square board."""
        try:
            check_square(game)
        except OptionError:
            raise ArenaError("arena.gtp-game", game=game.name) from None
        self._program = Program(command, timeout)
        self._state = game.new_state()  # what the program has seen
        self._ours = False
        self.close = self._program.close

    def start(self) -> None:
        """Start the program, and tell it the game. Raises OSError and ProgramError."""
        self._program.start()
        game = self._state.game
        self._ours = self._ask("known_command fieldstone-game") == "true"
        if self._ours:
            self._ask(f"fieldstone-game {game}")
            return
        self._ask(f"boardsize {game.board.size}")
        if "komi" in game.options:
            self._ask(f"komi {game.options['komi']}")
        self._ask("clear_board")

    def choose(self, state: State) -> str:
        """Return the program's move. Raises ProgramError and ResignationError."""
        for move in state.history[len(self._state.history) :]:
            self._ask(f"play {self._colour()} {self._say(move.text)}")
            self._state.play(move)
        said = self._ask("fieldstone-genmove" if self._ours else f"genmove {self._colour()}").lower()
        if said == "resign":
            raise ResignationError
        text = from_vertex(state.game.board, said) or said
        if text == "pass" and not self._ours and self._button_is_free():
            text = "button"
        with contextlib.suppress(ValueError):  # whoever asked finds out what is wrong with it
            self._state.play(text)
        return text

    def _say(self, text: str) -> str:
        """Return a move as the program reads it. Raises ProgramError if it has no word for it."""
        if text in self._state.game.board.index:
            return to_vertex(text)
        if self._ours or text == "pass":
            return text
        if text == "button":
            return "pass"
        raise ProgramError(f"it does not know fieldstone-game, and GTP has no word for {text}")

    def _button_is_free(self) -> bool:
        state = self._state
        return bool(state.record.setup == PLAYING) and "button" in [move.text for move in state.legal_moves()]

    def _colour(self) -> str:
        return self._state.to_move.name.lower()

    def _ask(self, command: str) -> str:
        """Send a command and return its response. Raises ProgramError when it fails."""
        self._program.send(command)
        lines = self._response()
        content = "\n".join([lines[0][1:], *lines[1:]]).strip()
        if not lines[0].startswith("="):
            raise ProgramError(f"{command}: {lines[0][:SHOWN]}")
        return content

    def _response(self) -> list[str]:
        """Return the lines of a response. Raises ProgramError."""
        lines: list[str] = []
        while len(lines) < MOST_LINES:
            line = self._program.receive()
            if line.strip():
                lines.append(line)
            elif lines:
                return lines
        raise ProgramError(f"a response of more than {MOST_LINES} lines")
