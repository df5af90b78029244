"""API schemas of shared tables."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import LINE_PATTERN, Strict, described, identifier, names, one_of, person, settings


class NewTable(Strict):
    """A table to open; every field is optional."""

    procedure = fields.String(
        validate=validate.Length(max=64), metadata=described("Procedure, see /procedures.")
    )
    settings = settings("Settings by name, see /procedures.")
    title = fields.String(
        load_default="",
        validate=[validate.Length(max=120), validate.Regexp(LINE_PATTERN)],
        metadata=described("Title."),
    )
    mine = fields.String(
        validate=validate.Length(max=16),
        metadata=described(
            "Your seat, or referee: you get its link and invitations for the others. "
            "Without it you get the links of all seats."
        ),
    )
    name = person("Your name, if you choose a seat.")
    referee = fields.Boolean(load_default=False, metadata=described("Invite a referee as well."))
    box = names("Your owner data, see /boxes; the table stores a copy.")
    box_link = identifier("Or the secret link of stored owner data.")


class Commitments(Schema):
    """SHA-256 of the seed in hexadecimal, shown before the first die."""

    open = fields.String(
        required=True, metadata=described("Hash of the open part, which decides what everyone sees.")
    )
    whole = fields.String(required=True, metadata=described("Hash of the whole seed."))


class OpenedTable(Schema):
    """A new table with its links."""

    id = identifier("The table; by it anyone may watch.", required=True)
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described(
            "The secret link of each seat; it is not shown again. The link of everyone is for watching "
            "and is also the id of the table."
        ),
    )
    commitments = fields.Nested(Commitments, required=True)
    invitations = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described("Invitation for each free seat, if you chose yours."),
    )


class Outline(Schema):
    """An open question: its kind, its rule and the seat that answers."""

    kind = one_of(("roll", "draw", "choose", "buy", "report"), "Kind of answer.", required=True)
    rule = fields.String(required=True)
    ask = fields.String(required=True)
    seat = fields.String(required=True)


class Seed(Schema):
    """A seed, and the number of the answer from which it applies."""

    start = fields.Integer(required=True, data_key="from", attribute="from")
    commitments = fields.Nested(Commitments, required=True)
    seed = fields.String(
        required=True,
        allow_none=True,
        metadata=described("The open part when the game is over; the whole seed after the reveal."),
    )


class Undone(Schema):
    """An undo: the number of answers before and after it."""

    had = fields.Integer(required=True, data_key="from", attribute="from")
    keep = fields.Integer(required=True, data_key="to", attribute="to")


class Closed(Schema):
    """The closing of a table, which then takes no answers."""

    seat = fields.String(required=True)
    at = fields.String(required=True)


class Proposal(Schema):
    """A reported result; it counts when every person at the table agrees."""

    number = fields.Integer(required=True, metadata=described("Number of the proposal; send it to agree."))
    seat = fields.String(required=True)
    place = fields.Integer(
        required=True, allow_none=True, metadata=described("Index of the answer that it corrects, if any.")
    )
    agreed = fields.List(fields.String(), required=True)
    value = fields.Raw(
        required=True, allow_none=True, metadata=described("The reported value; null for watchers.")
    )


class Refusal(Schema):
    """The last rejection of a request."""

    seat = fields.String(required=True)
    what = fields.String(required=True)
    why = fields.String(required=True)


class State(Schema):
    """The state of a table as a seat sees it."""

    id = identifier("The table.", required=True)
    procedure = fields.String(required=True)
    title = fields.String(required=True)
    opened_at = fields.String(required=True)
    settings = fields.Dict(required=True)
    seat = fields.String(required=True, metadata=described("The seat whose view this is."))
    version = fields.Integer(required=True, metadata=described("Grows with every event."))
    number = fields.Integer(
        required=True, metadata=described("Number of the current question; send it with the answer.")
    )
    answers = fields.Integer(required=True)
    asked = fields.List(fields.Nested(Outline), required=True)
    sealed = fields.List(
        fields.String(), required=True, metadata=described("Seats that have answered secretly.")
    )
    yours = fields.Boolean(required=True, metadata=described("Whether this seat is asked."))
    finished = fields.Boolean(required=True)
    seeds = fields.List(fields.Nested(Seed), required=True)
    persons = fields.List(fields.String(), required=True, metadata=described("Seats played by people."))
    undo = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata=described("Requested undo by seat: number of answers."),
    )
    undone = fields.List(fields.Nested(Undone), required=True)
    reveal = fields.List(
        fields.String(), required=True, metadata=described("Seats that have requested the reveal.")
    )
    proposal = fields.Nested(
        Proposal, required=True, allow_none=True, metadata=described("Proposal that waits for agreement.")
    )
    refusal = fields.Nested(Refusal, required=True, allow_none=True)
    corrected = fields.List(
        fields.Integer(),
        required=True,
        metadata=described("Indexes of corrected answers."),
    )
    revealed = fields.Boolean(required=True)
    catalog = fields.String(required=True, metadata=described("Version of the table's catalogues."))
    playable = fields.Boolean(
        required=True,
        metadata=described(
            "False if the server has other catalogues: the table is shown, but takes no answers."
        ),
    )
    changes = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "Rows of the catalogues that have changed since, by table."},
    )
    adopted = fields.List(
        fields.Integer(),
        required=True,
        metadata=described("Indexes of the answers from which new catalogues were used."),
    )
    names = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described("Names of the players by seat."),
    )
    closed = fields.Nested(
        Closed,
        required=True,
        allow_none=True,
        metadata=described("The seat that closed the table, and the time."),
    )
    state = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("State of the game, if the procedure describes one."),
    )


class Ware(Schema):
    """An item that can be bought."""

    id = fields.String(required=True)
    price = fields.Integer(required=True)
    uses = fields.Dict(required=True)
    group = fields.String(required=True, allow_none=True)
    grade = fields.String(required=True, allow_none=True)


class Prompt(Outline):
    """A question with everything needed to answer it; its fields depend on its kind."""

    number = fields.Integer(required=True)
    secret = fields.Boolean(required=True)
    of = fields.String(metadata=described("What the options are."))
    options = fields.List(fields.String())
    least = fields.Integer()
    most = fields.Integer(allow_none=True)
    context = fields.Dict()
    shelf = fields.List(fields.Nested(Ware))
    stock = fields.Dict()
    budget = fields.Integer(allow_none=True)
    form = fields.Dict(metadata=described("JSON Schema of the answer."))


class Answer(Strict):
    """An answer to the question with a given number."""

    number = fields.Integer(required=True, strict=True, validate=validate.Range(0, 2**31 - 1))
    answer = fields.Raw(
        required=True,
        allow_none=True,
        metadata=described(
            "roll: [3, 5]; choose: an option or a list; buy: the number of each item; report: see form.",
            example=[3, 5],
        ),
    )


class Undo(Strict):
    """A request to undo answers."""

    answers = fields.Integer(
        load_default=1,
        strict=True,
        validate=validate.Range(1, 100_000),
        metadata=described("Number of answers of people to take back."),
    )


class Agreement(Strict):
    """Agreement with a result that another seat reported."""

    number = fields.Integer(required=True, strict=True, validate=validate.Range(0, 2**31 - 1))


REQUEST = "undo: take answers back; reveal: show everything; proposal: a report to be confirmed."


class Withdrawal(Strict):
    """Withdrawal of the seat's own request."""

    what = one_of(("undo", "reveal", "proposal"), REQUEST, required=True)


