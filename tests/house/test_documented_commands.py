"""Every command that a text shows exists: those in blocks are run as they stand, with small limits after them.

What cannot run here is checked as far as it goes, and this file says why:

- `make TARGET` is tried by `make -n`, since targets install what has to be fetched, build for minutes or test for
  hours. Only `make` alone runs.
- `pip install` runs dry, on the sources as they are here; `make setup` installs them.
- Measurements of `bench/` run for minutes or hours, so they only say what they can be given.
- What writes into the repository checks or says only what it would write.
"""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import httpx
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
# What follows a command for a cluster: one is started for it, on this machine.
ON_RAY = ["--ray", "local"]
# What is typed, where a program listens; at its end the programs end.
TYPED = {"play": "quit\n"}
# What is given to commands that people start by themselves, in running text too: a server ends when it is told to, and
# one game is compiled for all; tests/compiler/test_warm.py compiles more.
BY_ITSELF = {"serve": ["--no-open", "--port", "0"], "warmup": ["iago"]}
PATIENCE = 120.0


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


def environment(folder: Path) -> dict[str, str]:
    """Where the program finds and keeps what is its user's: in the folder."""
    homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "DATA", "STATE")}
    compiled = {"FIELDSTONE_CACHE_DIR": str(cache_folder().parent)}  # here, and not once more
    return {**os.environ, **homes, **compiled, "NO_COLOR": "1", "PYTHONUTF8": "1"}


def run(tokens: tuple[str, ...], folder: Path, typed: str = "") -> str:
    """Run the program in a folder; what it prints."""
    command = [sys.executable, "-m", "fieldstone", *tokens]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("one", [one for one in TO_RUN if one.tokens[1] not in BY_ITSELF], ids=name_of)
def test_commands_run_as_they_stand(one: Shown, folder: Path) -> None:
    name = one.tokens[1]
    written = [word for before, word in zip(one.tokens, one.tokens[1:], strict=False) if before == "-o"]
    for file in written:
        (folder / file).unlink(missing_ok=True)
    limits = [*LIMITS.get(name, []), *(ON_RAY if "--ray" in one.tokens else [])]
    said = run((*one.tokens[1:], *limits), folder, TYPED.get(name, ""))
    assert said or written or name in ("engine", "gtp")
    assert all((folder / file).stat().st_size for file in written)


def named(command: str) -> list[Shown]:
    """What texts show of one of our commands, each once, but for what breaks off after an option, to name it."""
    found = [one for one in OURS if one.tokens[1:2] == (command,) and not breaks_off(one)]
    return list({one.tokens: one for one in found}.values())


def breaks_off(one: Shown) -> bool:
    """Whether the last option lacks its value."""
    command, _ = below(one.tokens)
    return any(one.tokens[-1] in option.opts and not getattr(option, "is_flag", False) for option in command.params)


@pytest.mark.parametrize("one", named("warmup"), ids=name_of)
def test_games_are_compiled(one: Shown, folder: Path) -> None:
    said = run((*one.tokens[1:], *BY_ITSELF["warmup"]), folder)
    assert ("Ready: iago." in said) == ("--to-play" not in one.tokens)


