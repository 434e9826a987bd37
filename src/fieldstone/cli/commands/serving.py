"""The page's server, started from a terminal: where it listens, what it says, and how it ends."""

import contextlib
import errno
import gc
import http.client
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import uvicorn
from filelock import FileLock, Timeout
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from fieldstone.cli.commands.protocols import give_up_unheard, protocols
from fieldstone.cli.terminal.errors import FailureError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.server.app import create_server
from fieldstone.server.http.guards import SERVER, is_loopback, split_name
from fieldstone.server.live import online as live_online
from fieldstone.server.online.mail import is_address
from fieldstone.server.online.push import is_contact
from fieldstone.server.settings import (
    PAGE,
    MailServer,
    Settings,
    default_database,
    mail_credentials,
    metrics_token,
    organiser_token,
    sqlite_address,
)
from fieldstone.server.storage.store import StorageError, Store

PORTS_TRIED = 20  # from the one that was asked for
SHORTEST_TOKEN = 16  # letters of the secrets by which the organiser and the organiser's programs come in
LONGEST_MESSAGE = 1 << 20  # bytes over a WebSocket; one that is longer closes it
MOST_CONNECTIONS = 1000
MOST_CONNECTIONS_ONLINE = 11_000  # the sockets of games between people, and what comes beside them
CONNECTIONS_EACH = 8  # for each WebSocket that one address may have: browsers have six more for a page
SPARE_FILES = 100  # that are not connections: the database, the page, the libraries
SILENT_SECONDS = 1.0  # after which it is said what the start waits for
GRACE_SECONDS = 1  # for requests that are being answered when the end comes
LAST_SECONDS = 1.4  # after which everything ends, whatever still goes on: what is kept is kept already
ENDING_SECONDS = 3.0  # for which a server is waited for that is ending
COLLECTED = (20_000, 3, 2)  # Python's thresholds for looking for garbage


@dataclass(frozen=True)
class ServeRequest:
    """What the command line says of a server to start; None where it says nothing."""

    host: str = "127.0.0.1"
    port: int = 8000
    open_browser: bool = True
    database: str | None = None
    names: tuple[str, ...] = ()
    invitations: int = Settings.invitations
    seeks: int = Settings.seeks
    sockets: int | None = Settings.sockets
    contact: str | None = None
    accounts: bool = False
    mail_server: str | None = None
    mail_from: str | None = None


def serve(request: ServeRequest, screen: Screen) -> None:
    """Serve the page until Ctrl-C, which ends the process. Raises FailureError when that is not possible."""
    for name, token in (("METRICS", metrics_token()), ("ORGANISER", organiser_token())):
        if token is not None and len(token) < SHORTEST_TOKEN:
            raise FailureError(screen.say("serve.token", name=f"FIELDSTONE_{name}_TOKEN", count=SHORTEST_TOKEN))
    check_names(request.names, screen)
    if request.contact is not None:
        check_contact(request.contact, screen)
    mail = mail_of(request, screen)
    if request.accounts and find_spec("webauthn") is None:
        raise FailureError(screen.say("serve.accounts-missing"))
    listener = listen(request, screen)
    if listener is None:
        running = address(request.host, request.port)
        screen.tell("serve.running", address=running)
        if request.open_browser:
            open_browser(running)
        return
    database = database_of(request.database)
    with listener, alone(database, screen):
        port = listener.getsockname()[1]
        open_to_all = not is_loopback(listener.getsockname()[0])
        settings = Settings(
            database,
            host=request.host,
            port=port,
            names=request.names,
            online=open_to_all or bool(request.names),
            invitations=request.invitations,
            seeks=request.seeks,
            sockets=request.sockets,
            contact=request.contact,
            accounts=request.accounts,
            mail=mail,
        )
        if open_to_all:
            screen.warn("serve.open-to-all", host=request.host)
        check_database(settings.database, screen)
        page_is_there = (PAGE / "index.html").is_file()
        if not page_is_there:
            screen.tell("serve.no-page")

        def on_ready() -> None:
            screen.tell("serve.ready", address=address(request.host, port))
            if request.open_browser and page_is_there:
                open_browser(address(request.host, port))

        run(settings, listener, on_ready)
    leave()


