"""The native libraries that lie in git: made from the sources as they are, run only then, and without a compiler.

That they compute what Numba's code does is said by all other tests, which run on them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone.core import entries, library
from fieldstone.core.cache import PACKAGE
from fieldstone.core.rng import make_rng, random_below
from fieldstone.games import GAMES, folder_of
from fieldstone.games.spec import GameSpec
from fieldstone.targets import build, places

OWN = [spec for spec in places.families() if spec.home.startswith("fieldstone.")]
MOST_BYTES = 1_500_000  # of all together: they lie in git

fits = pytest.mark.skipif(library.why_unfit() is not None, reason=f"no libraries here: {library.why_unfit()}")


def run(code: str, *arguments: str, **environment: str) -> str:
    """Run Python code in a process of its own; what it prints. It must not complain."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=surroundings | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


# What lies there ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_they_are_made_from_the_sources_as_they_are(spec: GameSpec) -> None:
    build.check_library(spec)


def test_they_are_small_enough_for_git() -> None:
    assert sum(places.library_path(spec).stat().st_size for spec in OWN) <= MOST_BYTES


@fits
@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_they_are_used(spec: GameSpec) -> None:
    spec.module("rules")
    assert library.library_in(folder_of(spec.home)) is not None, library.why_not()


@pytest.mark.parametrize("content", [b"", b"text", b'\x7fELF {"form":1,"kernels"'])
def test_what_is_no_library_is_told(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"kernels\.so cannot be loaded"):
        library.Library(tmp_path)
    (tmp_path / library.FILE).write_bytes(content)
    with pytest.raises(ValueError, match="no library of ours"):
        library.Library(tmp_path)


