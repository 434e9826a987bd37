"""What attacks on games between people get: each row of the list in docs/hosting.md is the docstring of a test here."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from fieldstone.cli.commands import protocols
from fieldstone.cli.commands.protocols import PatientProtocol, PatientSocket
from fieldstone.server import app
from fieldstone.server.app import create_server
from fieldstone.server.http import games
from fieldstone.server.live import online as live_online
from fieldstone.server.long_work import LongLimits
from fieldstone.server.online.schema import MOST_GAMES, PROTOCOL
from fieldstone.server.services import USUAL_LINE
from fieldstone.server.sessions.records import Import, read_import
from fieldstone.server.settings import MailServer, Settings, sqlite_address
from fieldstone.server.storage.models import StoredGame
from tests.server.conftest import PATIENCE, InProcess, Start
from tests.server.online.authenticator import Authenticator
from tests.server.online.browser import Person
from tests.server.online.mailbox import Mailbox, mail_server
from tests.server.online.people import Player, invite, join, secret, table

DOCUMENT = Path(__file__).parents[3] / "docs" / "hosting.md"
SHORT = 0.6  # seconds, instead of the patience that a server has


@pytest.fixture
def server(start: Start) -> Any:
    return start(online=True)


@pytest.fixture
def guarded(database: Path) -> Iterator[InProcess]:
    """A server as it is served from the command line: with its guards, and its protocols."""
    settings = Settings(database=sqlite_address(database), warm=False, online=True, invitations=3)
    one = InProcess(
        settings,
        create_server(settings),
        http=PatientProtocol,
        ws=PatientSocket,
        ws_max_size=1 << 20,
        proxy_headers=False,
    )
    yield one
    one.stop()


def test_the_list_is_whole() -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("### Attacks")[2].partition("\n#")[0]
    rows = re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE)
    assert rows[:2] == ["attack", "---"]
    tests = [one for name, one in vars(sys.modules[__name__]).items() if name.startswith("test_") and one.__doc__]
    assert rows[2:] == [one.__doc__.strip() for one in tests]


def events(server: Any, game: str) -> list[Any]:
    return server.get(f"/api/online/games/{game}/events")["events"]  # type: ignore[no-any-return]


def raw(server: Any, size: int | None = None) -> tuple[socket.socket, bytes]:
    """Open a WebSocket by hand; returns it with what came behind the handshake. `size`: of the buffer for reading."""
    one = socket.socket()
    if size is not None:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
    one.settimeout(PATIENCE)
    one.connect(("127.0.0.1", server.client.base_url.port))
    key = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        + "A" * 22
        + "=="
    )
    one.sendall(f"GET /api/online HTTP/1.1\r\nHost: localhost\r\n{key}\r\n\r\n".encode())
    said = b""
    while b"\r\n\r\n" not in said:
        said += one.recv(1000)
    assert said.startswith(b"HTTP/1.1 101"), said
    return one, said.partition(b"\r\n\r\n")[2]


def frame(kind: int, payload: bytes) -> bytes:
    length = len(payload)
    head = (
        struct.pack("!BB", 0x80 | kind, 0x80 | length)
        if length < 126
        else struct.pack("!BBH", 0x80 | kind, 254, length)
    )
    return head + b"\0\0\0\0" + payload


def ends(one: socket.socket) -> bool:
    """Say whether the other end closes a connection, in some time."""
    with one, contextlib.suppress(ConnectionError):
        while one.recv(1 << 16):
            pass
    return True


def opened(server: Any, **more: Any) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.client.base_url.port}/api/online"
    one: ClientConnection = connect(address, compression=None, max_queue=None, **more)
    return one


def until_the_end(one: ClientConnection) -> None:
    while True:
        one.recv(PATIENCE)


# -- accounts -------------------------------------------------------------------------------------------------------


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, MailServer]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def mailing(start: Start, mailbox: tuple[Mailbox, MailServer]) -> InProcess:
    """A server with accounts."""
    return start(online=True, accounts=True, mail=mailbox[1], names=("games.test",))


@pytest.fixture
def browse(mailing: InProcess) -> Iterator[Callable[[], Person]]:
    with contextlib.ExitStack() as opened:

        def begin() -> Person:
            person = Person(mailing)
            opened.enter_context(person.client)
            return person

        yield begin


LINK = {"mail": "ada@example.org", "language": "en"}


def test_many_links_to_one_address(browse: Callable[[], Person], mailbox: tuple[Mailbox, MailServer]) -> None:
    """many links to one address, by mail"""
    told = []
    for number in range(6):
        mail = LINK["mail"].upper() if number % 2 else LINK["mail"]
        told.append(browse().client.post("/api/account/mail", json={**LINK, "mail": mail}))
    assert [one.status_code for one in told] == [204] * 5 + [429]
    assert told[-1].json()["type"].endswith("mail-often")
    assert len(mailbox[0].mails) == 5


def test_a_replayed_link_or_ticket(browse: Callable[[], Person], mailbox: tuple[Mailbox, MailServer]) -> None:
    """a link that was used, or what a passkey has answered, sent again"""
    ada, thief = browse(), browse()
    ada.send("POST", "/api/account/mail", LINK, 204)
    link = {"secret": mailbox[0].secret(), "name": "Ada"}
    ada.post("/api/account/mail/sign-in", link)
    assert thief.post("/api/account/mail/sign-in", link, 409)["type"].endswith("mail-late")
    bob, own = browse(), Authenticator(ada.origin)
    begun = bob.post("/api/account/passkey/options", {"name": "Bob"})
    made = {"ticket": begun["ticket"], "credential": own.make(begun["options"])}
    bob.post("/api/account/passkey", made)
    assert thief.post("/api/account/passkey", made, 409)["type"].endswith("passkey-late")
    begun = bob.post("/api/account/passkey/sign-in/options")
    signed = {"ticket": begun["ticket"], "credential": own.sign(begun["options"])}
    bob.post("/api/account/passkey/sign-in", signed)
    assert thief.post("/api/account/passkey/sign-in", signed, 409)["type"].endswith("passkey-late")
    assert thief.get("/api/account") is None


def test_a_stolen_cookie(browse: Callable[[], Person]) -> None:
    """a cookie that was copied, after its owner has signed out"""
    ada, thief = browse(), browse()
    ada.register("Ada")
    thief.client.cookies.update(ada.client.cookies)
    assert thief.get("/api/account")["name"] == "Ada"
    ada.send("POST", "/api/account/sign-out", {}, 204)
    assert thief.get("/api/account") is None
    assert thief.get("/api/account/export", 403)["type"].endswith("sign-in-first")


def test_a_link_of_a_foreign_host(mailing: InProcess, mailbox: tuple[Mailbox, MailServer]) -> None:
    """a link by mail that leads to a foreign host"""
    for host in ("203.0.113.7", "203.0.113.7:8000", "elsewhere.test", "games.test.elsewhere.test"):
        answer = mailing.client.post("/api/account/mail", json=LINK, headers={"Host": host})
        assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (409, "mail-host")
    assert mailbox[0].mails == []
    named = {"Host": "games.test", "X-Forwarded-Host": "elsewhere.test"}
    assert mailing.client.post("/api/account/mail", json=LINK, headers=named).status_code == 204
    assert mailbox[0].link().startswith("http://games.test/account/mail#")


def test_the_organisers_token_guessed(start: Start) -> None:
    """guessing the organiser's token"""
    token = "a secret of the organiser"
    server = start(online=True, organiser=token)
    guesses = ("", token, "Bearer", f"Bearer {token[:-1]}", f"Bearer {token}x", f"Basic {token}", "Bearer \u00e9")
    for guess in guesses:
        headers = {b"Authorization": guess.encode()}
        answers = [server.client.get("/api/online/reports", headers=headers)]
        answers += [server.client.post(f"/api/online/games/x/{what}", headers=headers) for what in ("annul", "settle")]
        for answer in answers:
            assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (403, "organiser-token")
            assert token not in answer.text
    assert server.get("/api/online/reports", headers={"Authorization": f"Bearer {token}"}) == {"reports": []}


