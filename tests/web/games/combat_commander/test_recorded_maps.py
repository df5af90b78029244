"""Maps whose ground their owner records: drawn, saved as owner data, taken along as a file, played with."""

from __future__ import annotations

import io
import json
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

DRAWN: dict[str, Any] = {
    "format": "hora-h/battlefield/1",
    "name": "",
    "terrain": {"woods": ["C3", "D3"]},
    "ways": {"road": ["A5-B4"]},
    "objectives": {"1": "C7", "2": "E7", "3": "G7", "4": "I7", "5": "K7"},
}
SAME = {"Sec-Fetch-Site": "same-origin"}


def record(client: FlaskClient, document: dict[str, Any] = DRAWN, number: int = 37) -> Any:
    return client.post(f"/maps/record/{number}", data={"document": json.dumps(document)}, headers=SAME)


def test_a_map_without_ground_leads_to_the_drawing_board(site: Flask) -> None:
    client = site.test_client()
    atlas = client.get("/maps").text
    assert atlas.count("Record this map") == 7
    assert client.get("/maps/37").headers["Location"] == "/maps/record/37"
    assert "Record this map" in client.get("/maps/record/37").text
    assert client.get("/maps/record/5").status_code == 404  # its ground is known


def test_a_recorded_map_is_kept_shown_and_played_with(site: Flask) -> None:
    client = site.test_client()
    assert record(client).status_code == 303
    page = client.get("/maps/37?from=C3")
    assert page.status_code == 200 and "Woods" in page.text
    assert client.get("/maps/37/small.svg").headers["Cache-Control"] == "private, no-cache"
    assert site.test_client().get("/maps/37/small.svg").status_code == 404  # of this owner alone
    assert client.get("/owner-data/combat_commander").headers["Location"] == "/maps/record"
    form = {"procedure": "stalingrad/1", "box": "1", "mine": "axis"}
    seats = client.post("/tables", data=form, headers=SAME).headers["Location"]
    table = client.get(seats.removesuffix("/seats")).text
    assert "have this map" not in table and 'class="map-picture"' in table
    without = {"procedure": "stalingrad/1", "mine": "axis"}
    plain = client.post("/tables", data=without, headers=SAME).headers["Location"]
    assert "Record this map" in client.get(plain.removesuffix("/seats")).text


def test_recorded_maps_go_to_another_device_as_a_file(site: Flask) -> None:
    client, other = site.test_client(), site.test_client()
    record(client)
    saved = client.get("/maps/record/maps.json").data
    brought = other.post("/maps/record", data={"file": (io.BytesIO(saved), "maps.json")}, headers=SAME)
    assert brought.status_code == 303
    assert other.get("/maps/37").status_code == 200
    wrong = other.post("/maps/record", data={"file": (io.BytesIO(b"{}"), "maps.json")}, headers=SAME)
    assert wrong.status_code == 422 and "no recorded maps" in wrong.text
    other.post("/maps/record/37/delete", headers=SAME)
    assert other.get("/maps/37").status_code == 303


def test_objectives_are_recorded_all_or_none(site: Flask) -> None:
    client = site.test_client()
    some = {**DRAWN, "objectives": {"1": "C7", "2": "E7"}}
    refused = record(client, some)
    assert refused.status_code == 422 and "3, 4 and 5" in refused.text
    without = {name: part for name, part in DRAWN.items() if name != "objectives"}
    assert record(client, without).status_code == 303
