"""The tables of the database. What happened at a table is only ever added to."""

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
    Column("card", JSON, nullable=False),  # as it was made
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
    Column("box", JSON(none_as_null=True)),  # what an owner of the game copied, as it was when it was opened
)

seats = Table(
    "seats",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
)

# What gives a seat to whoever brings it, once: an invitation, a hand-over, a code to recover seats with.
tickets = Table(
    "tickets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True, index=True),
    Column("seat", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("n", Integer, nullable=False),  # how many of its kind were made before it for this seat
    Column("by", String(64), nullable=False),  # the hash of the link of whoever made it
    Column("made_at", TIME, nullable=False),
    Column("used_at", TIME, nullable=False, default="", server_default=""),
)

# The running number is unique per table: of two events at once exactly one is taken.
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

# What a seat has typed in answer to a question and not sent yet.
drafts = Table(
    "drafts",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),  # of the answer in the transcript
    Column("question", String(64), nullable=False),  # a digest: after an undo another may stand in its place
    Column("fields", JSON, nullable=False),
    Column("at", TIME, nullable=False, index=True),
)

# Documents of every game that people write; what lists show of each stands beside its versions.
documents = Table(
    "documents",
    metadata,
    Column("id", ID, primary_key=True),
    Column("link_hash", String(64), nullable=False, unique=True),
    Column("made_at", TIME, nullable=False),
    Column("game", String(80), nullable=False, default="", server_default=""),
    Column("kind", String(40), nullable=False, default="", server_default=""),
    Column("owner", String(32), nullable=False, default="", server_default="", index=True),
    Column("n", Integer, nullable=False, default=0, server_default="0"),
    Column("listed", Boolean, nullable=False, default=False, server_default=false()),
    Column("at", TIME, nullable=False, default="", server_default=""),
    Column("size", Integer, nullable=False, default=0, server_default="0"),  # bytes
    Column("summary", JSON(none_as_null=True)),
    Column("words", Text, nullable=False, default="", server_default=""),
    Index("ix_documents_shelf", "game", "kind", "listed", "at"),
)

# As with events: of two versions that follow the same one exactly one is taken. Old ones without a note go.
document_versions = Table(
    "document_versions",
    metadata,
    Column("document_id", ID, ForeignKey("documents.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("document", JSON, nullable=False),
    Column("note", String(200), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("at", TIME, nullable=False),
    Column("size", Integer, nullable=False, default=0, server_default="0"),  # bytes
)

# Work that takes long, and how far it is. Whoever does it holds it for a while; then another may go on.
jobs = Table(
    "jobs",
    metadata,
    Column("id", ID, primary_key=True),  # a digest of what is to be done: asked twice it is done once
    Column("game", String(80), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", JSON, nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Column("held_until", TIME, nullable=False),
    Column("made_at", TIME, nullable=False),
)

# What owners copied from their components; whoever has the link may read and change it.
boxes = Table(
    "boxes",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("n", Integer, nullable=False),  # grows with every change: of two at once exactly one is taken
    Column("box", JSON, nullable=False),
    Column("size", Integer, nullable=False),  # bytes
    Column("owner", String(32), nullable=False, index=True),  # a hash of the address it came from
    Column("made_at", TIME, nullable=False),
    Column("at", TIME, nullable=False),
)

# What organisers and clubs keep: a tournament, a diary. One row each, as it stands now.
books = Table(
    "books",
    metadata,
    Column("id", ID, primary_key=True),  # the readers' address
    Column("kind", String(16), nullable=False),
    Column("game", String(80), nullable=False),
    Column("title", String(120), nullable=False),
    Column("n", Integer, nullable=False),  # grows with every change: of two at once exactly one is taken
    Column("body", JSON, nullable=False),
    Column("listed", Boolean, nullable=False, default=False, server_default=false()),
    Column("size", Integer, nullable=False),  # bytes
    Column("owner", String(32), nullable=False, index=True),  # a hash of the address it came from
    Column("made_at", TIME, nullable=False),
    Column("at", TIME, nullable=False),
    Index("ix_books_shelf", "kind", "listed", "at"),
)

# Who may write in it: 0 is whoever keeps it, others are players by their numbers.
book_links = Table(
    "book_links",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("book_id", ID, ForeignKey("books.id"), nullable=False, index=True),
    Column("who", Integer, nullable=False),
)

# Who wants to be called when it is his turn, and how. Where he is called is his own business.
calls = Table(
    "calls",
    metadata,
    Column("id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False),
    Column("seat", String(16), nullable=False),
    Column("link_hash", String(64), nullable=False, index=True),  # another link for the seat ends its calls
    Column("way", String(16), nullable=False),
    Column("form", String(16), nullable=False),  # of a webhook's message
    Column("address", Text, nullable=False),
    Column("address_hash", String(64), nullable=False, index=True),
    Column("lang", String(2), nullable=False),
    Column("there", Text, nullable=False),  # what a message links to; never the link of a seat
    Column("stop", Text, nullable=False),  # where it can be ended, in a letter
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer, nullable=False),  # minutes after midnight; both the same: no quiet hours
    Column("quiet_to", Integer, nullable=False),
    Column("code_hash", String(64), nullable=False),  # of what is to be typed first; none: it counts
    Column("guesses", Integer, nullable=False),
    Column("trouble", String(16), nullable=False),  # why nothing is sent any more
    Column("made_at", TIME, nullable=False),
    Index("ix_calls_seat", "table_id", "seat"),
)

# What is to be sent, and what was: written with what it tells of, sent by somebody else later.
outbox = Table(
    "outbox",
    metadata,
    Column("call_id", ID, primary_key=True),  # which may have ended meanwhile
    Column("kind", String(16), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the version of the table it tells of
    Column("address_hash", String(64), nullable=False, index=True),
    Column("body", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("made_at", TIME, nullable=False),
    Column("due_at", TIME, nullable=False),
    Column("held_until", TIME, nullable=False),
    Index("ix_outbox_due", "state", "due_at"),
)

# What the service made for itself once and must not lose.
keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    Column("made_at", TIME, nullable=False),
)
