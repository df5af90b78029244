"""Can a battlefield that somebody brings be drawn at all? Whether it can be played on is for the checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import beside, leaves

from ..hexes import on_board
from .edit import MOST_LEVEL, WAYS

FLOWS = (*WAYS, "stream")


def drawable(catalog: Catalog, document: Mapping[str, Any]) -> bool:
    """2.1, T78: known terrain where it belongs, hexes of the board, sides between neighbours."""
    return (
        _types(catalog, document, "terrain", "type")
        and _types(catalog, document, "sides", "side")
        and set(document["ways"]) <= set(WAYS)
        and set(document.get("exits", {})) <= set(FLOWS)
        and all(level.isdecimal() and int(level) <= MOST_LEVEL for level in document.get("levels", {}))
        and all(on_board(catalog.board, one) for one in _hexes(document))
        and all(_neighbours(catalog, name) for name in _sides(document))
        and all(
            leaves(catalog.board, out["hex"], compass)
            for found in document.get("exits", {}).values()
            for out in found
            for compass in out.get("sides", ())
        )
    )


def _types(catalog: Catalog, document: Mapping[str, Any], part: str, kind: str) -> bool:
    rows = [catalog.terrain.get(name) for name in document.get(part, {})]
    return all(row is not None and row.kind == kind for row in rows)


def _hexes(document: Mapping[str, Any]) -> Iterator[str]:
    for part in ("terrain", "levels"):
        for hexes in document.get(part, {}).values():
            yield from hexes
    for found in document.get("exits", {}).values():
        yield from (out["hex"] for out in found)
    for group in document.get("buildings", ()):
        yield from group
    yield from (document.get("objectives") or {}).values()


def _sides(document: Mapping[str, Any]) -> Iterator[str]:
    for part in ("ways", "sides"):
        for names in document.get(part, {}).values():
            yield from names
    yield from document.get("course", ())


def _neighbours(catalog: Catalog, name: str) -> bool:
    one, _, other = name.partition("-")
    return on_board(catalog.board, one) and on_board(catalog.board, other) and beside(one, other)
