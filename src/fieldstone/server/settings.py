"""What can be set about the server."""

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

PAGE = Path(__file__).parent / "page"


def default_database() -> str:
    """Return the address of the database: FIELDSTONE_DATABASE, else a file in the user's data folder."""
    configured = os.environ.get("FIELDSTONE_DATABASE", "").strip()
    if not configured:
        return sqlite_address(Path(platformdirs.user_data_dir("fieldstone")) / "games.sqlite")
    return configured if "://" in configured else sqlite_address(Path(configured))


def sqlite_address(path: Path) -> str:
    """Return the address of an SQLite file."""
    return f"sqlite:///{path.expanduser().absolute()}"


def metrics_token() -> str | None:
    """Return who may read what the server counts: whoever has FIELDSTONE_METRICS_TOKEN. None: nobody."""
    return os.environ.get("FIELDSTONE_METRICS_TOKEN", "").strip() or None


def organiser_token() -> str | None:
    """Return who may read reports and annul games: whoever has FIELDSTONE_ORGANISER_TOKEN. None: nobody."""
    return os.environ.get("FIELDSTONE_ORGANISER_TOKEN", "").strip() or None


def mail_credentials() -> tuple[str | None, str | None]:
    """Return by what this server signs in at the mail server: FIELDSTONE_MAIL_USER and FIELDSTONE_MAIL_PASSWORD."""
    user = os.environ.get("FIELDSTONE_MAIL_USER", "").strip() or None
    return user, None if user is None else os.environ.get("FIELDSTONE_MAIL_PASSWORD", "")


def push_services() -> tuple[str, ...]:
    """Return further push services: FIELDSTONE_PUSH_SERVICES, with blanks between them."""
    return tuple(os.environ.get("FIELDSTONE_PUSH_SERVICES", "").split())


@dataclass(frozen=True)
class MailServer:
    """Who takes the mails of this server.

    Attributes
    ----------
    host, port : of the mail server
    sender : the address that they come from
    user, password : by which this server signs in there; None: it need not
    """

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine, so that nothing needs to be encrypted on the way."""
        return self.host in ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    Attributes
    ----------
    database : an address as SQLAlchemy reads it
    page : the folder of the built page
    host, port : where the server listens
    names : hosts by which it may be asked for, besides that; with the port, where that is an unusual one of a proxy
    warm : whether to compile in the background, at the start, the rules by which moves are checked
    online : whether others than this machine's own user reach it: then people can play each other, and games of one
        device are for the browser alone that has begun them
    invitations : games that may be begun from one address in an hour
    seeks : games to which somebody may be sought from one address at the same time
    sockets : WebSockets of each kind that may be open from one address; None: as many as the server is used to
    metrics : the token of those who may read what the server counts; None: nobody may
    organiser : the token of those who may read reports and annul games; None: nobody may
    contact : how push services reach the organiser, "mailto:…" or "https://…"; None: players get no alerts
    accounts : whether people can have accounts, by passkeys and, where there is `mail`, by links
    mail : the mail server; None: no mails are sent
    services : push services besides those of the browsers that there are, as "http://127.0.0.1:8030"
    """

    database: str = field(default_factory=default_database)
    page: Path = PAGE
    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    warm: bool = True
    online: bool = False
    invitations: int = 60
    seeks: int = 20
    sockets: int | None = None
    metrics: str | None = field(default_factory=metrics_token, repr=False)
    organiser: str | None = field(default_factory=organiser_token, repr=False)
    contact: str | None = None
    accounts: bool = False
    mail: MailServer | None = None
    services: tuple[str, ...] = field(default_factory=push_services)
