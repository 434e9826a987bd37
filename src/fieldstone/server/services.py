"""What the parts of a running server share."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from fieldstone.server import schema
from fieldstone.server.allowances import Allowances, source_of
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.long_work import LongWork, asker
from fieldstone.server.online.accounts import Accounts
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.sessions.games import Games
from fieldstone.server.sessions.hub import Hub
from fieldstone.server.settings import Settings
from fieldstone.server.storage.models import StoredGame
from fieldstone.server.views.game import at_moment, game_of

T = TypeVar("T")


MOST_SHOWN = 32  # games that are there as the page shows them, until they change
USUAL_LINE = 4000  # characters, some 1,000 moves: longer ones are read where long work is done


@dataclass
class Services:
    """The parts of a running server; `app.state.services` has them.

    `online` is None where others do not reach it, and `accounts` where nobody can have one.
    """

    settings: Settings
    kernels: Kernels
    hub: Hub
    games: Games
    online: OnlineGames | None
    accounts: Accounts | None
    invitations: Allowances
    long: LongWork
    _shown: "OrderedDict[tuple[str, str], tuple[StoredGame, asyncio.Task[schema.StoredGame]]]" = field(
        default_factory=OrderedDict, init=False
    )

    async def work(self, line: str, look: Callable[[], T]) -> T:
        """Look at a line in a thread, when the rules of its game are compiled."""
        if len(line) > USUAL_LINE:
            return await self.work_long(line, look)
        await self.kernels.ready(name_in(line))
        return await asyncio.to_thread(look)

    async def work_long(self, line: str, look: Callable[[], T]) -> T:
        """Do what may take long, with records of any size, when the rules of the game named first are compiled."""
        await self.kernels.ready(name_in(line))
        return await self.long.run(look)

    async def present(self, stored: StoredGame, language: str) -> schema.StoredGame:
        """Return a game as its page shows it; the same for who has changed it and for all who watch."""
        key = (stored.id, language)
        known, showing = self._shown.get(key, (None, None))
        if showing is None or known != stored:
            showing = asyncio.create_task(self._show(stored, language))
            self._shown[key] = stored, showing
            while len(self._shown) > MOST_SHOWN:
                self._shown.popitem(last=False)
        try:
            shown = await asyncio.shield(showing)  # others may wait for it too
        except Exception:
            self._shown.pop(key, None)
            raise
        return at_moment(shown, self.games.now())

    async def _show(self, stored: StoredGame, language: str) -> schema.StoredGame:
        return await self.work(stored.line, lambda: game_of(stored, language, self.games.now()))


def name_in(line: str) -> str:
    """Return the name with which a position or a move list begins."""
    return line.strip()[:60].partition(" ")[0].partition("(")[0]


async def _services(request: Request) -> Services:
    asker.set(source_of(request.client))
    services: Services = request.app.state.services
    return services


Context = Annotated[Services, Depends(_services)]
