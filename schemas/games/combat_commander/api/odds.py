"""API schemas of exact odds."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Strict, described, name


class Meeting(Strict):
    """The known facts of a battle; an omitted field may have any value."""

    edition = name("Edition of the tables.", load_default="corrected")
    axis = name("The Axis faction.", load_default=None)
    year = fields.Integer(
        load_default=None, validate=validate.Range(1900, 2000), metadata=described("The year.", example=1942)
    )
    allied = name("The Allied faction.", load_default=None)
    axis_quality = name("elite, line or green.", load_default=None)
    allied_quality = name("elite, line or green.", load_default=None)


class Odds(Schema):
    """The odds of everything that the tables decide, each as an exact fraction and as a share."""

    format = fields.String(required=True)
    edition = fields.String(required=True)
    known = fields.Dict(required=True)
    likely = fields.Dict(required=True, metadata=described("Probability of the known facts."))
    parts = fields.Dict(required=True, metadata=described("Factions, year and qualities."))
    leaders = fields.Dict(required=True, metadata=described("By side, for one, two and three leaders."))
    support = fields.Dict(required=True, metadata=described("By side; without radios."))
    radios = fields.Dict(required=True, metadata=described("By side."))
    chits = fields.Dict(
        required=True, metadata=described("Open and secret chits, and the number of open ones.")
    )
