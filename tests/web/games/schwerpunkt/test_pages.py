"""Tests of Schwerpunkt's pages, its tables over the API and its secrets."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from catalogs import load
from generator.games.schwerpunkt.checks import list_demands
from generator.games.schwerpunkt.procedure import PLAY
from tests.generator.games.schwerpunkt.battles import make_complete
from web.app import create_app
from web.config import Config


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("schwerpunkt")
    return create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(
    "place",
    [
        "/",
        "/schwerpunkt",
        "/schwerpunkt/pace",
        "/schwerpunkt/aids?what=contest",
        "/schwerpunkt/complete",
        "/schwerpunkt/skeleton",
        "/schwerpunkt/skeleton?seed=7&days=3&air=on",
    ],
)
def test_pages_open_in_both_languages(client: FlaskClient, place: str, lang: str) -> None:
    answer = client.get(place, headers={"Accept-Language": lang})
    assert answer.status_code == 200
    assert "{" not in re.sub(r"<(script|style).*?</\1>", "", answer.text, flags=re.S)


def test_the_example_says_what_it_is_and_prints(client: FlaskClient) -> None:
    assert "not a scenario" in client.get("/schwerpunkt", headers={"Accept-Language": "en"}).text
    sheets = client.get("/schwerpunkt/battles/example.pdf?paper=letter")
    assert sheets.mimetype == "application/pdf" and sheets.data.startswith(b"%PDF")


@pytest.mark.parametrize(
    "wrong",
    ["minutes=9", "start=yesterday", "hqs-blue=x", "lean-red=99", "end=1+05:00", "hqs-red=", "minutes=x"],
)
def test_a_pace_that_cannot_be_reckoned_is_told_in_a_sentence(client: FlaskClient, wrong: str) -> None:
    answer = client.get(f"/schwerpunkt/pace?{wrong}", headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text and "Traceback" not in answer.text


@pytest.mark.parametrize("wrong", ["days=9", "seed=a+b", "units=x", "minutes=5"])
def test_a_skeleton_that_cannot_be_made_is_told_too(client: FlaskClient, wrong: str) -> None:
    assert client.get(f"/schwerpunkt/skeleton?{wrong}").status_code == 422
    assert client.get(f"/schwerpunkt/skeleton.json?{wrong}").status_code in (400, 422)


def test_a_skeleton_is_the_same_for_the_same_seed(client: FlaskClient) -> None:
    first, again = (client.get("/schwerpunkt/skeleton.json?seed=7&days=2").json for _ in range(2))
    assert first == again
    assert first["kind"] == "skeleton"


class Seats:
    """Table of the example over the API, with all links."""

    def __init__(self, client: FlaskClient, **settings: Any) -> None:
        self.client = client
        opened = client.post(
            "/api/v1/tables", json={"procedure": PLAY.name, "settings": {"mode": "strict", **settings}}
        )
        assert opened.status_code == 201, opened.text
        self.id, self.links = opened.json["id"], opened.json["links"]

    def ask(self, seat: str, what: str = "") -> Any:
        head = {} if seat == "everyone" else {"Authorization": f"Bearer {self.links[seat]}"}
        return self.client.get(f"/api/v1/tables/{self.id}{what}", headers=head).json

    def say(self, seat: str, value: Any) -> int:
        number = self.ask(seat)["number"]
        head = {"Authorization": f"Bearer {self.links[seat]}"}
        body = {"number": number, "answer": value}
        return self.client.post(f"/api/v1/tables/{self.id}/answers", json=body, headers=head).status_code


def test_a_choice_is_sealed_until_both_are_in_and_its_changes_for_ever(client: FlaskClient) -> None:
    seats = Seats(client)
    secret = [{"unit": "7-ii", "mode": "neutralised", "hex": "7777"}]
    assert seats.say("blue", {"hq": "gd", "changes": secret}) in (200, 201)
    for seat in ("red", "everyone"):
        assert all(
            word not in json.dumps(seats.ask(seat, "/log")) for word in ('"gd"', "7777", "neutralised")
        )
    assert seats.say("red", {"hq": "fr"}) in (200, 201)
    for seat in ("red", "everyone"):
        told = json.dumps(seats.ask(seat, "/log"))
        assert "Grossdeutschland" in told, "what was chosen is shown"
        assert "neutralised" not in told and "7777" not in told
    assert "7777" in json.dumps(seats.ask("blue", "/log"))


def test_the_table_page_asks_and_takes_every_form(client: FlaskClient) -> None:
    seats = Seats(client)
    for seat in ("blue", "red"):
        page = client.get(f"/tables/{seats.links[seat]}").text
        assert 'name="hq"' in page
        number = re.search(r'name="number" value="(\d+)"', page)
        assert number
        form = {"number": number[1], "hq": "gd" if seat == "blue" else "fr"}
        assert client.post(f"/tables/{seats.links[seat]}", data=form).status_code == 303
    assert seats.say("blue", {"reserves": 0, "trains": []}) in (200, 201)
    page = next(
        text
        for seat in ("blue", "red")
        if "sp-acts" in (text := client.get(f"/tables/{seats.links[seat]}").text)
    )
    assert 'value="done"' in page


@pytest.mark.parametrize("kind", ["card.pdf", "card.txt", "card.md", "card.json"])
def test_sheets_of_a_seat(client: FlaskClient, kind: str) -> None:
    seats = Seats(client)
    answer = client.get(f"/tables/{seats.links['blue']}/{kind}")
    assert answer.status_code == 200 and answer.data


def test_the_blanks_are_offered(client: FlaskClient) -> None:
    assert client.get("/owner-data/schwerpunkt").status_code == 200


def test_the_whole_battle_is_a_document_of_the_house() -> None:
    from generator.authoring import check_document
    from generator.games.schwerpunkt.authored import BATTLE
    from tests.generator.games.schwerpunkt.battles import catalog

    assert {each.severity for each in check_document(catalog(), BATTLE, make_complete())} == {"note"}


def test_the_pace_of_a_battle_that_was_written(client: FlaskClient) -> None:
    made = client.post(
        "/api/v1/documents", json={"game": "schwerpunkt", "kind": "battle", "document": make_complete()}
    )
    assert made.status_code == 201, made.text
    answer = client.get(f"/schwerpunkt/pace?battle={made.json['id']}", headers={"Accept-Language": "en"})
    assert answer.status_code == 200 and "32 boxes" in answer.text
    assert client.get("/schwerpunkt/pace?battle=nothing-of-the-kind").status_code in (404, 422)


def test_everything_the_rules_demand_is_listed_on_a_page(client: FlaskClient) -> None:
    """The example meets some of the demands; an unknown battle is an error."""
    english = {"Accept-Language": "en"}
    some = client.get("/schwerpunkt/complete", headers=english).text
    asked = [each for each in list_demands(load("schwerpunkt").battles["example"]) if each.applies]
    there = sum(each.given for each in asked)
    assert f"{there} of {len(asked)} given." in some
    assert some.count('<li class="missing">') == len(asked) - there > 0
    assert client.get("/schwerpunkt/complete?battle=nowhere", headers=english).status_code in (404, 422)


def test_only_what_stands_in_a_list_can_be_moved_up(client: FlaskClient) -> None:
    """An optional object has a button to remove it, and none to move it."""
    home = "/documents/schwerpunkt/battle"
    file = (BytesIO(json.dumps(make_complete()).encode()), "battle.json")
    form = {"way": "import", "file": file}
    begun = client.post(home, data=form, content_type="multipart/form-data")
    page = client.get(begun.headers["Location"]).text
    moved, dropped = (re.findall(rf'value="{do}:/([^"]+)"', page) for do in ("up", "drop"))
    assert any(not place.rpartition("/")[2].isdecimal() for place in dropped)
    assert moved and all(place.rpartition("/")[2].isdecimal() for place in moved)


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("what=contest&blue_die=6&blue_reserves=2&red_die=3", 200, "Blue wins 2 to 3"),
        ("what=contest&blue_die=4&red_die=4", 200, "The totals are equal (4)"),
        ("what=sight&own_height=125&target_height=125&between=wood/125", 200, "terrain at 125 m (Wood)"),
        ("what=sight&own_height=100&target_height=125&between=wood/100", 200, "The line of sight is clear"),
        ("what=sight&terrain-0=wood&height-0=90&terrain-1=", 200, "Blocked by terrain at 90 m (Wood)"),
        ("what=sight&between=Población/90", 200, '<option value="town" selected>'),
        ("what=sight&between=sea/0", 422, "is not a hex of the line"),
        ("what=nothing", 200, "Activation"),
    ],
)
def test_the_aids(client: FlaskClient, query: str, status: int, words: str) -> None:
    found = client.get(f"/schwerpunkt/aids?{query}", headers={"Accept-Language": "en"})
    assert found.status_code == status
    assert words in found.text


@pytest.mark.parametrize(("lang", "said", "twice"), [("es", "Rojo", "Red"), ("en", "Red", "Rojo")])
def test_a_side_without_a_name_is_called_once(client: FlaskClient, lang: str, said: str, twice: str) -> None:
    seats = Seats(client, battle=make_complete())
    page = client.get(f"/tables/{seats.links['blue']}?lang={lang}").text
    head = page[page.index('class="sp-flag"') :]
    assert (
        said in head
        and f'<span class="soft">{said}' not in head
        and f'<span class="soft">{twice}' not in head
    )


def test_an_enemy_that_is_turned_may_be_made_to_fire_at_its_own(client: FlaskClient) -> None:
    """5.4: over the API and on the page."""
    battle = make_complete()
    battle["hqs"][0]["command"] = -8
    seats = Seats(client, battle=battle, dice="typed")
    for seat, answer in (("blue", {"hq": "b1"}), ("red", {"hq": "r1"})):
        assert seats.say(seat, answer) < 300
    stakes = {"reserves": 0, "trains": []}
    told: tuple[tuple[str, Any], ...] = (
        ("blue", stakes),
        ("red", stakes),
        ("blue", [9]),
        ("red", [10]),
        ("blue", "r1"),
    )
    for seat, answer in told:
        assert seats.say(seat, answer) < 300
    page = client.get(f"/tables/{seats.links['blue']}?lang=en").text
    assert 'name="fire-friends"' in page and "Fires at its own side" in page


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_random_battle_is_made_printed_and_played(client: FlaskClient, lang: str) -> None:
    """Page, PDF, file, API and table have the same battle, and say that it is a house rule."""
    query, language = "hqs=1&attacker=red&seed=1940", {"Accept-Language": lang}
    page = client.get(f"/schwerpunkt/random?{query}", headers=language)
    assert page.status_code == 200
    assert {"en": "House rule:", "es": "Regla de la casa:"}[lang] in page.text and "<svg" in page.text
    battle = client.get(f"/schwerpunkt/random.json?{query}").json
    assert all(row["name"] in page.text for row in battle["units"])
    assert client.get(f"/schwerpunkt/random.pdf?{query}").data.startswith(b"%PDF")
    made = client.post(
        "/api/v1/aids/schwerpunkt/random", json={"fields": {"hqs": "1", "attacker": "red", "seed": "1940"}}
    ).json
    assert made["document"] == battle
    played = client.post("/schwerpunkt/random/play", data={"hqs": "1", "attacker": "red", "seed": "1940"})
    assert played.status_code == 303
    assert battle["hqs"][0]["name"] in client.get(played.headers["Location"]).text
    assert client.get("/schwerpunkt/random?hqs=9").status_code == 422
    assert client.get("/schwerpunkt/random?attacker=nobody").status_code == 422


def test_our_battle_is_played_at_once(client: FlaskClient) -> None:
    assert client.get("/schwerpunkt/battles/quatre_vents.pdf").data.startswith(b"%PDF")
    assert client.post("/schwerpunkt/battles/quatre_vents/play").status_code == 303
    assert client.get("/schwerpunkt/battles/nothing.pdf").status_code == 404
