"""Scenarios over the API, on both databases: create, save, compare, check, price, fix, print."""

from __future__ import annotations

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from web.games.combat_commander.service import scenarios
from web.http.request_context import CONTEXT
from web.service import documents
from web.service.context import Context
from web.storage import documents as storage

API = "/api/v1/scenarios"


def post(app: Flask, path: str = "", **body: Any) -> TestResponse:
    return app.test_client().post(f"{API}{path}", json=body)


def begun(app: Flask, **how: Any) -> dict[str, Any]:
    answer = post(app, **(how or {"new": {"title": "The mill"}}))
    assert answer.status_code == 201, answer.json
    found: dict[str, Any] = answer.json
    return found


def put(app: Flask, id_: str, link: str, **body: Any) -> TestResponse:
    headers = {"Authorization": f"Bearer {link}"}
    return app.test_client().put(f"{API}/{id_}", json=body, headers=headers)


def test_create_and_print(app: Flask) -> None:
    new = begun(app)
    shown = app.test_client().get(f"{API}/{new['id']}")
    assert shown.json["card"] == new["card"]
    assert shown.json["card"]["title"] == "The mill"
    assert shown.headers["ETag"] == '"0"'
    assert new["link"] not in shown.text
    starts = {"card.pdf": b"%PDF", "card.txt": b"", "map.svg": b"<?xml", "card.json": b"{"}
    starts |= {"pack.pdf": b"%PDF", "counters.pdf": b"%PDF", "forum.txt": b"[", "setup.txt": b""}
    starts |= {"battle.vsav": b"PK"}
    for name, start in starts.items():
        printed = app.test_client().get(f"{API}/{new['id']}/{name}")
        assert printed.status_code == 200
        assert printed.data.startswith(start)


@pytest.mark.parametrize(
    ("how", "fact"),
    [
        ({"new": {"axis": "italian", "allied": "british", "year": 1941}}, "italian"),
        ({"part": {"year": 1944, "sides": {"axis": {"faction": "german"}}}, "seed": "7"}, "german"),
        ({"copy": "castle-hill"}, "german"),
    ],
)
def test_ways_to_create(app: Flask, how: dict[str, Any], fact: str) -> None:
    assert begun(app, **how)["card"]["sides"]["axis"]["faction"] == fact


def test_create_from_a_battle_without_its_secrets(app: Flask) -> None:
    battle = app.test_client().post("/api/v1/battles", json={"seed": "44.secret"}).json
    for seat, seen in (("everyone", False), ("referee", True)):
        card = begun(app, battle={"id": battle["id"], "seat": seat})["card"]
        assert card["source"]["kind"] == "scenario"
        assert not {"seat", "commitment", "events"} & set(card)
        assert bool(card["objectives"]["secret"]["axis"]) is seen
        assert ("random" in card["objectives"]) is not seen
        assert "secret" not in json.dumps(card["source"])
    assert post(app, battle={"id": "a" * 32}).status_code == 404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "HTTP_422"),
        ({"new": {}, "copy": "castle-hill"}, "HTTP_422"),
        ({"new": {"axis": "martian"}}, "BAD_FACTION"),
        ({"new": {"map": 99}}, "BAD_MAP"),
        ({"new": {"year": 1812}}, "C01"),
        ({"card": {"format": "hora-h/card/9"}}, "WRONG_FORMAT"),
        ({"card": {"format": "hora-h/card/1"}}, "C00"),
        ({"copy": "no-such-card"}, "NOT_FOUND"),
        ({"part": {"sides": 5}}, "BAD_PART"),
    ],
)
def test_invalid_creation_is_refused(app: Flask, body: dict[str, Any], code: str) -> None:
    refused = post(app, **body)
    assert refused.json["code"] == code, refused.json
    assert refused.json["detail"]


