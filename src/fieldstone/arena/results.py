"""The results file: one finished game a line, appended at once, read again when a match goes on.

A process that is killed can leave half a line at the end, and nothing worse: that is cut off, and its game is played
again. `docs/json.md` describes the lines.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fieldstone.arena.errors import ArenaError
from fieldstone.arena.match import Key, Match
from fieldstone.arena.playing import FORMAT
from fieldstone.files import InUseError, append_line, as_count, as_number, cut_off, open_alone, read_all, read_entry

BEGIN = b'{"format":'
NEEDED = ("pair", "seats", "winner", "seconds", "own_moves", "simulations")


def default_name(match: Match, labels: list[str]) -> str:
    """Return a file name that tells the match: the same command finds its file again, another one gets another."""
    who = "-".join(labels) if len(labels) == 2 else f"{len(labels)}-players"
    shown = re.sub(r"[^a-z0-9.]+", "-", f"{match.game.partition('(')[0]}-{who}".lower()).strip("-.")
    return f"arena-{shown[:60]}-{match.id[:8]}.jsonl"


class ResultsFile:
    """The file of one match, locked by this process while it is open. Made by `open_results`.

    Attributes
    ----------
    games : of each line, by the key of its task, what the standings need
    cut : bytes of a half-written line that were cut off when the file was opened
    """

    def __init__(self, path: Path, match: Match, number: int) -> None:
        self.path = path
        self._number = number
        self.cut = 0
        self.games = self._read(match)

    def add(self, game: dict[str, Any]) -> None:
        """Append a game."""
        append_line(self._number, game)
        self.games[key_of(game)] = _slim(game)

    def _read(self, match: Match) -> dict[Key, dict[str, Any]]:
        lines = read_all(self.path).split(b"\n")
        rest = lines.pop()
        games: dict[Key, dict[str, Any]] = {}
        for number, line in enumerate(lines, start=1):
            self._take(line, number, match, games)
        if rest:
            self._mend(rest, len(lines) + 1, match, games)
        return games

    def _take(self, line: bytes, number: int, match: Match, games: dict[Key, dict[str, Any]]) -> None:
        """Add the game of a line to `games`; raises ArenaError."""
        game = self._game(line, number, match)
        if key_of(game) in games:
            raise ArenaError("arena.file-repeats", file=str(self.path), line=number)
        games[key_of(game)] = game

    def _mend(self, rest: bytes, number: int, match: Match, games: dict[Key, dict[str, Any]]) -> None:
        """Take a last line without its end: keep it if only the end of the line is missing, else cut it off."""
        if not (BEGIN.startswith(rest) or rest.startswith(BEGIN)):
            raise ArenaError("arena.file-strange", file=str(self.path), line=number)
        try:
            read_entry(rest)
        except ValueError:
            self.cut = len(rest)
            cut_off(self._number, len(rest))
            return
        self._take(rest, number, match, games)
        os.write(self._number, b"\n")

    def _game(self, line: bytes, number: int, match: Match) -> dict[str, Any]:
        """Return a line as data; raises ArenaError when it is none of ours, or of another match."""
        try:
            game = read_entry(line)
            if game["format"] != FORMAT:
                raise ArenaError("arena.file-format", file=str(self.path), format=game["format"], known=FORMAT)
            other = Match.from_data(game["match"])
            game = _slim(game)
            _check(game, len(match.players))
        except ArenaError:
            raise
        except (ValueError, LookupError, TypeError, AttributeError):
            raise ArenaError("arena.file-strange", file=str(self.path), line=number) from None
        if other != match:
            raise ArenaError("arena.file-other", file=str(self.path), **_difference(other, match))
        return game


def _difference(there: Match, here: Match) -> dict[str, str]:
    """Return the first thing in which two matches differ, and what it is in each."""
    old, new = asdict(there), asdict(here)
    name = next(name for name in new if old[name] != new[name])
    shown = [" ".join(one[name]) if name == "players" else str(one[name]).lower() for one in (old, new)]
    return {"what": name.replace("_", "-"), "there": shown[0], "here": shown[1]}


def _slim(game: dict[str, Any]) -> dict[str, Any]:
    """Return what the standings need of a line; raises KeyError when it is not there."""
    problem = {"problem": game["problem"]} if "problem" in game else {}
    return {name: game[name] for name in NEEDED} | problem


def _check(game: dict[str, Any], players: int) -> None:
    """Raise ValueError, TypeError or LookupError unless a line says what `playing.play_game` could have said."""
    first, second = seats = [as_count(seat) for seat in game["seats"]]
    if first == second or max(seats) >= players:
        raise ValueError("no such players")
    if game["winner"] is not None and (type(game["winner"]) is not int or game["winner"] not in seats):
        raise ValueError("a winner who did not play")
    as_count(game["pair"])
    for first_value, second_value, read in (
        (*game["seconds"], as_number),
        (*game["own_moves"], as_count),
        (*game["simulations"], lambda value: None if value is None else as_count(value)),
    ):
        read(first_value)
        read(second_value)
    if not isinstance(game.get("problem", ""), str):
        raise TypeError("no text")


def key_of(game: dict[str, Any]) -> Key:
    """Return the key of the task that a line is the result of."""
    first, second = game["seats"]
    return int(game["pair"]), int(first), int(second)


@contextmanager
def open_results(path: Path, match: Match) -> Iterator[ResultsFile]:
    """Open the file of a match, made if need be, for this process alone.

    Raises
    ------
    ArenaError
        Another process has it open; it is no file of results, or one of another match. It is as it was then.
    OSError
        It cannot be read or written.
    """
    try:
        with open_alone(path) as number:
            yield ResultsFile(path, match, number)
    except InUseError:
        raise ArenaError("arena.file-locked", file=str(path)) from None
