"""Numba, and what it needs to be told: imported when a kernel has to be compiled, and by nobody who only plays.

Habits of Numba's disk cache that are answered here, beside those in `fieldstone.core.cache`:

* It mangles a record type into symbols as ``Record`` plus a counter of the process, so that two record types
  compiled in two processes may share a symbol and a third process runs the wrong code. So records are
  mangled by a hash of their full name instead.
* Two processes that compile at the same time may write two signatures of one function to one file: each picks the next
  free number from the index that it read before the other wrote, and a third process runs the wrong code. So saving
  takes a lock.
* Its folder is one setting for the whole process. So it is changed only while one of our functions is
  decorated, and other people's compiled code keeps its own place.
* It believes what its files say. So each ends with a checksum, each piece of code says what it is of, and whatever
  cannot be read is compiled anew.
"""

import contextlib
import hashlib
import pickle
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from filelock import FileLock
from numba.core import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.extending import overload

from fieldstone.core.cache import cache_folder, checked_content, warn_not_kept, why_unusable
from fieldstone.core.callees import CALLEE, OPTIONS, call_as_callee

Kernel = Callable[..., Any]


def _record_mangling_args(self: types.Record) -> tuple[str, tuple[str, ...]]:
    return "Record", (hashlib.sha256(self.name.encode()).hexdigest()[:24],)


types.Record.mangling_args = property(_record_mangling_args)


@contextlib.contextmanager
def _own_cache() -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


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
            version, stamp, overloads = pickle.loads(checked_content(Path(self._index_path)))
        except Exception:  # whatever it is: the file is written anew
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _load_data(self, name: str) -> Any:
        return pickle.loads(checked_content(Path(self._data_path(name))))

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
        except RuntimeError as error:
            # LLVM hands over what it has made by a callback; a Ctrl-C that falls into that is swallowed there, and only
            # what was to be kept is missing.
            if "no compiled object" not in str(error):
                raise
            raise KeyboardInterrupt from error


def compile_lazily(function: Kernel) -> Any:
    """Return a function that Numba compiles on its first call, and keeps the machine code of on disk.

    What kernels call is compiled as a part of them (see `fieldstone.core.callees`): on disk lies what Python calls.
    """
    compiled = numba.njit(**OPTIONS)(function)
    if compiled is not function:  # they are the same when the compiler is off
        try:
            with _own_cache():
                compiled._cache = _SafeCache(function)
        except RuntimeError:  # Numba's, where its folder has become one that cannot be written to
            warn_not_kept(cache_folder(), why_unusable(cache_folder()) or "?")
        call_as_callee(compiled)
    return compiled


def overload_kernel(kernel: Kernel, choose: Kernel) -> None:
    """Have compiled code that calls `kernel` call what `choose` returns for the types of the arguments."""
    overload(kernel, jit_options=CALLEE)(choose)


def type_of(dtype: Any) -> Any:
    """Return the compiler's type of a record."""
    return numba.from_dtype(dtype)
