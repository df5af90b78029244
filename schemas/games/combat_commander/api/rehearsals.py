"""API schemas of rehearsals."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from schemas.api.common import SeedField, Strict, described, identifier, names

HEX = r"^[0-9a-f]{32}$"


class NewRehearsal(Strict):
    """A battle or a card to rehearse."""

    battle = identifier("Battle, by any of its ids.")
    card = names("Or a card, format hora-h/card/1; its public view is rehearsed.")
    times = fields.Integer(
        validate=validate.Range(1, 400),
        metadata=described("Number of fights; by default 100, with a veteran 40."),
    )
    level = fields.String(
        load_default="regular",
        validate=validate.Length(1, 80),
        metadata=described("Computer player of both sides: recruit, regular, veteran, random or a style."),
    )
    axis_level = fields.String(
        validate=validate.Length(1, 80), metadata=described("Computer player of the Axis, if another.")
    )
    allied_level = fields.String(
        validate=validate.Length(1, 80), metadata=described("Computer player of the Allies, if another.")
    )

    @validates_schema
    def one_way(self, data: dict[str, Any], **_: Any) -> None:
        if ("battle" in data) == ("card" in data):
            raise ValidationError("Send either battle or card.")


class Rehearsal(Schema):
    """The progress of a rehearsal, and its results so far."""

    id = fields.String(required=True, validate=validate.Regexp(HEX))
    state = fields.String(required=True, validate=validate.OneOf(("waiting", "done", "failed")))
    done = fields.Integer(required=True, metadata=described("Finished fights."))
    total = fields.Integer(required=True, metadata=described("Requested fights."))
    ahead = fields.Integer(required=True, metadata=described("Jobs before it in the queue."))
    result = fields.Dict(required=True, metadata=described("Result so far, format hora-h/rehearsal/1."))


class NewSearch(Strict):
    """A search for a balanced battle with the settings of an existing one."""

    battle = identifier("Battle whose settings are used, by any of its ids.", required=True)
    seed = SeedField("First seed of the search, or two parts: open.secret.")


class Looked(Schema):
    """A battle that the search examined."""

    fights = fields.Integer(
        required=True, metadata=described("Number of fights; 0 if the battle cannot be rehearsed.")
    )
    axis_wins = fields.Integer(required=True, metadata=described("Fights won by the Axis."))


class Search(Schema):
    """The progress of a search."""

    id = fields.String(required=True, validate=validate.Regexp(HEX))
    state = fields.String(required=True, validate=validate.OneOf(("waiting", "done", "failed")))
    done = fields.Integer(required=True, metadata=described("Examined battles."))
    total = fields.Integer(required=True, metadata=described("Maximum number of battles to examine."))
    ahead = fields.Integer(required=True, metadata=described("Jobs before it in the queue."))
    tried = fields.List(fields.Nested(Looked), required=True)
    found = fields.Boolean(required=True, metadata=described("Whether a balanced battle was found."))
    refusal = fields.String(
        required=True, allow_none=True, metadata=described("Why none was found, when the search is over.")
    )
