"""API schemas of table lookups: a nation in a year, and Support rolls during play."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Language, described, one_of

SIDES = ("axis", "allied")
RULES = ("A35.4", "E59", "E68")


class Cell(Schema):
    """An entry of a Support table."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    cost = fields.Integer(required=True)
    pieces = fields.List(fields.String(), required=True)
    note = fields.String(required=True, metadata=described("Restriction, or why it is not available."))


class RollRow(Schema):
    """The results of one roll."""

    roll = fields.Integer(required=True)
    support = fields.List(fields.Nested(Cell), required=True)
    qualities = fields.List(
        fields.List(fields.String()), required=True, metadata=described("Opponent and quality.")
    )


class Formation(Schema):
    """An order of battle."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    figures = fields.List(fields.List(fields.String()), required=True)
    counters = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class Year(Schema):
    """A nation in a year."""

    faction = fields.String(required=True)
    year = fields.Integer(required=True)
    rows = fields.List(fields.Nested(RollRow), required=True)
    formations = fields.List(fields.Nested(Formation), required=True)


class SupportRoll(Language):
    """A roll on the Support table during a battle."""

    side = one_of(SIDES, "Side that rolls.", required=True)
    rule = one_of(RULES, "Rule that causes the roll.", required=True)
    roll = fields.Integer(
        required=True, strict=False, validate=validate.Range(2, 12), metadata=described("Sum of both dice.")
    )


class Drawn(Schema):
    """The support that may be taken at no cost, and the support that may not."""

    line = fields.String(required=True)
    then = fields.String(required=True)
    open = fields.List(fields.Nested(Cell), required=True)
    shut = fields.List(fields.Nested(Cell), required=True)
