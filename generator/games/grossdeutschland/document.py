"""Scenario documents: printed battles from the catalogues, and an empty one."""

from __future__ import annotations

from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.table.visibility import to_json_types
from schemas.errors import HorahError

from .battle import SIDES, Turn, parse_turn

FORMAT = "hora-h/grossdeutschland-scenario/1"
SCHEMA = "games/grossdeutschland/scenario"
Document = dict[str, Any]


def make_printed(catalog: Catalog, name: str) -> Document:
    """17.0-21.5: make the document of a printed battle, including the owner's data."""
    row = catalog.battles.get(name)
    if row is None:
        raise HorahError("GD_BAD_BATTLE", given=name, known=tuple(catalog.battles))
    return {
        "format": FORMAT,
        "title": catalog.term(f"battle.{name}", "en"),
        "map": row["map"],
        "source": "printed",
        "battle": name,
        "complete": row["complete"],
        "first_turn": to_json_types(row["first_turn"]),
        "last_turn": _get_last_turn(row),
        "weather": _list_weather(catalog, name, parse_turn(row["first_turn"])),
        "setup_first": row["setup_first"],
        "picks": to_json_types(row["picks"]),
        "cups": to_json_types(row["cups"]),
        "places": [
            {
                "id": place.id,
                "name": place.name,
                "hexes": list(place.hexes or ()),
                "city": place.city,
            }
            for place in catalog.places.values()
            if place.map == row["map"]
        ],
        "entries": [
            {"letter": key.rpartition(":")[2], "hex": hex_}
            for key, hex_ in catalog.entries.items()
            if hex_ and key.startswith(f"{row['map']}:")
        ],
        "units": _list_units(catalog, name),
        "fortifications": _list_works(row),
        "replacements": to_json_types(row["replacements"]),
        "conditions": to_json_types(row["conditions"]),
        "victory": to_json_types(row["victory"]),
        "rules": to_json_types(row["rules"]),
        "missing": to_json_types(row["missing"]),
    }


def make_blank(catalog: Catalog) -> Document:
    """Make an empty scenario on the first map with one formation per side."""
    home = catalog.maps[0]
    place = f"{home}:place"
    cup = {"blue": 0, "red": 0, "random": 0, "assigned": []}
    return {
        "format": FORMAT,
        "title": "?",
        "map": home,
        "source": "own",
        "battle": None,
        "complete": True,
        "first_turn": {"date": 1, "slot": "morning"},
        "last_turn": None,
        "weather": [],
        "setup_first": SIDES[0],
        "picks": {"side": SIDES[0], "chits": 1},
        "cups": {side: dict(cup) for side in SIDES},
        "places": [{"id": place, "name": "?", "hexes": ["1010"], "city": False}],
        "entries": [],
        "units": [
            {
                "side": side,
                "formation": _find_first_formation(catalog, side),
                "unit": "HQ",
                "placement": {"kind": "entry", "entry": [letter], "date": 1, "slot": "morning"},
                "spent": False,
                "road": False,
                "at": None,
            }
            for side, letter in zip(SIDES, "AB", strict=True)
        ],
        "fortifications": [],
        "replacements": dict.fromkeys(SIDES, True),
        "conditions": [],
        "victory": {
            "side": SIDES[0],
            "rule": "-",
            "win": 1,
            "draw": None,
            "locations": [{"place": place, "vp": 1, "counts": "any"}],
            "exit": None,
            "minus": None,
        },
        "rules": [],
        "missing": [],
    }


def _find_first_formation(catalog: Catalog, side: str) -> str:
    return next(formation.name for formation in catalog.formations.values() if formation.side == side)


def _list_weather(catalog: Catalog, name: str, first: Turn | None) -> list[int | None]:
    """14.0: return the known weather modifiers by turn, without unknown ones at the end."""
    if first is None:
        return []
    modifiers: list[int | None] = []
    for place in range(catalog.figures["most_turns"]):
        turn = first.plus_turns(place)
        row = catalog.turns.get(f"{name}:{turn.date}:{turn.slot}")
        modifiers.append(row.weather if row else None)
    while modifiers and modifiers[-1] is None:
        modifiers.pop()
    return modifiers


def _get_last_turn(row: Any) -> Document | None:
    """3.0: return the last turn; None until the owner has typed both date and slot."""
    date, slot = row["last_date"], row["last_slot"]
    return None if date is None or slot is None else {"date": date, "slot": slot}


def _list_units(catalog: Catalog, name: str) -> list[Document]:
    units = []
    for row in catalog.setups.values():
        if row.battle == name:
            side, formation, unit = row.counter.split(":", 2)
            units.append(
                {
                    "side": side,
                    "formation": formation,
                    "unit": unit,
                    "placement": to_json_types(row.placement),
                    "spent": row.spent,
                    "road": row.road,
                    "at": None,
                }
            )
    return units


def _list_works(row: Any) -> list[Document]:
    """15.0: make a row for each fortification counter; players choose hexes and facing."""
    rows = []
    for works in row["fortifications"]:
        units = iter(works["units"])
        for kind in ("trench", "minefield", "dragons_teeth", "bunker"):
            for _ in range(works[kind]):
                with_unit = next(units, None)
                rows.append(
                    {"side": works["side"], "type": kind, "with": with_unit, "at": None, "facing": None}
                )
    return rows
