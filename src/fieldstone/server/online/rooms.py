"""The games in memory, and those that are being read: the one that was used longest ago first."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from fieldstone.server.online.room import Room
from fieldstone.server.storage.errors import is_lost_race

IDLE = 600_000  # milliseconds that a game stays in memory without anybody


class Rooms:
    """The games in memory, by their ids."""

    def __init__(self, read: Callable[[str], Awaitable[Room]]) -> None:
        """`read` reads a game from the disk."""
        self._read = read
        self._tasks: OrderedDict[str, asyncio.Task[Room]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tasks)

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._tasks

    async def room(self, game_id: str, now: int) -> Room:
        """Return a game, which is read if it is not in memory. Raises what `read` does."""
        task, there = self._tasks.get(game_id), self.there(game_id)
        is_lost = there is not None and there.fate.error is not None and not is_lost_race(there.fate.error)
        if task is None or is_lost:
            task = asyncio.ensure_future(self._read(game_id))
            self._tasks[game_id] = task
            task.add_done_callback(lambda done: self._forget_failure(game_id, done))
        self._tasks.move_to_end(game_id)
        room = await asyncio.shield(task)
        room.used = now
        return room

    def there(self, game_id: str) -> Room | None:
        """Return a game that is in memory, None if it is not, or not yet."""
        task = self._tasks.get(game_id)
        is_read = task is not None and task.done() and not task.cancelled() and task.exception() is None
        return task.result() if task is not None and is_read else None

    async def when_read(self, game_id: str) -> Room | None:
        """Return a game that is in memory, or is being read and then is; None if it is neither."""
        task = self._tasks.get(game_id)
        if task is not None and not task.done():
            await asyncio.wait([task])
        return self.there(game_id)

    def all(self) -> list[Room]:
        """Return the games that are in memory."""
        return [room for room in map(self.there, list(self._tasks)) if room is not None]

    def is_being_read(self, game_id: str) -> bool:
        """Say whether a game is being read."""
        task = self._tasks.get(game_id)
        return task is not None and not task.done()

    def being_read(self) -> list[str]:
        """Return the ids of the games that are being read."""
        return [game_id for game_id in self._tasks if self.is_being_read(game_id)]

    def forget(self, room: Room) -> None:
        """Keep a game in memory no more."""
        if self.there(room.game.id) is room:
            del self._tasks[room.game.id]

    def forget_idle(self, now: int, is_kept: Callable[[Room], bool]) -> None:
        """Forget the games that nobody has been at for a while; some are kept all the same."""
        while self._tasks:
            game_id = next(iter(self._tasks))
            room = self.there(game_id)
            if room is None or now - room.used <= IDLE:
                break
            if room.presence.watchers or room.waiting or is_kept(room):
                room.used = now
                self._tasks.move_to_end(game_id)
            else:
                del self._tasks[game_id]

    def _forget_failure(self, game_id: str, task: asyncio.Task[Room]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._tasks.get(game_id) is task:
            del self._tasks[game_id]
