"""API schemas of notifications: subscriptions of a seat, quiet hours and the next meeting."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from .common import LINE_PATTERN, Strict, count, described, one_of

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

    way = one_of(WAYS, "Channel; one of the values of offered.", required=True)
    address = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_ADDRESS),
        metadata=described("URL of the webhook, or e-mail address."),
    )
    subscription = fields.Nested(Subscription, metadata=described("Push subscription of the browser."))
    form = one_of(FORMS, "Format of a webhook's messages.", load_default="json")
    zone = fields.String(
        load_default="",
        validate=validate.Length(max=64),
        metadata=described("Time zone of the player; UTC by default."),
    )


class LastMessage(Schema):
    kind = one_of(KINDS, "Kind of message.", required=True)
    state = one_of(STATES, "Delivery state.", required=True)
    at = fields.String(required=True, metadata=described("Time when it was due."))


class Call(Schema):
    """A notification subscription of a seat."""

    id = fields.String(required=True)
    way = one_of(WAYS, "", required=True)
    form = fields.String(
        required=True, metadata=described("Format of a webhook's messages: json or discord.")
    )
    place = fields.String(
        required=True, metadata=described("The e-mail address, or the host name of the server.")
    )
    lang = fields.String(required=True, metadata=described("Language of the messages."))
    confirmed = fields.Boolean(
        required=True, metadata=described("False until the code from the e-mail is entered.")
    )
    trouble = one_of(TROUBLES, "Why no messages are sent; empty if they are.", required=True)
    last = fields.Nested(LastMessage, required=True, allow_none=True)


class QuietHours(Strict):
    """Hours without notifications, in a time zone."""

    zone = _zone("Time zone.")
    start = _hour("Start.", data_key="from")
    end = _hour("End.", data_key="to")


class Calls(Schema):
    """The subscriptions of a seat, and the kinds that the server offers."""

    offered = fields.List(one_of(WAYS, ""), required=True)
    key = fields.String(required=True, metadata=described("applicationServerKey for PushManager.subscribe."))
    after = fields.Integer(
        required=True,
        metadata=described("Seconds before a notification is sent; a player who answers earlier gets none."),
    )
    quiet = fields.Nested(QuietHours, required=True, allow_none=True)
    calls = fields.List(fields.Nested(Call), required=True)


class CallCode(Strict):
    """The confirmation code sent to an e-mail address."""

    code = fields.String(required=True, validate=validate.Length(min=1, max=40))


class Renewal(Strict):
    """A browser's new push subscription in place of an old one."""

    old = fields.Nested(Subscription, required=True, metadata=described("The complete old subscription."))
    new = fields.Nested(Subscription, required=True)


class NewEvening(Strict):
    """A proposed time and place to meet."""

    day = fields.String(
        required=True,
        validate=validate.Regexp(DAY),
        metadata=described("Date, 2026-11-20.", example="2031-05-09"),
    )
    hour = _hour("Local time.")
    zone = _zone("Time zone.")
    minutes = fields.Integer(
        load_default=180, validate=validate.Range(30, 1440), metadata=described("Duration in minutes.")
    )
    place = fields.String(
        load_default="",
        validate=[validate.Length(max=LONGEST_PLACE), validate.Regexp(LINE_PATTERN)],
        metadata=described("Only players at the table see it."),
    )


class Evening(Schema):
    """The proposed meeting, and the seats that agreed to it."""

    number = fields.Integer(required=True, metadata=described("Number of this proposal; send it to agree."))
    seat = fields.String(required=True, metadata=described("The seat that proposed it."))
    agreed = fields.List(fields.String(), required=True)
    start = fields.String(required=True, metadata=described("Local time, 2026-11-20T19:30."))
    zone = fields.String(required=True)
    minutes = fields.Integer(required=True)
    place = fields.String(required=True)


class NextEvening(Schema):
    evening = fields.Nested(
        Evening, required=True, allow_none=True, metadata=described("null if none is proposed.")
    )


class ThisEvening(Strict):
    number = count("Number of the proposal.", required=True)
