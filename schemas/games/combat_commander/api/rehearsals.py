"""API schemas of rehearsals."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from schemas.api.common import SeedField, Strict, described, identifier, names

HEX = r"^[0-9a-f]{32}$"


class NewRehearsal(Strict):
    """A battle or a card to rehearse."""

    battle = identifier("The battle, by any of its addresses.")
    card = names("Instead: a whole card, format hora-h/card/1; what everyone may see of it is rehearsed.")
    times = fields.Integer(
        load_default=100, validate=validate.Range(1, 400), metadata=described("How many fights.")
    )

    @validates_schema
    def one_way(self, data: dict[str, Any], **_: Any) -> None:
        if ("battle" in data) == ("card" in data):
            raise ValidationError("Say either battle or card.")


class Rehearsal(Schema):
    """The progress of a rehearsal, and its results so far."""

    id = fields.String(required=True, validate=validate.Regexp(HEX))
    state = fields.String(required=True, validate=validate.OneOf(("waiting", "done", "failed")))
    done = fields.Integer(required=True, metadata=described("Fights fought."))
    total = fields.Integer(required=True, metadata=described("Fights asked for."))
    ahead = fields.Integer(required=True, metadata=described("Rehearsals that are done before it."))
    result = fields.Dict(required=True, metadata=described("The document, format hora-h/rehearsal/1."))


class NewSearch(Strict):
    """A search for a balanced battle with the settings of an existing one."""

    battle = identifier("The battle whose settings are taken, by any of its addresses.", required=True)
    seed = SeedField("Where the search begins: a seed, or two parts: open.secret.")


class Looked(Schema):
    """A battle that the search examined."""

    fights = fields.Integer(required=True, metadata=described("Fights fought; 0 where none can be."))
    axis_wins = fields.Integer(required=True, metadata=described("Fights that the Axis won."))


class Search(Schema):
    """The progress of a search."""

    id = fields.String(required=True, validate=validate.Regexp(HEX))
    state = fields.String(required=True, validate=validate.OneOf(("waiting", "done", "failed")))
    done = fields.Integer(required=True, metadata=described("Battles looked at."))
    total = fields.Integer(required=True, metadata=described("Battles that are looked at most."))
    ahead = fields.Integer(required=True, metadata=described("Jobs that are done before it."))
    tried = fields.List(fields.Nested(Looked), required=True)
    found = fields.Boolean(required=True, metadata=described("A battle can be made from it."))
    refusal = fields.String(
        required=True, allow_none=True, metadata=described("Why there is none, once the search is over.")
    )
