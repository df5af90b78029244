"""Security headers of every response."""

from __future__ import annotations

import pytest
from flask import Flask

from .playing import open_table


@pytest.mark.parametrize("path", ["/api/v1/healthz", "/api/v1/docs/", "/nothing", "/api/v1/catalogs"])
def test_every_response_has_security_headers(lite: Flask, path: str) -> None:
    headers = lite.test_client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "default-src 'none'" in policy
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in policy


def test_seat_pages_are_not_cached(lite: Flask) -> None:
    company = open_table(lite.test_client())
    for path in ("", "/prompts", "/log", "/record", "/card.json"):
        assert company.axis.get(path).headers["Cache-Control"] == "no-store"


def test_svg_policy_allows_styles_but_no_script(lite: Flask) -> None:
    client = lite.test_client()
    where = client.post("/api/v1/battles").headers["Location"]
    policy = client.get(f"{where}/map.svg").headers["Content-Security-Policy"]
    assert "script-src" not in policy and "default-src 'none'" in policy and "sandbox" in policy


def test_api_docs_need_no_inline_script_or_foreign_url(lite: Flask) -> None:
    client = lite.test_client()
    page = client.get("/api/v1/docs/").text
    assert "http" not in page.replace("<!doctype html>", "")
    for asset in ("start.js", "assets/swagger-ui-bundle.js", "assets/swagger-ui.css"):
        assert f"/api/v1/docs/{asset}" in page
        assert client.get(f"/api/v1/docs/{asset}").status_code == 200
    assert client.get("/api/v1/docs/assets/../../../etc/passwd").status_code == 404
