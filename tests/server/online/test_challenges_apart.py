"""Challenges where several processes serve the same games: what is done at one is told at the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.conftest import InProcess, Start
from tests.server.online.members import Browser, browsers
from tests.server.online.people import DAYS, join, refusal, secret
from tests.server.online.test_challenges import Page, challenge, decline, open_for
from tests.server.online.test_processes import LISTENER, at_once
from tests.server.postgres import Postgres

Two = tuple[InProcess, InProcess]


@pytest.fixture
def two(start: Start, postgres_address: str) -> Two:
    return start(online=True, accounts=True), start(online=True, accounts=True)


@pytest.fixture
def address(postgres_address: str) -> str:
    return postgres_address


@pytest.fixture
def pair(two: Two) -> Iterator[tuple[Browser, Browser]]:
    """Two people, each at another process."""
    with browsers(two[0]) as first, browsers(two[1]) as second:
        yield first("Ada"), second("Bob")


def test_who_is_challenged_hears_of_it_at_the_other_process(two: Two, pair: tuple[Browser, Browser]) -> None:
    ada, bob = pair
    hers, his = Page(two[0], ada), Page(two[1], bob)
    made, token = challenge(ada)
    assert [one["id"] for one in his.told()["open"]] == [made["id"]]
    refused, _ = join(two[1], made, None, 403)
    assert refusal(refused) == "challenge-other"
    decline(bob, made)
    assert [one.over()["how"] for one in (hers, his)] == ["declined"] * 2
    made, token = challenge(ada)
    his.told()
    ada.player(made["id"], token).done("abort")
    assert [one.over()["how"] for one in (hers, his)] == ["withdrawn"] * 2
    made, _ = challenge(ada)
    join(bob, made, None)
    assert [one.over()["how"] for one in (hers, his)] == ["accepted"] * 2
    for one in (hers, his):
        one.leave()


def test_both_answer_at_once(two: Two, pair: tuple[Browser, Browser]) -> None:
    """One of them has decided, and the other is told so."""
    ada, bob = pair
    for _ in range(3):
        made, token = challenge(ada, clock=DAYS)
        body = {"invitation": None, "token": secret()}
        place = f"/api/online/games/{made['id']}"
        withdraw = {"nonce": "w", "seq": 0, "what": "abort"}
        joined, withdrawn = at_once(
            lambda place=place, body=body: bob.client.post(f"{place}/join", json=body).status_code,  # type: ignore[misc]
            lambda place=place, token=token, withdraw=withdraw: (
                ada.client.post(  # type: ignore[misc]
                    f"{place}/do", json=withdraw, headers={"X-Seat-Token": token}
                ).status_code
            ),
        )
        known = [one.get(f"{place}/events") for one in (ada, bob)]
        assert known[0]["events"] == known[1]["events"]
        assert (joined, known[0]["events"][0]["kind"]) in ((200, "join"), (409, "end"))
        assert withdrawn == 200  # a game that nobody has moved in can be called off too
        assert open_for(ada) == open_for(bob) == []


def test_what_was_missed_is_told(two: Two, pair: tuple[Browser, Browser], postgres_server: Postgres) -> None:
    his = Page(two[1], pair[1])
    postgres_server.execute(LISTENER)
    made, _ = challenge(pair[0])
    while [one["id"] for one in his.open] != [made["id"]]:
        his.told()
    his.leave()
