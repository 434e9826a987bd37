"""The terminal: what it can show, and the one way by which everything reaches it."""

import contextlib
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text
from rich.theme import Theme

from fieldstone.messages import catalogue, forms, language_of_user, say

# The palette of the light theme: boards bring their own background, so they read on any terminal.
INK, SECOND_INK, BOARD, BOARD_RIM, LINES = "#20231f", "#5c6058", "#e3dcc9", "#d8d2c3", "#837b69"
MOSS, SEAL, WATER = "#4d6b50", "#a8402c", "#2f6476"

NEEDED = "●○◆◇·×━│→½“”"
SPELLED = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "½": "1/2", "×": "x", "→": "->", "–": "-", "…": "...", "•": "*"}
    | {"·": ".", "●": "X", "○": "O", "◆": "x", "◇": "o", "━": "=", "│": "|", "−": "-", "\u00a0": " "}
    | {"±": "+/-", "²": "^2"}
)
THEME = Theme({"markdown.code": "bold", "markdown.h1": "bold", "markdown.h2": "bold", "markdown.item.bullet": "bold"})


def program() -> str:
    """Return what a person types to run this program: its name where that finds it, else its path from here."""
    typed = Path(sys.argv[0])
    found = shutil.which("fieldstone")
    if typed.name != "fieldstone" or (found and Path(found).resolve() == typed.resolve()):
        return "fieldstone"
    with contextlib.suppress(ValueError):
        return str(typed.resolve().relative_to(Path.cwd()))
    return str(typed)


def can_encode(text: str, encoding: str) -> bool:
    """Say whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Outlet:
    """A text stream that spells out what the terminal cannot show."""

    def __init__(self, stream: TextIO, plain: bool) -> None:
        self.stream = stream
        self.plain = plain
        self.real_encoding = getattr(stream, "encoding", None) or "utf-8"
        self.encoding = "ascii" if plain else self.real_encoding  # Rich draws its lines accordingly

    def fit(self, text: str) -> str:
        """Return the text in characters that can be shown."""
        if self.plain:
            text = re.sub(r"(?<=\d)½", " ½", text).translate(SPELLED)
        if not can_encode(text, self.real_encoding):
            text = "".join(
                letter if can_encode(letter, self.real_encoding) else unicodedata.normalize("NFKD", letter)
                for letter in text
            )
            letters = "".join(letter for letter in text if not unicodedata.combining(letter))
            text = letters.encode(self.real_encoding, "replace").decode(self.real_encoding)
        return text

    def write(self, text: str) -> int:
        """Write a text, fitted."""
        return self.stream.write(self.fit(text))

    def flush(self) -> None:
        """Flush the stream."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Say whether the stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the number of the stream's file."""
        return self.stream.fileno()


