"""22.0, S0-S9: set up a scenario: options, board, cup, squad, soldiers, hand, night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY
from generator.table import Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .events import place_arrival
from .hexes import parse_hex
from .prompts import make_form, make_hex_form, roll_d6, roll_dice
from .rules import apply_optional_rules
from .state import DECOY, PLAYER, Soldier, State

MAX_COORDINATE = 99


def set_up(s: State) -> Steps[State]:
    s = yield from _ask_optional_rules(s)
    s = yield from _determine_board(s)
    s = replace(s, cup=tuple(_mark_decoy(s, counter) for counter in fill_cup(s.scenario)))
    for hex_ in s.scenario["enemy_setup_hexes"]:
        s = yield from place_arrival(s, hex_)
    s = yield from _determine_squad(s)
    s = yield from _deploy_squad(s)
    night = s.scenario.get("night")
    if night:
        s = replace(s, night=max(0, (yield from roll_dice("21.0", "night", night["range"]))))
        yield Note("21.0", "night", {"range": s.night})
    flares = s.scenario.get("flares") or {}
    s = replace(
        s,
        hand=0 if s.companion else s.scenario["starting_hand"],
        flares=0 if flares.get("events_only") else flares.get("number", 0),
    )
    yield Note("5.1.3", "hand", {"count": s.scenario["starting_hand"]})
    yield Stand(s)
    return s


def _ask_optional_rules(s: State) -> Steps[State]:
    """22.0: ask for optional rules; at most one may change victory."""
    rules = s.scenario.get("optional_rules") or ()
    if not rules:
        return s
    winning = {rule["title"] for rule in rules if rule["modifies_victory"]}

    def wrong(answers: Mapping[str, Any]) -> HorahError | None:
        chosen = [title for title, wanted in answers.items() if wanted and title in winning]
        return HorahError("TWO_VICTORIES") if len(chosen) > 1 else None

    form = make_form({rule["title"]: {"type": "boolean"} for rule in rules})
    context = {"texts": {rule["title"]: rule["text"] for rule in rules}}
    answers = yield Report("22.0", "optional_rules", PLAYER, form, wrong, context)
    options = tuple(title for title, wanted in answers.items() if wanted)
    return replace(s, options=options, scenario=apply_optional_rules(s.scenario, options))


def _determine_board(s: State) -> Steps[State]:
    """9.5: return the board's extent from the scenario, the owner's data, or the player."""
    terrain = {entry["hex"]: entry["terrain"] for entry in s.scenario.get("placed_terrain") or ()}
    board = s.scenario.get("board")
    maps = [s.catalog.maps.get(name, (None, None)) for name in s.scenario["maps"]]
    if not board and len(maps) == 1 and None not in maps[0]:
        board = {"first_column": 1, "last_column": maps[0][0], "first_row": 1, "last_row": maps[0][1]}
    if not board:
        names = ("first_column", "last_column", "first_row", "last_row")
        value = {"type": "integer", "minimum": 0, "maximum": MAX_COORDINATE}
        form = make_form(dict.fromkeys(names, value), *names)
        board = yield Report("9.5", "board", PLAYER, form, _check_board)
    edges = (board["first_column"], board["last_column"], board["first_row"], board["last_row"])
    return replace(s, board=edges, terrain=terrain)


def _check_board(answers: Mapping[str, Any]) -> HorahError | None:
    right = answers["first_column"] < answers["last_column"] and answers["first_row"] < answers["last_row"]
    return None if right else HorahError("BAD_BOARD")


def fill_cup(scenario: Mapping[str, Any]) -> tuple[str, ...]:
    """22.0 §4: return every counter that the scenario puts into the cup, decoys included.

    If the scenario gives only a number, ``red:#2`` is the second of the player's counters.
    """
    counters: list[str] = []
    for team in ENEMY:
        part = scenario["enemy_cup"].get(team) or {}
        counted = [f"#{number}" for number in range(1, part.get("count", 0) + 1)]
        counters += [f"{team}:{number}" for number in part.get("ids") or counted]
        counters += [f"{team}:{DECOY}{number}" for number in range(1, part.get("decoys", 0) + 1)]
    return tuple(counters)


def _mark_decoy(s: State, counter: str) -> str:
    """Mark a numbered counter as a decoy if the owner's data say so."""
    known = s.catalog.germans.get(counter)
    return f"{known.team}:{DECOY}#{known.number}" if known and known.decoy else counter


def _determine_squad(s: State) -> Steps[State]:
    """22.0 §6: roll 1D6 on the squad table, unless the scenario names the row."""
    row = s.scenario["friendly_force"].get("squad")
    die = row or (yield from roll_d6("22.0", "squad"))
    yield Note("22.0", "squad", {"die": die})
    s = replace(s, squad=die)
    seen = s.scenario["friendly_start_state"] == "known"
    morale = s.scenario["friendly_default_morale"]
    row_ = s.catalog.squads[str(die)]
    for team in FRIENDLY:
        for who in row_[team]:
            s = s.with_soldier(Soldier(who, "friendly", team, "00.00", morale, seen=seen))
    carried = s.scenario["friendly_force"].get("carried")
    return (yield from _carry_over(s, carried)) if carried else s


def _carry_over(s: State, carried: Mapping[str, Any]) -> Steps[State]:
    """Apply what a service record brings into the game; a house rule."""
    if set(s.soldiers) - set(carried["out"]) - {man.id for man in s.soldiers_of("enemy")}:
        out = [man for man in s.soldiers_of("friendly") if man.id in carried["out"]]
    else:
        out = []  # nobody of this row is left: fresh men
    for man in out:
        yield Note("22.0", "carried_out", {"who": man.id})
    left = {man.id for man in out}
    s = replace(s, soldiers={who: man for who, man in s.soldiers.items() if who not in left})
    for entry in carried["wounds"]:
        if entry["man"] in s.soldiers:
            yield Note("22.0", "carried_wound", {"who": entry["man"], "wound": entry["wound"]})
            s = s.change(entry["man"], wounds=(entry["wound"],))
    for entry in carried["promoted"]:
        if entry["man"] in s.soldiers:
            yield Note("22.0", "carried_promotion", {"who": entry["man"], "tq": entry["tq"]})
    return s


def _deploy_squad(s: State) -> Steps[State]:
    """22.0: place the squad in the hexes that the scenario allows each team."""
    zones = {zone["team"]: set(zone["hexes"]) for zone in s.scenario["friendly_setup"].get("zones") or ()}
    men = list(s.soldiers_of("friendly"))

    def wrong(answers: Mapping[str, Any]) -> HorahError | None:
        for who, hex_ in answers.items():
            zone = zones.get(s.soldiers[who].team)
            if zone and hex_ not in zone:
                return HorahError("OUTSIDE_ZONE", who=who, hex=hex_, hexes=tuple(sorted(zone)))
            if s.edge_beyond(*parse_hex(hex_)):
                return HorahError("OFF_BOARD", who=who, hex=hex_)
        return None

    context = {
        "text": s.scenario["friendly_setup"].get("text", ""),
        "zones": {team: sorted(hexes) for team, hexes in zones.items()},
        "teams": {soldier.id: soldier.team for soldier in men},
    }
    answers = yield Report(
        "22.0", "deploy", PLAYER, make_hex_form(*(soldier.id for soldier in men)), wrong, context
    )
    for soldier in men:
        s = s.change(soldier.id, hex=answers[soldier.id])
    return s
