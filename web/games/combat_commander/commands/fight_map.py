"""The map of a fight as text: terrain, objectives and stacks, for the keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, place
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.ground.los_map import get_leading_terrain
from generator.games.combat_commander.hexes import all_hexes

CELL_WIDTH = 9  # characters; two columns of the map share a line of text
OPEN_GROUND = "."
#: Letters of terrain, where the first letter of its id is taken by another.
TERRAIN_LETTERS: Mapping[str, str] = {
    "building": "B",
    "factory": "B",
    "brush": "b",
    "woods": "w",
    "water_barrier": "~",
    "stream": "~",
    "marsh": "m",
    "hill": "^",
    "cliff": "^",
    "field": "f",
    "orchard": "o",
    "rubble": "r",
    "gully": "g",
}


def draw_map(
    catalog: Catalog, card: Mapping[str, Any], view: Mapping[str, Any], lit: Iterable[str] = ()
) -> Iterator[str]:
    """Yield the lines of a map; the hexes that may be chosen are marked with a star.

    A hex shows its name, its terrain, an objective (#1) and what stands in it: the side's letter with the
    number of its units, an exclamation mark if one is broken.
    """
    ground, marked = get_card_ground(catalog, card), frozenset(lit)
    cells: dict[tuple[int, int], str] = {}
    objectives = {hex_: str(each["number"]) for each in view["objectives"] for hex_ in each["hexes"]}
    for hex_id in all_hexes(catalog.board):
        text = _draw_cell(catalog, ground, view, hex_id, objectives.get(hex_id))
        cells[place(hex_id)] = f"{'*' if hex_id in marked else ' '}{text}"
    columns = max(column for column, _ in cells) + 1
    for row in range(max(row for _, row in cells) + 1):
        line = "".join(
            cells.get((column, row), "").ljust(CELL_WIDTH)[: CELL_WIDTH * 2]
            for column in range(row % 2, columns, 2)
        )
        yield (" " * (CELL_WIDTH // 2) if row % 2 else "") + line.rstrip()


def list_terrain(catalog: Catalog, card: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the kinds of terrain on a map by the letter that stands for them."""
    ground = get_card_ground(catalog, card)
    kinds = {get_leading_terrain(catalog, ground, hex_id) for hex_id in ground.terrain} if ground else set()
    letters: dict[str, list[str]] = {}
    for kind in sorted(kind for kind in kinds if kind):
        letters.setdefault(_get_letter(kind), []).append(kind)
    return letters


def _get_letter(terrain: str | None) -> str:
    return TERRAIN_LETTERS.get(terrain, terrain[0]) if terrain else OPEN_GROUND


def _draw_cell(
    catalog: Catalog, ground: Ground | None, view: Mapping[str, Any], hex_id: str, objective: str | None
) -> str:
    leading = get_leading_terrain(catalog, ground, hex_id) if ground else None
    text = f"{hex_id}{_get_letter(leading)}"
    if objective:
        text += f"#{objective}"
    if hex_id in view["works"]:
        text += "="
    if hex_id in view["smoke"] or hex_id in view["blaze"]:
        text += "%"
    for side in view["sides"]:
        units = [unit for unit in view["units"] if unit["hex"] == hex_id and unit["side"] == side]
        if units:
            broken = "!" if any(unit["broken"] for unit in units) else ""
            text += f"{view['sides'][side]['faction'][0].upper()}{len(units)}{broken}"
    return text
