"""Several processes: which of them run, and who is at games at each of them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables. When the one process was last known to run is kept."""
    processes = op.create_table(
        "online_processes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "online_presence",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("second", sa.Boolean, nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )
    beats = sa.table("online_heartbeat", sa.column("id"), sa.column("at"))
    op.execute(processes.insert().from_select(["id", "at"], sa.select(beats.c.id, beats.c.at)))
    op.drop_table("online_heartbeat")


def downgrade() -> None:
    """Drop them, but for when a process was last known to run."""
    beats = op.create_table(
        "online_heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    processes = sa.table("online_processes", sa.column("id"), sa.column("at"))
    latest = sa.select(sa.literal(1), sa.func.max(processes.c.at)).having(sa.func.count() > 0)
    op.execute(beats.insert().from_select(["id", "at"], latest))
    op.drop_table("online_presence")
    op.drop_table("online_processes")
