"""Games to which one person is challenged by name."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the column; the games that there are stay what they were, for whoever has the link or for anybody."""
    op.add_column("online_games", sa.Column("challenged", sa.String(16)))
    op.create_index("ix_online_games_challenged", "online_games", ["challenged"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_online_games_challenged", "online_games")
    op.drop_column("online_games", "challenged")
