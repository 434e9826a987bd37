"""Challenges over HTTP: those that are open, for networks without a WebSocket, and how one says no."""

from fastapi import APIRouter

from fieldstone.server.http.online import Id, online_games
from fieldstone.server.http.signed import SignedIn
from fieldstone.server.online import schema as wire
from fieldstone.server.online.rights import Who
from fieldstone.server.services import Context

router = APIRouter(prefix="/api/online", tags=["online"])


@router.get("/challenges")
async def challenges(context: Context, person: SignedIn) -> wire.ChallengesMessage:
    """Return the challenges to oneself and by oneself that are open, as the WebSocket tells of them."""
    return wire.ChallengesMessage.model_validate(await online_games(context).challenges.whole(person))


@router.post("/games/{game_id}/decline", status_code=204)
async def decline(game_id: Id, context: Context, person: SignedIn) -> None:
    """Say no to a challenge."""
    await online_games(context).challenges.decline(game_id, Who(person=person))
