"""What is wrong with a scenario: set-up, stacking, zone bans, smoke, night, entry; each with its fix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.catalog import COLOURS
from catalogs.games.thunder_at_cassino.model import SIDES, Area
from generator.finding import GONE, Change, Finding, Severity
from generator.game import Document
from schemas.json_pointer import Place
from schemas.said import Said, say

from ..rules.artillery import whole_board
from ..rules.movement import split_companies, stacked
from .document import OFF

Found = Iterator[Finding]
Check = Callable[[Catalog, Document], Found]
CAMPAIGN = "bands"  # the victory of the campaign, which has the rules of set-up in full


def check(catalog: Catalog, document: Document) -> Sequence[Finding]:
    """Everything that is to be said of a scenario of the right shape."""
    return [finding for each in CHECKS for finding in each(catalog, document)]


def _finding(
    severity: Severity, code: str, place: Place, said: Said, *fix: Change, remedy: Said | None = None
) -> Finding:
    return Finding(severity, code, place, said, fix or None, remedy)


def _units(document: Document) -> list[tuple[int, dict[str, Any]]]:
    return list(enumerate(document["units"]))


def _away(number: int) -> Change:
    return ("units", number), GONE


def zone_bans(catalog: Catalog, document: Document) -> Found:
    """7.2, 10.7: no German begins in or enters by the zones A to F."""
    own = [zone.id for zone in catalog.zones.values() if zone.german]
    for number, unit in _units(document):
        if unit["side"] != "german":
            continue
        if unit["place"] in catalog.zones and unit["place"] not in own:
            at: Place = ("units", number, "place")
            said = say("check.german_zone", unit=unit["name"], zones=[unit["place"]])
            yield _finding("error", "V1", at, said, (at, own[0]))
        banned = [zone for zone in unit.get("zones", ()) if zone not in own]
        if banned:
            at = ("units", number, "zones")
            said = say("check.german_zone", unit=unit["name"], zones=banned)
            yield _finding("error", "V1", at, said, (at, [z for z in unit["zones"] if z in own] or own))


def set_up(catalog: Catalog, document: Document) -> Found:
    """5.3, 5.4: at most four Germans in an area; in the campaign no Allied unit on the map."""
    campaign, most = document["victory"] == CAMPAIGN, catalog.figures["setup_units"]
    inside: dict[str, int] = {}
    for number, unit in _units(document):
        place, at = unit["place"], ("units", number, "place")
        if unit["side"] == "german" and place in catalog.areas:
            inside[place] = inside.get(place, 0) + 1
            if inside[place] > most:
                severity: Severity = "error" if campaign else "warning"
                said = say("check.set_up_four", area=place, most=most, unit=unit["name"])
                remedy = say("fix.take_unit", unit=unit["name"])
                yield _finding(severity, "V2", at, said, _away(number), remedy=remedy)
            colour = catalog.areas[place].colour
            if campaign and colour is not None and colour not in COLOURS:
                yield _finding("error", "V2", at, say("check.set_up_colour", area=place, colour=colour))
        if campaign and unit["side"] == "allied" and place != OFF:
            said = say("check.allied_on_map", unit=unit["name"])
            fix = ((at, OFF), (("units", number, "turn"), unit.get("turn") or document["first_turn"]))
            yield _finding("error", "V2", at, said, *fix, remedy=say("fix.comes_later", unit=unit["name"]))
        if unit["side"] == "allied" and place in COLOURS:
            yield _finding("error", "V2", at, say("check.allied_colour", unit=unit["name"]), (at, OFF))


def armour(catalog: Catalog, document: Document) -> Found:
    """5.3, 8.2.2: no armour where only red lines lead, as in 20; an antitank unit there never leaves."""
    for number, unit in _units(document):
        at: Place = ("units", number, "place")
        area = catalog.areas.get(unit["place"])
        if area is None or not _only_red(catalog, area):
            continue
        if unit["kind"] == "armour":
            said = say("check.armour", unit=unit["name"], area=area.id)
            yield _finding(
                "error", "V5", at, said, _away(number), remedy=say("fix.take_unit", unit=unit["name"])
            )
        elif unit["kind"] == "antitank":
            yield _finding("note", "V5", at, say("check.antitank", unit=unit["name"], area=area.id))


def _only_red(catalog: Catalog, area: Area) -> bool:
    """As the text says, or as the owner's neighbours tell where all of them are typed."""
    if area.armour is not None:
        return not area.armour
    around = catalog.board.adj[area.id].values()
    return whole_board(catalog) and all(link["line"] == "red" for link in around)


