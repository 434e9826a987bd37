"""What players read and keep beside their games: how all of them stand, and reviews of those that are over."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from fieldstone.server.online import rights
from fieldstone.server.online.game import Phase
from fieldstone.server.online.room import Room
from fieldstone.server.online.told import standing
from fieldstone.server.problems import ProblemError
from fieldstone.server.reviews import Review, read_review
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.errors import problem_of


class Reading:
    """Reads from the database for players, by their tokens."""

    def __init__(self, engine: Engine, room: Callable[[str], Awaitable[Room]], now: Callable[[], int]) -> None:
        """`room` returns a game, `now` the milliseconds since 1970."""
        self._engine = engine
        self._room = room
        self._now = now

    async def standings(self, tokens: dict[str, str]) -> list[dict[str, Any]]:
        """Return how games stand, by their ids, in which somebody sits with these tokens; others are left out."""
        stored = await asyncio.to_thread(storage.read_all, self._engine, list(tokens))
        now = self._now()
        seats = [rights.seat_among(one.seats, tokens[one.game["id"]]) for one in stored]
        return [standing(one, seat, now) for one, seat in zip(stored, seats, strict=True) if seat is not None]

    async def review(self, game_id: str, token: str | None) -> Review | None:
        """Return the review that a player has made of a game, None if there is none; who watches has none."""
        room = await self._room(game_id)
        seat = rights.seat_of(room.game, token)
        if seat is None:
            return None
        return read_review(await asyncio.to_thread(storage.review, self._engine, room.game.id, seat), game_id)

    async def keep_review(self, game_id: str, token: str | None, review: Review) -> None:
        """Keep a player's review of a game that is over, in the place of any other. Raises ProblemError."""
        room = await self._room(game_id)
        game = room.game
        seat = rights.seat_of(game, token)
        if seat is None:
            raise ProblemError(403, "online-not-yours")
        if game.phase is not Phase.OVER:
            raise ProblemError(409, "online-not-over")
        if review.line != game.state.to_text(history=True):
            raise ProblemError(409, "other-moves")
        content = review.model_dump_json(by_alias=True)
        try:
            await asyncio.to_thread(storage.keep_review, self._engine, game.id, seat, content)
        except DBAPIError as error:
            raise problem_of(error) from None
