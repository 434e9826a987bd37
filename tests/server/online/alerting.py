"""Alerts for tests: a browser wants them, time passes, and what has come is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fieldstone.server.storage.alerts import watched
from tests.server.conftest import InProcess, Running, Start
from tests.server.online.people import Player
from tests.server.online.push_service import Browser, PushService

PATIENCE = 20.0
CONTACT = "mailto:organiser@example.org"


def alerting(start: Start, service: PushService, **more: Any) -> InProcess:
    """Return a server that sends alerts to a push service."""
    return start(online=True, contact=CONTACT, services=(service.address,), **more)


def later(server: InProcess, seconds: float) -> None:
    """Let time pass on the server's clocks."""
    online: Any = server.app.state.services.online
    now = online._steady()
    begun = time.monotonic()
    online._steady = lambda: now + seconds + time.monotonic() - begun


def subscribe(
    server: Running, browser: Browser, *seats: Player, status: int = 204, language: str = "en", **more: bool
) -> Any:
    games = [{"id": one.game, "token": one.token} for one in seats]
    answer = server.client.put(
        "/api/online/alerts", json={**browser.subscription, "language": language, "games": games, **more}
    )
    assert answer.status_code == status, answer.text
    return answer


def watched_seats(online: Any, game: str) -> dict[int, bool]:
    """Return of which seats of a game somebody is told."""
    return watched(online._engine, [game])[game]


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def quiet(service: PushService, count: int) -> None:
    """See that no more is told, in the time of many looks."""
    time.sleep(0.5)
    assert len(service.came) == count
