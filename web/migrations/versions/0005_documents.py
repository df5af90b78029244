"""Documents of any game, with what lists show of them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def new() -> list[sa.Column[Any]]:
    return [
        sa.Column("game", sa.String(80), nullable=False, server_default=""),
        sa.Column("kind", sa.String(40), nullable=False, server_default=""),
        sa.Column("owner", sa.String(32), nullable=False, server_default=""),
        sa.Column("n", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("at", sa.String(27), nullable=False, server_default=""),
        sa.Column("size", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("summary", sa.JSON(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False, server_default=""),
    ]


def upgrade() -> None:
    for column in new():
        op.add_column("scenarios", column)
    op.add_column("savings", sa.Column("size", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_scenarios_owner", "scenarios", ["owner"])
    op.create_index("ix_scenarios_shelf", "scenarios", ["game", "kind", "listed", "at"])


def downgrade() -> None:
    for name in ("ix_scenarios_shelf", "ix_scenarios_owner"):
        op.drop_index(name, "scenarios")
    op.drop_column("savings", "size")
    for column in reversed(new()):
        op.drop_column("scenarios", column.name)
