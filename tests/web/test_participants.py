"""Participants of a table: single-use invitations, hand-overs, recovery codes, notes, closing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.web.apps import served
from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT
from web.service import tables
from web.service.context import Context
from web.service.errors import Conflict
from web.service.tables import participants
from web.service.tables.access import enter
from web.storage.schema import metadata

from .conftest import empty
from .playing import INVITED, OWN, Json, Player

API = "/api/v1"
BOTH = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)


pytestmark = pytest.mark.usefixtures("toy_game")


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a database URL; concurrency tests run on PostgreSQL as well."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return f"sqlite:///{tmp_path / 'horah.db'}"
    url: str = request.getfixturevalue("postgres")
    empty(url)
    return url


@pytest.fixture
def app(database: str) -> Iterator[Flask]:
    with served(Config(database, rate=0)) as found:
        yield found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    found = app.test_client()
    found.set_cookie("lang", "en")
    return found


def opened(client: FlaskClient, **fields: str) -> str:
    """Open a table on the page; return the URL it redirects to."""
    form = client.get("/tables/new?procedure=toy/1").text
    once = re.search(r'name="once" value="([^"]+)"', form)
    assert once is not None
    sent = {"procedure": "toy/1", "once": once[1], "mine": "red", **fields}
    return client.post("/tables", data=sent).headers["Location"]


def press(client: FlaskClient, path: str, **fields: str) -> tuple[int, str]:
    answer = client.post(path, data=fields)
    return answer.status_code, answer.headers.get("Location", answer.text)


def began(client: FlaskClient, **more: Json) -> Json:
    answer = client.post(f"{API}/tables", json={"procedure": "toy/1", "mine": "red", **more})
    assert answer.status_code == 201, answer.text
    return answer.json


def player(client: FlaskClient, table: Json, seat: str = "red") -> Player:
    return Player(client, table["id"], table["links"][seat])


def rows(app: Flask) -> int:
    with app.extensions[CONTEXT].repository.reading() as connection:
        return len(list(connection.execute(select(metadata.tables["tables"].c.id))))


# ---------------------------------------------------------------------------------------------- opening


def test_a_form_sent_twice_opens_one_table(client: FlaskClient, app: Flask) -> None:
    form = client.get("/tables/new?procedure=toy/1").text
    once = re.search(r'name="once" value="([^"]+)"', form)
    assert once is not None
    sent = {"procedure": "toy/1", "once": once[1], "mine": "red"}
    first, second = (client.post("/tables", data=sent) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.headers["Location"] == second.headers["Location"] and rows(app) == 1
    again = client.get(first.headers["Location"]).text
    assert OWN.findall(again) == OWN.findall(client.get(first.headers["Location"]).text)
    assert rows(app) == 1


def test_host_gets_only_one_link(client: FlaskClient, context: Context) -> None:
    place = opened(client, name="Ana", referee="1")
    page = client.get(place).text
    links, invited = dict(OWN.findall(page)), dict(INVITED.findall(page))
    assert set(links) == {"red", "everyone"} and set(invited) == {"blue", "referee"}
    for word in invited.values():
        assert client.get(f"/tables/{word}").status_code == 404
    with context.repository.reading() as connection:
        stored = str(list(connection.execute(select(metadata.tables["seat_tokens"]))))
    assert not any(
        word in stored for word in (*links.values(), *invited.values()) if word != links["everyone"]
    )


def test_unplayed_seat_cannot_be_taken(client: FlaskClient) -> None:
    answer = client.post(f"{API}/tables", json={"procedure": "toy/1", "mine": "green"})
    assert answer.status_code == 422 and "green" in answer.json["detail"]


def test_api_without_host_returns_every_link(client: FlaskClient) -> None:
    table = client.post(f"{API}/tables", json={"procedure": "toy/1"}).json
    assert set(table["links"]) == {"red", "blue", "referee", "everyone"} and table["invitations"] == {}
    seats = {each["seat"]: each["state"] for each in player(client, table).get("/seats").json}
    assert seats == {"red": "yours", "blue": "taken", "referee": "taken"}


# ------------------------------------------------------------------------------------------- invitations


def test_invitation_is_single_use_and_repeatable_for_its_user(client: FlaskClient, app: Flask) -> None:
    place = opened(client, name="Ana", title="Tuesday")
    word = dict(INVITED.findall(client.get(place).text))["blue"]
    other, third = app.test_client(), app.test_client()
    other.set_cookie("lang", "en")
    page = other.get(f"/invitations/{word}").text
    assert "Ana invites you." in page and "Tuesday" in page
    first, second = (other.post(f"/invitations/{word}", data={"name": "Bea"}) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.headers["Location"] == second.headers["Location"]
    own = first.headers["Location"].split("/")[2]
    assert other.get(f"/invitations/{word}").headers["Location"] == f"/tables/{own}"
    late = third.get(f"/invitations/{word}?lang=en")
    assert late.status_code == 410 and "has already been used" in late.text
    assert third.post(f"/invitations/{word}", data={"name": "Eve"}).status_code == 409
    seen = client.get(place).text
    assert "Blue: Bea" in seen and own not in seen and word not in seen


@BOTH
def test_concurrent_claims_give_one_seat(app: Flask, client: FlaskClient, context: Context) -> None:
    for _ in range(5):
        word = began(client)["invitations"]["blue"]

        def take(_: int, word: str = word) -> str:
            try:
                return participants.claim(context, word, "")
            except Conflict:
                return ""

        with ThreadPoolExecutor(4) as pool:
            links = [link for link in pool.map(take, range(4)) if link]
        assert len(links) == 1 and enter(context, links[0]).seat == "blue"


def test_new_invitation_voids_the_old_one(client: FlaskClient) -> None:
    table = began(client)
    red = player(client, table)
    new = red.post("/invitations", {"seat": "blue"}).json["invitation"]
    assert new != table["invitations"]["blue"]
    assert client.post(f"{API}/invitations/{table['invitations']['blue']}", json={}).status_code == 404
    assert client.post(f"{API}/invitations/{new}", json={}).json["seat"] == "blue"
    assert red.post("/invitations", {"seat": "blue"}).status_code == 409
    assert red.post("/invitations", {"seat": "green"}).status_code == 422
    assert Player(client, table["id"]).post("/invitations", {"seat": "referee"}).status_code == 403


# ------------------------------------------------------------------------------ hand-over and recovery


@BOTH
def test_hand_over(client: FlaskClient, database: str) -> None:
    """The previous owner's link ends at once, in every process."""
    table = began(client, name="Ana")
    before = player(client, table)
    elsewhere = create_app(Config(database, rate=0))
    there = Player(elsewhere.test_client(), table["id"], before.link)
    assert there.state()["seat"] == "red"
    word = before.post("/hand-over", None).json["invitation"]
    assert client.get(f"{API}/invitations/{word}").json["kind"] == "hand"
    assert before.state()["seat"] == "red"  # until it is taken
    after = Player(
        client, table["id"], client.post(f"{API}/invitations/{word}", json={"name": "Bea"}).json["link"]
    )
    assert after.state()["names"] == {"red": "Bea"}
    for one in (before, there):
        for path in ("", "/prompts", "/log", "/record", "/notes", "/seats", "/card.txt"):
            assert one.get(path).status_code == 404, path
        assert one.post("/undo", {"answers": 1}).status_code == 404
    assert client.get(f"/tables/{before.link}").status_code == 404
    elsewhere.extensions[CONTEXT].repository.engine.dispose()


