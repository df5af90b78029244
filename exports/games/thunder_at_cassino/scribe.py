"""How the game's things are called: areas by name and number, units by their counters, batteries by kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from exports.kit.scribe import Scribe as Plain

PLACES = frozenset({"place", "area", "zone", "cleared", "entry_zone", "observer_zone", "german_rubble"})
PLACES |= {"remove_rubble", "stacks", "close", "close_area"}
KINDS = {  # what the answers to a question are, where they are not of its own name
    "guns": "gun",
    "observers_lost": "number",
    "fire_again": "yes_no",
    "reroll": "yes_no",
    "prolong": "yes_no",
    "rubble_again": "yes_no",
    "bid_draw": "seat",
}
WHOLE = ("note.", "problem.", "check.", "fix.", "step.")
CLOSE_FIELDS = frozenset({"target", "armour", "attack", "defence"})  # which mean something else there


@dataclass(frozen=True)
class Scribe(Plain):
    """The game's scribe."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        word = str(value)
        kind = KINDS.get(kind, kind)
        if kind in PLACES:
            return self.place(word)
        if kind == "number":
            return word
        if kind == "setup":
            setup = self.catalog.setups.get(word)
            return self.said(setup.title) if setup else word
        if kind == "event" and word in self.catalog.calendar:
            return self.said(self.catalog.calendar[word].text)
        if kind == "unit":
            return self.catalog.units[word].name if word in self.catalog.units else word
        return self.battery(word) if kind == "battery" else super().name(kind, value)

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        """A sentence; one that begins with the name of a thing has a capital all the same."""
        if key == "note.bombards" and not self._air(str(facts["battery"])):
            key = "note.bombards_observed"  # 14.3: to direct it is what the observer does
        said = super().sentence(key, facts)
        return said[:1].upper() + said[1:] if key.startswith(WHOLE) else said

    def _air(self, battery: str) -> bool:
        """14.4: the air command, which needs nobody to direct it."""
        unit = self.catalog.units.get(battery)
        gun = self.catalog.artillery.get((unit.gun if unit else None) or battery)
        return gun is not None and gun.air

    def place(self, place: str) -> str:
        """An area by its name and number, a zone by its letter."""
        if place in self.catalog.zones:
            return self.sentence("place.zone", {"letter": place})
        if place not in self.catalog.areas:
            return super().name("close", place)
        if self.knows(f"area_name.{place}"):
            facts = {"name": self.term(f"area_name.{place}"), "number": place}
            return self.sentence("place.named", facts)
        return self.sentence("place.area", {"number": place})

    def battery(self, name: str) -> str:
        """A counter as its owner calls it, or its kind with a number."""
        if name in self.catalog.units and self.catalog.units[name].gun != name:
            return self.catalog.units[name].name
        if name in self.catalog.artillery:
            return self.term(f"gun.{name}")
        gun, _, number = name.rpartition("_")
        return self.sentence("battery.numbered", {"gun": gun, "number": number})

    def hint(self, ask: str, context: Mapping[str, Any]) -> str:
        """What helps to answer a question; nothing where its words are enough."""
        key = f"hint.{ask}"
        return self.sentence(key, context) if self.knows(key) else ""

    def field(self, ask: str, name: str) -> str:
        """What a field of a report is called."""
        own = "close" if ask == "close" and name in CLOSE_FIELDS else "held" if ask == "held" else ""
        return self.term(f"input.{own}_{name}" if own else f"input.{name}")

    def answer(self, entry: Mapping[str, Any]) -> str:
        """An answer of a transcript; a report by its fields."""
        given = entry["answer"]
        if entry["kind"] != "report" or (isinstance(given, Mapping) and given.get("hidden")):
            return super().answer(entry)
        if not isinstance(given, Mapping):
            return str(given)
        parts = [
            f"{self.field(entry['ask'], name)}: {self._value(value)}"
            for name, value in given.items()
            if value not in (False, 0, [], None) or name in ("attack", "defence")
        ]
        return "; ".join(parts) or self.term("answer.nothing")

    def _value(self, value: Any) -> str:
        if value is True:
            return self.term("yes_no.yes").lower()
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value))
        if isinstance(value, str):
            return (
                self.term(f"side_short.{value}") if self.knows(f"side_short.{value}") else self.place(value)
            )
        return str(value)

    def picked(self, of: str, field: str, one: str) -> str:
        """A choice of an aid: a kind of artillery, or how an open point is read."""
        if of == "reading":
            return self.said(self.catalog.readings[field].choices[one])
        return self.term(f"{of}.{one}")

    def said(self, text: Mapping[str, str]) -> str:
        """A text that stands in both languages."""
        return text.get(self.lang) or text["en"]

    def places(self, places: Iterable[str]) -> str:
        """Places by number and letter, short."""
        return ", ".join(places) or "–"

    def short(self, place: str) -> str:
        """A number, with its name where it has one."""
        name = f"area_name.{place}"
        return f"{place} {self.term(name)}" if self.knows(name) else place
