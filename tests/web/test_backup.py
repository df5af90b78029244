"""Backup and restore, on each database and between them, with the service running."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from os import SEEK_END
from pathlib import Path
from random import Random
from threading import Event
from typing import TextIO

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url

from schemas.errors import HorahError
from tests.words import sentence
from web.app import create_app
from web.cli import main
from web.config import Config
from web.http.request_context import CONTEXT
from web.service import tables
from web.service.notifications.web_push import ensure_vapid_key
from web.storage import backup as storage
from web.storage.backup import backup, restore
from web.storage.engine import engine_for
from web.storage.migrate import head_revision, upgrade
from web.storage.tables import Repository

from .playing import Company, open_table, play
from .servers import TIMEOUT_SECONDS


@pytest.fixture
def company(app: Flask) -> Company:
    app.test_client().post("/api/v1/battles")
    company = open_table(app.test_client())
    play(company, Random(1).randrange, until="order_of_battle")
    return company


def test_backup_and_restore(database: str, app: Flask, company: Company, tmp_path: Path) -> None:
    run = CliRunner().invoke
    file = tmp_path / "horah.backup"
    state, log = company.axis.state(), company.referee.get("/log").json
    assert run(main, ["backup", str(file), "--database", database]).exit_code == 0
    assert file.stat().st_mode & 0o077 == 0  # it holds seeds
    play(company, Random(2).randrange)
    refused = run(main, ["restore", str(file), "--database", database])
    assert (refused.exit_code, "--replace" in refused.output) == (2, True)
    replace = ["restore", str(file), "--replace", "--database", database]
    assert run(main, replace, input="n\n").exit_code == 1 and company.axis.state() != state
    restored = run(main, replace, input="y\n")
    assert restored.exit_code == 0, restored.output
    # the running service, whose memory is of a future that did not happen, shows what was restored
    assert company.axis.state() == state
    assert company.referee.get("/log").json == log
    play(company, Random(3).randrange)
    assert company.watcher.get("/verification").json["sound"]


def test_other_answers_after_a_restore(database: str, app: Flask, company: Company, tmp_path: Path) -> None:
    """A worker with the old answers in memory must not mix them with new ones of the same number."""
    file = tmp_path / "horah.backup"
    engine = engine_for(database)
    backup(engine, file)
    other = create_app(Config(database, rate=0, pages=False))
    sitting = tables.Sitting(company.axis.table, "referee")
    play(company, Random(4).randrange)
    tables.state(other.extensions[CONTEXT], sitting)  # now the other worker remembers the end
    restore(engine, file, replace=True)
    play(company, Random(5).randrange)
    assert tables.log(other.extensions[CONTEXT], sitting) == tables.log(app.extensions[CONTEXT], sitting)
    engine.dispose()
    other.extensions[CONTEXT].repository.engine.dispose()


def test_move_between_databases(app: Flask, company: Company, database: str, tmp_path: Path) -> None:
    file = tmp_path / "horah.backup"
    engine = engine_for(database)
    rows = backup(engine, file)
    moved = engine_for(f"sqlite:///{tmp_path / 'moved.db'}")
    upgrade(moved)
    assert restore(moved, file) == rows
    there = create_app(Config(f"sqlite:///{tmp_path / 'moved.db'}", rate=0, pages=False))
    state = tables.state(there.extensions[CONTEXT], tables.Sitting(company.axis.table, "axis"))
    assert state == company.axis.state()
    engine.dispose()


def test_backup_is_a_consistent_snapshot(database: str, app: Flask, tmp_path: Path) -> None:
    """While others write, the events of every table in the backup have no gaps."""
    done, begun = Event(), Event()

    def keep_playing() -> None:
        number = 0
        while not done.is_set():
            company = open_table(app.test_client())
            begun.set()
            play(company, Random(number).randrange, until="leader_roll")
            number += 1

    engine = engine_for(database)
    files = [tmp_path / f"{n}.backup" for n in range(6)]
    with ThreadPoolExecutor(1) as hand:
        playing = hand.submit(keep_playing)
        try:
            for file in files:
                begun.clear()
                assert begun.wait(TIMEOUT_SECONDS), "nobody plays"
                backup(engine, file)  # a table has just been opened, and is played while this is written
        finally:
            done.set()
    playing.result()
    engine.dispose()
    for number, file in enumerate(files):
        url = f"sqlite:///{tmp_path / f'{number}.db'}"
        there = create_app(Config(url, rate=0, pages=False)).extensions[CONTEXT]
        restore(there.repository.engine, file)
        with there.repository.reading() as connection:
            ids = [row[0] for row in connection.execute(text("SELECT id FROM tables"))]
        assert len(ids) > number
        for table in ids:
            assert tables.state(there, tables.Sitting(table, "referee"))["version"] > 0
            numbers = [event.n for event in there.repository.events(table)]
            assert numbers == list(range(len(numbers)))


@pytest.mark.parametrize("damage", ["cut", "edit", "other", "version", "empty", "half a line"])
def test_damaged_backup_is_refused(
    app: Flask, company: Company, database: str, tmp_path: Path, damage: str
) -> None:
    file = tmp_path / "horah.backup"
    engine = engine_for(database)
    backup(engine, file)
    lines = file.read_text().splitlines(keepends=True)
    broken = {
        "cut": lines[:-1],
        "edit": [lines[0], lines[1].replace("battle/", "other/"), *lines[2:]],
        "other": ['{"format": "something/else"}\n', *lines[1:]],
        "version": [lines[0].replace(head_revision(), "0000"), *lines[1:]],
        "empty": [],
        "half a line": [*lines[:-2], lines[-2][:20]],
    }[damage]
    file.write_text("".join(broken))
    before = company.axis.state()
    with pytest.raises(HorahError, match="BAD_BACKUP"):
        restore(engine, file, replace=True)
    assert company.axis.state() == before
    engine.dispose()


@pytest.mark.parametrize(("lang", "words"), [("en", "another version"), ("es", "otra versión")])
def test_backup_of_another_version_is_refused(lite: Flask, tmp_path: Path, lang: str, words: str) -> None:
    """The header of a backup must name our schema version."""
    file = tmp_path / "horah.backup"
    engine = lite.extensions[CONTEXT].repository.engine
    lite.test_client().post("/api/v1/battles")
    backup(engine, file)
    head, *lines = file.read_text().splitlines(keepends=True)
    told = {name: value for name, value in json.loads(head).items() if name != "schema"}
    file.write_text(json.dumps(told) + "\n" + "".join(lines))
    with pytest.raises(HorahError) as refused:
        restore(engine, file)
    assert f"{words} " in sentence(refused.value, lang)


def test_failed_backup_leaves_no_file(app: Flask, database: str, tmp_path: Path) -> None:
    engine = engine_for(database)
    with pytest.raises(HorahError, match="UNWRITABLE"):
        backup(engine, tmp_path / "missing" / "horah.backup")
    assert not list(tmp_path.glob("**/*.part"))
    engine.dispose()


def test_mistyped_database_keeps_the_old_backup(lite: Flask, tmp_path: Path) -> None:
    run, file = CliRunner().invoke, tmp_path / "horah.backup"
    lite.test_client().post("/api/v1/battles")
    right = f"sqlite:///{tmp_path / 'horah.db'}"
    assert run(main, ["backup", str(file), "--database", right]).exit_code == 0
    good = file.read_bytes()
    strange = tmp_path / "strange.db"
    with closing(sqlite3.connect(strange)) as other:
        other.execute("CREATE TABLE things (id INTEGER)")
        other.commit()
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("no database at all")
    for name in ("hora.db", "folder/horah.db", "strange.db", "empty.db", "text.db"):
        before = (tmp_path / name).read_bytes() if (tmp_path / name).exists() else None
        refused = run(main, ["backup", str(file), "--database", f"sqlite:///{tmp_path / name}"])
        assert (refused.exit_code, "There is no Hora H database" in refused.output) == (2, True), name
        assert file.read_bytes() == good
        assert ((tmp_path / name).read_bytes() if (tmp_path / name).exists() else None) == before
    assert not (tmp_path / "folder").exists()


@pytest.mark.postgres
def test_foreign_postgresql_database_is_not_migrated(postgres: str, tmp_path: Path) -> None:
    other = make_url(postgres).set(database="postgres").render_as_string(hide_password=False)
    refused = CliRunner().invoke(main, ["backup", str(tmp_path / "x.backup"), "--database", other])
    assert (refused.exit_code, "There is no Hora H database" in refused.output) == (2, True)
    assert not list(tmp_path.iterdir())


def test_empty_backup_is_refused(lite: Flask, tmp_path: Path) -> None:
    file = tmp_path / "horah.backup"
    empty = engine_for(f"sqlite:///{tmp_path / 'new.db'}")
    upgrade(empty)
    with pytest.raises(HorahError):
        backup(empty, file)
    assert not file.exists()
    lite.test_client().post("/api/v1/battles")
    assert backup(lite.extensions[CONTEXT].repository.engine, file) == 3  # with two keys of the service
    good = file.read_bytes()
    with pytest.raises(HorahError) as refused:
        backup(empty, file)
    assert refused.value.code == "NOTHING_TO_KEEP"
    ensure_vapid_key(Repository(empty))
    with pytest.raises(HorahError):  # with nothing but keys it is still empty
        backup(empty, file)
    assert file.read_bytes() == good
    assert not list(tmp_path.glob("**/*.part"))
    empty.dispose()


def test_other_files_are_not_overwritten(lite: Flask, tmp_path: Path) -> None:
    engine = lite.extensions[CONTEXT].repository.engine
    lite.test_client().post("/api/v1/battles")
    (tmp_path / "letter.json").write_text("[1]")
    for name in ("horah.db", "letter.json"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(HorahError) as refused:
            backup(engine, tmp_path / name)
        assert refused.value.code == "NO_BACKUP_THERE"
        assert (tmp_path / name).read_bytes() == before


def test_unreadable_backup_does_not_replace_a_good_one(
    lite: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk loses a line: the file is read back before it replaces the old one."""
    engine, file = lite.extensions[CONTEXT].repository.engine, tmp_path / "horah.backup"
    lite.test_client().post("/api/v1/battles")
    backup(engine, file)
    good = file.read_bytes()
    write = storage._write

    def lossy(engine: Engine, out: TextIO) -> int:
        rows = write(engine, out)
        out.seek(0)
        head = out.readline() if out.readable() else ""
        out.truncate(len(head) + 80)
        out.seek(0, SEEK_END)
        return rows

    monkeypatch.setattr(storage, "_write", lossy)
    with pytest.raises(HorahError) as refused:
        backup(engine, file)
    assert refused.value.code == "BAD_BACKUP"
    assert file.read_bytes() == good
    assert not list(tmp_path.glob("**/*.part"))


