"""Alerts of an account's games, on any device where its owner has signed in."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest

from fieldstone.server.online import games as online_games
from fieldstone.server.online import mail, own
from fieldstone.server.online.rights import hash_of
from fieldstone.server.settings import MailServer
from fieldstone.server.storage import alerts, people
from fieldstone.server.storage.alerts import DEVICES
from fieldstone.server.storage.online import BY_MAIL
from tests.server.conftest import InProcess, Start
from tests.server.online.alerting import CONTACT, PATIENCE, alerting, later, quiet, subscribe, until, watched_seats
from tests.server.online.mailbox import mail_server
from tests.server.online.members import Browse, Browser, browsers
from tests.server.online.people import DAYS, Player, invite, join, secret
from tests.server.online.push_service import Browser as Subscribed
from tests.server.online.push_service import PushService

YEAR = 365 * 24 * 3600.0


@pytest.fixture
def server(start: Start, service: PushService, monkeypatch: pytest.MonkeyPatch) -> InProcess:
    """A server with accounts that alerts, and looks all the time whether it has to."""
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    return alerting(start, service, accounts=True)


def another(browser: Browser, browse: Browse) -> Browser:
    """Return another browser in which the same person has signed in."""
    games, token = browser.server.app.state.services.online, secret()
    now = games.now()
    people.sign_in(games._engine, hash_of(token), browser.person, now, now + 1_000_000_000)
    device = browse()
    device.person = browser.person
    device.client.cookies.set("fieldstone-person", token)
    return device


@pytest.fixture
def ada(browse: Browse) -> Browser:
    return browse("Ada")


@pytest.fixture
def phone(ada: Browser, browse: Browse) -> Browser:
    """Another device of hers."""
    return another(ada, browse)


def begun(ada: Browser, friend: Browser, **more: Any) -> tuple[Any, Player]:
    """Return a game over days of Ada, who is on move, with a guest."""
    game, token, invitation = invite(ada, "kaomi", clock=DAYS, **more)
    _, other = join(friend, game, invitation)
    game["token"] = token
    return game, friend.player(game["id"], other)


def test_a_game_that_begins_later_elsewhere_is_told(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    subscribed = Subscribed(service.address)
    subscribe(phone, subscribed, account=True, language="ja")
    game, friend = begun(ada, browse())
    later(server, 31)
    until(lambda: len(service.came) == 1)
    (told,) = service.told(subscribed)
    assert (told["title"], told["tag"]) == ("あなたの番", game["id"])
    friend.leave()


def test_a_game_that_goes_on_already_is_told(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    game, friend = begun(ada, browse(), seat=2)
    subscribed = Subscribed(service.address)
    subscribe(phone, subscribed, account=True)
    friend.done("move", move="c3")
    later(server, 31)
    until(lambda: [one["tag"] for one in service.told(subscribed)] == [game["id"]])
    friend.leave()


def test_a_turn_is_told_once_where_the_seat_is_kept_too(
    server: InProcess, service: PushService, ada: Browser, browse: Browse
) -> None:
    subscribed = Subscribed(service.address)
    subscribe(ada, subscribed, account=True)
    game, token, invitation = invite(ada, "kaomi", clock=DAYS)
    seat = ada.player(game["id"], token)
    subscribe(ada, subscribed, seat, account=True)
    seat.leave()
    _, other = join(browse(), game, invitation)
    friend = Player(server, game["id"], other)
    subscribe(ada, subscribed, seat, account=True)
    later(server, 31)
    until(lambda: len(service.came) == 1)
    later(server, 31)
    quiet(service, 1)
    friend.leave()


def test_signing_out_ends_the_alerts_of_that_browser(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    at_home, on_the_way = Subscribed(service.address), Subscribed(service.address)
    guest = browse()
    made, token, invitation = invite(guest, "kaomi", clock=DAYS)  # a seat that she keeps in the browser alone
    join(guest, made, invitation)
    subscribe(ada, at_home, account=True)
    kept = guest.player(made["id"], token)
    subscribe(phone, on_the_way, kept, account=True)
    kept.leave()
    phone.send("POST", "/api/account/sign-out", {"everywhere": False}, 204)
    game, friend = begun(ada, browse())
    later(server, 31)
    until(lambda: [one["tag"] for one in service.told(at_home)] == [game["id"]])
    quiet(service, 1)
    assert subscribe(phone, on_the_way, account=True, status=403).json()["type"].endswith("sign-in-first")
    friend.leave()


def test_what_is_due_is_not_told_to_who_has_signed_out_meanwhile(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    """Whatever is left in the database of a sign-in that has ended."""
    online: Any = server.app.state.services.online
    subscribe(phone, Subscribed(service.address), account=True)
    game, friend = begun(ada, browse())
    assert watched_seats(online, game["id"]) == {1: True}
    later(server, YEAR)
    until(lambda: watched_seats(online, game["id"]) == {})
    assert service.came == []
    friend.leave()


def test_deleting_the_account_ends_them_everywhere(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    online: Any = server.app.state.services.online
    for one in (ada, phone):
        subscribe(one, Subscribed(service.address), account=True)
    game, friend = begun(ada, browse())
    assert len(ada.get("/api/account/export")["devices"]) == 2
    ada.send("DELETE", "/api/account", {"name": "Ada"}, 204)
    assert watched_seats(online, game["id"]) == {}
    friend.hear_of("end")  # it goes with her account
    later(server, 31)
    quiet(service, 0)
    friend.leave()


def test_a_rematch_and_a_game_that_was_a_guests_are_told(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    online: Any = server.app.state.services.online
    subscribe(phone, Subscribed(service.address), account=True)
    made, token, invitation = invite(browse(), "kaomi", clock=DAYS)
    _, other = join(browse(), made, invitation)
    assert watched_seats(online, made["id"]) == {}
    ada.send("POST", "/api/account/seats", {"games": [{"id": made["id"], "token": token}]}, 204)
    assert watched_seats(online, made["id"]) == {1: False}
    friend, own = Player(server, made["id"], other), ada.player(made["id"])
    friend.done("resign")
    own.hear_of("end")
    friend.done("offer", offer="rematch")
    own.hear_of("offer")
    own.done("accept", offer="rematch")
    renewed = friend.hear_of("rematch")["next"]
    assert watched_seats(online, renewed) == {2: False}
    for one in (friend, own):
        one.leave()


def test_a_browser_of_somebody_wants_no_more(
    server: InProcess, service: PushService, ada: Browser, phone: Browser, browse: Browse
) -> None:
    online: Any = server.app.state.services.online
    subscribed = Subscribed(service.address)
    subscribe(phone, subscribed, account=True)
    subscribe(phone, subscribed)
    game, friend = begun(ada, browse())
    assert watched_seats(online, game["id"]) == {}
    subscribe(phone, subscribed, account=True)
    service.answers = [410]
    second, other = begun(ada, browse())
    later(server, 31)
    until(lambda: len(service.came) == 1)
    until(lambda: watched_seats(online, second["id"]) == {})
    third, last = begun(ada, browse())
    assert watched_seats(online, third["id"]) == {}
    for one in (friend, other, last):
        one.leave()


def test_so_many_devices_of_somebody_are_told(
    server: InProcess, service: PushService, ada: Browser, browse: Browse
) -> None:
    devices = [Subscribed(service.address) for _ in range(DEVICES + 1)]
    for one in devices:
        subscribe(ada, one, account=True)
    _, friend = begun(ada, browse())
    later(server, 31)
    until(lambda: len(service.came) == DEVICES)
    quiet(service, DEVICES)
    assert service.told(devices[0]) == []
    friend.leave()


def test_a_guest_has_no_account(server: InProcess, service: PushService, browse: Browse) -> None:
    problem = subscribe(browse(), Subscribed(service.address), account=True, status=403).json()
    assert problem["type"].endswith("sign-in-first")


# -- by mail, where the mail server hangs or refuses ------------------------------------------------------------------


def wants_mails(browser: Browser) -> None:
    """Let somebody have an address, and be told by mail."""
    values = {"mail": "ada@example.org", "mail_language": "en", "page": "https://games.test"}
    people.change_person(browser.server.app.state.services.online._engine, browser.person, values)


def test_a_mail_server_that_hangs_holds_up_no_other_alert(
    start: Start, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    for name, value in {"SECONDS": 10 * PATIENCE, "AT_ONCE": 1, "WAITING": 1}.items():
        monkeypatch.setattr(mail, name, value)
    told = {"online": True, "accounts": True, "contact": CONTACT, "services": (service.address,)}
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        server = start(**told, mail=MailServer("127.0.0.1", hanging.getsockname()[1], "games@example.org"))
        telling: Any = server.app.state.services.online.alerts._telling
        with browsers(server) as browse:
            ada, subscribed = browse("Ada"), Subscribed(service.address)
            wants_mails(ada)
            friends = [begun(ada, browse())[1] for _ in range(4)]
            later(server, 31)
            until(lambda: len(telling) == 2)  # one is being sent, one waits, and two are still due
            game, token, invitation = invite(browse(), "kaomi", clock=DAYS)
            guest = Player(server, game["id"], token)
            subscribe(server, subscribed, guest)
            guest.leave()
            join(browse(), game, invitation)
            later(server, 31)
            until(lambda: len(service.told(subscribed)) == 1)
            assert sum(device.startswith(BY_MAIL) for _, _, device in list(telling)) == 2
            hanging.close()
            for one in friends:
                one.leave()


def test_a_mail_that_was_not_sent_is_tried_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    with mail_server() as (mailbox, settings):
        server = start(online=True, accounts=True, mail=settings)
        with browsers(server) as browse:
            ada = browse("Ada")
            wants_mails(ada)
            mailbox.refuses = True
            _, friend = begun(ada, browse())
            later(server, 31)
            until(lambda: mailbox.refused == 1)
            online: Any = server.app.state.services.online
            until(lambda: alerts.due(online._engine, online.now() + 600_000, 9, by_mail=True)[0].tries == 1)
            later(server, 30)
            time.sleep(0.5)
            assert mailbox.refused == 1  # not before a minute has passed
            mailbox.refuses = False
            later(server, 31)
            until(lambda: len(mailbox.mails) == 1)
            later(server, 12 * 3600)
            time.sleep(0.5)
            assert len(mailbox.mails) == 1
            friend.leave()


def test_what_another_process_is_telling_is_not_told_twice(
    server: InProcess, service: PushService, ada: Browser, browse: Browse
) -> None:
    """Nor what the player has come and seen: what was read as due a while ago is not due any more."""
    online: Any = server.app.state.services.online
    subscribe(ada, Subscribed(service.address), account=True)
    service.answers = [500]
    _, friend = begun(ada, browse())
    later(server, 31)
    until(lambda: len(service.came) == 1)
    later_on = online.now() + 600_000
    until(lambda: alerts.due(online._engine, later_on, 9, by_mail=False)[0].tries == 1)
    [due] = alerts.due(online._engine, later_on, 9, by_mail=False)
    online.alerts._attend(due._replace(due=due.due - 1), False)
    quiet(service, 1)
    online.alerts._attend(due, False)
    assert len(service.came) == 2
    friend.leave()


# -- what waits, on all devices ---------------------------------------------------------------------------------------


def test_the_account_has_the_games_to_which_somebody_is_awaited(ada: Browser, phone: Browser, browse: Browse) -> None:
    live, _, invitation = invite(ada)
    invite(ada, clock=DAYS)
    assert phone.get("/api/account")["awaited"] == [live["id"]]
    join(browse(), live, invitation)
    assert phone.get("/api/account")["awaited"] == []


def test_games_that_go_on_are_told_however_old(ada: Browser, phone: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "AT_ONCE", 2)
    games = [invite(ada, clock=DAYS) for _ in range(4)]
    over, old, *latest = [game["id"] for game, _, _ in games]
    for game in (over, *latest):
        ada.post(f"/api/online/games/{game}/do", {"nonce": "a", "seq": 0, "what": "abort"})
    first = phone.get("/api/account/games")
    assert [one["id"] for one in first["games"]] == [*reversed(latest), old]
    second = phone.get(f"/api/account/games?before={first['more']}")
    assert [one["id"] for one in second["games"]] == [over, old]
