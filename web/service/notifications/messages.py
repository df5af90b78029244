"""Text of notifications, made when they are sent, from public facts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.game import formatter
from generator.game import find_procedure
from web.storage.records import StoredTable
from web.storage.subscriptions import OutboxMessage, StoredCall

from ..context import Context

FORMAT = "hora-h/call/1"


@dataclass(frozen=True, slots=True)
class Notification:
    """The text of a notification, and the same as facts for programs."""

    title: str
    text: str
    there: str
    facts: Mapping[str, Any]


def table_title(context: Context, table: StoredTable, lang: str) -> str:
    """Return the title of a table, or the name of its procedure or game."""
    kind = find_procedure(table.procedure)
    words = formatter(context.catalogs[kind.game], lang)
    own = f"{kind.kind}.{kind.name.partition('/')[0]}"
    played = words.term(own) if words.knows(own) else words.term(f"game.{kind.game}")
    return " ".join(table.title.split()) or played


def make_message(
    context: Context, call: StoredCall, letter: OutboxMessage, table: StoredTable, name: str
) -> Notification:
    """Return the notification in the subscriber's language."""
    kind = find_procedure(table.procedure)
    words = formatter(context.catalogs[kind.game], call.lang)
    title = table_title(context, table, call.lang)
    facts = {"title": title, "who": call.seat, "name": name, "code": letter.body}
    facts |= {"there": call.there, "stop": call.stop}
    key = f"call.{letter.kind}" + (".named" if name else "")
    text = words.sentence(key, facts)
    told = {
        "format": FORMAT,
        "kind": letter.kind,
        "table": table.id,
        "title": title,
        "game": words.term(f"game.{kind.game}"),
        "seat": words.term(f"seat.{call.seat}"),
        "name": name,
        "text": text,
        "address": call.there,
    }
    return Notification(words.sentence(f"call_title.{letter.kind}", facts), text, call.there, told)


def unsubscribe_line(context: Context, call: StoredCall, table: StoredTable) -> str:
    """Return the last line of an e-mail: how to unsubscribe."""
    words = formatter(context.catalogs[find_procedure(table.procedure).game], call.lang)
    return words.sentence("call.stop", {"stop": call.stop})
