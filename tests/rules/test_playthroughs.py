"""The recorded playthroughs are what the games do today."""

import subprocess
import sys
from itertools import zip_longest

import pytest

import fieldstone
from fieldstone import parse_position
from tests.playthroughs import regenerate


def first_difference(recorded: str, today: str) -> str:
    """The first line in which two texts differ, with some lines before it; "" where there is none."""
    lines = list(zip_longest(recorded.splitlines(), today.splitlines()))
    for number, (old, new) in enumerate(lines):
        if old != new:
            before = "".join(f"    {line}\n" for line, _ in lines[max(0, number - 12) : number])
            return f"line {number + 1}\n{before}  - {old}\n  + {new}"
    return ""


@pytest.mark.parametrize("key", regenerate.PLAYTHROUGHS)
def test_playthrough(key: str) -> None:
    recorded = regenerate.path(key).read_text(encoding="utf-8")
    difference = first_difference(recorded, regenerate.playthrough(key))
    if difference:
        pytest.fail(f"{regenerate.path(key).name}, {difference}\n`make playthroughs` writes it anew.", pytrace=False)


@pytest.mark.parametrize("key", regenerate.PLAYTHROUGHS)
def test_recorded_positions_can_be_read(key: str) -> None:
    """Each recorded position is read as that position, and the recorded move list leads to the last one."""
    lines = regenerate.path(key).read_text(encoding="utf-8").splitlines()
    texts = [line.removeprefix("position: ") for line in lines if line.startswith("position: ")]
    for text in texts:
        assert parse_position(text).to_text() == text
    for line in lines:
        if line.startswith("game: "):
            assert parse_position(line.removeprefix("game: ")).to_text() == texts[-1]


def test_every_text_has_a_game() -> None:
    assert {file.stem for file in regenerate.HERE.glob("*.txt")} == set(regenerate.PLAYTHROUGHS)
    assert {name for name, _, _ in regenerate.PLAYTHROUGHS.values()} == set(fieldstone.games())


def test_differences_are_shown() -> None:
    assert first_difference("a\nb\nc", "a\nb\nc") == ""
    assert first_difference("a\nb\nc", "a\nB\nc") == "line 2\n    a\n  - b\n  + B"
    assert first_difference("a\nb", "a") == "line 2\n    a\n  - b\n  + None"


def test_the_script_runs_by_itself() -> None:
    """From any folder; it writes nothing when nothing has changed."""
    script = str(regenerate.HERE / "regenerate.py")
    done = subprocess.run([sys.executable, script], cwd="/", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
