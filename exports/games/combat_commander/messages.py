"""Message formatter of Combat Commander: names and lists of its pieces, forces and maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from babel.dates import format_skeleton

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Counter, Face, Leader
from catalogs.terms import locale_for, plain
from exports.kit import messages as kit
from exports.kit.messages import Noun
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.campaign.registry import find_resource

Card = Mapping[str, Any]
SINGLE_DIE = {"edge_roll", "leader_roll"}  # RS.1, RS.6: one die is read, not the sum
THINGS = (
    "package",
    "faction",
    "quality",
    "posture",
    "size",
    "coin",
    "yes_no",
    "spotter",
    "edge",
    "edition",
    "asset",
    "air",
    "victory",
    "option",
    "ended",
    "battlefield",
)  # kinds an id may belong to, the likeliest first


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter or a leader as it is drawn and listed."""

    ref: str
    kind: str
    label: str  # on the drawn counter
    name: str  # in lists
    front: Face
    broken: Face | None
    soldiers: int
    counter: Counter | None
    rank: str | None = None


@dataclass(frozen=True)
class MessageFormatter(kit.MessageFormatter):
    """Combat Commander's message formatter."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        """Return the name of a thing of a kind; ``thing`` is anything that can be chosen or bought."""
        own: dict[str, Callable[[str], str]] = {
            "thing": self.thing,
            "piece": lambda ref: self.piece(ref).name,
            "vp_marker": self.marker,
            "day": self.day,
            "nationality": self.nationality,
            "people": self.people,
        }
        if kind in own:
            return own[kind](str(value))
        if not self.knows(f"{kind}.{value}") and (known := self.thing(str(value))) != str(value):
            return known  # a leader, an offer or an order of battle by its id
        return super().name(kind, value)

    def noun_key(self, kind: str, value: object) -> str:
        """Return the key of the term whose forms belong to a thing; pieces are counters."""
        if kind in ("piece", "thing"):
            return f"counter.{value}".replace(":", ".")
        return f"nationality.{nation_of(str(value))}" if kind == "people" else super().noun_key(kind, value)

    def thing(self, name: str) -> str:
        """Return the name of an order of battle, a support offer, a leader, a counter or a package."""
        catalog = self.catalog
        if name in catalog.orders_of_battle:
            ob = catalog.orders_of_battle[name]
            formation = self.term(f"formation.{ob.faction}.{ob.chit}")
            return self.phrase("order_of_battle", formation=formation, size=ob.size, chit=ob.chit)
        if name in catalog.support:
            offer = catalog.support[name]
            return self.term(f"support.{offer.faction}.{offer.unit}")
        if name.count(":") > 2:
            return self.thing(name.split(":", 3)[3])
        if name in catalog.leaders or name in catalog.counters:
            return self.piece(name).name
        for kind in THINGS:
            if f"{kind}.{name}" in catalog.terms:
                return self.term(f"{kind}.{name}")
        resource = find_resource(catalog, name)
        return self.text(resource.title) if resource else name

    def marker(self, marker: int | str) -> str:
        """Return the VP marker as players say it: a number and a side."""
        space = int(marker)
        if space == 0:
            return "0"
        return self.phrase("marker_space", side="axis" if space > 0 else "allied", space=abs(space))

    def day(self, day: str) -> str:
        """Return a date such as "11 July"."""
        text: str = format_skeleton("MMMMd", date.fromisoformat(day), locale=locale_for(self.lang))
        return text

    def nationality(self, nation: str) -> str:
        """Return the adjective of a force's nation."""
        key = f"nationality.{nation}"
        return plain(self.catalog.form(key, self.lang, "short") or self.term(key))

    def people(self, name: str) -> str:
        """Return the adjective of a nation, or of a faction's own nation."""
        return self.nationality(nation_of(name))

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Return an answer in words."""
        answer = entry["answer"]
        if isinstance(answer, Mapping) and answer.get("hidden"):
            return super().answer(entry)
        if entry["kind"] == "roll":
            if len(answer) != 2:  # T94: a single die
                return ", ".join(map(str, answer))
            white, coloured = answer
            single = entry["ask"] in SINGLE_DIE
            return f"{white} / {coloured}" if single else f"{white} + {coloured} = {sum(answer)}"
        return (
            self._reported(entry["ask"], answer) if entry["kind"] == "report" else self.words("thing", answer)
        )

    def _reported(self, ask: str, answer: Any) -> str:
        """Return a reported fact in words."""
        if ask == "battle_result":
            return self.sentence("answer.battle_result", answer)
        if ask == "reinforcement_spaces":
            return ", ".join(map(str, answer))
        return self.format("answer.placed", count=len(answer) if isinstance(answer, list | dict) else 1)

    def format(self, key: str, **facts: object) -> str:
        """Return a sentence of the catalogue with its facts."""
        return self.sentence(key, facts)

    def phrase(self, key: str, **facts: object) -> str:
        return self.sentence(f"phrase.{key}", facts)

    def text(self, value: object) -> str:
        """Return a card's text in the reader's language, if it has several."""
        if isinstance(value, Mapping):
            return str(value.get(self.lang) or value.get("en") or "")
        return str(value or "")

    def piece(self, ref: str) -> Piece:
        leader = self.catalog.leaders.get(ref)
        if leader is not None:
            return self._leader(ref, leader)
        counter = self.catalog.counters.get(ref)
        if counter is None:
            bare = ref.partition(":")[2].replace("_", " ")
            return Piece(ref, "unknown", bare, bare, NO_FACE, None, 0, None)
        key = ref.replace(":", ".")
        return Piece(
            ref,
            counter.kind,
            self.term(f"counter_short.{key}"),
            self.term(f"counter.{key}"),
            counter.front,
            counter.broken,
            counter.soldiers,
            counter,
        )

    def _leader(self, ref: str, leader: Leader) -> Piece:
        counter = self.catalog.counters.get(leader.counter)
        facts = {"rank": leader.rank, "surname": leader.surname}
        label, name = (self.sentence(key, facts) for key in ("leader.short", "leader.named"))
        rank = self.term(f"rank_short.{leader.rank}")
        soldiers = counter.soldiers if counter else 1
        return Piece(ref, "leader", label, name, leader.front, leader.broken, soldiers, counter, rank)

    def side(self, side: str) -> Noun:
        return self.noun("side", side)

    def faction(self, card: Card, side: str) -> Noun:
        """Return the heading of a side: its nation."""
        return self.noun("faction", card["sides"][side]["faction"])

    def formation(self, card: Card, side: str) -> str:
        """Return the formation with its size: "Pionier Company"."""
        force = card["sides"][side]
        if force["formation"] is None:
            return self.term(f"size.{force['size']}") if force["size"] else self.phrase("mixed_force")
        name = self._formation_name(force)
        if force["size"] is None:
            return name
        return self.phrase("formation", name=name, size=self.term(f"size.{force['size']}"))

    def _formation_name(self, force: Mapping[str, Any]) -> str:
        try:
            return self.catalog.term(f"formation.{force['faction']}.{force['chit']}", self.lang)
        except KeyError:
            return str(force["formation"])

    def map_name(self, card: Card) -> str:
        sheet = card["map"]
        if sheet["number"] is not None:
            return f"{self.term('card.map')} {sheet['number']}"
        if sheet.get("battlefield"):
            return self.battlefield(sheet["battlefield"])
        return str(sheet.get("custom", {}).get("name") or self.term("card.custom_map"))

    def battlefield(self, document: Mapping[str, Any]) -> str:
        """Return the title of a custom battlefield: its name, or its kind and seed."""
        origin = document.get("drawn")
        if document.get("name"):
            return str(document["name"])
        if origin is None:
            return self.term("ground.unnamed")
        return self.format("ground.own_map", kind=origin["kind"], seed=origin["seed"])

    def works(self, kind: str, count: int) -> str:
        """Return a number of fortifications: "3 trenches"."""
        return self.quantity("fortification", kind, count)

    def work(self, kind: str, count: int) -> str:
        """Return the word for so many fortifications."""
        return self.form("fortification", kind, "word", count)

    def depth(self, card: Card, count: int) -> str:
        """Return a number of rows (wide) or columns (long)."""
        return self.phrase("rows" if card["map"]["orientation"] == "wide" else "columns", count=count)

    def map_words(self, card: Card) -> str:
        """Return the text alternative of the map."""
        edges = card["map"]["friendly_edge"]
        spots = [
            self.phrase("objective_at", number=number, hex=hex_id)
            for number, hex_id in sorted((card["map"].get("objectives") or {}).items())
        ]
        return self.phrase(
            "map_alt",
            map=self.map_name(card),
            orientation=self.form("orientation", card["map"]["orientation"], "inline"),
            objectives=" ".join(spots) or self.phrase("objectives_on_map"),
            **{side: self.faction(card, side) for side in SIDES},
            **{f"{side}_edge": self.phrase(f"edge.{edges[side]}") for side in SIDES},
            **{f"{side}_depth": self.zone(card, side) for side in SIDES},
        )

    def zone(self, card: Card, side: str) -> str:
        """Return the depth of a side's set-up zone in words."""
        return self.depth(card, card["sides"][side]["setup"]["depth"])


def nation_of(faction: str) -> str:
    """Return the id of a faction's own nation, or of a nation as it is."""
    return faction[:1].upper() + faction[1:]


NO_FACE = Face(None, None, None, None, None, None)
