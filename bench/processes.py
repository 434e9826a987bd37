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
import random
import signal
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from people import Client, Served, Table, connected, line_of, set_up

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fieldstone.server.online import clocks
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.storage.store import Store
from tests.server.postgres import SAFE, Postgres, postgres

PATIENCE = 60.0  # seconds after which a game is stuck
RESENT = 2.5  # seconds after which a player asks again, as in the page
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fieldstone listener'"


@contextlib.contextmanager
def servers(database: Postgres, count: int) -> Iterator[tuple[str, list[Served]]]:
    """Start some processes on a new database; with its address."""
    address = database.address(database.new())
    Store(address).close()
    running: list[Served] = []
    try:
        for _ in range(count):
            running.append(Served(address))
        yield address, running
    finally:
        for one in running:
            one.kill()


def games(address: str, asked: argparse.Namespace) -> list[Table]:
    """Write the games that are to be played."""
    return set_up(address, asked.games, asked.size, clocks.Rules("days", clocks.DAY))


# -- what a move costs ------------------------------------------------------------------------------------------------


class Pair:
    """Two players of one game, who play legal moves of a line that was made before."""

    def __init__(self, table: Table, moves: list[str]) -> None:
        self.moves, self.delays, self._table = moves, list[float](), table
        self._clients: list[Client] = []
        self._heard: tuple[asyncio.Queue[bytes], asyncio.Queue[bytes]] = (asyncio.Queue(), asyncio.Queue())

    async def sit(self, seat: int, number: int, at: Served) -> None:
        """Let a player come to a process; the first one before the second."""
        hello = {"games": [{"id": self._table.game, "token": self._table.tokens[seat]}]}
        heard = self._heard[seat]
        client = await connected((at.host, at.port), number, hello, lambda _, payload: heard.put_nowait(payload))
        self._clients.append(client)

    async def play(self, number: int) -> None:
        """Make the next move, and wait until the other player has it."""
        seat = number % 2
        begun = time.perf_counter()
        command = {"type": "do", "game": self._table.game, "nonce": f"n{number}", "seq": number, "what": "move"}
        self._clients[seat].say(**command, move=self.moves[number])
        await self._hear(1 - seat)
        self.delays.append(time.perf_counter() - begun)
        await self._hear(seat)

    async def _hear(self, seat: int) -> None:
        """Wait for the next event."""
        async with asyncio.timeout(PATIENCE):
            while not (payload := await self._heard[seat].get()).startswith(b'{"type":"event"'):
                if payload.startswith(b'{"type":"refused"'):
                    raise AssertionError(payload)

    def leave(self) -> None:
        for one in self._clients:
            one.close()


async def cost(address: str, running: list[Served], asked: argparse.Namespace) -> dict[str, Any]:
    """Let pairs play whose players are at different processes, and return what a move costs all of them together."""
    moves = line_of(asked.size, asked.length)
    players = []
    for number, table in enumerate(games(address, asked)):
        players.append(Pair(table, moves))
        for seat in (0, 1):
            await players[-1].sit(seat, 2 * number + seat, running[(number + seat) % len(running)])
    before, begun = [one.processor_seconds() for one in running], time.perf_counter()

    async def play(one: Pair, at: int) -> None:
        for number in range(len(moves)):
            await asyncio.sleep(max(0.0, begun + (at + number * len(players)) / asked.rate - time.perf_counter()))
            await one.play(number)

    await asyncio.gather(*(play(one, at) for at, one in enumerate(players)))
    seconds = time.perf_counter() - begun
    used = sum(one.processor_seconds() - then for one, then in zip(running, before, strict=True))
    delays = sorted(delay for one in players for delay in one.delays)
    for one in players:
        one.leave()
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


def compare(database: Postgres, asked: argparse.Namespace) -> None:
    """Measure one process and several in turn, as the machine is not always equally busy."""
    found: dict[int, list[float]] = {1: [], asked.processes: []}
    for _ in range(asked.rounds):
        for count, rows in found.items():
            with servers(database, count) as (address, running):
                row = asyncio.run(cost(address, running, asked))
            print(json.dumps(row), flush=True)
            rows.append(row["processorMsPerMove"])
    alone, shared = (min(rows) for rows in found.values())
    summary = {"oneMs": alone, f"of{asked.processes}Ms": shared, "times": round(shared / alone, 2)}
    print(json.dumps(summary), flush=True)


# -- what is lost -----------------------------------------------------------------------------------------------------


