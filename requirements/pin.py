"""Write the files of this folder: every pin of constraints.txt with the hashes of all its files.

    make pins            # the same as: python requirements/pin.py

Which versions, and why, stands in constraints.txt, which is edited by hand. This script asks uv which of them each
extra of pyproject.toml needs, and what the index says of the files of each release: all of them, so that one list
serves every Python and every processor. A file holds what the file that it begins with does not. With --check nothing
is written, and the exit status is 1 where a file would change.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
# What uv adds because [tool.uv] in pyproject.toml names the systems and Pythons to solve for: it says nothing here.
EVERYWHERE = (
    "python_full_version < '3.15' and (sys_platform == 'darwin' or sys_platform == 'linux')",
    "python_full_version < '3.15' and ",
    " and (sys_platform == 'darwin' or sys_platform == 'linux')",
)


@dataclass(frozen=True)
class Layer:
    """One file: what it is for, the file that it begins with, and what uv is asked for."""

    name: str
    meant: str
    below: str = ""
    extra: str = ""
    packages: tuple[str, ...] = ()


LAYERS = (
    Layer("build", "what installs and builds all the rest", packages=("pip", "setuptools")),
    Layer("play", "what is needed to play"),
    Layer("research", "OpenSpiel, PettingZoo and Gymnasium", "play", "research"),
    Layer("dev", "tests and checks", "research", "dev"),
    Layer("fuzz", "guided fuzzing", "dev", "fuzz"),
    Layer("kernels", "what builds the modules of WebAssembly", "dev", "kernels"),
    Layer("bench", "the comparison of speeds", "research", "bench"),
    Layer("train", "what networks learn with", "dev", "train"),
    Layer("ray", "training and matches on many machines", "train", "ray"),
    Layer("alphazero", "OpenSpiel's AlphaZero", "train", "alphazero"),
    Layer("pins", "what writes these files", packages=("uv",)),
)


def pinned(layer: Layer) -> dict[str, str]:
    """Ask uv for all that a layer needs; by the line of the pin, as pip reads it, its hashes."""
    extra = ["--extra", layer.extra] if layer.extra else []
    source = "-" if layer.packages else "pyproject.toml"
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--constraint", "constraints.txt", *extra, source]
    asked = "".join(f"{name}\n" for name in layer.packages)
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    found = {}
    for line, hashes in re.findall(r"^(\S.*?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", done.stdout, re.M):
        for words in EVERYWHERE:
            line = line.replace(words, "")
        found[line.removesuffix(" ; ").rstrip()] = hashes
    return found


def written() -> dict[str, str]:
    """Return the text of every file, by its name."""
    held: dict[str, set[str]] = {}
    texts = {}
    for layer in LAYERS:
        found = pinned(layer)
        below = held.get(layer.below, set())
        held[layer.name] = below | found.keys()
        lines = [f"# Written by requirements/pin.py (make pins): {layer.meant}. The reasons are in constraints.txt.\n"]
        lines += [f"-r {layer.below}.txt\n"] if layer.below else []
        lines += [f"{line} \\\n{hashes}" for line, hashes in found.items() if line not in below]
        texts[f"{layer.name}.txt"] = "".join(lines)
    return texts


def main() -> None:
    """Write the files, or say which would change."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--check", action="store_true", help="write nothing; fail where a file would change")
    asked = reader.parse_args()
    stale = []
    for name, text in written().items():
        file = FOLDER / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(f"requirements/{name}")
            if not asked.check:
                file.write_text(text, encoding="utf-8")
    print(f"{'Stale' if asked.check else 'Written'}: {', '.join(stale) or 'nothing'}")
    sys.exit(bool(asked.check and stale))


if __name__ == "__main__":
    main()
