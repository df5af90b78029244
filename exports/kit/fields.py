"""What people call a field of a document or of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.blanks import Blank
from exports.kit.scribe import Scribe, bare

FEW = 3  # fields that a title names


def label_of(field: str, scribe: Scribe, rules: Mapping[str, Any] | None = None) -> str:
    """The term of a field; else its title in the schema, which is English, or its own name."""
    last = field.rpartition(".")[2]
    for key in (f"field.{field}", f"field.{last}"):
        if scribe.knows(key):
            return scribe.term(key)
    title = str((rules or {}).get("title", "")) if scribe.lang == "en" else ""
    return title or bare(last).capitalize()


def about_of(field: str, scribe: Scribe, rules: Mapping[str, Any]) -> str:
    """A sentence about a field: a term's that leaves nothing open, or the schema's, which is English."""
    last = field.rpartition(".")[2]
    told = next((scribe.term(key) for key in (f"about.{field}", f"about.{last}") if scribe.knows(key)), "")
    if told and "{" not in told:
        return told
    return str(rules.get("description", "")) if scribe.lang == "en" else ""


def group_title(blanks: Sequence[Blank], scribe: Scribe) -> str:
    """What blanks that unlock one thing are called: their tables, and their fields where they are few."""
    tables = dict.fromkeys(scribe.term(f"table.{blank.table}") for blank in blanks)
    fields = dict.fromkeys(label_of(blank.field, scribe) for blank in blanks if blank.field)
    title = ", ".join(tables)
    return f"{title} ({', '.join(fields)})" if len(tables) == 1 and 0 < len(fields) <= FEW else title
