"""Build the modules and libraries of all games, ours and installed ones: what `make kernels` runs."""

import argparse
import sys
import time
from pathlib import Path

from fieldstone.core import library
from fieldstone.games import GAMES
from fieldstone.games.spec import GameSpec
from fieldstone.targets.build import PYTHON, StaleError, build, check, check_library, make_files, put
from fieldstone.targets.places import NETWORK_FILE, families, library_path, module_files, module_path


def stale(spec: GameSpec) -> str | None:
    """Return what is wrong with the module or the library of a game, None where nothing is."""
    try:
        check(spec)
        check_library(spec)
    except StaleError as error:
        return str(error)
    return None


def list_stale() -> int:
    """Print which modules are stale; returns the exit status."""
    problems = list(filter(None, map(stale, families())))
    for problem in problems:
        print(problem, file=sys.stderr)
    return int(bool(problems))


def build_all(everything: bool, interface: Path | None) -> int:
    """Build what is stale, or everything; returns the exit status.

    `interface` is the folder of the page where the files that tell of the entries are written; None: nowhere.
    """
    wanted = [spec for spec in families() if everything or stale(spec)]
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    ours = [spec for spec in wanted if spec.home.startswith("fieldstone.")]
    if ours and version != PYTHON:
        names = ", ".join(spec.name for spec in ours)
        print(
            f"The modules and libraries of {names} lie in git, and are made with Python {PYTHON}, so that everybody "
            f"makes the same. This is Python {version}: make PYTHON=python{PYTHON} clean kernels",
            file=sys.stderr,
        )
        return 1
    for spec in wanted:
        begin = time.perf_counter()
        files = build(spec)
        made = {module_path(spec, file): files.pop(file) for file in module_files(spec)}
        made[library_path(spec)] = files.pop(library.FILE)
        module_path(spec, NETWORK_FILE).unlink(missing_ok=True)  # of a game that brings no network any more
        for path, content in made.items():
            put(path, content)
        if interface is not None:
            for name, content in files.items():
                (interface / name).write_bytes(content)
        sizes = ", ".join(f"{path.name} {len(content):,}" for path, content in made.items())
        print(f"{spec.name}: {sizes} bytes, {time.perf_counter() - begin:.0f} s", flush=True)
    return 0


def main() -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m fieldstone.targets", description=__doc__)
    parser.add_argument("--check", action="store_true", help="build nothing; say what is stale")
    parser.add_argument("--all", action="store_true", help="build what is not stale too")
    parser.add_argument("--interface", type=Path, metavar="FOLDER", help="of the page: write there what it has to know")
    parser.add_argument("--game", help="build this one alone, in this process, into the folder")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="for --game")
    asked = parser.parse_args()
    if asked.game:
        for name, content in make_files(GAMES[asked.game]).items():
            (asked.into / name).write_bytes(content)
        return 0
    return list_stale() if asked.check else build_all(asked.all, asked.interface)


if __name__ == "__main__":
    sys.exit(main())
