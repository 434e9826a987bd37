"""Kernels that every game implements, chosen by the type of their first argument when they are compiled.

A *generic* kernel is a signature with a docstring. A game adds its own body with ``@implements(play, RULES)``, RULES
being the dtype of its rules record. Compiled code that calls ``play(rules, state, action)`` is bound to the body at
compile time (`numba.extending.overload`: cached on disk and free at run time, which neither closures nor functions
passed as arguments are). With the compiler off, a dictionary does the same.
"""

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

Kernel = Callable[..., Any]
F = TypeVar("F", bound=Kernel)
_BODIES: dict[Kernel, dict[Any, Kernel]] = {}


def _plain(function: Any) -> Kernel:
    """Return the same function without annotations: overload wants bodies and signature to agree in them."""
    return FunctionType(function.__code__, function.__globals__, function.__name__)


def generic(signature: F) -> F:
    """Turn a function without a body into a generic kernel; the dtype of its first argument decides."""
    bodies: dict[Any, Kernel] = {}

    @functools.wraps(signature)
    def interpreted(rules: Any, *args: Any) -> Any:
        return bodies[rules.dtype](rules, *args)

    def choose(rules: types.Type, *args: types.Type) -> Kernel | None:
        return bodies.get(rules)

    choose.__signature__ = inspect.signature(_plain(signature))  # type: ignore[attr-defined]
    _BODIES[interpreted] = bodies
    overload(interpreted, jit_options={"nogil": True, "error_model": "numpy"})(choose)
    return interpreted  # type: ignore[return-value]


def implements(kernel: Kernel, rules: np.dtype[np.void]) -> Callable[[F], F]:
    """Register the decorated function as the body of `kernel` for rules records of one dtype.

    Raises ValueError when that dtype already has a body, TypeError when the parameters differ from the kernel's.
    """

    def register(body: F) -> F:
        bodies = _BODIES[kernel]
        if rules in bodies:
            raise ValueError(f"{kernel.__name__} has a body for these rules already")
        wanted, given = (list(inspect.signature(f).parameters) for f in (kernel, body))
        if wanted != given:
            raise TypeError(f"{body.__name__}{tuple(given)} should take {tuple(wanted)}")
        # The compiler asks by its own type, the interpreter by the dtype.
        bodies[rules] = bodies[numba.from_dtype(rules)] = _plain(body)
        return body

    return register
