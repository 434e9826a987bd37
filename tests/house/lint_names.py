"""A lint: nothing outside ``games/`` knows a game by its name.

``python -m tests.house.lint_names`` is part of `make check`.

Python is parsed: no string and no part of an identifier is the name of a game. In a docstring a name may stand between
double backquotes, as in an example of a text. Comments may say what they like. In the catalogues no sentence names a
game. In all other JSON of the program, and in what the page is built from, TypeScript, Svelte, CSS, HTML and JSON, each
line is read without its comments; of the page one folder may know names, that of the pictures.

Tests, measurements and documents know the games; they are not looked at.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "src" / "fieldstone"
WEB = ROOT / "web"
PICTURES = "pictures"  # the folder of the page that may know games by name
EXAMPLE = re.compile(r"``[^`]*``")
# What is left of TypeScript and Svelte without comments: strings with their escapes come first, lest "//" in an address
# be taken for a comment.
TOKENS = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<comment>//[^\n]*|/\*.*?\*/|<!--.*?-->)|(?P<other>.)""",
    re.DOTALL,
)
# An apostrophe in the text of a page, as in "Black's", begins no string.
APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


class Found(NamedTuple):
    """A place that knows a game by name."""

    path: Path
    line: int
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.name}: {self.text.strip()[:90]}"


def names() -> list[str]:
    """The names of our games, which are told by their own folders."""
    found: list[str] = []
    for path in sorted((SOURCES / "games").glob("*/__init__.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "GameSpec":
                found += [
                    str(keyword.value.value)
                    for keyword in node.keywords
                    if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
                ]
    return found


def pattern(games: list[str]) -> re.Pattern[str]:
    """What finds a name: as a word, as a part of an identifier with underscores or capitals, and as a key of JSON."""
    whole = "|".join(sorted(map(re.escape, games), key=len, reverse=True))
    capital = "|".join(sorted((re.escape(game.capitalize()) for game in games), key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{whole})(?![a-z0-9])|(?i:(?<![a-z0-9])(?:{whole})(?![a-z0-9]))|{capital}")


def in_python(path: Path, known: re.Pattern[str]) -> Iterator[Found]:
    """Yield the strings and identifiers of a module that hold a name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        texts = [getattr(node, field, None) for field in ("id", "attr", "name", "arg", "module", "asname")]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(EXAMPLE.sub("", node.value) if id(node) in docstrings else node.value)
        for text in texts:
            if isinstance(text, str) and (found := known.search(text)):
                yield Found(path, line + text.count("\n", 0, found.start()), found[0], _around(text, found))


def titles(language: str) -> list[str]:
    """What people call the games in a language."""
    found: list[str] = []
    for path in (SOURCES / "games").glob(f"*/text/{language}.json"):
        texts = json.loads(path.read_text(encoding="utf-8"))
        found += [text for key, text in texts.items() if key.startswith("title.")]
    return found


def in_catalogue(path: Path) -> Iterator[Found]:
    """Yield the sentences of a catalogue that name a game, as programs do or as people of that language do."""
    called = "|".join(map(re.escape, titles(path.stem)))
    known = re.compile(f"{pattern(names()).pattern}|{called}")
    lines = path.read_text(encoding="utf-8").splitlines()
    for key, text in json.loads("\n".join(lines)).items():
        if found := known.search(f"{key} {text}"):
            line = next(number for number, one in enumerate(lines, 1) if one.lstrip().startswith(json.dumps(key)))
            yield Found(path, line, found[0], f"{key}: {text}")


def in_lines(path: Path, known: re.Pattern[str]) -> Iterator[Found]:
    """Yield the lines of TypeScript, Svelte, CSS, HTML or JSON that hold a name outside comments."""
    text = APOSTROPHE.sub("’", path.read_text(encoding="utf-8"))
    bare = TOKENS.sub(lambda token: re.sub(r"[^\n]", " ", token[0]) if token.lastgroup == "comment" else token[0], text)
    for number, line in enumerate(bare.splitlines(), start=1):
        if found := known.search(line):
            yield Found(path, number, found[0], line)


def _around(text: str, found: re.Match[str]) -> str:
    line = text[text.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0]
    return line.strip()


def of_program(sources: Path = SOURCES) -> Iterator[Found]:
    """Yield the places in the program, but for the page that was built into it."""
    known = pattern(names())
    for path in sorted([*sources.rglob("*.py"), *sources.rglob("*.json")]):
        inside = path.relative_to(sources)
        if inside.parts[0] == "games" or inside.is_relative_to("server/page"):
            continue
        if path.suffix == ".py":
            yield from in_python(path, known)
        elif inside.parts[0] == "messages":
            yield from in_catalogue(path)
        else:
            yield from in_lines(path, known)


def of_page(web: Path = WEB) -> Iterator[Found]:
    """Yield the places in the page and in what builds it, not in its tests and what only they read."""
    known = pattern(names())
    page = web / "src"
    for path in sorted([*page.rglob("*"), *web.glob("*.ts"), *web.glob("*.html")]):
        folder = path.relative_to(page).parts[0] if path.is_relative_to(page) else ""
        tested = re.search(r"\.(test|testing)\.ts$", path.name) or folder in ("fixtures", "gallery", PICTURES)
        if path.suffix in (".ts", ".svelte", ".css", ".html", ".json") and not tested:
            yield from in_lines(path, known)


def main() -> int:
    """Write what is found; return 1 if there is anything."""
    found = [*of_program(), *of_page()]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
