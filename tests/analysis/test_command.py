"""The command ``analyse``: what it prints, what it refuses, and that Ctrl-C gives what is known."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from fieldstone import Limit, parse_position, warm
from fieldstone.analysis import analysing, reviewing
from fieldstone.cli.commands.analyse import AnalysisView
from fieldstone.cli.terminal.screen import Screen
from fieldstone.core.library import CHOICE
from fieldstone.messages import LANGUAGES, say
from tests.analysis.conftest import FINISHED
from tests.analysis.test_analyse import KEYS, MOVE_KEYS, ROOT_KEYS
from tests.cli.conftest import Run, Terminal

GAME = "kaomi(size=4) moves b2,swap,c2,a1,d4,d3,b3,a3"
QUICK = ("--simulations", "200", "--seed", "1")


def test_json(run: Run) -> None:
    Path("g.txt").write_text(f"{GAME} players human,computer\n", encoding="utf-8")
    output = run("analyse", "g.txt", *QUICK, "--json").stdout
    data = json.loads(output)
    assert output.count("\n") == 1
    assert list(data) == KEYS
    assert list(data["rootInfo"]) == ROOT_KEYS
    assert all(list(info) == MOVE_KEYS for info in data["moveInfos"])
    assert data == json.loads(run("analyse", GAME, *QUICK, "--json").stdout)
    early = json.loads(run("analyse", "g.txt", *QUICK, "--ply", "1", "--moves", "2", "--json").stdout)
    assert early["turnNumber"] == 1
    assert early["rootInfo"]["seat"] == 2
    assert [info["order"] for info in early["moveInfos"]] == [0, 1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_what_people_see(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, language: str) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    output = run("analyse", FINISHED, *QUICK, "--language", language).stdout
    assert "5  · ● ● ○ ·" in output
    assert say("analyse.expected", language) in output
    assert "━━━" in output or columns < 64
    assert "{" not in output
    plain = run("analyse", GAME, *QUICK, "--ascii", "--moves", "3", "--language", language).stdout
    table = plain.rstrip().splitlines()[-3:]
    assert all(len(line) <= columns for line in table)
    assert plain.isascii() or language != "en"


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("kaomi(size=3) B.B/.W./W.. B", "Cancelled in pairs, by size (K8): 1, 1."),
        ("squared(size=3) BB./.W./W.. B", "Squared group sizes (Q1): Black 2²; White 1², 1², komi 0."),
        ("iago moves d4", "Captives: Black 0, White 0."),
        # With one move left there is nothing to guess.
        ("kaomi(size=2,pie=false) BW/.B W", "quick games from here (biggest group left): Black 0.0, White 0.0."),
        ("squared(size=2) BW/.B W", "quick games from here (sum of squared group sizes): Black 2.0, White 2.0."),
        ("vadus(size=3) .../..../.B.../.B../.B. W", "(connection part − surplus, W5): Black "),
        ("vacu(size=3,setup=auction)", "Player 1"),
    ],
)
def test_what_a_position_is_made_of(run: Run, position: str, said: str) -> None:
    assert said in run("analyse", position, "--simulations", "20", "--seed", "1").stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 64, 80])
@pytest.mark.parametrize("plain", [False, True])
def test_only_the_expected_line_is_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int, language: str, plain: bool
) -> None:
    """However long it is, the moves, chances and points stand there whole."""
    monkeypatch.setenv("COLUMNS", str(columns))
    state = parse_position("vacu(size=9) moves c3,d4")
    found = analysing.analyse(state, Limit(simulations=200), seed=1)
    line = tuple(state.legal_moves()[:40])
    lost = [replace(one, proven="loss", distance=37, margin=-12.5, visits=54321) for one in found.moves[:3]]
    long = tuple(replace(one, line=(one.move, *line)) for one in (*lost, *found.moves[3:6]))
    short = replace(found.moves[6], line=(found.moves[6].move, *line[:2]))
    AnalysisView(Screen(language, plain), state).show(replace(found, moves=(*long, short)), 7)
    rows = capsys.readouterr().out.splitlines()[-7:]
    assert max(map(cell_len, rows)) <= columns
    for row, one in zip(rows, (*long, short), strict=True):
        assert row.split()[0] == one.move.text
        chance = say("analyse.loss", language, plies=38) if one.proven else f"{100 * (one.chance or 0):.1f}%"
        assert f" {chance} " in row
        assert f" {one.margin:+.1f} " in row
        assert f" {line[0].text} {line[1].text}" in row
        assert row.rstrip().endswith(line[1].text if one is short else "..." if plain else "…")
    assert (f" {54321:,} " in rows[0]) == (columns >= 64)


def test_proofs_in_words(run: Run) -> None:
    output = run("analyse", "kaomi(size=3) BWB/WBW/BW. B", *QUICK).stdout
    assert "in at most 1 move (proven)" in output
    assert "wins in 1" in output or "loses in 1" in output
    assert "±" not in output
    assert re.search(r"; \d+ visits?$", output, re.MULTILINE)


def test_one_simulation_is_no_plural(run: Run) -> None:
    assert "; 1 visit\n" in run("analyse", "vacu(size=5)", "--simulations", "1", "--seed", "1").stdout


def test_a_tree_takes_no_more_memory_than_it_may(run: Run) -> None:
    many = ("kaomi", "--simulations", "20000", "--seed", "1", "--json", "--megabytes")
    cramped, *roomy = (json.loads(run("analyse", *many, size).stdout) for size in ("1", "64", "512"))
    assert roomy[0] == roomy[1] != cramped  # a full tree goes on without growing
    assert cramped["rootInfo"]["visits"] == 20_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals(run: Run, language: str) -> None:
    say_it = ("--language", language)
    over = run("analyse", "kaomi(size=2) moves a1,a2,b1,b2", *say_it, status=2).stderr
    assert over.strip() == "fieldstone: " + say("analyse.over", language)
    assert "-1" in run("analyse", GAME, "--seconds", "-1", *say_it, status=2).stderr
    assert "--ply" in run("analyse", GAME, "--ply", "9", *say_it, status=2).stderr
    assert "nowhere" in run("analyse", "nowhere", *say_it, status=2).stderr
    Path("empty.txt").write_text("", encoding="utf-8")
    assert "empty.txt" in run("analyse", "empty.txt", *say_it, status=2).stderr


COMMANDS = [("analyse", GAME), ("review", GAME)]
# Runs a command, and says how many kernels had been loaded when its search began and when it ended.
LOADED = """
import sys
from fieldstone.analysis import analysing, reviewing
from fieldstone.cli.app import app

