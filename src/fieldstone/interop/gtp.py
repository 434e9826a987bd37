"""GTP 2, the Go Text Protocol, for the games on square boards; docs/engines.md describes what is particular.

One thread reads ahead, so that an analysis ends when anything comes in.
"""

import math
import queue
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

from fieldstone.core.errors import OptionError, PositionError, shortened
from fieldstone.core.outcome import Colour
from fieldstone.games.tuning import has_level, highest_level_of
from fieldstone.interop.gtp_analysis import AnalysisRequest, info_of_analysis, info_of_candidates, read_request
from fieldstone.interop.gtp_board import GtpBoard, check_square
from fieldstone.interop.gtp_clock import Clock
from fieldstone.interop.gtp_syntax import Command, GtpError, read_colour, read_command, read_whole, response
from fieldstone.interop.lines import read_lines
from fieldstone.interop.searching import choose, state_after
from fieldstone.play.game import Game, read_game
from fieldstone.play.parse import parse_position
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.records.errors import RecordError
from fieldstone.records.reading import read_bytes
from fieldstone.records.sgf import record_from_sgf
from fieldstone.search.levels import LevelPlayer, level_of
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.version import __version__

LONGEST_LINE = 1 << 20  # bytes
UNSETTLED = "komi and sides are not settled: fieldstone-genmove, fieldstone-komi and fieldstone-side"
READ_AHEAD = 1000  # lines
DEFAULT_SECONDS = 2.0  # a move, where nothing is said
LOOK_EVERY = 0.1  # seconds between two looks at whether to stop
LONGEST_ANALYSIS = 86_400.0
LONGEST_TIME = 10_000_000  # seconds of main time that a client may give
# How points and moves are written: as GTP has them, or as the rules of the games do, and with them OpenSpiel.
NOTATIONS = GTP_NOTATION, RULES_NOTATION = "gtp", "rules"

Write = Callable[[str], None]
Stop = Callable[[], bool]
Answer = Callable[..., str | None]


