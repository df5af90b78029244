"""Radios, weapons, stacks and leaders: C25 to C30, C38 to C40, K06."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from math import floor
from typing import Any

from catalogs.games.combat_commander.model import Side
from schemas.json_pointer import to_pointer
from schemas.messages import Message, say

from ..card_facts import Reading
from ..force import (
    SIDES,
    UNITS,
    Lot,
    count_pieces,
    count_soldiers,
    find_bound_weapon,
    find_counter,
    get_kind,
    list_units_bought_alone,
)
from ..rs_figures import find_order_of_battle, is_from_campaign, is_rolled_up
from .base import Fix, Problem, check, set_to, take_away


def _radios(lots: tuple[Lot, ...]) -> list[Lot]:
    return [lot for lot in lots if lot.kind == "radio"]


@check("C25", "error", "8.1.2, 12", "/sides/*/radio")
def one_radio(reading: Reading) -> Iterator[Problem]:
    """8.1.2: the artillery box holds one radio; a later one is useless while it is taken."""
    for side in SIDES:
        start = _radios(reading.start(side))
        surplus = (
            [lot for lot in start if lot.origin != "radio"] if reading.side(side)["radio"] else start[1:]
        )
        if sum(lot.count for lot in start) > 1 and surplus:
            yield Problem(
                surplus[0].place,
                say("finding.C25.start", side=side),
                take_away(surplus[0].place, say("fix.remove_extra_radio")),
            )
        later = sorted(
            (lot for lot in _radios(reading.lots(side)) if lot.space is not None),
            key=lambda lot: lot.space or 0,
        )
        for lot in later if start else later[1:]:
            yield Problem(
                lot.place,
                say("finding.C25.later", side=side, space=lot.space),
                take_away(lot.place, say("fix.remove_that_radio")),
                "warning",
            )


@check("C26", "warning", "Tips: artillery")
def defender_with_radio(reading: Reading) -> Iterator[Problem]:
    """Tips: artillery. A defender needs no radio; rolled-up and campaign forces are exempt."""
    if reading.kind != "scenario" or is_rolled_up(reading):
        return
    for side in SIDES:
        if reading.side(side)["posture"] != "defend":
            continue
        for lot in _radios(reading.lots(side)):
            yield Problem(lot.place, say("finding.C26.radio", piece=lot.ref), _no_radio(lot))


def _no_radio(lot: Lot) -> Fix:
    """Remove the radio; the field of the side stays, with null."""
    if lot.origin == "radio" and lot.space is None:
        return set_to(lot.place, None, say("fix.remove_radio"))
    return take_away(lot.place, say("fix.remove_radio"))


@check("C27", "error", "8.1.1", "/sides/*/counters")
def weapons_carried(reading: Reading) -> Iterator[Problem]:
    """8.1.1, RS.7: a unit carries one weapon; each group that arrives together carries its own."""
    for side in SIDES:
        for (space, purchase), lots in _arrivals(reading.lots(side)).items():
            weapons, units = count_pieces(lots, ("weapon",)), count_pieces(lots, UNITS)
            if weapons > units:
                when = _when(space, purchase)
                place = next(lot.place for lot in lots if lot.kind == "weapon")
                yield Problem(
                    place, say("finding.C27.weapons", side=side, when=when, weapons=weapons, units=units)
                )


def _arrivals(lots: tuple[Lot, ...]) -> dict[tuple[int | None, int | None], list[Lot]]:
    groups: dict[tuple[int | None, int | None], list[Lot]] = {}
    for lot in lots:
        groups.setdefault((lot.space, lot.purchase), []).append(lot)
    return groups


def _when(space: int | None, purchase: int | None) -> Message:
    if purchase is not None:
        return say("finding.C27.support", number=purchase + 1)
    if space is not None:
        return say("finding.C27.space", space=space)
    return say("finding.C27.start")


@check("C28", "error", "11.2, RS.7", "/sides/*/bound")
def bindings(reading: Reading) -> Iterator[Problem]:
    """11.2, RS.7: weapon and unit exist, one weapon per unit, and units bought alone carry nothing."""
    for side in SIDES:
        have: Tally[str] = Tally()
        alone: Tally[str] = Tally()
        for lot in reading.lots(side):
            (alone if lot.origin == "support" and lot.kind in UNITS else have)[lot.ref] += lot.count
        used: Tally[str] = Tally()
        for index, bound in enumerate(reading.side(side).get("bound", ())):
            fault = _binding_fault(reading, bound["weapon"], bound["unit"], have, alone, used)
            used.update((bound["weapon"], bound["unit"]))
            if fault is not None:
                place = f"/sides/{side}/bound/{index}"
                yield Problem(place, fault, take_away(place, say("fix.remove_binding")))


@check("K06", "error", "RS.7", "/sides/*/support")
def bought_bindings(reading: Reading) -> Iterator[Problem]:
    """RS.7: a purchase names its own weapon; with fixed hexes, units bought alone have no weapon."""
    for side in SIDES:
        for index, purchase in enumerate(reading.side(side)["support"]):
            due = find_bound_weapon(reading.catalog, purchase["pieces"])
            if "weapon" in purchase and purchase["weapon"] != due:
                place = f"/sides/{side}/support/{index}/weapon"
                yield Problem(place, say("finding.K06.weapon"), set_to(place, due, say("fix.set_bought")))
        yield from _armed_alone(reading, side)


def _armed_alone(reading: Reading, side: Side) -> Iterator[Problem]:
    """Check by maximum flow that every unit bought alone can stand in its hex without a weapon."""
    alone, own = Tally(list_units_bought_alone(reading.card, side, reading.catalog)), Tally[str]()
    if not alone or not reading.side(side)["setup"].get("fixed"):
        return
    import networkx as nx  # imported here because few cards need it

    for lot in reading.start(side):
        own[lot.ref] += lot.count
    own -= alone
    graph: Any = nx.DiGraph()
    placed: Tally[str] = Tally()
    for index, fixed in enumerate(reading.side(side)["setup"].get("fixed", ())):
        pieces = Tally(dict(fixed["counters"]))
        pieces.update(fixed["leaders"])
        units = sum(n for ref, n in pieces.items() if get_kind(reading.catalog, ref) in UNITS)
        armed = sum(n for ref, n in pieces.items() if get_kind(reading.catalog, ref) == "weapon")
        graph.add_edge(index, "free", capacity=max(units - armed, 0))
        for ref in alone & pieces:
            graph.add_edge(ref, index, capacity=pieces[ref])
        placed.update({ref: pieces[ref] for ref in alone if pieces[ref]})
    due = {ref: placed[ref] - own[ref] for ref in placed if placed[ref] > own[ref]}
    for ref, count in due.items():
        graph.add_edge("bought", ref, capacity=count)
    if due and nx.maximum_flow_value(graph, "bought", "free") < sum(due.values()):
        yield Problem(f"/sides/{side}/setup/fixed", say("finding.K06.alone", pieces=list(due)))


def _binding_fault(
    reading: Reading, weapon: str, unit: str, have: Tally[str], alone: Tally[str], used: Tally[str]
) -> Message | None:
    if get_kind(reading.catalog, weapon) != "weapon" or have[weapon] <= used[weapon]:
        return say("finding.C28.no_weapon", weapon=weapon)
    if get_kind(reading.catalog, unit) not in UNITS or have[unit] + alone[unit] == 0:
        return say("finding.C28.no_unit", unit=unit)
    if have[unit] == 0:
        return say("finding.C28.bought", unit=unit)
    if have[unit] <= used[unit]:
        return say("finding.C28.armed", unit=unit)
    return None


@check("C29", "error", "8.1.1, V12")
def leaders_carry_light(reading: Reading) -> Iterator[Problem]:
    """V12: leaders carry no weapon with a movement penalty."""
    if "V12" not in reading.card["rules"].get("optional", ()):
        return
    for side in SIDES:
        for index, bound in enumerate(reading.side(side).get("bound", ())):
            weapon = reading.catalog.counters.get(bound["weapon"])
            if get_kind(reading.catalog, bound["unit"]) != "leader" or weapon is None:
                continue
            if (weapon.front.move or 0) < 0:
                place = f"/sides/{side}/bound/{index}"
                yield Problem(
                    place,
                    say("finding.C29.heavy", unit=bound["unit"], weapon=weapon.ref),
                    take_away(place, say("fix.remove_binding")),
                )


@check("C30", "error", "8.2", "/sides/*/setup/fixed")
def stacks(reading: Reading) -> Iterator[Problem]:
    """8.2: the limit has no exception before play begins (WE-43)."""
    limit = reading.catalog.board.stacking
    for side in SIDES:
        total: Tally[str] = Tally()
        first: dict[str, int] = {}
        for index, fixed in enumerate(reading.side(side)["setup"].get("fixed", ())):
            first.setdefault(fixed["hex"], index)
            total[fixed["hex"]] += sum(count_soldiers(reading.catalog, ref) for ref in fixed["leaders"])
            total[fixed["hex"]] += sum(
                count * count_soldiers(reading.catalog, ref) for ref, count in fixed["counters"].items()
            )
        for hex_id, men in total.items():
            if men > limit:
                yield Problem(
                    f"/sides/{side}/setup/fixed/{first[hex_id]}",
                    say("finding.C30.stack", hex=hex_id, men=men, limit=limit),
                )


@check("C38", "error", "RS.6", "/sides/*/leaders")
def leaders_once(reading: Reading) -> Iterator[Problem]:
    """RS.6: each leader appears once over start, reinforcements and support."""
    for side in SIDES:
        seen: set[str] = set()
        for lot in reading.lots(side):
            if lot.ref not in reading.catalog.leaders:
                continue
            if lot.ref in seen or lot.count > 1:
                yield Problem(
                    lot.place,
                    say("finding.C38.twice", piece=lot.ref),
                    take_away(lot.place, say("fix.remove_repetition")) if lot.origin == "force" else None,
                )
            seen.add(lot.ref)


def _tagged(reading: Reading, lot: Lot, tags: tuple[str, ...]) -> bool:
    counter = find_counter(reading.catalog, lot.ref)
    return counter is not None and not set(tags).isdisjoint(counter.tags)


@check("C39", "warning", "Tips: teams and weapons")
def heavy_weapons_have_teams(reading: Reading) -> Iterator[Problem]:
    """Tips: a heavy machine gun, a medium mortar or a gun needs a team of any quality.

    A printed order of battle may leave it to a squad.
    """
    if reading.kind != "scenario" or is_from_campaign(reading):
        return
    for side in SIDES:
        if find_order_of_battle(reading, side) is not None:
            continue
        heavy = [
            lot for lot in reading.lots(side) if _tagged(reading, lot, reading.catalog.guide.weapon_team_tags)
        ]
        need, have = sum(lot.count for lot in heavy), count_pieces(reading.lots(side), ("team",))
        if need > have:
            yield Problem(
                heavy[0].place,
                say("finding.C39.teams", side=side, need=need, have=have),
                _more_teams(reading, side, need - have),
            )


def _more_teams(reading: Reading, side: Side, missing: int) -> Fix | None:
    faction = reading.side(side)["faction"]
    team = next(
        (c for c in reading.catalog.counters.values() if c.faction == faction and "weapon_team" in c.tags),
        None,
    )
    if team is None:
        return None
    place = to_pointer(("sides", side, "counters", team.ref))
    count = reading.side(side)["counters"].get(team.ref, 0) + missing
    title = say("fix.add_team") if missing == 1 else say("fix.add_teams", count=missing)
    return set_to(place, count, title)


@check("C40", "warning", "Tips: teams and weapons")
def unarmed_teams(reading: Reading) -> Iterator[Problem]:
    """Tips: few teams are unarmed; values that RS gave are exempt."""
    if reading.kind != "scenario" or is_rolled_up(reading):
        return
    for side in SIDES:
        lots = reading.lots(side)
        teams, squads = count_pieces(lots, ("team",)), count_pieces(lots, ("squad",))
        unarmed = max(teams - count_pieces(lots, ("weapon",)), 0)
        elite = reading.side(side)["quality"] == "elite"
        most = floor(squads * reading.catalog.guide.unarmed_teams) if elite else 0
        if unarmed > most:
            yield Problem(
                f"/sides/{side}/counters", say("finding.C40.unarmed", side=side, unarmed=unarmed, most=most)
            )
