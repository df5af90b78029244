"""Year, VP, Time, Sudden Death, surrender, Initiative: C01, C13 to C20."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.combat_commander.authoring.checks.base import Problem, by_schema, check
from generator.games.combat_commander.authoring.findings import Fix, set_to
from generator.games.combat_commander.authoring.force import COUNTED, JAPAN, SIDES, number
from generator.games.combat_commander.authoring.guide import proposals
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.dice import DIE

#: The white die and the coloured one; a Time space above their highest sum always ends the game (6.2.2).
DICE = 2

by_schema("C01", "E", "4.3.2", "El año está indicado", "The year is given", "/year")
by_schema("C13", "E", "4.1.1", "El marcador de PV está indicado", "The VP marker is given", "/marker")


def _proposed(reading: Reading, item: str, es: str, en: str) -> Fix | None:
    """The guide's proposal for a field of the whole card, as a fix."""
    for proposal in proposals(reading):
        if proposal.item == item and not proposal.follows:
            return set_to(proposal.place, proposal.value, f"{es} {proposal.value}", f"{en} {proposal.value}")
    return None


@check(
    "C14",
    "E",
    "6.1.1, 6.2.1",
    "Muerte súbita queda después del tiempo inicial",
    "Sudden Death lies beyond the start of Time",
    "/time",
    "/sudden_death",
)
def sudden_death_after_time(reading: Reading) -> Iterator[Problem]:
    """6.2.1: both are set or neither, and Sudden Death lies further on."""
    time, sudden_death = reading.card["time"], reading.card["sudden_death"]
    if time is None and sudden_death is not None:
        yield Problem(
            "/time",
            "Hay muerte súbita, pero el marcador de tiempo no tiene espacio inicial.",
            "There is a Sudden Death space, but the Time marker has no start.",
            set_to("/time", 0, "Empezar en 0", "Start on 0"),
        )
    elif time is not None and sudden_death is None:
        yield Problem(
            "/sudden_death",
            "Hay tiempo, pero no muerte súbita: o ambos o ninguno.",
            "There is a Time marker but no Sudden Death: both or neither.",
            _proposed(reading, "sudden_death", "Poner", "Set it to"),
        )
    elif time is not None and sudden_death <= time:
        least = time + 1
        yield Problem(
            "/sudden_death",
            f"La muerte súbita ({sudden_death}) debe quedar más allá del tiempo inicial ({time}).",
            f"Sudden Death ({sudden_death}) must lie beyond the start of Time ({time}).",
            set_to("/sudden_death", least, f"Poner {least}", f"Set it to {least}"),
        )


@check(
    "C15",
    "W",
    "RS.14",
    "Muerte súbita de una batalla sorteada",
    "Sudden Death of a generated battle",
)
def sudden_death_of_battle(reading: Reading) -> Iterator[Problem]:
    """RS.14: the sum of both order limits, which the text expects within its bounds."""
    if reading.kind != "battle" or reading.card["sudden_death"] is None:
        return
    figures, found = reading.catalog.procedure, reading.card["sudden_death"]
    total = sum(reading.side(side)["orders"] for side in SIDES)
    if found != total:
        yield Problem(
            "/sudden_death",
            f"La muerte súbita es {found}; la suma de las órdenes es {total}.",
            f"Sudden Death is {found}; the order limits add up to {total}.",
            set_to("/sudden_death", total, f"Poner {total}", f"Set it to {total}")
            if total > (reading.card["time"] or 0)
            else None,
        )
    elif not figures.sudden_death_least <= found <= figures.sudden_death_most:
        bounds = f"{figures.sudden_death_least}-{figures.sudden_death_most}"
        yield Problem(
            "/sudden_death",
            f"La muerte súbita {found} queda fuera de lo normal ({bounds}).",
            f"Sudden Death {found} lies outside what is usual ({bounds}).",
        )


