"""Games that are played: every change is kept before anybody hears of it."""

import asyncio
import logging
import secrets
import string
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from fieldstone.server import clocks
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.reviews import Review, read_review
from fieldstone.server.sessions import transitions
from fieldstone.server.sessions.hub import Hub
from fieldstone.server.storage.models import Seat, StoredGame
from fieldstone.server.storage.store import ConflictError, Latest, Store, UnreadableError

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 12  # 71 bits
TRIES = 5
log = logging.getLogger(__name__)

Transition = Callable[[StoredGame, float], StoredGame]  # takes the time too


class Games:
    """The games, and what goes on in them by itself: flags that fall."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        kernels: Kernels,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Serve the games of a store; `wall` tells the seconds since 1970, `monotonic` those of a clock nobody sets."""
        self._store = store
        self._hub = hub
        self._kernels = kernels
        self._wall = wall
        self.now = clocks.steady_time(wall, monotonic)  # on the clocks of the games
        self._began = self.now()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._flags: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._heard: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """End what goes on; what is not finished goes on when a server looks at the game again."""
        tasks = [task for _, task in self._flags.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, process: int, game_id: str, data: str) -> None:
        """Tell who watches a game here that another process has changed it."""
        if self._hub.is_watched(game_id):
            self._heard[game_id] = asyncio.create_task(self._tell_anew(game_id))

    async def hear_missed(self) -> None:
        """Tell who watches games here how they stand: something may have been missed."""
        for game_id in self._hub.watched():
            await self._tell_anew(game_id)

    async def _tell_anew(self, game_id: str) -> None:
        try:
            self._hub.publish(await self.look(game_id))
        except ProblemError as error:
            if error.status == 404:
                self._hub.end(game_id)
        finally:
            self._heard.pop(game_id, None)

    # -- looking ------------------------------------------------------------------------------------------------

    async def look(self, game_id: str) -> StoredGame:
        """Return a game as it stands now; what should go on in it does from here on. Raises ProblemError, 404."""
        return await self._change(game_id, lambda stored, now: stored)

    async def latest(self, limit: int, before: int | None, devices: Sequence[str | None] | None = None) -> Latest:
        """Return the games changed last (before a moment in microseconds), the latest first; see `Store.latest`."""
        return await asyncio.to_thread(self._store.latest, limit, before, devices)

    async def check(self) -> None:
        """Raise ProblemError unless the database answers."""
        await asyncio.to_thread(self._store.check)

    async def device(self, game_id: str) -> str | None:
        """Return the device that a game belongs to, None if to none."""
        return await asyncio.to_thread(self._store.device, game_id)

    async def record(self, game_id: str) -> str | None:
        """Return the record that a game was read from, or None if it was not."""
        return await asyncio.to_thread(self._store.record, game_id)

    async def review(self, game_id: str) -> Review | None:
        """Return the review that is kept with a game, None if there is none of its present moves."""
        stored = await asyncio.to_thread(self._read, game_id)
        return read_review(await asyncio.to_thread(self._store.review, game_id, stored.line), game_id)

    # -- changing -----------------------------------------------------------------------------------------------

    async def keep_review(self, game_id: str, review: Review) -> None:
        """Keep a review with its game, in the place of any other. Raises ProblemError, 409 for other moves."""
        async with self._lock(game_id):
            stored = await asyncio.to_thread(self._read, game_id)
            if stored.line != review.line:
                raise ProblemError(409, "other-moves")
            content = review.model_dump_json(by_alias=True)
            await asyncio.to_thread(self._store.keep_review, game_id, review.line, content)

    async def create(self, stored: StoredGame, record: str | None = None, device: str | None = None) -> StoredGame:
        """Keep a new game, which gets its id and its clocks here, and return it.

        `record` is what it was read from, `device` whose it is.
        """
        moment = int(self._wall() * 1e6)
        clock = None if stored.rules is None else clocks.new_clock(stored.rules, self.now())
        game_id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
        made = replace(stored, id=game_id, clock=clock, created=moment, updated=moment, revision=0)
        made = replace(made, imported=record is not None)
        await asyncio.to_thread(self._store.add, made, record, device)
        self._attend(made)
        return made

    async def play(self, game_id: str, move: str, ply: int, by_computer: bool = False) -> StoredGame:
        """Play a move or whole turn of a person, or of the computer. Raises ProblemError; so do all that follow."""
        return await self._change(game_id, lambda stored, now: transitions.moved(stored, move, ply, now, by_computer))

    async def undo(self, game_id: str, ply: int) -> StoredGame:
        """Go back to the last decision of a person."""
        return await self._change(game_id, lambda stored, now: transitions.taken_back(stored, ply, now))

    async def finish(self, game_id: str, ply: int) -> StoredGame:
        """Have the computer make the moves of both players from here on."""
        return await self._change(game_id, lambda stored, now: transitions.handed_over(stored, ply))

    async def resume(self, game_id: str) -> StoredGame:
        """Have persons make their moves themselves again."""
        return await self._change(game_id, lambda stored, now: transitions.taken_over(stored))

    async def resign(self, game_id: str, seat: int) -> StoredGame:
        """Give up a game."""
        return await self._change(game_id, lambda stored, now: transitions.resigned(stored, seat, now))

    async def rematch(self, game_id: str, device: str | None = None) -> StoredGame:
        """Keep a new game of the same kind, with the seats exchanged; `device` is whose it is."""
        old = await self.look(game_id)
        seats: dict[int, Seat] = {
            seat: replace(old.seats[3 - seat], number=old.seats[3 - seat].number or 3 - seat) for seat in (1, 2)
        }
        begin = old.line.partition(" moves")[0]
        new = StoredGame("", begin, seats, 0, 0, rules=old.rules)
        return await self.create(
            await asyncio.to_thread(lambda: transitions.playable(transitions.described(new, read_line(begin)))),
            device=device,
        )

    async def remove(self, game_id: str) -> None:
        """Delete a game."""
        async with self._lock(game_id):
            if not await asyncio.to_thread(self._store.remove, game_id):
                raise ProblemError(404, "no-game", id=game_id[:40])
        self._end(game_id)
        self._hub.end(game_id)

    def _lock(self, game_id: str) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _change(self, game_id: str, step: Transition) -> StoredGame:
        """Do a step to a game: one after the other, each in a transaction of its own."""
        async with self._lock(game_id):
            for _ in range(TRIES):
                before = await asyncio.to_thread(self._read, game_id)
                await self._kernels.ready(before.name)
                try:
                    settled = await self._step(before, self._settled)
                    return await self._step(settled, step)
                except ConflictError:  # another server was quicker
                    continue
            raise ProblemError(503, "busy")

    def _read(self, game_id: str) -> StoredGame:
        try:
            stored = self._store.get(game_id)
        except UnreadableError as error:
            log.warning("%s", error)
            raise ProblemError(500, "unreadable", id=game_id[:40]) from None
        if stored is None:
            raise ProblemError(404, "no-game", id=game_id[:40])
        return stored

    def _settled(self, stored: StoredGame, now: float) -> StoredGame:
        return transitions.settled(stored, now, self._began)

    async def _step(self, before: StoredGame, step: Transition) -> StoredGame:
        """Do one step, keep what came of it, and let follow what does."""
        after = await asyncio.to_thread(self._stepped, before, step)
        if after.revision != before.revision:
            self._hub.publish(after)
        self._attend(after)
        return after

    def _stepped(self, before: StoredGame, step: Transition) -> StoredGame:
        after = step(before, self.now())
        if after == before:
            return before
        stored = replace(after, revision=before.revision + 1, updated=max(int(self._wall() * 1e6), before.updated + 1))
        self._store.save(stored)
        return stored

    # -- what goes on by itself -----------------------------------------------------------------------------------

    def _attend(self, stored: StoredGame) -> None:
        """Wait for the flag that may fall, about the present revision, and for no other."""
        revision, task = self._flags.get(stored.id, (-1, None))
        runs = stored.clock is not None and stored.clock.running is not None
        if runs and task is not None and revision == stored.revision and not task.done():
            return
        self._end(stored.id)
        if runs:
            self._flags[stored.id] = (stored.revision, asyncio.create_task(self._guarded(stored)))

    def _end(self, game_id: str) -> None:
        _, task = self._flags.pop(game_id, (-1, None))
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _guarded(self, stored: StoredGame) -> None:
        try:
            await self._wait_for_flag(stored)
        except ProblemError as error:
            log.info("game %s went on without its flag: %s", stored.id, error.name)
        except Exception:
            log.exception("the flag of game %s failed; it is tried again when somebody looks", stored.id)
        finally:
            known = self._flags.get(stored.id)
            if known is not None and known[1] is asyncio.current_task():
                del self._flags[stored.id]

    async def _wait_for_flag(self, stored: StoredGame) -> None:
        assert stored.rules is not None
        assert stored.clock is not None
        falls = clocks.flag_time(stored.rules, stored.clock) or 0.0
        await asyncio.sleep(max(0.0, falls - self.now()) + 0.01)
        await self.look(stored.id)