def stacking(catalog: Catalog, document: Document) -> Found:
    """7.1: ten infantry, three armour and an observer of a side in an area; zones have no limit (7.2)."""
    for side in SIDES:
        for area in catalog.areas:
            there = [(n, u) for n, u in _units(document) if u["side"] == side and u["place"] == area]
            over = stacked(catalog, [unit["kind"] for _, unit in there])
            for kind, number in over.items():
                last = max(n for n, unit in there if _counts_as(unit["kind"], kind))
                said = say("check.stack", side=side, area=area, kind=kind, over=number)
                remedy = say("fix.take_unit", unit=document["units"][last]["name"])
                yield _finding("error", "V3", ("units", last, "place"), said, _away(last), remedy=remedy)


def _counts_as(kind: str, counted: str) -> bool:
    return (kind == "armour") == (counted == "armour")


def control(catalog: Catalog, document: Document) -> Found:
    """11.2: control markers stand on victory areas."""
    for number, area in enumerate(document["control"]):
        if not catalog.areas[area].victory:
            at: Place = ("control", number)
            yield _finding("error", "V4", at, say("check.no_victory_area", area=area), (at, GONE))


def smoke(catalog: Catalog, document: Document) -> Found:
    """16.1: two German markers and eight Allied ones."""
    for side in SIDES:
        most, given = catalog.figures[f"smoke_{side}"], document["smoke"][side]
        if given > most:
            at: Place = ("smoke", side)
            yield _finding(
                "error", "V6", at, say("check.smoke", side=side, most=most, given=given), (at, most)
            )


def fifth_column(catalog: Catalog, document: Document) -> Found:
    """11.5: the four areas of the fifth column, and no others."""
    for number, area in enumerate(document.get("fifth_column", ())):
        if not catalog.areas[area].fifth_column:
            at: Place = ("fifth_column", number)
            yield _finding("error", "V6", at, say("check.no_fifth_column", area=area), (at, GONE))


def rubble(catalog: Catalog, document: Document) -> Found:
    """5.5, card: a marker once in a place; levels at the edge are among those removed."""
    seen: set[str] = set()
    for number, each in enumerate(document["rubble"]):
        if each["place"] in seen:
            at: Place = ("rubble", number)
            yield _finding("error", "V7", at, say("check.rubble_twice", place=each["place"]), (at, GONE))
        seen.add(each["place"])
    levels, edge = document.get("removal", 0), document.get("removal_edge", 0)
    if edge > levels:
        at = ("removal_edge",)
        yield _finding("error", "V7", at, say("check.removal", levels=levels, edge=edge), (at, levels))


def turns(catalog: Catalog, document: Document) -> Found:
    """3.4, 14.4, 18.1: turns in their order; no air command after turn 6; reserves from turn 10 on."""
    first, last = document["first_turn"], document["last_turn"]
    if first > last:
        fix = ((("first_turn",), last), (("last_turn",), first))
        yield _finding("error", "V8", ("first_turn",), say("check.turns", first=first, last=last), *fix)
    gone = catalog.figures["mataf_last"]
    for number, unit in _units(document):
        if unit["kind"] == "air" and (unit.get("turn") or first) > gone:
            at: Place = ("units", number)
            said = say("check.air_late", unit=unit["name"], turn=gone)
            yield _finding(
                "error", "V8", at, said, (at, GONE), remedy=say("fix.take_unit", unit=unit["name"])
            )
    reserve = catalog.figures["reserve_turn"]
    if "reserve" in document.get("special", ()) and last < reserve:
        at = ("special", document["special"].index("reserve"))
        yield _finding("warning", "V8", at, say("check.reserve_early", turn=reserve), (at, GONE))


