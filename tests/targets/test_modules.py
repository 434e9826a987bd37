"""The modules that lie in git: made from the sources as they are, the same bytes again, and nothing else is run."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from fieldstone.core import library
from fieldstone.core.arrays import ArrayOf, leaves, make_arrays
from fieldstone.games import GAMES
from fieldstone.games.spec import GameSpec
from fieldstone.search.steps.state import WORKER, Worker
from fieldstone.targets import build, layout, places
from fieldstone.targets.webassembly import STACK_BYTES, _sections, _unleb, add_section, heap_base, read_section

OWN = [spec for spec in places.families() if spec.home.startswith("fieldstone.")]
WITH = [spec for spec in OWN if places.has_network(spec)]
ENGINE = Path(__file__).parents[2] / "web" / "src" / "engine"
DATA = 11  # section of a module, as its binary format numbers them
MOST_GZIPPED = 40_000  # bytes; docs/benchmarks.md has the numbers


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_they_are_made_from_the_sources_as_they_are(spec: GameSpec) -> None:
    build.check(spec)


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes() -> None:
    """With the named version of Python, and the pinned ones of all else."""
    if f"{sys.version_info[0]}.{sys.version_info[1]}" != build.PYTHON:
        pytest.skip(f"the modules in git are made with Python {build.PYTHON}")
    spec = GAMES["kaomi"]
    files = build.build(spec)
    for file in (places.FILE, places.NETWORK_FILE):
        assert files.pop(file) == places.module_path(spec, file).read_bytes()
    assert files.pop(library.FILE) == places.library_path(spec).read_bytes()
    assert set(files) == {"interface.ts", "layout.json"}
    for name, content in files.items():
        assert (ENGINE / name).read_bytes() == content


def copied(spec: GameSpec, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the module of a game be a copy, to be changed."""
    path = folder / places.FILE
    path.write_bytes(places.module_path(spec).read_bytes())
    monkeypatch.setattr(build, "module_path", lambda _, file: folder / file)
    return path


def test_an_edit_makes_them_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = GAMES["vadus"]
    copied(spec, tmp_path, monkeypatch)
    build.check(spec)
    read = Path.read_bytes
    edited = Path(build.__file__).parents[1] / "search" / "ranking.py"
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b"#" if path == edited else b""))
    with pytest.raises(build.StaleError, match=r"other sources: run 'make kernels'"):
        build.check(spec)


def test_a_source_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = GAMES["vadus"]
    path = copied(spec, tmp_path, monkeypatch)
    said = build.read_said(spec)
    said["sources"]["files"]["fieldstone/core"] += " gone"
    path.write_bytes(add_section(b"\0asm\x01\0\0\0", build.SECTION, json.dumps(said).encode()))
    with pytest.raises(build.StaleError, match=r"gone\.py, which is gone"):
        build.check(spec)


