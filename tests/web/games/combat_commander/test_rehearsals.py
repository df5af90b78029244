"""Rehearsals on pages and in the API: real fights, started by a button, shown in both languages."""

from __future__ import annotations

import copy
import time
from dataclasses import asdict, replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdfium2 import PdfDocument

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.evidence import MIN_FIGHTS_FOR_VERDICT
from generator.games.combat_commander.rehearsal.outcome import Outcome
from schemas.errors import HorahError
from web.games.combat_commander.service import rehearsals
from web.http.request_context import CONTEXT
from web.service import jobs
from web.service.context import Context
from web.service.jobs import digest_job
from web.storage import jobs as stored
from web.storage.jobs import StoredJob

TIMEOUT_SECONDS = 600
CATALOG = load()


def battle(client: FlaskClient) -> str:
    made = client.post("/api/v1/battles", json={"seed": "15", "settings": {"map": 1, "sizes": ["platoon"]}})
    found: str = made.get_json()["id"]
    return found


def finished(client: FlaskClient, job_id: str) -> dict[str, Any]:
    until = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < until:
        found: dict[str, Any] = client.get(f"/api/v1/rehearsals/{job_id}").get_json()
        if found["state"] != "waiting":
            return found
        time.sleep(0.2)
    raise AssertionError("the rehearsal did not end")


def test_a_rehearsal_from_the_button_to_the_film(client: FlaskClient) -> None:
    """The charts of the page need as many fights as a verdict."""
    wish = {"battle": battle(client), "times": MIN_FIGHTS_FOR_VERDICT}
    job_id = client.post("/api/v1/rehearsals", json=wish).get_json()["id"]
    found = finished(client, job_id)
    assert (found["state"], found["done"], found["result"]["fights"]) == ("done", 20, 20)
    for lang, words in (("en", "Rehearsal: 20 fights"), ("es", "Ensayo: 20 combates")):
        page = client.get(f"/rehearsals/{job_id}?lang={lang}").get_data(as_text=True)
        assert words in page
        assert page.count('<div class="plot"><svg') == 3
        film = client.get(f"/rehearsals/{job_id}/film?turn=1&lang={lang}").get_data(as_text=True)
        assert ("Dark counters" if lang == "en" else "Fichas oscuras") in film
        assert "german:" not in film
    sheet = client.get(f"/rehearsals/{job_id}/sheet.pdf")
    assert sheet.data.startswith(b"%PDF")


def test_readers_are_told_which_special_rules_were_played(client: FlaskClient, monkeypatch: Any) -> None:
    """Page and sheet list the special rules that were played, and card texts that were not."""
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    card = copy.deepcopy(secretly(["A"]))
    card["rules"]["special"] = ["NO-1", "NO-2"]
    card["rules"]["text"] = [{"es": "Nieva.", "en": "It snows."}]
    job = rehearsals.begin_rehearsal(client.application.extensions[CONTEXT], card, 1)
    page = client.get(f"/rehearsals/{job.id}?lang=en").get_data(as_text=True)
    assert "Special rules played: Bocage (NO-1), Rural road (NO-2)." in page
    assert "The scenario also says this, which the computer did not play: It snows." in page
    assert "Bocage (NO-1), Carretera rural (NO-2)." in client.get(f"/rehearsals/{job.id}?lang=es").text
    sheet = PdfDocument(client.get(f"/rehearsals/{job.id}/sheet.pdf?lang=en").data)
    assert "Rural road (NO-2)" in sheet[0].get_textpage().get_text_range()


def secretly(letters: list[str]) -> dict[str, Any]:
    card = make(CATALOG, Settings(map=1), "15").card()
    card["objectives"] = {**card["objectives"], "secret": {"axis": letters, "allied": ["B"]}}
    return card


