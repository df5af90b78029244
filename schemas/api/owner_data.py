"""API schemas of owner data: figures that owners copy from their printed components."""

from __future__ import annotations

from marshmallow import Schema, fields

from .common import Strict, described, identifier, name, names


def _text_by_language() -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=described("Text by language.")
    )


class NewBox(Strict):
    """Owner data to create; without a document it is empty."""

    game = name("Game.", required=True)
    box = names("The document, hora-h/box/1: cells by table, row and field, and rows by table.")


class ChangedBox(Strict):
    """A document that replaces the stored one."""

    box = names("The whole document, hora-h/box/1.", required=True)


class Step(Schema):
    """A group of blanks, and the feature that filling them in unlocks."""

    unlocks = _text_by_language()
    filled = fields.Integer(required=True)
    total = fields.Integer(
        required=True, allow_none=True, metadata=described("null if the number is not known.")
    )
    complete = fields.Boolean(required=True)


class Column(Schema):
    """A field that an owner fills in."""

    field = fields.String(required=True)
    label = _text_by_language()
    rules = fields.Dict(required=True, metadata=described("JSON Schema of the value."))


class BlankTable(Schema):
    """A table with blanks to fill in."""

    table = fields.String(required=True)
    adds_rows = fields.Boolean(required=True, metadata=described("Whether the owner adds whole rows."))
    columns = fields.List(fields.Nested(Column), required=True)
    rows = fields.List(fields.String(), required=True, metadata=described("Rows with blanks."))


class Blanks(Schema):
    """All blanks of a game: cells and rows that only its printed components give."""

    game = fields.String(required=True)
    steps = fields.List(fields.Nested(Step), required=True)
    tables = fields.List(fields.Nested(BlankTable), required=True)


class Box(Schema):
    """Stored owner data."""

    game = fields.String(required=True)
    box = fields.Dict(required=True)
    steps = fields.List(fields.Nested(Step), required=True)


class BegunBox(Box):
    """New owner data with its secret link."""

    link = identifier("Secret link for reading and changing it; it is not shown again.", required=True)
