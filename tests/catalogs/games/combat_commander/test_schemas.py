"""Tests that the schemas are strict and documented: a table can be written from its schema alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from catalogs.games.combat_commander import load
from exports.game import formatter
from schemas import validation

SCHEMAS = validation.tables("combat_commander")
NAMES = tuple(SCHEMAS)
TABLES = NAMES


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every part of a schema that describes a value, with its path."""
    if isinstance(schema, list):
        for index, each in enumerate(schema):
            yield from parts(each, f"{path}/{index}")
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key in ("items", "additionalProperties", "oneOf", "anyOf", "allOf"):
        if isinstance(schema.get(key), dict | list):
            yield from parts(schema[key], f"{path}/{key}")
    for key in ("properties", "$defs"):
        for name, each in schema.get(key, {}).items():
            yield from parts(each, f"{path}/{key}/{name}")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_schema(name: str) -> None:
    schema = validation.schema(SCHEMAS[name])
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:hora-h:catalog:{name}:1"


@pytest.mark.parametrize("name", NAMES)
def test_no_object_takes_unknown_keys(name: str) -> None:
    """An object either lists its keys and allows no others, or constrains every key and value."""
    for path, part in parts(validation.schema(SCHEMAS[name])):
        if "properties" in part and part.get("type") == "object":
            assert part.get("additionalProperties") is False, path


@pytest.mark.parametrize("name", TABLES)
def test_every_field_of_a_row_has_title_and_description(name: str) -> None:
    common = {
        **validation.schema("catalogs/common")["$defs"],
        **validation.schema("games/combat_commander/catalogs/common")["$defs"],
    }
    row = validation.schema(SCHEMAS[name])["$defs"]["row"]
    for field, part in row["properties"].items():
        shared = common.get(part.get("$ref", "").rpartition("/")[2], {})
        whole = {**shared, **part}
        inner = validation.schema(SCHEMAS[name])["$defs"].get(part.get("$ref", "").rpartition("/")[2], {})
        whole = {**inner, **whole}
        assert whole.get("title"), field
        assert whole.get("description"), field


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_an_id_and_may_name_its_provenance(name: str) -> None:
    row = validation.schema(SCHEMAS[name])["$defs"]["row"]
    assert "id" in row["required"]
    assert {"id", "provenance", "note"} <= set(row["properties"])


@pytest.mark.parametrize("name", TABLES)
def test_the_example_of_a_row_is_right(name: str) -> None:
    schema = validation.schema(SCHEMAS[name])
    examples = schema["$defs"]["row"].get("examples", [])
    for example in examples:
        document = {"format": schema["properties"]["format"]["const"], "rule": "RS", "provenance": "house",
                    "rows": [example]}  # fmt: skip
        assert list(validation.problems(document, SCHEMAS[name])) == []


def test_there_is_a_schema_for_every_table_and_a_table_for_every_schema() -> None:
    assert set(TABLES) == set(load().store.tables)


@pytest.mark.parametrize(
    ("document", "place", "problem", "expected"),
    [
        ({}, "", "it lacks format, rule, rows", "all of format, rule, rows"),
        (
            {"format": "x", "rule": "RS", "rows": 1},
            "/format",
            '"x" is not allowed here',
            "hora-h/catalog/chits/1",
        ),
        ({"format": "x", "rule": "RS", "rows": 1}, "/rows", "1 is the wrong kind of value", "a list"),
    ],
)
def test_problems_in_words(document: object, place: str, problem: str, expected: str) -> None:
    found = list(validation.problems(document, SCHEMAS["chits"]))
    english = formatter(load(), "en")
    assert any(
        each.place == place
        and english.say(each.problem) == problem
        and expected in english.say(each.expected)
        for each in found
    ), found
