"""INSERT … ON CONFLICT, which both databases have, and SQLAlchemy in the words of each."""

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(connection: Connection, table: Any) -> "sqlite.Insert | postgresql.Insert":
    """Return an insert that can be told what to do where there is such a row already."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
