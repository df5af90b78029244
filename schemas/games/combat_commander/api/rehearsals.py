"""Rehearsals."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.api.common import Strict, described, identifier

HEX = r"^[0-9a-f]{32}$"


class NewRehearsal(Strict):
    """A battle to be rehearsed."""

    battle = identifier("The battle, by any of its addresses.", required=True)
    times = fields.Integer(
        load_default=100, validate=validate.Range(1, 400), metadata=described("How many fights.")
    )


class Rehearsal(Schema):
    """How far a rehearsal is, and what its fights say so far."""

    id = fields.String(required=True, validate=validate.Regexp(HEX))
    state = fields.String(required=True, validate=validate.OneOf(("waiting", "done", "failed")))
    done = fields.Integer(required=True, metadata=described("Fights fought."))
    total = fields.Integer(required=True, metadata=described("Fights asked for."))
    ahead = fields.Integer(required=True, metadata=described("Rehearsals that are done before it."))
    result = fields.Dict(required=True, metadata=described("The document, format hora-h/rehearsal/1."))
