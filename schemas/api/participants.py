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
        required=True, validate=validate.Length(min=1, max=16), metadata=described("Of this table.")
    )


class Named(Strict):
    """The name of a participant."""

    name = person("As the others call you; everyone sees it.")


class Chair(Schema):
    """A seat and its holder."""

    seat = fields.String(required=True)
    name = fields.String(required=True)
    state = one_of(("yours", "taken", "invited", "free"), "Who has it.", required=True)
    since = fields.String(required=True, metadata=described("When it was taken, where that is known."))
    invitation = fields.String(required=True, metadata=described("For who made it, until it is used."))
    hand_over = fields.String(required=True, metadata=described("The same, for one's own seat."))
    handing = fields.Boolean(required=True, metadata=described("It is offered to another."))


class Word(Schema):
    """A single-use invitation to a seat, see /invitations."""

    invitation = identifier("Give it to whom it is for.", required=True)


class Invitation(Schema):
    """The table and seat that an invitation is for."""

    table = identifier("The table; by it anyone may watch.", required=True)
    procedure = fields.String(required=True)
    title = fields.String(required=True)
    seat = fields.String(required=True)
    kind = one_of(("invite", "hand"), "A free seat, or one that its player gives up.", required=True)
    by = fields.String(required=True, metadata=described("The name of who gave it out."))
    used = fields.Boolean(required=True)


class Taken(Schema):
    """A seat that the caller now holds, with its secret link."""

    table = identifier("The table.", required=True)
    seat = fields.String(required=True)
    link = identifier("The secret link of the seat; it is told here and never again.", required=True)


class NewNote(Strict):
    """A note to add beside the log."""

    text = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=LONGEST_NOTE), validate.Regexp(NOTE)],
        metadata=described("What you want to say."),
    )
    private = fields.Boolean(load_default=False, metadata=described("Only for yourself."))


class Note(Schema):
    """A note beside the log."""

    seat = fields.String(required=True)
    text = fields.String(required=True)
    private = fields.Boolean(required=True)
    after = fields.Integer(required=True, metadata=described("Answers that stood when it was written."))
    at = fields.String(required=True)


class Links(Strict):
    """Links of seats, or of tables to watch."""

    links = fields.List(
        fields.String(validate=validate.Regexp(LINK)),
        required=True,
        validate=validate.Length(min=1, max=MOST_LINKS),
        metadata=described("Each as it was given out."),
    )


class Outlook(Schema):
    """A short summary of a table."""

    link = fields.String(required=True)
    found = fields.Boolean(required=True, metadata=described("False: it leads nowhere any more."))
    table = fields.String(required=True)
    procedure = fields.String(required=True)
    title = fields.String(required=True)
    seat = fields.String(required=True)
    together = fields.Boolean(required=True, metadata=described("One device for several players."))
    yours = fields.Boolean(required=True)
    finished = fields.Boolean(required=True)
    closed = fields.Boolean(required=True)
    asked = fields.List(fields.Nested(Outline), required=True)
    sealed = fields.List(fields.String(), required=True)
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    wanted = fields.List(
        one_of(("report", "undo", "reveal", "evening"), ""),
        required=True,
        metadata=described("What waits for a word of this seat, apart from its turn."),
    )
    last = fields.String(required=True, metadata=described("The last move, in words."))
    last_at = fields.String(required=True)


class Code(Schema):
    """A recovery code; it works once."""

    code = fields.String(required=True, metadata=described("Told here and never again; it counts once."))


class TypedCode(Strict):
    """A recovery code as the user typed it."""

    code = fields.String(
        required=True,
        validate=validate.Length(min=1, max=LONGEST_CODE),
        metadata=described("Dashes and blanks do not count."),
    )
