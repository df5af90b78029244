"""Addresses that are passed on: under the public one, never to the machine itself, never to a secret."""

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
    """What the codes of a new battle's card hold, and the battle's own page."""
    client = app.test_client()
    battle = client.post("/api/v1/battles", json={"seed": "address-1.kept"}, base_url=base).json
    body = client.get(f"/battles/{battle['id']}/card.pdf?seat={seat}&lang=en", base_url=base).data
    alts = [str(element.get("/Alt")) for element in elements(body)]
    return [alt.replace(battle["public"], "PUBLIC") for alt in alts if alt.startswith("This battle: ")]


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone", "referee"])
def test_a_battles_code_leads_to_what_is_public(tmp_path: Path, seat: str) -> None:
    assert codes(served(tmp_path), seat, FAR) == [f"This battle: {FAR}/battles/PUBLIC"]


def test_no_code_leads_to_the_machine_itself(tmp_path: Path) -> None:
    assert codes(served(tmp_path), "axis", "http://127.0.0.1:8000") == []


def test_the_public_address_goes_before_the_one_that_was_asked(tmp_path: Path) -> None:
    app = served(tmp_path, "https://club.example.org/horah")
    expected = ["This battle: https://club.example.org/horah/battles/PUBLIC"]
    assert codes(app, "axis", "http://127.0.0.1:8000") == expected


def test_links_of_a_table_are_public_and_codes_only_where_they_lead(tmp_path: Path) -> None:
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
def test_the_environment_names_the_public_address(given: str, kept: str) -> None:
    assert from_environment({"HORAH_PUBLIC": given}).public == kept


@pytest.mark.parametrize(
    "given",
    ["club.example.org", "ftp://club.example.org", "https://", "https://a:b@x", "http://[::1", "https://x?y"],
)
def test_an_address_that_cannot_be_is_told_at_once(given: str) -> None:
    with pytest.raises(HorahError) as refused:
        from_environment({"HORAH_PUBLIC": given})
    assert all("HORAH_PUBLIC" in sentence(refused.value, lang) for lang in ("en", "es"))


HOSTS = ("club.example.org", ".liga.example", "localhost")


@pytest.mark.parametrize(
    "host", ["club.example.org", "club.example.org:8000", "sur.liga.example", "localhost:5000"]
)
@pytest.mark.parametrize("path", ["/", "/api/v1/healthz"])
def test_a_name_that_the_operator_allows(tmp_path: Path, host: str, path: str) -> None:
    assert _asked(tmp_path, HOSTS, host, path).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "club.example.org.evil.example", "xliga.example", "127.0.0.1"]
)
@pytest.mark.parametrize("path", ["/", "/tables/new", "/api/v1/healthz", "/static/style.css", "/nothing"])
def test_any_other_name_is_refused_and_nothing_is_made_with_it(tmp_path: Path, host: str, path: str) -> None:
    refused = _asked(tmp_path, HOSTS, host, path)
    assert refused.status_code == 400
    assert "does not go by that name" in refused.text
    assert host not in refused.text


def test_without_a_list_any_name_will_do(tmp_path: Path) -> None:
    assert _asked(tmp_path, (), "whatever.example", "/").status_code == 200


def test_behind_a_proxy_it_is_the_name_that_the_proxy_was_asked_for(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, proxies=1, hosts=HOSTS)
    client = create_app(config).test_client()
    for asked, status in (("club.example.org", 200), ("evil.example", 400)):
        headers = {"Host": "localhost", "X-Forwarded-Host": asked}
        assert client.get("/api/v1/healthz", headers=headers).status_code == status


def _asked(tmp_path: Path, hosts: tuple[str, ...], host: str, path: str) -> TestResponse:
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, hosts=hosts))
    return app.test_client().get(path, headers={"Host": host, "Accept-Language": "en"})


def test_the_environment_names_the_hosts() -> None:
    given = " Club.example.org, .liga.example,,[::1] "
    assert from_environment({"HORAH_HOSTS": given}).hosts == ("club.example.org", ".liga.example", "[::1]")
    assert from_environment({}).hosts == ()


@pytest.mark.parametrize("given", ["https://club.example.org", "club.example.org:8000", "a b", "*", "x/y"])
def test_a_host_that_is_none_is_told(given: str) -> None:
    with pytest.raises(HorahError) as refused:
        from_environment({"HORAH_HOSTS": given})
    assert all("HORAH_HOSTS" in sentence(refused.value, lang) for lang in ("en", "es"))
