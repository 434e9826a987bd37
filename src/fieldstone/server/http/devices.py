"""Whose a game of one device is.

A server for one person alone knows no owners. One that others reach gives each browser a secret in a cookie, and a game
is for the browser alone that has begun it. What was begun before belongs to whoever sits at the server's own machine.
"""

import ipaddress
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from fieldstone.server.online.rights import hash_of
from fieldstone.server.problems import ProblemError
from fieldstone.server.services import Context, Services

COOKIE = "fieldstone-device"
LASTING = 400 * 24 * 3600  # seconds; browsers keep none for longer


@dataclass(frozen=True)
class Device:
    """The browser of a request.

    Attributes
    ----------
    devices : whose games it may see and change; None: all
    own : the owner of what it begins
    """

    devices: Sequence[str | None] | None
    own: str | None


def device_of(request: HTTPConnection, services: Services) -> Device:
    """Return the browser of a request or a socket; one without the cookie has no games yet."""
    if not services.settings.online:
        return Device(None, None)
    secret = request.cookies.get(COOKIE)
    own = hash_of(secret) if secret else None
    devices: list[str | None] = [] if own is None else [own]
    if _is_at_the_machine(request, services):
        devices.append(None)
    return Device(devices, own)


async def check_device(request: HTTPConnection, services: Services, game_id: str) -> None:
    """Raise ProblemError, as if there were no such game, unless a game is for the browser of a request."""
    devices = device_of(request, services).devices
    if devices is not None and await services.games.device(game_id) not in devices:
        raise ProblemError(404, "no-game", id=game_id[:40])


def _device(request: Request, context: Context) -> Device:
    return device_of(request, context)


def begin_device(request: Request, response: Response, services: Services) -> Device:
    """Return the browser of a request that begins a game; it gets the cookie now if it has none."""
    device = device_of(request, services)
    if device.devices is None or device.own is not None:
        return device
    secret = secrets.token_urlsafe(24)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=LASTING,
        path="/api",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return Device([hash_of(secret)], hash_of(secret))


def _beginner(request: Request, response: Response, context: Context) -> Device:
    return begin_device(request, response, context)


async def _own_game(game_id: Annotated[str, Path(max_length=40)], request: Request, context: Context) -> str:
    await check_device(request, context, game_id)
    return game_id


def _is_at_the_machine(request: HTTPConnection, services: Services) -> bool:
    """Say whether a request comes from the server's own machine. Behind a proxy, which needs a name, all seem to."""
    if request.client is None or services.settings.names:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


CurrentDevice = Annotated[Device, Depends(_device)]
Beginner = Annotated[Device, Depends(_beginner)]
OwnGame = Annotated[str, Depends(_own_game)]
