"""Archives: a folder that comes back byte for byte, without secrets, and folders that are wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from catalogs import Catalogs
from exports.archive.facts import describe_entry, list_options, matches
from exports.game import formatter
from generator import archive
from generator.archive import Archive
from generator.diary.model import Battle, Fighter
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.results import Result, Results
from schemas.errors import HorahError
from tests.words import sentence

GAME = "combat_commander"
CATALOGS = Catalogs()
CATALOG: Any = CATALOGS[GAME]


def fill(*seeds: str) -> Archive:
    found = archive.begin_archive(GAME, "Club")
    for seed in seeds:
        card = make(CATALOG, Settings(), seed).card()
        found = archive.add_entry(found, CATALOG, card, f"Battle {seed}", f"/battles/{seed}", 0.25)
    return archive.add_entry(found, CATALOG, CATALOG.scenarios["castle-hill"], "Ñandú: Castle Hill")


def test_a_folder_comes_back_byte_for_byte() -> None:
    whole = fill("3", "1", "2")
    won = Battle(Fighter("Ana"), Fighter("Berta"), winner="first", title="Montecassino: Castle Hill")
    played = {"plays": Results(GAME, "Club", (Result(won),))}
    files = archive.write_folder(whole, played)
    assert next(iter(files)) == "archive.json" and len(files) == 6
    assert archive.read_folder(files, CATALOGS) == (whole, played)
    assert archive.write_folder(fill("2", "3", "1"), played) == files  # the order of adding does not matter
    assert archive.read_untrusted(archive.write(whole), CATALOGS) == whole
    castle = next(each for each in whole.entries if each.id.startswith("nandu-castle-hill-"))
    assert archive.find_plays(castle, tuple(played.values())).wins == (1, 0, 0)
    again = archive.add_entry(whole, CATALOG, CATALOG.scenarios["castle-hill"], "Other", odds=0.6)
    assert len(again.entries) == 4 and archive.find_entry(again, castle.id).odds == 0.6
    assert len(archive.remove_entry(whole, castle.id).entries) == 3


def test_no_secret_reaches_the_folder() -> None:
    """The seed gives every secret away; a chit that only one side knows is hidden."""
    card = make(CATALOG, Settings(), "shown.hidden").card()
    [entry] = archive.add_entry(archive.begin_archive(GAME, ""), CATALOG, card, "x").entries
    assert "shown.hidden" in json.dumps(card) and "shown.hidden" not in json.dumps(entry.document)
    assert entry.document["seat"] == "everyone"
    secrets = entry.document["objectives"]["secret"].values()
    assert all(value in ("hidden", []) for value in secrets)


def test_search_by_every_field() -> None:
    whole = fill("1", "2")
    described = [describe_entry(entry, formatter(CATALOG, "es")) for entry in whole.entries]
    options = list_options(described)
    for field, values in options.items():
        assert values, field
        for value, _ in values:
            found = [facts for facts in described if matches(facts, {field: value})]
            assert found and all(value in dict(facts.list_values(field)) for facts in found)
    assert [facts.title for facts in described if matches(facts, {"q": "COLINA cast"})] == [
        "Montecassino: Colina del Castillo"
    ]
    assert not [facts for facts in described if matches(facts, {"year": "1066"})]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files: files.pop("archive.json"), "This folder has no archive.json"),
        (lambda files: files.pop(max(files)), "The folder has no battles/"),
        (lambda files: files.update({"archive.json": "{"}), "archive.json is not complete JSON."),
        (lambda files: files.update({"archive.json": "[]"}), "archive.json is not complete JSON."),
        (
            lambda files: files.update({max(files): '{"format": "x"}'}),
            "This is not a card or scenario of this game.",
        ),
        (lambda files: files.update({max(files): '{"format": "hora-h/card/1"}'}), ""),
        (
            lambda files: files.update(
                {"archive.json": files["archive.json"].replace("/battles/1", "javascript:1")}
            ),
            "The archive has an error at /entries/0/source",
        ),
        (
            lambda files: files.update({"archive.json": files["archive.json"].replace(GAME, "chess")}),
            "There is no game “chess”.",
        ),
        (lambda files: files.update({"results/x.json": "{}"}), "This results file has an error"),
    ],
)
def test_a_wrong_folder_is_refused_in_words(change: Any, words: str) -> None:
    files = archive.write_folder(fill("1"), {})
    change(files)
    with pytest.raises(HorahError) as error:
        archive.read_folder(files, CATALOGS)
    said = sentence(error.value)
    assert words in said and "{" not in said
