"""Who is told that a turn has come, in games over days: once, when the player has gone; again only after a visit."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from sqlalchemy import Engine

from fieldstone.messages import say
from fieldstone.server.online import rights
from fieldstone.server.online.game import Event, OnlineGame, Phase
from fieldstone.server.online.push import Pusher, Sent
from fieldstone.server.storage import alerts as storage
from fieldstone.server.storage.alerts import DueAlert, Subscription
from fieldstone.server.storage.online import Row

WAIT = 30_000  # milliseconds after which a player who has not come is told
AGAIN = (60_000, 600_000)  # milliseconds until the next try where a push service has failed
AT_ONCE = 8
MOST = 200  # in one look

log = logging.getLogger(__name__)

Players = Callable[[Sequence[str]], Awaitable[set[tuple[str, int]]]]
Seen = dict[int, bool]  # the seats of which somebody is told; True: and something is due, or has been told


class Alerts:
    """The alerts of one server."""

    def __init__(self, engine: Engine, pusher: Pusher, now: Callable[[], int]) -> None:
        self._engine = engine
        self._pusher = pusher
        self._now = now
        self.key = pusher.public

    async def seats(self, game_ids: Collection[str]) -> dict[str, Seen]:
        """Return of which seats of some games somebody is told."""
        return await asyncio.to_thread(storage.watched, self._engine, list(game_ids))

    async def keep(self, to: Subscription, tokens: dict[str, str]) -> dict[str, Seen]:
        """Tell a browser of the games over days in which it has these tokens, and of no others.

        Returns what `seats` says of the games that this concerns. Raises ProblemError where its push service is none
        that is known.
        """
        self._pusher.check(to.endpoint)
        return await asyncio.to_thread(self._keep, to, tokens)

    def _keep(self, to: Subscription, tokens: dict[str, str]) -> dict[str, Seen]:
        hashes = storage.days_seats(self._engine, list(tokens))
        seats = {game_id: rights.seat_among(of, tokens[game_id]) for game_id, of in hashes.items()}
        wanted = [(game_id, seat) for game_id, seat in seats.items() if seat is not None]
        return storage.watched(self._engine, list(storage.keep(self._engine, to, wanted, self._now())))

    def wanted(self, game: OnlineGame, event: Event, seen: Seen) -> list[Row]:
        """Return who is to be told of an event, in some seconds, if nobody comes; notes it in `seen`."""
        actor = event.get("seat")
        called = [seat for seat in seen if (game.phase is Phase.OVER or seat == game.on_move) and seat != actor]
        seen.update(dict.fromkeys(called, True))
        return [{"game_id": game.id, "seat": seat, "due": self._now() + WAIT} for seat in called]

    async def send(self, players: Players) -> None:
        """Tell of what is due those who are not there; `players` says of some games which seats' players are."""
        due = await asyncio.to_thread(storage.due, self._engine, self._now(), MOST)
        here = await players([one.game_id for one in due]) if due else set()
        gate = asyncio.Semaphore(AT_ONCE)

        async def attend(one: DueAlert) -> None:
            async with gate:
                try:
                    await asyncio.to_thread(self._attend, one, (one.game_id, one.seat) in here)
                except Exception:  # it would fail again and again
                    log.exception("an alert cannot be sent, and is dropped")
                    await asyncio.to_thread(storage.drop, self._engine, one)

        await asyncio.gather(*map(attend, due))

    def _attend(self, one: DueAlert, is_here: bool) -> None:
        over = one.phase == Phase.OVER
        if is_here or not (over or one.running == one.seat):  # it is before somebody's eyes, or settled
            self._settle(one, {"due": None, "told": False}, over)
            return
        sent = self._pusher.send(one.to, message(one, over))
        if sent is Sent.UNWANTED:
            storage.forget(self._engine, one.to.device)
        elif sent is Sent.FAILED and one.tries < len(AGAIN):
            later = {"due": self._now() + AGAIN[one.tries], "tries": one.tries + 1}
            storage.set_alert(self._engine, one, later)
        else:
            self._settle(one, {"due": None, "told": True}, over)

    def _settle(self, one: DueAlert, values: dict[str, object], over: bool) -> None:
        """Note that nothing is due; of a game that is over nobody is told again."""
        if over:
            storage.drop(self._engine, one)
        else:
            storage.set_alert(self._engine, one, values)


def message(one: DueAlert, over: bool) -> dict[str, Any]:
    """Return what a browser is told: a title, a sentence, and where it leads. No secret is in it."""
    what, language = "over" if over else "turn", one.to.language
    game = say(f"title.{one.name}", language)
    return {
        "title": say(f"alert.{what}.title", language),
        "body": say(f"alert.{what}.body", language, game=game),
        "tag": one.game_id,
        "address": f"/meet/{one.game_id}",
    }