# -- seats ----------------------------------------------------------------------------------------------------------


def test_a_foreign_seat(server: Any) -> None:
    """a move without the token of the seat, or with one of another game"""
    first, second = table(server)
    other, _ = table(server)
    before = events(server, first.game)
    for token in (None, secret(), other.token, f"{second.token}x"):
        stranger = Player(server, first.game, token)
        for what in ("move", "resign", "abort", "offer", "claim", "more-time", "say"):
            stranger.refused("online-not-yours", what, move="a1", offer="draw")
        headers = {"X-Seat-Token": token} if token else {}
        body = {"nonce": "x", "seq": first.seq, "what": "resign"}
        answer = server.post(f"/api/online/games/{first.game}/do", body, 403, headers=headers)
        assert answer["type"].endswith("online-not-yours")
        stranger.leave()
    second.refused("online-turn", "move", move="a1")
    assert events(server, first.game) == before


def test_tokens_in_what_is_told(server: Any) -> None:
    """reading a token out of what is told to others"""
    first, second = table(server)
    watcher = Player(server, first.game)
    first.done("move", move="c3")
    told = [json.dumps(watcher.hear_of("move")), json.dumps(second.hear_of("move")), json.dumps(watcher.hello())]
    told.append(json.dumps(server.get(f"/api/online/games/{first.game}/events")))
    told.append(json.dumps(server.get("/api/online/lobby")))
    assert not any(str(token) in text for text in told for token in (first.token, second.token))