def test_what_only_says_that_it_is_one_is_not_loaded(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    sources = {"files": files, "depth": 1, "hash": library.sources_hash(tmp_path, [], lambda _: b"")}
    said = json.dumps({"form": library.FORM, "kernels": {}, "sources": sources}, separators=(",", ":"))
    (tmp_path / library.FILE).write_bytes(said.encode() + b"\0")
    with pytest.raises(ValueError, match="cannot be loaded"):
        library.Library(tmp_path)


# Where they are not used ----------------------------------------------------------------------------------------------


@pytest.fixture
def unfit(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str | None]:
    """Why no library can be used, asked anew."""
    for name in (library.CHOICE, "NUMBA_BOUNDSCHECK"):
        monkeypatch.delenv(name, raising=False)
    return library.why_unfit.__wrapped__


@fits
def test_another_processor(unfit: Callable[[], str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfit() is None
    monkeypatch.setattr(library, "_processor_flags", lambda: library.PROCESSOR - {"avx2", "fma"})
    assert unfit() == "the processor lacks avx2, fma"


def test_another_system(unfit: Callable[[], str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert unfit() == "libraries are made for Linux on x86-64"


def test_checks_and_choices(unfit: Callable[[], str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert unfit() == "NUMBA_BOUNDSCHECK is set"
    monkeypatch.setenv(library.CHOICE, "jit")
    assert unfit() == "FIELDSTONE_KERNELS=jit"
    monkeypatch.setenv(library.CHOICE, "fast")
    with pytest.raises(ValueError, match="'jit' or 'library', not 'fast'"):
        unfit()


USED = """
import sys
import fieldstone
from fieldstone.core import library
state = fieldstone.load("kaomi", size=3).new_state()
state.play(state.legal_moves()[0])
print(state.to_text().replace(" ", "_"), "numba" in sys.modules, library.why_not())
"""


@fits
def test_a_stale_one_is_not_used_and_nothing_is_said(tmp_path: Path) -> None:
    """An edited rule is seen at once; other games keep their libraries."""
    twin = tmp_path / "fieldstone"
    shutil.copytree(PACKAGE, twin, ignore=shutil.ignore_patterns("__pycache__", "page"))
    where = {"PYTHONPATH": str(tmp_path), "FIELDSTONE_CACHE_DIR": str(tmp_path / "cache")}
    fresh = run(USED, **where)
    assert "False there is none for this" in fresh
    rules = twin / "games" / "kaomi" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    stale = run(USED, **where)
    assert stale.split(" ")[:2] == [fresh.split(" ")[0], "True"]
    assert "games/kaomi/kernels.so was made from other sources" in stale
    other = run(USED.replace("kaomi", "vadus"), **where)
    assert "False there is none for this" in other


# Without a compiler ---------------------------------------------------------------------------------------------------

BLOCKED = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
"""
PLAYED = """
import fieldstone
from fieldstone.analysis.analysing import analyse
from fieldstone.search.levels import LevelPlayer
from fieldstone.games.tuning import tuning_of
from fieldstone.search.limit import Limit
from fieldstone.search.random import RandomPlayer
from fieldstone.search.solver.solve import Solver
for name in fieldstone.games():
    game = fieldstone.load(name)
    state = game.new_state()
    state.play(state.legal_moves()[0])
    state.play(LevelPlayer(tuning_of(name).levels[4], seed=1).choose(state))
    state.why_illegal("z9")
    state.scores()
    state.to_text()
    state.undo()
    analyse(state, Limit(simulations=50), seed=1)
    batch = game.new_batch(3)
    batch.play(batch.random_actions(1))
    batch.random_playouts(1)
    chance = RandomPlayer(1)
    while state.outcome is None:
        state.play(chance.choose(state))
    state.undo()
    Solver(1.0).solve(state, nodes=100)
print("played")
"""
SERVED = """
import json, tempfile, threading, time, urllib.request
from pathlib import Path
import uvicorn
from fieldstone.server.app import create_app
from fieldstone.server.settings import Settings, sqlite_address

def post(path, body):
    head = {"Content-Type": "application/json", "Origin": base}
    return urllib.request.urlopen(urllib.request.Request(base + path, json.dumps(body).encode(), head))

with tempfile.TemporaryDirectory() as folder:
    app = create_app(Settings(database=sqlite_address(Path(folder) / "games.sqlite")))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    running = threading.Thread(target=server.run)
    running.start()
    while not server.started:
        time.sleep(0.01)
    base = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    seats = {"1": {"kind": "human"}, "2": {"kind": "human"}}
    game = json.load(post("/api/games", {"game": "vacu", "seats": seats}))
    print(post(f"/api/games/{game['id']}/moves", {"move": "c3", "ply": 0}).status)
    server.should_exit = True
    running.join()
"""


@fits
def test_all_that_people_do_needs_no_compiler() -> None:
    assert run(BLOCKED + PLAYED) == "played\n"


@fits
def test_a_served_move_needs_no_compiler() -> None:
    assert run(BLOCKED + SERVED) == "200\n"


@fits
def test_the_program_imports_no_compiler() -> None:
    code = "import sys; sys.argv = ['fieldstone', *sys.argv[1:]]\nfrom fieldstone.cli import main\ntry:\n    main()\n"
    code += "except SystemExit:\n    pass\nprint('numba' in sys.modules)\n"
    for words in (["--version"], ["show", "kaomi(size=3) BW./.../... B"], ["perft", "kaomi(size=3)", "--depth", "2"]):
        assert run(code, *words).splitlines()[-1] == "False", words


def test_what_has_to_be_compiled_asks_for_the_compiler() -> None:
    code = (
        "import fieldstone\nfrom fieldstone.core.errors import CompilerMissingError\n"
        "try:\n    fieldstone.load('kaomi').new_state()\nexcept CompilerMissingError as error:\n    print(error)\n"
    )
    said = run(BLOCKED + code, FIELDSTONE_KERNELS="jit")
    assert "FIELDSTONE_KERNELS=jit" in said
    assert "pip install 'fieldstone[compiler]'" in said


def test_a_kernel_in_no_library_is_an_error_where_only_libraries_are_wanted() -> None:
    code = """
from fieldstone.core.maths import log
try:
    log(2.0)
except RuntimeError as error:
    print(error)
"""
    assert "fieldstone.core.maths.log is in none" in run(code, FIELDSTONE_KERNELS="library")


# Calls ----------------------------------------------------------------------------------------------------------------


@fits
def test_arguments_that_a_function_was_not_made_for() -> None:
    """They are made to fit where that changes nothing; and else are compiled for."""
    game = fieldstone.load("kaomi", size=3)
    rules, states = game.adapter.rules, np.zeros(1, game.adapter.dtype)
    entries.start_states(rules, states)
    order, found = np.arange(10), np.zeros(10, dtype=np.int64)
    assert entries.list_legal(rules, states, order, found) == 9
    assert entries.list_legal(rules, states, order.astype(np.longlong), found) == 9
    assert entries.list_legal(rules, states, order.astype(np.int32), found) == 9
    assert entries.list_legal(rules, states, np.arange(20)[::2], found) == 5
    fixed = order.copy()
    fixed.setflags(write=False)
    assert entries.list_legal(rules, states, fixed, found) == 9
    keys = np.zeros(9, dtype=np.uint64)
    one: Any = np.int64(1)
    four: Any = np.int8(4)
    assert entries.advance(rules, states, keys, one, four) == entries.PLAYED
    assert entries.advance(rules, states.view(np.recarray), keys, 2, 4) == entries.ILLEGAL
    assert entries.advance(rules, states, keys, 2, -1) == entries.UNKNOWN
    assert entries.advance(rules, states, keys, 2, 1 << 62) == entries.UNKNOWN
    assert states["ply"][0] == 1
    assert entries.score_tells_of(rules, states) in (True, False)


@fits
def test_what_is_no_argument_at_all_is_refused() -> None:
    game = fieldstone.load("kaomi", size=3)
    rules, states = game.adapter.rules, np.zeros(1, game.adapter.dtype)
    for given in ((rules,), (rules, None), (rules, [1, 2]), (rules, states, 1), (rules, "states")):
        with pytest.raises(Exception, match=r"(?s).*"):
            entries.start_states(*given)
    with pytest.raises(Exception, match=r"(?s).*"):
        entries.advance(rules, states, np.zeros(9, dtype=np.uint64), 1 << 70, 1)


@fits
def test_results_are_what_the_compiler_gives() -> None:
    game = fieldstone.load("kaomi", size=3)
    rules, states = game.adapter.rules, np.zeros(2, game.adapter.dtype)
    entries.start_states(rules, states)
    words = states.view(np.uint64).reshape(2, -1)
    found = entries.sample_playouts(rules, states, words, make_rng(1), 3)
    assert [type(one) for one in found] == [int, int, int]
    assert type(found) is tuple
    nothing: Any = entries.start_states
    assert nothing(rules, states) is None
    assert type(entries.score_tells_of(rules, states)) is bool
    assert type(random_below(make_rng(1), 9)) is int


@fits
def test_one_call_does_not_wait_for_another() -> None:
    """The interpreter goes on while a kernel works."""
    game = fieldstone.load("vadus")
    states = np.zeros(2, game.adapter.dtype)
    entries.start_states(game.adapter.rules, states)
    words = states.view(np.uint64).reshape(2, -1)
    done = threading.Event()

    def work() -> None:
        entries.sample_playouts(game.adapter.rules, states, words, make_rng(1), 20_000)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    counted = 0
    while not done.is_set():
        counted += 1
    worker.join()
    assert counted > 100


def test_a_record_is_described_by_where_its_fields_lie() -> None:
    one = np.dtype([("a", np.int64), ("b", np.int8, 3)])
    assert library.kind_digest(one) == library.kind_digest(np.dtype(one.descr))
    others = [
        np.dtype([("b", np.int64), ("a", np.int8, 3)]),
        np.dtype([("a", np.int64), ("b", np.int8, 4)]),
        np.dtype([("a", np.int64), ("b", np.uint8, 3)]),
        np.dtype([("a", np.int64), ("b", np.int8, 3)], align=True),
        np.dtype(np.int64),
        np.dtype(">i8"),
    ]
    assert len({library.kind_digest(dtype) for dtype in (one, *others)}) == len(others) + 1


def test_every_kernel_of_a_table_is_found_by_its_name() -> None:
    said = library.said_in(places.library_path(GAMES["kaomi"]).read_bytes())
    assert said is not None
    assert len(said["kernels"]["fieldstone.core.stepping.step_many"]) == 2
    assert said["kernels"]["fieldstone.core.telling.room"] == [["room", "i"]]