class Gtp:
    """A session with one client."""

    def __init__(
        self,
        game: Game,
        write: Write,
        level: int | str | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        megabytes: float = 256.0,
        notation: str = GTP_NOTATION,
    ) -> None:
        """Play at a level, or for so many seconds a move; `write` gets what is said, in one of the `NOTATIONS`.

        With neither, and without a clock, a move takes `DEFAULT_SECONDS`. Raises OptionError when the game has no
        square board, ValueError when there is no such level.
        """
        self.board = GtpBoard(game, notation == RULES_NOTATION)
        self.clock = Clock()
        self._write = write
        self._level, self._seconds, self._seed, self._megabytes = level, seconds, seed, megabytes
        self._player = self._new_player()
        self._lines: queue.Queue[tuple[bytes | None] | None] = queue.Queue(READ_AHEAD)  # None: the end of the input
        self._stop: Stop = lambda: False
        self._quit = False
        self._commands = self._table()

    def _table(self) -> dict[str, tuple[Answer, int, int | None]]:
        """Return what answers each command, and how many arguments it takes: at least, and at most unless any."""
        return {
            "analyze": (self._analyse_for_sabaki, 0, None),
            "boardsize": (self._boardsize, 1, 1),
            "clear_board": (self._clear_board, 0, 0),
            "cputime": (lambda: f"{time.process_time():.3f}", 0, 0),
            "fieldstone-button": (lambda: self.board.play(None, "button"), 0, 0),
            "fieldstone-game": (self._game, 0, 1),
            "fieldstone-genmove": (self._genmove_exactly, 0, 1),
            "fieldstone-komi": (lambda komi: self.board.play(None, f"komi {komi}"), 1, 1),
            "fieldstone-notation": (self._notation, 0, 1),
            "fieldstone-side": (lambda colour: self.board.play(None, read_colour(colour).name.lower()), 1, 1),
            "fieldstone-state": (self._state, 0, None),
            "fieldstone-swap": (lambda: self.board.play(None, "swap"), 0, 0),
            "final_score": (lambda: self.board.score(), 0, 0),
            "final_status_list": (lambda kind: self.board.status(kind), 1, 1),
            "genmove": (self._genmove, 1, 1),
            "genmove_analyze": (self._genmove_for_sabaki, 0, None),
            "kata-analyze": (self._analyse_for_kata, 0, None),
            "known_command": (lambda name: "true" if name in self._commands else "false", 1, 1),
            "komi": (self._komi, 1, 1),
            "list_commands": (lambda: "\n".join(sorted(self._commands)), 0, 0),
            "loadsgf": (self._loadsgf, 1, None),
            "lz-analyze": (self._analyse_for_sabaki, 0, None),
            "lz-genmove_analyze": (self._genmove_for_sabaki, 0, None),
            "name": (lambda: "Fieldstone", 0, 0),
            "play": (self._play, 2, 3),
            "protocol_version": (lambda: "2", 0, 0),
            "quit": (self._leave, 0, 0),
            "reg_genmove": (self._genmove_without_playing, 1, 1),
            "showboard": (lambda: "\n" + self.board.draw(), 0, 0),
            "time_left": (self._time_left, 3, 3),
            "time_settings": (self._time_settings, 3, 3),
            "undo": (lambda: self.board.undo(), 0, 0),
            "version": (lambda: __version__, 0, 0),
        }

    # -- lines --------------------------------------------------------------------------------------------------------

    def serve(self, stream: BinaryIO, stop: Stop = lambda: False) -> None:
        """Answer commands until `quit`, the end of the stream, or until `stop` says so."""
        self._stop = stop
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()
        while not self._quit and not stop():
            try:
                got = self._lines.get(timeout=LOOK_EVERY)
            except queue.Empty:
                continue
            if got is None:
                return
            self.take(*got)

    def _read(self, stream: BinaryIO) -> None:
        try:
            for line in read_lines(stream, LONGEST_LINE):
                self._lines.put((line,))
        finally:
            self._lines.put(None)

    def take(self, line: bytes | None) -> None:
        """Answer a line; None stands for one that was too long."""
        command = Command("", "", ()) if line is None else read_command(line)
        if command is None:
            return
        try:
            if line is None:
                raise GtpError(f"syntax error: a line has at most {LONGEST_LINE} bytes")
            answer = self._answer(command)
        except GtpError as error:
            self._write(response(command, str(error), failed=True))
        else:
            if answer is not None:
                self._write(response(command, answer))

    def _answer(self, command: Command) -> str | None:
        """Carry out a command; returns None when it has answered itself. Raises GtpError."""
        if command.name not in self._commands:
            raise GtpError("unknown command")
        method, fewest, most = self._commands[command.name]
        count = len(command.arguments)
        if count < fewest or (most is not None and count > most):
            allowed = f"{fewest}" if most == fewest else f"{fewest} to {most}" if most else f"at least {fewest}"
            raise GtpError(f"syntax error: {command.name} takes {allowed} arguments, not {count}")
        if getattr(method, "streams", False):
            method(command, *command.arguments)
            return None
        return method(*command.arguments) or ""

    def _leave(self) -> None:
        self._quit = True

    # -- the game -----------------------------------------------------------------------------------------------------

    def _new_player(self, seed: int | None = None) -> LevelPlayer | SearchPlayer:
        """Return who plays this game, with a seed of its own or that of all; it keeps its tree from move to move."""
        seed = self._seed if seed is None else seed
        if self._level is None:
            return SearchPlayer(seed=seed, megabytes=self._megabytes)
        level = level_of(self.board.state.game, self._level)
        return LevelPlayer(level, seed, megabytes=self._megabytes if level.simulations is None else None)

    def _go_to(self, state: State) -> None:
        """Go on from a state, perhaps of another game. Raises OptionError and GtpError, and then changes nothing."""
        name = check_square(state.game).name
        if self._level is not None and not has_level(name, self._level):
            highest = highest_level_of(name)
            raise GtpError(f"unacceptable game: {name} has levels 1 to {highest}, and max, but not {self._level}")
        self.board.begin(state)
        self._player = self._new_player()

    def _boardsize(self, size: str) -> None:
        self.board.resize(read_whole(size, 0, 1000))
        self._player = self._new_player()

    def _clear_board(self) -> None:
        self.board.begin(self.board.state.game.new_state())
        self.clock.restart()

    def _komi(self, komi: str) -> None:
        self.board.set_komi(_read_number(komi))
        self._player = self._new_player()

    def _play(self, colour: str, *arguments: str) -> None:
        self.board.play(read_colour(colour), " ".join(arguments))

    def _game(self, text: str = "") -> str:
        if text:
            try:
                self._go_to(read_game(text).new_state())
            except OptionError as error:
                raise GtpError(f"unacceptable game: {error}") from None
        return str(self.board.state.game)

    def _notation(self, name: str = "") -> str:
        """Write points and moves in another way; returns the way that holds."""
        if name and name not in NOTATIONS:
            raise GtpError(f"syntax error: {' or '.join(NOTATIONS)}, not {name[:20]}")
        if name:
            self.board.plain = name == RULES_NOTATION
        return RULES_NOTATION if self.board.plain else GTP_NOTATION

    def _state(self, *arguments: str) -> str:
        if arguments:
            try:
                self._go_to(parse_position(" ".join(arguments)))
            except (OptionError, PositionError) as error:
                raise GtpError(f"unacceptable position: {error}") from None
        return self.board.state.to_text(history=True)

    def _loadsgf(self, *arguments: str) -> None:
        """Load the main line of a game, up to the position before a move: the last word, if it is a number.

        What stands before is the name of the file, which may hold spaces.
        """
        *named, last = arguments
        number = last if named and last.isascii() and last.isdigit() else ""
        file = " ".join(named if number else arguments)
        try:
            state = record_from_sgf(read_bytes(file)).state()
            if number:
                state = state_after(state, min(len(state.history), read_whole(number, 1, 1_000_000) - 1))
            self._go_to(state)
        except (RecordError, OptionError, OSError, ValueError) as error:
            raise GtpError(f"cannot load file: {shortened(error, 300)}") from None

    # -- time ---------------------------------------------------------------------------------------------------------

    def _time_settings(self, main: str, period: str, stones: str) -> None:
        self.clock.set(*(read_whole(text, 0, LONGEST_TIME) for text in (main, period, stones)))

    def _time_left(self, colour: str, seconds: str, stones: str) -> None:
        whose = read_colour(colour)
        self.clock.tell(whose, read_whole(seconds, 0, LONGEST_TIME), read_whole(stones, 0, LONGEST_TIME))

    def _time_for_move(self) -> float | None:
        """Return the seconds for a move: of the option, but no more than the clock gives; None: the level says it."""
        share = self.clock.share(self.board.state.to_move)
        wanted = self._seconds
        if wanted is None and self._level is None and share is None:
            wanted = DEFAULT_SECONDS
        return min((one for one in (wanted, share) if one is not None), default=None)

    # -- thinking -----------------------------------------------------------------------------------------------------

    def _genmove(self, colour: str) -> str:
        """Play and say a move that every client understands: never a swap, and a pass for the button."""
        self._check_genmove(colour)
        if self.board.state.outcome is not None:
            self.board.idle += 1
            return "pass"
        move, said = self._sayable(self._think())
        self.board.state.play(move)
        return said

    def _genmove_without_playing(self, colour: str) -> str:
        """Say the move that `genmove` would play, always the same as far as time decides nothing."""
        self._check_genmove(colour)
        if self.board.state.outcome is not None:
            return "pass"
        before, self._player = self._player, self._new_player(self._seed or 0)
        try:
            return self._sayable(self._think(counted=False))[1]
        finally:
            self._player = before

    def _check_genmove(self, colour: str) -> None:
        self._check_turn(read_colour(colour))
        if self.board.settling and not self.board.plain:
            raise GtpError(UNSETTLED)

    def _sayable(self, move: Move) -> tuple[Move, str]:
        """Return a move, or the best other one that can be said, and how it is."""
        said = self.board.say(move)
        if said is None:
            move = next(one.move for one in self._search.candidates() if self.board.say(one.move) is not None)
            said = self.board.say(move)
        assert said is not None
        return move, said

    def _genmove_exactly(self, colour: str = "") -> str:
        """Say any move of the game, in our words where GTP has none."""
        if colour:
            self._check_turn(read_colour(colour))
        if self.board.state.outcome is not None:
            raise GtpError("the game is over")
        move = self._think()
        said = self.board.say_exactly(move)
        self.board.state.play(move)
        return said

    @property
    def _search(self) -> SearchPlayer:
        return self._player.search if isinstance(self._player, LevelPlayer) else self._player

    def _check_turn(self, colour: Colour) -> None:
        if self.board.state.outcome is None and colour is not self.board.state.to_move:
            raise GtpError(f"illegal move: it is {self.board.to_move}'s turn")

    def _think(self, counted: bool = True) -> Move:
        """Return the move of the player in its time, which the clock counts unless it is told not to."""
        colour, seconds = self.board.state.to_move, self._time_for_move()
        begin = time.perf_counter()
        own = self._player.limit_for(self.board.state)
        limit = own.within(seconds) if self._level is not None or seconds is None else Limit(seconds)
        found = choose(self._player, self.board.state, self._stop, limit)
        if counted:
            self.clock.spend(colour, time.perf_counter() - begin)
        return found.move

    # -- analysing ----------------------------------------------------------------------------------------------------

    def _analyse_for_sabaki(self, command: Command, *arguments: str) -> None:
        self._analyse(command, read_request(arguments))

    def _analyse_for_kata(self, command: Command, *arguments: str) -> None:
        self._analyse(command, read_request(arguments, exact=True))

    def _analyse(self, command: Command, request: AnalysisRequest) -> None:
        """Write what is known again and again, until anything comes in."""
        from fieldstone.analysis.analysing import analyse
        from fieldstone.analysis.result import Analysis

        self._check_analysis(request)
        shown = -math.inf

        def show(found: Analysis, last: bool = False) -> None:
            nonlocal shown
            if last or time.monotonic() - shown >= request.interval:
                shown = time.monotonic()
                line = info_of_analysis(self.board, found, request)
                self._write(f"{line}\n" if line else "")  # an empty line would end the response

        self._write(f"={command.id}\n")
        memory = Memory(self._seed, megabytes=self._megabytes)
        limit = Limit(seconds=LONGEST_ANALYSIS)
        found = analyse(
            self.board.state, limit, show, self._interrupted, seed=self._seed, owners=request.owners, memory=memory
        )
        show(found, last=True)
        while not self._interrupted():
            time.sleep(LOOK_EVERY)
        self._write("\n")

    def _interrupted(self) -> bool:
        """Whether anything has come in, or has ended."""
        return not self._lines.empty() or self._stop()

    def _check_analysis(self, request: AnalysisRequest) -> None:
        """Raise GtpError if there is nothing to analyse."""
        if request.colour is not None:
            self._check_turn(request.colour)
        if self.board.state.outcome is not None:
            raise GtpError("the game is over")
        if self.board.settling:
            raise GtpError(UNSETTLED)

    def _genmove_for_sabaki(self, command: Command, *arguments: str) -> None:
        """Say a move, and before it what was thought of all of them."""
        request = read_request(arguments)
        going_on = self.board.state.outcome is None
        said = self._genmove((request.colour or self.board.state.to_move).value)
        self._write(f"={command.id}\n")
        thought = going_on and self._search.thought
        line = info_of_candidates(self.board, self._search.candidates(), request) if thought else ""
        self._write(f"{line}\n" if line else "")
        self._write(f"play {said}\n\n")

    for _method in (_analyse_for_sabaki, _analyse_for_kata, _genmove_for_sabaki):
        _method.streams = True  # type: ignore[attr-defined]
    del _method


def _read_number(text: str) -> float:
    """Return a number of a few digits; raises GtpError."""
    try:
        value = float(text) if len(text) <= 20 else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise GtpError(f"syntax error: a number is needed, not {text[:20]}")
    return value
