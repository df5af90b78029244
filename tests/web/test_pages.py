"""HTML and headers of pages, without a browser."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

from exports.games.combat_commander.checklist import list_steps
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from tests.procedures import current
from tests.web.apps import served
from web.config import Config
from web.http.request_context import CONTEXT
from web.service import tables

from .playing import all_seats

PAGES = (
    "/",
    "/battles/new",
    "/tables/new",
    f"/tables/new?procedure={current('stalingrad')}",
    "/campaigns",
    "/catalogs",
    "/catalogs/orders_of_battle",
    "/catalogs/support",
    "/catalogs/leaders",
    "/catalogs/fortifications",
    "/catalogs/chits",
    "/catalogs/rules",
    "/catalogs/maps",
    "/catalogs/decks",
    "/maps",
    "/maps/9?from=H5&to=O10",
    "/verify",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("pages")
    with served(Config(f"sqlite:///{folder / 'horah.db'}", rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def send(client: FlaskClient, path: str, **fields: Any) -> TestResponse:
    return client.post(path, data=fields)


@pytest.fixture
def table(client: FlaskClient) -> dict[str, str]:
    """Return the paths of a new table by seat."""
    return links(client)


def links(client: FlaskClient, **fields: Any) -> dict[str, str]:
    """Return the paths of a new table by seat, after all invitations are accepted."""
    found = all_seats(client, send(client, "/tables", referee="1", **fields))
    return {seat: f"/tables/{link}" for seat, link in found.items()}


@pytest.fixture
def everything(client: FlaskClient, table: dict[str, str]) -> dict[str, str]:
    """Return every kind of page by its path."""
    battle = send(client, "/battles").headers["Location"]
    campaign = links(client, procedure=current("gastadores"))
    paths = (
        *PAGES,
        battle,
        f"{battle}?seat=axis",
        f"{battle}/check",
        *table.values(),
        *campaign.values(),
        "/nothing",
    )
    return {path: client.get(path).text for path in paths}


def test_pages_follow_the_content_security_policy(everything: dict[str, str]) -> None:
    for path, page in everything.items():
        assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page), path
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page)), path


def test_pages_have_no_external_urls(everything: dict[str, str]) -> None:
    for path, page in everything.items():
        addresses = re.findall(r"https?://[^\s\"'<]+", page)
        foreign = [one for one in addresses if not one.startswith(("http://localhost", "http://www.w3.org/"))]
        assert foreign == [], path


def test_ids_are_unique_on_every_page(everything: dict[str, str]) -> None:
    for path, page in everything.items():
        ids = Counter(re.findall(r'\sid="([^"]+)"', page))
        assert [name for name, count in ids.items() if count > 1] == [], path


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        ("/catalogs?q=a", "/catalogs?q=a"),
        ("//evil.example/x", "/"),
        ("https://evil.example", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        ("/a\nb", "/"),
    ],
)
def test_language_switch_has_no_open_redirect(client: FlaskClient, back: str, leads_to: str) -> None:
    reply = send(client, "/language", lang="es", back=back)
    assert reply.status_code == 303
    assert reply.headers["Location"] == leads_to
    assert client.get("/").text.startswith('<!doctype html>\n<html lang="es">')


def test_secret_links_do_not_leak(client: FlaskClient, table: dict[str, str]) -> None:
    """They are in no header, in no page of another seat, and the page is not cached."""
    pages = {seat: client.get(path) for seat, path in table.items()}
    for seat, page in pages.items():
        assert page.headers["Referrer-Policy"] == "same-origin"
        assert page.headers["Cache-Control"] == "no-store"
        others = [path for other, path in table.items() if other not in (seat, "everyone")]
        assert not any(path in page.text for path in others), seat
        assert (
            table[seat].rpartition("/")[2] not in (re.search(r"<title>(.*?)</title>", page.text) or [""])[0]
        )


def test_every_404_is_the_same_page(client: FlaskClient, table: dict[str, str]) -> None:
    wrong = table["axis"][:-1] + "1"
    paths = (wrong, f"{wrong}/card.pdf", f"{wrong}/version", "/tables/x", "/battles/x", "/catalogs/x", "/x")
    replies = [client.get(path) for path in paths]
    assert {reply.status_code for reply in replies} == {404}
    assert len({re.sub(r'name="back" value="[^"]*"', "", reply.text) for reply in replies}) == 1


@pytest.mark.parametrize(
    "path",
    ["card.pdf?paper=a5", "card.pdf?lang=xx", "card.pdf?layout=round", "card.exe", "card.pdf?seat=nobody"],
)
def test_unknown_files_are_not_found(client: FlaskClient, path: str) -> None:
    battle = send(client, "/battles").headers["Location"]
    assert client.get(f"{battle}/{path}").status_code == 404


def test_print_options_of_a_page(client: FlaskClient) -> None:
    battle = send(client, "/battles").headers["Location"]
    page = PdfReader(BytesIO(client.get(f"{battle}/pack.pdf?layout=portrait").data)).pages[0]
    assert page.mediabox.width < page.mediabox.height
    assert 'name="layout" value="portrait"' in client.get(battle).text
    blank = "/campaigns/stalingrad/blank.pdf"
    assert blank in client.get("/campaigns").text
    assert client.get(blank).data.startswith(b"%PDF")
    assert client.get("/campaigns/atlantis/blank.pdf").status_code == 404


def test_table_version_grows(client: FlaskClient, table: dict[str, str]) -> None:
    first = client.get(f"{table['axis']}/version")
    again = client.get(f"{table['axis']}/version", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"number": "-1"},
        {"number": "x", "answer": "1"},
        {"number": "999999", "answer": "1"},
        {"number": "1", "white": "7", "coloured": "a"},
    ],
)
def test_invalid_requests_get_a_page(
    client: FlaskClient, table: dict[str, str], fields: dict[str, str]
) -> None:
    for path in table.values():
        reply = send(client, path, **fields)
        assert reply.status_code in (403, 409, 422)
        assert 'role="alert"' in reply.text


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_campaign_record_for_every_seat(client: FlaskClient, name: str) -> None:
    for path in links(client, procedure=f"{name}/1").values():
        assert client.get(f"{path}/campaign.pdf?paper=letter&lang=es").data.startswith(b"%PDF")
        assert "Hora H" in client.get(f"{path}/campaign.txt").text
        assert client.get(f"{path}/battles/1").status_code == 404  # nothing is ready yet


def test_battle_has_no_campaign_record(client: FlaskClient, table: dict[str, str]) -> None:
    assert client.get(f"{table['axis']}/campaign.pdf").status_code == 404


@pytest.mark.parametrize("page", ["0", "-3", "x", "99999999", "2"])
def test_every_page_of_a_table_opens(client: FlaskClient, page: str) -> None:
    assert client.get(f"/catalogs/decks?page={page}").status_code == 200


def test_every_row_of_the_catalogue_has_a_page(client: FlaskClient, site: Flask) -> None:
    """One row of every table, with its rule and provenance."""
    catalog = site.extensions[CONTEXT].catalogs["combat_commander"]
    for table in catalog.store.tables:
        row = next(iter(catalog.store.table(table)))
        page = client.get(f"/catalogs/{table}/{row}")
        assert page.status_code == 200, (table, row)
        assert "<dt>Source</dt>" in page.text or "<dt>Procedencia</dt>" in page.text


def test_catalogue_search_results_show_no_ids(client: FlaskClient) -> None:
    """Labels and cells of the main tables."""
    client.set_cookie("lang", "es")
    found = client.get("/catalogs?q=mortar").text
    assert "Regimiento" in found and not re.search(r"\b(command|regiment|guide)\b</?", found)
    assert not re.search(r"· (command|regiment) ·|<p>command", found)
    rows = client.get("/catalogs/ally_rolls").text
    assert "Edición de 2025 · Alemania · 1939" in rows and ">anniversary:" not in rows
    counter = client.get("/catalogs/counters/german:weapon_heavy_mg").text
    assert "Ametralladora pesada" in counter and "heavy mg" not in counter
    order = client.get("/catalogs/orders_of_battle?q=finnish_discard").text
    assert "finnish discard" not in order


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_steps_on_the_page_are_those_of_every_sheet(client: FlaskClient, site: Flask, lang: Any) -> None:
    """RS.10, RS.11.2: `horah battle --seed 15`, where the attacker occupies objective 4."""
    where = send(client, "/battles", seed="15").headers["Location"]
    page = unescape(client.get(where, headers={"Accept-Language": lang}).text)
    told = re.findall(r'<span class="rule">([^<]+)</span> <span>([^<]+)</span>', page)
    catalog = site.extensions[CONTEXT].catalogs["combat_commander"]
    card = make(catalog, Settings(), "15").card()
    assert told == list_steps(card, MessageFormatter(catalog, lang))


@pytest.mark.parametrize(
    ("lang", "title", "summary"),
    [
        ("es", "Armas y mandos", "Un mando no lleva armas"),
        ("en", "Leader weapons", "A leader carries no weapon"),
    ],
)
def test_optional_rules_on_form_and_page(client: FlaskClient, lang: str, title: str, summary: str) -> None:
    """V5 to V19, each explained in the form."""
    client.set_cookie("lang", lang)
    form = client.get("/battles/new", headers={"Accept-Language": lang}).text
    assert f"V12 {title}" in form and summary in form
    sent = {"has-optional": "1", "optional": ["V12", "V19"]}
    page = client.post("/battles", data=sent, follow_redirects=True).text
    assert title in page and summary in page


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "broken or suppressed"), ("es", "desorganizadas o aturdidas")]
)
def test_the_report_says_who_counts_as_a_survivor(
    site: Flask, client: FlaskClient, lang: str, words: str
) -> None:
    """ST-C3.4: the clean-up is explained where survivors are counted; by default everybody survives."""
    sides = {"axis_commander": "random", "allied_commander": "random"}
    opened = tables.open_table(site.extensions[CONTEXT], current("stalingrad"), sides)
    client.set_cookie("lang", lang)
    report = f"/tables/{opened.links['axis']}/report"
    page = client.get(report).text
    assert page.count('name="lost-') > 4
    assert words in page.partition('<fieldset class="survivors')[0]

    outlook = client.get(f"/tables/{opened.links['axis']}/outlook", query_string={"win": "60"})
    assert {"en": "60.0%", "es": "60,0\N{NO-BREAK SPACE}%"}[lang] in outlook.text
    assert client.get(f"/tables/{opened.links['axis']}/outlook?win=700").status_code == 422
    assert client.get(f"/tables/{opened.links['axis']}/reports/1").status_code == 404


def shelf(ask: str, budget: int, **context: int) -> dict[str, Any]:
    """Return wares: one available, one sold out and one too expensive."""
    wares = [
        ("barbed_wire", 2, {"wire": 5}),
        ("foxholes", 2, {"foxholes": 4}),
        ("bunkers", 9, {"bunker": 1}),
    ]
    return {
        "number": 3,
        "kind": "buy",
        "rule": "ST-C1.9",
        "ask": ask,
        "seat": "axis",
        "of": "package",
        "shelf": [
            {"id": name, "price": price, "uses": uses, "group": None, "grade": None}
            for name, price, uses in wares
        ],
        "stock": {"wire": 10, "foxholes": 0, "bunker": 3},
        "budget": budget,
        "least": 0,
        "context": context,
    }


def sold(site: Flask, prompt: dict[str, Any], campaign: str = "") -> str:
    from web.games.combat_commander.pages.prompts import Scene, make_question
    from web.pages.prompts import NOTHING

    with site.test_request_context(headers={"Accept-Language": "en"}):
        return render_template(
            "prompts/buy.html", question=make_question(prompt, NOTHING, Scene(campaign=campaign))
        )


def test_unavailable_wares_have_no_stepper(site: Flask) -> None:
    page = sold(site, shelf("packages", 5, marker=5))
    assert re.findall(r'name="ware-(\d)"', page) == ["0"]
    assert page.count("none left") == page.count("too expensive") == 1
    assert "VP marker: Axis 5" in page and "2 <i>VP</i>" in page


def test_fortification_points_are_no_victory_points(site: Flask) -> None:
    """ST-C1.9, NO-C1.9: the price is in campaign points; in Normandy the marker moves as well."""
    prompt = shelf("fortification_points", 5, marker=5, points=5)
    stalingrad, normandy = sold(site, prompt, "stalingrad"), sold(site, prompt, "normandy")
    for page in (stalingrad, normandy):
        assert "Fortification Points left: 5" in page and "2 <i>fort. pts</i>" in page
        assert "VP marker" not in page and "<i>VP</i>" not in page
    assert "also costs 1 VP" in normandy and "also costs" not in stalingrad
