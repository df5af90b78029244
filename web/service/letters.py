"""What a message says: what waits for whom at which table. Made when it is sent, of what everyone may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.game import scribe
from generator.game import procedure
from web.storage.calls import Letter, StoredCall
from web.storage.records import StoredTable

from .context import Context

FORMAT = "hora-h/call/1"


@dataclass(frozen=True, slots=True)
class Message:
    """A message in words, and the same for programs."""

    title: str
    text: str
    there: str
    facts: Mapping[str, Any]


def titled(context: Context, table: StoredTable, lang: str) -> str:
    """What a table is called: as its people named it, else by what is played there."""
    kind = procedure(table.procedure)
    words = scribe(context.catalogs[kind.game], lang)
    own = f"{kind.kind}.{kind.name.partition('/')[0]}"
    played = words.term(own) if words.knows(own) else words.term(f"game.{kind.game}")
    return " ".join(table.title.split()) or played


def message(context: Context, call: StoredCall, letter: Letter, table: StoredTable, name: str) -> Message:
    """What a letter says, in the language of whoever asked for it."""
    kind = procedure(table.procedure)
    words = scribe(context.catalogs[kind.game], call.lang)
    title = titled(context, table, call.lang)
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
    return Message(words.sentence(f"call_title.{letter.kind}", facts), text, call.there, told)


def stopping(context: Context, call: StoredCall, table: StoredTable) -> str:
    """The last line of a letter: how there will be no more."""
    words = scribe(context.catalogs[procedure(table.procedure).game], call.lang)
    return words.sentence("call.stop", {"stop": call.stop})
