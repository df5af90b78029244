"""API schemas of the calculators that each game offers."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import LONGEST_NAME, MOST_NAMES, Strict, described, names


class AidField(Schema):
    """A field of a calculator's form."""

    name = fields.String(required=True)
    label = fields.String(required=True)
    kind = fields.String(required=True, metadata=described("number, tick, pick or text"))
    least = fields.Integer(required=True, allow_none=True)
    most = fields.Integer(required=True, allow_none=True)
    start = fields.String(required=True, metadata=described("What it is where nothing is given."))
    options = fields.List(
        fields.String(), required=True, metadata=described("What can be picked, or named in the words.")
    )
    names = fields.List(
        fields.String(),
        required=True,
        metadata=described("How each option is called; a name in either language does as well as its id."),
    )


class AidShown(Schema):
    """A calculator and the fields it asks for."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    takes = fields.String(
        required=True, metadata=described("The format of the document it may be given; empty where none.")
    )
    fields_ = fields.List(fields.Nested(AidField), required=True, data_key="fields", attribute="fields")


class AidFields(Strict):
    """Input of a calculator: text by field name, and a document if it takes one."""

    fields_ = fields.Dict(
        keys=fields.String(validate=validate.Length(max=LONGEST_NAME)),
        values=fields.String(validate=validate.Length(max=1000)),
        load_default=dict,
        data_key="fields",
        attribute="fields",
        validate=validate.Length(max=MOST_NAMES),
    )
    document = names("A document of the format that the aid takes.")


class AidRow(Schema):
    """A row of a calculator's result."""

    head = fields.String(required=True)
    cell = fields.String(required=True)


class AidAnswer(Schema):
    """The result of a calculator."""

    line = fields.String(required=True)
    rows = fields.List(fields.Nested(AidRow), required=True)
    wrong = fields.Boolean(required=True, metadata=described("The rules do not allow it."))
    document = fields.Dict(
        required=True, allow_none=True, metadata=described("What was made, whole; null where nothing was.")
    )
