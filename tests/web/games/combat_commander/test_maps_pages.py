"""The atlas and map pages without a browser: figures, order, owned maps, sight by links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from generator.games.combat_commander.ground.line_of_sight import compute_sight_from
from generator.games.combat_commander.hexes import all_hexes
from tests.web.apps import served
from web.config import Config
from web.games.combat_commander.service import maps
from web.http.request_context import CONTEXT

LARGEST_PAGE = 260 * 1024  # bytes of a map's page: drawing, clickable hexes, texts
LARGEST_LOOK = 40 * 1024  # bytes of the answer to a click
LARGEST_SMALL = 40 * 1024  # bytes of a small picture as sent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("maps")
    with served(Config(f"sqlite:///{folder / 'horah.db'}", rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def shown(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li class="tile" id="map-(\d+)"', page)]


def own(client: FlaskClient, maps: list[int], seen: list[int], **more: str) -> None:
    form = {"map": maps, "shown": seen, **more}
    assert client.post("/maps/owned", data=form).status_code == 303


def test_all_maps_stand_in_the_atlas_with_what_they_are_like(client: FlaskClient) -> None:
    page = client.get("/maps", headers={"Accept-Language": "en"}).text
    assert shown(page)[:24] == list(range(1, 25))
    tile = page.partition('id="map-6"')[2].partition("</li>")[0]
    for name, figure in (
        ("Hexes with cover", "54 %"),
        ("Average sight", "14 %"),
        ("Buildings", "70"),
        ("On hills", "0"),
    ):
        assert f"<dt>{name}</dt><dd>{figure}</dd>" in tile


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("order=cover", 7),  # 78 %
        ("order=building", 17),  # 107 hexes
        ("order=-sight", 7),  # 9 %
        ("order=hill&set=europe", 9),  # 69 hexes
        ("order=nothing", 1),
    ],
)
def test_the_atlas_can_be_put_in_order(client: FlaskClient, asked: str, first: int) -> None:
    assert shown(client.get(f"/maps?{asked}").text)[0] == first


def test_maps_can_be_asked_for_by_what_they_have(client: FlaskClient) -> None:
    assert 7 not in shown(client.get("/maps?has=building").text)
    found = shown(client.get("/maps?has=hill&has=water&set=europe").text)
    assert found == [10]
    assert shown(client.get("/maps?mine=1").text) == []


def test_what_one_has_is_remembered_and_is_ticked_in_the_form_of_a_battle(client: FlaskClient) -> None:
    own(client, [3, 12], [1, 2, 3, 12])
    own(client, [20], [20, 21])  # maps that were not shown stay as they were
    assert shown(client.get("/maps?mine=1").text) == [3, 12, 20]
    for address in ("/battles/new", "/tables/new"):
        form = client.get(address).text
        ticked = re.findall(r'name="maps" value="(\d+)" checked', form)
        assert ticked == ["3", "12", "20"], address
    assert re.findall(r'name="maps" value="(\d+)"', client.get("/").text) == ["3", "12", "20"]


def test_a_whole_set_can_be_said_to_be_owned_and_all_be_forgotten(client: FlaskClient) -> None:
    own(client, [], [], box="europe")
    assert shown(client.get("/maps?mine=1").text) == list(range(1, 13))
    own(client, [], [], forget="1")
    assert "checked" not in client.get("/maps").text
    assert 'name="has-maps"' not in client.get("/").text


def test_a_battle_is_rolled_up_on_the_maps_one_has(client: FlaskClient) -> None:
    own(client, [14], [14])
    page = client.get("/").text
    fields = re.findall(r'<input type="hidden" name="(has-maps|maps)" value="(\d+)">', page)
    battle = client.post("/battles", data=dict(fields), follow_redirects=True).text
    assert "14" in re.findall(r"(?:Mapa|Map) (\d+)", battle)


@pytest.mark.parametrize("cookie", ["", "x", "1..1.9999.-3", "7" * 3000, "1,2", "\u00fe"])
def test_a_spoilt_cookie_is_no_matter(client: FlaskClient, cookie: str) -> None:
    client.set_cookie("maps", cookie)
    assert client.get("/maps?mine=1").status_code == 200


def test_a_battle_can_be_settled_with_a_map_of_the_atlas(client: FlaskClient) -> None:
    assert 'name="map" value="9" checked>' in client.get("/battles/new?map=9").text
    assert client.get("/battles/new?map=999").status_code == 200


def test_a_hex_leads_to_what_it_sees_and_a_second_one_to_why(client: FlaskClient) -> None:
    english = {"Accept-Language": "en"}
    page = client.get("/maps/9", headers=english).text
    assert 'href="/maps/9?from=H5#look"' in page
    page = client.get("/maps/9?from=h5", headers=english).text
    assert "H5: Orchard, cover 1" in page
    assert "H5 sees 70 of 149 hexes" in page
    assert 'href="/maps/9?from=H5&amp;to=O10#look"' in page
    assert 'href="/maps/9?#look"' in page  # a click on the viewer clears the selection
    page = client.get("/maps/9?from=H5&to=O10", headers=english).text
    assert "No line of sight from H5 to O10" in page and re.search(r"Blocked by .* \(T\d+", page)
    assert 'href="/maps/9?from=O10#look"' in page  # a click on the target makes it the viewer


def test_what_is_no_hex_is_told_on_the_page(client: FlaskClient) -> None:
    reply = client.get("/maps/9?from=Z9", headers={"Accept-Language": "en"})
    assert reply.status_code == 422 and "There is no hex “Z9”" in reply.text
    assert client.get("/maps/9?from=C5&to=c5").status_code == 200
    for nowhere in ("/maps/9999", "/maps/0", "/maps/9999/small.svg", "/maps/28/map.pdf"):
        assert client.get(nowhere).status_code == 404, nowhere


def test_the_page_tells_where_it_comes_from_and_what_is_doubted(client: FlaskClient) -> None:
    page = client.get("/maps/9", headers={"Accept-Language": "en"}).text
    assert "2025 edition" in page
    assert "the field covers only a fifth of the hex; taken as field" in page
    assert "D1, F1" in page


def test_the_legend_has_only_what_the_map_has(client: FlaskClient) -> None:
    legend = client.get("/maps/7").text.partition('class="legend"')[2].partition("</table>")[0]
    assert re.findall(r"/catalogs/terrain/(\w+)", legend) == ["woods", "railway", "trail"]


def test_pages_and_pictures_stay_within_bounds(client: FlaskClient) -> None:
    for number in (2, 7, 12, 20, 21):  # the maps with the largest drawings
        assert len(client.get(f"/maps/{number}?from=H5&to=A1").data) < LARGEST_PAGE, number
        assert len(client.get(f"/maps/{number}/look?from=H5&to=A1").data) < LARGEST_LOOK, number
        small = client.get(f"/maps/{number}/small.svg?v=1", headers={"Accept-Encoding": "gzip"})
        assert small.headers["Content-Encoding"] == "gzip"
        assert len(small.data) < LARGEST_SMALL, number
    plain = client.get("/maps/1/small.svg", headers={"Accept-Encoding": "identity"})
    assert plain.data.startswith(b"<svg") and "Content-Encoding" not in plain.headers


def test_a_map_prints_with_its_legend(client: FlaskClient) -> None:
    for paper in ("a4", "letter"):
        reply = client.get(f"/maps/13/map.pdf?paper={paper}")
        assert reply.mimetype == "application/pdf" and reply.data.startswith(b"%PDF")


def test_the_catalogue_shows_maps_and_terrain_as_they_look(client: FlaskClient) -> None:
    for table in ("maps", "ground", "ground_figures"):
        page = client.get(f"/catalogs/{table}").text
        assert '<a class="map-drawn" href="/maps/9"><img src="/maps/9/small.svg"' in page, table
        assert len(page) < LARGEST_PAGE
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="map"' in client.get("/catalogs/ground/9").text
    chart = client.get("/catalogs/terrain", headers={"Accept-Language": "en"}).text
    woods = chart.partition("/catalogs/terrain/woods")[2].partition("</tr>")[0]
    assert "blocked, 1 blind hex" in woods
    ground = client.get("/catalogs/ground/9", headers={"Accept-Language": "en"}).text
    assert "Field: C2, C3" in ground


def test_the_sight_of_a_map_as_text_says_what_the_rules_say(site: Flask) -> None:
    """Every character of the sight text matches the rules, in both directions."""
    catalog = site.extensions[CONTEXT].catalogs["combat_commander"]
    field, views = maps.get_los_map(catalog, "9"), maps.encode_views(catalog, catalog.ground["9"])
    hexes = all_hexes(catalog.board)
    for one in ("A1", "H5", "O10"):
        seen = compute_sight_from(field, one)
        for place, other in enumerate(hexes):
            letter = views[one][place]
            assert letter == views[other][hexes.index(one)]
            if one == other:
                assert letter == "@"
                continue
            glimpse = seen[other]
            assert glimpse.seen == (letter not in "#h")
            assert glimpse.sure == (letter in "#." or letter.isdecimal())
            if glimpse.seen:
                value = 0 if letter in ".c" else int(letter) if letter.isdecimal() else ord(letter) - ord("@")
                assert glimpse.hindrance == value


def test_the_card_of_a_battle_has_the_legend_of_its_map_and_leads_to_it(client: FlaskClient) -> None:
    form = {"has-map": "1", "map": "12"}
    page = client.post("/battles", data=form, follow_redirects=True, headers={"Accept-Language": "en"}).text
    key = page.partition('id="map-key"')[2].partition("</details>")[0]
    assert re.findall(r"/catalogs/terrain/(\w+)", key) == re.findall(
        r"/catalogs/terrain/(\w+)", client.get("/maps/12").text.partition('class="legend"')[2]
    )
    assert '<a href="/maps/12" aria-label="Open this map">' in page


def test_smoke_and_fire_on_the_page_go_along_with_every_link(client: FlaskClient) -> None:
    """T79, T94: markers fill their hex and are drawn; after an error the typed text stays."""
    query = "from=M9&to=M4&smoke=M6%3D7&blaze=M8"
    page = client.get(f"/maps/12?{query}", headers={"Accept-Language": "en"}).text
    assert "No line of sight from M9 to M4" in page and "Blocked by the blaze in M8 (10.2.1)" in page
    assert 'value="M6=7"' in page and 'href="/maps/12?from=M4&amp;smoke=M6%3D7&amp;blaze=M8#look"' in page
    part = client.get("/maps/12/look?from=M9&to=M4&smoke=M6%3D7", headers={"Accept-Language": "en"}).text
    assert "hindrance 7" in part and "from=M4&amp;to=M9&amp;smoke=M6%3D7#look" in part
    assert len(part) < LARGEST_LOOK
    wrong = client.get("/maps/12?from=M9&smoke=M6", headers={"Accept-Language": "en"})
    assert wrong.status_code == 422 and "Write smoke as" in wrong.text and 'value="M6"' in wrong.text
    laid = client.get("/maps/12?blaze=M8").text
    assert re.search(r'<div id="under"[^>]*><svg', laid)
