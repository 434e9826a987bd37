"""Games in memory, kept as the database has them where other processes write too.

Whoever inserts an event first has decided what happens; the others read it, and decide anew what they wanted to do.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from sqlalchemy import Engine

from fieldstone.server.online import clocks
from fieldstone.server.online.bus import Bus, Hear
from fieldstone.server.online.game import Event, OnlineGame, game_of
from fieldstone.server.online.lobby import Lobby, Maker
from fieldstone.server.online.room import Room
from fieldstone.server.online.rooms import Rooms
from fieldstone.server.online.seats import Seats
from fieldstone.server.online.signed import SignedSockets
from fieldstone.server.online.told import as_text, clock_told
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.errors import is_lost_race, problem_of
from fieldstone.server.storage.online import Change
from fieldstone.server.storage.presence import NOBODY, Here, presence

LONGEST = 4000  # letters of an event that is told with all that it changes; of a longer one the others read

log = logging.getLogger(__name__)

Work = Callable[[ProblemError | None], None]


class LostRaceError(ProblemError):
    """Another process has written first; what was wanted is decided anew."""

    def __init__(self) -> None:
        super().__init__(503, "busy")


def problem_told(error: Exception | None) -> ProblemError | None:
    """Return what comes of an error of the database, None of none: a lost race, or what people are told."""
    if error is None:
        return None
    return LostRaceError() if is_lost_race(error) else problem_of(error)


class Followed(Protocol):
    """The games in memory, as far as they change by what others write."""

    lobby: Lobby
    seats: Seats
    signed: SignedSockets

    def now(self) -> int:
        """Return the milliseconds since 1970."""

    async def room(self, game_id: str) -> Room:
        """Return a game."""

    def announce(self, room: Room, event: Event) -> None:
        """Tell of an event that is on the disk, and has taken effect."""

    def tell_again(self, room: Room) -> None:
        """Let everybody who is at a game ask for it again."""

    def gather(self, room: Room) -> None:
        """Begin a live game as soon as both are there."""

    def lose(self, room: Room) -> None:
        """Forget what is in memory of a game."""


class Following:
    """Follows what other processes write of the games in memory."""

    def __init__(self, engine: Engine, bus: Bus, rooms: Rooms, games: Followed) -> None:
        """`rooms` are the games in memory, and those that are being read."""
        self._engine = engine
        self._bus = bus
        self._rooms = rooms
        self._games = games
        self._late: set[str] = set()  # of which something was heard while they were read
        self._tasks: set[asyncio.Task[object]] = set()

    def hearing(self) -> dict[str, Hear]:
        """Return what is done with what the other processes tell."""
        return {
            "event": self._hear_event,
            "listed": self._hear_listed,
            "sought": self._hear_sought,
            "here": self._hear_here,
            "gone": lambda process, name, data: self.forget(int(name)),
            "clocks": lambda process, name, data: self._read_all(),
            "alerts": self._hear_alerts,
            "claimed": self._hear_claimed,
            "renamed": self._hear_renamed,
            "signed-out": lambda process, token, data: self._games.signed.close(token),
        }

    # -- what is told -----------------------------------------------------------------------------------------------

    def tell(self, change: Change, game: OnlineGame, event: Event, nonce: str | None) -> None:
        """Have the others told an event, with all that it changes."""
        news = {"event": event, "nonce": nonce, "clock": clocks.to_json(game.clock), "deadline": game.deadline}
        text = as_text({**news, "lag": game.lag.get(event.get("seat", 0), 0)})
        if len(text) > LONGEST or event["kind"] == "join":  # which brings a token too
            text = as_text({"event": {"seq": event["seq"]}})
        is_listed = game.public or game.sought is not None
        self._bus.tell(change, "listed" if is_listed else "event", game.id, text)

    # -- what is heard ----------------------------------------------------------------------------------------------

    def _hear_event(self, process: int, game_id: str, data: str) -> None:
        room = self._known(game_id)
        if room is None:
            return
        news = json.loads(data)
        event, told = news["event"], room.game.told_seq
        room.heard = max(room.heard, event["seq"])
        if room.game.seq > told or room.reading is not None:
            return  # what this process has written itself is not yet told, or lost: `settle` looks again
        if event["seq"] == told + 1 and "clock" in news:
            self._apply(room, news)
        else:
            self.settle(room)

    def _hear_listed(self, process: int, game_id: str, data: str) -> None:
        if game_id in self._rooms:
            self._hear_event(process, game_id, data)
        elif json.loads(data)["event"].get("kind") != "end" or self._games.lobby.lists(game_id):
            self._do(self._games.room(game_id))

    def _hear_sought(self, process: int, game_id: str, data: str) -> None:
        self._games.lobby.keep_maker(game_id, Maker(*json.loads(data)))
        self._do(self._games.room(game_id))

    def _hear_here(self, process: int, game_id: str, data: str) -> None:
        room = self._known(game_id)
        if room is not None:
            first, second, watchers = (int(one) for one in data.split())
            self._see(room, process, (bool(first), bool(second), watchers))

    def _hear_alerts(self, process: int, game_id: str, data: str) -> None:
        room = self._known(game_id)
        if room is not None:
            self._do(self._games.seats.read_alerts(room))

    def _hear_claimed(self, process: int, game_id: str, data: str) -> None:
        room = self._known(game_id)
        if room is not None:
            self.read_seats(room)

    def _hear_renamed(self, process: int, person: str, data: str) -> None:
        self._do(self._games.seats.read_games_of(person))

    def read_seats(self, room: Room) -> None:
        """Read who sits in a game, as another process has changed that."""
        self._do(self._games.seats.read(room))

    def forget(self, process: int) -> None:
        """Take who was at games at a process as gone."""
        for room in self._rooms.all():
            self._see(room, process, NOBODY)

    def _see(self, room: Room, process: int, here: Here) -> None:
        if room.presence.hear(process, here, self._games.now()):
            self._games.gather(room)
            room.here.want()

    def publish_again(self) -> None:
        """Say anew who is at games here: the others had given this process up."""
        for room in self._rooms.all():
            room.published = NOBODY
            room.here.want()

    async def missed(self) -> None:
        """Look what has become of all games in memory, and of the sockets of those who have signed in."""
        await self._games.signed.check()
        self._late.update(self._rooms.being_read())
        rooms = {room.game.id: room for room in self._rooms.all()}
        latest = await asyncio.to_thread(storage.latest_seqs, self._engine, list(rooms))
        here = await asyncio.to_thread(presence, self._engine, list(rooms), self._bus.own)
        tokens = await asyncio.to_thread(storage.seat_tokens, self._engine, list(rooms))
        for game_id, room in rooms.items():
            room.heard = max(room.heard, latest.get(game_id, 0))
            self.settle(room)
            self._see_all(room, here[game_id])
            if any(room.game.tokens.get(seat, token) != token for seat, token in tokens[game_id].items()):
                self.read_seats(room)  # a token was revoked

    def _see_all(self, room: Room, here: dict[int, Here]) -> None:
        """Take over who is at a game at other processes."""
        for process in {*room.presence.others, *here}:
            self._see(room, process, here.get(process, NOBODY))

    # -- what follows -----------------------------------------------------------------------------------------------

    async def complete(self, room: Room) -> None:
        """Add to a game that has just been read what only several processes have."""
        game_id = room.game.id
        while self._bus.is_shared:
            here = await asyncio.to_thread(presence, self._engine, [game_id], self._bus.own)
            self._see_all(room, here[game_id])
            if game_id not in self._late:  # nothing was heard since it was read
                break
            self._late.discard(game_id)
            await self.caught_up(room)

    def settle(self, room: Room) -> None:
        """Read a game anew where something was heard of it that is not known, and nothing of it waits to be written."""
        game = room.game
        if room.heard > game.told_seq == game.seq:
            self.read_anew(room)

    def is_behind(self, room: Room) -> bool:
        """Say whether a game in memory is not what is on the disk, and what is wanted has to wait."""
        return room.reading is not None or is_lost_race(room.fate.error)

    def after(self, room: Room, work: Work) -> None:
        """Do something when a game has been read anew; or when it cannot be read, with the reason."""
        room.afterwards.append(work)
        self.read_anew(room)

    def verify(self, room: Room, work: Work) -> None:
        """Do something when it is sure that all is known of a game."""

        async def look() -> None:
            known, game_id = room.game.told_seq, room.game.id
            latest = await asyncio.to_thread(storage.latest_seqs, self._engine, [game_id])
            if latest.get(game_id, 0) > known:
                self.after(room, work)
            else:
                work(None)

        def done(task: asyncio.Task[object]) -> None:
            if not task.cancelled() and task.exception() is not None:  # then what is known counts
                work(None)

        self._do(look()).add_done_callback(done)

    async def caught_up(self, room: Room) -> None:
        """Wait until a game has been read anew. Raises ProblemError."""
        read: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: ProblemError | None) -> None:
            if not read.done():
                if error is None:
                    read.set_result(None)
                else:
                    read.set_exception(error)

        self.after(room, done)
        await read

    def read_anew(self, room: Room) -> None:
        """Begin to read a game from the disk into its place in memory."""
        if room.reading is None:
            room.reading = self._do(self._read_into(room))

    def _read_all(self) -> None:
        """Read all games anew: the clocks have been moved."""
        self._late.update(self._rooms.being_read())
        for room in self._rooms.all():
            self.read_anew(room)

    async def _read_into(self, room: Room) -> None:
        error: ProblemError | None = None
        try:
            known, game = room.game.tokens, await self._read_game(room.game.id)
            # Something of this process has come onto the disk meanwhile, or a token was revoked.
            while game.told_seq < room.game.told_seq or room.game.tokens is not known:
                known, game = room.game.tokens, await self._read_game(room.game.id)
        except Exception:
            log.exception("a game between people cannot be read anew")
            error = ProblemError(503, "unwell")
        room.reading, waiting, room.afterwards = None, room.afterwards, []
        if error is None:
            self._take(room, game)
        else:
            self._games.lose(room)
        for work in waiting:
            work(error)
        if error is None:
            self.settle(room)
            self._games.gather(room)

    async def _read_game(self, game_id: str) -> OnlineGame:
        stored = await asyncio.to_thread(storage.read, self._engine, game_id)
        if stored is None:
            raise ProblemError(404, "no-game", id=game_id)
        return await asyncio.to_thread(game_of, stored)

    def _take(self, room: Room, game: OnlineGame) -> None:
        """Put a game that has been read in the place of what was in memory of it, and tell what is new."""
        old, before = room.game, room.clock
        news, game.told = game.told[old.told_seq :], game.told[: old.told_seq]
        game.lag, game.apart = old.lag, old.apart
        room.renew(game)
        self._games.seats.lose(room, old.tokens)
        for event in news:
            self._games.announce(room, event)
        if not news and clock_told(game.rules, game.clock, game.phase) != before:
            self._games.tell_again(room)

    def _apply(self, room: Room, news: dict[str, Any]) -> None:
        """Let an event of another process take effect."""
        game, event, clock = room.game, news["event"], news["clock"]
        game.apply(event)
        game.clock = clocks.clock_of(clock, clock["running"], clock["since"])
        game.updated, game.deadline = event["at"], news["deadline"]
        if "seat" in event:
            game.lag[event["seat"]] = news["lag"]
            if news["nonce"] is not None:
                game.nonces[event["seat"], news["nonce"]] = event["seq"]
        self._games.announce(room, event)

    def _known(self, game_id: str) -> Room | None:
        """Return a game that is in memory; of one that is being read, note that something was heard of it."""
        if self._rooms.is_being_read(game_id):
            self._late.add(game_id)
        return self._rooms.there(game_id)

    def _do(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("what another process has told of cannot be read: %s", task.exception())
