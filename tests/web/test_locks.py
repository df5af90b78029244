"""Headers, forms and limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, request

from web.app import create_app
from web.config import Config
from web.locks import Meter, csrf_token
from web.service.context import Limits
from web.service.errors import Busy

from .playing import open_table


@pytest.mark.parametrize("path", ["/api/v1/healthz", "/api/v1/docs/", "/nothing", "/api/v1/catalogs"])
def test_every_answer_is_sealed(lite: Flask, path: str) -> None:
    headers = lite.test_client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "default-src 'none'" in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in policy


def test_what_a_seat_sees_is_kept_nowhere(lite: Flask) -> None:
    company = open_table(lite.test_client())
    for path in ("", "/prompts", "/log", "/record", "/card.json"):
        assert company.axis.get(path).headers["Cache-Control"] == "no-store"


def test_a_drawing_may_have_styles_but_runs_nothing(lite: Flask) -> None:
    client = lite.test_client()
    where = client.post("/api/v1/battles").headers["Location"]
    policy = client.get(f"{where}/map.svg").headers["Content-Security-Policy"]
    assert "script-src" not in policy and "default-src 'none'" in policy and "sandbox" in policy


def test_the_docs_run_without_inline_script_or_foreign_address(lite: Flask) -> None:
    client = lite.test_client()
    page = client.get("/api/v1/docs/").text
    assert "http" not in page.replace("<!doctype html>", "")
    for asset in ("start.js", "assets/swagger-ui-bundle.js", "assets/swagger-ui.css"):
        assert f"/api/v1/docs/{asset}" in page
        assert client.get(f"/api/v1/docs/{asset}").status_code == 200
    assert client.get("/api/v1/docs/assets/../../../etc/passwd").status_code == 404


@pytest.fixture
def formed(lite: Flask) -> Flask:
    """An application with one form."""

    @lite.route("/form", methods=["GET", "POST"])
    def form() -> str:
        return csrf_token() if request.method == "GET" else "taken"

    return lite


@pytest.mark.parametrize(
    ("field", "headers", "status"),
    [
        ("right", {}, 200),
        ("right", {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, 200),
        ("right", {"Origin": "http://evil.example"}, 403),
        ("right", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("right", {"Sec-Fetch-Site": "same-site"}, 403),
        ("wrong", {}, 403),
        ("", {}, 403),
        (None, {}, 403),
    ],
)
def test_a_form_must_come_from_our_own_page(
    formed: Flask, field: str | None, headers: dict[str, str], status: int
) -> None:
    client = formed.test_client()
    token = client.get("/form").text
    data = {} if field is None else {"csrf": token if field == "right" else field}
    assert client.post("/form", data=data, headers=headers).status_code == status


def test_a_form_without_the_cookie_is_refused(formed: Flask) -> None:
    token = formed.test_client().get("/form").text
    assert formed.test_client().post("/form", data={"csrf": token}).status_code == 403


def test_the_word_stays_the_same_while_the_cookie_does(formed: Flask) -> None:
    client = formed.test_client()
    first = client.get("/form")
    cookie = first.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert client.get("/form").text == first.text


def test_the_api_takes_no_form(lite: Flask) -> None:
    """A foreign page can send a form without asking; JSON it cannot."""
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain"):
        assert lite.test_client().post("/api/v1/tables", data="{}", content_type=kind).status_code == 415


def test_a_client_that_asks_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=10, pages=False))
    client = app.test_client()
    answers = [client.get("/api/v1/healthz").status_code for _ in range(12)]
    assert answers.count(200) == 10 and answers[-1] == 429
    told = client.get("/api/v1/healthz")
    assert told.content_type == "application/problem+json"
    assert int(told.headers["Retry-After"]) >= 1
    assert client.get("/api/v1/healthz", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 200


def test_dear_requests_pay_more(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=12, pages=False))
    client = app.test_client()
    assert [client.post("/api/v1/battles").status_code for _ in range(3)] == [201, 201, 429]


def test_a_search_for_balance_pays_most(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=140, pages=False))
    client, wish = app.test_client(), {"settings": {"balance": "close"}}
    first = client.post("/api/v1/battles", json=wish)
    assert first.status_code == 201
    assert client.post("/api/v1/battles", json={"again": {"battle": first.json["id"]}}).status_code == 201
    told = client.post("/api/v1/battles", json=wish)
    assert (told.status_code, told.content_type) == (429, "application/problem+json")
    assert int(told.headers["Retry-After"]) > 1
    assert client.post("/api/v1/battles").status_code == 201  # a battle as it comes is cheap


@pytest.mark.parametrize(
    ("spent", "later", "price", "wait"),
    [(0, 0, 60, 0), (60, 0, 1, 2), (60, 1, 1, 0), (60, 30, 31, 2), (60, 600, 60, 0), (60, 600, 61, 2)],
)
def test_the_meter_fills_by_the_minute(spent: int, later: float, price: int, wait: int) -> None:
    time = 0.0
    meter = Meter(60, lambda: time)
    if spent:
        assert meter.spend("a", spent) == 0
    time = later
    assert meter.spend("a", price) == wait
    assert meter.spend("b", 1) == 0


def test_printing_waits_its_turn_and_then_gives_up(tmp_path: Path) -> None:
    from web.current import CONTEXT
    from web.games.combat_commander.service import battles
    from web.service.printing import Wish

    limits = Limits(printers=1, printer_wait=0.05)
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", pages=False, limits=limits))
    context = app.extensions[CONTEXT]
    kept = battles.make(context)
    with context.printers, pytest.raises(Busy):
        battles.printed(context, kept.stored.id, "everyone", Wish("text"))
    assert battles.printed(context, kept.stored.id, "everyone", Wish("text")).body


def test_behind_a_proxy_the_client_is_the_one_it_names(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=1, proxies=1, pages=False))
    client = app.test_client()
    statuses = [
        client.get("/api/v1/healthz", headers={"X-Forwarded-For": who}).status_code
        for who in ("1.1.1.1", "2.2.2.2", "1.1.1.1")
    ]
    assert statuses == [200, 200, 429]
    secure = client.get("/nothing", headers={"X-Forwarded-For": "3.3.3.3", "X-Forwarded-Proto": "https"})
    assert secure.headers["Strict-Transport-Security"]
