"""The games. Each folder here is one; it registers itself and its variants when it is imported.

``fieldstone.games()`` returns the facts of all games by name. This folder has the same name, and importing it would
hide a function called so; hence the module itself can be called.
"""

import importlib
import pkgutil
import sys
from types import ModuleType

from fieldstone.games.facts import GameFacts, registered

for _module in pkgutil.iter_modules(__path__):
    if _module.ispkg:
        importlib.import_module(f"{__name__}.{_module.name}")

GAMES: dict[str, GameFacts] = registered()


class _Games(ModuleType):
    def __call__(self) -> dict[str, GameFacts]:
        return dict(GAMES)


sys.modules[__name__].__class__ = _Games
