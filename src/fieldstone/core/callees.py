"""Kernels that other kernels call: what of them is compiled, once in each process and for each type of arguments.

Left to itself, Numba makes a library of every function that compiled code calls. It optimises the function together
with all that it calls, makes machine code of it, and does both again in each caller, up to the function that Python
calls. A search is some hundred small functions that hand on many arrays; most of the time of compiling it went into
that. So a callee is translated to LLVM's language, function by function, and is optimised as a whole, and turned into
machine code, as a part of what Python calls.

Two more habits are answered here:

* Numba compiles a function anew for each number that stands in a call, and for each width of whole numbers. A callee is
  compiled for whole numbers of 64 bits; what stands in a call is put in its place when the caller is optimised.
* Functions that count references to arrays are several times as long. Kernels allocate nothing, and count none: in one
  that asks for memory (`np.zeros`, say) Numba finds an error. Workspaces are arguments.

It leaves three things out. Kernels do not call each other in a circle, and one that calls itself does so with the types
that it was called with: what is not there yet when a callee is linked would be missing for ever; such a kernel is
refused. They do not print: Python's environment, which that takes, belongs to what Python calls. And a narrow number is
wide in a callee: the negative of an int8 −128 is 128 there.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import numba
from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import require_global_compiler_lock
from numba.core.errors import TypingError
from numba.core.typing.typeof import typeof
from numba.np import arrayobj

OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


class _CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code of a function with all that it calls, as it was translated: it is never run where it lies."""

    def finalize(self) -> None:
        """Take in what is called; optimising is for the caller."""
        require_global_compiler_lock()
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "_CalleeLibrary":
        """Itself, in the place of the code generator: Numba asks it only to set the function's environment."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: there is no machine code whose environment could be set."""


class _CalleeCompiler(Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> Any:
        """Have the function translated into a library that is not optimised."""
        self.state.library = _CalleeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


CALLEE = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _CalleeCompiler}


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Take an index as it is: Numba would add the size to one below zero, as Python does."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


# No kernel counts from the end of an array. Where bounds are checked, an index below zero is out of them.
if config.BOUNDSCHECK:
    arrayobj.fix_integer_index = _plain_index


@contextlib.contextmanager
def plain_indices() -> Iterator[None]:
    """Translate without a look at each index whether it is below zero; the tests that check bounds say that none is."""
    usual, arrayobj.fix_integer_index = arrayobj.fix_integer_index, _plain_index
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


def _widened(given: types.Type) -> types.Type:
    plain = given.literal_type if isinstance(given, types.Literal) else given
    narrow = isinstance(plain, types.Integer) and plain.signed and plain.bitwidth < 64
    return types.int64 if narrow else plain


class _CallsItself:
    """In the place of Numba's count of compilations under way: true while the kernel that is compiled is this one.

    Numba asks it whether a call may be one of a function by itself, then looks for one with the same types.
    """

    def __init__(self, callee: Any) -> None:
        self._callstack, self._function = callee.typingctx.callstack, callee.py_func

    def __enter__(self) -> None:
        """A compilation begins: the types' context knows."""

    def __exit__(self, *_: object) -> None:
        """It has ended."""

    def __bool__(self) -> bool:
        return len(self._callstack) > 0 and self._callstack[0].func_id.func is self._function


def call_as_callee(compiled: Any) -> None:
    """Have other kernels take `compiled`, a function that Python calls, as a part of themselves."""
    callee: Any = numba.njit(**CALLEE)(compiled.py_func)
    compiled._compiling_counter = callee._compiling_counter = calls_itself = _CallsItself(callee)

    def get_call_template(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        if calls_itself:
            raise TypingError(f"{callee.__name__} calls itself with other types than those that it was called with")
        return callee.get_call_template(tuple(map(_widened, args)), {name: _widened(kws[name]) for name in kws})

    compiled.get_call_template, compiled.get_overload = get_call_template, callee.get_overload


def translate(compiled: Any, arguments: tuple[Any, ...]) -> Any:
    """Return what Numba makes of a function that `call_as_callee` has seen, for the types of some arguments.

    In its `library` lies the code with all that it calls, as it was translated and not optimised, in LLVM's language.
    """
    signature = tuple(_widened(typeof(argument)) for argument in arguments)
    compiled.get_call_template(signature, {})
    return compiled.get_overload.__self__.overloads[signature]
