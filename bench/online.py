"""Games between people: what a move costs the server, what is told of it, how soon it arrives, and the way back.

`python bench/online.py` starts a server of its own on the loopback, lets pairs of players play over its WebSocket, and
ends by itself. Each row is printed as a line of JSON.
"""

import argparse
import asyncio
import json
import multiprocessing
import resource
import secrets
import socket
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from fieldstone.play.game import load
from fieldstone.server.app import create_app
from fieldstone.server.live.sockets import SocketLimits
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.settings import Settings, sqlite_address
from fieldstone.warm import TO_PLAY, warm_up

DAYS = {"kind": "days", "days": 1}
BEHIND = 60  # events that a player has missed
BACK = 5  # times that each comes back
LIMITS = SocketLimits(sockets=10_000, sockets_each=10_000, message=4096)


def serve(port: int, database: str) -> None:
    """Serve until the process is ended."""
    warm_up(["vacu"], parts=TO_PLAY)
    settings = Settings(database=database, warm=False, online=True, invitations=1_000_000)
    app = create_app(settings)
    app.state.online_sockets.limits = LIMITS
    uvicorn.run(app, port=port, log_level="critical", ws_per_message_deflate=False)


class Pair:
    """Two players of one game, who play legal moves of a line that was made before."""

    def __init__(self, game: str, tokens: tuple[str, str], sockets: list[ClientConnection], moves: list[str]) -> None:
        self.game, self.tokens, self.sockets, self.moves = game, tokens, sockets, moves
        self.told: list[int] = []
        self.delays: list[float] = []

    async def come_back(self, base: str, behind: int) -> float:
        """Return in how many seconds a player has all that is missing, beginning with a new connection."""
        begun = time.perf_counter()
        async with connect(f"{base.replace('http', 'ws')}/api/online", compression=None, ping_interval=None) as socket:
            wanted = {"id": self.game, "token": self.tokens[0], "seq": 1 + len(self.moves) - behind}
            await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "games": [wanted]}))
            while (message := json.loads(await socket.recv()))["type"] != "welcome":
                pass
            seconds = time.perf_counter() - begun
        assert len(message["games"][0]["events"]) == behind
        return seconds

    async def play(self, number: int) -> None:
        """Make the next move, and wait until the other player has it."""
        mover, other = self.sockets[number % 2], self.sockets[1 - number % 2]
        command = {"type": "do", "game": self.game, "nonce": f"n{number}", "seq": 1 + number, "what": "move"}
        begun = time.perf_counter()
        await mover.send(json.dumps({**command, "move": self.moves[number]}))
        self.told.append(await heard(other, "event"))
        self.delays.append(time.perf_counter() - begun)
        self.told.append(await heard(mover, "event"))


async def heard(one: ClientConnection, kind: str) -> int:
    """Return the bytes of the next message of a kind; pings are answered."""
    while True:
        text = await one.recv()
        message = json.loads(text)
        if message["type"] == "ping":
            await one.send(json.dumps({"type": "pong", "n": message["n"]}))
        elif message["type"] == "refused":
            raise AssertionError(message)
        elif message["type"] == kind:
            return len(str(text).encode())


def line_of(size: int, length: int) -> list[str]:
    """Return moves that can be played one after the other."""
    state = load("vacu", size=size).new_state()
    moves: list[str] = []
    while state.outcome is None and len(moves) < length:
        points = [move.text for move in state.legal_moves() if move.text not in ("pass", "button")]
        moves.append(points[(7 * len(moves)) % len(points)] if points else state.legal_moves()[0].text)
        state.play(moves[-1])
    return moves


async def pair(base: str, size: int, moves: list[str], client: httpx.AsyncClient) -> Pair:
    """Return two players at a new game."""
    token, other, invitation = (secrets.token_urlsafe(18) for _ in range(3))
    wanted = {"game": "vacu", "options": {"size": size}, "clock": DAYS, "seat": 1}
    answer = await client.post("/api/online/games", json={**wanted, "token": token, "invitation": invitation})
    game = answer.raise_for_status().json()["id"]
    body = {"invitation": invitation, "token": other}
    (await client.post(f"/api/online/games/{game}/join", json=body)).raise_for_status()
    sockets = []
    for one in (token, other):
        socket_of = await connect(f"{base.replace('http', 'ws')}/api/online", compression=None, ping_interval=None)
        await socket_of.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "games": [{"id": game, "token": one}]}))
        await heard(socket_of, "welcome")
        sockets.append(socket_of)
    return Pair(game, (token, other), sockets, moves)


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory_of(pid: int) -> float:
    """Return the megabytes that a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


async def run(base: str, pid: int, size: int, pairs: int, rate: float, length: int) -> dict[str, Any]:
    """Play and measure; `rate` is the moves of all pairs together in a second."""
    moves = line_of(size, length)
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        players = [await pair(base, size, moves, client) for _ in range(pairs)]
    before, begun = processor_seconds(pid), time.perf_counter()

    async def play(one: Pair, at: int) -> None:
        for number in range(len(moves)):
            due = begun + (at + number * pairs) / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await one.play(number)

    await asyncio.gather(*(play(one, at) for at, one in enumerate(players)))
    seconds, used = time.perf_counter() - begun, processor_seconds(pid) - before
    made = pairs * len(moves)
    delays = sorted(delay for one in players for delay in one.delays)
    behind = min(BEHIND, len(moves))
    backs = sorted([await one.come_back(base, behind) for one in players for _ in range(BACK)])
    row = {
        "size": size,
        "games": pairs,
        "moves": made,
        "movesPerSecond": round(made / seconds, 1),
        "processorMsPerMove": round(1000 * used / made, 2),
        "bytesPerMoveAndPerson": round(statistics.mean(told for one in players for told in one.told)),
        "msMedian": round(1000 * statistics.median(delays), 1),
        "ms99": round(1000 * delays[int(0.99 * len(delays))], 1),
        "eventsBehind": behind,
        "backMsMedian": round(1000 * statistics.median(backs), 1),
        "backMs99": round(1000 * backs[int(0.99 * len(backs))], 1),
        "serverMegabytes": round(memory_of(pid)),
    }
    for one in players:
        for each in one.sockets:
            await each.close()
    return row


def main() -> None:
    """Run the rows that were asked for, each on a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, of all games together")
    parser.add_argument("--length", type=int, default=60, help="moves of a game")
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 19])
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for size in asked.sizes:
        with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
            free.close()
            database = sqlite_address(Path(folder) / "games.sqlite")
            server = multiprocessing.get_context("spawn").Process(target=serve, args=(port, database), daemon=True)
            server.start()
            base = f"http://127.0.0.1:{port}"
            wait_for(base)
            assert server.pid is not None
            print(
                json.dumps(asyncio.run(run(base, server.pid, size, asked.games, asked.rate, asked.length))), flush=True
            )
            server.terminate()
            server.join()


def wait_for(base: str) -> None:
    """Wait until a server answers."""
    for _ in range(600):
        try:
            httpx.get(f"{base}/api/offering").raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise TimeoutError(base)


if __name__ == "__main__":
    main()
