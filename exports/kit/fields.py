"""What people call a field of a document or of a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.kit.scribe import Scribe, bare


def label_of(field: str, scribe: Scribe, rules: Mapping[str, Any] | None = None) -> str:
    """The term of a field; else its title in the schema, which is English, or its own name."""
    last = field.rpartition(".")[2]
    for key in (f"field.{field}", f"field.{last}"):
        if scribe.knows(key):
            return scribe.term(key)
    title = str((rules or {}).get("title", "")) if scribe.lang == "en" else ""
    return title or bare(last).capitalize()
