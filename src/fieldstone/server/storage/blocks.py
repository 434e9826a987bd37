"""Who does not want to play whom. Somebody is named by the id of the person, a guest by the browser."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Engine, delete, exists, func, select

from fieldstone.server.storage.online import OnlineGameRow, OnlineSeatRow
from fieldstone.server.storage.people import BlockRow, PersonRow
from fieldstone.server.storage.sharing import writer
from fieldstone.server.storage.upserts import insert_into


class Blocked(NamedTuple):
    """Somebody whom a person does not want to play.

    Attributes
    ----------
    blocked : by what they are known; who was a guest and has an account since is known as a person
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


def number(engine: Engine, blocker: str, besides: str) -> int:
    """Return how many somebody does not want to play, besides one."""
    of = (BlockRow.blocker == blocker) & (BlockRow.blocked != besides)
    query = select(func.count()).select_from(BlockRow).where(of)
    with engine.begin() as connection:
        return connection.execute(query).scalar_one()


def unblock(engine: Engine, blocker: str, blocked: Collection[str]) -> None:
    """Note that somebody plays somebody else again, who may be known by one of several names."""
    with engine.begin() as connection:
        connection.execute(delete(BlockRow).where(BlockRow.blocker == blocker, _means(blocked)))


def claim(engine: Engine, person: str, seats: Sequence[tuple[str, int]]) -> list[str]:
    """Let a person block whom they have blocked as a guest, in games where the seat is theirs now.

    Returns with whom they do not play any more: whom they have blocked there, and who has blocked them.
    """
    apart: list[str] = []
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
            by = select(BlockRow.blocker).where(BlockRow.game_id == game_id, BlockRow.blocked == device)
            apart += [*(row["blocked"] for row in found), *connection.scalars(by)]
    return apart


def blocked_by(engine: Engine, person: str) -> list[Blocked]:
    """Return whom a person does not want to play, the first one first. A guest may have an account since."""
    game, seat = OnlineGameRow, OnlineSeatRow
    sits = (seat.game_id == BlockRow.game_id) & (seat.device == BlockRow.blocked)
    known = func.coalesce(seat.person, BlockRow.blocked)
    query = (
        select(known, BlockRow.created, PersonRow.name, game.id, game.start)
        .outerjoin(game, game.id == BlockRow.game_id)
        .outerjoin(seat, sits)
        .outerjoin(PersonRow, PersonRow.id == known)
        .where(BlockRow.blocker == person)
        .order_by(BlockRow.created, PersonRow.name, BlockRow.blocked)
    )
    with engine.begin() as connection:
        found = [Blocked(*row) for row in connection.execute(query)]
    return list({one.blocked: one for one in reversed(found)}.values())[::-1]


def has_blocked(engine: Engine, blocker: str, others: Collection[str]) -> bool:
    """Say whether somebody does not want to play somebody else, who may be known by one of several names."""
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(BlockRow.blocker == blocker, _means(others)))).scalar())


def are_apart(engine: Engine, one: str, other: str) -> bool:
    """Say whether one of two does not want to play the other.

    Who was blocked as a person is so as a guest too, in any browser in which that person has played.
    """
    seat = OnlineSeatRow

    def means(name: str) -> ColumnElement[bool]:
        played = (seat.person == BlockRow.blocked) & (seat.device == name)
        return _means([name]) | exists().where(played).correlate(BlockRow)

    either = ((BlockRow.blocker == one) & means(other)) | ((BlockRow.blocker == other) & means(one))
    with engine.begin() as connection:
        return bool(connection.execute(select(exists().where(either))).scalar())


def _means(names: Collection[str]) -> ColumnElement[bool]:
    """Return which blocks are of whoever is known by one of these names.

    Who was blocked as a guest is meant as the person too whose seat it is now in the game in which that was said.
    """
    seat = OnlineSeatRow
    of = (seat.game_id == BlockRow.game_id) & (seat.device == BlockRow.blocked) & seat.person.in_(names)
    return BlockRow.blocked.in_(names) | exists().where(of).correlate(BlockRow)
