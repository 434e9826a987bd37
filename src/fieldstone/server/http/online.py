"""Games between people over HTTP: inviting and joining, and what else the WebSocket does, for networks without one."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from starlette.responses import JSONResponse, Response

from fieldstone.server.allowances import source_of
from fieldstone.server.http.devices import begin_device
from fieldstone.server.http.games import start_of
from fieldstone.server.http.signed import person_of, sign_in_of
from fieldstone.server.online import clocks, rights
from fieldstone.server.online import schema as wire
from fieldstone.server.online.fair_play import depends_on_blocks
from fieldstone.server.online.game import Event
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.online.lobby import Maker
from fieldstone.server.online.push import device_of as device_in
from fieldstone.server.online.rights import Who
from fieldstone.server.online.room import Command, Room, Wanted
from fieldstone.server.online.schema import OnlineClockRules
from fieldstone.server.problems import ProblemError
from fieldstone.server.reviews import Review
from fieldstone.server.services import Context, Services
from fieldstone.server.storage.alerts import Subscription

offering = APIRouter(prefix="/api/offering", tags=["online"])

Spoken = Annotated[int | None, Header(alias="X-Online-Protocol", description="The protocol that a page speaks.")]


async def _understood(spoken: Spoken = None) -> None:
    """Refuse a page that is older or newer than the server, as the WebSocket does at `hello`."""
    if spoken is not None and spoken != wire.PROTOCOL:
        raise ProblemError(409, "online-other-protocol")


router = APIRouter(prefix="/api/online", tags=["online"], dependencies=[Depends(_understood)])

Id = Annotated[str, Path(max_length=16, pattern=wire.ID)]
Token = Annotated[str | None, Header(alias="X-Seat-Token", max_length=64, description="Of the seat that one plays.")]


async def _asker(request: Request, context: Context, token: Token = None) -> Who:
    return Who(token, await person_of(request, context))


Asker = Annotated[Who, Depends(_asker)]
JOINS = 4  # for each invitation, so many may be tried from one address
ALERTS = 20  # and so often it may be said who is to be told of turns


@offering.get("")
async def offered(context: Context) -> wire.Offering:
    """Return what this server offers: games between people only where others can reach it."""
    alerts = None if context.online is None or context.online.alerts is None else context.online.alerts.key
    accounts = context.accounts
    passkeys, mail = accounts is not None and accounts.passkeys is not None, accounts is not None and accounts.has_mail
    return wire.Offering(online=context.settings.online, alerts=alerts, passkeys=passkeys, mail=mail)


@router.post("/games", status_code=201, response_model=wire.OnlineGame)
async def invite(wanted: wire.Invitation, request: Request, context: Context) -> Response:
    """Begin a game to which somebody is invited, or anybody."""
    spend(request, context, 1.0)
    if wanted.invitation is None and wanted.challenged is None and wanted.line is not None:
        raise ProblemError(422, "online-seek-line")  # nobody would see to what they come
    start = await context.work(wanted.game, lambda: start_of(wanted.game, wanted.options, wanted.line))
    if start.outcome is not None:
        raise ProblemError(422, "over")
    games, cookies = online_games(context), Response()
    device = begin_device(request, cookies, context).own
    who = Who(wanted.token, await person_of(request, context), device)
    challenged = None if wanted.challenged is None else await _challenged(wanted, who, context)
    sought = wanted.invitation is None and challenged is None
    maker = Maker(device, source_of(request.client)) if sought else None
    rest = (wanted.seat, who, wanted.invitation, wanted.public, wanted.rated, maker, challenged)
    room = await games.create(Wanted(start, rules_of(wanted.clock), *rest))
    games.ask(room, who)
    return _with_cookies(_shown(games, room, who, 0, 201), cookies)


@router.post("/games/{game_id}/join", response_model=wire.OnlineGame)
async def join(game_id: Id, body: wire.Joining, request: Request, context: Context) -> Response:
    """Take the free seat of a game."""
    spend(request, context, 1 / JOINS)
    games = online_games(context)
    cookies = Response()
    who = Who(body.token, await person_of(request, context), begin_device(request, cookies, context).own)
    room = await games.join(game_id, body.invitation, who)
    games.ask(room, who)
    return _with_cookies(_shown(games, room, who, 0), cookies)


@router.get("/lobby")
async def lobby(context: Context) -> wire.LobbyMessage:
    """Return the games that anybody may join or watch, as the WebSocket tells of them."""
    return wire.LobbyMessage(**online_games(context).lobby.whole())


@router.post("/standings", response_model=wire.OnlineStandings)
async def standings(body: wire.OwnSeats, context: Context) -> Response:
    """Return how one's own games stand."""
    games = await online_games(context).own.by_tokens({one.id: one.token for one in body.games})
    return JSONResponse({"games": games})


