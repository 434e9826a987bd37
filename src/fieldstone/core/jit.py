"""The one decorator for compiled functions, and the one place that chooses what a call from Python runs.

A kernel that Python calls runs from the library of the game where that fits (`fieldstone.core.library`), and else what
Numba makes of it (`fieldstone.core.compiler`), which is imported only then. The environment variable
``FIELDSTONE_KERNELS`` chooses one of them: ``jit`` or ``library``; with the latter what is in no library is an error.
"""

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from fieldstone.core import library
from fieldstone.core.errors import CompilerMissingError

F = TypeVar("F", bound=Callable[..., Any])

_LATER: list[Callable[[], None]] = []
_compiler: Any = None


def load_compiler() -> Any:
    """Return `fieldstone.core.compiler`. Raises CompilerMissingError where Numba is not installed."""
    global _compiler
    if _compiler is None:
        try:
            from fieldstone.core import compiler
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in ("numba", "llvmlite"):
                raise
            raise CompilerMissingError(library.why_not()) from error
        _compiler = compiler
    while _LATER:
        _LATER.pop(0)()
    return _compiler


def when_compiling(action: Callable[[], None]) -> None:
    """Do something before the first kernel is compiled: never where none is."""
    _LATER.append(action)
    if _compiler is not None:
        load_compiler()


class Kernel:
    """A function over arrays of records, in the place of the Python function that it was written as.

    Attributes
    ----------
    py_func : that function
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._calls: dict[Any, Callable[..., Any]] = {}  # what a call runs, by the type of the first array
        self._dispatcher: Any = None

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Run what there is for these arguments."""
        if named or not given:
            return self.compiled(*given, **named)
        first = given[0]
        call = self._calls.get(first.dtype if type(first) is np.ndarray else library.first_type(first))
        if call is None:
            call = self._choose(given)
        return call(*given)

    def _choose(self, given: tuple[Any, ...]) -> Callable[..., Any]:
        """Return what runs calls with a first array of this type from now on."""
        found = library.find(self, given)
        call = self.compiled if found is None else found[0].call_for(self, given)
        self._calls[library.first_type(given[0])] = call
        return call

    def run_other(self, *given: Any) -> Any:
        """Run a call that the function at hand was not made for: by another one, or by what is compiled."""
        found = library.find(self, given)
        if found is None:
            return self.compiled(*given)
        self._calls[library.first_type(given[0])] = found[0].call_for(self, given)
        return found[0].run(found[1])

    @property
    def name(self) -> str:
        """What it is called in libraries."""
        return f"{self.py_func.__module__}.{self.py_func.__qualname__}"

    @property
    def compiled(self) -> Any:
        """What Numba makes of it. Raises CompilerMissingError without Numba, RuntimeError where that is not wanted."""
        if self._dispatcher is None:
            if os.environ.get(library.CHOICE) == "library":
                raise RuntimeError(f"{library.CHOICE}=library, and {self.name} is in none: {library.why_not()}")
            self._dispatcher = load_compiler().compile_lazily(self.py_func)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """What compiled code that calls it takes it for."""
        return self.compiled._numba_type_

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return getattr(self.compiled, name)
        except (CompilerMissingError, RuntimeError) as error:
            raise AttributeError(f"{self.name} has no {name} before it is compiled") from error

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


def jit(function: F) -> F:
    """Make a kernel of `function`: compiled, without the interpreter lock, and without a call of Python in it.

    Kernels allocate nothing. With ``NUMBA_DISABLE_JIT`` it is left as it is.
    """
    if library.compiler_is_off():
        return function
    return cast(F, Kernel(function))
