"""How a scenario stands before anybody moves, in the shape of a play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog


def start_of(scenario: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    """The board at the set-up: control, points and fixed rubble."""
    fixed = {each["place"]: each["level"] for each in scenario["rubble"]}
    if scenario["rubble_roll"]:
        fixed |= {area.id: area.rubble_fixed for area in catalog.areas.values() if area.rubble_fixed}
        fixed |= {zone.id: zone.rubble_fixed for zone in catalog.zones.values() if zone.rubble_fixed}
    return {
        "scenario": scenario.get("based_on") or "",
        "control": scenario["control"],
        "values": {area: catalog.areas[area].vp for area in catalog.victory_areas},
        "rubble": fixed,
        "clouds": [],
        "fifth": scenario.get("fifth_column", []),
    }
