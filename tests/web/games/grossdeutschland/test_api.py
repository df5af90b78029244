"""Tests of the game over the API: tables of printed battles and of written scenarios."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from catalogs.games.grossdeutschland import load
from generator.games.grossdeutschland.document import make_blank
from generator.games.grossdeutschland.procedure import PLAY
from tests.generator.games.grossdeutschland.playing import fill_form
from tests.web.playing import Player

NAME = PLAY.name
CATALOG = load()


@pytest.fixture
def client(lite: Flask) -> Any:
    return lite.test_client()


def seated(client: Any, **settings: Any) -> dict[str, Player]:
    settings = {"mode": "strict", "supply": False, **settings}
    found = client.post("/api/v1/tables", json={"procedure": NAME, "settings": settings})
    assert found.status_code == 201, found.json
    opened = found.json
    return {seat: Player(client, opened["id"], opened["links"].get(seat)) for seat in ("german", "soviet")}


def say(player: Player, answer: Any, status: int = 200) -> Any:
    (prompt,) = player.prompts()
    found = player.post("/answers", {"number": prompt["number"], "answer": answer})
    assert found.status_code == status, found.json
    return found.json


def test_a_few_steps(client: Any) -> None:
    seats = seated(client, battle="lutchessa")
    say(seats["german"], 0)
    assert seats["german"].prompts() == []
    state = say(seats["soviet"], "soviet:Rcn")
    assert state["state"]["active"] == "soviet:Rcn"
    say(seats["soviet"], "A")
    say(seats["soviet"], "occupy")
    refused = say(seats["soviet"], ["lutchessa:griva"], 422)
    assert "Hill 142 (4116)" in json.dumps(refused, ensure_ascii=False)
    assert say(seats["soviet"], ["lutchessa:hill_142"])["state"]["vp"]["total"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"battle": "berlin"},
        {"supply": "yes"},
        {"nonsense": 1},
        {"dice": ["rolled"]},
        {"scenario": {"format": "hora-h/grossdeutschland-scenario/1"}},
        {"scenario": "nowhere"},
    ],
)
def test_settings_that_cannot_be(client: Any, wrong: dict[str, Any]) -> None:
    found = client.post("/api/v1/tables", json={"procedure": NAME, "settings": wrong})
    assert 400 <= found.status_code < 500
    assert found.json["detail"]


@pytest.mark.parametrize("answer", [99, "1", None, 1.5, [1], {"a": 1}, 10**30])
def test_answers_that_cannot_be(client: Any, answer: Any) -> None:
    seats = seated(client, battle="kursk")
    say(seats["german"], answer, 422)
    assert seats["german"].state()["answers"] == 0


def test_only_the_one_version_is_offered(client: Any) -> None:
    offered = [each["name"] for each in client.get("/api/v1/procedures").json]
    assert [name for name in offered if name.startswith("grossdeutschland")] == [NAME]


def test_a_scenario_of_ones_own(client: Any) -> None:
    own = {**make_blank(CATALOG), "title": "A night at Griva"}
    kept = client.post(
        "/api/v1/documents", json={"game": "grossdeutschland", "kind": "scenario", "document": own}
    )
    assert kept.status_code == 201, kept.json
    seats = seated(client, scenario=kept.json["id"])
    say(seats["german"], 0)
    say(seats["german"], "german:1Art")
    assert seats["german"].state()["settings"]["scenario"]["title"] == "A night at Griva"


def test_a_form_can_be_filled_from_what_it_says(client: Any) -> None:
    """A client that knows JSON Schema can answer a report without knowing the game."""
    from generator.chance import Chance

    seats = seated(client, battle="kursk")
    (prompt,) = seats["german"].prompts()
    say(seats["german"], fill_form(prompt["form"], Chance("api")))
