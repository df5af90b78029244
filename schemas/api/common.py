"""Fields and schemas that several resources share."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from schemas.limits import MAX_PERSON_NAME_LENGTH

LANGUAGE_PATTERN = r"^[a-z]{2}$"
PAPERS = ("a4", "letter")
LAYOUTS = ("landscape", "portrait")
ID_PATTERN = r"^(?:[a-z2-7]{26}|[a-z2-7]{32})$"
SEED_PATTERN = r"^[A-Za-z0-9_~-]{1,80}(\.[A-Za-z0-9_~-]{1,80})?$"
MAX_JSON_INTEGER = 2**53 - 1  # the largest integer that is exact in every JSON implementation
LINE_PATTERN = r"^[^\u0000-\u001f\u007f\ud800-\udfff]*$"
MAX_DATABASE_INTEGER = 2**31 - 1  # the largest integer that every database stores
MAX_NAME_LENGTH = 80  # characters of the name of a setting, a faction or a library scenario
MAX_LOG_LINES = 200  # lines of a log per response
MAX_DOCUMENT_KEYS = 100  # keys of a document or of settings; no document has as many


class Strict(Schema):
    """Base of request schemas: unknown names are rejected, so that a typo does not pass unnoticed."""

    class Meta:
        unknown = RAISE


def described(text: str, **more: Any) -> dict[str, Any]:
    return {"description": text, **more}


def identifier(text: str, **options: Any) -> fields.String:
    return fields.String(validate=validate.Regexp(ID_PATTERN), metadata=described(text), **options)


def one_of(choices: tuple[str, ...], text: str, **options: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(choices), metadata=described(text), **options)


class SeedField(fields.Field[str]):
    """A seed as text, or as an integer that is converted to its digits."""

    def __init__(self, text: str, **options: Any) -> None:
        forms = [
            {"type": "string", "pattern": SEED_PATTERN},
            {"type": "integer", "minimum": 0, "maximum": MAX_JSON_INTEGER},
        ]
        super().__init__(
            validate=validate.Regexp(SEED_PATTERN),
            metadata=described(text, oneOf=forms, example="1944.omaha"),
            **options,
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        if isinstance(value, str):
            return value
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= MAX_JSON_INTEGER or value != int(value):
            raise ValidationError("A seed is text like 1944.omaha, or a whole number of at least 0.")
        return str(int(value))


def settings(text: str) -> fields.Dict:
    """Declare a field for settings by name; /procedures lists their values and the procedure checks them."""
    return names(text, load_default=dict)


def names(text: str, **options: Any) -> fields.Dict:
    """Declare a field for a JSON document; its own schema checks the contents."""
    size = validate.Length(max=MAX_DOCUMENT_KEYS)
    return fields.Dict(keys=name(""), validate=size, metadata=described(text), **options)


def name(text: str, **options: Any) -> fields.String:
    """Declare a field for one of our names, such as a procedure or a faction."""
    return fields.String(
        validate=validate.Length(max=MAX_NAME_LENGTH), metadata=described(text) if text else {}, **options
    )


def count(text: str, **options: Any) -> fields.Integer:
    """Declare a field for an integer counted from 0, such as a version, a year or a map."""
    return fields.Integer(
        validate=validate.Range(0, MAX_DATABASE_INTEGER), metadata=described(text) if text else {}, **options
    )


def person(text: str, **options: Any) -> fields.String:
    """Declare a field for the name of a player."""
    rules = [validate.Length(max=MAX_PERSON_NAME_LENGTH), validate.Regexp(LINE_PATTERN)]
    return fields.String(validate=rules, metadata=described(text), **{"load_default": "", **options})


class Problem(Schema):
    """RFC 9457 problem details."""

    type = fields.String(required=True, metadata=described("URI that identifies the kind of problem."))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata=described("What is wrong and what would be right."))
    code = fields.String(required=True, metadata=described("Error code for programs."))
    errors = fields.Raw(metadata=described("The invalid fields and their errors."))


class Language(Strict):
    lang = fields.String(
        validate=validate.Regexp(LANGUAGE_PATTERN),
        metadata=described("Language, one of the catalogues; by default that of Accept-Language."),
    )


class Printing(Language):
    """Print options of a card."""

    paper = one_of(PAPERS, "Paper size.", load_default="a4")
    grey = fields.Boolean(load_default=False, metadata=described("Print in greys."))
    large = fields.Boolean(load_default=False, metadata=described("Print in larger type, on more pages."))
    layout = one_of(LAYOUTS, "Layout of a card, if the game has both.", load_default=LAYOUTS[0])
    sheets = fields.List(
        fields.String(validate=validate.Length(max=20)),
        load_default=list,
        validate=validate.Length(max=8),
        metadata=described("The sheets to print, if the game has several; all by default."),
    )


class Reading(Language):
    """The range of log lines to return."""

    start = count("The first line, counted from 0.", load_default=0)
    limit = fields.Integer(
        load_default=MAX_LOG_LINES,
        validate=validate.Range(1, MAX_LOG_LINES),
        metadata=described(
            "Maximum number of lines; if there are more, the header Link names the next page."
        ),
    )


class LogLine(Schema):
    """A log line: an answer, or a note of its consequences (with ``what`` and ``facts``)."""

    n = fields.Integer(
        required=True, metadata=described("Number of the answer; for a note, of answers before it.")
    )
    rule = fields.String(required=True)
    kind = fields.String()
    ask = fields.String()
    seat = fields.String()
    answer = fields.Raw(allow_none=True, metadata=described('{"hidden": true} for another seat\'s secret.'))
    secret = fields.Boolean()
    what = fields.String()
    facts = fields.Dict()
    text = fields.String(metadata=described("The line as text."))
