"""Tables of the database. The events of a table are only ever added to."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

ID = String(32)
TIME = String(27)  # ISO 8601 in UTC to the microsecond: sorts as text and reads the same everywhere

battles = Table(
    "battles",
    metadata,
    Column("id", ID, primary_key=True),
    Column("procedure", String(64), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("catalog", String(64), nullable=False),
    Column("entries", JSON, nullable=False),
    Column("made_at", TIME, nullable=False),
    Column("card", JSON, nullable=False),  # at the time it was made
    Column("owner", String(32), nullable=False, index=True),  # hash of the client
    Column("size", Integer, nullable=False),  # bytes
    Column("seen_at", TIME, nullable=False, index=True),  # last day on which somebody opened it
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("procedure", String(64), nullable=False),
    Column("title", String(120), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("catalog", String(64), nullable=False),
    Column("opened_at", TIME, nullable=False),
    Column("owner_data", JSON(none_as_null=True)),  # owner data at the time the table was opened
    Column("owner", String(32), nullable=False, index=True),  # hash of the client
    Column("size", Integer, nullable=False),  # bytes
    Column("seen_at", TIME, nullable=False, index=True),  # last day on which somebody opened it
)

seats = Table(
    "seats",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
)

# Single-use tokens that give a seat: invitations, hand-overs, recovery codes.
seat_tokens = Table(
    "seat_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True, index=True),
    Column("seat", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("n", Integer, nullable=False),  # number of earlier ones of this kind for this seat
    Column("issuer_hash", String(64), nullable=False),  # hash of the link of the person who made it
    Column("made_at", TIME, nullable=False),
    Column("used_at", TIME, nullable=False, default="", server_default=""),
)

# The running number is unique per table: of two concurrent events exactly one is stored.
events = Table(
    "events",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", String(16), nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", TIME, nullable=False),
)

# Answers that a seat has typed and not sent yet.
drafts = Table(
    "drafts",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),  # index of the answer in the transcript
    Column(
        "question", String(64), nullable=False
    ),  # digest: after an undo another question may have its place
    Column("fields", JSON, nullable=False),
    Column("at", TIME, nullable=False, index=True),
)

# Documents of every game that people write, with the summaries that lists show.
documents = Table(
    "documents",
    metadata,
    Column("id", ID, primary_key=True),
    Column("link_hash", String(64), nullable=False, unique=True),
    Column("made_at", TIME, nullable=False),
    Column("game", String(80), nullable=False, default="", server_default=""),
    Column("kind", String(40), nullable=False, default="", server_default=""),
    Column("owner", String(32), nullable=False, default="", server_default="", index=True),
    Column("version", Integer, nullable=False, default=0, server_default="0"),
    Column("listed", Boolean, nullable=False, default=False, server_default=false()),
    Column("at", TIME, nullable=False, default="", server_default=""),
    Column("size", Integer, nullable=False, default=0, server_default="0"),  # bytes
    Column("summary", JSON(none_as_null=True)),
    Column("search_text", Text, nullable=False, default="", server_default=""),
    Index("ix_documents_listed", "game", "kind", "listed", "at"),
)

# Of two concurrent versions exactly one is stored. Old versions without a note are deleted.
document_versions = Table(
    "document_versions",
    metadata,
    Column("document_id", ID, ForeignKey("documents.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("document", JSON, nullable=False),
    Column("note", String(200), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("at", TIME, nullable=False),
    Column("size", Integer, nullable=False, default=0, server_default="0"),  # bytes
)

# Background jobs and their progress. A worker claims a job for a limited time; then another may continue.
jobs = Table(
    "jobs",
    metadata,
    Column("id", ID, primary_key=True),  # digest of the job, so that an equal one runs only once
    Column("game", String(80), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", JSON, nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Column("claimed_until", TIME, nullable=False),
    Column("made_at", TIME, nullable=False),
    Column("owner", String(32), nullable=False),  # hash of the client that requested it
)

# Owner data: figures typed from the components. Everybody with the link may read and change it.
owner_data = Table(
    "owner_data",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("version", Integer, nullable=False),  # version: of two concurrent changes exactly one is stored
    Column("document", JSON, nullable=False),
    Column("size", Integer, nullable=False),  # bytes
    Column("owner", String(32), nullable=False, index=True),  # hash of the client's address
    Column("made_at", TIME, nullable=False),
    Column("at", TIME, nullable=False),
)

# Shared documents: tournaments and diaries. One row each, with the current version.
shared_documents = Table(
    "shared_documents",
    metadata,
    Column("id", ID, primary_key=True),  # also the public address
    Column("kind", String(16), nullable=False),
    Column("game", String(80), nullable=False),
    Column("title", String(120), nullable=False),
    Column("version", Integer, nullable=False),  # version: of two concurrent changes exactly one is stored
    Column("body", JSON, nullable=False),
    Column("listed", Boolean, nullable=False, default=False, server_default=false()),
    Column("size", Integer, nullable=False),  # bytes
    Column("owner", String(32), nullable=False, index=True),  # hash of the client's address
    Column("made_at", TIME, nullable=False),
    Column("at", TIME, nullable=False),
    Index("ix_shared_documents_listed", "kind", "listed", "at"),
)

# Writers: 0 is the main writer, others are players by their numbers.
shared_document_links = Table(
    "shared_document_links",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("document_id", ID, ForeignKey("shared_documents.id"), nullable=False, index=True),
    Column("writer", Integer, nullable=False),
)

# Notification subscriptions. The address is private.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False),
    Column("seat", String(16), nullable=False),
    Column(
        "link_hash", String(64), nullable=False, index=True
    ),  # a new link for the seat ends its subscriptions
    Column("channel", String(16), nullable=False),
    Column("format", String(16), nullable=False),  # format of a webhook's message
    Column("address", Text, nullable=False),
    Column("address_hash", String(64), nullable=False, index=True),
    Column("lang", String(2), nullable=False),
    Column("url", Text, nullable=False),  # URL in messages; never the link of a seat
    Column("unsubscribe_url", Text, nullable=False),  # unsubscribe URL in e-mails
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer, nullable=False),  # minutes after midnight; equal values: no quiet hours
    Column("quiet_to", Integer, nullable=False),
    Column("code_hash", String(64), nullable=False),  # hash of the confirmation code; empty: confirmed
    Column("guesses", Integer, nullable=False),
    Column("trouble", String(16), nullable=False),  # why sending failed for good
    Column("made_at", TIME, nullable=False),
    Index("ix_subscriptions_seat", "table_id", "seat"),
)

# Messages, waiting and sent: stored in the transaction of their cause, sent later by a dispatcher.
outbox = Table(
    "outbox",
    metadata,
    Column("subscription_id", ID, primary_key=True),  # the subscription may have ended since
    Column("kind", String(16), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # version of the table it is about
    Column("address_hash", String(64), nullable=False, index=True),
    Column("body", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("made_at", TIME, nullable=False),
    Column("due_at", TIME, nullable=False),
    Column("claimed_until", TIME, nullable=False),
    Index("ix_outbox_due", "state", "due_at"),
)

# Catalogues that tables were opened with; ``body`` is a snapshot, or = and the version it is a part of.
catalogs = Table(
    "catalogs",
    metadata,
    Column("game", String(80), primary_key=True),
    Column("version", String(64), primary_key=True),
    Column("body", Text, nullable=False),
    Column("made_at", TIME, nullable=False),
)

# Secrets that the service generates once.
keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    Column("made_at", TIME, nullable=False),
)
