"""Checks of Combat Commander's tables, in addition to those common to all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

from catalogs.checks import Checks
from catalogs.errors import Fault
from catalogs.store import Row
from schemas.messages import say

from . import model
from .build import NO_LOWER, NO_UPPER
from .catalog import Catalog
from .editions import tables
from .ground_checks import check as ground
from .references import iterate_references, iterate_visible, list_targets

REQUIRED_ROWS = {
    "board": ("board",),
    "procedure": ("procedure",),
    "guide": ("guide",),
    "postures": ("attack", "defend", "recon"),
    "editions": ("corrected",),
    "totals": ("dice_pairs", "deck_hexes"),
}


def check_errata(catalog: Catalog) -> Iterator[Fault | None]:
    """Check that a row changed by an erratum still fits the schema of its table."""
    from schemas import validation

    for row in catalog.store.table("errata").values():
        edition = row.id.partition(":")[0]
        lines = tables(catalog.store, edition)
        for index, change in enumerate(row.data["changes"]):
            table, key = change["table"], change["row"]
            whole = {**lines[table][key], "id": f"{edition}:{key}" if key else edition}
            document = {"format": f"hora-h/catalog/{table}/1", "rule": row.data["rule"], "rows": [whole]}
            problems = list(validation.problems(document, validation.tables(catalog.store.game)[table]))
            place = row.place("changes", index, "corrected")
            yield from (
                Fault("schema", row.file, place, problem.problem, problem.expected) for problem in problems
            )
            if not problems:
                yield None


def check_mix(catalog: Catalog) -> Iterator[Fault | None]:
    """Check that no order of battle, support offer or campaign force exceeds the counters in the box."""
    store = catalog.store
    for battle in catalog.orders_of_battle.values():
        row = store.table("orders_of_battle")[battle.id]
        most = reduce(or_, (count_counters(battle, year) for year in battle.years))
        yield from _check_counter_mix(catalog, row, "counters", most)
        yield _enough_leaders(catalog, row, battle)
    for offer in catalog.support.values():
        pieces = Counter(piece for piece in offer.pieces if piece in catalog.counters)
        yield from _check_counter_mix(catalog, store.table("support")[offer.id], "pieces", pieces)
    for row in store.table("campaign_forces").values():
        for asked in _forces(row.data):
            yield from _check_counter_mix(catalog, row, "counters", asked)
    for kind in catalog.counters.values():
        yield _leaders_on(store.table("counters")[kind.ref], kind)


def count_counters(battle: model.OrderOfBattle, year: int) -> Counter[str]:
    """RS.5: count the counters of an order of battle in a year, dated counters included."""
    asked = Counter(battle.counters)
    for line in battle.dated:
        if year in line.years:
            asked[line.counter] += line.count
    return asked


def _check_counter_mix(catalog: Catalog, row: Row, field: str, asked: Counter[str]) -> Iterator[Fault | None]:
    for ref, count in asked.items():
        have = catalog.counters[ref].quantity
        if count <= have:
            yield None
        else:
            wrong = say("wrong.asks_for_counters", id=row.id, count=count, counter=ref)
            yield Fault("mix", row.file, row.place(field, ref), wrong, say("expected.in_box", most=have))


def _enough_leaders(catalog: Catalog, row: Row, battle: model.OrderOfBattle) -> Fault | None:
    """RS.6: check that the Leader table has a leader for each roll; no leader arrives twice."""
    table = catalog.leader_tables[battle.faction]
    if battle.leaders <= len(table.rows):
        return None
    wrong = say("wrong.asks_for_leaders", id=row.id, count=battle.leaders)
    expected = say("expected.leaders_of_table", most=len(table.rows))
    return Fault("mix", row.file, row.place("leaders"), wrong, expected)


def _forces(data: Any) -> Iterator[Counter[str]]:
    """Yield the counters of a campaign force; a command force has different squads for each quality."""
    counters = Counter(data.get("counters", {}))
    qualities = data.get("squads", {}).values()
    yield from (counters + Counter(squads) for squads in qualities)
    if not qualities:
        yield counters


def _leaders_on(row: Row, kind: model.Counter) -> Fault | None:
    if not kind.leaders or len(kind.leaders) == kind.quantity:
        return None
    wrong = say("wrong.leaders_on_counters", leaders=len(kind.leaders), counters=kind.quantity)
    return Fault("mix", row.file, row.place("leaders"), wrong, say("expected.leader_each"))


def check_decks(catalog: Catalog) -> Iterator[Fault | None]:
    """1.8, 1.9: check that a deck holds each pair of dice and each hex as often as printed."""
    totals = catalog.store.table("totals")
    pair_times, hex_times = (totals[name].data["count"] for name in ("dice_pairs", "deck_hexes"))
    every = [card for cards in catalog.decks.values() for card in cards]
    whites, coloured = sorted({card.white for card in every}), sorted({card.coloured for card in every})
    for name, cards in catalog.decks.items():
        file = catalog.store.table("decks")[f"{name}:{cards[0].number}"].file
        pairs = Counter((card.white, card.coloured) for card in cards)
        for pair in product(whites, coloured):
            if pairs[pair] == pair_times:
                yield None
                continue
            dice = "-".join(map(str, pair))
            wrong = say("wrong.deck_dice", deck=name, dice=dice, count=pairs[pair])
            yield Fault("deck", file, "/rows", wrong, say("expected.deck_dice", count=pair_times))
        for at, count in Counter(card.hex for card in cards).items():
            if count == hex_times:
                yield None
                continue
            wrong = say("wrong.deck_hex", deck=name, hex=at, count=count)
            yield Fault("deck", file, "/rows", wrong, say("expected.deck_hexes", count=len(cards)))


def check_leader_tables(catalog: Catalog) -> Iterator[Fault | None]:
    """RS.6: check that the rows of a Leader table have no gap or overlap and are open at both ends."""
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
    low, high = ("..." if line[end] is None else line[end] for end in ("low", "high"))
    wrong = say("wrong.leader_row", rolls=f"{low} - {high}")
    return Fault("leader_table", raw.file, raw.place("rows", index), wrong, say("expected.leader_rows"))


def check_editions(catalog: Catalog) -> Iterator[Fault | None]:
    """RS.2, RS.6: check that the next table has a row for every result of an edition's dice."""
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
    wrong = say("wrong.rolls_side", id=row.id, faction=faction, side=side)
    return Fault("edition", row.file, row.place(), wrong, say("expected.of_side", side=side))


