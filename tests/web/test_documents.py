"""Documents, with the toy's scenario: form, checks, fixes, versions, library, tables."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from tests.web.apps import served
from web.cli import main
from web.config import Config
from web.http.request_context import CONTEXT
from web.service import documents
from web.service.documents import Stale

from .playing import all_seats

pytestmark = pytest.mark.usefixtures("toy_game")

FORD = {
    "format": "hora-h/toy-scenario/1",
    "title": "The ford",
    "rounds": 1,
    "omen": "wood",
    "lanes": [{"lane": "road"}, {"lane": "wood", "name": "Copse"}],
}
HOME = "/documents/toy/scenario"


@pytest.fixture
def site(database: str) -> Iterator[Flask]:
    with served(Config(database, rate=0)) as found:
        yield found


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    """Return a client on SQLite only."""
    with served(Config(f"sqlite:///{tmp_path / 'pages.db'}", rate=0)) as found:
        yield found.test_client()


def fields(page: str) -> dict[str, Any]:
    """Return everything that the form of a page sends."""
    form = page[page.index('id="draft"') : page.index("</form>", page.index('id="draft"'))]
    found: dict[str, Any] = {}
    for name, value in re.findall(r'<input[^>]*? name="([^"]+)" value="([^"]*)"', form):
        found[html.unescape(name)] = html.unescape(value)
    for name, text in re.findall(r'<textarea[^>]*? name="([^"]+)"[^>]*>([^<]*)</textarea>', form):
        found[html.unescape(name)] = html.unescape(text)
    for name, inside in re.findall(r'<select[^>]*? name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', inside)
        found[html.unescape(name)] = html.unescape(chosen[1]) if chosen else ""
    return found


def begun(client: FlaskClient, document: Any = FORD) -> str:
    """Return the URL of the form of a new scenario."""
    file = (BytesIO(json.dumps(document).encode()), "ford.json")
    answer = client.post(HOME, data={"way": "import", "file": file}, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def written(client: FlaskClient, address: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{address}/card.json").json
    return found


def press(client: FlaskClient, address: str, do: str = "save", **typed: str) -> Any:
    sent = fields(client.get(address).text)
    return client.post(address, data={**sent, **{k.replace("_", "/"): v for k, v in typed.items()}, "do": do})


# --------------------------------------------------------------------------------------------- the form


def test_form_round_trip(client: FlaskClient) -> None:
    address = begun(client)
    assert press(client, address).status_code == 303
    assert written(client, address) == FORD


def test_typed_values_are_saved_and_empty_ones_removed(client: FlaskClient) -> None:
    address = begun(client)
    press(client, address, _title="Two fords", _rounds="3", _omen="", _note="Mind\r\nthe mud")
    found = written(client, address)
    assert (found["title"], found["rounds"], found["note"]) == ("Two fords", 3, "Mind\nthe mud")
    assert "omen" not in found and "night" not in found


def test_add_move_and_remove_lines_without_script(client: FlaskClient) -> None:
    address = begun(client)
    press(client, address, "add:/lanes")
    assert written(client, address)["lanes"][2] == {"lane": "road"}
    press(client, address, "up:/lanes/1")
    assert [each["lane"] for each in written(client, address)["lanes"]] == ["wood", "road", "road"]
    press(client, address, "drop:/lanes/2")
    assert [each["lane"] for each in written(client, address)["lanes"]] == ["wood", "road"]
    assert press(client, address, "drop:/lanes/9").status_code == 404
    assert press(client, address, "drop:").status_code == 404


@pytest.mark.parametrize(
    ("lang", "sentence", "remedy"),
    [
        ("en", "Road is there twice.", "Take Road away"),
        ("es", "Carretera está dos veces.", "Quitar Carretera"),
    ],
)
def test_findings_are_shown_at_their_fields_with_fixes(
    client: FlaskClient, lang: str, sentence: str, remedy: str
) -> None:
    client.set_cookie("lang", lang)
    address = begun(client, {**FORD, "lanes": [{"lane": "road"}, {"lane": "road"}], "rounds": 9})
    page = client.get(address).text
    place = page.index('id="f-/lanes/1/lane"')
    assert sentence in page[place : page.index("</fieldset>", place)] and remedy in page
    assert 'aria-invalid="true"' in page
    press(client, address, "fix:0")
    assert written(client, address)["lanes"] == [{"lane": "road"}]
    page = client.get(address).text
    assert ("No problems found." if lang == "en" else "No hay problemas.") in page
    press(client, address, "fixall")
    assert written(client, address)["rounds"] == 6
    assert press(client, address, "fix:7").status_code == 422


def test_invalid_values_are_kept_and_reported(client: FlaskClient) -> None:
    address = begun(client)
    assert press(client, address, _rounds="many").status_code == 303
    page = client.get(address).text
    assert 'value="many"' in page and "is the wrong kind of value" in page
    assert client.get(f"{address}/card.pdf").status_code == 422


def test_blank_form_can_be_completed(client: FlaskClient) -> None:
    address = client.post(HOME, data={"way": "new"}).headers["Location"]
    press(client, address, _title="New", _rounds="2", _lanes_0_lane="river")
    assert written(client, address)["lanes"] == [{"lane": "river"}]


# ------------------------------------------------------------------------------------ versions, writers


def test_edit_conflict_keeps_both_versions(client: FlaskClient) -> None:
    address = begun(client)
    mine = {**fields(client.get(address).text), "/title": "Mine"}
    press(client, address, _rounds="4")
    refused = client.post(address, data={**mine, "do": "save"})
    assert refused.status_code == 409
    assert "Rounds: 1 → 4" in refused.text and "Title: The ford → Mine" in refused.text
    again = client.post(address, data={**mine, "do": "merge", "seen": "1"})
    assert again.status_code == 303
    found = written(client, address)
    assert (found["title"], found["rounds"]) == ("Mine", 4)


def test_concurrent_saves_conflict_on_both_databases(site: Flask) -> None:
    context = site.extensions[CONTEXT]
    kind = documents.find_kind(context, "toy", "scenario")
    new = documents.begin(context, kind, FORD)
    documents.save(context, new.id, {**FORD, "rounds": 2}, 0)
    with pytest.raises(Stale) as stale:
        documents.save(context, new.id, {**FORD, "title": "Other"}, 0)
    assert stale.value.together["rounds"] == 2 and stale.value.together["title"] == "Other"
    assert documents.find(context, new.id, 0).document == FORD
    assert [stamp.version for stamp in documents.versions(context, new.id)] == [1, 0]


def test_restore_an_old_version_and_delete(client: FlaskClient) -> None:
    address = begun(client)
    press(client, address, _title="Worse")
    client.post(f"{address}/restore", data={"version": "0"})
    assert written(client, address)["title"] == "The ford"
    client.post(f"{address}/delete")
    assert client.get(address).status_code == 200  # not without the tick
    client.post(f"{address}/delete", data={"sure": "1"})
    assert client.get(address).status_code == 404


# --------------------------------------------------------------------------------------- library, files


def test_library_pages_of_listed_documents(site: Flask) -> None:
    context = site.extensions[CONTEXT]
    kind = documents.find_kind(context, "toy", "scenario")
    for n in range(45):
        new = documents.begin(context, kind, {**FORD, "title": f"Ford number {n:02}"})
        documents.save(context, new.id, {**FORD, "title": f"Ford number {n:02}"}, 0, listed=n != 3)
    client = site.test_client()
    first = client.get(f"{HOME}?lang=en").text
    assert "The crossing" in first and "Ford number 44" in first and "Ford number 03" not in first
    assert "Page 1 of 2" in first and "Ford number 00" not in first
    assert "Ford number 00" in client.get(f"{HOME}?page=2").text
    assert re.findall(r"Ford number \d\d", client.get(f"{HOME}?q=number+17").text) == ["Ford number 17"]
    assert "Ford" not in client.get(f"{HOME}?q=100%25").text.split("<main")[1]


def test_readers_do_not_see_secrets(client: FlaskClient) -> None:
    address = begun(client)
    public = re.search(
        r'id="link-read" readonly value="[^"]*(/documents/read/[a-z0-9]+)"', client.get(address).text
    )
    assert public is not None
    page = client.get(f"{public[1]}?lang=en").text
    assert "The ford" in page and "Copse" in page and "Omen" not in page
    assert client.get(f"{public[1]}/card.json").json["omen"] is None
    assert client.get(f"{address}/card.json").json["omen"] == "wood"
    assert client.get(f"{public[1]}/card.pdf").data.startswith(b"%PDF")
    text = client.get(f"{public[1]}/card.txt?lang=en").text
    assert text == "The toy\n=======\n\nThe ford: 1 rounds, Road and Wood.\n"
    copied = client.post(HOME, data={"way": "copy", "document": public[1].rpartition("/")[2]}).headers[
        "Location"
    ]
    assert written(client, copied).get("omen") is None


def test_read_print_and_copy_library_documents(client: FlaskClient) -> None:
    page = client.get(f"{HOME}/crossing").text
    assert "The crossing" in page
    assert client.get(f"{HOME}/crossing/card.pdf").data.startswith(b"%PDF")
    copied = client.post(HOME, data={"way": "copy", "document": "crossing"})
    assert written(client, copied.headers["Location"])["title"] == "The crossing"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[1]", "is not a Hora H file"),
        (b"nothing", "is not a Hora H file"),
        (b'{"format": "hora-h/card/1"}', "A hora-h/toy-scenario/1 file is needed"),
        (json.dumps({**FORD, "note": "x" * 200_000}).encode(), "192 KB"),
    ],
)
def test_invalid_documents_are_refused(client: FlaskClient, content: bytes, words: str) -> None:
    client.set_cookie("lang", "en")
    sent = {"way": "import", "file": (BytesIO(content), "x.json")}
    answer = client.post(HOME, data=sent, content_type="multipart/form-data")
    assert answer.status_code == 422 and words in html.unescape(answer.text)


@pytest.mark.parametrize(
    "address", ["/documents/chess/scenario", "/documents/toy/novel", f"{HOME}/none", "/documents/edit/x"]
)
def test_unknown_documents(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


# ---------------------------------------------------------------------------------------------- tables


def test_table_keeps_a_copy_of_its_document(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    address = begun(client)
    form = client.get(f"/tables/new?procedure=toy/1&scenario={address}").text
    assert f'value="{address}"' in form
    sent = {"procedure": "toy/1", "has-scenario": "1", "scenario-address": address}
    links = all_seats(client, client.post("/tables", data=sent))
    asked = client.get(f"/tables/{links['red']}").text
    assert "Road" in asked and "River" not in asked.split("<main")[1]
    press(client, address, "drop:/lanes/1")
    assert "Wood" in client.get(f"/tables/{links['red']}").text  # the table has its own copy


def test_invalid_document_opens_no_table(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    address = begun(client, {**FORD, "lanes": [{"lane": "road"}, {"lane": "road"}]})
    sent = {"procedure": "toy/1", "has-scenario": "1", "scenario-address": address}
    answer = client.post("/tables", data=sent)
    assert answer.status_code == 422 and "Road is there twice." in answer.text
    sent["scenario-address"] = "nowhere"
    assert client.post("/tables", data=sent).status_code == 422


def test_tables_hide_secrets_of_documents(client: FlaskClient) -> None:
    """State and record of a table hide what the document's view hides, until the reveal."""
    opened = client.post("/api/v1/tables", json={"procedure": "toy/1", "settings": {"scenario": FORD}})
    links = opened.json["links"]
    base = f"/api/v1/tables/{links['everyone']}"
    seats = {who: {"Authorization": f"Bearer {link}"} for who, link in links.items() if who != "everyone"}
    for who, lane in (("red", "road"), ("blue", "wood")):
        (asked,) = client.get(f"{base}/prompts", headers=seats[who]).json
        client.post(f"{base}/answers", json={"number": asked["number"], "answer": lane}, headers=seats[who])
    state = client.get(base, headers=seats["red"]).json
    assert state["finished"] and state["settings"]["scenario"]["omen"] is None
    record = client.get(f"{base}/record", headers=seats["red"]).json
    assert record["sealed_settings"] == ["scenario"] and record["settings"]["scenario"]["omen"] is None
    refused = client.post("/api/v1/verifications", json=record)
    assert (refused.status_code, refused.json["code"]) == (422, "SEALED_SETTINGS")
    assert client.get(f"{base}/verification", headers=seats["red"]).json["sound"]
    assert client.get(base, headers=seats["referee"]).json["settings"]["scenario"]["omen"] == "wood"
    for who in ("red", "blue"):
        client.post(f"{base}/reveal", headers=seats[who])
    record = client.get(f"{base}/record", headers=seats["red"]).json
    assert record["sealed_settings"] == [] and record["settings"]["scenario"] == FORD
    assert client.post("/api/v1/verifications", json=record).json["sound"]
    forged = {**record, "settings": {**record["settings"], "scenario": {**FORD, "lanes": []}}}
    assert client.post("/api/v1/verifications", json=forged).status_code == 422


