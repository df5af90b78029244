"""Create every table of web.storage.schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001_initial"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("procedure", sa.String(64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("catalog", sa.String(64), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("card", sa.JSON(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_battles"),
    )
    op.create_index("ix_battles_owner", "battles", ["owner"])
    op.create_index("ix_battles_seen_at", "battles", ["seen_at"])
    op.create_table(
        "shared_documents",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared_documents"),
    )
    op.create_index("ix_shared_documents_owner", "shared_documents", ["owner"])
    op.create_index("ix_shared_documents_listed", "shared_documents", ["kind", "listed", "at"])
    op.create_table(
        "owner_data",
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("link_hash", name="pk_owner_data"),
    )
    op.create_index("ix_owner_data_owner", "owner_data", ["owner"])
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("claimed_until", sa.String(27), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
    )
    op.create_index("ix_jobs_state", "jobs", ["state"])
    op.create_table(
        "catalogs",
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("game", "version", name="pk_catalogs"),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.create_table(
        "outbox",
        sa.Column("subscription_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("due_at", sa.String(27), nullable=False),
        sa.Column("claimed_until", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("subscription_id", "kind", "n", name="pk_outbox"),
    )
    op.create_index("ix_outbox_address_hash", "outbox", ["address_hash"])
    op.create_index("ix_outbox_due", "outbox", ["state", "due_at"])
    op.create_table(
        "documents",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("game", sa.String(80), server_default="", nullable=False),
        sa.Column("kind", sa.String(40), server_default="", nullable=False),
        sa.Column("owner", sa.String(32), server_default="", nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("at", sa.String(27), server_default="", nullable=False),
        sa.Column("size", sa.Integer(), server_default="0", nullable=False),
        sa.Column("summary", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("search_text", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
        sa.UniqueConstraint("link_hash", name="uq_documents_link_hash"),
    )
    op.create_index("ix_documents_owner", "documents", ["owner"])
    op.create_index("ix_documents_listed", "documents", ["game", "kind", "listed", "at"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("procedure", sa.String(64), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("catalog", sa.String(64), nullable=False),
        sa.Column("opened_at", sa.String(27), nullable=False),
        sa.Column("owner_data", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_index("ix_tables_seen_at", "tables", ["seen_at"])
    op.create_table(
        "shared_document_links",
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("document_id", sa.String(32), nullable=False),
        sa.Column("writer", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["shared_documents.id"], name="fk_shared_document_links_document_id"
        ),
        sa.PrimaryKeyConstraint("link_hash", name="pk_shared_document_links"),
    )
    op.create_index("ix_shared_document_links_document_id", "shared_document_links", ["document_id"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("unsubscribe_url", sa.Text(), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_to", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("guesses", sa.Integer(), nullable=False),
        sa.Column("trouble", sa.String(16), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_subscriptions_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
    )
    op.create_index("ix_subscriptions_address_hash", "subscriptions", ["address_hash"])
    op.create_index("ix_subscriptions_link_hash", "subscriptions", ["link_hash"])
    op.create_index("ix_subscriptions_seat", "subscriptions", ["table_id", "seat"])
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("question", sa.String(64), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_drafts_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", "place", name="pk_drafts"),
    )
    op.create_index("ix_drafts_at", "drafts", ["at"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_table_id"),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_events"),
    )
    op.create_table(
        "document_versions",
        sa.Column("document_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("size", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_document_versions_document_id"),
        sa.PrimaryKeyConstraint("document_id", "version", name="pk_document_versions"),
    )
    op.create_table(
        "seats",
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("link_hash", name="pk_seats"),
    )
    op.create_index("ix_seats_table_id", "seats", ["table_id"])
    op.create_table(
        "seat_tokens",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("issuer_hash", sa.String(64), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("used_at", sa.String(27), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seat_tokens_table_id"),
        sa.PrimaryKeyConstraint("token_hash", "table_id", "seat", name="pk_seat_tokens"),
    )
    op.create_index("ix_seat_tokens_table_id", "seat_tokens", ["table_id"])
