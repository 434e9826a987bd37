"""Alerts of games over days: to whom, when, once, through which push services, and what happens when one fails."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from fieldstone.server.online import games as online_games
from fieldstone.server.online.push import is_contact
from fieldstone.server.settings import MailServer
from fieldstone.server.storage.alerts import DEVICES, Subscription, keep
from fieldstone.server.storage.online import OnlineAlertRow
from tests.server.conftest import InProcess, Start
from tests.server.online.alerting import CONTACT, alerting, later, quiet, subscribe, until, watched_seats
from tests.server.online.browser import Person
from tests.server.online.mailbox import Mailbox, mail_server
from tests.server.online.people import DAYS, FISCHER, Player, invite, join, table
from tests.server.online.push_service import Browser, PushService, is_signed

HOURS = 3600.0


@pytest.fixture
def server(start: Start, service: PushService, monkeypatch: pytest.MonkeyPatch) -> InProcess:
    """A server that alerts, and looks all the time whether it has to."""
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    return alerting(start, service)


def test_who_has_gone_is_told_once(server: InProcess, service: PushService) -> None:
    first, second = table(server, "kaomi", clock=DAYS)
    browser = Browser(service.address)
    subscribe(server, browser, second, language="ko")
    second.leave()
    first.done("move", move="c3")
    quiet(service, 0)  # who looks in within half a minute need not be told
    later(server, 31)
    until(lambda: len(service.came) == 1)
    told = {
        "title": "내 차례",
        "body": "카오미: 상대가 두었습니다.",
        "tag": first.game,
        "address": f"/meet/{first.game}",
    }
    assert service.told(browser) == [told]
    path, headers, _ = service.came[0]
    assert path == browser.path
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["ttl"] == "86400"
    assert len(headers["topic"]) == 32
    assert is_signed(headers["authorization"], service.address)
    assert server.get("/api/offering")["alerts"] in headers["authorization"]
    later(server, 12 * HOURS)
    quiet(service, 1)


def test_a_visit_makes_the_next_turn_worth_an_alert(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    browser = Browser(service.address)
    subscribe(server, browser, second)
    second.leave()
    first.done("move", move="c3")
    later(server, 31)
    until(lambda: len(service.came) == 1)
    back = Player(server, second.game, second.token)
    back.done("move", move="d3")
    first.until("event", lambda message: message.get("move") == "d3")
    back.leave()
    first.done("move", move="b2")
    quiet(service, 1)
    later(server, 31)
    until(lambda: len(service.came) == 2)


def test_who_is_there_is_not_told(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    for one in (first, second):
        subscribe(server, Browser(service.address), one)
    first.done("move", move="c3")
    second.hear_of("move")
    later(server, 31)
    quiet(service, 0)


def test_a_turn_that_is_over_is_not_told(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    subscribe(server, Browser(service.address), second)
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("move", move="d3")
    second.leave()
    later(server, 31)
    quiet(service, 0)


def test_an_alert_outlives_the_server(server: InProcess, service: PushService, start: Start) -> None:
    first, second = table(server, clock=DAYS)
    browser = Browser(service.address)
    subscribe(server, browser, second)
    second.leave()
    first.done("move", move="c3")
    key = server.get("/api/offering")["alerts"]
    server.stop()
    again = alerting(start, service)
    assert again.get("/api/offering")["alerts"] == key
    later(again, 31)
    until(lambda: len(service.came) == 1)


def test_the_end_is_told_and_nothing_after_it(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    browser = Browser(service.address)
    subscribe(server, browser, second)
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("move", move="d3")
    second.leave()
    first.done("resign")
    later(server, 31)
    until(lambda: len(service.came) == 1)
    assert service.told(browser)[0]["title"] == "Game over"
    online: Any = server.app.state.services.online
    until(lambda: not any(seen for seen in watched_seats(online, first.game).values()))


def test_a_rematch_is_told_too(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    for one in (first, second):
        subscribe(server, Browser(service.address), one)
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("resign")
    first.hear_of("end")
    second.done("offer", offer="rematch")
    first.hear_of("offer")
    second.leave()  # who has had White begins the next game
    first.done("accept", offer="rematch")
    later(server, 31)
    until(lambda: len(service.came) >= 1)
    (renewed,) = {event["next"] for event in first.events.values() if event["kind"] == "rematch"}
    assert watched_seats(server.app.state.services.online, renewed) == {1: True, 2: False}


def test_only_players_of_games_over_days_are_told(server: InProcess, service: PushService) -> None:
    live, _ = table(server)
    days, other = table(server, clock=DAYS)
    stranger = Player(server, days.game, "A" * 24)
    subscribe(server, Browser(service.address), live, stranger, other)
    online: Any = server.app.state.services.online
    assert watched_seats(online, live.game) == {}
    assert list(watched_seats(online, days.game)) == [2]


def test_a_browser_is_forgotten_when_it_wants_no_more(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    browser = Browser(service.address)
    online: Any = server.app.state.services.online
    subscribe(server, browser, second)
    subscribe(server, browser)
    assert watched_seats(online, first.game) == {}
    for _ in range(7):
        subscribe(server, Browser(service.address), second)
    assert list(watched_seats(online, first.game)) == [2]
    second.leave()
    first.done("move", move="c3")
    service.answers = [410] * 5
    later(server, 31)
    until(lambda: len(service.came) == 5)  # the latest five
    until(lambda: watched_seats(online, first.game) == {})


def noted(database: Path, tries: int, told: bool) -> bool:
    """Say whether what came of the last try is in the database."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT tries, told FROM online_alerts").fetchall() == [(tries, told)]


