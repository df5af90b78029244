"""A database of version 0.1 with a campaign of each kind under way: every table opens, stands and goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from web.current import CONTEXT
from web.service import tables
from web.service.context import Context
from web.storage.backup import restore

from .playing import Player, open_table

OLD = Path(__file__).parent / "version_0_1"
SAID: dict[str, Any] = json.loads((OLD / "said.json").read_text(encoding="utf-8"))


@pytest.fixture
def restored(app: Flask) -> Flask:
    context: Context = app.extensions[CONTEXT]
    restore(context.repository.engine, OLD / "horah.backup")
    return app


@pytest.mark.parametrize("table", SAID, ids=lambda table: SAID[table]["procedure"])
def test_a_table_stands_as_it_stood(restored: Flask, table: str) -> None:
    seen = tables.state(restored.extensions[CONTEXT], tables.Sitting(table, "everyone"))
    log = tables.log(restored.extensions[CONTEXT], tables.Sitting(table, "everyone"))
    assert {part: seen[part] for part in SAID[table] if part != "log"} == {
        part: value for part, value in SAID[table].items() if part != "log"
    }
    assert [line for line in log if "answer" in line] == SAID[table]["log"]


def test_a_finished_one_is_still_found_sound(restored: Flask) -> None:
    table = next(name for name, said in SAID.items() if said["finished"])
    player = Player(restored.test_client(), table, None, "/api/v1/campaigns")
    assert player.get("/verification").json["sound"]


def test_battles_on_a_map_that_was_mended_since(app: Flask) -> None:
    """Map 1 had objective 5 in N5: who occupied it there still does, and every die is found sound."""
    context: Context = app.extensions[CONTEXT]
    restore(context.repository.engine, OLD / "battles.backup")
    with context.repository.engine.connect() as connection:
        ids = connection.execute(text("select id from tables")).scalars().all()
    found = {}
    for table in ids:
        seat = tables.Sitting(table, "referee")
        assert tables.state(context, seat)["procedure"] == "battle/1"
        (card,) = tables.cards(context, seat)
        found[card["objectives"]["control"]["5"]] = card["map"]["objectives"]["5"]
        assert Player(app.test_client(), table).get("/verification").json["sound"]
    assert found == {"axis": "N5", "none": "N5"}


def test_new_tables_are_offered_the_latest_version_alone(lite: Flask) -> None:
    every = lite.test_client().get("/api/v1/procedures").json
    offered = {each["name"] for each in every if each["game"] == "combat_commander"}
    assert offered == {"battle/4", "stalingrad/3", "normandy/3", "gastadores/2"}
    company = open_table(lite.test_client(), "/api/v1/campaigns", procedure="stalingrad/1")
    assert company.axis.state()["procedure"] == "stalingrad/1"  # who asks for the old one gets it
