"""Who is called when it is his turn, what is to be sent, and the service's own keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("there", sa.Text(), nullable=False),
        sa.Column("stop", sa.Text(), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_to", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("guesses", sa.Integer(), nullable=False),
        sa.Column("trouble", sa.String(16), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_calls_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_calls"),
    )
    op.create_index("ix_calls_seat", "calls", ["table_id", "seat"])
    op.create_index("ix_calls_link_hash", "calls", ["link_hash"])
    op.create_index("ix_calls_address_hash", "calls", ["address_hash"])
    op.create_table(
        "outbox",
        sa.Column("call_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("due_at", sa.String(27), nullable=False),
        sa.Column("held_until", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("call_id", "kind", "n", name="pk_outbox"),
    )
    op.create_index("ix_outbox_due", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_address_hash", "outbox", ["address_hash"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )


def downgrade() -> None:
    for name in ("keys", "outbox", "calls"):
        op.drop_table(name)
