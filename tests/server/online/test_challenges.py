"""Challenges: one person offers a game to another by name, who alone may take it; both are told wherever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from fieldstone.server.online import challenges as online_challenges
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.storage import blocks
from tests.server.conftest import InProcess, Start
from tests.server.online.members import Browse, Browser, browsers
from tests.server.online.people import DAYS, FISCHER, Player, answered, invite, join, later, refusal, secret

CHALLENGES = "/api/online/challenges"


@pytest.fixture
def server(start: Start) -> InProcess:
    return start(online=True, accounts=True)


@pytest.fixture
def page(server: InProcess) -> Iterator[Callable[[Browser], Page]]:
    opened: list[Page] = []

    def open_page(browser: Browser) -> Page:
        opened.append(Page(browser.server, browser))
        return opened[-1]

    yield open_page
    for one in opened:
        one.leave()


class Page(Player):
    """A page that is open anywhere, whose person is told of challenges."""

    def __init__(self, server: InProcess, browser: Browser) -> None:
        self.open: list[Any] = []
        cookie = "; ".join(f"{one.name}={one.value}" for one in browser.client.cookies.jar)
        super().__init__(server, "", None, cookie)

    def hello(self, seq: int = 0) -> Any:
        self.say(type="hello", protocol=PROTOCOL, games=[], challenges=True)
        return self.told()

    def told(self) -> Any:
        """Return the next word about challenges."""
        message = self.until("challenges")
        self.open = message["open"]
        return message

    def over(self) -> Any:
        """Return how the next challenge was answered."""
        message = self.told()
        while message["over"] is None:
            message = self.told()
        return message["over"]


def challenge(browser: Browser, name: str = "Bob", status: int = 201, **more: Any) -> tuple[Any, str]:
    """Challenge somebody; returns the game with the token of its seat."""
    made, token, _ = invite(browser, status=status, **{"invitation": None, "challenged": name, **more})
    return made, token


def decline(browser: Browser, game: Any, status: int = 204) -> Any:
    return answered(browser.client.post(f"/api/online/games/{game['id']}/decline"), status)


def open_for(browser: Browser) -> list[str]:
    return [one["id"] for one in browser.get(CHALLENGES)["open"]]


# -- challenging and answering --------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [FISCHER, DAYS])
def test_accepted(pair: tuple[Browser, Browser], page: Callable[[Browser], Page], clock: Any) -> None:
    ada, bob = pair
    hers, his = page(ada), page(bob)
    made, token = challenge(ada, "ＢＯＢ", clock=clock, rated=True)  # however the name is written
    assert (made["challenge"], made["open"], made["sought"]) == ({"seat": 2, "me": False}, True, False)
    assert [one["name"] for one in made["players"]] == ["Ada", "Bob"]
    for told_page, mine in ((hers, True), (his, False)):
        [told] = told_page.told()["open"]
        assert (told["id"], told["mine"], told["seat"], told["rated"]) == (made["id"], mine, 2, True)
        assert (told["by"]["name"], told["to"]["name"], told["game"][:6]) == ("Ada", "Bob", "vacu(s")
    assert ada.get("/api/online/lobby")["seeks"] == []
    seen = bob.get(f"/api/online/games/{made['id']}/events")
    assert (seen["challenge"], seen["seat"]) == ({"seat": 2, "me": True}, None)
    own = secret()
    joined, _ = join(bob, made, None, token=own)
    assert (joined["seat"], joined["challenge"]) == (2, {"seat": 2, "me": True})
    twice, _ = join(bob, made, None, token=own)  # whose answer was lost
    assert twice["seat"] == 2
    for told_page in (hers, his):
        assert told_page.over() == {"id": made["id"], "how": "accepted"}
        assert told_page.open == []
    first, second = ada.player(made["id"], token), bob.player(made["id"])  # the latter by the account alone
    if clock is FISCHER and all(event["kind"] != "start" for event in first.events.values()):
        first.hear_of("start")
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("move", move="d3")
    first.done("resign")
    second.hear_of("end")
    assert bob.rating().games == 1
    for one in (first, second):
        one.leave()


def test_declined(pair: tuple[Browser, Browser], page: Callable[[Browser], Page]) -> None:
    ada, bob = pair
    hers, his = page(ada), page(bob)
    made, token = challenge(ada)
    player = ada.player(made["id"], token)
    his.told()
    decline(bob, made)
    decline(bob, made)  # once more is the same
    assert player.hear_of("end")["how"] == "declined"
    for one in (hers, his):
        assert one.over() == {"id": made["id"], "how": "declined"}
        assert one.open == []
    refused, _ = join(bob, made, None, 409)
    assert refusal(refused) == "online-no-invitation"
    [game] = ada.get("/api/account/games")["games"]
    assert (game["challenge"], game["end"]) == ({"seat": 2, "me": False}, {"winner": None, "how": "declined"})
    assert [one["name"] for one in game["players"]] == ["Ada", "Bob"]
    assert bob.get("/api/account/games")["games"] == []  # it has never been his
    assert all(one.get("/api/people/Ada")["games"] == [] for one in pair)
    player.leave()


def test_withdrawn(pair: tuple[Browser, Browser], page: Callable[[Browser], Page]) -> None:
    ada, bob = pair
    his = page(bob)
    made, token = challenge(ada)
    assert len(his.told()["open"]) == 1
    ada.player(made["id"], token).done("abort")
    assert his.over() == {"id": made["id"], "how": "withdrawn"}
    refused, _ = join(bob, made, None, 409)
    assert refusal(refused) == "online-no-invitation"
    assert refusal(decline(bob, made, 409)) == "online-no-invitation"


def test_after_it_was_accepted_nothing_is_declined(pair: tuple[Browser, Browser]) -> None:
    made, _ = challenge(pair[0])
    join(pair[1], made, None)
    assert refusal(decline(pair[1], made, 409)) == "online-taken"


def test_chance_gives_the_seat(pair: tuple[Browser, Browser]) -> None:
    made, _ = challenge(pair[0], seat=None)
    [told] = pair[1].get(CHALLENGES)["open"]
    joined, _ = join(pair[1], made, None)
    assert told["seat"] == joined["seat"] == 3 - made["seat"]


def test_a_challenge_may_begin_at_a_position(pair: tuple[Browser, Browser]) -> None:
    made, _ = challenge(pair[0], line="vacu(size=5) moves c3", options={})
    joined, _ = join(pair[1], made, None)
    assert joined["start"] == made["start"]


def test_a_rematch_is_for_those_two_and_no_challenge(pair: tuple[Browser, Browser]) -> None:
    made, token = challenge(pair[0], clock=DAYS)
    _, other = join(pair[1], made, None)
    first, second = pair[0].player(made["id"], token), pair[1].player(made["id"], other)
    first.done("resign")
    second.hear_of("end")
    second.done("offer", offer="rematch")
    first.hear_of("offer")
    first.done("accept", offer="rematch")
    second.game = second.hear_of("rematch")["next"]
    assert second.hello()["challenge"] is None
    assert open_for(pair[1]) == []
    for one in (first, second):
        one.leave()


# -- who may --------------------------------------------------------------------------------------------------------


def test_nobody_else_gets_the_seat(pair: tuple[Browser, Browser], browse: Browse) -> None:
    """Neither by the address of the game, nor by a link or a token that is made up, with an account or without."""
    made, token = challenge(pair[0])
    for other in (browse("Cid"), browse()):
        for invitation in (None, secret(), token):
            refused, _ = join(other, made, invitation, 403)
            assert refusal(refused) == "challenge-other"
        assert other.get(f"/api/online/games/{made['id']}/events")["challenge"]["me"] is False
    refused, _ = join(pair[0], made, None, token=secret())  # hers already
    assert refused["seat"] == 1
    assert refusal(decline(browse("Dan"), made, 403)) == "challenge-other"
    assert refusal(decline(pair[0], made, 403)) == "challenge-other"
    assert refusal(decline(browse(), made, 403)) == "sign-in-first"
    assert refusal(answered(browse().client.get(CHALLENGES), 403)) == "sign-in-first"
    watcher = browse("Eve").player(made["id"])
    watcher.refused("online-not-yours", "abort")
    watcher.leave()
    assert open_for(browse("Fay")) == []
    join(pair[1], made, None)


def test_no_other_invitation_is_declined(pair: tuple[Browser, Browser]) -> None:
    made, _, _ = invite(pair[0])
    assert refusal(decline(pair[1], made, 403)) == "challenge-other"


@pytest.mark.parametrize(
    ("name", "status", "problem"),
    [("Nobody", 404, "person-none"), ("no name!", 404, "person-none"), ("aDa", 409, "challenge-self")],
)
def test_whom_nobody_can_challenge(pair: tuple[Browser, Browser], name: str, status: int, problem: str) -> None:
    refused, _ = challenge(pair[0], name, status)
    assert refusal(refused) == problem


def test_a_guest_challenges_nobody(pair: tuple[Browser, Browser], browse: Browse) -> None:
    refused, _ = challenge(browse(), "Ada", 403)
    assert refusal(refused) == "challenge-guest"


def test_a_challenge_has_no_link(pair: tuple[Browser, Browser]) -> None:
    refused, _ = challenge(pair[0], status=422, invitation=secret())
    assert refusal(refused) == "challenge-link"


def test_without_accounts_there_are_none(start: Start) -> None:
    refused, _, _ = invite(start(online=True), status=404, invitation=None, challenged="Ada")
    assert refusal(refused) == "accounts-none"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You cannot challenge yourself."),
        ("ko", "자기 자신에게는 대국을 신청할 수 없습니다."),
        ("ja", "自分自身に対局を申し込むことはできません。"),
    ],
)
def test_errors_are_said_in_three_languages(pair: tuple[Browser, Browser], language: str, said: str) -> None:
    body = {"game": "vacu", "clock": FISCHER, "seat": 1, "token": secret(), "challenged": "Ada"}
    answer = pair[0].client.post(f"/api/online/games?lang={language}", json=body)
    assert answer.json()["detail"] == said


def test_the_same_request_makes_one_game(pair: tuple[Browser, Browser]) -> None:
    token = secret()
    first, second = (challenge(pair[0], token=token)[0] for _ in range(2))
    assert first["id"] == second["id"]
    assert open_for(pair[1]) == [first["id"]]


# -- blocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocker", [0, 1])
def test_who_is_blocked_challenges_nobody(pair: tuple[Browser, Browser], blocker: int) -> None:
    """And neither is told who does not want to."""
    answered(pair[blocker].client.put(f"/api/people/{('Bob', 'Ada')[blocker]}/block"), 204)
    refused, _ = challenge(pair[0], "Bob", 403)
    assert refusal(refused) == "online-apart"


@pytest.mark.parametrize(("blocker", "how"), [(0, "withdrawn"), (1, "declined")])
def test_a_block_ends_what_is_open(
    pair: tuple[Browser, Browser], page: Callable[[Browser], Page], browse: Browse, blocker: int, how: str
) -> None:
    made, _ = challenge(pair[0])
    other, _ = challenge(browse("Cid"), "Bob")
    pages = [page(one) for one in pair]
    answered(pair[blocker].client.put(f"/api/people/{('Bob', 'Ada')[blocker]}/block"), 204)
    assert [one.over() for one in pages] == [{"id": made["id"], "how": how}] * 2
    refused, _ = join(pair[1], made, None, 409)
    assert refusal(refused) == "online-no-invitation"
    assert open_for(pair[1]) == [other["id"]]  # others are not concerned


def test_a_block_at_a_game_ends_what_is_open(pair: tuple[Browser, Browser]) -> None:
    played, token = challenge(pair[0])
    join(pair[1], played, None)
    challenge(pair[1], "Ada")
    headers = {"X-Seat-Token": token}
    answered(pair[0].client.post(f"/api/online/games/{played['id']}/block", headers=headers), 204)
    assert open_for(pair[0]) == open_for(pair[1]) == []


def test_a_block_that_comes_at_the_same_moment(pair: tuple[Browser, Browser]) -> None:
    """A challenge that slips through is not shown, and cannot be taken."""
    made, _ = challenge(pair[0])
    blocks.block(pair[0].server.app.state.services.online._engine, pair[1].person, pair[0].person, 1)
    assert open_for(pair[0]) == open_for(pair[1]) == []
    refused, _ = join(pair[1], made, None, 403)
    assert refusal(refused) == "online-apart"


# -- limits and ends --------------------------------------------------------------------------------------------------


def test_so_many_are_open(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_challenges, "TO_ALL", 3)
    server = start(online=True, accounts=True, seeks=4)
    with browsers(server) as browse:
        ada, bob, cid, dan = (browse(name) for name in ("Ada", "Bob", "Cid", "Dan"))
        [first, _] = [challenge(ada, "Bob")[0] for _ in range(2)]
        refused, _ = challenge(ada, "Bob", 429)
        assert refusal(refused) == "challenge-again"
        for _ in range(2):
            challenge(ada, "Cid")
        refused, _ = challenge(ada, "Dan", 429)
        assert refusal(refused) == "challenge-many"
        challenge(cid, "Bob")
        refused, _ = challenge(dan, "Bob", 429)
        assert refusal(refused) == "challenge-full"
        decline(bob, first)
        challenge(ada, "Dan")


@pytest.mark.parametrize(("clock", "days"), [(FISCHER, 3), (DAYS, 14)])
def test_it_expires_as_an_invitation_does(
    pair: tuple[Browser, Browser], page: Callable[[Browser], Page], clock: Any, days: int
) -> None:
    made, _ = challenge(pair[0], clock=clock)
    hers = page(pair[0])
    assert hers.open[0]["expires"] - made["created"] == days * 86_400_000
    later(pair[0].server, days * 86_400 - 60)
    assert pair[0].get(f"/api/online/games/{made['id']}/events")["open"]
    later(pair[0].server, 61)
    assert hers.over() == {"id": made["id"], "how": "expired"}
    assert not pair[0].get(f"/api/online/games/{made['id']}/events")["open"]


@pytest.mark.parametrize(("goes", "how"), [(0, "withdrawn"), (1, "declined")])
def test_the_challenges_of_who_is_deleted_end(
    pair: tuple[Browser, Browser], page: Callable[[Browser], Page], goes: int, how: str
) -> None:
    made, _ = challenge(pair[0])
    stays = page(pair[1 - goes])
    name = ("Ada", "Bob")[goes]
    answered(pair[goes].client.request("DELETE", "/api/account", json={"name": name}), 204)
    assert stays.over() == {"id": made["id"], "how": how}
    known = pair[1 - goes].get(f"/api/online/games/{made['id']}/events")["players"]
    assert [one["deleted"] for one in known] == [not goes, bool(goes)]
    if goes:
        refused, _ = challenge(pair[0], "Bob", 404)
        assert refusal(refused) == "person-none"


def test_a_new_name_is_told_at_the_game(pair: tuple[Browser, Browser]) -> None:
    made, token = challenge(pair[0])
    hers = pair[0].player(made["id"], token)
    answered(pair[1].client.patch("/api/account", json={"name": "Robert"}), 200)
    hers.until("players", lambda told: told["players"][1]["name"] == "Robert")
    [told] = pair[0].get(CHALLENGES)["open"]
    assert told["to"]["name"] == "Robert"
    hers.leave()


def test_it_is_there_after_a_restart(start: Start) -> None:
    server = start(online=True, accounts=True)
    with browsers(server) as browse:
        ada, bob = browse("Ada"), browse("Bob")
        made, _ = challenge(ada)
        cookies = [dict(one.client.cookies) for one in (ada, bob)]
    server.stop()
    again = start(online=True, accounts=True)
    clients = [httpx.Client(base_url=again.client.base_url, timeout=60, cookies=one) for one in cookies]
    assert [[one["id"] for one in client.get(CHALLENGES).json()["open"]] for client in clients] == [[made["id"]]] * 2
    body = {"invitation": None, "token": secret()}
    refused = again.client.post(f"/api/online/games/{made['id']}/join", json=body)
    assert refusal(answered(refused, 403)) == "challenge-other"
    joined = answered(clients[1].post(f"/api/online/games/{made['id']}/join", json=body), 200)
    assert joined["seat"] == 2
    for client in clients:
        client.close()


# -- who is told ------------------------------------------------------------------------------------------------------


def test_a_guest_is_told_of_none_and_a_page_may_stop(
    browse: Browse, pair: tuple[Browser, Browser], page: Callable[[Browser], Page]
) -> None:
    guest = browse().player("none")
    guest.say(type="hello", protocol=PROTOCOL, games=[], challenges=True)
    assert guest.hear()["type"] == "welcome"
    his = page(pair[1])
    his.say(type="hello", protocol=PROTOCOL, games=[])
    his.until("welcome")
    challenge(pair[0])
    assert open_for(pair[1])
    his.say(type="hello", protocol=PROTOCOL, games=[])
    assert his.hear()["type"] == "welcome"
    games = pair[0].server.app.state.services.online
    assert pair[1].person not in games.challenges._pages
    guest.leave()


def test_all_pages_of_a_person_are_told(pair: tuple[Browser, Browser], page: Callable[[Browser], Page]) -> None:
    pages = [page(pair[1]) for _ in range(3)]
    made, _ = challenge(pair[0])
    assert [[one["id"] for one in told.told()["open"]] for told in pages] == [[made["id"]]] * 3
    decline(pair[1], made)
    assert [one.over()["how"] for one in pages] == ["declined"] * 3
    assert pages[0].open == []
