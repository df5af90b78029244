"""Message formatter of Combat!: soldiers by rank and name, enemies as far as they are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from exports.kit import messages as kit

TEN_SIDED_ROLLS = [
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


class MessageFormatter(kit.MessageFormatter):
    """The names of soldiers, counters, cards and steps."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        text = str(value)
        kind = FIELD_KINDS.get(kind, kind)
        if kind in ("friendly", "enemy") and text in EDGES:
            return self.term(f"edge.{text}")
        if text in ("rest", "nobody") and kind in ("man", "enemy"):
            return self.term("next_man.rest" if text == "rest" else "target.nobody")
        if kind in ("soldier", "man", "enemy", "german", *SOLDIER_ASKS):
            return self.soldier(text)
        if kind == "number":
            return self.typed_number(text)
        if kind == "step":
            return self.catalog.steps[text].get(self.lang) or self.catalog.steps[text]["en"]
        if kind == "words":
            return self.translate(text)
        if kind in ("friendly_card", "enemy_card") and text.isdecimal():
            return self.card(kind, text)
        return super().name(kind, value)

    def place(self, name: str) -> str:
        """Return a field of a report; a soldier by name."""
        bare = name.strip("/")
        if bare in self.catalog.men:
            return self.soldier(bare)
        return self.term(f"field.{bare}") if self.knows(f"field.{bare}") else name

    def translate(self, text: str) -> str:
        """Return a text of our own documents in the reader's language, any other text unchanged."""
        return self.catalog.own_words.get(text, {}).get(self.lang, text)

    def soldier(self, ref: str) -> str:
        """Return a soldier, an enemy as far as known, or the number of an enemy's counter."""
        if ref in self.catalog.men:
            man = self.catalog.men[ref]
            return f"{self.term(f'rank.{man.rank}')} {man.name}"
        who, at, hex_ = ref.partition("@")
        if who.startswith("?"):
            return self.sentence("phrase.unknown", {"team": who[1:], "hex": hex_})
        name = self.counter(who)
        return self.sentence("phrase.at", {"who": name, "hex": hex_}) if at else name

    def condition(self, man: Mapping[str, Any]) -> str:
        """Return a soldier's place and condition; full ammunition is omitted."""
        ammo = [self.term(f"ammo.{man['ammo']}")] if man["ammo"] != "full" else []
        wounds = [self.term(f"wound.{wound}") for wound in man["wounds"]]
        return ", ".join((man["hex"], self.term(f"morale.{man['morale']}"), *wounds, *ammo))

    def counter(self, who: str) -> str:
        """Return an enemy counter by team and number, with rank and name if known."""
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

    def typed_number(self, key: str) -> str:
        """Return what a typed number is: ``tq.crowe`` or ``morale.bold.ws``, in words."""
        first, *rest = key.split(".")
        if first in ("morale", "wound", "weapon"):
            kind, thing, what = first, rest[0], rest[-1]
            return f"{self.name(kind, thing)}: {self._short_label(what)}"
        if first in ("order_terrain", "spotting"):
            cell = f"{self.name('order', rest[0])}, {self.name('terrain', rest[1])}"
            return f"{self.term(f'table.{first}')}: {', '.join((cell, *rest[2:]))}"
        who = self.soldier(rest[0]) if self._is_soldier(rest[0]) else self.name("weapon", rest[0])
        return f"{who}: {', '.join((self._short_label(first), *rest[1:]))}"

    def _is_soldier(self, name: str) -> bool:
        return name in self.catalog.men or name.rstrip("a").removeprefix("e").isdecimal()

    def _short_label(self, what: str) -> str:
        return self.term(f"field.{what}") if self.knows(f"field.{what}") else what.upper()

    def card(self, kind: str, number: str) -> str:
        cards = self.catalog.friendly_cards if kind == "friendly_card" else {}
        title = cards[number].title if number in cards else None
        key = "phrase.titled" if title else "phrase.card"
        return self.sentence(key, {"number": number, "title": title})

    def card_in_force(self, standing: Mapping[str, Any]) -> str:
        """5.1.1: return the text of the card that holds for this turn, or an empty string."""
        card = self.catalog.friendly_cards.get(standing["card"])
        text = card.text if card else None
        return (text.get(self.lang) or text["en"]) if text else str(standing["card_text"])

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Return an answer; ten-sided dice run from 0 to 9, and a report lists its fields."""
        given = entry["answer"]
        if entry["kind"] == "roll" and entry["ask"] in TEN_SIDED_ROLLS:
            return " + ".join(str(die % 10) for die in given)
        if entry["kind"] == "report" and isinstance(given, Mapping) and not given.get("hidden"):
            return "; ".join(self.report_field(entry["ask"], name, value) for name, value in given.items())
        return super().answer(entry)

    def report_field(self, ask: str, name: str, value: Any) -> str:
        """Return one field of a report."""
        if name in ("value", "hex"):
            return str(value)
        label = self.soldier(name) if name in self.catalog.men else self.label(name)
        return f"{label}: {self.value(name, value)}"

    def label(self, name: str) -> str:
        for key in (f"team.{name}", f"field.{name}"):
            if self.knows(key):
                return self.term(key)
        return self.translate(name)

    def value(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return self.term("yes_no.yes" if value else "yes_no.no")
        for kind in ("order", "team", "event_kind"):
            if isinstance(value, str) and self.knows(f"{kind}.{value}"):
                return self.term(f"{kind}.{value}")
        return str(value)

    def words(self, kind: str, value: object) -> str:
        return super().words(ANSWER_KINDS.get(kind, kind), value)


EDGES = ("top", "right", "bottom", "left")
#: Kind of a document field whose name differs.
FIELD_KINDS = {
    "maps": "map",
    "enemy_default_morale": "morale",
    "friendly_default_morale": "morale",
    "enemy_morale": "morale",
    "friendly_morale": "morale",
    "friendly_states": "friendly_start_state",
    "alerts": "enemy_default_alert",
}
#: Questions whose answers are soldiers, drawn by lot or chosen.
SOLDIER_ASKS = ("target", "first", "guard_enemy", "melee_target_enemy")
#: Kind of an answer whose question has another name.
ANSWER_KINDS = {
    **dict.fromkeys(
        (
            "sees",
            "ducks",
            "easiest",
            "guard",
            "relieves",
            "carries",
            "next_man",
            "event_man",
            "who_fired",
        ),
        "man",
    ),
    **dict.fromkeys(
        ("team_sees", "aim", "target_known", "looks_at", "melee_target", "patient", "who", "who_correct"),
        "soldier",
    ),
    **dict.fromkeys(
        (
            "who_check",
            "who_wound",
            "who_reveal",
            "who_alert",
            "who_relocate",
            "who_enemy_hit",
            "who_spotted",
            "who_lost",
        ),
        "soldier",
    ),
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
            "is_officer",
        ),
        "yes_no",
    ),
    **dict.fromkeys(("companion", "companion_team"), "act"),
    "target_order": "order",
    "must_fire_at": "enemy",
    "discard_check": "discard",
    "discard_effect": "card_effect",
    "which_number": "number",
    "lot_team": "team",
    "other_order": "order",
    "fastest": "move",
    "which_check": "check",
    "event_side": "side",
    "explosion_weapon": "weapon",
}
