"""A battle keeps its card as it was made, and a table is bound to its catalogues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("card", sa.JSON(), nullable=True))
    op.add_column("tables", sa.Column("bound", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("tables", "bound")
    op.drop_column("battles", "card")
