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
* It believes what its files say: one that a crash or a full disk has cut off ends the program each time, and an index
  that names the wrong file runs the wrong code. So each file ends with a checksum, each piece of code says what it is
  of, and whatever cannot be read is compiled anew.
* It fails where nothing can be written. So what cannot be kept serves for this run only, with one warning.
"""

import contextlib
import glob
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
import warnings
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from filelock import FileLock
from numba.core import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from fieldstone.core.callees import OPTIONS, call_as_callee
from fieldstone.core.installed import game_folders
from fieldstone.messages import say

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
    for folder in (*(PACKAGE / name for name in COMPILED), *game_folders()):
        for path in sorted(folder.rglob("*.py")):
            # Numba finds code again by the place and the time of its source: another clone has a folder of its own.
            digest.update(f"{path} {path.stat().st_mtime_ns}".encode())
            digest.update(path.read_bytes())
    # Numba's cache does not tell code with bounds checks from code without.
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest.update(f"{sys.version} {numba.__version__} {np.__version__} {checks}".encode())
    return digest.hexdigest()[:16]


class NotKeptWarning(UserWarning):
    """Compiled code cannot be kept for another run: where, why, and what helps."""

    def __init__(self, folder: Path, problem: str) -> None:
        self._details = {"folder": folder, "problem": problem}
        super().__init__(self.sentence("en"))

    def sentence(self, language: str) -> str:
        """Return what people read."""
        return say("cache.not-kept", language, **self._details)


_problem: str | None = None


def what_is_not_kept() -> str | None:
    """Return why not all that this process has compiled lies where the next one finds it; None when it does."""
    return _problem


def warn_not_kept(folder: Path, problem: str) -> None:
    """Say, once, that what is compiled lasts for this run only."""
    global _problem
    if _problem is None:
        _problem = problem
        warnings.warn(NotKeptWarning(folder, problem), stacklevel=3)


def _why_unusable(folder: Path) -> str | None:
    """Return why nothing can be written to a folder, which is made if need be; None if something can."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


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
    problem = _why_unusable(folder)
    if problem is None:
        os.utime(folder)
        _forget_old_folders(home)
        return folder
    warn_not_kept(folder, problem)
    with contextlib.suppress(OSError):
        return Path(tempfile.mkdtemp(prefix="fieldstone-"))
    return folder  # nothing can be written anywhere: `jit` does without


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


def _content(path: Path) -> bytes:
    """Return what a file of the cache holds, without its checksum. Raises OSError, or ValueError if it is damaged."""
    content = path.read_bytes()
    data, checksum = content[:-4], content[-4:]
    if zlib.crc32(data).to_bytes(4, "big") != checksum:
        raise ValueError("a damaged file")
    return data


class _CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function: an index, and the machine code of each of its signatures."""

    def _dump(self, obj: Any) -> bytes:
        data: bytes = super()._dump(obj)
        return data + zlib.crc32(data).to_bytes(4, "big")

    def _save_index(self, overloads: Any) -> None:
        with self._open_for_write(self._index_path) as file:
            file.write(self._dump((self._version, self._source_stamp, overloads)))

    def _load_index(self) -> Any:
        try:
            version, stamp, overloads = pickle.loads(_content(Path(self._index_path)))
        except Exception:  # whatever it is: the file is written anew
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _load_data(self, name: str) -> Any:
        return pickle.loads(_content(Path(self._data_path(name))))

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        found = super().load(key)
        return found[1] if found is not None and found[0] == key else None


class _OwnFolder(CompileResultCacheImpl):  # type: ignore[misc]
    """Finds the place of a cache in our folder alone: beside the source nobody would see that another one is edited."""

    _locator_classes = (UserProvidedCacheLocator,)


class _SafeCache(FunctionCache):  # type: ignore[misc]
    """A function's disk cache that one process at a time writes to, and that fails nobody."""

    _impl_class = _OwnFolder

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file: Any = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a broken file leads to: the function is compiled, and its file written anew
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            with FileLock(cache_folder() / "saving.lock"):
                super().save_overload(sig, data)
        except OSError as error:
            warn_not_kept(cache_folder(), error.strerror or str(error))


def repair_cache() -> int:
    """Remove what cannot be read from the cache, and return the number of functions of which something was damaged."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # where nothing can be written, nobody is writing either
            stack.enter_context(FileLock(cache_folder() / "saving.lock"))  # what is being written is no damage
        return _repair()


def _repair() -> int:
    damaged = 0
    for index in cache_folder().rglob("*.nbi"):
        try:
            for name in pickle.loads(_content(index))[2].values():
                _content(index.with_name(name))
        except Exception:
            # With all its data: an index that names what is not there would be found damaged again and again, as long
            # as nobody needs the function itself, of which others have a copy in their machine code.
            for path in (index, *index.parent.glob(f"{glob.escape(index.stem)}.*.nbc")):
                with contextlib.suppress(OSError):
                    path.unlink()
            damaged += 1
    return damaged


def jit(function: F) -> F:
    """Compile `function` on its first call, without the interpreter lock, and keep the machine code on disk.

    What kernels call is compiled as a part of them (see `fieldstone.core.callees`): on disk lies what Python calls.
    Kernels allocate nothing.
    """
    compiled = numba.njit(**OPTIONS)(function)
    if compiled is not function:  # they are the same when the compiler is off
        try:
            with _own_cache():
                compiled._cache = _SafeCache(function)
        except RuntimeError:  # Numba's, where its folder has become one that cannot be written to
            warn_not_kept(cache_folder(), _why_unusable(cache_folder()) or "?")
        call_as_callee(compiled)
    return cast(F, compiled)
