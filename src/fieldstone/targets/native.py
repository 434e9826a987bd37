"""Native libraries: LLVM makes the code, its linker links it; `fieldstone.core.library` loads and calls it.

An exported function is one that CPython calls, with objects (METH_FASTCALL), so that a call costs less than one through
ctypes or by Numba. It looks whether each argument is what it was made for: an array of the expected type, in one piece
and free to write to, or a number. That is a comparison of addresses, those of the types that Python has written to a
table of the function. Then it reads from NumPy's objects where the items lie, lets the interpreter go, and computes.
What does not fit it hands on to the Python function that it is bound to.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from fieldstone.core.arrays import ArrayOf
from fieldstone.core.library import kind_digest, kinds_name, method_name
from fieldstone.targets.translate import SQRT, TRUTH, Argument, Lines, Target, Wrapper

# Where NumPy's ABI has the fields of an array behind CPython's head of two words, and what its flags have to say:
# C_CONTIGUOUS, ALIGNED, WRITEABLE.
TYPE, DATA, DIMS_COUNT, DIMS, DTYPE, FLAGS = 8, 16, 24, 32, 56, 64
USABLE = 0x0001 | 0x0100 | 0x0400
# For a look whether all that holds for the NumPy at hand: what an array says of itself (fieldstone.core.library.fits).
PROBE = f"""define i64 @"fieldstone probe"(ptr %array, ptr %found) {{
  %at_data = getelementptr i8, ptr %array, i64 {DATA}
  %data = load i64, ptr %at_data
  store i64 %data, ptr %found
  %at_count = getelementptr i8, ptr %array, i64 {DIMS_COUNT}
  %count = load i32, ptr %at_count
  %wide_count = zext i32 %count to i64
  %to_count = getelementptr i64, ptr %found, i64 1
  store i64 %wide_count, ptr %to_count
  %at_dims = getelementptr i8, ptr %array, i64 {DIMS}
  %dims = load ptr, ptr %at_dims
  %dim = load i64, ptr %dims
  %to_dim = getelementptr i64, ptr %found, i64 2
  store i64 %dim, ptr %to_dim
  %at_dtype = getelementptr i8, ptr %array, i64 {DTYPE}
  %dtype = load i64, ptr %at_dtype
  %to_dtype = getelementptr i64, ptr %found, i64 3
  store i64 %dtype, ptr %to_dtype
  %at_flags = getelementptr i8, ptr %array, i64 {FLAGS}
  %flags = load i32, ptr %at_flags
  %wide_flags = zext i32 %flags to i64
  %to_flags = getelementptr i64, ptr %found, i64 4
  store i64 %wide_flags, ptr %to_flags
  ret i64 0
}}"""


# Of CPython, all in its stable interface but the vectorcall, which is as old.
PYTHON = """@PyLong_Type = external global i8
@PyBool_Type = external global i8
@PyFloat_Type = external global i8
@_Py_NoneStruct = external global i8
@PyExc_RuntimeError = external global ptr
declare i64 @PyLong_AsLongLong(ptr)
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyBool_FromLong(i64)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare void @PyErr_SetString(ptr, ptr)
declare void @Py_IncRef(ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)"""
FASTCALL = 0x80
# How a number is taken and given back: by which type of Python, function and type in LLVM's language.
TAKEN = {
    "i8": ("t", ("@PyBool_Type",), "i64 @PyLong_AsLongLong"),
    "i64": ("i", ("@PyLong_Type", "@PyBool_Type"), "i64 @PyLong_AsLongLong"),
    "double": ("f", ("@PyFloat_Type",), "double @PyFloat_AsDouble"),
}


class ObjectWrapper(Wrapper):
    """Writes the function of one entry that CPython calls with objects, and the two tables that belong to it."""

    def __init__(self, target: Target, results: list[str]) -> None:
        super().__init__(target, results)
        self.count = self.arrays = 0
        self.taken: Lines = []  # reads the arguments
        self.types: Lines = []  # looks what they are
        self.checks: Lines = []  # looks at what only arrays have
        self.numbers: Lines = []
        self.said = ""

    def _take(self, word: str) -> int:
        """Read the next argument, and note what it is; returns its place."""
        place, self.count = self.count, self.count + 1
        self.taken.append(f"  %at{place} = getelementptr ptr, ptr %args, i64 {place}")
        self.taken.append(f"  %given{place} = load ptr, ptr %at{place}")
        self.said = f"{self.said} {word}".strip()
        return place

    def number(self, path: str, kind: str) -> None:
        """Take a number."""
        word, types, take = TAKEN[kind]
        place = self._take(word)
        self.arguments.append(Argument(path, None, place, 0))
        found = _field(self.types, place, "type", TYPE, "ptr")
        conditions = []
        for which, one in enumerate(types):
            conditions.append(f"%is{place}_{which}")
            self.types.append(f"  {conditions[-1]} = icmp eq ptr {found}, {one}")
        _demand(self.types, f"or i1 {conditions[0]}, {conditions[-1]}")
        self.numbers.append(f"  %number{place} = call {take}(ptr %given{place})")
        if kind == "i8":
            self.numbers.append(f"  %truth{place} = trunc i64 %number{place} to i8")
        self.given.append(f"{kind} %{'truth' if kind == 'i8' else 'number'}{place}")

    def array(self, path: str, array: ArrayOf, value: Any) -> None:
        """Take an array: look whether it is one of this type, then read where it lies and its dimensions."""
        place, self.arrays = self._take(f"{kind_digest(value.dtype)}:{value.ndim}"), self.arrays + 1
        self.arguments.append(Argument(path, array, place, value.ndim))
        _demand(self.types, f"icmp eq ptr {_field(self.types, place, 'type', TYPE, 'ptr')}, %array_type")
        checks = self.checks
        checks.append(f"  %at_kind{place} = getelementptr ptr, ptr %kinds, i64 {self.arrays}")
        checks.append(f"  %kind{place} = load ptr, ptr %at_kind{place}")
        _demand(checks, f"icmp eq ptr {_field(checks, place, 'dtype', DTYPE, 'ptr')}, %kind{place}")
        _demand(checks, f"icmp eq i32 {_field(checks, place, 'count', DIMS_COUNT, 'i32')}, {value.ndim}")
        checks.append(f"  %usable{place} = and i32 {_field(checks, place, 'flags', FLAGS, 'i32')}, {USABLE}")
        _demand(checks, f"icmp eq i32 %usable{place}, {USABLE}")
        data = _field(self.body, place, "data", DATA, "ptr")
        at_dims, dims = _field(self.body, place, "dims", DIMS, "ptr"), []
        for dim in range(value.ndim):
            self.body.append(f"  %at_dim{place}_{dim} = getelementptr i64, ptr {at_dims}, i64 {dim}")
            self.body.append(f"  %dim{place}_{dim} = load i64, ptr %at_dim{place}_{dim}")
            dims.append(f"%dim{place}_{dim}")
        self.give_array(data, dims, value.itemsize)

    def function(self, name: str, symbol: str, kind: str, is_tuple: bool) -> Lines:
        """Return the function, its tables, and a declaration of Numba's `symbol`, which it calls."""
        kinds, method = f'@"{kinds_name(name)}"', f'@"{method_name(name)}"'
        text = f'@"{name} text" = internal constant [{len(name) + 1} x i8] c"{name}\\00"'
        lines = [f"{kinds} = global [{1 + self.arrays} x ptr] zeroinitializer", text]
        lines.append(
            f'{method} = global {{ptr, ptr, i32, ptr}} {{ptr @"{name} text", ptr @"{name}", i32 {FASTCALL}, ptr null}}'
        )
        lines += [f'define ptr @"{name}"(ptr %self, ptr %args, i64 %count) {{', f"  %results = alloca {kind}"]
        lines += ["  %problem = alloca ptr", f"  %enough = icmp eq i64 %count, {self.count}"]
        lines += ["  br i1 %enough, label %take, label %other", "take:", *self.taken]
        lines += [f"  %array_type = load ptr, ptr {kinds}", f"  %kinds = getelementptr ptr, ptr {kinds}, i64 0"]
        lines += [*self.types, f"  br i1 {_demanded(self.types)}, label %look, label %other", "look:", *self.checks]
        lines += [f"  br i1 {_demanded(self.checks)}, label %read, label %other", "read:", *self.numbers]
        lines += ["  %error = call ptr @PyErr_Occurred()", "  %fine = icmp eq ptr %error, null"]
        lines += ["  br i1 %fine, label %run, label %beyond", "beyond:", "  call void @PyErr_Clear()"]
        lines += ["  br label %other", "other:"]
        lines += ["  %else = call ptr @PyObject_Vectorcall(ptr %self, ptr %args, i64 %count, ptr null)"]
        lines += ["  ret ptr %else", "run:", *self.body, "  %thread = call ptr @PyEval_SaveThread()"]
        call = ", ".join(("ptr %results", "ptr %problem", *self.given))
        lines += [f'  %status = call i32 @"{symbol}"({call})', "  call void @PyEval_RestoreThread(ptr %thread)"]
        lines += ["  %done = icmp eq i32 %status, 0", "  br i1 %done, label %well, label %failed", "failed:"]
        lines += ["  %error_type = load ptr, ptr @PyExc_RuntimeError"]
        lines += [f'  call void @PyErr_SetString(ptr %error_type, ptr @"{name} text")', "  ret ptr null", "well:"]
        return [*lines, *self._returned(kind, is_tuple), "}", f'declare i32 @"{symbol}"({", ".join(self.kinds)})']

    def _returned(self, kind: str, is_tuple: bool) -> Lines:
        """Return what makes objects of the results."""
        lines = []
        for place, kind_told in enumerate(self.results):
            truth, result = kind_told == TRUTH, kind_told.removesuffix(TRUTH[2:])
            at = f", i32 {place}" if is_tuple else ""
            lines.append(f"  %result{place} = getelementptr {kind}, ptr %results, i32 0{at}")
            lines.append(f"  %found{place} = load {result}, ptr %result{place}")
            if result == "double":
                lines.append(f"  %told{place} = call ptr @PyFloat_FromDouble(double %found{place})")
                continue
            wide = f"%found{place}"
            if result != "i64":
                wide = f"%wide{place}"
                lines.append(f"  {wide} = {'zext' if truth else 'sext'} {result} %found{place} to i64")
            made = "PyBool_FromLong" if truth else "PyLong_FromLongLong"
            lines.append(f"  %told{place} = call ptr @{made}(i64 {wide})")
        if not self.results:
            return [*lines, "  call void @Py_IncRef(ptr @_Py_NoneStruct)", "  ret ptr @_Py_NoneStruct"]
        if not is_tuple:
            return [*lines, "  ret ptr %told0"]
        lines.append(f"  %tuple = call ptr @PyTuple_New(i64 {len(self.results)})")
        for place in range(len(self.results)):
            lines.append(f"  %set{place} = call i32 @PyTuple_SetItem(ptr %tuple, i64 {place}, ptr %told{place})")
        return [*lines, "  ret ptr %tuple"]


