"""Plural forms, forms of nouns, gender, lists and numbers, as docs/translating.md explains them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalogs import CatalogError, load
from exports.game import formatter
from exports.kit.messages import MessageFormatter
from tests.catalogs.overlays import lay
from tests.words import sentence

pytestmark = pytest.mark.usefixtures("toy_game")

ROWS: list[dict[str, Any]] = [
    {
        "id": "phrase.markers",
        "en": {"one": "{count} marker", "other": "{count} markers"},
        "es": {"one": "{count} marcador", "other": "{count} marcadores"},
        "fr": {"one": "{count} marqueur", "other": "{count} marqueurs"},
        "pl": {"one": "{count} znacznik", "few": "{count} znaczniki", "other": "{count} znaczników"},
    },
    {
        "id": "army.allied",
        "en": "Allies",
        "es": "Aliados",
        "fr": "Alliés",
        "forms": {
            "en": {"number": "other", "the": "the Allies"},
            "es": {"number": "other", "the": "los Aliados", "of": "de los Aliados"},
            "fr": {"number": "other", "the": "les Alliés"},
        },
    },
    {
        "id": "army.axis",
        "en": "Axis",
        "es": "Eje",
        "fr": "Axe",
        "forms": {"en": {"the": "the Axis"}, "es": {"the": "el Eje"}, "fr": {"the": "l’Axe"}},
    },
    {
        "id": "phrase.buys",
        "plural": "who",
        "en": {"one": "{who:army.The} buys {n}.", "other": "{who:army.The} buy {n}."},
        "es": {"one": "{who:army.The} compra {n}.", "other": "{who:army.The} compran {n}."},
        "fr": {"one": "{who:army.The} achète {n}.", "other": "{who:army.The} achètent {n}."},
    },
    {
        "id": "phrase.high",
        "gender": "what:land",
        "en": "{what:land.The} is high.",
        "es": {"m": "{what:land.The} es alto.", "f": "{what:land.The} es alta."},
    },
    {
        "id": "land.wood",
        "en": "Wood",
        "es": "Bosque",
        "forms": {"en": {"the": "the wood"}, "es": {"gender": "m", "the": "el bosque"}},
    },
    {
        "id": "land.hill",
        "en": "Hill",
        "es": "Colina",
        "forms": {
            "en": {"the": "the hill", "counted": {"one": "{count} hill", "other": "{count} hills"}},
            "es": {"gender": "f", "the": "la colina"},
        },
    },
    {"id": "phrase.of", "en": "sheet of {who:army.of}", "es": "hoja {who:army.of}"},
    {"id": "phrase.lands", "en": "{lands:land&}", "es": "{lands:land&}"},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("forms")
    lay(home / "toy", "terms/forms", ROWS)
    return home


def speaker(folder: Path, lang: str) -> MessageFormatter:
    return formatter(load("toy", folder), lang)


@pytest.mark.parametrize(
    ("lang", "key", "facts", "expected"),
    [
        ("en", "phrase.markers", {"count": 0}, "0 markers"),
        ("en", "phrase.markers", {"count": 1}, "1 marker"),
        ("fr", "phrase.markers", {"count": 0}, "0 marqueur"),
        ("fr", "phrase.markers", {"count": 2}, "2 marqueurs"),
        ("pl", "phrase.markers", {"count": 3}, "3 znaczniki"),
        ("pl", "phrase.markers", {"count": 5}, "5 znaczników"),
        ("de", "phrase.markers", {"count": 1}, "1 marker"),  # not translated: the English forms
        ("en", "phrase.buys", {"who": "axis", "n": 2}, "The Axis buys 2."),
        ("en", "phrase.buys", {"who": "allied", "n": 2}, "The Allies buy 2."),
        ("es", "phrase.buys", {"who": "axis", "n": 2}, "El Eje compra 2."),
        ("es", "phrase.buys", {"who": "allied", "n": 2}, "Los Aliados compran 2."),
        ("fr", "phrase.buys", {"who": "axis", "n": 2}, "L’Axe achète 2."),
        ("fr", "phrase.buys", {"who": "allied", "n": 2}, "Les Alliés achètent 2."),
        ("es", "phrase.high", {"what": "wood"}, "El bosque es alto."),
        ("es", "phrase.high", {"what": "hill"}, "La colina es alta."),
        ("en", "phrase.high", {"what": "hill"}, "The hill is high."),
        ("es", "phrase.of", {"who": "allied"}, "hoja de los Aliados"),
        ("en", "phrase.of", {"who": "allied"}, "sheet of Allies"),  # no such form: the plain word
        ("en", "phrase.lands", {"lands": {"hill": 2, "wood": 1}}, "2 hills and 1 × Wood"),
        ("en", "phrase.lands", {"lands": {"hill": 1}}, "1 hill"),
    ],
)
def test_words_agree(folder: Path, lang: str, key: str, facts: dict[str, Any], expected: str) -> None:
    assert speaker(folder, lang).sentence(key, facts) == expected


@pytest.mark.parametrize(
    ("lang", "words", "link", "expected"),
    [
        ("en", ["a", "b", "c"], "and", "a, b and c"),
        ("en", ["a", "b"], "semicolon", "a; b"),
        ("es", ["agua", "hierro"], "and", "agua y hierro"),
        ("es", ["aguja", "hilo"], "and", "aguja e hilo"),
        ("es", ["uno", "otro"], "or", "uno u otro"),
        ("es", ["Ana", "«Inés»"], "and", "Ana e «Inés»"),
        ("en", ["one", "other"], "or", "one or other"),
        ("en", [], "and", ""),
    ],
)
def test_lists_are_joined(folder: Path, lang: str, words: list[str], link: str, expected: str) -> None:
    assert speaker(folder, lang).list(words, link) == expected


def test_numbers_and_quotes_are_those_of_the_language(folder: Path) -> None:
    said = {lang: speaker(folder, lang) for lang in ("en", "es", "fr")}
    assert [one.quote("abc") for one in said.values()][:2] == ["“abc”", "«abc»"]
    assert [one.decimal(1.5) for one in said.values()] == ["1.5", "1,5", "1,5"]
    assert [one.percent(0.456) for one in said.values()] == ["45.6%", "45,6\u00a0%", "45,6\u00a0%"]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"id": "phrase.x", "en": {"one": "a {n}"}, "es": "a {n}"}, "other"),
        (
            {"id": "phrase.x", "en": {"one": "a", "other": "b {n}"}, "es": "c {m}"},
            "phrase.x uses m in es but n in en",
        ),
    ],
)
def test_forms_that_do_not_fit_are_refused(tmp_path: Path, row: dict[str, Any], problem: str) -> None:
    with pytest.raises(CatalogError) as refused:
        load("toy", lay(tmp_path / "toy", "terms/xx", [row]).parent)
    assert problem in sentence(refused.value)
