"""22.0: the form of a scenario, and everything there is to say about one. Rules f1 to f17 of its layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY, Catalog
from generator.finding import GONE, Finding
from schemas.json_pointer import Place
from schemas.said import say

from .hexes import column_row, compass, is_hex

FORMAT = "hora-h/combat-scenario/1"
Document = Mapping[str, Any]
#: What a scenario must state before it can be played, and where it stands.
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
LIKELY: tuple[str, ...] = (
    "wind_direction",
    "night",
    "flares",
    "placed_terrain",
    "special_rules",
    "optional_rules",
)
ROWS = range(10)


def blank(_: Catalog) -> dict[str, Any]:
    """The 30 fields with nothing decided."""
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


def at(document: Any, place: Place) -> Any:
    """What stands at a place; None where nothing does."""
    for step in place:
        known = isinstance(document, Mapping) and step in document
        document = document[step] if known else None
    return document


def complete(document: Document) -> tuple[tuple[Place, bool], ...]:
    """The completeness report: every field that must be stated, and whether it is."""
    return tuple((place, _stated(document, place)) for place in REQUIRED)


def _stated(document: Document, place: Place) -> bool:
    value = at(document, place)
    if place == ("enemy_cup",):
        return any(_size(part) for part in (value or {}).values())
    if place == ("friendly_setup",):
        return bool(value and (value.get("text") or value.get("zones")))
    return value is not None and value != [] and value != ""


def _size(part: Mapping[str, Any]) -> int:
    return int((len(part.get("ids") or ()) or part.get("count", 0)) + part.get("decoys", 0))


def check(catalog: Catalog, document: Document) -> list[Finding]:
    """Every rule of the layout, in their order."""
    looks = (_required, _values, _hexes, _cup, _compass, _edges, _events, _ladder, _points, _options, _others)
    return [finding for look in looks for finding in look(catalog, document)]


def _error(code: str, place: Place, key: str, **facts: Any) -> Finding:
    return Finding("error", code, place, say(f"check.{key}", **facts))


def _warning(code: str, place: Place, key: str, **facts: Any) -> Finding:
    return Finding("warning", code, place, say(f"check.{key}", **facts))


def _required(_: Catalog, document: Document) -> Iterator[Finding]:
    """f1, f14: everything that 22.0 asks for is stated."""
    for place, stated in complete(document):
        if not stated:
            yield _error(
                "F1", place, "missing", field=str(place[-1] if len(place) == 1 else "_".join(map(str, place)))
            )


def _values(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f1: default morale is one of the five middle states; f2: no more cards than a hand holds."""
    legal = tuple(state for state in catalog.morale if catalog.morale[state].rank in range(2, 7))
    for name in ("enemy_default_morale", "friendly_default_morale"):
        given = document.get(name)
        if given is not None and given not in legal:
            yield _error("F1", (name,), "morale", given=given, legal=legal)
    most, hand = catalog.figures["hand_limit"], document.get("starting_hand")
    if hand is not None and hand > most:
        said = say("check.hand", most=most, given=hand)
        yield Finding("error", "F2", ("starting_hand",), said, ((("starting_hand",), most),))


def hexes_of(document: Document) -> Iterator[tuple[Place, str]]:
    """Every hex that a scenario names, with its place."""
    for number, hex_ in enumerate(document.get("enemy_setup_hexes") or ()):
        yield ("enemy_setup_hexes", number), hex_
    for number, zone in enumerate(at(document, ("friendly_setup", "zones")) or ()):
        yield from ((("friendly_setup", "zones", number, "hexes", n), h) for n, h in enumerate(zone["hexes"]))
    for side in ("friendly", "enemy"):
        for number, row in enumerate(at(document, ("event_tables", side)) or ()):
            here: Place = ("event_tables", side, number)
            guns = (row.get("artillery") or {}).get("hexes", ())
            yield from (((*here, "artillery", "hexes", n), h) for n, h in enumerate(guns))
            yield from (((*here, "draws", n), h) for n, h in enumerate(row.get("draws") or ()))
    for name in ("hex", "arrow"):
        if document.get("compass"):
            yield ("compass", name), document["compass"][name]
    for number, each in enumerate(document.get("placed_terrain") or ()):
        yield ("placed_terrain", number, "hex"), each["hex"]


