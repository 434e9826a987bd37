"""Challenges: games that one person offers to another by name. Both are told of them wherever their pages are open."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from sqlalchemy import Engine

from fieldstone.server.online import players, rights
from fieldstone.server.online.bus import Bus, Hear
from fieldstone.server.online.fair_play import FairPlay
from fieldstone.server.online.following import Following, LostRaceError
from fieldstone.server.online.game import DECLINED, SEATS, WITHDRAWN, Event, OnlineGame, Phase, Taker
from fieldstone.server.online.presence import Watcher
from fieldstone.server.online.rights import Who
from fieldstone.server.online.room import Done, Room, resolve
from fieldstone.server.online.told import as_text
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import challenges as storage
from fieldstone.server.storage.online import Challenged, Change, StoredOnlineGame, read_all

TO_ONE = 2  # open at the same time, of one person to another
TO_ALL = 50  # and to one person in all, so that nobody is flooded
WAIT = 30_000  # milliseconds after which whoever has not seen one is told by mail and web push
TRIES = 5  # of what other processes are quicker with

log = logging.getLogger(__name__)

Write = Callable[[Room, Event, Done], None]


class _Pages:
    """The pages of one person, which are told of one thing after the other."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.telling = asyncio.Lock()


class Challenges:
    """The challenges of all people, and the pages of those who are at this process."""

    def __init__(
        self,
        engine: Engine,
        bus: Bus,
        fair_play: FairPlay,
        following: Following,
        room: Callable[[str], Awaitable[Room]],
        write: Write,
        now: Callable[[], int],
        most: int,
        alerts: bool,
    ) -> None:
        """`room` returns a game, and `write` has an event of it written.

        One person may have `most` challenges open; `alerts`: who does not see one is told by mail and web push.
        """
        self._engine = engine
        self._bus = bus
        self._fair_play = fair_play
        self._following = following
        self._room = room
        self._write = write
        self._now = now
        self._most = most
        self._alerts = alerts
        self._pages: dict[str, _Pages] = {}
        self._making = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    # -- challenging ------------------------------------------------------------------------------------------------

    async def make(self, who: Who, to: str, make: Callable[[], Awaitable[Room]]) -> Room:
        """Make the game of a challenge, where somebody may challenge a person. Raises ProblemError."""
        async with self._making:  # so that those who are counted are all there are
            await self._check(who, to)
            room = await make()
        self._tell_of(room.game, None)
        return room

    async def _check(self, who: Who, to: str) -> None:
        by = rights.check_challenging(who, to)
        if await self._fair_play.are_apart(Taker("", by), Taker("", to)):
            raise ProblemError(403, "online-apart")
        open_now = await asyncio.to_thread(storage.count, self._engine, by, to)
        if open_now.between >= TO_ONE:
            raise ProblemError(429, "challenge-again", limit=TO_ONE)
        if open_now.made >= self._most:
            raise ProblemError(429, "challenge-many", limit=self._most)
        if open_now.received >= TO_ALL:
            raise ProblemError(429, "challenge-full")

    async def decline(self, game_id: str, who: Who) -> None:
        """Say no to a challenge; once more is the same. Raises ProblemError."""

        def how(game: OnlineGame) -> str | None:
            if rights.is_challenged(game, who) and game.result == (None, DECLINED):
                return None
            rights.check_declining(game, who)
            return DECLINED

        await self._end(game_id, how)

    async def part(self, person: str, other: str | None) -> None:
        """End what is open between two people, as one wants it so; None: what anybody wants of that person."""
        for game_id, is_own in await asyncio.to_thread(storage.between, self._engine, person, other):
            how = WITHDRAWN if is_own else DECLINED
            await self._end(game_id, lambda game, how=how: how if game.phase is Phase.OPEN else None)  # type: ignore[misc]

    async def _end(self, game_id: str, how: Callable[[OnlineGame], str | None]) -> None:
        """End an open game as `how` says, None: not at all. Raises ProblemError."""
        for _ in range(TRIES):
            room = await self._room(game_id)
            try:
                if self._following.is_behind(room):
                    raise LostRaceError
                decided = how(room.game)
                if decided is not None:
                    kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    event = room.game.end(None, decided, self._now())
                    self._write(room, event, lambda _, error, kept=kept: resolve(kept, error))  # type: ignore[misc]
                    await kept
                return
            except LostRaceError:
                await self._following.caught_up(room)
        raise LostRaceError

    # -- who is told --------------------------------------------------------------------------------------------------

    async def enter(self, person: str, watcher: Watcher) -> None:
        """Tell a page of a person what there is, and from now on what changes."""
        pages = self._pages.setdefault(person, _Pages())
        if watcher not in pages.watchers:
            pages.watchers.add(watcher)
            await self._tell(person, None, watcher)

    def leave(self, person: str | None, watcher: Watcher) -> None:
        """Tell a page no more."""
        pages = self._pages.get(person or "")
        if pages is not None:
            pages.watchers.discard(watcher)
            if not pages.watchers:
                del self._pages[person or ""]

    async def whole(self, person: str, over: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return all challenges of a person that are open, as a message; whoever is challenged has seen them then."""
        told = await asyncio.to_thread(self._read, person)
        received = [one["id"] for one in told if not one["mine"]]
        if self._alerts and received:
            await asyncio.to_thread(storage.seen, self._engine, received)
        return {"type": "challenges", "open": told, "over": over}

    def received(self, person: str) -> list[dict[str, Any]]:
        """Return the challenges to a person that are open, the oldest first."""
        return [one for one in self._read(person) if not one["mine"]]

    def _read(self, person: str) -> list[dict[str, Any]]:
        ids = storage.open_challenges(self._engine, person)
        stored = sorted(read_all(self._engine, ids), key=lambda one: ids.index(one.game["id"]))
        cards = players.cards(self._engine, stored, self._now())
        return [_told(game, who, person) for game, who in zip(stored, cards, strict=True)]

    async def _tell(self, person: str, over: dict[str, Any] | None, watcher: Watcher | None = None) -> None:
        """Tell the pages of a person, or one alone, how things stand; `over` is what has been answered."""
        pages = self._pages.get(person)
        if pages is None:
            return
        async with pages.telling:
            text = as_text(await self.whole(person, over))
            for one in list(pages.watchers) if watcher is None else pages.watchers & {watcher}:
                one.tell(text)

    def note(self, change: Change, game: OnlineGame, event: Event | None) -> None:
        """Add to a change what a challenge needs that begins (no event) or is answered by it."""
        if game.challenged is None or not (event is None or _is_answer(game, event)):
            return
        self._bus.tell(change, "challenge", game.id, as_text(_news(game, event)))
        free = next((seat for seat in SEATS if seat not in game.tokens), 0)
        if event is None and self._alerts:
            change.challenged.append(Challenged(game.id, free, game.challenged, self._now() + WAIT, self._now()))
        elif event is not None and event["kind"] == "join":
            change.alerts.append({"game_id": game.id, "seat": event["seat"], "due": None})

    def answered(self, game: OnlineGame, event: Event) -> None:
        """Tell of an event that is on the disk, if a challenge is answered by it."""
        if game.challenged is not None and _is_answer(game, event):
            self._tell_of(game, event)

    def _tell_of(self, game: OnlineGame, event: Event | None) -> None:
        self._spread(game.id, _news(game, event))

    def _spread(self, game_id: str, news: dict[str, Any]) -> None:
        over = None if news["how"] is None else {"id": game_id, "how": news["how"]}
        for person in news["people"]:
            self._do(self._tell(person, over))

    # -- several processes --------------------------------------------------------------------------------------------

    def hearing(self) -> dict[str, Hear]:
        """Return what is done with what the other processes tell."""
        return {"challenge": self._hear}

    def _hear(self, process: int, game_id: str, data: str) -> None:
        self._spread(game_id, json.loads(data))

    async def missed(self) -> None:
        """Tell all pages anew how things stand, as something may not have been heard."""
        for person in list(self._pages):
            await self._tell(person, None)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("who is challenged cannot be told: %s", task.exception())


def _is_answer(game: OnlineGame, event: Event) -> bool:
    """Say whether a challenge is not open any more by an event that has just taken effect."""
    return event["kind"] == "join" or (event["kind"] == "end" and len(game.tokens) < len(SEATS))


def _news(game: OnlineGame, event: Event | None) -> dict[str, Any]:
    """Return whom a challenge concerns, and how it was answered, if it was."""
    answer = None if event is None else "accepted" if event["kind"] == "join" else event["how"]
    challenger = next(person for person in game.people.values() if person != game.challenged)
    return {"people": [challenger, game.challenged], "how": answer}


def _told(stored: StoredOnlineGame, cards: players.Cards, person: str) -> dict[str, Any]:
    """Return a challenge as one of its two is told of it."""
    row, (seat,) = stored.game, stored.players
    by, to = cards if seat == 1 else cards[::-1]
    return {
        "id": row["id"],
        "game": row["start"].partition(" ")[0],
        "rules": row["rules"],
        "seat": 3 - seat,
        "public": row["public"],
        "rated": row["rated"],
        "by": by,
        "to": to,
        "mine": row["challenged"] != person,
        "created": row["created"],
        "expires": row["deadline"],
    }
