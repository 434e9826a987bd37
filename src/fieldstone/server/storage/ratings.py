"""Ratings in the database: read, and changed in the transaction of the event by which a game ends or is annulled."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection, Engine, bindparam, column, select, table, update

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


Ratings = dict[tuple[str, Pool], Rating]  # by the person, and by what the rating is about
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


def of_people(engine: Engine, people: Iterable[str]) -> Ratings:
    """Return all ratings of some people; of each those of the most games first."""
    query = select(*_KEY, *_RATING).where(_ROW.person.in_(list(people))).order_by(_ROW.games.desc(), *_KEY[1:])
    with engine.begin() as connection:
        rows = connection.execute(query)
        return {(who, Pool(game, size, pace)): Rating._make(rest) for who, game, size, pace, *rest in rows}


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


def _hold(connection: Connection, wanted: Sequence[RatingChange]) -> Ratings:
    """Return the ratings that may change, which nobody else changes before the transaction is over.

    All processes take them in the same order, so that no two wait for each other. Who has none yet gets one, but for
    those who have deleted their accounts; nobody does that before the transaction is over.
    """
    people = {person for one in wanted for person in one.people}
    there = select(PersonRow.id).where(PersonRow.id.in_(people), PersonRow.name.is_not(None))
    locked = there.order_by(PersonRow.id).with_for_update(read=True, key_share=True)
    gone = people.difference(connection.execute(locked).scalars())
    counted = [one for one in wanted if one.after is None or gone.isdisjoint(one.people)]
    begin = {(person, one.pool): one.begin for one in counted for person in one.people if person not in gone}
    new = insert_into(connection, _ROW).on_conflict_do_nothing()
    held = {}
    for person, pool in sorted(begin):
        connection.execute(new, {"person": person, **pool._asdict(), **begin[person, pool]._asdict()})
        of = (column == value for column, value in zip(_KEY, (person, *pool), strict=True))
        held[person, pool] = Rating(*connection.execute(select(*_RATING).where(*of).with_for_update()).one())
    return held


def _changes(connection: Connection, game_id: str) -> dict[int, tuple[float, float]]:
    """Return what a game has changed, by seat: the ratings before and after it."""
    seats = _SEATS.c
    query = select(seats.seat, seats.before, seats.after).where(seats.game_id == game_id, seats.before.is_not(None))
    return {seat: (before, after) for seat, before, after in connection.execute(query)}


def _note(connection: Connection, game_id: str, seat: int, before: float | None, after: float | None) -> None:
    connection.execute(_IN_SEAT, {"of": game_id, "in_seat": seat, "to_before": before, "to_after": after})
