"""The games in the database. Each change is one transaction: it is there wholly, or not at all."""

import contextlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple, cast

from alembic.util import CommandError
from pydantic import TypeAdapter
from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    create_engine,
    delete,
    event,
    false,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from fieldstone.core.outcome import Termination
from fieldstone.games import GAMES
from fieldstone.records.record import CLAIMED
from fieldstone.server.clocks import SEATS, to_json
from fieldstone.server.storage.errors import problem_of
from fieldstone.server.storage.migrating import migrate
from fieldstone.server.storage.models import GameRow, RecordRow, ReviewRow, StoredGame
from fieldstone.server.storage.sharing import ALIVE, is_shared, line_of, new_number, notify, with_driver, writer

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for which another process may hold the database
# Each game with the id of its record, which only those have that were read from one.
ENDINGS = {*map(str, Termination), *CLAIMED}
_COLUMNS = [one.name for one in GameRow.__table__.columns if one.name != "device"]  # which is asked for by itself
_GAME = TypeAdapter(StoredGame)
_GAMES = select(GameRow, RecordRow.game_id).outerjoin(RecordRow, RecordRow.game_id == GameRow.id)


class StorageError(RuntimeError):
    """A database that cannot be opened or brought up to date; the text says which and why."""


class ConflictError(Exception):
    """Somebody else has changed the game since it was read."""


class UnreadableError(Exception):
    """A game whose row in the database is damaged.

    Attributes
    ----------
    id : of the game
    """

    def __init__(self, game_id: str, problem: str) -> None:
        super().__init__(f"the game {game_id!r} cannot be read: {problem}")
        self.id = game_id


class Latest(NamedTuple):
    """Games, the latest first, and the ids of those between them that cannot be read."""

    games: list[StoredGame]
    unreadable: list[str]


class Store:
    """Reads and writes games; may be used by several threads.

    Attributes
    ----------
    process : the number by which other processes know this one that use the same database
    """

    def __init__(self, address: str) -> None:
        """Open a database, made or brought up to date if need be. Raises StorageError."""
        self.process = new_number()
        shown = address
        try:
            shown = make_url(address).render_as_string(hide_password=True)
            self._engine = _open(address)
            try:
                migrate(self._engine)
                _check_writing(self._engine)
            except BaseException:
                self._engine.dispose()
                raise
        except (OSError, ImportError, SQLAlchemyError, CommandError) as error:
            problem = getattr(error, "orig", None) or error
            raise StorageError(f"the database {shown} cannot be used: {problem}") from error

    def check(self) -> None:
        """Raise ProblemError unless the database answers."""
        with self._transaction() as connection:
            connection.execute(select(1))

    @property
    def engine(self) -> Engine:
        """The connections to the database."""
        return self._engine

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextlib.contextmanager
    def _transaction(self, engine: Engine | None = None) -> Iterator[Session]:
        """Begin a transaction, which is kept at the end. Raises ProblemError where the disk does not take it."""
        try:
            with Session(engine or self._engine) as session, session.begin():
                yield session
        except DBAPIError as error:
            log.error("the database: %s", error.orig)
            raise problem_of(error) from None

    def add(self, stored: StoredGame, record: str | None = None, device: str | None = None) -> None:
        """Write a new game of a device, and the record that it was read from. Raises ProblemError; so do all below."""
        with self._transaction() as session:
            session.add(GameRow(**_values(stored), device=device))
            session.flush()
            if record is not None:
                session.add(RecordRow(game_id=stored.id, content=record))

    def get(self, game_id: str) -> StoredGame | None:
        """Return a game, or None if there is none of this id. Raises UnreadableError."""
        with self._transaction() as session:
            found = session.execute(_GAMES.where(GameRow.id == game_id)).one_or_none()
            return None if found is None else _read(*found)

    def record(self, game_id: str) -> str | None:
        """Return the record that a game was read from, or None if it was not."""
        with self._transaction() as session:
            row = session.get(RecordRow, game_id)
            return None if row is None else row.content

    def review(self, game_id: str, line: str) -> str | None:
        """Return the review of a game that was made of a line, or None if there is none of that."""
        with self._transaction() as session:
            row = session.get(ReviewRow, game_id)
            return row.content if row is not None and row.line == line else None

    def keep_review(self, game_id: str, line: str, content: str) -> None:
        """Keep the review of a game, made of a line, in the place of any other."""
        with self._transaction(writer(self._engine)) as session:
            session.merge(ReviewRow(game_id=game_id, line=line, content=content))

    def device(self, game_id: str) -> str | None:
        """Return the device that a game belongs to; None if there is no such game, or it belongs to none."""
        with self._transaction() as session:
            return session.execute(select(GameRow.device).where(GameRow.id == game_id)).scalar()

    def save(self, stored: StoredGame) -> None:
        """Write a changed game, whose revision is one more than when it was read. Raises ConflictError."""
        with self._transaction() as session:
            known = (GameRow.id == stored.id) & (GameRow.revision == stored.revision - 1)
            done = cast(CursorResult[Any], session.execute(update(GameRow).where(known).values(**_values(stored))))
            if done.rowcount != 1:
                raise ConflictError(stored.id)
            self._tell_others(session, stored.id)

    def remove(self, game_id: str) -> bool:
        """Delete a game; returns whether there was one."""
        with self._transaction() as session:
            done = cast(CursorResult[Any], session.execute(delete(GameRow).where(GameRow.id == game_id)))
            self._tell_others(session, game_id)
            return done.rowcount == 1

    def _tell_others(self, session: Session, game_id: str) -> None:
        """Let the other processes know, when it is kept, that a game has changed."""
        if is_shared(self._engine.url):
            notify(session.connection(), [line_of(self.process, "device", game_id)])

    def latest(self, limit: int, before: int | None = None, devices: Sequence[str | None] | None = None) -> Latest:
        """Return the games changed last, of some devices (None: of all; None among them: of nobody's).

        Only those changed before a moment, if one is given.
        """
        query = _GAMES.order_by(GameRow.updated.desc(), GameRow.id).execution_options(yield_per=limit)
        if before is not None:
            query = query.where(GameRow.updated < before)
        if devices is not None:
            query = query.where(
                or_(false(), *(GameRow.device.is_(None) if one is None else GameRow.device == one for one in devices))
            )
        found = Latest([], [])
        with self._transaction() as session, contextlib.closing(session.execute(query)) as rows:
            for row in rows:
                try:
                    found.games.append(_read(*row))
                except UnreadableError as error:
                    log.warning("%s", error)
                    found.unreadable.append(error.id)
                if len(found.games) == limit:
                    break
        return found


