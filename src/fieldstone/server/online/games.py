"""The games between people: in memory while somebody is at them, and told of only what is on the disk."""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Engine

from fieldstone.server import clocks as device_clocks
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.metrics import Metrics
from fieldstone.server.online import clocks, players, rated, rights
from fieldstone.server.online.alerts import WAIT, Alerts
from fieldstone.server.online.bus import Bus, Silence
from fieldstone.server.online.challenges import Challenges
from fieldstone.server.online.fair_play import FairPlay
from fieldstone.server.online.following import Following, LostRaceError, problem_told
from fieldstone.server.online.game import Event, Phase, Taker, any_seat, game_of, new_game, rematch_of
from fieldstone.server.online.lobby import SEEKS, Lobby, public_of
from fieldstone.server.online.mail import Mailer
from fieldstone.server.online.own import OwnGames
from fieldstone.server.online.presence import POLLED, Watcher
from fieldstone.server.online.push import Pusher
from fieldstone.server.online.rights import Who
from fieldstone.server.online.room import Command, Done, Room, Wanted, later, new_id, often, resolve
from fieldstone.server.online.rooms import Rooms
from fieldstone.server.online.seats import Seats
from fieldstone.server.online.seeking import Seeking
from fieldstone.server.online.signed import SignedSockets
from fieldstone.server.online.told import as_text, clock_told, shown
from fieldstone.server.online.writer import Fate, Job, Writer
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.errors import is_lost_race, problem_of
from fieldstone.server.storage.online import Begun, Change, Rematch
from fieldstone.server.storage.presence import players as players_here
from fieldstone.server.storage.processes import Processes

GRACE = 15_000  # milliseconds after a start in which no clock runs, as everybody has to find the way back
BEAT = {False: 5.0, True: 2.0}  # seconds between two notes that the server runs; True: beside others
UNWELL = 20.0  # seconds without one
SWEEP = 0.25  # seconds between two looks for games whose deadline has passed
ALERTS = 5.0  # seconds between two looks for players who have to be told of a turn
SWEPT = 500  # games at most in one look
SETTLING = 500  # milliseconds in which a move that another process has read in time comes onto the disk
TRIES = 5  # of what other processes are quicker with
REFUSALS = 4096  # that are remembered, so that a command that comes twice has one answer

log = logging.getLogger(__name__)


