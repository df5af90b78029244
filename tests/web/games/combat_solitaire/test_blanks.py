"""Tests of the figures that an owner copies from counters and charts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from catalogs import csv_forms
from schemas.fields import format_value, parse_text

GAME = "combat_solitaire"
BANDS = [{"from": 0, "to": 1, "ws": 2}, {"from": 7, "to": 10, "ws": -2}, {"from": 11, "to": 12, "ws": 0}]


def page(client: FlaskClient, title: str) -> tuple[str, str]:
    """Return the address and the text of a part, by its title."""
    for number in range(1, 20):
        path = f"/owner-data/{GAME}/{number}"
        text = client.get(path, headers={"Accept-Language": "es"}).text
        if f"<h1>{title}</h1>" in text:
            return path, text
    raise AssertionError(title)


@pytest.mark.parametrize(
    ("title", "names", "ids"),
    [
        ("Soldados de la escuadra", ["Mayfield", "O&#39;Connell"], ["mayfield", "oconnell"]),
        ("Tabla Orden/Terreno", ["Fuego dirigido", "Sin orden"], ["aimed", "slow suppressive"]),
    ],
)
def test_rows_go_by_their_names(client: FlaskClient, title: str, names: list[str], ids: list[str]) -> None:
    found = re.findall(r'<th scope="row">(.*?)</th>', page(client, title)[1])
    assert set(names) <= set(found)
    assert not set(ids) & set(found)


@pytest.mark.parametrize("title", ["Fichas enemigas", "Armas", "Soldados de la escuadra"])
def test_no_sentence_is_left_open(client: FlaskClient, title: str) -> None:
    text = re.sub(r"<script.*?</script>", "", page(client, title)[1], flags=re.S)
    assert re.findall(r"\{[a-z_]+[:}]", unescape(text)) == []


def test_every_field_says_its_name_beside_it_on_a_telephone(client: FlaskClient) -> None:
    text = page(client, "Tabla Orden/Terreno")[1]
    cells = re.findall(r"<td([^>]*)>", text)
    assert cells and all('data-label="' in cell for cell in cells)


@pytest.mark.parametrize("text", ["0-1 +2; 7-10 -2; 11-12 0", "0–1: +2; 7–10: −2; 11 12 0"])
def test_range_bands_are_typed_as_the_chart_prints_them(text: str) -> None:
    rules = csv_forms.field_rules(GAME, "weapons", "bands")
    assert parse_text(rules, text) == BANDS
    assert parse_text(rules, format_value(BANDS)) == BANDS


def test_what_is_no_band_stays_as_it_was_typed() -> None:
    rules = csv_forms.field_rules(GAME, "weapons", "bands")
    assert parse_text(rules, "0-1; near +2") == ["0-1", "near +2"]


def test_a_weapon_is_added_whole(client: FlaskClient) -> None:
    path, _ = page(client, "Armas")
    row = {
        "id": "bar",
        "kind": "small",
        "side": "friendly",
        "max_range": "40",
        "rof": "3",
        "rof_choice": "true",
    }
    row |= {"bands": "0-1 +2; 2-40 0"}
    sent = {"do": "add|weapons", **{f"row|weapons|{name}": one for name, one in row.items()}}
    answer = client.post(path, data=sent)
    assert answer.status_code == 303, answer.text
    kept = client.get(path).text
    assert "0-1 +2; 2-40 +0" in kept
    sheet = client.get(f"/owner-data/{GAME}/weapons.csv").text
    assert "0-1 +2; 2-40 +0" in sheet
