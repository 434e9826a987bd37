"""Who sits in the games in memory, and who of them is told of turns: as the database has it, and told to all."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Engine

from fieldstone.server.online import players
from fieldstone.server.online.alerts import Alerts, Seen
from fieldstone.server.online.players import Cards
from fieldstone.server.online.room import Room
from fieldstone.server.online.rooms import Rooms
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.alerts import Subscription

log = logging.getLogger(__name__)

Tell = Callable[[Room, dict[str, Any]], None]
TellOthers = Callable[[str, str], None]


class Seats:
    """What the games in memory know of their players that is no event."""

    def __init__(
        self,
        engine: Engine,
        rooms: Rooms,
        now: Callable[[], int],
        tell: Tell,
        tell_others: TellOthers,
        listed: Callable[[Room], None],
        alerts: Alerts | None,
    ) -> None:
        """`tell` tells everybody at a game something, `tell_others` the other processes.

        `listed` lists a game anew in the lobby.
        """
        self._engine = engine
        self._rooms = rooms
        self._now = now
        self._tell = tell
        self._tell_others = tell_others
        self._listed = listed
        self._alerts = alerts

    # -- who sits there ---------------------------------------------------------------------------------------------

    def told(self, room: Room, cards: Cards) -> None:
        """Tell everybody at a game who sits there, as something about that has changed."""
        room.players = cards
        self._tell(room, {"type": "players", "game": room.game.id, "players": cards})
        self._listed(room)

    async def read(self, room: Room) -> None:
        """Read who sits in a game, and who of them is told of turns, and tell it."""
        stored = await asyncio.to_thread(storage.read, self._engine, room.game.id)
        if stored is not None:
            [cards] = await asyncio.to_thread(players.cards, self._engine, [stored], self._now())
            # Who is just sitting down is known here already, and not yet there.
            room.game.people |= {seat: one.person for seat, one in stored.players.items() if one.person is not None}
            for seat, one in stored.players.items():
                if one.device is None:  # as of who has deleted the account
                    room.game.devices.pop(seat, None)
            before, room.game.tokens = room.game.tokens, room.game.tokens | stored.seats
            first, second = (new or old for new, old in zip(cards, room.players, strict=True))
            self.told(room, (first, second))
            self.lose(room, before)
            await self.read_alerts(room)

    def lose(self, room: Room, before: Mapping[int, str]) -> None:
        """Let who got in by a token that is not valid any more only watch; all have to come again."""
        lost = [seat for seat, token in before.items() if room.game.tokens.get(seat) != token]
        if lost:
            room.presence.unseat(lost, self._now())
            self._tell(room, {"type": "again", "game": room.game.id})
            room.here.want()

    async def claimed(self, game_id: str) -> None:
        """Let it be known in a game who sits there, and by which token, as that has changed."""
        self._tell_others("claimed", game_id)
        try:
            room = await self._rooms.when_read(game_id)
            if room is not None:
                await self.read(room)
        except Exception:  # the others are told all the same
            log.exception("who sits in a game between people cannot be read")

    async def renamed(self, person: str) -> None:
        """Tell of a person's new name, or that the account was deleted."""
        await self.read_games_of(person)
        self._tell_others("renamed", person)

    async def read_games_of(self, person: str) -> None:
        """Read who sits in the games of a person."""
        for room in self._rooms.all():
            if person in (*room.game.people.values(), room.game.challenged):
                await self.read(room)

    # -- who is told of turns -----------------------------------------------------------------------------------------

    async def read_alerts(self, room: Room) -> None:
        """Read of which seats of a game somebody is told."""
        if self._alerts is not None and not room.game.is_live:
            room.alerted = (await self._alerts.seats([room.game.id]))[room.game.id]

    async def keep_alerts(self, to: Subscription, tokens: dict[str, str], sign_in: str | None) -> None:
        """Tell a browser of the turns in games over days in which it has these tokens. Raises ProblemError.

        And of those of who has signed in there, with the token of a hash.
        """
        if self._alerts is None:
            raise ProblemError(404, "alerts-none")
        self._note(await self._alerts.keep(to, tokens, sign_in))

    async def mail_alerts(self, person: str, language: str | None) -> None:
        """Tell a person by mail of the turns in games over days, None: no more. Raises ProblemError."""
        if self._alerts is None:
            raise ProblemError(404, "mail-none")
        self._note(await self._alerts.keep_by_mail(person, language))

    def _note(self, found: dict[str, Seen]) -> None:
        for room in self._rooms.all():
            room.alerted = found.get(room.game.id, room.alerted)
        for game_id in found:
            self._tell_others("alerts", game_id)
