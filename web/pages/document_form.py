"""Convert a document to a form made from its schema, and the form back to a document. Works without script.

The name of every field is its JSON pointer in the document. ``n:<pointer>`` is the number of lines of a list,
``has:<pointer>`` marks an optional object that is present; content that no field can show is edited as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from exports.kit import plain_sheet
from exports.kit.fields import field_description, field_label
from exports.kit.messages import MessageFormatter
from generator.findings import GONE, Finding, apply_changes
from schemas.empty_value import minimal_value
from schemas.fields import (
    Rules,
    allowed_types,
    format_value,
    home_schema,
    may_be_empty,
    parse_text,
    resolve_references,
)
from schemas.json_input import read_json
from schemas.json_pointer import Place, split_pointer, to_pointer
from web.service.errors import NotHere

from .form_fields import FieldFinding, Widget, make_widget, value_text

Given = MultiDict[str, str]
MAX_DEPTH = 12
MAX_TICKS = 60
BUTTONS = ("add", "drop", "up")  # a button names the place it changes: add:/lanes
CELLS = ("field", "lines", "ticks")  # kinds of nodes that fit into a table cell
SCALARS = frozenset({"enum", "const", "string", "integer", "number", "boolean", "null"})


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the form.

    ``kind`` is field, object, list, map, ticks (several of a few), lines (one per line) or raw (JSON).
    """

    kind: str
    place: str
    label: str
    about: str = ""
    widget: Widget | None = None
    children: tuple[Node, ...] = ()
    said: tuple[FieldFinding, ...] = ()
    there: bool = True
    optional: bool = False
    more: bool = False  # another line may be added
    ticks: tuple[tuple[str, str, bool], ...] = ()
    text: str = ""
    words: str = ""  # the value for readers
    key: str = ""  # key of a line of a map

    @property
    def flat(self) -> bool:
        """Return whether this is a list of objects with plain fields only, which fits into a table."""
        rows = self.kind == "list" and bool(self.children)
        return rows and all(
            row.kind == "object" and row.there and all(each.kind in CELLS for each in row.children)
            for row in self.children
        )


@dataclass(frozen=True)
class Form:
    """The formatter, choices and findings that a form is made with."""

    formatter: MessageFormatter
    offers: Callable[[str], Sequence[str]]
    said: Mapping[str, Sequence[FieldFinding]] = field(default_factory=dict)


def findings_by_place(
    findings: Sequence[Finding], places: frozenset[str], speak: Callable[[int, Finding], FieldFinding]
) -> dict[str, list[FieldFinding]]:
    """Return findings by the nearest place that the form has a field for."""
    by_place: dict[str, list[FieldFinding]] = {}
    for number, finding in enumerate(findings):
        place: Place = finding.place
        while place and to_pointer(place) not in places:
            place = place[:-1]
        by_place.setdefault(to_pointer(place), []).append(speak(number, finding))
    return by_place


def places_in(node: Node) -> frozenset[str]:
    """Return every place that a form has a field for."""
    return frozenset({node.place}).union(*(places_in(child) for child in node.children))


# ------------------------------------------------------------------------------------- document to form


def make_node(form: Form, name: str, rules: Rules, value: Any, place: Place, field_: str, **how: Any) -> Node:
    """Return the part of a form for a part of a document."""
    followed = resolve_references(name, rules)
    at, optional = home_schema(name, followed), bool(how.get("optional"))
    inner = _without_null(at, followed)
    shape = _choose_shape(inner, value, len(place))
    common: dict[str, Any] = {
        "place": to_pointer(place),
        "label": how.get("label") or field_label(field_, form.formatter, followed),
        "about": field_description(field_, form.formatter, followed),
        "said": tuple(form.said.get(to_pointer(place), ())),
        "optional": optional or may_be_empty(followed) or inner is not followed,
    }
    at = home_schema(at, inner)
    if shape in ("object", "list", "map") and value is None:
        return Node(shape, there=False, **common)
    if shape == "object":
        return Node("object", children=_make_fields(form, at, inner, value, place), **common)
    if shape == "list":
        lines = tuple(
            _make_line(form, at, inner, each, (*place, n), field_, n) for n, each in enumerate(value)
        )
        return Node("list", children=lines, more=len(lines) < inner.get("maxItems", 1), **common)
    if shape == "map":
        return Node(
            "map", children=_make_map_lines(form, at, inner, value, place, field_), more=True, **common
        )
    return _make_leaf(form, shape, at, inner, value, field_, common, needed=not optional)