@check(
    "C16",
    "E",
    "6.1.2",
    "Los refuerzos llegan después de empezar",
    "Reinforcements arrive after the start",
    "/sides/*/reinforcements/*/space",
)
def reinforcements_enter(reading: Reading) -> Iterator[Problem]:
    """6.1.2: a space at or below the start of Time is never entered."""
    time = reading.card["time"]
    for side in SIDES:
        for index, arrival in enumerate(reading.side(side).get("reinforcements", ())):
            place = f"/sides/{side}/reinforcements/{index}/space"
            if time is None:
                yield Problem(
                    place,
                    "Los refuerzos llegan por tiempo, pero esta ficha no lo tiene.",
                    "Reinforcements arrive by Time, but this card has none.",
                )
            elif arrival["space"] <= time:
                yield Problem(
                    place,
                    f"El tiempo empieza en {time}: el espacio {arrival['space']} no se pisa nunca.",
                    f"Time starts on {time}: space {arrival['space']} is never entered.",
                    set_to(place, time + 1, f"Pasar a {time + 1}", f"Move to {time + 1}"),
                )


@check(
    "C17",
    "W",
    "6.1.2, 6.2.2",
    "Los refuerzos llegan a tiempo",
    "Reinforcements come in time",
)
def reinforcements_too_late(reading: Reading) -> Iterator[Problem]:
    """6.2.2: the marker comes this far only if every roll before fails, and one space on it never does."""
    most = DICE * max(DIE)
    for side in SIDES:
        for index, arrival in enumerate(reading.side(side).get("reinforcements", ())):
            if arrival["space"] > most:
                yield Problem(
                    f"/sides/{side}/reinforcements/{index}/space",
                    f"El espacio {arrival['space']} casi nunca se alcanza: pasado el {most} acaba todo.",
                    f"Space {arrival['space']} is hardly ever reached: the game ends beyond {most}.",
                )


@check(
    "C18",
    "E",
    "4.2, PA-11.2",
    "La rendición es posible",
    "The surrender figure is possible",
    "/sides/*/surrender",
)
def no_surrender_for_japan(reading: Reading) -> Iterator[Problem]:
    """PA-11.2: Japan never surrenders; other sides may have a figure or none."""
    for side in SIDES:
        force = reading.side(side)
        if force["faction"] == JAPAN and force["surrender"] is not None:
            place = f"/sides/{side}/surrender"
            yield Problem(
                place,
                "Japón no se rinde: la ficha no lleva cifra de rendición.",
                "Japan does not surrender: the card has no surrender figure.",
                set_to(place, None, "Quitar la cifra", "Remove the figure"),
            )


@check(
    "C19",
    "W",
    "4.2",
    "La rendición se puede alcanzar",
    "The surrender figure can be reached",
)
def surrender_reachable(reading: Reading) -> Iterator[Problem]:
    """4.2: with a figure above the number of units the side can never be made to surrender."""
    for side in SIDES:
        surrender, units = reading.side(side)["surrender"], number(reading.lots(side), COUNTED)
        if surrender is not None and surrender > units:
            name, place = reading.word(f"side.{side}"), f"/sides/{side}/surrender"
            yield Problem(
                place,
                f"{name.es}: rendición {surrender}, pero solo hay {units} unidades que perder.",
                f"{name.en}: surrender {surrender}, but there are only {units} units to lose.",
                set_to(place, units, f"Poner {units}", f"Set it to {units}") if units else None,
            )


@check(
    "C20",
    "E",
    "5, 9",
    "Se sabe quién tiene la iniciativa y quién empieza",
    "Initiative and first turn are given",
    "/initiative",
    "/first_turn",
)
def who_begins(reading: Reading) -> Iterator[Problem]:
    """9, RS.16: whoever holds the Initiative card normally takes the first turn."""
    initiative, first = reading.card["initiative"], reading.card["first_turn"]
    attacker = next((side for side in SIDES if reading.side(side)["posture"] == "attack"), SIDES[0])
    if initiative is None:
        side = first or attacker
        name = reading.word(f"side.{side}")
        yield Problem(
            "/initiative",
            "La ficha no dice quién tiene la carta de iniciativa.",
            "The card does not say who holds the Initiative card.",
            set_to("/initiative", side, f"Darla a: {name.es}", f"Give it to: {name.en}"),
        )
    if first is None:
        side = initiative or attacker
        name = reading.word(f"side.{side}")
        yield Problem(
            "/first_turn",
            "La ficha no dice quién juega el primer turno.",
            "The card does not say who takes the first turn.",
            set_to("/first_turn", side, f"Empieza: {name.es}", f"First: {name.en}"),
        )
