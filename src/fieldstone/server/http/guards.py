"""What stands between the network and the application: who may ask, how much, and what browsers may do with answers.

Pure ASGI, from the outside in: headers on every answer, the host that was asked for, where the request comes from, the
size of its body, compression.
"""

import asyncio
import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fieldstone.server.language import language_of
from fieldstone.server.problems import ProblemError, problem_of
from fieldstone.version import __version__

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
READING = ("GET", "HEAD", "OPTIONS")
COMPRESSION = 6
SERVER = f"fieldstone/{__version__}"  # by which one server knows another
REFUSED_BY_POLICY = 1008  # a WebSocket's close code (RFC 6455)

CONTENT_SECURITY_POLICY = "; ".join(
    f"{name} {value}"
    for name, value in {
        "default-src": "'none'",
        "script-src": "'self' 'wasm-unsafe-eval'",  # the kernels of the games
        "worker-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "manifest-src": "'self'",
        "connect-src": "'self'{sockets}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }.items()
)
MOST_PORTS = 65536
PERMISSIONS_POLICY = ", ".join(
    f"{name}=()"
    for name in (
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
        *("microphone", "midi", "payment", "serial", "usb"),
    )
)
FIXED_HEADERS = {
    "Server": SERVER,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True)
class GuardLimits:
    """What a request may be like.

    Attributes
    ----------
    body : bytes of it
    body_seconds : in which it must have come
    """

    body: int = 1 << 20
    body_seconds: float = 20.0


class Hosts:
    """The hosts by which this server may be asked for.

    A page of somebody else's can have its own name point to this machine and then ask us as if it were ours (DNS
    rebinding). It cannot have the browser send one of these names.
    """

    def __init__(self, bound: str = "127.0.0.1", named: Iterable[str] = ()) -> None:
        """`bound` is the address that the server listens at; `named` are further names for it.

        Where that is a loopback address, only the loopback's names are allowed; else any address in numbers, too, as no
        name can be pointed elsewhere that is none.
        """
        self._numbers = not is_loopback(bound)
        self._named: dict[str, set[int]] = {}
        for name, port in map(split_name, named):
            self._named.setdefault(name, set()).update(() if port is None else (port,))
        self._names = {*LOOPBACK_NAMES, _written(bound), *self._named}

    def allows(self, host: str) -> bool:
        """Say whether a Host header, with or without a port, is one of them."""
        name = _name_in(host)
        return name in self._names or (self._numbers and name is not None and _address(name) is not None)

    def is_named(self, host: str) -> bool:
        """Say whether somebody has given this name to the server."""
        return _name_in(host) in self._named

    def ports_of(self, host: str) -> set[int]:
        """Return the ports that somebody has given with a name: there others reach it, by a proxy."""
        return self._named.get(_name_in(host) or "", set())


def split_name(given: str) -> tuple[str, int | None]:
    """Return a name for the server as a Host header has it, and the port that was given with it, if one was.

    Raises ValueError where it is no name, such as "games.example.org", "games.example.org:8443", "::1" or "[::1]:8443".
    """
    written = f"[{given}]" if given.count(":") > 1 and not given.startswith("[") else given
    name, port = _name_in(written), re.search(r"(?<=[^:]:)[0-9]+$", written)
    is_none = name is None or re.search(r"[\s/@,]", name) or (name.startswith("[") and _address(name) is None)
    if name is None or is_none or (port and not 0 < int(port[0]) < MOST_PORTS):
        raise ValueError(f"{given!r} is no name of a server")
    return name, int(port[0]) if port else None


def _name_in(host: str) -> str | None:
    """Return the name in a Host header, without the port; None if it is no such header."""
    match = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?", host)
    return None if match is None else match[1].lower()


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def is_loopback(bound: str) -> bool:
    """Say whether only this machine reaches a server that listens there."""
    address = _address(bound)
    return bound == "localhost" if address is None else address.is_loopback


def _written(name: str) -> str:
    """Return a host as a Host header has it."""
    return f"[{name.lower()}]" if ":" in name and not name.startswith("[") else name.lower()


def guarded(
    app: ASGIApp,
    hosts: Hosts | None = None,
    limits: GuardLimits | None = None,
    is_crowded: Callable[[], bool] = lambda: False,
    answered: Callable[[int], None] = lambda status: None,
) -> ASGIApp:
    """Return an application with all guards before it.

    `is_crowded` says when the server takes nobody more, and `answered` is told the status of each answer.
    """
    inner = GZipMiddleware(app, compresslevel=COMPRESSION)
    return HeaderGuard(RequestGuard(inner, hosts or Hosts(), limits or GuardLimits(), is_crowded), answered)


class HeaderGuard:
    """Sets the headers that tell browsers what they may do, and for how long they may keep what they have got."""

    def __init__(self, app: ASGIApp, answered: Callable[[int], None]) -> None:
        self.app = app
        self.answered = answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer with the headers back."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                self.answered(message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in FIXED_HEADERS.items():
                    headers[name] = value
                headers["Content-Security-Policy"] = _policy(scope)
                headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api") else "no-cache")
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _policy(scope: Scope) -> str:
    """Return the policy, with the address of our WebSocket: some browsers do not count it to 'self'."""
    host = Headers(scope=scope).get("host", "")
    sockets = ""
    if re.fullmatch(r"[A-Za-z0-9.\[\]:-]{1,255}", host):
        sockets = f" {'wss' if scope['scheme'] in ('https', 'wss') else 'ws'}://{host}"
    return CONTENT_SECURITY_POLICY.format(sockets=sockets)


class RequestGuard:
    """Refuses requests for other hosts, from other pages, and with bodies that are too large."""

    def __init__(self, app: ASGIApp, hosts: Hosts, limits: GuardLimits, is_crowded: Callable[[], bool]) -> None:
        self.app = app
        self.hosts = hosts
        self.limits = limits
        self.is_crowded = is_crowded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            if self.is_crowded():
                raise ProblemError(503, "crowded")
            self._check_host(headers)
            if scope["type"] == "websocket" or scope["method"] not in READING:
                self._check_origin(headers, scope["scheme"])
            if scope["type"] == "http":
                receive = await self._read_body(headers, receive)
        except ProblemError as refused:
            await _answer(refused, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        found = headers.getlist("host")
        if len(found) != 1 or not self.hosts.allows(found[0]):
            raise ProblemError(421, "host", host=", ".join(found)[:100])

    def _check_origin(self, headers: Headers, scheme: str) -> None:
        """Raise ProblemError if a browser says that another site asks. Programs that are no browsers say nothing.

        The same host by another scheme is another site. Where a proxy may have taken TLS away, at a name that somebody
        has given to this server, both are ours.
        """
        origin, host = headers.get("origin"), headers["host"].lower()
        if origin is None:
            foreign = headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
        else:
            own = {{"ws": "http", "wss": "https"}.get(scheme, scheme)}
            if self.hosts.is_named(host):
                own = {"http", "https"}
            theirs, _, rest = origin.lower().partition("://")
            foreign = theirs not in own or _without_port(rest, theirs) != _without_port(host, theirs)
        if foreign:
            raise ProblemError(403, "origin", origin=(origin or "?")[:100])

    async def _read_body(self, headers: Headers, receive: Receive) -> Receive:
        """Read the whole body, so that no other part has to count; returns what gives it to the application."""
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise ProblemError(400, "length", value=length[:40])
        if int(length) > self.limits.body:
            raise self._too_large()
        messages: list[Message] = []
        size, more = 0, True
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while more:
                    message = await receive()
                    messages.append(message)
                    more = message["type"] == "http.request" and message.get("more_body", False)
                    size += len(message.get("body", b""))
                    if size > self.limits.body:
                        raise self._too_large()
        except TimeoutError:
            raise ProblemError(408, "slow", seconds=round(self.limits.body_seconds)) from None
        kept = iter(messages)

        async def receive_again() -> Message:
            message = next(kept, None)
            return await receive() if message is None else message

        return receive_again

    def _too_large(self) -> ProblemError:
        return ProblemError(413, "body", limit=self.limits.body)


def _without_port(host: str, scheme: str) -> str:
    """Return a host and its port, without one that goes without saying."""
    return host.removesuffix(":443" if scheme == "https" else ":80")


async def _answer(refused: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    """Send a problem (RFC 9457); before a WebSocket is open it goes as the answer to the attempt."""
    body = problem_of(refused, language_of(HTTPConnection(scope))).model_dump_json(by_alias=True).encode()
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()  # that it wants to connect
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": REFUSED_BY_POLICY})
            return
        kind = "websocket.http.response"
    answer = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what is left of a body is not read
    ]
    await send({"type": f"{kind}.start", "status": refused.status, "headers": answer})
    await send({"type": f"{kind}.body", "body": body})
