"""A table page replays once, queries the events once and builds only the card it shows."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from generator.game import Procedure
from generator.table import Table
from tests.procedures import current
from web.http.request_context import CONTEXT
from web.service import tables
from web.service.context import Context
from web.service.tables import View

AUTO = {"axis_commander": "random", "allied_commander": "random", "results": "random"}


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[int]:
    """Count the calls of a function."""
    calls: list[int] = []
    inner = getattr(owner, name)

    def outer(*given: Any, **more: Any) -> Any:
        calls.append(1)
        return inner(*given, **more)

    monkeypatch.setattr(owner, name, outer)
    return calls


def test_page_queries_the_events_once(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    context: Context = site.extensions[CONTEXT]
    opened = tables.open_table(context, current("battle"))
    queries = counted(monkeypatch, type(context.repository), "events")
    replays = counted(monkeypatch, Table, "replay")
    assert site.test_client().get(f"/tables/{opened.links['axis']}").status_code == 200
    assert (len(queries), len(replays) <= len(context.repository.events(opened.id)) + 1) == (1, True)


def test_only_the_shown_card_is_built(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a finished campaign shows no card, that of its last battle only one."""
    context: Context = site.extensions[CONTEXT]
    opened = tables.open_table(context, current("stalingrad"), AUTO)
    with tables.view_table(context, tables.Sitting(opened.id, "everyone")) as view:
        assert view.ready > 1
    built = counted(monkeypatch, View, "card")
    link = opened.links["axis"]
    client = site.test_client()
    assert client.get(f"/tables/{link}").status_code == 200
    assert len(built) <= 1
    assert client.get(f"/tables/{link}/battles/2").status_code == 200
    assert len(built) <= 2


def test_documents_are_made_on_demand(site: Flask) -> None:
    """Their number is known without making any."""
    context: Context = site.extensions[CONTEXT]
    opened = tables.open_table(context, current("stalingrad"), AUTO)
    with tables.view_table(context, tables.Sitting(opened.id, "everyone")) as view:
        makers = view.live.session.ready()
        procedure: Procedure = view.procedure
        assert len(makers) == view.ready
        assert all(callable(make) for make in makers)
        assert procedure.view(makers[0](), "everyone")["seat"] == "everyone"
