"""Several processes that serve the same games from one PostgreSQL: what a move costs, and what is lost.

    python bench/processes.py cost        # processor time a move: one process, and four that share the players
    python bench/processes.py kills       # killed in turn under load, and the listeners cut for 30 seconds

Both start a PostgreSQL of their own, which writes to the disk before it answers, and end by themselves. Each row is
printed as a line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import signal
import socket
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from pairs import Pair, pair, serve, wait_for
from people import line_of, processor_seconds
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.storage.store import Store
from tests.server.postgres import SAFE, Postgres, postgres

PATIENCE = 60.0  # seconds after which a game is stuck
RESENT = 2.5  # seconds after which a player asks again, as in the page
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fieldstone listener'"


class Server:
    """A process that serves at one port, and can be started again there."""

    def __init__(self, address: str) -> None:
        self.address = address
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=(self.port, self.address))
        self.process.start()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.process.join()


@contextlib.contextmanager
def servers(database: Postgres, count: int) -> Iterator[list[Server]]:
    """Start some processes on a new database."""
    address = database.address(database.new())
    Store(address).close()
    running = [Server(address) for _ in range(count)]
    try:
        for one in running:
            wait_for(one.base)
        yield running
    finally:
        for one in running:
            one.kill()


# -- what a move costs ------------------------------------------------------------------------------------------------


async def cost(running: list[Server], asked: argparse.Namespace) -> dict[str, Any]:
    """Let pairs play whose players are at different processes, and return what a move costs all of them together."""
    moves = line_of(asked.size, asked.length)
    players = []
    for number in range(asked.games):
        first, second = running[number % len(running)], running[(number + 1) % len(running)]
        async with httpx.AsyncClient(base_url=first.base, timeout=PATIENCE) as client:
            one = await pair(first.base, asked.size, moves, client)
        await move_over(one, second)
        players.append(one)
    before, begun = [processor_seconds(one.pid) for one in running], time.perf_counter()

    async def play(one: Pair, at: int) -> None:
        for number in range(len(moves)):
            await asyncio.sleep(max(0.0, begun + (at + number * len(players)) / asked.rate - time.perf_counter()))
            await one.play(number)

    await asyncio.gather(*(play(one, at) for at, one in enumerate(players)))
    seconds = time.perf_counter() - begun
    used = sum(processor_seconds(one.pid) - then for one, then in zip(running, before, strict=True))
    delays = sorted(delay for one in players for delay in one.delays)
    for one in players:
        for each in one.sockets:
            await each.close()
    made = len(players) * len(moves)
    return {
        "processes": len(running),
        "size": asked.size,
        "games": len(players),
        "moves": made,
        "movesPerSecond": round(made / seconds, 1),
        "processorMsPerMove": round(1000 * used / made, 2),
        "msMedian": round(1000 * statistics.median(delays), 1),
        "ms99": round(1000 * delays[int(0.99 * len(delays))], 1),
    }


async def move_over(one: Pair, to: Server) -> None:
    """Let the second player of a pair come to another process."""
    await one.sockets[1].close()
    address = f"{to.base.replace('http', 'ws')}/api/online"
    there = await connect(address, compression=None, ping_interval=None)
    await there.send(
        json.dumps({"type": "hello", "protocol": PROTOCOL, "games": [{"id": one.game, "token": one.tokens[1]}]})
    )
    while json.loads(await there.recv())["type"] != "welcome":
        pass
    one.sockets[1] = there


def compare(database: Postgres, asked: argparse.Namespace) -> None:
    """Measure one process and several in turn, as the machine is not always equally busy."""
    found: dict[int, list[float]] = {1: [], asked.processes: []}
    for _ in range(asked.rounds):
        for count, rows in found.items():
            with servers(database, count) as running:
                row = asyncio.run(cost(running, asked))
            print(json.dumps(row), flush=True)
            rows.append(row["processorMsPerMove"])
    alone, shared = (min(rows) for rows in found.values())
    summary = {"oneMs": alone, f"of{asked.processes}Ms": shared, "times": round(shared / alone, 2)}
    print(json.dumps(summary), flush=True)


# -- what is lost -----------------------------------------------------------------------------------------------------


class Game:
    """Two players of one game, each at whichever process answers. What one was told must be there for ever."""

    def __init__(self, game: str, tokens: tuple[str, str], moves: list[str], bases: list[str]) -> None:
        self.game, self.tokens, self.moves, self.bases = game, tokens, moves, bases
        self.told: list[dict[int, Any]] = [{}, {}]
        self.wrong: list[str] = []

    async def play(self, seat: int, pace: float) -> None:
        """Play this seat's moves to the end of the line, coming back wherever a process is left."""
        at = random.randrange(len(self.bases))
        while self.made(seat) < len(self.moves):
            at = (at + 1) % len(self.bases)
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                async with asyncio.timeout(PATIENCE):
                    await self._sit(seat, self.bases[at], pace)
            await asyncio.sleep(0.1)

    def made(self, seat: int) -> int:
        return sum(event["kind"] == "move" for event in self.told[seat].values())

    async def _sit(self, seat: int, base: str, pace: float) -> None:
        address = f"{base.replace('http', 'ws')}/api/online"
        async with connect(address, compression=None, open_timeout=5) as line:
            await self._hello(line, seat)
            while not self.told[seat]:
                await self._hear(line, seat)
            while self.made(seat) < len(self.moves):
                number = self.made(seat)
                if number % 2 == seat:
                    await asyncio.sleep(random.uniform(0, 2 * pace))
                    sent = {"type": "do", "game": self.game, "nonce": f"n{number}", "seq": max(self.told[seat])}
                    await line.send(json.dumps({**sent, "what": "move", "move": self.moves[number]}))
                try:
                    async with asyncio.timeout(RESENT):
                        while self.made(seat) == number:
                            await self._hear(line, seat)
                except TimeoutError:
                    await self._hello(line, seat)  # as the page does when nothing is heard

    async def _hello(self, line: Any, seat: int) -> None:
        games = [{"id": self.game, "token": self.tokens[seat], "seq": max(self.told[seat], default=0)}]
        await line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "games": games}))

    async def _hear(self, line: Any, seat: int) -> None:
        message = json.loads(await line.recv())
        match message["type"]:
            case "ping":
                await line.send(json.dumps({"type": "pong", "n": message["n"]}))
            case "welcome":
                for event in message["games"][0].get("events", ()):
                    self._take(seat, event)
            case "event":
                around = ("type", "game", "clock", "now", "nonce")
                self._take(seat, {name: message[name] for name in message if name not in around})
            case "again" | "done":
                await self._hello(line, seat)
            case "refused":
                name = message["problem"]["type"].rpartition(":")[2]
                if name not in ("unwell", "busy", "online-turn", "online-stale"):  # which it would say again
                    self.wrong.append(f"{self.game}: seat {seat + 1} was refused: {name}")
                await self._hello(line, seat)

    def _take(self, seat: int, event: Any) -> None:
        known = self.told[seat].setdefault(event["seq"], event)
        if known != event:
            self.wrong.append(f"{self.game}: event {event['seq']} was told as {known} and as {event}")


