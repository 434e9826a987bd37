"""What stands before the application: hosts, origins, sizes, headers."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from fieldstone.server.http.guards import FIXED_HEADERS, GuardLimits, Hosts, guarded, split_name

LIMITS = GuardLimits(body=100, body_seconds=0.2)


async def echo(request: Request) -> Response:
    return JSONResponse({"size": len(await request.body()), "again": len(await request.body())})


async def big(request: Request) -> Response:
    return PlainTextResponse("stone " * 1000, headers={"Cache-Control": "public, max-age=31536000, immutable"})


async def fail(request: Request) -> Response:
    raise RuntimeError("broken")


async def talk(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("hello")
    await websocket.close()


APP = Starlette(
    routes=[
        Route("/api/echo", echo, methods=["GET", "POST"]),
        Route("/assets/big.js", big),
        Route("/api/fail", fail),
        WebSocketRoute("/api/live", talk),
    ]
)


def run(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Let an application serve one request."""

    async def serve() -> None:
        await app(scope, receive, send)

    asyncio.run(serve())


def ask(scope: Scope, headers: dict[str, str], *messages: Message) -> list[Message]:
    """Return what the guards send for a request that comes in these messages, and then in none."""
    sent: list[Message] = []
    waiting = iter(messages)

    async def receive() -> Message:
        message = next(waiting, None)
        if message is None:
            await asyncio.sleep(60)
            raise AssertionError
        return message

    async def send(message: Message) -> None:
        sent.append(message)

    listed = [(name.encode(), value.encode()) for name, value in headers.items()]
    whole = {"path": "/api/live", "query_string": b"lang=ko", "headers": listed, **scope}
    run(guarded(APP, Hosts(), LIMITS), whole, receive, send)
    return sent


def post(*parts: bytes, **headers: str) -> list[Message]:
    """Return what comes back for a body that comes in parts and never ends."""
    scope = {"type": "http", "method": "POST", "scheme": "http", "path": "/api/echo"}
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    return ask(scope, {"host": "localhost", **headers}, *messages)


