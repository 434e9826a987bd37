"""Records on the screen, and the files that they come from and go to."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.text import Text

from fieldstone.cli.play.saves import games_in, read_save
from fieldstone.cli.play.turns import marks_of
from fieldstone.cli.terminal.board import Drawing
from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.cli.terminal.narrator import Narrator
from fieldstone.cli.terminal.screen import Screen
from fieldstone.cli.terminal.warming import warm
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.play.state import State
from fieldstone.play.turns import latest_events
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import FORMATS, Format, format_by_name, format_of, read_any
from fieldstone.records.reading import read_bytes
from fieldstone.records.record import CLAIMED, RESIGNATION, Record, Seat
from fieldstone.records.writing import write_bytes

LONGEST_RUN = 12  # moves in one line of the list


@contextmanager
def record_errors(file: Path, screen: Screen) -> Iterator[None]:
    """Turn what is wrong with a record into a sentence that names the file, in the language of the screen."""
    try:
        yield
    except RecordError as error:
        raise UnusableError(screen.say("error.file", file=file, problem=error.sentence(screen.language))) from None


@contextmanager
def conversion_errors(file: Path, kind: Format, screen: Screen) -> Iterator[None]:
    """Turn what keeps a sound record from being written in a format into a sentence that names both."""
    try:
        yield
    except RecordError as error:
        problem = error.sentence(screen.language)
        raise UnusableError(screen.say("error.convert", file=file, format=kind.name, problem=problem)) from None


def load_record(file: Path, screen: Screen) -> Record:
    """Return the record in a file, or that of a saved game, with its players. Raises UnusableError or OSError."""
    with record_errors(file, screen):
        content = read_bytes(file)
        if format_of(content).name != "moves":
            warm(games_in(content), screen, rules_only=True)
            return read_any(content)
    state, seats = read_save(file, screen)
    if seats is None:
        return Record.from_state(state)
    first, second = (_seat(seats.kinds[number].value, seats.strength) for number in (1, 2))
    return Record.from_state(state, seats=(first, second))


def _seat(kind: str, strength: object) -> Seat:
    """Return a seat of a saved game; its `strength` is that of all computers."""
    if kind != "computer" or strength is None:
        return Seat(kind=kind)
    seconds = getattr(strength, "seconds", None)
    return Seat(kind=kind, level=None if seconds else getattr(strength, "level", None), seconds=seconds)


def output_format(out: Path | None, name: str | None, screen: Screen) -> Format:
    """Return the format to write. Raises UnusableError when neither the name of a file nor of a format says it."""
    try:
        if name is not None:
            if name not in FORMATS:
                raise RecordError("record.format", format=name[:40], formats=", ".join(FORMATS))
            return FORMATS[name]
        return FORMATS["record"] if out is None else format_by_name(out)
    except RecordError as error:
        raise UnusableError(error.sentence(screen.language)) from None


def write_output(out: Path | None, content: bytes, force: bool, screen: Screen) -> None:
    """Write a file, or to the standard output when there is none. Raises UnusableError or OSError."""
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    else:
        try:
            write_bytes(out, content, overwrite=force)
        except FileExistsError:
            raise UnusableError(screen.say("error.exists", file=out)) from None
        except FileNotFoundError:
            raise UnusableError(screen.say("error.no-folder", file=out, folder=out.parent)) from None


def printable(text: str) -> str:
    """Return a text from a file without what could steer a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


def summary(record: Record, screen: Screen) -> str:
    """Return a record in one line: the game, its moves, its result."""
    narrator = Narrator(screen, player_names(record, screen))
    plies, others = len(record.main_line), len(record.nodes) - len(record.main_line)
    parts = [narrator.label(record.game), screen.say("record.moves", moves=plies)]
    if others:
        parts.append(screen.say("record.in-variations", moves=others))
    parts.append(ending(record, record.state(), narrator))
    return screen.say("list.semicolon").join(parts)


def player_names(record: Record, screen: Screen) -> dict[int, str]:
    """Return what the players are called, by seat: by name, or as the programs that they are."""
    called = {number: printable(seat.name).strip() or _program(seat, screen) for number, seat in _seats(record)}
    return {number: name for number, name in called.items() if name}


def _seats(record: Record) -> Iterator[tuple[int, Seat]]:
    yield from enumerate(record.seats, start=1)


