"""Calculators: the same on a page, on the command line and over the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from catalogs import load
from exports.game import formatter
from tests.web.apps import served
from web.cli import main
from web.config import Config
from web.games.calculators import Calculators, check_inputs
from web.games.registry import games

API = "/api/v1/aids"
GAMES = [game.id for game in games().values() if game.calculators]
ALL = [(game, name) for game in GAMES for name in resolve_name(games()[game].calculators)]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    folder: Path = tmp_path_factory.mktemp("aids")
    with served(Config(f"sqlite:///{folder / 'horah.db'}", rate=0)) as app:
        yield app.test_client()


def run(*words: str, code: int = 0) -> Result:
    found = CliRunner().invoke(main, ["--lang", "en", *words])
    assert found.exit_code == code, found.output
    return found


def calculators_of(game: str) -> Calculators:
    aids: Calculators = resolve_name(games()[game].calculators)
    return aids


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_calculator_has_terms_and_default_values(client: FlaskClient, game: str, name: str) -> None:
    aid, tables = calculators_of(game)[name], load(game)
    for lang in ("es", "en"):
        words = formatter(tables, lang)
        assert words.knows(f"aid_title.{name}")
        assert [each.name for each in aid.inputs if not words.knows(f"input.{each.name}")] == []
        told = client.post(f"{API}/{game}/{name}", json={}, headers={"Accept-Language": lang}).get_json()
        assert told["line"]
        text = json.dumps({**told, "document": None})
        assert "_" not in text and "{" not in told["line"] and "None" not in text
    typed = json.loads(run("calc", game, name, "--json").output)
    assert typed == client.post(f"{API}/{game}/{name}", json={}, headers={"Accept-Language": "en"}).get_json()


NAMED = [
    (game, name, each.name)
    for game in GAMES
    for name, aid in calculators_of(game).items()
    for each in aid.inputs
    if each.kind == "pick"
]


@pytest.mark.parametrize(("game", "name", "field"), NAMED)
def test_choice_by_name_in_either_language(game: str, name: str, field: str) -> None:
    tables, aid = load(game), calculators_of(game)[name]
    each = next(one for one in aid.inputs if one.name == field)
    for lang in ("es", "en"):
        things = each.choice_names(formatter(tables, lang))
        assert len(set(things.values())) == len(things)
        for reader in ("es", "en"):
            words = formatter(tables, reader)
            for one, called in things.items():
                assert check_inputs(aid, {field: called.upper()}, words)[field] == one


def test_text_field_lists_known_names(client: FlaskClient) -> None:
    shown = client.get(f"{API}/schwerpunkt", headers={"Accept-Language": "es"}).get_json()
    between = next(each for aid in shown for each in aid["fields"] if each["name"] == "between")
    told = dict(zip(between["options"], between["names"], strict=True))
    assert told["wood"] == "Bosque"


SPOKEN = [
    ("schwerpunkt", "sight", "between", ("Población/120", "poblacion/120", "town / 120", "Town/120")),
    (
        "combat_solitaire",
        "sight",
        "ground",
        ("24.09=Hierba alta/2", "24.09=long_grass/2", "24.09=LONG GRASS/2"),
    ),
    (
        "thunder_at_cassino",
        "ranking",
        "ways",
        ("12:vecinas=2,junto G", "12:neighbours=2,beside G", "12:VECINAS=2,beside G"),
    ),
    ("grossdeutschland", "cup", "first", ("1Gr", "german:1Gr", "1gr (alemanes)", "1Gr (Germans)")),
]


@pytest.mark.parametrize(("game", "name", "field", "ways"), SPOKEN)
def test_text_field_accepts_names_in_either_language(
    client: FlaskClient, game: str, name: str, field: str, ways: tuple[str, ...]
) -> None:
    found = [client.post(f"{API}/{game}/{name}", json={"fields": {field: way}}).get_json() for way in ways]
    assert "line" in found[0]
    assert all(each == found[0] for each in found)


def test_calculator_takes_and_returns_a_document(client: FlaskClient, tmp_path: Path) -> None:
    made = client.post(f"{API}/schwerpunkt/skeleton", json={"fields": {"seed": "7"}}).get_json()["document"]
    assert made["kind"] == "skeleton"
    paced = client.post(f"{API}/schwerpunkt/pace", json={"document": made}).get_json()
    own = client.post(f"{API}/schwerpunkt/pace", json={}).get_json()
    assert paced["rows"] and paced["rows"] != own["rows"]
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(made))
    typed = json.loads(run("calc", "schwerpunkt", "pace", "--document", str(path), "--json").output)
    assert typed["rows"] == paced["rows"]
    refused = client.post(f"{API}/schwerpunkt/contest", json={"document": made})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "NO_AID_DOCUMENT")
    unsound = client.post(f"{API}/schwerpunkt/pace", json={"document": {"format": "x"}})
    assert (unsound.status_code, unsound.get_json()["code"]) == (422, "UNSOUND_DOCUMENT")


@pytest.mark.parametrize("game", GAMES)
def test_game_lists_its_calculators(client: FlaskClient, game: str) -> None:
    shown = client.get(f"{API}/{game}").get_json()
    assert [each["name"] for each in shown] == list(calculators_of(game))
    picks = [field for each in shown for field in each["fields"] if field["kind"] == "pick"]
    assert all(field["start"] in field["options"] for field in picks)
    told = run("calc", game).output
    assert all(f"{name}: " in told for name in calculators_of(game))


def wrong(game: str) -> list[tuple[str, dict[str, str], str]]:
    """Return a calculator, fields with one invalid value, and the expected message."""
    found: list[tuple[str, dict[str, str], str]] = []
    for name, aid in calculators_of(game).items():
        for each in aid.inputs:
            bad: dict[str, Any] = {
                "number": str(each.most + 1),
                "tick": "perhaps",
                "pick": "nix",
                "text": "x" * 500,
            }
            found.append((name, {each.name: bad[each.kind]}, each.kind))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_invalid_values_are_refused(client: FlaskClient, game: str) -> None:
    for name, fields, kind in wrong(game):
        refused = client.post(f"{API}/{game}/{name}", json={"fields": fields})
        assert (refused.status_code, refused.get_json()["code"]) == (422, "NO_AID_VALUE"), (name, kind)
    first = next(iter(calculators_of(game)))
    assert client.post(f"{API}/{game}/{first}", json={"fields": {"nix": "1"}}).status_code == 422
    assert client.post(f"{API}/{game}/nix", json={}).status_code == 404
    assert "no field" in run("calc", game, first, "nix=1", code=2).output
    assert "There is no calculator “nix”" in run("calc", game, "nix", code=2).output


def test_game_without_calculators(client: FlaskClient) -> None:
    assert client.get(f"{API}/nix").status_code == 404
    assert client.get(f"{API}/combat_commander").status_code == 404
    run("calc", "nix", code=2)
    run("calc", "nix", "fire", code=2)


@pytest.mark.parametrize("game", list(games()))
def test_catalog_checks_are_reported_for_every_game(game: str) -> None:
    assert "No faults found" in run("catalog", "check", "--game", game).output
