"""Every command that a text shows exists: those in blocks are run as they stand, with small limits after them."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main
from typer.core import TyperGroup

import fieldstone
from fieldstone.cli.app import app
from fieldstone.core.cache import cache_folder

ROOT = Path(__file__).parent.parent.parent
TEXTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PROGRAM = typer.main.get_command(app)
# What follows a command in a text so that it takes a second: of an option that is given twice the last one counts.
LIMITS = {
    "analyse": ["--simulations", "50"],
    "arena": ["--games", "2", "--simulations", "5", "--workers", "1"],
    "review": ["--simulations", "50"],
    "train": [
        *("--size", "3", "--teacher-games", "50", "--rounds", "0", "--judge", "0", "--processes", "1"),
        *("--simulations", "8", "--steps", "50", "--hidden", "8"),
    ],
}
# What is typed, where a program listens; at its end the programs end.
TYPED = {"play": "quit\n"}
# What goes on until somebody ends it, compiles everything, or asks questions: read by the real parser, and run by
# tests of its own (tests/server/test_serving.py, tests/compiler/test_warm.py).
ENDLESS = {"serve", "warmup"}


class Shown(NamedTuple):
    """A command in a text: where it stands, its tokens, and whether it stands in a block, to be typed as it is."""

    place: str
    tokens: tuple[str, ...]
    whole: bool


def shown() -> list[Shown]:
    """All commands of all texts."""
    found = []
    for text in TEXTS:
        inside: str | None = None
        for number, line in enumerate(text.read_text(encoding="utf-8").splitlines(), start=1):
            place = f"{text.name}:{number}"
            if line.startswith("```"):
                inside = line[3:] if inside is None else None
            elif inside in ("sh", "text") or (inside is None and line.startswith("    ")):
                found += [Shown(place, tokens, True) for tokens in commands(line.strip(), inside == "text")]
            elif inside is None:
                quoted = re.findall(r"`([^`]+)`", line)
                found += [Shown(place, tokens, False) for one in quoted for tokens in commands(one, False)]
    return found


def commands(text: str, other: bool) -> list[tuple[str, ...]]:
    """The tokens of a text if it begins like a command, without its comment. `other`: other things stand there, too."""
    start = r"(\.venv/bin/)?(fieldstone|pip|python)|make"
    if not re.match(rf"({start})(\s|$)", text) or (other and not text.startswith(("python ", "make "))):
        return []
    tokens = tuple(shlex.split(text, comments=True))
    return [(tokens[0].removeprefix(".venv/bin/"), *tokens[1:])]


SHOWN = shown()
OURS = [one for one in SHOWN if one.tokens[0] == "fieldstone"]
TO_RUN = [one for one in OURS if one.whole]


def name_of(one: Shown) -> str:
    """A name for a test."""
    return f"{one.place} {' '.join(one.tokens[:3])}"


def below(tokens: tuple[str, ...]) -> tuple[Any, list[str]]:
    """The command that the tokens lead to, and the tokens that are left."""
    command: Any = PROGRAM
    left = list(tokens[1:])
    while isinstance(command, TyperGroup) and left and not left[0].startswith("-"):
        found = command.commands.get(left[0])
        assert found is not None, f"there is no command {left[0]}: {sorted(command.commands)}"
        command = found
        del left[0]
    return command, left


@pytest.mark.parametrize("one", OURS, ids=name_of)
def test_commands_and_their_options_exist(one: Shown) -> None:
    command, left = below(one.tokens)
    options = {"--help"} | {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    for word in left:
        if word.startswith("--"):
            assert word.partition("=")[0] in options, f"{word}: {sorted(options)}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where commands run: the files that the texts speak of, each a game."""
    folder = tmp_path_factory.mktemp("commands")
    state = fieldstone.load("kaomi", size=5).new_state()
    for _ in range(14):
        state.play(state.legal_moves()[0])
    for name in ("game.txt", "save.txt"):
        (folder / name).write_text(state.to_text(history=True) + "\n", encoding="utf-8")
    fieldstone.write_record(folder / "game.fieldstone.json", fieldstone.Record.from_state(state))
    run(("record", "convert", "game.txt", "-o", "game.sgf"), folder)
    return folder


def run(tokens: tuple[str, ...], folder: Path, typed: str = "") -> str:
    """Run the program in a folder; what it prints."""
    homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "DATA", "STATE")}
    compiled = {"FIELDSTONE_CACHE_DIR": str(cache_folder().parent)}  # here, and not once more
    environment = {**os.environ, **homes, **compiled, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "fieldstone", *tokens]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("one", [one for one in TO_RUN if one.tokens[1] not in ENDLESS], ids=name_of)
def test_commands_run_as_they_stand(one: Shown, folder: Path) -> None:
    name = one.tokens[1]
    written = [word for before, word in zip(one.tokens, one.tokens[1:], strict=False) if before == "-o"]
    for file in written:
        (folder / file).unlink(missing_ok=True)
    said = run((*one.tokens[1:], *LIMITS.get(name, [])), folder, TYPED.get(name, ""))
    assert said or written or name in ("engine", "gtp")
    assert all((folder / file).stat().st_size for file in written)


@pytest.mark.parametrize("one", [one for one in TO_RUN if one.tokens[1] in ENDLESS], ids=name_of)
def test_commands_that_do_not_end_are_understood(one: Shown) -> None:
    command, left = below(one.tokens)
    command.make_context(one.tokens[1], left)


def test_texts_show_the_commands_that_matter() -> None:
    assert {one.tokens[1] for one in OURS if len(one.tokens) > 1} >= {
        "play", "guide", "analyse", "review", "record", "diagram", "animate", "arena", "engine", "gtp", "serve",
        "warmup", "games", "perft", "bench",
    }  # fmt: skip


# Other programs --------------------------------------------------------------------------------


@pytest.mark.parametrize("one", [one for one in SHOWN if one.tokens[0] == "make"], ids=name_of)
def test_make_knows_its_targets(one: Shown) -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", text, re.MULTILINE))
    variables = set(re.findall(r"^([A-Z_]+) *\?=", text, re.MULTILINE))
    for word in one.tokens[1:]:
        assert word in targets or word.partition("=")[0] in variables, word


@pytest.mark.parametrize("one", [one for one in SHOWN if one.tokens[0] == "pip"], ids=name_of)
def test_pip_installs_what_is_here(one: Shown) -> None:
    """From a clone, as there is nothing of it on an index yet, with extras that exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (what,) = (word for word in one.tokens[2:] if not word.startswith("-"))
    found = re.fullmatch(r"\.(?:\[([\w,]+)\])?", what)
    assert found, what
    assert set(filter(None, (found[1] or "").split(","))) <= extras.keys()


@pytest.mark.parametrize("one", [one for one in SHOWN if one.tokens[0] == "python"], ids=name_of)
def test_scripts_and_their_options_exist(one: Shown) -> None:
    """What OpenSpiel's programs are given is theirs to understand: tests/interop runs those of this line."""
    tokens = one.tokens[1:]
    if tokens[0] == "-m":
        assert importlib.util.find_spec(tokens[1]), tokens[1]
        return
    assert (ROOT / tokens[0]).is_file(), tokens[0]
    options = [word for word in tokens[1:] if word.startswith("--")]
    if options:
        command = [sys.executable, tokens[0], "--help"]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout
        for option in options:
            assert re.search(rf"{option}\b", said), option
