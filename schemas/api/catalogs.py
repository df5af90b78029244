"""API schemas of the catalogues, the procedures and the health check."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import LogLine, Strict, described, settings


class Words(Schema):
    """A text in both languages; empty if there is none."""

    es = fields.String()
    en = fields.String()


class CatalogTable(Schema):
    """A table of the catalogues."""

    table = fields.String(required=True)
    title = fields.Nested(Words, required=True)
    rows = fields.Integer(required=True)
    rules = fields.List(fields.String(), required=True)


class Item(Schema):
    """A row with its texts, rule and provenance."""

    table = fields.String(required=True)
    id = fields.String(required=True)
    label = fields.Nested(Words, required=True)
    rule = fields.String(required=True)
    provenance = fields.String(required=True)
    data = fields.Dict(required=True)


class Page(Schema):
    """One page of search results."""

    items = fields.List(fields.Nested(Item), required=True)
    total = fields.Integer(required=True)
    page = fields.Integer(required=True)
    size = fields.Integer(required=True)


class Search(Strict):
    """A catalogue search."""

    q = fields.String(
        load_default="",
        validate=validate.Length(max=200),
        metadata=described("Words that the row must all contain, in either language."),
    )
    game = fields.String(
        validate=validate.Length(max=40),
        metadata=described("The game whose tables are searched; the first game by default."),
    )
    page = fields.Integer(load_default=1, validate=validate.Range(1, 100_000))
    size = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class Setting(Schema):
    """A setting of a procedure that can be chosen beforehand."""

    name = fields.String(required=True)
    rule = fields.String(required=True)
    sentence = fields.Nested(Words, required=True)
    default = fields.Raw(required=True, allow_none=True)
    choices = fields.List(fields.Raw(), required=True)
    several = fields.Boolean(
        required=True, metadata=described("Whether several choices are given as a list.")
    )
    kind = fields.String(required=True)
    document = fields.String(
        required=True, metadata=described("The kind of document that it accepts; empty if it accepts none.")
    )


class Procedure(Schema):
    """A procedure that can be played at a table."""

    name = fields.String(required=True)
    game = fields.String(required=True)
    kind = fields.String(required=True)
    settings = fields.List(fields.Nested(Setting), required=True)


class NewRoll(Strict):
    """A procedure to play to its end at once."""

    procedure = fields.String(
        required=True, validate=validate.Length(max=64), metadata=described("Its name, see /procedures.")
    )
    settings = settings("Settings by name, see /procedures.")
    seed = fields.String(
        load_default="",
        validate=validate.Length(max=60),
        metadata=described("The same seed gives the same result; a new one unless said."),
    )
    seat = fields.String(
        load_default="everyone",
        validate=validate.Length(max=40),
        metadata=described("Whose view of the documents and the log: a seat, referee or everyone."),
    )


class Roll(Schema):
    """The documents and the log of a procedure that was played at once."""

    procedure = fields.String(required=True)
    seed = fields.String(required=True)
    settings = fields.Dict(required=True)
    documents = fields.List(fields.Dict(), required=True)
    log = fields.List(fields.Nested(LogLine), required=True)


class Health(Schema):
    """The answer of the health check."""

    status = fields.String(required=True)
    version = fields.String(required=True, metadata=described("Version of Hora H."))
    catalog = fields.String(required=True, metadata=described("Version of the catalogues."))
    free_bytes = fields.Integer(
        required=True,
        allow_none=True,
        metadata=described("Free bytes on the disk of the database; null if unknown."),
    )