def test_two_cards_that_differ_in_a_secret_have_one_rehearsal(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job, and so every figure, is the same: the odds reveal nothing."""
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    one, two = (rehearsals.begin_rehearsal(context, secretly(letters), 3) for letters in (["A"], ["Q"]))
    assert one == two


def test_what_is_not_known_is_refused_at_once(context: Context) -> None:
    card = copy.deepcopy(secretly(["A"]))
    card["rules"]["modules"] = ["pacific"]
    with pytest.raises(HorahError) as refused:
        rehearsals.begin_rehearsal(context, card, 3)
    assert refused.value.code == "NOT_REHEARSED"


@pytest.mark.parametrize("times", [0, 401])
def test_how_many(context: Context, times: int) -> None:
    with pytest.raises(HorahError):
        rehearsals.begin_rehearsal(context, secretly(["A"]), times)


@pytest.mark.parametrize(
    "path", ["/rehearsals/nothing", f"/rehearsals/{'f' * 32}", f"/rehearsals/{'f' * 32}/film"]
)
def test_nothing_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_workbench_shows_the_odds_and_takes_the_points(client: FlaskClient) -> None:
    """The editor has a button for a rehearsal, shows its result, and applies the even shift."""
    begun = client.post("/scenarios", data={"way": "battle", "battle": battle(client)})
    where = begun.headers["Location"]
    page = client.get(where).get_data(as_text=True)
    assert 'form="rehearse-form"' in page
    scenario = page.split('name="scenario" value="')[1].split('"')[0]
    early = client.post(f"{where}/handicap", data={"side": "rehearsed"})
    assert early.status_code == 422
    asked = client.post("/rehearsals", data={"scenario": scenario, "times": "3"})
    document = finished(client, asked.headers["Location"].rsplit("/", 1)[-1])["result"]
    page = client.get(where).get_data(as_text=True)
    assert f"The Axis won {document['odds']['axis']['wins']} of 3 fights." in page
    assert "Too early to tell: 20 fights are needed." in page
    assert "Estimated without fighting: about" in page
    shift = document["even_shift"]
    assert ('id="even"' in page) is bool(shift and shift["axis"])
    after = client.post(f"{where}/handicap", data={"side": "rehearsed"})
    assert after.status_code == (303 if shift and shift["axis"] else 422)


def store_rehearsal(client: FlaskClient, card: dict[str, Any]) -> tuple[str, int]:
    """Store a rehearsal in which the Axis won all fights; return its id and their number."""
    body = rehearsals.make_request(card, {"axis": "regular", "allied": "regular"})
    won = Outcome("axis", "points", 0, 7, 60, {"axis": 1, "allied": 3}, {}, {}, {}, 0, 0)
    fought = [asdict(replace(won, marker=marker)) for marker in (10, 8, 6, 4)] * 10
    name, many = digest_job("combat_commander", rehearsals.KIND, body), len(fought)
    done = StoredJob(
        name, "combat_commander", rehearsals.KIND, body, "done", many, many, {"outcomes": fought}, "", ""
    )
    stored.add(client.application.extensions[CONTEXT].repository, done)
    return name, many


def test_a_card_on_paper_has_the_odds_that_are_known(client: FlaskClient) -> None:
    where = f"/api/v1/battles/{battle(client)}"

    def read_front() -> str:
        front = PdfDocument(client.get(f"{where}/card.pdf?lang=en").data)[0]
        return str(front.get_textpage().get_text_range())

    assert "Victories, estimated: " in read_front()
    store_rehearsal(client, client.get(where).get_json()["card"])
    assert "Victories, in a few fights: " in read_front()


def test_programs_have_a_card_rehearsed_and_evened(client: FlaskClient) -> None:
    """Evening a card is refused before its rehearsal is done, and then applies the even shift."""
    card = {**client.get(f"/api/v1/battles/{battle(client)}").get_json()["card"], "id": "two-platoons"}
    wish = {"card": card, "side": "rehearsed"}
    early = client.post("/api/v1/scenarios/handicap", json=wish)
    assert (early.status_code, early.get_json()["code"]) == (422, "NO_REHEARSAL")
    name, many = store_rehearsal(client, card)
    asked = client.post("/api/v1/rehearsals", json={"card": card, "times": many}).get_json()
    assert (asked["id"], asked["state"], asked["result"]["even_shift"]["axis"]) == (name, "done", -7)
    evened = client.post("/api/v1/scenarios/handicap", json=wish)
    assert evened.status_code == 200, evened.get_json()
    made = evened.get_json()["card"]
    before = card["marker"]
    assert made["marker"] == before - 7
    assert made["base"]["added"] == [
        {"kind": "marker", "side": "allied", "from": before, "to": before - 7},
    ]
    for wrong in ({}, {"card": card, "battle": "1"}):
        assert client.post("/api/v1/rehearsals", json=wrong).status_code == 422


def test_one_card_at_two_levels(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level has a rehearsal of its own; the page starts another from the first."""
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    asked = client.post(
        "/api/v1/rehearsals", json={"card": secretly(["A"]), "allied_level": "veteran"}
    ).get_json()
    assert asked["result"]["commanders"] == {"axis": "regular", "allied": "veteran"}
    assert asked["total"] == rehearsals.SLOW_FIGHTS
    again = {"rehearsal": asked["id"], "axis_level": "regular", "allied_level": "regular"}
    other = client.post("/rehearsals", data=again).headers["Location"].rsplit("/", 1)[-1]
    usual = client.post("/api/v1/rehearsals", json={"card": secretly(["A"])}).get_json()
    assert (usual["id"], usual["total"]) == (other, rehearsals.DEFAULT_FIGHTS)
    refused = client.post("/api/v1/rehearsals", json={"card": secretly(["A"]), "level": "nobody"})
    assert (refused.status_code, "nobody" in refused.get_json()["detail"]) == (422, True)
