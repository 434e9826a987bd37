"""Passkeys (WebAuthn): an account without a password and without an address. What is signed the library looks into."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from fieldstone.server.online.persons import add_person, known_form, new_name
from fieldstone.server.online.rights import fresh_secret, hash_of
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import people as storage
from fieldstone.server.storage.people import Passkey, Ticket

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions

LASTING = 300_000  # milliseconds in which what was begun has to be finished
MOST = 10  # of one person
SITE = "Fieldstone"
_ID = re.compile(r"[A-Za-z0-9_-]{1,1400}=*")  # base64url


class Passkeys:
    """The passkeys of one server. Each method raises ProblemError."""

    def __init__(self, engine: Engine, now: Callable[[], int], mails: bool) -> None:
        """`mails`: one can sign in here by mail too. Raises ImportError where webauthn is not installed."""
        import webauthn

        self._webauthn = webauthn
        # The last ones are what it makes of things that are no such answers at all.
        self._wrong = (webauthn.helpers.exceptions.WebAuthnException, ValueError, TypeError, KeyError)
        self._engine = engine
        self._now = now
        self._mails = mails

    async def begin(self, person_id: str | None, name: str | None, origin: str) -> dict[str, Any]:
        """Return what a browser is to be asked for that makes a passkey: for a person, or for a new one of a name."""
        return await asyncio.to_thread(self._begin, person_id, name, origin)

    async def finish(self, ticket: str, credential: dict[str, Any], origin: str) -> str:
        """Keep a passkey that was made; returns whose it is, who may be new."""
        return await asyncio.to_thread(self._finish, ticket, credential, origin)

    async def begin_sign_in(self, origin: str) -> dict[str, Any]:
        """Return what a browser is to be asked for whose user has a passkey."""
        return await asyncio.to_thread(self._begin_sign_in, origin)

    async def sign_in(self, ticket: str, credential: dict[str, Any], origin: str) -> str:
        """Return who has signed with a passkey."""
        return await asyncio.to_thread(self._sign_in, ticket, credential, origin)

    async def remove(self, person_id: str, passkey_id: str) -> None:
        """Forget a passkey; not the last one of somebody whom no link can be sent, who could not come in again."""
        await asyncio.to_thread(self._remove, person_id, passkey_id)

    # -- in a thread ------------------------------------------------------------------------------------------------

    def _begin(self, person_id: str | None, name: str | None, origin: str) -> dict[str, Any]:
        if person_id is None:
            name = new_name(name)
            if storage.person_known(self._engine, known_form(name)) is not None:
                raise ProblemError(409, "name-taken", taken=name)
            known: list[Passkey] = []
        else:
            owner = storage.person(self._engine, person_id)
            known = storage.passkeys_of(self._engine, person_id)
            if owner is None:
                raise ProblemError(403, "sign-in-first")
            if len(known) >= MOST:
                raise ProblemError(409, "passkeys-many", limit=MOST)
            name = owner.name or ""
        structs = self._webauthn.helpers.structs
        options = self._webauthn.generate_registration_options(
            rp_id=_site(origin),
            rp_name=SITE,
            user_name=name,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=self._webauthn.base64url_to_bytes(one.id)) for one in known
            ],
        )
        return self._ticket("register", options, person_id, None if person_id else name)

    def _finish(self, secret: str, credential: dict[str, Any], origin: str) -> str:
        ticket = self._used(secret, "register")
        try:
            made = self._webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=self._webauthn.base64url_to_bytes(ticket.content),
                expected_rp_id=_site(origin),
                expected_origin=origin,
            )
        except self._wrong as error:
            raise ProblemError(422, "passkey-wrong") from error
        text = self._webauthn.helpers.bytes_to_base64url
        now = self._now()
        if storage.passkey(self._engine, text(made.credential_id)) is not None:
            raise ProblemError(409, "passkey-known")  # before there is an account that nobody could enter
        person_id = ticket.person or add_person(self._engine, ticket.name, None, now)
        uses = made.sign_count
        passkey = Passkey(text(made.credential_id), person_id, text(made.credential_public_key), uses, now, now)
        try:
            storage.add_passkey(self._engine, passkey)
        except IntegrityError:
            raise ProblemError(409, "passkey-known") from None
        return person_id

    def _begin_sign_in(self, origin: str) -> dict[str, Any]:
        return self._ticket("sign-in", self._webauthn.generate_authentication_options(rp_id=_site(origin)), None, None)

    def _sign_in(self, secret: str, credential: dict[str, Any], origin: str) -> str:
        ticket = self._used(secret, "sign-in")
        passkey_id = str(credential.get("id", ""))
        known = storage.passkey(self._engine, passkey_id) if _ID.fullmatch(passkey_id) else None
        if known is None:
            raise ProblemError(403, "passkey-unknown")
        try:
            done = self._webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=self._webauthn.base64url_to_bytes(ticket.content),
                expected_rp_id=_site(origin),
                expected_origin=origin,
                credential_public_key=self._webauthn.base64url_to_bytes(known.key),
                credential_current_sign_count=known.uses,
            )
        except self._wrong as error:
            raise ProblemError(403, "passkey-wrong") from error
        storage.passkey_used(self._engine, known.id, done.new_sign_count, self._now())
        return known.person

    def _remove(self, person_id: str, passkey_id: str) -> None:
        if not _ID.fullmatch(passkey_id):
            raise ProblemError(404, "passkey-none")
        owner = storage.person(self._engine, person_id)
        by_mail = self._mails and owner is not None and owner.mail is not None
        if storage.remove_passkey(self._engine, person_id, passkey_id, last=by_mail):
            return
        if any(one.id == passkey_id for one in storage.passkeys_of(self._engine, person_id)):
            raise ProblemError(409, "passkey-last" if self._mails else "passkey-only")
        raise ProblemError(404, "passkey-none")

    def _ticket(
        self,
        purpose: str,
        options: "PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions",
        person_id: str | None,
        name: str | None,
    ) -> dict[str, Any]:
        """Keep what was begun, and return it with the options as the browser takes them."""
        secret, now = fresh_secret(), self._now()
        challenge = self._webauthn.helpers.bytes_to_base64url(options.challenge)
        ticket = Ticket(purpose, challenge, person_id, name)
        storage.add_ticket(self._engine, hash_of(secret), ticket, now, now + LASTING)
        return {"ticket": secret, "options": json.loads(self._webauthn.options_to_json(options))}

    def _used(self, secret: str, purpose: str) -> Ticket:
        """Return what was begun; nobody finishes it again."""
        hashed = hash_of(secret)
        ticket = storage.ticket(self._engine, hashed, purpose, self._now())
        if ticket is None or not storage.use_ticket(self._engine, hashed):
            raise ProblemError(409, "passkey-late")
        return ticket


def _site(origin: str) -> str:
    """Return the host of an origin, for which passkeys are."""
    host = origin.partition("://")[2]
    return host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
