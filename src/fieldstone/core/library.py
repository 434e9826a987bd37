"""Kernels that were compiled before: one native library a game, beside its sources, called without a compiler.

`fieldstone.targets.native` makes them. A library says what it was made from, and is used only where

* the machine is the one that it was made for: Linux, x86-64 with AVX2 and what comes with it (x86-64-v3), CPython with
  the interpreter lock, NumPy 2;
* the sources that it was made from are those that are there, byte for byte;
* nobody wants something else: indices that are checked (``NUMBA_BOUNDSCHECK``), or Numba (``FIELDSTONE_KERNELS=jit``).

A function of a library is called by CPython as those of its own are. It looks itself whether the arguments are what it
was made for, and hands on calls where they are not; what fits them is then looked for here.
"""

import ctypes
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

CHOICE, CHOICES = "FIELDSTONE_KERNELS", ("jit", "library")
FILE = "kernels.so"
SAID = "fieldstone said"
FORM = 1  # of what a library says, and of how it is called
BEGIN = f'{{"form":{FORM},'.encode()  # of what it says
# What x86-64-v3 has beside what every x86-64 processor has, as Linux names it.
PROCESSOR = frozenset(("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"))
NUMBERS: dict[str, Callable[[Any], Any]] = {"i": int, "t": bool, "f": float}

Call = Callable[..., Any]

_homes: dict[str, Path] = {}  # the folder of each game whose rules have been imported, by its package
_lock = RLock()
_problems: dict[str, str] = {}


def _is_set(name: str) -> bool:
    """Say whether a variable of the environment is set as Numba reads it."""
    return os.environ.get(name, "") not in ("", "0")


def compiler_is_off() -> bool:
    """Say whether kernels are to run in the interpreter."""
    return _is_set("NUMBA_DISABLE_JIT")


# What fits ------------------------------------------------------------------------------------------------------------


@cache
def why_unfit() -> str | None:
    """Return why no library can be used on this machine, or is not to be; None where one can.

    Raises ValueError where the environment asks for something that there is not.
    """
    chosen = os.environ.get(CHOICE, "")
    if chosen not in ("", *CHOICES):
        raise ValueError(f"{CHOICE} is {' or '.join(map(repr, CHOICES))}, not {chosen!r}")
    if chosen == "jit":
        return f"{CHOICE}=jit"
    if _is_set("NUMBA_BOUNDSCHECK"):
        return "NUMBA_BOUNDSCHECK is set"
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return "libraries are made for Linux on x86-64"
    if sys.implementation.name != "cpython" or object.__basicsize__ != 2 * ctypes.sizeof(ctypes.c_void_p):
        return "libraries are made for CPython with the interpreter lock"
    if np.__version__.partition(".")[0] != "2":
        return "libraries are made for NumPy 2"
    lacking = PROCESSOR - _processor_flags()
    return f"the processor lacks {', '.join(sorted(lacking))}" if lacking else None


