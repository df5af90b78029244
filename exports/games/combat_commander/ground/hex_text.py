"""A hex in words: terrain, value, and what it sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.ground.line_of_sight import SightResult
from generator.games.combat_commander.ground.movement_cost import get_cover, get_way_hexes
from generator.games.combat_commander.hexes import split

from ..messages import MessageFormatter

OPEN = "open"


def describe_hex(ground: Ground, hex_id: str, formatter: MessageFormatter) -> str:
    """Return a hex in one line: contents, level, cover."""
    return formatter.format("ground.hex", hex=hex_id, what=", ".join(hex_contents(ground, hex_id, formatter)))


def hex_contents(ground: Ground, hex_id: str, formatter: MessageFormatter) -> list[str]:
    """T78: return the terrain of a hex, its level, roads, objective and cover."""
    words = [formatter.term(f"terrain.{kind}") for kind in ground.terrain.get(hex_id, (OPEN,))]
    if level := ground.levels.get(hex_id, 0):
        words.append(formatter.format("ground.level", n=level))
    words += [formatter.term(f"terrain.{way}") for way in ground.ways if hex_id in get_way_hexes(ground, way)]
    words += [
        formatter.format("ground.objective", n=number)
        for number, place in sorted((ground.objectives or {}).items())
        if place == hex_id
    ]
    value = get_cover(formatter.catalog, ground, hex_id)
    words.append(
        formatter.term("ground.nobody_stands")
        if value is None
        else formatter.format("ground.cover_of", n=value)
    )
    return words


@dataclass(frozen=True, slots=True)
class SightGroup:
    """Hexes that are seen in the same way."""

    title: str
    hexes: tuple[str, ...]


def group_by_sight(seen: Mapping[str, SightResult], formatter: MessageFormatter) -> list[SightGroup]:
    """10: return the hexes grouped by how they are seen, as an alternative to the drawing."""
    groups: dict[str, list[str]] = {}
    for hex_id in sorted(seen, key=split):
        groups.setdefault(_format_sight(seen[hex_id], formatter), []).append(hex_id)
    order = [_format_sight(SightResult(True, 0, True), formatter), *sorted(groups)]
    return [SightGroup(title, tuple(groups[title])) for title in dict.fromkeys(order) if title in groups]


def _format_sight(glimpse: SightResult, formatter: MessageFormatter) -> str:
    words = formatter.format(f"sight.kind.{glimpse.kind}", n=glimpse.hindrance)
    return words if glimpse.sure else formatter.format("sight.kind.string", kind=words)


def list_doubts(ground: Ground, formatter: MessageFormatter) -> Iterable[tuple[str, str]]:
    """Yield places that were hard to read on the printed map: the hexes, and our reading."""
    for doubt in ground.doubts:
        yield ", ".join(doubt.hexes), doubt.text.get(formatter.lang) or doubt.text["en"]
