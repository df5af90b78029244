"""API schemas of authored scenarios."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from schemas.api.common import (
    LINE_PATTERN,
    Language,
    Printing,
    SeedField,
    Strict,
    count,
    described,
    identifier,
    name,
    names,
    one_of,
)
from schemas.api.documents import MOST_PAGES, Draft

from . import SEATS

LONGEST_PLACE = 400  # characters of a JSON pointer into a card
MOST_ITEMS = 50  # proposals of the guide, or severities
SIZES = ("company", "detachment", "platoon")
SIDES = ("axis", "allied")
REHEARSED = "rehearsed"
WAYS = ("card", "new", "part", "battle", "copy")


def seed() -> SeedField:
    return SeedField("Seed of the proposal, text or integer; random by default.")


class Beginning(Strict):
    """A new scenario with forces of the guide's size and all proposals of the guide."""

    axis = name("", load_default="german")
    allied = name("", load_default="russian")
    year = count("", strict=True, load_default=1943)
    map = count("Number of a printed map.", strict=True, load_default=1)
    size = one_of(SIZES, "Size of both forces.", load_default="platoon")
    title = fields.String(load_default="", validate=[validate.Length(max=200), validate.Regexp(LINE_PATTERN)])


class OfBattle(Strict):
    """A generated battle to open in the editor."""

    id = identifier("The battle.", required=True)
    seat = one_of(
        SEATS,
        "Seat whose view is used; secret chits that it does not see are drawn again.",
        load_default="everyone",
    )


class NewScenario(Strict):
    """A scenario to create, in one of five ways."""

    card = names("A whole card, format hora-h/card/1.")
    new = fields.Nested(Beginning, metadata=described("Start a new card."))
    part = names("Some fields of a card; the generator fills in the others.")
    battle = fields.Nested(OfBattle, metadata=described("From a generated battle."))
    copy = name("Id of a scenario to copy.")
    seed = seed()

    @validates_schema
    def one_way(self, data: dict[str, Any], **_: Any) -> None:
        if sum(way in data for way in WAYS) != 1:
            raise ValidationError(f"Send exactly one of {', '.join(WAYS)}.")


class BegunScenario(Schema):
    """A new scenario and its links."""

    id = identifier("Public id, for readers.", required=True)
    link = identifier("The writers' secret link; it is not shown again.", required=True)
    version = fields.Integer(required=True)
    card = fields.Dict(required=True, attribute="document")


class Scenario(Schema):
    """A scenario with its current card."""

    id = fields.String(required=True)
    version = fields.Integer(
        required=True, allow_none=True, metadata=described("null for a scenario of the library.")
    )
    at = fields.String(required=True)
    note = fields.String(required=True)
    listed = fields.Boolean(required=True)
    card = fields.Dict(required=True, attribute="document")


class ScenarioDraft(Draft):
    """The next version of a scenario's card."""

    card = names("The whole card.", required=True)


class WholeCard(Strict):
    card = names("The whole card.", required=True)


class Fixing(WholeCard):
    """The fixes to apply: that of one finding, or all of some severities."""

    id = name("Id of the finding.")
    place = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_PLACE),
        metadata=described("Place of the finding."),
    )
    severities = fields.List(
        fields.String(validate=validate.OneOf(("E", "W", "I"))),
        validate=validate.Length(max=MOST_ITEMS),
        metadata=described("Or: fix all findings of these severities."),
    )

    @validates_schema
    def one_way(self, data: dict[str, Any], **_: Any) -> None:
        if ("id" in data) == ("severities" in data):
            raise ValidationError("Send either id and place, or severities.")


class Following(WholeCard):
    items = fields.List(
        name(""),
        validate=validate.Length(max=MOST_ITEMS),
        metadata=described("Proposals to apply; all by default."),
    )


class Handicapping(WholeCard):
    side = one_of(
        (*SIDES, REHEARSED),
        "Side of the weaker player; rehearsed: the side that a rehearsal found weaker.",
        required=True,
    )


class Part(Strict):
    part = names("Known fields of a card.", required=True)
    seed = seed()


class CardOnly(Schema):
    card = fields.Dict(required=True)


class Fixed(CardOnly):
    fixed = fields.List(fields.Dict(), required=True, metadata=described("Fixed findings, in order."))


def in_each_language(text: str, **options: Any) -> fields.Dict:
    """Declare a field for a text by language, ``{"es": ..., "en": ...}``."""
    words = fields.String()
    return fields.Dict(keys=fields.String(), values=words, required=True, metadata=described(text), **options)


class CardFinding(Schema):
    """A finding about a place of a card."""

    id = fields.String(required=True)
    severity = one_of(("E", "W", "I"), "Error, warning, information.", required=True)
    place = fields.String(required=True, metadata=described("JSON pointer."))
    text = in_each_language("Text by language.")
    rule = fields.String(required=True)
    fix = in_each_language("Effect of the fix by language.", allow_none=True)


class Findings(Schema):
    refused = fields.Boolean(required=True, metadata=described("Whether one of them is an error."))
    findings = fields.List(fields.Nested(CardFinding), required=True)


class Prices(Schema):
    prices = fields.List(fields.Dict(), required=True)
    proposals = fields.List(fields.Dict(), required=True)
    strengths = fields.List(
        fields.Dict(),
        required=True,
        metadata=described("Squads and leaders, compared with the guide."),
    )
    meter = fields.Dict(required=True)


class Search(Language):
    """A scenario search."""

    q = fields.String(validate=validate.Length(max=100))
    faction = name("")
    year = count("")
    size = one_of(SIZES, "Size of a force in it.")
    map = count("")
    page = fields.Integer(
        load_default=1, validate=validate.Range(1, MOST_PAGES), metadata=described("Page number.")
    )
    size_of_page = fields.Integer(
        load_default=50, validate=validate.Range(1, 100), metadata=described("Items on a page.")
    )


class Shelved(Schema):
    """A scenario in a list."""

    id = fields.String(required=True)
    version = fields.Integer(required=True, allow_none=True)
    title = fields.Raw(required=True)
    year = fields.Raw(required=True)
    map = fields.Raw(required=True)
    factions = fields.Dict(required=True)
    sizes = fields.Dict(required=True)
    links = fields.List(fields.String(), required=True)


class Between(Strict):
    before = count("", required=True)
    after = count("", required=True)


class Change(Schema):
    """One difference between two versions."""

    kind = one_of(("added", "removed", "changed"), "Kind of change.", required=True)
    place = fields.String(required=True)
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)
    text = in_each_language("Text by language.")


class ScenarioPrinting(Printing):
    seat = one_of(SEATS, "The seat whose view is returned.", load_default="everyone")


class ScenarioEyes(Language):
    seat = one_of(SEATS, "The seat whose view is returned.", load_default="everyone")
