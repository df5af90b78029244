"""Actions of the scenario editor's buttons: add, remove, place, paint, fix, follow the guide."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.authoring import apply_fixes, require_playable
from generator.findings import Finding
from schemas.errors import HorahError
from schemas.json_pointer import drop, fits, get, put, split_pointer
from schemas.validation import schema

from .. import hexes as grid
from ..ground.authored import BATTLEFIELD
from .authored import SCENARIO
from .card import Card
from .checks import check_structure
from .fixes import apply_fix
from .force import SIDES, get_kind, list_lots
from .guide import propose
from .scenario import settle, update_points

Given = Mapping[str, str]  # typed text by field name
Act = Callable[[Card, Catalog, str, Given], Card]
CARD_PARTS = schema("games/combat_commander/card")["$defs"]  # schema definitions of the parts of a card
MARKER_TYPES = tuple(CARD_PARTS["marker"]["properties"]["type"]["enum"])
CARRIED_KINDS = ("weapon",)
CARRIER_KINDS = ("squad", "team", "leader", "hero")
MAX_LIST_LENGTH = 60  # maximum number of entries of any list
#: Lists that grow and shrink by buttons.
LIST_PLACES = (
    "/sides/*/leaders",
    "/sides/*/counters",
    "/sides/*/support",
    "/sides/*/bound",
    "/sides/*/setup/fixed",
    "/sides/*/setup/fixed/*/leaders",
    "/sides/*/setup/fixed/*/counters",
    "/sides/*/reinforcements",
    "/sides/*/reinforcements/*/leaders",
    "/sides/*/reinforcements/*/counters",
    "/fortifications",
    "/markers",
    "/map/exit_points",
    "/rules/text",
    "/links",
    "/notes",
    "/options",
    "/readings",
)
TEXT_PLACES = ("/title", "/situation", "/place", "/rules/text/*")


def act(card: Card, catalog: Catalog, wish: str, form: Given) -> Card:
    """Return the card after a button was pressed; ``wish`` is its name, with a place after a colon."""
    name, _, about = wish.partition(":")
    action = ACTS.get(name)
    return action(card, catalog, about, form) if action else card


def update_points_if_well_formed(card: Card, catalog: Catalog) -> tuple[Card, tuple[Finding, ...]]:
    """Update the points of a well-formed card; otherwise return its structural findings."""
    malformed = tuple(check_structure(card))
    return (card if malformed else update_points(card, catalog)), malformed


def _add(card: Card, catalog: Catalog, place: str, form: Given) -> Card:
    if not _is_list(place):
        return card
    chosen = form.get(f"new:{place}", "").strip()
    *path, last = split_pointer(place)
    if last == "counters":
        if chosen in catalog.counters and isinstance(get(card, place), dict):
            counts = get(card, place)
            number = counts.get(chosen, 0)
            counts[chosen] = number + 1 if isinstance(number, int) else 1
        return card
    if last == "leaders" and chosen not in catalog.leaders:
        return card
    entry = chosen or None if last in ("leaders", "links") else _make_row(card, catalog, path, last, chosen)
    if entry is None:
        return card
    rows = get(card, place)
    if not isinstance(rows, list):
        rows = []
        put(card, place, rows)
    if len(rows) < MAX_LIST_LENGTH:
        rows.append(entry)
    return card


def _is_list(place: str) -> bool:
    return any(fits(place, pattern) for pattern in LIST_PLACES)


def _make_row(card: Card, catalog: Catalog, path: list[str], last: str, chosen: str) -> Any:
    """Return a new row of a list."""
    if last == "reinforcements":
        spaces = [
            row["space"] for row in get(card, f"/{'/'.join(path)}/{last}", []) if _is_number(row["space"])
        ]
        return {"space": max(spaces, default=0) + 1, "leaders": [], "counters": {}}
    if last == "bound":
        return _make_binding(card, catalog, path[1])
    if last == "fortifications":
        side, _, kind = chosen.partition(":")
        known = side in SIDES and kind in catalog.fortifications
        return {"side": side, "type": kind, "count": 1} if known else None
    empty: Mapping[str, Any] = {"exit_points": {"hex": "A1", "value": 1}, "text": "", "notes": ""}
    return copy.deepcopy(empty.get(last))


def _make_binding(card: Card, catalog: Catalog, side: str) -> dict[str, str]:
    """11.2: bind the first weapon to the first unit of the side, as a starting value."""
    refs = [lot.ref for lot in list_lots(card, side, catalog)]  # type: ignore[arg-type]
    weapons = [ref for ref in refs if get_kind(catalog, ref) in CARRIED_KINDS]
    units = [ref for ref in refs if get_kind(catalog, ref) in CARRIER_KINDS]
    if not weapons or not units:
        raise HorahError("NOTHING_TO_BIND")
    return {"weapon": weapons[0], "unit": units[0]}


def _drop(card: Card, catalog: Catalog, place: str, form: Given) -> Card:
    owner, _, last = place.rpartition("/")
    rows = get(card, owner)
    if not _is_list(owner) or (isinstance(rows, list) and not last.isdecimal()):
        return card
    drop(card, place)
    if (
        last.isdecimal()
        and not get(card, owner)
        and owner.rpartition("/")[2] in ("reinforcements", "bound", "fixed")
    ):
        drop(card, owner)
    return card


def _add_language(card: Card, catalog: Catalog, place: str, form: Given) -> Card:
    """Turn a text in one language into one in two."""
    text = get(card, place, "")
    if isinstance(text, str) and any(fits(place, pattern) for pattern in TEXT_PLACES):
        put(card, place, {"es": text, "en": text})
    return card


def _start_custom_map(card: Card, catalog: Catalog, _: str, form: Given) -> Card:
    """2.1: start an empty custom map."""
    plain = {hex_id: {"terrain": "open"} for hex_id in grid.all_hexes(catalog.board)}
    card["map"]["number"] = None
    card["map"].pop("battlefield", None)
    card["map"]["custom"] = {"name": "", "hexes": plain}
    return card


def move_to_battlefield(card: Card, catalog: Catalog, document: Mapping[str, Any]) -> Card:
    """House rule: put the card on a generated battlefield with its objectives; the card keeps a copy."""
    require_playable(catalog, BATTLEFIELD, document)
    card["map"].pop("custom", None)
    own = copy.deepcopy(dict(document))
    card["map"] |= {"number": None, "battlefield": own, "objectives": dict(own["objectives"])}
    return card


def _apply_tool(card: Card, catalog: Catalog, _: str, form: Given) -> Card:
    """Apply the chosen tool to the hexes named."""
    tool, where = form.get("tool", ""), grid.parse_hexes(form.get("hex", ""))
    board = catalog.board
    known = set(grid.all_hexes(board))
    if not tool or not where or not set(where) <= known:
        raise HorahError(
            "NO_HEX",
            first_column=board.columns[0],
            last_column=board.columns[-1],
            first_row=board.rows[0],
            last_row=board.rows[-1],
        )
    name, _, about = tool.partition(":")
    use = TOOLS.get(name)
    if use is not None:
        for hex_id in where:
            use(card, catalog, hex_id, about)
    return card


def _place_piece(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    side, _, ref = about.partition(":")
    if side not in SIDES or get_kind(catalog, ref) == "unknown":
        return
    fixed = card["sides"][side]["setup"].setdefault("fixed", [])
    row = next((each for each in fixed if each["hex"] == hex_id), None)
    if row is None:
        row = {"hex": hex_id, "leaders": [], "counters": {}}
        fixed.append(row)
    if ref in catalog.leaders:
        row["leaders"] = list(dict.fromkeys([*row["leaders"], ref]))
    else:
        row["counters"][ref] = row["counters"].get(ref, 0) + 1


def _place_work(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    """F100: add the hex to an existing entry of that kind, or add an entry."""
    side, _, kind = about.partition(":")
    if side not in SIDES or kind not in catalog.fortifications:
        return
    for row in card["fortifications"]:
        spots = row.get("hexes", [])
        if (row["side"], row["type"]) == (side, kind) and (spots or _is_number(row["count"])):
            row["hexes"] = [*spots, hex_id]
            row["count"] = max(row["count"] if _is_number(row["count"]) else 1, len(row["hexes"]))
            return
    card["fortifications"].append({"side": side, "type": kind, "count": 1, "hexes": [hex_id]})


def _place_marker(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    if about not in MARKER_TYPES:
        return
    row = {"type": about, "hex": hex_id}
    markers = card.setdefault("markers", [])
    if row not in markers:
        markers.append(row)


def _place_objective(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    if about.isdecimal() and int(about) in catalog.board.objectives:
        card["map"]["objectives"] = {**(card["map"].get("objectives") or {}), about: hex_id}


def _place_exit(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    points = [point for point in card["map"].get("exit_points", []) if point["hex"] != hex_id]
    if about.isdecimal():
        card["map"]["exit_points"] = [*points, {"hex": hex_id, "value": int(about)}]


def _get_custom_hex(card: Card, hex_id: str) -> dict[str, Any] | None:
    custom = card["map"].get("custom")
    return custom["hexes"].setdefault(hex_id, {"terrain": "open"}) if custom else None


def _set_terrain(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    ground = _get_custom_hex(card, hex_id)
    if ground is not None and about in catalog.terrain:
        ground["terrain"] = about


def _set_level(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    ground = _get_custom_hex(card, hex_id)
    if ground is not None and about.isdecimal():
        ground.pop("level", None)
        if int(about):
            ground["level"] = int(about)


def _toggle_feature(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    """Toggle a terrain feature."""
    ground = _get_custom_hex(card, hex_id)
    if ground is not None and about in catalog.terrain:
        present = ground.get("features", [])
        features = [each for each in present if each != about] if about in present else [*present, about]
        ground.pop("features", None)
        if features:
            ground["features"] = features


def _toggle_hexside(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    ground = _get_custom_hex(card, hex_id)
    kind, _, side = about.partition(":")
    if ground is not None and kind in catalog.terrain and side in map(str, catalog.board.edges):
        sides = dict(ground.get("sides", {}))
        if sides.pop(side, None) != kind:
            sides[side] = kind
        ground.pop("sides", None)
        if sides:
            ground["sides"] = sides


def _clear_hex(card: Card, catalog: Catalog, hex_id: str, about: str) -> None:
    """Remove what the card places in a hex; the terrain stays."""
    for side in SIDES:
        setup = card["sides"][side]["setup"]
        if "fixed" in setup:
            setup["fixed"] = [row for row in setup["fixed"] if row["hex"] != hex_id]
            if not setup["fixed"]:
                del setup["fixed"]
    for row in card["fortifications"]:
        if hex_id in row.get("hexes", ()):
            row["hexes"] = [spot for spot in row["hexes"] if spot != hex_id]
            if not row["hexes"]:
                del row["hexes"]
    if "markers" in card:
        card["markers"] = [row for row in card["markers"] if row["hex"] != hex_id]
    points = card["map"].get("exit_points")
    if points:
        card["map"]["exit_points"] = [point for point in points if point["hex"] != hex_id]


def _fix(card: Card, catalog: Catalog, about: str, form: Given) -> Card:
    code, _, place = about.partition(":")
    return apply_fix(card, catalog, code, place)


def _fix_all(card: Card, catalog: Catalog, about: str, form: Given) -> Card:
    return apply_fixes(catalog, SCENARIO, card, frozenset(about.split("-")))[0]


def _follow(card: Card, catalog: Catalog, about: str, form: Given) -> Card:
    """Tips: set one field, or all fields, as the guide proposes."""
    if any(check_structure(card)):
        return card
    if about == "all":
        return settle(card, catalog)
    for proposal in propose(card, catalog):
        if proposal.place == about:
            put(card, about, proposal.value)
    return card


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


ACTS: Mapping[str, Act] = {
    "add": _add,
    "drop": _drop,
    "both": _add_language,
    "custom": _start_custom_map,
    "put": _apply_tool,
    "fix": _fix,
    "fix-all": _fix_all,
    "follow": _follow,
}
TOOLS: Mapping[str, Callable[[Card, Catalog, str, str], None]] = {
    "piece": _place_piece,
    "work": _place_work,
    "marker": _place_marker,
    "objective": _place_objective,
    "exit": _place_exit,
    "terrain": _set_terrain,
    "level": _set_level,
    "feature": _toggle_feature,
    "side": _toggle_hexside,
    "clear": _clear_hex,
}
