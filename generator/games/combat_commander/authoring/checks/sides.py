"""Posture, hand, orders, quality and what only Japan has: C08 to C12, C43, C45."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.combat_commander.authoring.checks.base import Problem, by_schema, check
from generator.games.combat_commander.authoring.findings import Fix, set_to, take_away
from generator.games.combat_commander.authoring.force import JAPAN, SIDES
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.text import Card, Text

by_schema(
    "C12",
    "E",
    "4.3.1",
    "La calidad es élite, línea o verde",
    "Quality is elite, line or green",
    "/sides/*/quality",
)


@check(
    "C08",
    "E",
    "1.1, PA-17",
    "La mano es la de la actitud",
    "The hand is that of the posture",
    "/sides/*/posture",
    "/sides/*/hand",
)
def hand_of_posture(reading: Reading) -> Iterator[Problem]:
    """1.1, PA-17: each posture has its hand."""
    for side in SIDES:
        force = reading.side(side)
        hand = reading.catalog.postures[force["posture"]].hand
        if force["hand"] != hand:
            name, word = reading.word(f"side.{side}"), reading.word(f"posture.{force['posture']}")
            place = f"/sides/{side}/hand"
            yield Problem(
                place,
                f"{name.es}: mano de {force['hand']}; {word.es} lleva {hand}.",
                f"{name.en}: a hand of {force['hand']}; {word.en} has {hand}.",
                set_to(place, hand, f"Poner {hand}", f"Set it to {hand}"),
            )


@check(
    "C09",
    "E",
    "PA-17.2",
    "Solo Japón usa Banzai",
    "Only Japan uses Banzai",
)
def banzai_is_japanese(reading: Reading) -> Iterator[Problem]:
    """PA-17.2."""
    hand = reading.catalog.postures["attack"].hand
    for side in SIDES:
        force = reading.side(side)
        if force["posture"] == "banzai" and force["faction"] != JAPAN:

            def change(card: Card, which: str = side) -> None:
                card["sides"][which].update(posture="attack", hand=hand)

            faction = reading.word(f"faction.{force['faction']}")
            yield Problem(
                f"/sides/{side}/posture",
                f"Banzai es solo de Japón; este bando es {faction.es}.",
                f"Banzai belongs to Japan alone; this side is {faction.en}.",
                Fix(Text("Cambiar a ataque", "Change to attack"), change),
            )


@check(
    "C10",
    "W",
    "PA-17.4",
    "El invasor trae la mitad de su fuerza como refuerzo",
    "The invader brings half of its force as reinforcements",
)
def invader_arrives_later(reading: Reading) -> Iterator[Problem]:
    """PA-17.4: normally at least half of the pieces wait on the Time track."""
    for side in SIDES:
        if reading.side(side)["posture"] != "invader":
            continue
        total = sum(lot.count for lot in reading.lots(side))
        later = sum(lot.count for lot in reading.lots(side) if lot.space is not None)
        if 2 * later < total:
            name = reading.word(f"side.{side}")
            yield Problem(
                f"/sides/{side}/reinforcements",
                f"{name.es}: el invasor suele traer la mitad como refuerzos; aquí {later} de {total}.",
                f"{name.en}: an invader usually brings half as reinforcements; here {later} of {total}.",
            )


@check(
    "C11",
    "E",
    "4.3.1",
    "Las órdenes caben en su pista",
    "Orders fit their track",
    "/sides/*/orders",
)
def orders_on_track(reading: Reading) -> Iterator[Problem]:
    """4.3.1; in a campaign the limit is a sum over patrols, and passing the track only deserves a word."""
    most = reading.catalog.procedure.most_orders
    for side in SIDES:
        orders = reading.side(side)["orders"]
        if orders > most:
            name, place = reading.word(f"side.{side}"), f"/sides/{side}/orders"
            yield Problem(
                place,
                f"{name.es}: {orders} órdenes; la pista llega a {most}.",
                f"{name.en}: {orders} orders; the track ends at {most}.",
                set_to(place, most, f"Poner {most}", f"Set it to {most}"),
                "W" if reading.kind == "campaign" else None,
            )


@check(
    "C43",
    "E",
    "PA-9.1, PA-4.3",
    "Solo Japón tiene escondrijos e infiltración",
    "Only Japan has sightings and infiltration",
    "/sides/*/sightings",
    "/sides/*/infiltration",
)
def only_japan_hides(reading: Reading) -> Iterator[Problem]:
    """PA-9.1: sighting markers and infiltration boxes."""
    for side in SIDES:
        force = reading.side(side)
        if force["faction"] == JAPAN:
            continue
        for field, es, en in (
            ("sightings", "escondrijos", "sightings"),
            ("infiltration", "casillas de infiltración", "infiltration boxes"),
        ):
            if force.get(field):
                place = f"/sides/{side}/{field}"
                yield Problem(
                    place,
                    f"Solo Japón tiene {es}.",
                    f"Only Japan has {en}.",
                    take_away(place, "Quitarlos", "Remove them"),
                )


@check(
    "C45",
    "W",
    "RS.15",
    "Cada bando tiene su propia baraja",
    "Each side has a deck of its own",
    "/sides/*/faction",
)
def two_decks(reading: Reading) -> Iterator[Problem]:
    """RS.15: the same faction on both sides needs two copies of its deck."""
    faction = reading.side("axis")["faction"]
    if faction == reading.side("allied")["faction"]:
        word = reading.word(f"faction.{faction}")
        yield Problem(
            "/sides/allied/faction",
            f"{word.es} juega en ambos bandos: hacen falta dos barajas iguales.",
            f"{word.en} is on both sides: two copies of its deck are needed.",
        )
