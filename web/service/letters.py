"""What a message says: whose turn it is at which table. Made when it is sent, of what everyone may see."""

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


def message(context: Context, call: StoredCall, letter: Letter, table: StoredTable, name: str) -> Message:
    """What a letter says, in the language of whoever asked for it."""
    kind = procedure(table.procedure)
    words = scribe(context.catalogs[kind.game], call.lang)
    own = f"{kind.kind}.{kind.name.partition('/')[0]}"
    played = words.term(own) if words.knows(own) else words.term(f"game.{kind.game}")
    title = " ".join(table.title.split()) or played
    facts = {"title": title, "who": call.seat, "name": name, "played": played, "code": letter.body}
    facts |= {"there": call.there, "stop": call.stop}
    key = f"call.{letter.kind}" + (".named" if name and letter.kind == "turn" else "")
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
