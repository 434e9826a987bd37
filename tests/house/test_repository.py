"""The repository as a whole: its pins, its version, its line width, and what a source distribution of it holds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone.core import library
from tests.conftest import QUICK

ROOT = Path(__file__).parent.parent.parent
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
WIDTH = 120
# What a built page and a working day leave behind, beside what git has.
PAGE = ("src/fieldstone/server/page/index.html", "src/fieldstone/server/page/assets/index.js")
# Who plays needs it on some systems only, who develops on all: it stands in two files.
COMPILER = {"llvmlite", "numba"}
# Ray and AlphaZero need them; neither is installed for the other.
OF_TWO = {"msgpack", "protobuf"}
LITTER = (
    "web/public/link.png",
    ".venv/bin/python",
    "bench/matches/levels/kaomi.jsonl",
    "docs/_build/html/index.html",
    "src/fieldstone/__pycache__/state.cpython-311.pyc",
    "web/node_modules/vite/package.json",
    "web/test-results/screen.png",
)


def project() -> dict[str, Any]:
    """The file pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# Pins ------------------------------------------------------------------------------------------


def canonical(pin: str) -> str:
    """A pin without its marker: name and version, the name as package indexes compare it."""
    name, _, version = pin.split(";")[0].strip().partition("==")
    return f"{re.sub(r'[-_.]+', '-', name).lower()}=={version}"


