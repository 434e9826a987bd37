"""Who does not want to play whom. Somebody is named by the id of the person, a guest by the browser."""

from typing import NamedTuple

from sqlalchemy import Engine, delete, exists, func, select

from fieldstone.server.storage.online import OnlineGameRow, OnlineSeatRow
from fieldstone.server.storage.people import BlockRow, PersonRow
from fieldstone.server.storage.upserts import insert_into


class Blocked(NamedTuple):
    """Somebody whom a person does not want to play.

    Attributes
    ----------
    blocked : by what they are known
    created : when the person has said so
    name : None of a guest
    game, start : in which game that was said, and the position that it began at; None: in none
    """

    blocked: str
    created: int
    name: str | None
    game: str | None
    start: str | None


def block(engine: Engine, person: str, blocked: str, now: int, game_id: str | None = None) -> None:
    """Note that a person does not want to play somebody, and in which game that was said last."""
    with engine.begin() as connection:
        row = {"person": person, "blocked": blocked, "created": now, "game_id": game_id}
        insertion = insert_into(connection, BlockRow).values(row)
        known = [BlockRow.person, BlockRow.blocked]
        if game_id is None:
            connection.execute(insertion.on_conflict_do_nothing())
        else:
            connection.execute(insertion.on_conflict_do_update(index_elements=known, set_={"game_id": game_id}))


def unblock(engine: Engine, person: str, blocked: str) -> None:
    """Note that a person plays somebody again."""
    with engine.begin() as connection:
        connection.execute(delete(BlockRow).where(BlockRow.person == person, BlockRow.blocked == blocked))


def blocked_by(engine: Engine, person: str) -> list[Blocked]:
    """Return whom a person does not want to play, the first one first. A guest may have an account since."""
    game, seat = OnlineGameRow, OnlineSeatRow
    sits = (seat.game_id == BlockRow.game_id) & (seat.device == BlockRow.blocked)
    query = (
        select(BlockRow.blocked, BlockRow.created, PersonRow.name, game.id, game.start)
        .outerjoin(game, game.id == BlockRow.game_id)
        .outerjoin(seat, sits)
        .outerjoin(PersonRow, PersonRow.id == func.coalesce(seat.person, BlockRow.blocked))
        .where(BlockRow.person == person)
        .order_by(BlockRow.created, PersonRow.name, BlockRow.blocked)
    )
    with engine.begin() as connection:
        return [Blocked(*row) for row in connection.execute(query)]


def has_blocked(engine: Engine, person: str, other: str) -> bool:
    """Say whether a person does not want to play another one."""
    of = (BlockRow.person == person) & (BlockRow.blocked == other)
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(of))).scalar())


def are_apart(engine: Engine, one: str, other: str) -> bool:
    """Say whether one of two does not want to play the other."""
    either = ((BlockRow.person == one) & (BlockRow.blocked == other)) | (
        (BlockRow.person == other) & (BlockRow.blocked == one)
    )
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(either))).scalar())
