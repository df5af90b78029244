"""What the card refers to must exist and add up: K01 to K05, beside the forty-six."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from generator.games.combat_commander.authoring.checks.base import Problem, check
from generator.games.combat_commander.authoring.findings import Fix, set_to, take_away
from generator.games.combat_commander.authoring.force import JAPAN, SIDES, Lot, name_of
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.text import Card, Text


@check(
    "K01",
    "E",
    "2, 3",
    "Todo lo nombrado existe",
    "Everything named exists",
    "/sides",
    "/fortifications/*/type",
    "/edition",
)
def known_ids(reading: Reading) -> Iterator[Problem]:
    """Factions, pieces, offers, editions and rules are in the catalogue."""
    for side in SIDES:
        yield from _known_faction(reading, side)
        for lot in reading.lots(side):
            if lot.kind == "unknown":
                yield _unknown(lot.place, "pieza", "piece", lot.ref, _droppable(lot))
        for index, bound in enumerate(reading.side(side).get("bound", ())):
            for field in ("weapon", "unit"):
                if _missing(reading, bound[field]):
                    place = f"/sides/{side}/bound/{index}"
                    yield _unknown(f"{place}/{field}", "pieza", "piece", bound[field])
    edition = reading.card["edition"]
    if edition is not None and edition not in reading.catalog.editions:
        yield _unknown("/edition", "edición", "edition", edition)
    rules = reading.card["rules"]
    for field in ("modules", "special", "optional"):
        yield from _known_rules(reading, field, rules.get(field, ()))
    yield from _known_rules(reading, "variants", rules.get("variants", {}))
    for hex_id, found in reading.terrain.items():
        if found["terrain"] not in reading.catalog.terrain:
            place = f"/map/custom/hexes/{hex_id}/terrain"
            yield _unknown(place, "terreno", "terrain", found["terrain"])


def _known_faction(reading: Reading, side: str) -> Iterator[Problem]:
    faction = reading.card["sides"][side]["faction"]
    if faction not in reading.catalog.factions and faction != JAPAN:
        yield _unknown(f"/sides/{side}/faction", "facción", "faction", faction)


def _known_rules(reading: Reading, field: str, named: Iterable[str]) -> Iterator[Problem]:
    for index, rule in enumerate(named):
        if rule not in reading.catalog.rules:
            step = rule.replace("~", "~0").replace("/", "~1") if field == "variants" else index
            place = f"/rules/{field}/{step}"
            yield _unknown(place, "regla", "rule", rule, take_away(place, "Quitarla", "Remove it"))


def _missing(reading: Reading, ref: str) -> bool:
    return ref not in reading.catalog.leaders and ref not in reading.catalog.counters


def _droppable(lot: Lot) -> Fix | None:
    return take_away(lot.place, "Quitarla", "Remove it") if lot.origin == "force" else None


def _unknown(place: str, es: str, en: str, name: str, fix: Fix | None = None) -> Problem:
    return Problem(
        place, f"El catálogo no conoce la {es} «{name}».", f"The catalogue knows no {en} “{name}”.", fix
    )


@check(
    "K02",
    "W",
    "3, F100.1",
    "Las fichas alcanzan",
    "There are counters enough",
)
def counter_mix(reading: Reading) -> Iterator[Problem]:
    """What both sides take from a pool is at most what the box holds."""
    taken: Tally[str] = Tally()
    first: dict[str, str] = {}
    for side in SIDES:
        for lot in reading.lots(side):
            taken[lot.ref] += lot.count
            first.setdefault(lot.ref, lot.place)
    for ref, count in taken.items():
        counter = reading.catalog.counters.get(ref)
        if counter is not None and count > counter.quantity:
            name = name_of(reading.catalog, ref)
            yield Problem(
                first[ref],
                f"La ficha pide {count} de {name.es}; la caja tiene {counter.quantity}.",
                f"The card asks for {count} {name.en}; there are {counter.quantity} counters.",
            )
    yield from _works_mix(reading)


def _works_mix(reading: Reading) -> Iterator[Problem]:
    """F100.1: a number that an owner has counted is held against the card.

    Where nobody has counted, what one printed package needs is certainly there; beyond that there is a word.
    """
    count: Tally[str] = Tally()
    written: Tally[str] = Tally()  # not bought: who buys is told at the shelf
    first: dict[str, int] = {}
    for index, works in enumerate(reading.card["fortifications"]):
        count[works["type"]] += works["count"]
        written[works["type"]] += works["count"] if works.get("paid") not in ("vp", "points") else 0
        first.setdefault(works["type"], index)
    for kind, number in count.items():
        row = reading.catalog.fortifications.get(kind)
        if row is None:
            continue
        word, place = reading.word(f"fortification.{kind}"), f"/fortifications/{first[kind]}"
        if row.quantity is None and written[kind] > _printed_at_most(reading, kind):
            yield Problem(
                place,
                f"{word.es}: se piden {number}; ninguna fuente dice cuántas trae la caja: cuente las suyas.",
                f"{word.en}: {number} are asked for; no source says how many there are: count yours.",
                severity="I",
            )
        elif row.quantity is not None and number > row.quantity:
            yield Problem(
                place,
                f"{word.es}: se piden {number}; la caja tiene {row.quantity}.",
                f"{word.en}: {number} are asked for; there are {row.quantity} counters.",
            )


def _printed_at_most(reading: Reading, kind: str) -> int:
    """RS.9: the most of a kind that one package of any edition asks for."""
    editions = reading.catalog.editions.values()
    return max((p.contents.get(kind, 0) for edition in editions for p in edition.packages), default=0)


@check(
    "K03",
    "E",
    "8.2, O20.2.3",
    "Lo que se coloca es de la fuerza",
    "What is placed belongs to the force",
)
def fixed_pieces_exist(reading: Reading) -> Iterator[Problem]:
    """Fixed hexes use the pieces of the start, none twice; the mortar spotter is one of the leaders."""
    for side in SIDES:
        have: Tally[str] = Tally()
        for lot in reading.start(side):
            have[lot.ref] += lot.count
        for index, fixed in enumerate(reading.side(side)["setup"].get("fixed", ())):
            here = Tally(dict(fixed["counters"]))
            here.update(fixed["leaders"])
            short = sorted(ref for ref, count in here.items() if count > have[ref])
            have -= here
            if short:
                place = f"/sides/{side}/setup/fixed/{index}"
                name = name_of(reading.catalog, short[0])
                yield Problem(
                    place,
                    f"En {fixed['hex']} se coloca más {name.es} de lo que tiene el bando.",
                    f"{fixed['hex']} uses more {name.en} than the side has.",
                    take_away(place, "Quitar la colocación", "Remove the placement"),
                )
        spotter = reading.side(side)["setup"].get("mortar_spotter")
        if spotter not in (None, "scout") and all(lot.ref != spotter for lot in reading.start(side)):
            place = f"/sides/{side}/setup/mortar_spotter"
            name = name_of(reading.catalog, spotter)
            yield Problem(
                place,
                f"El observador de mortero {name.es} no está en la fuerza.",
                f"The mortar spotter {name.en} is not in the force.",
                set_to(place, None, "Quitar el observador", "Remove the spotter"),
            )


@check(
    "K04",
    "E",
    "Links",
    "Los enlaces llevan a otra ficha",
    "Links lead to another card",
    "/links",
    "/link",
)
def links_elsewhere(reading: Reading) -> Iterator[Problem]:
    """A card is not linked to itself; two cards may link to each other."""
    own = reading.card.get("id")
    for index, name in enumerate(reading.card.get("links", ())):
        if name == own:
            yield Problem(
                f"/links/{index}",
                "La ficha está enlazada consigo misma.",
                "The card is linked to itself.",
                take_away(f"/links/{index}", "Quitar el enlace", "Remove the link"),
            )
    link = reading.card.get("link")
    if link is not None and link["card"] not in reading.card.get("links", ()):
        yield Problem(
            "/link/card",
            f"El enlace nombra «{link['card']}», que no está entre las fichas enlazadas.",
            f"The link names “{link['card']}”, which is not among the linked cards.",
            _also_linked(link["card"])
            if link["card"] != own
            else take_away("/link", "Quitarlo", "Remove it"),
        )


def _also_linked(name: str) -> Fix:
    def change(card: Card) -> None:
        card.setdefault("links", []).append(name)

    return Fix(Text("Enlazar esa ficha", "Link that card"), change)


@check(
    "K05",
    "W",
    "Tips: points",
    "Los puntos de la ficha son los de sus piezas",
    "The card's points are those of its pieces",
    "/points",
)
def points_fresh(reading: Reading) -> Iterator[Problem]:
    """The points stand on the card for its readers; they follow from the pieces."""
    for side in SIDES:
        shown, right = reading.card["points"][side], reading.points[side]
        if shown is not None and shown != right:
            place = f"/points/{side}"
            yield Problem(
                place,
                f"La ficha dice {shown} puntos; las piezas suman {right}.",
                f"The card says {shown} points; the pieces add up to {right}.",
                set_to(place, right, f"Poner {right}", f"Set it to {right}"),
            )
