"""Who does not want to play whom. Somebody is named by the id of the person, a guest by the browser."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Engine, delete, exists, func, select

from fieldstone.server.storage.online import OnlineGameRow, OnlineSeatRow
from fieldstone.server.storage.people import BlockRow, PersonRow
from fieldstone.server.storage.sharing import writer
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


def block(engine: Engine, blocker: str, blocked: str, now: int, game_id: str | None = None) -> None:
    """Note that somebody does not want to play somebody else, and in which game that was said last."""
    with engine.begin() as connection:
        row = {"blocker": blocker, "blocked": blocked, "created": now, "game_id": game_id}
        insertion = insert_into(connection, BlockRow).values(row)
        known = [BlockRow.blocker, BlockRow.blocked]
        if game_id is None:
            connection.execute(insertion.on_conflict_do_nothing())
        else:
            connection.execute(insertion.on_conflict_do_update(index_elements=known, set_={"game_id": game_id}))


def unblock(engine: Engine, blocker: str, blocked: str) -> None:
    """Note that somebody plays somebody else again."""
    with engine.begin() as connection:
        connection.execute(delete(BlockRow).where(BlockRow.blocker == blocker, BlockRow.blocked == blocked))


def claim(engine: Engine, person: str, seats: Sequence[tuple[str, int]]) -> list[str]:
    """Let a person block whom they have blocked as a guest, in games where the seat is theirs now; returns whom."""
    moved: list[str] = []
    with writer(engine).begin() as connection:
        for game_id, number in seats:
            seat = (OnlineSeatRow.game_id == game_id) & (OnlineSeatRow.seat == number)
            device = select(OnlineSeatRow.device).where(seat).scalar_subquery()
            of = (BlockRow.game_id == game_id) & (BlockRow.blocker == device)
            columns = (BlockRow.blocked, BlockRow.created, BlockRow.game_id)
            found = [row._asdict() for row in connection.execute(select(*columns).where(of))]
            connection.execute(delete(BlockRow).where(of))
            for row in found:
                insertion = insert_into(connection, BlockRow).values(blocker=person, **row)
                connection.execute(insertion.on_conflict_do_nothing())
            moved += [row["blocked"] for row in found]
    return moved


def blocked_by(engine: Engine, person: str) -> list[Blocked]:
    """Return whom a person does not want to play, the first one first. A guest may have an account since."""
    game, seat = OnlineGameRow, OnlineSeatRow
    sits = (seat.game_id == BlockRow.game_id) & (seat.device == BlockRow.blocked)
    query = (
        select(BlockRow.blocked, BlockRow.created, PersonRow.name, game.id, game.start)
        .outerjoin(game, game.id == BlockRow.game_id)
        .outerjoin(seat, sits)
        .outerjoin(PersonRow, PersonRow.id == func.coalesce(seat.person, BlockRow.blocked))
        .where(BlockRow.blocker == person)
        .order_by(BlockRow.created, PersonRow.name, BlockRow.blocked)
    )
    with engine.begin() as connection:
        return [Blocked(*row) for row in connection.execute(query)]


def has_blocked(engine: Engine, blocker: str, others: Collection[str]) -> bool:
    """Say whether somebody does not want to play somebody else, who may be known by one of several names."""
    of = (BlockRow.blocker == blocker) & BlockRow.blocked.in_(others)
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(of))).scalar())


def are_apart(engine: Engine, one: str, other: str) -> bool:
    """Say whether one of two does not want to play the other."""
    either = ((BlockRow.blocker == one) & (BlockRow.blocked == other)) | (
        (BlockRow.blocker == other) & (BlockRow.blocked == one)
    )
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(either))).scalar())
