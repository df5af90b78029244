"""Offline caching: only responses that allow it, and never pages with secrets of a shared device."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image

from web.app import create_app
from web.config import Config
from web.http.offline_headers import HEADER
from web.pages.service_worker import ICONS


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("pages")
    return create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0)).test_client()


@pytest.mark.parametrize(
    ("path", "shelf"),
    [
        ("/", "page"),
        ("/mine", "page"),
        ("/catalogs", "catalogue"),
        ("/catalogs?q=mortar", None),
        ("/lookup/german/1944", "catalogue whole"),
        ("/lookup/german/1944?roll=8", "catalogue"),
        ("/maps/12", "catalogue"),
        ("/maps/12/map.pdf", "file"),
        ("/grossdeutschland", "page"),
        ("/settings", None),
        ("/owner-data", None),
        ("/tables/new", None),
        ("/verify", None),
        ("/tournaments", None),
        ("/sw.js", None),
        ("/tables/nothing", None),
    ],
)
def test_cacheable_responses_have_the_header(pages: FlaskClient, path: str, shelf: str | None) -> None:
    assert pages.get(path).headers.get(HEADER) == shelf


def test_icons_match_the_manifest(pages: FlaskClient) -> None:
    told = json.loads(pages.get("/manifest.webmanifest?lang=es").text)
    assert told["lang"] == "es" and told["shortcuts"][0]["name"] == "Mis partidas"
    for each in told["icons"]:
        answer = pages.get(each["src"])
        picture = Image.open(BytesIO(answer.data))
        assert each["sizes"] == "{}x{}".format(*picture.size)
        assert picture.getpixel((picture.width // 2, picture.height // 2 - 3)) == (255, 255, 255, 255)
        corner = picture.getpixel((0, 0))
        assert corner == ((0x1F, 0x23, 0x26, 255) if each["purpose"] == "maskable" else (0, 0, 0, 0))


def test_icons_from_many_threads(pages: FlaskClient) -> None:
    app = pages.application
    names = [f"/icons/{name}.png" for name in ICONS]
    expected = [app.test_client().get(name).data for name in names]
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda n: app.test_client().get(names[n % len(names)]).data, range(200)))
    assert found == [expected[n % len(names)] for n in range(200)]


def test_worker_lists_existing_files(pages: FlaskClient) -> None:
    answer = pages.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    first, second, _ = answer.text.split("\n")
    told = json.loads(first.removeprefix("self.HORAH = ").removesuffix(";"))
    parts = json.loads(second.removeprefix("importScripts(").removesuffix(");").join("[]"))
    assert any("sw-offline.js" in part for part in parts)
    for address in (*told["assets"], *told["without"].values(), *parts):
        assert pages.get(address).status_code == 200, address