def test_a_replayed_command(server: Any) -> None:
    """a command sent again, or another one under its nonce"""
    first, second = table(server)
    done = first.done("move", move="c3", name="same")
    second.hear_of("move")
    second.done("move", move="c4")
    for move in ("c3", "a1"):
        assert first.done("move", move=move, name="same") == done
    assert [event["move"] for event in events(server, first.game) if event["kind"] == "move"] == ["c3", "c4"]
    assert second.do("move", move="a1", name="same")["type"] == "refused"  # the nonces of a seat are its own


def test_a_guessed_link(start: Start) -> None:
    """guessing the id of a game, or the secret of an invitation"""
    server = start(online=True, invitations=2)
    game, _, invitation = invite(server)
    for guess in ("a" * 12, "../games", "%00", "'--"):
        assert server.client.get(f"/api/online/games/{guess}/events").status_code in (404, 422)
    wrong = [join(server, game, secret(), status)[0]["type"].rpartition(":")[2] for status in [403] * 4 + [429]]
    assert wrong == ["online-wrong-link"] * 4 + ["online-often"]
    assert server.get(f"/api/online/games/{game['id']}/events")["open"]
    assert invitation not in json.dumps(game)


# -- floods ---------------------------------------------------------------------------------------------------------


def test_a_flood_of_invitations(guarded: InProcess) -> None:
    """more invitations than an hour has, each under another X-Forwarded-For"""
    body = {"game": "vacu", "options": {"size": 5}, "clock": {"kind": "days", "days": 1}, "seat": 1}
    told = []
    for number in range(5):
        wanted = {**body, "token": secret(), "invitation": secret()}
        headers = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=198.51.100.{number}"}
        told.append(guarded.client.post("/api/online/games", json=wanted, headers=headers).status_code)
    assert told == [201] * 3 + [429] * 2


def test_a_flood_of_sockets(server: Any) -> None:
    """more sockets than one address may open"""
    limit = live_online.LIMITS.sockets_each
    with contextlib.ExitStack() as open_sockets:
        for _ in range(limit):
            assert json.loads(open_sockets.enter_context(opened(server)).recv(PATIENCE))["type"] == "ping"
        last = open_sockets.enter_context(opened(server))
        assert json.loads(last.recv(PATIENCE))["problem"]["status"] == 429
        with pytest.raises(ConnectionClosed, match="1013"):
            last.recv(PATIENCE)


