"""Tells those who watch a game that it has changed."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from fieldstone.server.storage.models import StoredGame


class Hub:
    """The watchers of games. A slow one misses states in between, never the last one."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[_Watcher]] = defaultdict(set)

    @contextmanager
    def subscribe(self, game_id: str) -> "Iterator[AsyncIterator[StoredGame]]":
        """Watch a game: iterate over what it has become after each change, until it is deleted."""
        watcher = _Watcher()
        self._watchers[game_id].add(watcher)
        try:
            yield watcher.changes()
        finally:
            self._watchers[game_id].discard(watcher)
            if not self._watchers[game_id]:
                del self._watchers[game_id]

    def is_watched(self, game_id: str) -> bool:
        """Say whether anybody watches a game."""
        return game_id in self._watchers

    def watched(self) -> list[str]:
        """Return the games that are watched."""
        return list(self._watchers)

    def publish(self, stored: StoredGame) -> None:
        """Tell the watchers what a game has become."""
        for watcher in self._watchers.get(stored.id, ()):
            watcher.tell(stored)

    def end(self, game_id: str) -> None:
        """Tell the watchers that a game has been deleted."""
        for watcher in self._watchers.get(game_id, ()):
            watcher.tell(None)


class _Watcher:
    """One who watches."""

    def __init__(self) -> None:
        self._news: StoredGame | None = None
        self._told = asyncio.Event()

    def tell(self, news: StoredGame | None) -> None:
        self._news = news
        self._told.set()

    async def changes(self) -> AsyncIterator[StoredGame]:
        while True:
            await self._told.wait()
            self._told.clear()
            if self._news is None:
                return
            yield self._news
