"""The form of GTP 2: commands, responses, colours and vertices.

G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.
"""

import re
from dataclasses import dataclass

from fieldstone.boards.board import Board
from fieldstone.core.outcome import Colour

COLUMNS = "abcdefghjklmnopqrstuvwxyz"  # no i
COLOURS = {"b": Colour.BLACK, "black": Colour.BLACK, "w": Colour.WHITE, "white": Colour.WHITE}
LONGEST_ID = 10  # digits: ids go up to 2^31 - 1


class GtpError(ValueError):
    """A command that fails; its text is the response. It begins with the words of the specification."""


@dataclass(frozen=True)
class Command:
    """A command line: `id` is "" where there is none."""

    id: str
    name: str
    arguments: tuple[str, ...]


def read_command(line: bytes) -> Command | None:
    """Return the command of a line; None for one that is empty, or a comment."""
    text = line.decode("utf-8", "replace")
    # 2.2: control characters are left out, a tab is a blank, a comment goes to the end of the line.
    text = "".join(sign for sign in text.replace("\t", " ") if sign >= " " and sign != "\x7f")
    tokens = text.partition("#")[0].split()
    if not tokens:
        return None
    name = ""
    if re.fullmatch(rf"[0-9]{{1,{LONGEST_ID}}}", tokens[0]):
        name = tokens.pop(0)
    return Command(name, tokens[0] if tokens else "", tuple(tokens[1:]))


def response(command: Command, text: str, failed: bool = False) -> str:
    """Return a response with the two line ends that close it; empty lines in it are left out, as they would do so."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    content = "\n".join(lines)
    return f"{'?' if failed else '='}{command.id}{' ' if content else ''}{content}\n\n"


def read_colour(text: str) -> Colour:
    """Return a colour; raises GtpError."""
    if text.lower() not in COLOURS:
        raise GtpError(f"syntax error: a colour is black or white, not {text[:20]}")
    return COLOURS[text.lower()]


def read_whole(text: str, low: int, high: int) -> int:
    """Return a whole number between two others; raises GtpError."""
    if not re.fullmatch(r"-?[0-9]{1,12}", text) or not low <= int(text) <= high:
        raise GtpError(f"syntax error: a whole number from {low} to {high} is needed, not {text[:20]}")
    return int(text)


def to_vertex(point: str) -> str:
    """Return one of our points, "i3", as GTP has it, "J3"."""
    return COLUMNS[ord(point[0]) - ord("a")].upper() + point[1:]


def from_vertex(board: Board, vertex: str) -> str | None:
    """Return the point of ours that a vertex means; None if it is none of this board."""
    column = COLUMNS.find(vertex[:1].lower()) if vertex else -1
    point = f"{chr(ord('a') + column)}{vertex[1:]}"
    return point if column >= 0 and point in board.index else None
