"""The WebSocket at /api/live: games as they change."""

import asyncio
import itertools
import logging
from typing import Any

from fastapi import APIRouter, FastAPI, WebSocket

from fieldstone.server.allowances import source_of
from fieldstone.server.http.devices import check_device
from fieldstone.server.live import messages
from fieldstone.server.live.outbox import Outbox
from fieldstone.server.live.sockets import SocketLimits, Sockets, Talk, serve
from fieldstone.server.long_work import asker
from fieldstone.server.online.told import as_text
from fieldstone.server.problems import ProblemError
from fieldstone.server.services import Services
from fieldstone.server.storage.models import StoredGame

log = logging.getLogger(__name__)
router = APIRouter()


def install(app: FastAPI, limits: SocketLimits | None = None) -> None:
    """Give an application the WebSocket; its `state.services` must be there before the first connection."""
    app.state.sockets = Sockets(limits)
    app.include_router(router)


@router.websocket("/api/live")
async def live(websocket: WebSocket) -> None:
    """Serve one socket until it closes."""
    sockets: Sockets = websocket.app.state.sockets
    asker.set(source_of(websocket.client))
    await serve(sockets, websocket, Connection(websocket, websocket.app.state.services, sockets.limits))


class Connection(Talk):
    """One open socket, and what it watches."""

    def __init__(self, websocket: WebSocket, services: Services, limits: SocketLimits) -> None:
        super().__init__(websocket, limits)
        self._services = services
        self._outbox = Outbox()
        self._number = itertools.count()
        self._watches: dict[str, asyncio.Task[None]] = {}

    # -- what comes in -------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Read messages until the socket closes; what was begun for it is stopped then."""
        try:
            await self.until_first(self.read, lambda: self._outbox.send_all(self._websocket.send_text))
        finally:
            for task in self._watches.values():
                task.cancel()

    async def take(self, data: Any) -> None:
        """Do what a message wants. Raises ProblemError or ValidationError."""
        self._do(messages.MESSAGE.validate_python(data))

    async def has_room(self) -> None:
        """Wait while too much waits to be sent."""
        await self._outbox.has_room()

    def _do(self, message: messages.Message) -> None:
        if isinstance(message, messages.Watch):
            self._watch(message.game)
        else:
            self._cancel(self._watches, message.game)

    def _cancel(self, tasks: dict[str, asyncio.Task[None]], key: str) -> None:
        task = tasks.pop(key, None)
        if task is not None:
            task.cancel()

    # -- games ---------------------------------------------------------------------------------------------------------

    def _watch(self, game: str) -> None:
        self._cancel(self._watches, game)
        if len(self._watches) >= self._limits.watches:
            raise ProblemError(429, "watches", limit=self._limits.watches)
        self._watches[game] = asyncio.create_task(self._guarded(game))

    async def _tell_of(self, game: str) -> None:
        """Tell how a game stands, now and after each change."""
        await check_device(self._websocket, self._services, game)
        with self._services.hub.subscribe(game) as changes:
            await self._tell_game(await self._services.games.look(game))
            async for stored in changes:
                await self._tell_game(stored)
        raise ProblemError(404, "no-game", id=game)  # it has been deleted

    async def _tell_game(self, stored: StoredGame) -> None:
        """Tell how a game stands."""
        shown = await self._services.present(stored, self._language)
        text = f'{{"type":"game","game":{shown.model_dump_json(by_alias=True)}}}'
        self._outbox.put(("game", stored.id), text)

    # -- what goes out -------------------------------------------------------------------------------------------------

    async def _guarded(self, game: str) -> None:
        """Tell how a game stands, or the viewer what went wrong."""
        try:
            await self._tell_of(game)
        except ProblemError as error:
            self._put_error(error, game)
        except Exception as error:
            log.error("the work for a viewer failed", exc_info=error)
            self._put_error(ProblemError(500, "unexpected"), game)

    def refuse(self, error: ProblemError, data: Any) -> None:
        """Tell what is wrong with a message, with its id if it has one."""
        name = data.get("id") if isinstance(data, dict) else None
        self._put_error(error, name[: messages.LONGEST_ID] if isinstance(name, str) else None)

    def _put_error(self, error: ProblemError, name: str | None) -> None:
        self._outbox.put(next(self._number), self.error_text(error, name))

    def error_text(self, error: ProblemError, name: str | None = None) -> str:
        """Return a problem as a message."""
        return as_text({"type": "error", "id": name, "problem": self.problem(error)})
