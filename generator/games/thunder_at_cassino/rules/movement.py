"""8.2.3 entering areas, 10.4 entering zones, 8.2.1 leaving the enemy, 7.1 stacking, 17.2 entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Cost

INFANTRY = ("infantry", "machine_gun", "antitank", "sapper")
COMBAT = ("infantry", "machine_gun", "antitank", "armour")  # 4.2.3: observers and sappers are none


@dataclass(frozen=True, slots=True)
class Entered:
    """What stands in or beside an area that a unit enters. Observers and sappers never count (8.2.3)."""

    enemies: bool = False  # combat units that are no machine guns
    machine_guns: bool = False
    near_machine_gun: bool = False  # beside an enemy machine gun that no smoke covers (16.2.2)
    night: bool = False
    ignores_guns: bool = False  # 19.1.2: Allies on turn 1


def area_cost(catalog: Catalog, into: Entered) -> Cost:
    """8.2.3: the costs are not added up; the highest case that holds counts."""
    guns, near = into.machine_guns, into.near_machine_gun
    if into.ignores_guns:  # items B and D fall away; a machine gun is still an enemy unit
        return catalog.costs["enemy" if guns or into.enemies else "free"]
    if guns:
        return catalog.costs["mg"]
    if into.enemies:
        return catalog.costs["enemy"]
    return catalog.costs["near_mg" if near else "free"]


def points(cost: Cost, night: bool) -> int:
    """What a case costs by day or at night."""
    return cost.night if night else cost.day


def zone_cost(catalog: Catalog, enemies: int, *, night: bool = False, smoke: bool = False) -> int:
    """10.4, 15.3, 16.2.2: by the number of enemy units, one less at night or in smoke."""
    rows = (cost for cost in catalog.costs.values() if cost.place == "zone")
    row = next(c for c in rows if c.least <= enemies and (c.most is None or enemies <= c.most))
    if night:
        return row.night
    saved = catalog.figures["smoke_zone_saves"] if smoke else 0
    return max(catalog.figures["zone_least_cost"], row.day - saved)


def may_leave(*, armour: bool, to_enemy: bool, antitank_here: bool, antitank_there: bool, zone: bool) -> bool:
    """8.2.1: out of an area with enemies, infantry goes one step and not to other enemies, zones aside."""
    if not to_enemy or zone:
        return True
    return armour and not (antitank_here and antitank_there)


def stacked(catalog: Catalog, kinds: Iterable[str], reading: str = "infantry") -> Mapping[str, int]:
    """7.1: how many units of each sort are too many in an area; empty where all fit."""
    found = list(kinds)
    observers = found.count("observer")
    spare = max(0, observers - catalog.figures["observers"])
    infantry = sum(found.count(kind) for kind in INFANTRY)
    over = {
        "infantry": infantry + (spare if reading == "infantry" else 0) - catalog.figures["infantry"],
        "armour": found.count("armour") - catalog.figures["armour"],
        "observer": spare if reading == "never" else 0,
    }
    return {kind: number for kind, number in over.items() if number > 0}


def split_companies(entries: Iterable[tuple[str | None, str]]) -> Mapping[str, tuple[str, ...]]:
    """17.2: companies whose units enter by more than one zone, with the zones."""
    found: dict[str, set[str]] = {}
    for company, zone in entries:
        if company:
            found.setdefault(company, set()).add(zone)
    return {name: tuple(sorted(zones)) for name, zones in found.items() if len(zones) > 1}