class Client:
    """Asks the guarded application, without a network."""

    def request(self, method: str, path: str, headers: Any = None, content: Any = None) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(guarded(APP, Hosts(), LIMITS), raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
                return await client.request(method, path, headers=headers, content=content)

        return asyncio.run(ask())

    def get(self, path: str, headers: Any = None) -> httpx.Response:
        return self.request("GET", path, headers)

    def post(self, path: str, headers: Any = None, content: Any = None) -> httpx.Response:
        return self.request("POST", path, headers, content)


@pytest.fixture
def client() -> Client:
    return Client()


def problem(answer: httpx.Response, status: int, name: str) -> dict[str, Any]:
    """Check an answer that refuses, and return its problem."""
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    data: dict[str, Any] = answer.json()
    assert data.keys() == {"type", "title", "status", "detail"}
    assert data["type"].endswith(f":{name}")
    assert data["status"] == status
    return data


# Headers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/echo", 200),
        ("POST", "/api/echo", 200),
        ("PUT", "/api/echo", 405),
        ("GET", "/nowhere", 404),
        ("GET", "/api/fail", 500),
        ("GET", "/assets/big.js", 200),
    ],
)
def test_every_answer_has_the_headers(client: Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    for name, value in FIXED_HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "connect-src 'self' ws://127.0.0.1:8000" in policy
    assert policy.count("unsafe") == 1  # 'wasm-unsafe-eval', for the kernels: no text is run as a program
    assert "data:" not in policy


def test_refusals_have_the_headers_too(client: Client) -> None:
    for answer in (
        client.get("/api/echo", headers={"Host": "evil.example"}),
        client.post("/api/echo", headers={"Origin": "http://evil.example"}),
        client.post("/api/echo", content=b"x" * 101),
    ):
        assert answer.status_code in (421, 403, 413)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["connection"] == "close"


def test_how_long_answers_may_be_kept(client: Client) -> None:
    assert client.get("/api/echo").headers["cache-control"] == "no-store"
    assert client.get("/nowhere").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/assets/big.js").headers["cache-control"]


def test_a_strange_host_gets_into_no_header(client: Client) -> None:
    answer = client.get("/api/echo", headers={"Host": "x; script-src *"})
    assert "connect-src 'self';" in answer.headers["content-security-policy"]
    assert "script-src *" not in answer.headers["content-security-policy"]


def test_answers_are_compressed(client: Client) -> None:
    answer = client.get("/assets/big.js", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert int(answer.headers["content-length"]) < 200
    assert answer.text == "stone " * 1000
    plain = client.get("/assets/big.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(gzip.compress(plain.content)) < 200


# Hosts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8000"])
def test_names_of_this_machine_are_allowed(client: Client, host: str) -> None:
    assert client.get("/api/echo", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "192.168.1.7",
        "127.0.0.2",
        "",
        "localhost:",
        "localhost:x",
        "[::1",
        "a:b",
    ],
)
def test_other_names_are_refused(client: Client, host: str) -> None:
    data = problem(client.get("/api/echo", headers={"Host": host}), 421, "host")
    assert f"“{host}”" in data["detail"]


def test_hosts_of_a_server_in_a_network() -> None:
    hosts = Hosts("0.0.0.0", ["Games.Example"])
    assert all(map(hosts.allows, ["games.example:8000", "192.168.1.7:8000", "[fe80::1]:80", "localhost"]))
    assert not any(map(hosts.allows, ["evil.example", "games.example.evil", "1.2.3.4.evil"]))
    assert Hosts("::1").allows("[::1]:8000")
    assert not Hosts("::1").allows("192.168.1.7")
    assert Hosts("stone.local").allows("stone.local:8000")


def test_names_with_a_port() -> None:
    hosts = Hosts("0.0.0.0", ["Games.Example:8443", "games.example:8444", "::1", "[::2]:8443", "club"])
    assert all(map(hosts.is_named, ["games.example", "games.example:80", "[::1]", "[::2]:1", "club:8443"]))
    assert hosts.ports_of("games.example:80") == {8443, 8444}
    assert hosts.ports_of("[::2]") == {8443}
    assert hosts.ports_of("club:8443") == hosts.ports_of("[::1]:8443") == hosts.ports_of("?:?") == set()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a:b",
        "a:0",
        "a:65536",
        "a:123456",
        "a:",
        ":8443",
        "https://games.example",
        "a/b",
        "a b",
        "a,b",
        "[::1",
        "a:1:2",
    ],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        split_name(name)


def test_two_hosts_are_refused(client: Client) -> None:
    answer = client.get("/api/echo", headers=[("Host", "localhost"), ("Host", "evil.example")])
    assert answer.status_code == 421


# Origins -----------------------------------------------------------------------------------------------------------

OWN = [{}, {"Origin": "http://127.0.0.1:8000"}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}]
FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "http://127.0.0.1:9000"},
    {"Origin": "http://localhost:8000"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "file://127.0.0.1:8000"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", OWN)
def test_the_own_page_may_change_things(client: Client, headers: dict[str, str]) -> None:
    assert client.post("/api/echo", headers=headers).status_code == 200


@pytest.mark.parametrize("headers", FOREIGN)
def test_other_pages_may_not(client: Client, headers: dict[str, str]) -> None:
    problem(client.post("/api/echo", headers=headers), 403, "origin")
    problem(client.request("DELETE", "/api/echo", headers), 403, "origin")
    assert client.get("/api/echo", headers=headers).status_code == 200  # they cannot read the answer


def test_the_usual_port_may_be_left_out(client: Client) -> None:
    headers = {"Host": "localhost", "Origin": "http://localhost:80"}
    assert client.post("/api/echo", headers=headers).status_code == 200
    headers = {"Host": "localhost:443", "Origin": "https://localhost"}
    assert client.post("https://localhost:443/api/echo", headers=headers).status_code == 200


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_scheme_is_part_of_an_origin(client: Client, scheme: str) -> None:
    """What another scheme brings from the same host may come from somebody between it and the browser."""
    other = {"http": "https", "https": "http"}[scheme]
    for port in ("", ":8000", ":80", ":443"):
        headers = {"Host": f"localhost{port}", "Origin": f"{other}://localhost{port}"}
        problem(client.post(f"{scheme}://localhost/api/echo", headers=headers), 403, "origin")
        headers = {"Host": f"localhost{port}", "Origin": f"{scheme}://localhost{port}"}
        assert client.post(f"{scheme}://localhost/api/echo", headers=headers).status_code == 200


def test_a_proxy_may_bring_tls_to_a_named_host() -> None:
    async def ask(origin: str) -> int:
        transport = httpx.ASGITransport(guarded(APP, Hosts("127.0.0.1", ["games.example"])))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            headers = {"Host": "games.example", "Origin": origin}
            return (await client.post("/api/echo", headers=headers)).status_code

    assert asyncio.run(ask("https://games.example")) == 200
    assert asyncio.run(ask("http://games.example")) == 200
    assert asyncio.run(ask("https://games.example:8443")) == 403
    assert asyncio.run(ask("ftp://games.example")) == 403


def test_a_crowd_is_turned_away_with_a_problem() -> None:
    async def ask(crowded: bool) -> httpx.Response:
        transport = httpx.ASGITransport(guarded(APP, is_crowded=lambda: crowded))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            return await client.get("/api/echo")

    problem(asyncio.run(ask(True)), 503, "crowded")
    assert asyncio.run(ask(False)).status_code == 200


def connect(extensions: dict[str, Any], **headers: str) -> list[Message]:
    """Return what comes back when somebody wants a WebSocket."""
    return ask({"type": "websocket", "scheme": "ws", "extensions": extensions}, headers, {"type": "websocket.connect"})


def test_other_pages_get_no_socket() -> None:
    kinds = [message["type"] for message in connect({}, host="localhost", origin="http://localhost")]
    assert kinds == ["websocket.accept", "websocket.send", "websocket.close"]
    answers: dict[str, Any] = {"websocket.http.response": {}}
    for host, status in (("localhost", 403), ("evil.example", 421)):
        start, body = connect(answers, host=host, origin="http://evil.example")
        assert start["status"] == status
        assert dict(start["headers"])[b"x-content-type-options"] == b"nosniff"
        assert json.loads(body["body"])["status"] == status
        (closed,) = connect({}, host=host, origin="http://evil.example")
        assert (closed["type"], closed["code"]) == ("websocket.close", 1008)


# Bodies ------------------------------------------------------------------------------------------------------------


async def chunks(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def test_bodies_up_to_the_limit(client: Client) -> None:
    assert client.post("/api/echo", content=b"x" * 100).json() == {"size": 100, "again": 100}
    assert client.post("/api/echo", content=chunks(b"x" * 50, b"x" * 50)).json()["size"] == 100
    data = problem(client.post("/api/echo", content=b"x" * 101), 413, "body")
    assert "100" in data["detail"]
    problem(client.post("/api/echo", content=chunks(b"x" * 60, b"x" * 60)), 413, "body")


@pytest.mark.parametrize("length", ["many", "-1", "1e3", ""])
def test_strange_lengths(client: Client, length: str) -> None:
    problem(client.post("/api/echo", headers={"Content-Length": length}), 400, "length")


def test_a_body_that_does_not_come() -> None:
    sent = post(b"x")
    assert sent[0]["status"] == 408
    assert "0초" in sent[1]["body"].decode()


def test_a_body_larger_than_it_says() -> None:
    assert post(b"x" * 60, b"x" * 60, **{"content-length": "10"})[0]["status"] == 413


def test_refusals_speak_the_language_asked_for(client: Client) -> None:
    answers = [
        client.get("/api/echo", headers={"Host": "evil.example", "Accept-Language": name}) for name in ("ko", "ja")
    ]
    assert ["서버" in answers[0].json()["detail"], "サーバー" in answers[1].json()["detail"]] == [True, True]


def test_other_scopes_pass() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    run(guarded(app), {"type": "lifespan"}, nothing, nothing)
    assert seen == ["lifespan"]