# -------------------------------------------------------------------------------------- API, terminal

API = "/api/v1/documents"


def test_api(site: Flask) -> None:
    client = site.test_client()
    (kind,) = [each for each in client.get(f"{API}/kinds").json if each["game"] == "toy"]
    assert (kind["kind"], kind["title"]["es"]) == ("scenario", "Escenario")
    new = client.post(API, json={"game": "toy", "kind": "scenario", "document": FORD})
    assert new.status_code == 201
    here, writer = f"{API}/{new.json['id']}", {"Authorization": f"Bearer {new.json['link']}"}
    assert client.get(here).json["document"]["omen"] is None
    assert client.get(here, headers=writer).json["document"] == FORD
    draft = {"document": {**FORD, "rounds": 2}, "version": 0, "listed": True}
    assert client.put(here, json=draft).status_code == 404
    assert client.put(here, json=draft, headers=writer).json["version"] == 1
    assert client.put(here, json=draft, headers=writer).status_code == 409
    assert client.get(f"{here}?version=0", headers=writer).json["document"]["rounds"] == 1
    shelf = client.get(f"{API}?game=toy&kind=scenario&q=ford").json
    assert (shelf["total"], shelf["items"][0]["shown"]["rounds"]) == (1, 2)
    assert client.get(f"{here}/document.pdf").data.startswith(b"%PDF")
    table = {"procedure": "toy/1", "settings": {"scenario": new.json["id"]}}
    assert client.post("/api/v1/tables", json=table).status_code == 201
    assert [each["version"] for each in client.get(f"{here}/versions").json] == [1, 0]
    assert client.delete(here).status_code == 404
    assert client.delete(here, headers=writer).status_code == 204
    assert client.get(here).status_code == 404


