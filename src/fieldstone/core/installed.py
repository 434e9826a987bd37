"""Games that other packages bring: known by an entry point, without importing any of them."""

import importlib.util
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

GROUP = "fieldstone.games"


@cache
def game_entry_points() -> tuple[EntryPoint, ...]:
    """Return the entry points of installed games, sorted by name."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)))


def game_folders() -> list[Path]:
    """Return the folders of the packages that bring games, whose sources are compiled; each package is found once."""
    folders = set()
    for entry in game_entry_points():
        found = importlib.util.find_spec(entry.module.partition(".")[0])
        for place in (found.submodule_search_locations if found is not None else None) or ():
            folders.add(Path(place).resolve())
    return sorted(folders)
