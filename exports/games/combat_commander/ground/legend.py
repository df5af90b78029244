"""T78-T99: the terrain of this map and no other, with cover, movement cost and sight from the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Shape

from catalogs.games.combat_commander.ground import Exit, Ground
from catalogs.games.combat_commander.model import Terrain
from exports.kit.shapes import moved, outline, text
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, SOFT, width

from ..drawings.hexgrid import HexGrid
from ..scribe import Scribe
from .drawing import ground_shapes

LINE = 21.0  # height of an entry
SIGN = 9.0  # half the width of its sample hex
GAP = 12.0
ORDER = {"type": 0, "feature": 1, "side": 2, "marker": 3}


def kinds(ground: Ground, terrain: Mapping[str, Terrain]) -> list[Terrain]:
    """What a map has, as the chart orders it: types by precedence, then features, then hexsides."""
    found = {kind for types in ground.terrain.values() for kind in types}
    found |= {way for way, sides in ground.ways.items() if sides or ground.exits.get(way)}
    found |= set(ground.sides.values()) | ({"hill"} if ground.levels else set())
    rows = [row for row in terrain.values() if row.id in found]
    return sorted(rows, key=lambda row: (ORDER[row.kind], row.precedence or 0))


def cover(row: Terrain, scribe: Scribe) -> str:
    """T78.3 in a few words."""
    rule, value = row.cover["rule"], row.cover.get("value")
    if rule in ("hex", "rubble"):
        return str(value)
    if rule in ("change", "crossing"):
        return scribe.said(f"ground.cover.{rule}", n=value)
    return scribe.term("ground.none")


def move(row: Terrain, scribe: Scribe) -> str:
    """T78.2 in a few words."""
    rule, points = row.move["rule"], row.move.get("points")
    if rule in ("enter", "rubble"):
        return str(points)
    if rule == "other":
        return scribe.term("ground.none")
    word = "along_only" if row.move.get("otherwise") == "impassable" else rule
    return scribe.said(f"ground.move.{word}", n=points)


def sight(row: Terrain, scribe: Scribe) -> str:
    """T78.4 in a few words."""
    if row.id in ("gully", "hill"):
        return scribe.term(f"ground.sight.{row.id}")
    found = row.los["class"]
    if found == "other":
        return scribe.term("ground.none")
    word = "blind" if found == "obstacle" and row.blind_hexes else found
    what = scribe.said(f"ground.sight.{word}", n=row.blind_hexes or row.los.get("hindrance"))
    if row.los.get("own_side") == "clear":
        return scribe.said("ground.sight.own_side", what=what)
    if row.id == "railway":
        return scribe.said("ground.sight.along", what=what)
    return what


def legend(ground: Ground, scribe: Scribe, wide: float) -> tuple[list[Shape], float]:
    """The entries in as many columns as fit, and the height they take."""
    rows = [_entry(row, scribe) for row in kinds(ground, scribe.catalog.terrain)]
    if not rows:
        return [], 0.0
    needed = max(room for _, room in rows) + GAP
    columns = max(1, min(len(rows), int((wide + GAP) // needed)))
    across = (wide + GAP) / columns
    deep = -(-len(rows) // columns)
    shapes: list[Shape] = []
    for number, (entry, _) in enumerate(rows):
        shapes.append(moved(entry, number // deep * across, (deep - 1 - number % deep) * LINE))
    return shapes, deep * LINE


def _entry(row: Terrain, scribe: Scribe) -> tuple[list[Shape], float]:
    name = scribe.term(f"terrain.{row.id}")
    words = " · ".join(
        f"{scribe.term(f'ground.{what}')} {said}"
        for what, said in (
            ("cover", cover(row, scribe)),
            ("move", move(row, scribe)),
            ("sight", sight(row, scribe)),
        )
    )
    at = 2 * SIGN + 6
    shapes = [moved(sample(row, scribe), 0, 1)]
    lines: list[Shape] = [text(at, 11, name, 8.5, HEAD, INK), text(at, 3, words, 6.6, NARROW, SOFT)]
    return [*shapes, *lines], at + max(width(name, HEAD, 8.5), width(words, NARROW, 6.6))


def sample(row: Terrain, scribe: Scribe) -> list[Shape]:
    """A hex with nothing but this terrain in it."""
    grid = HexGrid(scribe.catalog.board, SIGN)
    hex_id, above, below = "B2", "B1", "B3"
    way = "road" if row.id.endswith("_bridge") else row.id
    carries = (row.kind == "feature" and row.id != "hill") or way == "road"
    inside = Ground(
        id="0",
        terrain={hex_id: (row.id,)} if row.kind == "type" else {},
        levels={hex_id: 1} if row.id == "hill" else {},
        exits={way: (Exit(hex_id, (1,)), Exit(hex_id, (4,)))} if carries else {},
        course=frozenset({(above, hex_id), (hex_id, below)}),
        sides={(hex_id, below): row.id, (above, hex_id): row.id} if row.kind == "side" else {},
    )
    x, y = grid.centre(hex_id)
    rim = outline([grid.corners(hex_id)], fill=PAPER, stroke=RULE, line=0.5)
    drawn = [shape for shape in ground_shapes(inside, grid) if not hasattr(shape, "text")]
    return [moved([rim, *drawn], SIGN - x, grid.high / 2 - y)]
