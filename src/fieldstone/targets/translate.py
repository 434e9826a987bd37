"""Kernels as one module in LLVM's language, for any target, with one exported function an entry.

Numba translates a kernel for one game's record types together with all that it calls (`fieldstone.core.callees`). Its
functions take arguments flattened: an array is the machine words (owner, parent, items, item size, data, dimensions,
strides), a NamedTuple its parts. What is exported here takes less. How it does depends on the target: for WebAssembly a
single pointer, to a buffer of float64 (`Wrapper`), natively what Python hands over (`fieldstone.targets.native`).
"""

import inspect
import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from numba.core import types

from fieldstone.core.arrays import ArrayOf, Layout, Records, leaves, make_arrays
from fieldstone.core.callees import plain_indices, translate
from fieldstone.core.dispatch import has_body
from fieldstone.targets.table import ENTRIES, FAST, WIDE, Entry, Scalar

Lines = list[str]

# The one mathematical function that kernels use is an instruction.
SQRT = """define double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
declare double @llvm.sqrt.f64(double)"""
TRUTH = "i8 truth"  # a result that is true or false, as against a number of eight bits


@dataclass(frozen=True)
class Target:
    """What code is made for.

    Attributes
    ----------
    triple, data_layout, cpu, features : as LLVM has them
    word : the type of an address there
    wrapper : what writes the exported functions
    helpers : functions, in LLVM's language, that code may ask for there
    kept : those of them that the optimiser does not see are called
    small : whether entries that do not work long are made small
    widen : has the loops of a module do several steps at a time, where that is not done for all in the end
    """

    triple: str
    data_layout: str
    cpu: str
    features: str
    word: str
    wrapper: "type[Wrapper]"
    helpers: str
    kept: tuple[str, ...]
    small: bool
    widen: Callable[[Any], None]


@dataclass(frozen=True)
class Argument:
    """One argument of an entry, or a part of one, in the buffer.

    Attributes
    ----------
    path : its name, after the names of the tuples that it is a part of: "worker.space.proof.table"
    array : its layout, where it is an array
    slot : its place in the buffer; after an array's address follow its dimensions
    dims : how many these are
    """

    path: str
    array: ArrayOf | None
    slot: int
    dims: int


@dataclass(frozen=True)
class Exported:
    """An entry of a module.

    Attributes
    ----------
    results : their types
    arguments, slots : its arguments, where it takes a buffer, in which the results stand first; all slots
    said : what it takes, where it takes what Python hands over (`fieldstone.core.library`)
    """

    results: tuple[str, ...]
    arguments: tuple[Argument, ...]
    slots: int
    said: str


@dataclass(frozen=True)
class Translated:
    """All entries of a game.

    Attributes
    ----------
    module : not optimised, but for the entries that are `WIDE`; None where the game has none of the entries
    exported : what it exports, by name
    described : the same of all entries that a game can have, those that this one lacks among them
    """

    module: Any
    exported: dict[str, Exported]
    described: dict[str, Exported]


