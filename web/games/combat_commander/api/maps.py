"""Maps: figures, ground, and sight."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from generator.games.combat_commander.ground.line_of_sight import check_sight
from generator.games.combat_commander.ground.los_map import LosMap
from generator.games.combat_commander.ground.los_map import build_los_map as ready
from generator.games.combat_commander.ground.markers import parse_markers
from schemas.errors import HorahError
from schemas.games.combat_commander.api.maps import Looking, MapLine, MapSheet, Sight
from web.api.blueprint import Blueprint
from web.games.combat_commander.service import maps

from ..request_context import catalog

PATH = "/maps"
blueprint = Blueprint("maps", __name__, description="Maps with their ground, and sight over it.")
endpoint = blueprint.endpoint


@endpoint("", result=MapLine(many=True))
def every() -> Any:
    """List every map with its figures"""
    return [_map_line(sheet) for sheet in maps.list_sheets(catalog())]


@endpoint("/<int:number>", result=MapSheet, errors=(404,))
def one(number: int) -> Any:
    """Return a map with its ground"""
    sheet = maps.get_sheet_with_ground(catalog(), number)
    assert sheet.ground is not None
    row = catalog().store.table("ground")[str(number)]
    return {
        **_map_line(sheet),
        "ground": dict(row.data),
        "provenance": sheet.ground.provenance,
        "measured": str(number) in catalog().ground_touch,
    }


@endpoint("/<int:number>/sight", query=Looking, result=Sight, errors=(404,))
def sight(ends: dict[str, Any], number: int) -> Any:
    """Return what a hex sees, or whether it sees another and why"""
    sheet = maps.get_sheet_with_ground(catalog(), number)
    return describe_sight_between(maps.get_los_map(catalog(), str(sheet.number)), str(number), ends)


def describe_sight_between(field: LosMap, name: str, ends: dict[str, Any]) -> dict[str, Any]:
    """Return the sight from a hex, or between two hexes, over a ground."""
    start, end = (maps.parse_hex(catalog(), ends.get(which, "")) for which in ("from_", "to"))
    assert start is not None
    markers = parse_markers(catalog(), field.ground, ends["smoke"], ends["blaze"])
    field = ready(catalog(), field.ground, markers) if markers else field
    if end is None:
        return _rename_from(maps.describe_view(field, name, start))
    if start == end:
        raise HorahError("SAME_HEX", hex=start)
    return _rename_from(maps.describe_sight(check_sight(field, start, end), name))


def _rename_from(record: dict[str, Any]) -> dict[str, Any]:
    """Rename ``from``, a Python keyword, to the attribute of the schema."""
    return {"from_": record["from"], **{name: value for name, value in record.items() if name != "from"}}


def _map_line(sheet: maps.Sheet) -> dict[str, Any]:
    return {
        "number": sheet.number,
        "set": sheet.set,
        "place": sheet.place,
        "figures": None if sheet.figures is None else asdict(sheet.figures),
    }
