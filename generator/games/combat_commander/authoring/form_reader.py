"""Read the editor's form into a card: every field is named by its place in the document.

No rule of the game is applied here: typed values go onto the card, and the checks report errors.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from schemas.json_pointer import fits, get, split_pointer

from ..hexes import parse_hexes
from .card import Card
from .force import SIDES, opponent

Typed = Mapping[str, Sequence[str]]  # typed values by field; check boxes give one value for each box ticked
Kind = Literal[
    "text", "gone", "word", "maybe", "whole", "none", "count", "hex", "hexes", "set", "flag", "if_on"
]

#: Kinds of fields. text: as typed; gone: dropped when empty; word: one of a list; maybe: a word or null;
#: whole: a number; none: a number or null; count: dropped at 0; hex; hexes: several in a line; set: boxes
#: ticked; flag: one box; if_on: a number that is dropped when empty.
FIELDS: tuple[tuple[str, Kind], ...] = (
    ("/id", "word"),
    ("/title", "text"),
    ("/title/*", "text"),
    ("/situation", "gone"),
    ("/situation/*", "text"),
    ("/place", "gone"),
    ("/place/*", "text"),
    ("/date", "gone"),
    ("/year", "whole"),
    ("/marker", "none"),
    ("/time", "none"),
    ("/sudden_death", "none"),
    ("/initiative", "maybe"),
    ("/first_turn", "maybe"),
    ("/mine_strength", "whole"),
    ("/map/number", "none"),
    ("/map/orientation", "word"),
    ("/map/friendly_edge/*", "word"),
    ("/map/objectives/*", "hex"),
    ("/map/custom/name", "text"),
    ("/map/exit_points/*/hex", "word"),
    ("/map/exit_points/*/value", "whole"),
    ("/map/multi_hex_buildings", "if_on"),
    ("/objectives/open", "set"),
    ("/objectives/secret/*", "set"),
    ("/objectives/random/*", "if_on"),
    ("/objectives/control/*", "word"),
    ("/sides/*/faction", "word"),
    ("/sides/*/nationality", "maybe"),
    ("/sides/*/formation", "maybe"),
    ("/sides/*/size", "maybe"),
    ("/sides/*/quality", "word"),
    ("/sides/*/orders", "whole"),
    ("/sides/*/posture", "word"),
    ("/sides/*/hand", "whole"),
    ("/sides/*/surrender", "none"),
    ("/sides/*/discard_limit", "none"),
    ("/sides/*/radio", "maybe"),
    ("/sides/*/leaders/*", "word"),
    ("/sides/*/counters/*", "count"),
    ("/sides/*/setup/order", "word"),
    ("/sides/*/setup/depth", "whole"),
    ("/sides/*/setup/edge", "word"),
    ("/sides/*/setup/mortar_spotter", "gone"),
    ("/sides/*/setup/fixed/*/hex", "word"),
    ("/sides/*/setup/fixed/*/counters/*", "count"),
    ("/sides/*/reinforcements/*/space", "whole"),
    ("/sides/*/reinforcements/*/leaders/*", "word"),
    ("/sides/*/reinforcements/*/counters/*", "count"),
    ("/sides/*/reinforcements/*/radio", "gone"),
    ("/sides/*/bound/*/weapon", "word"),
    ("/sides/*/bound/*/unit", "word"),
    ("/fortifications/*/side", "word"),
    ("/fortifications/*/type", "word"),
    ("/fortifications/*/count", "whole"),
    ("/fortifications/*/hexes", "hexes"),
    ("/markers/*/type", "word"),
    ("/markers/*/hex", "word"),
    ("/rules/modules", "set"),
    ("/rules/special", "set"),
    ("/rules/optional", "set"),
    ("/rules/variants/*", "gone"),
    ("/rules/night", "word"),
    ("/rules/overlap", "flag"),
    ("/rules/text/*", "text"),
    ("/rules/text/*/*", "text"),
    ("/links/*", "word"),
    ("/notes/*", "text"),
)
WHOLE_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]{1,6}")
GONE: Any = object()


@lru_cache(maxsize=4096)
def get_field_kind(place: str) -> Kind | None:
    """Return how the field at a place is read; None for a place that no form may set."""
    return next((kind for pattern, kind in FIELDS if fits(place, pattern)), None)


def fill_in_form(card: Card, typed: Typed, catalog: Catalog) -> Card:
    """Return the card with all typed values, and the consequences of a new map, edge or faction."""
    result = copy.deepcopy(card)
    for place, values in typed.items():
        kind = get_field_kind(place) if place.startswith("/") else None
        if kind is not None:
            _set(result, place, _read_value(kind, values))
    for place in typed.get("has", ()):  # check boxes on the form, also those without a tick
        kind = get_field_kind(place)
        if kind in ("set", "flag") and place not in typed:
            _set(result, place, _read_value(kind, []))
    if _has_parts(card) and _has_parts(result):
        for follow in (_follow_map, _follow_edges, _follow_factions):
            follow(card, result, catalog)
    return result


def _has_parts(card: Card) -> bool:
    """Return whether a card has the parts that a new map, edge or faction changes; a draft may lack them."""
    texts = ("/map/friendly_edge/{}", "/sides/{}/faction", "/sides/{}/setup/edge")
    others = ("/edition", "/map/number", *(f"/sides/{side}/discard_limit" for side in SIDES))
    return all(isinstance(get(card, place.format(side)), str) for place in texts for side in SIDES) and all(
        get(card, place, GONE) is not GONE for place in others
    )


def _read_value(kind: Kind, values: Sequence[str]) -> Any:
    word = values[0].replace("\r\n", "\n") if values else ""
    short = word.strip()
    readers: Mapping[Kind, Callable[[], Any]] = {
        "text": lambda: word,
        "gone": lambda: word if short else GONE,
        "word": lambda: short,
        "maybe": lambda: short or None,
        "whole": lambda: _read_number(short),
        "none": lambda: _read_number(short) if short else None,
        "count": lambda: _read_number(short) or GONE if short else GONE,
        "if_on": lambda: _read_number(short) if short else GONE,
        "hex": lambda: short.upper() or GONE,
        "hexes": lambda: parse_hexes(word) or GONE,
        "set": lambda: [one for one in values if one],
        "flag": lambda: True if short else GONE,
    }
    return readers[kind]()


def _read_number(word: str) -> int | str:
    """Return a number, or the typed text for the checks to report."""
    return int(word) if WHOLE_NUMBER_PATTERN.fullmatch(word) else word


def _set(card: Card, place: str, value: Any) -> None:
    """Set a field whose parent exists; a list grows only by its own buttons."""
    if place == "/rules/night" and value == "none" and get(card, "/rules/night") is None:
        return  # no value means daylight
    *path, last = split_pointer(place)
    parent: Any = card
    for step in path:
        if isinstance(parent, list):
            parent = parent[int(step)] if step.isdecimal() and int(step) < len(parent) else None
        elif isinstance(parent, dict):
            if (
                parent.get(step) is None
                and value is not GONE
                and step in ("random", "objectives", "variants")
            ):
                parent[step] = {}
            parent = parent.get(step)
    if isinstance(parent, list) and last.isdecimal() and int(last) < len(parent) and value is not GONE:
        parent[int(last)] = value
    elif isinstance(parent, dict) and value is GONE:
        if parent.get(last) is not None:
            del parent[last]
    elif isinstance(parent, dict) and (
        value or last in parent or last not in ("modules", "special", "optional")
    ):
        parent[last] = value


def _follow_map(before: Card, after: Card, catalog: Catalog) -> None:
    """2.3: a new map brings its objectives, unless they were typed too."""
    number = after["map"]["number"]
    if number == before["map"]["number"] or after["map"].get("objectives") != before["map"].get("objectives"):
        return
    sheet = catalog.maps_in(after["edition"]).get(number) if isinstance(number, int) else None
    if sheet is not None:
        spots = sheet.objectives
        after["map"]["objectives"] = {str(n): place for n, place in spots.items()} if spots else None
        after["map"].pop("custom", None)
        after["map"].pop("battlefield", None)


def _follow_edges(before: Card, after: Card, catalog: Catalog) -> None:
    """2.2: adjust the other edge, the orientation and the zones to a changed edge."""
    board, old, new = catalog.board, before["map"]["friendly_edge"], after["map"]["friendly_edge"]
    moved = [side for side in SIDES if new[side] != old[side]]
    if len(moved) != 1 or new[moved[0]] not in board.opposite:
        return
    [side] = moved
    new[opponent(side)] = board.opposite[new[side]]
    after["map"]["orientation"] = board.orientation[new[side]]
    for each in SIDES:
        setup = after["sides"][each]["setup"]
        if setup["edge"] == before["sides"][each]["setup"]["edge"]:
            setup["edge"] = new[each]


def _follow_factions(before: Card, after: Card, catalog: Catalog) -> None:
    """5.3: take the discard limit of a new faction."""
    for side in SIDES:
        old, new = before["sides"][side], after["sides"][side]
        faction = catalog.factions.get(new["faction"])
        if new["faction"] != old["faction"] and faction and new["discard_limit"] == old["discard_limit"]:
            new["discard_limit"] = faction.discard_limit
