"""The games. Each folder here is one; its `SPECS` say all about it and its variants.

Other packages bring games by the entry point ``fieldstone.games``, which names a tuple of `GameSpec`:

    [project.entry-points."fieldstone.games"]
    hex = "my_package:SPECS"

``fieldstone.games()`` returns the specs of all games by name. This folder has the same name, and importing it would
hide a function called so; hence the module itself can be called.
"""

import contextlib
import importlib
import pkgutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from fieldstone.core.installed import game_entry_points
from fieldstone.games.spec import GameSpec
from fieldstone.messages import LANGUAGES, add_texts, catalogue, drop_texts


def _own() -> Iterator[tuple[str, Iterable[GameSpec]]]:
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            yield module.name, importlib.import_module(f"{__name__}.{module.name}").SPECS


def collect(sources: Iterable[tuple[str, Iterable[GameSpec]]]) -> dict[str, GameSpec]:
    """Return specs by name in the order of menus, variants after their base games, and make their texts known.

    Raises ValueError when two games have one name, or a variant has no base game.
    """
    found: dict[str, GameSpec] = {}
    for source, specs in sources:
        for spec in specs:
            if spec.name in found:
                raise ValueError(f"{source} brings a second game called {spec.name!r}")
            found[spec.name] = spec
    for spec in found.values():
        if spec.base is not None and spec.base not in found:
            raise ValueError(f"{spec.name} is a variant of {spec.base!r}, which is not there")
    for home in sorted({spec.home for spec in found.values()}):
        add_texts(folder_of(home) / "text")
    return dict(sorted(found.items(), key=lambda item: _place(item[1], found)))


def _place(spec: GameSpec, found: dict[str, GameSpec]) -> tuple[int, str, int, str]:
    base = spec if spec.base is None else found[spec.base]
    return base.rank, base.name, -1 if spec.base is None else spec.rank, spec.name


def folder_of(home: str) -> Path:
    """Return the folder of a package, without importing more of it than its first lines."""
    file = importlib.import_module(home).__file__
    assert file is not None
    return Path(file).parent


def _check_texts(spec: GameSpec) -> None:
    """Raise ValueError naming a text that a game lacks in one of the languages."""
    keys = [f"title.{spec.name}", f"tagline.{spec.name}", *spec.score.keys, *spec.endings.values()]
    keys += [sentence.key for sentence in (*spec.all_reasons, *spec.all_problems)]
    keys += [key for style in spec.duties for key in (style.told.key, style.short)]
    for language in LANGUAGES:
        for key in keys:
            if key not in catalogue(language):
                raise ValueError(f"{spec.name} has no text {key!r} in {language}.json")


def _check_kind(spec: object) -> None:
    """Raise TypeError for what is no spec."""
    if not isinstance(spec, GameSpec):
        raise TypeError(f"{spec!r} is no GameSpec")


def _with_installed(own: dict[str, GameSpec]) -> dict[str, GameSpec]:
    """Return our games and those of other packages; whatever one of these does wrong is told, and all others go on."""
    found = own
    known = {spec.home for spec in own.values()}
    for entry in game_entry_points():
        specs: tuple[GameSpec, ...] = ()
        try:
            specs = tuple(entry.load())
            for spec in specs:
                _check_kind(spec)
            more = collect([("", found.values()), (entry.value, specs)])
            for spec in specs:
                _check_texts(spec)
            found = more
            known |= {spec.home for spec in specs}
        except Exception as error:
            for home in {str(getattr(spec, "home", "")) for spec in specs} - known - {""}:
                with contextlib.suppress(Exception):
                    drop_texts(folder_of(home) / "text")
            warnings.warn(f"the games of {entry.value!r} are left out: {error}", RuntimeWarning, stacklevel=2)
    return found


GAMES: dict[str, GameSpec] = _with_installed(collect(_own()))


class _Games(ModuleType):
    def __call__(self) -> dict[str, GameSpec]:
        return dict(GAMES)


sys.modules[__name__].__class__ = _Games
