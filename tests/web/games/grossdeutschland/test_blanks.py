"""Tests of the figures that an owner copies from maps, counters and chits: named rows, and added turns."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from catalogs.checks import Checks, checks_of
from catalogs.games.grossdeutschland import GAME
from web.pages import owner_data

BLANKS = "/owner-data/grossdeutschland"


def part(unlocks: str) -> str:
    """Return the address of a part by the term of what it unlocks."""
    return f"{BLANKS}/{list(dict.fromkeys(blank.unlocks for blank in GAME.blanks)).index(unlocks) + 1}"


def read(client: FlaskClient, path: str, lang: str = "es") -> str:
    return unescape(client.get(path, headers={"Accept-Language": lang}).text)


def sent(client: FlaskClient, path: str, form: dict[str, str]) -> str:
    language = {"Accept-Language": "es"}
    found = client.post(path, data=form, headers=language, follow_redirects=True)
    return unescape(found.text)


@pytest.mark.parametrize(
    ("unlocks", "es", "en"),
    [
        ("blank.weather", "Valle del Lutchessa: 1 (tarde)", "Lutchessa Valley: 1 (evening)"),
        ("blank.entries", "Kursk: Entrada A", "Kursk: Entry A"),
        ("blank.hexes", "Mischurin-Rog: Aldea 86", "Mischurin-Rog: Village 86"),
        ("blank.chits", "ficha azul 1: Accurate Fire", "blue chit 1: Accurate Fire"),
        ("blank.chits", "ficha negra 21", "black chit 21"),
        ("blank.classes", "HQ Rcn (soviéticos)", "HQ Rcn (Soviets)"),
        ("blank.counters", "Raft Eng (2) (alemanes)", "Raft Eng (2) (Germans)"),
    ],
)
def test_no_two_rows_are_called_the_same(client: FlaskClient, unlocks: str, es: str, en: str) -> None:
    for lang, name in (("es", es), ("en", en)):
        found = re.findall(r'<th scope="row">(.*?)</th>', read(client, part(unlocks), lang))
        assert name in found
        assert len(found) == len(set(found))


def test_a_turn_of_the_track_is_added_without_a_name(client: FlaskClient) -> None:
    """3.0: battle, day and slot identify a turn."""
    path = part("blank.track")
    page = read(client, path)
    assert 'name="row|turns|id"' not in page
    assert '<option value="kursk">Kursk</option>' in re.sub(r"\s*\n\s*", "", page)
    turn = {"row|turns|battle": "kursk", "row|turns|date": "11", "row|turns|slot": "morning"}
    kept = sent(client, path, {"do": "add|turns", **turn})
    assert "1 fila" in kept
    row = re.findall(r"<td data-label=[^>]*>(.*?)</td>", kept)
    assert row == ["Kursk", "11", "mañana", "–"]
    box = client.get(f"{BLANKS}/box.json").get_json()
    assert box["rows"]["turns"] == [
        {"id": "kursk:11:morning", "battle": "kursk", "date": 11, "slot": "morning", "weather": None}
    ]


def test_what_does_not_fit_is_told_by_an_example(client: FlaskClient) -> None:
    told = sent(client, part("blank.entries"), {"cell|entries|hex|kursk:A": "12"})
    assert '"12" no se admite aquí; se esperaba un texto como 4311' in told
    assert "Cuatro cifras, por ejemplo 4311." in told
    assert "^[0-9]" not in told
    assert "1 de 12" in sent(client, part("blank.hexes"), {"cell|places|hexes|kursk:rakowo": "4040 4041"})


def test_a_battle_does_not_end_before_its_last_arrival(client: FlaskClient) -> None:
    """4.0: 3Art, Div, 1Tk and Hvy arrive at Kursk on the evening of the 10th."""
    path, form = part("blank.last_turn"), {"cell|battles|last_date|kursk": "10"}
    early = sent(client, path, {**form, "cell|battles|last_slot|kursk": "day"})
    assert "acaba el 10 (día), antes de su última llegada; se esperaba el 10 (tarde) o después" in early
    assert "2 de 8" in sent(client, path, {**form, "cell|battles|last_slot|kursk": "evening"})


def test_many_rows_of_ones_own_are_looked_through_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The meaning of a table's fields is looked up once, not for every row."""
    calls: list[str] = []

    def counted(game: str) -> Checks:
        calls.append(game)
        return checks_of(game)

    monkeypatch.setattr(owner_data, "checks_of", counted)
    path, asked = part("blank.track"), []
    for count in (1, 60):
        days = [(day, slot) for day in range(11, 31) for slot in ("morning", "day", "evening")][:count]
        rows = [
            {"id": f"kursk:{day}:{slot}", "battle": "kursk", "date": day, "slot": slot, "weather": None}
            for day, slot in days
        ]
        box = {"format": "hora-h/box/1", "game": "grossdeutschland", "cells": {}, "rows": {"turns": rows}}
        link = client.post("/api/v1/boxes", json={"game": "grossdeutschland", "box": box}).get_json()["link"]
        client.post(f"/boxes/{link}")
        calls.clear()
        assert read(client, path).count("<td data-label") >= count
        asked.append(len(calls))
    assert asked[0] == asked[1] > 0
