"""Build the module of a game, and say whether the one that lies in its folder is stale.

    make kernels         # the same as: python -m fieldstone.targets

A module lies beside the sources of its game, as ``kernels.wasm``. It says what it was made from: a custom section holds
its layout (`fieldstone.targets.layout`), the files of its sources and a hash of them. With the same versions of what it
is made with, the same sources give the same bytes.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fieldstone.core.dispatch import MODULES
from fieldstone.core.jit import COMPILED, PACKAGE
from fieldstone.core.record import HEADER
from fieldstone.games import GAMES, folder_of
from fieldstone.games.spec import GameSpec
from fieldstone.games.tuning import tuning_of
from fieldstone.search.levels import MAX
from fieldstone.search.solver.solve import words_copied
from fieldstone.targets import layout, typescript, webassembly
from fieldstone.targets.translate import translate_entries

SECTION = "fieldstone"
FILE = "kernels.wasm"
PYTHON = "3.11"  # modules that lie in git are made with this one: another may translate a loop in another way
# What a driver reads of the records that each game has its own of.
SHOWN = {
    "rules": ("num_actions", "points", "komi_step", "komi_count"),
    "state": (*(name for name, *_ in HEADER), "button"),
}
MADE_WITH = ("numba", "llvmlite", "numpy", "ziglang")


class StaleError(Exception):
    """A module does not belong to the sources: it is missing, or they have changed."""


def families() -> list[GameSpec]:
    """Return the base games, each of which has a module with its variants."""
    return [spec for spec in GAMES.values() if spec.base is None]


def module_path(spec: GameSpec) -> Path:
    """Return where the module of a game lies."""
    return folder_of(spec.home) / FILE


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
        if file.name == "__main__.py":
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


def in_folders(names: Mapping[str, str]) -> list[str]:
    """Return the sources that `by_folder` has named, in order."""
    return sorted(f"{folder}/{name}.py" for folder, listed in names.items() for name in listed.split())


def hash_of(spec: GameSpec, files: Iterable[str]) -> str:
    """Return 16 hex digits of the sources and the names of what lies in the game's folder. Raises FileNotFoundError."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.encode() + b"\0" + (_root(spec, file) / file).read_bytes() + b"\0")
    digest.update(" ".join(sorted(path.name for path in folder_of(spec.home).glob("*.py"))).encode())
    return digest.hexdigest()[:16]


def make_files(spec: GameSpec) -> dict[str, bytes]:
    """Translate the kernels of a base game; takes some 20 seconds, once in a process.

    Returns the module, and the two files that tell TypeScript of the entries, the same for all games, by their names.
    """
    rules = spec.module("rules")
    for name in MODULES:
        if spec.has_module(name):
            spec.module(name)
    records = {"rules": rules.RULES, "state": rules.STATE}
    translated = translate_entries(records, webassembly.TARGET)
    linked = webassembly.link(webassembly.object_code(translated.module), list(translated.exported))
    files = source_files(spec)
    said = {
        "family": spec.name,
        "records": {name: layout.record_layout(dtype, SHOWN[name]) for name, dtype in records.items()},
        "interface": typescript.interface_hash(translated.exported),
        "games": {one.name: game_facts(one, rules.STATE) for one in GAMES.values() if one.family == spec.name},
        "sources": {"files": by_folder(files), "hash": hash_of(spec, files)},
        "made_with": {"python": PYTHON, **{name: version(name) for name in MADE_WITH}},
    }
    section = json.dumps(said, separators=(",", ":")).encode()
    return {
        FILE: webassembly.add_section(linked, SECTION, section),
        "interface.ts": typescript.interface_text(translated.exported).encode(),
        "layout.json": typescript.layout_text(translated.exported).encode(),
    }


def game_facts(spec: GameSpec, state: Any) -> dict[str, Any]:
    """Return what a search has to know of a game beside its kernels: tuning, levels, what the solver copies."""
    tuned = tuning_of(spec.name)
    return {
        "variant": spec.variant,
        "settings": list(tuned.settings.values().values()),
        "solving": tuned.solving._asdict() | {"copied": words_copied(state, tuned.solving)},
        "levels": [level._asdict() for level in tuned.levels],
        "highest": MAX._asdict(),
        "parts": list(spec.score.parts),
        "counts": spec.score.counts,
    }


def build(spec: GameSpec) -> dict[str, bytes]:
    """Return what `make_files` does, from a process of its own, so that what came before leaves no trace.

    Raises RuntimeError with what the process says where it fails.
    """
    settings = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0", "NUMBA_BOUNDSCHECK": "0"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fieldstone.targets", "--game", spec.name, "--into", folder]
        done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"the kernels of {spec.name} could not be built: {done.stderr.strip()[-2000:]}")
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def read_said(spec: GameSpec) -> dict[str, Any]:
    """Return what the module in a game's folder says of itself. Raises StaleError where there is none."""
    path = module_path(spec)
    try:
        said = webassembly.read_section(path.read_bytes(), SECTION)
    except OSError:
        said = None
    if said is None:
        raise StaleError(f"{path} is missing or no module of ours: run 'make kernels'")
    found: dict[str, Any] = json.loads(said)
    return found


def check(spec: GameSpec) -> None:
    """Raise StaleError unless the module in a game's folder was made from the sources as they are."""
    sources = read_said(spec)["sources"]
    try:
        now = hash_of(spec, in_folders(sources["files"]))
    except FileNotFoundError as error:
        raise StaleError(
            f"{module_path(spec)} was made from {error.filename}, which is gone: run 'make kernels'"
        ) from None
    if now != sources["hash"]:
        raise StaleError(f"{module_path(spec)} was made from other sources: run 'make kernels'")
