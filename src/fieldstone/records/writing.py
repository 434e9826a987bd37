"""Writing a record: checked as if it were read, then whole or not at all."""

import contextlib
import errno
import json
import os
import secrets
import stat
from pathlib import Path

from fieldstone.records.errors import RecordError
from fieldstone.records.reading import parse_json, record_from_data
from fieldstone.records.record import Record
from fieldstone.records.shaping import record_to_data


def write_record(path: str | Path, record: Record, overwrite: bool = True) -> None:
    """Write a record to a file, ``*.fieldstone.json`` by custom: wholly, or not at all.

    Raises
    ------
    RecordError
        The record is none that could be read again. Nothing has been written.
    FileExistsError
        There is such a file, and `overwrite` is False.
    OSError
        The file cannot be written; what was there before is there still.
    """
    write_bytes(path, record_to_bytes(record), overwrite)


def record_to_bytes(record: Record) -> bytes:
    """Return a record as JSON in UTF-8, a line for each move. Raises RecordError when it could not be read again."""
    data = record_to_data(record)
    checked = record_to_data(record_from_data(data))
    moves = checked.pop("moves")
    try:
        head = json.dumps(checked, ensure_ascii=False, indent=2, allow_nan=False)
        lines = ",\n    ".join(json.dumps(move, ensure_ascii=False, allow_nan=False) for move in moves)
        listed = f"[\n    {lines}\n  ]" if moves else "[]"
        content = f'{head[:-2]},\n  "moves": {listed}\n}}\n'.encode()
    except UnicodeEncodeError:
        raise RecordError("record.half-character") from None
    except (ValueError, TypeError, RecursionError):
        raise RecordError("record.no-data") from None
    parse_json(content)  # unknown keys, too, keep the limits
    return content


def write_bytes(path: str | Path, content: bytes, overwrite: bool = True) -> None:
    """Write a file wholly or not at all: beside it first, then in its place, with the old file's mode.

    What is no file but a device or a pipe is written to. Raises FileExistsError where there is a file and `overwrite`
    is False, and other OSErrors; all of them name `path`.
    """
    try:
        _write(path, content, overwrite)
    except OSError as error:  # of the file beside it, maybe, of which nobody has heard
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write(path: str | Path, content: bytes, overwrite: bool) -> None:
    target = Path(os.path.realpath(path))  # a link goes on pointing to where it points
    mode = None
    with contextlib.suppress(FileNotFoundError):
        mode = target.stat().st_mode
    if mode is not None and not stat.S_ISREG(mode):
        with target.open("wb") as file:  # raises IsADirectoryError for a folder
            file.write(content)
        return
    if mode is not None and not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.new")
    try:
        with beside.open("xb") as file:
            if mode is not None:
                beside.chmod(stat.S_IMODE(mode))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    _keep_entry(target.parent)


def _keep_entry(folder: Path) -> None:
    """Have the folder's new entry survive a loss of power, where the system can promise that."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
