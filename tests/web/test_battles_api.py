"""Quick battles over the API, on both databases."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from io import BytesIO

import pytest
from flask import Flask
from pypdf import PdfReader
from werkzeug.test import TestResponse

from catalogs.games.combat_commander import load
from web.games.combat_commander.service import battles
from web.http.request_context import CONTEXT
from web.service.tokens import new_link, public_id


def made(app: Flask, **wish: object) -> TestResponse:
    return app.test_client().post("/api/v1/battles", json=wish)


def test_battle_has_a_url(app: Flask) -> None:
    first = made(app)
    assert first.status_code == 201
    again = app.test_client().get(first.headers["Location"])
    assert again.json == first.json
    assert made(app).json["id"] != first.json["id"]


def test_the_same_seed_gives_the_same_battle(app: Flask) -> None:
    cards = [made(app, seed="1944.omaha", settings={"axis": "german"}).json["card"] for _ in range(2)]
    assert cards[0] == cards[1]
    assert cards[0]["seed"] == "1944"


@pytest.mark.parametrize(
    ("number", "text"), [(7, "7"), (0, "0"), (1944, "1944"), (2**53 - 1, "9007199254740991")]
)
def test_a_seed_may_be_a_number(lite: Flask, number: int, text: str) -> None:
    told = made(lite, seed=number)
    assert told.status_code == 201
    assert told.json["card"] == made(lite, seed=text).json["card"]


@pytest.mark.parametrize("seed", [-1, 1.5, True, None, [], {}, "", "a b", 10**40])
def test_invalid_seed_is_refused(lite: Flask, seed: object) -> None:
    told = made(lite, seed=seed)
    assert told.status_code in (400, 422) and "seed" in json.dumps(told.json)


def test_balanced_battle_is_stored(app: Flask) -> None:
    card = made(app, settings={"balance": "even"}).json["card"]
    assert [card["sides"][side]["posture"] for side in ("axis", "allied")] == ["recon", "recon"]


def test_reroll_with_another_seed(app: Flask) -> None:
    old = made(app, settings={"axis": "italian", "years": [1942]}).json
    new = made(app, again={"battle": old["id"]}).json
    assert new["card"]["settings"] == old["card"]["settings"]
    assert new["card"]["seed"] != old["card"]["seed"]


@pytest.mark.parametrize("step", [1, 5, 12])
def test_reroll_from_a_step(app: Flask, step: int) -> None:
    client = app.test_client()
    old = made(app).json["id"]
    new = made(app, again={"battle": old, "step": step}).json["id"]
    before, after = (
        client.get(f"/api/v1/battles/{one}?seat=referee").json["card"]["transcript"]["entries"]
        for one in (old, new)
    )
    assert after[:step] == before[:step]


def test_public_url_shows_only_the_public_view(app: Flask) -> None:
    """The creator has the key; the other player, who scans the printed code, has not."""
    client, battle = app.test_client(), made(app).json
    where = f"/api/v1/battles/{battle['public']}"
    assert client.get(where).json["card"] == battle["card"]
    for seat in ("axis", "allied", "referee"):
        for name in ("", "/log", "/card.json", "/card.txt", "/card.pdf", "/map.svg"):
            assert client.get(f"{where}{name}?seat={seat}").status_code == 404
            assert client.get(f"/api/v1/battles/{battle['id']}{name}?seat={seat}").status_code == 200
    assert battle["id"] not in client.get(where).text


def test_only_the_creator_rerolls_from_a_step(app: Flask) -> None:
    """The answers before a step may contain a secret draw, which the new battle would show."""
    battle = made(app).json
    assert made(app, again={"battle": battle["public"], "step": 9}).json["code"] == "NOT_YOURS"
    assert made(app, again={"battle": battle["public"]}).status_code == 201


def test_each_seat_gets_its_own_view(app: Flask) -> None:
    client = app.test_client()
    where = made(app, seed="7.x").headers["Location"]
    seen = {
        seat: client.get(f"{where}?seat={seat}").json["card"]["objectives"]["secret"]
        for seat in ("axis", "allied", "everyone", "referee")
    }
    assert seen["everyone"] == {"axis": "hidden", "allied": "hidden"}
    assert seen["axis"] == {**seen["referee"], "allied": "hidden"}
    assert seen["allied"] == {**seen["referee"], "axis": "hidden"}
    assert "hidden" not in seen["referee"].values()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_downloads(app: Flask, lang: str) -> None:
    client = app.test_client()
    where = made(app).headers["Location"]
    pdf = client.get(f"{where}/card.pdf?seat=axis&paper=letter&lang={lang}")
    assert pdf.content_type == "application/pdf"
    page = PdfReader(BytesIO(pdf.data)).pages[0]
    assert (float(page.mediabox.width), float(page.mediabox.height)) == (792, 612)  # landscape
    text = client.get(f"{where}/card.txt?lang={lang}")
    assert text.content_type == "text/plain; charset=utf-8"
    faction = client.get(where).json["card"]["sides"]["axis"]["faction"]
    assert load().term(f"faction.{faction}", lang) in text.text
    assert client.get(f"{where}/map.svg?lang={lang}").data.startswith(b"<?xml")
    assert json.loads(client.get(f"{where}/card.json").data)["format"] == "hora-h/card/1"
    log = client.get(f"{where}/log?lang={lang}").json
    assert log[0]["rule"] == "RS.1" and log[0]["text"]


def test_a_card_on_paper_has_layout_date_and_odds(app: Flask) -> None:
    client, battle = app.test_client(), made(app).json
    where = f"/api/v1/battles/{battle['id']}/card.pdf"
    reader = PdfReader(BytesIO(client.get(f"{where}?layout=portrait").data))
    assert reader.pages[0].mediabox.width < reader.pages[0].mediabox.height
    assert client.get(f"{where}?layout=round").status_code == 422
    reader = PdfReader(BytesIO(client.get(where).data))
    made_at = datetime.fromisoformat(battle["made_at"]).replace(microsecond=0)
    assert reader.metadata is not None and reader.metadata.creation_date == made_at
    estimated = battle["odds"]["estimated"] is not None
    assert ("estimated: " in reader.pages[0].extract_text()) is estimated


def test_settings_that_need_people_are_refused(app: Flask) -> None:
    refused = made(app, settings={"axis_commander": "person"})
    assert refused.status_code == 422
    assert refused.json["code"] == "UNANSWERED"
    assert "open a table" in refused.json["detail"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"settings": {"colour": "red"}}, "BAD_SETTING"),
        ({"settings": {"years": [[1944]]}}, "BAD_SETTING"),
        ({"settings": {"years": {"a": {"b": 1}}}}, "BAD_SETTING"),
        ({"settings": {"axis": "russian"}}, "BAD_SETTING"),
        ({"settings": {"optional": ["V11"]}}, "BAD_SETTING"),
        ({"settings": {"optional": "V12"}}, "BAD_SETTING"),
        ({"settings": {"axis": "italian", "years": [1945], "allied": "russian"}}, "NO_MATCHUP"),
        ({"again": {"battle": "a" * 32}}, "NOT_FOUND"),
        ({"seed": "a b"}, "HTTP_422"),
        ({"colour": "red"}, "HTTP_422"),
    ],
)
def test_invalid_requests_are_refused(app: Flask, wish: dict[str, object], code: str) -> None:
    refused = made(app, **wish)
    assert refused.json["code"] == code
    assert refused.content_type == "application/problem+json"


def test_unknown_step(app: Flask) -> None:
    old = made(app).json["id"]
    assert made(app, again={"battle": old, "step": 9999}).json["code"] == "BAD_STEP"


@pytest.mark.parametrize("change", ["answers", "procedure"])
def test_battle_of_other_catalogues_is_refused(app: Flask, change: str) -> None:
    """The message names both versions of the catalogues."""
    context = app.extensions[CONTEXT]
    kept = battles.make_battle(context)
    key = new_link()
    entries = [dict(entry) for entry in kept.stored.entries]
    if change == "answers":
        entries[1]["rule"] = "RS.99"
    other = {"entries": entries} if change == "answers" else {"procedure": "battle/0"}
    odd = replace(kept.stored, id=public_id(key), catalog="old", **other)
    context.repository.add_battle(odd)
    told = made(app, again={"battle": key, "step": 3})
    assert told.status_code == 409
    assert (
        "old" in told.json["detail"] and context.catalogs["combat_commander"].version in told.json["detail"]
    )


def test_optional_rules_are_offered_and_agreed_on(app: Flask) -> None:
    """V5 to V19: the settings name them, the card and its text carry them."""
    offered = app.test_client().get("/api/v1/procedures").json
    assert offered is not None
    battle = next(each for each in offered if each["name"].startswith("battle/"))
    setting = next(each for each in battle["settings"] if each["name"] == "optional")
    assert setting["several"] and setting["default"] == []
    assert {"V5", "V8", "V12", "V19"} <= set(setting["choices"])
    found = made(app, settings={"optional": ["V12", "V19"]}).json
    assert found is not None
    assert found["card"]["rules"]["optional"] == ["V12", "V19"]


def test_plain_seed_is_not_public(lite: Flask) -> None:
    """The seed 1944 of the README is not on the card, in a printout or in the log."""
    client = lite.test_client()
    battle = client.post("/api/v1/battles", json={"seed": "1944"}).json
    guess = sha256(b"1944").hexdigest()
    for seat in ("everyone", "axis", "allied"):
        shown = client.get(f"/api/v1/battles/{battle['id']}?seat={seat}").json["card"]
        assert (shown["seed"], shown["commitment"]) == (None, None)
        for file in ("card.json", "card.txt", "log"):
            assert guess not in client.get(f"/api/v1/battles/{battle['id']}/{file}?seat={seat}").text
    whole = client.get(f"/api/v1/battles/{battle['id']}?seat=referee").json["card"]
    assert (whole["seed"], whole["commitment"]) == ("1944", guess)
    ours = client.post("/api/v1/battles").json["card"]  # an unguessable seed has a commitment
    assert len(ours["commitment"]) == 64
