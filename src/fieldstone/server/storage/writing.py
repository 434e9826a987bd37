"""One transaction for many changes of games between people."""

from collections.abc import Sequence
from operator import itemgetter

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Insert,
    and_,
    bindparam,
    case,
    delete,
    false,
    insert,
    literal,
    literal_column,
    null,
    select,
    update,
)

from fieldstone.server.storage.online import (
    BY_MAIL,
    Begun,
    Challenged,
    Change,
    OnlineAlertRow,
    OnlineDeviceRow,
    OnlineGameRow,
    OnlineSeatRow,
    Rematch,
    Row,
    tell_devices,
)
from fieldstone.server.storage.people import PersonRow, SignInRow
from fieldstone.server.storage.plain import ADD_EVENT, UPDATE_GAME, plain_writing, standing_bound, standings
from fieldstone.server.storage.prepared import Prepared
from fieldstone.server.storage.presence import keep_presence
from fieldstone.server.storage.ratings import carry_out
from fieldstone.server.storage.sharing import is_shared, notify

_OF_SEAT = (OnlineAlertRow.game_id == bindparam("of")) & (OnlineAlertRow.seat == bindparam("in_seat"))
_QUIET = OnlineAlertRow.due.is_(None) & OnlineAlertRow.told.is_(False)
_STATEMENTS = {
    "due": update(OnlineAlertRow).where(_OF_SEAT, _QUIET).values(due=bindparam("to_due"), tries=literal_column("0")),
    "seen": update(OnlineAlertRow).where(_OF_SEAT).values(due=bindparam("to_due"), told=false()),
    "new": insert(OnlineGameRow),
    "seats": insert(OnlineSeatRow),
    "events": ADD_EVENT,
    "games": UPDATE_GAME,
}
# By what the rows of a statement are put in order where several processes write: who locks rows in one order never
# waits for somebody who waits.
_ORDER = {"new": ("origin",), "seats": ("game_id", "seat"), "events": ("game_id", "seq"), "games": ("of",)}


class Writing:
    """Writes changes to one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_shared = is_shared(engine.url)
        self._connection: Connection | None = None
        self._statements = {name: Prepared(engine, one) for name, one in _STATEMENTS.items()}
        self._plain = plain_writing(engine)

    def write(self, changes: Sequence[Change]) -> None:
        """Write some changes in one transaction, all of them or none. Raises what the database does."""
        if self._plain is not None and all(change.is_plain for change in changes):
            self._plain.write(changes)
        else:
            self._write(changes)

    def _write(self, changes: Sequence[Change]) -> None:
        connection = self._connection = self._connection or self._engine.connect()
        try:
            with connection.begin():
                for name in ("new", "seats", "events"):
                    self._run(connection, name, [row for change in changes for row in getattr(change, name)])
                self._run(connection, "games", [standing_bound(row) for row in standings(changes)])
                for alert in (alert for change in changes for alert in change.alerts):
                    bound = {"of": alert["game_id"], "in_seat": alert["seat"], "to_due": alert["due"]}
                    self._run(connection, "seen" if alert["due"] is None else "due", [bound])
                for rematch in (one for change in changes for one in change.rematches):
                    connection.execute(_alerts_of(rematch))
                for begun in (one for change in changes for one in change.begun):
                    connection.execute(delete(OnlineAlertRow).where(_by_mail(begun.game_id)))
                    connection.execute(_alerts_by_mail(begun))
                    tell_devices(connection, begun)
                for challenged in (one for change in changes for one in change.challenged):
                    _alert(connection, challenged)
                ratings = [one for change in changes for one in change.ratings]
                if ratings:
                    carry_out(connection, ratings)
                if self._is_shared:
                    keep_presence(connection, [row for change in changes for row in change.here])
                    notify(connection, (line for change in changes for line in change.notices))
        except Exception:
            self._disconnect()  # the next one begins with a connection that has seen nothing
            raise

    def close(self) -> None:
        """Give the connections back."""
        self._disconnect()
        if self._plain is not None:
            self._plain.close()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _run(self, connection: Connection, name: str, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if self._is_shared and name in _ORDER:
            rows = sorted(rows, key=itemgetter(*_ORDER[name]))
        statement = self._statements[name]
        parameters = [statement.bound(row) for row in rows]
        connection.exec_driver_sql(statement.text, parameters if len(parameters) > 1 else parameters[0])


def _alerts_of(rematch: Rematch) -> Insert:
    """Return what tells the same browsers of a rematch; the mails are those of a game that has begun."""
    columns = OnlineAlertRow
    seat = 3 - columns.seat
    to = (columns.device, columns.endpoint, columns.key, columns.secret, columns.language, columns.sign_in)
    same = (*to, columns.created)
    due = case((seat == rematch.on_move, rematch.due), else_=null())
    new = (literal(rematch.game_id), seat, *same, due, literal(0), false())
    names = ["game_id", "seat", *(one.key for one in same), "due", "tries", "told"]
    to_browsers = columns.game_id == rematch.before, ~columns.device.startswith(BY_MAIL)
    return insert(columns).from_select(names, select(*new).where(*to_browsers))


def _by_mail(game_id: str) -> ColumnElement[bool]:
    """Return which alerts of a game are mails: some may be there from before it began."""
    return and_(OnlineAlertRow.game_id == game_id, OnlineAlertRow.device.startswith(BY_MAIL))


def _alerts_by_mail(begun: Begun) -> Insert:
    """Return what tells people by mail of a game."""
    columns, seat, person = OnlineAlertRow, OnlineSeatRow, PersonRow
    to = literal(BY_MAIL) + person.id
    due = case((seat.seat == begun.waiting, begun.due), else_=null())
    new = (seat.game_id, seat.seat, to, to, literal(""), literal(""), person.mail_language, literal(begun.now), due)
    names = ("game_id", "seat", "device", "endpoint", "key", "secret", "language", "created", "due", "tries", "told")
    wanted = (seat.game_id == begun.game_id, person.mail_language.is_not(None))
    found = select(*new, literal(0), false()).join(person, person.id == seat.person).where(*wanted)
    return insert(columns).from_select(names, found)


def _alert(connection: Connection, one: Challenged) -> None:
    """Have somebody told of a challenge: by mail, and on the devices that are told of all games of theirs."""
    person, device, sign_in = PersonRow, OnlineDeviceRow, SignInRow
    to = ("device", "endpoint", "key", "secret", "language", "sign_in")
    names = ("game_id", "seat", *to, "created", "due", "tries", "told")
    begin, end = (literal(one.game_id), literal(one.seat)), (literal(one.now), literal(one.due), literal(0), false())
    mail = literal(BY_MAIL) + person.id
    by_mail = select(*begin, mail, mail, literal(""), literal(""), person.mail_language, null(), *end)
    by_mail = by_mail.where(person.id == one.person, person.mail_language.is_not(None))
    to_devices = select(*begin, *(getattr(device, name) for name in to), *end)
    to_devices = to_devices.join(sign_in, device.sign_in == sign_in.token).where(sign_in.person == one.person)
    for found in (by_mail, to_devices):
        connection.execute(insert(OnlineAlertRow).from_select(names, found))