def reasons() -> list[str]:
    """The pins of constraints.txt."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return [canonical(line.split("#")[0]) for line in text.splitlines() if line.split("#")[0].strip()]


def entries(file: Path) -> dict[str, list[str]]:
    """The pins of a file of hashes, each with its hashes."""
    text = file.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "-r "))]
    return {line.split(" --hash")[0]: re.findall(r" --hash=sha256:([0-9a-f]{64})(?= |$)", line) for line in lines}


def test_every_pin_has_hashes_and_every_hash_a_pin() -> None:
    """Names and versions stand in constraints.txt, with reasons; `make pins` writes the hashes that belong to them."""
    locked = [canonical(pin) for file in REQUIREMENTS for pin in entries(file)]
    assert {pin.partition("==")[0] for pin in locked if locked.count(pin) > 1} <= COMPILER | OF_TWO
    assert sorted(set(locked)) == sorted(reasons())
    assert all(hashes for file in REQUIREMENTS for hashes in entries(file).values())


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: file.stem)
def test_pins_name_no_place(file: Path) -> None:
    """Only pins, hashes and files of this folder: where they come from is for each machine to say."""
    for line in file.read_text(encoding="utf-8").splitlines():
        pattern = r"#.*|-r \w+\.txt|[\w.-]+==[\w.]+( ; [\w .'<>=!()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?"
        assert re.fullmatch(pattern, line), line
        assert "://" not in line


def test_make_installs_nothing_without_a_hash() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^LOCKED := \$\(PIP\) install --require-hashes ", text, re.MULTILINE)
    installs = re.findall(r"(?:\$\(PIP\)|pip3?) install .*", text)
    assert [line for line in installs if "--require-hashes" not in line] == [
        "$(PIP) install --no-deps --no-build-isolation -e ."
    ]
    extras = set(re.findall(r"\$\(LOCKED\) -r requirements/(\w+)\.txt", text))
    assert extras == {file.stem for file in REQUIREMENTS} - {"research"}  # which is part of "dev"


def test_what_must_not_be_older_is_pinned() -> None:
    pinned = {pin.partition("==")[0] for pin in reasons()}
    facts = project()["project"]
    wanted = [*facts["dependencies"], *(one for extra in facts["optional-dependencies"].values() for one in extra)]
    names = {canonical(re.split(r"[ ;<>=\[]", one)[0]).partition("==")[0] for one in wanted}
    assert names - {"fieldstone"} <= pinned


# Version and metadata --------------------------------------------------------------------------


def test_the_version_stands_in_one_place() -> None:
    """In the module `fieldstone.version`; what has to repeat it is compared with it."""
    assert project()["project"]["dynamic"] == ["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [fieldstone.__version__]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.*?)\]", changes, re.MULTILINE)
    assert next(version for version in versions if version != "Unreleased") == fieldstone.__version__
    for name in ("package.json", "package-lock.json"):
        data = json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))
        assert "version" not in data
        assert "version" not in data.get("packages", {}).get("", {})


def test_no_module_asks_the_package_for_its_version() -> None:
    """That would be a circle: the package imports its modules."""
    for path in (ROOT / "src").rglob("*.py"):
        assert "from fieldstone import __version__" not in path.read_text(encoding="utf-8"), path


def test_the_package_is_a_program() -> None:
    command = [sys.executable, "-m", "fieldstone", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == f"fieldstone {fieldstone.__version__}\n"


def test_the_import_lint_has_a_place_for_every_module() -> None:
    """Each folder of two modules or more has its layers, and none may leave a module out."""
    layers = [one for one in project()["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]
    assert [one["name"] for one in layers if not one.get("exhaustive")] == []
    assert [one["name"] for one in layers if "exhaustive_ignores" in one] == []
    held = {container for one in layers for container in one["containers"]}
    source = ROOT / "src"
    for folder in sorted({path.parent for path in source.glob("fieldstone/**/*.py")}):
        inside = [*folder.glob("*.py"), *folder.glob("*/__init__.py")]
        modules = [path for path in inside if path != folder / "__init__.py"]
        # Alembic alone loads migrations, and orders them by what they say themselves.
        if len(modules) > 1 and "migrations" not in folder.parts:
            assert ".".join(folder.relative_to(source).parts) in held


def test_what_package_indexes_show_leads_nowhere_else() -> None:
    """No pictures, and no links into a repository that the reader does not have."""
    readme = project()["project"]["readme"]
    text = (ROOT / readme).read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https://)|<img|src=", text)
    for facts in fieldstone.games().values():
        assert all(designer in text for designer in facts.designers)


# Which tests are run when ----------------------------------------------------------------------


def test_what_is_quick_is_there() -> None:
    """An entry that finds nothing would be left out without a word."""
    for entry in QUICK:
        file, _, function = entry.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert f"def {function or 'test_'}" in text, entry


def test_what_takes_hours_is_left_out_unless_it_is_asked_for() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--collect-only",
        "-p",
        "no:cacheprovider",
        "tests/rules/test_soak.py",
    ]
    for asked, found in (("0", False), ("1", True)):
        environment = {**os.environ, "FIELDSTONE_SOAK": asked, "FIELDSTONE_SOAK_TIMES": "1"}
        done = subprocess.run(
            [*command, "-m", "soak"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ("test_random_games_with_other_seeds" in done.stdout) == found, done.stdout + done.stderr


# Line width ------------------------------------------------------------------------------------


def test_lines_have_one_width() -> None:
    assert project()["tool"]["ruff"]["line-length"] == WIDTH
    assert json.loads((ROOT / "web" / ".prettierrc").read_text(encoding="utf-8"))["printWidth"] == WIDTH
    editors = (ROOT / ".editorconfig").read_text(encoding="utf-8")
    assert re.findall(r"max_line_length = (\w+)", editors) == [str(WIDTH), "off"]


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_prose_keeps_to_the_width(page: Path) -> None:
    """Tables, examples and HTML may be wider, as their lines cannot be broken. In guides a paragraph is a line."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    prose = [line for line in text.splitlines() if not line.startswith(("|", "<", "    ", "Measured on"))]
    assert [line for line in prose if len(line) > WIDTH] == []


# The source distribution -----------------------------------------------------------------------


