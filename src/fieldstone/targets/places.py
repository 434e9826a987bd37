"""Where the module and the library of a game lie. Nothing here needs a compiler."""

from pathlib import Path

from fieldstone.core import library
from fieldstone.games import GAMES, folder_of
from fieldstone.games.spec import GameSpec

FILE = "kernels.wasm"


def families() -> list[GameSpec]:
    """Return the base games, each of which has a module and a library with its variants."""
    return [spec for spec in GAMES.values() if spec.base is None]


def module_path(spec: GameSpec) -> Path:
    """Return where the module of a game lies."""
    return folder_of(spec.home) / FILE


def library_path(spec: GameSpec) -> Path:
    """Return where the native library of a game lies."""
    return folder_of(spec.home) / library.FILE
