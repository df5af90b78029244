"""API schemas of maps, their terrain and lines of sight."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Strict, described

LINE = validate.Length(max=1500)
HEX = validate.Regexp(r"^[A-Za-z][1-9][0-9]?$")


class Figures(Schema):
    """Figures of a map; shares in thousandths, the rest counted in hexes."""

    cover = fields.Integer(required=True, metadata=described("Share of the hexes with cover."))
    sight = fields.Integer(required=True, metadata=described("Share of the others that a hex sees."))
    road = fields.Integer(required=True)
    building = fields.Integer(required=True)
    areas = fields.Integer(required=True, metadata=described("Areas of one and the same terrain."))
    hill = fields.Integer(required=True)
    water = fields.Integer(required=True)


class MapLine(Schema):
    """A map in a list."""

    number = fields.Integer(required=True)
    set = fields.String(required=True)
    place = fields.String(required=True)
    figures = fields.Nested(
        Figures, required=True, allow_none=True, metadata=described("None where its ground is not recorded.")
    )


class MapSheet(MapLine):
    """A map with its terrain, as the catalogue stores it."""

    ground = fields.Dict(required=True, metadata=described("A row of the table ``ground``."))
    provenance = fields.String(required=True)
    measured = fields.Boolean(
        required=True, metadata=described("True where the print of woods and buildings was measured.")
    )


class Looking(Strict):
    """A line-of-sight query: from a hex, and optionally to another."""

    from_ = fields.String(
        data_key="from", required=True, validate=HEX, metadata=described("The hex that looks.", example="C5")
    )
    to = fields.String(validate=HEX, metadata=described("The hex that is looked at.", example="F7"))
    smoke = fields.String(
        load_default="",
        validate=LINE,
        metadata=described("Smoke with its hindrance, by hex.", example="C5=3,D6=7"),
    )
    blaze = fields.String(
        load_default="", validate=LINE, metadata=described("The hexes that burn.", example="F4,F5")
    )


class Reason(Schema):
    """A terrain or marker under the string."""

    what = fields.String(required=True, metadata=described("A terrain, or a marker."))
    hexes = fields.List(fields.String(), required=True, metadata=described("Its hex, or the two of a side."))
    rule = fields.String(required=True)
    hindrance = fields.Integer(required=True, metadata=described("0 for what blocks."))
    chance = fields.String(required=True, metadata=described("sure, likely or unlikely."))


class Sight(Schema):
    """The hexes seen from a hex; with ``to``, whether that hex is seen and why."""

    map = fields.String(required=True)
    from_ = fields.String(data_key="from", required=True)
    measured = fields.Boolean(required=True)
    seen = fields.Raw(
        required=True,
        metadata=described(
            "With ``to``, true or false. Otherwise the hexes that are probably seen, each with its "
            "hindrance and certainty: sure, or string (check with a string)."
        ),
    )
    hidden_unless_string = fields.List(fields.String())
    to = fields.String()
    kind = fields.String(metadata=described("clear, hindered or blocked."))
    hindrance = fields.Integer()
    certainty = fields.String()
    reasons = fields.List(fields.Nested(Reason))
