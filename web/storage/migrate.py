"""Run database migrations."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text

from schemas.errors import HorahError

from .engine import WRITE

SCRIPTS = Path(__file__).resolve().parent.parent / "migrations"
LOCK = 0x486F726148  # arbitrary key of the advisory lock


def upgrade(engine: Engine) -> None:
    """Run the missing migrations.

    If several processes do this at once, the first works and the others wait.
    """
    with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        try:
            command.upgrade(configuration(connection), "head")
        except CommandError:  # the database has an unknown revision
            raise HorahError("UNKNOWN_DATABASE") from None
    engine.dispose()  # a server may fork after this, and connections must not be shared


def head_revision() -> str:
    """Return the name of the newest migration: databases and backups of other revisions are refused."""
    return str(ScriptDirectory.from_config(configuration()).get_current_head())


def configuration(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, without a file."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    return config
