"""Year, VP, Time, Sudden Death, surrender, Initiative: C01, C13 to C20."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.messages import say

from ...dice import DIE
from ..card_facts import Reading
from ..force import COUNTED, JAPAN, SIDES, count_pieces
from ..guide import list_proposals
from .base import Fix, Problem, by_schema, check, set_to

#: Number of dice; a Time space above their highest sum always ends the game (6.2.2).
DICE = 2
#: How often the VP marker may pass along the track; purchases and open chits (RS.5-RS.11) stay below.
MAX_TRACK_LENGTHS = 5

by_schema("C01", "error", "4.3.2", "/year")


@check("C13", "error", "4.1.1", "/marker")
def marker_on_track(reading: Reading) -> Iterator[Problem]:
    """4.1.1: beyond its last space the marker begins again; it goes as far as purchases can move it."""
    marker = reading.card["marker"]
    most = MAX_TRACK_LENGTHS * reading.catalog.board.victory_spaces
    if marker is not None and abs(marker) > most:
        yield Problem("/marker", say("finding.C13.beyond", marker=marker, most=most))


def _proposed(reading: Reading, item: str) -> Fix | None:
    """Return the guide's proposal for a field of the whole card, as a fix."""
    for proposal in list_proposals(reading):
        if proposal.item == item and not proposal.follows:
            return set_to(proposal.place, proposal.value, say("fix.set", value=proposal.value))
    return None


@check("C14", "error", "6.1.1, 6.2.1", "/time", "/sudden_death")
def sudden_death_after_time(reading: Reading) -> Iterator[Problem]:
    """6.2.1: both are set or neither, and Sudden Death lies further on."""
    time, sudden_death = reading.card["time"], reading.card["sudden_death"]
    if time is None and sudden_death is not None:
        yield Problem("/time", say("finding.C14.no_start"), set_to("/time", 0, say("fix.start_on_0")))
    elif time is not None and sudden_death is None:
        yield Problem("/sudden_death", say("finding.C14.no_end"), _proposed(reading, "sudden_death"))
    elif time is not None and sudden_death <= time:
        least = time + 1
        yield Problem(
            "/sudden_death",
            say("finding.C14.too_early", sudden_death=sudden_death, time=time),
            set_to("/sudden_death", least, say("fix.set", value=least)),
        )


@check("C15", "warning", "RS.14")
def sudden_death_of_battle(reading: Reading) -> Iterator[Problem]:
    """RS.14: the sum of both order limits, within the bounds of the text."""
    if reading.kind != "battle" or reading.card["sudden_death"] is None:
        return
    figures, sudden_death = reading.catalog.procedure, reading.card["sudden_death"]
    total = sum(reading.side(side)["orders"] for side in SIDES)
    if sudden_death != total:
        yield Problem(
            "/sudden_death",
            say("finding.C15.orders", found=sudden_death, total=total),
            set_to("/sudden_death", total, say("fix.set", value=total))
            if total > (reading.card["time"] or 0)
            else None,
        )
    elif not figures.sudden_death_least <= sudden_death <= figures.sudden_death_most:
        yield Problem(
            "/sudden_death",
            say(
                "finding.C15.bounds",
                found=sudden_death,
                least=figures.sudden_death_least,
                most=figures.sudden_death_most,
            ),
        )


@check("C16", "error", "6.1.2", "/sides/*/reinforcements/*/space")
def reinforcements_enter(reading: Reading) -> Iterator[Problem]:
    """6.1.2: a space at or below the start of Time is never entered."""
    time = reading.card["time"]
    for side in SIDES:
        for index, arrival in enumerate(reading.side(side).get("reinforcements", ())):
            place = f"/sides/{side}/reinforcements/{index}/space"
            if time is None:
                yield Problem(place, say("finding.C16.no_time"))
            elif arrival["space"] <= time:
                yield Problem(
                    place,
                    say("finding.C16.never", time=time, space=arrival["space"]),
                    set_to(place, time + 1, say("fix.move_to", space=time + 1)),
                )


@check("C17", "warning", "6.1.2, 6.2.2")
def reinforcements_too_late(reading: Reading) -> Iterator[Problem]:
    """6.2.2: the marker reaches this space only if every earlier roll fails, and never the next."""
    most = DICE * max(DIE)
    for side in SIDES:
        for index, arrival in enumerate(reading.side(side).get("reinforcements", ())):
            if arrival["space"] > most:
                yield Problem(
                    f"/sides/{side}/reinforcements/{index}/space",
                    say("finding.C17.late", space=arrival["space"], most=most),
                )


@check("C18", "error", "4.2, PA-11.2", "/sides/*/surrender")
def no_surrender_for_japan(reading: Reading) -> Iterator[Problem]:
    """PA-11.2: Japan never surrenders; other sides may have a figure or none."""
    for side in SIDES:
        force = reading.side(side)
        if force["faction"] == JAPAN and force["surrender"] is not None:
            place = f"/sides/{side}/surrender"
            yield Problem(place, say("finding.C18.japan"), set_to(place, None, say("fix.remove_figure")))


@check("C19", "warning", "4.2")
def surrender_reachable(reading: Reading) -> Iterator[Problem]:
    """4.2: with a figure above the number of units the side can never be made to surrender."""
    for side in SIDES:
        surrender, units = reading.side(side)["surrender"], count_pieces(reading.lots(side), COUNTED)
        if surrender is not None and surrender > units:
            place = f"/sides/{side}/surrender"
            yield Problem(
                place,
                say("finding.C19.units", side=side, surrender=surrender, units=units),
                set_to(place, units, say("fix.set", value=units)) if units else None,
            )


@check("C20", "error", "5, 9", "/initiative", "/first_turn")
def who_begins(reading: Reading) -> Iterator[Problem]:
    """9, RS.16: the Initiative holder and the first turn are given."""
    initiative, first = reading.card["initiative"], reading.card["first_turn"]
    attacker = next((side for side in SIDES if reading.side(side)["posture"] == "attack"), SIDES[0])
    if initiative is None:
        side = first or attacker
        yield Problem(
            "/initiative",
            say("finding.C20.initiative"),
            set_to("/initiative", side, say("fix.give_initiative", side=side)),
        )
    if first is None:
        side = initiative or attacker
        yield Problem(
            "/first_turn",
            say("finding.C20.first_turn"),
            set_to("/first_turn", side, say("fix.begins", side=side)),
        )
