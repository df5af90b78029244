"""Facts of a battle or scenario that a shelf shows and searches: nations, year, size, map, odds, length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from exports.game import load_game
from exports.kit.messages import MessageFormatter
from generator.archive import Entry

FAIR_SHARES = (0.4, 0.6)  # shares of the first side between which a battle is called close
ODDS = ("close", "first", "second")
FIELDS = ("nation", "year", "size", "map", "odds", "length")


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one entry in one language; ids are what is searched, words are what is read."""

    title: str
    line: str = ""  # a sentence about it
    nations: tuple[tuple[str, str], ...] = ()  # id and word
    year: int | None = None
    sizes: tuple[tuple[str, str], ...] = ()
    map: str = ""
    length: int | None = None
    odds: float | None = None

    @property
    def odds_band(self) -> str:
        """Say whether it is close, or which side is favoured; empty if nobody knows."""
        if self.odds is None:
            return ""
        low, high = FAIR_SHARES
        return "second" if self.odds < low else "first" if self.odds > high else "close"

    def list_values(self, field: str) -> tuple[tuple[str, str], ...]:
        """Return value and word of a field that can be searched."""
        if field in ("nation", "size"):
            return self.nations if field == "nation" else self.sizes
        value = self.odds_band if field == "odds" else getattr(self, field)
        return ((str(value), str(value)),) if value not in ("", None) else ()


def describe_entry(entry: Entry, formatter: MessageFormatter) -> Facts:
    """Return the facts of an entry, by its game; of a game without, only its title."""
    name = load_game(formatter.catalog.game).archive_facts
    if not name:
        return Facts(_find_title(entry, formatter.lang))
    facts: Facts = resolve_name(name)(entry, formatter)
    return facts


def _find_title(entry: Entry, lang: str) -> str:
    title: Any = entry.document.get("title")
    if isinstance(title, Mapping):
        title = title.get(lang) or title.get("en")
    return title if isinstance(title, str) and title else entry.id


def matches(facts: Facts, wanted: Mapping[str, str]) -> bool:
    """Tell whether an entry is what somebody searches; empty fields match everything."""
    words = wanted.get("q", "").casefold().split()
    text = f"{facts.title} {facts.line} {' '.join(word for _, word in facts.nations)}".casefold()
    return all(word in text for word in words) and all(
        wanted[field] in (value for value, _ in facts.list_values(field))
        for field in FIELDS
        if wanted.get(field)
    )


def list_options(described: Iterable[Facts]) -> dict[str, list[tuple[str, str]]]:
    """Return what can be chosen in each field, as far as there are entries."""
    known: Sequence[Facts] = tuple(described)
    options = {}
    for field in FIELDS:
        values = {value: word for facts in known for value, word in facts.list_values(field)}
        number = all(value.isdigit() for value in values)
        options[field] = sorted(values.items(), key=lambda item: (int(item[0]) if number else 0, item[1]))
    return options
