"""The studies that ship with the product, on pages and on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from catalogs.games.combat_commander import load
from generator.games.combat_commander.studies.choice import FightResults, Pairing, load_results, save_results
from generator.games.combat_commander.studies.choice import run_choice_study as studied_choice
from tests.web.apps import served
from web.cli import main
from web.config import Config
from web.games.combat_commander.service import bundled_studies

NAMES = [*bundled_studies.list_studies()]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    with served(Config(f"sqlite:///{tmp_path_factory.mktemp('s') / 'horah.db'}", rate=0)) as site:
        yield site.test_client()


def test_something_comes_with_the_product() -> None:
    assert NAMES and bundled_studies.list_choices()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_study_has_its_page(client: FlaskClient, lang: str) -> None:
    index = client.get(f"/studies?lang={lang}").text
    for name in NAMES:
        assert f"/studies/{name}" in index
        page = client.get(f"/studies/{name}?lang={lang}")
        assert page.status_code == 200
        found = bundled_studies.find_study(name)
        assert f"horah study {name} --battles {found['cases']} --seed {found['seed']}" in page.text
        assert "<svg" in page.text
    for name in bundled_studies.list_choices():
        assert f"/studies/choice/{name}" in index
        assert client.get(f"/studies/choice/{name}?lang={lang}").status_code == 200


def test_counts_of_every_study_add_up() -> None:
    """In tables with one row per outcome, the counts add up to the number of cases."""
    for name in NAMES:
        found = bundled_studies.find_study(name)
        for table in ("marker", "years", "granted", "endings"):
            if rows := found["tables"].get(table, {}).get("rows"):
                assert sum(row[-1] for row in rows) == found["cases"], (name, table)


def test_no_shipped_choice_is_bettered() -> None:
    for found in bundled_studies.list_choices().values():
        assert min(found["costs"]["axis"] + found["costs"]["allied"]) > -1e-9
        assert sum(found["mixtures"]["axis"]) == pytest.approx(1)


def test_what_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert client.get("/studies/nothing").status_code == 404
    assert client.get("/studies/choice/nothing").status_code == 404


def test_advice_on_the_terminal() -> None:
    call = ["--lang", "en", "advise", "--axis", "german", "--allied", "russian", "--year", "1942"]
    told = CliRunner().invoke(main, call)
    assert told.exit_code == 0, told.output
    assert "With these mixtures the Axis wins" in told.output
    spanish = CliRunner().invoke(main, ["--lang", "es", *call[2:]])
    assert "Con estas mezclas el Eje gana" in spanish.output


FEW = ["advise", "--axis", "german", "--allied", "british", "--year", "1940", "--allied-quality", "elite"]


def test_stopped_on_the_way_it_goes_on_with_what_was_fought(tmp_path: Path) -> None:
    """A study stopped after four of nine fights runs the others later, with the same results."""
    catalog, pairing = load(), Pairing("german", "british", 1940, "line", "elite")
    fought: FightResults = {}
    stopped = studied_choice(
        catalog, pairing, "few", (1,), cores=1, earlier=fought, progress=lambda done, of: done < 4
    )
    assert stopped is None and len(fought) == 4
    first, keep = dict(fought), tmp_path / "kept.json"
    keep.write_text(json.dumps(save_results(pairing, "few", catalog.version, fought)), encoding="utf-8")
    call = [
        "--lang",
        "en",
        *FEW,
        "--seed",
        "few",
        "--fights",
        "1",
        "--cores",
        "1",
        "--keep",
        str(keep),
        "--json",
    ]
    told = CliRunner().invoke(main, call)
    assert told.exit_code == 0, told.output
    done = load_results(json.loads(keep.read_text(encoding="utf-8")), pairing, "few", catalog.version)
    assert done is not None and len(done) == 9
    assert first.items() <= done.items()
    found = json.loads(told.stdout)
    again = studied_choice(catalog, pairing, "few", (1,), cores=1, earlier={**done, ((0, 0), 7): True})
    assert again == found
    assert [sum(row) for row in found["fights"]] == [3, 3, 3]


@pytest.mark.parametrize("content", ['{"half', "[]", "{}", '{"format": "hora-h/fights/1", "fought": 3}'])
def test_a_file_that_keeps_no_fights_of_this_is_left_alone(tmp_path: Path, content: str) -> None:
    keep = tmp_path / "kept.json"
    keep.write_text(content, encoding="utf-8")
    told = CliRunner().invoke(main, ["--lang", "en", *FEW, "--fights", "1", "--keep", str(keep)])
    assert told.exit_code == 2
    assert "choose another file with --keep" in " ".join(told.output.split())
    assert keep.read_text(encoding="utf-8") == content


def test_fights_of_another_version_are_not_taken() -> None:
    pairing = Pairing("german", "british", 1940, "line", "elite")
    kept = save_results(pairing, "few", "tables", {((0, 1), 2): True})
    assert load_results(kept, pairing, "few", "tables") == {((0, 1), 2): True}
    assert load_results({**kept, "version": "9.9.9"}, pairing, "few", "tables") is None
    assert load_results(kept, pairing, "few", "other tables") is None
    assert load_results(kept, pairing, "other", "tables") is None


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--year", "1943"], "This match-up has not been studied"),
        (["--year", "1939"], ""),
        (["--year", "1942", "--fights", "5,2"], "is not a list of rounds"),
        (["--year", "1942", "--fights", "x"], "is not a list of rounds"),
    ],
)
def test_what_cannot_be_advised_is_told(extra: list[str], words: str) -> None:
    call = ["--lang", "en", "advise", "--axis", "german", "--allied", "russian", *extra]
    told = CliRunner().invoke(main, call)
    assert told.exit_code == 2
    assert words in told.output and "Traceback" not in told.output
