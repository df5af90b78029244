"""A battle as the rules read it, made from a printed or custom scenario document.

A counter's key is side, formation and name, ``german:1Gr:1K``; a formation's key is side and name.
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
SUNNY, CLEAR = "sunny", "clear"
ON_MAP_PLACEMENTS = ("in", "any", "within", "region")
HQ, DIVISION, RECON = "HQ", "Div", "Rcn"
ARTILLERY_NAMES = ("Art", "Rckt")


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """3.0: a date and a part of the day."""

    date: int
    part: int  # index in SLOTS

    @property
    def slot(self) -> str:
        return SLOTS[self.part]

    def plus_turns(self, turns: int) -> Turn:
        """Return the turn that many turns later."""
        days, part = divmod(self.part + turns, len(SLOTS))
        return Turn(self.date + days, part)

    def turns_until(self, other: Turn) -> int:
        """Return the number of turns until another one."""
        return (other.date - self.date) * len(SLOTS) + other.part - self.part

    def json(self) -> dict[str, Any]:
        return {"date": self.date, "slot": self.slot}


def parse_turn(data: Data | None) -> Turn | None:
    return None if data is None else Turn(data["date"], SLOTS.index(data["slot"]))


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter of the battle and its placement."""

    key: str
    side: str
    formation: str
    name: str
    placement: Data
    spent: bool
    road: bool
    hq: bool
    kind: str | None  # foot, tracked, wheeled; None if neither its name nor its owner tells
    artillery: bool = False
    one_sided: bool = False  # 2.3: without a spent side, so that its first loss eliminates it

    @property
    def starts_on_map(self) -> bool:
        return self.placement["kind"] in ON_MAP_PLACEMENTS

    @property
    def arrives(self) -> Turn | None:
        """4.0: first turn in which the unit may arrive."""
        dated = self.placement["kind"] == "entry" and {"date", "slot"} <= set(self.placement)
        return parse_turn(self.placement) if dated else None


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
        """4.0: turn in which its chit enters the cup; None if it is there from the start."""
        turns = [unit.arrives for unit in self.units]
        return min(turn for turn in turns if turn) if all(turns) else None

    @property
    def off_map(self) -> bool:
        """18.4: whether it stays off the map all battle long, with guns that reach onto it."""
        return all(unit.placement["kind"] == "off_map" for unit in self.units)

    @property
    def condition(self) -> str | None:
        return next((u.placement["condition"] for u in self.units if "condition" in u.placement), None)

    @property
    def entries(self) -> tuple[str, ...]:
        """4.0, 18.4: entry letters, those by a special rule last."""
        letters: dict[str, None] = {}
        for field in ("entry", "instead"):
            for unit in self.units:
                if unit.placement["kind"] == "entry":
                    letters |= dict.fromkeys(unit.placement.get(field, ()))
        return tuple(letters)


@dataclass(frozen=True)
class Battle:
    """A scenario document with its units and formations."""

    document: Data
    units: Mapping[str, Unit]
    formations: Mapping[str, Formation]

    @property
    def victory(self) -> Data:
        victory: Data = self.document["victory"]
        return victory

    @cached_property
    def first(self) -> Turn | None:
        return parse_turn(self.document["first_turn"])

    @cached_property
    def last(self) -> Turn | None:
        return parse_turn(self.document["last_turn"])

    @cached_property
    def latest_arrival(self) -> Turn | None:
        """The last dated arrival; no scenario ends before it."""
        turns = [unit.arrives for unit in self.units.values() if unit.arrives]
        return max(turns, default=None)

    def formations_of(self, side: str) -> tuple[Formation, ...]:
        return tuple(formation for formation in self.formations.values() if formation.side == side)

    def hexes(self, place: str) -> tuple[str, ...]:
        """Return the hexes of a place; empty if unknown."""
        matches = (entry["hexes"] for entry in self.document["places"] if entry["id"] == place)
        return tuple(next(matches, ()))


def make_battle(document: Data, catalog: Catalog) -> Battle:
    """Make the battle of a scenario document that fits its schema."""
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
            known.artillery if known else _is_artillery(row),
            known.one_sided if known else _is_artillery(row),
        )
    names = dict.fromkeys(unit.formation for unit in units.values())
    formations = {name: _make_formation(name, units) for name in names}
    return Battle(document, units, formations)


def _is_artillery(row: Data) -> bool:
    """17.0: judge a counter that no set-up table has by the abbreviation of its battalion."""
    return bool(row["unit"] != HQ and row["formation"].endswith(ARTILLERY_NAMES))


def _make_formation(key: str, units: Mapping[str, Unit]) -> Formation:
    side, _, name = key.partition(":")
    return Formation(key, side, name, tuple(unit for unit in units.values() if unit.formation == key))


def opposing_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def name_sky(weather: str, turn: Turn) -> str:
    """14.0: return the weather as the turn calls it; sunny is clear in the evening and at night."""
    return CLEAR if weather == SUNNY and turn.slot not in SLOTS[:2] else weather
