"""API schemas of the calculators that each game offers."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import MAX_DOCUMENT_KEYS, MAX_NAME_LENGTH, Strict, described, names


class AidField(Schema):
    """A field of a calculator's form."""

    name = fields.String(required=True)
    label = fields.String(required=True)
    kind = fields.String(required=True, metadata=described("number, tick, pick or text"))
    least = fields.Integer(required=True, allow_none=True)
    most = fields.Integer(required=True, allow_none=True)
    start = fields.String(required=True, metadata=described("The value if none is given."))
    options = fields.List(fields.String(), required=True, metadata=described("The ids that can be chosen."))
    names = fields.List(
        fields.String(),
        required=True,
        metadata=described("The name of each option; a name in either language is accepted like its id."),
    )


class AidShown(Schema):
    """A calculator and the fields it asks for."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    takes = fields.String(
        required=True, metadata=described("Format of the document that it accepts; empty if it accepts none.")
    )
    fields_ = fields.List(fields.Nested(AidField), required=True, data_key="fields", attribute="fields")


class AidFields(Strict):
    """Input of a calculator: text by field name, and a document if it takes one."""

    fields_ = fields.Dict(
        keys=fields.String(validate=validate.Length(max=MAX_NAME_LENGTH)),
        values=fields.String(validate=validate.Length(max=1000)),
        load_default=dict,
        data_key="fields",
        attribute="fields",
        validate=validate.Length(max=MAX_DOCUMENT_KEYS),
    )
    document = names("A document of the format that the calculator accepts.")


class AidRow(Schema):
    """A row of a calculator's result."""

    head = fields.String(required=True)
    cell = fields.String(required=True)


class AidAnswer(Schema):
    """The result of a calculator."""

    line = fields.String(required=True)
    rows = fields.List(fields.Nested(AidRow), required=True)
    wrong = fields.Boolean(required=True, metadata=described("Whether the rules forbid it."))
    document = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("The document that was made; null if there is none."),
    )