def test_saving_needs_the_link(app: Flask) -> None:
    mine, other = begun(app), begun(app)
    for link in (mine["id"], other["link"], "a" * 32, "x", ""):
        refused = put(app, mine["id"], link, card=mine["card"], version=0)
        assert refused.status_code == 404
        assert refused.json == app.test_client().get(f"{API}/{'b' * 32}").json
    bare = app.test_client().put(f"{API}/{mine['id']}", json={"card": mine["card"], "version": 0})
    assert bare.status_code == 404
    assert app.test_client().put(f"{API}/{mine['id']}", data="x").status_code == 415


def test_link_is_stored_as_a_hash(context: Context) -> None:
    new = scenarios.begin_new(context, "german", "russian", 1943, 1, "platoon")
    with context.repository.reading() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM documents").all()
    assert new.link not in repr(rows)
    assert len(new.link) * 5 >= 128


def test_versions_and_differences(app: Flask) -> None:
    new = begun(app)
    card = {**new["card"], "marker": 3}
    first = put(app, new["id"], new["link"], card=card, version=0, note="More VP").json
    assert (first["version"], first["card"]["marker"]) == (1, 3)
    again = put(app, new["id"], new["link"], card=card, version=1).json
    assert again["version"] == 1  # the same card is not saved twice
    client = app.test_client()
    assert [v["note"] for v in client.get(f"{API}/{new['id']}/versions").json] == ["More VP", ""]
    changes = client.get(f"{API}/{new['id']}/changes?before=0&after=1").json
    assert [(c["place"], c["before"], c["after"]) for c in changes] == [("/marker", 0, 3)]
    assert client.get(f"{API}/{new['id']}?version=0").json["card"]["marker"] == 0
    assert client.get(f"{API}/{new['id']}?version=9").status_code == 404
    assert client.get(f"{API}/castle-hill/versions").status_code == 404


def test_edit_conflict_returns_the_differences(app: Flask) -> None:
    new = begun(app)
    theirs = copy.deepcopy(new["card"])
    theirs["sides"]["axis"]["leaders"].append("german:sgt_esser")
    mine = copy.deepcopy(new["card"])
    mine["sides"]["axis"]["leaders"].append("german:cpl_winkler")
    mine["marker"] = -4
    assert put(app, new["id"], new["link"], card=theirs, version=0).status_code == 200
    late = put(app, new["id"], new["link"], card=mine, version=0)
    assert late.status_code == 409
    assert late.json["code"] == "STALE"
    errors = late.json["errors"]
    assert errors["version"] == 1
    assert [c["after"] for c in errors["theirs"]] == ["german:sgt_esser"]
    assert {c["place"] for c in errors["yours"]} == {"/marker", "/sides/axis/leaders/1"}
    assert errors["merged"]["marker"] == -4
    assert errors["merged"]["sides"]["axis"]["leaders"][1:] == ["german:sgt_esser", "german:cpl_winkler"]
    assert app.test_client().get(f"{API}/{new['id']}").json["card"] == theirs
    both = put(app, new["id"], new["link"], card=errors["merged"], version=1)
    assert both.json["version"] == 2


def test_concurrent_saves_store_exactly_one(context: Context) -> None:
    new = scenarios.begin_new(context, "german", "russian", 1943, 1, "platoon")

    def save(number: int) -> str:
        try:
            documents.save(context, new.id, {**new.document, "marker": number}, 0)
        except documents.Stale as stale:
            assert stale.mine["marker"] == number
            return "stale"
        return "saved"

    with ThreadPoolExecutor(6) as pool:
        outcome = sorted(pool.map(save, range(1, 7)))
    assert outcome == ["saved"] + ["stale"] * 5
    assert scenarios.find(context, new.id).version == 1


