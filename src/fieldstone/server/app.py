"""The application: what answers which address, and what begins and ends with it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from sqlalchemy.exc import DBAPIError
from starlette.responses import Response
from starlette.types import ASGIApp

from fieldstone.server import problems
from fieldstone.server.allowances import Allowances
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.http import (
    account,
    challenges,
    engine,
    facts,
    fair_play,
    files,
    games,
    guides,
    online,
    positions,
    watching,
)
from fieldstone.server.http.guards import Hosts, guarded
from fieldstone.server.http.openapi import PROBLEMS, VERSION, describe
from fieldstone.server.http.page import page_router
from fieldstone.server.language import language_of
from fieldstone.server.live import online as live_online
from fieldstone.server.live import websocket
from fieldstone.server.live.sockets import SocketLimits
from fieldstone.server.long_work import FOR_ONE, LongLimits, LongWork
from fieldstone.server.metrics import Metrics
from fieldstone.server.online.accounts import Accounts
from fieldstone.server.online.bus import Bus, Hear, bus_of
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.online.mail import Mailer
from fieldstone.server.online.passkeys import Passkeys
from fieldstone.server.online.push import pusher_of
from fieldstone.server.services import Services
from fieldstone.server.sessions.games import Games
from fieldstone.server.sessions.hub import Hub
from fieldstone.server.settings import Settings
from fieldstone.server.storage.errors import problem_of
from fieldstone.server.storage.store import Store
from fieldstone.targets.fresh import stale_modules

HOUR = 3600.0

log = logging.getLogger(__name__)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; what it needs is opened when it starts and closed when it stops."""
    settings = settings or Settings()
    app = FastAPI(
        title="Fieldstone",
        version=VERSION,
        summary="Board games for two: positions, games, the computer.",
        lifespan=lambda app: _life(app, settings),
        openapi_url="/api/openapi.json",
        docs_url=None,  # both would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        responses=PROBLEMS,
    )
    app.state.metrics = Metrics()
    problems.install(app)
    _tell_of_databases(app)
    describe(app)
    _route(app, settings)
    return app


@asynccontextmanager
async def _life(app: FastAPI, settings: Settings) -> AsyncIterator[None]:
    """Open what the application needs, and close it in the end."""
    for stale in stale_modules():
        log.warning(stale.sentence("en"))
    store, kernels, hub = Store(settings.database), Kernels(), Hub()
    if settings.warm:
        kernels.start()
    playing = Games(store, hub, kernels)
    people, accounts, bus = None, None, bus_of(store.engine, store.process)
    pusher, mailer = None, None
    if settings.online:
        pusher = None if settings.contact is None else pusher_of(store.engine, settings.contact, settings.services)
        mailer = None if settings.mail is None else Mailer(settings.mail)
        told = {"pusher": pusher, "mailer": mailer, "bus": bus, "metrics": app.state.metrics}
        people = OnlineGames(store.engine, kernels, seeks=settings.seeks, **told)
        if settings.accounts:
            passkeys = Passkeys(store.engine, people.now, mails=mailer is not None)
            accounts = Accounts(store.engine, people, passkeys, mailer)
    invitations = Allowances(settings.invitations, settings.invitations / HOUR)
    long = LongWork(LongLimits() if settings.online else FOR_ONE)
    app.state.services = Services(settings, kernels, hub, playing, people, accounts, invitations, long)
    if people is not None:
        await people.start()
    listening = asyncio.create_task(_listen(bus, playing, people))
    try:
        yield
    finally:
        listening.cancel()
        kernels.stop()
        await playing.close()
        long.close()
        if people is not None:
            await people.close()
        for sender in (pusher, mailer):
            if sender is not None:
                await sender.close()
        await asyncio.get_running_loop().shutdown_default_executor()  # what still reads ends before what it reads from
        store.close()


async def _listen(bus: Bus, playing: Games, people: OnlineGames | None) -> None:
    """Hear of what other processes write."""
    hear: dict[str, Hear] = {"device": playing.hear}
    if people is not None:
        hear |= people.following.hearing() | people.challenges.hearing()

    async def missed() -> None:
        await playing.hear_missed()
        if people is not None:
            await people.following.missed()
            await people.challenges.missed()
            await people.seeking.read()

    await bus.listen(hear, missed)


def _tell_of_databases(app: FastAPI) -> None:
    """Let what a database refuses be told as what it is, wherever it is asked."""

    @app.exception_handler(DBAPIError)
    async def refused(request: Request, error: DBAPIError) -> Response:
        if request.scope["type"] != "http":
            raise error
        route = request.scope.get("route")  # without the ids in the address
        log.warning("%s %s: %s", request.method, getattr(route, "path", "?"), type(error.orig).__name__)
        return problems.answer(problem_of(error), language_of(request))


def _route(app: FastAPI, settings: Settings) -> None:
    """Say what answers which address; the page answers all others, so it comes last."""
    websocket.install(app, SocketLimits().for_each(settings.sockets))
    if settings.online:
        live_online.install(app, live_online.LIMITS.for_each(settings.sockets))
        app.include_router(online.router)
        app.include_router(challenges.router)
        app.include_router(fair_play.router)
        app.include_router(account.router)
        app.include_router(account.people)
    for router in (
        online.offering,
        facts.router,
        positions.router,
        games.router,
        guides.router,
        files.router,
        engine.router,
        watching.router,
        page_router(settings.page),
    ):
        app.include_router(router)


def create_server(settings: Settings | None = None, is_crowded: Callable[[], bool] = lambda: False) -> ASGIApp:
    """Return the application with its guards before it: what is to be served, to nobody more while it is crowded."""
    settings = settings or Settings()
    app = create_app(settings)
    hosts = Hosts(settings.host, settings.names)
    return guarded(app, hosts, is_crowded=is_crowded, answered=app.state.metrics.answered)
