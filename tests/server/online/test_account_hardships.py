"""What mail servers that hang, busy databases and odd texts do to accounts: nothing that others would notice."""

from __future__ import annotations

import contextlib
import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed

from fieldstone.server.http.account import page_of
from fieldstone.server.http.signed import person_of
from fieldstone.server.live import online as live_online
from fieldstone.server.online.mail import AT_ONCE, WAITING, Mailer
from fieldstone.server.online.rights import hash_of
from fieldstone.server.problems import ProblemError
from fieldstone.server.settings import MailServer
from fieldstone.server.storage import online as online_storage
from fieldstone.server.storage import people, store
from tests.server.conftest import PATIENCE, InProcess
from tests.server.online.alerting import until
from tests.server.online.browser import Person
from tests.server.online.mailbox import Mailbox, mail_server
from tests.server.online.members import Browser, at_a_game, browsers
from tests.server.online.people import Player, invite, join, later, move_both, nonce, secret, table

Start = Callable[..., InProcess]
Mailing = tuple[Mailbox, MailServer]
ASKING = 40  # more than asyncio has threads of its own on any machine


@pytest.fixture
def mailbox() -> Iterator[Mailing]:
    with mail_server() as found:
        yield found


def test_a_mail_server_that_hangs_holds_up_nothing_else(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=ASKING) as hanging:
        port = hanging.getsockname()[1]
        mail = MailServer("127.0.0.1", port, "games@example.org")
        server = start(online=True, accounts=True, mail=mail, invitations=10_000)
        game, _, _ = invite(server)

        def ask(number: int) -> int:
            body = {"mail": f"a{number}@example.org", "language": "en"}
            return httpx.post(f"{server.client.base_url}/api/account/mail", json=body, timeout=PATIENCE).status_code

        with ThreadPoolExecutor(ASKING) as threads:
            asked = [threads.submit(ask, number) for number in range(ASKING)]
            begun = time.monotonic()
            while sum(one.done() for one in asked) < ASKING - AT_ONCE - WAITING and time.monotonic() < begun + 10:
                time.sleep(0.05)
            refused = [one for one in asked if one.done()]
            begun = time.monotonic()
            server.post("/api/online/standings", {"games": [{"id": game["id"], "token": secret()}]})
            took = time.monotonic() - begun
            hanging.close()
            assert {one.result() for one in asked} == {503}
        assert took < 2
        assert len(refused) == ASKING - AT_ONCE - WAITING


