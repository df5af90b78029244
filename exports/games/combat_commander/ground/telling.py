"""What stands in a hex, what it is worth, and what is seen from it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.ground.line_of_sight import SightResult
from generator.games.combat_commander.ground.movement_cost import get_cover, get_way_hexes
from generator.games.combat_commander.hexes import split

from ..scribe import Scribe

OPEN = "open"


def hex_words(ground: Ground, hex_id: str, scribe: Scribe) -> str:
    """A hex in one line: what it holds, how high it lies, its cover."""
    return scribe.said("ground.hex", hex=hex_id, what=", ".join(inside(ground, hex_id, scribe)))


def inside(ground: Ground, hex_id: str, scribe: Scribe) -> list[str]:
    """T78: what a hex holds, its level, what runs through it, its objective, its cover."""
    said = [scribe.term(f"terrain.{kind}") for kind in ground.terrain.get(hex_id, (OPEN,))]
    if level := ground.levels.get(hex_id, 0):
        said.append(scribe.said("ground.level", n=level))
    said += [scribe.term(f"terrain.{way}") for way in ground.ways if hex_id in get_way_hexes(ground, way)]
    said += [
        scribe.said("ground.objective", n=number)
        for number, place in sorted((ground.objectives or {}).items())
        if place == hex_id
    ]
    found = get_cover(scribe.catalog, ground, hex_id)
    said.append(
        scribe.term("ground.nobody_stands") if found is None else scribe.said("ground.cover_of", n=found)
    )
    return said


@dataclass(frozen=True, slots=True)
class Kind:
    """Hexes that are seen in the same way."""

    title: str
    hexes: tuple[str, ...]


def seen_kinds(seen: Mapping[str, SightResult], scribe: Scribe) -> list[Kind]:
    """10: the hexes by how they are seen, for whoever does not look at the drawing."""
    groups: dict[str, list[str]] = {}
    for hex_id in sorted(seen, key=split):
        groups.setdefault(_way(seen[hex_id], scribe), []).append(hex_id)
    order = [_way(SightResult(True, 0, True), scribe), *sorted(groups)]
    return [Kind(title, tuple(groups[title])) for title in dict.fromkeys(order) if title in groups]


def _way(glimpse: SightResult, scribe: Scribe) -> str:
    said = scribe.said(f"sight.kind.{glimpse.kind}", n=glimpse.hindrance)
    return said if glimpse.sure else scribe.said("sight.kind.string", kind=said)


def doubt_lines(ground: Ground, scribe: Scribe) -> Iterable[tuple[str, str]]:
    """What was hard to read on the print: the hexes, and how they were taken."""
    for doubt in ground.doubts:
        yield ", ".join(doubt.hexes), doubt.text.get(scribe.lang) or doubt.text["en"]
