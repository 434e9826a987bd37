"""The WebSocket at /api/online: games between people, as they happen."""

import asyncio
import contextlib
import itertools
import json
import logging
import time
from collections import deque
from statistics import median
from typing import Any

from fastapi import APIRouter, FastAPI, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from fieldstone.server.allowances import Allowances
from fieldstone.server.language import language_of
from fieldstone.server.live.websocket import TRY_AGAIN_LATER, SocketLimits, Sockets
from fieldstone.server.online.game import Event
from fieldstone.server.online.games import OnlineGames, Room, Wish, as_text
from fieldstone.server.online.schema import MESSAGE, PROTOCOL, Do, Entering, Hello, Pong
from fieldstone.server.problems import ProblemError, invalid, problem_of

PING = 5.0  # seconds between two
SILENT = 20.0  # seconds without a word after which somebody has gone
ROUND_TRIPS = 5  # of which the median counts
UNSENT = 500  # messages that may wait for a slow reader, who then has to come again
TOO_SLOW = 1013

LIMITS = SocketLimits(sockets=10_000, sockets_each=64, message=4096)

log = logging.getLogger(__name__)
router = APIRouter()


def install(app: FastAPI, limits: SocketLimits = LIMITS) -> None:
    """Give an application this WebSocket; its `state.services` must be there before the first connection."""
    app.state.online_sockets = Sockets(limits)
    app.include_router(router)


@router.websocket("/api/online")
async def online(websocket: WebSocket) -> None:
    """Serve one socket until it closes."""
    await websocket.accept()
    client = websocket.client.host if websocket.client else "?"
    sockets: Sockets = websocket.app.state.online_sockets
    connection = Connection(websocket, websocket.app.state.services.online, sockets.limits)
    try:
        with sockets.one_more(client):
            await connection.serve()
    except ProblemError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have gone meanwhile
            await websocket.send_text(connection.wrong(error))
            await websocket.close(TRY_AGAIN_LATER)


class Connection:
    """One open socket, and the games that it is at."""

    def __init__(self, websocket: WebSocket, games: OnlineGames, limits: SocketLimits) -> None:
        self._websocket = websocket
        self._games = games
        self._limits = limits
        self._language = language_of(websocket)
        self._rooms: dict[str, tuple[Room, int | None]] = {}
        self._unsent: deque[str] = deque()
        self._filled = asyncio.Event()
        self._numbers = itertools.count(1)
        self._pinged: dict[int, float] = {}
        self._round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)
        self._heard = time.monotonic()

    async def serve(self) -> None:
        """Read and write until the socket closes or nothing more is heard."""
        tasks = [asyncio.create_task(work()) for work in (self._read, self._send, self._ping)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for room, _ in self._rooms.values():
                self._games.leave(room, self)
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, (WebSocketDisconnect, RuntimeError)):
                log.error("a socket failed", exc_info=error)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._websocket.close(TOO_SLOW)

    # -- what comes in ----------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        allowance = Allowances(self._limits.burst, self._limits.rate)
        while True:
            message = await self._websocket.receive()
            arrival = self._games.now()
            if message["type"] == "websocket.disconnect":
                return
            self._heard = time.monotonic()
            try:
                await self._take(self._parse(message.get("text")), arrival)
            except ProblemError as error:
                self.tell(self.wrong(error))
            except ValidationError as error:
                self.tell(self.wrong(invalid(error.errors(include_url=False))))
            allowance.spend(None, 1.0)
            await asyncio.sleep(allowance.wait(None))  # who writes too fast is read slowly

    def _parse(self, text: str | None) -> Any:
        if text is None:
            raise ProblemError(422, "no-text")
        if len(text) > self._limits.message:
            raise ProblemError(413, "message", limit=self._limits.message)
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ProblemError(422, "no-json", problem=str(error)[:100]) from None

    async def _take(self, data: Any, arrival: int) -> None:
        message = MESSAGE.validate_python(data)
        if isinstance(message, Do):
            self._do(message, arrival)
        elif isinstance(message, Pong):
            self._measure(message)
        else:
            await self._welcome(message)

    def _measure(self, pong: Pong) -> None:
        sent = self._pinged.pop(pong.n, None)
        if sent is not None:
            self._round_trips.append(time.monotonic() - sent)

    async def _welcome(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            self.tell(as_text({"type": "other-protocol", "protocol": PROTOCOL}))
            return
        games = [await self._enter(wanted) for wanted in hello.games]
        self.tell(as_text({"type": "welcome", "protocol": PROTOCOL, "games": games}))

    async def _enter(self, wanted: Entering) -> dict[str, Any]:
        """Be at a game from now on; returns how it stands. A game that is left out of a later `hello` is kept."""
        try:
            room = await self._games.room(wanted.id)
        except ProblemError as error:
            return {"id": wanted.id, "problem": self._problem(error)}
        known = self._rooms.get(room.game.id)
        if known is not None and known[0] is not room:
            self._games.leave(known[0], self)
        # Nothing can come between what is told here and what is told from now on, as nothing is waited for.
        seat = self._games.enter(room, self, wanted.token)
        self._rooms[room.game.id] = room, seat
        return self._games.shown(room, seat, wanted.seq)

    def _do(self, message: Do, arrival: int) -> None:
        room, seat = self._rooms.get(message.game, (None, None))
        nonce = message.nonce

        def done(event: Event | None, error: Exception | None) -> None:
            if isinstance(error, ProblemError):
                self.tell(self._refused(nonce, error))
            elif event is not None:
                self.tell(as_text({"type": "done", "nonce": nonce, "seq": event["seq"]}))

        try:
            if room is None:
                raise ProblemError(404, "no-game", id=message.game)
            lag = int(median(self._round_trips) * 1000) if self._round_trips else 0
            wish = Wish(nonce, message.seq, message.what, message.move, message.offer, message.used, arrival, lag)
            self._games.do(room, seat, wish, done)
        except ProblemError as error:
            self.tell(self._refused(nonce, error))

    # -- what goes out ----------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Send a message, soon and in its order."""
        self._unsent.append(text)
        self._filled.set()

    async def _send(self) -> None:
        while len(self._unsent) <= UNSENT:
            await self._filled.wait()
            while self._unsent and len(self._unsent) <= UNSENT:
                await self._websocket.send_text(self._unsent.popleft())
            if not self._unsent:
                self._filled.clear()

    async def _ping(self) -> None:
        while time.monotonic() - self._heard < SILENT:
            number = next(self._numbers)
            self._pinged = {number: time.monotonic()}
            self.tell(as_text({"type": "ping", "n": number}))
            await asyncio.sleep(PING)

    def wrong(self, error: ProblemError) -> str:
        """Return what is wrong with a message, as a message."""
        return as_text({"type": "wrong", "problem": self._problem(error)})

    def _refused(self, nonce: str, error: ProblemError) -> str:
        return as_text({"type": "refused", "nonce": nonce, "problem": self._problem(error)})

    def _problem(self, error: ProblemError) -> dict[str, Any]:
        return problem_of(error, self._language).model_dump(by_alias=True)
