"""Hostile input is answered with a sentence and never with a server error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from schemas.errors import HorahError
from schemas.json_input import MAX_DEPTH, HalfCharacter, HugeNumber, NoNumber, TooDeep, read_json
from tests.web.apps import served
from web.config import Config

from .conftest import empty

API = "/api/v1"
BEYOND = 2**63  # what neither database keeps as a whole number
LONG = "9" * 5000  # more figures than Python reads
NOBODY = "a" * 26


def nested(depth: int) -> Any:
    found: Any = []
    for _ in range(depth - 1):
        found = [found]
    return found


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return pages and API on either database, shared by all tests of this module."""
    place = f"sqlite:///{tmp_path_factory.mktemp('doors') / 'horah.db'}"
    if request.param == "postgres":
        place = request.getfixturevalue("postgres")
        empty(place)
    with served(Config(place, rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def typed(client: FlaskClient, path: str, **form: Any) -> Any:
    return client.post(path, data=form)


def begun(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.post(f"{API}/scenarios", json={"new": {}}).json
    return found


# ------------------------------------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    "path",
    [
        "/scenarios/{id}?version={n}",
        "/scenarios/{id}/changes?before={n}&after=0",
        "/scenarios/{id}/changes?before=0&after={n}",
        "/scenarios?year={n}",
        "/scenarios?map={n}",
        "/catalogs/search?page={n}",
        "/catalogs/search?size={n}",
        "/campaigns/{id}/cards/{n}/card.pdf",
    ],
)
@pytest.mark.parametrize("number", [str(BEYOND), f"-{BEYOND}", LONG], ids=["beyond", "below", "long"])
def test_huge_number_in_an_api_url(client: FlaskClient, path: str, number: str) -> None:
    answer = client.get(API + path.format(id=begun(client)["id"], n=number))
    assert answer.status_code in (404, 422)
    assert answer.json["detail"].endswith(".")


@pytest.mark.parametrize(
    "path",
    [
        "/scenarios/{id}/versions?before={n}",
        "/scenarios/{id}/versions?after={n}",
        f"/tables/{NOBODY}/battles/{{n}}",
        "/catalogs/counters?page={n}",
    ],
)
@pytest.mark.parametrize("number", [str(BEYOND), LONG], ids=["beyond", "long"])
def test_huge_number_in_a_page_url(client: FlaskClient, path: str, number: str) -> None:
    assert client.get(path.format(id=begun(client)["id"], n=number)).status_code in (200, 404)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/scenarios", '{"new": {"year": %s}}'),
        ("/scenarios", '{"new": {"map": %s}}'),
        ("/scenarios/complete", '{"part": {"year": %s}}'),
        ("/scenarios/complete", '{"part": {"time": %s}, "seed": "1"}'),
        ("/battles", '{"seed": %s}'),
        ("/battles", '{"settings": {"map": %s}}'),
        (f"/tables/{NOBODY}/answers", '{"number": %s, "answer": 1}'),
        (f"/tables/{NOBODY}/answers", '{"number": 1, "answer": %s}'),
    ],
)
@pytest.mark.parametrize("number", [str(BEYOND), "1" + "0" * 30, "1e999", LONG])
def test_huge_number_in_a_body(client: FlaskClient, path: str, body: str, number: str) -> None:
    answer = client.post(API + path, data=body % number, content_type="application/json")
    assert answer.status_code in (400, 404, 422)
    assert answer.json["detail"].endswith(".")


def test_huge_version_is_not_saved(client: FlaskClient) -> None:
    new = begun(client)
    answer = client.put(
        f"{API}/scenarios/{new['id']}",
        json={"card": new["card"], "version": BEYOND},
        headers={"Authorization": f"Bearer {new['link']}"},
    )
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("place", "number"),
    [
        *(("time", number) for number in (40, 10**6, 10**30)),
        *(("sudden_death", number) for number in (41, 10**6, 10**30)),
        ("surrender", 100),
        ("surrender", 10**6),
        ("marker", 10**6),
    ],
)
def test_card_beyond_the_tracks_is_refused(client: FlaskClient, place: str, number: int) -> None:
    card = begun(client)["card"]
    holder = card["sides"]["axis"] if place == "surrender" else card
    holder[place] = number
    answer = client.post(f"{API}/scenarios", json={"card": card})
    assert answer.status_code == 422
    assert place in answer.json["detail"]
    found = client.post(f"{API}/scenarios/check", json={"card": card}).json
    assert [finding["place"].rpartition("/")[2] for finding in found["findings"]] == [place]


def test_long_list_gives_one_finding(client: FlaskClient) -> None:
    card = begun(client)["card"]
    card["sides"]["axis"]["setup"]["fixed"] = [{"hex": "Z99"}] * 800
    found = client.post(f"{API}/scenarios/check", json={"card": card}).json["findings"]
    assert [finding["place"] for finding in found] == ["/sides/axis/setup/fixed"]
    assert "at most 150" in found[0]["text"]["en"]


