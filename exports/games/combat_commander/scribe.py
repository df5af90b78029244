"""Combat Commander's scribe: how its pieces, forces and maps are called and listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Counter, Face, Leader
from exports.kit import scribe as kit
from generator.games.combat_commander.authoring.force import SIDES

Card = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter or a leader as it is drawn and listed."""

    ref: str
    kind: str
    label: str  # what stands on the drawn counter
    name: str  # what stands in a list
    front: Face
    broken: Face | None
    soldiers: int
    counter: Counter | None
    rank: str | None = None


@dataclass(frozen=True)
class Scribe(kit.Scribe):
    """Combat Commander's words."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        """What a thing of a kind is called; ``thing`` is anything that can be chosen or bought."""
        match kind:
            case "thing":
                return self.thing(str(value))
            case "piece":
                return self.piece(str(value)).name
        return super().name(kind, value)

    def thing(self, name: str) -> str:
        """An order of battle, a support offer, a leader, a counter or a package in words."""
        from .log import thing

        return thing(self.catalog, self.lang, name)

    def phrase(self, key: str, **facts: object) -> str:
        return self.sentence(f"phrase.{key}", facts)

    def counted(self, key: str, count: int, **facts: object) -> str:
        """A phrase with a number in it, in the singular where the number is one."""
        return self.phrase(f"{key}_one" if count == 1 else key, count=count, **facts)

    def text(self, value: object) -> str:
        """A text of a card that may stand in both languages."""
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
        name = self.term(f"leader.{ref.replace(':', '.')}")
        rank = self.term(f"rank_short.{leader.rank}")
        surname = name.removeprefix(self.term(f"rank.{leader.rank}")).strip() or name
        soldiers = counter.soldiers if counter else 1
        return Piece(
            ref, "leader", f"{rank} {surname}", name, leader.front, leader.broken, soldiers, counter, rank
        )

    def side(self, side: str) -> str:
        return self.term(f"side.{side}")

    def faction(self, card: Card, side: str) -> str:
        """How a side is headed: its nation, or its side where both have the same."""
        force = card["sides"][side]
        return self.term(f"faction.{force['faction']}")

    def formation(self, card: Card, side: str) -> str:
        """The formation with its size: "Pionier Company"."""
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
        return str(sheet.get("custom", {}).get("name") or self.term("card.custom_map"))

    def works(self, kind: str, count: int) -> str:
        """A number of fortifications: "3 trenches"."""
        return f"{count} {self.work(kind, count)}"

    def work(self, kind: str, count: int) -> str:
        """The word for so many fortifications; that of the catalogue where an overlay brings another kind."""
        key = f"work.{kind}" if count == 1 else f"works.{kind}"
        return self.phrase(key) if self.knows(f"phrase.{key}") else self.term(f"fortification.{kind}").lower()

    def depth(self, card: Card, count: int) -> str:
        """So many rows (wide) or columns (long)."""
        wide = card["map"]["orientation"] == "wide"
        if count == 1:
            return self.phrase("one_row" if wide else "one_column")
        return f"{count} {self.term('card.rows' if wide else 'card.columns')}"

    def map_words(self, card: Card) -> str:
        """The map for those who cannot see it."""
        edges = card["map"]["friendly_edge"]
        spots = [
            self.phrase("objective_at", number=number, hex=hex_id)
            for number, hex_id in sorted((card["map"].get("objectives") or {}).items())
        ]
        return self.phrase(
            "map_alt",
            map=self.map_name(card),
            orientation=self.term(f"orientation.{card['map']['orientation']}").lower(),
            objectives=" ".join(spots) or self.phrase("objectives_on_map"),
            **{side: self.faction(card, side) for side in SIDES},
            **{f"{side}_edge": self.phrase(f"edge.{edges[side]}") for side in SIDES},
            **{f"{side}_depth": self.zone(card, side) for side in SIDES},
        )

    def zone(self, card: Card, side: str) -> str:
        """The depth of a side's set-up zone in words."""
        return self.depth(card, card["sides"][side]["setup"]["depth"])


NO_FACE = Face(None, None, None, None, None, None)
