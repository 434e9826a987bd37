"""The folder where machine code is kept, named by what it was made of, and the state of its files. No compiler here.

* Numba's disk cache does not notice edits in imported files. So the folder is named by a hash of all our sources, of
  the versions of Python, Numba and NumPy: an edit anywhere means a fresh folder.
* It believes what its files say: one that a crash or a full disk has cut off ends the program each time, and an index
  that names the wrong file runs the wrong code. So each file ends with a checksum (`fieldstone.core.compiler`).
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
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import platformdirs
from filelock import FileLock

from fieldstone.core.installed import game_folders
from fieldstone.messages import say

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core", "boards", "games", "search")
KEEP_FOLDERS = 4


def compiler_version() -> str:
    """Return the version of Numba, without importing it; nothing where it is not installed."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


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
    digest.update(f"{sys.version} {compiler_version()} {np.__version__} {checks}".encode())
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


def why_unusable(folder: Path) -> str | None:
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
    problem = why_unusable(folder)
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


def checked_content(path: Path) -> bytes:
    """Return what a file of the cache holds, without its checksum. Raises OSError, or ValueError if it is damaged."""
    content = path.read_bytes()
    data, checksum = content[:-4], content[-4:]
    if zlib.crc32(data).to_bytes(4, "big") != checksum:
        raise ValueError("a damaged file")
    return data


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
            for name in pickle.loads(checked_content(index))[2].values():
                checked_content(index.with_name(name))
        except Exception:
            # With all its data: an index that names what is not there would be found damaged again and again, as long
            # as nobody needs the function itself, of which others have a copy in their machine code.
            for path in (index, *index.parent.glob(f"{glob.escape(index.stem)}.*.nbc")):
                with contextlib.suppress(OSError):
                    path.unlink()
            damaged += 1
    return damaged
