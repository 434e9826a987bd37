"""Games."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the table of the games."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("rules", sa.JSON),
        sa.Column("clock", sa.JSON),
        sa.Column("result", sa.JSON),
        sa.Column("on_move", sa.Integer),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("rows", sa.Text, nullable=False),
        sa.Column("shape", sa.String(16), nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
    )
    op.create_index("ix_games_updated", "games", ["updated"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("games")
