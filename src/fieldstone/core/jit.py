"""The one decorator for compiled functions, and the folder where their machine code is kept.

Habits of Numba's disk cache that are answered here:

* It does not notice edits in imported files. So the folder is named by a hash of all our sources, of the
  versions of Python, Numba and NumPy: an edit anywhere means a fresh folder.
* It mangles a record type into symbols as ``Record`` plus a counter of the process, so that two record types
  compiled in two processes may share a symbol and a third process runs the wrong code. So records are
  mangled by a hash of their full name instead.
* Two processes that compile at the same time may write two signatures of one function to one file: each picks the next
  free number from the index that it read before the other wrote, and a third process runs the wrong code. So saving
  takes a lock.
* Its folder is one setting for the whole process. So it is changed only while one of our functions is
  decorated, and other people's compiled code keeps its own place.
"""

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from filelock import FileLock
from numba.core import types
from numba.core.caching import FunctionCache

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core", "boards", "games", "search")
KEEP_FOLDERS = 4

F = TypeVar("F", bound=Callable[..., Any])


def _record_mangling_args(self: types.Record) -> tuple[str, tuple[str, ...]]:
    return "Record", (hashlib.sha256(self.name.encode()).hexdigest()[:24],)


types.Record.mangling_args = property(_record_mangling_args)


@cache
def source_hash() -> str:
    """Return 16 hex digits that change with any source of a compiled function or any version below it."""
    digest = hashlib.sha256()
    for folder in COMPILED:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            # Numba finds code again by the place and the time of its source: another clone has a folder of its own.
            digest.update(f"{path} {path.stat().st_mtime_ns}".encode())
            digest.update(path.read_bytes())
    # Numba's cache does not tell code with bounds checks from code without.
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest.update(f"{sys.version} {numba.__version__} {np.__version__} {checks}".encode())
    return digest.hexdigest()[:16]


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def cache_folder() -> Path:
    """Return the private, writable folder of this version's machine code, made if need be.

    It lies in the user's cache folder, or in the one that the environment variable
    ``FIELDSTONE_CACHE_DIR`` names. Where neither can be written to, a temporary folder serves for this
    process alone, with a warning.
    """
    configured = os.environ.get("FIELDSTONE_CACHE_DIR")
    home = Path(configured) if configured else Path(platformdirs.user_cache_dir("fieldstone"))
    folder = home / f"kernels-{source_hash()}"
    if _usable(folder):
        os.utime(folder)
        _forget_old_folders(home)
        return folder
    warnings.warn(
        f"the cache folder {folder} cannot be written to: compiled code is kept for this run only "
        "(set FIELDSTONE_CACHE_DIR to a folder of yours)",
        stacklevel=2,
    )
    return Path(tempfile.mkdtemp(prefix="fieldstone-"))


def _forget_old_folders(home: Path) -> None:
    """Remove the folders of versions not used for a day or more, all but the newest few."""
    with contextlib.suppress(OSError):
        folders = [path for path in home.iterdir() if re.fullmatch(r"kernels-[0-9a-f]{16}", path.name)]
        folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in folders[KEEP_FOLDERS:]:
            if path.stat().st_mtime < time.time() - 86400:
                shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def _own_cache() -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


class _LockedCache(FunctionCache):  # type: ignore[misc]
    """A function's disk cache that one process at a time writes to."""

    def save_overload(self, sig: Any, data: Any) -> None:
        with FileLock(cache_folder() / "saving.lock"):
            super().save_overload(sig, data)


def jit(function: F) -> F:
    """Compile `function` on its first call, without the interpreter lock, and keep the machine code on disk."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if compiled is not function:  # they are the same when the compiler is off
        with _own_cache():
            compiled._cache = _LockedCache(function)
    return compiled
