"""API schemas of notifications: subscriptions of a seat, quiet hours and the next meeting."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from .common import TITLE, Strict, count, described, one_of

WAYS = ("push", "webhook", "mail")
FORMS = ("json", "discord")
TROUBLES = ("", "gone", "refused", "inside", "silent")
KINDS = ("turn", "report", "undo", "reveal", "evening", "trial", "confirm")
STATES = ("waiting", "sent", "dropped", "failed")
LONGEST_ADDRESS = 2000
LONGEST_PLACE = 120
HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


def _zone(text: str) -> fields.String:
    return fields.String(
        required=True,
        validate=validate.Length(min=1, max=64),
        metadata=described(text, example="Europe/Madrid"),
    )


def _hour(text: str, **options: Any) -> fields.String:
    return fields.String(
        required=True, validate=validate.Regexp(HOUR), metadata=described(text, example="22:30"), **options
    )


class Subscription(Schema):
    """The JSON of a browser's push subscription (PushManager.subscribe)."""

    class Meta:
        unknown = INCLUDE  # browsers add fields

    endpoint = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_ADDRESS))
    keys = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=described("p256dh and auth.")
    )


class NewCall(Strict):
    """A notification subscription to create; a test message is sent at once."""

    way = one_of(WAYS, "One of those that are offered here.", required=True)
    address = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_ADDRESS),
        metadata=described("Of the webhook, or the mail address."),
    )
    subscription = fields.Nested(Subscription, metadata=described("Of a browser, for push."))
    form = one_of(FORMS, "How a webhook is told.", load_default="json")
    zone = fields.String(
        load_default="",
        validate=validate.Length(max=64),
        metadata=described("The time zone of whoever is called; UTC unless known."),
    )


class LastMessage(Schema):
    kind = one_of(KINDS, "What it was about.", required=True)
    state = one_of(STATES, "What became of it.", required=True)
    at = fields.String(required=True, metadata=described("When it was due."))


class Call(Schema):
    """A notification subscription of a seat."""

    id = fields.String(required=True)
    way = one_of(WAYS, "", required=True)
    form = fields.String(required=True, metadata=described("Of a webhook: json or discord."))
    place = fields.String(required=True, metadata=described("The mail address, or whose server it is."))
    lang = fields.String(required=True, metadata=described("The language of its messages."))
    confirmed = fields.Boolean(
        required=True, metadata=described("False: the code of the letter that came there is wanted.")
    )
    trouble = one_of(TROUBLES, "Why nothing is sent; empty where all is well.", required=True)
    last = fields.Nested(LastMessage, required=True, allow_none=True)


class QuietHours(Strict):
    """Hours without notifications, in a time zone."""

    zone = _zone("Whose clock counts.")
    start = _hour("From this hour.", data_key="from")
    end = _hour("To this hour.", data_key="to")


class Calls(Schema):
    """The subscriptions of a seat, and the kinds that the server offers."""

    offered = fields.List(one_of(WAYS, ""), required=True)
    key = fields.String(required=True, metadata=described("applicationServerKey for PushManager.subscribe."))
    after = fields.Integer(
        required=True, metadata=described("Who answers within so many seconds is not told.")
    )
    quiet = fields.Nested(QuietHours, required=True, allow_none=True)
    calls = fields.List(fields.Nested(Call), required=True)


class CallCode(Strict):
    """The confirmation code sent to an e-mail address."""

    code = fields.String(required=True, validate=validate.Length(min=1, max=40))


class Renewal(Strict):
    """A browser's new push subscription in place of an old one."""

    old = fields.Nested(Subscription, required=True, metadata=described("Whole, as it was given to us."))
    new = fields.Nested(Subscription, required=True)


class NewEvening(Strict):
    """A proposed time and place to meet."""

    day = fields.String(
        required=True,
        validate=validate.Regexp(DAY),
        metadata=described("As 2026-11-20.", example="2031-05-09"),
    )
    hour = _hour("By the clock of the zone.")
    zone = _zone("Whose clock counts.")
    minutes = fields.Integer(
        load_default=180, validate=validate.Range(30, 1440), metadata=described("How long it lasts.")
    )
    place = fields.String(
        load_default="",
        validate=[validate.Length(max=LONGEST_PLACE), validate.Regexp(TITLE)],
        metadata=described("Only those who sit at the table read it."),
    )


class Evening(Schema):
    """The proposed meeting, and the seats that agreed to it."""

    number = fields.Integer(required=True, metadata=described("To agree to this one and to no other."))
    seat = fields.String(required=True, metadata=described("Who proposed it."))
    agreed = fields.List(fields.String(), required=True)
    start = fields.String(required=True, metadata=described("By the clock of the zone: 2026-11-20T19:30."))
    zone = fields.String(required=True)
    minutes = fields.Integer(required=True)
    place = fields.String(required=True)


class NextEvening(Schema):
    evening = fields.Nested(Evening, required=True, allow_none=True, metadata=described("null: none yet."))


class ThisEvening(Strict):
    number = count("Which one.", required=True)
