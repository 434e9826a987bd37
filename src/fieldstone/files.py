"""Files of JSON lines that one process at a time adds to, and that survive its being killed."""

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

LARGEST = 1 << 28  # bytes of a file that is gone on with: some hundred thousand games
LONGEST_LINE = 1 << 24  # bytes


class InUseError(Exception):
    """Another process has the file open."""


def read_all(path: Path) -> bytes:
    """Return what a file holds. Raises OSError where it cannot be read, or holds more than such a file may."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def read_entry(line: bytes) -> Any:
    """Return the JSON data of a line. Raises ValueError where there are none, or a line is too long or too deep."""
    if len(line) > LONGEST_LINE:
        raise ValueError("a line that is too long")
    try:
        return json.loads(line)
    except RecursionError:
        raise ValueError("brackets in brackets without end") from None


def as_number(value: object) -> float:
    """Return a number as JSON has it. Raises TypeError for anything else, and ValueError for what is not finite."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("no number")
    if not -1e15 < value < 1e15:
        raise ValueError("no number that was measured")
    return value


def as_count(value: object) -> int:
    """Return a whole number, 0 or more. Raises TypeError or ValueError for anything else."""
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise ValueError("no number of things")
    return value


@contextmanager
def open_alone(path: Path) -> Iterator[int]:
    """Open a file, made if need be, for this process alone; yields its descriptor, for reading and appending.

    A hidden file beside it, `.NAME.lock`, is locked meanwhile.

    Raises
    ------
    InUseError
        Another process has it open.
    OSError
        It cannot be read or written.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    real = path.resolve()  # a file with two names is one file
    real.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(real.with_name(f".{real.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InUseError(str(path)) from None
    try:
        number = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            yield number
        finally:
            os.close(number)
    finally:
        lock.release()


def append_line(number: int, entry: Mapping[str, Any]) -> None:
    """Append an entry to an open file, in one write: it holds all of it or, if the machine dies, less than a line."""
    data = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    while data:
        data = data[os.write(number, data) :]


def cut_off(number: int, length: int) -> None:
    """Remove the last `length` bytes of an open file."""
    os.ftruncate(number, os.fstat(number).st_size - length)
