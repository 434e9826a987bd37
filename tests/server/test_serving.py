"""``fieldstone serve`` as a process of its own: where it listens, what it says, how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from filelock import FileLock
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fieldstone.cli.commands import serving
from fieldstone.cli.commands.backup import back_up
from fieldstone.cli.commands.serving import address, alone, database_of, is_fieldstone, reachable
from fieldstone.cli.terminal.errors import FailureError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.messages import LANGUAGES, say
from fieldstone.server.live.sockets import SocketLimits
from fieldstone.server.settings import PAGE, sqlite_address
from tests.server.online.people import DAYS, secret

PATIENCE = 60.0
END = 2.0  # seconds after Ctrl-C, as promised, where a core is free


def crowding() -> float:
    """Return how many seconds pass here for a second of work: 1 where a core is free, more on a busy machine."""
    began, worked = time.monotonic(), time.thread_time()
    while time.thread_time() - worked < 0.1:
        pass
    return (time.monotonic() - began) / 0.1


class Served:
    """The command, running."""

    def __init__(self, *arguments: str, program: Sequence[str] = ("-m", "fieldstone.cli")) -> None:
        command = [sys.executable, *program, "serve", "--no-open", *arguments]
        environment = {**os.environ, "FIELDSTONE_LANGUAGE": "en", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", env=environment
        )
        self.lines: list[str] = []

    def ready(self) -> str:
        """Wait until it says that it is ready; return the address."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if "http://" in line:
                return line.split()[1]
        raise AssertionError(self.lines)

    def finish(self) -> tuple[int, str]:
        """Wait for the end; return the exit status and all that was said."""
        said, _ = self.process.communicate(timeout=PATIENCE)
        self.lines += said.splitlines()
        text = "\n".join(self.lines)
        assert "Traceback" not in text
        return self.process.returncode, text

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C; check that the end comes in time."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        ended = self.finish()
        took = time.monotonic() - began
        assert took < END * crowding()
        return ended


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start the command with a database of the test's."""
    running: list[Served] = []

    def begin(
        *arguments: str,
        database: Path | None = tmp_path / "games.sqlite",
        program: Sequence[str] = ("-m", "fieldstone.cli"),
    ) -> Served:
        where = [] if database is None else ["--database", str(database)]
        running.append(Served(*where, *arguments, program=program))
        return running[-1]

    yield begin
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        assert one.process.stdout is not None
        one.process.stdout.close()


def port_of(page: str) -> int:
    return httpx.URL(page).port or 80


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def test_it_serves_and_ends(serve: Serve) -> None:
    served = serve("--port", "0")
    page = served.ready()
    assert httpx.get(f"{page}api/facts", timeout=PATIENCE).json()[0]["name"] == "vacu"
    assert httpx.get(f"{page}api/facts", headers={"Host": "evil.example"}, timeout=PATIENCE).status_code == 421
    assert httpx.get(page, timeout=PATIENCE).headers["server"].startswith("fieldstone/")
    for strange in (
        b"no http\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"\x16\x03\x01",
    ):  # the last: a browser that wants TLS
        with socket.create_connection(("127.0.0.1", port_of(page))) as other:
            other.sendall(strange)
            other.settimeout(0.5)
            with contextlib.suppress(TimeoutError):
                other.recv(1000)
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"ws://127.0.0.1:{port_of(page)}/api/live", origin=Origin("http://evil.example")),
    ):
        pass
    status, said = served.interrupt()
    assert status == 0
    expected = [say("serve.ready", address=page)]
    if not (PAGE / "index.html").is_file():
        expected.insert(0, say("serve.no-page"))
    assert said.splitlines() == expected


