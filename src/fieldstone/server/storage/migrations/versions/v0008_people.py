"""People with accounts, and what follows from them: who sat where, ratings, blocks, reports."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def _person(primary_key: bool = False, nullable: bool = False) -> sa.Column[str]:
    owner = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.String(16), owner, primary_key=primary_key, nullable=nullable)


def upgrade() -> None:
    """Make the tables, and the columns of games and seats."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(20)),
        sa.Column("known", sa.String(80), unique=True),
        sa.Column("mail", sa.String(254), unique=True),
        sa.Column("mail_language", sa.String(8)),
        sa.Column("page", sa.String(300)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sign_ins",
        sa.Column("token", sa.String(64), primary_key=True),
        _person(),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_sign_ins_person", "sign_ins", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _person(),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "tickets",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("content", sa.String(254), nullable=False),
        _person(nullable=True),
        sa.Column("name", sa.String(20)),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tickets_expires", "tickets", ["expires"])
    op.create_table(
        "ratings",
        _person(primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("size", sa.String(8), primary_key=True),
        sa.Column("pace", sa.String(8), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "blocks",
        _person(primary_key=True),
        sa.Column("blocked", sa.String(64), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("online_games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.BigInteger),
    )
    op.add_column("online_games", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("online_seats") as seats:
        seats.add_column(sa.Column("person", sa.String(16), sa.ForeignKey("people.id", name="fk_seats_person")))
        seats.add_column(sa.Column("device", sa.String(64)))
        seats.add_column(sa.Column("before", sa.Float))
        seats.add_column(sa.Column("after", sa.Float))
    op.create_index("ix_online_seats_person", "online_seats", ["person"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_online_seats_person", "online_seats")
    with op.batch_alter_table("online_seats") as seats:
        for name in ("after", "before", "device", "person"):
            seats.drop_column(name)
    op.drop_column("online_games", "rated")
    for name in ("reports", "blocks", "ratings", "tickets", "passkeys", "sign_ins", "people"):
        op.drop_table(name)
