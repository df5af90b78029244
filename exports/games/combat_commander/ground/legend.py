"""T78-T99: legend of the terrain on this map, with cover, movement cost and sight."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Terrain
from exports.kit.shapes import move_shapes, outline, text
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, width, wrap
from generator.games.combat_commander.ground.card_ground import WAY_ALIASES

from ..drawings.hexgrid import HexGrid
from ..messages import MessageFormatter
from .drawing import draw_ground

NAME_TYPE_SIZE, SMALL_TYPE_SIZE = 9.0, 8.0  # type sizes
ENTRY_HEIGHT, LINE_HEIGHT = 30.0, 9.0  # points: height of an entry, and of a line in it
SAMPLE_SIZE = 12.0  # points: half the width of the sample hex
GAP = 12.0
CROSSED_BY_BRIDGE = {"major_bridge": "water_barrier", "minor_bridge": "stream"}
KIND_ORDER = {"type": 0, "feature": 1, "side": 2, "marker": 3}


def list_terrain(ground: Ground, terrain: Mapping[str, Terrain]) -> list[Terrain]:
    """Return the terrain of a map in chart order: types by precedence, features, hexsides."""
    present = {kind for types in ground.terrain.values() for kind in types}
    present |= {way for way, sides in ground.ways.items() if sides or ground.exits.get(way)}
    present |= set(ground.sides.values()) | ({"hill"} if ground.levels else set())
    rows = [row for row in terrain.values() if row.id in present]
    return sorted(rows, key=lambda row: (KIND_ORDER[row.kind], row.precedence or 0))


def format_cover(row: Terrain, formatter: MessageFormatter) -> str:
    """T78.3: return the cover in a few words."""
    rule, value = row.cover["rule"], row.cover.get("value")
    if rule in ("hex", "rubble"):
        return str(value)
    if rule in ("change", "crossing"):
        return formatter.format(f"ground.cover.{rule}", n=value)
    return formatter.term("ground.none")


def format_move(row: Terrain, formatter: MessageFormatter) -> str:
    """T78.2: return the movement cost in a few words."""
    rule, points = row.move["rule"], row.move.get("points")
    if rule in ("enter", "rubble"):
        return formatter.decimal(row.move["points"])
    if rule == "other":
        return formatter.term("ground.none")
    word = "along_only" if row.move.get("otherwise") == "impassable" else rule
    return formatter.format(f"ground.move.{word}", n=points)


def format_sight(row: Terrain, formatter: MessageFormatter) -> str:
    """T78.4: return the effect on sight in a few words."""
    if row.id in ("gully", "hill"):
        return formatter.term(f"ground.sight.{row.id}")
    sight_class = row.los["class"]
    if sight_class == "other":
        return formatter.term("ground.none")
    word = "blind" if sight_class == "obstacle" and row.blind_hexes else sight_class
    what = formatter.format(f"ground.sight.{word}", n=row.blind_hexes or row.los.get("hindrance"))
    if row.los.get("own_side") == "clear":
        return formatter.format("ground.sight.own_side", what=what)
    if row.id == "railway":
        return formatter.format("ground.sight.along", what=what)
    return what


def draw_legend(ground: Ground, formatter: MessageFormatter, wide: float) -> tuple[list[Shape], float]:
    """Return the entries in as many columns as fit, and their height; lines wrap in a narrow column."""
    rows = list_terrain(ground, formatter.catalog.terrain)
    if not rows:
        return [], 0.0
    entries = [_draw_entry(row, formatter) for row in rows]
    needed = max(room for _, room, _ in entries) + GAP
    columns = max(1, min(len(rows), int((wide + GAP) // needed)))
    if needed > wide + GAP:
        entries = [_draw_entry(row, formatter, wide) for row in rows]
    across = (wide + GAP) / columns
    deep = -(-len(rows) // columns)
    high = max(sum(tall for _, _, tall in entries[at : at + deep]) for at in range(0, len(rows), deep))
    shapes: list[Shape] = []
    y = high
    for number, (entry, _, tall) in enumerate(entries):
        y = (y if number % deep else high) - tall
        shapes.append(move_shapes(entry, number // deep * across, y))
    return shapes, high


def draw_entries(ground: Ground, formatter: MessageFormatter, wide: float) -> list[tuple[Drawing, str]]:
    """Return each entry as a drawing with its words, for a column of this width."""
    entries = []
    for row in list_terrain(ground, formatter.catalog.terrain):
        shapes, _, high = _draw_entry(row, formatter, wide)
        drawing = Drawing(wide, high)
        drawing.add(move_shapes(shapes, 0, 0))
        entries.append((drawing, _format_entry(row, formatter)))
    return entries


def _format_entry(row: Terrain, formatter: MessageFormatter) -> str:
    return formatter.labelled(formatter.term(f"terrain.{row.id}"), " · ".join(format_effects(row, formatter)))


def format_effects(row: Terrain, formatter: MessageFormatter) -> tuple[str, str]:
    """Return cover and cost in one line, sight in another."""
    words = {
        "cover": format_cover(row, formatter),
        "move": format_move(row, formatter),
        "sight": format_sight(row, formatter),
    }
    labelled = {what: f"{formatter.term(f'ground.{what}')} {word}" for what, word in words.items()}
    return f"{labelled['cover']} · {labelled['move']}", labelled["sight"]


def list_legend(ground: Ground, formatter: MessageFormatter) -> list[str]:
    """Return the legend as text."""
    return [_format_entry(row, formatter) for row in list_terrain(ground, formatter.catalog.terrain)]


def _draw_entry(
    row: Terrain, formatter: MessageFormatter, room: float = 0.0
) -> tuple[list[Shape], float, float]:
    """Return a sample with name and effects, its width and height; lines wrap to ``room``."""
    name = formatter.term(f"terrain.{row.id}")
    at = 2 * SAMPLE_SIZE + 6
    lines_of_text = [
        part
        for line in format_effects(row, formatter)
        for part in _wrap_line(line, room - at if room else 0.0)
    ]
    high = max(ENTRY_HEIGHT, NAME_TYPE_SIZE + 3 + len(lines_of_text) * LINE_HEIGHT)
    lines: list[Shape] = [text(at, high - NAME_TYPE_SIZE - 1, name, NAME_TYPE_SIZE, HEAD, INK)]
    for number, words in enumerate(lines_of_text, start=1):
        lines.append(
            text(at, high - NAME_TYPE_SIZE - 1 - number * LINE_HEIGHT, words, SMALL_TYPE_SIZE, NARROW, INK)
        )
    wide = max(
        width(name, HEAD, NAME_TYPE_SIZE), *(width(words, NARROW, SMALL_TYPE_SIZE) for words in lines_of_text)
    )
    return (
        [move_shapes(draw_sample(row, formatter), 2, high - 3 - SAMPLE_SIZE * 1.75), *lines],
        at + wide,
        high,
    )


def _wrap_line(line: str, room: float) -> list[str]:
    return wrap(line, NARROW, SMALL_TYPE_SIZE, room) if room else [line]


def draw_sample(row: Terrain, formatter: MessageFormatter) -> list[Shape]:
    """Draw a hex with only this terrain in it; a bridge stands over what it crosses."""
    grid = HexGrid(formatter.catalog.board, SAMPLE_SIZE)
    hex_id, above, below = "B2", "B1", "B3"
    through = frozenset({(above, hex_id), (hex_id, below)})
    across = frozenset({("A2", hex_id), (hex_id, "C3")})
    bridge = row.id in CROSSED_BY_BRIDGE
    way = "road" if bridge else WAY_ALIASES.get(row.id, row.id)
    runs = bridge or (row.kind == "feature" and row.id != "hill")
    types = (row.id, CROSSED_BY_BRIDGE[row.id]) if bridge else (row.id,)
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
    drawn = [shape for shape in draw_ground(inside, grid, {hex_id}) if not hasattr(shape, "text")]
    return [move_shapes([rim, *drawn], SAMPLE_SIZE - x, grid.high / 2 - y)]
