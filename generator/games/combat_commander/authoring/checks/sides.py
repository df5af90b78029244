"""Posture, hand, orders, quality and Japanese rules: C08 to C12, C43, C45."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.messages import say

from ..card_facts import Reading
from ..force import JAPAN, SIDES
from .base import Fix, Problem, by_schema, check, set_to, take_away

by_schema("C12", "error", "4.3.1", "/sides/*/quality")


@check("C08", "error", "1.1, PA-17", "/sides/*/posture", "/sides/*/hand")
def hand_of_posture(reading: Reading) -> Iterator[Problem]:
    """1.1, PA-17: each posture has its hand."""
    for side in SIDES:
        force = reading.side(side)
        hand = reading.catalog.postures[force["posture"]].hand
        if force["hand"] != hand:
            place = f"/sides/{side}/hand"
            yield Problem(
                place,
                say("finding.C08.hand", side=side, given=force["hand"], posture=force["posture"], hand=hand),
                set_to(place, hand, say("fix.set", value=hand)),
            )


@check("C09", "error", "PA-17.2")
def banzai_is_japanese(reading: Reading) -> Iterator[Problem]:
    """PA-17.2: only Japan has the posture banzai."""
    hand = reading.catalog.postures["attack"].hand
    for side in SIDES:
        force = reading.side(side)
        if force["posture"] == "banzai" and force["faction"] != JAPAN:
            yield Problem(
                f"/sides/{side}/posture",
                say("finding.C09.banzai", faction=force["faction"]),
                Fix(
                    say("fix.change_to_attack"),
                    ((f"/sides/{side}/posture", "attack"), (f"/sides/{side}/hand", hand)),
                ),
            )


@check("C10", "warning", "PA-17.4")
def invader_arrives_later(reading: Reading) -> Iterator[Problem]:
    """PA-17.4: normally at least half of the pieces wait on the Time track."""
    for side in SIDES:
        if reading.side(side)["posture"] != "invader":
            continue
        total = sum(lot.count for lot in reading.lots(side))
        later = sum(lot.count for lot in reading.lots(side) if lot.space is not None)
        if 2 * later < total:
            yield Problem(
                f"/sides/{side}/reinforcements", say("finding.C10.later", side=side, later=later, total=total)
            )


@check("C11", "error", "4.3.1", "/sides/*/orders")
def orders_on_track(reading: Reading) -> Iterator[Problem]:
    """4.3.1: orders fit the track; a campaign adds them up over patrols, so there it is a warning."""
    most = reading.catalog.procedure.most_orders
    for side in SIDES:
        orders = reading.side(side)["orders"]
        if orders > most:
            place = f"/sides/{side}/orders"
            yield Problem(
                place,
                say("finding.C11.orders", side=side, orders=orders, most=most),
                set_to(place, most, say("fix.set", value=most)),
                "warning" if reading.kind == "campaign" else None,
            )


@check("C43", "error", "PA-9.1, PA-4.3", "/sides/*/sightings", "/sides/*/infiltration")
def only_japan_hides(reading: Reading) -> Iterator[Problem]:
    """PA-9.1: only Japan has sighting markers and infiltration boxes."""
    for side in SIDES:
        force = reading.side(side)
        if force["faction"] == JAPAN:
            continue
        for field in ("sightings", "infiltration"):
            if force.get(field):
                place = f"/sides/{side}/{field}"
                yield Problem(place, say(f"finding.C43.{field}"), take_away(place, say("fix.remove_these")))


@check("C45", "warning", "RS.15", "/sides/*/faction")
def two_decks(reading: Reading) -> Iterator[Problem]:
    """RS.15: the same faction on both sides needs two copies of its deck."""
    faction = reading.side("axis")["faction"]
    if faction == reading.side("allied")["faction"]:
        yield Problem("/sides/allied/faction", say("finding.C45.deck", faction=faction))
