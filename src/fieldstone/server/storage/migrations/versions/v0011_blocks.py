"""In which game somebody has said that they play no more with the other player."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the column. Of guests who are blocked already it is a game that the two have played."""
    op.add_column("blocks", sa.Column("game_id", sa.String(16)))
    blocks = sa.table("blocks", *(sa.column(name) for name in ("person", "blocked", "game_id")))
    seats = sa.table("online_seats", *(sa.column(name) for name in ("game_id", "seat", "person", "device")))
    own, other = seats.alias(), seats.alias()
    at_one_game = (own.c.game_id == other.c.game_id) & (own.c.seat != other.c.seat)
    theirs = (own.c.person == blocks.c.person) & (other.c.device == blocks.c.blocked)
    game = sa.select(sa.func.max(own.c.game_id)).where(at_one_game, theirs).scalar_subquery()
    op.execute(blocks.update().values(game_id=game))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("blocks", "game_id")
