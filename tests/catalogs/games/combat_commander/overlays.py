"""Overlay with a whole new nation, as a club would add one, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.catalogs.overlays import Rows
from tests.catalogs.overlays import lay as lay_in

YEARS = [1939, 1940]


def lay(folder: Path, name: str, rows: Rows, **envelope: Any) -> Path:
    """Write one file of an overlay for Combat Commander and return the overlay's folder."""
    return lay_in(folder / "combat_commander", name, rows, **envelope).parent


def battle(name: str, **changes: Any) -> dict[str, Any]:
    """Return a small order of battle of the club's nation."""
    row = {
        "id": name,
        "formation": "Border",
        "name": "Border Platoon",
        "years": YEARS,
        "quality": "line",
        "point_value": 8,
        "initiative": 5,
        "orders": 2,
        "surrender": 3,
        "leaders": 1,
        "counters": {"danish:squad_guard": 3, "danish:weapon_light_mg": 1},
    }
    return {**row, **changes}


def nation(folder: Path) -> Path:
    """Write a new faction, and an edition whose dice can roll it, with JSON files only."""
    squad = {"fp": 5, "range": 4, "move": 4, "morale": 7}
    gun = {"fp": 3, "range": 8, "move": 0}
    man = {"fp": 1, "range": 1, "move": 6, "command": 1, "morale": 8}
    down = {"fp": 1, "range": 1, "move": 1, "command": 0, "morale": 8}
    every_roll = [str(roll) for roll in range(2, 13)]
    lay(
        folder,
        "factions",
        [
            {
                "id": "danish",
                "side": "allied",
                "deck": "british",
                "discard_limit": 3,
                "leader_ratio": 3,
                "company_squads": 9,
            },
        ],
    )
    lay(
        folder,
        "counters/danish",
        [
            {
                "id": "danish:squad_guard",
                "kind": "squad",
                "name": "Guard",
                "quality": "line",
                "quantity": 9,
                "soldiers": 4,
                "points": 80,
                "front": squad,
                "broken": {**squad, "fp": 2},
            },
            {
                "id": "danish:team_weapon",
                "kind": "team",
                "name": "Weapon",
                "quantity": 3,
                "soldiers": 2,
                "points": 60,
                "front": squad,
                "broken": squad,
                "tags": ["weapon_team"],
            },
            {
                "id": "danish:team_line",
                "kind": "team",
                "name": "Line",
                "quality": "line",
                "quantity": 3,
                "soldiers": 2,
                "points": 50,
                "front": squad,
                "broken": squad,
            },
            {
                "id": "danish:weapon_light_mg",
                "kind": "weapon",
                "name": "Light MG",
                "quantity": 3,
                "soldiers": 0,
                "points": 40,
                "front": gun,
                "fix": "x2",
                "eliminate": "x2",
                "tags": ["mg", "light_mg"],
            },
            {
                "id": "danish:sergeant",
                "kind": "leader",
                "name": "Sergeant",
                "quantity": 3,
                "soldiers": 1,
                "points": 300,
                "front": man,
                "broken": down,
                "leaders": ["danish:sgt_a", "danish:sgt_b", "danish:sgt_c"],
            },
        ],
    )
    lay(
        folder,
        "leaders",
        [
            {
                "id": f"danish:sgt_{letter}",
                "surname": letter.upper(),
                "rank": "sergeant",
                "counter": "danish:sergeant",
                "source": "table",
            }
            for letter in "abc"
        ],
    )
    lay(
        folder,
        "leader_tables",
        [
            {
                "id": "danish",
                "quality_modifier": {"elite": 1, "line": 0, "green": -1},
                "year_modifier": {"1939": 0, "1940": 0},
                "rows": [
                    {"low": None, "high": 2, "leader": "danish:sgt_a"},
                    {"low": 3, "high": 4, "leader": "danish:sgt_b"},
                    {"low": 5, "high": None, "leader": "danish:sgt_c"},
                ],
            },
        ],
    )
    lay(
        folder,
        "orders_of_battle/danish",
        [
            battle("danish:R:platoon"),
            battle("danish:R:detachment", leaders=2, orders=3, counters={"danish:squad_guard": 6}),
        ],
    )
    lay(
        folder,
        "support/danish",
        [
            {
                "id": f"danish:{roll}:guard_squad",
                "kind": "squad",
                "cost": 1,
                "years": YEARS,
                "pieces": ["danish:squad_guard"],
            }
            for roll in every_roll
        ],
    )
    lay(folder, "editions", [{"id": "club", "base": "corrected"}])
    lay(
        folder,
        "ally_rolls",
        [{"id": f"club:german:{year}", "results": dict.fromkeys(every_roll, "danish")} for year in YEARS],
    )
    lay(
        folder,
        "quality_columns",
        [
            {
                "id": "club:danish:1939-40",
                "years": YEARS,
                "versus": None,
                "results": dict.fromkeys(every_roll, "line"),
            },
        ],
    )
    lay(
        folder,
        "holes",
        [
            {
                "id": "club:italian:1944:russian:axis:green",
                "rule": "RS.5",
                "axis": "italian",
                "year": 1944,
                "allied": "russian",
                "side": "axis",
                "quality": "green",
                "kind": "no_order_of_battle",
                "remedy": {"es": "Se repite la tirada.", "en": "Roll again."},
            },
        ],
    )
    lay(folder, "liveries", [{"id": "danish", "deep": "#8C1C2B", "mid": "#C4737D", "tint": "#F6E1E3"}])
    words = {
        "faction.danish": ("Dinamarca", "Denmark"),
        "edition.club": ("Tablas del club", "The club's tables"),
        "formation.danish.R": ("Guardia de frontera", "Border"),
        "support.danish.guard_squad": ("Pelotón de guardia", "Guard squad"),
        "counter.danish.squad_guard": ("Pelotón de guardia", "Guard squad"),
        "counter.danish.team_weapon": ("Dotación de arma", "Weapon team"),
        "counter.danish.team_line": ("Dotación de línea", "Line team"),
        "counter.danish.weapon_light_mg": ("Ametralladora ligera", "Light MG"),
        "counter.danish.sergeant": ("Sargento", "Sergeant"),
    }
    lay(folder, "terms/club", [{"id": key, "es": es, "en": en} for key, (es, en) in words.items()])
    return folder
