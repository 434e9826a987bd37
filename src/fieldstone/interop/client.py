"""Engines in other processes, asked from Python: for a move, or for an analysis.

>>> from fieldstone.interop.client import LinesEngine
>>> with LinesEngine() as engine:
...     print(engine.choose(state, level=3).move)
...     print(engine.analyse(state, visits=500).moves[0].move)

`LinesEngine` speaks JSON lines, as ``fieldstone engine`` does, and knows all games; `GtpEngine` speaks GTP, as programs
for Go boards do. Both wait for each answer, and no longer than their timeout.
"""

import contextlib
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from fieldstone.core.errors import InvalidMoveError
from fieldstone.core.record import PLAYING
from fieldstone.interop.gtp_board import check_square
from fieldstone.interop.gtp_syntax import from_vertex, to_vertex
from fieldstone.interop.process import SHOWN, USUAL_TIMEOUT, EngineError, EngineTimeoutError, LineProcess, read_command
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State

OWN_COMMAND = (sys.executable, "-m", "fieldstone.cli")
MOST_LINES = 1000  # of a response
MOST_VISITS = 10**9  # that are believed of an answer
LINES_A_SECOND = 10  # of an analysis over GTP


class ResignationError(Exception):
    """A program has resigned."""


@dataclass(frozen=True)
class EngineMove:
    """A move that an engine has chosen.

    Attributes
    ----------
    move : the move; the engine has not been held to the rules of the position
    chance : of winning, as the player to move sees it, 0 to 1; None where the engine does not say
    visits : simulations behind it; None where the engine does not say
    """

    move: Move
    chance: float | None = None
    visits: int | None = None


@dataclass(frozen=True)
class EngineLine:
    """What an engine says of one move; None where it says nothing.

    Attributes
    ----------
    move : the move
    visits : simulations that went through it
    chance : of winning after it, as the player to move sees it, 0 to 1
    margin : points by which the player to move is expected to be ahead
    line : the move and those expected after it
    """

    move: Move
    visits: int | None
    chance: float | None
    margin: float | None
    line: tuple[Move, ...]


@dataclass(frozen=True)
class EngineAnalysis:
    """What an engine says of a position; None where it says nothing.

    Attributes
    ----------
    chance, margin : as in `EngineLine`, of the best move
    error : how far the truth may be from `chance`; of a Fieldstone engine nine of ten lie within
    visits : simulations made
    moves : best first
    owners : for each point, in the order of ``game.board.names``, whose it is expected to be at the end, from -1
        (White's) to 1 (Black's)
    data : the answer as it came
    """

    chance: float | None
    margin: float | None
    error: float | None
    visits: int | None
    moves: tuple[EngineLine, ...]
    owners: tuple[float, ...] | None
    data: Mapping[str, Any] = field(repr=False)


class _Engine:
    """A program that is started, asked and ended; to be used in a with statement, or with `start` and `close`."""

    def __init__(self, command: str | Sequence[str], timeout: float) -> None:
        self._process = LineProcess(read_command(command), timeout)

    @property
    def running(self) -> bool:
        """Whether the program runs."""
        return self._process.running

    def start(self) -> None:
        """Start the program. Raises OSError and EngineError."""
        self._process.start()

    def close(self) -> None:
        """End the program: by the end of its input or, two seconds later, by force."""
        self._process.close()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LinesEngine(_Engine):
    """An engine that speaks JSON lines: ``fieldstone engine``, or a program that answers like it.

    Attributes
    ----------
    running : whether the program runs
    """

    def __init__(
        self, command: str | Sequence[str] = (*OWN_COMMAND, "engine", "--threads", "1"), timeout: float = USUAL_TIMEOUT
    ) -> None:
        """Prepare to start a command line, of which each answer may take `timeout` seconds.

        The first answer in a game may have to wait until the game is compiled. Raises CommandError and ValueError.
        """
        super().__init__(command, timeout)
        self._count = 0

    def ask(self, query: Mapping[str, Any], timeout: float | None = None) -> dict[str, Any]:
        """Return the last answer to a query, fields as in docs/engines.md; the `id` is chosen here.

        Warnings and partial results are left out. An answer to an earlier query, which was given up, is none to this.
        Raises EngineError: for an answer that is an error, too.
        """
        self._count += 1
        name = str(self._count)
        self._process.send(json.dumps({"id": name, **query}), timeout)
        while True:
            line = self._process.receive()
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                raise EngineError(f"no JSON object: {line[:SHOWN]}")
            if answer.get("id") not in (name, None):
                continue
            if "error" in answer:
                raise EngineError(f"error: {str(answer['error'])[:SHOWN]}")
            if "warning" not in answer and not answer.get("isDuringSearch"):
                return answer

    def choose(
        self,
        state: State,
        *,
        level: int | str | None = None,
        seconds: float | None = None,
        visits: int | None = None,
        seed: int | None = None,
        timeout: float | None = None,
    ) -> EngineMove:
        """Return the engine's move, at a level (a number, "max") or within a limit; one second where nothing is said.

        Raises EngineError when the engine refuses, fails or takes too long.
        """
        fields = {"level": level, "maxSeconds": seconds, "maxVisits": visits, "seed": seed}
        answer = self.ask({**_position(state), "chooseMove": True, **_given(fields)}, timeout)
        text = answer.get("move")
        if not isinstance(text, str):
            raise EngineError(f"no move: {json.dumps(answer)[:SHOWN]}")
        return EngineMove(_move(state.game, text), _number(answer.get("winrate")), read_visits(answer))

    def analyse(
        self,
        state: State,
        *,
        seconds: float | None = None,
        visits: int | None = None,
        owners: bool = False,
        most_moves: int | None = None,
        seed: int | None = None,
        timeout: float | None = None,
    ) -> EngineAnalysis:
        """Return what the engine makes of a position within a limit; one second where nothing is said.

        `owners` asks who will own each point, `most_moves` for no more than so many moves. Raises EngineError as
        `choose` does.
        """
        fields = {"maxSeconds": seconds, "maxVisits": visits, "maxMoves": most_moves, "seed": seed}
        answer = self.ask({**_position(state), "includeOwnership": owners, **_given(fields)}, timeout)
        root, infos = answer.get("rootInfo"), answer.get("moveInfos")
        if not isinstance(root, dict) or not isinstance(infos, list):
            raise EngineError(f"no analysis: {json.dumps(answer)[:SHOWN]}")
        return EngineAnalysis(
            _number(root.get("winrate")),
            _number(root.get("scoreLead")),
            _number(root.get("winrateError")),
            read_visits(root),
            tuple(_line(state.game, info) for info in infos),
            _owners(state.game, answer.get("ownership")),
            answer,
        )


