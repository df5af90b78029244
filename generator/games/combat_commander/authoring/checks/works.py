"""Fortifications: C32 to C35."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.games.combat_commander import hexes
from generator.games.combat_commander.authoring.checks.base import Problem, check
from generator.games.combat_commander.authoring.findings import Fix, set_to, take_away
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.ledger import ledger
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.terrain import burning, enterable, is_crest, is_water
from generator.games.combat_commander.authoring.text import Card, Text


def _works(reading: Reading) -> list[tuple[int, dict[str, Any]]]:
    return list(enumerate(reading.card["fortifications"]))


@check(
    "C32",
    "E",
    "F100.3, 8.1.5, PA-F102",
    "Las fortificaciones están en hexes posibles",
    "Fortifications stand in possible hexes",
    "/fortifications",
)
def fixed_hexes(reading: Reading) -> Iterator[Problem]:
    """F100.3: one in a hex, none in water or fire; a cave on a crest; no more hexes than pieces."""
    taken: Tally[str] = Tally()
    fire = burning(reading)
    for index, works in _works(reading):
        place = f"/fortifications/{index}/hexes"
        for number, hex_id in enumerate(works.get("hexes", ())):
            taken[hex_id] += 1
            fault = _hex_fault(reading, works["type"], hex_id, taken[hex_id] > 1, fire)
            if fault is not None:
                yield Problem(f"{place}/{number}", fault.es, fault.en, _free(index, number))
        if len(works.get("hexes", ())) > works["count"]:
            more = len(works["hexes"])
            yield Problem(
                f"/fortifications/{index}/count",
                f"Hay {more} hexes para {works['count']} fortificaciones.",
                f"There are {more} hexes for {works['count']} fortifications.",
                set_to(f"/fortifications/{index}/count", more, f"Poner {more}", f"Set it to {more}"),
            )


def _hex_fault(reading: Reading, kind: str, hex_id: str, twice: bool, fire: frozenset[str]) -> Text | None:
    if not hexes.on_board(reading.catalog.board, hex_id):
        return Text(f"{hex_id} no está en el mapa.", f"{hex_id} is not on the map.")
    if twice:
        return Text(
            f"{hex_id} tiene más de una fortificación; cabe una.",
            f"{hex_id} holds more than one fortification; one fits.",
        )
    if is_water(reading, hex_id):
        return Text(f"{hex_id} es agua: no se fortifica.", f"{hex_id} is water: it is not fortified.")
    if hex_id in fire:
        return Text(f"{hex_id} está en llamas: no cabe nada más.", f"{hex_id} is ablaze: nothing else fits.")
    if kind == "cave" and not is_crest(reading, hex_id):
        return Text(
            f"Una cueva va en la cresta de una colina, y {hex_id} no lo es.",
            f"A cave goes on a hill crest, and {hex_id} is none.",
        )
    return None


def _free(index: int, number: int) -> Fix:
    """Leave the piece to be placed at the table."""
    return take_away(
        f"/fortifications/{index}/hexes/{number}", "Dejarla sin hex fijo", "Leave it without a fixed hex"
    )


@check(
    "C33",
    "E",
    "RS.12",
    "Las fortificaciones caben en la zona de su dueño",
    "Fortifications fit into their owner's zone",
)
def zone_holds_works(reading: Reading) -> Iterator[Problem]:
    """RS.12, F100.3: what has no fixed hex is set up in the owner's zone, one to a hex."""
    taken = {hex_id for _, works in _works(reading) for hex_id in works.get("hexes", ())}
    for side in SIDES:
        loose = sum(_loose(works) for _, works in _works(reading) if works["side"] == side)
        room = sum(_buildable(reading, hex_id) for hex_id in reading.zones[side] - taken)
        if loose > room:
            index = next(i for i, works in _works(reading) if works["side"] == side and _loose(works))
            name = reading.word(f"side.{side}")
            yield Problem(
                f"/fortifications/{index}",
                f"{name.es}: {loose} fortificaciones para {room} hexes libres de su zona.",
                f"{name.en}: {loose} fortifications for {room} free hexes of its zone.",
                _fewer(side, loose - room),
            )


