"""22.0: the format and checks f1-f17 of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY, Catalog
from generator.findings import GONE, Finding
from schemas.json_pointer import Place
from schemas.messages import say

from .hexes import find_compass_direction, is_hex, parse_hex

FORMAT = "hora-h/combat-scenario/1"
Document = Mapping[str, Any]
# Fields that a scenario must state before it can be played.
REQUIRED: tuple[Place, ...] = (
    ("date",),
    ("location",),
    ("maps",),
    ("enemy_cup",),
    ("enemy_setup_hexes",),
    ("friendly_force",),
    ("friendly_setup",),
    ("friendly_start_state",),
    ("event_tables", "kind"),
    ("enemy_default_alert",),
    ("enemy_default_morale",),
    ("enemy_prepared",),
    ("friendly_default_morale",),
    ("starting_hand",),
    ("compass",),
    ("length_turns",),
    ("edges", "friendly"),
    ("edges", "enemy"),
    ("large_battle",),
    ("victory_points",),
    ("victory_levels",),
)
EVENT_ROWS = range(10)


def make_blank(_: Catalog) -> dict[str, Any]:
    """Return an empty scenario with its 30 fields."""
    return {
        "format": FORMAT,
        "id": "mine",
        "title": "?",
        "source": "owner",
        "about": "",
        **dict.fromkeys(("date", "location", "friendly_start_state", "enemy_default_alert")),
        "maps": [],
        "board": None,
        "enemy_cup": {team: {"ids": [], "count": 0, "decoys": 0} for team in ENEMY},
        "enemy_setup_hexes": [],
        "friendly_force": {"squad": None},
        "friendly_setup": {"text": "", "zones": []},
        "event_tables": {"kind": None, "friendly": [], "enemy": []},
        **dict.fromkeys(("enemy_default_morale", "enemy_prepared", "friendly_default_morale")),
        **dict.fromkeys(("starting_hand", "compass", "length_turns", "large_battle")),
        "edges": {"friendly": None, "enemy": None},
        "victory_points": [],
        "victory_levels": [],
        **dict.fromkeys(("wind_direction", "night", "flares", "seed")),
        "illumination_oba": False,
        "base_level": 0,
        "placed_terrain": [],
        "friendly_weapons": [],
        "search_targets": [],
        "special_rules": [],
        "optional_rules": [],
    }


def get_value(document: Any, place: Place) -> Any:
    """Return the value at a place, or None."""
    for step in place:
        known = isinstance(document, Mapping) and step in document
        document = document[step] if known else None
    return document


def report_completeness(document: Document) -> tuple[tuple[Place, bool], ...]:
    """Return every required field and whether it is stated."""
    return tuple((place, _is_stated(document, place)) for place in REQUIRED)


def _is_stated(document: Document, place: Place) -> bool:
    value = get_value(document, place)
    if place == ("enemy_cup",):
        return any(_count_counters(part) for part in (value or {}).values())
    if place == ("friendly_setup",):
        return bool(value and (value.get("text") or value.get("zones")))
    return value is not None and value != [] and value != ""


def _count_counters(part: Mapping[str, Any]) -> int:
    return int((len(part.get("ids") or ()) or part.get("count", 0)) + part.get("decoys", 0))


def check(catalog: Catalog, document: Document) -> list[Finding]:
    """Run every check, in the order of the layout's rules."""
    checks = (
        _check_required,
        _check_values,
        _check_hexes,
        _check_cup,
        _check_compass,
        _check_edges,
        _check_events,
        _check_victory_levels,
        _check_points,
        _check_optional_rules,
        _check_others,
    )
    return [finding for run in checks for finding in run(catalog, document)]


def _error(code: str, place: Place, key: str, **facts: Any) -> Finding:
    return Finding("error", code, place, say(f"check.{key}", **facts))


def _warning(code: str, place: Place, key: str, **facts: Any) -> Finding:
    return Finding("warning", code, place, say(f"check.{key}", **facts))


def _check_required(_: Catalog, document: Document) -> Iterator[Finding]:
    """f1, f14: every field that 22.0 asks for is stated."""
    for place, stated in report_completeness(document):
        if not stated:
            yield _error(
                "F1", place, "missing", field=str(place[-1] if len(place) == 1 else "_".join(map(str, place)))
            )


