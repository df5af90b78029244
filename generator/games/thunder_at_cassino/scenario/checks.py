"""Scenario checks: set-up, stacking, zone bans, smoke, night, entry; each with its fix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.catalog import COLOURS
from catalogs.games.thunder_at_cassino.model import SIDES, Area
from generator.findings import GONE, Change, Finding, Severity
from generator.game import Document
from schemas.json_pointer import Place
from schemas.messages import Message, say

from ..rules.artillery import is_board_complete
from ..rules.movement import find_excess, find_split_companies
from .document import OFF_MAP

Findings = Iterator[Finding]
Check = Callable[[Catalog, Document], Findings]
CAMPAIGN_VICTORY = "bands"  # the victory type of the campaign, which has all set-up rules


def check(catalog: Catalog, document: Document) -> Sequence[Finding]:
    """Return all findings of a valid document."""
    return [finding for run_check in CHECKS for finding in run_check(catalog, document)]


def _make_finding(
    severity: Severity, code: str, place: Place, message: Message, *fix: Change, remedy: Message | None = None
) -> Finding:
    return Finding(severity, code, place, message, fix or None, remedy)


def _list_units(document: Document) -> list[tuple[int, dict[str, Any]]]:
    return list(enumerate(document["units"]))


def _remove_unit(number: int) -> Change:
    return ("units", number), GONE


def check_zone_bans(catalog: Catalog, document: Document) -> Findings:
    """7.2, 10.7: no German unit begins in or enters by the zones A to F."""
    own = [zone.id for zone in catalog.zones.values() if zone.german]
    for number, unit in _list_units(document):
        if unit["side"] != "german":
            continue
        if unit["place"] in catalog.zones and unit["place"] not in own:
            at: Place = ("units", number, "place")
            message = say("check.german_zone", unit=unit["name"], zones=[unit["place"]])
            yield _make_finding("error", "V1", at, message, (at, own[0]))
        banned = [zone for zone in unit.get("zones", ()) if zone not in own]
        if banned:
            at = ("units", number, "zones")
            message = say("check.german_zone", unit=unit["name"], zones=banned)
            yield _make_finding(
                "error", "V1", at, message, (at, [z for z in unit["zones"] if z in own] or own)
            )


def check_set_up(catalog: Catalog, document: Document) -> Findings:
    """5.3, 5.4: at most four Germans in an area; in the campaign no Allied unit on the map."""
    campaign, max_units = document["victory"] == CAMPAIGN_VICTORY, catalog.figures["setup_units"]
    inside: dict[str, int] = {}
    for number, unit in _list_units(document):
        place, at = unit["place"], ("units", number, "place")
        if unit["side"] == "german" and place in catalog.areas:
            inside[place] = inside.get(place, 0) + 1
            if inside[place] > max_units:
                severity: Severity = "error" if campaign else "warning"
                message = say("check.set_up_four", area=place, most=max_units, unit=unit["name"])
                remedy = say("fix.take_unit", unit=unit["name"])
                yield _make_finding(severity, "V2", at, message, _remove_unit(number), remedy=remedy)
            colour = catalog.areas[place].colour
            if campaign and colour is not None and colour not in COLOURS:
                yield _make_finding("error", "V2", at, say("check.set_up_colour", area=place, colour=colour))
        if campaign and unit["side"] == "allied" and place != OFF_MAP:
            message = say("check.allied_on_map", unit=unit["name"])
            fix = ((at, OFF_MAP), (("units", number, "turn"), unit.get("turn") or document["first_turn"]))
            yield _make_finding(
                "error", "V2", at, message, *fix, remedy=say("fix.comes_later", unit=unit["name"])
            )
        if unit["side"] == "allied" and place in COLOURS:
            yield _make_finding(
                "error", "V2", at, say("check.allied_colour", unit=unit["name"]), (at, OFF_MAP)
            )


def check_armour(catalog: Catalog, document: Document) -> Findings:
    """5.3, 8.2.2: no armour where only red lines lead, as in 20; an antitank unit there never leaves."""
    for number, unit in _list_units(document):
        at: Place = ("units", number, "place")
        area = catalog.areas.get(unit["place"])
        if area is None or not _has_only_red_lines(catalog, area):
            continue
        if unit["kind"] == "armour":
            message = say("check.armour", unit=unit["name"], area=area.id)
            yield _make_finding(
                "error",
                "V5",
                at,
                message,
                _remove_unit(number),
                remedy=say("fix.take_unit", unit=unit["name"]),
            )
        elif unit["kind"] == "antitank":
            yield _make_finding("note", "V5", at, say("check.antitank", unit=unit["name"], area=area.id))


def _has_only_red_lines(catalog: Catalog, area: Area) -> bool:
    """Tell whether only red lines lead to an area, by the rules or, if complete, the owner's links."""
    if area.armour is not None:
        return not area.armour
    around = catalog.board.adj[area.id].values()
    return is_board_complete(catalog) and all(link["line"] == "red" for link in around)


