"""Tournaments and diaries, and the links of those who write in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "books",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_books"),
    )
    op.create_index("ix_books_owner", "books", ["owner"])
    op.create_index("ix_books_shelf", "books", ["kind", "listed", "at"])
    op.create_table(
        "book_links",
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("book_id", sa.String(32), nullable=False),
        sa.Column("who", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_book_links_book_id"),
        sa.PrimaryKeyConstraint("link_hash", name="pk_book_links"),
    )
    op.create_index("ix_book_links_book_id", "book_links", ["book_id"])


def downgrade() -> None:
    op.drop_table("book_links")
    op.drop_table("books")