# ------------------------------------------------------------------------------------------------ nesting


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 500, 5000])
@pytest.mark.parametrize(
    ("path", "name"),
    [("/scenarios/complete", "part"), ("/scenarios", "card"), ("/scenarios/check", "card")],
)
def test_deeply_nested_lists(client: FlaskClient, path: str, name: str, depth: int) -> None:
    lists = "[" * depth + "]" * depth
    body = f'{{"{name}": {{"title": {lists}}}}}'
    answer = client.post(API + path, data=body, content_type="application/json")
    assert answer.status_code == 400


def test_deeply_nested_lists_at_a_table(client: FlaskClient) -> None:
    opened = client.post(f"{API}/tables", json={}).json
    for depth in (3, MAX_DEPTH - 2, 500):
        body = json.dumps({"number": 0, "answer": nested(depth)})
        answer = client.post(
            f"{API}/tables/{opened['id']}/answers",
            data=body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {opened['links']['axis']}"},
        )
        assert answer.status_code in (400, 403, 409, 422)


def test_deeply_nested_file(client: FlaskClient) -> None:
    file = BytesIO(b'{"format": "hora-h/card/1", "title": ' + b"[" * 500 + b"]" * 500 + b"}")
    answer = typed(client, "/scenarios", way="import", file=(file, "card.json"))
    assert answer.status_code == 422
    assert "nested too deeply" in answer.text


# ------------------------------------------------------------------------------------------------ forms


@pytest.mark.parametrize("size", ["huge", "", "9" * 400])
def test_invalid_size(client: FlaskClient, size: str) -> None:
    answer = typed(client, "/scenarios", axis="german", allied="russian", year="1943", map="1", size=size)
    assert answer.status_code == 422
    assert "choose from: Company, Detachment" in answer.text


# ------------------------------------------------------------------------------------------------ NUL

REFUSED = "contains control characters. Type plain text only."


def test_nul_in_every_form(client: FlaskClient) -> None:
    new = begun(client)
    for path, form in {
        "/tables": {"title": "a\0b"},
        "/scenarios": {
            "axis": "german",
            "allied": "russian",
            "year": "1943",
            "map": "1",
            "size": "platoon",
            "title": "a\0b",
        },
        f"/scenarios/edit/{new['link']}": {"/title": "a\0b", "version": "0"},
        f"/scenarios/edit/{new['link']}?again": {"do": "keep", "note": "a\0b", "version": "0"},
        "/verify": {"record": "\0"},
    }.items():
        answer = typed(client, path, **form)
        assert answer.status_code == 422, path
        assert REFUSED in answer.text, path


def test_nul_in_the_api(client: FlaskClient) -> None:
    card = {**begun(client)["card"], "title": "a\0b"}
    for path, body in {
        "/tables": {"title": "a\0b"},
        "/battles": {"settings": {"edition": "\0"}},
        "/scenarios": {"card": card},
        "/scenarios/check": {"card": card},
        "/scenarios/complete": {"part": {"title": "a\0b"}},
        f"/tables/{NOBODY}/answers": {"number": 0, "answer": {"a\0": 1}},
    }.items():
        answer = client.post(f"{API}{path}", json=body)
        assert (answer.status_code, answer.json["code"]) == (422, "CONTROL_CHARACTERS"), path
        assert REFUSED in answer.json["detail"], path


def test_nul_in_a_file(client: FlaskClient) -> None:
    card = {**begun(client)["card"], "title": "a\0b"}
    file = BytesIO(json.dumps(card).encode())
    answer = typed(client, "/scenarios", way="import", file=(file, "card.json"))
    assert answer.status_code == 422
    assert REFUSED in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/scenarios?q=%00", 422),
        ("/scenarios/%00", 404),
        ("/scenarios/edit/%00", 404),
        ("/tables/%00", 404),
        ("/catalogs?q=%00", 422),
        ("/catalogs/counters?faction=%00", 422),
        (f"{API}/scenarios?q=%00", 422),
        (f"{API}/scenarios/%00", 404),
        (f"{API}/catalogs/tables/%00", 404),
    ],
)
def test_nul_in_a_url(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_title_is_one_printable_line(client: FlaskClient) -> None:
    answer = typed(client, "/tables", title="\x01 A \x0b\n mill ")
    assert answer.status_code == 303
    assert "A mill" in client.get(answer.location).text


# ------------------------------------------------------------------------------------------------ reading


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[" * (MAX_DEPTH + 1) + "1" + "]" * (MAX_DEPTH + 1), TooDeep),
        ("[" * 100_000, TooDeep),
        (f"[{LONG}]", HugeNumber),
        ("[1e999]", HugeNumber),
        ("[NaN]", NoNumber),
        ('["\\ud800"]', HalfCharacter),
        ('{"\\ud800": 1}', HalfCharacter),
        ('["\\u0000"]', HorahError),
        ('{"a\\u0000": 1}', HorahError),
        ("{", json.JSONDecodeError),
    ],
)
def test_invalid_json(text: str, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        read_json(text)


def test_valid_json() -> None:
    text = "[" * MAX_DEPTH + '"\\ud83d\\ude00 ñ", 1.5, null' + "]" * MAX_DEPTH
    found = read_json(text)
    for _ in range(MAX_DEPTH):
        inner, found = found, found[0]
    assert inner == ["😀 ñ", 1.5, None]
