"""Tests of Thunder at Cassino's pages, its table through forms, and the same table over the API."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from generator.games.thunder_at_cassino.procedures import BIDDING, PLAY
from tests.web.playing import all_seats
from web.http.request_context import CONTEXT, owner_data_cookie
from web.service import owner_data

API = "/api/v1/tables"


class Table:
    """Table in a browser without script: read pages, send forms."""

    def __init__(self, client: FlaskClient, lang: str = "en", **settings: Any) -> None:
        self.client, self.lang = client, lang
        form = {"procedure": settings.pop("procedure", PLAY.name)}
        if form["procedure"] == PLAY.name:
            settings = {"mode": "strict", "allied_guns": "ready", **settings}
        for name, value in settings.items():
            form |= {f"has-{name}": "1", name: str(value)}
        opened = client.post("/tables", data={**form, "referee": "1"})
        self.links = list(all_seats(client, opened).values())

    def page(self, seat: int) -> str:
        found = self.client.get(f"/tables/{self.links[seat]}?lang={self.lang}")
        assert found.status_code == 200
        return unescape(found.text)

    def asked(self, seat: int) -> bool:
        return 'name="number"' in self.page(seat)

    def send(self, seat: int, status: int = 303, value: str | None = None, **form: Any) -> str:
        """Send the form; ``value`` is for a report that is a single number."""
        number = re.search(r'name="number" value="(\d+)"', self.page(seat))
        assert number, "nothing is asked"
        data = {"number": number[1], **form}
        if value is not None:
            data["value"] = value
        answer = self.client.post(f"/tables/{self.links[seat]}?lang={self.lang}", data=data)
        assert answer.status_code == status, answer.text
        return unescape(answer.text)


GERMAN, ALLIED = 0, 1


@pytest.mark.parametrize(
    ("lang", "words"),
    [("es", "0 de 22 áreas del pueblo"), ("en", "0 of 22 town areas")],
)
def test_the_game_at_a_glance(client: FlaskClient, lang: str, words: str) -> None:
    page = unescape(client.get(f"/cassino?lang={lang}").text)
    assert words in page
    assert page.count("<svg") >= 2
    assert "/cassino" in client.get("/").text


@pytest.mark.parametrize(
    "name",
    [
        "calendar",
        "points",
        "movement",
        "setup-campaign",
        "setup-last_days",
        "setup-round_house",
        "setup-castle_hill",
    ],
)
def test_every_sheet_as_a_file(client: FlaskClient, name: str) -> None:
    for lang, paper in (("es", "a4"), ("en", "letter")):
        found = client.get(f"/cassino/sheets/{name}.pdf?lang={lang}&paper={paper}")
        assert found.status_code == 200 and found.data.startswith(b"%PDF")
    assert client.get(f"/cassino/sheets/{name}.txt?lang=es").text
    assert client.get(f"/cassino/sheets/{name}.md?lang=en").text.startswith("# ")


@pytest.mark.parametrize(
    "path",
    [
        "/cassino/sheets/nothing.pdf",
        "/cassino/sheets/points.exe",
        "/cassino/sheets/points.pdf?paper=a0",
        "/cassino/sheets/points.pdf?lang=xx",
    ],
)
def test_what_is_no_sheet(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (
            "what=fire&attack=4&infantry=4&company=1&defence=3&terrain=2&adjacent=1&higher=1",
            "Attack 8 against defence 7",
        ),
        ("what=fire&attack=4&infantry=7", "7 units fire (infantry); one attack allows 6"),
        ("what=close&units=2&attacker=5&close_target=3", "66.7%"),
        ("what=move&enemies=1&mg_near=1", "3 movement points"),
        ("what=zone&enemy_units=4&night=1", "Movement points: 3"),
        ("what=stack&infantry_there=11", "Too many"),
        ("what=smoke&gun=allied_brigade&high=1", "You need 8 or more: 41.7%"),
        ("what=rubble&die=3", "Rubble 1"),
        ("what=retreat&is_zone=1&enemy_armour=1", "Priority D"),
        ("what=retreat&is_cause=1", "cannot retreat"),
        ("what=stack&infantry_there=5&observers_there=2", "All units fit"),
        ("what=stack&infantry_there=5&observers_there=2&second_observer=never", "Too many"),
        (
            "what=ranking&place-0=12&neighbours-0=2&beside-0=1&place-1=14&neighbours-1=1&beside-1=1",
            "The unit retreats to area 14 (priority E)",
        ),
        ("what=ranking&place-0=9&infantry-0=1&place-1=5&cause-1=1", "the unit is eliminated"),
        ("what=ranking&place-0=9&infantry-0=1&is_armour=1", "unit retreats to Castle Hill (9) (priority G)"),
        ("what=ranking&place-0=99", "is not a way"),
        ("what=ranking", "is not a way"),
        ("what=fire&attack=99999999999999999999&infantry=x", "No unit fires"),
        ("what=nothing", "Calculators"),
        ("what=smoke&gun=nothing", "You need 5 or more"),
    ],
)
def test_the_aids(client: FlaskClient, query: str, words: str) -> None:
    assert words in unescape(client.get(f"/cassino/aids?lang=en&{query}").text)


def test_a_turn_through_forms(client: FlaskClient) -> None:
    table = Table(client, scenario="campaign")
    table.send(GERMAN, **{"ware-0": "1", "ware-1": "0"})
    assert not table.asked(GERMAN) and table.asked(ALLIED)
    table.send(ALLIED, **{"ware-2": "1"})
    assert "Rubble 2" not in table.page(GERMAN)  # the Germans set up first
    table.send(GERMAN, **{"ware-0": "3", "ware-8": "1"})
    assert "Rubble 2" in table.page(GERMAN)  # the dice are rolled; areas are listed by terrain
    table.send(GERMAN, answer="0")
    page = table.page(ALLIED)
    assert "What do you do this impulse?" in page and 'value="artillery"' in page
    table.send(ALLIED, answer="artillery")
    shot = {"target": "4", "observer": "66", "attack": "6", "defence": "3", "terrain": "2"}
    refused = table.send(ALLIED, 422, **{**shot, "observer": "C"})
    assert "cannot direct fire at area 4" in refused and 'value="6"' in refused  # typed fields are kept
    table.send(ALLIED, **shot)
    table.send(ALLIED, answer="no")
    table.send(GERMAN, answer="pass")
    table.send(ALLIED, answer="pass")
    table.send(ALLIED, answer="no")
    table.send(ALLIED, answer="done")
    table.send(GERMAN, allied=["9", "22"], fifth="16", observers_german="0", observers_allied="0")
    page = table.page(ALLIED)
    assert "How many points are printed in the area?" in page and "Castle Hill (9)" in page
    table.send(ALLIED, value="3")
    table.send(GERMAN, value="2")
    page = table.page(GERMAN)
    assert '<dd id="vp">6</dd>' in page and '<dd id="advantage">Allies</dd>' in page


def test_close_combat_in_an_area_of_the_list(client: FlaskClient) -> None:
    table = Table(client, scenario="round_house")
    table.send(GERMAN)
    table.send(ALLIED)
    table.send(GERMAN, answer="pass")
    table.send(ALLIED, answer="pass")
    table.send(GERMAN, answer="no")
    table.send(GERMAN, answer="list", **{"answer-of-list": "22"})
    assert "area 22" in table.page(ALLIED)
    table.send(ALLIED, units="0", attacker="0", target="0")
    table.send(GERMAN, units="0", attacker="0", target="0")
    table.send(GERMAN, answer="done")
    table.send(ALLIED, german="22")
    table.send(GERMAN, value="2")
    assert '<dd id="vp">-2</dd>' in table.page(GERMAN)


def test_sealed_bids_on_the_pages(client: FlaskClient) -> None:
    table = Table(client, procedure=BIDDING.name)
    first = table.page(1)
    page = table.page(0)
    assert "How many VP do you bid" in page and "sealed" in page
    table.send(0, 422, value="many")
    table.send(0, value="-3")
    assert "-3" not in _asked_part(table.page(1))
    table.send(1, value="-5")
    page = table.page(0)
    assert "Player 1 got the Germans" in page and "You command" in page
    assert "How many VP do you bid" in first


def _asked_part(page: str) -> str:
    """Return the page without its addresses."""
    return re.sub(r'(href|action|value|content|src)="[^"]*"', "", page)


def test_the_table_over_the_api(client: FlaskClient) -> None:
    opened = client.post(API, json={"procedure": BIDDING.name, "settings": {"scenario": "campaign"}})
    links = opened.json["links"]
    base = f"{API}/{links['everyone']}"

    def head(seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {links[seat]}"}

    def answer(seat: str, value: Any) -> Any:
        (asked,) = client.get(f"{base}/prompts", headers=head(seat)).json
        return client.post(
            f"{base}/answers", json={"number": asked["number"], "answer": value}, headers=head(seat)
        )

    assert answer("one", 7).status_code == 200
    seen = client.get(f"{base}/log", headers=head("two")).text + client.get(base, headers=head("two")).text
    assert '"answer": 7' not in seen and '"answer":7' not in seen
    assert answer("two", 2).status_code == 200
    state = client.get(base, headers=head("two")).json["state"]
    assert state["seats"] == {"german": "one", "allied": "two"} and state["bid"] == 7
    assert answer("one", {}).status_code == 200  # no guns
    refused = client.post(f"{base}/answers", json={"number": 0, "answer": {}}, headers=head("two"))
    assert refused.status_code == 409
    card = client.get(f"{base}/card.txt?lang=es", headers=head("one"))
    assert card.status_code == 200 and "Ventaja táctica" in card.text
    assert client.get(f"{base}/card.pdf", headers=head("one")).data.startswith(b"%PDF")
    assert client.get(f"{base}/map.svg", headers=head("one")).text.startswith("<svg")


def test_typed_dice_have_their_labels(client: FlaskClient) -> None:
    table = Table(client, scenario="campaign", dice="typed")
    table.send(GERMAN)
    table.send(ALLIED)
    table.send(GERMAN)  # the set-up
    page = table.page(ALLIED)
    assert page.count('max="6"') == 20
    table.send(ALLIED, 422, **{f"die-{n}": "7" for n in range(20)})
    table.send(ALLIED, **{f"die-{n}": "6" for n in range(20)})
    assert "Rubble 2" in table.page(GERMAN)


BOX = {
    "format": "hora-h/box/1",
    "game": "thunder_at_cassino",
    "cells": {"areas": {**{str(n): {"terrain": 2} for n in range(1, 23)}, "9": {"terrain": 4, "vp": 3}}},
    "rows": {},
}


def with_box(site: Flask, cells: dict[str, Any]) -> FlaskClient:
    """Return a client that remembers the box of its owner."""
    box = {**BOX, "cells": {"areas": cells}}
    link = owner_data.begin(site.extensions[CONTEXT], "thunder_at_cassino", box)
    client = site.test_client()
    client.set_cookie(owner_data_cookie("thunder_at_cassino"), link)
    return client


def test_how_far_the_owner_has_come(site: Flask) -> None:
    client = with_box(site, {"9": {"terrain": 4}, "1": {"terrain": 1}})
    page = unescape(client.get("/cassino?lang=en").text)
    assert "2 of 22 town areas known: the bombardment is exact in 1 and 9 Castle Hill." in page
    page = unescape(client.get("/cassino?lang=es").text)
    assert "2 de 22 áreas del pueblo: el bombardeo es exacto en 1 y 9 Colina del Castillo." in page
    assert "+1" in client.get("/cassino/sheets/setup-campaign.txt").text  # the terrain of area 1


def test_a_table_with_the_owners_box_is_exact_and_asks_no_points(site: Flask) -> None:
    client = with_box(site, BOX["cells"]["areas"])  # type: ignore[index]
    form = {"procedure": PLAY.name, "box": "1", "has-scenario": "1", "scenario": "campaign"}
    form |= {"has-mode": "1", "mode": "strict"}
    opened = client.post("/tables", data=form)
    table = Table.__new__(Table)
    table.client, table.lang = client, "en"
    table.links = list(all_seats(client, opened).values())
    table.send(GERMAN)
    table.send(ALLIED)
    assert "by the terrain" not in table.page(GERMAN)
    table.send(GERMAN)
    for seat, answer in ((ALLIED, "pass"), (GERMAN, "pass"), (ALLIED, "no"), (ALLIED, "done")):
        table.send(seat, answer=answer)
    table.send(GERMAN, allied="9")
    assert '<dd id="vp">3</dd>' in table.page(GERMAN)


def test_a_scenario_of_ones_own_is_written_and_played(client: FlaskClient) -> None:
    library = client.get("/documents/thunder_at_cassino/scenario?lang=en")
    assert library.status_code == 200 and "Assault on Castle Hill" in library.text
    begun = client.post("/documents/thunder_at_cassino/scenario?lang=en", data={"way": "new"})
    page = unescape(client.get(f"{begun.headers['Location']}?lang=es").text)
    assert "Ventaja táctica" in page and "Los alemanes" in page and "Unidades atacantes" not in page


def filled(client: FlaskClient, part: int, form: dict[str, str]) -> str:
    """Fill in a part of the owner's blanks and return the page."""
    path, language = f"/owner-data/thunder_at_cassino/{part}", {"Accept-Language": "es"}
    found = client.post(path, data=form, headers=language, follow_redirects=True)
    return unescape(found.text)


