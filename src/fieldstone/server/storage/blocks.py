"""Who does not want to play whom. Somebody is named by the id of the person, a guest by the browser."""

from sqlalchemy import Engine, delete, exists, select

from fieldstone.server.storage.people import BlockRow, PersonRow
from fieldstone.server.storage.upserts import insert_into


def block(engine: Engine, person: str, blocked: str, now: int) -> None:
    """Note that a person does not want to play somebody."""
    with engine.begin() as connection:
        row = {"person": person, "blocked": blocked, "created": now}
        connection.execute(insert_into(connection, BlockRow).on_conflict_do_nothing(), row)


def unblock(engine: Engine, person: str, blocked: str) -> None:
    """Note that a person plays somebody again."""
    with engine.begin() as connection:
        connection.execute(delete(BlockRow).where(BlockRow.person == person, BlockRow.blocked == blocked))


def blocked_by(engine: Engine, person: str) -> dict[str, str]:
    """Return the people whom a person does not want to play, by their ids: their names; the first one first."""
    query = (
        select(BlockRow.blocked, PersonRow.name)
        .join(PersonRow, PersonRow.id == BlockRow.blocked)
        .where(BlockRow.person == person, PersonRow.name.is_not(None))
        .order_by(BlockRow.created, PersonRow.name)
    )
    with engine.begin() as connection:
        return {blocked: name for blocked, name in connection.execute(query) if name is not None}


def are_apart(engine: Engine, one: str, other: str) -> bool:
    """Say whether one of two does not want to play the other."""
    either = ((BlockRow.person == one) & (BlockRow.blocked == other)) | (
        (BlockRow.person == other) & (BlockRow.blocked == one)
    )
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(either))).scalar())