def _check_values(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f1: default morale is one of the five middle states. f2: the hand limit is kept."""
    legal = tuple(state for state in catalog.morale if catalog.morale[state].rank in range(2, 7))
    for name in ("enemy_default_morale", "friendly_default_morale"):
        given = document.get(name)
        if given is not None and given not in legal:
            yield _error("F1", (name,), "morale", given=given, legal=legal)
    most, hand = catalog.figures["hand_limit"], document.get("starting_hand")
    if hand is not None and hand > most:
        message = say("check.hand", most=most, given=hand)
        yield Finding("error", "F2", ("starting_hand",), message, ((("starting_hand",), most),))


def list_hexes(document: Document) -> Iterator[tuple[Place, str]]:
    """Yield every hex that a scenario names, with its place."""
    for number, hex_ in enumerate(document.get("enemy_setup_hexes") or ()):
        yield ("enemy_setup_hexes", number), hex_
    for number, zone in enumerate(get_value(document, ("friendly_setup", "zones")) or ()):
        yield from ((("friendly_setup", "zones", number, "hexes", n), h) for n, h in enumerate(zone["hexes"]))
    for side in ("friendly", "enemy"):
        for number, row in enumerate(get_value(document, ("event_tables", side)) or ()):
            here: Place = ("event_tables", side, number)
            guns = (row.get("artillery") or {}).get("hexes", ())
            yield from (((*here, "artillery", "hexes", n), h) for n, h in enumerate(guns))
            yield from (((*here, "draws", n), h) for n, h in enumerate(row.get("draws") or ()))
    for name in ("hex", "arrow"):
        if document.get("compass"):
            yield ("compass", name), document["compass"][name]
    for name in ("placed_terrain", "search_targets"):
        for number, entry in enumerate(document.get(name) or ()):
            if entry.get("hex"):
                yield (name, number, "hex"), entry["hex"]


def _check_hexes(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f3: hexes are written CC.RR and lie on the board.

    Without a board, warn about hexes beyond the largest that any example names, and about several maps,
    because only the scenario can say how far their joined numbers run.
    """
    board, figures = document.get("board"), catalog.figures
    if len(document.get("maps") or ()) > 1 and not board:
        yield _warning("F3", ("board",), "several_maps", maps=tuple(document["maps"]))
    for place, hex_ in list_hexes(document):
        if not is_hex(hex_):
            yield _error("F3", place, "hex", given=hex_)
            continue
        column, row = parse_hex(hex_)
        if board and not (
            board["first_column"] <= column <= board["last_column"]
            and board["first_row"] <= row <= board["last_row"]
        ):
            yield _error("F3", place, "off_board", hex=hex_)
        elif not board and (column > figures["last_column_seen"] or row > figures["last_row_seen"]):
            most = f"{figures['last_column_seen']}.{figures['last_row_seen']}"
            yield _warning("F3", place, "far_hex", hex=hex_, most=most)


def _check_cup(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f4, f5: the cup has enough counters for every draw, each once; warn about an empty team."""
    cup = document.get("enemy_cup") or {}
    draws = len(document.get("enemy_setup_hexes") or ())
    for side in ("friendly", "enemy"):
        draws += sum(len(row.get("draws") or ()) for row in get_value(document, ("event_tables", side)) or ())
    total = sum(_count_counters(part) for part in cup.values())
    if cup and total < draws:
        yield _error("F4", ("enemy_cup",), "cup_small", cup=total, draws=draws)
    for team in ENEMY:
        part = cup.get(team) or {}
        ids = part.get("ids") or []
        for number, counter in enumerate(ids):
            if counter in ids[:number]:
                place: Place = ("enemy_cup", team, "ids", number)
                message = say("check.twice_in_cup", team=team, number=counter)
                yield Finding("error", "F4", place, message, ((place, GONE),))
        if cup and not _count_counters(part):
            yield _warning("F5", ("enemy_cup", team), "empty_team", team=team)


def _check_compass(_: Catalog, document: Document) -> Iterator[Finding]:
    """f6: arrow 1 points along a row of hexes."""
    marker = document.get("compass")
    if (
        marker
        and is_hex(marker["hex"])
        and is_hex(marker["arrow"])
        and not find_compass_direction(marker["hex"], marker["arrow"])
    ):
        yield _error("F6", ("compass", "arrow"), "compass", hex=marker["hex"], arrow=marker["arrow"])


def _check_edges(_: Catalog, document: Document) -> Iterator[Finding]:
    """f7: the Friendly edge and the enemy edge differ."""
    edges = document.get("edges") or {}
    if edges.get("friendly") and edges.get("friendly") == edges.get("enemy"):
        yield _error("F7", ("edges", "enemy"), "same_edge", edge=edges["friendly"])


def _check_events(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f8, f9: both tables have each row once; artillery has ten hexes and a known weapon."""
    tables = document.get("event_tables") or {}
    if tables.get("kind") in ("generic_attack", "generic_defence"):
        yield _warning("F9", ("event_tables", "kind"), "generic")
        return
    for side in ("friendly", "enemy"):
        rows = tables.get(side) or []
        rolls = [row["roll"] for row in rows]
        missing = tuple(number for number in EVENT_ROWS if number not in rolls)
        if tables.get("kind") == "own" and missing:
            yield _error("F8", ("event_tables", side), "rows_missing", side=side, rows=missing)
        for number, row in enumerate(rows):
            place: Place = ("event_tables", side, number)
            if row["roll"] in rolls[:number]:
                yield _error("F8", (*place, "roll"), "row_twice", roll=row["roll"])
            yield from _check_artillery(catalog, row.get("artillery"), (*place, "artillery"))


def _check_artillery(catalog: Catalog, guns: Mapping[str, Any] | None, place: Place) -> Iterator[Finding]:
    if guns is None:
        return
    if len(guns["hexes"]) != len(EVENT_ROWS):
        yield _error("F8", (*place, "hexes"), "ten_hexes", given=len(guns["hexes"]))
    weapon = catalog.weapons.get(guns["weapon"])
    if weapon is None or weapon.kind != "artillery":
        known = tuple(name for name, entry in catalog.weapons.items() if entry.kind == "artillery")
        yield _error("F8", (*place, "weapon"), "no_gun", given=guns["weapon"], known=known)


def _check_victory_levels(_: Catalog, document: Document) -> Iterator[Finding]:
    """f10: victory bands follow one another without gap or overlap, open at both ends."""
    bands = document.get("victory_levels") or []
    if not bands:
        return
    low = sorted(range(len(bands)), key=lambda n: (bands[n]["from"] is not None, bands[n]["from"] or 0))
    ends = sum(band["from"] is None for band in bands), sum(band["to"] is None for band in bands)
    if ends != (1, 1) or bands[low[0]]["from"] is not None or bands[low[-1]]["to"] is not None:
        yield _error("F10", ("victory_levels",), "ladder_ends")
        return
    for before, after in pairwise(low):
        if bands[after]["from"] != bands[before]["to"] + 1:
            last, first = bands[before]["to"], bands[after]["from"]
            message = say("check.ladder_gap", last=last, first=first)
            place: Place = ("victory_levels", after, "from")
            yield Finding("error", "F10", place, message, ((place, last + 1),))


def _check_points(_: Catalog, document: Document) -> Iterator[Finding]:
    """f11: each action is listed once, with points; 9.5 fixes some signs."""
    actions = document.get("victory_points") or []
    ids = [action["id"] for action in actions]
    for number, action in enumerate(actions):
        place: Place = ("victory_points", number)
        if action["id"] in ids[:number]:
            yield _error("F11", (*place, "id"), "action_twice", id=action["id"])
        if not action["points"]:
            yield _error("F11", (*place, "points"), "no_points", text=action["text"])
        wrong = {"enemy_left_friendly_edge": action["points"] > 0, "enemy_left_routed": action["points"] < 0}
        if wrong.get(action.get("when", "told")):
            message = say("check.sign", text=action["text"])
            fix = ((*place, "points"), -action["points"])
            yield Finding("warning", "F11", (*place, "points"), message, (fix,))


def _check_optional_rules(_: Catalog, document: Document) -> Iterator[Finding]:
    """f12: at most one chosen optional rule changes victory."""
    rules = document.get("optional_rules") or []
    chosen = [n for n, rule in enumerate(rules) if rule.get("chosen") and rule["modifies_victory"]]
    for number in chosen[1:]:
        place: Place = ("optional_rules", number, "chosen")
        message = say("check.two_victories", title=rules[number]["title"])
        yield Finding("error", "F12", place, message, ((place, False),))
    ids = [rule["id"] for rule in rules]
    for number, rule_id in enumerate(ids):
        if rule_id in ids[:number]:
            yield _error("F12", ("optional_rules", number, "id"), "action_twice", id=rule_id)
    actions = {action["id"] for action in document.get("victory_points") or ()}
    for number, rule in enumerate(rules):
        for row, entry in enumerate((rule.get("effect") or {}).get("points") or ()):
            if entry["id"] not in actions:
                place = ("optional_rules", number, "effect", "points", row, "id")
                yield _error("F12", place, "no_action", title=rule["title"], id=entry["id"])


def _check_others(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f13-f17: waiting rules without waiting enemies, wind, belt-fed weapons. Stacking has no limit."""
    waiting = any(
        "waiting" in rule.lower() or "espera" in rule.lower() for rule in document.get("special_rules") or ()
    )
    if document.get("enemy_default_alert") == "alert" and waiting:
        yield _warning("F14", ("special_rules",), "never_waiting")
    holder = (document.get("flares") or {}).get("holder") or ""
    ranks = tuple(sorted({man.rank for man in catalog.men.values()}))
    if holder and holder not in (*catalog.men, *ranks, *FRIENDLY):
        yield _error("F17", ("flares", "holder"), "holder", given=holder, ranks=ranks, teams=FRIENDLY)
    if document.get("wind_direction") is None:
        yield _warning("F15", ("wind_direction",), "no_wind")
    squads = catalog.squads.values()
    for number, weapon in enumerate(document.get("friendly_weapons") or ()):
        place: Place = ("friendly_weapons", number)
        for role in ("operator", "assistant"):
            operator_id = weapon[role]
            if operator_id is None:
                finding = _error if role == "operator" else _warning
                yield finding("F16", (*place, role), f"no_{role}", weapon=weapon["weapon"])
            elif operator_id not in catalog.men:
                yield _error("F16", (*place, role), "no_man", given=operator_id)
            elif not all(any(operator_id in squad[team] for team in FRIENDLY) for squad in squads):
                yield _warning("F13", (*place, role), "not_in_every_squad", man=operator_id)
