"""Guests block too: whoever blocks somebody is known by the id of the person, or by the browser."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

NEW = "blocks_anew"


def upgrade() -> None:
    """Make the table anew, in which whoever blocks need be no person."""
    _begin(sa.Column("blocker", sa.String(64), primary_key=True))
    op.execute(f"INSERT INTO {NEW} SELECT person, blocked, created, game_id FROM blocks")
    _finish()


def downgrade() -> None:
    """Make it as it was; what guests have said is lost."""
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    _begin(sa.Column("person", sa.String(16), person, primary_key=True))
    whose = "blocker IN (SELECT id FROM people)"
    op.execute(f"INSERT INTO {NEW} SELECT blocker, blocked, created, game_id FROM blocks WHERE {whose}")
    _finish()


def _begin(who: sa.Column[str]) -> None:
    op.create_table(
        NEW,
        who,
        sa.Column("blocked", sa.String(64), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("game_id", sa.String(16)),
    )


def _finish() -> None:
    op.drop_table("blocks")
    op.rename_table(NEW, "blocks")
