"""What is to be said to a person: the key of a sentence and the facts for its named places. No words stand
here.

The words are in the catalogue of terms, one language beside the other, with named places that say what kind
of thing stands in them: ``{who:seat} pays {price}``. The scribe (:mod:`exports.kit.scribe`) puts them
together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

VERBATIM = "verbatim"  # the words themselves are the facts, by language


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence by its key; a fact may be a number, an id, a list of them, or something said itself."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def in_words(texts: Mapping[str, str]) -> Said:
    """What a catalogue's row says in words of its own, by language."""
    return Said(VERBATIM, texts)


def say(key: str, /, **facts: Any) -> Said:
    """Something to say: ``say("fix.set_to", value=3)``."""
    return Said(key, facts)