class GtpEngine(_Engine):
    """An engine that speaks GTP, in one game; one that knows `fieldstone-game` is asked in our words.

    Attributes
    ----------
    running : whether the program runs
    game : the game that it plays
    """

    def __init__(
        self, game: Game, command: str | Sequence[str] = (*OWN_COMMAND, "gtp"), timeout: float = USUAL_TIMEOUT
    ) -> None:
        """Prepare to start a command line, of which each answer may take `timeout` seconds.

        Raises CommandError, ValueError, and OptionError for a game without a square board.
        """
        super().__init__(command, timeout)
        self.game = check_square(game)
        self._state = game.new_state()  # what the program has seen
        self._ours = False

    def start(self) -> None:
        """Start the program, and tell it the game. Raises OSError and EngineError."""
        super().start()
        self._ours = self.ask("known_command fieldstone-game") == "true"
        self._begin()

    def _begin(self) -> None:
        """Begin the game anew."""
        self._state = self.game.new_state()
        if self._ours:
            self.ask(f"fieldstone-game {self.game}")
            return
        self.ask(f"boardsize {self.game.board.size}")
        if "komi" in self.game.options:
            self.ask(f"komi {self.game.options['komi']}")
        self.ask("clear_board")

    def ask(self, command: str, timeout: float | None = None) -> str:
        """Send a command and return its response, without the sign before it.

        Raises EngineError when it fails. A program that takes too long is ended: what it still says would be taken for
        the response to the next command.
        """
        self._process.send(command, timeout)
        try:
            return self._answer(command)
        except EngineTimeoutError:
            self.close()
            raise

    def _answer(self, command: str) -> str:
        lines: list[str] = []
        while len(lines) < MOST_LINES:
            line = self._process.receive()
            if line.strip():
                lines.append(line)
            elif lines:
                break
        else:
            raise EngineError(f"a response of more than {MOST_LINES} lines")
        if not lines[0].startswith("="):
            raise EngineError(f"{command}: {lines[0][:SHOWN]}")
        return "\n".join([lines[0][1:], *lines[1:]]).strip()

    def follow(self, state: State) -> None:
        """Tell the program what has been played, or the game from its start if that is another one.

        Raises EngineError, and ValueError when the state is of another game or begins at a position of its own.
        """
        if state.game != self.game or state.start != self.game.new_state().start:
            raise ValueError(f"this engine plays {self.game} from its start, not {state.to_text(history=True)[:SHOWN]}")
        seen = self._state.history
        if state.history[: len(seen)] != seen:
            self._begin()
            seen = ()
        for move in state.history[len(seen) :]:
            self.ask(f"play {self._colour()} {self._said(move.text)}")
            self._state.play(move)

    def ask_move(self, state: State, timeout: float | None = None) -> str:
        """Return the text of the program's move, which it has played itself: maybe none that is legal, or none at all.

        Raises EngineError, and ResignationError.
        """
        self.follow(state)
        said = self.ask("fieldstone-genmove" if self._ours else f"genmove {self._colour()}", timeout).lower()
        if said == "resign":
            raise ResignationError
        text = from_vertex(self.game.board, said) or said
        if text == "pass" and not self._ours and self._button_is_free():
            text = "button"
        with contextlib.suppress(ValueError):  # whoever asked finds out what is wrong with it
            self._state.play(text)
        return text

    def choose(self, state: State, *, timeout: float | None = None) -> EngineMove:
        """Return the engine's move. Raises EngineError when it refuses, fails or takes too long; ResignationError."""
        return EngineMove(_move(self.game, self.ask_move(state, timeout)))

    def analyse(self, state: State, *, seconds: float = 1.0) -> EngineAnalysis:
        """Return what the engine makes of a position in so many seconds. Raises EngineError.

        The engine has to know `kata-analyze` or `lz-analyze`.
        """
        self.follow(state)
        names = [name for name in ("kata-analyze", "lz-analyze") if self.ask(f"known_command {name}") == "true"]
        if not names:
            raise EngineError("the program knows neither kata-analyze nor lz-analyze")
        self._process.send(f"{names[0]} {self._colour()} {100 // LINES_A_SECOND}", self._process.timeout + seconds)
        try:
            said = self._analysis_lines(names[0], seconds)
        except EngineTimeoutError:
            self.close()
            raise
        moves = tuple(_gtp_lines(self.game, said, 1.0 if names[0] == "kata-analyze" else 10_000.0))
        best = moves[0] if moves else None
        visits = sum(one.visits or 0 for one in moves) if moves else None
        return EngineAnalysis(
            best.chance if best else None, best.margin if best else None, None, visits, moves, None, {"info": said}
        )

    def _analysis_lines(self, command: str, seconds: float) -> str:
        """Return the last line of an analysis that goes on until another command comes."""
        end, last, stopped = time.monotonic() + seconds, "", False
        while True:
            line = self._process.receive()
            if line.startswith("?"):
                raise EngineError(f"{command}: {line[:SHOWN]}")
            if line.startswith("info "):
                last = line
            if not stopped and last and time.monotonic() >= end:
                self._process.send("protocol_version")
                stopped = True
            elif stopped and not line.strip():
                self._answer("protocol_version")
                return last

    def _said(self, text: str) -> str:
        """Return a move as the program reads it. Raises EngineError if it has no word for it."""
        if text in self.game.board.index:
            return to_vertex(text)
        if self._ours or text == "pass":
            return text
        if text == "button":
            return "pass"
        raise EngineError(f"it does not know fieldstone-game, and GTP has no word for {text}")

    def _button_is_free(self) -> bool:
        state = self._state
        return bool(state.record.setup == PLAYING) and "button" in [move.text for move in state.legal_moves()]

    def _colour(self) -> str:
        return self._state.to_move.name.lower()


