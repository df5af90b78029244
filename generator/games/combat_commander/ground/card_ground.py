"""Build the ground of a card from a printed map, a battlefield document or the author's hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Exit, Ground, Side, side

from ..hexes import neighbour, neighbours
from .battlefield_document import to_ground

Card = Mapping[str, Any]
WAY_ALIASES = {"rural_road": "road", "pacific_road": "road"}  # NO-7, PA-T93: same course as a road


def get_card_ground(catalog: Catalog, card: Card) -> Ground | None:
    """Return the ground of a card; None if only the printed map shows it."""
    sheet = card["map"]
    if sheet["number"] is not None:
        return catalog.ground.get(str(sheet["number"]))
    if sheet.get("battlefield") is not None:
        return to_ground(sheet["battlefield"])
    if sheet.get("custom") is not None:
        return build_custom_ground(catalog, sheet["custom"]["hexes"])
    return None


def list_card_rules(catalog: Catalog, card: Card) -> set[str]:
    """Return the special rules that a card names, with the rules of its modules listed singly."""
    named = (*card["rules"].get("modules", ()), *card["rules"].get("special", ()))
    return {
        rule for name in named if name in catalog.rules for rule in catalog.rules[name].contains or (name,)
    }


def get_ruled_ground(catalog: Catalog, card: Card) -> Ground | None:
    """Return the card's ground changed by its rules: NO-1 bocage, NO-2 rural roads, ST-4 no roads."""
    ground = get_card_ground(catalog, card)
    if ground is None:
        return None
    rules = list_card_rules(catalog, card)
    sides, ways, exits = dict(ground.sides), dict(ground.ways), dict(ground.exits)
    if "NO-1" in rules:
        sides = {ends: "bocage" if kind == "hedge" else kind for ends, kind in sides.items()}
    if "NO-2" in rules and is_rural(catalog, card, ground):
        for routes in (ways, exits):
            if "road" in routes:
                routes["rural_road"] = routes.pop("road")  # type: ignore[assignment]
    if "ST-4" in rules:
        ways.pop("road", None)
        exits.pop("road", None)
    return replace(ground, sides=Frozen(sides), ways=Frozen(ways), exits=Frozen(exits))


def is_rural(catalog: Catalog, card: Card, ground: Ground) -> bool:
    """NO-2: return whether the map has so few large buildings that all its roads are rural."""
    counted = card["map"].get("multi_hex_buildings")
    count = len(ground.buildings) if counted is None else counted
    return bool(count < catalog.rules["NO-2"].figures["multi_hex_buildings_below"])


def build_custom_ground(catalog: Catalog, hexes: Mapping[str, Mapping[str, Any]]) -> Ground:
    """Build the map that the author of a card entered hex by hex; skip unknown terrain."""
    known, ways = catalog.terrain, _build_ways(catalog, hexes)
    return Ground(
        id="0",
        terrain=Frozen(
            {
                hex_id: (entry["terrain"],)
                for hex_id, entry in hexes.items()
                if entry["terrain"] in known and entry["terrain"] != "open"
            }
        ),
        levels=Frozen({hex_id: entry["level"] for hex_id, entry in hexes.items() if entry.get("level")}),
        ways=Frozen(ways),
        exits=Frozen(_build_through_exits(hexes, ways)),
        sides=Frozen(_build_sides(catalog, hexes)),
        buildings=_group_buildings(hexes),
        provenance="house",
    )


def _build_ways(catalog: Catalog, hexes: Mapping[str, Mapping[str, Any]]) -> dict[str, frozenset[Side]]:
    """Join a way between neighbouring hexes that both have it."""
    sides_by_way: dict[str, set[Side]] = {}
    for hex_id, ground in hexes.items():
        for feature in ground.get("features", ()):
            way = WAY_ALIASES.get(feature, feature)
            if way in ("road", "trail", "railway"):
                joined = (
                    other
                    for other in neighbours(hex_id, catalog.board)
                    if feature in hexes.get(other, {}).get("features", ())
                )
                sides_by_way.setdefault(way, set()).update(side(hex_id, other) for other in joined)
    return {way: frozenset(ends) for way, ends in sides_by_way.items() if ends}


def _build_through_exits(
    hexes: Mapping[str, Mapping[str, Any]], ways: Mapping[str, frozenset[Side]]
) -> dict[str, tuple[Exit, ...]]:
    """Run a way that no neighbour continues straight through its hex."""
    exits: dict[str, tuple[Exit, ...]] = {}
    for hex_id, ground in hexes.items():
        for feature in ground.get("features", ()):
            way = WAY_ALIASES.get(feature, feature)
            joined = any(hex_id in ends for ends in ways.get(way, ()))
            if way in ("road", "trail", "railway") and not joined:
                exits[way] = (*exits.get(way, ()), Exit(hex_id, (1,)), Exit(hex_id, (4,)))
    return exits


def _build_sides(catalog: Catalog, hexes: Mapping[str, Mapping[str, Any]]) -> dict[Side, str]:
    sides: dict[Side, str] = {}
    for hex_id, ground in hexes.items():
        for compass, kind in ground.get("sides", {}).items():
            other = neighbour(hex_id, int(compass), catalog.board)
            if other is not None and kind in catalog.terrain:
                sides[side(hex_id, other)] = kind
    return sides


def _group_buildings(hexes: Mapping[str, Mapping[str, Any]]) -> tuple[frozenset[str], ...]:
    """T82: join hexes that share a building name."""
    named: dict[str, set[str]] = {}
    for hex_id, ground in hexes.items():
        if ground.get("building"):
            named.setdefault(ground["building"], set()).add(hex_id)
    return tuple(frozenset(group) for group in named.values() if len(group) > 1)