@pytest.mark.parametrize("one", named("serve"), ids=name_of)
def test_servers_answer_and_end(one: Shown, folder: Path) -> None:
    given = [*BY_ITSELF["serve"], "--database", str(folder / "served.sqlite")]
    with subprocess.Popen(
        [sys.executable, "-m", "fieldstone", *one.tokens[1:], *given],
        env={**environment(folder), "FIELDSTONE_LANGUAGE": "en", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as server:
        try:
            assert server.stdout is not None
            page = next(re.findall(r"http://\S+", line)[0] for line in server.stdout if "http://" in line)
            assert httpx.get(f"{page}api/facts", timeout=PATIENCE).json()[0]["name"] in fieldstone.games()
            server.send_signal(signal.SIGINT)
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()


def test_texts_show_the_commands_that_matter() -> None:
    assert {one.tokens[1] for one in OURS if len(one.tokens) > 1} >= {
        "play", "guide", "analyse", "review", "record", "diagram", "animate", "arena", "engine", "gtp", "serve",
        "warmup", "games", "perft", "bench",
    }  # fmt: skip


# Other programs --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing in it but a program that does nothing, for `make -n`.

    Even so make runs the lines that name `$(MAKE)`, with the same -n for those below; one of them, that of `play`,
    ends in our program.
    """
    folder = tmp_path_factory.mktemp("nothing")
    program = folder / "bin" / "fieldstone"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "started: $*"\n', encoding="utf-8")
    program.chmod(0o755)
    return folder


def makes() -> list[Shown]:
    """What texts show of make, each once."""
    return list({one.tokens: one for one in SHOWN if one.tokens[0] == "make"}.values())


@pytest.mark.parametrize("one", makes(), ids=name_of)
def test_make_knows_how(one: Shown, nothing: Path) -> None:
    """Each target has its commands and can make what it needs; `make` alone lists the targets."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    variables = set(re.findall(r"^([A-Z_]+) *\?=", text, re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", text, re.MULTILINE))  # make would take the name of a folder, too
    for word in one.tokens[1:]:
        assert word in targets or word.partition("=")[0] in variables, word
    dry = ["-n", f"VENV={nothing}"] if one.tokens[1:] else []
    # Where there is no Node, `make play` asks whether to play in the terminal.
    done = subprocess.run(
        ["make", *dry, *one.tokens[1:]], cwd=ROOT, input="y\n", capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert ("started: " in done.stdout) == (one.tokens[1:] == ("play",))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what pip reads, as it leaves something beside it."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "LICENSE", "docs/package.md", "src/fieldstone/__init__.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copy(ROOT / "src/fieldstone/version.py", folder / "src/fieldstone/version.py")
    return folder


@pytest.mark.parametrize("one", [one for one in SHOWN if one.tokens[0] == "pip"], ids=name_of)
def test_pip_installs_what_is_here(one: Shown, sources: Path) -> None:
    """From a clone, as there is nothing of it on an index yet, with extras that exist; all but the installing."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (what,) = (word for word in one.tokens[2:] if not word.startswith("-"))
    found = re.fullmatch(r"\.(?:\[([\w,]+)\])?", what)
    assert found, what
    assert set(filter(None, (found[1] or "").split(","))) <= extras.keys()
    dry = ["--dry-run", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", *one.tokens, *dry], cwd=sources, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


# What scripts and modules are given in the place of what a text gives them, so that each runs here. A measurement takes
# minutes or hours, and says only what it can be given.
MEASUREMENT = ("--help",)
GIVEN: dict[str, tuple[str, ...]] = {
    "-m bench": MEASUREMENT,
    "-m fieldstone": ("--help",),
    "-m fieldstone.targets": ("--help",),  # it would build modules; tests/targets build some
    "-m pytest": ("--collect-only", "-q"),  # these tests run by themselves
    "-m tests.house.lint_names": (),
    "bench/bounds.py": ("--only", "kaomi"),
    "docs/rules.py": ("--check",),  # it would write
    "web/make_types.py": ("--check",),  # likewise
}
# OpenSpiel's own programs are run by tests/interop/test_openspiel.py as the text has them; AlphaZero, which needs half
# a gigabyte besides, by `make alphazero`.
RUN_ELSEWHERE = {"-m fieldstone.interop.openspiel_run"}
# They write pictures, which tests/house/test_docs.py draws and compares, and boards from games that the computer plays
# for minutes. Here they are only loaded, so that all they need is there.
READ_ONLY = {"docs/pictures.py", "tests/server/living.py"}


def pythons() -> dict[str, list[Shown]]:
    """What texts show of each script or module of Python."""
    found: dict[str, list[Shown]] = {}
    for one in SHOWN:
        if one.tokens[0] == "python":
            found.setdefault(" ".join(one.tokens[1 : 3 if one.tokens[1] == "-m" else 2]), []).append(one)
    return found


@pytest.mark.parametrize(("script", "commands"), pythons().items(), ids=pythons())
def test_scripts_run_and_know_their_options(script: str, commands: list[Shown]) -> None:
    words = script.split()
    assert importlib.util.find_spec(words[1]) if words[0] == "-m" else (ROOT / script).is_file()
    if script in RUN_ELSEWHERE:
        return
    if script in READ_ONLY:
        assert runpy.run_path(str(ROOT / script), run_name="loaded")["__doc__"]
        return
    given = GIVEN.get(script, MEASUREMENT)
    assert script in GIVEN or script.startswith("bench/"), f"say in GIVEN how {script} runs here"
    paths = [word for one in commands for word in one.tokens[3:]] if script == "-m pytest" else []
    done = subprocess.run(
        [sys.executable, *words, *paths, *given], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    for option in {word for one in commands for word in one.tokens if word.startswith("--")} - {*given}:
        assert re.search(rf"{option}\b", done.stdout), option
