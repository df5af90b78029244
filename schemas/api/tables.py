"""API schemas of shared tables."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import TITLE, Strict, described, identifier, names, one_of, person, settings


class NewTable(Strict):
    """A table to open; every field is optional."""

    procedure = fields.String(
        validate=validate.Length(max=64), metadata=described("What is played, see /procedures.")
    )
    settings = settings("Settings by name, see /procedures.")
    title = fields.String(
        load_default="",
        validate=[validate.Length(max=120), validate.Regexp(TITLE)],
        metadata=described("What you call it."),
    )
    mine = fields.String(
        validate=validate.Length(max=16),
        metadata=described(
            "Your seat, or referee: you get its link and invitations for the others. "
            "Without it you get the links of all seats."
        ),
    )
    name = person("Your name, where you say your seat.")
    referee = fields.Boolean(load_default=False, metadata=described("Invite a referee as well."))
    box = names("What you copied from your components, see /boxes; the table keeps a copy.")
    box_link = identifier("Or the secret link of the box in which it is kept.")


class Commitments(Schema):
    """SHA-256 of the seed in hexadecimal, shown before the first die."""

    open = fields.String(required=True, metadata=described("Of the part that gives what all can see."))
    whole = fields.String(required=True, metadata=described("Of the whole seed."))


class OpenedTable(Schema):
    """A new table with its links."""

    id = identifier("The table; by it anyone may watch.", required=True)
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described(
            "The link of each seat is its key: whoever has it sits there. They are shown once and never "
            "again. That of everyone is for watching, and is also the id of the table."
        ),
    )
    commitments = fields.Nested(Commitments, required=True)
    invitations = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described("Of each seat that is still to be taken, where you said which is yours."),
    )


class Outline(Schema):
    """An open question: its kind, its rule and the seat that answers."""

    kind = one_of(("roll", "draw", "choose", "buy", "report"), "What kind of answer.", required=True)
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
        metadata=described("Its open part when all is answered; the whole of it when all is revealed."),
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

    number = fields.Integer(required=True, metadata=described("Give it when you agree."))
    seat = fields.String(required=True)
    place = fields.Integer(
        required=True, allow_none=True, metadata=described("The answer that it corrects, if it does.")
    )
    agreed = fields.List(fields.String(), required=True)
    value = fields.Raw(
        required=True, allow_none=True, metadata=described("What was told; watchers do not read it.")
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
    seat = fields.String(required=True, metadata=described("Who sees this."))
    version = fields.Integer(required=True, metadata=described("Grows with everything that happens."))
    number = fields.Integer(
        required=True, metadata=described("Of what is asked now; give it with the answer.")
    )
    answers = fields.Integer(required=True)
    asked = fields.List(fields.Nested(Outline), required=True)
    sealed = fields.List(
        fields.String(), required=True, metadata=described("Seats whose answer lies sealed.")
    )
    yours = fields.Boolean(required=True, metadata=described("This seat is asked."))
    finished = fields.Boolean(required=True)
    seeds = fields.List(fields.Nested(Seed), required=True)
    persons = fields.List(fields.String(), required=True, metadata=described("Seats that people play."))
    undo = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata=described("Which seats want to take back how many answers."),
    )
    undone = fields.List(fields.Nested(Undone), required=True)
    reveal = fields.List(fields.String(), required=True, metadata=described("Seats that want all revealed."))
    proposal = fields.Nested(
        Proposal, required=True, allow_none=True, metadata=described("What waits for the others to agree.")
    )
    refusal = fields.Nested(Refusal, required=True, allow_none=True)
    corrected = fields.List(
        fields.Integer(),
        required=True,
        metadata=described("Answers that stand in the place of others, by agreement."),
    )
    revealed = fields.Boolean(required=True)
    catalog = fields.String(
        required=True, metadata=described("The version of the catalogues that this table belongs to.")
    )
    playable = fields.Boolean(
        required=True,
        metadata=described(
            "False where the catalogues of this server are others: it shows, but takes no answer."
        ),
    )
    adopted = fields.List(
        fields.Integer(),
        required=True,
        metadata=described("The answers from which on other catalogues counted than before."),
    )
    names = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described("How those who sit there are called, as far as they said."),
    )
    closed = fields.Nested(
        Closed, required=True, allow_none=True, metadata=described("Who closed the table, and when.")
    )
    state = fields.Dict(
        required=True, allow_none=True, metadata=described("How the game stands, where the procedure says.")
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
    of = fields.String(metadata=described("What kind of thing the options are."))
    options = fields.List(fields.String())
    least = fields.Integer()
    most = fields.Integer(allow_none=True)
    context = fields.Dict()
    shelf = fields.List(fields.Nested(Ware))
    stock = fields.Dict()
    budget = fields.Integer(allow_none=True)
    form = fields.Dict(metadata=described("The answer's form, as JSON Schema."))


class Answer(Strict):
    """An answer to the question with a given number."""

    number = fields.Integer(required=True, strict=True, validate=validate.Range(0, 2**31 - 1))
    answer = fields.Raw(
        required=True,
        allow_none=True,
        metadata=described(
            "roll: [3, 5]; choose: an option, or a list; buy: how many of each; report: as its form says.",
            example=[3, 5],
        ),
    )


class Undo(Strict):
    """A request to undo answers."""

    answers = fields.Integer(
        load_default=1,
        strict=True,
        validate=validate.Range(1, 100_000),
        metadata=described("How many of the answers that people gave."),
    )


class Agreement(Strict):
    """Agreement with a result that another seat reported."""

    number = fields.Integer(required=True, strict=True, validate=validate.Range(0, 2**31 - 1))


REQUEST = "undo: to take answers back; reveal: to show all; proposal: what waits to be confirmed."


class Withdrawal(Strict):
    """Withdrawal of the seat's own request."""

    what = one_of(("undo", "reveal", "proposal"), REQUEST, required=True)


