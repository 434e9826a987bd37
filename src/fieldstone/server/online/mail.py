"""Mails: links for signing in, and what tells of turns. They go to the organiser's own mail server alone."""

import asyncio
import logging
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from fieldstone.server.online.sending import SendingThreads
from fieldstone.server.settings import MailServer

SECONDS = 15.0  # for the mail server to answer
AT_ONCE, WAITING = 2, 20  # mails: so many are being sent, and so many may wait
IMPLICIT_TLS = 465  # the port at which everything is encrypted from the beginning (RFC 8314)

log = logging.getLogger(__name__)


class Mailer:
    """Sends mails.

    Attributes
    ----------
    threads : in which it does so
    alert_threads : and what nobody waits for, so that it is in nobody's way
    """

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self.threads = SendingThreads("mail", AT_ONCE, WAITING)
        self.alert_threads = SendingThreads("alerts by mail", AT_ONCE, WAITING)

    async def close(self) -> None:
        """End when what is being sent has been."""
        await asyncio.gather(self.threads.close(), self.alert_threads.close())

    def send(self, to: str, subject: str, body: str, language: str) -> bool:
        """Send a mail; returns whether the mail server has taken it. What goes wrong is logged without the address."""
        try:
            message = self._message(to, subject, body, language)
            with self._connection() as connection:
                connection.send_message(message)
        except (smtplib.SMTPException, OSError, ValueError) as error:  # the last one: of texts and names of hosts
            log.warning("a mail could not be sent: %s", type(error).__name__)
            return False
        return True

    def _message(self, to: str, subject: str, body: str, language: str) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._server.sender, to, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._server.sender.rpartition("@")[2])
        message["Content-Language"] = language
        message["Auto-Submitted"] = "auto-generated"  # so that nobody's answering machine answers (RFC 3834)
        message.set_content(f"{body}\n")
        return message

    def _connection(self) -> smtplib.SMTP:
        server, context = self._server, ssl.create_default_context()
        if server.port == IMPLICIT_TLS:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        try:
            if server.port != IMPLICIT_TLS and not server.is_local:
                connection.starttls(context=context)
            if server.user is not None:
                connection.login(server.user, server.password or "")
        except BaseException:
            connection.close()
            raise
        return connection


def is_address(text: str) -> bool:
    """Say whether a text can be an address that mails are sent to; only a mail shows whether it is one."""
    name, at, host = text.rpartition("@")
    allowed = text.isascii() and text.isprintable() and not any(letter in text for letter in ' ,;:<>()[]\\"')
    return bool(allowed and at and name and "@" not in name and "." in host.strip(".") and ".." not in host)