def _loose(works: dict[str, Any]) -> int:
    count: int = works["count"] - len(works.get("hexes", ()))
    return max(count, 0)


def _buildable(reading: Reading, hex_id: str) -> bool:
    return enterable(reading, hex_id) and not is_water(reading, hex_id)


def _fewer(side: Side, surplus: int) -> Fix:
    def change(card: Card) -> None:
        left = surplus
        for works in reversed(card["fortifications"]):
            if works["side"] == side:
                cut = min(_loose(works), left)
                works["count"] -= cut
                left -= cut
        card["fortifications"] = [works for works in card["fortifications"] if works["count"] > 0]

    return Fix(Text(f"Quitar {surplus}", f"Remove {surplus}"), change)


@check(
    "C34",
    "E",
    "F103.2, RS.9",
    "Una sola potencia de minas",
    "A single mine strength",
    "/mine_strength",
)
def mine_strength(reading: Reading) -> Iterator[Problem]:
    """F103.2: above the usual strength only with a defender who has mines of it; packages must agree."""
    strength, usual = reading.card["mine_strength"], reading.catalog.procedure.default_mine_strength
    bought = _bought_strengths(reading)
    if bought - {strength}:
        right = min(bought)
        yield Problem(
            "/mine_strength",
            f"La ficha da minas de {strength}, pero se compraron de {', '.join(map(str, sorted(bought)))}.",
            f"The card has mines of {strength}, but {', '.join(map(str, sorted(bought)))} were bought.",
            set_to("/mine_strength", right, f"Poner {right}", f"Set it to {right}")
            if len(bought) == 1
            else None,
        )
    elif strength != usual and not _stronger_mines(reading):
        yield Problem(
            "/mine_strength",
            f"Minas de {strength} sin un defensor que las tenga; lo usual es {usual}.",
            f"Mines of {strength} without a defender who has any; {usual} is usual.",
            set_to("/mine_strength", usual, f"Poner {usual}", f"Set it to {usual}"),
        )


def _stronger_mines(reading: Reading) -> bool:
    """F103.2: a defender has mines; RS.16: or a side paid for them with points of a campaign."""
    return any(
        works["type"] == "mines"
        and (reading.side(works["side"])["posture"] == "defend" or works.get("paid") == "points")
        for _, works in _works(reading)
    )


def _bought_strengths(reading: Reading) -> set[int]:
    edition = reading.catalog.editions.get(reading.card["edition"] or "")
    names = {works.get("package") for _, works in _works(reading)}
    if edition is None:
        return set()
    return {p.mine_strength for p in edition.packages if p.id in names and p.mine_strength is not None}


@check(
    "C35",
    "E",
    "RS.9",
    "Solo el defensor compra fortificaciones, con sus PV",
    "Only a defender buys fortifications, with his VP",
)
def packages_of_defender(reading: Reading) -> Iterator[Problem]:
    """RS.9: the price of all packages is at most the defender's VP when he buys."""
    for index, works in _works(reading):
        if works.get("paid") == "vp" and reading.side(works["side"])["posture"] != "defend":
            name = reading.word(f"side.{works['side']}")
            yield Problem(
                f"/fortifications/{index}",
                f"{name.es} no defiende: no puede comprar fortificaciones con PV.",
                f"{name.en} does not defend: it cannot buy fortifications with VP.",
                take_away(f"/fortifications/{index}", "Quitarlas", "Remove them"),
            )
    if reading.kind == "battle":
        books = ledger(reading.card, reading.catalog)
        budget = abs(books.after_support)
        if books.packages > budget:
            yield Problem(
                "/fortifications",
                f"Las fortificaciones cuestan {books.packages} PV; el defensor tenía {budget}.",
                f"The fortifications cost {books.packages} VP; the defender had {budget}.",
            )
