"""8.2.3 entering areas, 10.4 entering zones, 8.2.1 leaving enemies, 7.1 stacking, 17.2 entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Cost

INFANTRY_KINDS = ("infantry", "machine_gun", "antitank", "sapper")
COMBAT_KINDS = (
    "infantry",
    "machine_gun",
    "antitank",
    "armour",
)  # 4.2.3: observers and sappers are not combat units


@dataclass(frozen=True, slots=True)
class Entered:
    """Enemies in and next to an area that a unit enters. Observers and sappers never count (8.2.3)."""

    enemies: bool = False  # combat units other than machine guns
    machine_guns: bool = False
    near_machine_gun: bool = False  # next to an enemy machine gun not covered by smoke (16.2.2)
    night: bool = False
    ignores_guns: bool = False  # 19.1.2: Allies on turn 1


def find_area_cost(catalog: Catalog, into: Entered) -> Cost:
    """8.2.3: return the highest applicable cost; costs are not added up."""
    guns, near = into.machine_guns, into.near_machine_gun
    if into.ignores_guns:  # items B and D do not apply; a machine gun is still an enemy unit
        return catalog.costs["enemy" if guns or into.enemies else "free"]
    if guns:
        return catalog.costs["mg"]
    if into.enemies:
        return catalog.costs["enemy"]
    return catalog.costs["near_mg" if near else "free"]


def get_points(cost: Cost, night: bool) -> int:
    """Return the movement points by day or at night."""
    return cost.night if night else cost.day


def compute_zone_cost(catalog: Catalog, enemies: int, *, night: bool = False, smoke: bool = False) -> int:
    """10.4, 15.3, 16.2.2: return the cost by number of enemy units, one less at night or in smoke."""
    rows = (cost for cost in catalog.costs.values() if cost.place == "zone")
    row = next(c for c in rows if c.least <= enemies and (c.most is None or enemies <= c.most))
    if night:
        return row.night
    saved = catalog.figures["smoke_zone_saves"] if smoke else 0
    return max(catalog.figures["zone_least_cost"], row.day - saved)


def can_leave(*, armour: bool, to_enemy: bool, antitank_here: bool, antitank_there: bool, zone: bool) -> bool:
    """8.2.1: out of an area with enemies, infantry moves one step and not to other enemies, except zones."""
    if not to_enemy or zone:
        return True
    return armour and not (antitank_here and antitank_there)


def find_excess(catalog: Catalog, kinds: Iterable[str], reading: str = "infantry") -> Mapping[str, int]:
    """7.1: return how many units of each kind are too many in an area; empty if all fit."""
    units = list(kinds)
    observers = units.count("observer")
    spare = max(0, observers - catalog.figures["observers"])
    infantry = sum(units.count(kind) for kind in INFANTRY_KINDS)
    over = {
        "infantry": infantry + (spare if reading == "infantry" else 0) - catalog.figures["infantry"],
        "armour": units.count("armour") - catalog.figures["armour"],
        "observer": spare if reading == "never" else 0,
    }
    return {kind: number for kind, number in over.items() if number > 0}


def find_split_companies(entries: Iterable[tuple[str | None, str]]) -> Mapping[str, tuple[str, ...]]:
    """17.2: return companies whose units enter by more than one zone, with the zones."""
    zones_by_company: dict[str, set[str]] = {}
    for company, zone in entries:
        if company:
            zones_by_company.setdefault(company, set()).add(zone)
    return {name: tuple(sorted(zones)) for name, zones in zones_by_company.items() if len(zones) > 1}
