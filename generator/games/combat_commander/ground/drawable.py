"""Check whether a battlefield document can be drawn; ``checks`` decides whether it can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import are_adjacent, leaves

from ..hexes import on_board
from .edit import MAX_LEVEL, WAYS

EXIT_KINDS = (*WAYS, "stream")


def is_drawable(catalog: Catalog, document: Mapping[str, Any]) -> bool:
    """2.1, T78: return whether terrain is known, hexes are on the board and sides join neighbours."""
    return (
        _has_known_terrain(catalog, document, "terrain", "type")
        and _has_known_terrain(catalog, document, "sides", "side")
        and set(document["ways"]) <= set(WAYS)
        and set(document.get("exits", {})) <= set(EXIT_KINDS)
        and all(level.isdecimal() and int(level) <= MAX_LEVEL for level in document.get("levels", {}))
        and all(on_board(catalog.board, hex_id) for hex_id in _list_hexes(document))
        and all(_joins_neighbours(catalog, name) for name in _list_sides(document))
        and all(
            leaves(catalog.board, out["hex"], compass)
            for exits in document.get("exits", {}).values()
            for out in exits
            for compass in out.get("sides", ())
        )
    )


def _has_known_terrain(catalog: Catalog, document: Mapping[str, Any], part: str, kind: str) -> bool:
    rows = [catalog.terrain.get(name) for name in document.get(part, {})]
    return all(row is not None and row.kind == kind for row in rows)


def _list_hexes(document: Mapping[str, Any]) -> Iterator[str]:
    for part in ("terrain", "levels"):
        for hexes in document.get(part, {}).values():
            yield from hexes
    for exits in document.get("exits", {}).values():
        yield from (out["hex"] for out in exits)
    for group in document.get("buildings", ()):
        yield from group
    yield from (document.get("objectives") or {}).values()


def _list_sides(document: Mapping[str, Any]) -> Iterator[str]:
    for part in ("ways", "sides"):
        for names in document.get(part, {}).values():
            yield from names
    yield from document.get("course", ())


def _joins_neighbours(catalog: Catalog, name: str) -> bool:
    first, _, second = name.partition("-")
    return on_board(catalog.board, first) and on_board(catalog.board, second) and are_adjacent(first, second)