def test_restored_service_forgets_vanished_rows(
    app: Flask, company: Company, database: str, tmp_path: Path
) -> None:
    file, client = tmp_path / "horah.backup", app.test_client()
    backup(app.extensions[CONTEXT].repository.engine, file)
    battle = client.post("/api/v1/battles").json["id"]
    table = open_table(client)
    play(table, Random(1).randrange)
    addresses = [
        *(f"/api/v1/battles/{battle}{end}" for end in ("", "?seat=referee", "/card.txt", "/card.json")),
        f"/api/v1/tables/{table.axis.table}",
        f"/api/v1/tables/{table.axis.table}/card.txt",
    ]
    assert [client.get(each).status_code for each in addresses] == [200] * len(addresses)
    restore(app.extensions[CONTEXT].repository.engine, file, replace=True)
    assert [client.get(each).status_code for each in addresses] == [404] * len(addresses)


def test_restored_service_renders_new_answers(app: Flask, company: Company, tmp_path: Path) -> None:
    """The number of answers is the same, but the answers differ."""
    file, context = tmp_path / "horah.backup", app.extensions[CONTEXT]
    sitting = tables.Sitting(company.axis.table, "referee")
    backup(context.repository.engine, file)
    play(company, Random(0).randrange)
    first, many = company.referee.get("/card.json").json, tables.version(context, sitting)
    for luck in range(1, 60):
        restore(context.repository.engine, file, replace=True)
        play(company, Random(luck).randrange)
        card = tables.card(context, sitting)
        if tables.version(context, sitting) == many and card["sides"] != first["sides"]:
            break
    else:
        raise AssertionError("no other way ends with as many events")
    assert company.referee.get("/card.json").json["sides"] == card["sides"]