def test_hand_over_can_be_withdrawn(client: FlaskClient) -> None:
    table = began(client)
    red = player(client, table)
    word = red.post("/hand-over", None).json["invitation"]
    assert client.delete(f"{red.base}/{red.table}/hand-over", headers=red.headers).status_code == 204
    assert client.post(f"{API}/invitations/{word}", json={}).status_code == 404
    assert red.state()["seat"] == "red"


@BOTH
def test_recovery_code_is_single_use(client: FlaskClient, app: Flask) -> None:
    first, second = began(client, name="Ana"), began(client, title="Other")
    links = [first["links"]["red"], second["links"]["red"]]
    code = client.post(f"{API}/mine/codes", json={"links": links}).json["code"]
    assert re.fullmatch(r"([a-z2-7]{4}-){4}[a-z2-7]{4}", code)
    with app.extensions[CONTEXT].repository.reading() as connection:
        kept = str(list(connection.execute(select(metadata.tables["seat_tokens"]))))
    assert code not in kept and code.replace("-", "") not in kept
    typed = f" {code.upper().replace('-', ' ')} "
    page = client.get("/mine").text
    status, place = press(client, "/mine/recover", code=typed)
    assert status == 303 and place.startswith("/mine/of/") and page
    assert press(client, "/mine/recover", code=typed) == (303, place)  # the same browser, once more
    shown = client.get(place).text
    assert "Other" in shown and shown.count("data-mine-row") == 2
    other = app.test_client().post(f"{API}/mine/recoveries", json={"code": code})
    assert other.status_code == 409
    for link, table in zip(links, (first, second), strict=True):
        assert Player(client, table["id"], link).get().status_code == 404
    for link in place.removeprefix("/mine/of/").split("."):
        assert client.get(f"/tables/{link}").status_code == 200


