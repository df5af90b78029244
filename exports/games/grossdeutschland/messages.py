"""Message formatter of Grossdeutschland Panzer: counters as printed, formations by name and side, places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from exports.kit.messages import MessageFormatter as Kit

#: Kind of an answer whose question has another name.
ANSWER_KINDS = {
    "activation": "formation",
    "pick": "formation",
    "division": "formation",
    "supply": "unit",
    "spend": "unit",
    "eliminate": "unit",
    "exit": "unit",
    "rebuild": "unit",
    "rebuild_ersatz": "unit",
    **dict.fromkeys(("clear_by", "mount", "mount_on", "dismount", "shelled", "fire_hit"), "unit"),
    **dict.fromkeys(("lone_hq", "barrage_by"), "unit"),
    "unit_entry": "entry",
    "occupy": "target",
    "black_out": "chit",
    "chit_black": "chit",
    "chit_colour": "colour",
    "black": "chit",
    "black_fort": "chit",
    "first_slot": "slot",
    "last_turn": "yes_no",
    "exit_path": "yes_no",
    "sheltered": "yes_no",
    "stop_pontoon": "spot",
    "demolish": "spot",
    "pontoon": "spot",
    "clear": "spot",
    "last_slot": "slot",
    "setup_first": "side",
    "type": "fortification",
    **dict.fromkeys(("letter", "instead", "path", "by", "entries"), "entry"),
}
ENTRY_LETTERS = frozenset("ABCDEFG")


@dataclass(frozen=True)
class MessageFormatter(Kit):
    """The game's message formatter; ``names`` are an author's names for the places of a scenario."""

    names: Mapping[str, str] = field(default_factory=dict)

    def for_settings(self, settings: Mapping[str, Any]) -> Self:
        """Return the formatter with an author's place names, from a table's settings or a scenario."""
        scenario = settings.get("scenario", settings)
        places = scenario.get("places") if isinstance(scenario, Mapping) else None
        named = [place for place in places if _has_id_and_name(place)] if isinstance(places, Sequence) else []
        return self.for_scenario({"places": named}) if named else self

    def for_scenario(self, scenario: Mapping[str, Any]) -> Self:
        """Return the formatter of one scenario."""
        return replace(self, names={place["id"]: place["name"] for place in scenario["places"]})

    def name(self, kind: str, value: object) -> str:
        say = {
            "unit": self.unit,
            "formation": self.formation,
            "place": self.place,
            "target": self.target,
            "chit": self.chit,
            "chit_row": self.chit_row,
            "side_of": lambda key: self.term(f"side.{key.partition(':')[0]}"),
            "change": self.change,
            "entry": self.entry,
            "spot": lambda spot: spot,
            "result": lambda code: self.term(f"result.{'none' if code == '-' else code}"),
            "battle": self.battle,
            "companion": self.companion,
            "other_result": self.other_result,
        }.get(ANSWER_KINDS.get(kind, kind))
        return say(str(value)) if say else super().name(ANSWER_KINDS.get(kind, kind), value)

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        """Format a sentence; a chit is its colour beside its title, and some chits have no title."""
        if key.startswith("note.gd_chit") and facts.get("title") == self.chit(str(facts["chit"])):
            facts = {**facts, "chit": self.catalog.store.table("event_chits")[facts["chit"]].data["colour"]}
        untitled = f"{key}.untitled"
        return super().sentence(untitled if self.knows(untitled) and not facts.get("title") else key, facts)

    def translate(self, text: str) -> str:
        """Translate a battle, a place or a black chit of the printed battles."""
        store = self.catalog.store
        places = store.table("places")
        if text in store.table("battles"):
            return self.battle(text)
        if text in store.table("event_chits"):
            return self.chit(text)
        titles = {self.catalog.term(f"battle.{name}", "en"): name for name in store.table("battles")}
        if text in titles:
            return self.battle(titles[text])
        named = (
            text if text in places else next((k for k, row in places.items() if row.data["name"] == text), "")
        )
        return self.place(named) if named else text

    def unit(self, key: str) -> str:
        """Return a unit as on its counter: its name and its formation's, ``1K 1Gr``."""
        parts = key.split(":", 2)
        if len(parts) < 3:
            return self.term(f"pick.{key}")
        name, _, number = parts[2].partition("#")
        words = f"{name} {parts[1]}"
        return self.sentence("unit.second", {"unit": words, "number": number}) if number else words

    def formation(self, key: str) -> str:
        side, _, name = key.partition(":")
        if not name:
            return self.term(f"act.{key}")
        return self.sentence("formation.of", {"name": name, "side": side})

    def place(self, key: str) -> str:
        """Return the term of a printed place, or an author's name for another."""
        term = f"place.{key.replace(':', '.')}"
        if self.knows(term):
            return self.term(term)
        return self.names.get(key) or key.rpartition(":")[2].replace("_", " ")

    def target(self, key: str) -> str:
        place, _, hex_ = key.partition("@")
        known = self.catalog.store.table("places").get(place)
        hexes = known.data["hexes"] if known else None
        shown_hex = hex_ or (hexes[0] if hexes and len(hexes) == 1 else "")
        if not shown_hex:
            return self.place(place)
        return self.sentence("target.hex", {"place": self.place(place), "hex": shown_hex})

    def chit(self, key: str) -> str:
        if key in ("blue", "red", "black"):
            return self.sentence("chit.colour", {"colour": key})
        if key == "none":
            return self.term("pick.none")
        row = self.catalog.store.table("event_chits").get(key)
        title = row.data["title"] if row else None
        if not title:
            return self.term("chit.unnamed")
        cancels = row.data["cancels"] if row else None
        if row is None or row.data["colour"] != "black" or not cancels:
            return str(title)
        meant = self.catalog.store.table("titles").get(cancels)
        words = meant.data["title"] if meant else cancels
        return self.sentence("chit.cancels", {"title": title, "cancels": words})

    def chit_row(self, key: str) -> str:
        """Return a chit for the form of its owner: colour, number, and title if known."""
        row = self.catalog.store.table("event_chits")[key]
        facts = {"colour": row.data["colour"], "number": key.rpartition("_")[2].lstrip("0")}
        words = self.sentence("chit.numbered", facts)
        title = row.data["title"]
        return self.sentence("chit.titled", {"chit": words, "title": title}) if title else words

    def change(self, token: str) -> str:
        """Return a modifier of an attack: its cause and its number."""
        cause, of, by = token.split(":")
        kinds = {"across": "crossing", "fort": "fortification", "weather": "weather", "slot": "slot"}
        words = self.name(kinds[cause], of) if cause in kinds else self.term(f"change.{cause}")
        return self.sentence("change.with", {"what": words, "by": int(by)})

    def entry(self, letter: str) -> str:
        if letter in ENTRY_LETTERS:
            return self.sentence("entry.one", {"letter": letter})
        return self.term(f"entry.{letter}")

    def companion(self, doing: str) -> str:
        """Return a thing that happens at the companion: a chit, an attack, a place, a formation lost."""
        what, _, of = doing.partition("=")
        if what == "take":
            return self.target(of)
        return self.sentence(f"companion.{what}", {"column": of, "formation": of} if of else {})

    def other_result(self, token: str) -> str:
        """Return the result that another modifier would have given."""
        by, code = token.split(":")
        return f"{int(by):+d} {code}"

    def battle(self, name: str) -> str:
        """Return the term of a printed battle, or an author's title."""
        term = f"battle.{name}"
        return self.term(term) if self.knows(term) else name

    def answer(self, entry: Mapping[str, Any]) -> str:
        given = entry["answer"]
        if entry["ask"] == "companion" and isinstance(given, Mapping) and "do" in given:
            by = given.get("modifier")
            return f"{self.companion(given['do'])} ({by:+d})" if by else self.companion(given["do"])
        if isinstance(given, Mapping) and not given.get("hidden"):
            return self.format_report(given)
        if isinstance(given, list) and given and isinstance(given[0], Mapping):
            return "; ".join(self.format_report(report) for report in given)
        if entry["ask"] == "weather_modifier":
            return f"{given:+d}"
        return super().answer(entry)

    def format_report(self, report: Mapping[str, Any]) -> str:
        """Return a report in words: each field by its label, without empty ones."""
        parts = []
        for name, value in report.items():
            if value in (None, [], False) or (name == "cancels" and value == "none"):
                continue
            label = self.term(f"field.{name}")
            words = self._value(name, value)
            parts.append(f"{label}: {words}" if words else label)
        return ", ".join(parts)

    def _value(self, name: str, value: Any) -> str:
        if value is True:
            return ""
        kinds = {"forts": "fortification", "across": "crossing"}
        if name in kinds:
            return self.words(kinds[name], value)
        if isinstance(value, list):
            return ", ".join(map(str, value))
        if name == "cancels":
            return self.term(f"page.cancels_{value}")
        if name == "title":
            row = self.catalog.store.table("titles").get(value)
            return str(row.data["title"]) if row else self.term("title.other")
        return str(value)


def _has_id_and_name(place: Any) -> bool:
    """Return whether a place of an unchecked document has an id and a name."""
    return isinstance(place, Mapping) and all(isinstance(place.get(key), str) for key in ("id", "name"))


def describe_sources(formatter: Kit, formation: str, heads: Sequence[str]) -> str:
    """5.1: describe the HQs to which a battalion traces; its own HQ must reach another one."""
    if not heads:
        return formatter.term("page.no_head")
    own = any(head.startswith(f"{formation}:") for head in heads)
    return formatter.sentence("page.hq_traces_to" if own else "page.traces_to", {"heads": heads})