@pytest.mark.parametrize("answer", [500, 429, 302])
def test_a_push_service_that_fails_is_asked_three_times(
    server: InProcess, service: PushService, database: Path, answer: int
) -> None:
    first, second = table(server, clock=DAYS)
    subscribe(server, Browser(service.address), second)
    second.leave()
    first.done("move", move="c3")
    service.answers = [answer] * 10
    for tries, seconds in enumerate((31, 61, 601), start=1):
        later(server, seconds)
        until(lambda tries=tries: len(service.came) == tries)  # type: ignore[misc]
        until(lambda tries=tries: noted(database, min(tries, 2), told=tries == 3))  # type: ignore[misc]
    later(server, HOURS)
    quiet(service, 3)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://examplefcm.googleapis.org/x",
        "https://push.apple.com@127.0.0.1/x",
        "https://fcm.googleapis.com:8443/x",
        "https://127.0.0.1/x",
        "http://127.0.0.1:9/x",
        "http://[::1]/x",
        "file:///etc/passwd",
        "https://[fcm.googleapis.com/x",
        "https://evil.example\\.push.apple.com/x",
        "https://10.0.0.5\\.push.apple.com/x",
        "https://push.apple.com/\\@evil.example",
        "x",
    ],
)
def test_nothing_is_sent_elsewhere(server: InProcess, service: PushService, endpoint: str) -> None:
    browser = Browser(service.address)
    browser.subscription["endpoint"] = endpoint
    problem = subscribe(server, browser, status=422).json()
    assert problem["type"].endswith("alerts-service")


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://db5p.notify.windows.com/w/?token=x",
    ],
)
def test_the_services_of_all_browsers_are_known(server: InProcess, service: PushService, endpoint: str) -> None:
    browser = Browser(service.address)
    browser.subscription["endpoint"] = endpoint
    subscribe(server, browser)


def test_keys_that_are_none_do_no_harm(server: InProcess, service: PushService) -> None:
    first, second = table(server, clock=DAYS)
    browser = Browser(service.address)
    browser.subscription |= {"key": "A" * 87, "secret": "A" * 22}
    subscribe(server, browser, second)
    sound = Browser(service.address)
    subscribe(server, sound, second)
    second.leave()
    first.done("move", move="c3")
    later(server, 31)
    until(lambda: len(service.told(sound)) == 1)


def test_an_alert_that_cannot_be_made_holds_up_no_other(
    server: InProcess, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = table(server, clock=DAYS)
    odd, sound = Browser(service.address), Browser(service.address)
    online: Any = server.app.state.services.online
    send = online.alerts._pusher.send
    monkeypatch.setattr(
        online.alerts._pusher,
        "send",
        lambda to, message: {}[to] if to.endpoint == odd.subscription["endpoint"] else send(to, message),
    )
    for one in (odd, sound):
        subscribe(server, one, second)
    second.leave()
    first.done("move", move="c3")
    later(server, 31)
    until(lambda: len(service.told(sound)) == 1)
    quiet(service, 1)
    assert watched_seats(online, first.game) == {2: True}


def test_without_an_organiser_nobody_is_told(start: Start, service: PushService) -> None:
    server = start(online=True)
    assert server.get("/api/offering") == {"online": True, "alerts": None, "passkeys": False, "mail": False}
    game, token, invitation = invite(server, clock=DAYS)
    join(server, game, invitation)
    problem = subscribe(server, Browser(service.address), Player(server, game["id"], token), status=404).json()
    assert problem["type"].endswith("alerts-none")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("mailto:a@example.org", True),
        ("https://example.org", True),
        ("mailto:", False),
        ("mailto:a", False),
        ("http://example.org", False),
        ("a@example.org", False),
        ("", False),
    ],
)
def test_what_an_organiser_may_be_reached_by(text: str, fits: bool) -> None:
    assert is_contact(text) is fits


