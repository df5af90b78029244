"""API schemas of fights under way: hints, previews and the report to a campaign."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Strict, described

ID = validate.Length(max=100)


class HintedOrder(Schema):
    """An order that the regular commander considers."""

    card = fields.Integer(required=True, metadata=described("Number of the Fate card."))
    order = fields.String(required=True)
    value = fields.Float(required=True, metadata=described("Value of the order to that commander."))
    chosen = fields.Boolean(required=True)
    first = fields.String(required=True, allow_none=True, metadata=described("Unit activated first."))
    units = fields.List(fields.String(), required=True)
    hexes = fields.List(fields.String(), required=True)
    term = fields.String(required=True, metadata=described("Term that says it in words."))
    facts = fields.Dict(required=True)


class Hint(Schema):
    """The answer and the best orders of the regular commander."""

    ask = fields.String(required=True)
    answer = fields.Raw(required=True, metadata=described("An option, or a list of options."))
    orders = fields.List(
        fields.Nested(HintedOrder), required=True, metadata=described("The best three, if an order is asked.")
    )


class Selection(Strict):
    """Options that would be chosen together."""

    answer = fields.List(
        fields.String(validate=ID),
        load_default=list,
        validate=validate.Length(max=100),
        metadata=described("Ids of options; repeat the parameter for several. Without it nothing is chosen."),
    )


class Previewed(Schema):
    """The effect of options chosen together."""

    preview = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("As in the view of the fight; null if there is nothing to work out."),
    )


class CampaignLink(Strict):
    """The campaign that waits for the result of a battle."""

    campaign = fields.String(required=True, validate=ID, metadata=described("Id of the campaign's table."))
    link = fields.String(
        required=True, validate=ID, metadata=described("Secret link of the reporting seat at the campaign.")
    )
