"""Which moves of a game persons have left to the computer."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the column."""
    op.add_column("games", sa.Column("handed", sa.JSON))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("games", "handed")
