"""Games between people without a network and without waiting: a clock that the test turns, and lines that it breaks."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.websockets import WebSocketDisconnect

from fieldstone.server.live.online import LIMITS, Connection
from fieldstone.server.metrics import Histogram
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.online.writer import Job, Writer, _tell

T = TypeVar("T")
RESENT = 2.5  # seconds, as in the page
SILENT = 12.0
LEAP = 1.0


class TurnedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only where everybody waits, and then at once; threads are not used."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000.0
        self._wait, self._selector.select = self._selector.select, self._skip  # type: ignore[attr-defined]

    def _skip(self, timeout: float | None) -> Any:
        self.now += timeout or 0.0
        return self._wait(0)

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class HeldWriter(Writer):
    """A writer that writes when the test says so."""

    def __init__(self, engine: Any) -> None:
        super().__init__(engine, Histogram())
        self.held: list[Job] = []

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def put(self, job: Job) -> None:
        self.held.append(job)

    def write_some(self, count: int) -> None:
        """Write the first of what waits, together."""
        jobs, self.held = self.held[:count], self.held[count:]
        if jobs:
            self._write(jobs)

    def fail(self) -> None:
        """Let the disk refuse the first job."""
        if self.held:
            job = self.held.pop(0)
            job.fate.error = job.fate.error or OSError("no space left")
            _tell([(job, job.fate.error)])


class Line:
    """A WebSocket as the server sees it, with all that is on its way in both directions."""

    def __init__(self) -> None:
        self.query_params: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self.up: list[str] = []
        self.down: list[str] = []
        self.cut = False
        self._arrived: deque[dict[str, Any]] = deque()
        self._filled = asyncio.Event()

    def arrive(self, text: str) -> None:
        """Let the server read a message."""
        self._arrived.append({"type": "websocket.receive", "text": text})
        self._filled.set()

    def hang_up(self) -> None:
        """Close both ends; what is on its way is lost."""
        self.cut = True
        self.up.clear()
        self.down.clear()
        self._arrived.append({"type": "websocket.disconnect"})
        self._filled.set()

    async def receive(self) -> dict[str, Any]:
        while not self._arrived:
            self._filled.clear()
            await self._filled.wait()
        return self._arrived.popleft()

    async def send_text(self, text: str) -> None:
        if self.cut:
            raise WebSocketDisconnect(1006)
        self.down.append(text)

    async def close(self, code: int = 1000) -> None:
        self.cut = True


class Client:
    """What a page does: it asks for what it has missed, and says again what has had no answer."""

    def __init__(self, game: str, token: str | None) -> None:
        self.game, self.token = game, token
        self.events: list[Any] = []
        self.waiting: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.line: Line | None = None
        self._task: asyncio.Task[None] | None = None
        self._heard = self._said = 0.0
        self._asks = False

    @property
    def seq(self) -> int:
        return len(self.events)

    def open(self, games: OnlineGames) -> None:
        """Open a new line, and say everything that has had no answer."""
        self.hang_up()
        self.line = Line()
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(Connection(self.line, games, LIMITS).serve())  # type: ignore[arg-type]
        self._heard = self._said = loop.time()
        self._hello()
        for nonce in self.waiting:
            self._send(nonce)

    def hang_up(self) -> None:
        """Lose the line."""
        if self.line is not None:
            self.line.hang_up()
            self.line = None

    def act(self, nonce: str, **command: Any) -> None:
        """Want something, and send it if there is a line."""
        self.waiting[nonce] = {"seq": self.seq, **command}
        self._send(nonce)

    def tick(self, games: OnlineGames) -> None:
        """Do what is due: say something again, or take the line for dead."""
        now = asyncio.get_running_loop().time()
        if self.line is None or self.line.cut or now - self._heard > SILENT:
            self.open(games)
        elif now - self._said >= RESENT:
            self._said = now
            for nonce in self.waiting:
                self._send(nonce)

    def hear(self, text: str) -> None:
        """Take a message."""
        self._heard = asyncio.get_running_loop().time()
        message = json.loads(text)
        match message["type"]:
            case "ping":
                self._say(type="pong", n=message["n"])
            case "welcome":
                self._asks = False
                for event in message["games"][0]["events"]:
                    self._take(event)
            case "event":
                around = ("type", "game", "clock", "now", "nonce")
                self._take({name: message[name] for name in message if name not in around})
                if "nonce" in message:
                    self._answer(message)
            case "done" | "refused":
                self._answer(message)
                if message.get("seq", 0) > self.seq:
                    self._hello()
            case "again":
                self._hello()

    def _answer(self, message: Any) -> None:
        """Take the answer to something; however often it comes, it is the same."""
        self.waiting.pop(message["nonce"], None)
        known = self.answers.setdefault(message["nonce"], message)
        assert known.get("seq") == message.get("seq"), (known, message)

    def _take(self, event: Any) -> None:
        if event["seq"] == self.seq + 1:
            self.events.append(event)
        elif event["seq"] > self.seq + 1 and not self._asks:
            self._hello()
        elif event["seq"] <= self.seq:
            assert self.events[event["seq"] - 1] == event  # what has been told is told the same again

    def _hello(self) -> None:
        self._asks = True
        games = [{"id": self.game, "token": self.token, "seq": self.seq}]
        self._say(type="hello", protocol=PROTOCOL, games=games)

    def _send(self, nonce: str) -> None:
        self._say(type="do", game=self.game, nonce=nonce, **self.waiting[nonce])

    def _say(self, **message: Any) -> None:
        if self.line is not None and not self.line.cut:
            self.line.up.append(json.dumps(message))


class World:
    """A server and its time. What it shall do is written to the disk when the test says so."""

    def __init__(self, engine: Any, kernels: Any) -> None:
        self.engine, self.kernels = engine, kernels
        self.loop = TurnedLoop()
        self.games = self._serve()

    def _serve(self) -> OnlineGames:
        loop = self.loop
        games = OnlineGames(self.engine, self.kernels, wall=loop.time, monotonic=loop.time)
        self.writer = games._writer = HeldWriter(self.engine)
        self.do(games.start())
        return games

    def do(self, work: Awaitable[T]) -> T:
        """Do something to its end; what it wants to have written is written."""

        async def whole() -> T:
            task = asyncio.ensure_future(work)
            while not task.done():
                if hasattr(self, "writer"):
                    self.writer.write_some(len(self.writer.held))
                await asyncio.sleep(0)
            return await task

        return self.loop.run_until_complete(whole())

    def settle(self, *work: Callable[[], None]) -> None:
        """Do some things in the event loop, and what follows at once."""

        async def soon() -> None:
            for one in work:
                one()
            for _ in range(40):
                await asyncio.sleep(0)

        self.loop.run_until_complete(soon())

    def wait(self, seconds: float) -> None:
        """Let time pass; days pass at once, and what was to be done often meanwhile is done once."""
        if seconds > LEAP:
            self.loop.now += seconds - LEAP
        self.loop.run_until_complete(asyncio.sleep(min(seconds, LEAP)))

    def crash(self) -> None:
        """Let the server die, with all that is not on the disk, and another one begin."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.settle()
        self.games = self._serve()

    def close(self) -> None:
        """End everything."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.settle()
        self.loop.close()