def test_a_flood_of_messages(server: Any) -> None:
    """messages faster than 20 a second; a `hello` counts as one for each game in it, too"""
    games = [{"id": secrets.token_hex(6), "token": None, "seq": 0} for _ in range(MOST_GAMES)]
    with opened(server) as one:
        began, count = time.monotonic(), 6
        for _ in range(count):
            one.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "games": games}))
        welcomed = 0
        while welcomed < count:
            welcomed += json.loads(one.recv(PATIENCE))["type"] == "welcome"
        limits = live_online.LIMITS
        assert time.monotonic() - began > ((count - 1) * (1 + MOST_GAMES) - limits.burst) / limits.rate * 0.9


# -- who does nothing -----------------------------------------------------------------------------------------------


def test_half_open_connections(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """a socket that says nothing any more"""
    monkeypatch.setattr(live_online, "SILENT", SHORT)
    monkeypatch.setattr(live_online, "PING", SHORT / 3)
    first, second = table(server)
    silent, _ = raw(server)
    hello = {"type": "hello", "protocol": PROTOCOL, "games": [{"id": first.game, "token": first.token, "seq": 0}]}
    silent.sendall(frame(1, json.dumps(hello).encode()))
    first.leave()
    gone = second.until("here", lambda message: message["seats"] == [False, True])
    assert gone["seats"] == [False, True]
    assert ends(silent)


@pytest.mark.parametrize("proxies", ["", "192.0.2.7, 127.0.0.0/8"])
def test_a_flood_of_connections(database: Path, proxies: str) -> None:
    """more connections than one address may open, whatever comes over them"""
    settings = Settings(database=sqlite_address(database), warm=False, online=True)
    http, sockets = protocols.protocols(5, proxies)
    one = InProcess(settings, create_server(settings), http=http, ws=sockets, proxy_headers=False)
    place = ("127.0.0.1", one.client.base_url.port)
    try:
        with contextlib.ExitStack() as opened_ones:
            waiting, _ = raw(one)
            opened_ones.enter_context(waiting)
            silent = [opened_ones.enter_context(socket.create_connection(place, PATIENCE)) for _ in range(4)]
            answers = []
            for _ in range(2):
                with httpx.Client(base_url=one.client.base_url, timeout=PATIENCE) as late:
                    answers.append(late.get("/api/health"))
            if proxies:
                assert [answer.status_code for answer in answers] == [200, 200]
                return
            for answer in answers:
                assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (429, "connections-each")
                assert int(answer.headers["Retry-After"]) > 0
            for gone in (waiting, silent[0]):  # of both kinds
                gone.close()
            deadline = time.monotonic() + PATIENCE
            while one.client.get("/api/health").status_code != 200:
                assert time.monotonic() < deadline
    finally:
        one.stop()


def test_slow_heads(guarded: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """a request whose head comes bit by bit"""
    monkeypatch.setattr(protocols, "HEADER_SECONDS", SHORT)
    with socket.create_connection(("127.0.0.1", guarded.client.base_url.port), PATIENCE) as slow:
        slow.sendall(b"GET /api/online HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nX-Slow: ")
        assert ends(slow)


def pouring(written: bytes, one: socket.socket) -> bool:
    """Write without ever reading, until the other end hangs up; say whether it does."""
    one.settimeout(0.2)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            one.sendall(written)
        except TimeoutError:
            continue  # the other end reads no more, for the time being
        except ConnectionError:
            return True
    return False


def test_who_never_reads(guarded: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """a socket that writes and never reads"""
    monkeypatch.setattr(protocols, "READ_SECONDS", SHORT)
    with raw(guarded, 4096)[0] as one:
        assert pouring(frame(9, b"p" * 125) * 500, one)  # pings, which no limit holds up, and answers of their size
    assert guarded.get("/api/health")  # others are served


def test_who_reads_no_answer(guarded: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """a page whose answers nobody reads"""
    monkeypatch.setattr(protocols, "READ_SECONDS", SHORT)
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(PATIENCE)
        one.connect(("127.0.0.1", guarded.client.base_url.port))
        assert pouring(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50, one)


# -- what is no message ---------------------------------------------------------------------------------------------


def test_oversized_and_binary_frames(guarded: InProcess) -> None:
    """frames that are too long, or binary"""
    with opened(guarded) as one:
        for garbage, name in (("x" * 4097, "message"), (b"\0\1", "no-text")):
            one.send(garbage)
            while (said := json.loads(one.recv(PATIENCE)))["type"] == "ping":
                pass
            assert said["type"] == "wrong"
            assert said["problem"]["type"].endswith(name)
        with contextlib.suppress(ConnectionClosed):
            one.send("x" * (1 << 20 | 1))
        with pytest.raises(ConnectionClosed, match="1009"):
            until_the_end(one)


GARBAGE = (
    *("", "{", "null", "[]", "[" * 4000, '{"type":"hello"}', '{"type":"pong","n":"x"}'),
    '{"type":"do","game":"\\ud800","nonce":"a","seq":1,"what":"move"}',
    '{"type":"do","game":"x","nonce":"a","seq":NaN,"what":"move"}',
    '{"type":"hello","protocol":3,"games":[{"id":"x","token":null,"seq":-1}]}',
    '{"type":"hello","protocol":3,"games":[{"id":"x","token":null,"seq":' + "9" * 400 + "}]}",
)


def test_malformed_messages(guarded: InProcess) -> None:
    """messages that are no JSON, or none of ours"""
    with opened(guarded) as one:
        for text in GARBAGE:
            one.send(text)
            while (said := json.loads(one.recv(PATIENCE)))["type"] == "ping":
                pass
            assert said["type"] in ("wrong", "again", "welcome"), (text, said)
            if said["type"] == "wrong":
                assert 400 <= said["problem"]["status"] < 500, (text, said)
        one.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "games": []}))
        assert json.loads(one.recv(PATIENCE))["type"] in ("welcome", "ping")
        one.socket.sendall(frame(1, b"\xff\xfe"))
        with pytest.raises(ConnectionClosed, match="1007"):
            until_the_end(one)


def test_a_wrong_protocol(guarded: InProcess) -> None:
    """another protocol, or none"""
    with opened(guarded) as one:
        for number in (-1, 0, PROTOCOL + 1, 10**9):
            one.send(json.dumps({"type": "hello", "protocol": number, "games": []}))
            while (said := json.loads(one.recv(PATIENCE)))["type"] == "ping":
                pass
            assert said == {"type": "other-protocol", "protocol": PROTOCOL}


def test_other_sites(guarded: InProcess) -> None:
    """a page of another site"""
    with pytest.raises(InvalidStatus, match="403"), opened(guarded, origin=Origin("http://evil.example")):
        pass
    for path in ("games", "games/x/join", "games/x/do", "standings"):
        answer = guarded.client.post(f"/api/online/{path}", json={}, headers={"Origin": "http://evil.example"})
        assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (403, "origin")
    assert guarded.client.get("/api/online/lobby", headers={"Host": "evil.example"}).status_code == 421


def test_positions_that_are_none(server: Any) -> None:
    """positions and reviews that are none, or huge"""
    body = {"game": "vacu", "options": {"size": 5}, "clock": {"kind": "days", "days": 1}, "seat": 1}
    for line in ("x" * 20_001, "vacu(size=5) " + "a1 " * 300, "vacu(size=99999)", "vacu(size=5) 💣", "iago", "\0"):
        wanted = {**body, "line": line, "token": secret(), "invitation": secret()}
        problem = server.client.post("/api/online/games", json=wanted)
        assert problem.status_code in (413, 422), (line[:40], problem.text)
    first, _ = table(server)
    first.done("resign")
    path = f"/api/online/games/{first.game}/review"
    reviews: tuple[Any, ...] = ({}, [], {"line": "vacu(size=5)"}, "x")
    for review in reviews:
        answer = server.client.put(path, json=review, headers={"X-Seat-Token": first.token})
        assert answer.status_code in (409, 422), answer.text


@pytest.fixture
def proxied(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcess]:
    """A server that believes who asks, and that spends half a second for a file at most."""
    monkeypatch.setattr(app, "LongLimits", lambda: LongLimits(seconds=0.5, refill=0.001))
    settings = Settings(database=sqlite_address(database), warm=False, online=True)
    one = InProcess(settings, create_server(settings), proxy_headers=True, forwarded_allow_ips="127.0.0.1")
    yield one
    one.stop()


def test_costly_records(proxied: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """the costliest records to read, write or look at, from one address or from many"""
    goes_on, limits = threading.Event(), LongLimits()
    record = {"text": "vacu(size=5) moves a1"}

    def costly(wanted: Import) -> tuple[StoredGame, str]:
        assert goes_on.wait(PATIENCE)
        end = time.thread_time() + 0.3
        while time.thread_time() < end:
            pass
        return read_import(wanted)

    def ask(address: int) -> httpx.Response:
        headers = {"X-Forwarded-For": f"192.0.2.{address}"}
        place = f"{proxied.client.base_url}/api/games/import"
        return httpx.post(place, json=record, headers=headers, timeout=PATIENCE)

    def refused(answer: httpx.Response) -> tuple[int, str]:
        assert int(answer.headers["Retry-After"]) >= 5
        return answer.status_code, answer.json()["type"].rpartition(":")[2]

    monkeypatch.setattr(games, "read_import", costly)
    with ThreadPoolExecutor(limits.waiting + 2) as crowd:
        try:
            one = [crowd.submit(ask, 1) for _ in range(limits.waiting_each + 1)]
            assert refused(first_of(one)) == (429, "long-each")
            others = [crowd.submit(ask, 2 + number % 2) for number in range(limits.waiting - limits.waiting_each + 1)]
            assert refused(first_of(others)) == (503, "long-queue")
            assert proxied.get("/api/health") == {"status": "ok"}
            first, second = table(proxied)
            first.done("move", move="c3")
            assert second.hear_of("move")["move"] == "c3"
            game = proxied.new(options={"size": 5})
            assert proxied.move(game, "c3")["plies"] == 1
        finally:
            goes_on.set()
    answers = [asked.result(PATIENCE) for asked in one]
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [429] * 3  # the second one was on credit
    assert [refused(answer)[1] for answer in answers if answer.status_code == 429].count("long-often") == 2
    paths = [f"/api/games/{game['id']}/{what}" for what in ("tree", "record")]
    proxied.client.headers["X-Forwarded-For"] = "192.0.2.1"
    assert [refused(proxied.client.get(path)) for path in paths] == [(429, "long-often")] * 2
    export = proxied.client.post("/api/export", params={"format": "sgf"}, json=record)
    assert refused(export) == (429, "long-often")
    line = "vacu(size=5) moves " + "a1," * (USUAL_LINE // 3)
    assert refused(proxied.client.post("/api/positions", json={"line": line})) == (429, "long-often")
    assert proxied.client.post("/api/positions", json={"line": "vacu(size=5)"}).status_code == 200


def first_of(asked: Sequence[Future[httpx.Response]]) -> httpx.Response:
    """Return the answer that comes first."""
    return next(as_completed(asked, PATIENCE)).result()


def test_huge_bodies(guarded: InProcess) -> None:
    """a body of more than a megabyte, or one that does not come"""
    answer = guarded.client.post("/api/online/games", content=b"x" * (1 << 20 | 1))
    assert answer.status_code == 413
    answer = httpx.post(f"{guarded.client.base_url}/api/online/games", content=iter([b"[" * 100_000]), timeout=PATIENCE)
    assert answer.status_code == 422
