"""People with accounts over HTTP: how they come in and out, what is theirs, what others may know of them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from fieldstone.server.http.guards import LOOPBACK_NAMES, Hosts, is_loopback
from fieldstone.server.http.online import spend
from fieldstone.server.http.signed import Signed, SignedIn, sign_in, sign_out_here, token_in
from fieldstone.server.online import accounts_schema as wire
from fieldstone.server.online.accounts import Accounts, Entered
from fieldstone.server.online.passkeys import Passkeys
from fieldstone.server.problems import ProblemError
from fieldstone.server.services import Context, Services

router = APIRouter(prefix="/api/account", tags=["accounts"])
people = APIRouter(prefix="/api/people", tags=["accounts"])

PORTS = {"http": 80, "https": 443}
MAILS = 6  # for each invitation that an address may send, so many links or passkeys may be asked for


def _accounts(context: Context) -> Accounts:
    if context.accounts is None:
        raise ProblemError(404, "accounts-none")
    return context.accounts


Open = Annotated[Accounts, Depends(_accounts)]


def _passkeys(accounts: Accounts) -> Passkeys:
    if accounts.passkeys is None:
        raise ProblemError(404, "passkeys-none")
    return accounts.passkeys


@router.get("")
async def account(who: Signed, accounts: Open) -> wire.Account | None:
    """Return one's own account; null for a guest."""
    return None if who is None else await accounts.account(who)


@router.patch("")
async def change(
    body: wire.AccountChange, request: Request, context: Context, who: SignedIn, accounts: Open
) -> wire.Account:
    """Change one's name, or whether turns are told by mail."""
    return await accounts.change(who, body, page_of(request, context) if body.alerts else None)


@router.delete("", status_code=204)
async def delete(body: wire.AccountDeletion, who: SignedIn, accounts: Open, response: Response) -> None:
    """Delete one's account. The games stay, for the others' sake, as those of somebody who has deleted it."""
    await accounts.delete(who, body.name)
    sign_out_here(response)


@router.get("/export")
async def export(who: SignedIn, accounts: Open, response: Response) -> wire.AccountExport:
    """Return all that there is of somebody, as one file."""
    response.headers["Content-Disposition"] = 'attachment; filename="fieldstone.json"'
    return await accounts.export(who)


@router.get("/games")
async def games(
    who: SignedIn, accounts: Open, before: Annotated[int | None, Query(ge=0, le=1 << 53)] = None
) -> wire.OwnGames:
    """Return how one's own games stand, the latest first."""
    return await accounts.games(who, before)


@router.post("/seats", status_code=204)
async def claim(body: wire.Seated, who: SignedIn, accounts: Open) -> None:
    """Keep as one's own the games that one has played as a guest in this browser."""
    await accounts.claim(who, body.games)


@router.post("/sign-out", status_code=204)
async def sign_out(body: wire.SignOut, request: Request, who: SignedIn, accounts: Open, response: Response) -> None:
    """Sign out, in this browser or in all."""
    if body.everywhere:
        await accounts.sign_out_everywhere(who)
    else:
        await accounts.sign_out(who, token_in(request))
    sign_out_here(response)


@router.post("/mail", status_code=204)
async def mail(body: wire.MailLinkWanted, request: Request, context: Context, who: Signed, accounts: Open) -> None:
    """Send a link by mail with which one signs in; whoever is signed in adds the address to the account by it."""
    spend(request, context, 1 / MAILS)
    await accounts.send_link(body.mail, body.language, page_of(request, context), who)


@router.post("/mail/link")
async def mail_link(body: wire.MailLink, accounts: Open) -> wire.MailLinkTold:
    """Return what a link is for, before it is used."""
    return await accounts.link(body.secret)


@router.post("/mail/sign-in")
async def mail_sign_in(body: wire.MailSignIn, request: Request, accounts: Open, response: Response) -> wire.Account:
    """Sign in by a link, once; a new account gets its name now."""
    return await _enter(await accounts.enter_by_link(body.secret, body.name), body, accounts, request, response)