class Game:
    """Two players of one game, each at whichever process answers. What one was told must be there for ever."""

    def __init__(self, table: Table, moves: list[str], ports: list[int]) -> None:
        self.game, self.tokens, self.moves, self.ports = table.game, table.tokens, moves, ports
        self.told: list[dict[int, Any]] = [{}, {}]
        self.wrong: list[str] = []

    async def play(self, seat: int, number: int, pace: float) -> None:
        """Play this seat's moves to the end of the line, coming back wherever a process is left.

        `number` is that of the player, by which the address is chosen that the line comes from.
        """
        at = random.randrange(len(self.ports))
        while self.made(seat) < len(self.moves):
            at = (at + 1) % len(self.ports)
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._sit(seat, number, self.ports[at], pace)
            await asyncio.sleep(0.1)

    def made(self, seat: int) -> int:
        return sum(event["kind"] == "move" for event in self.told[seat].values())

    async def _sit(self, seat: int, number: int, port: int, pace: float) -> None:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        hello = self._hello(seat)
        line = await connected(("127.0.0.1", port), number, hello, lambda _, payload: heard.put_nowait(payload))
        try:
            self._hear(line, seat, await heard.get())  # the welcome
            while self.made(seat) < len(self.moves) and not line.lost:
                made = self.made(seat)
                if made % 2 == seat:
                    await asyncio.sleep(random.uniform(0, 2 * pace))
                    sent = {"type": "do", "game": self.game, "nonce": f"n{made}"}
                    line.say(**sent, seq=max(self.told[seat], default=0), what="move", move=self.moves[made])
                try:
                    async with asyncio.timeout(RESENT):
                        while self.made(seat) == made:
                            self._hear(line, seat, await heard.get())
                except TimeoutError:
                    self._ask(line, seat)  # as the page does when nothing is heard
        finally:
            line.close()

    def _hello(self, seat: int) -> dict[str, Any]:
        seq = max(self.told[seat], default=0)
        return {"games": [{"id": self.game, "token": self.tokens[seat], "seq": seq}]}

    def _ask(self, line: Client, seat: int) -> None:
        """Ask what there is that is not known."""
        line.say(type="hello", protocol=PROTOCOL, **self._hello(seat))

    def _hear(self, line: Client, seat: int, payload: bytes) -> None:
        message = json.loads(payload)
        match message["type"]:
            case "welcome":
                for event in message["games"][0].get("events", ()):
                    self._take(seat, event)
            case "event":
                around = ("type", "game", "clock", "now", "nonce")
                self._take(seat, {name: message[name] for name in message if name not in around})
            case "again" | "done":
                self._ask(line, seat)
            case "refused":
                name = message["problem"]["type"].rpartition(":")[2]
                if name not in ("unwell", "busy", "online-turn", "online-stale"):  # which it would say again
                    self.wrong.append(f"{self.game}: seat {seat + 1} was refused: {name}")
                self._ask(line, seat)

    def _take(self, seat: int, event: Any) -> None:
        known = self.told[seat].setdefault(event["seq"], event)
        if known != event:
            self.wrong.append(f"{self.game}: event {event['seq']} was told as {known} and as {event}")


async def torment(address: str, running: list[Served], database: Postgres, asked: argparse.Namespace) -> dict[str, Any]:
    """Let games be played while processes are killed in turn and listeners are cut, and count what is lost."""
    moves = line_of(asked.size, asked.length)
    all_of = [Game(table, moves, [one.port for one in running]) for table in games(address, asked)]
    at = f"http://{running[0].host}:{running[0].port}"
    begun, trouble = time.monotonic(), Trouble(address, running, database, asked)
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, trouble.stop)
    trouble.start()
    pace = asked.games / asked.rate
    players = enumerate((one, seat) for one in all_of for seat in (0, 1))
    playing = [asyncio.create_task(one.play(seat, number, pace)) for number, (one, seat) in players]
    await asyncio.to_thread(trouble.join)
    through, stuck = await asyncio.wait(playing, timeout=2 * len(moves) * pace + PATIENCE)
    for task in stuck:
        task.cancel()
    lost = doubled = 0
    async with httpx.AsyncClient(base_url=at, timeout=PATIENCE) as client:
        for one in all_of:
            answer = await client.get(f"/api/online/games/{one.game}/events")
            kept = {event["seq"]: event for event in answer.raise_for_status().json()["events"]}
            lost += sum(kept.get(seq) != event for told in one.told for seq, event in told.items())
            made = [event["move"] for event in kept.values() if event["kind"] == "move"]
            doubled += made != moves[: len(made)]
    wrong = [problem for one in all_of for problem in one.wrong]
    wrong += [repr(task.exception()) for task in through if task.exception() is not None]
    for problem in wrong[:10]:
        print(problem, file=sys.stderr)
    return {
        "processes": len(running),
        "games": len(all_of),
        "moves": sum(len(one.moves) for one in all_of),
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

    def __init__(self, address: str, running: list[Served], database: Postgres, asked: argparse.Namespace) -> None:
        super().__init__()
        self._address = address
        self._running, self._database, self._asked = running, database, asked
        self._stopped = threading.Event()
        self.kills, self.cut = 0, 0.0

    def stop(self) -> None:
        """Kill nobody any more; what has been found until then is told."""
        self._stopped.set()

    def run(self) -> None:
        half = self._asked.kills // 2
        for number in range(self._asked.kills):
            if self._stopped.is_set():
                break
            print(f"\r{self.kills} of {self._asked.kills} kills ", end="", file=sys.stderr, flush=True)
            if number == half:
                self._cut(self._asked.cut)
            at = number % len(self._running)
            self._running[at].kill()
            self._running[at] = Served(self._address, port=self._running[at].port)
            self.kills += 1
            self._stopped.wait(random.uniform(0, self._asked.pause))

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
        with servers(database, asked.processes) as (address, running):
            row = asyncio.run(torment(address, running, database, asked))
        print(json.dumps(row), flush=True)
    return 1 if any(row[name] for name in ("toldAndLost", "doubled", "stuck", "wrong")) else 0


if __name__ == "__main__":
    sys.exit(main())
