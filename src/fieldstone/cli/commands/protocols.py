"""HTTP and WebSockets as uvicorn speaks them, with patience that ends: nobody keeps a place by doing nothing."""

import asyncio
import ipaddress
import socket
import sys
from collections import Counter
from collections.abc import Callable
from typing import ClassVar, cast

import h11
from starlette.datastructures import Address
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fieldstone.server.allowances import source_of
from fieldstone.server.problems import ProblemError, problem_of

HEADER_SECONDS = 20.0  # in which the head of a request has to arrive
READ_SECONDS = 30.0  # in which whoever is sent something has to take the next part of it
OWN_PINGS = "/api/online"  # this WebSocket asks by itself who is still there


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


def _too_many(each: int) -> bytes:
    """Return what a connection too many gets before anything is read of it, so that its language is not known."""
    problem = problem_of(ProblemError(429, "connections-each", limit=each), "en")
    body = problem.model_dump_json(by_alias=True).encode()
    head = (
        "HTTP/1.1 429 Too Many Requests",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        f"Retry-After: {round(READ_SECONDS)}",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body


class Connections:
    """The open connections, counted by address; whatever comes over them, or does not.

    A proxy that is believed has as many as it likes, since all visitors seem to be one there.

    Attributes
    ----------
    refusal : what is sent over a connection too many
    """

    def __init__(self, each: int, proxies: str = "") -> None:
        """`each` is how many one address may have; `proxies` are named as in FORWARDED_ALLOW_IPS."""
        self._each = each
        self.refusal = _too_many(each)
        self._open: Counter[str] = Counter()
        self._all = "*" in proxies
        self._proxies = [network for one in proxies.split(",") if (network := _network(one.strip())) is not None]

    def enter(self, client: tuple[str, int] | None) -> str | None:
        """Count one more; returns by what it is counted, None if it is one too many."""
        source = source_of(None if client is None else Address(*client))
        if self._open[source] >= self._each and not (client is not None and self._is_proxy(client[0])):
            return None
        self._open[source] += 1
        return source

    def leave(self, source: str) -> None:
        """Count one less."""
        self._open[source] -= 1
        if not self._open[source]:
            del self._open[source]

    def _is_proxy(self, host: str) -> bool:
        address = _network(host)
        return self._all or (address is not None and any(address.network_address in one for one in self._proxies))


class Patience:
    """A timer that closes a connection unless it is stopped."""

    def __init__(self, seconds: float, close: Callable[[], None]) -> None:
        self._seconds, self._close = seconds, close
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begin to wait, if it has not begun."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._close)

    def stop(self) -> None:
        """Wait no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientWriter(asyncio.Protocol):
    """A connection that waits only so long for somebody to read what is sent, whatever it speaks.

    Attributes
    ----------
    all_open : it and all others, by their addresses
    client : its address, as uvicorn knows it
    """

    all_open: ClassVar[Connections] = Connections(sys.maxsize)
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        self._for_reader = Patience(READ_SECONDS, cast(asyncio.WriteTransport, transport).abort)
        self._source = self.all_open.enter(self.client)

    def leave(self) -> None:
        """Count it no more."""
        if self._source is not None:
            self.all_open.leave(self._source)
            self._source = None

    def pause_writing(self) -> None:
        """Hold back what is to be sent, as much waits already."""
        super().pause_writing()
        self._for_reader.begin()

    def resume_writing(self) -> None:
        """Send on."""
        super().resume_writing()
        self._for_reader.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.leave()
        self._for_reader.stop()
        super().connection_lost(exc)


class PatientProtocol(PatientWriter, H11Protocol):
    """HTTP that waits only so long for the head of a request, and for somebody to read the answer.

    Who sends or reads bit by bit keeps no place from others, and neither does who has many connections.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._for_head = Patience(HEADER_SECONDS, transport.close)
        if self._source is None:
            transport.write(self.all_open.refusal)
            transport.close()
        else:
            self._for_head.begin()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to a WebSocket, which is counted itself."""
        self.leave()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; uvicorn itself waits for the next one."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._for_head.stop()
        else:
            self._for_head.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._for_head.stop()
        super().connection_lost(exc)


class PatientSocket(PatientWriter, WebSocketsSansIOProtocol):
    """A WebSocket that waits only so long for somebody to read, and that reads on while nothing waits.

    uvicorn stops reading with each message and begins again when it has been taken, which with Python's own event loop
    costs more than to read it. Here it stops when a message waits already.
    """

    def send_receive_event_to_app(self) -> None:
        """Pass a message on."""
        paused, waits = self.read_paused, not self.queue.empty()
        self.read_paused = paused or not waits  # then it is not paused now
        super().send_receive_event_to_app()
        if not waits:
            self.read_paused = paused

    def handle_ping(self) -> None:
        """Answer a ping, unless answers pile up already: it is not limited how many there are."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def start_keepalive(self) -> None:
        """Ask now and then whether somebody is still there, where nobody else does."""
        if self.scope["path"] != OWN_PINGS:
            super().start_keepalive()


def protocols(each: int, proxies: str) -> tuple[type[PatientProtocol], type[PatientSocket]]:
    """Return both protocols with so many connections for each address; `proxies` as in FORWARDED_ALLOW_IPS."""
    counted = {"all_open": Connections(each, proxies)}
    http, socket = PatientProtocol, PatientSocket
    return type(http.__name__, (http,), counted), type(socket.__name__, (socket,), counted)


def give_up_unheard(listener: socket.socket) -> None:
    """Have the system close connections whose other end takes nothing: it may have gone without a word."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(READ_SECONDS * 1000))
