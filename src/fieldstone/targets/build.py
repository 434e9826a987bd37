"""Build the modules and the library of a game, and say whether those that lie in its folder are stale.

    make kernels         # the same as: python -m fieldstone.targets

A module for browsers lies beside the sources of its game, as ``kernels.wasm``, and a native library as ``kernels.so``;
where the game or a variant brings a network, what searches by it is a module of its own, ``network.wasm``, which works
in the memory of the other. All say what they were made from: a custom section of a module holds the files of its
sources and a hash of them, and the layout of the game (`fieldstone.targets.layout`), a constant of the library what
`fieldstone.core.library` reads. With the same versions of what they are made with, the same sources give the same
bytes.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fieldstone.core import library
from fieldstone.core.arrays import Records
from fieldstone.core.cache import COMPILED, PACKAGE
from fieldstone.core.dispatch import MODULES
from fieldstone.core.kernels import list_inputs
from fieldstone.core.library import in_folders, sources_hash
from fieldstone.core.record import HEADER
from fieldstone.games import GAMES, folder_of
from fieldstone.games.spec import GameSpec
from fieldstone.games.tuning import tuning_of
from fieldstone.search.solver.solve import words_copied
from fieldstone.targets import layout, native, typescript, webassembly
from fieldstone.targets.places import (
    FILE,
    NETWORK_FILE,
    families,
    has_network,
    library_path,
    module_files,
    module_path,
)
from fieldstone.targets.python_table import PYTHON_ENTRIES
from fieldstone.targets.table import BY_NETWORK, ENTRIES
from fieldstone.targets.translate import Exported, translate_entries

SECTION = "fieldstone"
PYTHON = "3.11"  # modules that lie in git are made with this one: another may translate a loop in another way
# What a driver reads of the records that each game has its own of.
SHOWN = {
    "rules": ("num_actions", "points", "komi_step", "komi_count"),
    "state": (*(name for name, *_ in HEADER), "button"),
}
LOADER = Path(library.__file__).resolve()  # loads what was made, and has a number of its own for that (FORM)
MADE_WITH = ("numba", "llvmlite", "numpy", "ziglang")


class StaleError(Exception):
    """A module does not belong to the sources: it is missing, or they have changed."""


def _root(spec: GameSpec, file: str) -> Path:
    """Return the folder that the name of a source counts from: our package, or that of an installed game."""
    top = spec.home.partition(".")[0]
    return PACKAGE.parent if file.partition("/")[0] == PACKAGE.name else folder_of(top).parent


def source_files(spec: GameSpec) -> list[str]:
    """Return the sources that have been loaded to translate a game, by their names from the packages' folder."""
    home = folder_of(spec.home)
    others = {folder_of(other.home) for other in families()} - {home}
    found = set()
    for module in list(sys.modules.values()):
        file = Path(getattr(module, "__file__", None) or ".").resolve()
        if file.name == "__main__.py" or file == LOADER:
            continue
        ours = any((PACKAGE / folder) in file.parents for folder in (*COMPILED, "targets"))
        if (ours or home in file.parents) and others.isdisjoint(file.parents):
            top = PACKAGE.parent if PACKAGE in file.parents else folder_of(spec.home.partition(".")[0]).parent
            found.add(file.relative_to(top).as_posix())
    return sorted(found)


def by_folder(files: Iterable[str]) -> dict[str, str]:
    """Return the names of sources by their folders, which takes less room: "a" of "a/b.py", "a/c.py" has "b c"."""
    found: dict[str, list[str]] = {}
    for file in files:
        folder, _, name = file.rpartition("/")
        found.setdefault(folder, []).append(name.removesuffix(".py"))
    return {folder: " ".join(names) for folder, names in found.items()}


def hash_of(spec: GameSpec, files: Iterable[str]) -> str:
    """Return 16 hex digits of the sources and the names of what lies in the game's folder. Raises FileNotFoundError."""
    return sources_hash(folder_of(spec.home), files, lambda file: (_root(spec, file) / file).read_bytes())


def make_files(spec: GameSpec) -> dict[str, bytes]:
    """Translate the kernels of a base game; takes some 40 seconds, once in a process.

    Returns the modules, the library, and the two files that tell TypeScript of the entries, the same for all games, by
    their names.
    """
    rules = spec.module("rules")
    for name in MODULES:
        if spec.has_module(name):
            spec.module(name)
    records = {"rules": rules.RULES, "state": rules.STATE}
    facts = {one.name: game_facts(one, rules.STATE) for one in GAMES.values() if one.family == spec.name}
    modules, described = _make_modules(spec, records)
    ends = [webassembly.heap_base(module) for module in modules.values()]
    compiled = _sources(spec)
    made_with = {"python": PYTHON, **{name: version(name) for name in MADE_WITH}}
    said: dict[str, Any] = {
        "family": spec.name,
        "interface": typescript.interface_hash(described),
        "sources": _sources(spec),  # how it is tuned is among them, which no kernel knows
        "ends": ends,  # of the constants of each module; free memory begins at the last
    }
    more = said | {
        "records": {name: layout.record_layout(dtype, SHOWN[name]) for name, dtype in records.items()},
        "games": facts,
        "made_with": made_with,
    }
    sections = {FILE: more, NETWORK_FILE: said}
    return {
        **{name: webassembly.add_section(one, SECTION, _written(sections[name])) for name, one in modules.items()},
        library.FILE: make_library(spec, records, {"sources": compiled, "made_with": made_with}),
        "interface.ts": typescript.interface_text(described).encode(),
        "layout.json": typescript.layout_text(described).encode(),
    }


