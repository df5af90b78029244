"""The studies that come with the product, on pages and on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app
from web.cli import main
from web.config import Config
from web.current import CONTEXT
from web.games.combat_commander.service import studied

NAMES = [*studied.studies()]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    site: Flask = create_app(Config(f"sqlite:///{tmp_path_factory.mktemp('s') / 'horah.db'}", rate=0))
    yield site.test_client()
    site.extensions[CONTEXT].repository.engine.dispose()


def test_something_comes_with_the_product() -> None:
    assert NAMES and studied.choices()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_study_has_its_page(client: FlaskClient, lang: str) -> None:
    index = client.get(f"/studies?lang={lang}").text
    for name in NAMES:
        assert f"/studies/{name}" in index
        page = client.get(f"/studies/{name}?lang={lang}")
        assert page.status_code == 200
        found = studied.study(name)
        assert f"horah study {name} --battles {found['cases']} --seed {found['seed']}" in page.text
        assert "<svg" in page.text
    for name in studied.choices():
        assert f"/studies/choice/{name}" in index
        assert client.get(f"/studies/choice/{name}?lang={lang}").status_code == 200


def test_counts_of_every_study_add_up() -> None:
    """Every case has one row in the tables that have one of each case."""
    for name in NAMES:
        found = studied.study(name)
        for table in ("marker", "years", "granted", "endings"):
            if rows := found["tables"].get(table, {}).get("rows"):
                assert sum(row[-1] for row in rows) == found["cases"], (name, table)


def test_no_shipped_choice_is_bettered() -> None:
    for found in studied.choices().values():
        assert min(found["costs"]["axis"] + found["costs"]["allied"]) > -1e-9
        assert sum(found["mixtures"]["axis"]) == pytest.approx(1)


def test_what_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert client.get("/studies/nothing").status_code == 404
    assert client.get("/studies/choice/nothing").status_code == 404


def test_advice_on_the_terminal() -> None:
    call = ["--lang", "en", "advise", "--axis", "german", "--allied", "russian", "--year", "1942"]
    told = CliRunner().invoke(main, call)
    assert told.exit_code == 0, told.output
    assert "By these mixtures the Axis wins" in told.output
    spanish = CliRunner().invoke(main, ["--lang", "es", *call[2:]])
    assert "Con estas mezclas el Eje gana" in spanish.output


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--year", "1943"], "Nobody has studied that pairing"),
        (["--year", "1939"], ""),
        (["--year", "1942", "--fights", "5,2"], "are no stages"),
        (["--year", "1942", "--fights", "x"], "are no stages"),
    ],
)
def test_what_cannot_be_advised_is_told(extra: list[str], words: str) -> None:
    call = ["--lang", "en", "advise", "--axis", "german", "--allied", "russian", *extra]
    told = CliRunner().invoke(main, call)
    assert told.exit_code == 2
    assert words in told.output and "Traceback" not in told.output
