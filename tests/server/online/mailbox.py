"""A mail server for tests: it takes mails and keeps them."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from fieldstone.server.settings import MailServer


class Mailbox:
    """What has been taken, and how much was refused."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = False
        self.refused = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (the library's name)
        if self.refuses:
            self.refused += 1
            return "451 not now"
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def link(self) -> str:
        """Return the link in the last mail."""
        [found] = re.findall(r"https?://\S+", self.mails[-1].get_content())
        return str(found)

    def secret(self) -> str:
        return self.link().partition("#")[2]


@contextmanager
def mail_server(host: str = "127.0.0.1", **tls: Any) -> Iterator[tuple[Mailbox, MailServer]]:
    """Take mails at a port of its own, which is found by the name `host`; `tls` says how they are encrypted."""
    mailbox = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(mailbox, hostname="127.0.0.1", port=port, **tls)
    controller.start()
    try:
        yield mailbox, MailServer(host, port, "games@example.org")
    finally:
        controller.stop()