def parts_of(layout: Layout, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the arrays and numbers of an argument with their paths."""
    if isinstance(layout, ArrayOf | Scalar | float):
        yield path, layout
        return
    for name, part in zip(layout._fields, layout, strict=True):
        yield from parts_of(part, f"{path}.{name}")


def example(layout: Layout, records: Records, made: dict[ArrayOf, Any]) -> Any:
    """Return a value that has the type of an argument; `made` are arrays that are there already."""
    if isinstance(layout, ArrayOf):
        return make_arrays(layout, records, made, **dict.fromkeys(_sizes(layout), 1))
    if isinstance(layout, tuple):
        return type(layout)._make(example(part, records, made) for part in layout)  # type: ignore[attr-defined]
    return layout.example if isinstance(layout, Scalar) else layout


def _sizes(layout: Layout) -> set[str]:
    """Return the names of the sizes that an array, or that whose memory it shows, has."""
    arrays = [array.memory_of or array for _, array in leaves(layout)]
    return {size for array in arrays for size in array.dims if isinstance(size, str)}


class Wrapper:
    """Writes the exported function of one entry, which takes a pointer to a buffer of float64.

    First come the results, then each argument; an array is its address and its dimensions there. The function returns
    0, or Numba's status where the kernel has failed.
    """

    def __init__(self, target: Target, results: list[str]) -> None:
        self.target, self.results = target, results
        self.body: Lines = []
        self.given: Lines = []  # what Numba's function is called with
        self.arguments: list[Argument] = []
        self.slots = len(results)
        self.said = ""

    def read(self, kind: str) -> str:
        """Read the next slot of the buffer; returns the name of its value, a `kind` of LLVM."""
        slot, self.slots = self.slots, self.slots + 1
        self.body.append(f"  %at{slot} = getelementptr double, ptr %buffer, i32 {slot}")
        self.body.append(f"  %number{slot} = load double, ptr %at{slot}")
        if kind == "double":
            return f"%number{slot}"
        self.body.append(f"  %whole{slot} = fptosi double %number{slot} to {kind}")
        return f"%whole{slot}"

    def number(self, path: str, kind: str) -> None:
        """Take a number."""
        self.arguments.append(Argument(path, None, self.slots, 0))
        self.given.append(f"{kind} {self.read(kind)}")

    def array(self, path: str, array: ArrayOf, value: Any) -> None:
        """Take an array: the address and the dimensions are read, all else that Numba wants follows from them."""
        slot = self.slots
        self.arguments.append(Argument(path, array, slot, value.ndim))
        address = self.read(self.target.word)
        self.body.append(f"  %array{slot} = inttoptr {self.target.word} {address} to ptr")
        dims = [self.read("i64") for _ in range(value.ndim)]
        self.give_array(f"%array{slot}", dims, value.itemsize)

    def give_array(self, data: str, dims: Lines, itemsize: int) -> None:
        """Hand an array on; all that Numba wants follows from where it lies and its dimensions."""
        items = dims[0]
        for dim in dims[1:]:
            items = self.product(items, dim)
        strides = [str(itemsize)]
        for dim in dims[:0:-1]:
            strides.insert(0, self.product(strides[0], dim))
        words = [items, str(itemsize)]
        self.given += ["ptr null", "ptr null", *(f"i64 {word}" for word in words), f"ptr {data}"]
        self.given += [f"i64 {word}" for word in (*dims, *strides)]

    def product(self, one: str, other: str) -> str:
        """Return the name of a product."""
        name = f"%product{len(self.body)}"
        self.body.append(f"  {name} = mul i64 {one}, {other}")
        return name

    def function(self, name: str, symbol: str, kind: str, is_tuple: bool) -> Lines:
        """Return the exported function, which calls Numba's `symbol`, and a declaration of that."""
        call = ", ".join(("ptr %results", "ptr %problem", *self.given))
        lines = [f'define i32 @"{name}"(ptr %buffer) {{', f"  %results = alloca {kind}", "  %problem = alloca ptr"]
        lines += [*self.body, f'  %status = call i32 @"{symbol}"({call})']
        for place, kind_told in enumerate(self.results):
            truth, result = kind_told == TRUTH, kind_told.removesuffix(TRUTH[2:])
            at = f", i32 {place}" if is_tuple else ""
            lines.append(f"  %result{place} = getelementptr {kind}, ptr %results, i32 0{at}")
            lines.append(f"  %found{place} = load {result}, ptr %result{place}")
            found = f"%found{place}"
            if result != "double":
                lines.append(f"  %told{place} = {'uitofp' if truth else 'sitofp'} {result} {found} to double")
                found = f"%told{place}"
            lines.append(f"  %to{place} = getelementptr double, ptr %buffer, i32 {place}")
            lines.append(f"  store double {found}, ptr %to{place}")
        return [*lines, "  ret i32 %status", "}", f'declare i32 @"{symbol}"({", ".join(self.kinds)})']

    @property
    def kinds(self) -> Lines:
        """The types of what Numba's function is called with."""
        return ["ptr", "ptr", *(word.split()[0] for word in self.given)]


def _kind_of(found: types.Type) -> str:
    """Return the type of a result in LLVM's language; a default body may give the same number always."""
    plain = types.unliteral(found)
    if isinstance(plain, types.Integer):
        return f"i{plain.bitwidth}"
    return {types.float64: "double", types.boolean: TRUTH}[plain]


def _result_kinds(found: types.Type) -> tuple[list[str], str, bool]:
    """Return the types of an entry's results, that of all together in LLVM's language, and whether they are a tuple."""
    if found == types.none:
        return [], "ptr", False
    if not isinstance(found, types.BaseTuple):
        return [_kind_of(found)], _kind_of(found).removesuffix(TRUTH[2:]), False
    kinds = [_kind_of(one) for one in found.types]
    plain = [kind.removesuffix(TRUTH[2:]) for kind in kinds]
    alike = isinstance(found, types.UniTuple)
    return kinds, f"[{len(kinds)} x {plain[0]}]" if alike else "{" + ", ".join(plain) + "}", True


def _wrap(name: str, entry: Entry, given: tuple[Any, ...], overload: Any, target: Target) -> tuple[Lines, Exported]:
    """Return the exported function of an entry, and what is to be known of it."""
    kinds, kind, is_tuple = _result_kinds(overload.signature.return_type)
    wrapper, exported = _describe(entry, given, kinds, target)
    return wrapper.function(name, overload.fndesc.llvm_func_name, kind, is_tuple), exported


def _describe(entry: Entry, given: tuple[Any, ...], kinds: list[str], target: Target) -> tuple[Wrapper, Exported]:
    """Return what has read the arguments of an entry, whose results are of these `kinds`, and what is to be known."""
    wrapper = target.wrapper(target, kinds)
    names = inspect.signature(entry.kernel.py_func).parameters  # type: ignore[attr-defined]
    for parameter, layout, value in zip(names, entry.arguments, given, strict=True):
        values = list(_values(value))
        for (path, part), one in zip(parts_of(layout, parameter), values, strict=True):
            if isinstance(part, ArrayOf):
                wrapper.array(path, part, one)
            else:
                wrapper.number(path, "i8" if isinstance(one, bool) else "i64" if isinstance(one, int) else "double")
    told = tuple("boolean" if one == TRUTH else "number" for one in kinds)
    return wrapper, Exported(told, tuple(wrapper.arguments), wrapper.slots, wrapper.said)


def _annotated_kinds(entry: Entry) -> list[str]:
    """Return the types of the results of an entry that is not translated, by what its signature says: one or none."""
    found = inspect.signature(entry.kernel.py_func).return_annotation  # type: ignore[attr-defined]
    return [] if found is None else [{int: "i64", float: "double", bool: TRUTH}[found]]


def _values(value: Any) -> Iterator[Any]:
    """Yield the arrays and numbers of an argument."""
    if isinstance(value, tuple):
        for part in value:
            yield from _values(part)
    else:
        yield value


def _retargeted(text: str, target: Target) -> str:
    """Return a module's text for another target; what it was translated for says nothing of it yet."""
    text = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{target.data_layout}"', text)
    text = re.sub(r'target triple = "[^"]*"', f'target triple = "{target.triple}"', text)
    return re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)


