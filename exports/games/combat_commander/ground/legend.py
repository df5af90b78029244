"""T78-T99: the terrain of this map and no other, with cover, movement cost and sight from the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Shape

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Terrain
from exports.kit.shapes import moved, outline, text
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, width, wrap
from generator.games.combat_commander.ground.card_ground import WAY_ALIASES

from ..drawings.hexgrid import HexGrid
from ..scribe import Scribe
from .drawing import ground_shapes

NAME, SMALL = 8.5, 7.6  # type sizes
LINE, LEAD = 28.0, 8.3  # height of an entry, and of a line of it
SIGN = 12.0  # half the width of its sample hex
GAP = 12.0
BRIDGED = {"major_bridge": "water_barrier", "minor_bridge": "stream"}
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
        return scribe.decimal(row.move["points"])
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
    """The entries in as many columns as fit, and the height they take; in a narrow one their lines break."""
    rows = kinds(ground, scribe.catalog.terrain)
    if not rows:
        return [], 0.0
    entries = [_entry(row, scribe) for row in rows]
    needed = max(room for _, room, _ in entries) + GAP
    columns = max(1, min(len(rows), int((wide + GAP) // needed)))
    if needed > wide + GAP:
        entries = [_entry(row, scribe, wide) for row in rows]
    across = (wide + GAP) / columns
    deep = -(-len(rows) // columns)
    high = max(sum(tall for _, _, tall in entries[at : at + deep]) for at in range(0, len(rows), deep))
    shapes: list[Shape] = []
    y = high
    for number, (entry, _, tall) in enumerate(entries):
        y = (y if number % deep else high) - tall
        shapes.append(moved(entry, number // deep * across, y))
    return shapes, high


def said(row: Terrain, scribe: Scribe) -> tuple[str, str]:
    """Cover and cost in one line, sight in another."""
    words = {"cover": cover(row, scribe), "move": move(row, scribe), "sight": sight(row, scribe)}
    told = {what: f"{scribe.term(f'ground.{what}')} {word}" for what, word in words.items()}
    return f"{told['cover']} · {told['move']}", told["sight"]


def legend_words(ground: Ground, scribe: Scribe) -> list[str]:
    """The same for those who cannot see it, and for plain text."""
    return [
        f"{scribe.term(f'terrain.{row.id}')}: {' · '.join(said(row, scribe))}"
        for row in kinds(ground, scribe.catalog.terrain)
    ]


def _entry(row: Terrain, scribe: Scribe, room: float = 0.0) -> tuple[list[Shape], float, float]:
    """A sample with its name and what it does, how wide it is and how high; with a room its lines break."""
    name = scribe.term(f"terrain.{row.id}")
    at = 2 * SIGN + 6
    told = [part for line in said(row, scribe) for part in _broken(line, room - at if room else 0.0)]
    high = max(LINE, NAME + 3 + len(told) * LEAD)
    lines: list[Shape] = [text(at, high - NAME - 1, name, NAME, HEAD, INK)]
    for number, words in enumerate(told, start=1):
        lines.append(text(at, high - NAME - 1 - number * LEAD, words, SMALL, NARROW, INK))
    wide = max(width(name, HEAD, NAME), *(width(words, NARROW, SMALL) for words in told))
    return [moved(sample(row, scribe), 2, high - 3 - SIGN * 1.75), *lines], at + wide, high


def _broken(line: str, room: float) -> list[str]:
    return wrap(line, NARROW, SMALL, room) if room else [line]


def sample(row: Terrain, scribe: Scribe) -> list[Shape]:
    """A hex with nothing but this terrain in it; a bridge stands over what it crosses."""
    grid = HexGrid(scribe.catalog.board, SIGN)
    hex_id, above, below = "B2", "B1", "B3"
    through = frozenset({(above, hex_id), (hex_id, below)})
    across = frozenset({("A2", hex_id), (hex_id, "C3")})
    bridge = row.id in BRIDGED
    way = "road" if bridge else WAY_ALIASES.get(row.id, row.id)
    runs = bridge or (row.kind == "feature" and row.id != "hill")
    types = (row.id, BRIDGED[row.id]) if bridge else (row.id,)
    inside = Ground(
        id="0",
        terrain={hex_id: types} if row.kind == "type" else {},
        levels={hex_id: 1} if row.id == "hill" else {},
        ways={way: through} if runs else {},
        course=across if bridge else through,
        sides={(hex_id, below): row.id, (above, hex_id): row.id} if row.kind == "side" else {},
    )
    x, y = grid.centre(hex_id)
    rim = outline([grid.corners(hex_id)], fill=PAPER, stroke=RULE, line=0.5)
    drawn = [shape for shape in ground_shapes(inside, grid, {hex_id}) if not hasattr(shape, "text")]
    return [moved([rim, *drawn], SIGN - x, grid.high / 2 - y)]
