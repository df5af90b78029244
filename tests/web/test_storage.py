"""Database tables, migrations and unique running numbers."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from subprocess import run
from threading import Barrier
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT
from web.storage.engine import engine_for
from web.storage.migrate import configuration, upgrade
from web.storage.records import Event, StoredBattle, StoredTable, now
from web.storage.schema import metadata
from web.storage.tables import Repository, Taken

TABLE = StoredTable("t" * 32, "toy/1", "", {}, "a.b", "v", now())


def event(n: int, seat: str = "axis") -> Event:
    return Event(TABLE.id, n, "answer", seat, {"n": n}, now())


@pytest.fixture
def repository(database: str) -> Repository:
    engine = engine_for(database)
    upgrade(engine)
    return Repository(engine)


def test_migrations_match_the_schema(repository: Repository) -> None:
    with repository.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert (
            context.get_current_revision() == ScriptDirectory.from_config(configuration()).get_current_head()
        )


def test_concurrent_creation_of_a_database(tmp_path: Path) -> None:
    """SQLite does not wait while another process switches to the write-ahead log."""

    def opened(url: str, moment: Barrier) -> Any:
        moment.wait()
        with engine_for(url).connect() as connection:
            return connection.execute(text("PRAGMA journal_mode")).scalar()

    with ThreadPoolExecutor(8) as pool:
        for number in range(100):
            url, moment = f"sqlite:///{tmp_path / str(number) / 'horah.db'}", Barrier(8)
            assert set(pool.map(opened, [url] * 8, [moment] * 8)) == {"wal"}
            assert [file.name for file in (tmp_path / str(number)).glob(".*")] == []


def test_second_engine_keeps_the_locks_of_the_first(tmp_path: Path) -> None:
    """Closing any handle of a file drops the POSIX locks of the process."""
    url, alone = f"sqlite:///{tmp_path / 'horah.db'}", "PRAGMA journal_mode=DELETE"
    with engine_for(url).connect() as connection:
        connection.execute(text("CREATE TABLE anything (n INTEGER)"))
        engine_for(url)
        elsewhere = f"import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute({alone!r})"
        done = run([sys.executable, "-c", elsewhere, tmp_path / "horah.db"], capture_output=True, text=True)
    assert "database is locked" in done.stderr


def test_repeated_and_concurrent_migrations(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'horah.db'}"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: upgrade(engine_for(url)), range(4)))
    assert "events" in inspect(engine_for(url)).get_table_names()


def test_running_number_is_unique(repository: Repository) -> None:
    repository.add_table(TABLE, [], [event(0)])
    repository.append([event(1), event(2)])
    with pytest.raises(Taken):
        repository.append([event(2, "allied")])
    with pytest.raises(Taken):
        repository.append([event(3), event(1, "allied")])  # all or none
    assert [found.n for found in repository.events(TABLE.id)] == [0, 1, 2]
    assert all(found.seat == "axis" for found in repository.events(TABLE.id))
    assert repository.version(TABLE.id) == 3
    assert [found.n for found in repository.events(TABLE.id, 2)] == [2]


def test_lost_connections_are_replaced(repository: Repository) -> None:
    repository.add_table(TABLE, [], [event(0)])
    repository.append([event(1)])
    if repository.engine.dialect.name == "postgresql":
        with repository.writing() as connection:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            connection.execute(text(f"{others} AND datname = current_database()"))
    else:
        repository.engine.dispose()
    repository.append([event(2)])
    assert repository.version(TABLE.id) == 3


def test_unknown_ids_are_not_found(repository: Repository) -> None:
    assert repository.battle("x") is repository.table("x") is repository.seat("x") is None
    assert repository.events("x") == [] and repository.version("x") == 0


@pytest.mark.parametrize("card", [None, {"z": [None, 1.5, "é"], "a": {"ñ": '"'}}])
def test_battle_round_trip(repository: Repository, card: Any) -> None:
    battle = StoredBattle("b" * 32, "toy/1", {"b": 1, "a": [2]}, "1", "v", [{"q": "ü"}], now(), card)
    repository.add_battle(battle)
    found = repository.battle(battle.id)
    assert found == battle and json.dumps(found.card) == json.dumps(card)
    with pytest.raises(Taken):
        repository.add_battle(replace(battle, seed="2"))
    assert repository.battle(battle.id) == battle


def test_sqlite_pragmas(tmp_path: Path) -> None:
    """Write-ahead log, full sync at every commit, foreign keys."""
    engine = engine_for(f"sqlite:///{tmp_path / 'horah.db'}")
    with engine.connect() as connection:
        found = {
            pragma: connection.execute(text(f"PRAGMA {pragma}")).scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15000}


@pytest.mark.parametrize("before", [None, 0o644], ids=["new", "open to all"])
def test_database_file_is_private(tmp_path: Path, before: int | None) -> None:
    """It contains seeds, as do SQLite's other files."""
    file = tmp_path / "folder" / "horah.db"
    if before is not None:
        file.parent.mkdir()
        file.touch()
        file.chmod(before)
    app = create_app(Config(f"sqlite:///{file}", rate=0, pages=False))
    app.test_client().post("/api/v1/battles")
    modes = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    app.extensions[CONTEXT].repository.engine.dispose()
    assert modes["horah.db"] == 0o600
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.postgres
def test_password_of_postgresql_may_contain_any_character(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """compose.yaml gives it as PGPASSWORD, because in a URL some characters would end it."""
    password = "a@b:c/d?e#f%20 g'h\"$i"
    monkeypatch.setenv("PGPASSWORD", password)
    engine = engine_for(postgres)
    with engine.connect() as connection:
        assert connection.connection.dbapi_connection.info.password == password  # type: ignore[union-attr]
    engine.dispose()
