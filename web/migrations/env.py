"""Alembic environment: migrations run in the transaction of the connection that web.storage.migrate opens."""

from __future__ import annotations

from alembic import context

from web.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
