"""The maps with their figures, and lines of sight on them; results are cached."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.ground.line_of_sight import (
    SightReport,
    SightResult,
    compute_sight_from,
    get_sight_table,
)
from generator.games.combat_commander.ground.los_map import LosMap, build_los_map
from generator.games.combat_commander.ground.map_figures import MapFigures, get_map_figures
from generator.games.combat_commander.hexes import all_hexes
from schemas.errors import HorahError
from web.service.errors import NotHere


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map by its number; ground and figures are None where they are not recorded."""

    number: int
    set: str
    place: str
    ground: Ground | None
    figures: MapFigures | None


def list_sheets(catalog: Catalog) -> list[Sheet]:
    """Return every map of the catalogues."""
    return [get_sheet(catalog, number) for number in catalog.maps]


def get_sheet(catalog: Catalog, number: int) -> Sheet:
    """Return a map with its ground and its figures."""
    row = catalog.maps.get(number)
    if row is None:
        raise NotHere
    name = str(number)
    recorded = name in catalog.ground
    return Sheet(
        number=number,
        set=row.set,
        place=row.place or "",
        ground=catalog.ground[name] if recorded else None,
        figures=get_map_figures(catalog, name) if recorded else None,
    )


SHARES = ("cover", "sight")  # figures in per mille
FEATURES = ("building", "hill", "road", "water")  # figures in hexes
FIGURES = (*SHARES, *FEATURES)


@dataclass(frozen=True, slots=True)
class MapFilter:
    """Filters and order of a map search."""

    order: str = ""  # one of FIGURES; a minus before the name sorts ascending
    set: str = ""
    features: frozenset[str] = frozenset()  # features that a map must have
    mine: bool = False


def filter_sheets(sheets: Iterable[Sheet], wanted: MapFilter, owned: Collection[int]) -> list[Sheet]:
    """Return the maps that match, sorted; maps without figures come last when sorting by a figure."""
    matching = [
        sheet
        for sheet in sheets
        if (not wanted.set or sheet.set == wanted.set)
        and (not wanted.mine or sheet.number in owned)
        and all(sheet.figures is not None and getattr(sheet.figures, name) for name in wanted.features)
    ]
    name = wanted.order.removeprefix("-")
    if name not in FIGURES:
        return sorted(matching, key=lambda sheet: sheet.number)
    sign = 1 if wanted.order.startswith("-") else -1

    def place(sheet: Sheet) -> tuple[bool, int, int]:
        figure = 0 if sheet.figures is None else sign * getattr(sheet.figures, name)
        return sheet.figures is None, figure, sheet.number

    return sorted(matching, key=place)


def get_sheet_with_ground(catalog: Catalog, number: int) -> Sheet:
    """Return a map whose ground is recorded; raise ``NotHere`` otherwise."""
    sheet = get_sheet(catalog, number)
    if sheet.ground is None:
        raise NotHere
    return sheet


@lru_cache(maxsize=64)
def get_los_map(catalog: Catalog, map_id: str) -> LosMap:
    """Return a map prepared for lines of sight."""
    return build_los_map(catalog, catalog.ground[map_id])


@lru_cache(maxsize=64)
def encode_views(catalog: Catalog, ground: Ground) -> Mapping[str, str]:
    """Return the sight of each hex to all others, one character per hex in board order.

    Pages show the sight of a whole map from this text without asking the server. ``@`` is the hex itself,
    ``.`` clear, a digit a hindrance, ``#`` not seen. Where only a string on the printed map can decide: ``c``
    for likely clear, ``h`` for likely hidden, ``A`` and on for a likely hindrance of 1 and on.
    """
    hexes = all_hexes(catalog.board)
    sights = get_sight_table(catalog, ground)
    return {
        start: "".join(
            "@" if start == end else _letter(sights.get((start, end)) or sights[end, start]) for end in hexes
        )
        for start in hexes
    }


def _letter(glimpse: SightResult) -> str:
    if not glimpse.seen:
        return "#" if glimpse.sure else "h"
    if not glimpse.hindrance:
        return "." if glimpse.sure else "c"
    return str(glimpse.hindrance) if glimpse.sure else chr(ord("@") + glimpse.hindrance)


def parse_hex(catalog: Catalog, text: str) -> str | None:
    """Parse a typed hex; return None for empty input."""
    hex_id = text.strip().upper()
    if not hex_id:
        return None
    hexes = all_hexes(catalog.board)
    if hex_id not in hexes:
        raise HorahError("NO_HEX.map", given=text[:40], first=hexes[0], last=hexes[-1])
    return hex_id


def describe_view(field: LosMap, map_id: str, start: str) -> dict[str, Any]:
    """Return the hexes seen by best guess, and those hidden by best guess that only a string can decide."""
    sights = compute_sight_from(field, start)
    return {
        "map": map_id,
        "from": start,
        "measured": field.touches is not None,
        "seen": {
            other: {"hindrance": glimpse.hindrance, "certainty": "sure" if glimpse.sure else "string"}
            for other, glimpse in sights.items()
            if glimpse.seen
        },
        "hidden_unless_string": [
            other for other, glimpse in sights.items() if not glimpse.seen and not glimpse.sure
        ],
    }


def describe_sight(report: SightReport, map_id: str) -> dict[str, Any]:
    """10: return whether one hex sees another, and the reasons."""
    return {
        "map": map_id,
        "from": report.one,
        "to": report.other,
        "kind": report.kind,
        "seen": report.seen,
        "hindrance": report.hindrance,
        "certainty": "sure" if report.sure else "string",
        "measured": report.measured,
        "reasons": [
            {
                "what": why.what,
                "hexes": list(why.hexes),
                "rule": why.rule,
                "hindrance": why.value,
                "chance": why.chance,
            }
            for why in report.reasons
        ],
    }