@router.put("/alerts", status_code=204)
async def keep_alerts(body: wire.AlertsWanted, request: Request, context: Context) -> None:
    """Tell a browser by web push when a turn has come in its games over days, in the place of any others."""
    spend(request, context, 1 / ALERTS)
    sign_in = await sign_in_of(request, context) if body.account else None
    to = Subscription(device_in(body.endpoint), body.endpoint, body.key, body.secret, body.language)
    await online_games(context).seats.keep_alerts(to, {one.id: one.token for one in body.games}, sign_in)


@router.get("/games/{game_id}/events", response_model=wire.OnlineGame)
async def events(game_id: Id, context: Context, who: Asker, after: Annotated[int, Query(ge=0)] = 0) -> Response:
    """Return a game with the events that are not known yet; a player who asks again and again is there."""
    games = online_games(context)
    room = await games.room(game_id, after, who)
    games.ask(room, who)
    return _shown(games, room, who, after)


@router.get("/games/{game_id}/review")
async def review(game_id: Id, context: Context, who: Asker) -> Review | None:
    """Return the review that a player has made of a game; null if there is none, and for who watches."""
    games = online_games(context)
    game = (await games.room(game_id)).game
    return await games.own.review(game, rights.seat_of(game, who))


@router.put("/games/{game_id}/review", status_code=204)
async def keep_review(game_id: Id, body: Review, context: Context, who: Asker) -> None:
    """Keep a player's review of a game that is over, in the place of any other."""
    games = online_games(context)
    game = (await games.room(game_id)).game
    await games.own.keep_review(game, rights.seat_of(game, who), body)


@router.post("/games/{game_id}/do")
async def do(game_id: Id, body: wire.Command, context: Context, who: Asker) -> wire.DoneAnswer:
    """Do something in a game, as `do` does over the WebSocket."""
    games = online_games(context)
    arrival = games.now()
    room = await games.room(game_id, who=who)
    kept: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def done(event: Event | None, error: Exception | None) -> None:
        if not kept.done():
            if event is None or error is not None:
                kept.set_exception(error or ProblemError(500, "unexpected"))
            else:
                kept.set_result(event["seq"])

    command = Command(body.nonce, body.seq, body.what, body.move, body.about, body.used, arrival, 0)
    seat = games.ask(room, who)
    if seat is not None and depends_on_blocks(body.what, body.about):
        await games.fair_play.look(room.game)
    games.do(room, seat, command, done)
    return wire.DoneAnswer(seq=await kept)


def rules_of(asked: OnlineClockRules) -> clocks.Rules:
    """Return the rules of the clocks that somebody has asked for."""
    second = clocks.SECOND
    match asked:
        case wire.FischerClock():
            cap = max(asked.cap or 0, asked.main) if asked.cap else 0
            return clocks.Rules("fischer", asked.main * second, asked.increment * second, cap * second)
        case wire.ByoyomiClock():
            return clocks.Rules("byoyomi", asked.main * second, periods=asked.periods, period=asked.period * second)
        case wire.DelayClock():
            return clocks.Rules("delay", asked.main * second, delay=asked.delay * second)
        case wire.DaysClock():
            return clocks.Rules("days", asked.days * clocks.DAY)
    raise AssertionError(asked)


def _with_cookies(answer: Response, cookies: Response) -> Response:
    answer.raw_headers += [header for header in cookies.raw_headers if header[0] == b"set-cookie"]
    return answer


def online_games(context: Services) -> OnlineGames:
    """Return the games between people."""
    assert context.online is not None  # else these addresses are not there
    return context.online


def spend(request: Request, context: Services, amount: float) -> None:
    """Count what somebody begins. Raises ProblemError, 429."""
    if not context.invitations.take(source_of(request.client), amount):
        raise ProblemError(429, "online-often")


async def _challenged(wanted: wire.Invitation, who: Who, context: Services) -> str:
    """Return the id of who is challenged. Raises ProblemError."""
    if context.accounts is None:
        raise ProblemError(404, "accounts-none")
    if who.person is None:
        raise ProblemError(403, "challenge-guest")
    if wanted.invitation is not None:
        raise ProblemError(422, "challenge-link")
    return await context.accounts.named(wanted.challenged or "")


def _shown(games: OnlineGames, room: Room, who: Who, after: int, status: int = 200) -> Response:
    return JSONResponse(games.shown(room, who, after), status)
