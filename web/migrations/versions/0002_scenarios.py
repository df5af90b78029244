"""Scenarios and their savings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scenarios",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scenarios"),
        sa.UniqueConstraint("link_hash", name="uq_scenarios_link_hash"),
    )
    op.create_table(
        "savings",
        sa.Column("scenario_id", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("card", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["scenario_id"], ["scenarios.id"], name="fk_savings_scenario_id"),
        sa.PrimaryKeyConstraint("scenario_id", "n", name="pk_savings"),
    )


def downgrade() -> None:
    for name in ("savings", "scenarios"):
        op.drop_table(name)
