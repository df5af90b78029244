"""Scenario generator: make a scenario from an author's template and a seed.

Not a rule of the game, which has no random scenarios; a generated scenario says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, Catalog
from generator.chance import Chance, check_seed, open_part, shuffle_by_key
from generator.findings import Finding
from schemas.json_pointer import Place
from schemas.messages import say

from . import scenario as layout
from .hexes import is_hex

FORMAT = "hora-h/combat-template/1"
WIND_DIRECTIONS_COUNT = 6
Template = Mapping[str, Any]


#: Fields from which a scenario takes one value by lot, so that none may be empty.
POOLS = (
    "dates", "locations", "maps", "friendly_states", "alerts", "enemy_morale", "prepared", "friendly_morale",
)  # fmt: skip
#: Fields that a scenario takes as they are.
PARTS = ("compass", "edges", "large_battle", "victory_points", "victory_levels")


def make_blank(_: Catalog) -> dict[str, Any]:
    single = {"least": 1, "most": 1}
    return {
        "format": FORMAT,
        "id": "mine",
        "title": "?",
        "about": "",
        "source": "owner",
        "maps": [],
        "board": None,
        "dates": [],
        "locations": [],
        "setup_pool": [],
        "setup_count": single,
        "spare": {"least": 0, "most": 0},
        "cup": {team: {"least": 0, "most": 2, "ids": []} for team in ENEMY},
        "decoys": {"least": 0, "most": 0},
        "zones": [],
        "setup_text": "",
        "friendly_states": ["hidden"],
        "alerts": ["waiting"],
        "enemy_morale": ["normal"],
        "prepared": [False],
        "friendly_morale": ["normal"],
        "hand": {"least": 3, "most": 3},
        "length": {"least": 6, "most": 8},
        "compass": {"hex": "10.10", "arrow": "10.06"},
        "edges": {"friendly": "left", "enemy": "right"},
        "large_battle": False,
        "friendly_events": [],
        "enemy_events": [],
        "victory_points": [],
        "victory_levels": [],
        "ladder_men": None,
        "special_rules": [],
    }


def check(catalog: Catalog, template: Template) -> list[Finding]:
    """Check that the template can be filled, and that a trial scenario is valid."""
    findings = list(_check_ranges(template)) + list(_check_pools(template))
    if not any(finding.severity == "error" for finding in findings):
        trial = fill_template(catalog, template, "1")
        findings += [
            _report_trial(finding) for finding in layout.check(catalog, trial) if finding.severity == "error"
        ]
    return findings


def _report_trial(finding: Finding) -> Finding:
    return Finding("error", f"T-{finding.code}", (), finding.message)


def _check_ranges(template: Template) -> Iterator[Finding]:
    places: list[Place] = [("setup_count",), ("spare",), ("decoys",), ("hand",), ("length",)]
    places += [("cup", team) for team in ENEMY]
    for place in places:
        given = layout.get_value(template, place)
        if given is None:
            yield Finding("error", "T1", place, say("check.missing", field=str(place[-1])))
        elif given["least"] > given["most"]:
            fix = ((*place, "most"), given["least"])
            yield Finding(
                "error", "T2", place, say("check.range", least=given["least"], most=given["most"]), (fix,)
            )


def _check_pools(template: Template) -> Iterator[Finding]:
    """Check that hexes and counters suffice for the largest scenario that the template allows."""
    pool = template.get("setup_pool") or []
    for number, hex_ in enumerate(pool):
        if not is_hex(hex_):
            yield Finding("error", "T3", ("setup_pool", number), say("check.hex", given=hex_))
    count = template.get("setup_count") or {"most": 0}
    if len(set(pool)) < count["most"]:
        yield Finding(
            "error", "T4", ("setup_pool",), say("check.pool_small", pool=len(set(pool)), most=count["most"])
        )
    for team in ENEMY:
        part = (template.get("cup") or {}).get(team) or {}
        ids = part.get("ids") or []
        if ids and len(set(ids)) < part["most"]:
            message = say("check.pool_small", pool=len(set(ids)), most=part["most"])
            yield Finding("error", "T4", ("cup", team, "ids"), message)
    for name in ("friendly_events", "enemy_events"):
        rows = len(template.get(name) or ())
        if rows < len(layout.EVENT_ROWS):
            yield Finding(
                "error", "T5", (name,), say("check.pool_small", pool=rows, most=len(layout.EVENT_ROWS))
            )
    for name in POOLS:
        if not template.get(name):
            yield Finding("error", "T1", (name,), say("check.missing", field=name))
    for name in PARTS:
        if template.get(name) is None:
            yield Finding("error", "T1", (name,), say("check.missing", field=name))


def fill_template(catalog: Catalog, template: Template, seed: str) -> dict[str, Any]:
    """Fill a template; the same template and seed give the same scenario."""
    key = f"{open_part(check_seed(seed))}/house/{template['id']}"
    chance = Chance(key)

    def among(things: Sequence[Any]) -> Any:
        return things[chance(len(things))]

    def number(part: Mapping[str, int]) -> int:
        return part["least"] + chance(part["most"] - part["least"] + 1)

    men = number(template["setup_count"])
    hexes = shuffle_by_key(f"{key}/hexes", sorted(set(template["setup_pool"])))[:men]
    cup = _fill_cup(template, men + number(template["spare"]), number(template["decoys"]), chance, key)
    return {
        **layout.make_blank(catalog),
        "id": f"{template['id'][:28]}-{chance(10**8):08d}",
        "title": template["title"],
        "source": "generated",
        "about": template.get("about", ""),
        "seed": open_part(seed),
        "date": among(template["dates"]),
        "location": among(template["locations"]),
        "maps": list(template["maps"]),
        "board": template.get("board"),
        "enemy_cup": cup,
        "enemy_setup_hexes": list(hexes),
        "friendly_setup": {"text": template.get("setup_text", ""), "zones": template.get("zones", [])},
        "friendly_start_state": among(template["friendly_states"]),
        "event_tables": {
            "kind": "own",
            "friendly": _draw_events(template["friendly_events"], f"{key}/friendly"),
            "enemy": _draw_events(template["enemy_events"], f"{key}/enemy"),
        },
        "enemy_default_alert": among(template["alerts"]),
        "enemy_default_morale": among(template["enemy_morale"]),
        "enemy_prepared": among(template["prepared"]),
        "friendly_default_morale": among(template["friendly_morale"]),
        "starting_hand": number(template["hand"]),
        "compass": template["compass"],
        "length_turns": number(template["length"]),
        "edges": template["edges"],
        "large_battle": template["large_battle"],
        "victory_points": template["victory_points"],
        "victory_levels": _fit_ladder(template, men, cup),
        "wind_direction": 1 + chance(WIND_DIRECTIONS_COUNT),
        "special_rules": template.get("special_rules", []),
    }


def _fit_ladder(template: Template, men: int, cup: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Scale the levels of victory to the enemies that the set-up draws on average; decoys do not count.

    The template says for how many men its ladder is written; levels below zero are about losses and stay.
    """
    levels: list[dict[str, Any]] = [dict(level) for level in template["victory_levels"]]
    written_for = template.get("ladder_men")
    if not written_for:
        return levels
    real = sum(len(part["ids"]) + part["count"] for part in cup.values())
    decoys = sum(part["decoys"] for part in cup.values())
    expected = men * real / max(1, real + decoys)
    levels.sort(key=lambda level: (level["from"] is not None, level["from"] or 0))
    for before, level in pairwise(levels):
        start = level["from"]
        scaled = round(start * expected / written_for) if start > 0 else start
        level["from"] = scaled if before["from"] is None else max(scaled, before["from"] + 1)
        before["to"] = level["from"] - 1
    return levels[::-1]