def _without_null(name: str, rules: Rules) -> Rules:
    """Return the non-null schema of an optional value."""
    for word in ("anyOf", "oneOf"):
        forms = [resolve_references(name, each) for each in rules.get(word, ())]
        left = [each for each in forms if allowed_types(each) != ("null",)]
        if len(left) == 1 and len(forms) > 1 and not rules.get("properties"):
            return {**left[0], **{key: rules[key] for key in ("title", "description") if key in rules}}
    return rules


def _choose_shape(rules: Rules, value: Any, deep: int) -> str:
    """Return how a part is shown; a value that does not match its schema is shown as JSON."""
    what = tuple(kind for kind in allowed_types(rules) if kind != "null")
    if deep > MAX_DEPTH or any(word in rules for word in ("oneOf", "anyOf")):
        return "raw"
    if what == ("object",):
        fixed = rules.get("additionalProperties", "properties" not in rules) is False
        shape = "object" if fixed else "map"
        return shape if value is None or isinstance(value, dict) else "raw"
    if what == ("array",):
        return _choose_list_shape(rules, value)
    plain = value is None or isinstance(value, str | int | float | bool)
    return "field" if what and set(what) <= SCALARS and plain else "raw"


def _choose_list_shape(rules: Rules, value: Any) -> str:
    items = rules.get("items", {})
    if value is not None and not isinstance(value, list):
        return "raw"
    if not set(allowed_types(items)) or not set(allowed_types(items)) <= SCALARS or "$ref" in items:
        return "list"
    if any(isinstance(each, dict | list) for each in value or ()):
        return "raw"
    if "enum" not in items:
        return "lines"
    few = rules.get("uniqueItems") and len(items["enum"]) <= MAX_TICKS
    in_order = [each for each in items["enum"] if each in (value or ())] == (value or [])
    return "ticks" if few and in_order else "list"  # if the order matters, one line for each


def _make_fields(form: Form, name: str, rules: Rules, value: Any, place: Place) -> tuple[Node, ...]:
    needed = rules.get("required", ())
    fields = []
    for key, inner in rules.get("properties", {}).items():
        if "const" in resolve_references(name, inner):
            continue
        missing = key not in needed
        fields.append(make_node(form, name, inner, value.get(key), (*place, key), key, optional=missing))
    return tuple(fields)


def _make_line(form: Form, name: str, rules: Rules, value: Any, place: Place, field_: str, n: int) -> Node:
    label = f"{field_label(field_, form.formatter, rules)} {n + 1}"
    return make_node(form, name, rules.get("items", {}), value, place, field_, label=label)


def _make_map_lines(
    form: Form, name: str, rules: Rules, value: Any, place: Place, field_: str
) -> tuple[Node, ...]:
    """Return the lines of an object whose keys the author chooses."""
    inner, known = rules.get("additionalProperties", {}), rules.get("properties", {})
    lines = []
    for n, (key, each) in enumerate(value.items()):
        label = f"{field_label(field_, form.formatter, rules)} {n + 1}"
        part = make_node(form, name, known.get(key, inner), each, (*place, str(n)), field_, label=label)
        lines.append(replace(part, key=key))
    return tuple(lines)


