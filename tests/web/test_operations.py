"""Operations: lists without whole documents, quotas, moderation commands, a full disk."""

from __future__ import annotations

import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from web.app import create_app
from web.cli import main
from web.config import Config
from web.games.combat_commander.service import scenarios
from web.http.request_context import CONTEXT
from web.service import documents
from web.service.context import Context, Limits
from web.storage.health import is_full, try_writing

FORD = {"format": "hora-h/toy-scenario/1", "title": "The ford", "rounds": 1, "lanes": [{"lane": "road"}]}


def statements(context: Context) -> list[str]:
    """Record every SQL statement from here on."""
    asked: list[str] = []
    event.listen(
        context.repository.engine,
        "before_cursor_execute",
        lambda _, __, statement, *more: asked.append(statement),
    )
    return asked


# ------------------------------------------------------------------------------------------- the library


def test_large_library_reads_only_summaries(context: Context) -> None:
    card = dict(next(iter(scenarios.catalog_of(context).scenarios.values())))
    card.pop("links", None)
    ours = len(scenarios.catalog_of(context).scenarios)
    for n in range(60):
        begun = scenarios.begin(context, {**card, "title": f"Hill {n}"})
        documents.save(context, begun.id, {**begun.document, "year": 1941}, 0, listed=True)
    asked = statements(context)
    found = scenarios.list_library(context)
    assert (len(found.items), found.total) == (50, 60 + ours)
    assert len(scenarios.list_library(context, page=2).items) == 10 + ours
    assert not [each for each in asked if "FROM document_versions" in each]
    query = scenarios.Query(text="hill 17", year=1941)
    assert [each.shown["title"] for each in scenarios.list_library(context, query).items] == ["Hill 17"]
    assert scenarios.list_library(context, scenarios.Query(year=1939)).total == 0
    del asked[:]
    assert scenarios.list_related(context, scenarios.find(context, found.items[-1].id)) == []
    assert len([each for each in asked if "FROM document_versions" in each]) == 1  # its own


def test_linked_scenarios_are_found_both_ways(context: Context) -> None:
    card = dict(next(iter(scenarios.catalog_of(context).scenarios.values())))
    card.pop("links", None)
    first = scenarios.begin(context, {**card, "title": "First"})
    second = scenarios.begin(context, {**card, "title": "Second", "links": [first.id]})
    documents.save(context, second.id, {**second.document, "year": 1941}, 0, listed=True)
    names = [
        each.shown["title"] for each in scenarios.list_related(context, scenarios.find(context, first.id))
    ]
    assert names == ["Second"]
    back = scenarios.list_related(context, scenarios.find(context, second.id))
    assert [each.shown["title"] for each in back] == ["First"]


# -------------------------------------------------------------------------------------------- the shares


def test_quota_per_address(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, limits=Limits(bytes=30_000)))
    client = app.test_client()
    wish = {"copy": next(iter(scenarios.catalog_of(app.extensions[CONTEXT]).scenarios))}
    answers = [client.post("/api/v1/scenarios", json=wish) for _ in range(12)]
    kept = [each for each in answers if each.status_code == 201]
    assert kept and answers[-1].status_code == 413 and answers[-1].json["code"] == "QUOTA"
    mine = kept[0].json
    writer = {"Authorization": f"Bearer {mine['link']}"}
    assert client.delete(f"/api/v1/scenarios/{mine['id']}").status_code == 404
    assert client.delete(f"/api/v1/scenarios/{mine['id']}", headers=writer).status_code == 204
    assert client.post("/api/v1/scenarios", json=wish).status_code == 201  # there is room again
    app.extensions[CONTEXT].repository.engine.dispose()


# --------------------------------------------------------------------------------- an operator's commands