# -- by mail ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, MailServer]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def mailing(start: Start, mailbox: tuple[Mailbox, MailServer], monkeypatch: pytest.MonkeyPatch) -> InProcess:
    """A server that alerts people by mail."""
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    return start(online=True, accounts=True, mail=mailbox[1])


@pytest.fixture
def ada(mailing: InProcess) -> Iterator[Person]:
    """The browser of somebody."""
    browser = Person(mailing)
    yield browser
    browser.client.close()


def want_mails(browser: Person, mailbox: Mailbox, name: str = "Ada") -> None:
    """Let somebody have an account, and be told by mail."""
    mail = {"mail": f"{name}@example.org", "language": "en"}
    browser.send("POST", "/api/account/mail", mail, 204)
    browser.post("/api/account/mail/sign-in", {"secret": mailbox.secret(), "name": name})
    assert browser.send("PATCH", "/api/account", {"alerts": True, "language": "ja"})["alerts"]


def test_people_are_told_by_mail_once(mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person) -> None:
    mails = mailbox[0].mails
    want_mails(ada, mailbox[0])
    game, _, invitation = invite(ada, "kaomi", clock=DAYS)
    _, other = join(mailing, game, invitation)
    second = Player(mailing, game["id"], other)
    mails.clear()
    later(mailing, 60)
    until(lambda: len(mails) == 1)  # somebody has joined, and she begins
    assert (mails[0]["To"], mails[0]["Subject"]) == ("ada@example.org", "あなたの番")
    assert f"{ada.origin}/meet/{game['id']}" in mails[0].get_content()
    assert f"{ada.origin}/account" in mails[0].get_content()
    path = f"/api/online/games/{game['id']}/do"
    ada.post(path, {"nonce": "a", "seq": 1, "what": "move", "move": "a1"})
    assert second.done("move", move="b2", seq=2)
    later(mailing, 60)
    until(lambda: len(mails) == 2)  # again, as she has been there
    later(mailing, 24 * HOURS)
    assert second.hear_of("end")
    later(mailing, 60)
    time.sleep(0.5)
    assert len(mails) <= 3  # the end is told, and nothing after it


def test_mails_stop_when_they_are_not_wanted(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person
) -> None:
    want_mails(ada, mailbox[0])
    game, _, invitation = invite(ada, "kaomi", clock=DAYS)
    join(mailing, game, invitation)
    assert not ada.send("PATCH", "/api/account", {"alerts": False})["alerts"]
    mailbox[0].mails.clear()
    later(mailing, 60)
    time.sleep(0.5)
    assert mailbox[0].mails == []
    assert ada.send("PATCH", "/api/account", {"alerts": True})["alerts"]
    online: Any = mailing.app.state.services.online
    assert watched_seats(online, game["id"]) == {1: False}
    ada.send("DELETE", "/api/account", {"name": "Ada"}, 204)
    assert watched_seats(online, game["id"]) == {}


def test_browsers_do_not_drive_out_the_mail(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person
) -> None:
    want_mails(ada, mailbox[0])
    game, _, invitation = invite(ada, "kaomi", clock=DAYS)
    join(mailing, game, invitation)
    engine = mailing.app.state.services.online._engine
    for one in range(DEVICES + 1):
        browser = Subscription(f"device {one}", f"https://push.test/{one}", "key", "secret", "en")
        keep(engine, browser, [(game["id"], 1)], 10**13 + one)
    with engine.begin() as connection:
        found = set(connection.execute(select(OnlineAlertRow.device)).scalars())
    mail = {one for one in found if one.startswith("mail:")}
    assert (len(mail), found - mail) == (1, {f"device {one}" for one in range(1, DEVICES + 1)})


def test_who_has_no_address_is_not_told(ada: Person) -> None:
    ada.register("Ada")
    answer = ada.send("PATCH", "/api/account", {"alerts": True}, 409)
    assert answer["type"].endswith("mail-first")


def test_who_wants_mails_before_anybody_has_joined(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person
) -> None:
    want_mails(ada, mailbox[0])
    game, _, invitation = invite(ada, "kaomi", clock=DAYS)
    ada.send("PATCH", "/api/account", {"alerts": True, "language": "ko"})
    join(mailing, game, invitation)
    mailbox[0].mails.clear()
    later(mailing, 60)
    until(lambda: len(mailbox[0].mails) == 1)
    assert mailbox[0].mails[0]["Subject"] == "내 차례"