@pytest.mark.parametrize("content", [b"", b"text", b"\0asm\x01\0\0\0"])
def test_what_is_no_module_is_told(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copied(GAMES["vadus"], tmp_path, monkeypatch)
    path.write_bytes(content)
    with pytest.raises(build.StaleError, match="no module of ours"):
        build.read_said(GAMES["vadus"])
    path.unlink()
    with pytest.raises(build.StaleError, match="missing"):
        build.read_said(GAMES["vadus"])


def test_sections_are_found_whatever_their_length() -> None:
    for length in (0, 1, 127, 128, 20_000):
        module = add_section(add_section(b"\0asm\x01\0\0\0", "a", b"x" * length), "b", b"y")
        assert read_section(module, "a") == b"x" * length
        assert read_section(module, "b") == b"y"
        assert read_section(module, "c") is None


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_they_are_small(spec: GameSpec) -> None:
    for file in places.module_files(spec):
        assert len(gzip.compress(places.module_path(spec, file).read_bytes(), 9)) <= MOST_GZIPPED


@pytest.mark.parametrize("spec", WITH, ids=lambda spec: spec.name)
def test_what_searches_by_a_network_has_a_module_of_its_own(spec: GameSpec) -> None:
    """Both work in one memory: their constants lie side by side, and free memory begins above all of them."""
    modules = [places.module_path(spec, file).read_bytes() for file in (places.FILE, places.NETWORK_FILE)]
    ends = [heap_base(module) for module in modules]
    begins = [data_begin(module) for module in modules]
    assert STACK_BYTES <= begins[0] < ends[0] <= begins[1] <= ends[1]
    game, network = (build.read_said(spec, file) for file in (places.FILE, places.NETWORK_FILE))
    assert network == {name: game[name] for name in ("family", "interface", "sources", "ends")}
    assert game["ends"] == ends


def data_begin(module: bytes) -> int:
    """Where the constants of a module begin in memory; where it has none, at the end of its memory."""
    for kind, begin, _ in _sections(module):
        if kind == DATA:
            # One segment, which is written when the module starts: its kind, and the instruction for a constant.
            assert module[begin : begin + 3] == bytes((1, 0, 0x41))
            return _unleb(module, begin + 3)[0]
    return heap_base(module)


def test_a_module_of_other_sources_beside_the_game_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = GAMES["kaomi"]
    copied(spec, tmp_path, monkeypatch)
    with pytest.raises(build.StaleError, match=r"network\.wasm is missing"):
        build.check(spec)
    content = places.module_path(spec, places.NETWORK_FILE).read_bytes()
    (tmp_path / places.NETWORK_FILE).write_bytes(content)
    build.check(spec)
    said = build.read_said(spec, places.NETWORK_FILE)
    sources = said["sources"] | {"hash": "0" * 16}
    for wrong, told in (({"sources": sources}, "was made from other sources"), ({"ends": [1, 2]}, "was not made with")):
        other = add_section(b"\0asm\x01\0\0\0", build.SECTION, json.dumps(said | wrong).encode())
        (tmp_path / places.NETWORK_FILE).write_bytes(other)
        with pytest.raises(build.StaleError, match=rf"network\.wasm {told}"):
            build.check(spec)


def test_a_module_that_nobody_loads_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that brings no network any more."""
    spec = GAMES["vadus"]
    copied(spec, tmp_path, monkeypatch)
    build.check(spec)
    (tmp_path / places.NETWORK_FILE).write_bytes(b"")
    with pytest.raises(build.StaleError, match=r"network\.wasm is there, though the game brings no network"):
        build.check(spec)


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_they_name_the_games_and_where_fields_lie(spec: GameSpec) -> None:
    said = build.read_said(spec)
    assert set(said["games"]) == {one.name for one in GAMES.values() if one.family == spec.name}
    state = spec.module("rules").STATE
    assert said["records"]["state"]["bytes"] == state.itemsize
    assert said["records"]["state"]["fields"]["key"] == ["uint64", state.fields["key"][1]]
    assert f'INTERFACE = "{said["interface"]}"' in (ENGINE / "interface.ts").read_text(encoding="utf-8")


# Layouts -------------------------------------------------------------------------------------------------------------


def test_an_array_that_stands_twice_is_one() -> None:
    one = ArrayOf(np.int64, ("n",))
    first, second = make_arrays((one, one), {}, n=3)
    assert first is second
    assert first.shape == (3,)


def test_memory_is_shown_as_words() -> None:
    records = ArrayOf("state", (2,))
    states, words = make_arrays((records, ArrayOf(memory_of=records)), {"state": GAMES["kaomi"].module("rules").STATE})
    words[1, 0] = 5
    assert states[1]["key"] == 5
    assert words.shape == (2, states.itemsize // 8)


def test_a_size_that_nobody_gives_is_an_error() -> None:
    with pytest.raises(KeyError, match="n"):
        make_arrays(ArrayOf(np.int64, ("n",)), {})


def test_every_field_of_a_worker_has_a_layout() -> None:
    paths = [path for path, _ in leaves(WORKER)]
    assert {path.partition(".")[0] for path in paths} == set(Worker._fields)
    told = layout.array_layouts({"worker": WORKER})
    assert told["worker.words"] == {"memory_of": "worker.states"}
    assert told["worker.space.rules"] == {"same": "worker.rules"}
    assert told["worker.table.lines"] == {"kind": "int32", "dims": ["actions", 40]}
    assert told["worker.run"] == {"kind": "run", "dims": [1]}