def _make_leaf(
    form: Form, shape: str, name: str, rules: Rules, value: Any, field_: str, common: Any, *, needed: bool
) -> Node:
    word = str(rules.get("words", rules.get("items", {}).get("words", field_)))
    common = {**common, "words": plain_sheet.value_text(word, value, form.formatter)}
    if shape == "field":
        offered = form.offers(field_)
        if offered and "enum" not in rules:
            rules = {**rules, "enum": [*offered, *([None] if may_be_empty(rules) else [])]}
        made = make_widget(
            common["place"],
            word,
            rules,
            format_value(value),
            form.formatter,
            label=common["label"],
            said=common["said"],
            needed=needed,
        )
        return Node("field", widget=made, **common)
    if shape == "ticks":
        ticks = tuple(
            (format_value(each), form.formatter.name(word, each), each in (value or ()))
            for each in rules["items"]["enum"]
        )
        return Node("ticks", ticks=ticks, **common)
    if shape == "lines":
        return Node("lines", text="\n".join(_typed_text(each, word, form) for each in value or ()), **common)
    text = "" if value is None else json.dumps(value, ensure_ascii=False, indent=2)
    return Node("raw", text=text, **common)


def _typed_text(value: Any, word: str, form: Form) -> str:
    """Return one of several values as a person types it: yes and no in the reader's language."""
    return value_text(word, value, form.formatter) if isinstance(value, bool) else format_value(value)


# ------------------------------------------------------------------------------------- form to document


def read_document(name: str, rules: Rules, given: Given) -> dict[str, Any]:
    """Return the document that a form describes; the checks report invalid values."""
    document = _read_value(name, rules, given, (), True)
    return document if isinstance(document, dict) else {}


def _read_value(name: str, rules: Rules, given: Given, place: Place, needed: bool) -> Any:
    followed = resolve_references(name, rules)
    at = home_schema(name, followed)
    inner = _without_null(at, followed)
    at, where = home_schema(at, inner), to_pointer(place)
    if "const" in inner:
        return inner["const"]
    if f"raw:{where}" in given:
        return _read_json(given[f"raw:{where}"])
    if f"has:{where}" in given:
        return _read_object(at, inner, given, place)
    if f"n:{where}" in given:
        lines = range(_line_count(given[f"n:{where}"], inner.get("maxItems", 0)))
        return [_read_value(at, inner.get("items", {}), given, (*place, n), True) for n in lines]
    if f"m:{where}" in given:
        return _read_map(at, inner, given, place)
    if f"t:{where}" in given or f"l:{where}" in given:
        chosen = given[f"l:{where}"].splitlines() if f"l:{where}" in given else given.getlist(where)
        several = [parse_text(inner.get("items", {}), each) for each in chosen if each.strip()]
        return several if several or needed else None
    if where not in given:
        return None
    return _read_scalar(inner, given[where], needed)


def _read_scalar(rules: Rules, text: str, needed: bool) -> Any:
    value = parse_text(rules, text.replace("\r\n", "\n"))
    empty = value is None and needed and not may_be_empty(rules) and "string" in allowed_types(rules)
    return "" if empty else value


def _read_object(name: str, rules: Rules, given: Given, place: Place) -> dict[str, Any]:
    needed = rules.get("required", ())
    fields = {}
    for key, inner in rules.get("properties", {}).items():
        value = _read_value(name, inner, given, (*place, key), key in needed)
        if value is not None or key in needed:
            fields[key] = value
    return fields


def _read_map(name: str, rules: Rules, given: Given, place: Place) -> dict[str, Any]:
    where, pairs = to_pointer(place), {}
    for n in range(_line_count(given[f"m:{where}"], rules.get("maxProperties", 0))):
        key = given.get(f"k:{where}/{n}", "").strip()
        inner = rules.get("properties", {}).get(key, rules.get("additionalProperties", {}))
        if key:
            pairs[key] = _read_value(name, inner, given, (*place, str(n)), True)
    return pairs


