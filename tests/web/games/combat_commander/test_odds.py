"""Exact odds on the command line, on the page and in the API: the same figures everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from tests.web.apps import served
from web.cli import main
from web.config import Config


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with served(Config(f"sqlite:///{tmp_path_factory.mktemp('odds') / 'horah.db'}", rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def test_terminal_page_and_api_say_the_same(client: FlaskClient) -> None:
    result = CliRunner().invoke(main, ["odds", "--axis", "german", "--year", "1942", "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert told["likely"]["exact"] == "5/36"
    answer = client.get("/api/v1/odds?axis=german&year=1942")
    assert answer.status_code == 200
    assert answer.get_json() == told
    page = client.get("/odds?axis=german&year=1942&lang=en").get_data(as_text=True)
    assert "13.9% of battles (5/36)" in page
    assert "72.2%" in page and "13/18" not in page  # the page shows shares, no fractions


@pytest.mark.parametrize(("lang", "words"), [("es", "Probabilidades exactas"), ("en", "Exact odds")])
def test_both_languages(client: FlaskClient, lang: str, words: str) -> None:
    assert words in client.get(f"/odds?lang={lang}").get_data(as_text=True)
    assert words in CliRunner().invoke(main, ["--lang", lang, "odds", "--year", "1943"]).output


def test_what_cannot_be_is_a_sentence(client: FlaskClient) -> None:
    answer = client.get("/odds?axis=italian&year=1945&lang=en")
    assert answer.status_code == 422
    assert "never comes up" in answer.get_data(as_text=True)
    refused = CliRunner().invoke(main, ["--lang", "en", "odds", "--axis", "italian", "--year", "1945"])
    assert refused.exit_code == 2
    assert "never comes up" in refused.output


def test_sliders_at_their_first_place_mean_anything(client: FlaskClient) -> None:
    page = client.get("/odds?year=1938&axis_quality=0&allied_quality=9&axis=nobody&lang=en").get_data(
        as_text=True
    )
    assert "of battles (" not in page  # nothing was chosen, so nothing is said about it
