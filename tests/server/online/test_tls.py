"""TLS against servers with a certificate of their own: mails, and the page behind a proxy."""

from __future__ import annotations

import json
import logging
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fieldstone.cli.commands.protocols import PatientProtocol, PatientSocket
from fieldstone.server.app import create_server
from fieldstone.server.online import mail
from fieldstone.server.online.mail import Mailer
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.settings import Settings, sqlite_address
from tests.server.conftest import PATIENCE, InProcess
from tests.server.online.mailbox import mail_server
from tests.server.online.people import DAYS, secret
from tests.server.online.tls import Certificate, proxy

MAIL, PAGE = "mail.test", "games.test"


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """A certificate for names that lead to this machine. Only who is told so trusts it."""
    look = socket.getaddrinfo

    def here(host: Any, *more: Any, **named: Any) -> Any:
        return look("127.0.0.1" if host in (MAIL, PAGE, "other.test") else host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", here)
    return Certificate(tmp_path, MAIL, PAGE)


@pytest.mark.parametrize("begins_with", ["TLS", "STARTTLS"])
def test_mails_go_encrypted(certificate: Certificate, begins_with: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To whoever has a certificate that is trusted, for the name that was given; no mail goes to anybody else."""
    at_once = begins_with == "TLS"
    tls = {"ssl_context": certificate.server} if at_once else {"tls_context": certificate.server}
    with mail_server(MAIL, require_starttls=not at_once, **tls) as (mailbox, server):
        assert not server.is_local
        monkeypatch.setattr(mail, "IMPLICIT_TLS", server.port if at_once else 465)
        letter = ("ada@example.org", "A link", "https://games.test/account/mail#secret", "en")
        assert not Mailer(server).send(*letter)  # nobody knows the certificate
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
        assert Mailer(server).send(*letter)
        other = type(server)("other.test", server.port, server.sender)
        assert not Mailer(other).send(*letter)  # it is for another name
    assert [one["To"] for one in mailbox.mails] == ["ada@example.org"]


def test_a_mail_server_without_tls_gets_no_mail(certificate: Certificate, caplog: pytest.LogCaptureFixture) -> None:
    with mail_server(MAIL) as (mailbox, server), caplog.at_level(logging.WARNING):
        assert not Mailer(server).send("ada@example.org", "A link", "secret", "en")
    assert mailbox.mails == []
    assert "ada" not in caplog.text


@pytest.fixture
def page(certificate: Certificate, database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Any]]:
    """The address of a server behind a proxy with TLS, and the mailbox that it sends to."""
    with mail_server() as (mailbox, server):
        settings = Settings(
            sqlite_address(database), warm=False, online=True, accounts=True, mail=server, names=(PAGE,), port=8000
        )
        served = {"http": PatientProtocol, "ws": PatientSocket, "proxy_headers": True}
        one = InProcess(settings, create_server(settings), forwarded_allow_ips="127.0.0.1", **served)
        try:
            with proxy(certificate, int(one.client.base_url.port or 0)) as port:
                yield f"{PAGE}:{port}", mailbox
        finally:
            one.stop()


def test_a_page_behind_tls(page: tuple[str, Any], certificate: Certificate) -> None:
    """Cookies go back encrypted alone, the policy names wss, and a game is played over it."""
    place, mailbox = page
    trust = certificate.client()
    origin = f"https://{place}"
    headers = {"Connection": "close", "Origin": origin}
    with httpx.Client(base_url=origin, verify=trust, headers=headers, timeout=PATIENCE) as browser:
        seats = {"1": {"kind": "human"}, "2": {"kind": "human"}}
        new = browser.post("/api/games", json={"game": "vacu", "options": {"size": 5}, "seats": seats})
        assert new.status_code == 201, new.text
        assert is_for_tls(new, "fieldstone-device")
        assert f"wss://{place}" in new.headers["content-security-policy"]
        token, other, invitation = secret(), secret(), secret()
        wanted = {"game": "vacu", "clock": DAYS, "seat": 1, "token": token, "invitation": invitation}
        game = browser.post("/api/online/games", json=wanted).json()["id"]
        joined = browser.post(f"/api/online/games/{game}/join", json={"token": other, "invitation": invitation})
        assert joined.status_code == 200, joined.text
    hello = {"type": "hello", "protocol": PROTOCOL, "games": [{"id": game, "token": token, "seq": 0}]}
    with connect(f"wss://{place}/api/online", ssl=trust, origin=Origin(origin), compression=None) as socket_:
        socket_.send(json.dumps(hello))
        socket_.send(json.dumps({"type": "do", "game": game, "nonce": "n", "seq": 2, "what": "move", "move": "c3"}))
        while (said := json.loads(socket_.recv(PATIENCE)))["type"] not in ("event", "refused"):
            pass
        assert (said["kind"], said["move"]) == ("move", "c3")
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"wss://{place}/api/online", ssl=trust, origin=Origin("https://other.test")),
    ):
        pass
    with pytest.raises(ssl.SSLCertVerificationError), connect(f"wss://{place}/api/online"):
        pass
    assert mailbox.mails == []


def test_signing_in_behind_tls(page: tuple[str, Any], certificate: Certificate) -> None:
    """The link leads to https, and the cookie of whoever has signed in goes back encrypted alone."""
    place, mailbox = page
    usual = PAGE  # as the proxy listens at 443 elsewhere
    headers = {"Connection": "close", "Origin": f"https://{usual}", "Host": usual}
    with httpx.Client(
        base_url=f"https://{place}", verify=certificate.client(), headers=headers, timeout=PATIENCE
    ) as browser:
        asked = browser.post("/api/account/mail", json={"mail": "ada@example.org", "language": "en"})
        assert asked.status_code == 204, asked.text
        assert mailbox.link().startswith(f"https://{usual}/account/mail#")
        signed = browser.post("/api/account/mail/sign-in", json={"secret": mailbox.secret(), "name": "Ada"})
        assert signed.status_code == 200, signed.text
        assert is_for_tls(signed, "fieldstone-person")


def is_for_tls(answer: httpx.Response, name: str) -> bool:
    """Say whether a cookie goes back over TLS alone, to this server, and to no script."""
    [cookie] = [one for one in answer.headers.get_list("set-cookie") if one.startswith(f"{name}=")]
    return all(word in cookie.lower() for word in ("; secure", "; httponly", "samesite=strict"))