def _line_count(text: str, most: int) -> int:
    """Return the number of lines of a list; one more than allowed is kept for the checks to report."""
    return min(int(text), most + 1) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _read_json(text: str) -> Any:
    if not text.strip():
        return None
    try:
        return read_json(text)
    except ValueError:
        return text


def new_line(name: str, rules: Rules, value: Any, place: Sequence[str]) -> Any:
    """Return the initial value of a new line of a list or of a new part."""
    reached: Any = resolve_references(name, rules)
    at = name
    for step in place:
        at, reached = home_schema(at, reached), _without_null(at, reached)
        at = home_schema(at, reached)
        if allowed_types(reached)[:1] == ("array",) or "items" in reached:
            reached = resolve_references(at, reached.get("items", {}))
        else:
            inner = reached.get("properties", {}).get(step, reached.get("additionalProperties", {}))
            reached = resolve_references(at, inner)
    inner = _without_null(home_schema(at, reached), reached)
    at = home_schema(at, inner)
    if value is None:
        what = tuple(kind for kind in allowed_types(inner) if kind != "null")
        return minimal_value(at, {**inner, "type": what[0]} if what and "type" in inner else inner)
    if isinstance(value, list):
        return minimal_value(at, inner.get("items", {}))
    return minimal_value(at, inner.get("additionalProperties", {}))


# ------------------------------------------------------------------------------------------- buttons


def press_button(
    name: str, rules: Rules, document: dict[str, Any], what: str, pointer: str
) -> dict[str, Any]:
    """Return the document with a line added, removed or moved up; unchanged for any other button."""
    if what not in BUTTONS:
        return document
    place = _resolve_place(document, pointer)
    if what == "drop":
        return apply_changes(document, [(place, GONE)])
    if what == "up":
        return _move_up(document, place)
    value = _value_at(document, place)
    new = new_line(name, rules, value, [str(step) for step in place])
    if isinstance(value, list):
        return apply_changes(document, [((*place, len(value)), new)])
    if isinstance(value, dict):
        key = next(text for text in map(str, range(1, len(value) + 2)) if text not in value)
        return apply_changes(document, [((*place, key), new)])
    return apply_changes(document, [(place, new)])


def _move_up(document: dict[str, Any], place: tuple[str | int, ...]) -> dict[str, Any]:
    *parents, last = place
    lines = _value_at(document, tuple(parents))
    if not isinstance(lines, list) or not isinstance(last, int) or last < 1:
        return document
    first, second = (*parents, last - 1), (*parents, last)
    return apply_changes(document, [(first, lines[last]), (second, lines[last - 1])])


def _resolve_place(document: Any, text: str) -> tuple[str | int, ...]:
    """Resolve the JSON pointer of a button; raise ``NotHere`` if the place does not exist."""
    place: list[str | int] = []
    for step in split_pointer(text):
        if isinstance(document, list):
            if not step.isdigit() or len(step) > 5 or int(step) >= len(document):
                raise NotHere
            place.append(int(step))
            document = document[int(step)]
        elif isinstance(document, dict):
            keys = list(document)
            inside = step in document or not (step.isdigit() and int(step) < len(keys))
            key = step if inside else keys[int(step)]  # a button names a line of a map by its number
            place.append(key)
            document = document.get(key)
        else:
            raise NotHere
    if not place:
        raise NotHere
    return tuple(place)


def _value_at(document: Any, place: tuple[str | int, ...]) -> Any:
    for step in place:
        document = document.get(step) if isinstance(document, dict) else document[step]
    return document


def blank_value(rules: Rules) -> Any:
    """Return an empty value for a form: required parts are there, and nothing is filled in."""
    kind = next((kind for kind in allowed_types(rules) if kind != "null"), "")
    if kind == "object":
        inner = rules.get("properties", {})
        return {key: blank_value(inner.get(key, {})) for key in rules.get("required", ())}
    if kind == "array":
        return [blank_value(rules.get("items", {})) for _ in range(rules.get("minItems", 0))]
    return None
