"""API schemas of authored documents."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import (
    LINE_PATTERN,
    MAX_DATABASE_INTEGER,
    Strict,
    count,
    described,
    identifier,
    name,
    names,
    one_of,
)

SEVERITIES = ("error", "warning", "note")
MOST_PAGES = 100_000


class DocumentKind(Schema):
    """A kind of document of a game."""

    game = fields.String(required=True)
    kind = fields.String(required=True)
    format = fields.String(required=True)
    title = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    columns = fields.List(fields.String(), required=True)
    schema = fields.Dict(required=True, metadata=described("JSON Schema of the document."))


class Looking(Strict):
    """A document search."""

    game = name("Game.", required=True)
    kind = name("Kind of document.", required=True)
    q = fields.String(
        load_default="",
        validate=validate.Length(max=100),
        metadata=described("Words that the documents contain."),
    )
    page = fields.Integer(
        load_default=1, validate=validate.Range(1, MOST_PAGES), metadata=described("Page number.")
    )
    size = fields.Integer(
        load_default=40, validate=validate.Range(1, 100), metadata=described("Items on a page.")
    )


class DocumentLine(Schema):
    """A document in a list."""

    id = fields.String(required=True)
    shown = fields.Dict(required=True, metadata=described("Title and columns."))
    at = fields.String(required=True)
    of_library = fields.Boolean(required=True, metadata=described("Whether it comes with the game."))


class DocumentPage(Schema):
    items = fields.List(fields.Nested(DocumentLine), required=True)
    total = fields.Integer(required=True)
    page = fields.Integer(required=True)
    size = fields.Integer(required=True)


class NewDocument(Strict):
    """A document to create; without contents it starts from the blank document."""

    game = name("Game.", required=True)
    kind = name("Kind of document.", required=True)
    document = names("The document.")


class WholeDocument(Strict):
    """A document to check or render; it is not saved."""

    game = name("Game.", required=True)
    kind = name("Kind of document.", required=True)
    document = names("The document.", required=True)


class DocumentFixing(WholeDocument):
    severities = fields.List(
        one_of(SEVERITIES, ""),
        load_default=["error"],
        validate=validate.Length(1, 3),
        metadata=described("Severities of the findings to fix."),
    )


class Draft(Strict):
    """The fields common to every new version of a document."""

    version = fields.Integer(
        required=True,
        validate=validate.Range(0, MAX_DATABASE_INTEGER),
        metadata=described("The version that this one follows."),
    )
    note = fields.String(
        load_default="",
        validate=[validate.Length(max=200), validate.Regexp(LINE_PATTERN)],
        metadata=described("A note; versions with a note are never deleted."),
    )
    listed = fields.Boolean(metadata=described("Whether the public library lists it."))


class DocumentDraft(Draft):
    """The next version of a document."""

    document = names("The document.", required=True)


class DocumentChange(Schema):
    """A place and the value to put there; without a value, the place is removed."""

    place = fields.List(fields.Raw(), required=True)
    value = fields.Raw(allow_none=True)


class DocumentFinding(Schema):
    """A finding about a place of a document."""

    severity = fields.String(required=True)
    code = fields.String(required=True)
    place = fields.String(required=True, metadata=described("JSON pointer."))
    text = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    fix = fields.List(fields.Nested(DocumentChange), required=True, allow_none=True)


class DocumentFindings(Schema):
    sound = fields.Boolean(required=True, metadata=described("Whether it has no errors."))
    findings = fields.List(fields.Nested(DocumentFinding), required=True)


class FixedDocument(Schema):
    document = fields.Dict(required=True)
    fixed = fields.List(fields.Nested(DocumentFinding), required=True)


class Document(Schema):
    """A document; without the writers' link, its public view."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    kind = fields.String(required=True)
    version = fields.Integer(required=True)
    document = fields.Dict(required=True)
    at = fields.String(required=True)
    listed = fields.Boolean(required=True)


class BegunDocument(Schema):
    """A new document with its secret link."""

    id = identifier("Public id, for readers.", required=True)
    link = identifier("The writers' secret link; it is not shown again.", required=True)
    version = fields.Integer(required=True)
    document = fields.Dict(required=True)


class DocumentVersion(Schema):
    version = fields.Integer(required=True)
    note = fields.String(required=True)
    at = fields.String(required=True)


class WhichDocument(Strict):
    version = count("Version; the latest by default.")
