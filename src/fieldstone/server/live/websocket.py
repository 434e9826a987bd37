"""The WebSocket at /api/live: games as they change."""

import asyncio
import contextlib
import itertools
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from fieldstone.server.allowances import Allowances
from fieldstone.server.http.devices import check_device
from fieldstone.server.language import language_of
from fieldstone.server.live import messages
from fieldstone.server.live.outbox import Outbox
from fieldstone.server.problems import ProblemError, invalid, problem_of
from fieldstone.server.services import Services
from fieldstone.server.storage.models import StoredGame

TRY_AGAIN_LATER = 1013  # a WebSocket's close code

log = logging.getLogger(__name__)
router = APIRouter()


@dataclass(frozen=True)
class SocketLimits:
    """What clients may do with sockets.

    Attributes
    ----------
    sockets, sockets_each : open at the same time, in all and of one client
    message : characters of a message
    burst, rate : messages at once, and a second; what comes faster waits
    watches : games watched at the same time over one socket
    """

    sockets: int = 256
    sockets_each: int = 16
    message: int = 65_536
    burst: float = 100.0
    rate: float = 20.0
    watches: int = 64


class Sockets:
    """The open sockets, counted by client."""

    def __init__(self, limits: SocketLimits | None = None) -> None:
        self.limits = SocketLimits() if limits is None else limits
        self._open: Counter[str] = Counter()

    @contextlib.contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """Count a socket while it is open. Raises ProblemError if there are too many."""
        if self._open[client] >= self.limits.sockets_each:
            raise ProblemError(429, "sockets-each", limit=self.limits.sockets_each)
        if self._open.total() >= self.limits.sockets:
            raise ProblemError(503, "sockets")
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


def install(app: FastAPI, limits: SocketLimits | None = None) -> None:
    """Give an application the WebSocket; its `state.services` must be there before the first connection."""
    app.state.sockets = Sockets(limits)
    app.include_router(router)


@router.websocket("/api/live")
async def live(websocket: WebSocket) -> None:
    """Serve one socket until it closes."""
    await websocket.accept()
    client = websocket.client.host if websocket.client else "?"
    sockets: Sockets = websocket.app.state.sockets
    connection = Connection(websocket, websocket.app.state.services, sockets.limits, client)
    try:
        with sockets.one_more(client):
            await connection.serve()
    except ProblemError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have gone meanwhile
            await websocket.send_text(connection.error_text(error, None))
            await websocket.close(TRY_AGAIN_LATER)


class Connection:
    """One open socket, and what it watches."""

    def __init__(self, websocket: WebSocket, services: Services, limits: SocketLimits, client: str) -> None:
        self._websocket = websocket
        self._services = services
        self._limits = limits
        self._client = client
        self._language = language_of(websocket)
        self._outbox = Outbox()
        self._number = itertools.count()
        self._watches: dict[str, asyncio.Task[None]] = {}

    # -- what comes in -------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Read messages until the socket closes; what was begun for it is stopped then."""
        both = [
            asyncio.create_task(self._read()),
            asyncio.create_task(self._outbox.send_all(self._websocket.send_text)),
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in [*self._watches.values(), *both]:
                task.cancel()
        for error in await asyncio.gather(*both, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                log.error("a socket failed", exc_info=error)

    async def _read(self) -> None:
        allowance = Allowances(self._limits.burst, self._limits.rate)
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._take(message.get("text"))
            allowance.spend(None, 1.0)
            await asyncio.sleep(allowance.wait(None))  # who writes too fast is read slowly,
            await self._outbox.has_room()  # and so is who does not read

    def _take(self, text: str | None) -> None:
        """Do what a message wants, or say what is wrong with it."""
        data: Any = None
        try:
            data = self._parse(text)
            self._do(messages.MESSAGE.validate_python(data))
        except ProblemError as error:
            self._tell_error(error, data)
        except ValidationError as error:
            self._tell_error(invalid(error.errors(include_url=False)), data)

    def _parse(self, text: str | None) -> Any:
        """Return the data of a message. Raises ProblemError."""
        if text is None:
            raise ProblemError(422, "no-text")
        if len(text) > self._limits.message:
            raise ProblemError(413, "message", limit=self._limits.message)
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ProblemError(422, "no-json", problem=str(error)[:100]) from None

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
        self._watches[game] = asyncio.create_task(self._guarded(self._tell_of(game), game))

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

    async def _guarded(self, work: Awaitable[None], name: str | None) -> None:
        """Do something whose errors are told to the viewer."""
        try:
            await work
        except ProblemError as error:
            self._put_error(error, name)
        except Exception as error:
            log.error("the work for a viewer failed", exc_info=error)
            self._put_error(ProblemError(500, "unexpected"), name)

    def _tell_error(self, error: ProblemError, data: Any) -> None:
        """Tell what is wrong with a message, with its id if it has one."""
        name = data.get("id") if isinstance(data, dict) else None
        self._put_error(error, name[: messages.LONGEST_ID] if isinstance(name, str) else None)

    def _put_error(self, error: ProblemError, name: str | None) -> None:
        self._outbox.put(next(self._number), self.error_text(error, name))

    def error_text(self, error: ProblemError, name: str | None) -> str:
        """Return a problem as a message."""
        problem = problem_of(error, self._language).model_dump(by_alias=True)
        return as_text({"type": "error", "id": name, "problem": problem})


def as_text(data: dict[str, Any]) -> str:
    """Return a message as JSON."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)
