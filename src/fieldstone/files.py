"""Files of JSON lines that one process at a time adds to, and that survive its being killed."""

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout


class InUseError(Exception):
    """Another process has the file open."""


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