@pytest.mark.parametrize("typed", ["", "aaaa", "aaaa-aaaa-aaaa-aaaa-aaaa"])
def test_invalid_recovery_code(client: FlaskClient, typed: str) -> None:
    status, page = press(client, "/mine/recover", code=typed)
    assert status == 422 and "No seat has this code." in page


def test_new_code_voids_the_old_one_and_watchers_get_none(client: FlaskClient) -> None:
    table = began(client)
    links = {"links": [table["links"]["red"]]}
    old, new = (client.post(f"{API}/mine/codes", json=links).json["code"] for _ in range(2))
    assert client.post(f"{API}/mine/recoveries", json={"code": old}).status_code == 422
    assert client.post(f"{API}/mine/recoveries", json={"code": new}).status_code == 201
    assert client.post(f"{API}/mine/codes", json={"links": [table["id"]]}).status_code == 403


def test_recovery_page_shows_the_code_once(client: FlaskClient) -> None:
    place = opened(client).removesuffix("/seats") + "/recovery"
    assert 'id="code"' not in client.get(place).text
    status, page = press(client, place)
    assert status == 200 and re.search(r'id="code">[a-z2-7-]{24}<', page)
    assert f'name="back" value="{place}"' in page  # the language switch leads to a page without it
    assert 'id="code"' not in client.get(place).text


# -------------------------------------------------------------------------- names, notes, closing, one device


def test_private_notes_are_visible_to_their_writer_only(client: FlaskClient) -> None:
    table = began(client, referee=True, name="Ana")
    red = player(client, table)
    came = {
        seat: Player(client, table["id"], client.post(f"{API}/invitations/{word}", json={}).json["link"])
        for seat, word in table["invitations"].items()
    }
    assert red.post("/notes", {"text": "My plan is the river", "private": True}).status_code == 201
    assert came["blue"].post("/notes", {"text": "Back on Friday"}).status_code == 201
    everyone = {"red": red, **came, "everyone": Player(client, table["id"])}
    seen = {seat: [each["text"] for each in one.get("/notes").json] for seat, one in everyone.items()}
    assert seen.pop("red") == ["My plan is the river", "Back on Friday"]
    assert set(map(tuple, seen.values())) == {("Back on Friday",)}
    for seat, one in everyone.items():
        page = client.get(f"/tables/{one.link or table['id']}").text
        assert ("My plan is the river" in page) == (seat == "red")
    assert Player(client, table["id"]).post("/notes", {"text": "x"}).status_code == 403
    assert red.post("/notes", {"text": "  "}).status_code == 422
    assert red.state()["version"] > 2  # who follows along sees it


def test_note_does_not_change_the_question(client: FlaskClient) -> None:
    table = began(client)
    red = player(client, table)
    number = red.state()["number"]
    red.post("/notes", {"text": "Wait"})
    assert red.state()["number"] == number
    assert red.post("/answers", {"number": number, "answer": "river"}).status_code == 200


def test_closed_table_is_readable_and_takes_no_answers(client: FlaskClient) -> None:
    table = began(client)
    red, watcher = player(client, table), Player(client, table["id"])
    number = red.state()["number"]
    assert watcher.post("/close", None).status_code == 403
    assert red.post("/close", None).json["closed"]["seat"] == "red"
    refused = red.post("/answers", {"number": number, "answer": "river"})
    assert refused.status_code == 409 and refused.json["code"] == "CLOSED"
    assert red.post("/notes", {"text": "x"}).status_code == 409
    assert "This table is closed." in client.get(f"/tables/{table['id']}").text
    assert red.post("/reopen", None).json["closed"] is None
    assert red.post("/answers", {"number": number, "answer": "river"}).status_code == 200


