"""Whose a game of one device is: on a server that others reach, it is for the browser alone that has begun it."""

from typing import Any

import httpx
import pytest

from tests.server.conftest import HUMAN, InProcess, Start

NEW = {"game": "vacu", "options": {"size": 5}, "seats": {"1": HUMAN, "2": HUMAN}}
REVIEW = {"line": "vacu(size=5)", "seconds": 1, "complete": True, "looks": [], "moves": [], "players": []}


def browser(server: InProcess) -> httpx.Client:
    return httpx.Client(base_url=server.client.base_url, timeout=60)


def begin(one: httpx.Client) -> str:
    return str(one.post("/api/games", json=NEW).raise_for_status().json()["id"])


@pytest.fixture
def server(start: Start) -> InProcess:
    return start(online=True, names=("fieldstone.test",))  # as behind a proxy: nobody sits at the machine


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("DELETE", "", None),
        ("POST", "/moves", {"move": "c3", "ply": 0}),
        ("POST", "/undo", {"ply": 0}),
        ("POST", "/finish", {"ply": 0}),
        ("POST", "/resume", {}),
        ("POST", "/resign", {"seat": 1}),
        ("POST", "/rematch", {}),
        ("GET", "/record", None),
        ("GET", "/tree", None),
        ("GET", "/review", None),
        ("PUT", "/review", REVIEW),
    ],
)
def test_a_stranger_finds_no_game(server: InProcess, method: str, path: str, body: Any) -> None:
    with browser(server) as own, browser(server) as stranger:
        game = begin(own)
        begin(stranger)  # who has a game, and so a cookie, of one's own
        answer = stranger.request(method, f"/api/games/{game}{path}", json=body)
        assert answer.status_code == 404
        assert answer.json()["type"].endswith("no-game")
        assert game not in {one["id"] for one in stranger.get("/api/games").json()["games"]}
        assert own.get(f"/api/games/{game}").json()["status"] == "playing"
        assert [one["id"] for one in own.get("/api/games").json()["games"]] == [game]


def test_who_has_no_cookie_yet_is_shown_the_games_of_nobody_else(server: InProcess) -> None:
    with browser(server) as own, browser(server) as stranger:
        begin(own)
        assert stranger.get("/api/games").json()["games"] == []


def test_what_was_begun_before_is_for_who_sits_at_the_machine(start: Start) -> None:
    alone = start()
    with browser(alone) as one:
        game = begin(one)
        assert "set-cookie" not in one.get("/api/games").headers
    alone.stop()
    network = start(online=True)
    with browser(network) as one:  # from the loopback
        assert one.get(f"/api/games/{game}").status_code == 200
    network.stop()
    proxied = start(online=True, names=("fieldstone.test",))
    with browser(proxied) as one:
        assert one.get(f"/api/games/{game}").status_code == 404


def test_the_cookie_is_for_no_script_and_no_other_site(server: InProcess) -> None:
    with browser(server) as one:
        header = one.post("/api/games", json=NEW).headers["set-cookie"].lower()
    assert "httponly" in header
    assert "samesite=strict" in header
