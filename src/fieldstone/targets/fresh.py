"""The modules of a game as whoever hands them out may: made from the sources that are here, or refused.

A browser that ran another one would play other rules than this process. Nothing here needs a compiler: `build`, which
makes the modules, has one.
"""

import json
from functools import cache
from typing import Any

from fieldstone.core.cache import PACKAGE
from fieldstone.core.library import in_folders, sources_hash
from fieldstone.games import GAMES, folder_of
from fieldstone.games.spec import GameSpec
from fieldstone.messages import say
from fieldstone.targets.places import FILE, families, module_files, module_path

# How the custom section begins in which a module says what it was made from: its name, and JSON.
SAID = b"\x0afieldstone{"


class StaleModuleError(Exception):
    """The module of a game was made from other sources than those that are here."""

    def __init__(self, spec: GameSpec) -> None:
        super().__init__(spec.name)
        self.spec = spec

    def sentence(self, language: str) -> str:
        """Return what people read."""
        return say("problem.stale-kernels", language, game=self.spec.title(language))


def read_module(spec: GameSpec, file: str = FILE) -> bytes | None:
    """Return a module of a base game, None where it has not been built. Raises StaleModuleError."""
    try:
        content = module_path(spec, file).read_bytes()
    except FileNotFoundError:
        return None
    sources = _sources_in(content)
    try:
        if sources is not None and sources["hash"] == _hash_here(spec.name, tuple(in_folders(sources["files"]))):
            return content
    except FileNotFoundError:
        pass  # one of its sources is gone
    raise StaleModuleError(spec)


def stale_modules() -> list[StaleModuleError]:
    """Return what `read_module` says of the games whose modules it refuses.

    Asked once at its beginning, a process knows which sources it runs, though they are edited later.
    """
    found = []
    for spec in families():
        try:
            for file in module_files(spec):
                read_module(spec, file)
        except StaleModuleError as error:
            found.append(error)
    return found


def _sources_in(content: bytes) -> dict[str, Any] | None:
    """Return what a module says of its sources, None where it is none of ours."""
    at = content.rfind(SAID)
    if at < 0:
        return None
    try:
        said, _ = json.JSONDecoder().raw_decode(content[at + len(SAID) - 1 :].decode("ascii", "replace"))
        sources: dict[str, Any] = said["sources"]
    except (ValueError, KeyError):
        return None
    return sources


@cache
def _hash_here(name: str, files: tuple[str, ...]) -> str:
    """Return the hash of a game's sources, as this process has first met them: they are those that it runs itself.

    Raises FileNotFoundError.
    """
    spec = GAMES[name]
    top = folder_of(spec.home.partition(".")[0])

    def read(file: str) -> bytes:
        ours = file.partition("/")[0] == PACKAGE.name
        return ((PACKAGE if ours else top).parent / file).read_bytes()

    return sources_hash(folder_of(spec.home), files, read)
