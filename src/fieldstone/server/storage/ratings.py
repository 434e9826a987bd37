"""Ratings in the database: read, and changed in the transaction of the event by which a game ends or is annulled."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, bindparam, column, select, table, update

from fieldstone.server.storage.people import PersonRow, RatingRow
from fieldstone.server.storage.upserts import insert_into

# What is needed here of the table of seats; the module that has the whole of it stands above this one.
_SEATS = table("online_seats", *(column(name) for name in ("game_id", "seat", "before", "after")))


class Pool(NamedTuple):
    """The games that one rating is about: a game, at a class of sizes and a pace."""

    game: str
    size: str
    pace: str


class Rating(NamedTuple):
    """How strong somebody has proved to be.

    Attributes
    ----------
    rating, deviation, volatility : as Glicko-2 has them
    games : that count
    at : when that was, in milliseconds since 1970
    """

    rating: float
    deviation: float
    volatility: float
    games: int
    at: int


@dataclass
class RatingChange:
    """What a game does to the ratings of its players.

    Attributes
    ----------
    people : who they are, by seat
    begin : what somebody begins with who has no rating yet
    after : makes of their ratings those after the game; None: what the game has changed is taken back
    changed : what was done when it was carried out: the ratings before and after, by seat
    """

    game_id: str
    people: tuple[str, str]
    pool: Pool
    begin: Rating
    after: Callable[[Rating, Rating], tuple[Rating, Rating]] | None
    changed: dict[int, tuple[Rating, Rating]] = field(default_factory=dict)


_Key = tuple[str, Pool]  # a person, and which of the person's ratings
_ROW = RatingRow
_KEY = (_ROW.person, _ROW.game, _ROW.size, _ROW.pace)
_RATING = (_ROW.rating, _ROW.deviation, _ROW.volatility, _ROW.games, _ROW.at)
_WRITTEN = (
    update(_ROW)
    .where(*(one == bindparam(f"of_{one.key}") for one in _KEY))
    .values({one.key: bindparam(f"to_{one.key}") for one in _RATING})
)
_IN_SEAT = (
    update(_SEATS)
    .where(_SEATS.c.game_id == bindparam("of"), _SEATS.c.seat == bindparam("in_seat"))
    .values(before=bindparam("to_before"), after=bindparam("to_after"))
)


def of_people(engine: Engine, people: Iterable[str], pool: Pool) -> dict[str, Rating]:
    """Return the ratings that some people have in one pool."""
    query = select(_ROW.person, *_RATING).where(_ROW.person.in_(list(people)), *_in(pool))
    with engine.begin() as connection:
        return {person: Rating(*rest) for person, *rest in connection.execute(query)}


def of_person(engine: Engine, person: str) -> dict[Pool, Rating]:
    """Return all ratings of somebody, those of the most games first."""
    query = select(*_KEY[1:], *_RATING).where(_ROW.person == person).order_by(_ROW.games.desc(), *_KEY[1:])
    with engine.begin() as connection:
        return {Pool(*row[:3]): Rating(*row[3:]) for row in connection.execute(query)}


def carry_out(connection: Connection, wanted: Sequence[RatingChange]) -> None:
    """Change ratings, in the order of what is wanted; each game once, and taken back once.

    Nobody's rating changes by a game against somebody who has deleted the account meanwhile.
    """
    held = _hold(connection, wanted)
    for one in wanted:
        keys = {seat: (person, one.pool) for seat, person in enumerate(one.people, 1)}
        there = {seat: held[key] for seat, key in keys.items() if key in held}
        known = _changes(connection, one.game_id)
        one.changed = {}
        if one.after is None:
            for seat, (before, after) in known.items():
                _note(connection, one.game_id, seat, None, None)
                if seat in there:
                    old = there[seat]
                    one.changed[seat] = old, old._replace(rating=old.rating - (after - before), games=old.games - 1)
        elif not known and len(there) == len(keys):
            new = one.after(there[1], there[2])
            for seat, old in there.items():
                _note(connection, one.game_id, seat, old.rating, new[seat - 1].rating)
                one.changed[seat] = old, new[seat - 1]
        held |= {keys[seat]: after for seat, (_, after) in one.changed.items()}
    for (person, pool), rating in held.items():
        of = {"of_person": person, **{f"of_{name}": value for name, value in pool._asdict().items()}}
        to = {f"to_{name}": value for name, value in rating._asdict().items()}
        connection.execute(_WRITTEN, of | to)


def _hold(connection: Connection, wanted: Sequence[RatingChange]) -> dict[_Key, Rating]:
    """Return the ratings that may change, which nobody else changes before the transaction is over.

    All processes take them in the same order, so that no two wait for each other. Who has none yet gets one, but for
    those who have deleted their accounts.
    """
    begin = {(person, one.pool): one.begin for one in wanted for person in one.people}
    there = select(PersonRow.id).where(PersonRow.id.in_({person for person, _ in begin}), PersonRow.name.is_not(None))
    living = set(connection.execute(there).scalars())
    new = insert_into(connection, _ROW).on_conflict_do_nothing()
    held = {}
    for person, pool in sorted(key for key in begin if key[0] in living):
        connection.execute(new, {"person": person, **pool._asdict(), **begin[person, pool]._asdict()})
        of = select(*_RATING).where(_ROW.person == person, *_in(pool))
        held[person, pool] = Rating(*connection.execute(of.with_for_update()).one())
    return held


def _in(pool: Pool) -> tuple[ColumnElement[bool], ...]:
    return _ROW.game == pool.game, _ROW.size == pool.size, _ROW.pace == pool.pace


def _changes(connection: Connection, game_id: str) -> dict[int, tuple[float, float]]:
    """Return what a game has changed, by seat: the ratings before and after it."""
    seats = _SEATS.c
    query = select(seats.seat, seats.before, seats.after).where(seats.game_id == game_id, seats.before.is_not(None))
    return {seat: (before, after) for seat, before, after in connection.execute(query)}


def _note(connection: Connection, game_id: str, seat: int, before: float | None, after: float | None) -> None:
    connection.execute(_IN_SEAT, {"of": game_id, "in_seat": seat, "to_before": before, "to_after": after})