class Refused(Withdrawal):
    """Rejection of another seat's request or report."""

    why = fields.String(
        load_default="",
        validate=[validate.Length(max=200), validate.Regexp(LINE_PATTERN)],
        metadata=described("Reason."),
    )


class Corrected(Strict):
    """A replacement for an answer that all had agreed to."""

    place = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0, 2**31 - 1),
        metadata=described("Index of the answer."),
    )
    answer = fields.Raw(required=True, allow_none=True, metadata=described("The correct answer."))


class Record(Schema):
    """The record of a table, for checking its dice elsewhere."""

    format = fields.String(required=True)
    procedure = fields.String(required=True)
    catalog = fields.String(required=True)
    settings = fields.Dict(required=True)
    seeds = fields.List(fields.Nested(Seed), required=True)
    finished = fields.Boolean(required=True)
    entries = fields.List(fields.Dict(), required=True)
    carried = fields.List(
        fields.Integer(),
        required=True,
        metadata=described("Rolls and draws kept from before a correction."),
    )
    sealed_settings = fields.List(
        fields.String(),
        required=True,
        metadata=described("Settings that this seat sees only in part."),
    )
    box = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("Owner data that the table uses, for its players; null for watchers."),
    )


class CardLine(Schema):
    """A finished card."""

    number = fields.Integer(required=True)
    card = fields.Dict(required=True, metadata=described("The card document, format hora-h/card/1."))


class Mismatch(Schema):
    """A difference between a record and its seed."""

    n = fields.Integer(required=True, allow_none=True, metadata=described("Index of the answer."))
    en = fields.String(required=True)
    es = fields.String(required=True)


class Verdict(Schema):
    """The result of checking a record against its seed."""

    sound = fields.Boolean(required=True, metadata=described("Whether nothing was found."))
    checked = fields.Integer(required=True, metadata=described("Rolls and draws checked against the seed."))
    sealed = fields.Integer(required=True, metadata=described("Secret draws that cannot be checked yet."))
    typed = fields.Integer(required=True, metadata=described("Rolls that people typed."))
    carried = fields.Integer(
        required=True, metadata=described("Rolls and draws kept from before a correction.")
    )
    chosen = fields.Integer(required=True, metadata=described("Answers without chance."))
    findings = fields.List(fields.Nested(Mismatch), required=True)


class AnyRecord(Schema):
    """A table's record, or a card with its transcript; other fields are ignored."""

    format = fields.String(required=True, validate=validate.OneOf(("hora-h/table/1", "hora-h/card/1")))
