"""Edit a battlefield with drawing tools on one hex or between two hexes.

Tools between two hexes, and exits off the map, toggle: used again, they remove what they added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import BRIDGES, STEPS, are_adjacent, leaves, side
from schemas.errors import HorahError

from . import edit
from .battlefield_document import Document
from .edit import MAX_LEVEL, WAYS

Group = Literal["terrain", "level", "way", "side", "exit", "objective"]
NONE = "none"
STREAM, JOINED = "stream", "joined"
BRIDGED_TERRAIN = ("water_barrier", "stream", "gully")  # T80: terrain that a bridge crosses


@dataclass(frozen=True, slots=True)
class Tool:
    """A drawing tool such as ``terrain:woods`` or ``way:road``; ``pair`` means that it needs two hexes."""

    group: Group
    what: str

    @property
    def id(self) -> str:
        return f"{self.group}:{self.what}"

    @property
    def pair(self) -> bool:
        return self.group in ("way", "side")


def list_tools(catalog: Catalog) -> tuple[Tool, ...]:
    """Return every tool, in the order of the terrain chart."""
    return tuple(_iterate_tools(catalog))


def _iterate_tools(catalog: Catalog) -> Iterator[Tool]:
    printed = [row for row in catalog.terrain.values() if row.module is None]
    yield from (Tool("terrain", row.id) for row in printed if row.kind == "type")
    yield from (Tool("level", str(level)) for level in range(MAX_LEVEL + 1))
    yield from (Tool("way", way) for way in (*WAYS, STREAM, JOINED))
    yield from (Tool("side", row.id) for row in printed if row.kind == "side")
    yield Tool("side", NONE)
    yield from (Tool("exit", way) for way in (*WAYS, STREAM))
    yield from (Tool("objective", str(number)) for number in catalog.board.objectives)


def apply_tool(
    catalog: Catalog, document: Mapping[str, Any], tool: str, hex_id: str, other: str = ""
) -> Document:
    """Return the document after a tool was used; raise an error if it cannot be used there."""
    known = {known_tool.id: known_tool for known_tool in list_tools(catalog)}
    if tool not in known:
        raise HorahError("BATTLEFIELD.tool", given=tool)
    used = known[tool]
    if used.pair and not other:
        raise HorahError("BATTLEFIELD.second", hex=hex_id)
    return _TOOL_FUNCTIONS[used.group](catalog, document, used.what, hex_id, other)


def apply_stroke(catalog: Catalog, document: Mapping[str, Any], tool: str, hexes: Sequence[str]) -> Document:
    """Return the document after a tool was dragged over hexes; ways run from each hex to the next.

    A stroke adds; only one that adds nothing removes what it runs along.
    """
    if not hexes:
        raise HorahError("BATTLEFIELD.hex")
    known = {known_tool.id: known_tool for known_tool in list_tools(catalog)}
    if tool in known and known[tool].group == "way":
        pairs = [(one, other) for one, other in pairwise(hexes) if are_adjacent(one, other)]
        return _draw_way(catalog, document, known[tool].what, pairs)
    drawn = dict(document)
    for hex_id in dict.fromkeys(hexes):
        drawn = apply_tool(catalog, drawn, tool, hex_id)
    return drawn


def _draw_way(
    catalog: Catalog, document: Mapping[str, Any], what: str, pairs: Sequence[tuple[str, str]]
) -> Document:
    after = [(pair, _apply_way(catalog, document, what, *pair)) for pair in pairs]
    grows = [pair for pair, one in after if _count_ways(one) > _count_ways(document)]
    drawn = dict(document)
    for pair in grows or pairs:
        drawn = _apply_way(catalog, drawn, what, *pair)
    return drawn


def _count_ways(document: Mapping[str, Any]) -> int:
    """Return how many sides ways, streams and buildings cross."""
    ways = sum(len(pairs) for pairs in document["ways"].values())
    joined = sum(len(group) for group in document.get("buildings", ()))
    return ways + len(document.get("course", ())) + joined


def _apply_terrain(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    """T80: a bridge keeps the terrain that it crosses."""
    present = [kind for kind, hexes in document["terrain"].items() if hex_id in hexes]
    beneath = [kind for kind in present if kind in BRIDGED_TERRAIN] if what in BRIDGES else []
    return edit.set_terrain(catalog, document, hex_id, [what, *beneath])


def _apply_level(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    return edit.set_level(catalog, document, hex_id, int(what))


def _apply_way(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, other: str) -> Document:
    name = "-".join(side(hex_id, other))
    if what == STREAM:
        return edit.set_course(catalog, document, hex_id, other, name not in document.get("course", ()))
    if what == JOINED:
        joined = any({hex_id, other} <= set(group) for group in document.get("buildings", ()))
        return edit.set_joined_building(catalog, document, hex_id, other, not joined)
    return edit.set_way(catalog, document, what, hex_id, other, name not in document["ways"].get(what, ()))


def _apply_side(
    catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, other: str
) -> Document:
    name = "-".join(side(hex_id, other))
    present = name in document.get("sides", {}).get(what, ())
    return edit.set_side(catalog, document, hex_id, other, None if present or what == NONE else what)


def _apply_exit(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    """2.2: move the exit to the next side at the edge of the map; remove it after the last one."""
    out = [compass for compass in STEPS if leaves(catalog.board, hex_id, compass)]
    if not out:
        raise HorahError("BATTLEFIELD.edge", hex=hex_id)
    lines = document.get("exits", {}).get(what, ())
    taken = [compass for line in lines if line["hex"] == hex_id for compass in line.get("sides", out[:1])]
    if not taken:
        return edit.set_exit(catalog, document, what, hex_id, out[0], True)
    document = edit.set_exit(catalog, document, what, hex_id, taken[0], False)
    index = out.index(taken[0]) + 1 if taken[0] in out else len(out)
    return edit.set_exit(catalog, document, what, hex_id, out[index], True) if index < len(out) else document


def _apply_objective(
    catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str
) -> Document:
    present = document.get("objectives", {}).get(what) == hex_id
    return edit.set_objective(catalog, document, int(what), None if present else hex_id)


_TOOL_FUNCTIONS: Mapping[Group, Callable[[Catalog, Mapping[str, Any], str, str, str], Document]] = {
    "terrain": _apply_terrain,
    "level": _apply_level,
    "way": _apply_way,
    "side": _apply_side,
    "exit": _apply_exit,
    "objective": _apply_objective,
}
