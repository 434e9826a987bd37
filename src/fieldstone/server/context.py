"""What the parts of a running server share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from fieldstone.server.engine import EnginePool
from fieldstone.server.hub import Hub
from fieldstone.server.kernels import Kernels
from fieldstone.server.playing import Games
from fieldstone.server.presenting import stored_game
from fieldstone.server.schema import StoredGame
from fieldstone.server.settings import Settings
from fieldstone.server.storage.models import Kept
from fieldstone.warm import TO_PLAY

T = TypeVar("T")


@dataclass
class Services:
    """The parts of a running server; `app.state.services` has them."""

    settings: Settings
    kernels: Kernels
    pool: EnginePool
    hub: Hub
    games: Games

    async def work(self, line: str, look: Callable[[], T]) -> T:
        """Look at a line in a thread, when the rules of its game are compiled."""
        await self.kernels.ready(name_in(line))
        return await asyncio.to_thread(look)

    async def present(self, kept: Kept, language: str) -> StoredGame:
        """Return a game as its page shows it."""
        preparing = not self.kernels.is_ready(kept.name, TO_PLAY)
        return await asyncio.to_thread(stored_game, kept, language, None, preparing)


def name_in(line: str) -> str:
    """Return the name with which a position or a move list begins."""
    return line.strip()[:60].partition(" ")[0].partition("(")[0]


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Context = Annotated[Services, Depends(_services)]