@router.post("/passkey/options")
async def passkey_options(
    body: wire.PasskeyWanted, request: Request, context: Context, who: Signed, accounts: Open
) -> wire.PasskeyOptions:
    """Begin to make a passkey, for a new account or for one's own."""
    spend(request, context, 1 / MAILS)
    return wire.PasskeyOptions.model_validate(await _passkeys(accounts).begin(who, body.name, origin_of(request)))


@router.post("/passkey")
async def passkey(body: wire.PasskeyAnswer, request: Request, accounts: Open, response: Response) -> wire.Account:
    """Keep a passkey that was made; whoever has made it is signed in."""
    person = await _passkeys(accounts).finish(body.ticket, body.credential, origin_of(request))
    return await _enter(await accounts.enter(person), body, accounts, request, response)


@router.post("/passkey/sign-in/options")
async def passkey_sign_in_options(request: Request, context: Context, accounts: Open) -> wire.PasskeyOptions:
    """Begin to sign in by a passkey."""
    spend(request, context, 1 / MAILS)
    return wire.PasskeyOptions.model_validate(await _passkeys(accounts).begin_sign_in(origin_of(request)))


@router.post("/passkey/sign-in")
async def passkey_sign_in(
    body: wire.PasskeyAnswer, request: Request, accounts: Open, response: Response
) -> wire.Account:
    """Sign in by a passkey."""
    person = await _passkeys(accounts).sign_in(body.ticket, body.credential, origin_of(request))
    return await _enter(await accounts.enter(person), body, accounts, request, response)


@router.delete("/passkeys/{passkey_id}", status_code=204)
async def remove_passkey(passkey_id: str, who: SignedIn, accounts: Open) -> None:
    """Forget a passkey; not the last one of an account without a mail address."""
    await _passkeys(accounts).remove(who, passkey_id)


@router.delete("/blocked/{blocked_id}", status_code=204)
async def unblock_listed(blocked_id: str, who: SignedIn, accounts: Open) -> None:
    """Play again with somebody whom the account lists, who may be a guest."""
    await accounts.unblock_listed(who, blocked_id)


@people.get("/{name}")
async def profile(name: str, who: Signed, accounts: Open) -> wire.Profile:
    """Return what everybody may know of somebody."""
    return await accounts.profile(name, who)


@people.put("/{name}/block", status_code=204)
async def block(name: str, who: SignedIn, accounts: Open) -> None:
    """Play no more with somebody."""
    await accounts.block(who, name)


@people.delete("/{name}/block", status_code=204)
async def unblock(name: str, who: SignedIn, accounts: Open) -> None:
    """Play with somebody again."""
    await accounts.unblock(who, name)


def origin_of(request: Request) -> str:
    """Return by which scheme, host and port the page was asked for, such as "https://games.example.org"."""
    return str(request.base_url).rstrip("/")


def page_of(request: Request, context: Services) -> str:
    """Return the address of the page for mails. Raises ProblemError where it may be somebody else's.

    Whoever asks says the host and the port. Any address in numbers is answered to, and a link that led to one of theirs
    would bring them the secret of whoever opens it; so it has to be the address that was connected to, or a name of
    this server: at a port that was given with it, else there or, as before a proxy, at the port that its scheme has.
    """
    host, (own, port) = request.url.hostname or "", request.scope.get("server") or ("", None)
    usual = PORTS.get(request.url.scheme)
    asked = request.url.port or usual
    is_own = host == own or (host in LOOPBACK_NAMES and is_loopback(own))
    hosts = Hosts(named=context.settings.names)
    is_named = hosts.is_named(host) and asked in (hosts.ports_of(host) or (port, usual))
    if not ((is_own and asked == port) or is_named):
        raise ProblemError(409, "mail-host", host=request.url.netloc[:60])
    return origin_of(request)


async def _enter(
    entered: Entered, body: wire.Seated, accounts: Accounts, request: Request, response: Response
) -> wire.Account:
    """Sign somebody in, who keeps the games played here as a guest."""
    sign_in(response, request, entered.token)
    await accounts.claim(entered.person, body.games)
    return await accounts.account(entered.person)
