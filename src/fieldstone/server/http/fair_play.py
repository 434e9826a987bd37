"""Fair play over HTTP: players block and report each other, the organiser reads reports and annuls games."""

from fastapi import APIRouter, Depends, Request

from fieldstone.server.http.online import Asker, Id, online_games, spend
from fieldstone.server.http.watching import Authorization, check_token
from fieldstone.server.online import accounts_schema as wire
from fieldstone.server.online import rights
from fieldstone.server.services import Context

REPORTS = 6  # for each invitation that an address may send, so many reports may be made, and so often blocked

router = APIRouter(prefix="/api/online", tags=["fair play"])


@router.get("/games/{game_id}/block")
async def is_blocked(game_id: Id, context: Context, who: Asker) -> wire.Blocking:
    """Return whether one plays no more with the other player of a game."""
    games = online_games(context)
    room = await games.room(game_id)
    seat = rights.seat_of(room.game, who)
    return wire.Blocking(blocked=await games.fair_play.has_blocked_at(room.game, seat, who.person))


@router.post("/games/{game_id}/block", status_code=204)
async def block(game_id: Id, request: Request, context: Context, who: Asker) -> None:
    """Play no more with the other player of a game; both may be guests."""
    spend(request, context, 1 / REPORTS)
    games = online_games(context)
    room = await games.room(game_id)
    seat = rights.seat_of(room.game, who)
    await games.challenges.part(*await games.fair_play.block(room.game, seat, who.person))
    await games.fair_play.look(room.game)  # they say and offer nothing more to each other


@router.delete("/games/{game_id}/block", status_code=204)
async def unblock(game_id: Id, context: Context, who: Asker) -> None:
    """Play with the other player of a game again."""
    games = online_games(context)
    room = await games.room(game_id)
    await games.fair_play.unblock(room.game, rights.seat_of(room.game, who), who.person)
    await games.fair_play.look(room.game)


@router.post("/games/{game_id}/report", status_code=204)
async def report(game_id: Id, body: wire.Report, request: Request, context: Context, who: Asker) -> None:
    """Tell the organiser of the other player of a game, in the place of any earlier report."""
    spend(request, context, 1 / REPORTS)
    games = online_games(context)
    room = await games.room(game_id)
    await games.fair_play.report(room.game, rights.seat_of(room.game, who), body.reason, body.text)


async def _organiser(request: Request, context: Context, authorization: Authorization = "") -> None:
    check_token(request, context.settings.organiser, authorization, "organiser-token")


ORGANISER = [Depends(_organiser)]


@router.get("/reports", dependencies=ORGANISER)
async def reports(context: Context) -> wire.Reports:
    """Return the reports that wait for the organiser, the oldest first."""
    return wire.Reports.model_validate({"reports": await online_games(context).fair_play.reports()})


@router.post("/games/{game_id}/annul", status_code=204, dependencies=ORGANISER)
async def annul(game_id: Id, context: Context) -> None:
    """Let a game not count: it is called off if it goes on, and what it has changed of ratings is taken back."""
    await online_games(context).annul(game_id)


@router.post("/games/{game_id}/settle", status_code=204, dependencies=ORGANISER)
async def settle(game_id: Id, context: Context) -> None:
    """Note that the reports of a game were dealt with."""
    await online_games(context).fair_play.settle(game_id)
