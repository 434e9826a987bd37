"""Kernels that every game implements, chosen by the type of their first argument when they are compiled.

A *generic* kernel is a signature with a docstring. A game adds its own body with ``@implements(play, RULES)``, RULES
being the dtype of its rules record; where it adds none, the kernel's default body serves, if it has one (``@default``).
Compiled code that calls ``play(rules, state, action)`` is bound to the body at compile time
(`numba.extending.overload`: cached on disk and free at run time, which neither closures nor functions passed as
arguments are; as a callee, see `fieldstone.core.callees`). With the compiler off, a dictionary does the same.

A game's bodies lie in several modules of one package. Before a default is taken for the lack of a body, all of them
are imported: otherwise it would depend on what was imported first.
"""

import functools
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from fieldstone.core import library
from fieldstone.core.jit import load_compiler, when_compiling

Kernel = Callable[..., Any]
F = TypeVar("F", bound=Kernel)
# Of a game's package, in which bodies may be.
MODULES = ("rules", "heuristics", "solving", "planes", "telling", "positions")
_BODIES: dict[Kernel, dict[Any, Kernel]] = {}
_DEFAULTS: dict[Kernel, Kernel] = {}
_HOMES: dict[Any, str] = {}  # the package of a game, by its rules; it is taken out when all has been imported
_DTYPES: dict[Any, Any] = {}  # rules by the compiler's type


def _plain(function: Any) -> Kernel:
    """Return the same function without annotations: overload wants bodies and signature to agree in them."""
    return FunctionType(function.__code__, function.__globals__, function.__name__)


def _dtype_of(kind: Any) -> Any:
    """Return the dtype of some rules by the compiler's type, None where it is that of none."""
    if kind not in _DTYPES:
        type_of = load_compiler().type_of
        _DTYPES.update((type_of(rules), rules) for bodies in _BODIES.values() for rules in bodies)
    return _DTYPES.get(kind)


def _body(kernel: Kernel, rules: Any) -> Kernel | None:
    """Return the body of a kernel for some rules, or its default; None without."""
    found = _BODIES[kernel].get(rules)
    if found is not None:
        return found
    home = _HOMES.pop(rules, None)
    if home is not None:
        for name in MODULES:
            if importlib.util.find_spec(f"{home}.{name}") is not None:
                importlib.import_module(f"{home}.{name}")
        found = _BODIES[kernel].get(rules)
    return _DEFAULTS.get(kernel) if found is None else found


def has_body(kernel: Kernel, rules: np.dtype[np.void]) -> bool:
    """Say whether a generic kernel has a body for some rules; a default is none."""
    return _body(kernel, rules) not in (None, _DEFAULTS.get(kernel))


def generic(signature: F) -> F:
    """Turn a function without a body into a generic kernel; the dtype of its first argument decides."""

    @functools.wraps(signature)
    def interpreted(rules: Any, *args: Any) -> Any:
        body = _body(interpreted, rules.dtype)
        if body is None:
            raise KeyError(f"these rules have no body for {signature.__name__}, and it has no default")
        return body(rules, *args)

    def choose(rules: Any, *args: Any) -> Kernel | None:
        dtype = _dtype_of(rules)
        return None if dtype is None else _body(interpreted, dtype)

    choose.__signature__ = inspect.signature(_plain(signature))  # type: ignore[attr-defined]
    _BODIES[interpreted] = {}
    when_compiling(lambda: load_compiler().overload_kernel(interpreted, choose))
    return interpreted  # type: ignore[return-value]


def _check_parameters(kernel: Kernel, body: Kernel) -> None:
    wanted, given = (list(inspect.signature(f).parameters) for f in (kernel, body))
    if wanted != given:
        raise TypeError(f"{body.__name__}{tuple(given)} should take {tuple(wanted)}")


def default(kernel: Kernel) -> Callable[[F], F]:
    """Register the decorated function as the body of `kernel` for all rules that have none of their own.

    Raises TypeError when the parameters differ from the kernel's.
    """

    def register(body: F) -> F:
        _check_parameters(kernel, body)
        _DEFAULTS[kernel] = _plain(body)
        return body

    return register


def implements(kernel: Kernel, rules: np.dtype[np.void]) -> Callable[[F], F]:
    """Register the decorated function as the body of `kernel` for rules records of one dtype.

    Raises ValueError when that dtype already has a body, TypeError when the parameters differ from the kernel's.
    """

    def register(body: F) -> F:
        bodies = _BODIES[kernel]
        if rules in bodies:
            raise ValueError(f"{kernel.__name__} has a body for these rules already")
        _check_parameters(kernel, body)
        bodies[rules] = _plain(body)
        if not any(rules in known for other, known in _BODIES.items() if other is not kernel):
            home = body.__module__.rpartition(".")[0]
            if home:
                _HOMES[rules] = home
                library.add_home(home, Path(str(sys.modules[body.__module__].__file__)).resolve().parent)
        return body

    return register