class Refused(Withdrawal):
    """Rejection of another seat's request or report."""

    why = fields.String(
        load_default="",
        validate=[validate.Length(max=200), validate.Regexp(TITLE)],
        metadata=described("What is not so."),
    )


class Corrected(Strict):
    """A replacement for an answer that all had agreed to."""

    place = fields.Integer(
        required=True, strict=True, validate=validate.Range(0, 2**31 - 1), metadata=described("Its number.")
    )
    answer = fields.Raw(required=True, allow_none=True, metadata=described("As it should have been."))


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
        metadata=described("Rolls and draws that stand as they fell before a correction."),
    )
    sealed_settings = fields.List(
        fields.String(),
        required=True,
        metadata=described("Settings of which this seat does not see all yet."),
    )
    box = fields.Dict(
        required=True,
        allow_none=True,
        metadata=described("What an owner copied from his components, where it is played with."),
    )


class CardLine(Schema):
    """A finished card."""

    number = fields.Integer(required=True)
    card = fields.Dict(required=True, metadata=described("The card document, format hora-h/card/1."))


class Mismatch(Schema):
    """A difference between a record and its seed."""

    n = fields.Integer(required=True, allow_none=True, metadata=described("The answer it concerns."))
    en = fields.String(required=True)
    es = fields.String(required=True)


class Verdict(Schema):
    """The result of checking a record against its seed."""

    sound = fields.Boolean(required=True, metadata=described("Nothing was found."))
    checked = fields.Integer(required=True, metadata=described("Rolls and draws held against the seed."))
    sealed = fields.Integer(required=True, metadata=described("Secret draws that cannot be checked yet."))
    typed = fields.Integer(required=True, metadata=described("Rolls that people typed in."))
    carried = fields.Integer(
        required=True, metadata=described("Rolls and draws that moved with a correction of their players.")
    )
    chosen = fields.Integer(required=True, metadata=described("Answers that are no matter of chance."))
    findings = fields.List(fields.Nested(Mismatch), required=True)


class AnyRecord(Schema):
    """A table's record, or a card with its transcript; other fields are ignored."""

    format = fields.String(required=True, validate=validate.OneOf(("hora-h/table/1", "hora-h/card/1")))
