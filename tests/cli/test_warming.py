"""Compiling while a person looks at the board."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from fieldstone import warm
from fieldstone.cli.terminal import warming
from fieldstone.cli.terminal.errors import FailureError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.cli.terminal.warming import Preparation
from tests.cli.conftest import Terminal


class Slow(warm.WarmUp):
    """Compiles nothing; `tell` says what has happened."""

    def _compile_in_process(self, *_: object) -> None:
        """Do nothing."""

    def tell(self, *steps: str | Exception) -> None:
        for step in steps:
            self._steps.put(step)


def begun(preparation: Preparation) -> Slow:
    going = preparation._warm_up
    assert isinstance(going, Slow)
    return going


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Slow]:
    monkeypatch.setattr(warm, "WarmUp", Slow)
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(warm, "has_library", lambda _: False)
    (tmp_path / "kaomi-rules.ready").touch()
    return Slow


def test_nothing_is_done_where_all_is_there(
    slow: type[Slow], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in warm.TO_PLAY:
        (tmp_path / f"kaomi-{part}.ready").touch()
    preparation = Preparation("squared", Screen("en"))
    preparation.finish()
    preparation.stop()
    assert capsys.readouterr() == ("", "")


def test_the_rest_is_waited_for(slow: type[Slow], capsys: pytest.CaptureFixture[str]) -> None:
    preparation = Preparation("kaomi", Screen("en"))
    going = begun(preparation)
    assert going.total == warm.STEPS["thinking"] + warm.STEPS["solving"]
    assert not going.ready
    threading.Timer(0.2, going.tell, ["kaomi"] * going.total).start()
    preparation.finish()
    assert "the computer is getting ready" in capsys.readouterr().err
    preparation.finish()
    assert capsys.readouterr().err == ""


def test_nothing_is_said_when_there_is_nothing_to_wait_for(
    slow: type[Slow], capsys: pytest.CaptureFixture[str]
) -> None:
    preparation = Preparation("kaomi", Screen("en"))
    going = begun(preparation)
    going.tell(*["kaomi"] * going.total)
    assert going.ready
    preparation.finish()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("steps", [0, 3])
def test_a_failure_is_told(slow: type[Slow], steps: int) -> None:
    preparation = Preparation("kaomi", Screen("en"))
    going = begun(preparation)
    going.tell(*["kaomi"] * steps, RuntimeError("compiling kaomi failed: no memory"))
    with pytest.raises(FailureError, match="no memory"):
        preparation.finish()


def test_the_board_comes_before_the_computer_is_ready(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    """In a fresh folder; and whoever leaves at once leaves nothing behind that goes on."""
    shown = terminal("play", "kaomi", FIELDSTONE_CACHE_DIR=str(tmp_path), FIELDSTONE_KERNELS="jit")
    assert "Kaomi, 7×7" in shown.wait_for("Black> ")
    assert sorted(path.stem for path in tmp_path.rglob("*.ready")) == ["kaomi-rules"]
    shown.type("quit")
    assert shown.finish() == 0
    assert "Traceback" not in shown.seen
    with pytest.raises(ProcessLookupError):
        os.killpg(shown.process.pid, 0)


class Quick(warm.WarmUp):
    """Says that every step is done, and compiles nothing."""

    ready = False  # otherwise nothing would be said

    def _compile_in_process(self, name: str, part: str) -> None:
        for _ in range(warm.STEPS[part]):
            self._steps.put(name)


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (["kaomi", "squared"], "First use: preparing the computer’s search for Kaomi."),
        (["squared"], "First use: preparing the computer’s search for Squared."),
        (["vadus"], "First use: preparing the rules of Vadus."),
        (["convacu", "kaomi", "squared", "vadus"], "First use: preparing Convacu, Kaomi, Vadus."),
    ],
)
def test_what_is_prepared_is_named_once(
    slow: type[Slow], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], names: list[str], line: str
) -> None:
    monkeypatch.setattr(warm, "WarmUp", Quick)
    assert warming.warm(names, Screen("en"))
    assert capsys.readouterr().err.startswith(line)
