"""What a move costs where several processes serve the same games from one PostgreSQL.

    python bench/processes.py               # processor time a move: one process, and four that share the players
    python bench/processes.py --rate 160    # of more moves a second

It starts a PostgreSQL of its own, which writes to the disk before it answers, and ends by itself. Each row is printed
as a line of JSON. What is lost when processes are killed is measured by `bench/kills.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from people import Client, Served, Table, connected, line_of, set_up

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fieldstone.server.online import clocks
from fieldstone.server.storage.store import Store
from tests.server.postgres import SAFE, Postgres, postgres

PATIENCE = 60.0  # seconds for a move to be told


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


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, of all games together")
    parser.add_argument("--length", type=int, default=60, help="moves of a game")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    asked = parser.parse_args()
    with postgres(SAFE) as database:
        compare(database, asked)


if __name__ == "__main__":
    main()
