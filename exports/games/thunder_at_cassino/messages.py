"""Message formatter of Thunder at Cassino: areas by name and number, units, batteries by kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from exports.kit.messages import MessageFormatter as Plain
from generator.games.thunder_at_cassino.scenario.document import join_languages

PLACE_KINDS = frozenset({"place", "area", "zone", "cleared", "entry_zone", "observer_zone", "german_rubble"})
PLACE_KINDS |= {"remove_rubble", "stacks", "close", "close_area"}
ANSWER_KINDS = {  # kind of an answer whose question has another name
    "guns": "gun",
    "observers_lost": "number",
    "fire_again": "yes_no",
    "reroll": "yes_no",
    "prolong": "yes_no",
    "rubble_again": "yes_no",
    "bid_draw": "seat",
}
SENTENCE_PREFIXES = ("note.", "problem.", "check.", "fix.", "step.")
TYPED_PLACEHOLDERS = ("{path", "{given", "{name", "{setting")  # stay as they are typed
CLOSE_FIELDS = frozenset({"target", "armour", "attack", "defence"})  # have another meaning there


@dataclass(frozen=True)
class MessageFormatter(Plain):
    """The game's message formatter."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        word = str(value)
        kind = ANSWER_KINDS.get(kind, kind)
        if kind in PLACE_KINDS:
            return self.place(word)
        if kind == "number":
            return word
        if kind == "companion":
            return self.companion(word)
        if kind == "setup":
            setup = self.catalog.setups.get(word)
            return self.text(setup.title) if setup else word
        if kind == "event" and word in self.catalog.calendar:
            return self.text(self.catalog.calendar[word].text)
        if kind == "unit":
            return self.catalog.units[word].name if word in self.catalog.units else word
        return self.battery(word) if kind == "battery" else super().name(kind, value)

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        """Format a sentence; one that begins with the name of a thing gets a capital."""
        if key == "note.bombards" and not self._air(str(facts["battery"])):
            key = "note.bombards_observed"  # 14.3: directing it spends the observer
        text = super().sentence(key, facts)
        typed = self.term(key).startswith(TYPED_PLACEHOLDERS) if key.startswith(SENTENCE_PREFIXES) else True
        return text if typed else text[:1].upper() + text[1:]

    def _air(self, battery: str) -> bool:
        """14.4: return whether a battery is the air command, which needs no observer."""
        unit = self.catalog.units.get(battery)
        gun = self.catalog.artillery.get((unit.gun if unit else None) or battery)
        return gun is not None and gun.air

    def place(self, place: str) -> str:
        """Return an area by its name and number, a zone by its letter."""
        if place in self.catalog.zones:
            return self.sentence("place.zone", {"letter": place})
        if place not in self.catalog.areas:
            return super().name("close", place)
        if self.knows(f"area_name.{place}"):
            facts = {"name": self.term(f"area_name.{place}"), "number": place}
            return self.sentence("place.named", facts)
        return self.sentence("place.area", {"number": place})

    def battery(self, name: str) -> str:
        """Return a battery by its owner's name, or its kind with a number."""
        if name in self.catalog.units and self.catalog.units[name].gun != name:
            return self.catalog.units[name].name
        if name in self.catalog.artillery:
            return self.term(f"gun.{name}")
        gun, _, number = name.rpartition("_")
        return self.sentence("battery.numbered", {"gun": gun, "number": number})

    def companion(self, doing: str) -> str:
        """Return a thing that happens at the companion: an impulse, a roll, a use of the advantage."""
        what, _, of = doing.partition("=")
        return self.sentence(f"companion.{what}", {"of": int(of) if of.isdecimal() else of})

    def hint(self, ask: str, context: Mapping[str, Any]) -> str:
        """Return a hint for a question, or nothing if it needs none."""
        key = f"hint.{ask}"
        return self.sentence(key, context) if self.knows(key) else ""

    def field(self, ask: str, name: str) -> str:
        """Return the label of a field of a report."""
        own = "close" if ask == "close" and name in CLOSE_FIELDS else "held" if ask == "held" else ""
        return self.term(f"input.{own}_{name}" if own else f"input.{name}")

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Return an answer of a transcript; a report by its fields."""
        given = entry["answer"]
        if entry["kind"] != "report" or (isinstance(given, Mapping) and given.get("hidden")):
            return super().answer(entry)
        if not isinstance(given, Mapping):
            return str(given)
        if entry["ask"] == "companion":
            values = f" {given['attack']} : {given['defence']}" if "attack" in given else ""
            return f"{self.companion(given['do'])}{values}"
        parts = [
            self.field(entry["ask"], name)
            if value is True
            else f"{self.field(entry['ask'], name)}: {self._value(value)}"
            for name, value in given.items()
            if value not in (False, 0, [], None) or name in ("attack", "defence")
        ]
        return "; ".join(parts) or self.term("answer.nothing")

    def _value(self, value: Any) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value))
        if isinstance(value, str):
            return (
                self.term(f"side_short.{value}") if self.knows(f"side_short.{value}") else self.place(value)
            )
        return str(value)

    def option_name(self, kind: str, field: str, option: str) -> str:
        """Return an option of an aid: a kind of artillery, or a reading of an open point."""
        if kind == "reading":
            return self.text(self.catalog.readings[field].choices[option])
        return self.term(f"{kind}.{option}")

    def translate(self, text: str) -> str:
        """Return the title of a printed scenario in the reader's language; an author's text unchanged."""
        titles = (each for setup in self.catalog.setups.values() for each in (setup.title, setup.subtitle))
        return next((self.text(each) for each in titles if text == join_languages(each)), text)

    def text(self, text: Mapping[str, str]) -> str:
        """Return a bilingual text in the reader's language."""
        return text.get(self.lang) or text["en"]

    def places(self, places: Iterable[str]) -> str:
        """Return places by number and letter, short."""
        return ", ".join(places) or "–"

    def short(self, place: str) -> str:
        """Return a number, with its name if it has one."""
        name = f"area_name.{place}"
        return f"{place} {self.term(name)}" if self.knows(name) else place
