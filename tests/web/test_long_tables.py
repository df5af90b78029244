"""A long table costs no more than a short one; measured in calls, not seconds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from generator.table import Table
from generator.verify import verify
from tests.web.apps import served
from tests.web.long import allow_rounds, table_of
from web.config import Config
from web.pages import template_helpers
from web.service import tables
from web.service.context import Context
from web.service.tables import Opened, Sitting

pytestmark = pytest.mark.usefixtures("toy_game")

SHORT, LONG = 100, 4000
CYCLES = 120


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: None) -> Iterator[Flask]:
    allow_rounds(monkeypatch, LONG)
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0)) as found:
        yield found


def change_their_minds(context: Context, opened: Opened, times: int) -> None:
    red, blue = (Sitting(opened.id, seat) for seat in ("red", "blue"))
    for _ in range(times):
        for who in (red, blue):
            tables.answer(context, who, tables.state(context, who)["number"], "road")
        for who in (red, blue):
            tables.undo(context, who, 2)


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch, *places: tuple[Any, str]) -> Iterator[Callable[[], list[int]]]:
    """Count the calls of these functions."""
    calls: list[int] = [0] * len(places)

    def counted(number: int, inner: Any) -> Any:
        def outer(*given: Any, **more: Any) -> Any:
            calls[number] += 1
            return inner(*given, **more)

        return outer

    with monkeypatch.context() as patch:
        for number, (owner, name) in enumerate(places):
            patch.setattr(owner, name, counted(number, getattr(owner, name)))
        yield lambda: list(calls)


def test_undone_answers_are_not_replayed(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = table_of(context, 30)
    change_their_minds(context, opened, CYCLES)
    watching = Sitting(opened.id, "everyone")
    before = tables.state(context, watching)
    assert len(before["undone"]) == CYCLES
    context.lives.pop(opened.id)
    with counting(monkeypatch, (Table, "answer"), (Table, "__init__")) as calls:
        assert tables.state(context, watching) == before
    assert calls() == [before["answers"], 1]


def test_catching_up_with_many_undos_replays_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = table_of(context, 30)
    watching = Sitting(opened.id, "everyone")
    tables.state(context, watching)
    stale = context.lives.pop(opened.id)
    assert stale is not None
    tables.undo(context, Sitting(opened.id, "red"), 4)
    tables.undo(context, Sitting(opened.id, "blue"), 4)
    change_their_minds(context, opened, 20)
    fresh = tables.state(context, watching)
    context.lives.put(opened.id, stale)
    with counting(monkeypatch, (Table, "answer"), (Table, "__init__")) as calls:
        assert tables.state(context, watching) == fresh
    answers, begun = calls()
    assert answers <= fresh["answers"] and begun == 1


def test_concurrent_viewers_load_the_table_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = table_of(context, 600)
    watching = Sitting(opened.id, "everyone")
    count = tables.state(context, watching)["answers"]
    context.lives.pop(opened.id)
    gate = Barrier(8)

    def look(_: int) -> int:
        gate.wait(60)
        return int(tables.state(context, watching)["answers"])

    with (
        counting(monkeypatch, (Table, "answer"), (type(context.repository), "table")) as calls,
        ThreadPoolExecutor(8) as crowd,
    ):
        assert list(crowd.map(look, range(8))) == [count] * 8
    assert calls() == [count, 1]


@contextmanager
def asking(context: Context) -> Iterator[list[str]]:
    """Record the SQL statements."""
    said: list[str] = []

    def hear(statement: str) -> None:
        if statement.split()[0] not in ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"):
            said.append(statement)

    context.repository.engine.dispose()
    with context.repository.engine.connect() as connection:
        made: Any = connection.connection.dbapi_connection  # the one connection that the pool has now
    made.set_trace_callback(hear)
    yield said
    made.set_trace_callback(None)


def test_page_cost_does_not_depend_on_length(
    app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = []
    for answers in (SHORT, LONG):
        link = table_of(context, answers).links["red"]
        client = app.test_client()
        client.get(f"/tables/{link}")
        place = context.lives.get(tables.enter(context, link).table)
        assert place and place.live
        place.live.shown.clear()
        with (
            counting(monkeypatch, (template_helpers, "log_line"), (Table, "answer")) as calls,
            asking(context) as asked,
        ):
            page = client.get(f"/tables/{link}")
        told, replayed = calls()
        assert (page.status_code, replayed, len(asked)) == (200, 0, 1)
        costs.append((told, len(page.data)))
    (few, small), (many, large) = costs
    assert many <= 2 * few and large <= 2 * small


def test_every_log_page_is_reachable(app: Flask, context: Context) -> None:
    opened = table_of(context, 700)
    client, link = app.test_client(), opened.links["red"]
    lines = [line["rule"] for line in tables.log(context, Sitting(opened.id, "red"))]
    shown: list[str] = []
    where = f"/tables/{link}?log=1"
    while where:
        page = client.get(where).text
        log = "".join(re.findall(r'<ol class="log[^>]*>(.*?)</ol>', page, re.DOTALL))
        shown += re.findall(r'<span class="rule">([^<]*)</span>', log)
        assert log.count("<li") < 200
        found = re.search(r'rel="next" href="([^"#]*)', page)
        where = found[1] if found else ""
    assert shown == lines
    last = client.get(f"/tables/{link}").text
    for odd in ("0", "9999", "x", "-1"):
        assert client.get(f"/tables/{link}?log={odd}").text.count("<li") == last.count("<li")


def test_api_log_is_paged(app: Flask, context: Context) -> None:
    opened = table_of(context, 700)
    client, base = app.test_client(), f"/api/v1/tables/{opened.id}/log"
    told: list[Any] = []
    where: str | None = f"{base}?lang=en&limit=150"
    while where:
        part = client.get(where)
        assert len(part.json) <= 150
        told += part.json
        where = part.headers.get("Link", "").partition("<")[2].partition(">")[0]
    lines = tables.log(context, Sitting(opened.id, "everyone"))
    assert [(line["n"], line["rule"]) for line in told] == [(line["n"], line["rule"]) for line in lines]
    assert part.headers["X-Total-Count"] == str(len(lines))
    assert len(client.get(base).json) == 200
    assert client.get(f"{base}?start={len(lines)}").json == []
    for wrong in ("limit=0", "limit=201", "start=-1", "start=99999999999"):
        assert client.get(f"{base}?{wrong}").status_code == 422


def test_answer_needs_one_query_and_one_transaction(app: Flask, context: Context) -> None:
    opened = table_of(context, 30)
    client = app.test_client()
    for seat in ("red", "blue"):
        headers = {"Authorization": f"Bearer {opened.links[seat]}"}
        base = f"/api/v1/tables/{opened.id}"
        number = client.get(base, headers=headers).json["number"]
        with asking(context) as asked:
            told = client.post(f"{base}/answers", json={"number": number, "answer": "road"}, headers=headers)
        assert told.status_code == 200
        kinds = [statement.split()[0] for statement in asked]
        assert (kinds[0], set(kinds[1:])) == ("SELECT", {"INSERT", "UPDATE"})
        assert kinds.count("UPDATE") == 1  # the size of the table


def test_poll_needs_one_query(app: Flask, context: Context) -> None:
    """A poll without news gets a 304 for a single query."""
    opened = table_of(context, 30)
    client = app.test_client()
    for link in opened.links.values():
        first = client.get(f"/tables/{link}/version")
        with asking(context) as asked:
            same = client.get(f"/tables/{link}/version", headers={"If-None-Match": first.headers["ETag"]})
        assert (same.status_code, len(asked)) == (304, 1)
        other = client.get(f"/tables/{link}/version", headers={"If-None-Match": '"1"'})
        assert other.json == {"version": context.repository.version(opened.id)}
    assert client.get(f"/tables/{'a' * 32}/version").status_code == 404
    assert client.post(f"/tables/{opened.id}/version").status_code == 405


def test_new_seed_counts_from_the_undo(context: Context) -> None:
    """After an undo at the end and a further one, later dice come from the new seed."""
    opened = tables.open_table(context, "toy/1", {"rounds": 3})
    red, blue = (Sitting(opened.id, seat) for seat in ("red", "blue"))

    def play_on() -> None:
        while not (state := tables.state(context, red))["finished"]:
            for who in (red, blue):
                tables.answer(context, who, state["number"], "road")

    def back(count: int) -> None:
        for who in (red, blue):
            tables.undo(context, who, count)

    play_on()
    back(2)
    back(2)
    play_on()
    seeds = tables.state(context, red)["seeds"]
    assert [part["from"] for part in seeds] == [0, 4]
    for who in (red, blue):
        tables.reveal(context, who)
    verdict = verify(context.catalogs, tables.record(context, red))
    assert verdict.findings == [] and verdict.checked > 0
