"""How the game's things are called: men by rank and name, enemies as far as they are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from exports.kit import scribe as kit

TENS = [
    "tqc",
    "mc",
    "rc",
    "wmc",
    "zero",
    "shot",
    "frag",
    "grenade",
    "grenade_scatter",
    "aim_roll",
    "crater",
    "rubble",
    "light",
    "event_friendly",
    "event_enemy",
]  # rolls of the ten-sided die, whose 10 is the 0


class Scribe(kit.Scribe):
    """The names of men, counters, cards and steps."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        text = str(value)
        kind = FIELDS.get(kind, kind)
        if kind in ("friendly", "enemy") and text in EDGES:
            return self.term(f"edge.{text}")
        if kind in ("soldier", "man", "enemy", "german", *LOTS):
            return self.soldier(text)
        if kind == "step":
            return self.catalog.steps[text].get(self.lang) or self.catalog.steps[text]["en"]
        if kind == "words":
            return self.said(text)
        if kind in ("friendly_card", "enemy_card") and text.isdecimal():
            return self.card(kind, text)
        return super().name(kind, value)

    def place(self, name: str) -> str:
        """A field of a report: a man by his name."""
        bare = name.strip("/")
        if bare in self.catalog.men:
            return self.soldier(bare)
        return self.term(f"field.{bare}") if self.knows(f"field.{bare}") else name

    def said(self, text: str) -> str:
        """A text of a document: of our own in the reader's language, of anybody else's as it is."""
        return self.catalog.own_words.get(text, {}).get(self.lang, text)

    def own(self, text: str) -> str:
        return self.said(text)

    def soldier(self, called: str) -> str:
        """A man, an enemy as far as he is known, or the number of his counter on the board."""
        if called in self.catalog.men:
            man = self.catalog.men[called]
            return f"{self.term(f'rank.{man.rank}')} {man.name}"
        who, at, hex_ = called.partition("@")
        if who.startswith("?"):
            return self.sentence("phrase.unknown", {"team": who[1:], "hex": hex_})
        name = self.counter(who)
        return self.sentence("phrase.at", {"who": name, "hex": hex_}) if at else name

    def condition(self, man: Mapping[str, Any]) -> str:
        """Where a man is and how he is; full ammunition goes without saying."""
        ammo = [self.term(f"ammo.{man['ammo']}")] if man["ammo"] != "full" else []
        wounds = [self.term(f"wound.{wound}") for wound in man["wounds"]]
        return ", ".join((man["hex"], self.term(f"morale.{man['morale']}"), *wounds, *ammo))

    def counter(self, who: str) -> str:
        """An enemy counter by its team and number, with rank and name where they are known."""
        team, colon, number = who.partition(":")
        if not colon:
            known = team.rstrip("a").removeprefix("e")
            return (
                self.sentence("phrase.enemy", {"number": known})
                if known.isdecimal()
                else self.name("team", team)
            )
        german = self.catalog.germans.get(who)
        if german and german.name:
            facts = {"rank": german.rank or "soldat", "name": german.name, "team": team, "number": number}
            return self.sentence("phrase.german", facts)
        for start, key in (("#", "counted"), ("decoy", "decoy"), ("assistant", "assistant")):
            if number.startswith(start):
                return self.sentence(f"phrase.{key}", {"team": team, "number": number.removeprefix(start)})
        return self.sentence("phrase.counter", {"team": team, "number": number})

    def card(self, kind: str, number: str) -> str:
        cards = self.catalog.friendly_cards if kind == "friendly_card" else {}
        title = cards[number].title if number in cards else None
        key = "phrase.titled" if title else "phrase.card"
        return self.sentence(key, {"number": number, "title": title})

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Ten-sided dice run from 0 to 9; a report says each of its fields."""
        given = entry["answer"]
        if entry["kind"] == "roll" and entry["ask"] in TENS:
            return " + ".join(str(die % 10) for die in given)
        if entry["kind"] == "report" and isinstance(given, Mapping) and not given.get("hidden"):
            return "; ".join(self.told(entry["ask"], name, value) for name, value in given.items())
        return super().answer(entry)

    def told(self, ask: str, name: str, value: Any) -> str:
        """One field of a report."""
        if name in ("value", "hex"):
            return str(value)
        label = self.soldier(name) if name in self.catalog.men else self.label(name)
        return f"{label}: {self.value(name, value)}"

    def label(self, name: str) -> str:
        for key in (f"team.{name}", f"field.{name}"):
            if self.knows(key):
                return self.term(key)
        return self.said(name)

    def value(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return self.term("yes_no.yes" if value else "yes_no.no")
        for kind in ("order", "team", "event_kind"):
            if isinstance(value, str) and self.knows(f"{kind}.{value}"):
                return self.term(f"{kind}.{value}")
        return str(value)

    def words(self, kind: str, value: object) -> str:
        return super().words(KINDS.get(kind, kind), value)


EDGES = ("top", "right", "bottom", "left")
#: What stands in a field of a document, where the field has another name.
FIELDS = {
    "maps": "map",
    "enemy_default_morale": "morale",
    "friendly_default_morale": "morale",
    "enemy_morale": "morale",
    "friendly_morale": "morale",
    "friendly_states": "friendly_start_state",
    "alerts": "enemy_default_alert",
}
#: Questions whose answers are soldiers, drawn by lot or chosen.
LOTS = ("target", "first", "guard_enemy", "melee_target_enemy")
#: What the answer to a question is a kind of, where the question has another name.
KINDS = {
    **dict.fromkeys(
        (
            "sees",
            "ducks",
            "easiest",
            "guard",
            "relieves",
            "carries",
            "who_fire",
            "who_throw",
            "who_flare",
            "who_spot",
        ),
        "man",
    ),
    **dict.fromkeys(
        ("team_sees", "aim", "target_known", "looks_at", "melee_target", "patient", "who"), "soldier"
    ),
    **dict.fromkeys(("who_check", "who_wound", "who_reveal", "who_alert", "who_relocate"), "soldier"),
    **dict.fromkeys(
        (
            "draw_card",
            "rof_choice",
            "event_drawn",
            "leaves_guard",
            "sees_known",
            "sees_hex",
            "neighbour_sight",
            "leader_near",
            "rout_stops",
        ),
        "yes_no",
    ),
    "who_shift": "man",
    "lot_team": "team",
    "other_order": "order",
    "fastest": "move",
    "which_check": "check",
    "event_side": "side",
    "explosion_weapon": "weapon",
}
