"""A module that was made from other sources is handed out nowhere; nothing that says so needs a compiler."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldstone.games import GAMES
from fieldstone.messages import LANGUAGES
from fieldstone.targets import build, fresh, places, specs
from fieldstone.targets.webassembly import add_section

OWN = [spec for spec in places.families() if spec.home.startswith("fieldstone.")]
VADUS = GAMES["vadus"]
RANKING = Path(build.__file__).parents[1] / "search" / "ranking.py"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a process has met of its sources is met anew, here and in the tests that follow."""
    fresh._hash_here.cache_clear()
    yield
    fresh._hash_here.cache_clear()


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one of the compiled sources be another than it is."""
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b"#" if path == RANKING else b""))


def test_the_modules_as_they_are_are_handed_out() -> None:
    assert fresh.stale_modules() == []
    for spec in OWN:
        for file in places.module_files(spec):
            assert fresh.read_module(spec, file) == places.module_path(spec, file).read_bytes()


@pytest.mark.usefixtures("edited")
def test_an_edit_makes_them_stale() -> None:
    assert [error.spec for error in fresh.stale_modules()] == OWN
    with pytest.raises(fresh.StaleModuleError) as refused:
        specs.engine_file("vadus.wasm")
    for language in LANGUAGES:
        said = refused.value.sentence(language)
        assert VADUS.title(language) in said
        assert "make kernels" in said
    with pytest.raises(fresh.StaleModuleError):
        dict(specs.engine_files())


def test_an_edit_under_a_process_changes_nothing_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs the sources that it has met, and so does the page; what is built from the new ones is refused."""
    assert fresh.stale_modules() == []
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b"#" if path == RANKING else b""))
    assert fresh.stale_modules() == []
    fresh._hash_here.cache_clear()
    assert [error.spec for error in fresh.stale_modules()] == OWN


@pytest.mark.parametrize("content", [b"", b"text", b"\0asm\x01\0\0\0", b"\x0afieldstone{", b"\x0afieldstone{}"])
def test_what_is_no_module_is_refused(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / places.FILE
    path.write_bytes(content)
    monkeypatch.setattr(fresh, "module_path", lambda *_: path)
    with pytest.raises(fresh.StaleModuleError):
        fresh.read_module(VADUS)
    path.unlink()
    assert fresh.read_module(VADUS) is None


def test_one_whose_source_is_gone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = build.read_said(VADUS)
    said["sources"]["files"]["fieldstone/core"] += " gone"
    path = tmp_path / places.FILE
    path.write_bytes(add_section(b"\0asm\x01\0\0\0", build.SECTION, json.dumps(said).encode()))
    monkeypatch.setattr(fresh, "module_path", lambda *_: path)
    with pytest.raises(fresh.StaleModuleError):
        fresh.read_module(VADUS)


def test_it_says_what_the_check_says() -> None:
    """The reader here, which has no compiler, finds what `build` has written."""
    for spec in OWN:
        for file in places.module_files(spec):
            content = places.module_path(spec, file).read_bytes()
            assert fresh._sources_in(content) == build.read_said(spec, file)["sources"]


def test_it_takes_no_time() -> None:
    """Half a second for all games would be felt at the start of a server; a hash is kept, so later it is nothing."""
    begin = time.process_time()
    fresh.stale_modules()
    first, begin = time.process_time() - begin, time.process_time()
    fresh.stale_modules()
    assert first < 0.5
    assert time.process_time() - begin < 0.05


BUILD = """
import sys
from pathlib import Path
import fieldstone.search.ranking as edited
from fieldstone.server import site
sys.argv = ["site", sys.argv[1]]
status = site.main()
assert "numba" not in sys.modules and "llvmlite" not in sys.modules
sys.exit(status)
"""


def test_a_site_is_not_built_of_them(tmp_path: Path) -> None:
    """In a copy of the package where a source has been edited after the modules were built."""
    package = Path(build.__file__).parents[1]
    left_out = shutil.ignore_patterns("page", "__pycache__")
    copy = Path(shutil.copytree(package, tmp_path / "src" / "fieldstone", ignore=left_out))
    (copy / "search" / "ranking.py").write_bytes(RANKING.read_bytes() + b"# edited\n")
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(tmp_path / "site")],
        env=os.environ | {"PYTHONPATH": str(copy.parent), "FIELDSTONE_LANGUAGE": "en"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == fresh.StaleModuleError(OWN[0]).sentence("en") + "\n"
    assert not (tmp_path / "site").exists()
