"""The ground a card is played on: a printed map's, a battlefield the card carries, or its author's hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Exit, Ground, Side, side

from ..hexes import neighbour, neighbours
from .battlefield_document import ground_of

Card = Mapping[str, Any]
WAYS = {"rural_road": "road", "pacific_road": "road"}  # NO-7, PA-T93: they run as a road does


def card_ground(catalog: Catalog, card: Card) -> Ground | None:
    """The ground of a card, None where only the printed map shows it."""
    sheet = card["map"]
    if sheet["number"] is not None:
        return catalog.ground.get(str(sheet["number"]))
    if sheet.get("battlefield") is not None:
        return ground_of(sheet["battlefield"])
    if sheet.get("custom") is not None:
        return custom_ground(catalog, sheet["custom"]["hexes"])
    return None


def ruled_by(catalog: Catalog, card: Card) -> set[str]:
    """The special rules that a card names, those of its modules one by one."""
    named = (*card["rules"].get("modules", ()), *card["rules"].get("special", ()))
    return {one for name in named if name in catalog.rules for one in catalog.rules[name].contains or (name,)}


def ruled_ground(catalog: Catalog, card: Card) -> Ground | None:
    """The same as the special rules of the card leave it: NO-1 bocage, NO-2 rural roads, ST-4 no roads."""
    ground = card_ground(catalog, card)
    if ground is None:
        return None
    rules = ruled_by(catalog, card)
    sides, ways, exits = dict(ground.sides), dict(ground.ways), dict(ground.exits)
    if "NO-1" in rules:
        sides = {where: "bocage" if kind == "hedge" else kind for where, kind in sides.items()}
    if "NO-2" in rules and is_rural(catalog, card, ground):
        for found in (ways, exits):
            if "road" in found:
                found["rural_road"] = found.pop("road")  # type: ignore[assignment]
    if "ST-4" in rules:
        ways.pop("road", None)
        exits.pop("road", None)
    return replace(ground, sides=Frozen(sides), ways=Frozen(ways), exits=Frozen(exits))


def is_rural(catalog: Catalog, card: Card, ground: Ground) -> bool:
    """NO-2: too few buildings of several hexes for a town: every road of the map is a rural one."""
    counted = card["map"].get("multi_hex_buildings")
    count = len(ground.buildings) if counted is None else counted
    return bool(count < catalog.rules["NO-2"].figures["multi_hex_buildings_below"])


def custom_ground(catalog: Catalog, hexes: Mapping[str, Mapping[str, Any]]) -> Ground:
    """A map that the author of a card gave hex by hex; what the catalogue does not know is left out."""
    known, ways = catalog.terrain, _ways(catalog, hexes)
    return Ground(
        id="0",
        terrain=Frozen(
            {
                one: (found["terrain"],)
                for one, found in hexes.items()
                if found["terrain"] in known and found["terrain"] != "open"
            }
        ),
        levels=Frozen({one: found["level"] for one, found in hexes.items() if found.get("level")}),
        ways=Frozen(ways),
        exits=Frozen(_alone(hexes, ways)),
        sides=Frozen(_sides(catalog, hexes)),
        buildings=_buildings(hexes),
        provenance="house",
    )


def _ways(catalog: Catalog, hexes: Mapping[str, Mapping[str, Any]]) -> dict[str, frozenset[Side]]:
    """A way goes from hex to hex where both have it."""
    found: dict[str, set[Side]] = {}
    for one, ground in hexes.items():
        for feature in ground.get("features", ()):
            way = WAYS.get(feature, feature)
            if way in ("road", "trail", "railway"):
                there = (
                    other
                    for other in neighbours(one, catalog.board)
                    if feature in hexes.get(other, {}).get("features", ())
                )
                found.setdefault(way, set()).update(side(one, other) for other in there)
    return {way: frozenset(sides) for way, sides in found.items() if sides}


def _alone(
    hexes: Mapping[str, Mapping[str, Any]], ways: Mapping[str, frozenset[Side]]
) -> dict[str, tuple[Exit, ...]]:
    """A way that no neighbour carries on runs straight through its hex."""
    found: dict[str, tuple[Exit, ...]] = {}
    for one, ground in hexes.items():
        for feature in ground.get("features", ()):
            way = WAYS.get(feature, feature)
            joined = any(one in ends for ends in ways.get(way, ()))
            if way in ("road", "trail", "railway") and not joined:
                found[way] = (*found.get(way, ()), Exit(one, (1,)), Exit(one, (4,)))
    return found


def _sides(catalog: Catalog, hexes: Mapping[str, Mapping[str, Any]]) -> dict[Side, str]:
    found: dict[Side, str] = {}
    for one, ground in hexes.items():
        for compass, kind in ground.get("sides", {}).items():
            other = neighbour(one, int(compass), catalog.board)
            if other is not None and kind in catalog.terrain:
                found[side(one, other)] = kind
    return found


def _buildings(hexes: Mapping[str, Mapping[str, Any]]) -> tuple[frozenset[str], ...]:
    """T82: hexes that share the name of a building are one."""
    named: dict[str, set[str]] = {}
    for one, ground in hexes.items():
        if ground.get("building"):
            named.setdefault(ground["building"], set()).add(one)
    return tuple(frozenset(group) for group in named.values() if len(group) > 1)
