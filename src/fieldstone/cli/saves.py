"""Saved games: one line, the move list and, after the word ``players``, who sits in which seat."""

import os
from collections.abc import Mapping
from pathlib import Path

from fieldstone.cli.errors import UnusableError
from fieldstone.cli.players import Kind
from fieldstone.cli.terminal import Screen
from fieldstone.cli.warming import warm
from fieldstone.core.errors import OptionError, PositionError
from fieldstone.games import GAMES
from fieldstone.state import State
from fieldstone.text import parse_position

LARGEST = 1_000_000
Kinds = dict[int, Kind]


def write_save(path: Path, state: State, kinds: Mapping[int, Kind], overwrite: bool) -> None:
    """Write a game to a file: wholly, or not at all.

    Raises FileExistsError unless `overwrite`, other OSErrors where the file cannot be written.
    """
    line = f"{state.to_text(history=True)} players {kinds[1].value},{kinds[2].value}\n"
    if path.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(path))
    if path.exists() and not overwrite:
        raise FileExistsError(17, "File exists", str(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("x", encoding="utf-8") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_game_text(text: str, screen: Screen) -> tuple[State, Kinds | None]:
    """Return the state of a saved line, a position or a move list, and its players if it names them.

    What its game needs is compiled first. Raises PositionError or OptionError.
    """
    name = text.lstrip()[:60].partition("(")[0].split()[:1]
    warm([one for one in name if one in GAMES], screen)
    before, word, after = f" {' '.join(text.split())} ".partition(" players ")
    state = parse_position(before)
    if not word:
        return state, None
    names = [name.strip() for name in after.split(",")]
    if len(names) != 2 or not set(names) <= set(Kind):
        allowed = ", ".join(Kind)
        raise PositionError(f"players {after.strip()[:40]!r}: two of {allowed}, with a comma between them")
    return state, {1: Kind(names[0]), 2: Kind(names[1])}


def read_save(path: Path, screen: Screen) -> tuple[State, Kinds | None]:
    """Return the game that a file holds. Raises UnusableError when it holds none, OSError when it cannot be read."""
    if path.is_file() and path.stat().st_size > LARGEST:
        raise UnusableError(screen.say("error.file-size", file=path, limit=LARGEST))
    try:
        return read_game_text(path.read_text(encoding="utf-8"), screen)
    except UnicodeDecodeError:
        raise UnusableError(screen.say("error.file", file=path, problem="UTF-8")) from None
    except (PositionError, OptionError) as error:
        raise UnusableError(screen.say("error.file", file=path, problem=error)) from None


def read_argument(text: str, screen: Screen) -> tuple[State, Kinds | None]:
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
        raise UnusableError(screen.say("error.neither", text=text[:60], problem=error)) from None
