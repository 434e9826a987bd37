"""Saved games: one line, the move list and, after the word ``players``, who plays and how strong the computer is."""

import re
from pathlib import Path

from fieldstone.cli.play.players import Kind, Players, Seats, Strength, read_level
from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.cli.terminal.warming import warm
from fieldstone.core.errors import OptionError, PositionError
from fieldstone.games import GAMES
from fieldstone.games.tuning import HIGHEST_LEVEL
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import format_of, read_any
from fieldstone.records.reading import read_bytes
from fieldstone.records.writing import write_bytes

LARGEST = 1_000_000
LONGEST_TIME = 3600.0  # seconds a move


def write_save(path: Path, state: State, players: Players, overwrite: bool) -> None:
    """Write a game to a file: wholly, or not at all.

    Raises FileExistsError unless `overwrite`, other OSErrors where the file cannot be written.
    """
    strength = f" {players.strength}" if players.any_computer else ""
    line = f"{state.to_text(history=True)} players {players.kinds[1]},{players.kinds[2]}{strength}\n"
    write_bytes(path, line.encode(), overwrite)


def read_game_text(text: str, screen: Screen) -> tuple[State, Seats | None]:
    """Return the state of a saved line, a position or a move list, and its players if it names them.

    What its game needs is compiled first, unless the players are wrong. Raises PositionError or OptionError.
    """
    before, word, after = f" {' '.join(text.split())} ".partition(" players ")
    seats = read_seats(after.strip()) if word else None
    name = before[:60].partition("(")[0].split()[:1]
    warm([one for one in name if one in GAMES], screen, rules_only=True)
    return parse_position(before), seats


def read_seats(text: str) -> Seats:
    """Return what stands after the word ``players``; older files say nothing of a level. Raises PositionError."""
    where = re.search(r" (level|seconds) ?=", text)
    names = [name.strip() for name in (text[: where.start()] if where else text).split(",")]
    if len(names) != 2 or not set(names) <= set(Kind):
        allowed = ", ".join(Kind)
        raise PositionError("save.players", text=text[:40], allowed=allowed)
    strength = read_strength(text[where.start() :]) if where else None
    return Seats({1: Kind(names[0]), 2: Kind(names[1])}, strength)


def read_strength(text: str) -> Strength:
    """Return the strength of a text such as ``level=7``. Raises PositionError."""
    key, _, value = (part.strip() for part in text.partition("="))
    if key == "level":
        level = read_level(value)
        if level is None:
            raise PositionError("save.level", text=text.strip()[:40], highest=HIGHEST_LEVEL)
        return Strength(level)
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_TIME:
        raise PositionError("save.seconds", text=text.strip()[:40], most=f"{LONGEST_TIME:g}")
    return Strength(seconds=seconds)


def read_save(path: Path, screen: Screen) -> tuple[State, Seats | None]:
    """Return the game that a file holds, a saved game or a record: its main line, and its players if a save has them.

    Raises UnusableError when it holds none, OSError when it cannot be read.
    """
    try:
        content = read_bytes(path)
        kind = format_of(content)
        if kind.name != "moves":
            warm(games_in(content), screen, rules_only=True)
            return read_any(content).state(), None
        if len(content) > LARGEST:
            raise UnusableError(screen.say("error.file-size", file=path, limit=LARGEST))
        return read_game_text(content.decode("utf-8-sig"), screen)
    except UnicodeDecodeError as error:
        problem = screen.say("record.no-utf8", place=error.start)
        raise UnusableError(screen.say("error.file", file=path, problem=problem)) from None
    except RecordError as error:
        raise UnusableError(screen.say("error.file", file=path, problem=error.sentence(screen.language))) from None
    except (PositionError, OptionError) as error:
        raise UnusableError(screen.say("error.file", file=path, problem=error.sentence(screen.language))) from None


def games_in(content: bytes) -> list[str]:
    """Return the game that a file seems to be of, if any: a guess, good enough for what to compile."""
    names = "|".join(sorted(GAMES, key=len, reverse=True))
    found = re.search(rf"\b({names})\b".encode(), content[:65536].replace(b"\0", b"").lower())
    return [found[1].decode()] if found else []


def read_argument(text: str, screen: Screen) -> tuple[State, Seats | None]:
    """Return the game of a command line argument: a position, a move list, or a file with one.

    Raises UnusableError when it is neither, OSError when the file cannot be read.
    """
    try:
        is_file = bool(text.strip()) and Path(text).exists()
    except (OSError, ValueError):  # longer than names can be, or with a zero byte
        is_file = False
    if is_file:
        return read_save(Path(text), screen)
    try:
        return read_game_text(text, screen)
    except (PositionError, OptionError) as error:
        raise UnusableError(
            screen.say("error.neither", text=text[:60], problem=error.sentence(screen.language))
        ) from None
