"""Who is at games between people at each of several processes, so that the others know."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Boolean, Connection, Engine, ForeignKey, Integer, String, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from fieldstone.server.storage.models import Base


class OnlinePresenceRow(Base):
    """Who is at a game at one of several processes: the players of either seat, and how many watch."""

    __tablename__ = "online_presence"

    game_id: Mapped[str] = mapped_column(
        String(16), ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True
    )
    process: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    first: Mapped[bool] = mapped_column(Boolean)
    second: Mapped[bool] = mapped_column(Boolean)
    watchers: Mapped[int] = mapped_column(Integer)


Here = tuple[bool, bool, int]  # whether the players of the first and the second seat are there, and how many watch
NOBODY: Here = (False, False, 0)


def keep_presence(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Write down who is at games, the last of several rows of a game, in a transaction."""
    latest = {row["game_id"]: row for row in rows}
    for _, row in sorted(latest.items()):
        if row["first"] or row["second"] or row["watchers"]:
            new = insert(OnlinePresenceRow).values(row)
            kept = {name: new.excluded[name] for name in ("first", "second", "watchers")}
            connection.execute(new.on_conflict_do_update(index_elements=["game_id", "process"], set_=kept))
        else:
            of = (OnlinePresenceRow.game_id == row["game_id"]) & (OnlinePresenceRow.process == row["process"])
            connection.execute(delete(OnlinePresenceRow).where(of))


def presence(engine: Engine, game_ids: Sequence[str], but: int) -> dict[str, dict[int, Here]]:
    """Return who is at some games at other processes than one, by game and process."""
    row = OnlinePresenceRow
    query = select(row.game_id, row.process, row.first, row.second, row.watchers).where(row.process != but)
    found: dict[str, dict[int, Here]] = {game_id: {} for game_id in game_ids}
    with engine.begin() as connection:
        for game_id, process, *here in connection.execute(query.where(row.game_id.in_(game_ids))):
            found[game_id][process] = (bool(here[0]), bool(here[1]), here[2])
    return found


def players(engine: Engine, game_ids: Sequence[str], but: int) -> set[tuple[str, int]]:
    """Return the seats of some games whose players are there, at other processes than one."""
    row = OnlinePresenceRow
    found: set[tuple[str, int]] = set()
    with engine.begin() as connection:
        query = select(row.game_id, row.first, row.second).where(row.process != but, row.game_id.in_(game_ids))
        for game_id, *here in connection.execute(query):
            found.update((game_id, seat) for seat, is_here in zip((1, 2), here, strict=True) if is_here)
    return found