# -- answers as data ------------------------------------------------------------------------------------------------


def _position(state: State) -> dict[str, Any]:
    return {"position": state.to_text(history=True)}


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _move(game: Game, text: str) -> Move:
    """Return a move of a game. Raises EngineError when there is none."""
    try:
        return game.move(text)
    except InvalidMoveError as error:
        raise EngineError(str(error)) from None


def read_visits(answer: Mapping[str, Any]) -> int | None:
    """Return the number of simulations that an answer gives; None where it gives none that can be believed."""
    visits = answer.get("visits")
    return visits if type(visits) is int and 0 <= visits <= MOST_VISITS else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _line(game: Game, info: object) -> EngineLine:
    if not isinstance(info, dict) or not isinstance(info.get("move"), str):
        raise EngineError(f"no analysis of a move: {json.dumps(info)[:SHOWN]}")
    texts = info.get("pv")
    line = tuple(_move(game, str(text)) for text in texts) if isinstance(texts, list) else ()
    chance, margin = _number(info.get("winrate")), _number(info.get("scoreLead"))
    return EngineLine(_move(game, info["move"]), read_visits(info), chance, margin, line)


def _owners(game: Game, values: object) -> tuple[float, ...] | None:
    """Return owners in the order of the points; an answer has them row by row from the top."""
    if not isinstance(values, list) or len(values) != game.points:
        return None
    lengths = list(game.board.row_lengths)
    rows, first = [], 0
    for length in reversed(lengths):
        rows.append(values[first : first + length])
        first += length
    return tuple(float(value) for row in reversed(rows) for value in row)


def _gtp_lines(game: Game, said: str, whole: float) -> list[EngineLine]:
    """Return the moves of a line of `info`, whose winrate is a part of `whole`. Raises EngineError."""
    found = []
    for part in said.partition(" ownership ")[0].partition(" rootInfo ")[0].split("info move ")[1:]:
        tokens = part.split()
        if not tokens:
            raise EngineError(f"no analysis of a move: {said[:SHOWN]}")
        values = dict(zip(tokens[1::2], tokens[2::2], strict=False))
        line = tokens[tokens.index("pv") + 1 :] if "pv" in tokens else tokens[:1]
        try:
            chance = float(values["winrate"]) / whole if "winrate" in values else None
            margin = float(values["scoreLead"]) if "scoreLead" in values else None
            visits = int(values["visits"]) if "visits" in values else None
        except ValueError:
            raise EngineError(f"no analysis of a move: {part[:SHOWN]}") from None
        moves = tuple(_vertex_move(game, vertex) for vertex in line)
        found.append(EngineLine(_vertex_move(game, tokens[0]), visits, chance, margin, moves))
    return found


def _vertex_move(game: Game, vertex: str) -> Move:
    return _move(game, from_vertex(game.board, vertex.lower()) or vertex)
