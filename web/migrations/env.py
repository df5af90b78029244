"""Alembic environment: run the migrations in the transaction opened by web.storage.migrate."""

from __future__ import annotations

from alembic import context

from web.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
