"""API schemas of maps, their terrain and lines of sight."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Strict, described

LINE = validate.Length(max=1500)
HEX = validate.Regexp(r"^[A-Za-z][1-9][0-9]?$")


class Figures(Schema):
    """Figures of a map; shares in thousandths, the rest counted in hexes."""

    cover = fields.Integer(required=True, metadata=described("Share of the hexes with cover."))
    sight = fields.Integer(
        required=True, metadata=described("Share of the other hexes that a hex sees on average.")
    )
    road = fields.Integer(required=True)
    building = fields.Integer(required=True)
    areas = fields.Integer(required=True, metadata=described("Number of areas of one terrain."))
    hill = fields.Integer(required=True)
    water = fields.Integer(required=True)


class MapLine(Schema):
    """A map in a list."""

    number = fields.Integer(required=True)
    set = fields.String(required=True)
    place = fields.String(required=True)
    figures = fields.Nested(
        Figures, required=True, allow_none=True, metadata=described("null if its terrain is not recorded.")
    )


class MapSheet(MapLine):
    """A map with its terrain, as the catalogue stores it."""

    ground = fields.Dict(required=True, metadata=described("A row of the table ``ground``."))
    provenance = fields.String(required=True)
    measured = fields.Boolean(
        required=True,
        metadata=described("Whether the printed outlines of woods and buildings were measured."),
    )


class Looking(Strict):
    """A line-of-sight query: from a hex, and optionally to another."""

    from_ = fields.String(
        data_key="from", required=True, validate=HEX, metadata=described("The viewing hex.", example="C5")
    )
    to = fields.String(validate=HEX, metadata=described("The target hex.", example="F7"))
    smoke = fields.String(
        load_default="",
        validate=LINE,
        metadata=described("Hexes with smoke and its hindrance.", example="C5=3,D6=7"),
    )
    blaze = fields.String(
        load_default="", validate=LINE, metadata=described("Hexes with a blaze.", example="F4,F5")
    )


class Reason(Schema):
    """A terrain or marker under the string."""

    what = fields.String(required=True, metadata=described("Terrain or marker."))
    hexes = fields.List(
        fields.String(), required=True, metadata=described("Its hex, or the two hexes of a hexside.")
    )
    rule = fields.String(required=True)
    hindrance = fields.Integer(required=True, metadata=described("0 if it blocks."))
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
