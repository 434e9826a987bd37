"""The compiler's habits: the cache on disk, the cure for records that are confused, one decorator, the same numbers.

What concerns the cache runs in processes of its own, with a cache folder of its own.
"""

from __future__ import annotations

import ast
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import types

import fieldstone
from fieldstone.core import cache, dispatch, library
from fieldstone.core.record import HEADER, record_dtype
from fieldstone.core.rng import make_rng, random_below

PACKAGE = Path(fieldstone.__file__).parent
GAMES = ["vacu(size=4)", "convacu(size=4)", "kaomi(size=4)", "squared(size=3)", "iago", "iago-free", "vadus(size=3)"]

# Plays each game in argv by a fixed choice, lets a batch play at random, and prints all of it and the cache's counts.
PLAY = """
import hashlib, json, sys
import fieldstone
from fieldstone import parse_position

def play(text):
    state = parse_position(text)
    while state.outcome is None and len(state.history) < 60:
        legal = state.legal_moves()
        state.play(legal[7 * len(state.history) % len(legal)])
    fieldstone.check_consistency(state)
    batch = state.game.new_batch(3)
    batch.random_playouts(5)
    adapter = batch.game.adapter
    rows = [[adapter.symbols[code] for code in adapter.codes(record)] for record in batch.states]
    return [state.to_text(history=True), str(state.scores()), ["".join(row) for row in rows],
            hashlib.sha256(batch.states.tobytes()).hexdigest(), batch.states["ply"].tolist()]

found = {text: play(text) for text in sys.argv[1:]}
stats = {"hits": 0, "misses": 0}
for module in [module for name, module in list(sys.modules.items()) if name.startswith("fieldstone")]:
    for item in list(vars(module).values()):
        if hasattr(item, "stats") and hasattr(item, "py_func"):
            stats["hits"] += sum(item.stats.cache_hits.values())
            stats["misses"] += sum(item.stats.cache_misses.values())
print(json.dumps({"games": found, **stats}))
"""


def run(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "FIELDSTONE_"))}
    surroundings[library.CHOICE] = "jit"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=surroundings | environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done


def playthroughs(*games: str, **environment: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(PLAY, *games, **environment).stdout)
    return found


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    """What compiled code says of all games, in one process with the usual cache."""
    configured = {name: value for name, value in os.environ.items() if name == "FIELDSTONE_CACHE_DIR"}
    games: dict[str, Any] = playthroughs(*GAMES, **configured)["games"]
    return games


# The cache -------------------------------------------------------------------------------------


def test_a_warm_start_compiles_nothing(tmp_path: Path, expected: dict[str, Any]) -> None:
    cold = playthroughs("kaomi(size=4)", FIELDSTONE_CACHE_DIR=str(tmp_path))
    warm = playthroughs("kaomi(size=4)", FIELDSTONE_CACHE_DIR=str(tmp_path))
    assert cold["misses"] > 0
    assert warm["misses"] == 0
    assert warm["hits"] > 0
    assert cold["games"] == warm["games"] == {"kaomi(size=4)": expected["kaomi(size=4)"]}
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert folder.name == f"kernels-{folder.name[-16:]}"
    assert list(folder.rglob("*.nbc"))
    assert folder.stat().st_mode & 0o077 == 0  # compiled code is nobody else's to write


def test_two_games_from_one_cache(tmp_path: Path, expected: dict[str, Any]) -> None:
    """Two games compiled in two processes into one fresh cache, both used in a third."""
    pair = ["kaomi(size=4)", "vadus(size=3)"]
    for game in pair:
        assert playthroughs(game, FIELDSTONE_CACHE_DIR=str(tmp_path))["misses"] > 0
    both = playthroughs(*pair, FIELDSTONE_CACHE_DIR=str(tmp_path))
    assert both["misses"] == 0
    assert both["games"] == {game: expected[game] for game in pair}