def entry(catalog: Catalog, document: Document) -> Found:
    """17: a unit begins on the board, or comes on a turn of the scenario by a zone."""
    first, last = document["first_turn"], document["last_turn"]
    for number, unit in _units(document):
        turn, at = unit.get("turn"), ("units", number)
        if unit["place"] == OFF and turn is None:
            said = say("check.never", unit=unit["name"])
            yield _finding("error", "V2", (*at, "turn"), said, ((*at, "turn"), first))
        elif unit["place"] != OFF and turn is not None:
            said = say("check.twice_there", unit=unit["name"], turn=turn)
            yield _finding("error", "V2", (*at, "turn"), said, ((*at, "turn"), None))
        elif turn is not None and not first <= turn <= last:
            said = say("check.turn_outside", unit=unit["name"], turn=turn, first=first, last=last)
            severity: Severity = "error" if turn < first else "warning"
            yield _finding(
                severity, "V8", (*at, "turn"), said, ((*at, "turn"), first if turn < first else last)
            )
        if turn is not None and not unit.get("zones"):
            yield _finding("warning", "V9", (*at, "zones"), say("check.no_zone", unit=unit["name"]))


def companies(_: Catalog, document: Document) -> Found:
    """17.2: the units of a company that come on one turn come by one zone."""
    by_turn: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for number, unit in _units(document):
        if unit.get("turn") is not None and unit.get("company"):
            by_turn.setdefault(unit["turn"], []).append((number, unit))
    for turn, units in by_turn.items():
        entries = [(unit["company"], ", ".join(sorted(unit.get("zones", ())))) for _, unit in units]
        for company in split_companies(entries):
            own = [(number, unit) for number, unit in units if unit["company"] == company]
            zones = own[0][1].get("zones", [])
            fix = [(("units", number, "zones"), zones) for number, _ in own[1:]]
            said = say("check.company", company=company, turn=turn)
            remedy = say("fix.one_zone", company=company)
            yield _finding("error", "V9", ("units", own[-1][0], "zones"), said, *fix, remedy=remedy)


def nights(_: Catalog, document: Document) -> Found:
    """15.1: night neither on turn 1 nor on two turns running."""
    found = document.get("nights", ())
    for number, turn in enumerate(found):
        at: Place = ("nights", number)
        if turn == 1:
            yield _finding("error", "V10", at, say("check.night_first"), (at, GONE))
        elif turn - 1 in found:
            yield _finding("error", "V10", at, say("check.night_running", turn=turn), (at, GONE))


def limits(catalog: Catalog, document: Document) -> Found:
    """Card: what is limited has areas; units begin inside, and where limits hold for moves they may not."""
    bounds, inside = document["bounds"], {*document["areas"], *document["zones"]}
    if bounds == "none":
        for field in ("areas", "zones"):
            if document[field]:
                yield _finding("warning", "V11", (field,), say("check.no_limits"), ((field,), []))
        return
    if not inside:
        yield _finding("error", "V11", ("areas",), say("check.limits_empty"), (("bounds",), "none"))
        return
    for number, unit in _units(document):
        place = unit["place"]
        if place != OFF and place not in COLOURS and place not in inside:
            severity: Severity = "error" if bounds == "strict" else "note"
            said = say("check.outside", unit=unit["name"], place=place)
            yield _finding(severity, "V11", ("units", number, "place"), said)


def once(_: Catalog, document: Document) -> Found:
    """Every counter once: observers, guns and air units have names of their own."""
    seen: set[tuple[str, str]] = set()
    for number, unit in _units(document):
        name = (unit["side"], unit["name"])
        if unit["kind"] in ("observer", "artillery", "air") and name in seen:
            at: Place = ("units", number)
            said, remedy = say("check.unit_twice", unit=unit["name"]), say("fix.take_unit", unit=unit["name"])
            yield _finding("error", "V11", at, said, (at, GONE), remedy=remedy)
        seen.add(name)


def marker(catalog: Catalog, document: Document) -> Found:
    """Card: the points of the Allied areas and of the fifth column are those on the marker."""
    values = [catalog.areas[area].vp for area in document["control"]]
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return
    least, spare = sum(known), len(catalog.fifth_column_areas)
    if document["victory"] == "threshold" and not least <= document["vp"] <= least + spare:
        at: Place = ("vp",)
        said = say("check.marker", vp=document["vp"], least=least, most=least + spare)
        yield _finding("warning", "V12", at, said, (at, least))


CHECKS: tuple[Check, ...] = (
    turns,
    limits,
    control,
    marker,
    smoke,
    fifth_column,
    rubble,
    nights,
    zone_bans,
    set_up,
    armour,
    stacking,
    entry,
    companies,
    once,
)