def build(what: str, folder: Path, into: Path) -> Path:
    """Build a distribution of a folder with its own build backend; return the file."""
    code = f"import sys; from setuptools import build_meta; print(build_meta.build_{what}(sys.argv[1]))"
    command = [sys.executable, "-W", "ignore", "-c", code, str(into)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    return into / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    """A copy of what git has, with a page built in it and litter around; and the names of what git has."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: there is nothing to compare a source distribution with")
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout
    files = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    copy = tmp_path_factory.mktemp("tree")
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    for name in (*PAGE, *LITTER):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text("", encoding="utf-8")
    return copy, files


@pytest.fixture(scope="module")
def source(tree: tuple[Path, set[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(build("sdist", tree[0], folder)) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"fieldstone-{fieldstone.__version__}"


def test_a_source_distribution_holds_what_git_has_and_the_page(source: Path, tree: tuple[Path, set[str]]) -> None:
    found = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    made = {name for name in found if name.startswith("src/fieldstone.egg-info/")} | {"PKG-INFO", "setup.cfg"}
    assert found - made == tree[1] | set(PAGE)


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from the source distribution."""
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


def test_a_wheel_of_it_is_whole(wheel: Path, tree: tuple[Path, set[str]]) -> None:
    """All that is in the package, the page too, with metadata that is true outside the repository."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        about = packed.read(f"fieldstone-{fieldstone.__version__}.dist-info/METADATA").decode()
    package = {name.removeprefix("src/") for name in (*tree[1], *PAGE) if name.startswith("src/fieldstone/")}
    assert {name for name in names if ".dist-info/" not in name} == package
    assert f"Version: {fieldstone.__version__}\n" in about
    assert "Author: The Fieldstone authors\n" in about
    assert "Description-Content-Type: text/markdown\n" in about


# The wheel, installed ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs of a new environment lie: the wheel, and what it depends on, but no compiler.

    What is installed here is linked into it, so no network is needed.
    """
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    for path in Path(np.__file__).parents[1].iterdir():
        if not re.match(r"numba|llvmlite|fieldstone|_?_editable_|.*\.pth$", path.name, re.IGNORECASE):
            (packages / path.name).symlink_to(path)
    command = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "--quiet"]
    command += ["--disable-pip-version-check", "--no-index", "--no-deps", str(wheel)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return home / "bin"


@pytest.mark.slow
@pytest.mark.skipif(library.why_unfit() is not None, reason=f"no library fits here: {library.why_unfit()}")
def test_an_installed_wheel_plays_and_serves_without_a_compiler(programs: Path, tmp_path: Path) -> None:
    around = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "FIELDSTONE", "NUMBA"))
    }
    around |= {"HOME": str(tmp_path), "FIELDSTONE_LANGUAGE": "en", "FIELDSTONE_CACHE_DIR": str(tmp_path / "cache")}

    def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(programs / program), *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=around, capture_output=True, text=True, timeout=300, check=False
        )

    said = run("python", "-c", "import fieldstone, sys; print(fieldstone.__file__); import numba")
    assert str(programs.parent) in said.stdout
    assert "No module named 'numba'" in said.stderr

    said = run("fieldstone", "--version")
    assert (said.returncode, said.stdout.split()[:2]) == (0, ["fieldstone", fieldstone.__version__])
    match = ("arena", "1", "random", "--game", "kaomi(size=4)", "--games", "2", "--workers", "1", "--json")
    said = run("fieldstone", *match)
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["finished"] == 2

    database, written = tmp_path / "games.sqlite", tmp_path / "server.txt"
    command = [str(programs / "fieldstone"), "serve", "--no-open", "--port", "0", "--database", str(database)]
    with (
        written.open("w") as told,
        subprocess.Popen(command, cwd=tmp_path, env=around, stdout=told, stderr=told) as one,
    ):
        try:
            address = address_in(written, one)
            with urllib.request.urlopen(f"{address}/engine/kaomi.wasm", timeout=60) as answer:
                assert answer.read(4) == b"\0asm"
            body = json.dumps({"line": "kaomi(size=4)", "move": "b2"}).encode()
            ask = urllib.request.Request(f"{address}/api/positions/play", body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(ask, timeout=60) as answer:
                assert json.load(answer)["ply"] == 1
        finally:
            one.terminate()
    assert not (tmp_path / "cache").exists()  # nothing has been compiled


def address_in(written: Path, server: subprocess.Popen[bytes]) -> str:
    """Wait until a server has said where it listens; return that."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        found = re.search(r"http://[\d.]+:\d+", written.read_text(encoding="utf-8"))
        if found:
            return found.group()
        assert server.poll() is None, written.read_text(encoding="utf-8")
        time.sleep(0.05)
    raise AssertionError(written.read_text(encoding="utf-8"))