def test_old_versions_are_deleted_unless_named(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MAX_VERSIONS_WITHOUT_NOTE", 3)
    new = scenarios.begin_new(context, "german", "russian", 1943, 1, "platoon")
    for number in range(8):
        note = "named" if number == 1 else ""
        documents.save(context, new.id, {**new.document, "marker": number + 1}, number, note=note)
    assert [stamp.version for stamp in documents.versions(context, new.id)] == [8, 7, 6, 5, 2]
    with pytest.raises(documents.Stale):  # what it followed is gone; still nothing is overwritten
        documents.save(context, new.id, {**new.document, "marker": 20}, 0)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", {"castle-hill", "hill-236", "mine"}),
        ("?faction=russian", {"mine"}),
        ("?faction=british", {"hill-236"}),
        ("?year=1944", {"castle-hill", "hill-236"}),
        ("?map=9", {"castle-hill"}),
        ("?year=1943", {"mine"}),
        ("?size=platoon&faction=german", {"mine"}),
        ("?map=1", {"mine"}),
        ("?q=MILL", {"mine"}),
        ("?q=hangman", set()),
        ("?faction=french", set()),
    ],
)
def test_the_library(app: Flask, query: str, ids: set[str]) -> None:
    new, hidden = begun(app), begun(app)
    put(app, new["id"], new["link"], card=new["card"], version=0, listed=True)
    found = {row["id"] for row in app.test_client().get(f"{API}{query}").json}
    assert hidden["id"] not in found
    assert found == {new["id"] if each == "mine" else each for each in ids}


def test_library_cards_are_shown_and_linked(lite: Flask) -> None:
    card = lite.test_client().get(f"{API}/castle-hill").json
    assert card["version"] is None
    assert card["card"]["links"] == ["hill-236"]
    context: Context = lite.extensions[CONTEXT]
    found = scenarios.find(context, "castle-hill")
    assert [each.id for each in scenarios.list_related(context, found)] == ["hill-236"]


def test_circular_links_are_followed_once(lite: Flask) -> None:
    one, two = begun(lite), begun(lite)
    put(lite, one["id"], one["link"], card={**one["card"], "links": [two["id"]]}, version=0)
    put(lite, two["id"], two["link"], card={**two["card"], "links": [one["id"], two["id"]]}, version=0)
    context: Context = lite.extensions[CONTEXT]
    found = scenarios.find(context, one["id"])
    assert [each.id for each in scenarios.list_related(context, found)] == [two["id"]]


def test_check_price_follow_fix(lite: Flask) -> None:
    card = begun(lite)["card"]
    card["sides"]["axis"]["hand"] = 9
    found = post(lite, "/check", card=card).json
    assert found["refused"]
    wrong = next(f for f in found["findings"] if f["id"] == "C08")
    assert wrong["fix"]
    mended = post(lite, "/fix", card=card, id="C08", place=wrong["place"]).json
    assert mended["card"]["sides"]["axis"]["hand"] == 5
    every = post(lite, "/fix", card=card, severities=["E", "W"]).json
    assert not post(lite, "/check", card=every["card"]).json["refused"]
    assert "C08" in [f["id"] for f in every["fixed"]]
    assert post(lite, "/fix", card=card, id="C08", place="/nowhere").json["code"] == "NO_FIX"
    followed = post(lite, "/follow", card={**card, "sudden_death": 30}).json["card"]
    assert followed["sudden_death"] == 4
    priced = post(lite, "/price", card=card).json
    assert [each["total"] for each in priced["prices"]] == [640, 605]
    assert {each["id"] for each in priced["meter"]["measures"]} >= {"points", "firepower", "morale"}
    assert all(each["working"] for each in priced["proposals"])


def test_example_of_the_guide(lite: Flask) -> None:
    """A Rifle squad on space 3 with Sudden Death 7 costs 57."""
    card = begun(lite)["card"]
    card["sudden_death"] = 7
    card["sides"]["axis"]["reinforcements"] = [
        {"space": 3, "leaders": [], "counters": {"german:squad_rifle": 1}}
    ]
    lines = post(lite, "/price", card=card).json["prices"][0]["lines"]
    assert [line["value"] for line in lines if line["space"] == 3] == [57]


def test_handicap_and_fill_in_the_rest(lite: Flask) -> None:
    card = lite.test_client().get(f"{API}/castle-hill").json["card"]
    eased = post(lite, "/handicap", card=card, side="allied").json["card"]
    assert eased["base"]["id"] == "castle-hill"
    assert eased["base"]["added"]
    whole = post(lite, "/complete", part={"year": 1942, "map": {"number": 3}}, seed="9").json["card"]
    assert (whole["year"], whole["map"]["number"]) == (1942, 3)


