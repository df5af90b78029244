"""Every error is a problem document (RFC 9457) with a sentence in the reader's language."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from catalogs.games.combat_commander import load
from schemas.errors import HorahError
from tests.words import sentence
from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT

from .playing import open_table

JSON = "application/json"
LINK = "a" * 32

WORDS = load()


@pytest.mark.parametrize(
    ("method", "path", "options", "status"),
    [
        ("GET", "/nothing", {}, 404),
        ("GET", "/api/v1/nothing", {}, 404),
        ("GET", f"/api/v1/battles/{LINK}", {}, 404),
        ("GET", "/api/v1/battles/short", {}, 404),
        ("GET", "/api/v1/battles/a%00b", {}, 404),
        ("GET", "/api/v1/catalogs/tables/nothing", {}, 404),
        ("GET", "/api/v1/catalogs/tables/support/nothing", {}, 404),
        ("DELETE", "/api/v1/battles", {}, 405),
        ("GET", "/api/v1/tables", {}, 405),
        ("POST", "/api/v1/battles", {"data": "x" * 300_000, "content_type": JSON}, 413),
        (
            "POST",
            "/api/v1/battles",
            {"data": "a=b", "content_type": "application/x-www-form-urlencoded"},
            415,
        ),
        ("POST", "/api/v1/battles", {"data": "{}", "content_type": "text/plain"}, 415),
        ("POST", "/api/v1/battles", {"data": "{", "content_type": JSON}, 400),
        ("POST", "/api/v1/battles", {"data": '{"seed": NaN}', "content_type": JSON}, 400),
        ("POST", "/api/v1/tables", {"data": '{"title": "\\ud800"}', "content_type": JSON}, 400),
        ("POST", "/api/v1/battles", {"data": "[" * 100_000, "content_type": JSON}, 400),
        ("POST", "/api/v1/battles", {"data": "[]", "content_type": JSON}, 422),
        ("POST", "/api/v1/battles", {"data": b"\xff\xfe", "content_type": JSON}, 400),
        ("GET", f"/api/v1/battles/{LINK}?seat=nobody", {}, 422),
        ("GET", f"/api/v1/battles/{LINK}?lang=xx", {}, 422),
        ("GET", "/api/v1/catalogs/search?page=0", {}, 422),
    ],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_error_has_the_same_form(
    lite: Flask, method: str, path: str, options: dict[str, object], status: int, lang: str
) -> None:
    answer = lite.test_client().open(
        path, method=method, headers={"Accept-Language": f"{lang}-XX,{lang};q=0.9"}, **options
    )
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    body = answer.json
    assert body["status"] == status
    assert body["title"] == WORDS.term(f"status.{status}.title", lang)
    assert body["detail"].endswith(".") and body["type"].startswith("urn:hora-h:problem:") and body["code"]
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("sent", [{}, {"json": {}}, {"data": "x"}], ids=["nothing", "JSON", "a form"])
def test_wrong_method_lists_the_allowed_ones(tmp_path: Path, sent: dict[str, Any]) -> None:
    """At every URL of pages and API, also if the request has other errors."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0))
    client, known = app.test_client(), app.url_map.bind("localhost")
    paths = {re.sub("<[^>]+>", "1", rule.rule) for rule in app.url_map.iter_rules()}
    assert len(paths) > 50
    for path in sorted(paths):
        there = set(known.allowed_methods(path))
        for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - there:
            refused = client.open(path, method=method, **sent)
            assert refused.status_code == 405, (method, path)
            (allowed,) = refused.headers.getlist("Allow")
            assert set(allowed.split(", ")) == there, (method, path)


def test_invalid_body_names_the_field(lite: Flask) -> None:
    told = lite.test_client().post("/api/v1/battles", json={"seed": "a b"}).json
    assert list(told["errors"]["json"]) == ["seed"]


def test_errors_are_in_the_language_of_the_reader(lite: Flask) -> None:
    wish = {"settings": {"axis": "russian"}}
    spoken = [
        lite.test_client()
        .post("/api/v1/battles", json=wish, headers={"Accept-Language": lang})
        .json["detail"]
        for lang in ("es", "en")
    ]
    assert "no es posible" in spoken[0] and "is not possible" in spoken[1]


@pytest.mark.parametrize("link", [None, "", "wrong", "b" * 32, "b" * 5000, "é", "Bearer x"])
def test_wrong_link_is_like_no_link(lite: Flask, link: str | None) -> None:
    """Neither body nor headers distinguish a wrong link from an unknown URL."""
    client = lite.test_client()
    company = open_table(client)
    header = {"Authorization": f"Bearer {link}"} if link is not None else {}
    nowhere = client.get(f"/api/v1/tables/{LINK}", headers=header)
    assert nowhere.status_code == 404
    if link is not None:
        wrong = client.get(f"/api/v1/tables/{company.axis.table}", headers=header)
        assert (wrong.status_code, wrong.data, dict(wrong.headers)) == (
            404,
            nowhere.data,
            dict(nowhere.headers),
        )


def test_link_of_another_table_is_wrong(lite: Flask) -> None:
    client = lite.test_client()
    one, other = open_table(client), open_table(client)
    header = {"Authorization": f"Bearer {one.axis.link}"}
    assert client.get(f"/api/v1/tables/{other.axis.table}", headers=header).status_code == 404


def test_secret_link_in_an_api_url_opens_nothing(lite: Flask) -> None:
    company = open_table(lite.test_client())
    assert lite.test_client().get(f"/api/v1/tables/{company.axis.link}").status_code == 404


def test_internal_error_shows_nothing_and_logs_no_link(
    lite: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    company = open_table(lite.test_client())

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(lite.extensions[CONTEXT].repository, "events", broken)
    lite.extensions[CONTEXT].lives.pop(company.axis.table)
    with caplog.at_level(logging.DEBUG):
        told = company.axis.get("/prompts")
    assert told.status_code == 500
    assert "broken" not in told.text
    assert "/api/v1/tables/<table_id>/prompts failed" in caplog.text
    for secret in (company.axis.link, company.axis.table, company.allied.link):
        assert secret not in caplog.text


def test_unreachable_database_is_a_503(
    lite: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> None:
        raise OperationalError("select", {"link_hash": "secret"}, Exception("no connection"))

    monkeypatch.setattr(lite.extensions[CONTEXT].repository, "ping", away)
    told = lite.test_client().get("/api/v1/healthz")
    assert (told.status_code, told.json["code"]) == (503, "BUSY")
    assert int(told.headers["Retry-After"]) > 0
    assert "secret" not in caplog.text


def test_database_errors_hide_parameters(tmp_path: object) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path}/x.db", pages=False))
    assert app.extensions[CONTEXT].repository.engine.hide_parameters


def test_invalid_database_url_is_refused() -> None:
    for address in ("mysql://x/y", "nonsense", ""):
        with pytest.raises(HorahError) as refused:
            create_app(Config(address))
        assert "database address" in sentence(refused.value)
