"""Messages to users: the key of a term, and the facts for its placeholders.

The texts are in the catalogue of terms, in every language, with placeholders that name a kind: ``{who:seat}
pays {price}``. The message formatter (:mod:`exports.kit.messages`) fills them in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

VERBATIM = "verbatim"  # the facts are the text itself, by language


@dataclass(frozen=True, slots=True)
class Message:
    """A message by its key; a fact may be a number, an id, a list of them, or another message."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def in_words(texts: Mapping[str, str]) -> Message:
    """Return a message whose text comes from a catalogue row, by language."""
    return Message(VERBATIM, texts)


def say(key: str, /, **facts: Any) -> Message:
    """Return a message: ``say("fix.set_to", value=3)``."""
    return Message(key, facts)
