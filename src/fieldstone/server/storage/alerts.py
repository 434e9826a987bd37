"""Alerts in the database: which browsers want to be told that a player's turn has come, and what is due to be told."""

import contextlib
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from fieldstone.server.storage import online
from fieldstone.server.storage.online import (
    BY_MAIL,
    Begun,
    OnlineAlertRow,
    OnlineDeviceRow,
    OnlineGameRow,
    OnlinePushKeyRow,
    OnlineSeatRow,
)
from fieldstone.server.storage.people import PersonRow, SignInRow
from fieldstone.server.storage.sharing import writer

OVER, OPEN = "over", "open"  # the phases of a game that has ended, and of one that waits for a second player
DEVICES = 5  # that are told of one seat: the latest; mails are not among them


class Subscription(NamedTuple):
    """Where the push service of a browser takes messages, what encrypts them, and the language of its page."""

    device: str
    endpoint: str
    key: str
    secret: str
    language: str


class DueAlert(NamedTuple):
    """An alert that is due, and how the game stands that it is about.

    `ended`: it was wanted by somebody who has signed out there. `challenger` is the name of who has offered the game,
    where nobody sits in the seat; None: somebody does.
    """

    game_id: str
    seat: int
    to: Subscription
    due: int
    tries: int
    name: str
    phase: str
    running: int
    ended: bool
    challenger: str | None

    @property
    def is_called(self) -> bool:
        """Whether there is something to be told still: a challenge, the end of a game, or a turn."""
        if self.challenger is not None:
            return self.phase == OPEN
        return self.phase == OVER or self.running == self.seat


_ALERT, _DEVICE = OnlineAlertRow, OnlineDeviceRow
_SUBSCRIPTION = (_ALERT.device, _ALERT.endpoint, _ALERT.key, _ALERT.secret, _ALERT.language)


def push_key(engine: Engine, fresh: str) -> str:
    """Return the private key of this server; `fresh` becomes it where there is none."""
    query = select(OnlinePushKeyRow.private)
    with engine.begin() as connection:
        known: str | None = connection.execute(query).scalar()
    if known is None:
        with contextlib.suppress(IntegrityError), engine.begin() as connection:  # another process may be quicker
            connection.execute(insert(OnlinePushKeyRow), [{"id": 1, "private": fresh}])
        with engine.begin() as connection:
            known = connection.execute(query).scalar_one()
    return known


