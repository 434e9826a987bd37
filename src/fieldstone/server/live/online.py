"""The WebSocket at /api/online: games between people, as they happen."""

import asyncio
import contextlib
import itertools
from collections import deque
from statistics import median
from typing import Any

from fastapi import APIRouter, FastAPI, WebSocket
from starlette.websockets import WebSocketDisconnect

from fieldstone.server.http.signed import person_of, token_in
from fieldstone.server.live.sockets import SocketLimits, Sockets, Talk, serve
from fieldstone.server.online.fair_play import depends_on_blocks
from fieldstone.server.online.game import Event
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.online.rights import Who, hash_of, seat_of
from fieldstone.server.online.room import Command, Room
from fieldstone.server.online.schema import MESSAGE, MOST_GAMES, PROTOCOL, Do, Entering, Hello, Pong
from fieldstone.server.online.told import as_text
from fieldstone.server.problems import ProblemError
from fieldstone.server.services import Services

PING = 5.0  # seconds between two
SILENT = 20.0  # seconds without a word after which somebody has gone
ROUND_TRIPS = 5  # of which the median counts
UNSENT = 500  # messages that may wait for a slow reader, who then has to come again
ROOM = 65_536  # characters that may wait before nothing more is read from whoever does not read
TOO_SLOW = 1013

LIMITS = SocketLimits(sockets=10_000, sockets_each=64, message=4096)

router = APIRouter()


def install(app: FastAPI, limits: SocketLimits = LIMITS) -> None:
    """Give an application this WebSocket; its `state.services` must be there before the first connection."""
    app.state.online_sockets = Sockets(limits)
    app.include_router(router)


@router.websocket("/api/online")
async def online(websocket: WebSocket) -> None:
    """Serve one socket until it closes."""
    sockets: Sockets = websocket.app.state.online_sockets
    services: Services = websocket.app.state.services
    assert services.online is not None  # else this address is not there
    connection = Connection(websocket, services.online, sockets.limits)
    token = token_in(websocket)
    with contextlib.ExitStack() as watched:
        if services.accounts is not None and token:  # from before it is asked whose it is: they may be signing out
            watched.enter_context(services.online.signed.watch(hash_of(token), connection.end))
            connection.person = await person_of(websocket, services)
            if connection.person is None:
                watched.close()
        await serve(sockets, websocket, connection)


