"""People with accounts: they come in by a passkey or a link sent by mail, keep their games, and can go for good."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from fieldstone.messages import say
from fieldstone.server.allowances import Allowances
from fieldstone.server.online import accounts_schema as wire
from fieldstone.server.online import players, rights
from fieldstone.server.online.clocks import DAY
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.online.mail import Mailer, is_address
from fieldstone.server.online.passkeys import Passkeys
from fieldstone.server.online.persons import add_person, checked_name, known_form, new_name
from fieldstone.server.online.rights import fresh_secret, hash_of
from fieldstone.server.online.room import Command, Room, resolve
from fieldstone.server.online.schema import OwnSeat
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import alerts, blocks, reports
from fieldstone.server.storage import online as games_storage
from fieldstone.server.storage import people as storage
from fieldstone.server.storage.people import Person, Ticket

LASTING = 180 * DAY  # after which somebody who has not come has to sign in again
LINK = DAY // 24  # that a link works
LINKS = 5  # to one address in an hour
HOUR = 3600.0
SHOWN = 20  # games in a profile

log = logging.getLogger(__name__)


class Entered(NamedTuple):
    """Somebody who has signed in, and the token of the browser."""

    person: str
    token: str


class Accounts:
    """The accounts of one server. Its methods raise ProblemError.

    Attributes
    ----------
    passkeys : None where there are none
    """

    def __init__(self, engine: Engine, games: OnlineGames, passkeys: Passkeys | None, mailer: Mailer | None) -> None:
        """Without a `mailer` nobody can have a link sent."""
        self._engine = engine
        self._games = games
        self._mailer = mailer
        self._now = games.now
        self._links = Allowances(LINKS, LINKS / HOUR)
        self._is_warned = False
        self.passkeys = passkeys

    @property
    def has_mail(self) -> bool:
        """Whether links can be sent."""
        return self._mailer is not None

    # -- who it is --------------------------------------------------------------------------------------------------

    async def signed_in(self, token: str) -> str | None:
        """Return who has signed in with a token, None: nobody."""
        return await asyncio.to_thread(self._signed_in, hash_of(token))

    def _signed_in(self, hashed: str) -> str | None:
        now = self._now()
        found = storage.signed_in(self._engine, hashed, now)
        if found is None:
            return None
        person, expires = found
        if expires - now < LASTING - DAY:
            self._prolong(hashed, person, now)
        return person

    def _prolong(self, hashed: str, person: str, now: int) -> None:
        """Note that somebody was there; a database that takes nothing now gets it with a later request."""
        try:
            storage.prolong(self._engine, hashed, person, now, now + LASTING)
        except DBAPIError as error:
            if not self._is_warned:
                log.warning("the database does not take who was there: %s", type(error.orig).__name__)
            self._is_warned = True

    # -- coming in --------------------------------------------------------------------------------------------------

    async def send_link(self, mail: str, language: str, origin: str, person: str | None) -> None:
        """Send a link by mail; with it a person adds the address to the account."""
        if self._mailer is None:
            raise ProblemError(404, "mail-none")
        address = mail.lower()
        if not is_address(address):
            raise ProblemError(422, "mail-wrong")
        if not self._links.take(hash_of(address)):
            raise ProblemError(429, "mail-often")
        secret = fresh_secret()
        now = self._now()
        ticket = Ticket("mail", address, person, None)
        await asyncio.to_thread(storage.add_ticket, self._engine, hash_of(secret), ticket, now, now + LINK)
        link = f"{origin}/account/mail#{quote(secret)}"
        subject, body = say("mail.link.subject", language), say("mail.link.body", language, link=link)
        if person is not None:
            owner = await asyncio.to_thread(self._person, person)
            subject = say("mail.add.subject", language)
            body = say("mail.add.body", language, link=link, person=owner.name)
        if not await self._mailer.threads.run(self._mailer.send, address, subject, body, language):
            raise ProblemError(503, "mail-failed")

    async def link(self, secret: str) -> wire.MailLinkTold:
        """Return what a link is for; it works still."""
        ticket = await asyncio.to_thread(self._link, secret)
        owner = await asyncio.to_thread(self._owner, ticket)
        adds = owner is not None and owner.mail != ticket.content
        return wire.MailLinkTold(mail=ticket.content, name=owner and owner.name, adds=adds)

    def _link(self, secret: str) -> Ticket:
        ticket = storage.ticket(self._engine, hash_of(secret), "mail", self._now())
        if ticket is None:
            raise ProblemError(409, "mail-late")
        return ticket

    def _owner(self, ticket: Ticket) -> Person | None:
        """Return whose link it is: of who was signed in when it was asked for, or of the address."""
        if ticket.person is not None:
            return storage.person(self._engine, ticket.person)
        return storage.person_of_mail(self._engine, ticket.content)

    async def enter_by_link(self, secret: str, name: str | None) -> Entered:
        """Sign in by a link, once; a new account gets a name."""
        return await self.enter(await asyncio.to_thread(self._person_of_link, secret, name))

    def _person_of_link(self, secret: str, name: str | None) -> str:
        ticket = self._link(secret)
        owner = self._owner(ticket)
        if owner is None:  # before the link is used up: with another name it can be tried again
            checked = new_name(name)
            if storage.person_known(self._engine, known_form(checked)) is not None:
                raise ProblemError(409, "name-taken", taken=checked)
        if not storage.use_ticket(self._engine, hash_of(secret)):
            raise ProblemError(409, "mail-late")
        if owner is None:
            return add_person(self._engine, name, ticket.content, self._now())
        if owner.mail != ticket.content:
            self._write(owner.id, {"mail": ticket.content}, ProblemError(409, "mail-taken"))
        return owner.id

    async def enter(self, person: str) -> Entered:
        """Let a browser be a person's."""
        token, now = fresh_secret(), self._now()
        await asyncio.to_thread(storage.sign_in, self._engine, hash_of(token), person, now, now + LASTING)
        return Entered(person, token)

    async def sign_out(self, person: str, token: str | None) -> None:
        """Sign out a browser, None: all of a person; their sockets are closed."""
        hashed = await asyncio.to_thread(storage.sign_out, self._engine, person, token and hash_of(token))
        self._games.signed.signed_out(hashed)

    async def sign_out_everywhere(self, person: str) -> None:
        """Sign out all browsers of a person, which do not get into the own games any more either, nor do links."""
        await self.sign_out(person, None)  # first: no game is begun in between, whose token would be left
        games = await asyncio.to_thread(games_storage.revoke, self._engine, person, lambda: hash_of(fresh_secret()))
        for game_id in games:
            await self._games.seats.claimed(game_id)

    # -- one's own --------------------------------------------------------------------------------------------------

    async def account(self, person: str) -> wire.Account:
        """Return a person's account."""
        return await asyncio.to_thread(self._account, person)

    def _account(self, person_id: str) -> wire.Account:
        person = self._person(person_id)
        keys = storage.passkeys_of(self._engine, person_id)
        return wire.Account(
            name=person.name or "",
            mail=person.mail,
            created=person.created,
            passkeys=[wire.Passkey(id=one.id, created=one.created, used=one.used) for one in keys],
            ratings=[wire.Rating(**one) for one in players.ratings_of(self._engine, person_id, self._now())],
            blocked=[wire.Blocked(**one) for one in self._games.fair_play.blocked_by(person_id)],
            alerts=person.mail_language is not None,
            awaited=games_storage.awaited_of(self._engine, person_id),
        )

    def _person(self, person_id: str) -> Person:
        person = storage.person(self._engine, person_id)
        if person is None:
            raise ProblemError(403, "sign-in-first")
        return person

    async def change(self, person: str, wanted: wire.AccountChange, origin: str | None) -> wire.Account:
        """Change a person's account; returns it. Mails that are wanted lead to the page at `origin`."""
        if wanted.alerts:  # before anything is written
            if self._mailer is None:
                raise ProblemError(404, "mail-none")
            if (await asyncio.to_thread(self._person, person)).mail is None:
                raise ProblemError(409, "mail-first")
        if wanted.name is not None:
            name = new_name(wanted.name)
            values = {"name": name, "known": known_form(name)}
            await asyncio.to_thread(self._write, person, values, ProblemError(409, "name-taken", taken=name))
            await self._games.seats.renamed(person)
        if wanted.alerts is not None:
            language = wanted.language if wanted.alerts else None
            chosen = {"mail_language": language, "page": language and origin}
            await asyncio.to_thread(storage.change_person, self._engine, person, chosen)
            if self._games.alerts is not None:  # else nobody is told anything any more
                await self._games.seats.mail_alerts(person, language)
        return await self.account(person)

    def _write(self, person: str, values: Mapping[str, object], otherwise: ProblemError) -> None:
        try:
            storage.change_person(self._engine, person, values)
        except IntegrityError:
            raise otherwise from None

    async def delete(self, person: str, name: str) -> None:
        """Delete an account, whose name has to be given; the games end and stay, as those of nobody."""
        known = await asyncio.to_thread(self._person, person)
        if known_form(name) != known_form(known.name or ""):
            raise ProblemError(409, "name-other")
        await self.sign_out_everywhere(person)  # first: nothing is begun in the account any more
        await self._leave_games(person)
        if self._mailer is not None:
            await self._games.seats.mail_alerts(person, None)
        await asyncio.to_thread(storage.empty_person, self._engine, person)
        await self._games.challenges.part(person, None)  # now that nobody can be challenged by that name any more
        await self._games.seats.renamed(person)

    async def _leave_games(self, person: str) -> None:
        """End the games of a person: they are called off, or resigned where both have moved.

        What has just ended otherwise is left so, and no game that cannot be read keeps anybody here.
        """
        ways: tuple[rights.Action, ...] = ("abort", "resign")
        for game_id in await asyncio.to_thread(games_storage.unfinished_of, self._engine, person):
            try:
                room = await self._games.room(game_id)
            except Exception:
                log.exception("a game between people cannot be read, and is not ended with the account of a player")
                continue
            for what in ways:
                try:
                    await self._do(room, person, what)
                    break
                except ProblemError as error:
                    if error.status != 409:
                        raise

    async def _do(self, room: Room, person: str, what: rights.Action) -> None:
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        seat = rights.seat_of(room.game, rights.Who(person=person))
        command = Command(fresh_secret(), room.game.seq, what, None, None, None, self._now(), 0)
        self._games.do(room, seat, command, lambda _, error: resolve(kept, error))
        await kept

    async def claim(self, person: str, seats: Sequence[OwnSeat]) -> None:
        """Let the games be a person's in which they have played as a guest, with these tokens."""
        tokens = {one.id: one.token for one in seats}
        claimed = await asyncio.to_thread(self._claim, person, tokens)
        for other in await asyncio.to_thread(blocks.claim, self._engine, person, claimed):
            await self._games.challenges.part(person, other)
        owner = await asyncio.to_thread(self._person, person)
        if claimed and owner.mail_language is not None and self._mailer is not None:
            await self._games.seats.mail_alerts(person, owner.mail_language)
        for game_id, _ in claimed:
            await self._games.seats.claimed(game_id)

    def _claim(self, person: str, tokens: dict[str, str]) -> list[tuple[str, int]]:
        stored = games_storage.read_all(self._engine, list(tokens))
        seats = [(one.game["id"], rights.seat_among(one.seats, tokens[one.game["id"]])) for one in stored]
        wanted = [(game, seat) for game, seat in seats if seat is not None]
        claimed = games_storage.claim(self._engine, person, wanted)
        days = {game for game, _ in alerts.days_seats_of(self._engine, person)}
        alerts.tell_devices(self._engine, [game for game, _ in claimed if game in days], self._now())
        return claimed

    async def games(self, person: str, before: int | None) -> wire.OwnGames:
        """Return how a person's games stand, the latest first."""
        games, more = await self._games.own.of_person(person, before)
        return wire.OwnGames.model_validate({"games": games, "more": more})

    async def export(self, person: str) -> wire.AccountExport:
        """Return all that there is of a person."""
        return await asyncio.to_thread(self._export, person)

    def _export(self, person: str) -> wire.AccountExport:
        known = self._person(person)
        mails = known.mail_language and {"language": known.mail_language, "page": known.page}
        made = {
            "exported": self._now(),
            "account": self._account(person),
            "mails": mails,
            "devices": alerts.devices_of(self._engine, person),
            "reports": reports.made_by(self._engine, person),
            "challenges": self._games.challenges.received(person),
            "games": self._games.own.export(person),
        }
        return wire.AccountExport.model_validate(made)

    # -- others -----------------------------------------------------------------------------------------------------

    async def profile(self, name: str, asker: str | None) -> wire.Profile:
        """Return what everybody may know of somebody."""
        return await asyncio.to_thread(self._profile, name, asker)

    async def block(self, person: str, name: str) -> None:
        """Play no more with somebody. Raises ProblemError."""
        other = await asyncio.to_thread(self._named, name)
        if other.id == person:
            raise ProblemError(409, "block-self")
        await self._games.fair_play.block_person(person, other.id)
        await self._games.challenges.part(person, other.id)

    async def unblock(self, person: str, name: str) -> None:
        """Play with somebody again. Raises ProblemError."""
        other = await asyncio.to_thread(self._named, name)
        await self._games.fair_play.unblock_person(person, other.id)

    async def unblock_listed(self, person: str, listed: str) -> None:
        """Play again with somebody whom the account lists, who may be a guest."""
        await self._games.fair_play.unblock_listed(person, listed)

    async def named(self, name: str) -> str:
        """Return the id of the person of a name. Raises ProblemError."""
        return (await asyncio.to_thread(self._named, name)).id

    def _named(self, name: str) -> Person:
        nobody = ProblemError(404, "person-none", person=name[:40])
        try:
            known = known_form(checked_name(name))
        except ProblemError:  # nobody can be called so
            raise nobody from None
        person = storage.person_known(self._engine, known)
        if person is None:
            raise nobody
        return person

    def _profile(self, name: str, asker: str | None) -> wire.Profile:
        person = self._named(name)
        ids = [game_id for game_id, _ in games_storage.games_of(self._engine, person.id, SHOWN, shown=True)]
        known: dict[str, object] = {
            "name": person.name,
            "created": person.created,
            "ratings": players.ratings_of(self._engine, person.id, self._now()),
            "blocked": asker is not None and self._games.fair_play.has_blocked(asker, person.id),
        }
        return wire.Profile.model_validate({**known, "games": self._games.own.of_ids(person.id, ids)})