def test_a_rematch_is_told_by_mail_however_late(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person
) -> None:
    want_mails(ada, mailbox[0])
    online: Any = mailing.app.state.services.online
    game, _, invitation = invite(ada, "kaomi", clock=DAYS)
    _, other = join(mailing, game, invitation)
    second = Player(mailing, game["id"], other)
    assert second.done("resign")
    later(mailing, 60)
    until(lambda: watched_seats(online, game["id"]) == {})
    second.done("offer", offer="rematch")
    path = f"/api/online/games/{game['id']}/do"
    ada.post(path, {"nonce": "a", "seq": 3, "what": "accept", "offer": "rematch"})
    assert watched_seats(online, second.hear_of("rematch")["next"]) == {2: False}
    second.leave()


def test_games_that_were_a_guests_are_told_by_mail_too(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person
) -> None:
    want_mails(ada, mailbox[0])
    game, token, invitation = invite(mailing, "kaomi", clock=DAYS)
    join(mailing, game, invitation)
    ada.send("POST", "/api/account/seats", {"games": [{"id": game["id"], "token": token}]}, 204)
    assert watched_seats(mailing.app.state.services.online, game["id"]) == {1: False}


# -- of challenges ----------------------------------------------------------------------------------------------------


def challenge(browser: Person, name: str, clock: Any = FISCHER) -> Any:
    game, _, _ = invite(browser, "kaomi", clock=clock, invitation=None, challenged=name)
    return game


@pytest.fixture
def bob(mailing: InProcess) -> Iterator[Person]:
    browser = Person(mailing)
    browser.register("Bob")
    yield browser
    browser.client.close()


def test_who_is_challenged_is_told_by_mail_once(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person, bob: Person
) -> None:
    mails = mailbox[0].mails
    want_mails(ada, mailbox[0])
    mails.clear()
    game = challenge(bob, "Ada")
    time.sleep(0.5)
    assert mails == []  # who looks in within half a minute need not be told
    later(mailing, 31)
    until(lambda: len(mails) == 1)
    assert mails[0]["Subject"] == "Bobさんから対局の申し込み"
    assert f"{ada.origin}/meet/{game['id']}" in mails[0].get_content()
    later(mailing, 24 * HOURS)
    time.sleep(0.5)
    assert len(mails) == 1
    assert watched_seats(mailing.app.state.services.online, game["id"]) == {}


@pytest.mark.parametrize("what", ["seen", "declined", "withdrawn", "accepted"])
def test_who_knows_of_it_or_need_not_is_not_told(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person, bob: Person, what: str
) -> None:
    want_mails(ada, mailbox[0])
    mailbox[0].mails.clear()
    place = f"/api/online/games/{challenge(bob, 'Ada')['id']}"
    if what == "seen":
        ada.get("/api/online/challenges")
    elif what == "declined":
        ada.send("POST", f"{place}/decline", status=204)
    elif what == "withdrawn":
        bob.post(f"{place}/do", {"nonce": "w", "seq": 0, "what": "abort"})
    else:
        ada.post(f"{place}/join", {"token": "t" * 22})
    later(mailing, 31)
    time.sleep(0.5)
    assert mailbox[0].mails == []


def test_a_game_over_days_that_was_accepted_tells_of_turns(
    mailing: InProcess, mailbox: tuple[Mailbox, MailServer], ada: Person, bob: Person
) -> None:
    want_mails(ada, mailbox[0])
    mails, place = mailbox[0].mails, f"/api/online/games/{challenge(bob, 'Ada', DAYS)['id']}"
    ada.post(f"{place}/join", {"token": "t" * 22})
    mails.clear()
    bob.post(f"{place}/do", {"nonce": "m", "seq": 1, "what": "move", "move": "c3"})
    later(mailing, 60)
    until(lambda: len(mails) == 1)
    assert mails[0]["Subject"] == "あなたの番"


def test_who_is_challenged_is_told_by_web_push(
    start: Start, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the devices that are told of all games of theirs."""
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    server = start(online=True, accounts=True, contact=CONTACT, services=(service.address,))
    ada, bob, browser = Person(server), Person(server), Browser(service.address)
    for one, name in ((ada, "Ada"), (bob, "Bob")):
        one.register(name)
    body = {**browser.subscription, "language": "en", "games": [], "account": True}
    ada.send("PUT", "/api/online/alerts", body, 204)
    made = challenge(bob, "Ada")
    later(server, 31)
    until(lambda: len(service.came) == 1)
    [told] = service.told(browser)
    assert (told["title"], told["address"]) == ("Challenge from Bob", f"/meet/{made['id']}")
    assert told["body"] == "Kaomi: Bob would like to play you. Accept or decline."
    later(server, HOURS)
    quiet(service, 1)
    for one in (ada, bob):
        one.client.close()
