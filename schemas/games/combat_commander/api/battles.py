"""API schemas of quick battles."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import (
    Language,
    Printing,
    SeedField,
    Strict,
    described,
    identifier,
    one_of,
    settings,
)

from . import SEATS


class Again(Strict):
    """A new battle with the settings, and optionally the first answers, of an old one."""

    battle = identifier("The battle whose settings are used again.", required=True)
    step = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 100_000),
        metadata=described("Number of answers to keep; the new seed decides the rest."),
    )


class NewBattle(Strict):
    """A battle to generate; every field is optional."""

    settings = settings("Settings by name, see /procedures.")
    seed = SeedField("A seed, or two parts: open.secret. An integer is used as its digits.")
    again = fields.Nested(Again, metadata=described("Use the settings of an existing battle."))


class CardOdds(Schema):
    """The odds of a card: estimated without a fight, and as they were fought."""

    estimated = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("The estimated share of the Axis, its mean error, and the strongest reasons."),
    )
    rehearsed = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("Rounded odds between regulars; null without 20 fights."),
    )
    levels = fields.Dict(
        required=True,
        metadata=described("Rounded odds and fights by level of the computer players, where they fought."),
    )


class Battle(Schema):
    """A battle and its card as a seat sees it."""

    id = identifier(
        "Id of the battle. The id returned on creation is secret and shows every seat.", required=True
    )
    public = fields.String(
        required=True, metadata=described("Public id: it shows only what everyone may see.")
    )
    procedure = fields.String(required=True)
    made_at = fields.String(required=True)
    seat = one_of(SEATS, "The seat whose view this is.", required=True)
    card = fields.Dict(required=True, metadata=described("The card document, format hora-h/card/1."))
    odds = fields.Nested(CardOdds, required=True)


class Eyes(Language):
    """The seat whose view of a battle is shown."""

    seat = one_of(SEATS, "The seat whose view is returned.", load_default="everyone")


class BattlePrinting(Eyes, Printing):
    """The seat whose view is printed, and the print options."""