def check_names(names: Sequence[str], screen: Screen) -> None:
    """Raise FailureError if one is no name by which the server can be asked for."""
    for name in names:
        try:
            split_name(name)
        except ValueError:
            raise FailureError(screen.say("serve.allow-host", given=name[:60])) from None


def check_contact(contact: str, screen: Screen) -> None:
    """Raise FailureError unless alerts can be sent under this address."""
    if not is_contact(contact):
        raise FailureError(screen.say("serve.push-contact", given=contact[:60]))
    if find_spec("pywebpush") is None:
        raise FailureError(screen.say("serve.push-missing"))


def mail_of(request: ServeRequest, screen: Screen) -> MailServer | None:
    """Return the mail server that was given, None if none was. Raises FailureError where it is none."""
    if request.mail_server is None and request.mail_from is None:
        return None
    if request.mail_server is None or request.mail_from is None or not request.accounts:
        raise FailureError(screen.say("serve.mail-together"))
    host, _, port = request.mail_server.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 1 << 16:
        raise FailureError(screen.say("serve.mail-server", given=request.mail_server[:60]))
    if not is_address(request.mail_from):
        raise FailureError(screen.say("serve.mail-from", given=request.mail_from[:60]))
    return MailServer(host, int(port), request.mail_from, *mail_credentials())