def check_stacking(catalog: Catalog, document: Document) -> Findings:
    """7.1: ten infantry, three armour and an observer per side in an area; zones have no limit (7.2)."""
    for side in SIDES:
        for area in catalog.areas:
            there = [(n, u) for n, u in _list_units(document) if u["side"] == side and u["place"] == area]
            over = find_excess(catalog, [unit["kind"] for _, unit in there])
            for kind, number in over.items():
                last = max(n for n, unit in there if _counts_as(unit["kind"], kind))
                message = say("check.stack", side=side, area=area, kind=kind, over=number)
                remedy = say("fix.take_unit", unit=document["units"][last]["name"])
                yield _make_finding(
                    "error", "V3", ("units", last, "place"), message, _remove_unit(last), remedy=remedy
                )


def _counts_as(kind: str, counted: str) -> bool:
    return (kind == "armour") == (counted == "armour")


def check_control(catalog: Catalog, document: Document) -> Findings:
    """11.2: control markers are on victory areas, where points decide."""
    if document["victory"] == "majority":  # card: there they mark the areas in play
        return
    for number, area in enumerate(document["control"]):
        if not catalog.areas[area].victory:
            at: Place = ("control", number)
            yield _make_finding("error", "V4", at, say("check.no_victory_area", area=area), (at, GONE))


def check_smoke(catalog: Catalog, document: Document) -> Findings:
    """16.1: two German markers and eight Allied ones."""
    for side in SIDES:
        most, given = catalog.figures[f"smoke_{side}"], document["smoke"][side]
        if given > most:
            at: Place = ("smoke", side)
            yield _make_finding(
                "error", "V6", at, say("check.smoke", side=side, most=most, given=given), (at, most)
            )


def check_fifth_column(catalog: Catalog, document: Document) -> Findings:
    """11.5: only the four areas of the fifth column."""
    for number, area in enumerate(document.get("fifth_column", ())):
        if not catalog.areas[area].fifth_column:
            at: Place = ("fifth_column", number)
            yield _make_finding("error", "V6", at, say("check.no_fifth_column", area=area), (at, GONE))


def check_rubble(catalog: Catalog, document: Document) -> Findings:
    """5.5, card: one marker per place; edge levels are part of those removed."""
    seen: set[str] = set()
    for number, marker_ in enumerate(document["rubble"]):
        if marker_["place"] in seen:
            at: Place = ("rubble", number)
            yield _make_finding(
                "error", "V7", at, say("check.rubble_twice", place=marker_["place"]), (at, GONE)
            )
        seen.add(marker_["place"])
    levels, edge = document.get("removal", 0), document.get("removal_edge", 0)
    if edge > levels:
        at = ("removal_edge",)
        yield _make_finding("error", "V7", at, say("check.removal", levels=levels, edge=edge), (at, levels))


def check_turns(catalog: Catalog, document: Document) -> Findings:
    """3.4, 14.4, 18.1: turns in order; no air command after turn 6; reserves from turn 10."""
    first, last = document["first_turn"], document["last_turn"]
    if first > last:
        fix = ((("first_turn",), last), (("last_turn",), first))
        yield _make_finding("error", "V8", ("first_turn",), say("check.turns", first=first, last=last), *fix)
    gone = catalog.figures["mataf_last"]
    for number, unit in _list_units(document):
        if unit["kind"] == "air" and (unit.get("turn") or first) > gone:
            at: Place = ("units", number)
            message = say("check.air_late", unit=unit["name"], turn=gone)
            yield _make_finding(
                "error", "V8", at, message, (at, GONE), remedy=say("fix.take_unit", unit=unit["name"])
            )
    reserve = catalog.figures["reserve_turn"]
    if "reserve" in document.get("special", ()) and last < reserve:
        at = ("special", document["special"].index("reserve"))
        yield _make_finding("warning", "V8", at, say("check.reserve_early", turn=reserve), (at, GONE))


