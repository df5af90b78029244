"""The toy game in the service: everything it does not define itself comes from the defaults."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.games import toy

from .playing import all_seats

MAX_LINES = 350
API = "/api/v1/tables"


pytestmark = pytest.mark.usefixtures("toy_game")


def opened(client: FlaskClient, **settings: Any) -> dict[str, str]:
    answer = client.post(API, json={"procedure": "toy/1", "settings": settings})
    assert answer.status_code == 201
    links: dict[str, str] = answer.json["links"]
    return links


def seat(link: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {link}"}


def choose(client: FlaskClient, links: dict[str, str], who: str, lane: str) -> Any:
    base = f"{API}/{links['everyone']}"
    (asked,) = client.get(f"{base}/prompts", headers=seat(links[who])).json
    wish = {"number": asked["number"], "answer": lane}
    return client.post(f"{base}/answers", json=wish, headers=seat(links[who]))


def test_minimal_game_declaration() -> None:
    written = [path.read_text(encoding="utf-8").splitlines() for path in toy.LAYERS.rglob("*.py")]
    assert sum(map(len, written)) < MAX_LINES


def test_a_table_for_two_over_the_api(client: FlaskClient) -> None:
    links = opened(client, rounds=1)
    assert set(links) == {"red", "blue", "referee", "everyone"}
    base = f"{API}/{links['everyone']}"
    assert choose(client, links, "red", "road").status_code == 200
    assert client.get(base, headers=seat(links["blue"])).json["sealed"] == ["red"]
    assert choose(client, links, "blue", "wood").json["finished"]
    card = client.get(f"{base}/card.json", headers=seat(links["red"])).json
    assert card["points"] == {"red": 3, "blue": 2} and list(card["omens"]) == ["red"]
    assert client.get(f"{base}/card.txt", headers=seat(links["red"])).text.endswith("Red 3, Blue 2.\n")
    assert client.get(f"{base}/card.pdf", headers=seat(links["red"])).data.startswith(b"%PDF")
    assert client.get(f"{base}/verification", headers=seat(links["red"])).json["sound"]
    told = [line["text"] for line in client.get(f"{base}/log?lang=es", headers=seat(links["red"])).json]
    assert "Rojo gana 3." in told
    assert {f"Rojo: Presagio: {lane}" for lane in ("Carretera", "Bosque", "Río")} & set(told)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "“sea” is not possible. Choose from: Road, Wood, River."),
        ("es", "«sea» no es posible. Opciones: Carretera, Bosque, Río."),
    ],
)
def test_errors_use_terms_of_the_game(client: FlaskClient, lang: str, sentence: str) -> None:
    links = opened(client)
    base = f"{API}/{links['everyone']}"
    (asked,) = client.get(f"{base}/prompts", headers=seat(links["red"])).json
    wish = {"number": asked["number"], "answer": "sea"}
    told = client.post(f"{base}/answers?lang={lang}", json=wish, headers=seat(links["red"]))
    assert (told.status_code, told.json["detail"]) == (422, sentence)


def test_omen_is_visible_to_its_seat_only(client: FlaskClient) -> None:
    links = opened(client)
    for who, lane in (("red", "road"), ("blue", "wood")):
        choose(client, links, who, lane)
    base = f"{API}/{links['everyone']}"
    seen = {who: client.get(f"{base}/card.json", headers=seat(links[who])).json["omens"] for who in links}
    assert {who: sorted(omens) for who, omens in seen.items()} == {
        "red": ["red"],
        "blue": ["blue"],
        "referee": ["blue", "red"],
        "everyone": [],
    }


def test_table_page(client: FlaskClient) -> None:
    """The default form and the default table, in the reader's language."""
    client.set_cookie("lang", "es")
    form = client.get("/tables/new?procedure=toy/1").text
    assert "Cuántas rondas se juegan." in form
    sent = {"procedure": "toy/1", "has-rounds": "1", "rounds": "1", "title": "Casa"}
    links = all_seats(client, client.post("/tables", data={**sent, "referee": "1"}))
    assert set(links) == {"red", "blue", "referee", "everyone"}
    for who, lane in (("red", "river"), ("blue", "road")):
        asked = client.get(f"/tables/{links[who]}").text
        assert "Camino" in asked and "Carretera" in asked
        number = re.search(r'name="number" value="(\d+)"', asked)
        assert number is not None
        answer = {"number": number[1], "answer": lane}
        assert client.post(f"/tables/{links[who]}", data=answer).status_code == 303
    ended = client.get(f"/tables/{links['red']}").text
    assert "Azul gana 3." in ended and "Casa" in ended
    assert client.get(f"/tables/{links['red']}/card.pdf").data.startswith(b"%PDF")


