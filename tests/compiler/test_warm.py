"""Compiling ahead: what is compiled, and that a game then waits for nothing."""

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fieldstone import warm

PLAYED = """
import json, sys, time
from fieldstone import load
from fieldstone.search.levels import Level, LevelPlayer
from fieldstone.search.random import RandomPlayer

state = load(sys.argv[1]).new_state()
begin = time.process_time()
state.play(LevelPlayer(Level(1000, temperature=0.5), seed=3).choose(state))
first = time.process_time() - begin
player, chance = LevelPlayer(Level(200, temperature=0.5), seed=3), RandomPlayer(2)
while state.outcome is None:
    state.play(chance.choose(state))
for _ in range(6):
    state.undo()
while state.outcome is None:
    state.play(player.choose(state))
kernels = [
    item
    for name, module in sorted(sys.modules.items())
    if name.startswith("fieldstone")
    for item in vars(module).values()
    if hasattr(item, "stats") and hasattr(item, "py_func")
]
missed = sorted({kernel.py_func.__name__ for kernel in kernels if sum(kernel.stats.cache_misses.values())})
print(json.dumps({"first": first, "missed": missed}))
"""


@pytest.mark.parametrize("name", ["vacu", "iago"])
@pytest.mark.parametrize("part", warm.ALL)
def test_the_steps_are_counted_and_run(name: str, part: str) -> None:
    steps = list(warm.steps_of(name, part))
    assert len(steps) == warm.STEPS[part]
    for step in steps:
        step()


def test_a_game_waits_for_nothing_after_the_warm_up(tmp_path: Path) -> None:
    """In a fresh folder: what is compiled to play is all that the first move, and the end of a game, need.

    Convacu asks the solver from its first move on. Damage is found before somebody waits for a move, and mended.
    """
    name = "convacu"
    environment = os.environ | {"FIELDSTONE_CACHE_DIR": str(tmp_path), "FIELDSTONE_LANGUAGE": "en"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    def warm_up() -> tuple[str, str]:
        done = run("-m", "fieldstone.cli", "warmup", name, "--to-play")
        return done.stdout, done.stderr

    warm_up()
    assert run("-c", f"from fieldstone.warm import *; print(is_warm({name!r}, TO_PLAY))").stdout == "True\n"
    played = json.loads(run("-c", PLAYED, name).stdout)
    assert played["missed"] == []
    assert played["first"] < 1.5

    files = sorted(tmp_path.rglob("*.nbc"))
    for path in files[::30]:
        path.write_bytes(path.read_bytes()[:100])
    assert "is damaged" in warm_up()[0]
    assert warm_up() == ("", "")
    assert json.loads(run("-c", PLAYED, name).stdout)["missed"] == []


def test_what_is_there_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    assert not warm.is_warm("vacu", warm.TO_PLAY)
    for part in warm.TO_PLAY:
        (tmp_path / f"vacu-{part}.ready").touch()
    assert warm.is_warm("vacu", warm.TO_PLAY)
    assert warm.is_warm("convacu", warm.TO_PLAY)
    assert not warm.is_warm("vacu")
    monkeypatch.setattr(subprocess, "Popen", None)
    warm.warm_up(["vacu", "convacu"], parts=warm.TO_PLAY)


class Recorded(warm.WarmUp):
    """Compiles nothing; each part waits until it is let go."""

    def __init__(self, names: list[str], **options: Any) -> None:
        self.begun: queue.Queue[tuple[str, str]] = queue.Queue()
        self.go = threading.Semaphore(0)
        super().__init__(names, **options)

    def _compile_in_process(self, name: str, part: str) -> None:
        self.begun.put((name, part))
        self.go.acquire()

    def next(self) -> tuple[str, str]:
        return self.begun.get(timeout=10)


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)


@pytest.mark.usefixtures("cold")
def test_the_game_that_somebody_waits_for_goes_first() -> None:
    going = Recorded(["vacu", "kaomi", "iago"], processes=1, parts=warm.TO_PLAY)
    assert going.next() == ("vacu", "rules")
    going.prefer("squared")
    found = []
    for _ in range(4):
        going.go.release()
        found.append(going.next())
    expected = [("kaomi", part) for part in warm.TO_PLAY]
    assert found == [*expected, ("iago", "rules")]
    going.stop()
    going.go.release()


@pytest.mark.usefixtures("cold")
def test_all_parts_of_a_game_wait_for_its_rules() -> None:
    going = Recorded(["vacu"], processes=3, parts=warm.TO_PLAY)
    assert going.next() == ("vacu", "rules")
    assert going.begun.empty()
    going.go.release()
    assert {going.next(), going.next()} == {("vacu", "thinking"), ("vacu", "solving")}
    going.go.release(2)


def test_what_is_stopped_is_no_failure(tmp_path: Path) -> None:
    """Ctrl-C reaches the program only, which ends what it began; nobody hears of failures then."""
    environment = os.environ | {"FIELDSTONE_CACHE_DIR": str(tmp_path)}
    code = """
import os, signal, threading
from fieldstone.warm import warm_up
threading.Timer(2.0, os.killpg, (0, signal.SIGINT)).start()
try:
    warm_up(["vacu"])
except KeyboardInterrupt:
    print("stopped")
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, start_new_session=True)
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", 0)


def test_a_warm_up_that_keeps_nothing(tmp_path: Path) -> None:
    """A full disk: one line that says so, and no promise."""
    pytest.importorskip("resource")
    environment = os.environ | {"FIELDSTONE_CACHE_DIR": str(tmp_path), "FIELDSTONE_LANGUAGE": "en"}
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "import fieldstone.warm, sys; fieldstone.warm.STEPS = {'rules': 4}; fieldstone.warm.ALL = ('rules',)\n"
        "sys.argv = ['fieldstone', 'warmup', 'vacu']; from fieldstone.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Ready" not in done.stdout
    complaints = [line for line in done.stderr.splitlines() if line.startswith("fieldstone: ")]
    assert len(complaints) == 1
    assert "for this run only" in complaints[0]
    assert "Traceback" not in done.stderr