def test_ctrl_c_loses_no_game_that_is_watched(serve: Serve) -> None:
    served = serve("--port", "0")
    page = served.ready()
    seats = {"1": {"kind": "human"}, "2": {"kind": "computer", "level": "max"}}
    new = {"game": "vacu", "options": {"size": 5}, "seats": seats}
    game = httpx.post(f"{page}api/games", json=new, timeout=PATIENCE).json()
    with connect(f"ws://127.0.0.1:{port_of(page)}/api/live") as viewer:
        viewer.send(json.dumps({"type": "watch", "game": game["id"]}))
        assert json.loads(viewer.recv(PATIENCE))["type"] == "game"
        moves = {"move": "c3", "ply": 0}
        answer = httpx.post(f"{page}api/games/{game['id']}/moves", json=moves, timeout=PATIENCE)
        assert answer.status_code == 200
        status, _ = served.interrupt()
    assert status == 0
    again = serve("--port", "0")
    page = again.ready()
    kept = httpx.get(f"{page}api/games/{game['id']}", timeout=PATIENCE).json()
    assert kept["moves"][0]["move"] == "c3"
    again.interrupt()


def test_it_does_not_take_itself_apart(serve: Serve) -> None:
    """With all the machine code of the games that lasts for seconds on a busy machine."""
    last = "import atexit; atexit.register(print, 'an interpreter that ends'); "
    served = serve("--port", "0", program=("-c", f"{last}from fieldstone.cli.app import app; app()"))
    page = served.ready()
    status, said = served.interrupt()
    assert status == 0
    assert said.splitlines()[-1] == say("serve.ready", address=page)


def test_what_a_proxy_says_is_not_believed(serve: Serve) -> None:
    """Whoever asks could call himself somebody else each time, and so have as much as he likes."""
    served = serve("--port", "0")
    page = served.ready()
    limit = SocketLimits().sockets_each
    with contextlib.ExitStack() as open_sockets:
        for number in range(limit + 1):
            headers = {"X-Forwarded-For": f"10.0.0.{number}"}
            place = f"ws://127.0.0.1:{port_of(page)}/api/live"
            viewer = open_sockets.enter_context(connect(place, additional_headers=headers))
            if number < limit:
                viewer.send(json.dumps({"type": "watch", "game": "none"}))
            said = json.loads(viewer.recv(PATIENCE))
            assert said["problem"]["status"] == (429 if number == limit else 404)
    served.interrupt()


def test_whoever_comes_when_it_is_full_is_told_so(serve: Serve) -> None:
    code = (
        "from fieldstone.cli.commands import serving; serving.MOST_CONNECTIONS = 3\n"
        "from fieldstone.cli import main; main()"
    )
    served = serve("--port", "0", program=("-c", code))
    page = served.ready()
    with contextlib.ExitStack() as others:
        for _ in range(3):
            others.enter_context(socket.create_connection(("127.0.0.1", port_of(page)))).sendall(b"GET / HTTP/1.1\r\n")
        deadline = time.monotonic() + PATIENCE
        while (answer := httpx.get(f"{page}api/facts", timeout=PATIENCE)).status_code == 200:
            assert time.monotonic() < deadline
        assert answer.status_code == 503
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["type"] == "urn:fieldstone:problem:crowded"
    served.interrupt()