def check_entry(catalog: Catalog, document: Document) -> Findings:
    """17: a unit begins on the board, or enters on a turn of the scenario by a zone."""
    first, last = document["first_turn"], document["last_turn"]
    for number, unit in _list_units(document):
        turn, at = unit.get("turn"), ("units", number)
        if unit["place"] == OFF_MAP and turn is None:
            message = say("check.never", unit=unit["name"])
            yield _make_finding("error", "V2", (*at, "turn"), message, ((*at, "turn"), first))
        elif unit["place"] != OFF_MAP and turn is not None:
            message = say("check.twice_there", unit=unit["name"], turn=turn)
            yield _make_finding("error", "V2", (*at, "turn"), message, ((*at, "turn"), None))
        elif turn is not None and not first <= turn <= last:
            message = say("check.turn_outside", unit=unit["name"], turn=turn, first=first, last=last)
            severity: Severity = "error" if turn < first else "warning"
            yield _make_finding(
                severity, "V8", (*at, "turn"), message, ((*at, "turn"), first if turn < first else last)
            )
        if turn is not None and not unit.get("zones"):
            yield _make_finding("warning", "V9", (*at, "zones"), say("check.no_zone", unit=unit["name"]))


def check_companies(_: Catalog, document: Document) -> Findings:
    """17.2: units of a company that enter on one turn use one zone."""
    by_turn: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for number, unit in _list_units(document):
        if unit.get("turn") is not None and unit.get("company"):
            by_turn.setdefault(unit["turn"], []).append((number, unit))
    for turn, units in by_turn.items():
        entries = [(unit["company"], ", ".join(sorted(unit.get("zones", ())))) for _, unit in units]
        for company in find_split_companies(entries):
            own = [(number, unit) for number, unit in units if unit["company"] == company]
            zones = own[0][1].get("zones", [])
            fix = [(("units", number, "zones"), zones) for number, _ in own[1:]]
            message = say("check.company", company=company, turn=turn)
            remedy = say("fix.one_zone", company=company)
            yield _make_finding("error", "V9", ("units", own[-1][0], "zones"), message, *fix, remedy=remedy)


def check_nights(_: Catalog, document: Document) -> Findings:
    """15.1: no night on turn 1 or on two turns in a row."""
    night_turns = document.get("nights", ())
    for number, turn in enumerate(night_turns):
        at: Place = ("nights", number)
        if turn == 1:
            yield _make_finding("error", "V10", at, say("check.night_first"), (at, GONE))
        elif turn - 1 in night_turns:
            yield _make_finding("error", "V10", at, say("check.night_running", turn=turn), (at, GONE))


def check_limits(catalog: Catalog, document: Document) -> Findings:
    """Card: a limited scenario has areas; units begin inside, as an error if limits are strict."""
    bounds, inside = document["bounds"], {*document["areas"], *document["zones"]}
    if bounds == "none":
        for field in ("areas", "zones"):
            if document[field]:
                yield _make_finding("warning", "V11", (field,), say("check.no_limits"), ((field,), []))
        return
    if not inside:
        yield _make_finding("error", "V11", ("areas",), say("check.limits_empty"), (("bounds",), "none"))
        return
    for number, unit in _list_units(document):
        place = unit["place"]
        if place != OFF_MAP and place not in COLOURS and place not in inside:
            severity: Severity = "error" if bounds == "strict" else "note"
            message = say("check.outside", unit=unit["name"], place=place)
            yield _make_finding(severity, "V11", ("units", number, "place"), message)


def check_duplicates(_: Catalog, document: Document) -> Findings:
    """Every counter is listed once: observers, guns and air units have unique names."""
    seen: set[tuple[str, str]] = set()
    for number, unit in _list_units(document):
        name = (unit["side"], unit["name"])
        if unit["kind"] in ("observer", "artillery", "air") and name in seen:
            at: Place = ("units", number)
            message, remedy = (
                say("check.unit_twice", unit=unit["name"]),
                say("fix.take_unit", unit=unit["name"]),
            )
            yield _make_finding("error", "V11", at, message, (at, GONE), remedy=remedy)
        seen.add(name)


def check_marker(catalog: Catalog, document: Document) -> Findings:
    """Card: the marker equals the points of the Allied areas and of the fifth column."""
    values = [catalog.areas[area].vp for area in document["control"]]
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return
    least, spare = sum(known), len(catalog.fifth_column_areas)
    if document["victory"] == "threshold" and not least <= document["vp"] <= least + spare:
        at: Place = ("vp",)
        message = say("check.marker", vp=document["vp"], least=least, most=least + spare)
        yield _make_finding("warning", "V12", at, message, (at, least))


CHECKS: tuple[Check, ...] = (
    check_turns,
    check_limits,
    check_control,
    check_marker,
    check_smoke,
    check_fifth_column,
    check_rubble,
    check_nights,
    check_zone_bans,
    check_set_up,
    check_armour,
    check_stacking,
    check_entry,
    check_companies,
    check_duplicates,
)
