"""Two versions of a card: what changed between them, as a list a person can read."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES, name_of
from generator.games.combat_commander.authoring.pointer import steps
from generator.games.combat_commander.authoring.text import Card, Text

#: Fields whose word in the catalogue of terms has another name.
LABELS = {"marker": "card.vp_marker", "friendly_edge": "card.edge", "special": "card.special_rules"}
#: What belongs to the making of a card and not to the card.
UNSEEN = frozenset({"format", "transcript", "settings", "commitment", "seat"})
NOTHING: Any = object()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two versions."""

    kind: Literal["added", "removed", "changed"]
    place: str  # JSON pointer
    before: Any  # None if there was nothing
    after: Any
    text: Text


def diff(before: Card, after: Card, catalog: Catalog) -> tuple[Change, ...]:
    """Everything that differs, in the order of the document; the transcript is left out."""
    keys = [key for key in dict.fromkeys((*before, *after)) if key not in UNSEEN]
    found: list[Change] = []
    for key in keys:
        old, new = before.get(key, NOTHING), after.get(key, NOTHING)
        found.extend(_compare(f"/{key}", old, new, catalog))
    return tuple(found)


def _compare(place: str, old: Any, new: Any, catalog: Catalog) -> Iterator[Change]:
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            step = str(key).replace("~", "~0").replace("/", "~1")
            yield from _compare(f"{place}/{step}", old.get(key, NOTHING), new.get(key, NOTHING), catalog)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _compare_lists(place, old, new, catalog)
    else:
        yield _change(place, old, new, catalog)


def _compare_lists(place: str, old: list[Any], new: list[Any], catalog: Catalog) -> Iterator[Change]:
    """Lists of names are compared by what is in them, lists of entries place by place."""
    if all(isinstance(entry, str) for entry in (*old, *new)):
        gone, come = Tally(old) - Tally(new), Tally(new) - Tally(old)
        if not gone and not come:
            yield _change(place, old, new, catalog)
        for entry in gone.elements():
            yield _change(f"{place}/{old.index(entry)}", entry, NOTHING, catalog)
        for entry in come.elements():
            yield _change(f"{place}/{new.index(entry)}", NOTHING, entry, catalog)
        return
    for index in range(max(len(old), len(new))):
        here = old[index] if index < len(old) else NOTHING
        there = new[index] if index < len(new) else NOTHING
        yield from _compare(f"{place}/{index}", here, there, catalog)


def _change(place: str, old: Any, new: Any, catalog: Catalog) -> Change:
    kind: Literal["added", "removed", "changed"] = (
        "added" if old is NOTHING else "removed" if new is NOTHING else "changed"
    )
    text = Text(_sentence(place, old, new, catalog, "es"), _sentence(place, old, new, catalog, "en"))
    before, after = (None if value is NOTHING else value for value in (old, new))
    return Change(kind, place, before, after, text)


def _sentence(place: str, old: Any, new: Any, catalog: Catalog, language: Language) -> str:
    where = _where(place, catalog, language)
    if old is NOTHING:
        return f"{where}: + {_value(new, catalog, language)}"
    if new is NOTHING:
        return f"{where}: - {_value(old, catalog, language)}"
    return f"{where}: {_value(old, catalog, language)} → {_value(new, catalog, language)}"


def _where(place: str, catalog: Catalog, language: Language) -> str:
    """The path in words: side, field, piece."""
    words = [_word(step, catalog, language) for step in steps(place) if step != "sides"]
    return " · ".join(word for word in words if word)


def _word(step: str, catalog: Catalog, language: Language) -> str:
    if ":" in step:
        return name_of(catalog, step).in_(language)
    for key in (
        f"side.{step}" if step in SIDES else LABELS.get(step, ""),
        f"card.{step}",
        f"fortification.{step}",
    ):
        if key in catalog.terms:
            return catalog.term(key, language)
    return str(int(step) + 1) if step.isdecimal() else step


def _value(value: Any, catalog: Catalog, language: Language) -> str:
    if value is None:
        return catalog.term("card.none", language)
    if isinstance(value, bool):
        return catalog.term("card.yes" if value else "card.no", language)
    if isinstance(value, dict):
        if set(value) == {"es", "en"}:
            return str(value[language])
        return ", ".join(
            f"{_word(str(key), catalog, language)} {_value(entry, catalog, language)}"
            for key, entry in value.items()
        )
    if isinstance(value, list):
        return ", ".join(_value(entry, catalog, language) for entry in value)
    if isinstance(value, str):
        return _named(value, catalog, language)
    return str(value)


def _named(value: str, catalog: Catalog, language: Language) -> str:
    if ":" in value:
        return name_of(catalog, value).in_(language)
    for group in ("side", "quality", "posture", "size", "faction", "orientation", "edge", "fortification"):
        if f"{group}.{value}" in catalog.terms:
            return catalog.term(f"{group}.{value}", language)
    return value
