"""Public URLs: built on the public address, never on a local address, never with a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from schemas.errors import HorahError
from tests.exports.paper import elements
from tests.words import sentence
from web.app import create_app
from web.config import Config, from_environment

FAR = "http://192.168.0.7:8000"


def served(tmp_path: Path, public: str = "") -> Flask:
    return create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, public=public))


def codes(app: Flask, seat: str, base: str) -> list[str]:
    """Return the contents of the QR codes of a new battle's card, and the battle's URL."""
    client = app.test_client()
    battle = client.post("/api/v1/battles", json={"seed": "address-1.kept"}, base_url=base).json
    body = client.get(f"/battles/{battle['id']}/card.pdf?seat={seat}&lang=en", base_url=base).data
    alts = [str(element.get("/Alt")) for element in elements(body)]
    return [alt.replace(battle["public"], "PUBLIC") for alt in alts if alt.startswith("This battle: ")]


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone", "referee"])
def test_battle_qr_code_is_the_public_url(tmp_path: Path, seat: str) -> None:
    assert codes(served(tmp_path), seat, FAR) == [f"This battle: {FAR}/battles/PUBLIC"]


def test_no_qr_code_for_local_addresses(tmp_path: Path) -> None:
    assert codes(served(tmp_path), "axis", "http://127.0.0.1:8000") == []


def test_public_address_overrides_the_host(tmp_path: Path) -> None:
    app = served(tmp_path, "https://club.example.org/horah")
    expected = ["This battle: https://club.example.org/horah/battles/PUBLIC"]
    assert codes(app, "axis", "http://127.0.0.1:8000") == expected


def test_table_links_use_the_public_address(tmp_path: Path) -> None:
    here = served(tmp_path).test_client()
    form = {"title": "Addresses"}
    near = _opened(here, form, "http://127.0.0.1:8000")
    assert "http://127.0.0.1:8000/tables/" in near and 'class="code' not in near
    assert 'class="code' in _opened(here, form, FAR)
    there = served(tmp_path, "https://club.example.org").test_client()
    assert "https://club.example.org/tables/" in _opened(there, form, "http://127.0.0.1:8000")


def _opened(client: FlaskClient, form: dict[str, str], base: str) -> str:
    answer = client.post("/tables", data=form, base_url=base)
    assert answer.status_code == 303
    return str(client.get(answer.headers["Location"], base_url=base).text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("https://club.example.org/", "https://club.example.org"),
        (" http://10.0.0.4:8000/horah ", "http://10.0.0.4:8000/horah"),
    ],
)
def test_public_address_from_environment(given: str, kept: str) -> None:
    assert from_environment({"HORAH_PUBLIC": given}).public == kept


@pytest.mark.parametrize(
    "given",
    ["club.example.org", "ftp://club.example.org", "https://", "https://a:b@x", "http://[::1", "https://x?y"],
)
def test_invalid_public_address_is_refused(given: str) -> None:
    with pytest.raises(HorahError) as refused:
        from_environment({"HORAH_PUBLIC": given})
    assert all("HORAH_PUBLIC" in sentence(refused.value, lang) for lang in ("en", "es"))


HOSTS = ("club.example.org", ".liga.example", "localhost")


@pytest.mark.parametrize(
    "host", ["club.example.org", "club.example.org:8000", "sur.liga.example", "localhost:5000"]
)
@pytest.mark.parametrize("path", ["/", "/api/v1/healthz"])
def test_trusted_host_is_accepted(tmp_path: Path, host: str, path: str) -> None:
    assert _asked(tmp_path, HOSTS, host, path).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "club.example.org.evil.example", "xliga.example", "127.0.0.1"]
)
@pytest.mark.parametrize("path", ["/", "/tables/new", "/api/v1/healthz", "/static/style.css", "/nothing"])
def test_untrusted_host_is_refused(tmp_path: Path, host: str, path: str) -> None:
    refused = _asked(tmp_path, HOSTS, host, path)
    assert refused.status_code == 400
    assert "This service has another address." in refused.text
    assert host not in refused.text


def test_any_host_without_a_list(tmp_path: Path) -> None:
    assert _asked(tmp_path, (), "whatever.example", "/").status_code == 200


def test_forwarded_host_behind_a_proxy(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, proxies=1, hosts=HOSTS)
    client = create_app(config).test_client()
    for asked, status in (("club.example.org", 200), ("evil.example", 400)):
        headers = {"Host": "localhost", "X-Forwarded-Host": asked}
        assert client.get("/api/v1/healthz", headers=headers).status_code == status


def _asked(tmp_path: Path, hosts: tuple[str, ...], host: str, path: str) -> TestResponse:
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, hosts=hosts))
    return app.test_client().get(path, headers={"Host": host, "Accept-Language": "en"})


def test_hosts_from_environment() -> None:
    given = " Club.example.org, .liga.example,,[::1] "
    assert from_environment({"HORAH_HOSTS": given}).hosts == ("club.example.org", ".liga.example", "[::1]")
    assert from_environment({}).hosts == ()


@pytest.mark.parametrize("given", ["https://club.example.org", "club.example.org:8000", "a b", "*", "x/y"])
def test_invalid_host_is_refused(given: str) -> None:
    with pytest.raises(HorahError) as refused:
        from_environment({"HORAH_HOSTS": given})
    assert all("HORAH_HOSTS" in sentence(refused.value, lang) for lang in ("en", "es"))
