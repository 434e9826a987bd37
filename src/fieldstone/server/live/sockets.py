"""What both WebSockets of the server have in common: limits, how many are open, and how messages are read."""

import asyncio
import contextlib
import json
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from fastapi import WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from fieldstone.server.allowances import Allowances, source_of
from fieldstone.server.language import language_of
from fieldstone.server.problems import ProblemError, invalid, problem_of

TRY_AGAIN_LATER = 1013  # a WebSocket's close code

log = logging.getLogger(__name__)


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

    def for_each(self, sockets: int | None) -> "SocketLimits":
        """Return these limits with another number of sockets of one client; None: the same."""
        if sockets is None:
            return self
        return replace(self, sockets=max(self.sockets, sockets), sockets_each=sockets)


class Sockets:
    """The open sockets, counted by client."""

    def __init__(self, limits: SocketLimits | None = None) -> None:
        self.limits = SocketLimits() if limits is None else limits
        self._open: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._open.total()

    @contextlib.contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """Count a socket while it is open. Raises ProblemError if there are too many."""
        if self._open[client] >= self.limits.sockets_each:
            raise ProblemError(429, "sockets-each", limit=self.limits.sockets_each)
        if self.count >= self.limits.sockets:
            raise ProblemError(503, "sockets")
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


class Talk(ABC):
    """One open socket, and what is said over it. What comes in is read one by one, as fast as the limits allow."""

    def __init__(self, websocket: WebSocket, limits: SocketLimits) -> None:
        self._websocket = websocket
        self._limits = limits
        self._language = language_of(websocket)

    @abstractmethod
    async def serve(self) -> None:
        """Read and write until the socket closes."""

    @abstractmethod
    async def take(self, data: Any) -> None:
        """Do what a message wants. Raises ProblemError or ValidationError."""

    def weight(self, data: Any) -> float:
        """Return how much of the allowance a message takes, of which `data` is what could be read."""
        return 1.0

    async def has_room(self) -> None:
        """Wait while too much waits to be sent; at once, unless a talk says otherwise."""
        return

    @abstractmethod
    def refuse(self, error: ProblemError, data: Any) -> None:
        """Say what is wrong with a message, of which `data` is what could be read."""

    @abstractmethod
    def error_text(self, error: ProblemError, name: str | None = None) -> str:
        """Return a problem as a message; `name` is what it is about."""

    async def until_first(self, *works: Callable[[], Awaitable[None]]) -> None:
        """Do things at the same time until one of them ends; the others are stopped then."""
        tasks = [asyncio.ensure_future(work()) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, (WebSocketDisconnect, RuntimeError)):
                log.error("a socket failed", exc_info=error)

    async def read(self) -> None:
        """Take messages until the socket closes."""
        allowance = Allowances(self._limits.burst, self._limits.rate, asyncio.get_running_loop().time)
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data: Any = None
            try:
                data = self._parse(message.get("text"))
                await self.take(data)
            except ProblemError as error:
                self.refuse(error, data)
            except ValidationError as error:
                self.refuse(invalid(error.errors(include_url=False)), data)
            allowance.spend(None, self.weight(data))
            wait = allowance.wait(None)
            if wait:
                await asyncio.sleep(wait)  # who writes too fast is read slowly,
            await self.has_room()  # and so is who does not read

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

    def problem(self, error: ProblemError) -> dict[str, Any]:
        """Return a problem in the language of the socket."""
        return problem_of(error, self._language).model_dump(by_alias=True)


async def serve(sockets: Sockets, websocket: WebSocket, talk: Talk) -> None:
    """Serve one socket until it closes, unless too many are open."""
    await websocket.accept()
    client = source_of(websocket.client)
    try:
        with sockets.one_more(client):
            await talk.serve()
    except ProblemError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have gone meanwhile
            await websocket.send_text(talk.error_text(error))
            await websocket.close(TRY_AGAIN_LATER)
