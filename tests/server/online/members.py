"""People who have signed in, and guests, each in a browser of their own, for tests of other things than signing in."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from fieldstone.server.online.persons import add_person
from fieldstone.server.online.rights import hash_of
from fieldstone.server.storage import people
from fieldstone.server.storage.ratings import Pool, Rating, of_people
from tests.server.conftest import PATIENCE, InProcess, Running
from tests.server.online.people import Player, invite, join, secret


class Browser(Running):
    """A browser with cookies of its own; without a name it is a guest's."""

    def __init__(self, server: InProcess, name: str | None = None) -> None:
        self.server = server
        self.client = httpx.Client(base_url=server.client.base_url, timeout=PATIENCE)
        self.person = ""
        if name is not None:
            games = server.app.state.services.online
            token, now = secret(), games.now()
            self.person = add_person(games._engine, name, None, now)
            people.sign_in(games._engine, hash_of(token), self.person, now, now + 1_000_000_000)
            self.client.cookies.set("fieldstone-person", token)

    def player(self, game: str, token: str | None = None) -> Player:
        """Go to a game."""
        cookie = "; ".join(f"{one.name}={one.value}" for one in self.client.cookies.jar)
        return Player(self.server, game, token, cookie or None)

    def ratings(self) -> dict[Pool, Rating]:
        """The ratings that the database has."""
        found = of_people(self.server.app.state.services.online._engine, [self.person])
        return {pool: rating for (_, pool), rating in found.items()}

    def rating(self) -> Rating:
        [found] = self.ratings().values()
        return found


Browse = Callable[..., Browser]


@contextlib.contextmanager
def browsers(server: InProcess) -> Iterator[Browse]:
    """What opens browsers, which are closed in the end."""
    with contextlib.ExitStack() as opened:

        def browse(name: str | None = None) -> Browser:
            browser = Browser(server, name)
            opened.enter_context(browser.client)
            return browser

        yield browse


def sit_down(first: Browser, second: Browser, game: str = "vacu", **more: Any) -> tuple[Player, Player]:
    """Return two players at a new game; the first has the first seat, and the game has begun."""
    made, token, invitation = invite(first, game, **more)
    _, other = join(second, made, invitation)
    players = first.player(made["id"], token), second.player(made["id"], other)
    if made["rules"]["kind"] != "days":
        for one in players:
            hear_of_start(one)
    return players


def hear_of_start(player: Player) -> None:
    if all(event["kind"] != "start" for event in player.events.values()):
        player.hear_of("start")


@contextlib.contextmanager
def at_a_game(first: Browser, second: Browser, game: str = "vacu", **more: Any) -> Iterator[tuple[Player, Player]]:
    """Two players at a new game, who leave in the end."""
    players = sit_down(first, second, game, **more)
    try:
        yield players
    finally:
        for one in players:
            one.leave()
