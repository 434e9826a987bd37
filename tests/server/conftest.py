"""The server in this process, over real sockets, and as a process of its own."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from fieldstone.server.app import create_app
from fieldstone.server.settings import Settings, sqlite_address
from fieldstone.server.storage.store import Store
from fieldstone.warm import TO_PLAY, warm_up
from tests.brought import names_with_brought
from tests.server.postgres import Postgres, postgres

PATIENCE = 60.0
HUMAN = {"kind": "human"}


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """No test waits for the compiler, and none says how long it takes."""
    warm_up(names_with_brought(["vacu", "kaomi", "iago", "vadus"]), parts=TO_PLAY)


class Running:
    """A server that runs, and what a client does with it."""

    def __init__(self, port: int) -> None:
        # The server closes a connection that has rested for five seconds, and so would the client: on a busy machine it
        # may send what is never read.
        rest = httpx.Limits(keepalive_expiry=1.0)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=rest)

    def get(self, path: str, status: int = 200, **options: Any) -> Any:
        return self._read(self.client.get(path, **options), status)

    def post(self, path: str, body: Any = None, status: int = 200, **options: Any) -> Any:
        return self._read(self.client.post(path, json=body, **options), status)

    def send(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """Ask by any method; of an answer without a body None is returned."""
        answer = self.client.request(method, path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def _read(self, answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, answer.text
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
            problem = answer.json()
            assert set(problem) == {"type", "title", "status", "detail"}
            assert problem["status"] == status
        return answer.json()

    def new(self, game: str = "vacu", status: int = 201, **more: Any) -> Any:
        """Begin a game: by two people unless `computer` (level, or seat and level) says otherwise."""
        seats: dict[str, Any] = {"1": HUMAN, "2": HUMAN}
        for seat, level in more.pop("computer", {}).items():
            seats[str(seat)] = {"kind": "computer", "level": level}
        return self.post("/api/games", {"game": game, "seats": seats, **more}, status)

    def move(self, game: Any, move: str, status: int = 200, **options: Any) -> Any:
        body = {"move": move, "ply": game["plies"]}
        return self.post(f"/api/games/{game['id']}/moves", body, status, **options)

    def reply(self, game: Any, move: str | None = None, status: int = 200) -> Any:
        """Make the computer's move, as the page does: the first that is legal unless one is named."""
        legal = game["view"]["legal"]
        chosen = move or ([*legal["points"], *legal["namedMoves"]] or [f"komi {legal['komi']['low']}"])[0]
        body = {"move": chosen, "ply": game["plies"], "computer": True}
        return self.post(f"/api/games/{game['id']}/moves", body, status)

    def undo(self, game: Any, status: int = 200) -> Any:
        return self.post(f"/api/games/{game['id']}/undo", {"ply": game["plies"]}, status)

    def look(self, game: Any) -> Any:
        return self.get(f"/api/games/{game['id']}")

    def wait(self, game: Any, condition: Callable[[Any], bool]) -> Any:
        """Look at a game until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            now = self.look(game)
            if condition(now):
                return now
            time.sleep(0.02)
        raise AssertionError(json.dumps(now))


class InProcess(Running):
    """A server in a thread of this process."""

    def __init__(self, settings: Settings, served: Any = None, **config: Any) -> None:
        """`served` is what is served instead of the bare application, and `config` more of how."""
        self.app = served or create_app(settings)
        self.server = uvicorn.Server(uvicorn.Config(self.app, port=0, log_level="warning", lifespan="on", **config))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self.thread.is_alive()
            assert time.monotonic() < deadline
            time.sleep(0.01)
        super().__init__(self.server.servers[0].sockets[0].getsockname()[1])

    def leave(self) -> None:
        """Tell it to stop."""
        self.client.close()
        self.server.should_exit = True

    def stop(self) -> None:
        if not self.thread.is_alive():
            return
        self.leave()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


class OwnProcess(Running):
    """A server in a process of its own."""

    CODE = """
import sys, uvicorn
from fieldstone.server.app import create_app
from fieldstone.server.settings import Settings
app = create_app(Settings(warm=False, online=bool(sys.argv[1:])))
config = uvicorn.Config(app, port=0, log_level="warning")
listening = config.bind_socket()
print(listening.getsockname()[1], flush=True)
uvicorn.Server(config).run(sockets=[listening])
"""

    def __init__(self, database: Path | str, online: bool = False) -> None:
        environment = os.environ | {"FIELDSTONE_DATABASE": str(database)}
        command = [sys.executable, "-X", "faulthandler", "-c", self.CODE, *(["online"] if online else [])]
        # It takes a port itself and tells it: one that is only found free may be another test's by the time it listens.
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        with self.process.stdout as told:
            super().__init__(int(told.readline()))
        deadline = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None
            assert time.monotonic() < deadline
            try:
                self.get("/api/games")
                break
            except httpx.TransportError:
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill it: nothing can be tidied up any more."""
        self.client.close()
        self.process.kill()
        self.process.wait()


Start = Callable[..., InProcess]
Spawn = Callable[..., OwnProcess]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "below" / "games.sqlite"


@pytest.fixture(scope="session")
def leaving() -> Iterator[list[InProcess]]:
    """The servers of the last test: a server looks every tenth of a second whether it is to stop."""
    servers: list[InProcess] = []
    yield servers
    for one in servers:
        one.stop()


@pytest.fixture(scope="session")
def postgres_server(leaving: list[InProcess]) -> Iterator[Postgres]:
    """A PostgreSQL with a database `fieldstone` in it that is up to date and empty."""
    with postgres() as server:
        server.execute("CREATE DATABASE fieldstone")
        Store(server.address("fieldstone")).close()
        yield server
        for one in leaving:
            one.stop()


@pytest.fixture
def postgres_address(postgres_server: Postgres) -> str:
    """A database there with nothing in it, which no server of the last tests uses any more."""
    return postgres_server.address(postgres_server.emptied())


@pytest.fixture
def address(request: pytest.FixtureRequest, database: Path) -> str:
    """The address of the test's database: a file, unless a test asks for "postgres"."""
    if getattr(request, "param", "sqlite") == "postgres":
        return str(request.getfixturevalue("postgres_address"))
    return sqlite_address(database)


@pytest.fixture
def start(address: str, leaving: list[InProcess]) -> Iterator[Start]:
    """Start servers on the test's database."""
    running: list[InProcess] = []

    def begin(**settings: Any) -> InProcess:
        given: dict[str, Any] = {"database": address, "warm": False} | settings
        running.append(InProcess(Settings(**given)))
        return running[-1]

    yield begin
    for one in running:
        one.leave()
    for one in leaving:
        one.stop()
    leaving[:] = running


@pytest.fixture
def server(start: Start) -> InProcess:
    """A server."""
    return start()


@pytest.fixture
def spawn(database: Path) -> Iterator[Spawn]:
    """Start servers as processes on the test's database."""
    running: list[OwnProcess] = []

    def begin() -> OwnProcess:
        running.append(OwnProcess(database))
        return running[-1]

    yield begin
    for one in running:
        one.kill()
