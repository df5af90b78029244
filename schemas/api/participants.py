"""API schemas of the participants of a table: seats, invitations, notes and recovery codes."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import Strict, described, identifier, one_of, person
from .tables import Outline

LINK = r"^[a-z2-7]{32}$"
NOTE = r"^[^\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]*$"
LONGEST_NOTE = 1000
MOST_LINKS = 60
LONGEST_CODE = 60


class Seat(Strict):
    seat = fields.String(
        required=True, validate=validate.Length(min=1, max=16), metadata=described("A seat of this table.")
    )


class Named(Strict):
    """The name of a participant."""

    name = person("Your name; everyone sees it.")


class Chair(Schema):
    """A seat and its holder."""

    seat = fields.String(required=True)
    name = fields.String(required=True)
    state = one_of(("yours", "taken", "invited", "free"), "State of the seat.", required=True)
    since = fields.String(required=True, metadata=described("Time when it was taken, if known."))
    invitation = fields.String(
        required=True, metadata=described("Unused invitation, for the player who made it.")
    )
    hand_over = fields.String(
        required=True, metadata=described("Token that hands the seat over, for its player.")
    )
    handing = fields.Boolean(required=True, metadata=described("Whether it is offered to another player."))


class Word(Schema):
    """A single-use invitation to a seat, see /invitations."""

    invitation = identifier("Token; give it to the invited player.", required=True)


class Invitation(Schema):
    """The table and seat that an invitation is for."""

    table = identifier("Public id of the table, for watching.", required=True)
    procedure = fields.String(required=True)
    title = fields.String(required=True)
    seat = fields.String(required=True)
    kind = one_of(
        ("invite", "hand"), "invite: a free seat; hand: a seat that its player hands over.", required=True
    )
    by = fields.String(required=True, metadata=described("Name of the player who made it."))
    used = fields.Boolean(required=True)


class Taken(Schema):
    """A seat that the caller now holds, with its secret link."""

    table = identifier("The table.", required=True)
    seat = fields.String(required=True)
    link = identifier("Secret link of the seat; it is not shown again.", required=True)


class NewNote(Strict):
    """A note to add beside the log."""

    text = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=LONGEST_NOTE), validate.Regexp(NOTE)],
        metadata=described("Text of the note."),
    )
    private = fields.Boolean(load_default=False, metadata=described("Whether only you see it."))


class Note(Schema):
    """A note beside the log."""

    seat = fields.String(required=True)
    text = fields.String(required=True)
    private = fields.Boolean(required=True)
    after = fields.Integer(required=True, metadata=described("Number of answers when it was written."))
    at = fields.String(required=True)


class Links(Strict):
    """Links of seats, or of tables to watch."""

    links = fields.List(
        fields.String(validate=validate.Regexp(LINK)),
        required=True,
        validate=validate.Length(min=1, max=MOST_LINKS),
        metadata=described("Links as they were issued."),
    )


class Outlook(Schema):
    """A short summary of a table."""

    link = fields.String(required=True)
    found = fields.Boolean(required=True, metadata=described("False if the link is not valid any more."))
    table = fields.String(required=True)
    procedure = fields.String(required=True)
    title = fields.String(required=True)
    seat = fields.String(required=True)
    together = fields.Boolean(required=True, metadata=described("Whether several players share the device."))
    yours = fields.Boolean(required=True)
    finished = fields.Boolean(required=True)
    closed = fields.Boolean(required=True)
    asked = fields.List(fields.Nested(Outline), required=True)
    sealed = fields.List(fields.String(), required=True)
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    wanted = fields.List(
        one_of(("report", "undo", "reveal", "evening"), ""),
        required=True,
        metadata=described("Requests that wait for this seat, besides its turn."),
    )
    last = fields.String(required=True, metadata=described("The last answer as text."))
    last_at = fields.String(required=True)


class Code(Schema):
    """A recovery code; it works once."""

    code = fields.String(required=True, metadata=described("Single-use code; it is not shown again."))


class TypedCode(Strict):
    """A recovery code as the user typed it."""

    code = fields.String(
        required=True,
        validate=validate.Length(min=1, max=LONGEST_CODE),
        metadata=described("Hyphens and spaces are ignored."),
    )
