"""People at a server, for measurements: games in its database, the server as a process, and its clients.

Clients write WebSocket frames by hand, and several processes of them share the work: what is measured is the server.
They connect from addresses 127.0.0.x of their own, as people do, since the server counts sockets by address.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import resource
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from fieldstone.server.online.schema import PROTOCOL

EACH = 50  # sockets from one address, of the 64 that are allowed
WORKERS = 2
HANDSHAKE = (
    "GET /api/online HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PATIENCE = 60.0
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Table(NamedTuple):
    """A game that two can sit down at, by its id and the tokens of its seats."""

    game: str
    tokens: tuple[str, str]


# -- the server --------------------------------------------------------------------------------------------------------


class Served:
    """A server as people start it, in a process of its own.

    Attributes
    ----------
    host, port : where it listens
    pid : of its process
    """

    def __init__(self, database: str, *arguments: str, port: int = 0) -> None:
        """Start it and wait until it is ready. `arguments` are further ones of `fieldstone serve`."""
        command = [sys.executable, "-m", "fieldstone.cli", "serve", "--no-open", "--port", str(port)]
        command += ["--database", database, "--allow-host", "bench.invalid", *arguments]
        around = {**os.environ, "PYTHONUNBUFFERED": "1", "FIELDSTONE_LANGUAGE": "en"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=around
        )
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if "http://" in line:
                break
        else:
            raise RuntimeError(f"the server has ended: {said[-500:]}")
        self.host, self.port = "127.0.0.1", int(line.split("http://")[1].split("/")[0].rpartition(":")[2])
        self.pid = self.process.pid
        self.said: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):  # it is closed
            self.said += self.process.stdout

    def processor_seconds(self) -> float:
        """Return the processor time that it has used."""
        return processor_seconds(self.pid)

    def megabytes(self) -> float:
        """Return what it has in memory."""
        return megabytes(self.pid)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Return what a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


@contextlib.contextmanager
def served(database: str, *arguments: str) -> Iterator[Served]:
    """Serve, and stop in the end."""
    one = Served(database, *arguments)
    try:
        yield one
    finally:
        one.stop()


def set_up(
    database: str,
    count: int,
    size: int,
    rules: Any,
    moves: Sequence[str] = (),
    deadline: Callable[[int, int], int] | None = None,
) -> list[Table]:
    """Write games into a database, made if need be, that are being played, after these moves.

    `deadline` gives that of the game with a number, from the moment at which all are written.
    """
    from fieldstone.play.game import load
    from fieldstone.server.online import clocks, rights
    from fieldstone.server.online.game import Phase, Taker, new_game
    from fieldstone.server.storage.online import Change
    from fieldstone.server.storage.store import Store
    from fieldstone.server.storage.writing import Writing

    store = Store(database)
    writing, now = Writing(store.engine), int(time.time() * 1000)
    state, tables, change = load("vacu", size=size).new_state(), [], Change()
    for number in range(count):
        tokens = (secrets.token_urlsafe(18), secrets.token_urlsafe(18))
        name, hashes = secrets.token_hex(6), dict(enumerate(map(rights.hash_of, tokens), start=1))
        takers = {seat: Taker(hashed) for seat, hashed in hashes.items()}
        game = new_game(name, hashes[1], None, state.copy(), rules, takers, now)
        game.phase, game.clock = Phase.PLAYING, clocks.started(game.clock, game.state.seat, now)
        events = []
        for move in moves:
            cost = clocks.spent(rules, game.clock, now, 0, 0)
            events.append(game.event_row(game.move(game.on_move, move, now, cost), None))
        if deadline is not None:
            game.deadline = deadline(number, now)
        change.new.append(game.row())
        change.events += events
        change.seats += map(game.seat_row, takers)
        tables.append(Table(name, tokens))
        if len(change.new) == 1000 or number == count - 1:
            writing.write([change])
            change = Change()
    writing.close()
    store.close()
    return tables


def line_of(size: int, length: int) -> list[str]:
    """Return moves of Vacu that can be played one after the other."""
    from fieldstone.play.game import load

    state = load("vacu", size=size).new_state()
    moves: list[str] = []
    while state.outcome is None and len(moves) < length:
        points = [move.text for move in state.legal_moves() if move.text not in ("pass", "button")]
        moves.append(points[(7 * len(moves)) % len(points)] if points else state.legal_moves()[0].text)
        state.play(moves[-1])
    return moves


# -- the clients -------------------------------------------------------------------------------------------------------


class Client(asyncio.Protocol):
    """One WebSocket. Pings are answered; all else goes to `heard`."""

    def __init__(self, host: str, hello: dict[str, Any], heard: Callable[[Client, bytes], None]) -> None:
        self.hello, self.heard = hello, heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._head = HANDSHAKE.format(host=host).encode()
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._head)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("closed before it was ready"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.ready.set_exception(ConnectionError((head + rest).decode(errors="replace")[:300]))
                self.close()
                return
            self._open, self._buffer = True, rest
            self.say(**self.hello)
        while (frame := self._next()) is not None:
            self._take(*frame)

    def _next(self) -> tuple[int, bytes] | None:
        """Take a whole frame out of the buffer."""
        buffer, start = self._buffer, 2
        if len(buffer) < start:
            return None
        length = buffer[1]
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length or len(buffer) < start:
            return None
        self._buffer = buffer[start + length :]
        return buffer[0] & 15, buffer[start : start + length]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.close()
        elif payload.startswith(b'{"type":"ping"'):
            self._send(TEXT, payload.replace(b"ping", b"pong", 1))
        elif payload.startswith(b'{"type":"welcome"'):
            self.heard(self, payload)
            if not self.ready.done():
                self.ready.set_result(None)
        else:
            self.heard(self, payload)

    def say(self, **message: Any) -> None:
        """Send a message."""
        self._send(TEXT, json.dumps(message, separators=(",", ":")).encode())

    def _send(self, kind: int, payload: bytes) -> None:
        """Send a frame: masked, as it has to be, by zeros, which change nothing."""
        assert self._transport is not None
        length = len(payload)
        head = bytes((0x80 | kind, 0x80 | length)) if length < 126 else bytes((0x80 | kind, 0xFE, *divmod(length, 256)))
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


def ignored(client: Client, payload: bytes) -> None:
    """Hear something, and do nothing."""


def address_of(number: int) -> str:
    """Return the address from which a client connects that has a number."""
    place = 1 + number // EACH
    return f"127.0.{1 + place // 250}.{1 + place % 250}"


async def connected(
    at: tuple[str, int], number: int, hello: dict[str, Any], heard: Callable[[Client, bytes], None] = ignored
) -> Client:
    """Return a client that has been welcomed, from the address that belongs to its number."""
    loop = asyncio.get_running_loop()
    made = Client(f"{at[0]}:{at[1]}", {"type": "hello", "protocol": PROTOCOL, **hello}, heard)
    await loop.create_connection(lambda: made, *at, local_addr=(address_of(number), 0))
    async with asyncio.timeout(PATIENCE):  # `wait_for` of Python 3.11 can swallow that somebody cancels
        await made.ready
    return made


async def all_connected(wanted: Sequence[Any], connect: Callable[[Any], Any], at_once: int = 20) -> list[Any]:
    """Connect many, some at a time, as the server has to shake hands with each."""
    gate = asyncio.Semaphore(at_once)

    async def one(what: Any) -> Any:
        async with gate:
            return await connect(what)

    return await asyncio.gather(*map(one, wanted))


def in_processes(
    work: Callable[..., Any], parts: Sequence[tuple[Any, ...]], meanwhile: Callable[[], Any]
) -> tuple[list[Any], Any]:
    """Do work in a process for each part; `meanwhile` is called as soon as all have connected. Returns what they give.

    `work` gets its part and what it calls when it has connected.
    """
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, ProcessPoolExecutor(len(parts), context) as pool:
        begin = manager.Barrier(len(parts) + 1)
        futures = [pool.submit(_at_a_sign, work, part, begin) for part in parts]
        with contextlib.suppress(threading.BrokenBarrierError):  # one of them says why
            begin.wait(4 * PATIENCE)
        found = meanwhile()
        return [one.result() for one in futures], found


def _at_a_sign(work: Callable[..., Any], part: tuple[Any, ...], begin: Any) -> Any:
    """Do work in this process; whoever waits for it does not wait in vain."""
    raise_files()

    async def ready() -> None:
        await asyncio.to_thread(begin.wait)

    try:
        return asyncio.run(work(*part, ready))
    except BaseException:
        begin.abort()
        raise


def end_tidily() -> None:
    """Let whoever ends this program by its number end its servers, too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def raise_files() -> int:
    """Return how many files and sockets this process may have open, as many as it is allowed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize
