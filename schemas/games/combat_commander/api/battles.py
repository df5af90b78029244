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
        metadata=described("How many answers stay as they were; then the new seed takes over."),
    )


class NewBattle(Strict):
    """A battle to generate; every field is optional."""

    settings = settings("Settings by name, see /procedures.")
    seed = SeedField("A seed, or two parts: open.secret; a whole number is taken as its figures.")
    again = fields.Nested(Again, metadata=described("Instead of settings: take those of an old battle."))


class Battle(Schema):
    """A battle and its card as a seat sees it."""

    id = identifier(
        "The address of the battle; the one given when it is made opens every seat.", required=True
    )
    public = fields.String(
        required=True, metadata=described("An address for others: it shows what everyone may see.")
    )
    procedure = fields.String(required=True)
    made_at = fields.String(required=True)
    seat = one_of(SEATS, "Who sees the card.", required=True)
    card = fields.Dict(required=True, metadata=described("The card document, format hora-h/card/1."))


class Eyes(Language):
    """The seat whose view of a battle is shown."""

    seat = one_of(SEATS, "Who will see it.", load_default="everyone")


class BattlePrinting(Eyes, Printing):
    """The seat whose view is printed, and the print options."""