def _processor_flags() -> frozenset[str]:
    """Return what Linux says that the first processor has."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("flags"):
                    return frozenset(line.partition(":")[2].split())
    except OSError:
        pass
    return frozenset()


def why_not() -> str:
    """Return in words why libraries are not used, as far as anything is known."""
    unfit = why_unfit()
    return unfit if unfit is not None else "; ".join(_problems.values()) or "there is none for this"


def sources_hash(folder: Path, files: Iterable[str], read: Callable[[str], bytes]) -> str:
    """Return 16 hex digits of some sources, and of the names of what lies in a game's folder.

    `read` returns what a source holds, by its name.
    """
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.encode() + b"\0" + hashlib.sha256(read(file)).digest())
    digest.update(" ".join(sorted(path.name for path in folder.glob("*.py"))).encode())
    return digest.hexdigest()[:16]


def in_folders(names: Mapping[str, str]) -> list[str]:
    """Return the sources that are named by their folders, in order: "a": "b c" are "a/b.py" and "a/c.py"."""
    return sorted(f"{folder}/{name}.py" for folder, listed in names.items() for name in listed.split())


@cache
def kind_digest(dtype: np.dtype[Any]) -> str:
    """Return 12 hex digits of a dtype: sizes, and of a record where each field lies."""
    return hashlib.sha256(_described(dtype).encode()).hexdigest()[:12]


def _described(dtype: np.dtype[Any]) -> str:
    if dtype.subdtype is not None:
        return f"{_described(dtype.subdtype[0])}{dtype.subdtype[1]}"
    if dtype.fields is None:
        return dtype.str
    fields = " ".join(f"{name}@{field[1]}:{_described(field[0])}" for name, field in dtype.fields.items())
    return f"{dtype.itemsize}({fields})"


# Arguments ------------------------------------------------------------------------------------------------------------


def first_type(value: Any) -> Any:
    """Return the type of the first array in an argument; None where there is none."""
    while isinstance(value, tuple) and value:
        value = value[0]
    return value.dtype if isinstance(value, np.ndarray) else None


def leaves(value: Any) -> Iterator[Any]:
    """Yield the arrays and numbers of arguments."""
    for one in value:
        if isinstance(one, tuple):
            yield from leaves(one)
        else:
            yield one


class Function:
    """One function of a library: what it takes, and what calls it.

    Attributes
    ----------
    arguments : for each number its kind, one of NUMBERS; for each array the digest of its dtype and its dimensions
    """

    def __init__(self, loaded: ctypes.CDLL, symbol: str, arguments: list[Any]) -> None:
        self.arguments = arguments
        arrays = sum(not isinstance(one, str) for one in arguments)
        self._table = (ctypes.c_void_p * (1 + arrays)).in_dll(loaded, kinds_name(symbol))
        self._method = ctypes.addressof(ctypes.c_char.in_dll(loaded, method_name(symbol)))
        self._kinds: list[Any] = []

    def bound(self, other: Call) -> Call:
        """Return the function, which calls `other` with arguments that it was not made for."""
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.argtypes, make.restype = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p], ctypes.py_object
        made: Call = make(self._method, other, None)
        return made

    def fitted(self, given: tuple[Any, ...]) -> list[Any] | None:
        """Return the arrays and numbers that the function takes for a call; None where it was not made for such a one.

        The types of the first arrays that fit are those that the function knows from then on.
        """
        found = list(leaves(given))
        if len(found) != len(self.arguments):
            return None
        kinds: list[Any] = []
        for place, (wanted, one) in enumerate(zip(self.arguments, found, strict=True)):
            if isinstance(wanted, str):
                if not _is_number(wanted, one):
                    return None
                found[place] = NUMBERS[wanted](one)
            else:
                if not _is_array(wanted, one):
                    return None
                known = self._kinds[len(kinds)] if self._kinds else one.dtype
                kinds.append(known)
                if type(one) is not np.ndarray or one.dtype is not known:
                    found[place] = one.view(known, np.ndarray)
        if not self._kinds:
            self._kinds = kinds  # they stay, as their addresses do
            for number, kind in enumerate((np.ndarray, *kinds)):
                self._table[number] = id(kind)
        return found

    def run(self, fitting: list[Any]) -> Any:
        """Call it with what `fitted` has returned. Raises RuntimeError where the kernel fails."""
        return self.bound(_refuse)(*fitting)

    def call_for(self, kernel: Any, given: tuple[Any, ...]) -> Call:
        """Return what runs calls of a kernel that are like this one; others it hands on to `kernel.run_other`."""
        if not any(isinstance(one, tuple) for one in given):
            return self.bound(kernel.run_other)
        function = self.bound(_unfit)

        def call(*given: Any) -> Any:
            told = function(*leaves(given))
            return kernel.run_other(*given) if told is UNFIT else told

        return call


UNFIT = object()


def _unfit(*_: Any) -> object:
    return UNFIT


def _refuse(*_: Any) -> None:
    raise RuntimeError("a function of a library refuses what it was made for")


def _is_number(wanted: str, one: Any) -> bool:
    """Say whether a value is a number that a function can be given without a change of what it computes."""
    if wanted == "f":
        return isinstance(one, float | int | np.integer)
    truth: bool = isinstance(one, bool | np.bool_)
    if wanted == "t":
        return truth
    return truth or (isinstance(one, int | np.integer) and -(1 << 63) <= int(one) < 1 << 63)


def _is_array(wanted: Any, one: Any) -> bool:
    """Say whether a value is an array of a type and so many dimensions, in one piece and free to write to."""
    if not isinstance(one, np.ndarray) or one.ndim != wanted[1] or kind_digest(one.dtype) != wanted[0]:
        return False
    return bool(one.flags.c_contiguous and one.flags.aligned and one.flags.writeable)


def kinds_name(symbol: str) -> str:
    """Return what the table of a function's types is called."""
    return f"{symbol} kinds"