def test_the_rows_of_the_blanks_are_called_in_words(client: FlaskClient) -> None:
    for part, name in (
        (1, "área 3"),
        (1, "Colina del Castillo (9)"),
        (3, "Victoria alemana hasta"),
        (4, "dado 6"),
    ):
        page = unescape(
            client.get(f"/owner-data/thunder_at_cassino/{part}", headers={"Accept-Language": "es"}).text
        )
        assert name in re.findall(r'<th scope="row">(.*?)</th>', page)


def test_neighbours_are_added_without_the_colour_of_their_line(client: FlaskClient) -> None:
    """3.2: the colour of a line may stay empty."""
    page = client.get("/owner-data/thunder_at_cassino/11", headers={"Accept-Language": "es"}).text
    assert "Dos áreas o zonas, por ejemplo 11-33." in page and "Dos lugares vecinos" in page
    wrong = filled(client, 11, {"do": "add|links", "row|links|id": "3 4", "row|links|by": "border"})
    assert "se esperaba un texto como 11-33" in wrong
    kept = filled(client, 11, {"do": "add|links", "row|links|id": "3-4", "row|links|by": "border"})
    assert "1 fila" in kept
    assert re.findall(r"<td data-label=[^>]*>(.*?)</td>", kept) == ["3-4", "borde", "–"]


def test_the_owner_reads_what_is_exact_already(client: FlaskClient) -> None:
    """5.5: with the terrain of two areas, the bombardment is exact for those two."""
    told = "Ya se conocen: área 3 y Colina del Castillo (9)."
    typed = {"cell|areas|terrain|3": "3", "cell|areas|terrain|9": "2"}
    assert "2 de 22" in (page := filled(client, 1, typed)) and told in page
    overview = unescape(client.get("/owner-data/thunder_at_cassino", headers={"Accept-Language": "es"}).text)
    assert told in overview and overview.count("Ya se conocen") == 1
    assert told not in filled(client, 1, {f"cell|areas|terrain|{area}": "1" for area in range(1, 23)})
