"""Fights over the API: open, view, answer, hint, preview, undo, verify, and report to a campaign."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask

from generator.games.combat_commander.play.state import get_play
from tests.generator.games.combat_commander.play.tables import alter_secrets, choose, rolled_card
from tests.procedures import current
from tests.web.playing import Company, Player, open_table
from web.http.request_context import CONTEXT
from web.service.tables.live import lock_table


@pytest.fixture
def company(app: Flask) -> Company:
    settings = {"card": rolled_card("2001"), "axis": "person", "allied": "recruit"}
    return open_table(app.test_client(), procedure=current("fight"), settings=settings)


def view(player: Player) -> Any:
    return player.state()["state"]


def help_player(player: Player, path: str) -> Any:
    return player.client.get(f"/api/v1/fights/{player.table}{path}", headers=player.headers)


def answer(player: Player, value: Any) -> Any:
    number = player.prompts()[0]["number"]
    return player.post("/answers", {"number": number, "answer": value})


def test_a_person_plays_against_a_level(company: Company) -> None:
    axis, random = company.axis, Random(1)
    assert view(axis)["players"] == {"axis": "person", "allied": "recruit"}
    assert view(company.watcher)["prompt"] is None
    for _ in range(60):
        shown = view(axis)
        if shown["over"]:
            break
        hint = help_player(axis, "/hint")
        assert hint.status_code == 200, hint.json
        ids = {option["id"] for option in shown["prompt"]["options"]}
        chosen = hint.json["answer"]
        assert set(chosen if isinstance(chosen, list) else [chosen]) <= ids
        one = next(iter(ids))
        assert set(help_player(axis, f"/preview?answer={one}").json) == {"preview"}
        taken = answer(axis, chosen if random.random() < 0.8 else choose(shown, random))
        assert taken.status_code == 200, taken.json
    assert view(axis)["turn"]["number"] >= 1
    assert len(view(axis)["hand"]) and view(company.watcher)["hand"] == []
    assert help_player(company.watcher, "/hint").status_code in (403, 404, 409)


def test_an_answer_is_taken_back_unless_a_card_was_seen(company: Company) -> None:
    axis = company.axis
    assert answer(axis, view(axis)["prompt"]["options"][0]["id"]).status_code == 200
    assert axis.post("/undo", {"answers": 1}).json["answers"] == 0
    while not view(axis)["turn"]["number"]:
        answer(axis, help_player(axis, "/hint").json["answer"])
    refused = axis.post("/undo", {"answers": 1})
    assert refused.status_code in (409, 422)
    assert "has been seen" in str(refused.json)


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_no_answer_of_the_api_differs_with_the_secrets_of_the_other_side(app: Flask, side: str) -> None:
    """Two worlds: the same table before and after a card, a chit and both decks are changed in memory."""
    settings = {"card": rolled_card("2001")}
    company = open_table(app.test_client(), procedure=current("fight"), settings=settings)
    while not view(company.watcher)["turn"]["number"]:
        player = company.seat(view(company.watcher)["waiting"])
        answer(player, help_player(player, "/hint").json["answer"])
    other = company.allied if side == "axis" else company.axis
    before, watched = read_all(other), read_all(company.watcher)
    with lock_table(app.extensions[CONTEXT], other.table) as live:
        camp = get_play(live.table).fight.camps["axis" if side == "axis" else "allied"]
        hand = list(camp.hand)
        alter_secrets(live.session, side)
        live.shown.clear()
        assert camp.hand != hand  # the worlds do differ
    assert read_all(other) == before
    assert read_all(company.watcher) == watched


def read_all(player: Player) -> list[Any]:
    return [player.get(path).json for path in ("", "/prompts", "/log", "/record")]


def test_secret_settings_are_not_shown(company: Company) -> None:
    secret = {seat: company.seat(seat).state()["settings"]["card"]["objectives"]["secret"] for seat in SEATS}
    assert secret["watcher"]["axis"] == secret["watcher"]["allied"] == secret["axis"]["allied"] == "hidden"
    assert secret["axis"]["axis"] != "hidden"


SEATS = ("axis", "watcher")
