"""Small grounds for tests: ``ground(woods="B2 B3", wall="C3-C4")``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.ground import Exit, Ground, side
from generator.games.combat_commander.ground.los_map import LosMap, Marker, build_los_map

CATALOG = load()
TYPES = {row.id for row in CATALOG.terrain.values() if row.kind == "type"}
SIDES = {row.id for row in CATALOG.terrain.values() if row.kind == "side"}


def ground(**kinds: str) -> Ground:
    """Return a ground: types take hexes, hexsides and ways take pairs, ``level1`` etc. take hill hexes."""
    types: dict[str, tuple[str, ...]] = {}
    levels: dict[str, int] = {}
    sides: dict[tuple[str, str], str] = {}
    ways: dict[str, frozenset[tuple[str, str]]] = {}
    for kind, text in kinds.items():
        found = text.split()
        if kind in TYPES:
            types.update({one: (*types.get(one, ()), kind) for one in found})
        elif kind.startswith("level"):
            levels.update(dict.fromkeys(found, int(kind[5:])))
        elif kind in SIDES:
            sides.update(dict.fromkeys((side(*pair.split("-")) for pair in found), kind))
        else:
            ways[kind] = frozenset(side(*pair.split("-")) for pair in found)
    return Ground("0", types, levels, ways, sides=sides)


def los_map(**kinds: str) -> LosMap:
    """Return a small ground prepared for sight; smoke as ``smoke="D4:7"``, blazes as ``blaze="D4"``."""
    markers = {
        one.partition(":")[0]: Marker("smoke", int(one.partition(":")[2])) for one in _pop(kinds, "smoke")
    }
    markers |= {one: Marker(kind) for kind in ("blaze", "rubble") for one in _pop(kinds, kind)}
    return build_los_map(CATALOG, ground(**kinds), markers)


def _pop(kinds: dict[str, str], name: str) -> list[str]:
    return kinds.pop(name, "").split()


def printed(number: str, smoke: str = "", **changes: Any) -> LosMap:
    """Return a printed map, optionally with changes or smoke."""
    markers = {one.partition(":")[0]: Marker("smoke", int(one.partition(":")[2])) for one in smoke.split()}
    return build_los_map(CATALOG, replace(CATALOG.ground[number], **changes), markers)


def mirrored(before: Ground) -> Ground:
    """Return a ground mirrored left to right: A becomes O, B becomes N."""

    def turn(hex_id: str) -> str:
        return f"{chr(ord('A') + ord('O') - ord(hex_id[0]))}{hex_id[1:]}"

    def turn_side(ends: tuple[str, str]) -> tuple[str, str]:
        return side(*map(turn, ends))

    swap = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
    return replace(
        before,
        id="0",
        terrain={turn(hex_id): types for hex_id, types in before.terrain.items()},
        levels={turn(hex_id): level for hex_id, level in before.levels.items()},
        ways={way: frozenset(map(turn_side, sides)) for way, sides in before.ways.items()},
        exits={
            way: tuple(Exit(turn(out.hex), tuple(swap[hex_id] for hex_id in out.sides)) for out in exits)
            for way, exits in before.exits.items()
        },
        sides={turn_side(ends): kind for ends, kind in before.sides.items()},
        buildings=tuple(frozenset(map(turn, group)) for group in before.buildings),
    )
