"""The map, the edges and the set-up zones: C02 to C07, C31, C37, C44, C47."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.combat_commander import hexes
from generator.games.combat_commander.authoring.checks.base import Problem, check
from generator.games.combat_commander.authoring.findings import Fix, set_to, take_away
from generator.games.combat_commander.authoring.force import SIDES, figures, opponent
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.terrain import enterable, is_water
from generator.games.combat_commander.authoring.text import Card, Text


@check(
    "C02",
    "E",
    "2.2.1",
    "El mapa está indicado y completo",
    "The map is given and complete",
    "/map",
)
def map_given(reading: Reading) -> Iterator[Problem]:
    """2.2.1, 2.3: a printed map the catalogue knows, or a whole custom one with its five objectives."""
    number, custom = reading.card["map"]["number"], reading.card["map"].get("custom")
    if number is None and custom is None:
        yield Problem(
            "/map/number",
            "Falta el mapa: un número impreso o un mapa propio.",
            "The map is missing: a printed number or a custom map.",
        )
    elif number is not None and number not in reading.catalog.maps:
        known = f"{min(reading.catalog.maps)}-{max(reading.catalog.maps)}"
        yield Problem(
            "/map/number",
            f"No se conoce ningún mapa {number}; los conocidos van de {known}.",
            f"No map {number} is known; those known run from {known}.",
        )
    if custom is not None:
        yield from _custom(reading)


def _custom(reading: Reading) -> Iterator[Problem]:
    board, found = reading.catalog.board, reading.terrain
    missing = [hex_id for hex_id in hexes.all_hexes(board) if hex_id not in found]
    if missing:
        total, some = len(hexes.all_hexes(board)), ", ".join(missing[:5]) + "…" * (len(missing) > 5)
        yield Problem(
            "/map/custom/hexes",
            f"El mapa tiene {total - len(missing)} de {total} hexes; faltan {some}.",
            f"The map has {total - len(missing)} of {total} hexes; missing: {some}.",
            Fix(
                Text("Rellenar con campo abierto", "Fill up with open ground"),
                lambda card: _fill(card, missing),
            ),
        )
    objectives = reading.card["map"].get("objectives") or {}
    absent = [str(n) for n in board.objectives if str(n) not in objectives]
    if absent:
        yield Problem(
            "/map/objectives",
            f"Un mapa propio lleva los objetivos 1 a {len(board.objectives)}; faltan {', '.join(absent)}.",
            f"A custom map has objectives 1 to {len(board.objectives)}; {', '.join(absent)} missing.",
        )


def _fill(card: Card, missing: list[str]) -> None:
    for hex_id in missing:
        card["map"]["custom"]["hexes"][hex_id] = {"terrain": "open"}


@check(
    "C03",
    "E",
    "RS.1",
    "Los bordes amigos están enfrentados",
    "Friendly edges lie opposite each other",
    "/map/friendly_edge",
    "/map/orientation",
)
def edges_opposite(reading: Reading) -> Iterator[Problem]:
    """RS.1, 2.2.2: the two edges are opposite, and the orientation follows from them."""
    board, edges = reading.catalog.board, reading.card["map"]["friendly_edge"]
    if board.opposite[edges["axis"]] != edges["allied"]:
        right = board.opposite[edges["axis"]]
        here, there = reading.word(f"edge.{edges['allied']}"), reading.word(f"edge.{right}")
        yield Problem(
            "/map/friendly_edge/allied",
            f"El borde aliado es {here.es}, pero frente al del Eje queda {there.es}.",
            f"The allied edge is {here.en}, but opposite the Axis lies {there.en}.",
            set_to("/map/friendly_edge/allied", right, "Poner el borde opuesto", "Take the opposite edge"),
        )
    orientation = board.orientation[edges["axis"]]
    if reading.card["map"]["orientation"] != orientation:
        word = reading.word(f"orientation.{orientation}")
        yield Problem(
            "/map/orientation",
            f"Con estos bordes el mapa es {word.es}.",
            f"With these edges the map is {word.en}.",
            set_to("/map/orientation", orientation, f"Poner {word.es}", f"Set {word.en}"),
        )


@check(
    "C04",
    "E",
    "RS.10-RS.13",
    "La profundidad cabe en el mapa",
    "The set-up depth fits the map",
    "/sides/*/setup/depth",
)
def depth_fits(reading: Reading) -> Iterator[Problem]:
    """The depth is at most the rows (wide) or columns (long) of the map."""
    for side in SIDES:
        setup = reading.side(side)["setup"]
        most = hexes.span(reading.catalog.board, setup["edge"])
        if setup["depth"] > most:
            name, place = reading.word(f"side.{side}"), f"/sides/{side}/setup/depth"
            yield Problem(
                place,
                f"{name.es}: la profundidad {setup['depth']} pasa del mapa; como mucho {most}.",
                f"{name.en}: depth {setup['depth']} runs off the map; at most {most}.",
                set_to(place, most, f"Poner {most}", f"Set it to {most}"),
            )


@check(
    "C05",
    "W",
    "RS.11.2",
    "Las zonas de despliegue no se solapan",
    "Set-up zones do not overlap",
)
def zones_apart(reading: Reading) -> Iterator[Problem]:
    """Zones share no hex, unless the card says that they overlap on purpose, as some published ones do."""
    shared = reading.zones["axis"] & reading.zones["allied"]
    if shared and not reading.card["rules"].get("overlap"):
        yield Problem(
            "/sides/axis/setup/depth",
            f"Las zonas comparten {len(shared)} hexes; si es a propósito, la ficha debe decirlo.",
            f"The zones share {len(shared)} hexes; if that is intended, the card must say so.",
            set_to("/rules/overlap", True, "Declarar que se solapan", "State that they overlap"),
        )


@check(
    "C06",
    "W",
    "Tips: set-up",
    "En reconocimiento las zonas no se tocan",
    "Recon zones do not touch",
)
def recon_zones_touch(reading: Reading) -> Iterator[Problem]:
    """Tips: set-up. Two reconnoitring sides whose zones meet in the middle (WE-26)."""
    if any(reading.side(side)["posture"] != "recon" for side in SIDES):
        return
    depths = [reading.side(side)["setup"]["depth"] for side in SIDES]
    span = hexes.span(reading.catalog.board, reading.card["map"]["friendly_edge"]["axis"])
    row = reading.catalog.postures["recon"].depth
    if sum(depths) == span and row is not None:
        shallow = row[reading.card["map"]["orientation"]]

        def change(card: Card) -> None:
            for side in SIDES:
                card["sides"][side]["setup"]["depth"] = shallow

        yield Problem(
            "/sides/axis/setup/depth",
            f"Las zonas {depths[0]} y {depths[1]} se tocan; en reconocimiento conviene que quede espacio.",
            f"Zones {depths[0]} and {depths[1]} touch; with both sides on recon leave room between them.",
            Fix(Text(f"Poner {shallow} y {shallow}", f"Set {shallow} and {shallow}"), change),
        )


@check(
    "C07",
    "E",
    "RS.10-RS.13",
    "El orden de despliegue está claro",
    "The order of set-up is clear",
    "/sides/*/setup/order",
)
def order_of_setup(reading: Reading) -> Iterator[Problem]:
    """One side first and one last, or both at once."""
    orders = {side: reading.side(side)["setup"]["order"] for side in SIDES}
    if sorted(orders.values()) in (["first", "last"], ["simultaneous", "simultaneous"]):
        return
    first = next((side for side in SIDES if reading.side(side)["posture"] == "defend"), SIDES[0])

    def change(card: Card) -> None:
        card["sides"][first]["setup"]["order"] = "first"
        card["sides"][opponent(first)]["setup"]["order"] = "last"

    name = reading.word(f"side.{first}")
    yield Problem(
        "/sides/axis/setup/order",
        "Un bando despliega primero y el otro al final, o ambos a la vez.",
        "One side sets up first and the other last, or both at once.",
        Fix(Text(f"Primero {name.es}", f"{name.en} first"), change),
    )


@check(
    "C47",
    "W",
    "RS.10-RS.13",
    "Ninguna unidad empieza en la zona del contrario",
    "No unit starts in the other side's zone",
    "/sides/*/setup/fixed/*/hex",
)
def fixed_in_other_zone(reading: Reading) -> Iterator[Problem]:
    """RS.10 to RS.13: each side sets up in its own zone; a card may place units elsewhere, hardly there."""
    for side in SIDES:
        theirs = reading.zones[opponent(side)] - reading.zones[side]
        for index, row in enumerate(reading.side(side)["setup"].get("fixed", ())):
            if row["hex"] in theirs:
                name, other = reading.word(f"side.{side}"), reading.word(f"side.{opponent(side)}")
                yield Problem(
                    f"/sides/{side}/setup/fixed/{index}/hex",
                    f"{name.es}: {row['hex']} está en la zona de despliegue de {other.es}.",
                    f"{name.en}: {row['hex']} lies in the set-up zone of {other.en}.",
                )


@check(
    "C31",
    "E",
    "8.2",
    "La fuerza cabe en su zona",
    "The force fits into its zone",
)
def force_fits_zone(reading: Reading) -> Iterator[Problem]:
    """8.2: all figures of the start within the stacking limit of the hexes that can be entered."""
    limit = reading.catalog.board.stacking
    for side in SIDES:
        room = sum(enterable(reading, hex_id) for hex_id in reading.zones[side])
        soldiers = figures(reading.catalog, reading.start(side))
        if soldiers > limit * room:
            name = reading.word(f"side.{side}")
            yield Problem(
                f"/sides/{side}/setup/depth",
                f"{name.es}: {soldiers} figuras no caben en {room} hexes de {limit} figuras.",
                f"{name.en}: {soldiers} figures do not fit into {room} hexes of {limit} figures.",
            )


@check(
    "C37",
    "W",
    "T89, T95, T98",
    "No hay escombros, fuego ni humo en el agua",
    "No rubble, fire or smoke in water",
    "/markers",
)
def markers_in_water(reading: Reading) -> Iterator[Problem]:
    """T89, T95, T98: these markers are not placed in water terrain."""
    for index, marker in enumerate(reading.card.get("markers", ())):
        if marker["type"] in ("rubble", "blaze", "smoke") and is_water(reading, marker["hex"]):
            word = reading.word(f"marker.{marker['type']}")
            yield Problem(
                f"/markers/{index}",
                f"{marker['hex']} es agua: allí no se pone {word.es}.",
                f"{marker['hex']} is water: {word.en} is not placed there.",
                take_away(f"/markers/{index}", "Quitar el marcador", "Remove the marker"),
            )


@check(
    "C44",
    "E",
    "PA-2.4, PA-14.2",
    "Un mapa del Pacífico da sus puntos de salida",
    "A Pacific map gives its exit points",
    "/map/exit_points",
)
def exit_points(reading: Reading) -> Iterator[Problem]:
    """PA-14.2: an empty list says that no exit VP are in play; no list says nothing."""
    if "pacific" in reading.modules and reading.card["map"].get("exit_points") is None:
        yield Problem(
            "/map/exit_points",
            "En el Pacífico se sale por puntos de salida: la ficha debe darlos, o decir que no los hay.",
            "In the Pacific units leave by exit points: the card must list them, or say there are none.",
            set_to("/map/exit_points", [], "Sin puntos de salida", "No exit points"),
        )
