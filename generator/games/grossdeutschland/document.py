"""Scenario documents: the printed battles out of the catalogues, and an empty one to begin with."""

from __future__ import annotations

from typing import Any

from catalogs.games.grossdeutschland import Catalog
from schemas.errors import HorahError

from .battle import SIDES, Turn, turn_of

FORMAT = "hora-h/grossdeutschland-scenario/1"
SCHEMA = "games/grossdeutschland/scenario"
Document = dict[str, Any]


def printed(catalog: Catalog, name: str) -> Document:
    """17.0-21.5: a printed battle as a document, with what its owner has typed so far."""
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
        "first_turn": _plain(row["first_turn"]),
        "last_turn": _last(row),
        "weather": _weather(catalog, name, turn_of(row["first_turn"])),
        "setup_first": row["setup_first"],
        "picks": _plain(row["picks"]),
        "cups": _plain(row["cups"]),
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
            {"letter": key.rpartition(":")[2], "hex": found}
            for key, found in catalog.entries.items()
            if found and key.startswith(f"{row['map']}:")
        ],
        "units": _units(catalog, name),
        "fortifications": _works(row),
        "replacements": _plain(row["replacements"]),
        "conditions": _plain(row["conditions"]),
        "victory": _plain(row["victory"]),
        "rules": _plain(row["rules"]),
        "missing": _plain(row["missing"]),
    }


def blank(catalog: Catalog) -> Document:
    """An empty scenario on the first map: two formations to begin with, and everything to be written."""
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
                "formation": _first_formation(catalog, side),
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


def _first_formation(catalog: Catalog, side: str) -> str:
    return next(each.name for each in catalog.formations.values() if each.side == side)


def _weather(catalog: Catalog, name: str, first: Turn | None) -> list[int | None]:
    """14.0: the modifiers of the turns from the first on, up to the last that somebody has typed."""
    if first is None:
        return []
    found: list[int | None] = []
    for place in range(catalog.figures["most_turns"]):
        turn = first.after(place)
        row = catalog.turns.get(f"{name}:{turn.date}:{turn.slot}")
        found.append(row.weather if row else None)
    while found and found[-1] is None:
        found.pop()
    return found


def _last(row: Any) -> Document | None:
    """3.0: known only when the owner has typed both its day and its part of the day."""
    date, slot = row["last_date"], row["last_slot"]
    return None if date is None or slot is None else {"date": date, "slot": slot}


def _units(catalog: Catalog, name: str) -> list[Document]:
    found = []
    for row in catalog.setups.values():
        if row.battle == name:
            side, formation, unit = row.counter.split(":", 2)
            found.append(
                {
                    "side": side,
                    "formation": formation,
                    "unit": unit,
                    "placement": _plain(row.placement),
                    "spent": row.spent,
                    "road": row.road,
                    "at": None,
                }
            )
    return found


def _works(row: Any) -> list[Document]:
    """15.0: a row for each fortification counter; hexes and facing are the players' to choose."""
    found = []
    for works in row["fortifications"]:
        units = iter(works["units"])
        for kind in ("trench", "minefield", "dragons_teeth", "bunker"):
            for _ in range(works[kind]):
                with_unit = next(units, None)
                found.append(
                    {"side": works["side"], "type": kind, "with": with_unit, "at": None, "facing": None}
                )
    return found


def _plain(value: Any) -> Any:
    """Frozen rows as JSON has them."""
    if hasattr(value, "items"):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
