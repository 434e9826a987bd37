"""Web push: encrypted messages to the push service of a browser, which shows them as alerts (RFC 8030, 8291, 8292)."""

import base64
import hashlib
import json
import logging
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Engine

from fieldstone.server.online.sending import SendingThreads
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage.alerts import Subscription, push_key

# The push services of the browsers that there are. To no other address does this server send anything: who subscribes
# names the address, and it could be one of the organiser's own network.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
LONGEST_ENDPOINT = 1024
# A name alone, then a path without a backslash, which libraries read as different things.
_PLAIN = re.compile(r"https://[a-z0-9.-]+(:443)?/[!-\[\]-~]*", re.IGNORECASE)
SECONDS = 10.0  # for a push service to answer
AT_ONCE, WAITING = 8, 200  # alerts: so many are being sent, and so many may wait
KEPT = 24 * 3600  # seconds that it keeps an alert for a browser that it does not reach

log = logging.getLogger(__name__)


class Sent(Enum):
    """What came of an alert: it is on its way, the browser wants none any more, or it has to be tried again."""

    ON_ITS_WAY = "on its way"
    UNWANTED = "unwanted"
    FAILED = "failed"


class Pusher:
    """Sends alerts to push services.

    Attributes
    ----------
    public : the key that a browser wants to know before it subscribes, as base64url
    threads : in which it sends
    """

    def __init__(self, private: str, contact: str, services: Sequence[str] = ()) -> None:
        """`private` is a key as `fresh_key` makes one; `contact` is how the push services reach the organiser.

        `services` are further addresses, such as "http://127.0.0.1:8030", that may be sent to. Raises ImportError where
        pywebpush is not installed.
        """
        import pywebpush
        import requests
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid

        self._pywebpush, self._requests = pywebpush, requests
        self._key = Vapid.from_pem(private.encode())
        self._contact = contact
        self.threads = SendingThreads("push", AT_ONCE, WAITING)
        self._services = {_origin(one) for one in services}
        point = self._key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def close(self) -> None:
        """End when what is being sent has been."""
        await self.threads.close()

    def check(self, endpoint: str) -> None:
        """Raise ProblemError unless an address is one of a known push service."""
        try:
            parts = urlsplit(endpoint)
            known = parts.scheme == "https" and parts.port in (None, 443) and _PLAIN.fullmatch(endpoint) is not None
        except ValueError:
            raise ProblemError(422, "alerts-service") from None
        host = parts.hostname or ""
        known = known and any(host == one or host.endswith(f".{one}") for one in SERVICES)
        if not known and _origin(endpoint) not in self._services:
            raise ProblemError(422, "alerts-service")

    def send(self, to: Subscription, message: dict[str, Any]) -> Sent:
        """Send a message to a browser; what goes wrong is logged without its address, which is a secret."""
        subscription = {"endpoint": to.endpoint, "keys": {"p256dh": to.key, "auth": to.secret}}
        # What has not arrived yet is replaced by what comes later of the same game.
        topic = hashlib.sha256(str(message["tag"]).encode()).hexdigest()[:32]
        session = self._requests.Session()
        session.max_redirects = 0  # it could lead anywhere
        try:
            with session:
                self._pywebpush.webpush(
                    subscription,
                    json.dumps(message, ensure_ascii=False),
                    vapid_private_key=self._key,
                    vapid_claims={"sub": self._contact},
                    headers={"Topic": topic, "Urgency": "normal"},
                    ttl=KEPT,
                    timeout=SECONDS,
                    requests_session=session,
                )
        except self._pywebpush.WebPushException as error:
            log.warning("a push service has answered %s", error.status_code or "nothing that it could be sent")
            return Sent.UNWANTED if error.status_code in (None, 404, 410) else Sent.FAILED
        except (self._requests.RequestException, OSError) as error:
            log.warning("a push service cannot be reached: %s", type(error).__name__)
            return Sent.FAILED
        except ValueError:  # keys that are none
            return Sent.UNWANTED
        return Sent.ON_ITS_WAY


def fresh_key() -> str:
    """Return a new private key, as text. Raises ImportError where pywebpush is not installed."""
    from py_vapid import Vapid

    key = Vapid()
    key.generate_keys()
    return str(key.private_pem().decode())


def pusher_of(engine: Engine, contact: str, services: Sequence[str] = ()) -> Pusher:
    """Return what sends alerts for a database, with the key that belongs to it: browsers have subscribed to that."""
    return Pusher(push_key(engine, fresh_key()), contact, services)


def is_contact(text: str) -> bool:
    """Say whether push services take a text as the organiser's address: "mailto:…" or "https://…"."""
    parts = urlsplit(text)
    if parts.scheme == "mailto":
        return "@" in parts.path.strip("@")
    return parts.scheme == "https" and bool(parts.hostname)


def device_of(endpoint: str) -> str:
    """Return by what a browser is known in the database."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _origin(address: str) -> str | None:
    """Return scheme, host and port of an address; None if it is none."""
    try:
        parts = urlsplit(address)
        return f"{parts.scheme}://{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"
    except ValueError:
        return None