# -- links and mails --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("games.test", 204),
        ("games.test:80", 204),
        ("games.test:{port}", 204),
        ("games.test:31337", 409),
        ("localhost:{port}", 204),
        ("localhost:31337", 409),
        ("127.0.0.1:{port}", 204),
        ("127.0.0.1:31337", 409),
    ],
)
def test_links_lead_to_no_other_port(start: Start, mailbox: Mailing, host: str, status: int) -> None:
    """At another port of the same machine something else may listen, of somebody else."""
    server = start(online=True, accounts=True, mail=mailbox[1], names=("games.test",))
    body = {"mail": "ada@example.org", "language": "en"}
    headers = {"Host": host.format(port=server.client.base_url.port)}
    answer = server.client.post("/api/account/mail", json=body, headers=headers)
    assert (answer.status_code, len(mailbox[0].mails)) == (status, int(status == 204)), answer.text


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("club.test:8443", 204),
        ("club.test:8444", 204),
        ("club.test:31337", 409),
        ("club.test", 409),  # something else may answer there
        ("club.test:{port}", 409),
        ("games.test", 204),
        ("games.test:8443", 409),
        ("elsewhere.test:8443", 409),
    ],
)
def test_links_lead_to_an_unusual_port_that_was_given(start: Start, mailbox: Mailing, host: str, status: int) -> None:
    """A proxy may listen there; only whoever has started the server can know that."""
    names = ("club.test:8443", "club.test:8444", "games.test")
    server = start(online=True, accounts=True, mail=mailbox[1], names=names)
    body = {"mail": "ada@example.org", "language": "en"}
    named = host.format(port=server.client.base_url.port)
    headers = {"Host": named, "Origin": f"https://{named}"}
    answer = server.client.post("/api/account/mail", json=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert [f"//{named}/account/mail#" in one.get_content() for one in mailbox[0].mails] == [True] * (status == 204)


def test_names_of_the_loopback_lead_to_those_who_came_by_it() -> None:
    """Whoever opens the mail on another machine would be led to something there."""
    context: Any = SimpleNamespace(settings=SimpleNamespace(names=()))
    for own, is_taken in (("127.0.0.1", True), ("::1", True), ("192.0.2.7", False)):
        scope = {"type": "http", "method": "POST", "scheme": "http", "path": "/", "server": (own, 8000)}
        request = Request({**scope, "query_string": b"", "headers": [(b"host", b"localhost:8000")]})
        with contextlib.nullcontext() if is_taken else pytest.raises(ProblemError, match="mail-host"):
            assert page_of(request, context) == "http://localhost:8000"


def test_a_name_is_changed_by_whatever_address(start: Start) -> None:
    server = start(online=True, accounts=True, host="0.0.0.0")
    with browsers(server) as browse:
        ada = browse("Ada")
        answer = ada.client.patch("/api/account", json={"name": "Bea"}, headers={"Host": "192.0.2.7:8000"})
        assert (answer.status_code, answer.json().get("name")) == (200, "Bea")


def test_mails_end_also_where_there_is_no_mail_server_any_more(start: Start, mailbox: Mailing) -> None:
    server = start(online=True, accounts=True, mail=mailbox[1])
    ada = Person(server)
    ada.send("POST", "/api/account/mail", {"mail": "ada@example.org", "language": "en"}, 204)
    ada.post("/api/account/mail/sign-in", {"secret": mailbox[0].secret(), "name": "Ada"})
    assert ada.send("PATCH", "/api/account", {"alerts": True})["alerts"]
    headers = {"Cookie": ada.cookie()}
    ada.client.close()
    server.stop()
    again = start(online=True, accounts=True)
    assert again.client.patch("/api/account", json={"alerts": True}, headers=headers).status_code == 404
    answer = again.client.patch("/api/account", json={"alerts": False}, headers=headers)
    assert (answer.status_code, answer.json().get("alerts")) == (200, False)


@pytest.mark.parametrize(("host", "to"), [("mail..example", "a@example.org"), ("127.0.0.1", "a\n@example.org")])
def test_what_cannot_be_sent_is_not_sent(host: str, to: str) -> None:
    assert not Mailer(MailServer(host, 1, "games@example.org")).send(to, "Hello", "Hello", "en")


# -- lost devices -----------------------------------------------------------------------------------------------------


def sign_in_again(browser: Browser) -> None:
    games, fresh = browser.server.app.state.services.online, secret()
    people.sign_in(games._engine, hash_of(fresh), browser.person, games.now(), games.now() + 1_000_000)
    browser.client.cookies.set("fieldstone-person", fresh)


def test_signing_out_everywhere_ends_what_links_and_lost_browsers_can_do(start: Start, address: str) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse:
        ada, bob = browse("Ada"), browse("Bob")
        with at_a_game(ada, bob) as (first, second):
            at_link = Player(server, first.game, first.token)  # in a browser that has not signed in
            offered, token, _ = invite(ada)
            assert at_link.hello()["seat"] == 1
            ada.send("POST", "/api/account/sign-out", {"everywhere": True}, 204)
            at_link.until("again")
            at_link.refused("online-not-yours", "resign")  # at once, also for who does not come again
            assert at_link.hello()["seat"] is None
            at_link.refused("online-not-yours", "resign")
            assert Player(server, offered["id"], token).hello()["seat"] is None
            sign_in_again(ada)
            again = ada.player(first.game, first.token)
            assert (again.hello()["seat"], second.hello()["seat"]) == (1, 2)
            again.done("move", move="c3")
            for one in (at_link, again):
                one.leave()


def test_a_rematch_is_not_played_by_what_was_revoked(start: Start, address: str) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse:
        ada, bob = browse("Ada"), browse("Bob")
        with at_a_game(ada, bob) as (first, second):
            move_both(first, second)
            second.done("resign")
            ada.send("POST", "/api/account/sign-out", {"everywhere": True}, 204)
            sign_in_again(ada)
            again = ada.player(first.game)
            again.done("offer", offer="rematch")
            second.hear_of("offer")
            second.done("accept", offer="rematch")
            renewed = again.hear_of("rematch")["next"]
            at_link = Player(server, renewed, first.token)
            assert at_link.hello()["seat"] is None
            for one in (at_link, again):
                one.leave()


def test_who_has_deleted_the_account_has_no_seat_by_a_link(start: Start, address: str) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse:
        ada, bob = browse("Ada"), browse("Bob")
        with at_a_game(ada, bob) as (first, second):
            ada.client.request("DELETE", "/api/account", json={"name": "Ada"}).raise_for_status()
            second.until("players", lambda message: message["players"][0]["deleted"])
            at_link = Player(server, first.game, first.token)
            assert at_link.hello()["seat"] is None
            assert 1 not in server.app.state.services.online._rooms.there(first.game).game.devices
            at_link.leave()


def test_who_only_watches_since_the_link_was_revoked_is_not_there(start: Start, address: str) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse:
        ada, bob = browse("Ada"), browse("Bob")
        with at_a_game(ada, bob) as (first, second):
            first.leave()
            at_link = Player(server, first.game, first.token)
            second.until("here", lambda message: message["seats"] == [True, True] and not message["watchers"])
            ada.send("POST", "/api/account/sign-out", {"everywhere": True}, 204)
            gone = second.until("here", lambda message: message["seats"] == [False, True])
            assert gone["watchers"] == 1  # who has the link, even one who does not come again
            at_link.leave()


def test_a_game_that_is_read_while_links_are_revoked(
    start: Start, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(online=True, accounts=True)
    games = server.app.state.services.online
    with browsers(server) as browse, ThreadPoolExecutor() as pool:
        ada = browse("Ada")
        made, token, _ = invite(ada)
        [room] = games._rooms.all()
        games._rooms.forget(room)
        was_read, may_go_on, read = Event(), Event(), online_storage.read

        def read_late(engine: Engine, game_id: str) -> Any:
            found = read(engine, game_id)
            was_read.set()
            may_go_on.wait(PATIENCE)
            return found

        monkeypatch.setattr(online_storage, "read", read_late)
        asked = pool.submit(server.get, f"/api/online/games/{made['id']}/events", headers={"X-Seat-Token": token})
        was_read.wait(PATIENCE)
        leaving = pool.submit(ada.send, "POST", "/api/account/sign-out", {"everywhere": True}, 204)
        until(lambda: read(games._engine, made["id"]).seats[1] != hash_of(token))  # type: ignore[union-attr]
        may_go_on.set()
        asked.result()
        leaving.result()
        at_link = Player(server, made["id"], token)
        assert at_link.hello()["seat"] is None
        at_link.leave()


def hear_much(browser: Browser, game: str) -> None:
    """Hear what is told to whoever stays."""
    player = browser.player(game)
    for _ in range(5):
        player.hear()


def test_a_socket_that_opens_while_somebody_signs_out(
    start: Start, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(online=True, accounts=True)
    accounts = server.app.state.services.accounts

    async def person_late(websocket: Any, services: Any) -> str | None:
        """Go on when whoever has opened it has signed out."""
        person = await person_of(websocket, services)
        assert person is not None
        await accounts.sign_out(person, None)
        return person

    with browsers(server) as browse:
        ada = browse("Ada")
        made, _, _ = invite(ada)
        monkeypatch.setattr(live_online, "person_of", person_late)
        with pytest.raises(ConnectionClosed):
            hear_much(ada, made["id"])


def test_of_two_passkeys_that_are_removed_at_once_one_is_left(
    start: Start, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse, ThreadPoolExecutor() as pool:
        ada = browse("Ada")
        engine, both = server.app.state.services.online._engine, Barrier(2)
        for name in ("first", "second"):
            people.add_passkey(engine, people.Passkey(name, ada.person, "key", 0, 1, 1))
        person = people.person

        def person_of_both(engine: Engine, person_id: str) -> Any:
            found = person(engine, person_id)
            both.wait(PATIENCE)
            return found

        monkeypatch.setattr(people, "person", person_of_both)
        gone = [pool.submit(ada.client.delete, f"/api/account/passkeys/{name}") for name in ("first", "second")]
        assert sorted(one.result().status_code for one in gone) == [204, 409]
        monkeypatch.setattr(people, "person", person)
        assert len(ada.get("/api/account")["passkeys"]) == 1


# -- databases --------------------------------------------------------------------------------------------------------


def test_who_has_an_account_reads_on_while_the_database_is_busy(
    start: Start, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.1)
    server = start(online=True, accounts=True)
    with browsers(server) as browse, contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        ada = browse("Ada")  # who is due to stay signed in for longer
        other.execute("BEGIN IMMEDIATE")
        assert ada.get("/api/account")["name"] == "Ada"
        for method, path, body in (
            ("PATCH", "/api/account", {"name": "Bea"}),
            ("POST", "/api/account/passkey/options", {}),
        ):
            answer = ada.client.request(
                method, path, json=body, headers={"Host": f"localhost:{ada.client.base_url.port}"}
            )
            assert (answer.status_code, answer.json()["type"]) == (503, "urn:fieldstone:problem:busy")
        other.execute("ROLLBACK")
        assert ada.get("/api/account")["name"] == "Ada"


def test_a_turn_of_nearly_a_month(start: Start, address: str) -> None:
    server = start(online=True)
    first, second = table(server, clock={"kind": "days", "days": 30})
    later(server, 26 * 24 * 3600)
    first.done("move", move="c3")
    assert second.hear_of("move")["used"] > 2**31
    for one in (first, second):
        one.leave()


# -- odd texts --------------------------------------------------------------------------------------------------------


def test_a_nonce_that_no_database_keeps(start: Start, address: str) -> None:
    server = start(online=True)
    first, second = table(server)
    for odd in ("\0", "a\u2028", "", "n" * 33):
        first.say(type="do", game=first.game, nonce=odd, seq=first.seq, what="offer", offer="pause")
        assert first.until("wrong")["problem"]["status"] == 422
        body = {"nonce": odd, "seq": first.seq, "what": "offer", "offer": "pause"}
        path, own = f"/api/online/games/{first.game}/do", {"X-Seat-Token": first.token or ""}
        assert server.client.post(path, json=body, headers=own).status_code == 422
    first.done("offer", offer="pause", name=f"~{nonce()}!")
    assert second.hear_of("offer")["what"] == "pause"
    for one in (first, second):
        one.leave()


def test_texts_that_no_database_keeps(start: Start, address: str) -> None:
    server = start(online=True, accounts=True)
    ada = Person(server)
    ada.register("Ada")
    seats = {"games": [{"id": "\0", "token": secret()}]}
    for method, path, body, status, problem in (
        ("GET", "/api/people/%00", None, 404, "person-none"),
        ("PUT", "/api/people/%00/block", None, 404, "person-none"),
        ("GET", "/api/people/a%20b", None, 404, "person-none"),
        ("GET", "/api/online/games/%00/events", None, 422, "invalid"),
        ("POST", "/api/online/standings", seats, 422, "invalid"),
        ("POST", "/api/account/seats", seats, 422, "invalid"),
        ("DELETE", "/api/account/passkeys/%00", None, 404, "passkey-none"),
    ):
        answer = ada.client.request(method, path, json=body)
        assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (status, problem), path
    for credential in ({"id": "\0"}, {"id": "\ud800"}, {"id": 7}, {}):
        begun = ada.post("/api/account/passkey/sign-in/options")
        content = json.dumps({"ticket": begun["ticket"], "credential": credential})
        headers = {"Content-Type": "application/json"}
        answer = ada.client.post("/api/account/passkey/sign-in", content=content, headers=headers)
        assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (403, "passkey-unknown")
    ada.client.close()


# -- profiles ---------------------------------------------------------------------------------------------------------


def test_games_that_never_were_are_in_no_profile(start: Start) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse:
        ada, bob = browse("Ada"), browse("Bob")
        withdrawn, _, _ = invite(ada, rated=True)
        aborted, _, invitation = invite(ada, public=True)
        join(bob, aborted, invitation)
        played, _, invitation = invite(ada, public=True)
        join(bob, played, invitation)
        for game, seq, what in ((withdrawn, 0, "abort"), (aborted, 1, "abort"), (played, 1, "resign")):
            ada.post(f"/api/online/games/{game['id']}/do", {"nonce": "n", "seq": seq, "what": what})
        assert [one["id"] for one in server.get("/api/people/Ada")["games"]] == [played["id"]]
