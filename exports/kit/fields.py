"""Names and descriptions of the fields of a document or a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.owner_fields import Blank
from exports.kit.messages import MessageFormatter, last_part

MAX_FIELDS_IN_TITLE = 3  # maximum fields named in a title


def field_label(field: str, formatter: MessageFormatter, rules: Mapping[str, Any] | None = None) -> str:
    """Return the term of a field, else its schema title (English only), else the last part of its name."""
    last = field.rpartition(".")[2]
    for key in (f"field.{field}", f"field.{last}"):
        if formatter.knows(key):
            return formatter.term(key)
    title = str((rules or {}).get("title", "")) if formatter.lang == "en" else ""
    return title or last_part(last).capitalize()


def field_description(field: str, formatter: MessageFormatter, rules: Mapping[str, Any]) -> str:
    """Return a description: a term without placeholders, else the schema's description (English only)."""
    last = field.rpartition(".")[2]
    description = next(
        (formatter.term(key) for key in (f"about.{field}", f"about.{last}") if formatter.knows(key)), ""
    )
    if description and "{" not in description:
        return description
    return str(rules.get("description", "")) if formatter.lang == "en" else ""


def group_title(blanks: Sequence[Blank], formatter: MessageFormatter) -> str:
    """Return a title for owner fields that unlock one feature: their tables, and fields if few."""
    tables = dict.fromkeys(formatter.term(f"table.{blank.table}") for blank in blanks)
    fields = dict.fromkeys(field_label(blank.field, formatter) for blank in blanks if blank.field)
    title = ", ".join(tables)
    return (
        f"{title} ({', '.join(fields)})"
        if len(tables) == 1 and 0 < len(fields) <= MAX_FIELDS_IN_TITLE
        else title
    )
