"""The games to which somebody is sought: which of them the lobby lists, and when nobody is sought any more."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import Engine

from fieldstone.server.online.game import WITHDRAWN, Event, OnlineGame
from fieldstone.server.online.lobby import MAKER_AWAY, PUBLIC, SEEKS, Lobby
from fieldstone.server.online.room import Room
from fieldstone.server.storage import online as storage

log = logging.getLogger(__name__)


class Seeking:
    """The games that anybody may join, whether or not they are listed now."""

    def __init__(
        self,
        engine: Engine,
        lobby: Lobby,
        room: Callable[[str], Awaitable[Room]],
        write: Callable[[Room, Event], None],
    ) -> None:
        """`room` returns a game, `write` has an event of it written."""
        self._engine = engine
        self._lobby = lobby
        self._room = room
        self._write = write
        self._sought: dict[str, Room] = {}

    async def read(self) -> None:
        """Find what is listed."""
        for game_id in await asyncio.to_thread(storage.listed, self._engine, SEEKS + PUBLIC):
            try:
                await self._room(game_id)
            except Exception:
                log.exception("a game between people cannot be read, and is not listed")

    def note(self, room: Room) -> None:
        """Tend a game, if anybody may join it; else no more."""
        if room.game.is_sought:
            self._sought[room.game.id] = room
        else:
            self.forget(room)

    def tends(self, room: Room) -> bool:
        """Say whether a game is tended."""
        return self._sought.get(room.game.id) is room

    def forget(self, room: Room) -> None:
        """Tend a game no more."""
        if self._sought.pop(room.game.id, None) is not None:
            self._lobby.hide(room.game.id)
            self._lobby.forget_maker(room.game.id)

    def tend(self, now: int, leads: bool) -> None:
        """List what anybody may join, while the makers are there; who leaves for good seeks nobody, if this one leads.

        Of several processes one leads.
        """
        for game_id, room in list(self._sought.items()):
            game = room.game
            absent = None
            if game.is_sought and game.is_live:
                absent = room.presence.absence(next(iter(game.tokens)), now, game.created)
            if game.is_sought and absent is not None and absent >= MAKER_AWAY and leads:
                self._write(room, game.expire(now))
            if not game.is_sought:
                del self._sought[game_id]
                self._lobby.forget_maker(game_id)
            if game.is_sought and absent is None:
                self._lobby.seek(game, room.players)
            else:
                self._lobby.hide(game_id)

    def settle(self, game: OnlineGame, device: str | None, now: int) -> None:
        """Withdraw what else the players of a live game seek that begins: they cannot be at two."""
        maker = self._lobby.forget_maker(game.id)
        players = {device, maker.device if maker else None} if game.is_live else set()
        for one in players:
            for other in self._lobby.made_by(one):
                room = self._sought.get(other)
                if room is not None and room.game.is_live and room.game.is_sought and room.game is not game:
                    self._write(room, room.game.end(None, WITHDRAWN, now))
