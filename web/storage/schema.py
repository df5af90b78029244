"""The tables of the database. Rows are only ever added, and none can be worked out from the others."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text, false

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
    Column("card", JSON(none_as_null=True)),  # as it was made; version 0.1 kept none
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
    # Answers are taken by its own catalogues alone; tables of version 0.1 go on wherever their answers fit.
    Column("bound", Boolean, nullable=False, default=False, server_default=false()),
)

seats = Table(
    "seats",
    metadata,
    Column("link_hash", String(64), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
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

scenarios = Table(
    "scenarios",
    metadata,
    Column("id", ID, primary_key=True),
    Column("link_hash", String(64), nullable=False, unique=True),
    Column("made_at", TIME, nullable=False),
)

# As with events: of two savings that follow the same one exactly one is taken. Old ones without a note go.
savings = Table(
    "savings",
    metadata,
    Column("scenario_id", ID, ForeignKey("scenarios.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("card", JSON, nullable=False),
    Column("note", String(200), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("at", TIME, nullable=False),
)