def run(settings: Settings, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve over a socket that listens, until Ctrl-C or another signal to end."""
    server: Server | None = None
    most = min(MOST_CONNECTIONS_ONLINE if settings.online else MOST_CONNECTIONS, most_files() - SPARE_FILES)

    def is_crowded() -> bool:
        return server is not None and len(server.server_state.connections) > most

    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "")
    each = CONNECTIONS_EACH * (settings.sockets or live_online.LIMITS.sockets_each) if settings.online else sys.maxsize
    http, sockets = protocols(each, proxies)
    config = uvicorn.Config(
        create_server(settings, is_crowded),
        http=http,
        ws=sockets,
        log_config=None,
        log_level="critical",  # of uvicorn, which else tells of every odd request; ours says what goes wrong here
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        # X-Forwarded-For can say anything: only proxies named in this variable, which uvicorn reads, are believed.
        proxy_headers=bool(proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Server(config, on_ready)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # the usual way to end; all is closed by then
        return


def most_files() -> int:
    """Return how many files and connections this process may have open, when it has asked for as many as it needs."""
    try:
        import resource
    except ImportError:  # on Windows sockets are no files
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS_ONLINE + SPARE_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


def leave() -> NoReturn:
    """End the process at once, when everything is closed.

    An interpreter that ends first takes apart all that it has loaded, which nobody needs any more: with the machine
    code of the games that is half a second of work, and several seconds on a busy machine.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # nobody reads it any more
            stream.flush()
    os._exit(0)


def leave_alone_what_stays() -> None:
    """Let the search for garbage pass over what has been loaded, and let it be rarer.

    It stops everything; with many games and sockets a whole search takes a few tenths of a second. But connections that
    have been closed are garbage, as is what a query was made of, some 20 kB a game: where 60 games are begun a minute,
    a whole search every ten minutes or so keeps memory in its bounds. Where much is in memory Python makes it rarer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


class Server(uvicorn.Server):
    """A server that tells when it is ready, and that ends in time."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            leave_alone_what_stays()
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close everything."""
        last = threading.Timer(LAST_SECONDS, os._exit, (0,))
        last.daemon = True
        last.start()
        await super().shutdown(sockets)


# -- where it listens --------------------------------------------------------------------------------------------------


def listen(request: ServeRequest, screen: Screen) -> socket.socket | None:
    """Return a socket at the wanted port, or at the next free one; None if Fieldstone is there already.

    A server that runs already is good for whoever does not name a database. Raises FailureError.
    """
    last = min(request.port + PORTS_TRIED, 65535)
    for port in range(request.port, last + 1):
        try:
            listener = _bind(request.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                problem = error.strerror or str(error)
                raise FailureError(
                    screen.say("serve.cannot-bind", address=f"{request.host}:{port}", problem=problem)
                ) from None
        else:
            if port != request.port:
                screen.tell("serve.other-port", port=request.port, other=port)
            return listener
        if port == request.port and request.database is None and is_fieldstone(request.host, port):
            return None
    raise FailureError(screen.say("serve.no-port", first=request.port, last=last))


def _bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises OSError."""
    family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # With the protocol: only then asyncio turns off the delay of small packets, which costs 40 ms an answer.
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # the port of a server that has just ended; there it would share one in use
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        give_up_unheard(listener)
        listener.bind(place)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def reachable(host: str) -> str:
    """Return a host at which a browser on this machine reaches a server that is bound to `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)


def address(host: str, port: int) -> str:
    """Return the address of the page."""
    name = reachable(host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def is_fieldstone(host: str, port: int) -> bool:
    """Say whether a server of this program answers at a port."""
    connection = http.client.HTTPConnection(reachable(host), port, timeout=1)
    try:
        connection.request("HEAD", "/")
        server = connection.getresponse().headers.get("Server", "")
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return server.partition("/")[0] == SERVER.partition("/")[0]


# -- where games are kept, and what shows them -------------------------------------------------------------------------


def database_of(given: str | None) -> str:
    """Return the address of the database that is given, as a file or as an address; None: of the one that is set."""
    if given is None:
        return default_database()
    return given if "://" in given else sqlite_address(Path(given))


def file_of(database: str) -> Path | None:
    """Return the SQLite file at an address, as whoever names it otherwise finds it too; None: there is none."""
    try:
        url = make_url(database)
    except ArgumentError:
        return None
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(url.database or "").resolve() if is_file else None


def check_database(database: str, screen: Screen) -> None:
    """Raise FailureError if games cannot be kept there; say what is waited for, if it takes long."""
    if database.startswith("postgres") and find_spec("psycopg") is None:
        raise FailureError(screen.say("serve.postgres-missing"))
    try:
        with _waiting_for(database, screen):
            Store(database).close()
    except StorageError as error:
        cause = error.__cause__
        problem = getattr(cause, "strerror", None) or str(getattr(cause, "orig", None) or cause)
        raise FailureError(screen.say("serve.cannot-keep", place=shown(database), problem=problem)) from None


def shown(database: str) -> str:
    """Return the address of a database as it may stand on the screen: without a password."""
    return re.sub("//[^/@]*@", "//***@", database).removeprefix("sqlite:///")


@contextlib.contextmanager
def _waiting_for(database: str, screen: Screen) -> Iterator[None]:
    """Say what is waited for, if it takes long."""
    waiting = threading.Timer(SILENT_SECONDS, screen.tell, ("serve.waiting",), {"place": shown(database)})
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()


@contextlib.contextmanager
def alone(database: str, screen: Screen) -> Iterator[None]:
    """Keep other servers away from an SQLite file: two would not know what the other one has in memory.

    The system frees the lock as soon as the process is no more, however it ends. A server that is ending is waited for.
    Raises FailureError where another one goes on.
    """
    file = file_of(database)
    if file is None:
        yield
        return
    lock = FileLock(f"{file}.serving")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with _waiting_for(database, screen):
            lock.acquire(timeout=ENDING_SECONDS)
    except Timeout:
        raise FailureError(screen.say("serve.in-use", place=shown(database))) from None
    except OSError as error:
        problem = error.strerror or str(error)
        raise FailureError(screen.say("serve.cannot-keep", place=shown(database), problem=problem)) from None
    try:
        yield
    finally:
        lock.release()


def open_browser(page: str) -> None:
    """Open the page in a browser, where there is a screen for one."""
    if sys.platform not in ("win32", "darwin") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return  # what would open is a browser in this very terminal
    threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
