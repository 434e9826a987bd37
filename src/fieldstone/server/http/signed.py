"""Who has signed in: a random token in a cookie, of which the server keeps the hash."""

from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from fieldstone.server.online.accounts import LASTING
from fieldstone.server.online.rights import hash_of
from fieldstone.server.problems import ProblemError
from fieldstone.server.services import Context, Services

COOKIE = "fieldstone-person"


def token_in(request: HTTPConnection) -> str | None:
    """Return the token of a request or a socket; None: nobody has signed in."""
    return request.cookies.get(COOKIE)


async def person_of(request: HTTPConnection, services: Services) -> str | None:
    """Return the id of who has signed in, None for a guest."""
    token = token_in(request)
    if services.accounts is None or not token:
        return None
    return await services.accounts.signed_in(token)


async def sign_in_of(request: HTTPConnection, services: Services) -> str:
    """Return the hash of the token with which somebody has signed in. Raises ProblemError for a guest."""
    token = token_in(request)
    if token is None or await person_of(request, services) is None:
        raise ProblemError(403, "sign-in-first")
    return hash_of(token)


def sign_in(response: Response, request: Request, token: str) -> None:
    """Give a browser its token. It goes back to this server alone, and no script reads it."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=LASTING // 1000,
        path="/api",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def sign_out_here(response: Response) -> None:
    """Take it back."""
    response.delete_cookie(COOKIE, path="/api")


async def _signed(request: Request, context: Context) -> str | None:
    return await person_of(request, context)


async def _signed_in(request: Request, context: Context) -> str:
    person = await person_of(request, context)
    if person is None:
        raise ProblemError(403, "sign-in-first")
    return person


Signed = Annotated[str | None, Depends(_signed)]
SignedIn = Annotated[str, Depends(_signed_in)]
