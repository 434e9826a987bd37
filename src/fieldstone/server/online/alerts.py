"""Who is told that a turn has come, in games over days: once, when the player has gone; again only after a visit."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from sqlalchemy import Engine

from fieldstone.messages import say
from fieldstone.server.online import rights
from fieldstone.server.online.game import Event, OnlineGame, Phase
from fieldstone.server.online.mail import Mailer
from fieldstone.server.online.push import Pusher, Sent
from fieldstone.server.online.sending import SendingThreads
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import alerts as storage
from fieldstone.server.storage import people
from fieldstone.server.storage.alerts import DueAlert, Subscription
from fieldstone.server.storage.online import BY_MAIL, Row

WAIT = 30_000  # milliseconds after which a player who has not come is told
AGAIN = (60_000, 600_000)  # milliseconds until the next try where a push service has failed
MOST = 200  # in one look
HELD = 300_000  # milliseconds after which it is tried again by whoever is there: the process has ended meanwhile

log = logging.getLogger(__name__)

Players = Callable[[Sequence[str]], Awaitable[set[tuple[str, int]]]]
Key = tuple[str, int, str]  # a game, a seat and a device
Seen = dict[int, bool]  # the seats of which somebody is told; True: and something is due, or has been told


class Alerts:
    """The alerts of one server."""

    def __init__(self, engine: Engine, pusher: Pusher | None, mailer: Mailer | None, now: Callable[[], int]) -> None:
        """Tell browsers by a `pusher` and people by a `mailer`, as far as there are any."""
        self._engine = engine
        self._pusher = pusher
        self._mailer = mailer
        self._now = now
        self._telling: dict[Key, asyncio.Task[None]] = {}

    @property
    def key(self) -> str | None:
        """The key by which browsers subscribe; None where they cannot."""
        return None if self._pusher is None else self._pusher.public

    async def seats(self, game_ids: Collection[str]) -> dict[str, Seen]:
        """Return of which seats of some games somebody is told."""
        return await asyncio.to_thread(storage.watched, self._engine, list(game_ids))

    async def keep(self, to: Subscription, tokens: dict[str, str], sign_in: str | None) -> dict[str, Seen]:
        """Tell a browser of the games over days in which it has these tokens, and of no others.

        Except of those of who has signed in there, with the token of a hash. Returns what `seats` says of the games
        that this concerns. Raises ProblemError where its push service is none that is known, or browsers are told
        nothing.
        """
        if self._pusher is None:
            raise ProblemError(404, "alerts-none")
        self._pusher.check(to.endpoint)
        return await asyncio.to_thread(self._keep, to, tokens, sign_in)

    def _keep(self, to: Subscription, tokens: dict[str, str], sign_in: str | None) -> dict[str, Seen]:
        hashes = storage.days_seats(self._engine, list(tokens))
        seats = {game_id: rights.seat_among(of, tokens[game_id]) for game_id, of in hashes.items()}
        wanted = [(game_id, seat) for game_id, seat in seats.items() if seat is not None]
        try:
            concerned = storage.keep(self._engine, to, wanted, self._now(), sign_in)
        except LookupError:  # who has just signed out
            raise ProblemError(403, "sign-in-first") from None
        return storage.watched(self._engine, list(concerned))

    async def keep_by_mail(self, person: str, language: str | None) -> dict[str, Seen]:
        """Tell a person by mail of the games over days that go on; None: of none. Returns what `keep` does."""
        return await asyncio.to_thread(self._keep_by_mail, person, language)

    def _keep_by_mail(self, person: str, language: str | None) -> dict[str, Seen]:
        seats = [] if language is None else storage.days_seats_of(self._engine, person)
        to = storage.by_mail(person, language or "en")
        return storage.watched(self._engine, list(storage.keep(self._engine, to, seats, self._now())))

    def wanted(self, game: OnlineGame, event: Event, seen: Seen) -> list[Row]:
        """Return who is to be told of an event, in some seconds, if nobody comes; notes it in `seen`."""
        if event["kind"] == "say":
            return []
        actor = event.get("seat")
        called = [seat for seat in seen if (game.phase is Phase.OVER or seat == game.on_move) and seat != actor]
        seen.update(dict.fromkeys(called, True))
        return [{"game_id": game.id, "seat": seat, "due": self._now() + WAIT} for seat in called]

    async def send(self, players: Players) -> None:
        """Begin to tell of what is due those who are not there; `players` says which seats' players of games are.

        Nothing is waited for that is being sent: of two ways one may hang, and the next look has to come.
        """
        due = [one for by_mail in (False, True) for one in await asyncio.to_thread(self._due, by_mail)]
        here = await players([one.game_id for one in due]) if due else set()
        for one in due:
            self._telling[_key(one)] = asyncio.create_task(self._tell(one, (one.game_id, one.seat) in here))

    async def close(self) -> None:
        """Begin nothing more. What is being sent is noted when it has been."""
        tasks = list(self._telling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _due(self, by_mail: bool) -> list[DueAlert]:
        """Return as many of those that are due as can be sent now, and are not being sent already."""
        threads = self._threads_of(by_mail)
        most = MOST if threads is None else min(MOST, threads.free)
        found = storage.due(self._engine, self._now(), most + len(self._telling), by_mail)
        return [one for one in found if _key(one) not in self._telling][:most]

    def _threads_of(self, by_mail: bool) -> SendingThreads | None:
        """Return where alerts are sent; None: they are not."""
        if by_mail:
            return None if self._mailer is None else self._mailer.alert_threads
        return None if self._pusher is None else self._pusher.threads

    async def _tell(self, one: DueAlert, is_here: bool) -> None:
        threads = self._threads_of(one.to.endpoint.startswith(BY_MAIL))
        run = asyncio.to_thread if threads is None else threads.run
        try:
            await run(self._attend, one, is_here)
        except Exception:  # it would fail again and again
            log.exception("an alert cannot be sent, and is dropped")
            await asyncio.to_thread(storage.drop, self._engine, one)
        finally:
            self._telling.pop(_key(one), None)

    def _attend(self, one: DueAlert, is_here: bool) -> None:
        """Tell somebody, unless they have come meanwhile, or another process is at it."""
        over, held = one.phase == Phase.OVER, self._now() + HELD
        if one.ended:
            storage.forget(self._engine, one.to.device)
        elif is_here or not one.is_called:  # it is before somebody's eyes, or settled
            self._settle(one, {"due": None, "told": False}, over)
        elif storage.set_alert(self._engine, one, {"due": held}):
            self._try(one._replace(due=held), over)

    def _try(self, one: DueAlert, over: bool) -> None:
        sent = self._sent(one, message(one, over))
        if sent is Sent.UNWANTED:
            storage.forget(self._engine, one.to.device)
        elif sent is Sent.FAILED and one.tries < len(AGAIN):
            later = {"due": self._now() + AGAIN[one.tries], "tries": one.tries + 1}
            storage.set_alert(self._engine, one, later)
        else:
            self._settle(one, {"due": None, "told": True}, over)

    def _sent(self, one: DueAlert, told: dict[str, Any]) -> Sent:
        """Send an alert, whichever way it is wanted."""
        if not one.to.endpoint.startswith(BY_MAIL):
            return Sent.FAILED if self._pusher is None else self._pusher.send(one.to, told)
        person = people.person(self._engine, one.to.endpoint.removeprefix(BY_MAIL))
        if person is None or person.mail is None:
            return Sent.UNWANTED
        language, page = one.to.language, person.page or ""
        links = {"game": f"{page}{told['address']}", "account": f"{page}/account"}
        body = say("mail.alert.body", language, told=told["body"], **links)
        is_sent = self._mailer is not None and self._mailer.send(person.mail, told["title"], body, language)
        return Sent.ON_ITS_WAY if is_sent else Sent.FAILED

    def _settle(self, one: DueAlert, values: dict[str, object], over: bool) -> None:
        """Note that nothing is due; of a game that is over, and of a challenge, nobody is told again."""
        if over or one.challenger is not None:
            storage.drop(self._engine, one)
        else:
            storage.set_alert(self._engine, one, values)


def _key(one: DueAlert) -> Key:
    return one.game_id, one.seat, one.to.device


def message(one: DueAlert, over: bool) -> dict[str, Any]:
    """Return what a browser is told: a title, a sentence, and where it leads. No secret is in it."""
    what, language = "over" if over else "turn" if one.challenger is None else "challenge", one.to.language
    said = {"game": say(f"title.{one.name}", language), "name": one.challenger or ""}
    return {
        "title": say(f"alert.{what}.title", language, **said),
        "body": say(f"alert.{what}.body", language, **said),
        "tag": one.game_id,
        "address": f"/meet/{one.game_id}",
    }
