"""Objective chits and control: C21 to C24."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from generator.games.combat_commander.authoring.checks.base import Problem, by_schema, check
from generator.games.combat_commander.authoring.findings import Fix, set_to
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.guide import open_value, proposals
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.rolled import marker_by_rs, rolled_up
from generator.games.combat_commander.authoring.text import Card, Text

by_schema(
    "C23",
    "E",
    "7.3.1",
    "Los cinco objetivos tienen control inicial",
    "The five objectives have a controller or none",
    "/objectives/control",
)


def _secret(reading: Reading, side: str) -> list[str]:
    """The letters of a side's secret chits; none where the view hides them."""
    found = reading.card["objectives"]["secret"][side]
    return [] if found == "hidden" else list(found)


def _listed(reading: Reading) -> list[tuple[str, str]]:
    """Every chit on the card as (letter, place)."""
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


@check(
    "C21",
    "E",
    "7.3.2",
    "Cada ficha de objetivo aparece una vez",
    "Each objective chit appears once",
    "/objectives",
)
def chits_once(reading: Reading) -> Iterator[Problem]:
    """7.3.2: there is one chit of each letter, and so many in all."""
    listed = _listed(reading)
    seen: Tally[str] = Tally()
    for letter, place in listed:
        seen[letter] += 1
        if letter not in reading.catalog.chits:
            yield Problem(
                place, f"No hay ficha {letter}.", f"There is no chit {letter}.", _without(place, letter)
            )
        elif seen[letter] == 2:
            yield Problem(
                place,
                f"La ficha {letter} aparece dos veces; solo hay una.",
                f"Chit {letter} appears twice; there is only one.",
                _without(place, letter),
            )
    drawn = sum(reading.card["objectives"].get("random", {}).values())
    if len(listed) + drawn > len(reading.catalog.chits):
        yield Problem(
            "/objectives",
            f"La ficha pide {len(listed) + drawn} fichas; hay {len(reading.catalog.chits)}.",
            f"The card asks for {len(listed) + drawn} chits; there are {len(reading.catalog.chits)}.",
        )


def _without(place: str, letter: str) -> Fix:
    """Take a letter out of the list it stands in."""

    def change(card: Card) -> None:
        found = card["objectives"]
        for step in place.split("/")[2:-1]:
            found = found[step]
        if letter in found:
            found.reverse()
            found.remove(letter)
            found.reverse()

    return Fix(Text(f"Quitar la ficha {letter}", f"Remove chit {letter}"), change)


@check(
    "C22",
    "E",
    "7.3.3",
    "Las fichas secretas tienen cara secreta",
    "Secret chits have a secret side",
)
def secret_side(reading: Reading) -> Iterator[Problem]:
    """7.3.3: a chit without secret side is shown when drawn and lies open."""
    for side in SIDES:
        for index, letter in enumerate(_secret(reading, side)):
            chit = reading.catalog.chits.get(letter)
            if chit is not None and not chit.secret_side:
                yield Problem(
                    f"/objectives/secret/{side}/{index}",
                    f"La ficha {letter} no tiene cara secreta: queda abierta.",
                    f"Chit {letter} has no secret side: it lies open.",
                    _opened(side, letter),
                )


def _opened(side: str, letter: str) -> Fix:
    def change(card: Card) -> None:
        objectives = card["objectives"]
        objectives["secret"][side].remove(letter)
        if letter not in objectives["open"]:
            objectives["open"].append(letter)

    return Fix(Text(f"Abrir la ficha {letter}", f"Lay chit {letter} open"), change)


@check(
    "C24",
    "W",
    "Tips: objective chits, RS.10",
    "Las fichas abiertas cuentan en los PV iniciales",
    "Open chits are counted in the start VP",
)
def open_chits_booked(reading: Reading) -> Iterator[Problem]:
    """RS.10, Tips: the start VP contain the open chits of the objectives a side controls.

    A rolled-up battle can be reckoned up again from its prices, imported as a scenario or not; for an
    authored card the guide's arithmetic is the measure, and the remark stands here rather than under C41 as
    soon as open chits take part in it.
    """
    marker = reading.card["marker"]
    values = [open_value(reading.card, reading.catalog, side) for side in SIDES]
    if marker is None or not any(values):
        return
    if reading.kind == "battle" or rolled_up(reading):
        by_rs = marker_by_rs(reading)
        expected = marker if by_rs is None else by_rs
    elif reading.kind == "scenario":
        expected = next((p.value for p in proposals(reading) if p.item == "marker"), marker)
    else:
        return
    if expected != marker:
        yield Problem(
            "/marker",
            f"El marcador está en {marker}; con las fichas abiertas (Eje {values[0]}, Aliados {values[1]}) "
            f"saldría {expected}.",
            f"The marker stands on {marker}; with the open chits (axis {values[0]}, allied {values[1]}) "
            f"it would be {expected}.",
            set_to("/marker", expected, f"Poner {expected}", f"Set it to {expected}"),
        )


@check(
    "C48",
    "W",
    "7.3.1, RS.10",
    "Los objetivos tienen dueño",
    "Objectives have an owner",
    "/objectives/control",
)
def objectives_controlled(reading: Reading) -> Iterator[Problem]:
    """RS.10: the defender's marker lies on all. 7.3.1: none may lie on any; on some only is hardly meant."""
    control = reading.card["objectives"]["control"]
    defender = next((side for side in SIDES if reading.side(side)["posture"] == "defend"), None)
    free = [number for number, holder in sorted(control.items()) if holder == "none"]
    if defender is None or len(free) == len(control):
        return
    name = reading.word(f"side.{defender}")
    for number in free:
        place = f"/objectives/control/{number}"
        yield Problem(
            place,
            f"El objetivo {number} no es de nadie; el defensor ({name.es}) despliega con todos.",
            f"Objective {number} is nobody's; at set-up the defender ({name.en}) controls them all.",
            set_to(place, defender, f"Dárselo a {name.es}", f"Give it to {name.en}"),
        )
