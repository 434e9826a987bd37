"""Statements that are made once, for the library of the database itself: SQLAlchemy takes longer than the database."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import ClauseElement, Connection, Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError


class Prepared:
    """A statement in the words of one database.

    Attributes
    ----------
    text : the statement
    """

    def __init__(self, engine: Engine, statement: ClauseElement) -> None:
        compiled: Any = statement.compile(engine)
        self.text: str = compiled.string
        self._names: list[str] | None = compiled.positiontup
        self._fixed = {name: one for name, one in compiled.params.items() if one is not None}
        dialect = engine.dialect
        found = {one.key: one.type.dialect_impl(dialect).bind_processor(dialect) for one in compiled.binds.values()}
        self._processors: dict[str, Callable[[Any], Any]] = {name: one for name, one in found.items() if one}

    def bound(self, row: Mapping[str, Any]) -> Any:
        """Return the values of a row as the library takes them."""
        given = {**self._fixed, **row}
        values = {name: self._processors[name](one) if name in self._processors else one for name, one in given.items()}
        return values if self._names is None else tuple(values[name] for name in self._names)


@contextlib.contextmanager
def cursor_of(connection: Connection) -> Iterator[DBAPICursor]:
    """Return a cursor of the library. Raises what SQLAlchemy does, so that all errors are told the same way."""
    driver, dialect = connection.connection, connection.dialect
    cursor = driver.cursor()
    try:
        yield cursor
    except dialect.loaded_dbapi.Error as error:
        is_off = dialect.is_disconnect(error, driver, cursor)
        kind = dialect.loaded_dbapi.Error
        raise DBAPIError.instance(None, None, error, kind, True, is_off, dialect) from error
    finally:
        cursor.close()