TWINS = """
import sys
import numpy as np
from fieldstone.core.jit import jit
from fieldstone.core.record import record_dtype

A, B = ("a", np.int64), ("b", np.int64)
KINDS = {"one": record_dtype([A, B]), "two": record_dtype([B, A])}

@jit
def rabbits(record, months):  # calls itself twice, so that the compiler cannot dissolve it in its caller
    if months < 2:
        return record.a
    return rabbits(record, months - 1) + rabbits(record, months - 2)

@jit
def count(records, months):
    return rabbits(records[0], months)

for kind in sys.argv[1:]:
    records = np.zeros(1, KINDS[kind])
    records["a"], records["b"] = 1, 100
    print(kind, count(records, 10), sum(count.stats.cache_misses.values()))
"""


def test_records_are_not_confused(tmp_path: Path) -> None:
    """The same with two records whose machine code has the same name without the cure in `core.jit`.

    Whether two games would be confused depends on counters of the processes; here they are sure to agree.
    """
    module = tmp_path / "twins.py"
    module.write_text(TWINS, encoding="utf-8")
    said = []
    for kinds in (["one"], ["two"], ["one", "two"]):
        code = f"import sys; sys.argv[1:] = {kinds}; import twins"
        where = {"PYTHONPATH": str(tmp_path), "FIELDSTONE_CACHE_DIR": str(tmp_path / "cache")}
        said += run(code, **where).stdout.splitlines()
    assert said == ["one 89 1", "two 89 1", "one 89 0", "two 89 0"]


def test_no_two_records_share_a_symbol() -> None:
    adapters = [fieldstone.load(name).adapter for name in fieldstone.games()]
    dtypes = {repr(dtype): dtype for adapter in adapters for dtype in (adapter.dtype, adapter.rules.dtype)}
    assert len(dtypes) == 8  # a state and rules for each of four folders
    more = [
        record_dtype([*HEADER, ("one", np.int8)]),
        record_dtype([*HEADER, ("two", np.int8)]),
        record_dtype([*HEADER, ("one", np.int16)]),
        record_dtype([*HEADER, ("one", np.int8, 2)]),
    ]
    records = [numba.from_dtype(dtype) for dtype in (*dtypes.values(), *more)]
    assert all(isinstance(record, types.Record) for record in records)
    assert len({record.mangling_args for record in records}) == len(records)
    for record in records:
        kind, (digits,) = record.mangling_args
        assert kind == "Record"
        assert set(digits) <= set("0123456789abcdef")  # a hash of the name, not a counter of the process
    assert numba.from_dtype(more[0]).mangling_args == records[8].mangling_args


FOLDER = "from fieldstone.core.cache import cache_folder; print(cache_folder())"


