"""API schemas of generated battlefields: created by kind and seed, edited with tools."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Strict, described, name, names

from .maps import HEX, Figures

MOST_CHANGES = 200


class Kinds(Schema):
    """The kinds of battlefield, the largest seed and the editing tools."""

    kinds = fields.List(fields.String(), required=True)
    largest_seed = fields.Integer(required=True)
    tools = fields.List(
        fields.String(), required=True, metadata=described("For example terrain:woods or way:road.")
    )
    least = fields.Nested(Figures, required=True, metadata=described("Minimum over the printed maps."))
    most = fields.Nested(Figures, required=True, metadata=described("Maximum over the printed maps."))


class Battlefield(Schema):
    """A battlefield by kind and seed."""

    kind = fields.String(required=True)
    seed = fields.Integer(required=True)
    figures = fields.Nested(Figures, required=True)
    document = fields.Dict(required=True, metadata=described("Format hora-h/battlefield/1."))


class GroundChange(Strict):
    """One use of a tool on a hex, or between a hex and its neighbour."""

    tool = name("A tool, see /battlefields.", required=True)
    hex = fields.String(required=True, validate=HEX, metadata=described("Hex.", example="C5"))
    to = fields.String(
        validate=HEX, metadata=described("Neighbouring hex, for tools that work between two hexes.")
    )


class GroundChanges(Strict):
    """A battlefield document and the changes to make to it."""

    document = names("A battlefield, format hora-h/battlefield/1.", required=True)
    changes = fields.List(
        fields.Nested(GroundChange),
        load_default=list,
        validate=validate.Length(max=MOST_CHANGES),
        metadata=described("Changes in order; without any, only the findings are returned."),
    )


class GroundFinding(Schema):
    """A finding about a place of a document."""

    severity = fields.String(required=True, metadata=described("error, warning or note."))
    code = fields.String(required=True)
    place = fields.String(required=True, metadata=described("A JSON pointer."))
    words = fields.String(required=True)


class GroundChanged(Schema):
    """The document after the changes, with its findings."""

    document = fields.Dict(required=True)
    findings = fields.List(fields.Nested(GroundFinding), required=True)
