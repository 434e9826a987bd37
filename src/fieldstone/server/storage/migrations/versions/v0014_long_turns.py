"""A turn may take 30 days, in milliseconds: more than an integer of 32 bits holds."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

COLUMNS = ("used", "compensated")


def upgrade() -> None:
    """Let what a turn has used be as long as it may be."""
    _be(sa.BigInteger())


def downgrade() -> None:
    """Let it be an integer again, which turns of more than 24 days are too long for."""
    _be(sa.Integer())


def _be(kind: sa.types.TypeEngine[int]) -> None:
    with op.batch_alter_table("online_events") as table:
        for column in COLUMNS:
            table.alter_column(column, type_=kind)
