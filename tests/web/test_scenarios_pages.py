"""The scenario editor without script: plain forms, whole pages."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from exports.games.combat_commander.ground.drawing import ROAD, TERRAIN_LOOKS, WALL
from web.games.combat_commander.service import scenarios
from web.http.request_context import CONTEXT

FIELD = re.compile(
    r"<(input|select|textarea)\b([^>]*)>(.*?)(?=<(?:input|select|textarea)\b|</form>|\Z)", re.S
)


def attribute(text: str, name: str) -> str | None:
    found = re.search(rf'\b{name}="([^"]*)"', text)
    return unescape(found[1]) if found else None


def filled(page: str) -> MultiDict[str, str]:
    """Return the fields that a browser sends for the untouched form."""
    form = page[page.index('<form id="draft"') :]
    form = form[: form.index("</form>")]
    values: MultiDict[str, str] = MultiDict()
    for tag, attributes, inside in FIELD.findall(form):
        name, kind = attribute(attributes, "name"), attribute(attributes, "type")
        if name is None or kind in ("submit", "file"):
            continue
        if tag == "select":
            options = re.findall(r'<option value="([^"]*)"( selected)?', inside)
            chosen = [value for value, on in options if on] or [options[0][0] if options else ""]
            values.add(name, unescape(chosen[0]))
        elif tag == "textarea":
            values.add(name, unescape(inside.partition("</textarea>")[0]))
        elif kind != "checkbox" or " checked" in attributes:
            values.add(name, attribute(attributes, "value") or "")
    return values


def begin(client: FlaskClient, **wish: Any) -> str:
    """Create a scenario; return the URL of its editor."""
    data = {
        "way": "new",
        "axis": "german",
        "allied": "russian",
        "year": "1943",
        "map": "1",
        "size": "platoon",
    }
    answer = client.post("/scenarios", data={**data, **wish})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def press(client: FlaskClient, editor: str, do: str = "save", **typed: str) -> TestResponse:
    """Type values and press a button."""
    values = filled(client.get(editor).text)
    for name, value in {**typed, "do": do}.items():
        values.setlist(name, [value])
    return client.post(editor, data=values)


def card(site: Flask, editor: str) -> dict[str, Any]:
    context = site.extensions[CONTEXT]
    return scenarios.find(context, scenarios.enter(context, editor.rpartition("/")[2])).document


def version(site: Flask, editor: str) -> int | None:
    context = site.extensions[CONTEXT]
    return scenarios.find(context, scenarios.enter(context, editor.rpartition("/")[2])).version


def test_untouched_form_changes_nothing(site: Flask, client: FlaskClient) -> None:
    """Every field of every card survives the form."""
    battle = client.post("/api/v1/battles", json={"seed": "3.x"}).json["id"]
    starts = [
        begin(client, title="The mill"),
        begin(client, way="copy", scenario="castle-hill"),
        begin(client, way="copy", scenario="hill-236"),
        begin(client, way="battle", battle=battle, seat="referee"),
        begin(client, way="fill", seed="5"),
    ]
    for editor in starts:
        before = card(site, editor)
        assert press(client, editor).status_code == 303
        assert card(site, editor) == before


@pytest.mark.parametrize(
    ("place", "typed", "path", "value"),
    [
        ("/title", "Noche", ("title",), "Noche"),
        ("/place", "Cassino", ("place",), "Cassino"),
        ("/year", "1944", ("year",), 1944),
        ("/marker", "-3", ("marker",), -3),
        ("/sudden_death", "", ("sudden_death",), None),
        ("/sides/axis/orders", "4", ("sides", "axis", "orders"), 4),
        ("/sides/axis/orders", "many", ("sides", "axis", "orders"), "many"),
        (
            "/sides/axis/counters/german:squad_rifle",
            "5",
            ("sides", "axis", "counters"),
            {"german:squad_rifle": 5},
        ),
        ("/sides/axis/counters/german:squad_rifle", "0", ("sides", "axis", "counters"), {}),
        ("/sides/allied/radio", "russian:radio_76mm", ("sides", "allied", "radio"), "russian:radio_76mm"),
        ("/map/objectives/2", "a1", ("map", "objectives", "2"), "A1"),
        ("/map/friendly_edge/axis", "left", ("map", "friendly_edge"), {"axis": "left", "allied": "right"}),
        ("/map/friendly_edge/axis", "left", ("map", "orientation"), "long"),
        ("/map/number", "2", ("map", "objectives", "1"), None),
        ("/rules/overlap", "1", ("rules", "overlap"), True),
        ("/rules/modules", "night", ("rules", "modules"), ["night"]),
        ("/rules/optional", "V12", ("rules", "optional"), ["V12"]),
        (
            "/sides/axis/setup/mortar_spotter",
            "scout",
            ("sides", "axis", "setup", "mortar_spotter"),
            "scout",
        ),
        ("/objectives/open", "B", ("objectives", "open"), ["B"]),
    ],
)
def test_typed_values_are_saved(
    site: Flask, client: FlaskClient, place: str, typed: str, path: tuple[str, ...], value: Any
) -> None:
    editor = begin(client)
    press(client, editor, **{place: typed})
    found: Any = card(site, editor)
    for step in path:
        found = found[step]
    if place == "/map/number":
        value = site.extensions[CONTEXT].catalogs["combat_commander"].maps[2].objectives[1]
    assert found == value
    assert client.get(editor).status_code == 200


def test_every_button(site: Flask, client: FlaskClient) -> None:
    editor = begin(client)
    axis = "/sides/axis"
    press(client, editor, f"add:{axis}/leaders", **{f"new:{axis}/leaders": "german:sgt_esser"})
    press(client, editor, f"add:{axis}/counters", **{f"new:{axis}/counters": "german:weapon_light_mg"})
    press(client, editor, f"add:{axis}/bound")
    press(client, editor, f"add:{axis}/reinforcements")
    later = f"{axis}/reinforcements/0"
    press(
        client,
        editor,
        f"add:{later}/counters",
        **{f"new:{later}/counters": "german:squad_rifle", f"{later}/space": "3"},
    )
    press(client, editor, "add:/fortifications", **{"new:/fortifications": "allied:wire"})
    press(client, editor, "add:/rules/text")
    press(client, editor, "both:/rules/text/0", **{"/rules/text/0": "No smoke."})
    press(client, editor, "add:/links", **{"new:/links": "castle-hill"})
    press(client, editor, "put", tool="piece:axis:german:squad_rifle", hex="b2, B3")
    press(client, editor, "put", tool="work:axis:bunker", hex="C2")
    press(client, editor, "put", tool="marker:smoke", hex="C3")
    press(client, editor, "put", tool="objective:1", hex="D4")
    found = card(site, editor)
    force = found["sides"]["axis"]
    assert force["leaders"][-1] == "german:sgt_esser"
    assert force["counters"]["german:weapon_light_mg"] == 1
    assert force["bound"] == [{"weapon": "german:weapon_light_mg", "unit": force["leaders"][0]}]
    assert force["reinforcements"] == [{"space": 3, "leaders": [], "counters": {"german:squad_rifle": 1}}]
    assert [row["hex"] for row in force["setup"]["fixed"]] == ["B2", "B3"]
    assert found["rules"]["text"] == [{"es": "No smoke.", "en": "No smoke."}]
    assert found["links"] == ["castle-hill"]
    assert found["fortifications"] == [
        {"side": "allied", "type": "wire", "count": 1},
        {"side": "axis", "type": "bunker", "count": 1, "hexes": ["C2"]},
    ]
    assert found["markers"] == [{"type": "smoke", "hex": "C3"}]
    assert found["map"]["objectives"]["1"] == "D4"
    press(client, editor, "put", tool="clear", hex="B2 B3 C2 C3")
    press(client, editor, f"drop:{axis}/bound/0")
    press(client, editor, "drop:/fortifications/0")
    press(client, editor, "drop:/sides")  # no button says this
    found = card(site, editor)
    assert "fixed" not in found["sides"]["axis"]["setup"]
    assert "bound" not in found["sides"]["axis"]
    assert [row["type"] for row in found["fortifications"]] == ["bunker"]


def test_custom_map(site: Flask, client: FlaskClient) -> None:
    editor = begin(client)
    press(client, editor, "custom", **{"/map/number": ""})
    for tool in ("terrain:woods", "level:2", "feature:road", "side:wall:3", "terrain:cheese"):
        press(client, editor, "put", tool=tool, hex="E5")
    ground = card(site, editor)["map"]
    assert ground["number"] is None
    assert ground["custom"]["hexes"]["E5"] == {
        "terrain": "woods",
        "level": 2,
        "features": ["road"],
        "sides": {"3": "wall"},
    }
    page = client.get(editor).text
    assert "E5: Woods" in page
    for colour in (TERRAIN_LOOKS["woods"].tint, ROAD, WALL):  # drawn, and not only written down
        assert f"#{colour.hexval()[2:]}" in page[page.index("<svg xmlns") :]
    press(client, editor, "put", tool="feature:road", hex="E5")
    assert "features" not in card(site, editor)["map"]["custom"]["hexes"]["E5"]


def test_fix_buttons(site: Flask, client: FlaskClient) -> None:
    editor = begin(client)
    press(client, editor, **{"/sides/axis/hand": "9"})
    page = client.get(editor).text
    assert 'href="#f/sides/axis/hand"' in page
    button = re.search(r'name="do" value="(fix:C08:[^"]*)"', page)
    assert button
    press(client, editor, button[1])
    assert card(site, editor)["sides"]["axis"]["hand"] == 5
    press(client, editor, **{"/sides/axis/orders": "9"})
    press(client, editor, "follow:/sides/axis/orders")
    assert card(site, editor)["sides"]["axis"]["orders"] == 2
    press(client, editor, "fix:C08:/sides/axis/hand")
    assert press(client, editor, "fix:C08:/sides/axis/hand").status_code == 422  # nothing to mend any more


def test_edit_conflict_loses_nothing(site: Flask, client: FlaskClient) -> None:
    editor = begin(client)
    first, second = (filled(client.get(editor).text) for _ in range(2))
    first["/title"], second["/marker"] = "First", "5"
    assert client.post(editor, data=first).status_code == 303
    late = client.post(editor, data=second)
    assert late.status_code == 409
    assert "Title" in late.text and "First" in late.text
    assert 'name="/marker" value="5"' in late.text
    assert card(site, editor)["title"] == "First"
    again = filled(late.text)
    again["do"], again["seen"] = "merge", "1"
    assert client.post(editor, data=again).status_code == 303
    assert (card(site, editor)["title"], card(site, editor)["marker"]) == ("First", 5)
    third, fourth = (filled(client.get(editor).text) for _ in range(2))
    third["/title"], fourth["/title"] = "Third", "Fourth"
    client.post(editor, data=third)
    fourth["do"], fourth["seen"] = "mine", "2"  # the version that this writer has seen, not the latest
    assert client.post(editor, data=fourth).status_code == 409
    fourth["seen"] = "3"
    assert client.post(editor, data=fourth).status_code == 303
    assert card(site, editor)["title"] == "Fourth"
    page = client.get(f"{editor}/versions").text
    assert page.count('name="before"') == 5
    fifth = filled(client.get(editor).text)
    fifth["version"], fifth["do"], fifth["/title"] = "1", "theirs", "Lost"
    assert client.post(editor, data=fifth).status_code == 303
    assert card(site, editor)["title"] == "Fourth"


def test_restore_a_version(site: Flask, client: FlaskClient) -> None:
    editor = begin(client, title="One")
    press(client, editor, "keep", **{"/title": "Two", "note": "Second thoughts"})
    page = client.get(f"{editor}/versions").text
    assert "Second thoughts" in page and "One → Two" in page
    back = client.post(f"{editor}/restore", data={"version": "0"})
    assert back.status_code == 303
    assert card(site, editor)["title"] == "One"
    assert version(site, editor) == 2


def test_access_by_link(site: Flask, client: FlaskClient) -> None:
    editor = begin(client, title="Open")
    context = site.extensions[CONTEXT]
    id_ = scenarios.enter(context, editor.rpartition("/")[2])
    reader = client.get(f"/scenarios/{id_}")
    assert reader.status_code == 200
    assert editor.rpartition("/")[2] not in reader.text
    wrong = client.get(f"/scenarios/edit/{id_}")
    assert wrong.status_code == 404
    nothing = client.get(f"/scenarios/edit/{'a' * 32}")
    assert wrong.text.replace(id_, "") == nothing.text.replace("a" * 32, "")
    assert client.post(f"/scenarios/edit/{id_}").status_code == 404
    for name, start in (("card.pdf", b"%PDF"), ("card.json", b"{"), ("map.svg", b"<?xml")):
        assert client.get(f"/scenarios/{id_}/{name}").data.startswith(start)
    assert client.get(f"/scenarios/{id_}/log.txt").status_code == 404
    assert "Open" not in client.get("/scenarios").text
    press(client, editor, "list")
    assert "Open" in client.get("/scenarios?faction=russian").text
    assert "Open" not in client.get("/scenarios?faction=italian").text
    press(client, editor, "unlist")
    assert "Open" not in client.get("/scenarios").text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * 150_000, "not valid JSON"),
        (b"x" * 200_000, "192 KB"),
        (b'{"format": "hora-h/card/7"}', "This file is not a Hora H card"),
        (b'{"format": "hora-h/card/1"}', "fill in this field"),
        (b"[1, 2]", "This file is not a Hora H card"),
        (b"[" * 100_000, "nested"),
        (b"\xff\xfe", "UTF-8"),
        (b"", "not valid JSON"),
    ],
)
def test_invalid_file_is_refused(site: Flask, client: FlaskClient, content: bytes, words: str) -> None:
    editor = begin(client)
    before = (card(site, editor), version(site, editor))
    for address, more in ((f"{editor}/replace", {}), ("/scenarios", {"way": "import"})):
        data = {**more, "file": (BytesIO(content), "card.json")}
        refused = client.post(address, data=data, content_type="multipart/form-data")
        assert refused.status_code == 422
        assert words in refused.text
    assert (card(site, editor), version(site, editor)) == before


def test_five_megabytes_are_refused(site: Flask, client: FlaskClient) -> None:
    editor = begin(client)
    before = card(site, editor)
    data = {"file": (BytesIO(b"x" * 5_000_000), "card.json")}
    refused = client.post(f"{editor}/replace", data=data, content_type="multipart/form-data")
    assert refused.status_code == 413
    assert "too large" in refused.text
    assert card(site, editor) == before


def test_hostile_cards_are_escaped(site: Flask, client: FlaskClient) -> None:
    editor = begin(client)
    odd = card(site, editor)
    script = "<script>alert(1)</script>"
    odd.update(title=script, situation=script, links=["castle-hill", "nowhere", script], notes=[script])
    odd["rules"] = {"text": [script], "special": ["no-such-rule"]}
    odd["sides"]["axis"]["counters"]["martian:tripod"] = 2
    odd["sides"]["axis"]["leaders"].append("martian:king")
    odd["sides"]["allied"]["faction"] = "martian"
    odd["map"]["number"] = 999
    data = {"file": (BytesIO(json.dumps(odd).encode()), "card.json")}
    assert client.post(f"{editor}/replace", data=data, content_type="multipart/form-data").status_code == 303
    context = site.extensions[CONTEXT]
    id_ = scenarios.enter(context, editor.rpartition("/")[2])
    for address in (editor, f"/scenarios/{id_}", f"{editor}/versions", f"/scenarios/{id_}/versions"):
        page = client.get(address)
        assert page.status_code == 200, address
        assert script not in page.text
    assert "K01" in client.get(editor).text
    refused = client.get(f"/scenarios/{id_}/card.pdf")  # unknown ids are not printed
    assert (refused.status_code, "/sides/axis/" in refused.text) == (422, True)
    sound = card(site, begin(client)) | {name: odd[name] for name in ("title", "situation", "notes")}
    data = {"file": (BytesIO(json.dumps(sound).encode()), "card.json")}
    assert client.post(f"{editor}/replace", data=data, content_type="multipart/form-data").status_code == 303
    assert client.get(f"/scenarios/{id_}/card.pdf").status_code == 200
    assert script.encode() not in client.get(f"/scenarios/{id_}/map.svg").data


def test_invalid_values_are_refused(site: Flask, client: FlaskClient) -> None:
    editor = begin(client, title="Sound")
    assert press(client, editor, **{"/title": "a\x07b"}).status_code == 422
    assert card(site, editor)["title"] == "Sound"
    assert press(client, editor, "put", tool="clear", hex="Z99").status_code == 422


@pytest.mark.parametrize(
    "odd",
    [
        {"/sides/axis/faction": ""},
        {"/sides/axis/setup/depth": "deep"},
        {"/map/friendly_edge/axis": "up"},
        {"/fortifications/0/type": "wall"},
        {"/sides/axis/quality": "best"},
        {"/mine_strength": ""},
        {"/year": "1" * 5000},
        {"version": "-1"},
        {"version": "99999999999999999999"},
        {"/sides/axis/leaders/77": "german:sgt_esser"},
        {"/sides/axis/setup": "x"},
    ],
)
def test_editor_survives_any_input(site: Flask, client: FlaskClient, odd: dict[str, str]) -> None:
    editor = begin(client)
    press(client, editor, "add:/fortifications", **{"new:/fortifications": "axis:wire"})
    assert press(client, editor, **odd).status_code in (303, 409)
    assert client.get(editor).status_code == 200
    assert press(client, editor, "add:/rules/text").status_code == 303


def test_fill_in_the_rest_and_handicap(site: Flask, client: FlaskClient) -> None:
    editor = begin(client, title="Half")
    force = card(site, editor)["sides"]["axis"]["counters"]
    data = {"keep": ["year", "map"], "axis": "force", "allied": "faction"}
    assert client.post(f"{editor}/fill", data=data).status_code == 303
    after = card(site, editor)
    assert (after["title"], after["year"], after["map"]["number"]) == ("Half", 1943, 1)
    assert after["sides"]["axis"]["counters"] == force
    assert after["sides"]["allied"]["faction"] == "russian"
    eased = client.post(f"{editor}/handicap", data={"side": "allied"})
    assert eased.status_code == 303
    new = eased.headers["Location"]
    assert card(site, new)["base"]["id"] == "half"
    context = site.extensions[CONTEXT]
    page = client.get(f"/scenarios/{scenarios.enter(context, new.rpartition('/')[2])}").text
    assert "Made from Half" in page and "Allies: " in page


def test_edit_a_battle_from_its_page(site: Flask, client: FlaskClient) -> None:
    battle = client.post("/api/v1/battles", json={}).json["id"]
    page = client.get(f"/battles/{battle}").text
    assert 'name="way" value="battle"' in page
    found = card(site, begin(client, way="battle", battle=battle, seat="everyone"))
    assert found["sides"] == client.get(f"/api/v1/battles/{battle}").json["card"]["sides"]


@pytest.mark.parametrize(("lang", "words"), [("es", "Biblioteca"), ("en", "Library")])
def test_the_library_page(client: FlaskClient, lang: str, words: str) -> None:
    page = client.get(f"/scenarios?lang={lang}").text
    assert words in page
    for name in ("castle-hill", "hill-236"):
        assert f'href="/scenarios/{name}"' in page
        shown = client.get(f"/scenarios/{name}?lang={lang}")
        assert shown.status_code == 200
        assert client.get(f"/scenarios/{name}/card.pdf?lang={lang}").data.startswith(b"%PDF")
    assert 'href="/scenarios/hill-236"' in client.get("/scenarios/castle-hill").text


def test_editor_is_completely_in_spanish(client: FlaskClient) -> None:
    editor = begin(client, title="El molino")
    press(client, editor, "add:/notes")
    press(client, editor, **{"/sides/axis/hand": "9", "/notes/0": "nota"})
    for address in (editor, f"{editor}/versions", "/scenarios", "/scenarios/new"):
        page = client.get(f"{address}?lang=es").text
        text = re.sub(r"<[^>]+>", " ", page[page.index("<main") :])
        assert not re.search(r"\b(the|your|with|which|this)\b", unescape(text)), address
