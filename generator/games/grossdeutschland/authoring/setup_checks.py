"""GD.2-GD.5, GD.8, GD.13: checks of placements, arrivals, stacks and fortifications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.findings import GONE, Change, Finding
from schemas.messages import Message, say

from ..battle import Battle
from ..zones import find_zone, get_stacking_limit, get_stacking_value, is_city

Document = dict[str, Any]
REQUIRED_FIELDS: dict[str, tuple[tuple[str, ...], ...]] = {  # one field of each group is required
    "in": (("place", "hex"),),
    "any": (("place",),),
    "within": (("distance",), ("place", "hex", "entry")),
    "region": (("region",),),
    "off_map": (("hex",),),
    "entry": (("entry",), ("date",), ("slot",)),
}


def check_placements(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.4: each placement is complete, names existing places, and contains the chosen hex."""
    places = {place["id"]: place for place in document["places"]}
    for number, row in enumerate(document["units"]):
        placement = row["placement"]
        at = ("units", number, "placement")
        lack = [
            group for group in REQUIRED_FIELDS[placement["kind"]] if not any(f in placement for f in group)
        ]
        if lack:
            fix = _propose_first_turn(battle, at, lack)
            yield Finding("error", "GD.4", at, say("check.gd_placement_lacks", fields=lack[0]), fix)
            continue
        if "place" in placement and placement["place"] not in places:
            message = say("check.gd_no_place", place=placement["place"])
            changes: tuple[Change, ...] = (((*at, "place"), next(iter(places))),) if places else ()
            yield Finding("error", "GD.4", (*at, "place"), message, changes or None)
        elif row.get("at"):
            yield from _check_chosen_hex(catalog, battle, number, row)


def _propose_first_turn(
    battle: Battle, at: tuple[str | int, ...], lack: list[Any]
) -> tuple[Change, ...] | None:
    """Propose the first turn for a missing date or slot."""
    if battle.first is None or not all(group in (("date",), ("slot",)) for group in lack):
        return None
    first = battle.first.json()
    return tuple(((*at, group[0]), first[group[0]]) for group in lack)


def _check_chosen_hex(catalog: Catalog, battle: Battle, number: int, row: Document) -> Iterator[Finding]:
    """Check the chosen hex: an error if hexes are named, a warning if they are measured (GD.13)."""
    place = ("units", number, "at")
    unit = battle.units[f"{row['side']}:{row['formation']}:{row['unit']}"]
    if not unit.starts_on_map:
        yield Finding("error", "GD.4", place, say("check.gd_not_on_map", unit=unit.key), ((place, None),))
        return
    zone_hexes = find_zone(battle, catalog, unit)
    if zone_hexes is not None and row["at"] not in zone_hexes:
        measured = row["placement"]["kind"] in ("within", "region")
        message = say("check.gd_outside", unit=unit.key, hex=row["at"])
        yield Finding("warning" if measured else "error", "GD.13" if measured else "GD.4", place, message)