def _gap(row: Row, wanted: str) -> Fault:
    wrong = say("wrong.roll_gap", id=row.id, row=wanted)
    return Fault("edition", row.file, row.place(), wrong, say("expected.row", row=wanted))


def _appears(catalog: Catalog, row: Row, faction: str, year: int) -> Fault | None:
    """RS.6: check that a faction that can be rolled in a year has a leader modifier for it."""
    table = catalog.leader_tables.get(faction)
    if table is not None and table.year_modifier.get(year) is not None:
        return None
    wrong = say("wrong.rolls_year", id=row.id, faction=faction, year=year)
    expected = say("expected.year_modifier", faction=faction, year=year)
    return Fault("edition", row.file, row.place(), wrong, expected)


def check_holes(catalog: Catalog) -> Iterator[Fault | None]:
    """Check that every dice result leads to an order of battle, or is a listed hole with a remedy."""
    from .unreachable_rolls import find_holes, find_unmended_holes

    for name, edition in catalog.editions.items():
        row = catalog.store.table("editions")[name]
        listed = {get_hole_key(hole): hole for hole in edition.holes}
        computed_holes = {get_hole_key(hole): hole for hole in find_holes(catalog, edition)}
        for key in computed_holes.keys() | listed.keys():
            if key in computed_holes and key in listed:
                yield None
            elif key in computed_holes:
                yield _hole(row, key, "hole_not_listed")
            else:
                yield _hole(row, key, "no_hole")
        for key in map(get_hole_key, find_unmended_holes(catalog, edition)):
            yield _hole(row, key, "no_remedy")


def get_hole_key(hole: model.Hole) -> tuple[str, ...]:
    quality = hole.quality or hole.kind
    return hole.axis, str(hole.year), hole.allied, hole.side, quality


def _hole(row: Row, key: tuple[str, ...], what: str) -> Fault:
    wrong = say(f"wrong.{what}", cell=":".join((row.id, *key)))
    return Fault("hole", row.file, row.place(), wrong, say("expected.hole"))


CHECKS = Checks(
    needed=REQUIRED_ROWS,
    targets=list_targets,
    references=iterate_references,
    visible=iterate_visible,
    mended=check_errata,
    following={
        "mix": check_mix,
        "deck": check_decks,
        "leader_table": check_leader_tables,
        "edition": check_editions,
        "ground": ground,
    },
    last={"hole": check_holes},
)
