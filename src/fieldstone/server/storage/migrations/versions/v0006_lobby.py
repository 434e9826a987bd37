"""Games between people that anybody may join, and that anybody may find."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the columns; the games that there are stay what they were, by link only."""
    op.add_column("online_games", sa.Column("sought", sa.Integer))
    op.add_column("online_games", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("online_games", "public")
    op.drop_column("online_games", "sought")
