"""HTTP and WebSockets as uvicorn speaks them, with patience that ends: nobody keeps a place by doing nothing."""

import asyncio
import socket
from collections.abc import Callable
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEADER_SECONDS = 20.0  # in which the head of a request has to arrive
READ_SECONDS = 30.0  # in which whoever is sent something has to take the next part of it
OWN_PINGS = "/api/online"  # this WebSocket asks by itself who is still there


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
    """A connection that waits only so long for somebody to read what is sent, whatever it speaks."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        self._for_reader = Patience(READ_SECONDS, cast(asyncio.WriteTransport, transport).abort)

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
        self._for_reader.stop()
        super().connection_lost(exc)


class PatientProtocol(PatientWriter, H11Protocol):
    """HTTP that waits only so long for the head of a request, and for somebody to read the answer.

    Who sends or reads bit by bit keeps no place from others.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._for_head = Patience(HEADER_SECONDS, transport.close)
        self._for_head.begin()

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


def give_up_unheard(listener: socket.socket) -> None:
    """Have the system close connections whose other end takes nothing: it may have gone without a word."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(READ_SECONDS * 1000))
