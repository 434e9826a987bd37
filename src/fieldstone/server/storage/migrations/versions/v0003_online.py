"""Games between people; and whose browser a game of one device belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables, and the column of the browsers."""
    op.add_column("games", sa.Column("device", sa.String(64)))
    op.create_table(
        "online_games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("origin", sa.String(64), nullable=False, unique=True),
        sa.Column("invitation", sa.String(64)),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("running", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
    )
    op.create_index("ix_online_games_deadline", "online_games", ["deadline"])
    op.create_table(
        "online_seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    op.create_table(
        "online_events",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("used", sa.Integer),
        sa.Column("compensated", sa.Integer),
        sa.Column("nonce", sa.String(32)),
        sa.UniqueConstraint("game_id", "seat", "nonce"),
    )
    op.create_table(
        "online_heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("online_heartbeat", "online_events", "online_seats", "online_games"):
        op.drop_table(table)
    op.drop_column("games", "device")
