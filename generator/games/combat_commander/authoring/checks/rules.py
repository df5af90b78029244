"""Modules, night and handicap: C36, C42, C46."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.combat_commander.authoring.checks.base import Problem, check
from generator.games.combat_commander.authoring.findings import Fix, set_to, take_away
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.text import Card, Text


@check(
    "C36",
    "E",
    "ST-T2, ST-T5.1, NO-2, NO-6",
    "Los módulos tienen lo que necesitan",
    "Modules have what they need",
    "/rules",
)
def modules_complete(reading: Reading) -> Iterator[Problem]:
    """ST-T2, ST-T5, NO-6, NO-2: markers only with their module, and the Normandy map's buildings counted.

    On a printed sheet the players can count them; of a map of one's own nobody else knows.
    """
    for index, marker in enumerate(reading.card.get("markers", ())):
        word = reading.word(f"marker.{marker['type']}")
        if marker["type"] in ("factory", "sewer") and "stalingrad" not in reading.modules:
            yield Problem(
                f"/markers/{index}",
                f"{word.es} en {marker['hex']}: solo con las reglas de Stalingrado.",
                f"{word.en} in {marker['hex']}: only with the Stalingrad rules.",
                _with_module("stalingrad", "Usar las reglas de Stalingrado", "Use the Stalingrad rules"),
            )
        if marker["type"] == "starshell" and not reading.night:
            yield Problem(
                f"/markers/{index}",
                f"{word.es} en {marker['hex']}: solo de noche.",
                f"{word.en} in {marker['hex']}: only at night.",
                take_away(f"/markers/{index}", "Quitar la bengala", "Remove the starshell"),
            )
    if "normandy" not in reading.modules or reading.card["map"].get("multi_hex_buildings") is not None:
        return
    place = "/map/multi_hex_buildings"
    if reading.card["map"]["number"] is not None:
        yield Problem(
            place,
            "Las reglas de Normandía cuentan los edificios de varios hexes; la ficha puede dar el número.",
            "The Normandy rules count the multi-hex buildings of the map; the card may give the number.",
            severity="I",
        )
    else:
        yield Problem(
            place,
            "Con las reglas de Normandía la ficha debe decir cuántos edificios de varios hexes hay.",
            "With the Normandy rules the card must say how many multi-hex buildings the map has.",
            _counted(reading),
        )


def _with_module(module: str, es: str, en: str) -> Fix:
    def change(card: Card) -> None:
        modules = card["rules"].setdefault("modules", [])
        if module not in modules:
            modules.append(module)

    return Fix(Text(es, en), change)


def _counted(reading: Reading) -> Fix | None:
    """NO-2: on a custom map the buildings can be counted."""
    if not reading.terrain:
        return None
    size: dict[str, int] = {}
    for found in reading.terrain.values():
        if found.get("building"):
            size[found["building"]] = size.get(found["building"], 0) + 1
    count = sum(hexes > 1 for hexes in size.values())
    return set_to("/map/multi_hex_buildings", count, f"Poner {count}", f"Set it to {count}")


@check(
    "C42",
    "I",
    "NO-5.4, NO-5.5, PA-18.4",
    "De noche no hay radios de apoyo ni aviación",
    "At night there are no support radios and no aircraft",
)
def night(reading: Reading) -> Iterator[Problem]:
    """NO-5.4, NO-5.5: a reminder on every night card."""
    if reading.night:
        yield Problem(
            "/rules/night",
            "De noche, las radios de la tabla de apoyo y el apoyo aéreo no tienen efecto.",
            "At night radios of the Support table and Air Support have no effect.",
        )


@check(
    "C46",
    "E",
    "Handicap",
    "Una ficha con ventaja nombra su ficha de partida",
    "A card with a handicap names the card it comes from",
    "/base",
)
def base_named(reading: Reading) -> Iterator[Problem]:
    """Handicap: the base card can be found again, and it is another one."""
    base, own = reading.card.get("base"), reading.card.get("id")
    if base is None and "handicap" in reading.card["settings"]:
        yield Problem(
            "/base",
            "La ficha lleva ventaja, pero no dice de qué ficha parte.",
            "The card has a handicap but does not say which card it comes from.",
        )
    elif base is not None and (not base["id"].strip() or base["id"] == own):
        yield Problem(
            "/base/id",
            "La ficha de partida tiene que ser otra ficha.",
            "The base card must be another card.",
            take_away("/base", "Quitar la referencia", "Remove the reference")
            if "handicap" not in reading.card["settings"]
            else None,
        )