def test_its_own_page_and_its_settings(client: FlaskClient) -> None:
    assert client.get("/toy?lang=es").text == "Carretera, Bosque, Río"
    lanes = next(each for each in client.get("/api/v1/catalogs?game=toy").json if each["table"] == "lanes")
    assert lanes["title"] == {"es": "Caminos", "en": "Lanes"}
    offered = {each["name"]: each for each in client.get("/api/v1/procedures").json}
    assert offered["toy/1"]["game"] == "toy"
    assert offered["toy/1"]["settings"][0]["sentence"]["en"] == "How many rounds are played."


def test_a_report_without_hooks_has_a_form(client: FlaskClient) -> None:
    """T.5: the form comes from the JSON Schema; a wrong answer is refused in the game's words."""
    links = all_seats(client, client.post("/tables", data={"procedure": "market/1", "mine": "red"}))
    page = client.get(f"/tables/{links['red']}").text
    assert "What you sold" in page and "Rye" in page and "Sacks" in page and "Calm" in page
    assert "JSON" not in page
    sent = {"number": "0", "has:/answer": "1", "/answer/good": "rye", "/answer/sacks": "9"}
    refused = client.post(f"/tables/{links['red']}", data=sent)
    assert refused.status_code == 422 and "There are not that many sacks: 5 are left." in refused.text
    assert client.post(f"/tables/{links['red']}", data={**sent, "/answer/sacks": "4"}).status_code == 303
    assert "Red earns 8 coins." in client.get(f"/tables/{links['blue']}").text


def test_finished_table_shows_its_document_and_its_files(client: FlaskClient) -> None:
    links = opened(client)
    for who, lane in (("red", "road"), ("blue", "wood")):
        choose(client, links, who, lane)
    page = client.get(f"/tables/{links['red']}").text
    assert "Red 3, Blue 2." in page and "card.md" in page
    assert "map.svg" not in page and "log.txt" not in page


def test_settings_are_checked_by_their_description(client: FlaskClient) -> None:
    for settings, words in (({"rounds": 12}, "is not possible"), ({"weather": 1}, "There is no setting")):
        answer = client.post(f"{API}?lang=en", json={"procedure": "toy/1", "settings": settings})
        assert answer.status_code == 422 and words in answer.json["detail"]


def test_roll_at_once(client: FlaskClient) -> None:
    """The same seed gives the same documents; a seat sees its own omen only."""
    wish = {"procedure": "toy/1", "settings": {"rounds": 3}, "seed": "7", "seat": "red"}
    first, second = (client.post("/api/v1/procedures/rolls", json=wish).json for _ in range(2))
    assert first == second and list(first["documents"][0]["omens"]) == ["red"]
    assert any("Omen" in line["text"] for line in first["log"])
    other = client.post("/api/v1/procedures/rolls", json={**wish, "seat": "dealer"})
    assert other.status_code == 422


def test_catalogue_pages_carry_the_game(client: FlaskClient) -> None:
    page = client.get("/catalogs?game=toy&lang=en").text
    assert "Goods" in page and "/catalogs/goods?game=toy" in page
    rows = client.get("/catalogs/goods?game=toy&lang=en").text
    assert "Timber" in rows and "Price" in rows and "River" in rows and "/catalogs/goods/rye?game=toy" in rows
    assert "Rye" in client.get("/catalogs/goods/rye?game=toy&lang=en").text
    assert client.get("/catalogs/goods").status_code == 404


def test_home_page_has_an_entry_for_every_game(client: FlaskClient) -> None:
    page = client.get("/?lang=en").text
    assert "Two players, three lanes and a market." in page and "procedure=market/1" in page


def test_the_default_game_is_declared(client: FlaskClient) -> None:
    """It does not depend on the alphabet."""
    from web.games.registry import default_game, games

    assert default_game().default and next(iter(games())) == default_game().id
    assert sum(game.default for game in games().values()) == 1


def test_a_roll_that_needs_people_is_refused(client: FlaskClient) -> None:
    wish = {"procedure": "schwerpunkt/1", "seed": "7", "settings": {"mode": "strict"}}
    answer = client.post("/api/v1/procedures/rolls?lang=en", json=wish)
    assert answer.status_code == 422 and "cannot be generated in one go" in answer.json["detail"]


def test_rolled_market_keeps_to_its_budget(client: FlaskClient) -> None:
    for seed in range(20):
        wish = {"procedure": "market/1", "seed": str(seed)}
        (document,) = client.post("/api/v1/procedures/rolls", json=wish).json["documents"]
        assert document["sales"][0]["sacks"] <= 5