def test_the_folder_follows_sources_and_checks(tmp_path: Path) -> None:
    """An edit in any source of a compiled function means a fresh folder; so do bounds checks."""
    twin = tmp_path / "twin" / "fieldstone"
    shutil.copytree(PACKAGE, twin, ignore=shutil.ignore_patterns("__pycache__"))
    where = {"PYTHONPATH": str(twin.parent), "FIELDSTONE_CACHE_DIR": str(tmp_path / "cache")}

    def folder(**environment: str) -> Path:
        return Path(run(FOLDER, **where, **environment).stdout.strip())

    first = folder()
    assert first.parent == tmp_path / "cache"
    assert folder() == first
    found = [first, folder(NUMBA_BOUNDSCHECK="1")]
    for edited in ("core/rng.py", "games/kaomi/rules.py"):
        path = twin / edited
        path.write_text(path.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
        found.append(folder())
    assert len(set(found)) == 4
    assert all(path.is_dir() for path in found)


def test_a_cache_that_cannot_be_written_to(tmp_path: Path) -> None:
    """A warning, and everything works."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    done = run(NUMBERS, FIELDSTONE_CACHE_DIR=str(blocked))
    assert "cannot be written to" in done.stderr
    assert str(blocked) in done.stderr
    assert "FIELDSTONE_CACHE_DIR" in done.stderr
    assert json.loads(done.stdout) == numbers()
    assert blocked.read_text(encoding="utf-8") == ""


NUMBERS = """
from fieldstone.core.rng import *
rng = make_rng(1)
print([random_below(rng, 9) for _ in range(9)])
"""
MISSES = NUMBERS + "print(sum(random_below.stats.cache_misses.values()))\n"


def numbers() -> list[int]:
    rng = make_rng(1)
    return [int(random_below(rng, 9)) for _ in range(9)]


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def garble(content: bytes) -> bytes:
    """One byte in the middle of the machine code, which no reader of the format would notice."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


@pytest.mark.sample(3)
@pytest.mark.parametrize("damage", [cut, garble, lambda content: b"", lambda content: b"no pickle at all"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, kind: str, damage: Callable[[bytes], bytes]) -> None:
    """The power goes, a disk is full: what such a file says does not matter any more."""
    where = {"FIELDSTONE_CACHE_DIR": str(tmp_path)}
    whole = [*run(MISSES, **where).stdout.splitlines()]
    assert whole == [str(numbers()), "1"]
    files = [path for path in tmp_path.rglob(f"*.{kind}") if path.name.startswith("rng.")]
    assert files
    for path in files:
        path.write_bytes(damage(path.read_bytes()))
    again = run(MISSES, **where)
    assert (again.stdout.splitlines(), again.stderr) == (whole, "")
    assert run(MISSES, **where).stdout.splitlines() == [whole[0], "0"]


def test_a_file_of_the_cache_that_is_a_folder(tmp_path: Path) -> None:
    where = {"FIELDSTONE_CACHE_DIR": str(tmp_path)}
    run(NUMBERS, **where)
    for path in tmp_path.rglob("*.nb?"):
        path.unlink()
        path.mkdir()
    done = run(NUMBERS, **where)
    assert json.loads(done.stdout) == numbers()
    assert "for this run only" in done.stderr


def test_code_of_another_function_is_not_run(tmp_path: Path) -> None:
    """An index that a full disk has cut off is made anew, and the data file that it names may be an older one."""
    code = """
from fieldstone.core.jit import jit
@jit
def twice(x):
    return x + x
print(twice(3), twice(1.5), sum(twice.stats.cache_misses.values()))
"""
    (tmp_path / "one.py").write_text(code, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    where = {"PYTHONPATH": path, "FIELDSTONE_CACHE_DIR": str(tmp_path / "cache")}
    assert run("import one", **where).stdout == "6 3.0 2\n"
    first, second = sorted((tmp_path / "cache").rglob("one.twice*.nbc"))
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    assert run("import one", **where).stdout == "6 3.0 2\n"
    assert run("import one", **where).stdout == "6 3.0 0\n"


def test_a_full_disk(tmp_path: Path) -> None:
    """Nothing can be written to the cache any more: one short warning, and everything works."""
    pytest.importorskip("resource")
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    for more in ("", "from fieldstone.core.zobrist import *\n"):
        done = run(full + more + NUMBERS, FIELDSTONE_CACHE_DIR=str(tmp_path))
        assert json.loads(done.stdout) == numbers()
        assert "Traceback" not in done.stderr
        assert done.stderr.count("for this run only") == 1
        assert str(tmp_path) in done.stderr
        assert len(done.stderr) < 1000
    assert [path for path in tmp_path.rglob("*.nb?") if path.stat().st_size == 0] == []


THREE = """
from fieldstone.core.jit import jit
@jit
def one(x):
    return x + 1
@jit
def two(x):
    return x + 2
@jit
def three(x):
    return x + 3
print(one(3), two(3), three(3))
"""


def test_what_is_damaged_can_be_found(tmp_path: Path) -> None:
    (tmp_path / "numbers_of.py").write_text(THREE, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    where = {"PYTHONPATH": path, "FIELDSTONE_CACHE_DIR": str(tmp_path / "cache")}
    assert run("import numbers_of", **where).stdout == "4 5 6\n"
    repair = "from fieldstone.core.cache import *; print(repair_cache())"
    assert run(repair, **where).stdout == "0\n"
    (garbled,) = (tmp_path / "cache").rglob("numbers_of.one-*.nbc")
    garbled.write_bytes(garble(garbled.read_bytes()))
    (lost,) = (tmp_path / "cache").rglob("numbers_of.two-*.nbc")
    lost.unlink()
    (index,) = (tmp_path / "cache").rglob("numbers_of.three-*.nbi")
    index.write_bytes(b"")
    assert run(repair, **where).stdout == "3\n"
    assert list((tmp_path / "cache").rglob("numbers_of.*")) == []
    assert run(repair, **where).stdout == "0\n"
    assert run("import numbers_of", **where).stdout == "4 5 6\n"


def test_other_peoples_code_keeps_its_own_cache(tmp_path: Path) -> None:
    code = (
        "import numba, fieldstone.core.entries\n"
        "print(numba.config.CACHE_DIR)\n"
        "assert fieldstone.core.entries.advance.stats.cache_path is not None\n"
        "print(fieldstone.core.entries.advance.stats.cache_path)\n"
    )
    done = run(code, NUMBA_CACHE_DIR=str(tmp_path / "theirs"), FIELDSTONE_CACHE_DIR=str(tmp_path / "ours"))
    theirs, ours = done.stdout.split()
    assert theirs == str(tmp_path / "theirs")
    assert ours.startswith(str(tmp_path / "ours"))


# One decorator ---------------------------------------------------------------------------------

SOURCES = sorted(PACKAGE.rglob("*.py"))


def names_of(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    }


def test_only_the_core_knows_the_compiler() -> None:
    knowing = set()
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        imported += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        if any(name.split(".")[0] == "numba" for name in imported):
            knowing.add(path.relative_to(PACKAGE).as_posix())
        compilers = names_of(tree) & {
            "njit",
            "jitclass",
            "vectorize",
            "guvectorize",
            "generated_jit",
            "prange",
            "cfunc",
        }
        assert not compilers or path in (PACKAGE / "core" / "compiler.py", PACKAGE / "core" / "callees.py"), path
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword):
                assert node.arg not in ("parallel", "forceobj", "fastmath"), path
    # What is built for other targets reads the types that the compiler has found.
    assert knowing == {"core/compiler.py", "core/callees.py", "targets/translate.py"}


def test_compiled_functions_keep_the_habits() -> None:
    """No default arguments, no star, no inner functions or lambdas; the decorator is bare and the only one."""
    compiled = 0
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            called = [ast.unparse(decorator) for decorator in node.decorator_list]
            kernel = [name for name in called if name in ("jit", "generic") or name.startswith("implements(")]
            assert not any("jit" in name for name in called if name != "jit"), (path, node.name)
            if not kernel:
                continue
            compiled += 1
            assert len(called) == 1, (path, node.name)
            arguments = node.args
            assert not arguments.defaults + arguments.kw_defaults + arguments.kwonlyargs, (path, node.name)
            assert arguments.vararg is None, (path, node.name)
            assert arguments.kwarg is None, (path, node.name)
            assert "print" not in names_of(node), (path, node.name)
            inner = (ast.FunctionDef, ast.Lambda, ast.Try, ast.With, ast.Yield, ast.JoinedStr)
            assert not [one for one in ast.walk(node) if one is not node and isinstance(one, inner)], (path, node.name)
            if "jit" in kernel:
                assert any(
                    isinstance(one, ast.ImportFrom) and one.module == "fieldstone.core.jit" for one in ast.walk(tree)
                ), path
    assert compiled > 80


def test_the_decorator_lets_the_interpreter_go() -> None:
    assert random_below.targetoptions["nogil"] is True  # type: ignore[attr-defined]
    assert random_below.targetoptions["error_model"] == "numpy"  # type: ignore[attr-defined]
    assert not random_below.targetoptions.get("parallel")  # type: ignore[attr-defined]


# The same numbers everywhere -------------------------------------------------------------------


def test_the_random_numbers_are_the_same_everywhere() -> None:
    code = (
        "import json\nfrom fieldstone.core.rng import make_rng, random_below as r\n"
        "x = [make_rng(s, t) for s in (0, 1, 2**64 + 7, -5) for t in (0, 3)]\n"
        "print(json.dumps([[int(r(g, b)) for b in (1, 2, 3, 61, 2**31, 2**32)] for g in x for _ in range(50)]\n"
        "                 + [int(g[0]) for g in x]))\n"
    )
    interpreted = json.loads(run(code, NUMBA_DISABLE_JIT="1").stdout)
    generators = [make_rng(seed, stream) for seed in (0, 1, 2**64 + 7, -5) for stream in (0, 3)]
    bounds = (1, 2, 3, 61, 2**31, 2**32)
    compiled: list[Any] = [[int(random_below(rng, b)) for b in bounds] for rng in generators for _ in range(50)]
    assert interpreted == [*compiled, *(int(rng[0]) for rng in generators)]
    assert all(0 <= number < bound for row in compiled for number, bound in zip(row, bounds, strict=True))
    assert len({int(make_rng(seed, stream)[0]) for seed, stream in itertools.product(range(40), range(40))}) == 1600
    # G. Marsaglia's xorshift64, the upper half of the number scaled to the bound, with Python's own integers.
    rng, mask = make_rng(1), 2**64 - 1
    x = int(rng[0])
    for bound in (2, 7, 61, 1000, 2**20, 2**31):
        x ^= x << 13 & mask
        x ^= x >> 7
        x ^= x << 17 & mask
        assert int(random_below(rng, bound)) == (x >> 32) * bound >> 32
        assert int(rng[0]) == x


def test_seeds_mean_the_same_in_every_version() -> None:
    rng = make_rng(1)
    assert [int(random_below(rng, 1000)) for _ in range(5)] == [634, 836, 336, 769, 327]


def test_the_interpreter_and_the_compiler_agree(expected: dict[str, Any]) -> None:
    """The same seed gives the same games, to the last byte."""
    interpreted = playthroughs(*GAMES, NUMBA_DISABLE_JIT="1")
    assert (interpreted["hits"], interpreted["misses"]) == (0, 0)
    for game in GAMES:
        assert interpreted["games"][game] == expected[game], game


# Dispatch --------------------------------------------------------------------------------------


@pytest.mark.pure
def test_kernels_are_implemented_once_and_rightly() -> None:
    @dispatch.generic
    def grow(rules: Any, state: Any) -> int:  # type: ignore[empty-body]
        """Do something."""

    one, two = (record_dtype([("weight", kind)]) for kind in (np.int32, np.int64))

    @dispatch.implements(grow, one)
    def grow_one(rules: Any, state: Any) -> int:
        return int(rules.weight) + int(state)

    with pytest.raises(ValueError, match="grow has a body"):
        dispatch.implements(grow, one)(grow_one)
    for wrong in (lambda rules: 0, lambda rules, other: 0, lambda state, rules: 0, lambda rules, state, more: 0):
        with pytest.raises(TypeError, match="should take"):
            dispatch.implements(grow, two)(wrong)

    @dispatch.implements(grow, two)
    def grow_two(rules: Any, state: Any) -> int:
        return 10 * int(rules.weight) + int(state)

    rules = np.ones(1, one)[0], np.ones(1, two)[0]
    assert [grow(which, 5) for which in rules] == [6, 15]
    with pytest.raises(KeyError):
        grow(np.ones(1, record_dtype([("height", np.int8)]))[0], 5)


@pytest.mark.pure
def test_records_have_no_field_that_hides_another() -> None:
    with pytest.raises(ValueError, match="'size'"):
        record_dtype([("size", np.int8)])
    record = np.zeros(1, record_dtype([*HEADER, ("cells", np.int8, 3)]))[0]
    assert record.cells.tolist() == [0, 0, 0]


def test_the_hash_is_short_and_steady() -> None:
    assert len(cache.source_hash()) == 16
    assert set(cache.source_hash()) <= set("0123456789abcdef")