class Connection(Talk):
    """One open socket, and the games that it is at. `person` is who has signed in."""

    def __init__(self, websocket: WebSocket, games: OnlineGames, limits: SocketLimits) -> None:
        super().__init__(websocket, limits)
        self.person: str | None = None
        self._games = games
        self._ended = asyncio.Event()
        self._rooms: dict[str, tuple[Room, Who]] = {}
        self._unsent: deque[str] = deque()
        self._filled = asyncio.Event()
        self._waiting = 0  # characters
        self._sent = asyncio.Event()
        self._numbers = itertools.count(1)
        self._pinged: dict[int, float] = {}
        self._round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)
        self._looking: set[asyncio.Task[None]] = set()
        self._time = asyncio.get_running_loop().time
        self._heard = self._time()

    async def serve(self) -> None:
        """Read and write until the socket closes or nothing more is heard."""
        try:
            await self.until_first(self.read, self._send, self._ping, self._wait_for_end)
        finally:
            self._games.lobby.leave(self)
            self._games.challenges.leave(self.person, self)
            for room, _ in self._rooms.values():
                self._games.leave(room, self)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._websocket.close(TOO_SLOW)

    def end(self) -> None:
        """Close the socket: whoever has opened it has signed out."""
        self._ended.set()

    async def _wait_for_end(self) -> None:
        await self._ended.wait()

    # -- what comes in ----------------------------------------------------------------------------------------------

    async def take(self, data: Any) -> None:
        """Do what a message wants. Raises ProblemError or ValidationError."""
        arrival = self._games.now()
        self._heard = self._time()
        message = MESSAGE.validate_python(data)
        if isinstance(message, Do):
            self._do(message, arrival)
        elif isinstance(message, Pong):
            self._measure(message)
        else:
            await self._welcome(message)

    def refuse(self, error: ProblemError, data: Any) -> None:
        """Say what is wrong with a message."""
        self._heard = self._time()
        self.tell(self.error_text(error))

    def weight(self, data: Any) -> float:
        """Return how much of the allowance a message takes: each game that is named may have to be read."""
        games = data.get("games") if isinstance(data, dict) else None
        return 1.0 + (min(len(games), MOST_GAMES) if isinstance(games, list) else 0)

    async def has_room(self) -> None:
        """Wait while much waits to be sent: what is answered would pile up."""
        while self._waiting > ROOM:
            self._sent.clear()
            await self._sent.wait()

    def _measure(self, pong: Pong) -> None:
        sent = self._pinged.pop(pong.n, None)
        if sent is not None:
            self._round_trips.append(self._time() - sent)

    async def _welcome(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            self.tell(as_text({"type": "other-protocol", "protocol": PROTOCOL}))
            return
        named = {wanted.id: wanted for wanted in hello.games}
        for game in self._rooms.keys() - named.keys():
            room, _ = self._rooms.pop(game)
            self._games.leave(room, self)
        games = [await self._enter(wanted) for wanted in named.values()]
        self.tell(as_text({"type": "welcome", "protocol": PROTOCOL, "games": games}))
        if hello.lobby:
            self._games.lobby.enter(self)
        else:
            self._games.lobby.leave(self)
        if not hello.challenges:
            self._games.challenges.leave(self.person, self)
        elif self.person is not None:
            await self._games.challenges.enter(self.person, self)

    async def _enter(self, wanted: Entering) -> dict[str, Any]:
        """Be at a game from now on; returns how it stands."""
        who = Who(wanted.token, self.person)
        try:
            room = await self._games.room(wanted.id, wanted.seq, who)
        except ProblemError as error:
            return {"id": wanted.id, "problem": self.problem(error)}
        known = self._rooms.get(room.game.id)
        if known is not None and known[0] is not room:
            self._games.leave(known[0], self)
        # Nothing can come between what is told here and what is told from now on, as nothing is waited for.
        self._games.enter(room, self, who)
        self._rooms[room.game.id] = room, who
        return self._games.shown(room, who, wanted.seq)

    def _do(self, message: Do, arrival: int) -> None:
        if message.game not in self._rooms:
            # Its `hello` has got lost, or comes after it. That is no refusal: it may have been done before.
            self.tell(as_text({"type": "again", "game": message.game}))
            return
        room, who = self._rooms[message.game]
        seat = seat_of(room.game, who)  # anew each time: a token may have been revoked since `hello`
        lag = int(median(self._round_trips) * 1000) if self._round_trips else 0
        asked = (message.nonce, message.seq, message.what, message.move, message.about, message.used, arrival, lag)
        command = Command(*asked, sender=self)
        if seat is not None and depends_on_blocks(command.what, command.about):
            # Nothing waits for it: a move that comes meanwhile is not to be later by that.
            task = asyncio.create_task(self._look_and_carry_out(room, seat, command))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)
        else:
            self._carry_out(room, seat, command)

    async def _look_and_carry_out(self, room: Room, seat: int, command: Command) -> None:
        try:
            await self._games.fair_play.look(room.game)
        except ProblemError as error:
            self.tell(self._refused(command.nonce, error))
        else:
            self._carry_out(room, seat, command)

    def _carry_out(self, room: Room, seat: int | None, command: Command) -> None:
        def done(event: Event | None, error: Exception | None) -> None:
            if isinstance(error, ProblemError):
                self.tell(self._refused(command.nonce, error))
            elif event is not None:
                self.tell(as_text({"type": "done", "nonce": command.nonce, "seq": event["seq"]}))

        try:
            self._games.do(room, seat, command, done)
        except ProblemError as error:
            self.tell(self._refused(command.nonce, error))

    # -- what goes out ----------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Send a message, soon and in its order."""
        self._unsent.append(text)
        self._waiting += len(text)
        self._filled.set()

    async def _send(self) -> None:
        while len(self._unsent) <= UNSENT:
            await self._filled.wait()
            while self._unsent and len(self._unsent) <= UNSENT:
                text = self._unsent.popleft()
                await self._websocket.send_text(text)
                self._waiting -= len(text)
                self._sent.set()
            if not self._unsent:
                self._filled.clear()

    async def _ping(self) -> None:
        while self._time() - self._heard < SILENT and len(self._unsent) <= UNSENT:
            number = next(self._numbers)
            self._pinged = {number: self._time()}
            self.tell(as_text({"type": "ping", "n": number}))
            await asyncio.sleep(PING)

    def error_text(self, error: ProblemError, name: str | None = None) -> str:
        """Return what is wrong with a message, as a message."""
        return as_text({"type": "wrong", "problem": self.problem(error)})

    def _refused(self, nonce: str, error: ProblemError) -> str:
        return as_text({"type": "refused", "nonce": nonce, "problem": self.problem(error)})