def method_name(symbol: str) -> str:
    """Return what CPython's description of a function (PyMethodDef) is called."""
    return f"{symbol} method"


# Libraries ------------------------------------------------------------------------------------------------------------


def said_in(content: bytes) -> dict[str, Any] | None:
    """Return what a library says of itself, None where it is none of ours. Nothing is loaded."""
    at = content.find(BEGIN)
    if at < 0:
        return None
    try:
        said: dict[str, Any] = json.loads(content[at : content.find(b"\0", at)])
    except ValueError:
        return None
    return said


def check(said: Mapping[str, Any] | None, folder: Path) -> None:
    """Raise ValueError unless the library in a game's folder, which says this, was made from the present sources."""
    path = folder / FILE
    if said is None:
        raise ValueError(f"{path} is no library of ours")
    sources = said["sources"]
    try:
        now = sources_hash(folder, in_folders(sources["files"]), lambda file: _source(folder, sources["depth"], file))
    except OSError as error:
        raise ValueError(f"{path} was made from {error.filename}, which is gone") from None
    if now != sources["hash"]:
        raise ValueError(f"{path} was made from other sources")


class Library:
    """A library that has been loaded: its functions, by the names of the kernels that they are made from."""

    def __init__(self, folder: Path) -> None:
        """Load that of a game. Raises ValueError with the reason where it cannot be used."""
        path = folder / FILE
        try:
            said = said_in(path.read_bytes())
            check(said, folder)  # before a part of it is run
            self._loaded = ctypes.CDLL(str(path))
        except OSError as error:
            raise ValueError(f"{path} cannot be loaded: {error.strerror or error}") from None
        assert said is not None
        self._said = said
        self._functions: dict[str, list[Function]] = {}
        self.probe()

    def probe(self) -> None:
        """Raise ValueError where NumPy's arrays are not laid out as its functions believe."""
        array, found = np.zeros((3, 2), dtype=np.int16), (ctypes.c_int64 * 5)()
        function = self._loaded["fieldstone probe"]
        function.argtypes = [ctypes.py_object, ctypes.POINTER(ctypes.c_int64)]
        function(array, found)
        flags = array.flags.num & 0xFFFFFFFF
        if list(found) != [array.ctypes.data, array.ndim, array.shape[0], id(array.dtype), flags]:
            raise ValueError("NumPy's arrays are laid out in another way")

    def functions(self, name: str) -> list[Function]:
        """Return the functions for a kernel: one for each form of its arguments."""
        if name not in self._functions:
            self._functions[name] = [
                Function(self._loaded, symbol, [_read(word) for word in arguments.split()])
                for symbol, arguments in self._said["kernels"].get(name, ())
            ]
        return self._functions[name]


def _read(word: str) -> Any:
    """Return what an argument is: the kind of a number, or the digest and the dimensions of an array."""
    if word in NUMBERS:
        return word
    kind, _, dims = word.partition(":")
    return kind, int(dims)


_ROOT = Path(__file__).resolve().parent.parent


@cache
def _own_source(file: str) -> bytes:
    return (_ROOT.parent / file).read_bytes()


def _source(folder: Path, depth: int, file: str) -> bytes:
    """Return a source by its name from the packages' folder, which is `depth` folders above that of the game."""
    return (
        _own_source(file) if file.partition("/")[0] == _ROOT.name else (folder.parents[depth - 1] / file).read_bytes()
    )


def add_home(package: str, folder: Path) -> None:
    """Note where a game lies whose rules have been imported: there its library is."""
    _homes.setdefault(package, folder)


@cache
def library_in(folder: Path) -> Library | None:
    """Return the library that lies in a game's folder, None where it cannot be used here (`why_not`)."""
    try:
        if why_unfit() is not None:
            return None
        return Library(folder)
    except ValueError as error:
        _problems[str(folder)] = str(error)
        return None


def libraries() -> Iterator[Library]:
    """Yield the libraries of all games whose rules have been imported."""
    with _lock:
        found = [library_in(folder) for folder in list(_homes.values())]
    yield from (one for one in found if one is not None)


def find(kernel: Any, given: tuple[Any, ...]) -> tuple[Function, list[Any]] | None:
    """Return the function of a library that was made for such a call of a kernel, with what it takes; None without."""
    for one in libraries():
        for function in one.functions(kernel.name):
            with _lock:
                fitting = function.fitted(given)
            if fitting is not None:
                return function, fitting
    return None