@pytest.mark.usefixtures("toy_game")
def test_moderation_commands(database: str, tmp_path: Path) -> None:
    def run(*words: str) -> Any:
        return CliRunner().invoke(main, ["--lang", "en", "moderate", *words, "--database", database])

    app = create_app(Config(database, rate=0))
    context = app.extensions[CONTEXT]
    kind = documents.find_kind(context, "toy", "scenario")
    begun = documents.begin(context, kind, FORD, "someone")
    documents.save(context, begun.id, {**FORD, "rounds": 2}, 0, listed=True)
    (row,) = json.loads(run("list", "--json").stdout)
    assert (row["id"], row["title"], row["owner"], row["listed"]) == (begun.id, "The ford", "someone", True)
    assert run("unlist", begun.id).exit_code == 0
    assert json.loads(run("list", "--json").stdout) == []
    assert not documents.find(context, begun.id).listed
    assert begun.id in run("list", "--all").stdout
    run("relist", begun.id)
    assert documents.find(context, begun.id).listed
    file = tmp_path / "old.json"
    assert run("archive", begun.id, "--out", str(file)).exit_code == 0
    with pytest.raises(documents.NotHere):
        documents.find(context, begun.id)
    assert run("unarchive", str(file)).exit_code == 0
    assert documents.enter(context, begun.link) == begun.id
    assert documents.find(context, begun.id, 0).document == FORD
    assert run("unarchive", str(file)).exit_code == 2
    assert run("delete", begun.id, "nothing", "--yes").exit_code == 2
    assert documents.find(context, begun.id).document["rounds"] == 2  # one was not there: none was touched
    assert run("delete", begun.id, "--yes").exit_code == 0
    assert json.loads(run("list", "--all", "--json").stdout) == []
    context.repository.engine.dispose()


@pytest.mark.parametrize(
    "content", ["nothing", "[]", '{"format": "other"}', '{"format": "hora-h/archive/1"}']
)
def test_invalid_archive_is_refused(tmp_path: Path, content: str) -> None:
    database = f"sqlite:///{tmp_path / 'horah.db'}"
    create_app(Config(database, rate=0)).extensions[CONTEXT].repository.engine.dispose()
    file = tmp_path / "odd.json"
    file.write_text(content)
    told = CliRunner().invoke(
        main, ["--lang", "en", "moderate", "unarchive", str(file), "--database", database]
    )
    assert told.exit_code == 2 and "is not a Hora H archive" in told.stderr


def test_mistyped_database_is_not_created(tmp_path: Path) -> None:
    gone = tmp_path / "gone.db"
    told = CliRunner().invoke(main, ["--lang", "en", "moderate", "list", "--database", f"sqlite:///{gone}"])
    assert told.exit_code == 2 and not gone.exists()


# ------------------------------------------------------------------------------------------- a full disk


def no_more_pages(context: Context) -> None:
    """Limit the size of the SQLite file, which gives the same error as a full disk."""
    engine = context.repository.engine

    def cap(connection: Any, _: Any) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages}")

    engine.dispose()
    event.listen(engine, "connect", cap)


def test_full_disk_is_reported_and_logged(site: Flask, caplog: pytest.LogCaptureFixture) -> None:
    client = site.test_client()
    no_more_pages(site.extensions[CONTEXT])
    with caplog.at_level(logging.CRITICAL):
        answers = [client.post("/api/v1/battles", json={}) for _ in range(8)]
    refused = answers[-1]
    assert (refused.status_code, refused.json["code"]) == (507, "DISK_FULL")
    assert "was not saved" in refused.json["detail"]
    assert any("disk full" in line.message for line in caplog.records)
    page = client.get("/api/v1/healthz")  # reading goes on
    assert page.status_code in (200, 507)


@pytest.mark.postgres
def test_full_disk_of_postgresql(postgres: str) -> None:
    from web.storage.engine import engine_for

    engine = engine_for(postgres)
    full = "DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$"
    with pytest.raises(DBAPIError) as refused, engine.begin() as connection:
        connection.execute(text(full))
    assert is_full(refused.value)
    with pytest.raises(DBAPIError) as other, engine.begin() as connection:
        connection.execute(text("SELECT 1 / 0"))
    assert not is_full(other.value)
    try_writing(engine)
    engine.dispose()


def test_health_reports_low_disk_space(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = site.test_client()
    assert client.get("/api/v1/healthz").status_code == 200
    monkeypatch.setattr("web.api.health.MIN_FREE_BYTES", 2**62)  # more than any disk has left
    told = client.get("/api/v1/healthz")
    assert (told.status_code, told.json["code"]) == (507, "DISK_FULL")


def test_health_takes_a_write_lock(site: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.storage.health.LOCK_MILLISECONDS", 20)
    client = site.test_client()
    holder = sqlite3.connect(tmp_path / "pages.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert client.get("/api/v1/healthz").status_code == 503
    holder.execute("ROLLBACK")
    assert client.get("/api/v1/healthz").status_code == 200
    holder.close()
