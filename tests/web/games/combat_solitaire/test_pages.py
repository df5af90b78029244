"""Tests of the game's pages: scenarios, generator, sight, service records, table."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from generator.games.combat_solitaire import service_record
from generator.games.combat_solitaire.procedure import PLAY
from generator.games.combat_solitaire.random_player import RandomPlayer
from schemas.fields import parse_text
from tests.generator.games.combat_solitaire.playing import catalog
from tests.generator.games.combat_solitaire.test_documents import played_game
from web.http.request_context import CONTEXT
from web.service import tables
from web.service.tables.access import enter
from web.service.tables.live import lock_table

PATHS = ("", "/scenarios/crossroads", "/scenarios/fragments", "/scenarios/sweep:7", "/sight", "/service")
KEY = re.compile(r">[^<]*\b(combat|sheet|field|term|about|ask)\.[a-z_]+\b[^<]*<")


def text(client: FlaskClient, path: str, lang: str = "en", status: int = 200) -> str:
    found = client.get(path, headers={"Accept-Language": lang})
    assert found.status_code == status, path
    return found.get_data(as_text=True)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_page_speaks(client: FlaskClient, lang: str) -> None:
    for path in PATHS:
        page = text(client, f"/combat{path}", lang)
        assert not KEY.search(page), path
        assert ("Combat! Volumen 1" if lang == "es" else "Combat! Volume 1") in page


def test_what_is_ours_says_so(client: FlaskClient) -> None:
    assert "not a published scenario" in text(client, "/combat/scenarios/crossroads")
    made = text(client, "/combat/scenarios/sweep:7")
    assert "(house rule)" in made
    assert "Seed 7." in made
    assert "The example scenarios are ours" in text(client, "/combat")


def test_only_what_is_sound_can_be_played(client: FlaskClient) -> None:
    assert 'action="/combat/scenarios/fragments/play"' not in text(client, "/combat")
    page = text(client, "/combat/scenarios/fragments")
    assert "6 / 21" in page
    assert "Enemy cup is missing." in page


@pytest.mark.parametrize("name", ["omaha", "sweep", "sweep:a b", "omaha:7", "crossroads:7"])
def test_what_is_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/combat/scenarios/{name}").status_code in (404, 422)


def test_a_seed_that_is_none_comes_back(client: FlaskClient) -> None:
    page = text(client, "/combat/made?template=sweep&seed=%3Cb%3E", status=422)
    assert "&lt;b&gt;" in page
    assert client.get("/combat/made?template=sweep&seed=7").location.endswith("/combat/scenarios/sweep:7")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("file", ["card.pdf", "card.txt", "card.md", "card.json"])
def test_files_of_a_scenario(client: FlaskClient, file: str, lang: str) -> None:
    found = client.get(f"/combat/scenarios/crossroads/{file}?lang={lang}&paper=letter")
    assert found.status_code == 200
    if file == "card.json":
        assert found.json == catalog().scenarios["crossroads"]
    elif file != "card.pdf":
        assert ("La encrucijada" if lang == "es" else "The crossroads") in found.get_data(as_text=True)


def test_sight(client: FlaskClient) -> None:
    page = text(client, "/combat/sight?one=27.08&other=21.12")
    assert "23.11" in page and "22.11" in page
    assert ": Clear" in page
    blocked = text(client, "/combat/sight?one=10.10&other=10.13&ground=10.11=trees")
    assert "Blocked" in blocked
    low = text(client, "/combat/sight?one=10.10&other=10.12&ground=10.11=long_grass&one_low=1")
    assert "Blocked" in low
    chosen = text(client, "/combat/sight?one=10.10&other=10.13&hex-0=10.11&terrain-0=trees&level-0=0")
    assert "Blocked" in chosen and '<option value="trees" selected>' in chosen


@pytest.mark.parametrize(
    "query",
    [
        "one=1&other=2",
        "one=10.10&other=x",
        "one=10.10&other=10.12&ground=10.11=lava",
        "one=10.10&other=10.12&ground=<script>",
    ],
)
def test_sight_that_cannot_be(client: FlaskClient, query: str) -> None:
    page = text(client, f"/combat/sight?{query}", status=422)
    assert 'id="refusal"' in page
    assert "<script>" not in page


def posted(client: FlaskClient, path: str, **fields: Any) -> Any:
    return client.post(path, data=fields, content_type="multipart/form-data")


def file(document: Any) -> tuple[io.BytesIO, str]:
    return io.BytesIO(json.dumps(document).encode()), "x.json"


def test_a_service_record(client: FlaskClient) -> None:
    first = posted(client, "/combat/service", game=file(played_game()), title="Our squad")
    page = first.get_data(as_text=True)
    assert first.status_code == 200
    assert "does not affect play" in page
    record = json.loads(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1].replace("&#34;", '"'))  # type: ignore[index]
    assert record["games"][0]["points"] == 12
    again = posted(client, "/combat/service", record=file(record), game=file(played_game()))
    assert again.status_code == 422
    assert "already" in again.get_data(as_text=True)


@pytest.mark.parametrize(
    "given", [b"{", b"[]", b"\xff\xfe", b'{"format": "hora-h/combat-play/1"}', b'{"men": 1}']
)
def test_a_record_that_is_none(client: FlaskClient, given: bytes) -> None:
    for field in ("record", "game"):
        answer = posted(client, "/combat/service", **{field: (io.BytesIO(given), "x.json")})
        assert answer.status_code == 422
        assert 'id="refusal"' in answer.get_data(as_text=True)


# A table for one


def begun(client: FlaskClient, name: str = "crossroads", **fields: Any) -> str:
    answer = client.post(f"/combat/scenarios/{name}/play", data=fields)
    assert answer.status_code == 303
    return str(answer.location)


def answered(client: FlaskClient, table: str, **fields: Any) -> Any:
    number = re.search(r'name="number" value="(\d+)"', text(client, table))
    assert number
    return client.post(table, data={"number": number[1], **fields})


def test_a_player_goes_straight_to_his_seat(client: FlaskClient) -> None:
    table = begun(client)
    page = text(client, table)
    assert "The crossroads" in page
    assert "Which optional rules are in play?" in page
    assert "Take it and hold it" in page


def test_documents_of_our_own_are_read_in_the_readers_language(client: FlaskClient) -> None:
    spanish = {"Accept-Language": "es"}
    library = client.get("/documents/combat_solitaire/scenario", headers=spanish).text
    assert "Patrulla de noche" in library and "Agosto de 1944" in library
    assert "Lantern patrol" not in library
    page = client.get("/documents/combat_solitaire/scenario/lantern", headers=spanish).text
    assert "Un ejemplo nuestro" in page and "Written for this program" not in page


def test_yes_and_no_of_a_template_are_words_and_read_back(client: FlaskClient) -> None:
    spanish = {"Accept-Language": "es"}
    shelf = "/documents/combat_solitaire/template"
    begun = client.post(shelf, data={"way": "copy", "document": "sweep"}, headers=spanish)
    page = client.get(begun.location, headers=spanish).text
    lines = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)
    words = {each.strip() for text in lines for each in text.splitlines()}
    assert "No" in words and not words & {"true", "false"}
    assert [parse_text({"type": "boolean"}, word) for word in ("Sí", "No")] == [True, False]


def test_the_first_questions_in_forms(client: FlaskClient) -> None:
    table = begun(client, mode="strict")
    two = answered(client, table, **{"Take it and hold it": "1", "No losses": "1"})
    assert two.status_code == 422
    assert "more than one optional rule" in two.get_data(as_text=True)
    assert answered(client, table).status_code == 303
    page = text(client, table)
    assert "Where does each soldier start?" in page
    men = re.findall(r'id="cell-([a-z]+)" name="\1" value="([0-9.]+)"', page)
    assert len(men) == 12  # each field starts with the first hex of the man's zone
    far = answered(client, table, **{**dict(men), men[0][0]: "30.10"})
    assert far.status_code == 422
    assert answered(client, table, **dict(men)).status_code == 303
    assert "Which card do you play?" in text(client, table)
    assert answered(client, table, answer="6").status_code == 303
    orders = text(client, table, "es")
    assert "¿Qué órdenes recibe la escuadra?" in orders
    assert "Fuego dirigido" in orders
    assert f">{men[0][1]}, Normal</p>" in orders, "where he is and how, beside his order"
    assert answered(client, table, **{men[0][0]: "aimed"}).status_code == 303
    log = text(client, table)
    assert "Aimed Fire" in log


def test_dice_from_0_to_9_where_the_player_rolls(client: FlaskClient) -> None:
    table = begun(client, "lantern", dice="typed")
    page = text(client, table)
    assert "Squad table, 1D6" in page
    assert page.count('name="die-0"') == 6


def test_files_of_a_game(client: FlaskClient) -> None:
    table = begun(client, "lantern")
    men = re.findall(r'id="cell-([a-z]+)" name="\1" value="([0-9.]+)"', text(client, table))
    answered(client, table, **dict(men))
    for name in ("card.pdf", "card.txt", "card.md", "card.json"):
        found = client.get(f"{table}/{name}")
        assert found.status_code == 200
        assert b"Secret key" not in found.data


def test_the_home_page_has_its_door(client: FlaskClient) -> None:
    page = text(client, "/", "es")
    assert 'href="/combat"' in page
    assert "22 pasos" in page


def test_a_finished_game_is_added_to_a_service_record_from_its_page(
    site: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.service.tables.new_table_seed", lambda: "5.abc")
    wish = {"procedure": PLAY.name, "settings": {"scenario": "lantern", "sealed_tq": "4"}}
    opened = client.post("/api/v1/tables", json=wish).json
    link, straw = opened["links"]["player"], RandomPlayer("1")
    assert "to-service" not in text(client, f"/tables/{link}")
    context = site.extensions[CONTEXT]
    with site.app_context():
        sitting = enter(context, link)
        while True:
            with lock_table(context, sitting.table) as live:
                if not live.table.pending:
                    break
                prompt, number = live.table.pending[0], live.number
                answer = "stop" if prompt.ask == "act" else straw(live.table, prompt)
            tables.answer(context, sitting, number, answer)
    page = text(client, f"/tables/{link}")
    game = re.search(r'<textarea name="game"[^>]*>(.*?)</textarea>', page, re.S)
    assert game and "Add to the service record" in page
    added = posted(client, "/combat/service", game=unescape(game[1])).get_data(as_text=True)
    assert "Lantern patrol" in added and "does not affect play" in added


def test_a_squad_of_a_record_plays_on(client: FlaskClient) -> None:
    """House rule: the page takes a service record, and its dead are not there."""
    record = service_record.make_blank(catalog())
    fallen = {man.id for man in catalog().men.values() if man.team == "able"}
    record["men"] = [{**man, "killed": man["id"] in fallen} for man in record["men"]]
    form = {"record": (io.BytesIO(json.dumps(record).encode()), "squad.json"), "mode": "companion"}
    begun = client.post("/combat/scenarios/lantern/play", data=form, content_type="multipart/form-data")
    assert begun.status_code == 303
    shown = set(re.findall(r'id="cell-([a-z]+)"', text(client, begun.headers["Location"])))
    assert shown and not shown & fallen
