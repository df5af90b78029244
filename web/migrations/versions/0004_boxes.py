"""What owners copy from their components, and the copy of it that a table keeps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("box", sa.JSON(), nullable=True))
    op.create_table(
        "boxes",
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("box", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("link_hash", name="pk_boxes"),
    )
    op.create_index("ix_boxes_owner", "boxes", ["owner"])


def downgrade() -> None:
    op.drop_table("boxes")
    op.drop_column("tables", "box")
