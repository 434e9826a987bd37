"""What players have told the organiser of each other."""

from typing import NamedTuple

from sqlalchemy import Engine, select, update
from sqlalchemy.orm import aliased

from fieldstone.server.storage.online import OnlineSeatRow, Row
from fieldstone.server.storage.people import PersonRow, ReportRow
from fieldstone.server.storage.upserts import insert_into


class Reported(NamedTuple):
    """A report: the seat of who has made it, and the names of both; None where somebody is a guest."""

    game: str
    seat: int
    by: str | None
    about: str | None
    reason: str
    text: str
    created: int


def keep(engine: Engine, game_id: str, seat: int, reason: str, text: str, now: int) -> None:
    """Keep what a player of a game reports, in the place of any earlier report. Raises what the database does."""
    said = {"reason": reason, "text": text, "created": now, "settled": None}
    with engine.begin() as connection:
        new = insert_into(connection, ReportRow).values(game_id=game_id, seat=seat, **said)
        connection.execute(new.on_conflict_do_update(index_elements=["game_id", "seat"], set_=said))


def waiting(engine: Engine, most: int) -> list[Reported]:
    """Return the reports that wait for the organiser, the oldest first."""
    report, own, others = ReportRow, aliased(OnlineSeatRow), aliased(OnlineSeatRow)
    by, about = aliased(PersonRow), aliased(PersonRow)
    query = (
        select(report.game_id, report.seat, by.name, about.name, report.reason, report.text, report.created)
        .outerjoin(own, (own.game_id == report.game_id) & (own.seat == report.seat))
        .outerjoin(others, (others.game_id == report.game_id) & (others.seat == 3 - report.seat))
        .outerjoin(by, by.id == own.person)
        .outerjoin(about, about.id == others.person)
        .where(report.settled.is_(None))
        .order_by(report.created, report.game_id, report.seat)
        .limit(most)
    )
    with engine.begin() as connection:
        return [Reported(*row) for row in connection.execute(query)]


def made_by(engine: Engine, person: str) -> list[Row]:
    """Return what a person has reported, the oldest first."""
    report, own = ReportRow, OnlineSeatRow
    query = (
        select(report.game_id.label("game"), report.reason, report.text, report.created)
        .join(own, (own.game_id == report.game_id) & (own.seat == report.seat))
        .where(own.person == person)
        .order_by(report.created, report.game_id)
    )
    with engine.begin() as connection:
        return [dict(row) for row in connection.execute(query).mappings()]


def settle(engine: Engine, game_id: str, now: int) -> bool:
    """Note that the reports of a game were dealt with; says whether there was one that waited."""
    of = update(ReportRow).where(ReportRow.game_id == game_id, ReportRow.settled.is_(None))
    with engine.begin() as connection:
        return connection.execute(of.values(settled=now)).rowcount > 0