def loaded():
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("fieldstone")]
    kernels = {id(item): item for module in modules for item in vars(module).values() if hasattr(item, "py_func")}
    return sum(len(kernel.signatures) for kernel in kernels.values())

def watched(module, name):
    search = getattr(module, name)
    def begin(*arguments, **options):
        before = loaded()
        found = search(*arguments, **options)
        print(before, loaded(), file=sys.stderr)
        return found
    setattr(module, name, begin)

watched(analysing, "analyse")
watched(reviewing, "review")
app()
"""


@pytest.mark.parametrize("arguments", COMMANDS)
def test_it_compiles_before_its_time_begins(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, str]
) -> None:
    """With a cache that is empty but for the rules; instead of compiling it is written down what would be."""
    events: list[object] = []

    class Noted(warm.WarmUp):
        def __init__(self, names: Sequence[str], processes: int | None = None, parts: Sequence[str] = warm.ALL) -> None:
            events.append((list(names), parts))
            super().__init__([], processes, parts)

    def search(original: Any) -> Any:
        def begin(*given: Any, **options: Any) -> Any:
            events.append("search")
            return original(*given, **options)

        return begin

    monkeypatch.setattr(warm, "is_warm", lambda _, parts=warm.ALL: parts == warm.RULES)
    monkeypatch.setattr(warm, "WarmUp", Noted)
    monkeypatch.setattr(analysing, "analyse", search(analysing.analyse))
    monkeypatch.setattr(reviewing, "review", search(reviewing.review))
    run(*arguments, "--simulations", "5")
    assert events[0] == (["kaomi"], warm.ALL)
    assert "search" in events
    events.clear()
    run("analyse", "kaomi(size=2) moves a1,a2,b1,b2", status=2)
    run("review", "kaomi(size=3)", status=2)
    assert events == []  # nothing is compiled for what is refused


@pytest.mark.parametrize(
    ("known", "said"),
    [((), ["rules of Kaomi", "rules of Kaomi"]), (warm.RULES, ["search for Kaomi"]), (warm.ALL, [])],
)
def test_it_says_what_it_prepares(
    run: Run, monkeypatch: pytest.MonkeyPatch, known: tuple[str, ...], said: list[str]
) -> None:
    """The rules to read a position, then the search; here nothing becomes known by being prepared."""

    class Slow:
        ready = False

        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def wait(self) -> None:
            pass

    monkeypatch.setattr(warm, "is_warm", lambda _, parts=warm.ALL: set(parts) <= set(known))
    monkeypatch.setattr(warm, "WarmUp", Slow)
    lines = run("analyse", "kaomi(size=2) moves a1", "--simulations", "5").stderr.splitlines()
    assert len(lines) == len(said)
    for line, part in zip(lines, said, strict=True):
        assert part in line


@pytest.mark.parametrize("arguments", [*COMMANDS, ("analyse", "vacu(size=5)"), ("analyse", FINISHED)])
def test_nothing_is_loaded_in_its_time(tmp_path: Path, arguments: tuple[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments, "--simulations", "500", "--json"],
        env=os.environ | {CHOICE: "jit"}, cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    before, after = done.stderr.split()[-2:]
    assert before == after
    assert int(before) > 10


def test_ctrl_c_gives_what_is_known(terminal: type[Terminal]) -> None:
    program = terminal("analyse", "vacu(size=9)", "--seconds", "600", COLUMNS="100")
    program.wait_for(" visits; ")
    program.interrupt()
    assert program.finish() == 130
    assert "Stopped early: these are the results so far." in program.seen
    assert "best line" in program.seen