def _hexes(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f3: hexes are CC.RR; beyond the largest that any example names, look again; on the board where it is
    told. Of several maps that are joined the numbers must run on, and the scenario says how far."""
    board, figures = document.get("board"), catalog.figures
    if len(document.get("maps") or ()) > 1 and not board:
        yield _warning("F3", ("board",), "several_maps", maps=tuple(document["maps"]))
    for place, hex_ in hexes_of(document):
        if not is_hex(hex_):
            yield _error("F3", place, "hex", given=hex_)
            continue
        column, row = column_row(hex_)
        if board and not (
            board["first_column"] <= column <= board["last_column"]
            and board["first_row"] <= row <= board["last_row"]
        ):
            yield _error("F3", place, "off_board", hex=hex_)
        elif not board and (column > figures["last_column_seen"] or row > figures["last_row_seen"]):
            most = f"{figures['last_column_seen']}.{figures['last_row_seen']}"
            yield _warning("F3", place, "far_hex", hex=hex_, most=most)


def _cup(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f4, f5: enough counters for every draw, each once; a team without any is worth a second look."""
    cup = document.get("enemy_cup") or {}
    draws = len(document.get("enemy_setup_hexes") or ())
    for side in ("friendly", "enemy"):
        draws += sum(len(row.get("draws") or ()) for row in at(document, ("event_tables", side)) or ())
    total = sum(_size(part) for part in cup.values())
    if cup and total < draws:
        yield _error("F4", ("enemy_cup",), "cup_small", cup=total, draws=draws)
    for team in ENEMY:
        part = cup.get(team) or {}
        ids = part.get("ids") or []
        for number, one in enumerate(ids):
            if one in ids[:number]:
                place: Place = ("enemy_cup", team, "ids", number)
                said = say("check.twice_in_cup", team=team, number=one)
                yield Finding("error", "F4", place, said, ((place, GONE),))
        if cup and not _size(part):
            yield _warning("F5", ("enemy_cup", team), "empty_team", team=team)


def _compass(_: Catalog, document: Document) -> Iterator[Finding]:
    """f6: arrow 1 points along a row of hexes."""
    marker = document.get("compass")
    if (
        marker
        and is_hex(marker["hex"])
        and is_hex(marker["arrow"])
        and not compass(marker["hex"], marker["arrow"])
    ):
        yield _error("F6", ("compass", "arrow"), "compass", hex=marker["hex"], arrow=marker["arrow"])


def _edges(_: Catalog, document: Document) -> Iterator[Finding]:
    """f7: one Friendly edge and one of the enemy, not the same."""
    edges = document.get("edges") or {}
    if edges.get("friendly") and edges.get("friendly") == edges.get("enemy"):
        yield _error("F7", ("edges", "enemy"), "same_edge", edge=edges["friendly"])


def _events(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f8, f9: both tables with each row once, artillery with ten hexes and a weapon that is known."""
    tables = document.get("event_tables") or {}
    if tables.get("kind") in ("generic_attack", "generic_defence"):
        yield _warning("F9", ("event_tables", "kind"), "generic")
        return
    for side in ("friendly", "enemy"):
        rows = tables.get(side) or []
        rolls = [row["roll"] for row in rows]
        missing = tuple(number for number in ROWS if number not in rolls)
        if tables.get("kind") == "own" and missing:
            yield _error("F8", ("event_tables", side), "rows_missing", side=side, rows=missing)
        for number, row in enumerate(rows):
            place: Place = ("event_tables", side, number)
            if row["roll"] in rolls[:number]:
                yield _error("F8", (*place, "roll"), "row_twice", roll=row["roll"])
            yield from _guns(catalog, row.get("artillery"), (*place, "artillery"))


def _guns(catalog: Catalog, guns: Mapping[str, Any] | None, place: Place) -> Iterator[Finding]:
    if guns is None:
        return
    if len(guns["hexes"]) != len(ROWS):
        yield _error("F8", (*place, "hexes"), "ten_hexes", given=len(guns["hexes"]))
    weapon = catalog.weapons.get(guns["weapon"])
    if weapon is None or weapon.kind != "artillery":
        known = tuple(name for name, each in catalog.weapons.items() if each.kind == "artillery")
        yield _error("F8", (*place, "weapon"), "no_gun", given=guns["weapon"], known=known)


def _ladder(_: Catalog, document: Document) -> Iterator[Finding]:
    """f10: bands that follow one another without gap or overlap, open at both ends."""
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
            said = say("check.ladder_gap", last=last, first=first)
            place: Place = ("victory_levels", after, "from")
            yield Finding("error", "F10", place, said, ((place, last + 1),))


def _points(_: Catalog, document: Document) -> Iterator[Finding]:
    """f11: an action once, for points; signs that 9.5 fixes."""
    actions = document.get("victory_points") or []
    ids = [each["id"] for each in actions]
    for number, each in enumerate(actions):
        place: Place = ("victory_points", number)
        if each["id"] in ids[:number]:
            yield _error("F11", (*place, "id"), "action_twice", id=each["id"])
        if not each["points"]:
            yield _error("F11", (*place, "points"), "no_points", text=each["text"])
        wrong = {"enemy_left_friendly_edge": each["points"] > 0, "enemy_left_routed": each["points"] < 0}
        if wrong.get(each.get("when", "told")):
            said = say("check.sign", text=each["text"])
            fix = ((*place, "points"), -each["points"])
            yield Finding("warning", "F11", (*place, "points"), said, (fix,))


def _options(_: Catalog, document: Document) -> Iterator[Finding]:
    """f12: of the optional rules in play at most one changes how the game is won."""
    rules = document.get("optional_rules") or []
    chosen = [n for n, each in enumerate(rules) if each.get("chosen") and each["modifies_victory"]]
    for number in chosen[1:]:
        place: Place = ("optional_rules", number, "chosen")
        said = say("check.two_victories", title=rules[number]["title"])
        yield Finding("error", "F12", place, said, ((place, False),))
    ids = [each["id"] for each in rules]
    for number, one in enumerate(ids):
        if one in ids[:number]:
            yield _error("F12", ("optional_rules", number, "id"), "action_twice", id=one)


def _others(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """f13-f17: waiting rules without waiting men, wind, belt-fed weapons. Stacking has no limit."""
    waiting = any(
        "waiting" in rule.lower() or "espera" in rule.lower() for rule in document.get("special_rules") or ()
    )
    if document.get("enemy_default_alert") == "alert" and waiting:
        yield _warning("F14", ("special_rules",), "never_waiting")
    if document.get("wind_direction") is None:
        yield _warning("F15", ("wind_direction",), "no_wind")
    squads = catalog.squads.values()
    for number, each in enumerate(document.get("friendly_weapons") or ()):
        place: Place = ("friendly_weapons", number)
        for role in ("operator", "assistant"):
            man = each[role]
            if man is None:
                finding = _error if role == "operator" else _warning
                yield finding("F16", (*place, role), f"no_{role}", weapon=each["weapon"])
            elif man not in catalog.men:
                yield _error("F16", (*place, role), "no_man", given=man)
            elif not all(any(man in squad[team] for team in FRIENDLY) for squad in squads):
                yield _warning("F13", (*place, role), "not_in_every_squad", man=man)
