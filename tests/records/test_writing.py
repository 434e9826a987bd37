"""Writing: whole or not at all."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

import fieldstone
from fieldstone import Record, RecordError, read_record, write_record
from fieldstone.records.record import Node


def record() -> Record:
    return Record.from_state(fieldstone.parse_position("kaomi(size=4) moves b2,swap"))


def test_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "a.fieldstone.json"
    write_record(path, record())
    assert read_record(path) == record()
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text(encoding="utf-8").endswith('"moves": [\n    {"move": "b2"},\n    {"move": "swap"}\n  ]\n}\n')


def test_the_mode_of_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.fieldstone.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    write_record(path, record())
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a.fieldstone.json", tmp_path / "link"
    link.symlink_to(path)
    write_record(link, record())
    assert link.is_symlink()
    assert read_record(path) == record()


def test_what_is_there_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.fieldstone.json"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(FileExistsError):
        write_record(path, record(), overwrite=False)
    bad = [
        replace(record(), nodes=(Node("b2", 0), Node("b2", 1))),
        replace(record(), final_hash="0" * 64),
        replace(record(), extra={"x": float("nan")}),
        replace(record(), extra={"x": object()}),
        replace(record(), extra={"x": "\ud800"}),
        replace(record(), comment="x" * 20_001),
    ]
    for one in bad:
        with pytest.raises(RecordError):
            write_record(path, one)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecordError):
        write_record(path, replace(record(), extra={"x": deep}))
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.fieldstone.json"
    path.write_text("old", encoding="utf-8")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_record(path, record())
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_folders_are_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_record(tmp_path, record())
    (tmp_path / "file").write_bytes(b"")
    for path, kind in (
        (tmp_path / "no" / "a.fieldstone.json", FileNotFoundError),
        (tmp_path / "file" / "a.fieldstone.json", NotADirectoryError),
        (tmp_path / ("x" * 300), OSError),
    ):
        with pytest.raises(kind) as caught:
            write_record(path, record())
        assert caught.value.filename == str(path)


def test_devices_are_written_to() -> None:
    write_record("/dev/null", record())
    assert not Path("/dev/null").is_file()