async def torment(running: list[Server], database: Postgres, asked: argparse.Namespace) -> dict[str, Any]:
    """Let games be played while processes are killed in turn and listeners are cut, and count what is lost."""
    moves = line_of(asked.size, asked.length)
    bases = [one.base for one in running]
    games = []
    for number in range(asked.games):
        async with httpx.AsyncClient(base_url=bases[number % len(bases)], timeout=PATIENCE) as client:
            one = await pair(bases[number % len(bases)], asked.size, moves, client)
        for each in one.sockets:
            await each.close()
        games.append(Game(one.game, one.tokens, moves, bases))
    begun, trouble = time.monotonic(), Trouble(running, database, asked)
    trouble.start()
    pace = asked.games / asked.rate
    playing = [asyncio.create_task(one.play(seat, pace)) for one in games for seat in (0, 1)]
    await asyncio.to_thread(trouble.join)
    through, stuck = await asyncio.wait(playing, timeout=2 * len(moves) * pace + PATIENCE)
    for task in stuck:
        task.cancel()
    lost = doubled = 0
    async with httpx.AsyncClient(base_url=bases[0], timeout=PATIENCE) as client:
        for one in games:
            answer = await client.get(f"/api/online/games/{one.game}/events")
            kept = {event["seq"]: event for event in answer.raise_for_status().json()["events"]}
            lost += sum(kept.get(seq) != event for told in one.told for seq, event in told.items())
            made = [event["move"] for event in kept.values() if event["kind"] == "move"]
            doubled += made != moves[: len(made)]
    wrong = [problem for one in games for problem in one.wrong]
    wrong += [repr(task.exception()) for task in through if task.exception() is not None]
    for problem in wrong[:10]:
        print(problem, file=sys.stderr)
    return {
        "processes": len(running),
        "games": len(games),
        "moves": sum(len(one.moves) for one in games),
        "seconds": round(time.monotonic() - begun),
        "kills": trouble.kills,
        "cutSeconds": round(trouble.cut),
        "toldAndLost": lost,
        "doubled": doubled,
        "stuck": len(stuck),
        "wrong": len(wrong),
    }


class Trouble(threading.Thread):
    """Kills the processes in turn and starts each again; halfway it cuts all listeners again and again for a while."""

    def __init__(self, running: list[Server], database: Postgres, asked: argparse.Namespace) -> None:
        super().__init__()
        self._running, self._database, self._asked = running, database, asked
        self.kills, self.cut = 0, 0.0

    def run(self) -> None:
        half = self._asked.kills // 2
        for number in range(self._asked.kills):
            if number == half:
                self._cut(self._asked.cut)
            one = self._running[number % len(self._running)]
            one.kill()
            one.start()
            self.kills += 1
            wait_for(one.base)
            time.sleep(random.uniform(0, self._asked.pause))

    def _cut(self, seconds: float) -> None:
        begun = time.monotonic()
        while (so_far := time.monotonic() - begun) < seconds:
            self._database.execute(LISTENERS)
            time.sleep(0.05)
        self.cut = so_far


def main() -> int:
    """Do what was asked for; returns 1 where something was lost, doubled or stuck."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("cost", "kills"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, of all games together")
    parser.add_argument("--length", type=int, default=60, help="moves of a game")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3, help="of cost: how often each is measured")
    parser.add_argument("--kills", type=int, default=200, help="of kills: how often one of them is killed")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds at most until the next one is")
    parser.add_argument("--cut", type=float, default=30.0, help="seconds for which nobody hears of the others")
    asked = parser.parse_args()
    with postgres(SAFE) as database:
        if asked.what == "cost":
            compare(database, asked)
            return 0
        with servers(database, asked.processes) as running:
            row = asyncio.run(torment(running, database, asked))
        print(json.dumps(row), flush=True)
    return 1 if any(row[name] for name in ("toldAndLost", "doubled", "stuck", "wrong")) else 0


if __name__ == "__main__":
    sys.exit(main())
