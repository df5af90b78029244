"""Proposals that the other side confirms, refusal and withdrawal of requests, and later corrections."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask

from generator.verify import verify
from tests.procedures import current
from tests.web.playing import Company, legal, open_table, play
from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT

BASE = "/api/v1/campaigns"


def campaign(app: Flask, seed: int = 3) -> Company:
    """Return a Stalingrad campaign after its first battle."""
    company = open_table(app.test_client(), BASE, procedure=current("stalingrad"))
    play(company, Random(seed).randrange, until="battle_result")
    return company


def told(company: Company, seat: str = "axis", pick: int = 0) -> Any:
    """Let one side report the battle."""
    player = company.seat(seat)
    prompt = player.prompts()[0]
    answered = player.post(
        "/answers", {"number": prompt["number"], "answer": legal(prompt, lambda n: pick % n)}
    )
    assert answered.status_code == 200, answered.json
    return answered.json


def test_report_counts_after_confirmation(app: Flask) -> None:
    company = campaign(app)
    before = company.watcher.state()["answers"]
    state = told(company)
    assert state["answers"] == before and state["proposal"]["seat"] == "axis" and not state["yours"]
    assert company.allied.state()["yours"] and company.allied.state()["proposal"]["value"]["winner"] == "axis"
    assert company.watcher.state()["proposal"]["value"] is None  # watchers learn only that it waits
    number = state["proposal"]["number"]
    assert company.axis.post("/agreement", {"number": number}).status_code == 403
    assert company.watcher.post("/agreement", {"number": number}).status_code == 403
    assert company.allied.post("/agreement", {"number": number - 1}).status_code == 409
    agreed = company.allied.post("/agreement", {"number": number}).json
    assert agreed["proposal"] is None and agreed["answers"] > before
    entry = company.referee.get("/record").json["entries"][before]
    assert (entry["ask"], entry["by"]) == ("battle_result", "axis")  # as it was always written
    assert company.allied.post("/agreement", {"number": number}).status_code == 409


def test_refuse_and_withdraw_a_report(lite: Flask) -> None:
    company = campaign(lite)
    told(company)
    other = company.allied.prompts()[0]
    differs = {"number": other["number"], "answer": legal(other, lambda n: 1 % n)}
    assert company.allied.post("/answers", differs).status_code == 409  # the other side must answer first
    no = company.allied.post("/refusal", {"what": "proposal", "why": "He only broke"}).json
    assert no["proposal"] is None
    assert company.axis.state()["refusal"] == {"seat": "allied", "what": "proposal", "why": "He only broke"}
    assert company.axis.post("/withdrawal", {"what": "proposal"}).status_code == 409
    told(company)
    assert company.axis.state()["refusal"] is None
    assert company.allied.post("/withdrawal", {"what": "proposal"}).status_code == 409  # of another seat
    assert company.axis.post("/withdrawal", {"what": "proposal"}).json["proposal"] is None


def test_equal_reports_need_no_confirmation(lite: Flask) -> None:
    company = campaign(lite)
    before = told(company)["answers"]
    assert told(company, "allied")["answers"] > before


@pytest.mark.parametrize("end", ["refusal", "withdrawal"])
def test_undo_request_can_be_refused_and_withdrawn(lite: Flask, end: str) -> None:
    company = campaign(lite)
    before = company.watcher.state()["answers"]
    assert company.axis.post("/undo", {}).json["undo"] == {"axis": 1}
    ender = company.allied if end == "refusal" else company.axis
    assert ender.post(f"/{end}", {"what": "undo"}).json["undo"] == {}
    assert ender.post(f"/{end}", {"what": "undo"}).status_code == 409
    assert company.watcher.state()["answers"] == before
    assert company.allied.post("/undo", {}).json["undo"] == {"allied": 1}  # the old wish is gone


def test_reveal_request_can_be_refused_and_withdrawn(lite: Flask) -> None:
    company = open_table(lite.test_client())
    play(company)
    company.axis.post("/reveal", {})
    assert company.allied.post("/refusal", {"what": "reveal"}).json["reveal"] == []
    company.axis.post("/reveal", {})
    assert company.axis.post("/withdrawal", {"what": "reveal"}).json["reveal"] == []
    company.axis.post("/reveal", {})
    assert company.allied.post("/reveal", {}).json["revealed"]
    assert company.allied.post("/refusal", {"what": "reveal"}).status_code == 409


def finish(company: Company) -> Any:
    return play(company, Random(7).randrange)


def test_later_correction_replays_the_rules(lite: Flask) -> None:
    company = campaign(lite)
    told(company)
    first = company.axis.state()
    company.allied.post("/agreement", {"number": first["proposal"]["number"]})
    play(company, Random(3).randrange, until="battle_result")
    record = company.referee.get("/record").json
    place = next(entry["n"] for entry in record["entries"] if entry["ask"] == "battle_result")
    other = {**record["entries"][place]["answer"], "winner": "allied", "initiative": "allied"}
    wrong = {**other, "ended": "sudden_death", "marker": 5}
    assert company.axis.post("/corrections", {"place": place, "answer": wrong}).status_code == 422
    assert company.axis.post("/corrections", {"place": 0, "answer": other}).status_code == 409
    assert company.watcher.post("/corrections", {"place": place, "answer": other}).status_code == 403
    asked = company.axis.post("/corrections", {"place": place, "answer": other}).json
    assert asked["proposal"]["place"] == place and asked["state"]["history"][0]["winner"] == "axis"
    done = company.allied.post("/agreement", {"number": asked["proposal"]["number"]}).json
    assert done["state"]["history"][0]["winner"] == "allied"
    assert done["corrected"] == [place] and done["proposal"] is None

    # Another process reads the same from the events alone.
    again = create_app(Config(lite.extensions[CONTEXT].repository.engine.url.render_as_string(), pages=False))
    seen = again.test_client().get(f"{BASE}/{company.axis.table}", headers=company.axis.headers).json
    assert {**seen, "version": 0} == {**company.axis.state(), "version": 0}
    again.extensions[CONTEXT].repository.engine.dispose()

    # Dice that moved with it are told apart from dice that somebody touched.
    state = finish(company)
    assert state["finished"]
    for seat in (company.axis, company.allied):
        seat.post("/reveal", {})
    record = company.axis.get("/record").json
    verdict = verify(lite.extensions[CONTEXT].catalogs, record)
    assert verdict.findings == [] and verdict.checked
    moved = next(e["n"] for e in record["entries"] if e["kind"] == "roll" and e["n"] not in record["carried"])
    record["entries"][moved]["answer"] = [7 - die for die in record["entries"][moved]["answer"]]
    assert verify(lite.extensions[CONTEXT].catalogs, record).findings


def test_correction_after_the_end_brings_a_new_seed(lite: Flask) -> None:
    company = campaign(lite)
    finish(company)
    record = company.referee.get("/record").json
    place = next(entry["n"] for entry in record["entries"] if entry["ask"] == "battle_result")
    given = record["entries"][place]["answer"]
    other = "allied" if given["winner"] == "axis" else "axis"
    answer = {**given, "winner": other, "initiative": other}
    asked = company.axis.post("/corrections", {"place": place, "answer": answer}).json
    done = company.allied.post("/agreement", {"number": asked["proposal"]["number"]}).json
    assert len(done["seeds"]) == 2 and done["seeds"][1]["from"] == place
    assert done["state"]["history"][0]["winner"] == other


def test_referee_reports_without_confirmation(lite: Flask) -> None:
    company = campaign(lite)
    before = company.watcher.state()["answers"]
    assert told(company, "referee")["answers"] > before
