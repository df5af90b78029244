"""A battle as the rules read it, made from a scenario document: printed or one's own.

A counter is called by side, formation and name, ``german:1Gr:1K``; a formation by side and name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from catalogs.games.grossdeutschland import Catalog

Data = Mapping[str, Any]
SIDES = ("german", "soviet")
SLOTS = ("morning", "day", "evening", "night")
ON_MAP = ("in", "any", "within", "region")
HQ, DIVISION, RECON = "HQ", "Div", "Rcn"


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """3.0: a date and a part of the day."""

    date: int
    part: int  # place among the four parts of a day

    @property
    def slot(self) -> str:
        return SLOTS[self.part]

    def after(self, turns: int) -> Turn:
        """The turn so many turns later."""
        days, part = divmod(self.part + turns, len(SLOTS))
        return Turn(self.date + days, part)

    def until(self, other: Turn) -> int:
        """How many turns later another one is."""
        return (other.date - self.date) * len(SLOTS) + other.part - self.part

    def json(self) -> dict[str, Any]:
        return {"date": self.date, "slot": self.slot}


def turn_of(data: Data | None) -> Turn | None:
    return None if data is None else Turn(data["date"], SLOTS.index(data["slot"]))


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter of the battle, and where it begins."""

    key: str
    side: str
    formation: str
    name: str
    placement: Data
    spent: bool
    road: bool
    hq: bool
    kind: str | None  # foot, tracked, wheeled; None until the owner has typed it

    @property
    def starts_here(self) -> bool:
        return self.placement["kind"] in ON_MAP

    @property
    def arrives(self) -> Turn | None:
        """4.0: the turn from which it may come."""
        dated = self.placement["kind"] == "entry" and {"date", "slot"} <= set(self.placement)
        return turn_of(self.placement) if dated else None


@dataclass(frozen=True, slots=True)
class Formation:
    """2.5: a battalion or the division, with its chit."""

    key: str
    side: str
    name: str
    units: tuple[Unit, ...]

    @property
    def division(self) -> bool:
        return self.name == DIVISION

    @property
    def recon(self) -> bool:
        return self.name.endswith(RECON)

    @property
    def arrives(self) -> Turn | None:
        """4.0: when its chit comes into the cup; None if it is there from the start."""
        turns = [unit.arrives for unit in self.units]
        return min(turn for turn in turns if turn) if all(turns) else None

    @property
    def condition(self) -> str | None:
        return next((u.placement["condition"] for u in self.units if "condition" in u.placement), None)

    @property
    def entries(self) -> tuple[str, ...]:
        """4.0, 18.4: the letters by which it may come, those by a special rule after the others."""
        found: dict[str, None] = {}
        for field in ("entry", "instead"):
            for unit in self.units:
                if unit.placement["kind"] == "entry":
                    found |= dict.fromkeys(unit.placement.get(field, ()))
        return tuple(found)


@dataclass(frozen=True)
class Battle:
    """A scenario document with its counters put in order."""

    document: Data
    units: Mapping[str, Unit]
    formations: Mapping[str, Formation]

    @property
    def victory(self) -> Data:
        found: Data = self.document["victory"]
        return found

    @cached_property
    def first(self) -> Turn | None:
        return turn_of(self.document["first_turn"])

    @cached_property
    def last(self) -> Turn | None:
        return turn_of(self.document["last_turn"])

    @cached_property
    def latest_arrival(self) -> Turn | None:
        """No scenario ends before its last dated arrival."""
        turns = [unit.arrives for unit in self.units.values() if unit.arrives]
        return max(turns, default=None)

    def of_side(self, side: str) -> tuple[Formation, ...]:
        return tuple(each for each in self.formations.values() if each.side == side)

    def hexes(self, place: str) -> tuple[str, ...]:
        """The hexes of a place; none where they are not known."""
        found = (each["hexes"] for each in self.document["places"] if each["id"] == place)
        return tuple(next(found, ()))


def battle_of(document: Data, catalog: Catalog) -> Battle:
    """The battle of a scenario document that fits its schema."""
    units: dict[str, Unit] = {}
    for row in document["units"]:
        formation = f"{row['side']}:{row['formation']}"
        key = f"{formation}:{row['unit']}"
        known = catalog.counters.get(key)
        units[key] = Unit(
            key,
            row["side"],
            formation,
            row["unit"],
            row["placement"],
            row.get("spent", False),
            row.get("road", False),
            known.hq if known else row["unit"] == HQ,
            known.kind if known else None,
        )
    names = dict.fromkeys(unit.formation for unit in units.values())
    formations = {name: _formation(name, units) for name in names}
    return Battle(document, units, formations)


def _formation(key: str, units: Mapping[str, Unit]) -> Formation:
    side, _, name = key.partition(":")
    return Formation(key, side, name, tuple(unit for unit in units.values() if unit.formation == key))


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def off_map(document: Mapping[str, Any], formation: str) -> bool:
    """18.4: does a formation stay beside the map all battle long? Its guns reach onto it, and no more."""
    units = [each for each in document.get("units", ()) if f"{each['side']}:{each['formation']}" == formation]
    return bool(units) and all(each["placement"]["kind"] == "off_map" for each in units)
