"""Tests of files, layers and overlays for any game, with the single table of the toy game."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalogs import CatalogError, load
from catalogs.checks import check, inspect
from catalogs.store import UNREAD, Store
from schemas.messages import say
from tests.catalogs.overlays import lay
from tests.games import toy
from tests.words import sentence

pytestmark = pytest.mark.usefixtures("toy_game")

toy.install()
TOY, COMMANDER = load("toy"), load("combat_commander")
toy.remove()
SEA = {"id": "sea", "worth": 5}
WORD = {"id": "lane.sea", "es": "Mar", "en": "Sea"}


def lanes(overlay: Path) -> list[str]:
    return list(load("toy", overlay).store.table("lanes"))


def test_an_overlay_has_a_folder_for_each_game(tmp_path: Path) -> None:
    """The folder of one game does not affect the other games."""
    lay(tmp_path / "toy", "lanes", [SEA])
    lay(tmp_path / "toy", "terms", [WORD])
    lay(tmp_path / "combat_commander", "maps", [], remove=["28"])
    assert lanes(tmp_path) == ["road", "wood", "river", "sea"]
    maps = load("combat_commander", tmp_path).store.table("maps")
    assert set(COMMANDER.store.table("maps")) - set(maps) == {"28"}


def test_a_game_that_an_overlay_does_not_speak_of_is_as_it_is(tmp_path: Path) -> None:
    lay(tmp_path / "toy", "lanes", [{"id": "wood", "worth": 9}])
    assert load("toy", tmp_path).version != TOY.version
    assert load("combat_commander", tmp_path).version == COMMANDER.version
    assert inspect("combat_commander", tmp_path).faults == ()


@pytest.mark.parametrize("place", ["", "combat"])
def test_a_file_in_the_folder_of_no_game_is_refused(tmp_path: Path, place: str) -> None:
    lay(tmp_path / place, "maps", [], remove=["28"])
    lay(tmp_path / "toy", "lanes", [{"id": "wood", "worth": 9}])
    with pytest.raises(CatalogError) as refused:
        load("combat_commander", tmp_path)
    assert "it is not in the folder of any game; expected one of the folders" in sentence(refused.value)


def test_removed_and_replaced_rows(tmp_path: Path) -> None:
    lay(tmp_path / "toy", "lanes", [{"id": "river", "worth": 4}], remove=["wood"])
    table = load("toy", tmp_path).store.table("lanes")
    assert {row.id: row.data["worth"] for row in table.values()} == {"road": 3, "river": 4}


@pytest.mark.parametrize(
    ("name", "rows", "envelope", "problem"),
    [
        ("lanes", [{"id": "road"}], {}, "it lacks worth; expected all of id, worth"),
        ("lanes", [{**SEA, "deep": 1}], {}, "unknown field: deep; expected only id, worth"),
        ("lanes", [SEA], {}, "lane.sea has no name; expected a row lane.sea in terms"),
        ("lanes", [SEA, SEA], {}, "the id sea is used twice"),
        ("lanes", [], {"remove": ["road"]}, "row road of lanes is missing; expected a replacement"),
        ("lanes", [], {"remove": ["moon"]}, "there is no row moon to remove"),
        (
            "boats",
            [],
            {},
            "there is no table called boats; expected one of ferries, goods, lanes, liveries, terms",
        ),
    ],
)
def test_what_any_game_refuses(
    tmp_path: Path, name: str, rows: list[dict[str, object]], envelope: dict[str, object], problem: str
) -> None:
    with pytest.raises(CatalogError) as refused:
        load("toy", lay(tmp_path / "toy", name, rows, **envelope).parent)
    assert problem in sentence(refused.value)
    assert sentence(refused.value, "es") != sentence(refused.value)


def test_the_version_is_that_of_what_the_rules_read(tmp_path: Path) -> None:
    """Terms and colours may change during a game; a figure may not."""
    word = lay(tmp_path / "a" / "toy", "terms", [{"id": "lane.road", "es": "Vía", "en": "Way"}]).parent
    colour = lay(
        tmp_path / "b" / "toy",
        "liveries",
        [{"id": "red", "deep": "#aa0000", "mid": "#cc6666", "tint": "#ffeeee"}],
    ).parent
    figure = lay(tmp_path / "c" / "toy", "lanes", [{"id": "road", "worth": 4}]).parent
    assert UNREAD == ("terms", "liveries")
    assert load("toy", word).term("lane.road", "en") == "Way"
    assert load("toy", colour).liveries["red"].deep == "#aa0000"
    assert load("toy", word).version == load("toy", colour).version == TOY.version
    assert load("toy", figure).version != TOY.version


def test_a_game_without_totals_or_liveries_is_sound() -> None:
    report = check(TOY.store)
    assert report.faults == ()
    assert {"total", "mix"} & set(report.examined) == set()
    assert TOY.liveries == {}


def test_a_file_that_is_not_json_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "lanes.json").write_text('{"rows":\n [}', encoding="utf-8")
    (found,) = check(Store(TOY.store.base, tmp_path, shared=TOY.store.shared, game="toy")).faults
    assert found.place == say("place.line", line=2, column=3)
    assert sentence(CatalogError([found])).endswith(
        "lanes.json, line 2, column 3: it is not JSON (Expecting value); expected valid JSON."
    )
    assert "línea 2, columna 3: no es JSON" in sentence(CatalogError([found]), "es")
