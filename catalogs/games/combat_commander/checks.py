"""The checks that Combat Commander's tables must pass beside those of any game.

Each can fail, and says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from catalogs.checks import Checks
from catalogs.faults import Fault, Said, fault
from catalogs.games.combat_commander import model
from catalogs.games.combat_commander.build import NO_LOWER, NO_UPPER
from catalogs.games.combat_commander.editions import tables
from catalogs.games.combat_commander.references import references, targets, visible
from catalogs.store import Row

from .catalog import Catalog

NEEDED = {
    "board": ("board",),
    "procedure": ("procedure",),
    "guide": ("guide",),
    "postures": ("attack", "defend", "recon"),
    "editions": ("corrected",),
}


KINDS: dict[str, Said] = {
    "faction": ("faction", "ninguna facción de id"),
    "dressed": ("faction", "ninguna facción de id"),
    "deck": ("deck", "ningún mazo"),
    "counter": ("counter", "ningún marcador de pieza"),
    "leader": ("leader", "ningún mando"),
    "leader_counter": ("leader counter with both faces", "ninguna pieza de mando con sus dos caras"),
    "leader_table": ("Leader table for the faction", "ninguna Tabla de Mando para la facción"),
    "piece": ("counter or leader", "ninguna pieza ni mando"),
    "nationality": ("nationality in the orders of battle", "ninguna nacionalidad en los órdenes de batalla"),
    "rule": ("rule", "ninguna regla"),
    "fortification": ("fortification", "ninguna fortificación"),
    "edition": ("edition", "ninguna edición"),
    "map": ("map", "ningún mapa"),
    "hex": ("hex on the board", "ningún hex del tablero"),
    "tag": ("tag on a counter", "ninguna etiqueta de pieza"),
    "order_of_battle": ("order of battle", "ningún orden de batalla"),
    "campaign": ("campaign", "ninguna campaña"),
    "force": ("campaign force", "ninguna fuerza de campaña"),
    "terrain": ("terrain", "ningún terreno"),
}


def mended(catalog: Catalog) -> Iterator[Fault | None]:
    """A row that an erratum has changed still fits the schema of its table."""
    from schemas import validation

    for row in catalog.store.table("errata").values():
        edition = row.id.partition(":")[0]
        lines = tables(catalog.store, edition)
        for index, change in enumerate(row.data["changes"]):
            table, key = change["table"], change["row"]
            whole = {**lines[table][key], "id": f"{edition}:{key}" if key else edition}
            document = {"format": f"hora-h/catalog/{table}/1", "rule": row.data["rule"], "rows": [whole]}
            found = list(validation.problems(document, validation.tables(catalog.store.game)[table]))
            yield from (
                fault(
                    "schema", row.file, row.place("changes", index, "corrected"), each.problem, each.expected
                )
                for each in found
            )
            if not found:
                yield None


def mix(catalog: Catalog) -> Iterator[Fault | None]:
    """No order of battle, support offer or campaign force asks for more counters than the box holds."""
    store = catalog.store
    for battle in catalog.orders_of_battle.values():
        row = store.table("orders_of_battle")[battle.id]
        most = reduce(or_, (counters_in(battle, year) for year in battle.years))
        yield from _within(catalog, row, "counters", most)
        yield _enough_leaders(catalog, row, battle)
    for offer in catalog.support.values():
        pieces = Counter(piece for piece in offer.pieces if piece in catalog.counters)
        yield from _within(catalog, store.table("support")[offer.id], "pieces", pieces)
    for row in store.table("campaign_forces").values():
        for asked in _forces(row.data):
            yield from _within(catalog, row, "counters", asked)
    for kind in catalog.counters.values():
        yield _leaders_on(store.table("counters")[kind.ref], kind)


def counters_in(battle: model.OrderOfBattle, year: int) -> Counter[str]:
    """RS.5: what an order of battle asks for in a year, dated counters included."""
    asked = Counter(battle.counters)
    for line in battle.dated:
        if year in line.years:
            asked[line.counter] += line.count
    return asked


def _within(catalog: Catalog, row: Row, field: str, asked: Counter[str]) -> Iterator[Fault | None]:
    for ref, count in asked.items():
        have = catalog.counters[ref].quantity
        if count <= have:
            yield None
        else:
            yield fault(
                "mix",
                row.file,
                row.place(field, ref),
                (f"{row.id} asks for {count} of {ref}", f"{row.id} pide {count} de {ref}"),
                (f"at most {have}, the number in the box", f"como mucho {have}, los que hay en la caja"),
            )


def _enough_leaders(catalog: Catalog, row: Row, battle: model.OrderOfBattle) -> Fault | None:
    """RS.6: the Leader table holds a leader for each roll, since nobody comes twice."""
    table = catalog.leader_tables[battle.faction]
    if battle.leaders <= len(table.rows):
        return None
    have = len(table.rows)
    return fault(
        "mix",
        row.file,
        row.place("leaders"),
        (f"{row.id} asks for {battle.leaders} leaders", f"{row.id} pide {battle.leaders} mandos"),
        (f"at most {have}, the leaders of its table", f"como mucho {have}, los mandos de su tabla"),
    )


def _forces(data: Any) -> Iterator[Counter[str]]:
    """What a campaign force asks for; a command force has other squads for each quality."""
    counters = Counter(data.get("counters", {}))
    qualities = data.get("squads", {}).values()
    yield from (counters + Counter(squads) for squads in qualities)
    if not qualities:
        yield counters


def _leaders_on(row: Row, kind: model.Counter) -> Fault | None:
    if not kind.leaders or len(kind.leaders) == kind.quantity:
        return None
    return fault(
        "mix",
        row.file,
        row.place("leaders"),
        (
            f"{len(kind.leaders)} leaders are printed on {kind.quantity} counters",
            f"hay {len(kind.leaders)} mandos impresos en {kind.quantity} piezas",
        ),
        ("a leader for each counter", "un mando por pieza"),
    )


def decks(catalog: Catalog) -> Iterator[Fault | None]:
    """1.8, 1.9: a deck holds each of the 36 dice pairs twice and no hex more than once."""
    faces = range(1, 7)
    for name, cards in catalog.decks.items():
        first = catalog.store.table("decks")[f"{name}:{cards[0].number}"]
        pairs = Counter((card.white, card.coloured) for card in cards)
        hexes = Counter(card.hex for card in cards)
        for pair in ((white, coloured) for white in faces for coloured in faces):
            if pairs[pair] == 2:
                yield None
                continue
            shown = f"{pair[0]}-{pair[1]}"
            yield fault(
                "deck",
                first.file,
                "/rows",
                (
                    f"the deck {name} holds the dice {shown} {pairs[pair]} times",
                    f"el mazo {name} contiene los dados {shown} {pairs[pair]} veces",
                ),
                ("each pair of dice twice", "cada pareja de dados dos veces"),
            )
        for at, count in hexes.items():
            if count == 1:
                yield None
                continue
            yield fault(
                "deck",
                first.file,
                "/rows",
                (
                    f"the deck {name} names the hex {at} {count} times",
                    f"el mazo {name} nombra el hex {at} {count} veces",
                ),
                ("72 different hexes", "72 hexes distintos"),
            )


def leader_tables(catalog: Catalog) -> Iterator[Fault | None]:
    """RS.6: the rows of a Leader table follow each other without gap or overlap, open at both ends."""
    for name, table in catalog.leader_tables.items():
        raw = catalog.store.table("leader_tables")[name]
        wanted = NO_LOWER
        for index, line in enumerate(table.rows):
            last = index == len(table.rows) - 1
            follows = line.low == wanted and line.low <= line.high and (line.high == NO_UPPER) is last
            yield None if follows else _broken_row(raw, index)
            wanted = line.high + 1


def _broken_row(raw: Row, index: int) -> Fault:
    line = raw.data["rows"][index]
    rolls = (
        f"{'...' if line['low'] is None else line['low']} - {'...' if line['high'] is None else line['high']}"
    )
    return fault(
        "leader_table",
        raw.file,
        raw.place("rows", index),
        (
            f"the rolls {rolls} do not follow the row before",
            f"las tiradas {rolls} no siguen a la fila anterior",
        ),
        (
            "rows without gap or overlap, the first without low, the last without high",
            "filas sin hueco ni solape, la primera sin low y la última sin high",
        ),
    )


def editions(catalog: Catalog) -> Iterator[Fault | None]:
    """RS.2, RS.6: whatever the dice of an edition say, the next table has a row for it."""
    for name, edition in catalog.editions.items():
        row = catalog.store.table("editions")[name]
        for axis in dict.fromkeys(edition.axis.values()):
            yield _of_side(catalog, row, axis, "axis")
            years = edition.year.get(axis, {})
            yield None if years else _gap(row, f"year_rolls {name}:{axis}")
            for year in sorted(set(years.values())):
                allies = edition.allied.get(axis, {}).get(year, {})
                yield None if allies else _gap(row, f"ally_rolls {name}:{axis}:{year}")
                for faction in (axis, *dict.fromkeys(allies.values())):
                    yield _appears(catalog, row, faction, year)
                yield from (_of_side(catalog, row, ally, "allied") for ally in dict.fromkeys(allies.values()))


def _of_side(catalog: Catalog, row: Row, faction: str, side: str) -> Fault | None:
    if catalog.factions[faction].side == side:
        return None
    return fault(
        "edition",
        row.file,
        row.place(),
        (
            f"{row.id} rolls {faction} as a faction of the side {side}",
            f"{row.id} da {faction} como del bando {side}",
        ),
        (f"a faction whose side is {side}", f"una facción cuyo bando sea {side}"),
    )


def _gap(row: Row, wanted: str) -> Fault:
    return fault(
        "edition",
        row.file,
        row.place(),
        (
            f"{row.id} can roll what {wanted} should answer",
            f"{row.id} puede dar lo que {wanted} debería responder",
        ),
        (f"the row {wanted}", f"la fila {wanted}"),
    )


def _appears(catalog: Catalog, row: Row, faction: str, year: int) -> Fault | None:
    """RS.6: a faction that can be rolled in a year has a leader modifier for it."""
    table = catalog.leader_tables.get(faction)
    if table is not None and table.year_modifier.get(year) is not None:
        return None
    return fault(
        "edition",
        row.file,
        row.place(),
        (f"{row.id} can roll {faction} in {year}", f"{row.id} puede dar {faction} en {year}"),
        (
            f"a year modifier for {year} in the Leader table of {faction}",
            f"un modificador de {year} en la Tabla de Mando de {faction}",
        ),
    )


def holes(catalog: Catalog) -> Iterator[Fault | None]:
    """Every result the dice can produce goes on to an order of battle, or is a listed hole with a remedy."""
    from catalogs.games.combat_commander.holes import computed, unmended

    for name, edition in catalog.editions.items():
        row = catalog.store.table("editions")[name]
        listed = {hole_key(hole): hole for hole in edition.holes}
        found = {hole_key(hole): hole for hole in computed(catalog, edition)}
        for key in found.keys() | listed.keys():
            if key in found and key in listed:
                yield None
            elif key in found:
                yield _hole(row, key, "is a hole that is not listed", "es un hueco que no consta")
            else:
                yield _hole(row, key, "is listed as a hole, but is none", "consta como hueco y no lo es")
        for key in map(hole_key, unmended(catalog, edition)):
            yield _hole(row, key, "has a remedy that does not help", "tiene un remedio que no sirve")


def hole_key(hole: model.Hole) -> tuple[str, ...]:
    quality = hole.quality or hole.kind
    return hole.axis, str(hole.year), hole.allied, hole.side, quality


def _hole(row: Row, key: tuple[str, ...], en: str, es: str) -> Fault:
    cell = ":".join((row.id, *key))
    return fault(
        "hole",
        row.file,
        row.place(),
        (f"{cell} {en}", f"{cell} {es}"),
        (
            "an order of battle for every result, or a row in holes with a remedy",
            "un orden de batalla para cada resultado, o una fila en holes con su remedio",
        ),
    )


CHECKS = Checks(
    needed=NEEDED,
    targets=targets,
    references=references,
    visible=visible,
    kinds=KINDS,
    mended=mended,
    following={"mix": mix, "deck": decks, "leader_table": leader_tables, "edition": editions},
    last={"hole": holes},
)
