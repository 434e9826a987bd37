"""Modules of WebAssembly: LLVM makes the code, wasm-ld links it."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from fieldstone.targets.translate import SQRT, Target, Wrapper

# LLVM may work out the sum of a loop with a product of 128 bits; that is not to be optimised, or LLVM would see what it
# is and have it call itself.
MULTIPLY = """define void @__multi3(ptr %to, i64 %low, i64 %high, i64 %other_low, i64 %other_high) noinline optnone {
  %a = and i64 %low, 4294967295
  %b = lshr i64 %low, 32
  %c = and i64 %other_low, 4294967295
  %d = lshr i64 %other_low, 32
  %ac = mul i64 %a, %c
  %bc = mul i64 %b, %c
  %ad = mul i64 %a, %d
  %bd = mul i64 %b, %d
  %ac_high = lshr i64 %ac, 32
  %middle = add i64 %bc, %ac_high
  %middle_low = and i64 %middle, 4294967295
  %middle_high = lshr i64 %middle, 32
  %next = add i64 %ad, %middle_low
  %next_high = lshr i64 %next, 32
  %carried = add i64 %bd, %middle_high
  %whole = add i64 %carried, %next_high
  %result_low = mul i64 %low, %other_low
  %cross = mul i64 %low, %other_high
  %other_cross = mul i64 %high, %other_low
  %sum = add i64 %whole, %cross
  %result_high = add i64 %sum, %other_cross
  store i64 %result_low, ptr %to
  %at_high = getelementptr i64, ptr %to, i32 1
  store i64 %result_high, ptr %at_high
  ret void
}"""


def widen(module: Any) -> None:
    """Have the loops of a module, for an entry that is worth it, do several steps at a time; the module is modified."""
    _run_passes(module, wide=True, target=TARGET)


TARGET = Target(
    "wasm32-unknown-unknown",
    "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20",
    "generic",
    "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    "i32",
    Wrapper,
    f"{SQRT}\n{MULTIPLY}",
    ("__multi3",),
    small=True,
    widen=widen,
)
STACK_BYTES = 1 << 20
HEAP_BASE = "__heap_base"
CUSTOM, GLOBALS, EXPORTS = 0, 6, 7  # sections of a module, as its binary format numbers them


def object_code(module: Any, target: Target = TARGET) -> bytes:
    """Return a module as an object file, optimised; the module is modified."""
    _run_passes(module, wide=False, target=target)
    code: bytes = _machine(target).emit_object(module)
    return code


def _machine(target: Target) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made_for = llvm.Target.from_triple(target.triple)
    return made_for.create_target_machine(cpu=target.cpu, features=target.features, opt=3)


def _run_passes(module: Any, wide: bool, target: Target) -> None:
    """Optimise a module, which is modified; its loops do several steps at a time if it is to be `wide`."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    # These make a module a quarter larger, and none faster but for networks.
    options.loop_unrolling = options.loop_interleaving = False
    options.loop_vectorization, options.slp_vectorization = wide, False
    passes = llvm.create_pass_builder(_machine(target), options)
    if not wide:
        _drop_arguments(module, passes)
    passes.getModulePassManager().run(module, passes)
    if not wide:
        _drop_arguments(module, passes)
        _sink(module, passes)


def _drop_arguments(module: Any, passes: Any) -> None:
    """Take out arguments that a function does not use, or is always given the same.

    Numba hands on ten numbers for an array, most of which nobody asks for; a module is 4% smaller without.
    """
    manager = llvm.create_new_module_pass_manager()
    manager.add_ipsccp_pass()
    manager.add_dead_arg_elimination_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    manager.run(module, passes)


def _sink(module: Any, passes: Any) -> None:
    """Have a value computed where it is used, not for both branches: a module is half a percent smaller."""
    manager = llvm.create_new_module_pass_manager()
    manager.add_sinking_pass()
    manager.add_simplify_cfg_pass()
    manager.run(module, passes)


def link(code: bytes, exported: list[str], base: int = STACK_BYTES) -> bytes:
    """Return a module of WebAssembly that imports its memory, where its constants begin at `base`.

    Its stack lies below all constants: of two modules in one memory only one runs at a time, so that they share it.
    Raises RuntimeError with what the linker says.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--import-memory", "--strip-all"]
        command += [
            "--gc-sections",
            "--compress-relocations",
            "--stack-first",
            "-z",
            f"stack-size={STACK_BYTES}",
            f"--global-base={base}",
            f"--export={HEAP_BASE}",
        ]
        command += [f"--export={name}" for name in exported]
        done = subprocess.run([*command, str(source), "-o", str(result)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"linking failed: {done.stderr.strip()}")
        return result.read_bytes()


def add_section(module: bytes, name: str, content: bytes) -> bytes:
    """Return a module with a custom section of this name at its end."""
    named = _leb(len(name)) + name.encode() + content
    return module + b"\x00" + _leb(len(named)) + named


def read_section(module: bytes, name: str) -> bytes | None:
    """Return what the custom section of this name holds, None where there is none, or this is no module."""
    if module[:8] != b"\0asm\x01\0\0\0":
        return None
    for kind, begin, end in _sections(module):
        if kind == CUSTOM:
            length, start = _unleb(module, begin)
            if module[start : start + length] == name.encode():
                return module[start + length : end]
    return None


def heap_base(module: bytes) -> int:
    """Return where free memory begins for a module that `link` has made."""
    begins = {kind: begin for kind, begin, _ in _sections(module)}
    count, at = _unleb(module, begins[EXPORTS])
    exported = {}
    for _ in range(count):
        length, start = _unleb(module, at)
        place, at = _unleb(module, start + length + 1)  # after what kind of thing it is
        exported[module[start : start + length]] = place
    _, at = _unleb(module, begins[GLOBALS])
    for _ in range(exported[HEAP_BASE.encode()] + 1):
        value, at = _unleb(module, at + 3)  # after its type, whether it changes, and the instruction for a constant
        at += 1
    return value


def _sections(module: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the kind of each section, where what it holds begins, and where it ends."""
    at = 8
    while at < len(module):
        size, begin = _unleb(module, at + 1)
        yield module[at], begin, begin + size
        at = begin + size


def _leb(number: int) -> bytes:
    """Return a whole number in LEB128."""
    digits = bytearray()
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    return bytes([*digits, number])


def _unleb(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that stands in LEB128 at a place, and the place after it."""
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return number, at