def test_api_checks_and_fixes(client: FlaskClient) -> None:
    twice = {**FORD, "lanes": [{"lane": "road"}, {"lane": "road"}]}
    found = client.post(f"{API}/check", json={"game": "toy", "kind": "scenario", "document": twice}).json
    (said,) = found["findings"]
    assert not found["sound"]
    assert (said["place"], said["text"]["en"]) == ("/lanes/1/lane", "Road is there twice.")
    assert said["fix"] == [{"place": ["lanes", 1]}]
    mended = client.post(f"{API}/fix", json={"game": "toy", "kind": "scenario", "document": twice}).json
    assert mended["document"]["lanes"] == [{"lane": "road"}] and len(mended["fixed"]) == 1


def test_command_creates_checks_fixes_prints_and_plays(tmp_path: Path) -> None:
    def run(*words: str, typed: str = "") -> Any:
        return CliRunner().invoke(main, ["--lang", "en", *words], input=typed)

    file = tmp_path / "mine.json"
    assert "toy/scenario\tScenario" in run("document", "list").stdout
    assert (
        run("document", "new", "--kind", "toy/scenario", "--from", "crossing", "--out", str(file)).exit_code
        == 0
    )
    assert run("document", "check", str(file)).stdout == "No problems found.\n"
    file.write_text(json.dumps({**FORD, "lanes": [{"lane": "road"}, {"lane": "road"}]}))
    told = run("document", "check", str(file))
    assert (told.exit_code, told.stdout) == (2, "Error: T4.1 /lanes/1/lane: Road is there twice.\n")
    refused = run("play", "toy", "--scenario", str(file))
    assert refused.exit_code == 2 and "Road is there twice." in refused.stderr
    assert run("document", "fix", str(file)).exit_code == 0
    out = tmp_path / "mine.pdf"
    assert run("document", "print", str(file), "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")
    file.write_text(json.dumps(FORD))
    played = run("play", "toy", "--scenario", str(file), "--seed", "1", typed="1\n2\n")
    assert played.exit_code == 0 and "River" not in played.stdout.partition("Omen")[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "--kind", "chess/opening", "--out", "-"), "no game “chess”"),
        (("new", "--kind", "toy/novel", "--out", "-"), "“novel”"),
        (("new", "--kind", "toy/scenario", "--from", "none", "--out", "-"), "“none”"),
        (("check", "nothing.json"), "nothing.json"),
    ],
)
def test_command_reports_errors(words: tuple[str, ...], said: str) -> None:
    told = CliRunner().invoke(main, ["--lang", "en", "document", *words])
    assert told.exit_code == 2 and said in told.stderr
