"""Events, and how their games stand after them: nearly all that is written, and so in the shortest way there is."""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    Cast,
    Connection,
    Engine,
    FromClause,
    Select,
    String,
    TableValuedAlias,
    bindparam,
    cast,
    column,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.engine.interfaces import DBAPICursor

from fieldstone.server.storage.online import Change, OnlineEventRow, OnlineGameRow, Row
from fieldstone.server.storage.prepared import Prepared, cursor_of
from fieldstone.server.storage.sharing import CHANNEL, is_shared, joined

_EVENTS, _GAMES = OnlineEventRow.__table__, OnlineGameRow.__table__
_CHANGED = ("invitation", "updated", "phase", "seq", "clock", "running", "since", "deadline")
ADD_EVENT = insert(OnlineEventRow)
UPDATE_GAME = (
    update(OnlineGameRow)
    .where(OnlineGameRow.id == bindparam("of"))
    .values({name: bindparam(f"to_{name}", type_=_GAMES.c[name].type) for name in _CHANGED})
)


def standings(changes: Sequence[Change]) -> Collection[Row]:
    """Return the rows of games that have changed, the last of each."""
    return {row["id"]: row for change in changes for row in change.games}.values()


def standing_bound(row: Row) -> Row:
    """Return the row of a game as `UPDATE_GAME` takes it."""
    return {"of": row["id"], **{f"to_{name}": row[name] for name in _CHANGED}}


class PlainWriting(ABC):
    """Writes changes that are plain."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def write(self, changes: Sequence[Change]) -> None:
        """Write some changes in one transaction, all of them or none. Raises what the database does."""
        events = [row for change in changes for row in change.events]
        notices = [line for change in changes for line in change.notices]
        connection = self._connection = self._connection or self._engine.connect()
        try:
            with cursor_of(connection) as cursor:
                self._carry_out(cursor, events, standings(changes), notices)
        except Exception:
            self.close()  # the next one begins with a connection that has seen nothing
            raise

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @abstractmethod
    def _carry_out(
        self, cursor: DBAPICursor, events: Sequence[Row], games: Collection[Row], notices: Sequence[str]
    ) -> None:
        """Write, and commit."""


class _OfSqlite(PlainWriting):
    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._add, self._update = Prepared(engine, ADD_EVENT), Prepared(engine, UPDATE_GAME)

    def _carry_out(
        self, cursor: DBAPICursor, events: Sequence[Row], games: Collection[Row], notices: Sequence[str]
    ) -> None:
        cursor.execute("BEGIN")
        cursor.executemany(self._add.text, [self._add.bound(row) for row in events])
        cursor.executemany(self._update.text, [self._update.bound(standing_bound(row)) for row in games])
        cursor.execute("COMMIT")


class _OfPostgres(PlainWriting):
    """All of it is one statement, which goes to the database and back once and is a transaction by itself."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.execution_options(isolation_level="AUTOCOMMIT"))
        self._statement = Prepared(engine, _together())

    def _carry_out(
        self, cursor: DBAPICursor, events: Sequence[Row], games: Collection[Row], notices: Sequence[str]
    ) -> None:
        standing = [{name: row[name] for name in ("id", *_CHANGED)} for row in games]
        ordered = sorted(events, key=lambda row: (row["game_id"], row["seq"]))
        rows = {"events": ordered, "games": standing, "notices": list(joined(notices))}
        cursor.execute(self._statement.text, {name: json.dumps(one) for name, one in rows.items()})


def _together() -> Select[Any]:
    """Return a statement that adds events, then changes their games, and tells the other processes.

    The games come after all events: of two processes that write of the same games, one waits for the other at the first
    event that both want to add, and has changed no game by then.
    """
    new, now = _given("events", _EVENTS, _EVENTS.c.keys()), _given("games", _GAMES, ["id", *_CHANGED])
    added = insert(OnlineEventRow).from_select(new.c.keys(), select(new)).returning(_EVENTS.c.seq).cte("added")
    counted = select(func.count().label("number")).select_from(added).subquery("counted")
    of_these = (_GAMES.c.id == now.c.id, counted.c.number >= literal_column("0"))
    changed = update(OnlineGameRow).where(*of_these).values({name: now.c[name] for name in _CHANGED}).cte("changed")
    texts = func.json_array_elements_text(_json("notices")).column_valued("texts")
    return select(func.pg_notify(literal_column(f"'{CHANNEL}'"), texts)).add_cte(added, changed)


def _given(name: str, table: FromClause, columns: Sequence[str]) -> TableValuedAlias:
    """Return rows that are given as JSON, as a table with some columns of another."""
    typed = [column(one, table.c[one].type) for one in columns]
    return func.json_to_recordset(_json(name)).table_valued(*typed).render_derived(name, with_types=True)


def _json(name: str) -> Cast[Any]:
    return cast(bindparam(name, type_=String()), JSON)


def plain_writing(engine: Engine) -> PlainWriting | None:
    """Return what writes to a database in the shortest way; None where that is not known."""
    if is_shared(engine.url):
        return _OfPostgres(engine)
    return _OfSqlite(engine) if engine.dialect.name == "sqlite" else None