class Screen:
    """The standard output in one language.

    Attributes
    ----------
    language : "en", "ko" or "ja"
    plain : draw with ASCII characters
    console : of Rich, writing to the standard output
    """

    def __init__(self, language: str | None = None, plain: bool = False, colour: bool = True) -> None:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        self.plain = plain or not can_encode(NEEDED, encoding)
        self.language = language or language_of_user()
        letters = "".join(form for text in catalogue(self.language).values() for form in forms(text))
        if not can_encode(letters, encoding) and self.language != "en":
            self.language = "en"
        self._outlet = Outlet(sys.stdout, self.plain)
        self._overwritten = 0
        self.console = Console(
            file=self._outlet,  # type: ignore[arg-type]  # all that Rich asks of a file
            color_system="auto" if colour and not os.environ.get("NO_COLOR") else None,
            highlight=False,
            markup=False,
            emoji=False,
            theme=THEME,
        )

    @property
    def coloured(self) -> bool:
        """Whether colours are shown."""
        return self.console.color_system is not None

    @property
    def can_overwrite(self) -> bool:
        """Whether a line can be written over."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    @property
    def interactive(self) -> bool:
        """Whether a person sits at both ends."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, key: str, **details: Any) -> str:
        """Return the text of a key in the language of this screen."""
        return say(key, self.language, **details)

    def join(self, parts: Iterable[str]) -> str:
        """Return parts as a list in the language of this screen."""
        return self.say("list.comma").join(parts)

    def tell(self, key: str, **details: Any) -> None:
        """Write the text of a key, wrapped at the width of the terminal."""
        self.write(self.say(key, **details))

    def warn(self, key: str, **details: Any) -> None:
        """Write the text of a key so that nobody overlooks it."""
        self.write()
        self.write(Text(self.say(key, **details), style="bold red"))
        self.write()

    def write(self, text: RenderableType = "") -> None:
        """Write a text and end the line."""
        self.console.print(text, soft_wrap=not self.console.is_terminal)

    def write_indented(self, text: str, indent: int = 5, first: str = "") -> None:
        """Write a text with blanks before each of its lines; `first`, as wide as they, stands before the first."""
        lines = [Text(text)]
        if self.console.is_terminal:
            lines = list(Text(text).wrap(self.console, max(10, self.console.width - indent)))
        for number, line in enumerate(lines):
            before = first if number == 0 and first else " " * indent
            self.console.print(Text(before) + line, soft_wrap=True)

    def draw(self, lines: Iterable[Text], margin: int = 2) -> None:
        """Write the lines of a drawing as they are."""
        for line in lines:
            shown = Text(" " * margin) + line
            if not self.coloured:
                shown.rstrip()
            self.console.print(shown, soft_wrap=True)

    def render(self, thing: RenderableType) -> None:
        """Write something of Rich's, such as a table."""
        self.console.print(thing, width=self.table_width)

    @property
    def table_width(self) -> int:
        """How wide tables and what else Rich lays out may be, in cells."""
        return min(80, self.console.width)

    def cut(self, parts: Sequence[str], width: int) -> str:
        """Return as many parts as fit into so many cells, with an ellipsis where some are left out."""
        for count in range(len(parts), -1, -1):
            # Fitted now: what is spelled out later, as an ellipsis in ASCII, would be wider than Rich believes.
            shown = self._outlet.fit(" ".join([*parts[:count], *(["…"] if count < len(parts) else [])]))
            if cell_len(shown) <= width:
                return shown
        return ""

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; returns None at the end of the input."""
        shown = self._outlet.fit(f"{prompt}> ")
        try:
            if self.interactive:
                with contextlib.suppress(ImportError):
                    import readline  # noqa: F401  # editing and history in input()
                line = input(shown)
            else:
                sys.stdout.write(shown)
                sys.stdout.flush()
                line = sys.stdin.readline()
                if not line:
                    raise EOFError
                if not sys.stdin.isatty():
                    self.write()  # nobody has pressed Enter on this screen
        except EOFError:
            self.write()
            return None
        except UnicodeDecodeError:
            return "?"
        readable = line.encode("utf-8", "replace").decode("utf-8")
        spaced = "".join(" " if letter.isspace() else letter for letter in readable)  # an ideographic space, too
        return "".join(letter for letter in spaced if letter.isprintable()).strip()

    @contextlib.contextmanager
    def thinking(self, text: str) -> Iterator[Callable[[float], None] | None]:
        """Show how far a search has come, on a line that vanishes; gives None where there is no terminal."""
        if not self.can_overwrite:
            yield None
            return

        try:
            yield lambda part: self.overwrite(f"{text} {round(100 * part)}%")
        finally:
            self.overwrite("")

    def overwrite(self, text: str) -> None:
        """Show a short text in place of the last one on the same line of the terminal."""
        shown = self._outlet.fit(text)[: self.console.width - 1]
        blanks = " " * max(0, self._overwritten - cell_len(shown))
        self._outlet.write(f"\r{shown}{blanks}" if shown else f"\r{blanks}\r")
        self._outlet.flush()
        self._overwritten = cell_len(shown)


def narrow(text: str) -> str:
    """Return a typed text with fullwidth letters and digits, as East Asian keyboards give them, made narrow."""
    return unicodedata.normalize("NFKC", text).strip()


def pad(text: str, width: int) -> str:
    """Return the text with blanks up to a width in terminal cells: wide characters count twice."""
    return text + " " * max(0, width - cell_len(text))
