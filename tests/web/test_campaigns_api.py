"""Campaigns over the API: tables that continue from battle to battle, on both databases."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from tests.procedures import current

from .playing import Company, Player, confirm, open_table, play

BASE = "/api/v1/campaigns"
NAMES = ("stalingrad", "normandy", "gastadores")


def begun(app: Flask, name: str, **settings: object) -> Company:
    return open_table(app.test_client(), BASE, procedure=f"{name}/1", settings=settings)


def to_battle(company: Company, pick: object, number: int) -> None:
    """Play until the result of a battle is asked for."""
    for battle in range(number):
        play(company, pick, until="battle_result")
        if battle < number - 1:
            confirm(company.allied, company.axis.answer(pick).json)


@pytest.mark.parametrize("name", ["stalingrad", "normandy"])
def test_two_battles(app: Flask, name: str) -> None:
    company, pick = begun(app, name), Random(1).randrange
    to_battle(company, pick, 2)
    state = company.watcher.state()
    assert len(state["state"]["history"]) == 1 and state["state"]["stage"] == "ready"
    ready = company.axis.get("/cards").json
    assert [each["number"] for each in ready] == [1, 2]
    assert all(each["card"]["seed"] is None for each in ready)  # it would tell the dice to come
    assert company.axis.get("/cards/2/card.pdf?lang=es").data.startswith(b"%PDF")
    assert company.axis.get("/card.json").json["source"] == ready[-1]["card"]["source"]
    assert company.axis.get("/cards/3/card.pdf").status_code == 404
    assert company.watcher.get("/campaign.pdf?paper=letter").data.startswith(b"%PDF")
    assert company.watcher.get("/campaign.txt?lang=es").status_code == 200
    assert company.watcher.get("/positions.svg").mimetype == "image/svg+xml"


def test_a_blank_record_to_fill_in(lite: Flask) -> None:
    client = lite.test_client()
    pdf = client.get("/api/v1/campaigns/stalingrad/blank.pdf?paper=letter&lang=es")
    assert (pdf.status_code, pdf.content_type) == (200, "application/pdf")
    assert client.get("/api/v1/campaigns/atlantis/blank.pdf").status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_any_seat_reports_but_not_watchers(app: Flask, name: str) -> None:
    company, pick = begun(app, name), Random(2).randrange
    to_battle(company, pick, 1)
    number = company.watcher.state()["number"]
    assert company.watcher.prompts() == []
    refused = company.watcher.post("/answers", {"number": number, "answer": {}})
    assert (refused.status_code, refused.json["code"]) == (403, "NOT_ASKED")
    confirm(company.axis, company.allied.answer(pick).json)
    told = company.axis.post("/answers", {"number": number, "answer": {}})
    assert (told.status_code, told.json["code"]) == (409, "ANSWERED")


@pytest.mark.parametrize("answer", [None, 7, "x", [], {}, {"winner": "axis"}, {"winner": [], "ended": {}}])
def test_malformed_report_is_refused(app: Flask, answer: object) -> None:
    company = begun(app, "gastadores")
    number = company.watcher.state()["number"]
    refused = company.axis.post("/answers", {"number": number, "answer": answer})
    assert (refused.status_code, refused.json["code"]) == (422, "BAD_REPORT")


def test_undo_goes_back_before_a_report(app: Flask) -> None:
    company, pick = begun(app, "stalingrad"), Random(3).randrange
    to_battle(company, pick, 1)
    before = company.watcher.get("/log").json
    confirm(company.allied, company.axis.answer(pick).json)
    assert company.watcher.get("/log").json != before
    for player in (company.axis, company.allied):
        undone = player.post("/undo", {"answers": 1})
        assert undone.status_code == 200
    assert company.watcher.get("/log").json == before


@pytest.mark.parametrize("name", NAMES)
def test_finished_campaign_is_verified(app: Flask, name: str) -> None:
    company = begun(app, name)
    end = play(company, Random(5).randrange)
    assert end["finished"] and end["seeds"][0]["seed"]
    verdict = company.watcher.get("/verification").json
    assert verdict["sound"], verdict["findings"]
    for player in (company.axis, company.allied):
        player.post("/reveal", {})
    verdict = company.watcher.get("/verification").json
    assert verdict["sound"] and verdict["sealed"] == 0, verdict["findings"]


def test_campaigns_and_tables_have_separate_urls(app: Flask) -> None:
    client = app.test_client()
    campaign, table = begun(app, "gastadores"), open_table(client)
    for player, base in ((campaign.axis, "/api/v1/tables"), (table.axis, BASE)):
        stranger = Player(client, player.table, player.link, base)
        assert stranger.get().status_code == 404
        assert stranger.post("/undo", {}).status_code == 404
    for base, wish in (
        (BASE, {"procedure": current("battle")}),
        (BASE, {}),
        ("/api/v1/tables", {"procedure": current("normandy")}),
    ):
        told = client.post(base, json=wish)
        assert (told.status_code, told.json["code"]) == (422, "BAD_PROCEDURE")


@pytest.mark.parametrize(
    "settings", [{"results": "dice"}, {"readings": {"x": "y"}}, {"readings": []}, {"edition": 7}, {"x": 1}]
)
def test_invalid_settings(app: Flask, settings: dict[str, object]) -> None:
    wish = {"procedure": current("stalingrad"), "settings": settings}
    assert app.test_client().post(BASE, json=wish).status_code == 422
