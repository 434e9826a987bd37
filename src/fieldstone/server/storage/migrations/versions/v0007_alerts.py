"""Alerts of games over days, by web push."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "online_alerts",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("told", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_online_alerts_due", "online_alerts", ["due"])
    op.create_index("ix_online_alerts_device", "online_alerts", ["device"])
    op.create_table(
        "online_push_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("private", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("online_push_key")
    op.drop_table("online_alerts")
