"""Servers and pairs of players for measurements of several processes, one move of a pair after the other."""

from __future__ import annotations

import json
import secrets
import time

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from fieldstone.server.app import create_app
from fieldstone.server.live.sockets import SocketLimits
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.settings import Settings
from fieldstone.warm import TO_PLAY, warm_up

DAYS = {"kind": "days", "days": 1}
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
        self.delays: list[float] = []

    async def play(self, number: int) -> None:
        """Make the next move, and wait until the other player has it."""
        mover, other = self.sockets[number % 2], self.sockets[1 - number % 2]
        command = {"type": "do", "game": self.game, "nonce": f"n{number}", "seq": 1 + number, "what": "move"}
        begun = time.perf_counter()
        await mover.send(json.dumps({**command, "move": self.moves[number]}))
        await heard(other, "event")
        self.delays.append(time.perf_counter() - begun)
        await heard(mover, "event")


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


def wait_for(base: str) -> None:
    """Wait until a server answers."""
    for _ in range(600):
        try:
            httpx.get(f"{base}/api/offering").raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise TimeoutError(base)


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
