"""Challenges in the database: games that one person has offered to another by name, and nobody has answered."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Engine, Select, delete, exists, func, or_, select

from fieldstone.server.storage.online import OnlineAlertRow, OnlineGameRow, OnlineSeatRow
from fieldstone.server.storage.people import BlockRow

_GAME, _SEAT = OnlineGameRow, OnlineSeatRow


class Counts(NamedTuple):
    """How many challenges are open: of one person to another, of that person in all, and to the other in all."""

    between: int
    made: int
    received: int


def _open(*columns: Any) -> Select[Any]:
    """Return the query for what is open; who challenges sits in the only seat that is taken."""
    query = select(*columns).select_from(_GAME).join(_SEAT, _SEAT.game_id == _GAME.id)
    return query.where(_GAME.phase == "open", _GAME.challenged.is_not(None))


def open_challenges(engine: Engine, person: str) -> list[str]:
    """Return the ids of the challenges to a person and by that person, the oldest first.

    Those between two who do not play each other are left out.
    """
    blocked = ((BlockRow.blocker == _GAME.challenged) & (BlockRow.blocked == _SEAT.person)) | (
        (BlockRow.blocker == _SEAT.person) & (BlockRow.blocked == _GAME.challenged)
    )
    mine = or_(_GAME.challenged == person, _SEAT.person == person)
    query = _open(_GAME.id).where(mine, ~exists().where(blocked)).order_by(_GAME.created, _GAME.id)
    with engine.begin() as connection:
        return list(connection.execute(query).scalars())


def count(engine: Engine, by: str, to: str) -> Counts:
    """Return how many challenges are open."""
    number, wanted = func.count(), [_SEAT.person == by, _GAME.challenged == to]
    queries = (_open(number).where(*which) for which in (wanted, wanted[:1], wanted[1:]))
    with engine.begin() as connection:
        return Counts(*(connection.execute(query).scalar_one() for query in queries))


def between(engine: Engine, one: str, other: str | None) -> list[tuple[str, bool]]:
    """Return the ids of the open challenges between two people, and whether each is by the first; None: by anybody."""
    made = (_SEAT.person == one) & (_GAME.challenged == other)
    received = _GAME.challenged == one
    which = received if other is None else or_(made, received & (_SEAT.person == other))
    query = _open(_GAME.id, _SEAT.person).where(which)
    with engine.begin() as connection:
        return [(game_id, by == one) for game_id, by in connection.execute(query)]


def seen(engine: Engine, game_ids: Sequence[str]) -> None:
    """Note that whoever is challenged has seen it, and need not be told by mail or web push."""
    of = OnlineAlertRow
    is_taken = exists().where(_SEAT.game_id == of.game_id, _SEAT.seat == of.seat)
    with engine.begin() as connection:
        connection.execute(delete(of).where(of.game_id.in_(game_ids), ~is_taken))
