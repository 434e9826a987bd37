"""For whoever keeps a server running: whether it is well, and what it counts."""

import asyncio
import hmac
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Request
from starlette.responses import PlainTextResponse, Response

from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import Model
from fieldstone.server.services import Context

PATIENCE = 2.0  # seconds for which the database may be silent
KIND = "text/plain; version=0.0.4; charset=utf-8"

Authorization = Annotated[str, Header(max_length=300, description="“Bearer” and the organiser's token.")]

router = APIRouter(prefix="/api", tags=["watching"])


class Health(Model):
    """That the server is well."""

    status: Literal["ok"]


@router.get("/health")
async def health(context: Context) -> Health:
    """Say whether the server is well: its database answers, and what goes on by itself does go on."""
    try:
        async with asyncio.timeout(PATIENCE):
            await context.games.check()
    except TimeoutError:
        raise ProblemError(503, "unwell") from None
    if context.online is not None and not context.online.is_well():
        raise ProblemError(503, "unwell")
    return Health(status="ok")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, context: Context, authorization: Authorization = "") -> Response:
    """Return what is counted, to whom the organiser has given the token."""
    check_token(request, context.settings.metrics, authorization, "metrics-token")
    state = request.app.state
    sizes = {"fieldstone_sockets": state.sockets.count}
    if context.online is not None:
        sizes["fieldstone_online_sockets"] = state.online_sockets.count
        sizes |= {f"fieldstone_online_{name}": size for name, size in context.online.sizes().items()}
    return PlainTextResponse(state.metrics.text(sizes), media_type=KIND)


def check_token(request: Request, token: str | None, authorization: str, problem: str) -> None:
    """Raise ProblemError unless somebody has a token; without one there is no such address for anybody."""
    if token is None:
        raise ProblemError(404, "no-address", path=request.url.path)
    if not hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        raise ProblemError(403, problem)