def translate_entries(
    records: Records,
    target: Target,
    entries: Mapping[str, Entry] = ENTRIES,
    without: Container[Callable[..., Any]] = (),
) -> Translated:
    """Return the entries of the game that has these records, but none that need a kernel of `without`.

    Raises RuntimeError where code outside is called.
    """
    made: dict[ArrayOf, Any] = {}
    lines = [f'target datalayout = "{target.data_layout}"', f'target triple = "{target.triple}"', target.helpers]
    module, exported, fast = None, {}, set[str]()
    described: dict[str, Exported] = {}
    for name, entry in entries.items():
        given = tuple(example(layout, records, made) for layout in entry.arguments)
        if entry.needs is not None and (entry.needs in without or not has_body(entry.needs, records["rules"])):
            described[name] = _describe(entry, given, _annotated_kinds(entry), target)[1]
            continue
        with plain_indices():
            overload = translate(entry.kernel, given)
        code = llvm.parse_assembly(_retargeted(str(overload.library._final_module), target))
        if name in WIDE:
            target.widen(code)
        if module is None:
            module = code
        else:
            module.link_in(code)
        more, exported[name] = _wrap(name, entry, given, overload, target)
        described[name] = exported[name]
        lines += more
        _check_kinds(module, overload.fndesc.llvm_func_name, more[-1])
        if name in FAST:
            fast.update((name, overload.fndesc.llvm_func_name))
    if module is None:
        return Translated(None, exported, described)
    wrappers = llvm.parse_assembly("\n".join(lines))
    tables = {
        one.name for one in wrappers.global_variables if not one.is_declaration and one.linkage == llvm.Linkage.external
    }
    module.link_in(wrappers)
    if target.small:
        _make_small(module, fast, target.kept)
    _hide(module, target, {*(tables or exported), *target.kept})  # functions are called by their tables, if there are
    return Translated(module, exported, described)


def _check_kinds(module: Any, symbol: str, declared: str) -> None:
    """Raise RuntimeError where Numba's function takes other types than it is called with: LLVM would not mind."""
    function = module.get_function(symbol)
    kinds = ", ".join(str(one.type) for one in function.arguments)
    if not declared.endswith(f"({kinds})"):
        raise RuntimeError(f"{symbol} takes ({kinds}), and is called by {declared}")


def _make_small(module: Any, fast: set[str], kept: Collection[str]) -> None:
    """Have all functions made small that none of `fast` calls, neither itself nor by others."""
    called = {one.name: _calls(one) for one in module.functions}
    waiting = list(fast)
    reached = set(fast)
    while waiting:
        new = called[waiting.pop()] - reached
        reached |= new
        waiting += new
    for one in module.functions:
        if not one.is_declaration and one.name not in reached and one.name not in kept:
            for attribute in ("optsize", "minsize"):
                one.add_function_attribute(attribute)


def _calls(function: Any) -> set[str]:
    """Return the names of the functions that one calls."""
    found = set()
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.opcode == "call":
                *_, callee = instruction.operands
                found.add(callee.name)
    return found


def _hide(module: Any, target: Target, exported: set[str]) -> None:
    """Make all but these internal, so that what nobody calls goes. Raises RuntimeError for what is not there."""
    for one in (*module.functions, *module.global_variables):
        if one.is_declaration:
            if not one.name.startswith("llvm.") and f"@{one.name}" not in target.helpers:
                raise RuntimeError(f"a kernel calls {one.name}, which is not there outside Python")
        elif one.name not in exported:
            one.linkage = "internal"
