"""Cross-site forms are refused; our pages, programs and the API are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT

HERE = "http://horah.lan:8000"
PUBLIC = "https://club.example.org/horah"
OTHER_SITES = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": HERE},  # the browser knows best
    {"Origin": "https://evil.example"},
    {"Origin": "http://horah.lan"},  # another port is another origin
    {"Origin": "http://horah.lan:8000.evil.example"},
    {"Origin": "null"},  # a sandboxed frame, or a page that hides where it is
    {"Origin": ""},
    {"Origin": "http://[nowhere"},
]
OWN_PAGES = [
    {"Sec-Fetch-Site": "same-origin", "Origin": HERE},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    {"Sec-Fetch-Site": "none"},  # the visitor reloads the answer to a form
    {"Origin": HERE},  # plain HTTP on a local network has no Sec-Fetch-Site, nor has an old browser
    {"Origin": "https://club.example.org"},  # behind a proxy that names another host
    {},  # no browser
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    found = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, public=PUBLIC))
    yield found
    found.extensions[CONTEXT].repository.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_cross_site_post_is_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    """The preference is unchanged and the page explains why."""
    sent = {"paper": "letter", "lang": "en"}
    answer = client.post("/settings", data=sent, headers=headers, base_url=HERE)
    assert answer.status_code == 403 and "Set-Cookie" not in answer.headers
    assert "<h1>" in answer.text and "This form came from another site" in answer.text


@pytest.mark.parametrize("headers", OWN_PAGES)
def test_same_origin_post_is_accepted(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/settings", data={"paper": "letter"}, headers=headers, base_url=HERE)
    assert answer.status_code == 303 and "paper=letter" in str(answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_cross_site_get_is_accepted(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.get("/settings", headers=headers, base_url=HERE).status_code == 200


def test_foreign_origin_without_public_address(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0))
    for origin in ("", "null", "https://club.example.org"):
        assert app.test_client().post("/settings", headers={"Origin": origin}).status_code == 403
    app.extensions[CONTEXT].repository.engine.dispose()


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_the_api_reads_no_cookie_and_is_not_checked(client: FlaskClient, headers: dict[str, str]) -> None:
    opened = client.post("/api/v1/diaries", json={"game": "combat_commander", "title": "Club"}).json
    where = f"/api/v1/diaries/{opened['id']}"
    bearer = {"Authorization": f"Bearer {opened['link']}"}
    client.set_cookie("diary", opened["link"])
    assert client.delete(where, headers=headers).status_code in (401, 403, 404)
    assert client.get(where, headers=bearer).status_code == 200
    assert client.delete(where, headers={**headers, **bearer}).status_code == 204


def test_api_refuses_form_bodies(client: FlaskClient) -> None:
    """Another site can send a form without a preflight request, but not JSON."""
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain"):
        assert client.post("/api/v1/tables", data="{}", content_type=kind).status_code == 415


def test_unknown_url_is_a_404(client: FlaskClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client.post("/nothing", headers=headers).status_code == 404
    assert client.post("/settings/nothing", headers=headers).status_code == 404


@pytest.mark.parametrize("page", ["/", "/settings", "/nothing"])
def test_referrer_policy_keeps_the_origin(client: FlaskClient, page: str) -> None:
    """With ``no-referrer`` browsers send ``Origin: null``, and no form would pass over plain HTTP."""
    assert client.get(page).headers["Referrer-Policy"] == "same-origin"
