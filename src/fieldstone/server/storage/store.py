"""The games in the database. Each change is one transaction: it is there wholly, or not at all."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from alembic.util import CommandError
from sqlalchemy import Connection, CursorResult, Engine, create_engine, delete, event, make_url, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from fieldstone.server.clocks import Rules, clock_from_json, to_json
from fieldstone.server.storage.migrating import migrate
from fieldstone.server.storage.models import GameRow, Kept, RecordRow, Result, Sitting

PATIENCE = 10.0  # seconds for which another process may hold the database
# Each game with the id of its record, which only those have that were read from one.
_GAMES = select(GameRow, RecordRow.game_id).outerjoin(RecordRow, RecordRow.game_id == GameRow.id)


class StorageError(RuntimeError):
    """A database that cannot be opened or brought up to date; the text says which and why."""


class ConflictError(Exception):
    """Somebody else has changed the game since it was read."""


class Store:
    """Reads and writes games; may be used by several threads."""

    def __init__(self, address: str) -> None:
        """Open a database, made or brought up to date if need be. Raises StorageError."""
        shown = address
        try:
            shown = make_url(address).render_as_string(hide_password=True)
            self._engine = _open(address)
            migrate(self._engine)
        except (OSError, ImportError, SQLAlchemyError, CommandError) as error:
            problem = getattr(error, "orig", None) or error
            raise StorageError(f"the database {shown} cannot be used: {problem}") from error

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def add(self, kept: Kept, record: str | None = None) -> None:
        """Write a new game, and the record that it was read from."""
        with Session(self._engine) as session, session.begin():
            session.add(GameRow(**_values(kept)))
            session.flush()
            if record is not None:
                session.add(RecordRow(game_id=kept.id, content=record))

    def get(self, game_id: str) -> Kept | None:
        """Return a game, or None if there is none of this id."""
        with Session(self._engine) as session:
            found = session.execute(_GAMES.where(GameRow.id == game_id)).one_or_none()
            return None if found is None else _kept(*found)

    def record(self, game_id: str) -> str | None:
        """Return the record that a game was read from, or None if it was not."""
        with Session(self._engine) as session:
            row = session.get(RecordRow, game_id)
            return None if row is None else row.content

    def save(self, kept: Kept) -> None:
        """Write a changed game, whose revision is one more than when it was read. Raises ConflictError."""
        with Session(self._engine) as session, session.begin():
            known = (GameRow.id == kept.id) & (GameRow.revision == kept.revision - 1)
            done = cast(CursorResult[Any], session.execute(update(GameRow).where(known).values(**_values(kept))))
            if done.rowcount != 1:
                raise ConflictError(kept.id)

    def remove(self, game_id: str) -> bool:
        """Delete a game; returns whether there was one."""
        with Session(self._engine) as session, session.begin():
            done = cast(CursorResult[Any], session.execute(delete(GameRow).where(GameRow.id == game_id)))
            return done.rowcount == 1

    def latest(self, limit: int, before: int | None = None) -> list[Kept]:
        """Return the games changed last, the latest first; only those changed before a moment, if one is given."""
        query = _GAMES.order_by(GameRow.updated.desc(), GameRow.id).limit(limit)
        if before is not None:
            query = query.where(GameRow.updated < before)
        with Session(self._engine) as session:
            return [_kept(*found) for found in session.execute(query)]


def _open(address: str) -> Engine:
    url = make_url(address)
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # Python's own transactions leave out the statements of migrations
        # What is committed is on the disk, and readers do not wait for writers.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _values(kept: Kept) -> dict[str, Any]:
    return {
        "id": kept.id,
        "line": kept.line,
        "seats": {str(seat): asdict(one) for seat, one in kept.seats.items()},
        "created": kept.created,
        "updated": kept.updated,
        "revision": kept.revision,
        "rules": kept.rules and to_json(kept.rules),
        "clock": kept.clock and to_json(kept.clock),
        "result": kept.result and asdict(kept.result),
        "on_move": kept.on_move,
        "name": kept.name,
        "game": kept.game,
        "rows": "/".join(kept.rows),
        "shape": kept.shape,
        "plies": kept.plies,
    }


def _kept(row: GameRow, record: str | None) -> Kept:
    return Kept(
        id=row.id,
        line=row.line,
        seats={int(seat): Sitting(**one) for seat, one in row.seats.items()},
        created=row.created,
        updated=row.updated,
        revision=row.revision,
        rules=Rules(**row.rules) if row.rules else None,
        clock=clock_from_json(row.clock) if row.clock else None,
        result=Result(**row.result) if row.result else None,
        on_move=row.on_move,
        name=row.name,
        game=row.game,
        rows=tuple(row.rows.split("/")),
        shape="hexagon" if row.shape == "hexagon" else "square",
        plies=row.plies,
        imported=record is not None,
    )
