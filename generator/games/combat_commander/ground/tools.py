"""A battlefield changed with tools, as one draws: what is put down, and on which hex or between which two.

A tool that runs between hexes, and a way off the map, is put down where it is missing and taken up where it
lies already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import BRIDGES, STEPS, leaves, side
from schemas.errors import HorahError

from . import edit
from .edit import MOST_LEVEL, WAYS
from .battlefield_document import Document

Group = Literal["terrain", "level", "way", "side", "exit", "objective"]
NONE = "none"
STREAM, JOINED = "stream", "joined"
CROSSED = ("water_barrier", "stream", "gully")  # T80: what a bridge goes over


@dataclass(frozen=True, slots=True)
class Tool:
    """Something to draw with: ``terrain:woods``, ``way:road``; ``pair`` where it runs between two hexes."""

    group: Group
    what: str

    @property
    def id(self) -> str:
        return f"{self.group}:{self.what}"

    @property
    def pair(self) -> bool:
        return self.group in ("way", "side")


def tools(catalog: Catalog) -> tuple[Tool, ...]:
    """Every tool, as the terrain chart has them."""
    return tuple(_tools(catalog))


def _tools(catalog: Catalog) -> Iterator[Tool]:
    printed = [row for row in catalog.terrain.values() if row.module is None]
    yield from (Tool("terrain", row.id) for row in printed if row.kind == "type")
    yield from (Tool("level", str(level)) for level in range(MOST_LEVEL + 1))
    yield from (Tool("way", way) for way in (*WAYS, STREAM, JOINED))
    yield from (Tool("side", row.id) for row in printed if row.kind == "side")
    yield Tool("side", NONE)
    yield from (Tool("exit", way) for way in (*WAYS, STREAM))
    yield from (Tool("objective", str(number)) for number in catalog.board.objectives)


def applied(
    catalog: Catalog, document: Mapping[str, Any], tool: str, hex_id: str, other: str = ""
) -> Document:
    """The document after a tool was used; what cannot be is refused with a sentence."""
    known = {one.id: one for one in tools(catalog)}
    if tool not in known:
        raise HorahError("BATTLEFIELD.tool", given=tool)
    found = known[tool]
    if found.pair and not other:
        raise HorahError("BATTLEFIELD.second", hex=hex_id)
    return _USES[found.group](catalog, document, found.what, hex_id, other)


def _terrain(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    """T80: a bridge keeps what it crosses beneath it."""
    there = [kind for kind, hexes in document["terrain"].items() if hex_id in hexes]
    beneath = [kind for kind in there if kind in CROSSED] if what in BRIDGES else []
    return edit.set_terrain(catalog, document, hex_id, [what, *beneath])


def _level(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    return edit.set_level(catalog, document, hex_id, int(what))


def _way(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, other: str) -> Document:
    name = "-".join(side(hex_id, other))
    if what == STREAM:
        return edit.set_course(catalog, document, hex_id, other, name not in document.get("course", ()))
    if what == JOINED:
        joined = any({hex_id, other} <= set(group) for group in document.get("buildings", ()))
        return edit.set_joined(catalog, document, hex_id, other, not joined)
    return edit.set_way(catalog, document, what, hex_id, other, name not in document["ways"].get(what, ()))


def _side(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, other: str) -> Document:
    name = "-".join(side(hex_id, other))
    there = name in document.get("sides", {}).get(what, ())
    return edit.set_side(catalog, document, hex_id, other, None if there or what == NONE else what)


def _exit(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    """2.2: over the first side beyond which the map ends, or the next one, or no longer."""
    out = [compass for compass in STEPS if leaves(catalog.board, hex_id, compass)]
    if not out:
        raise HorahError("BATTLEFIELD.edge", hex=hex_id)
    lines = document.get("exits", {}).get(what, ())
    taken = [compass for line in lines if line["hex"] == hex_id for compass in line.get("sides", out[:1])]
    if not taken:
        return edit.set_exit(catalog, document, what, hex_id, out[0], True)
    document = edit.set_exit(catalog, document, what, hex_id, taken[0], False)
    place = out.index(taken[0]) + 1 if taken[0] in out else len(out)
    return edit.set_exit(catalog, document, what, hex_id, out[place], True) if place < len(out) else document


def _objective(catalog: Catalog, document: Mapping[str, Any], what: str, hex_id: str, _: str) -> Document:
    there = document.get("objectives", {}).get(what) == hex_id
    return edit.set_objective(catalog, document, int(what), None if there else hex_id)


_USES: Mapping[Group, Callable[[Catalog, Mapping[str, Any], str, str, str], Document]] = {
    "terrain": _terrain,
    "level": _level,
    "way": _way,
    "side": _side,
    "exit": _exit,
    "objective": _objective,
}
