"""Invitations to a seat, hand-overs, and codes to recover seats with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("used_at", sa.String(27), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_tickets_table_id"),
        sa.PrimaryKeyConstraint("hash", "table_id", "seat", name="pk_tickets"),
    )
    op.create_index("ix_tickets_table_id", "tickets", ["table_id"])


def downgrade() -> None:
    op.drop_table("tickets")
