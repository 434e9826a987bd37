"""How somebody's own games stand, for lists of them, and the own reviews of games."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from fieldstone.server.online import players, rights
from fieldstone.server.online.game import OnlineGame, Phase, event_of
from fieldstone.server.online.told import standing
from fieldstone.server.problems import ProblemError
from fieldstone.server.reviews import Review, read_review
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.errors import problem_of
from fieldstone.server.storage.online import StoredOnlineGame

Standings = list[dict[str, Any]]
AT_ONCE = 32  # games in one answer
MOST_GOING = 100  # older ones that go on


class OwnGames:
    """The games of those who ask."""

    def __init__(self, engine: Engine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    async def by_tokens(self, tokens: dict[str, str]) -> Standings:
        """Return how games stand, by their ids, in which somebody sits with these tokens; others are left out."""
        return await asyncio.to_thread(self._by_tokens, tokens)

    async def of_person(self, person: str, before: int | None) -> tuple[Standings, int | None]:
        """Return how the games of a person stand that have changed last, and `before` for the next ones, if any.

        At first with all that go on, up to a limit: they may wait for the person for a long time.
        """
        return await asyncio.to_thread(self._of_person, person, before)

    async def review(self, game: OnlineGame, seat: int | None) -> Review | None:
        """Return the review that a player has made of a game, None if there is none; who watches has none."""
        if seat is None:
            return None
        return read_review(await asyncio.to_thread(storage.review, self._engine, game.id, seat), game.id)

    async def keep_review(self, game: OnlineGame, seat: int | None, review: Review) -> None:
        """Keep a player's review of a game that is over, in the place of any other. Raises ProblemError."""
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

    def _by_tokens(self, tokens: dict[str, str]) -> Standings:
        stored = storage.read_all(self._engine, list(tokens))
        return self._standings(stored, [rights.seat_among(one.seats, tokens[one.game["id"]]) for one in stored])

    def _of_person(self, person: str, before: int | None) -> tuple[Standings, int | None]:
        found = storage.games_of(self._engine, person, AT_ONCE, before)
        more = found[-1][1] if len(found) == AT_ONCE else None
        if before is None and more is not None:
            found += storage.games_of(self._engine, person, MOST_GOING, more, going=True)
        return self.of_ids(person, [game_id for game_id, _ in found]), more

    def of_ids(self, person: str, ids: Sequence[str]) -> Standings:
        """Return how games of a person stand, in the order of their ids."""
        stored = sorted(storage.read_all(self._engine, ids), key=lambda one: ids.index(one.game["id"]))
        seats = [next(seat for seat, one in game.players.items() if one.person == person) for game in stored]
        return self._standings(stored, seats)

    def export(self, person: str) -> Standings:
        """Return all games of a person, with their events and the person's own reviews."""
        found: Standings = []
        every = [game_id for game_id, _ in storage.games_of(self._engine, person, sys.maxsize)]
        for ids in (every[at : at + AT_ONCE] for at in range(0, len(every), AT_ONCE)):
            events = {one.game["id"]: one.events for one in storage.read_all(self._engine, ids)}
            for one in self.of_ids(person, ids):
                review = read_review(storage.review(self._engine, one["id"], one["seat"]), one["id"])
                found.append({**one, "events": list(map(event_of, events[one["id"]])), "review": review})
        return found

    def _standings(self, stored: Sequence[StoredOnlineGame], seats: Sequence[int | None]) -> Standings:
        now = self._now()
        sitting = zip(stored, seats, players.cards(self._engine, stored, now), strict=True)
        return [standing(game, seat, cards, now) for game, seat, cards in sitting if seat is not None]