def _make_modules(spec: GameSpec, records: Records) -> tuple[dict[str, bytes], dict[str, Exported]]:
    """Return the modules of a base game by their names, and all entries that a game can have as they describe them.

    The constants of what searches by a network begin where those of the other module end: both stay in one memory.
    """
    modules: dict[str, bytes] = {}
    described: dict[str, Exported] = {}
    base = webassembly.STACK_BYTES
    # A module is for a page, which has only the networks that games bring.
    without = () if has_network(spec) else (list_inputs,)
    for file in (FILE, NETWORK_FILE):
        own = {name: entry for name, entry in ENTRIES.items() if (name in BY_NETWORK) == (file == NETWORK_FILE)}
        translated = translate_entries(records, webassembly.TARGET, own, without)
        described |= translated.described
        if translated.module is not None:
            code = webassembly.object_code(translated.module)
            modules[file] = webassembly.link(code, list(translated.exported), base)
            base = webassembly.heap_base(modules[file])
    if has_network(spec) != (NETWORK_FILE in modules):
        raise ValueError(f"{spec.name} brings a network, and has no body of list_inputs")
    return modules, {name: described[name] for name in ENTRIES}


def _written(said: dict[str, Any]) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode()


def _sources(spec: GameSpec) -> dict[str, Any]:
    """Return what has been loaded by now, with its hash."""
    files = source_files(spec)
    return {"files": by_folder(files), "hash": hash_of(spec, files)}


def put(path: Path, content: bytes) -> None:
    """Write a file in the place of what is there, which somebody may be running."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


def make_library(spec: GameSpec, records: Records, made: dict[str, Any]) -> bytes:
    """Return the native library of a base game; `made` says what it is made from, and with."""
    translated = translate_entries(records, native.TARGET, PYTHON_ENTRIES)
    depth = len(spec.home.split("."))
    said = {"form": library.FORM, "kernels": _kernels_said(translated.exported)} | made
    said["sources"] = made["sources"] | {"depth": depth}
    native.add_constant(translated.module, library.SAID, _written(said))
    return native.link(native.object_code(translated.module))


def _kernels_said(exported: Mapping[str, Exported]) -> dict[str, list[tuple[str, str]]]:
    """Return the functions of each kernel: their symbols, and what they take."""
    found: dict[str, list[tuple[str, str]]] = {}
    for symbol, entry in exported.items():
        found.setdefault(PYTHON_ENTRIES[symbol].kernel.name, []).append((symbol, entry.said))  # type: ignore[attr-defined]
    return found


def game_facts(spec: GameSpec, state: Any) -> dict[str, Any]:
    """Return what a search has to know of a game beside its kernels: tuning, levels, what the solver copies."""
    tuned = tuning_of(spec.name)
    return {
        "variant": spec.variant,
        "settings": list(tuned.settings.values().values()),
        "solving": tuned.solving._asdict() | {"copied": words_copied(state, tuned.solving)},
        "levels": [level._asdict() for level in tuned.levels],
        "highest": tuned.highest._asdict(),
        "parts": list(spec.score.parts),
        "counts": spec.score.counts,
    }


def build(spec: GameSpec) -> dict[str, bytes]:
    """Return what `make_files` does, from a process of its own, so that what came before leaves no trace.

    Raises RuntimeError with what the process says where it fails.
    """
    settings = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0", "NUMBA_BOUNDSCHECK": "0"}
    settings[library.CHOICE] = "jit"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fieldstone.targets", "--game", spec.name, "--into", folder]
        done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"the kernels of {spec.name} could not be built: {done.stderr.strip()[-2000:]}")
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def read_said(spec: GameSpec, file: str = FILE) -> dict[str, Any]:
    """Return what a module in a game's folder says of itself. Raises StaleError where there is none."""
    path = module_path(spec, file)
    try:
        said = webassembly.read_section(path.read_bytes(), SECTION)
    except OSError:
        said = None
    if said is None:
        raise StaleError(f"{path} is missing or no module of ours: run 'make kernels'")
    found: dict[str, Any] = json.loads(said)
    return found


def check_library(spec: GameSpec) -> None:
    """Raise StaleError unless the library in a game's folder was made from the sources as they are."""
    path = library_path(spec)
    try:
        library.check(library.said_in(path.read_bytes()), path.parent)
    except OSError:
        raise StaleError(f"{path} is missing: run 'make kernels'") from None
    except ValueError as error:
        raise StaleError(f"{error}: run 'make kernels'") from None


def check(spec: GameSpec) -> None:
    """Raise StaleError unless the modules in a game's folder were made together, from the sources as they are."""
    said = {file: read_said(spec, file) for file in module_files(spec)}
    if any(one.get("ends") != said[FILE].get("ends") for one in said.values()):
        raise StaleError(f"{module_path(spec, NETWORK_FILE)} was not made with {FILE} there: run 'make kernels'")
    unused = module_path(spec, NETWORK_FILE)
    if NETWORK_FILE not in said and unused.exists():
        raise StaleError(f"{unused} is there, though the game brings no network: run 'make kernels'")
    for file, one in said.items():
        sources = one["sources"]
        try:
            now = hash_of(spec, in_folders(sources["files"]))
        except FileNotFoundError as error:
            raise StaleError(
                f"{module_path(spec, file)} was made from {error.filename}, which is gone: run 'make kernels'"
            ) from None
        if now != sources["hash"]:
            raise StaleError(f"{module_path(spec, file)} was made from other sources: run 'make kernels'")