def _open(address: str) -> Engine:
    url = make_url(address)
    if is_shared(url):
        return create_engine(with_driver(url), pool_pre_ping=True, hide_parameters=True, connect_args=ALIVE)
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, hide_parameters=True)
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    # What is read or written may tell of persons, and is in no message of an error.
    engine = create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # Python's own transactions leave out the statements of migrations
        # What is committed is on the disk, and readers do not wait for writers.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)  # as `sharing.writer` says
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _check_writing(engine: Engine) -> None:
    """Raise DBAPIError if nothing can be written: then it is better not to begin."""
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        connection.rollback()


def _values(stored: StoredGame) -> dict[str, Any]:
    return {
        "id": stored.id,
        "line": stored.line,
        "seats": {str(seat): asdict(one) for seat, one in stored.seats.items()},
        "created": stored.created,
        "updated": stored.updated,
        "revision": stored.revision,
        "rules": stored.rules and to_json(stored.rules),
        "clock": stored.clock and to_json(stored.clock),
        "result": stored.result and asdict(stored.result),
        "on_move": stored.on_move,
        "name": stored.name,
        "game": stored.game,
        "rows": "/".join(stored.rows),
        "shape": stored.shape,
        "plies": stored.plies,
        "handed": [list(one) for one in stored.handed] or None,
    }


def _read(row: GameRow, record: str | None) -> StoredGame:
    """Return the game of a row. Raises UnreadableError."""
    values = {column: getattr(row, column) for column in _COLUMNS}
    try:
        values["rows"] = row.rows.split("/")
        values["handed"] = row.handed or ()
        game = _GAME.validate_python({**values, "imported": record is not None})
        for by_seat in (game.seats, *((game.clock.left, game.clock.periods) if game.clock else ())):
            if set(by_seat) != set(SEATS):
                raise ValueError(f"there are two seats, not {list(by_seat)}")
        own = GAMES[game.name].endings if game.name in GAMES else {}
        if game.result is not None and game.result.termination not in (*ENDINGS, *own):
            raise ValueError(f"no game ends by {game.result.termination!r}")
    except (ValueError, TypeError, AttributeError) as error:
        raise UnreadableError(str(row.id), " ".join(str(error).split())) from None
    return game