class OnlineGames:
    """The games between people of one server."""

    def __init__(
        self,
        engine: Engine,
        kernels: Kernels,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        seeks: int = SEEKS,
        metrics: Metrics | None = None,
        pusher: Pusher | None = None,
        mailer: Mailer | None = None,
        bus: Bus | None = None,
    ) -> None:
        """Serve the games of a database; `wall` tells the seconds since 1970, `monotonic` those of a steady clock.

        `seeks` are the games to which one address may seek somebody at the same time. Who is not there is told of
        a turn by the `pusher` or the `mailer`, where there is one. `bus` is how other processes are heard that serve
        the same games.
        """
        self._engine = engine
        self._kernels = kernels
        self._steady = device_clocks.steady_time(wall, monotonic)
        self._metrics = metrics or Metrics()
        self._writer = Writer(engine, self._metrics.commits)
        self._due = storage.Due(engine)
        self._beaten = monotonic()
        self._monotonic = monotonic
        self._rooms = Rooms(self._load)
        self._refused: OrderedDict[tuple[str, int, str], ProblemError] = OrderedDict()
        self._tasks: list[asyncio.Task[None]] = []
        self._seeks = seeks
        self.lobby = Lobby(later, as_text)
        self.seeking = Seeking(engine, self.lobby, self.room, self._write_event)
        self.own = OwnGames(engine, self.now)
        self.fair_play = FairPlay(engine, self.now)
        self.alerts = Alerts(engine, pusher, mailer, self.now) if pusher or mailer else None
        self._bus = bus or Silence()
        self._processes = Processes(engine, self._bus.own)
        self.seats = Seats(engine, self._rooms, self.now, self._tell, self._tell_others, self._list, self.alerts)
        self.signed = SignedSockets(engine, self.now, self._tell_others)
        self.following = Following(engine, self._bus, self._rooms, self)
        at_games = (self.fair_play, self.following, self.room, self._write_event, self.now)
        self.challenges = Challenges(engine, self._bus, *at_games, seeks, self.alerts is not None)

    def now(self) -> int:
        """Return the milliseconds since 1970 on the clocks of the games."""
        return int(self._steady() * 1000)

    def is_well(self) -> bool:
        """Say whether what goes on by itself does go on."""
        return self._writer.is_alive() and self._monotonic() - self._beaten < UNWELL

    def sizes(self) -> dict[str, int]:
        """Return how much there is at the moment."""
        return {"games": len(self._rooms), "waiting": self._writer.waiting, **self.lobby.sizes()}

    async def start(self) -> None:
        """Begin: clocks stand since the last server ended."""
        await asyncio.to_thread(self._processes.begin, self.now(), GRACE)
        self._writer.start()
        self._tasks = [
            asyncio.create_task(often(BEAT[self._bus.is_shared], self._beat)),
            asyncio.create_task(often(SWEEP, self.sweep)),
            asyncio.create_task(self.seeking.read()),
        ]
        if self.alerts is not None:
            self._tasks.append(asyncio.create_task(often(ALERTS, self._alert)))

    async def close(self) -> None:
        """End, when all is written."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.alerts is not None:
            await self.alerts.close()
        await self._writer.close()
        await asyncio.to_thread(self._processes.end)

    # -- making and finding -----------------------------------------------------------------------------------------

    async def create(self, wanted: Wanted) -> Room:
        """Make a game that somebody is invited to, or anybody, once for each token. Raises ProblemError."""
        assert wanted.who.token is not None
        origin = rights.hash_of(wanted.who.token)
        known = await asyncio.to_thread(storage.made_for, self._engine, origin)
        if known is not None:
            return await self.room(known)
        if wanted.rated:
            rated.check_start(wanted.start, wanted.who.person)
        make = partial(self._create, wanted, origin)
        if wanted.challenged is not None:
            return await self.challenges.make(wanted.who, wanted.challenged, make)
        return await make()

    async def _create(self, wanted: Wanted, origin: str) -> Room:
        seat = wanted.seat or any_seat()
        invitation = None if wanted.invitation is None else rights.hash_of(wanted.invitation)
        sought = None if wanted.maker is None else 3 - wanted.seat if wanted.seat else 0
        taker = Taker(origin, wanted.who.person, wanted.who.device)
        made = (new_id(), origin, invitation, wanted.start, wanted.rules, {seat: taker}, self.now())
        game = new_game(*made, sought=sought, public=wanted.public, rated=wanted.rated)
        game.challenged = wanted.challenged
        if wanted.maker is not None:
            self.lobby.check(wanted.maker, self._seeks)
            self.lobby.keep_maker(game.id, wanted.maker)  # before anything is waited for: others count it too
        change = Change(new=[game.row()], seats=[game.seat_row(seat)])
        if wanted.maker is not None:
            self._bus.tell(change, "sought", game.id, json.dumps(wanted.maker))
        self.challenges.note(change, game, None)
        try:
            await self._keep(change)
        except ProblemError as error:
            self.lobby.forget_maker(game.id)
            known = await asyncio.to_thread(storage.made_for, self._engine, origin)
            if known is None or not isinstance(error, LostRaceError):
                raise
            return await self.room(known)  # it was asked for at another process too
        return await self.room(game.id)

    async def join(self, game_id: str, invitation: str | None, who: Who) -> Room:
        """Take the free seat of a game, once for each token. Raises ProblemError."""
        for _ in range(TRIES):
            room = await self.room(game_id)
            try:
                return await self._join(room, invitation, who)
            except LostRaceError:
                await self.following.caught_up(room)
        raise LostRaceError

    async def _join(self, room: Room, invitation: str | None, who: Who) -> Room:
        game = room.game
        if rights.seat_of(game, who) is None:
            taker = Taker(rights.hash_of(who.token or ""), who.person, who.device)
            card = await asyncio.to_thread(players.card_of, self._engine, taker.person, game, self.now())
            apart = await self.fair_play.are_apart(taker, game.taker(next(iter(game.tokens))))
        # From here on nothing is waited for, so that nobody comes between the looking and the taking.
        if room.game is not game or self.following.is_behind(room):
            raise LostRaceError
        if rights.seat_of(game, who) is None:
            maker_is_here = any(room.presence.is_here(seat, self.now()) for seat in game.tokens)
            rights.check_invitation(game, invitation, who, maker_is_here)
            if game.id in self.lobby.made_by(who.device):
                raise ProblemError(409, "online-own-seek")
            rated.check_joining(game, taker, apart)
            event = game.join(taker, self.now())
            room.players = players.with_card(room.players, event["seat"], card)
            self.seeking.settle(game, who.device, self.now())
            room.joined = kept = asyncio.get_running_loop().create_future()
            change = Change(seats=[game.seat_row(event["seat"])])
            if self.alerts is not None and not game.is_live:
                waiting = game.on_move if game.on_move != event["seat"] else 0
                change.begun.append(Begun(game.id, waiting, self.now() + WAIT, self.now()))
            self._write(room, event, change, lambda _, error: resolve(kept, error))
        if room.joined is not None:
            await asyncio.shield(room.joined)
        await self.seats.read_alerts(room)
        return room

    async def room(self, game_id: str, known: int = 0, who: Who | None = None) -> Room:
        """Return a game, as new as an event that is `known`, and as `who` has joined. Raises ProblemError, 404."""
        room = await self._rooms.room(game_id, self.now())
        if self._bus.is_shared and (known > room.game.told_seq or rights.may_have_joined(room.game, who)):
            await self.following.caught_up(room)  # another process has written more than is known here
        return room

    def _list(self, room: Room) -> None:
        self.lobby.show(room.game.id, public_of(room.game, room.players))

    async def _load(self, game_id: str) -> Room:
        stored = await asyncio.to_thread(storage.read, self._engine, game_id)
        if stored is None:
            raise ProblemError(404, "no-game", id=game_id[:40])
        await self._kernels.ready(stored.game["name"])
        [cards] = await asyncio.to_thread(players.cards, self._engine, [stored], self.now())
        room = Room(await asyncio.to_thread(game_of, stored), cards, self.now(), self._tell_here)
        await self.seats.read_alerts(room)
        await self.following.complete(room)
        self.seeking.note(room)
        self._list(room)
        return room

    # -- watching ---------------------------------------------------------------------------------------------------

    def enter(self, room: Room, watcher: Watcher, who: Who) -> int | None:
        """Tell somebody what happens in a game from now on; returns the seat."""
        seat = rights.seat_of(room.game, who)
        room.presence.enter(watcher, seat)
        self._see(room, seat)
        self.gather(room)
        room.here.want()
        return seat

    def _see(self, room: Room, seat: int | None) -> None:
        """Note that a player has come: what they were to be told they see now."""
        if seat is not None and room.alerted.get(seat):
            room.alerted[seat] = False
            row = {"game_id": room.game.id, "seat": seat, "due": None}
            self._writer.put(Job(Change(alerts=[row]), Fate(), lambda error: None))

    def leave(self, room: Room, watcher: Watcher) -> None:
        """Tell somebody no more."""
        room.presence.leave(watcher, self.now())
        room.used = self.now()
        room.here.want()

    def ask(self, room: Room, who: Who) -> int | None:
        """Note that somebody without a socket asks what there is; returns the seat."""
        seat = rights.seat_of(room.game, who)
        if seat is not None:
            was_here = room.presence.is_here(seat, self.now())
            room.presence.ask(seat, self.now())
            self._see(room, seat)
            asyncio.get_running_loop().call_later(POLLED / 1000, room.here.want)
            if not was_here:
                self.gather(room)
                room.here.want()
        return seat

    def shown(self, room: Room, who: Who, after: int) -> dict[str, Any]:
        """Return a game as somebody is told of it who knows the events up to a number."""
        return shown(room.game, who, after, room.players, room.clock, self._here(room), self.now())

    def _tell_here(self, room: Room) -> None:
        here = room.presence.own(self.now())
        if self._bus.is_shared and here != room.published:
            room.published = here
            row = dict(zip(("first", "second", "watchers"), here, strict=True))
            change = Change(here=[{"game_id": room.game.id, "process": self._bus.own, **row}])
            self._bus.tell(change, "here", room.game.id, " ".join(str(int(one)) for one in here))
            self._writer.put(Job(change, Fate(), lambda error: None))
        self._tell(room, {"type": "here", "game": room.game.id, **self._here(room)})

    def _here(self, room: Room) -> dict[str, Any]:
        told = room.presence.told(self.now())
        if room.game.hides_seats:
            told |= {"seats": [False, False], "away": [None, None]}
        return told

    def _tell(self, room: Room, message: dict[str, Any], command: Command | None = None) -> None:
        """Tell everybody who is at a game; whoever has sent the command hears by its nonce that it is done."""
        text, sender = as_text(message), command.sender if command else None
        for watcher in list(room.presence.watchers):
            if command is not None and watcher is sender:
                watcher.tell(as_text({**message, "nonce": command.nonce}))
            else:
                watcher.tell(text)

    # -- doing ------------------------------------------------------------------------------------------------------

    def do(self, room: Room, seat: int | None, command: Command, done: Done, tried: int = 0) -> None:
        """Carry out what a player asks; `done` is told when it is on the disk, or why it is not.

        The same command again has the same answer and no other effect. What another process was quicker with is decided
        anew; `tried` says how often it has been. Raises ProblemError.
        """
        key = (seat or 0, command.nonce)
        known = (room.game.id, *key)
        if key in room.waiting:
            room.waiting[key].append(done)
        elif self.following.is_behind(room):
            self.following.after(room, lambda error: self._do_again(room, seat, command, done, tried, error))
        elif key in room.game.nonces:
            done({"seq": room.game.nonces[key]}, None)
        elif known in self._refused:
            raise self._refused[known]
        else:
            try:
                self._do(room, seat, command, done, tried)
            except ProblemError as error:
                if self._bus.is_shared and not tried:  # it may be allowed by what another process has just written
                    self.following.verify(room, lambda error: self._do_again(room, seat, command, done, 1, error))
                    return
                self._refuse(known, error)
                raise
            except Exception:  # what is in memory may be half done
                room.waiting.pop(key, None)
                self.lose(room)
                raise

    def _do_again(
        self, room: Room, seat: int | None, command: Command, done: Done, tried: int, error: ProblemError | None
    ) -> None:
        """Decide anew, with what is known of a game now, unless it cannot be read."""
        try:
            if error is not None or tried > TRIES:
                raise error or LostRaceError
            self.do(room, seat, command, done, tried)
        except ProblemError as problem:
            done(None, problem)

    def _do(self, room: Room, seat: int | None, command: Command, done: Done, tried: int) -> None:
        """Do what has not been asked for before. Raises ProblemError."""
        if room.fate.error is not None:
            raise problem_of(room.fate.error)
        game = room.game
        command = command._replace(what=rights.meant(game, seat, command.what, command.about))
        absent = room.presence.absence(3 - seat, self.now(), game.clock.since) if seat else None
        own_seat = rights.check(game, seat, command.what, command.seq, command.about, absent)
        event, change = self._decide(room, own_seat, command, tried > 0 or not self._bus.is_shared)
        key = (own_seat, command.nonce)
        room.waiting[key] = [done]
        game.nonces[key] = event["seq"]

        def written(event: Event | None, error: Exception | None) -> None:
            waiting = room.waiting.pop(key)
            if isinstance(error, LostRaceError):
                for one in waiting:
                    again = partial(self._do_again, room, seat, command, one, tried + 1)
                    self.following.after(room, again)
                return
            if isinstance(error, ProblemError):
                self._refuse((game.id, *key), error)
            has_heard = error is None and command.sender in room.presence.watchers and room.game is game
            for one in waiting[has_heard:]:
                one(event, error)

        self._write(room, event, change, written, command)

    def _refuse(self, command: tuple[str, int, str], error: ProblemError) -> None:
        """Remember that somebody was told no: what comes once more must not be done then."""
        self._refused[command] = error
        self._metrics.refused[error.name] += 1
        while len(self._refused) > REFUSALS:
            self._refused.popitem(last=False)

    def _decide(self, room: Room, seat: int, command: Command, is_sure: bool) -> tuple[Event, Change]:
        game = room.game
        if command.what == "move":
            game.lag[seat] = command.lag
            return self._move(room, seat, command, is_sure), Change()
        if command.what == "accept" and command.about == rights.REMATCH:
            return self._renew(room, seat)
        return game.act(seat, command.what, command.about, command.arrival), Change()

    def _move(self, room: Room, seat: int, command: Command, is_sure: bool) -> Event:
        game = room.game
        if not command.move:
            raise ProblemError(422, "missing", where="move")
        cost = clocks.spent(game.rules, game.clock, command.arrival, command.lag, command.used)
        if cost.fallen:
            if is_sure:
                self._write(room, game.expire(command.arrival), Change())
            raise ProblemError(409, "online-late")
        return game.move(seat, command.move, command.arrival, cost)

    def _renew(self, room: Room, seat: int) -> tuple[Event, Change]:
        """Make the game of a rematch, with the seats exchanged; both get in by the tokens that they have."""
        new = rematch_of(room.game, new_id(), self.now(), room.game.rated and players.are_there(room.players))
        change = Change(new=[new.row()], seats=[new.seat_row(one) for one in new.tokens])
        if not new.is_live:
            change.rematches.append(Rematch(new.id, room.game.id, new.on_move, self.now() + WAIT))
            change.begun.append(Begun(new.id, new.on_move, self.now() + WAIT, self.now()))
        return room.game.renew(seat, new.id, self.now()), change

    def gather(self, room: Room) -> None:
        """Begin a live game as soon as both are there."""
        game, now = room.game, self.now()
        if self._bus.is_shared and not room.presence.is_at_this(1, now):
            return  # the process where the first player is does it
        if game.phase is Phase.JOINED and all(room.presence.is_here(seat, now) for seat in (1, 2)):
            self._write(room, game.gather(now), Change())

    def _write(
        self,
        room: Room,
        event: Event,
        change: Change,
        done: Done = lambda event, error: None,
        command: Command | None = None,
    ) -> None:
        """Have an event written that has taken effect in memory, and tell of it when it is on the disk."""
        game = room.game
        change.events.append(game.event_row(event, command.nonce if command else None))
        change.games.append(game.row())
        if game.rated:
            change.ratings += rated.changes(game, event)
        self.challenges.note(change, game, event)
        if self._bus.is_shared:
            self.following.tell(change, game, event, command.nonce if command else None)
        if self.alerts is not None and room.alerted:
            change.alerts += self.alerts.wanted(game, event, room.alerted)
        clock, listed = clock_told(game.rules, game.clock, game.phase), public_of(game, room.players)

        def written(error: Exception | None) -> None:
            if error is None and room.game is game:
                self._announce(room, event, clock, listed, command)
                self._metrics.events[event["kind"]] += 1
                self.challenges.answered(game, event)
                if event["kind"] == "move":
                    self._metrics.moves.add((self.now() - event["at"]) / 1000)
                for one in change.ratings:
                    self.seats.told(room, players.with_change(room.players, one, self.now()))
            done(event, problem_told(error))
            if error is None:
                room.heard = max(room.heard, event["seq"])
                self.following.settle(room)
            elif is_lost_race(error):
                self.following.read_anew(room)
            else:
                self.lose(room)

        self._writer.put(Job(change, room.fate, written))

    def _write_event(self, room: Room, event: Event, done: Done = lambda event, error: None) -> None:
        self._write(room, event, Change(), done)

    def announce(self, room: Room, event: Event) -> None:
        """Tell of what another process has written, and what has taken effect here."""
        game = room.game
        if self.alerts is not None and room.alerted:
            self.alerts.wanted(game, event, room.alerted)  # that process has written who is to be told
        self._announce(room, event, clock_told(game.rules, game.clock, game.phase), public_of(game, room.players))
        if event["kind"] in ("join", "annul") or game.phase is Phase.OVER:  # who sits there, or their ratings
            self.following.read_seats(room)

    def _announce(
        self,
        room: Room,
        event: Event,
        clock: dict[str, Any],
        listed: dict[str, Any] | None,
        command: Command | None = None,
    ) -> None:
        game = room.game
        game.told.append(event)
        room.clock = clock
        self.lobby.show(game.id, listed)
        if not game.is_sought:
            self.lobby.hide(game.id)
        self._tell(room, {"type": "event", "game": game.id, **event, "clock": clock, "now": self.now()}, command)
        if event["kind"] == "join":
            self.seats.told(room, room.players)
            self.gather(room)

    def lose(self, room: Room) -> None:
        """Forget what is in memory of a game, as it is not what is on the disk; who is at it has to come again."""
        self._rooms.forget(room)
        self.seeking.forget(room)
        self.tell_again(room)

    def tell_again(self, room: Room) -> None:
        """Let everybody who is at a game ask for it anew."""
        self._tell(room, {"type": "again", "game": room.game.id})

    async def annul(self, game_id: str) -> None:
        """Let a game not count; one that goes on is called off first. Raises ProblemError."""
        room = await self.room(game_id)
        game, now = room.game, self.now()
        if game.annulled:
            raise ProblemError(409, "online-annulled")
        if game.phase is not Phase.OVER:
            self._write(room, game.call_off(now), Change())
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._write(room, game.annul(now), Change(), lambda _, error: resolve(kept, error))
        await kept

    async def _keep(self, change: Change) -> None:
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._writer.put(Job(change, Fate(), lambda error: resolve(kept, problem_told(error))))
        await kept

    # -- what goes on by itself ---------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """End the games whose deadline has passed, and forget those that nobody is at."""
        now = self.now()
        if self._processes.leads:
            passed = now - SETTLING if self._bus.is_shared else now
            for game_id in await asyncio.to_thread(self._due.look, passed, SWEPT):
                await self._expire(game_id, now)
        self.seeking.tend(now, self._processes.leads)
        self._rooms.forget_idle(now, self._is_followed)

    def _is_followed(self, room: Room) -> bool:
        """Say whether it has to be known here how a game goes on, even if nobody is at it: it is listed."""
        return self.seeking.tends(room) or self.lobby.lists(room.game.id)

    async def _expire(self, game_id: str, now: int) -> None:
        try:
            room = await self.room(game_id)
        except Exception:
            log.exception("a game between people cannot be read, and does not end by itself")
            return
        if room.game.deadline is not None and room.game.deadline <= now:
            self._write(room, room.game.expire(now), Change())
        elif self._bus.is_shared:
            self.following.read_anew(room)  # it was due on the disk

    def _tell_others(self, kind: str, name: str) -> None:
        """Tell the other processes something that is on the disk already."""
        change = Change()
        self._bus.tell(change, kind, name)
        if change.notices:
            self._writer.put(Job(change, Fate(), lambda error: None))

    async def _alert(self) -> None:
        assert self.alerts is not None
        if self._processes.leads:
            await self.alerts.send(self._players_of)

    async def _players_of(self, game_ids: Sequence[str]) -> set[tuple[str, int]]:
        """Return the seats of some games whose players are there."""
        rooms = [room for room in map(self._rooms.there, game_ids) if room is not None]
        here = {(one.game.id, seat) for one in rooms for seat in (1, 2) if one.presence.is_here(seat, self.now())}
        if self._bus.is_shared:
            here |= await asyncio.to_thread(players_here, self._engine, game_ids, self._bus.own)
        return here

    async def _beat(self) -> None:
        was_given_up, gone = await asyncio.to_thread(self._processes.beat, self.now())
        self._beaten = self._monotonic()
        for process in gone:
            self.following.forget(process)
        if was_given_up:
            self.following.publish_again()
