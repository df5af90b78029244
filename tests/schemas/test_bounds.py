"""Tests that every number, text, list and open object in a document schema has a bound."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.placement import UNITS_FORM, WORKS_FORM
from generator.games.combat_commander.campaign.report import make_form
from generator.games.combat_commander.campaign.stalingrad.battle import SPACES_FORM
from generator.games.combat_commander.hexes import all_hexes
from schemas.validation import FOLDER, schema

SENT_ONLY = {"fight_view.schema.json"}  # views that the program sends and never reads
SCHEMAS = sorted(path for path in FOLDER.rglob("*.schema.json") if path.name not in SENT_ONLY)
#: Whole documents, which are checked by the schema of their own format.
DOCUMENTS = {"archive.schema.json": "/properties/entries/items/properties/document"}
NEEDS = {
    "integer": ("minimum", "maximum"),
    "number": ("minimum", "maximum"),
    "string": ("maxLength",),
    "array": ("maxItems",),
    "object": ("maxProperties",),
}
MANY = ("properties", "patternProperties", "$defs")
ONE = ("items", "additionalProperties", "not")
SOME = ("oneOf", "anyOf", "allOf", "prefixItems")
SETTLED = ("enum", "const", "$ref")  # keywords that bound the value themselves or refer to a schema that does


def unbounded(schema: Any, place: str = "", inside: bool = False) -> Iterator[str]:
    """Yield the places of a schema that allow an unbounded value.

    ``inside`` marks one of several alternatives of a value whose type and bounds are already given.
    """
    if not isinstance(schema, dict):
        if schema is True:
            yield f"{place}: anything"
        return
    if not any(word in schema for word in SETTLED):
        yield from _own(schema, place, inside or _parts_only(schema))
    for word in MANY:
        for name, inner in schema.get(word, {}).items():
            yield from unbounded(inner, f"{place}/{word}/{name}")
    for word in ONE:
        if word in schema:
            yield from unbounded(schema[word], f"{place}/{word}")
    for word in SOME:
        for number, inner in enumerate(schema.get(word, ())):
            yield from unbounded(inner, f"{place}/{word}/{number}", "type" in schema or inside)


def _parts_only(schema: dict[str, Any]) -> bool:
    return "$id" in schema and set(schema) <= {"$schema", "$id", "title", "description", "$defs"}


def _closed(schema: dict[str, Any]) -> bool:
    """Return whether an object allows only the fields that the schema names."""
    return schema.get("additionalProperties") is False and "patternProperties" not in schema


def _own(schema: dict[str, Any], place: str, inside: bool) -> Iterator[str]:
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if not kinds and not inside and not any(word in schema for word in (*SOME, "if")):
        yield f"{place}: anything"
    for kind in kinds:
        if kind == "object" and _closed(schema):
            continue
        for word in NEEDS.get(kind, ()):
            if word not in schema:
                yield f"{place}: {kind} without {word}"
        if kind == "array" and "items" not in schema:
            yield f"{place}: array of anything"
        if kind == "object" and not {"additionalProperties", "patternProperties"} & set(schema):
            yield f"{place}: object of anything"
        if kind == "object" and "additionalProperties" in schema and schema["additionalProperties"]:
            names = schema.get("propertyNames", {})
            if not {"maxLength", "$ref", "enum"} & set(names):
                yield f"{place}: names without maxLength"


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name.removesuffix(".schema.json"))
def test_everything_has_a_bound(path: Path) -> None:
    places = unbounded(json.loads(path.read_text(encoding="utf-8")))
    document = DOCUMENTS.get(path.name)
    assert [place for place in places if not document or not place.startswith(f"{document}:")] == []


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "integer", "minimum": 0},
        {"type": ["integer", "null"], "maximum": 9},
        {"type": "number"},
        {"type": "string", "pattern": "^[a-z]+$"},
        {"type": "array", "items": {"enum": ["a"]}},
        {"type": "array", "maxItems": 3},
        {"type": "object"},
        {"type": "object", "maxProperties": 3},
        {"type": "object", "maxProperties": 3, "additionalProperties": {"type": "boolean"}},
        {"oneOf": [{"type": "null"}, {"type": "string"}]},
        {"$defs": {"a": {"type": "string"}}, "type": "boolean"},
    ],
)
def test_the_walk_finds_what_has_none(schema: dict[str, Any]) -> None:
    assert list(unbounded(schema))


RESULT = make_form({"endings": ["exit"], "brought": {}, "clean_up": None})


@pytest.mark.parametrize("asked", [UNITS_FORM, WORKS_FORM, SPACES_FORM, RESULT])
def test_every_form_of_a_report_has_its_bounds(asked: dict[str, Any]) -> None:
    assert list(unbounded(asked)) == []


def test_the_bounds_of_a_card_are_those_of_the_game() -> None:
    """A card has room for every hex of the board and for every chit, map, rule and counter."""
    catalog, card = load(), schema("games/combat_commander/card")
    parts = card["$defs"]
    hexes, side = len(all_hexes(catalog.board)), parts["forceside"]["properties"]
    assert parts["custom_map"]["properties"]["hexes"]["maxProperties"] == hexes
    assert parts["setup"]["properties"]["fixed"]["maxItems"] == hexes
    assert parts["map"]["properties"]["exit_points"]["maxItems"] == hexes
    assert parts["map"]["properties"]["multi_hex_buildings"]["maximum"] == hexes
    assert parts["objectives"]["properties"]["open"]["maxItems"] >= len(catalog.chits)
    assert parts["map"]["properties"]["number"]["maximum"] >= max(catalog.maps)
    assert parts["rules"]["properties"]["special"]["maxItems"] >= len(catalog.rules)
    for faction in catalog.factions:
        own = [counter for counter in catalog.counters.values() if counter.faction == faction]
        assert parts["counts"]["maxProperties"] >= len(own)
    works = parts["fortification"]["properties"]
    assert works["hexes"]["maxItems"] == works["count"]["maximum"]
    assert card["properties"]["sudden_death"]["maximum"] == card["properties"]["time"]["maximum"] + 1
    assert (
        card["properties"]["sudden_death"]["maximum"]
        == parts["reinforcement"]["properties"]["space"]["maximum"]
    )
    assert side["surrender"]["maximum"] >= parts["counts"]["additionalProperties"]["maximum"]


def test_every_shipped_table_and_card_is_within_them() -> None:
    from schemas.validation import problems

    for name, card in load().scenarios.items():
        assert list(problems(dict(card), "games/combat_commander/card")) == [], name
