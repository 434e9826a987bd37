"""A push service of one's own, for tests: it takes alerts as those of the browsers do, and can read them."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid


def encoded(data: bytes) -> str:
    """Return base64url without padding, as the Push API writes it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """What a browser has that has subscribed: keys, and an endpoint at the push service."""

    def __init__(self, service: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = secrets.token_bytes(16)
        self.path = f"/push/{secrets.token_urlsafe(12)}"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": service + self.path,
            "key": encoded(point),
            "secret": encoded(self._secret),
        }

    def read(self, body: bytes) -> Any:
        """Decrypt a message (RFC 8291)."""
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret))


class PushService:
    """The messages that have come, as (path, headers, body), and what is answered to the next ones."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []

    def told(self, browser: Browser) -> list[Any]:
        """Return what a browser has been told."""
        return [browser.read(body) for path, _, body in self.came if path == browser.path]


def is_signed(authorization: str, audience: str) -> bool:
    """Say whether a header is a valid one of RFC 8292 for a push service, signed with the key that it names."""
    return bool(Vapid.verify(authorization)) and audience in str(_claims(authorization))


def _claims(authorization: str) -> Any:
    token = authorization.removeprefix("vapid t=").split(",")[0]
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on this machine."""
    services: list[PushService] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            (service,) = services
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.came.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(service.answers.pop(0) if service.answers else 201)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    services.append(PushService(f"http://127.0.0.1:{server.server_address[1]}"))
    try:
        yield services[0]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