def test_invalid_cards_are_refused_and_the_draft_is_unchanged(lite: Flask) -> None:
    new = begun(lite)
    script = "<script>alert(1)</script>"

    def saved(card: dict[str, Any]) -> TestResponse:
        return put(lite, new["id"], new["link"], card=card, version=0)

    big = {**new["card"], "situation": "x" * 5_000_000}
    assert saved(big).status_code == 413
    assert saved({**new["card"], "format": "hora-h/card/2"}).json["code"] == "WRONG_FORMAT"
    assert saved({**new["card"], "title": "a\x07b"}).json["code"] == "CONTROL_CHARACTERS"
    assert saved({**new["card"], "surprise": 1}).json["code"] == "C00"
    assert saved({**new["card"], "links": [7]}).json["code"] == "K04"
    assert lite.test_client().get(f"{API}/{new['id']}").json["card"] == new["card"]
    assert saved({**new["card"], "title": script}).json["card"]["title"] == script  # text, and nothing more
    odd = copy.deepcopy(new["card"])
    odd["sides"]["axis"]["counters"]["german:death_star"] = 1
    assert "K01" in [f["id"] for f in post(lite, "/check", card=odd).json["findings"]]


def test_the_api_describes_itself(lite: Flask) -> None:
    paths = lite.test_client().get("/api/v1/openapi.json").json["paths"]
    assert {"/api/v1/scenarios", "/api/v1/scenarios/{scenario_id}", "/api/v1/scenarios/check"} <= set(paths)


def test_scenario_is_a_document(lite: Flask) -> None:
    """Both URLs give the same card, versions and findings; readers see all of it."""
    client = lite.test_client()
    whole = {"game": "combat_commander", "kind": "scenario"}
    new = client.post("/api/v1/documents", json=whole).json
    shown = client.get(f"{API}/{new['id']}").json
    assert shown["card"] == new["document"] == client.get(f"/api/v1/documents/{new['id']}").json["document"]
    key = {"Authorization": f"Bearer {new['link']}"}
    card = {**shown["card"], "title": "The mill", "objectives": {**shown["card"]["objectives"]}}
    card["objectives"]["secret"] = {"axis": ["A"], "allied": []}
    body = {"document": card, "version": 0, "listed": True}
    assert client.put(f"/api/v1/documents/{new['id']}", json=body, headers=key).json["version"] == 1
    assert client.get(f"{API}/{new['id']}").json["card"]["title"] == "The mill"
    read = client.get(f"/api/v1/documents/{new['id']}").json["document"]
    assert read["objectives"]["secret"]["axis"] == ["A"]
    listed = client.get("/api/v1/documents", query_string={**whole, "q": "mill"}).json["items"]
    assert [line["id"] for line in listed] == [new["id"]]
    wrong = {**card, "sides": {**card["sides"], "axis": {**card["sides"]["axis"], "hand": 9}}}
    found = client.post("/api/v1/documents/check", json={**whole, "document": wrong}).json
    assert ("C08", "/sides/axis/hand") in [(each["code"], each["place"]) for each in found["findings"]]


def test_content_that_the_editor_cannot_show_is_refused(lite: Flask) -> None:
    client = lite.test_client()
    for document in ({"format": "hora-h/card/1"}, {**begun(lite)["card"], "title": "a\x07b"}):
        body = {"game": "combat_commander", "kind": "scenario", "document": document}
        refused = client.post("/api/v1/documents", json=body)
        assert refused.status_code == 422, refused.json
        assert refused.json["code"] in ("C00", "CONTROL_CHARACTERS")


def test_scenario_has_the_size_limit_of_documents(lite: Flask) -> None:
    new = begun(lite)
    large = {**new["card"], "rules": {"text": ["The mill is held to the last. " * 130] * 60}}
    for answer in (post(lite, card=large), put(lite, new["id"], new["link"], card=large, version=0)):
        assert (answer.status_code, answer.json["code"]) == (422, "TOO_LARGE"), answer.json
    assert lite.test_client().get(f"{API}/{new['id']}").json["version"] == 0
