"""The application: what answers which address, and what begins and ends with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

import fieldstone
from fieldstone.server import exporting, facts, games, guides, live, positions, problems
from fieldstone.server.context import Services
from fieldstone.server.description import PROBLEMS, describe
from fieldstone.server.engine import EnginePool
from fieldstone.server.guards import Hosts, guarded
from fieldstone.server.hub import Hub
from fieldstone.server.kernels import Kernels
from fieldstone.server.page import page_router
from fieldstone.server.playing import Games
from fieldstone.server.settings import Settings
from fieldstone.server.storage.store import Store
from fieldstone.server.thinking import Computer


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; what it needs is opened when it starts and closed when it stops."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store, kernels, pool, hub = Store(settings.database), Kernels(), EnginePool(), Hub()
        if settings.warm:
            kernels.start()
        playing = Games(store, hub, Computer(pool, kernels), kernels)
        app.state.services = Services(settings, kernels, pool, hub, playing)
        try:
            yield
        finally:
            kernels.stop()
            await playing.close()
            await pool.close()
            store.close()

    app = FastAPI(
        title="Fieldstone",
        version=fieldstone.__version__,
        summary="Vacu, Iago, Vadus and Kaomi: positions, games, the computer.",
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # both would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        responses=PROBLEMS,
    )
    problems.install(app)
    describe(app)
    live.install(app)
    for router in (
        facts.router,
        positions.router,
        games.router,
        guides.router,
        exporting.router,
        page_router(settings.page),
    ):
        app.include_router(router)
    return app


def create_server(settings: Settings | None = None) -> ASGIApp:
    """Return the application with its guards before it: what is to be served."""
    settings = settings or Settings()
    return guarded(create_app(settings), Hosts(settings.host, settings.names))
