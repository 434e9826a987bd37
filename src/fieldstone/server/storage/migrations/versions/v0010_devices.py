"""Browsers that are told of all games over days of who has signed in there."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table, and the column by which what such a browser is told ends with the sign-in."""
    op.create_table(
        "online_devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("sign_in", sa.String(64), sa.ForeignKey("sign_ins.token", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_online_devices_sign_in", "online_devices", ["sign_in"])
    op.add_column("online_alerts", sa.Column("sign_in", sa.String(64)))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("online_alerts", "sign_in")
    op.drop_table("online_devices")
