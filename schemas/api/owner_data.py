"""API schemas of boxes: the data that owners copy from their printed components."""

from __future__ import annotations

from marshmallow import Schema, fields

from .common import Strict, described, identifier, name, names

WORDS = "In every language there are words for."


def _words() -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=fields.String(), required=True, metadata=described(WORDS))


class NewBox(Strict):
    """A box to create; without a document it is empty."""

    game = name("The game whose components these are.", required=True)
    box = names("The document, hora-h/box/1: cells by table, row and field, and rows by table.")


class ChangedBox(Strict):
    """A box that replaces the saved one."""

    box = names("The whole document, hora-h/box/1.", required=True)


class Step(Schema):
    """A group of blanks, and the feature that filling them in unlocks."""

    unlocks = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=described(WORDS)
    )
    filled = fields.Integer(required=True)
    total = fields.Integer(
        required=True, allow_none=True, metadata=described("None where no source says how many there are.")
    )
    complete = fields.Boolean(required=True)


class Column(Schema):
    """A field that an owner fills in."""

    field = fields.String(required=True)
    label = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=described(WORDS)
    )
    rules = fields.Dict(required=True, metadata=described("JSON Schema of what may stand there."))


class BlankTable(Schema):
    """A table with blanks to fill in."""

    table = fields.String(required=True)
    adds_rows = fields.Boolean(required=True, metadata=described("The owner adds whole rows."))
    columns = fields.List(fields.Nested(Column), required=True)
    rows = fields.List(fields.String(), required=True, metadata=described("Rows with a blank in them."))


class Blanks(Schema):
    """All blanks of a game: cells and rows that only its printed components give."""

    game = fields.String(required=True)
    steps = fields.List(fields.Nested(Step), required=True)
    tables = fields.List(fields.Nested(BlankTable), required=True)


class Box(Schema):
    """A saved box."""

    game = fields.String(required=True)
    box = fields.Dict(required=True)
    steps = fields.List(fields.Nested(Step), required=True)


class BegunBox(Box):
    """A new box with its secret link."""

    link = identifier("Its secret link, shown once: whoever has it reads and changes the box.", required=True)
