"""One target under atheris: `python -m tests.fuzz.one NAME SECONDS FOLDER`, as `running.py` starts it.

Only code that reads is instrumented. Compiled code must not be: atheris changes the bytecode that Numba reads.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import atheris

COMPILED = ("core", "boards", "games", "search")
MEGABYTES = 3072
PATIENCE = 40  # seconds for one attempt, after which libFuzzer ends the run; the target itself complains before that


def compiled_modules() -> list[str]:
    """Return the modules in which there are compiled functions, without importing any."""
    spec = find_spec("fieldstone")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    package = Path(next(iter(spec.submodule_search_locations)))
    paths = [path for folder in COMPILED for path in (package / folder).rglob("*.py")]
    names = (path.relative_to(package.parent).with_suffix("").as_posix().replace("/", ".") for path in paths)
    return [name.removesuffix(".__init__") for name in names]


with atheris.instrument_imports(include=["fieldstone"], exclude=compiled_modules()):
    from fieldstone.core import cache
    from fieldstone.warm import warm_up
    from tests.fuzz.target import attempt
    from tests.fuzz.targets import TARGETS


def main() -> None:
    """Try what atheris thinks of for so many seconds; the corpus and what was found stay in the folder."""
    name, seconds, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    target = TARGETS[name]
    assert cache.COMPILED == COMPILED
    warm_up(["vacu", "kaomi", "iago", "vadus"])
    corpus, found, tokens = folder / "corpus", folder / "found", folder / "tokens"
    for one in (corpus, found):
        one.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (corpus / f"seed-{number:03}").write_bytes(seed)
    escaped = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in target.tokens)
    tokens.write_text("".join(f'"{word}"\n' for word in escaped))
    flags = {
        "max_total_time": seconds, "max_len": target.longest, "timeout": PATIENCE, "rss_limit_mb": MEGABYTES,
        "artifact_prefix": f"{found}{os.sep}", "dict": tokens,
        "seed": os.environ.get("FIELDSTONE_FUZZ_SEED", "0"),  # 0 is another one each time
    }  # fmt: skip

    def try_one(content: bytes) -> None:
        attempt(target, content)

    atheris.Setup([sys.argv[0], str(corpus), *(f"-{name}={value}" for name, value in flags.items())], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
