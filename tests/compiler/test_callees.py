"""What kernels call is compiled as a part of them (fieldstone.core.callees)."""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np
import pytest

from fieldstone.core import jit
from tests.compiler.test_jit import run

CALLED = """
import numpy as np
from fieldstone.core.jit import jit

@jit
def total(numbers, first, doubled):
    sum = np.int64(0)
    for index in range(first, numbers.size):
        sum += numbers[index] * (2 if doubled else 1)
    return sum

@jit
def totals(numbers, small):
    return total(numbers, 1, True), total(numbers, small[0], False), total(numbers, 2, small[0] > 1)

print(totals(np.arange(5), np.array([3], dtype=np.int16)), total(np.arange(5), 1, False))
print(len(total.get_overload.__self__.overloads), len(total.overloads))
"""


def test_a_callee_is_compiled_once_for_all_widths_of_numbers_and_for_numbers_in_calls(tmp_path: Path) -> None:
    done = run(CALLED, FIELDSTONE_CACHE_DIR=str(tmp_path))
    assert done.stdout.split("\n")[:2] == ["(20, 7, 18) 10", "1 1"], done.stderr


def test_what_python_calls_contains_its_callees_and_counts_no_references(tmp_path: Path) -> None:
    code = (
        "import fieldstone\nfrom fieldstone.core import entries\nstate = fieldstone.load('kaomi').new_state()\n"
        "state.play(state.legal_moves()[0])\n"
        "(compiled,) = entries.advance.overloads.values()\n"
        "print(compiled.library.get_llvm_str())\n"
    )
    text = run(code, FIELDSTONE_CACHE_DIR=str(tmp_path)).stdout  # what is loaded shows nothing
    body = text[text.index("define") :]
    assert "fieldstone4core7entries7advance" in body
    assert "call void @NRT_incref" not in body
    assert "NRT_Allocate" not in body


SHARED = """
import sys
import numpy as np
from fieldstone.core.jit import jit

@jit
def factorial(number, sums):
    if number <= 1:
        return np.int64(1)
    sums[0] += 1
    return number * factorial(number - 1, sums)

@jit
def checked(number):
    if number < 0:
        raise ValueError("below 0")
    return number

@jit
def first(number, sums):
    return factorial(number, sums) + checked(number)

@jit
def second(number, sums):
    return factorial(number, sums) - checked(number)

sums = np.zeros(1, dtype=np.int64)
print(first(5, sums), second(5, sums), factorial(5, sums), sums[0])
try:
    first(-1, sums)
except ValueError as error:
    print(error)
"""


def test_callees_that_are_shared_call_themselves_and_raise(tmp_path: Path) -> None:
    for _ in range(2):  # compiled, then loaded
        done = run(SHARED, FIELDSTONE_CACHE_DIR=str(tmp_path))
        assert done.stdout.split("\n")[:2] == ["125 115 120 12", "below 0"]


CIRCLES = {
    "another": """
@jit
def even(number):
    return True if number == 0 else odd(number - 1)

@jit
def odd(number):
    return False if number == 0 else even(number - 1)

even(3)
""",
    "other types": """
@jit
def power(number, base):
    return 1 if number == 0 else base * power(number - 1, 2)

power(3, 2.5)
""",
}


@pytest.mark.parametrize("code", CIRCLES.values(), ids=CIRCLES)
def test_kernels_that_call_each_other_in_a_circle_are_refused(code: str, tmp_path: Path) -> None:
    for _ in range(2):
        caught = "try:\n" + "".join(f"    {line}\n" for line in code.strip().split("\n"))
        caught += "except numba.NumbaError as error:\n    print('refused')\n"
        head = "import numba\nfrom fieldstone.core.jit import jit\n"
        assert run(head + caught, FIELDSTONE_CACHE_DIR=str(tmp_path)).stdout == "refused\n"


def wasteful(count: int) -> float:
    return float(np.zeros(count).sum())


def test_a_kernel_that_asks_for_memory_is_an_error() -> None:
    with pytest.raises(numba.TypingError):
        jit.jit(wasteful)(3)
