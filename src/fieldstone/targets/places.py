"""Where the modules and the library of a game lie. Nothing here needs a compiler."""

from pathlib import Path

from fieldstone.core import library
from fieldstone.games import GAMES, folder_of
from fieldstone.games.spec import GameSpec

FILE = "kernels.wasm"
NETWORK_FILE = "network.wasm"  # what a search by a network runs: loaded when one is wanted, beside the other


def families() -> list[GameSpec]:
    """Return the base games, each of which has its modules and a library with its variants."""
    return [spec for spec in GAMES.values() if spec.base is None]


def has_network(spec: GameSpec) -> bool:
    """Return whether a base game, or a variant of it, brings a network."""
    return any(one.network for one in GAMES.values() if one.family == spec.name)


def module_files(spec: GameSpec) -> list[str]:
    """Return the names of the modules of a base game."""
    return [FILE, NETWORK_FILE] if has_network(spec) else [FILE]


def module_path(spec: GameSpec, file: str = FILE) -> Path:
    """Return where a module of a game lies."""
    return folder_of(spec.home) / file


def library_path(spec: GameSpec) -> Path:
    """Return where the native library of a game lies."""
    return folder_of(spec.home) / library.FILE
