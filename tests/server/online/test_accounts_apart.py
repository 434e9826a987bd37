"""People with accounts where several processes serve the same games: what is done at one is so at the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fieldstone.server.online import games as online_games
from tests.server.conftest import InProcess, Start
from tests.server.online.alerting import CONTACT, later, quiet, subscribe, watched_seats
from tests.server.online.mailbox import Mailbox, mail_server
from tests.server.online.members import Browse, Browser, browsers, sit_down
from tests.server.online.people import DAYS, Player, invite, join, move_both
from tests.server.online.push_service import Browser as Subscribed
from tests.server.online.push_service import push_service
from tests.server.online.test_processes import LISTENER, until
from tests.server.postgres import Postgres

Two = tuple[InProcess, InProcess]
CHANGE = "/api/account"


@pytest.fixture
def address(postgres_address: str) -> str:
    return postgres_address


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, Any]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def two(start: Start, mailbox: tuple[Mailbox, Any], monkeypatch: pytest.MonkeyPatch) -> Two:
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    return tuple(start(online=True, accounts=True, mail=mailbox[1]) for _ in range(2))  # type: ignore[return-value]


@pytest.fixture
def browse(two: Two) -> Iterator[Browse]:
    with browsers(two[0]) as found:
        yield found


def at_the_other(two: Two, browser: Browser, game: str) -> Player:
    """Return a socket at the other process, opened with the cookie of a browser."""
    cookie = "; ".join(f"{one.name}={one.value}" for one in browser.client.cookies.jar)
    return Player(two[1], game, None, cookie)


def closed(player: Player) -> bool:
    try:
        player.until("never")
    except ConnectionClosed:
        return True
    return False


@pytest.mark.parametrize("way", ["sign out", "delete"])
def test_a_socket_at_the_other_process_is_closed(two: Two, browse: Browse, way: str) -> None:
    ada = browse("Ada")
    game, _, invitation = invite(ada, clock=DAYS, seat=1)
    join(browse(), game, invitation)
    player = at_the_other(two, ada, game["id"])
    assert player.hello()["seat"] == 1
    if way == "delete":
        assert ada.client.request("DELETE", CHANGE, json={"name": "Ada"}).status_code == 204
    else:
        ada.client.post(f"{CHANGE}/sign-out", json={"everywhere": True}).raise_for_status()
    assert closed(player)


def test_a_link_that_was_revoked_while_nothing_was_heard(
    two: Two, browse: Browse, postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = browse("Ada")
    game, token, invitation = invite(ada, clock=DAYS, seat=1)
    join(browse(), game, invitation)
    at_link = Player(two[1], game["id"], token)
    monkeypatch.setattr(two[0].app.state.services.online.seats, "_tell_others", lambda kind, name: None)
    ada.client.post(f"{CHANGE}/sign-out", json={"everywhere": True}).raise_for_status()
    assert at_link.hello()["seat"] == 1
    postgres_server.execute(LISTENER)  # who listens again looks what has become of all games
    at_link.until("again")
    assert at_link.hello()["seat"] is None
    at_link.leave()


def test_a_new_name_and_a_claim_arrive(two: Two, browse: Browse) -> None:
    ada, guest = browse("Ada"), browse()
    game, _, invitation = invite(ada, clock=DAYS, seat=1)
    _, token = join(guest, game, invitation)
    watcher = Player(two[1], game["id"])
    ada.client.patch(CHANGE, json={"name": "Beth"}).raise_for_status()
    watcher.until("players", lambda told: told["players"][0]["name"] == "Beth")
    carl = browse("Carl")
    carl.client.post(f"{CHANGE}/seats", json={"games": [{"id": game["id"], "token": token}]}).raise_for_status()
    watcher.until("players", lambda told: told["players"][1]["name"] == "Carl")
    assert at_the_other(two, carl, game["id"]).hello()["seat"] == 2
    watcher.leave()


def test_ratings_are_told_at_the_other_process(two: Two, browse: Browse) -> None:
    first, second = sit_down(browse("Ada"), browse("Bob"), rated=True)
    watcher = Player(two[1], first.game)
    move_both(first, second)
    first.done("resign")
    told = watcher.until("players", lambda told: told["players"][0]["change"] is not None)["players"]
    assert [one["change"] for one in told] == [-162, 162]
    for one in (first, second, watcher):
        one.leave()


def test_a_device_of_an_account_is_told_whatever_process_it_is_at(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It subscribes at one, the game begins and goes on at the other, and signing out at the first one ends it."""
    monkeypatch.setattr(online_games, "ALERTS", 0.05)
    with push_service() as service:
        told = {"online": True, "accounts": True, "contact": CONTACT, "services": (service.address,)}
        two = start(**told), start(**told)
        with browsers(two[0]) as browse:
            ada, subscribed = browse("Ada"), Subscribed(service.address)
            subscribe(ada, subscribed, account=True)
            maker, token, invitation = invite(two[1], "kaomi", clock=DAYS)
            own = Player(two[1], maker["id"], token)
            join(ada, maker, invitation)
            own.hear_of("join")
            room = two[1].app.state.services.online._rooms.there(maker["id"])
            until(lambda: room.alerted == {2: False})
            own.done("move", move="a1")
            for one in two:
                later(one, 31)
            until(lambda: [one["tag"] for one in service.told(subscribed)] == [maker["id"]])
            ada.send("POST", f"{CHANGE}/sign-out", {"everywhere": True}, 204)
            own.done("resign")
            for one in two:
                later(one, 31)
            quiet(service, 1)
            own.leave()


def test_who_joins_at_one_process_is_mailed_of_moves_at_the_other(
    two: Two, browse: Browse, mailbox: tuple[Mailbox, Any]
) -> None:
    game, token, invitation = invite(two[1], "kaomi", clock=DAYS)  # a guest's, at the other
    maker = Player(two[1], game["id"], token)
    ada = browse("Ada")
    ada.client.post(f"{CHANGE}/mail", json={"mail": "ada@example.org", "language": "en"}).raise_for_status()
    ada.client.post(f"{CHANGE}/mail/sign-in", json={"secret": mailbox[0].secret()}).raise_for_status()
    ada.client.patch(CHANGE, json={"alerts": True}).raise_for_status()
    join(ada, game, invitation)
    maker.hear_of("join")
    room = two[1].app.state.services.online._rooms.there(game["id"])
    until(lambda: room.alerted == {2: False})
    mailbox[0].mails.clear()
    maker.done("move", move="a1")
    for one in two:
        later(one, 60)
    until(lambda: len(mailbox[0].mails) == 1)
    assert watched_seats(two[0].app.state.services.online, game["id"]) == {2: True}
    maker.leave()