def days_seats(engine: Engine, game_ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the hashes of the tokens of some games, by seat: of those over days that go on."""
    game, seat = OnlineGameRow, OnlineSeatRow
    query = select(seat.game_id, seat.seat, seat.token, game.rules).join(game, game.id == seat.game_id)
    found: dict[str, dict[int, str]] = {}
    with engine.begin() as connection:
        for game_id, number, token, rules in connection.execute(query.where(game.id.in_(game_ids), game.phase != OVER)):
            if rules["kind"] == "days":
                found.setdefault(game_id, {})[number] = token
    return found


def days_seats_of(engine: Engine, person: str) -> list[tuple[str, int]]:
    """Return a person's seats in games over days that go on, by game and number."""
    with engine.begin() as connection:
        return _days_seats_of(connection, person)


def _days_seats_of(connection: Connection, person: str) -> list[tuple[str, int]]:
    game, seat = OnlineGameRow, OnlineSeatRow
    query = select(seat.game_id, seat.seat, game.rules).join(game, game.id == seat.game_id)
    rows = connection.execute(query.where(seat.person == person, game.phase != OVER))
    return [(game_id, number) for game_id, number, rules in rows if rules["kind"] == "days"]


def by_mail(person: str, language: str) -> Subscription:
    """Return what tells a person by mail."""
    return Subscription(f"{BY_MAIL}{person}", f"{BY_MAIL}{person}", "", "", language)


def keep(
    engine: Engine, to: Subscription, seats: Collection[tuple[str, int]], now: int, sign_in: str | None = None
) -> set[str]:
    """Tell a browser of some seats, by game and number, and of no others; returns the games that this concerns.

    With the hash of a token by which somebody has signed in there, it is told of all games of that person too, also of
    those that begin later, until that is over. Raises LookupError where it is.
    """
    of = _ALERT.device == to.device
    changed = {**to._asdict(), "sign_in": sign_in}
    with writer(engine).begin() as connection:
        connection.execute(delete(_DEVICE).where(_DEVICE.device == to.device))
        if sign_in is not None:
            seats = {*seats, *_keep_device(connection, {**changed, "created": now}, sign_in)}
        found = select(_ALERT.game_id, _ALERT.seat).where(of)
        there = {(game_id, seat) for game_id, seat in connection.execute(found)}
        for one in there.difference(seats):
            connection.execute(delete(_ALERT).where(of, *_seat(*one)))
        connection.execute(update(_ALERT).where(of).values(changed))
        for game_id, seat in set(seats) - there:
            connection.execute(
                insert(_ALERT), [{"game_id": game_id, "seat": seat, "created": now, "told": False, **changed}]
            )
            devices = select(_ALERT.device).where(*_seat(game_id, seat), ~_ALERT.device.startswith(BY_MAIL))
            for device in list(connection.execute(devices.order_by(_ALERT.created.desc())).scalars())[DEVICES:]:
                connection.execute(delete(_ALERT).where(_ALERT.device == device, *_seat(game_id, seat)))
    return {game_id for game_id, _ in there.union(seats)}


def _keep_device(connection: Connection, row: Mapping[str, object], sign_in: str) -> list[tuple[str, int]]:
    """Keep a browser in which somebody has signed in, one of few; returns the seats of which it is told by that."""
    owner = select(SignInRow.person).where(SignInRow.token == sign_in)
    person = connection.execute(owner).scalar()
    if person is None:
        raise LookupError(sign_in)
    connection.execute(insert(_DEVICE), [row])
    own = select(_DEVICE.device).join(SignInRow, SignInRow.token == _DEVICE.sign_in).where(SignInRow.person == person)
    for device in list(connection.execute(own.order_by(_DEVICE.created.desc())).scalars())[DEVICES:]:
        _forget(connection, device)
    return _days_seats_of(connection, person)


def tell_devices(engine: Engine, game_ids: Sequence[str], now: int) -> None:
    """Tell the devices of people of some games over days, which have become theirs."""
    with engine.begin() as connection:
        for game_id in game_ids:
            online.tell_devices(connection, Begun(game_id, 0, 0, now))


def devices_of(engine: Engine, person: str) -> list[dict[str, object]]:
    """Return in which language a person's browsers are told, and since when; the first one first."""
    query = select(_DEVICE.language, _DEVICE.created).join(SignInRow, SignInRow.token == _DEVICE.sign_in)
    with engine.begin() as connection:
        rows = connection.execute(query.where(SignInRow.person == person).order_by(_DEVICE.created))
        return [dict(row) for row in rows.mappings()]


def watched(engine: Engine, game_ids: Sequence[str]) -> dict[str, dict[int, bool]]:
    """Return of which seats of some games somebody is told; True: somebody has been, or soon will be."""
    query = select(_ALERT.game_id, _ALERT.seat, or_(_ALERT.told, _ALERT.due.is_not(None)))
    found: dict[str, dict[int, bool]] = {game_id: {} for game_id in game_ids}
    with engine.begin() as connection:
        for game_id, seat, unseen in connection.execute(query.where(_ALERT.game_id.in_(game_ids))):
            found[game_id][seat] = found[game_id].get(seat, False) or bool(unseen)
    return found


def due(engine: Engine, now: int, most: int, by_mail: bool) -> list[DueAlert]:
    """Return the alerts that are due, the oldest first: the mails, or all others."""
    game = OnlineGameRow
    ended = _ALERT.sign_in.is_not(None) & SignInRow.token.is_(None)
    columns = (_ALERT.game_id, _ALERT.seat, _ALERT.due, _ALERT.tries, game.name, game.phase, game.running)
    query = select(*columns, ended, _challenger(), *_SUBSCRIPTION)
    query = query.join(game, game.id == _ALERT.game_id).where(_ALERT.due <= now)
    is_mail = _ALERT.device.startswith(BY_MAIL)
    query = query.where(is_mail if by_mail else ~is_mail)
    query = query.outerjoin(SignInRow, (SignInRow.token == _ALERT.sign_in) & (SignInRow.expires > now))
    with engine.begin() as connection:
        rows = connection.execute(query.order_by(_ALERT.due).limit(most)).all()
    return [
        DueAlert(game_id, seat, Subscription(*to), at or 0, tries, name, phase, running, bool(is_ended), challenger)
        for game_id, seat, at, tries, name, phase, running, is_ended, challenger, *to in rows
    ]


def _challenger() -> ColumnElement[str | None]:
    """Return the name of who sits across from the seat of an alert, where nobody sits in that itself."""
    own, other = aliased(OnlineSeatRow), aliased(OnlineSeatRow)
    is_taken = exists().where(own.game_id == _ALERT.game_id, own.seat == _ALERT.seat).correlate(_ALERT)
    across = select(func.coalesce(PersonRow.name, "")).join(other, other.person == PersonRow.id)
    found = across.where(other.game_id == _ALERT.game_id, other.seat != _ALERT.seat, ~is_taken)
    return found.correlate(_ALERT).scalar_subquery()


def set_alert(engine: Engine, one: DueAlert, values: Mapping[str, object]) -> bool:
    """Change what is known of an alert, and say whether it was due as it was read: else it is another's by now."""
    of = (_ALERT.device == one.to.device, *_seat(one.game_id, one.seat), _ALERT.due == one.due)
    with engine.begin() as connection:
        return connection.execute(update(_ALERT).where(*of).values(values)).rowcount == 1


def drop(engine: Engine, one: DueAlert) -> None:
    """Tell this browser no more of this seat."""
    with engine.begin() as connection:
        connection.execute(delete(_ALERT).where(_ALERT.device == one.to.device, *_seat(one.game_id, one.seat)))


def forget(engine: Engine, device: str) -> None:
    """Tell a browser no more of anything."""
    with engine.begin() as connection:
        _forget(connection, device)


def _forget(connection: Connection, device: str) -> None:
    connection.execute(delete(_DEVICE).where(_DEVICE.device == device))
    connection.execute(delete(_ALERT).where(_ALERT.device == device))


def _seat(game_id: str, seat: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _ALERT.game_id == game_id, _ALERT.seat == seat
