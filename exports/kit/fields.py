"""Names and descriptions of the fields of a document or a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.owner_fields import Blank
from exports.kit.messages import Scribe, last_part

MAX_FIELDS_IN_TITLE = 3  # maximum fields named in a title


def field_label(field: str, scribe: Scribe, rules: Mapping[str, Any] | None = None) -> str:
    """Return the term of a field, else its schema title (English only), else the last part of its name."""
    last = field.rpartition(".")[2]
    for key in (f"field.{field}", f"field.{last}"):
        if scribe.knows(key):
            return scribe.term(key)
    title = str((rules or {}).get("title", "")) if scribe.lang == "en" else ""
    return title or last_part(last).capitalize()


def field_description(field: str, scribe: Scribe, rules: Mapping[str, Any]) -> str:
    """Return a description: a term without placeholders, else the schema's description (English only)."""
    last = field.rpartition(".")[2]
    description = next(
        (scribe.term(key) for key in (f"about.{field}", f"about.{last}") if scribe.knows(key)), ""
    )
    if description and "{" not in description:
        return description
    return str(rules.get("description", "")) if scribe.lang == "en" else ""


def group_title(blanks: Sequence[Blank], scribe: Scribe) -> str:
    """Return a title for owner fields that unlock one feature: their tables, and fields if few."""
    tables = dict.fromkeys(scribe.term(f"table.{blank.table}") for blank in blanks)
    fields = dict.fromkeys(field_label(blank.field, scribe) for blank in blanks if blank.field)
    title = ", ".join(tables)
    return (
        f"{title} ({', '.join(fields)})"
        if len(tables) == 1 and 0 < len(fields) <= MAX_FIELDS_IN_TITLE
        else title
    )