def test_shared_device_shows_one_side_at_a_time(client: FlaskClient) -> None:
    place = opened(client, mine="together").removesuffix("/seats")
    screen = client.get(place).text
    assert 'id="question"' not in screen and "look-red" in screen and "look-blue" in screen
    assert press(client, f"{place}/look", seat="red") == (303, place)
    shown = client.get(place).text
    number = re.search(r'name="number" value="(\d+)"', shown)
    assert number is not None and 'id="hide"' in shown
    assert press(client, place, number=number[1], answer="river") == (303, place)
    assert 'id="question"' not in client.get(place).text  # it is the other's turn: the screen is up again
    press(client, f"{place}/look", seat="referee")
    assert 'id="question"' not in client.get(place).text and "look-blue" in client.get(place).text
    press(client, f"{place}/look", seat="blue")
    assert 'id="question"' in client.get(place).text
    press(client, f"{place}/look")
    assert 'id="question"' not in client.get(place).text
    # without the cookie of the device the link tells no more than a spectator sees
    link = place.rpartition("/")[2]
    table = dict(OWN.findall(client.get(f"{place}/seats").text))["everyone"]
    assert Player(client, table, link).state()["seat"] == "everyone"


def test_hand_over_from_a_shared_device(client: FlaskClient, app: Flask) -> None:
    place = opened(client, mine="together").removesuffix("/seats")
    press(client, f"{place}/seats/hand-over", seat="blue")
    word = re.search(
        r'id="hand-over-blue" value="[^"]*/invitations/([a-z2-7]+)"', client.get(f"{place}/seats").text
    )
    assert word is not None
    taken = app.test_client().post(f"{API}/invitations/{word[1]}", json={"name": "Bea"}).json
    assert taken["seat"] == "blue"
    screen = client.get(place).text
    assert "look-red" in screen and "look-blue" not in screen
    press(client, f"{place}/look", seat="blue")
    assert 'id="question"' not in client.get(place).text
    press(client, f"{place}/look", seat="red")
    assert 'id="question"' in client.get(place).text


# --------------------------------------------------------------------------------------------- my tables


def test_my_tables_show_whose_turn_it_is(client: FlaskClient) -> None:
    table = began(client, title="Tuesday", name="Ana")
    red = player(client, table)
    blue = client.post(f"{API}/invitations/{table['invitations']['blue']}", json={"name": "Bea"}).json["link"]
    red.post("/answers", {"number": red.state()["number"], "answer": "river"})
    gone = "a" * 32
    asked = client.post(f"{API}/mine", json={"links": [gone, red.link, blue, table["id"]]}).json
    assert [(each["link"], each["found"], each["yours"]) for each in asked[:1]] == [(blue, True, True)]
    assert asked[-1]["link"] == gone and not asked[-1]["found"]
    assert {each["link"]: each["seat"] for each in asked[:-1]} == {
        red.link: "red",
        blue: "blue",
        table["id"]: "everyone",
    }
    mine = next(each for each in asked if each["link"] == blue)
    assert "river" not in str(mine).lower()  # what red sealed is red's
    page = client.get(f"/mine/of/{red.link}.{gone}.{blue}").text
    assert re.findall(r'data-mine-row="(\w+)"', page) == [blue, red.link, gone]
    assert "Blue (Bea)" in page and "no longer works" in page and "Your turn · My games" in page


def test_export_and_import_of_the_list(client: FlaskClient) -> None:
    from io import BytesIO

    link = began(client)["links"]["red"]
    saved = client.get(f"/mine/of/{link}/list.json").data
    sent = {"file": (BytesIO(saved), "mine.json")}
    answer = client.post("/mine/import", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 303 and answer.headers["Location"] == f"/mine/of/{link}"
    for junk in (b"", b"{", b'{"format": "hora-h/mine/1", "kept": 3}', b"[]", b'{"format": "x", "kept": []}'):
        sent = {"file": (BytesIO(junk), "mine.json")}
        answer = client.post("/mine/import", data=sent, content_type="multipart/form-data")
        assert answer.status_code == 422 and "not a list of tables" in answer.text


def test_broken_table_does_not_break_the_list(client: FlaskClient, context: Context) -> None:
    fine, broken = began(client, title="Fine"), began(client)
    red = player(client, broken)
    red.post("/answers", {"number": red.state()["number"], "answer": "river"})
    with context.repository.writing() as connection:
        events = metadata.tables["events"]
        connection.execute(
            events.update()
            .where(events.c.table_id == broken["id"], events.c.kind == "answer")
            .values(body={"n": 9})
        )
    context.lives.put(broken["id"], tables.TableSlot())
    page = client.get(f"/mine/of/{broken['links']['red']}.{fine['links']['red']}")
    assert page.status_code == 200 and "Fine" in page.text
