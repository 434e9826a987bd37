"""`python -m tests.fuzz`: what it says, what it keeps, that it ends; with a stand-in for atheris."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from tests.fuzz import __main__, running

STATUS = "#7\tNEW    cov: 12 ft: 30 corp: 4/9b exec/s: 9 rss: 99Mb"
CODES = {
    "good": f"print({STATUS!r})",
    "bad": f"print({STATUS!r}); print('AssertionError: \\x1b'); print('Test unit written to found/x'); exit(77)",
    "endless": f"import time; print({STATUS!r}, flush=True); time.sleep(600)",
}


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(running, "FOLDER", tmp_path)
    monkeypatch.setattr(running, "command_of", lambda name, *_: [sys.executable, "-c", CODES[name]])


def test_what_is_said_of_each_target(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert running.run_all(["good"], 1, 2)
    said = capsys.readouterr().out
    assert "7 tries" in said
    assert "12 branches  nothing found" in said
    assert not running.run_all(["bad", "good"], 1, 1)
    said = capsys.readouterr().out
    assert "SOMETHING FOUND" in said
    assert "AssertionError: ·" in said
    assert "python -m tests.fuzz --again bad found/x" in said
    assert STATUS in (tmp_path / "bad" / "log.txt").read_text()


def test_ctrl_c_ends_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    begin = running.Run.begin

    def noted(name: str, seconds: int) -> running.Run:
        run = begin(name, seconds)
        begun.append(run.process.pid)
        return run

    monkeypatch.setattr(running.Run, "begin", noted)
    threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        running.run_all(["endless", "endless"], 600, 2)
    assert len(begun) == 2
    for number in begun:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_without_atheris(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is one it has to be there; elsewhere it is said that there is none."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["fuzz"])
    monkeypatch.setattr(__main__, "is_expected", lambda: True)
    assert __main__.main() == 1
    assert "pip install --require-hashes -r requirements/fuzz.txt" in capsys.readouterr().out
    monkeypatch.setattr(__main__, "is_expected", lambda: False)
    assert __main__.main() == 0
    assert "SKIPPED: the guided part. There is no atheris for Python" in capsys.readouterr().out


def test_a_file_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "one"
    for content, said in ((b"vacu(size=3) moves b2", "accepted"), (b"chess", "refused")):
        file.write_bytes(content)
        monkeypatch.setattr(sys, "argv", ["fuzz", "--again", "moves", str(file)])
        assert __main__.main() == 0
        assert said in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["fuzz", "nonsense"])
    with pytest.raises(SystemExit):
        __main__.main()
    assert "the targets: record, sgf" in capsys.readouterr().err


def test_where_atheris_is_expected() -> None:
    """There are wheels for CPython up to 3.14, on Linux and x86-64 only."""
    expected = (
        sys.implementation.name == "cpython" and sys.version_info < (3, 15) and os.uname()[::4] == ("Linux", "x86_64")
    )
    assert running.is_expected() == expected