def _program(seat: Seat, screen: Screen) -> str:
    """Return the program in a seat, with its strength; nothing for a person."""
    if seat.kind == "random":
        return screen.say("player.random")
    if seat.kind != "computer":
        return ""
    if seat.level is not None:
        return screen.say("player.computer-level", level=seat.level)
    if seat.seconds is not None:
        return screen.say("player.computer-seconds", seconds=f"{seat.seconds:g}")
    return screen.say("player.computer")


def ending(record: Record, state: State, narrator: Narrator) -> str:
    """Return how the game of a record ended, or that it goes on."""
    result = record.result
    if result is None:
        return narrator.say("record.goes-on-still")
    if result.reason not in CLAIMED:
        assert state.outcome is not None  # a checked record
        return narrator.ending(state, state.outcome)
    if result.winner is None:
        return narrator.say("list.sentence").join([narrator.say("end.draw"), narrator.say("end.agreement")])
    loser = 3 - result.winner
    if result.reason == RESIGNATION:
        return narrator.resignation(state, loser)
    who = {seat: narrator.who(seat, _colour(state, seat)) for seat in (1, 2)}
    won, lost = narrator.say("end.win", who=who[result.winner]), narrator.say(f"end.{result.reason}", who=who[loser])
    return narrator.say("list.sentence").join([won, lost])


def _colour(state: State, seat: int) -> Colour | None:
    if state.record.setup != PLAYING:
        return None
    return Colour.BLACK if state.seat_of(Colour.BLACK) == seat else Colour.WHITE


class RecordView:
    """Shows one record, every move of which has been played."""

    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen, self.record = screen, record
        self.narrator = Narrator(screen, player_names(record, screen))

    def show(self) -> None:
        """Write the players, the moves and the last position."""
        record, screen, state = self.record, self.screen, self.record.state()
        screen.write(Text(self.narrator.label(record.game), "bold"))
        for number in (1, 2):
            screen.write(self._player(number, state))
        about = [record.event, record.place, record.started or "", record.ended or ""]
        shown = [printable(one).strip() for one in about if one.strip()]
        if shown:
            screen.write(screen.join(shown))
        if record.start is not None:
            screen.tell("record.from", position=record.start)
        self._comment(record.comment, 0)
        self._moves()
        screen.write()
        screen.draw(
            Drawing(record.game.spec.board, state.rows(), marks_of(state, latest_events(state)), screen.plain).lines()
        )
        for fact in self.narrator.facts(state):
            screen.write(fact)
        screen.write(ending(record, state, self.narrator))

    def _player(self, number: int, state: State) -> str:
        """Return a player: the seat, the colour held at the end, the name, the level."""
        seat = self.record.seats[number - 1]
        who = [self.screen.say("who.seat", seat=number)]
        colour = _colour(state, number)
        if colour is not None:
            who.append(self.screen.say(f"colour.{colour.value}"))
        called = [printable(seat.name).strip(), _program(seat, self.screen)]
        return self.screen.join([*who, *filter(None, called)])

    def _comment(self, comment: str, depth: int) -> None:
        for line in filter(None, map(str.strip, printable(comment).splitlines())):
            self.screen.write_indented(line, 4 + 2 * depth)

    def _moves(self) -> None:
        """Write the moves, a run of them a line; variations stand indented after the move that they replace."""
        record = self.record
        plies = [0]
        for node in record.nodes:
            plies.append(plies[node.after] + 1)
        waiting = [(number, 0) for number in record.children[0][:1]]
        while waiting:
            number, depth = waiting.pop()
            run: list[str] = []
            while number:
                node = record.nodes[number - 1]
                run.append(f"{plies[number]}. {self.narrator.move(node.move)}")
                following = record.children[number][:1]
                first, *others = record.children[node.after]
                branches = others if first == number else []
                if node.comment or branches or not following or len(run) == LONGEST_RUN:
                    self._run(run, depth)
                    self._comment(node.comment, depth)
                    run = []
                if branches:
                    waiting.extend((one, depth) for one in following)
                    waiting.extend((one, depth + 1) for one in reversed(branches))
                    break
                number = following[0] if following else 0

    def _run(self, run: list[str], depth: int) -> None:
        self.screen.write_indented("  ".join(run), 2 + 2 * min(depth, 10))