def check_arrivals(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.5, 4.0: arrivals are on the turn track, a formation arrives together, conditions exist."""
    conditions = {condition["id"] for condition in document["conditions"]}
    lead: dict[str, Document] = {}
    for number, row in enumerate(document["units"]):
        placement = row["placement"]
        if placement["kind"] != "entry" or not {"entry", "date", "slot"} <= set(placement):
            continue
        at = ("units", number, "placement")
        turn = battle.units[f"{row['side']}:{row['formation']}:{row['unit']}"].arrives
        assert turn is not None
        early = battle.first is not None and turn < battle.first
        late = battle.last is not None and turn > battle.last
        if early or late:
            bound = battle.first if early else battle.last
            assert bound is not None
            fix = tuple(((*at, field), value) for field, value in bound.json().items())
            message = say("check.gd_off_track", date=turn.date, slot=turn.slot)
            yield Finding("error", "GD.5", (*at, "date"), message, fix)
        first = lead.setdefault(f"{row['side']}:{row['formation']}", placement)
        same = all(first.get(field) == placement.get(field) for field in ("entry", "date", "slot"))
        if not same:
            message = say("check.gd_apart", formation=f"{row['side']}:{row['formation']}")
            yield Finding("warning", "GD.5", at, message, ((at, dict(first)),), say("fix.gd_together"))
        if placement.get("condition") and placement["condition"] not in conditions:
            place = (*at, "condition")
            message = say("check.gd_no_condition", condition=placement["condition"])
            yield Finding("error", "GD.5", place, message, ((place, GONE),), say("fix.gd_take_away"))


def check_stacking(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.2, GD.3, 7.0-7.2: stacking limits, one side per hex, and room for road columns."""
    held: dict[str, Fraction] = {}
    road: dict[str, bool] = {}
    sides: dict[str, set[str]] = {}
    for number, row in enumerate(document["units"]):
        hex_ = row.get("at")
        if not hex_:
            continue
        unit = battle.units[f"{row['side']}:{row['formation']}:{row['unit']}"]
        held[hex_] = held.get(hex_, Fraction(0)) + get_stacking_value(unit, spent=row.get("spent", False))
        road[hex_] = road.get(hex_, False) or row.get("road", False)
        sides.setdefault(hex_, set()).add(row["side"])
        place = ("units", number, "at")
        max_weight = get_stacking_limit(catalog, city=is_city(battle, hex_), road=road[hex_])
        away: tuple[Change, ...] = ((place, None),)
        if held[hex_] > max_weight:
            message = say("check.gd_stack", hex=hex_, most=max_weight)
            yield Finding("error", "GD.2", place, message, away, say("fix.gd_lift"))
        if len(sides[hex_]) > 1:
            yield Finding("error", "GD.3", place, say("check.gd_mixed", hex=hex_), away, say("fix.gd_lift"))
    yield from _check_columns(catalog, battle, document)


def _check_columns(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.2: columns on the road have enough hexes where they begin."""
    needs: Counter[str] = Counter(
        row["placement"]["place"]
        for row in document["units"]
        if row.get("road") and "place" in row["placement"]
    )
    for place, count in needs.items():
        wanted = -(-count // get_stacking_limit(catalog, city=False, road=True))
        hexes = battle.hexes(place)
        if not hexes:
            yield Finding("note", "GD.2", ("places",), say("check.gd_road_room", place=place, wanted=wanted))
        elif len(hexes) < wanted:
            message = say("check.gd_road_short", place=place, wanted=wanted, there=len(hexes))
            yield Finding("error", "GD.2", ("places",), message)


def check_fortifications(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.8, 15.0, 15.1: one fortification of a kind in a hex, each with a unit of its side, with a facing."""
    chosen = {(row["side"], row["at"]) for row in document["units"] if row.get("at")}
    spots: dict[str, str | None] = {
        f"{row['side']}:{row['formation']}:{row['unit']}": row.get("at") for row in document["units"]
    }
    seen: Counter[tuple[str, str]] = Counter()
    for number, row in enumerate(document["fortifications"]):
        place = ("fortifications", number)
        hex_, with_ = row.get("at"), row.get("with")
        for message, fix in _check_fortification(catalog, row, place, spots):
            yield Finding("error", "GD.8", place, message, fix)
        spot = hex_ or spots.get(with_ or "") or with_
        if spot:
            seen[row["type"], spot] += 1
            if seen[row["type"], spot] > 1:
                message = say("check.gd_same_works", type=row["type"])
                yield Finding("error", "GD.8", place, message, ((place, GONE),), say("fix.gd_take_away"))
        if hex_ and not with_ and (row["side"], hex_) not in chosen:
            message = say("check.gd_empty_works", hex=hex_, side=row["side"])
            lifted: tuple[Change, ...] = (((*place, "at"), None),)
            yield Finding("error", "GD.8", (*place, "at"), message, lifted, say("fix.gd_lift"))
    yield from _check_fortification_count(battle, document)


def _check_fortification(
    catalog: Catalog, row: Document, place: tuple[str | int, ...], spots: dict[str, str | None]
) -> Iterator[tuple[Message, tuple[Change, ...] | None]]:
    """Check one fortification: its unit exists and is in the hex; it has a facing if it needs one."""
    hex_, with_ = row.get("at"), row.get("with")
    if with_ and with_ not in spots:
        yield say("check.gd_no_counter", counter=with_), (((*place, "with"), None),)
    elif with_ and hex_ and spots[with_] and spots[with_] != hex_:
        yield say("check.gd_works_elsewhere", counter=with_), (((*place, "at"), spots[with_]),)
    if hex_ and catalog.fortifications[row["type"]].faces and row.get("facing") is None:
        yield say("check.gd_no_facing", type=row["type"]), (((*place, "facing"), 1),)


def _check_fortification_count(battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.8: no more fortifications of a kind than units of the side."""
    count = Counter((row["side"], row["type"]) for row in document["fortifications"])
    for (side, kind), wanted in count.items():
        units = sum(unit.side == side and unit.starts_on_map for unit in battle.units.values())
        if wanted > units:
            message = say("check.gd_works_many", side=side, type=kind, wanted=wanted, units=units)
            yield Finding("error", "GD.8", ("fortifications",), message)
