"""Text of notifications, made when they are sent, from public facts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.game import formatter
from generator.game import find_procedure
from web.storage.records import StoredTable
from web.storage.subscriptions import OutboxMessage, StoredSubscription

from ..context import Context

FORMAT = "hora-h/call/1"


@dataclass(frozen=True, slots=True)
class Notification:
    """The text of a notification, and the same as facts for programs."""

    title: str
    text: str
    url: str
    facts: Mapping[str, Any]


def table_title(context: Context, table: StoredTable, lang: str) -> str:
    """Return the title of a table, or the name of its procedure or game."""
    kind = find_procedure(table.procedure)
    words = formatter(context.catalogs[kind.game], lang)
    own = f"{kind.kind}.{kind.name.partition('/')[0]}"
    played = words.term(own) if words.knows(own) else words.term(f"game.{kind.game}")
    return " ".join(table.title.split()) or played


def make_message(
    context: Context, subscription: StoredSubscription, message: OutboxMessage, table: StoredTable, name: str
) -> Notification:
    """Return the notification in the subscriber's language."""
    kind = find_procedure(table.procedure)
    words = formatter(context.catalogs[kind.game], subscription.lang)
    title = table_title(context, table, subscription.lang)
    facts = {"title": title, "who": subscription.seat, "name": name, "code": message.body}
    facts |= {"there": subscription.url, "stop": subscription.unsubscribe_url}
    key = f"call.{message.kind}" + (".named" if name else "")
    text = words.sentence(key, facts)
    payload = {
        "format": FORMAT,
        "kind": message.kind,
        "table": table.id,
        "title": title,
        "game": words.term(f"game.{kind.game}"),
        "seat": words.term(f"seat.{subscription.seat}"),
        "name": name,
        "text": text,
        "address": subscription.url,
    }
    return Notification(words.sentence(f"call_title.{message.kind}", facts), text, subscription.url, payload)


def unsubscribe_line(context: Context, subscription: StoredSubscription, table: StoredTable) -> str:
    """Return the last line of an e-mail: how to unsubscribe."""
    words = formatter(context.catalogs[find_procedure(table.procedure).game], subscription.lang)
    return words.sentence("call.stop", {"stop": subscription.unsubscribe_url})
