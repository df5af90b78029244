"""Operator's commands for everything that people store; deleting asks first."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from web.cli import main
from web.http.request_context import CONTEXT
from web.service.context import Context
from web.storage.moderation import ITEM_KINDS, ItemFilter, find_items
from web.storage.schema import metadata

API = "/api/v1"
HERE, ELSEWHERE = {"REMOTE_ADDR": "203.0.113.7"}, {"REMOTE_ADDR": "2001:db8::1"}


class Stock:
    """One item of each kind from one address, and the command ``horah moderate``."""

    def __init__(self, app: Flask, database: str) -> None:
        self.client, self.database = app.test_client(), database
        self.context: Context = app.extensions[CONTEXT]
        made = {
            "tournament": self.post("/tournaments", game="combat_commander", players=["Ana", "Bea"]),
            "diary": self.post("/diaries", game="combat_commander"),
            "archive": self.post("/archives", game="combat_commander"),
            "table": self.post("/tables", title="Club night"),
            "battle": self.post("/battles"),
        }
        kinds = self.client.get(f"{API}/documents/kinds").json
        self.post("/documents", game=kinds[0]["game"], kind=kinds[0]["kind"])
        self.post("/boxes", game="grossdeutschland")
        self.ids = {kind: answer.get("public", answer.get("id")) for kind, answer in made.items()}
        self.links = {kind: answer.get("link") for kind, answer in made.items()}

    def post(self, path: str, **wish: Any) -> Any:
        answer = self.client.post(f"{API}{path}", json=wish, environ_base=HERE)
        assert answer.status_code == 201, answer.text
        return answer.json

    def run(self, *words: str, typed: str = "") -> Any:
        command = ["--lang", "en", "moderate", *words, "--database", self.database]
        return CliRunner().invoke(main, command, input=typed)

    def stored(self, **wanted: Any) -> list[str]:
        return sorted(item.kind for item in find_items(self.context.repository, ItemFilter(**wanted))[0])


@pytest.fixture
def stock(app: Flask, database: str) -> Stock:
    return Stock(app, database)


def test_everything_is_listed(stock: Stock) -> None:
    options = [word for kind in ITEM_KINDS for word in ("--what", kind)]
    rows = json.loads(stock.run("list", *options, "--json").stdout)
    assert len(rows) == len(ITEM_KINDS) == len({row["id"] for row in rows})
    assert len({row["owner"] for row in rows}) == 1 and all(row["size"] > 0 for row in rows)
    text = stock.run("list", "--what", "table").stdout
    assert stock.ids["table"] in text and "Club night" in text
    address = stock.run("owner", "203.0.113.7").stdout.strip()
    assert rows[0]["owner"] == address and "203.0.113" not in text


@pytest.mark.parametrize("kind", ["tournament", "diary", "archive"])
def test_unlist(stock: Stock, kind: str) -> None:
    link = {"Authorization": f"Bearer {stock.links[kind]}"}
    path = f"{API}/{'diaries' if kind == 'diary' else f'{kind}s'}"
    stock.client.put(f"{path}/{stock.ids[kind]}", json={"listed": True}, headers=link)
    assert stock.client.get(path).json["total"] == 1
    assert stock.run("unlist", stock.ids[kind]).exit_code == 0
    assert stock.client.get(path).json["total"] == 0
    assert stock.run("relist", stock.ids[kind]).exit_code == 0
    assert stock.client.get(path).json["total"] == 1


def test_close_a_table(stock: Stock) -> None:
    assert stock.run("close", stock.ids["table"]).exit_code == 0
    state = stock.client.get(f"{API}/tables/{stock.ids['table']}").json
    assert state["closed"]["seat"] == "referee"
    assert stock.run("close", stock.ids["battle"]).exit_code == 2


def test_delete_asks_first(stock: Stock) -> None:
    everything = sorted(ITEM_KINDS)
    table = stock.ids["table"]
    assert stock.run("delete", table, "--dry-run").exit_code == 0 and stock.stored() == everything
    assert stock.run("delete", table, typed="n\n").exit_code == 1 and stock.stored() == everything
    assert stock.run("delete", table).exit_code == 1 and stock.stored() == everything  # nobody to ask
    assert stock.run("delete").exit_code == 2 and stock.stored() == everything
    assert stock.run("delete", table, "x" * 32, "--yes").exit_code == 2 and stock.stored() == everything
    assert stock.run("delete", table, typed="y\n").exit_code == 0
    assert stock.stored() == [kind for kind in everything if kind != "table"]


def test_delete_everything_of_a_person(stock: Stock) -> None:
    stock.client.post(f"{API}/battles", environ_base=ELSEWHERE)
    owner = stock.run("owner", "203.0.113.7").stdout.strip()
    shown = stock.run("delete", "--owner", owner, "--dry-run")
    assert shown.stdout.count("\n") == len(ITEM_KINDS)
    assert stock.run("delete", "--owner", owner, "--yes").exit_code == 0
    assert stock.stored() == ["battle"] and stock.stored(owner=owner) == []
    repository = stock.context.repository
    for name in ("events", "seats", "shared_document_links", "document_versions", "owner_data"):
        assert repository.scalar(metadata.tables[name].select()) is None, name


def test_delete_the_unopened(stock: Stock) -> None:
    assert stock.run("delete", "--unopened", "1", "--yes").exit_code == 0
    assert len(stock.stored()) == len(ITEM_KINDS)  # all were opened today


def test_forget_an_address(stock: Stock) -> None:
    opened = stock.post("/tables")
    link = {"Authorization": f"Bearer {opened['links']['axis']}"}
    hook = {"way": "webhook", "address": "https://hooks.example.org/x"}
    calls = f"{API}/tables/{opened['id']}/calls"
    assert stock.client.post(calls, json=hook, headers=link).status_code == 201
    assert stock.run("forget", hook["address"], "--dry-run").exit_code == 0
    assert len(stock.client.get(calls, headers=link).json["calls"]) == 1
    assert stock.run("forget", hook["address"], "--yes").exit_code == 0
    assert stock.client.get(calls, headers=link).json["calls"] == []
