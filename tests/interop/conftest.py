"""The program in this process and in another one, and an engine whose answers can be waited for."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fieldstone.interop.json_lines import Engine
from fieldstone.warm import warm_up
from tests.brought import names_with_brought
from tests.cli.conftest import ENVIRONMENT, run, start

__all__ = ["ENVIRONMENT", "Talk", "run", "start"]

PATIENCE = 60.0


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Kaomi and Vacu lie in the cache, so that no test waits for them."""
    warm_up(names_with_brought(["kaomi", "vacu"]))


class Talk:
    """An engine in this process, and what it has said."""

    def __init__(self, **options: Any) -> None:
        self.heard: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.engine = Engine(self._hear, **{"megabytes": 4.0, **options})

    def _hear(self, answer: dict[str, Any]) -> None:
        self.heard.put(json.loads(json.dumps(answer)))

    def ask(self, query: Any) -> None:
        """Send data as JSON, or bytes as they are."""
        self.engine.take(query if isinstance(query, bytes) else json.dumps(query).encode())

    def hear(self) -> dict[str, Any]:
        """Wait for the next answer."""
        return self.heard.get(timeout=PATIENCE)

    def all(self) -> list[dict[str, Any]]:
        """Wait until all is answered, and return what has been said."""
        self.engine.close()
        return [self.heard.get() for _ in range(self.heard.qsize())]


@pytest.fixture
def talk() -> Iterator[Callable[..., Talk]]:
    """Start an engine."""
    started: list[Talk] = []

    def begin(**options: Any) -> Talk:
        started.append(Talk(**options))
        return started[-1]

    yield begin
    for one in started:
        begun = time.monotonic()
        one.engine.close(wait=False)
        assert time.monotonic() - begun < PATIENCE  # it waits for no search
