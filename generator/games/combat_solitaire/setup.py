"""22.0, S0-S9: a scenario is set up: options, board, cup, squad, men, hand, night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY
from generator.table import Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .asking import d6, rolled
from .events import arrival
from .hexes import column_row
from .squad import hex_form
from .state import DECOY, PLAYER, Soldier, State

LAST = 99


def set_up(s: State) -> Steps[State]:
    s = yield from _options(s)
    s = yield from _board(s)
    s = replace(s, cup=tuple(_told(s, one) for one in cup_of(s.scenario)))
    for hex_ in s.scenario["enemy_setup_hexes"]:
        s = yield from arrival(s, hex_)
    s = yield from _squad(s)
    s = yield from _deployed(s)
    night = s.scenario.get("night")
    if night:
        s = replace(s, night=max(0, (yield from rolled("21.0", "night", night["range"]))))
        yield Note("21.0", "night", {"range": s.night})
    flares = s.scenario.get("flares") or {}
    s = replace(
        s,
        hand=s.scenario["starting_hand"],
        flares=0 if flares.get("events_only") else flares.get("number", 0),
    )
    yield Note("5.1.3", "hand", {"count": s.hand})
    yield Stand(s)
    return s


def _options(s: State) -> Steps[State]:
    """22.0: any optional rules, but at most one that changes how the game is won."""
    rules = s.scenario.get("optional_rules") or ()
    if not rules:
        return s
    winning = {each["title"] for each in rules if each["modifies_victory"]}

    def wrong(told: Mapping[str, Any]) -> HorahError | None:
        chosen = [one for one, wanted in told.items() if wanted and one in winning]
        return HorahError("TWO_VICTORIES") if len(chosen) > 1 else None

    form = {
        "type": "object",
        "additionalProperties": False,
        "properties": {each["title"]: {"type": "boolean"} for each in rules},
    }
    told = yield Report("22.0", "optional_rules", PLAYER, form, wrong)
    return replace(s, options=tuple(one for one, wanted in told.items() if wanted))


def _board(s: State) -> Steps[State]:
    """9.5: how far the hexes run is on the maps alone; a scenario, an owner or the player tells."""
    terrain = {each["hex"]: each["terrain"] for each in s.scenario.get("placed_terrain") or ()}
    board = s.scenario.get("board")
    maps = [s.catalog.maps.get(name, (None, None)) for name in s.scenario["maps"]]
    if not board and len(maps) == 1 and None not in maps[0]:
        board = {"first_column": 1, "last_column": maps[0][0], "first_row": 1, "last_row": maps[0][1]}
    if not board:
        names = ("first_column", "last_column", "first_row", "last_row")
        value = {"type": "integer", "minimum": 0, "maximum": LAST}
        form = {
            "type": "object",
            "additionalProperties": False,
            "required": list(names),
            "properties": dict.fromkeys(names, value),
        }
        board = yield Report("9.5", "board", PLAYER, form, _fits)
    edges = (board["first_column"], board["last_column"], board["first_row"], board["last_row"])
    return replace(s, board=edges, terrain=terrain)


def _fits(told: Mapping[str, Any]) -> HorahError | None:
    right = told["first_column"] < told["last_column"] and told["first_row"] < told["last_row"]
    return None if right else HorahError("BAD_BOARD")


def cup_of(scenario: Mapping[str, Any]) -> tuple[str, ...]:
    """22.0 §4: every counter that the scenario puts into the cup, decoys included.

    Where it tells only how many, ``red:#2`` is the second of those that the player has chosen.
    """
    found: list[str] = []
    for team in ENEMY:
        part = scenario["enemy_cup"].get(team) or {}
        counted = [f"#{number}" for number in range(1, part.get("count", 0) + 1)]
        found += [f"{team}:{number}" for number in part.get("ids") or counted]
        found += [f"{team}:{DECOY}{number}" for number in range(1, part.get("decoys", 0) + 1)]
    return tuple(found)


def _told(s: State, counter: str) -> str:
    """A numbered counter of which its owner has typed that it is a decoy."""
    known = s.catalog.germans.get(counter)
    return f"{known.team}:{DECOY}#{known.number}" if known and known.decoy else counter


def _squad(s: State) -> Steps[State]:
    """22.0 §6: 1D6 on the squad table, unless the scenario names the row."""
    row = s.scenario["friendly_force"].get("squad")
    die = row or (yield from d6("22.0", "squad"))
    yield Note("22.0", "squad", {"die": die})
    s = replace(s, squad=die)
    seen = s.scenario["friendly_start_state"] == "known"
    morale = s.scenario["friendly_default_morale"]
    for team in FRIENDLY:
        for who in s.catalog.squads[str(die)][team]:
            s = s.put(Soldier(who, "friendly", team, "00.00", morale, seen=seen))
    return s


def _deployed(s: State) -> Steps[State]:
    """22.0: the men to their hexes, in those that the scenario gives their team, if it gives any."""
    zones = {each["team"]: set(each["hexes"]) for each in s.scenario["friendly_setup"].get("zones") or ()}
    men = list(s.of("friendly"))

    def wrong(told: Mapping[str, Any]) -> HorahError | None:
        for who, hex_ in told.items():
            zone = zones.get(s.soldiers[who].team)
            if zone and hex_ not in zone:
                return HorahError("OUTSIDE_ZONE", who=who, hex=hex_, hexes=tuple(sorted(zone)))
            if s.off(*column_row(hex_)):
                return HorahError("OFF_BOARD", who=who, hex=hex_)
        return None

    context = {
        "text": s.scenario["friendly_setup"].get("text", ""),
        "zones": {team: sorted(hexes) for team, hexes in zones.items()},
        "teams": {each.id: each.team for each in men},
    }
    told = yield Report("22.0", "deploy", PLAYER, hex_form(*(each.id for each in men)), wrong, context)
    for each in men:
        s = s.change(each.id, hex=told[each.id])
    return s