def test_who_sends_a_request_bit_by_bit_keeps_no_place(serve: Serve) -> None:
    code = (
        "from fieldstone.cli.commands import protocols; protocols.HEADER_SECONDS = 0.5\n"
        "from fieldstone.cli import main; main()"
    )
    served = serve("--port", "0", program=("-c", code))
    place = ("127.0.0.1", port_of(served.ready()))
    with socket.create_connection(place, PATIENCE) as silent, socket.create_connection(place, PATIENCE) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert silent.recv(1) == b""
        assert slow.recv(1) == b""
    with socket.create_connection(place, PATIENCE) as later:  # the second request of a connection too
        later.sendall(b"GET /api/offering HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert later.recv(15).startswith(b"HTTP/1.1 200")
        later.sendall(b"GET /")
        while later.recv(1000):
            pass
    served.interrupt()


def test_what_the_start_waits_for(serve: Serve, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with FileLock(f"{database}.lock"):
        served = serve("--port", "0")
        assert served.process.stdout is not None
        assert served.process.stdout.readline().rstrip() == say("serve.waiting", place=str(database))
    page = served.ready()
    assert httpx.get(f"{page}api/games", timeout=PATIENCE).status_code == 200
    served.interrupt()


def test_it_does_not_wait_for_ever(serve: Serve, tmp_path: Path) -> None:
    code = (
        "from fieldstone.server.storage import migrating; migrating.LOCK_SECONDS = 1.5\n"
        "from fieldstone.cli import main; main()"
    )
    with FileLock(f"{tmp_path / 'games.sqlite'}.lock"):
        status, said = serve("--port", "0", program=("-c", code)).finish()
    assert status == 1
    assert said.splitlines()[1].startswith("fieldstone: games cannot be saved in ")
    assert "games.sqlite.lock" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_for_all_is_a_loud_warning(serve: Serve, language: str) -> None:
    """Whoever reaches it may do everything, and whoever starts it shall know."""
    served = serve("--port", "0", "--host", "0.0.0.0", "--language", language)
    served.ready()
    warning = say("serve.open-to-all", language, host="0.0.0.0").splitlines()
    assert len(warning) >= 5
    assert [line for line in served.lines if line in warning] == warning
    served.interrupt()


def test_how_much_one_address_may_is_set(serve: Serve) -> None:
    """A club sits behind a single one."""
    served = serve("--port", "0", "--host", "0.0.0.0", "--invitations", "3", "--seeks", "1", "--sockets", "2")
    page = served.ready()
    body = {"game": "vacu", "options": {"size": 5}, "clock": DAYS, "seat": 1}

    def status(**more: str) -> int:
        wanted = body | {"token": secret()} | more
        return httpx.post(f"{page}api/online/games", json=wanted, timeout=PATIENCE).status_code

    assert [status(), status(), status(invitation=secret()), status(invitation=secret())] == [201, 429, 201, 429]
    with contextlib.ExitStack() as open_sockets:
        for path, first in (("online", "ping"), ("live", "error")):
            place = f"ws://127.0.0.1:{port_of(page)}/api/{path}"
            for number in range(3):
                one = open_sockets.enter_context(connect(place))
                if number < 2:
                    one.send(json.dumps({"type": "watch", "game": "none"}))
                said = json.loads(one.recv(PATIENCE))
                if number < 2:
                    assert said["type"] == first
                else:
                    assert (said["problem"]["status"], "2" in said["problem"]["detail"]) == (429, True)
    served.interrupt()
    for wrong in (("--seeks", "0"), ("--sockets", "0")):
        assert serve(*wrong).finish()[0] == 2


@pytest.mark.parametrize("given", ["you@example.org", "http://example.org", "mailto:"])
def test_an_organiser_who_cannot_be_reached(serve: Serve, given: str) -> None:
    status, said = serve("--push-contact", given).finish()
    assert status == 1
    assert f"“{given}” is no address for --push-contact" in said


def test_a_server_that_alerts(serve: Serve) -> None:
    served = serve("--port", "0", "--allow-host", "games.test", "--push-contact", "mailto:you@example.org")
    assert len(httpx.get(f"{served.ready()}api/offering", timeout=PATIENCE).json()["alerts"]) == 87
    served.interrupt()


def test_a_taken_port(serve: Serve) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        served = serve("--port", str(port))
        page = served.ready()
        assert port < port_of(page) <= port + serving.PORTS_TRIED
        assert say("serve.other-port", port=port, other=port_of(page)) in served.lines
        served.interrupt()


def test_a_second_server_on_one_file(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither would know what the other one has in memory; also where it finds the file by another way."""
    first = serve("--port", "0")
    first.ready()
    database, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    status, said = serve("--port", "0").finish()
    assert (status, said.splitlines()[-1]) == (1, f"fieldstone: {say('serve.in-use', place=str(database))}")
    monkeypatch.setattr(serving, "ENDING_SECONDS", 0.05)
    (tmp_path / "link").symlink_to(tmp_path)
    for language in LANGUAGES:
        for place in (database, tmp_path / "link" / "games.sqlite"):
            with pytest.raises(FailureError) as refused, alone(sqlite_address(place), Screen(language)):
                pass
            assert str(refused.value) == say("serve.in-use", language, place=str(place))
    back_up(copy, str(database), Screen("en"))
    assert copy.stat().st_size
    first.process.kill()
    first.process.wait()
    with alone(sqlite_address(database), Screen("en")):  # it has left nothing that is in the way
        pass


def test_a_server_that_begins_while_the_last_one_ends(tmp_path: Path) -> None:
    """Whoever restarts it does not wait for the end."""
    database = sqlite_address(tmp_path / "below" / "games.sqlite")
    begun, ended = threading.Event(), threading.Event()

    def end_soon() -> None:
        with alone(database, Screen("en")):
            begun.set()
            time.sleep(0.3)
            ended.set()

    last = threading.Thread(target=end_soon)
    last.start()
    assert begun.wait(PATIENCE)
    with alone(database, Screen("en")):
        assert ended.is_set()
    last.join(PATIENCE)


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "postgresql://me@127.0.0.1/x", "no address"])
def test_what_is_no_file_needs_no_lock(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with alone(address, Screen("en")), alone(address, Screen("en")):
        assert list(tmp_path.iterdir()) == []


def test_a_server_of_ours_is_used(serve: Serve, tmp_path: Path) -> None:
    first = serve("--port", str(free_port()))
    page = first.ready()
    assert is_fieldstone("127.0.0.1", port_of(page))
    second = serve("--port", str(port_of(page)), database=None)
    assert second.finish() == (0, say("serve.running", address=page))
    other = tmp_path / "other.sqlite"
    third = serve("--port", str(port_of(page)), database=other)  # it names a database: the one that runs has another
    assert third.ready() != page
    third.interrupt()
    first.interrupt()


def test_where_nothing_can_be_kept(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    status, said = serve("--port", "0", database=tmp_path / "file" / "games.sqlite").finish()
    assert status == 1
    assert said.startswith("fieldstone: games cannot be saved in ")
    assert "--database" in said
    status, said = serve("--port", "0", database=tmp_path).finish()
    assert (status, said.startswith("fieldstone: games cannot be saved in ")) == (1, True)
    status, said = serve("--port", "0", database=tmp_path / "file").finish()
    assert (status, said.startswith("fieldstone: games cannot be saved in ")) == (1, True)
    assert (tmp_path / "file").read_text() == "no folder"
    status, said = serve("--port", "0", "--database", "nosuch://me:secret@x/y", database=None).finish()
    assert (status, said.startswith("fieldstone: games cannot be saved in nosuch://***@x/y: ")) == (1, True)


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "x y", "256.1.1.1"])
def test_where_it_cannot_listen(serve: Serve, host: str) -> None:
    status, said = serve("--port", "0", "--host", host).finish()
    assert status == 1
    assert said.startswith(f"fieldstone: the server cannot listen at {host}:0")
    assert len(said.splitlines()) == 1


def test_ports_that_do_not_exist(serve: Serve) -> None:
    for port in ("-1", "65536", "x"):
        status, _ = serve("--port", port).finish()
        assert status == 2


def test_it_takes_no_browser_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    serving.open_browser("http://127.0.0.1:8000/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    serving.open_browser("http://127.0.0.1:8000/")
    deadline = time.monotonic() + PATIENCE
    while not opened:
        assert time.monotonic() < deadline
    assert opened == ["http://127.0.0.1:8000/"]


@pytest.mark.parametrize(
    ("host", "page"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("stone.local", "http://stone.local:8000/"),
    ],
)
def test_addresses(host: str, page: str) -> None:
    assert address(host, 8000) == page
    assert reachable(host) in page


def test_databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert database_of("games.sqlite") == f"sqlite:///{tmp_path / 'games.sqlite'}"
    assert database_of("postgresql://x/y") == "postgresql://x/y"
    monkeypatch.setenv("FIELDSTONE_DATABASE", "sqlite:////tmp/z")
    assert database_of(None) == "sqlite:////tmp/z"


def test_another_program_is_not_ours() -> None:
    assert not is_fieldstone("127.0.0.1", free_port())


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_sentences_name_what_they_are_about(language: str) -> None:
    assert "http://x/" in say("serve.ready", language, address="http://x/")
    assert "8000" in say("serve.other-port", language, port=8000, other=8001)