def _fill_cup(template: Template, total: int, decoys: int, chance: Chance, key: str) -> dict[str, Any]:
    """Return counters for every possible draw, decoys included, spread over the teams."""
    draws = sum(
        len(row.get("draws") or ()) for name in ("friendly_events", "enemy_events") for row in template[name]
    )
    parts = {team: template["cup"][team] for team in ENEMY}
    counts = {team: part["least"] for team, part in parts.items()}
    while sum(counts.values()) + decoys < total + draws:
        open_ = [team for team in ENEMY if counts[team] < parts[team]["most"]]
        if not open_:
            decoys = (
                total + draws - sum(counts.values())
            )  # the teams have no more soldiers: the rest are decoys
            break
        counts[open_[chance(len(open_))]] += 1
    manned = [team for team in ENEMY if counts[team]] or list(ENEMY)
    cup: dict[str, Any] = {}
    for team in ENEMY:
        ids = sorted(shuffle_by_key(f"{key}/{team}", parts[team].get("ids") or ())[: counts[team]])
        cup[team] = {"ids": ids, "count": 0 if ids else counts[team], "decoys": 0}
    for _ in range(decoys):
        cup[manned[chance(len(manned))]]["decoys"] += 1
    return cup


def _draw_events(events: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """Draw ten events by lot, numbered from 0."""
    drawn = shuffle_by_key(key, events)[: len(layout.EVENT_ROWS)]
    return [{**row, "roll": number} for number, row in enumerate(drawn)]
