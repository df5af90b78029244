"""The start of a scenario, in the shape of a play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog


def starting_state(scenario: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    """Return the board at set-up: control, points and fixed rubble."""
    fixed = {marker["place"]: marker["level"] for marker in scenario["rubble"]}
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
