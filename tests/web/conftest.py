"""Fixtures of the web tests; every test that takes ``database`` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError

from tests.chance import known_seeds
from tests.web.apps import served
from web.config import Config
from web.http.request_context import CONTEXT
from web.service.context import Context
from web.storage.engine import engine_for
from web.storage.migrate import upgrade
from web.storage.schema import metadata

POSTGRES = os.environ.get("HORAH_TEST_POSTGRES", "postgresql://127.0.0.1:5432/postgres?user=root")


@pytest.fixture(autouse=True)
def same_battles(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give every test its own seeds, the same in every run."""
    with known_seeds(request.node.nodeid):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Create a PostgreSQL database for this run.

    Without a server tests are skipped; with CI=true they fail.
    """
    home = make_url(POSTGRES).set(drivername="postgresql+psycopg")
    server = create_engine(home, isolation_level="AUTOCOMMIT")
    name = f"horah_test_{uuid4().hex[:12]}"
    try:
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
    except OperationalError as fault:
        said = f"no PostgreSQL at {home.render_as_string()} (HORAH_TEST_POSTGRES names another): {fault.orig}"
        if os.environ.get("CI") == "true":
            pytest.fail(said)
        pytest.skip(said)
    url = _plain(home.set(database=name))
    upgrade(engine_for(url))
    yield url
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def _plain(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'horah.db'}"
    url: str = request.getfixturevalue("postgres")
    empty(url)
    return url


def empty(url: str) -> None:
    engine = engine_for(url)
    with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):  # TRUNCATE would write every file of every table anew
            connection.execute(table.delete())
    engine.dispose()


@pytest.fixture
def app(database: str) -> Iterator[Flask]:
    """Return the API on a database, without rate limits."""
    with served(Config(database, rate=0, pages=False)) as found:
        yield found


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Flask]:
    """Return the API on SQLite only, for tests that do not depend on the database."""
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, pages=False)) as found:
        yield found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    """Return pages and API on SQLite, without rate limits."""
    with served(Config(f"sqlite:///{tmp_path / 'pages.db'}", rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


@pytest.fixture
def context(app: Flask) -> Context:
    """Return the service context, for tests below HTTP."""
    found: Context = app.extensions[CONTEXT]
    return found
