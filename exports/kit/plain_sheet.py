"""A sheet of any document: its fields as facts, tables and headings, named by the game's terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalogs.terms import ENGLISH
from exports.kit.fields import field_label
from exports.kit.messages import MessageFormatter, last_part
from exports.kit.sheet import Facts, Grid, Heading, Part, Sheet

HIDDEN = frozenset({"format", "id"})


def make_sheets(document: Mapping[str, Any], formatter: MessageFormatter) -> Sequence[Sheet]:
    """Return one sheet with everything that a document says."""
    game = formatter.term(f"game.{formatter.catalog.game}")
    title = formatter.translate_all(document.get("title"))
    fields = {name: value for name, value in document.items() if name != "title"}
    subtitle = game if title else ""
    return [Sheet("document", str(title or game), list(make_parts(fields, formatter)), subtitle=subtitle)]


def make_parts(fields: Mapping[str, Any], formatter: MessageFormatter, level: int = 2) -> Iterator[Part]:
    """Yield plain values as facts first, then each list and each group of fields under its heading."""
    known = {name: value for name, value in fields.items() if name not in HIDDEN and not _is_empty(value)}
    plain = {name: value for name, value in known.items() if _is_plain(value)}
    if plain:
        yield facts_of(plain, formatter)
    for name, value in known.items():
        if name in plain:
            continue
        yield Heading(label_text(name, formatter), level)
        if not isinstance(value, Mapping):
            yield from _list_parts(name, value, formatter)
        elif all(_is_plain(inner) for inner in value.values()):
            yield facts_of(value, formatter, name)
        else:
            yield from make_parts(value, formatter, 3)


def facts_of(values: Mapping[str, Any], formatter: MessageFormatter, field: str = "") -> Facts:
    """Return values as facts; ``field`` names the values whose keys are seats."""

    def row(name: str, value: Any) -> tuple[str, str]:
        kind = field if field and formatter.knows(f"seat.{name}") else name
        return label_text(name, formatter), value_text(kind, value, formatter)

    return Facts([row(name, value) for name, value in values.items() if name not in HIDDEN])


def _list_parts(name: str, items: Sequence[Any], formatter: MessageFormatter) -> Iterator[Part]:
    rows = [item for item in items if isinstance(item, Mapping)]
    if len(rows) < len(items):
        yield Facts([(str(n), value_text(name, item, formatter)) for n, item in enumerate(items, 1)])
        return
    columns = [key for key in dict.fromkeys(key for row in rows for key in row) if key not in HIDDEN]
    head = [label_text(key, formatter) for key in columns]
    yield Grid(head, [[value_text(key, row.get(key), formatter) for key in columns] for row in rows])


def _is_plain(value: Any) -> bool:
    listed = isinstance(value, list | tuple) and not any(isinstance(each, Mapping | list) for each in value)
    return listed or isinstance(value, str | int | float | bool | None)


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", [], (), {})


def label_text(name: str, formatter: MessageFormatter) -> str:
    """Return the name of a key: of a seat, or of a field."""
    return formatter.term(f"seat.{name}") if formatter.knows(f"seat.{name}") else field_label(name, formatter)


def value_text(field: str, value: Any, formatter: MessageFormatter) -> str:
    """Return a value in words: by the terms of its field, of its singular, or of the seats."""
    if _is_empty(value):
        return "–"
    if isinstance(value, bool):
        return formatter.term("cli.yes" if value else "cli.no")
    if isinstance(value, list | tuple):
        return formatter.list([value_text(field, each, formatter) for each in value])
    if isinstance(value, Mapping) and ENGLISH in value and value.keys() <= set(formatter.catalog.languages):
        return str(value.get(formatter.lang) or value[ENGLISH])
    if isinstance(value, Mapping):
        pairs = facts_of(value, formatter, field).rows
        return formatter.list([formatter.labelled(name, text) for name, text in pairs], "semicolon")
    if isinstance(value, float):
        return formatter.decimal(value)
    kind = field.rpartition(".")[2]
    keys = (f"{kind}.{value}", f"{kind.removesuffix('s')}.{value}", f"seat.{value}")
    named = next((formatter.term(key) for key in keys if formatter.knows(key)), None)
    return named or (last_part(value) if isinstance(value, str) and "_" in value else str(value))
