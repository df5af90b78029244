"""Objective chits and control: C21 to C24."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from generator.findings import GONE
from schemas.messages import say

from ..card_facts import Reading
from ..force import SIDES
from ..guide import count_open_chit_vp, list_proposals
from ..rs_figures import compute_rs_marker, is_rolled_up
from .base import Fix, Problem, by_schema, check, set_to, take_away

by_schema("C23", "error", "7.3.1", "/objectives/control")


def _secret(reading: Reading, side: str) -> list[str]:
    """Return the letters of a side's secret chits; none if the view hides them."""
    letters = reading.card["objectives"]["secret"][side]
    return [] if letters == "hidden" else list(letters)


def _listed(reading: Reading) -> list[tuple[str, str]]:
    """Return every chit on the card as (letter, place)."""
    chits = [
        (letter, f"/objectives/open/{index}")
        for index, letter in enumerate(reading.card["objectives"]["open"])
    ]
    for side in SIDES:
        chits += [
            (letter, f"/objectives/secret/{side}/{index}")
            for index, letter in enumerate(_secret(reading, side))
        ]
    return chits


@check("C21", "error", "7.3.2", "/objectives")
def chits_once(reading: Reading) -> Iterator[Problem]:
    """7.3.2: there is one chit of each letter, and a limited number in all."""
    listed = _listed(reading)
    seen: Tally[str] = Tally()
    for letter, place in listed:
        seen[letter] += 1
        if letter not in reading.catalog.chits:
            yield Problem(
                place,
                say("finding.C21.unknown", letter=letter),
                take_away(place, say("fix.remove_chit", letter=letter)),
            )
        elif seen[letter] == 2:
            yield Problem(
                place,
                say("finding.C21.twice", letter=letter),
                take_away(place, say("fix.remove_chit", letter=letter)),
            )
    drawn = sum(reading.card["objectives"].get("random", {}).values())
    if len(listed) + drawn > len(reading.catalog.chits):
        yield Problem(
            "/objectives",
            say("finding.C21.count", count=len(listed) + drawn, most=len(reading.catalog.chits)),
        )


@check("C22", "error", "7.3.3")
def secret_side(reading: Reading) -> Iterator[Problem]:
    """7.3.3: a chit without secret side is shown when drawn and lies open."""
    for side in SIDES:
        for index, letter in enumerate(_secret(reading, side)):
            chit = reading.catalog.chits.get(letter)
            if chit is not None and not chit.secret_side:
                yield Problem(
                    f"/objectives/secret/{side}/{index}",
                    say("finding.C22.open", letter=letter),
                    _opened(reading, f"/objectives/secret/{side}/{index}", letter),
                )


def _opened(reading: Reading, place: str, letter: str) -> Fix:
    letters = reading.card["objectives"]["open"]
    opened = letters if letter in letters else [*letters, letter]
    return Fix(say("fix.open_chit", letter=letter), ((place, GONE), ("/objectives/open", opened)))


@check("C24", "warning", "Tips: objective chits, RS.10")
def open_chits_booked(reading: Reading) -> Iterator[Problem]:
    """RS.10, Tips: the start VP include the open chits of the objectives a side controls.

    A rolled-up battle is recounted from its prices, also if imported as a scenario; an authored card is
    compared with the guide, here instead of under C41 if open chits are involved. A handicap that moved the
    marker stays.
    """
    marker = reading.card["marker"]
    added = (reading.card.get("base") or {}).get("added", ())
    if any(one["kind"] == "marker" for one in added):
        return
    values = [count_open_chit_vp(reading.card, reading.catalog, side) for side in SIDES]
    if marker is None or not any(values):
        return
    if reading.kind == "battle" or is_rolled_up(reading):
        by_rs = compute_rs_marker(reading)
        expected = marker if by_rs is None else by_rs
    elif reading.kind == "scenario":
        expected = next((p.value for p in list_proposals(reading) if p.item == "marker"), marker)
    else:
        return
    if expected != marker:
        yield Problem(
            "/marker",
            say("finding.C24.marker", marker=marker, axis=values[0], allied=values[1], expected=expected),
            set_to("/marker", expected, say("fix.set", value=expected)),
        )


@check("C48", "warning", "7.3.1, RS.10", "/objectives/control")
def objectives_controlled(reading: Reading) -> Iterator[Problem]:
    """RS.10: the defender controls all objectives; 7.3.1: or nobody controls any. Only some is suspicious."""
    control = reading.card["objectives"]["control"]
    defender = next((side for side in SIDES if reading.side(side)["posture"] == "defend"), None)
    free = [number for number, holder in sorted(control.items()) if holder == "none"]
    if defender is None or len(free) == len(control):
        return
    for number in free:
        place = f"/objectives/control/{number}"
        yield Problem(
            place,
            say("finding.C48.nobody", number=number, side=defender),
            set_to(place, defender, say("fix.give_to", side=defender)),
        )
