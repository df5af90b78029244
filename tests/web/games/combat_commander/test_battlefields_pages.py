"""Generated and drawn battlefields on pages and in the API: by kind and seed, edited, stored, refused."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.chance import known_seeds
from tests.web.apps import served
from tests.web.playing import open_table, play
from web.config import Config

EMPTY = {"format": "hora-h/battlefield/1", "name": "", "terrain": {}, "ways": {}}
ENGLISH = {"Accept-Language": "en"}
LARGEST_PRESS = 60 * 1024  # bytes sent for a click in the battlefield editor


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("battlefields")
    with served(Config(f"sqlite:///{folder / 'horah.db'}", rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def on_board(page: str) -> dict[str, Any]:
    found = re.search(r'<textarea name="document"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found
    document: dict[str, Any] = json.loads(html.unescape(found[1]))
    return document


def form_of(page: str, **more: Any) -> dict[str, Any]:
    before = re.findall(r'<textarea name="before"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return {
        "document": json.dumps(on_board(page)),
        "before": [html.unescape(text) for text in before],
        "name": "",
        **more,
    }


def test_a_kind_and_a_seed_are_an_address(client: FlaskClient) -> None:
    reply = client.get("/battlefields/draw?kind=river&seed=8")
    assert (reply.status_code, reply.headers["Location"]) == (303, "/battlefields/river/8")
    first, again = (client.get("/battlefields/river/8/battlefield.json").json for _ in range(2))
    assert first == again and first["drawn"] == {"kind": "river", "seed": 8}
    assert client.get("/battlefields/draw?seed=8").headers["Location"].endswith("/8")
    assert client.get("/battlefields/draw").status_code == 303


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("seed=x", "“x” is not a number"),
        ("kind=swamp&seed=1", "no kind of battlefield"),
        ("seed=-4", "is not a number"),
    ],
)
def test_what_cannot_be_drawn_is_told(client: FlaskClient, query: str, words: str) -> None:
    reply = client.get(f"/battlefields/draw?{query}", headers=ENGLISH)
    assert reply.status_code == 422 and words in html.unescape(reply.text)


def test_a_battlefield_can_be_looked_over_and_says_what_it_is(client: FlaskClient) -> None:
    page = client.get("/battlefields/hills/3?from=H5&to=A1", headers=ENGLISH).text
    assert "not a printed map" in page and "has not been measured" in page
    assert re.search(r"[Ll]ine of sight from H5 to A1", page)
    assert client.get("/battlefields/hills/3/look?from=H5").text.startswith('<div id="under"')
    assert client.get("/battlefields/hills/3?from=Q5").status_code == 422
    for nowhere in ("swamp/3", "hills/9999999999", "hills/x", "hills/3/card.pdf"):
        assert client.get(f"/battlefields/{nowhere}").status_code == 404, nowhere


def test_it_prints_on_one_page_and_full_size(client: FlaskClient) -> None:
    for name in ("map.pdf", "map-full-size.pdf"):
        assert client.get(f"/battlefields/hills/3/{name}?paper=letter").data.startswith(b"%PDF")


def test_the_drawing_board_begins_with_chance_a_printed_map_or_nothing(client: FlaskClient) -> None:
    drawn = on_board(client.get("/battlefields/edit?kind=hills&seed=3").text)
    assert drawn["drawn"] == {"kind": "hills", "seed": 3}
    copied = on_board(client.get("/battlefields/edit?map=9", headers=ENGLISH).text)
    assert copied["name"] == "Copy of map 9" and copied["terrain"]["orchard"]
    assert on_board(client.get("/battlefields/edit?map=none&kind=x&seed=2").text)["terrain"] == {}


def test_a_press_draws_and_can_be_taken_back(client: FlaskClient) -> None:
    page = client.get("/battlefields/edit?kind=hills&seed=3").text
    first = on_board(page)
    tool = {"tool": "terrain:marsh", "hex": "c4", "do": "draw"}
    page = client.post("/battlefields/edit", data=form_of(page, **tool), headers=ENGLISH).text
    after = on_board(page)
    assert "C4" in after["terrain"]["marsh"] and after["changed"]
    assert '<input type="radio" name="tool" value="terrain:marsh" checked>' in page
    page = client.post("/battlefields/edit", data=form_of(page, do="back")).text
    assert on_board(page) == first
    reply = client.post("/battlefields/edit", data=form_of(page, do="back"), headers=ENGLISH)
    assert reply.status_code == 422 and "Nothing to undo" in reply.text


def test_only_what_a_press_changes_is_sent_to_a_script(client: FlaskClient) -> None:
    page = client.get("/battlefields/edit?kind=village&seed=17").text
    form = form_of(page, tool="level:1", hex="C4", do="draw")
    part = client.post(
        "/battlefields/edit", data=form, headers={"X-Part": "board", "Accept-Encoding": "gzip"}
    )
    assert part.headers["Content-Encoding"] == "gzip" and len(part.data) < LARGEST_PRESS
    plain = client.post("/battlefields/edit", data=form, headers={"X-Part": "board"}).text
    assert "<html" not in plain and "C4" in on_board(plain)["levels"]["1"]


def test_a_name_is_words_and_findings_show_where(client: FlaskClient) -> None:
    page = client.get("/battlefields/edit").text
    assert "<script>" not in page.partition("<body>")[2]
    form = form_of(page, name="<b>Mill</b>\n at dawn", do="name")
    page = client.post("/battlefields/edit", data=form, headers=ENGLISH).text
    assert on_board(page)["name"] == "<b>Mill</b> at dawn" and "<b>Mill" not in page
    assert "A battle needs all five" in page


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"document": "{"}, "This is not a Hora H battlefield"),
        ({"document": '{"format": "hora-h/card/1"}'}, "This is not a Hora H battlefield"),
        ({"document": "[" * 5000}, "This is not a Hora H battlefield"),
        (
            {"document": json.dumps({**EMPTY, "terrain": {"lava": ["C4"]}})},
            "This is not a Hora H battlefield",
        ),
        (
            {"document": json.dumps({**EMPTY, "ways": {"road": ["A1-O10"]}})},
            "This is not a Hora H battlefield",
        ),
        (
            {"document": json.dumps({"format": "hora-h/battlefield/1"}) + " " * 50000},
            "This is not a Hora H battlefield",
        ),
        ({"hex": "Z9"}, "There is no hex “Z9”"),
        ({"hex": ""}, "Choose a hex"),
        ({"tool": "x"}, "There is no tool “x”"),
        ({"tool": "way:road"}, "runs between two hexes"),
    ],
)
def test_what_does_not_fit_is_told_and_changes_nothing(
    client: FlaskClient, given: dict[str, str], words: str
) -> None:
    page = client.get("/battlefields/edit?kind=hills&seed=3").text
    form = form_of(page, tool="terrain:woods", hex="C4", do="draw") | given
    reply = client.post("/battlefields/edit", data=form, headers=ENGLISH)
    assert reply.status_code == 422 and words in html.unescape(reply.text)
    if "document" not in given:
        assert on_board(reply.text) == on_board(page)


def test_it_is_saved_as_a_file_and_brought_in_again(client: FlaskClient) -> None:
    page = client.get("/battlefields/edit?kind=hills&seed=3").text
    saved = client.post("/battlefields/edit/paper", data=form_of(page, do="json", name="Mill"))
    assert saved.json["name"] == "Mill" and "attachment" in saved.headers["Content-Disposition"]
    form = {"file": (io.BytesIO(saved.data), "mill.json")}
    assert on_board(client.post("/battlefields/edit/open", data=form).text) == saved.json
    form = {"file": (io.BytesIO(b"\xff\xfe{"), "x.json")}
    reply = client.post("/battlefields/edit/open", data=form, headers=ENGLISH)
    assert reply.status_code == 422 and "This is not a Hora H battlefield" in reply.text
    for do in ("page", "full"):
        reply = client.post("/battlefields/edit/paper", data=form_of(page, do=do, name="Mill"))
        assert reply.data.startswith(b"%PDF")


def test_the_api_draws_looks_changes_and_checks(client: FlaskClient) -> None:
    kinds = client.get("/api/v1/battlefields").json
    assert {"village", "river"} <= set(kinds["kinds"]) and "way:road" in kinds["tools"]
    found = client.get("/api/v1/battlefields/river/8").json
    assert kinds["least"]["water"] <= found["figures"]["water"] <= kinds["most"]["water"]
    sight = client.get("/api/v1/battlefields/river/8/sight?from=A1&to=O10").json
    assert sight["measured"] is False and sight["map"] == "river-8"
    objective = found["document"]["objectives"]["1"]
    wish = {"document": found["document"], "changes": [{"tool": "terrain:water_barrier", "hex": objective}]}
    changed = client.post("/api/v1/battlefields/changes", json=wish, headers=ENGLISH).json
    assert objective in changed["document"]["terrain"]["water_barrier"]
    told = {(one["severity"], one["place"]) for one in changed["findings"]}
    assert ("error", "/objectives/1") in told
    assert client.post("/api/v1/battlefields/changes", json={"document": {}}).status_code == 422
    assert client.get("/api/v1/battlefields/swamp/8").status_code == 404


def kept(client: FlaskClient, page: str, **more: Any) -> str:
    """Save the battlefield in the editor and return its secret link."""
    reply = client.post("/battlefields/kept", data=form_of(page, **more))
    assert reply.status_code == 303
    found = re.search(r"/battlefields/kept/edit/(\w+)", reply.headers["Location"])
    assert found
    return found[1]


def reading(page: str) -> str:
    found = re.search(r'id="link-reading" readonly value="[^"]*?(/battlefields/kept/\w+)"', page)
    assert found
    return found[1]


def test_a_battlefield_is_kept_read_by_address_and_written_by_link(client: FlaskClient) -> None:
    board = client.get("/battlefields/edit?kind=river&seed=8").text
    link = kept(client, board, name="The mill")
    page = client.get(f"/battlefields/kept/edit/{link}", headers=ENGLISH).text
    where = reading(page)
    assert link not in client.get(where).text
    told = client.get(f"{where}?from=C3&to=H5", headers=ENGLISH).text
    assert "The mill" in told and re.search(r"[Ll]ine of sight from C3 to H5", told)
    assert client.get(f"{where}/battlefield.json").json["name"] == "The mill"
    for name, begins in (("map.pdf", b"%PDF"), ("map-full-size.pdf", b"%PDF"), ("small.svg", b"<svg")):
        assert client.get(f"{where}/{name}").data.startswith(begins), name
    assert client.get(f"{where}/look?from=C3").status_code == 200
    for wrong in (f"{where}/card.pdf", f"{where}x", "/battlefields/kept/edit/nothing"):
        assert client.get(wrong).status_code == 404, wrong
    assert where not in client.get("/battlefields").text  # not listed before the author lists it
    saved = client.post(
        "/battlefields/kept", data=form_of(page, link=link, version="0", name="The mill", listed="1")
    )
    assert saved.status_code == 303 and where in client.get("/battlefields").text


def test_presses_go_on_under_the_link(client: FlaskClient) -> None:
    link = kept(client, client.get("/battlefields/edit").text)
    page = client.get(f"/battlefields/kept/edit/{link}").text
    form = form_of(page, link=link, version="0", tool="terrain:woods", hex="C4", do="draw")
    page = client.post("/battlefields/edit", data=form).text
    assert f'name="link" value="{link}"' in page and 'name="version" value="0"' in page
    kept(client, page, link=link, version="0")
    assert on_board(client.get(f"/battlefields/kept/edit/{link}").text)["terrain"] == {"woods": ["C4"]}


def test_of_two_who_save_at_once_neither_loses_anything(client: FlaskClient) -> None:
    link = kept(client, client.get("/battlefields/edit").text)
    page = client.get(f"/battlefields/kept/edit/{link}").text
    mine, theirs = (
        client.post(
            "/battlefields/edit",
            data=form_of(page, link=link, version="0", tool=tool, hex="C4", do="draw"),
        ).text
        for tool in ("terrain:woods", "level:2")
    )
    kept(client, theirs, link=link, version="0")
    reply = client.post("/battlefields/kept", data=form_of(mine, link=link, version="0"), headers=ENGLISH)
    assert reply.status_code == 409 and "Someone else saved first" in reply.text
    both = on_board(reply.text)
    assert both["terrain"] == {"woods": ["C4"]} and both["levels"] == {"2": ["C4"]}
    kept(client, reply.text, link=link, version="1")
    assert on_board(client.get(f"/battlefields/kept/edit/{link}").text) == both


def test_what_is_no_battlefield_is_not_kept(client: FlaskClient) -> None:
    form = form_of(client.get("/battlefields/edit").text)
    for document in ("{}", "[]", json.dumps({**EMPTY, "terrain": {"lava": ["A1"]}})):
        assert client.post("/battlefields/kept", data=form | {"document": document}).status_code == 422
    assert client.post("/battlefields/kept", data=form | {"link": "nothing"}).status_code == 404


def test_a_battlefield_of_our_own_lies_at_the_table(client: FlaskClient) -> None:
    """House rule of RS.1: the map of the question is the generated battlefield, with its legal hexes."""
    with known_seeds("own battlefield at a table"):
        wish = {"battlefield": "river", "placement": "hexes", "sizes": ["platoon"]}
        company = open_table(client, settings=wish)
        play(company, until="placement")
        player = next(one for one in (company.axis, company.allied) if one.prompts())
        (prompt,) = player.prompts()
        page = client.get(f"/tables/{player.link}", headers=ENGLISH).text
        offered = re.findall(r'<polygon data-hex="(\w+)"', page)
        assert set(offered) == set(prompt["context"]["cover"])
        assert len(re.findall(r'data-view="[^"]{150}"', page)) == len(offered)
        where = re.search(r'href="(/battlefields/river/\d+)"', page)
        assert where and client.get(where[1]).status_code == 200
        assert re.search(r"River, number \d+", page) and "Map 0" not in page


def test_a_battle_is_rolled_up_on_one_of_a_kind(client: FlaskClient) -> None:
    form = {"has-battlefield": "1", "battlefield": "hills"}
    battle = client.post("/battles", data=form, follow_redirects=True, headers=ENGLISH).text
    assert re.search(r'<a href="/battlefields/hills/\d+" aria-label="Open this map">', battle)


def test_a_battle_on_the_generated_one(client: FlaskClient) -> None:
    battle = pressed(client, client.get("/battlefields/hills/3", headers=ENGLISH).text, "roll")
    assert '<a href="/battlefields/hills/3" aria-label="Open this map">' in battle


@pytest.fixture
def mill(client: FlaskClient) -> str:
    """Return the address of a stored battlefield that is not listed."""
    link = kept(client, client.get("/battlefields/edit?kind=river&seed=8").text, name="The mill")
    return reading(client.get(f"/battlefields/kept/edit/{link}").text)


def pressed(client: FlaskClient, page: str, button: str) -> str:
    """Submit the form of a button, and return the page after it."""
    found = re.search(
        rf'<form method="post" action="([^"]+)">((?:(?!</form>).)*id="{button}".*?)</form>', page
    )
    assert found
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[2]))
    reply = client.post(found[1], data=fields, follow_redirects=True, headers=ENGLISH)
    assert reply.status_code == 200
    return reply.text


def test_a_battle_on_the_kept_one(client: FlaskClient, mill: str) -> None:
    battle = pressed(client, client.get(mill, headers=ENGLISH).text, "roll")
    assert (
        "The mill" in battle and "House rule: the battle was fought on the battlefield “The mill”." in battle
    )
    at_a_table = open_table(client, settings={"kept_battlefield": mill})
    play(at_a_table, until="edge_die")
    assert "The mill" in client.get(f"/tables/{at_a_table.axis.link}").text
    new = client.get(f"/tables/new?kept_battlefield={mill.rpartition('/')[2]}", headers=ENGLISH).text
    assert mill.rpartition("/")[2] in new


def test_a_scenario_on_the_kept_one(client: FlaskClient, mill: str) -> None:
    bench = pressed(client, client.get(mill, headers=ENGLISH).text, "scenario")
    assert "The mill. Generated battlefield, not a printed map." in bench


def test_a_card_on_the_workbench_is_put_on_the_kept_one(client: FlaskClient, mill: str) -> None:
    begin = {
        "axis": "german",
        "allied": "american",
        "year": "1944",
        "map": "3",
        "size": "platoon",
    }
    where = client.post("/scenarios", data=begin).headers["Location"]
    wish = {"do": "battlefield", "version": "0", "battlefield-address": f"http://x{mill}"}
    bench = client.post(where, data=wish, follow_redirects=True, headers=ENGLISH).text
    assert "The mill. Generated battlefield, not a printed map." in bench
    spots = client.get(f"{mill}/battlefield.json").json["objectives"]
    assert all(f'name="/map/objectives/{n}" value="{one}"' in bench for n, one in spots.items())
    back = client.post(where, data={"version": "1", "/map/number": "3"}, follow_redirects=True)
    assert "not a printed map" not in back.text
    lost = {**wish, "version": "2", "battlefield-address": "nothing"}
    assert client.post(where, data=lost).status_code == 422