def _field(into: Lines, place: int, name: str, offset: int, kind: str) -> str:
    """Read a field of an argument's object; returns the name of its value."""
    into.append(f"  %at_{name}{place} = getelementptr i8, ptr %given{place}, i64 {offset}")
    into.append(f"  %{name}{place} = load {kind}, ptr %at_{name}{place}")
    return f"%{name}{place}"


def _demand(into: Lines, condition: str) -> None:
    """Take a condition into what has to hold."""
    before, name = _demanded(into), f"{into[0].split()[0]}_{len(into)}"  # another one in each list
    into += [f"  {name}_same = {condition}", f"  {name}_all = and i1 {before}, {name}_same"]


def _demanded(lines: Lines) -> str:
    """Return the name of the last condition, which has all before it in itself."""
    return next((line.split()[0] for line in reversed(lines) if " = and i1 " in line), "true")


TARGET = Target(
    "x86_64-unknown-linux-gnu",
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "x86-64-v3",
    "",
    "i64",
    ObjectWrapper,
    f"{SQRT}\n{PYTHON}\n{PROBE}",
    ("fieldstone probe",),
    small=False,
    widen=lambda _: None,
)


def add_constant(module: Any, name: str, content: bytes) -> None:
    """Have a module hold some bytes, and a zero after them, under a name."""
    shown = "".join(f"\\{byte:02x}" for byte in content + b"\0")
    line = f'@"{name}" = constant [{len(content) + 1} x i8] c"{shown}"'
    head = f'target datalayout = "{TARGET.data_layout}"\ntarget triple = "{TARGET.triple}"\n'
    module.link_in(llvm.parse_assembly(head + line))


def object_code(module: Any, target: Target = TARGET) -> bytes:
    """Return a module as an object file, optimised for speed; the module is modified."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made_for = llvm.Target.from_triple(target.triple)
    machine = made_for.create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc="pic", codemodel="small"
    )
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


def link(code: bytes) -> bytes:
    """Return a shared library. Raises RuntimeError with what the linker says."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "kernels.o"), Path(folder, "kernels.so")
        source.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "ld.lld", "-shared", "--strip-all", "--gc-sections", "-Bsymbolic"]
        command += ["--build-id=none", "-z", "noexecstack", "-z", "relro", "-z", "now", "-soname", "kernels.so"]
        done = subprocess.run([*command, str(source), "-o", str(result)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"linking failed: {done.stderr.strip()}")
        return result.read_bytes()
