"""Checks that a map of the table ``ground`` can be drawn and played on.

Hexsides join neighbours, ways leave over an edge, and only a bridge shares its hex with another terrain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.errors import Fault
from catalogs.rows import build as build_from
from catalogs.store import Row
from schemas.messages import Message, say

from .catalog import Catalog
from .ground import BRIDGES, STEPS, Exit, Ground, are_adjacent, build, leaves, strings
from .model import Board, Map

Found = Iterator[Fault | None]


def check(catalog: Catalog) -> Found:
    """2.1-2.3, T78-T99: check every map of ``ground`` and its measured strings."""
    for row in catalog.store.table("ground").values():
        yield from sound(catalog, row)
        yield from _objectives(catalog, row, build(row))
    for row in catalog.store.table("ground_touch").values():
        yield from _touches(catalog, row)


def sound(catalog: Catalog, row: Row) -> Found:
    """Run the checks that apply to any map, printed or not."""
    ground = build(row)
    yield from _one_thing(catalog, row)
    yield from _neighbours(row)
    yield from _exits(catalog.board, row)
    yield from _bridges(row, ground)
    yield from _buildings(row, ground)


def _fault(row: Row, path: tuple[object, ...], problem: Message, expected: Message) -> Fault:
    return Fault("ground", row.file, row.place(*path), problem, expected)


def _one_thing(catalog: Catalog, row: Row) -> Found:
    """T78.1: check that a hex has one type and one level, a side one feature, each of the right kind."""
    data = row.data
    kinds = {"terrain": "type", "ways": "feature", "sides": "side", "gaps": "side"}
    for table, wanted in kinds.items():
        for kind in data.get(table, {}):
            yield _kind(catalog, row, table, kind, wanted)
    for path, one, types in _list_duplicates(data, "terrain"):
        crossed = set(types) - set(BRIDGES)
        bridged = len(types) == 2 and len(crossed) == 1
        yield (
            None
            if bridged and _crossable(catalog, crossed.pop())
            else _report_duplicate(row, path, one, types)
        )
    for table in ("levels", "sides"):
        for path, one, types in _list_duplicates(data, table):
            yield _report_duplicate(row, path, one, types)


def _kind(catalog: Catalog, row: Row, table: str, kind: str, wanted: str) -> Fault | None:
    actual = catalog.terrain[kind].kind
    if actual == wanted:
        return None
    wrong = say("wrong.ground_kind", terrain=kind, found=actual, wanted=wanted)
    return _fault(row, (table, kind), wrong, say("expected.ground_kind", wanted=wanted))


def _crossable(catalog: Catalog, kind: str) -> bool:
    """T80: return whether a bridge can cross this terrain: water or a gully."""
    return catalog.terrain[kind].water or kind == "gully"


def _list_duplicates(
    data: Mapping[str, Any], table: str
) -> Iterator[tuple[tuple[object, ...], str, list[str]]]:
    """Yield the entries that appear under several names of a table, with the path of the last one."""
    count = Counter(one for hexes in data.get(table, {}).values() for one in hexes)
    for one in (one for one, times in count.items() if times > 1):
        names = [kind for kind, hexes in data[table].items() if one in hexes]
        yield (table, names[-1], data[table][names[-1]].index(one)), one, names


def _report_duplicate(row: Row, path: tuple[object, ...], one: str, names: list[str]) -> Fault:
    return _fault(row, path, say("wrong.ground_twice", hex=one, names=names), say("expected.ground_once"))


def _neighbours(row: Row) -> Found:
    """2.1: check that ways cross, and hexside features lie, between two neighbours."""
    data = row.data
    named = [(("course", index), text) for index, text in enumerate(data.get("course", ()))]
    for table in ("ways", "sides", "gaps"):
        for kind, sides in data.get(table, {}).items():
            named += [((table, kind, index), text) for index, text in enumerate(sides)]  # type: ignore[misc]
    for path, text in named:
        one, _, other = text.partition("-")
        if are_adjacent(one, other):
            yield None
            continue
        yield _fault(row, path, say("wrong.ground_far", one=one, other=other), say("expected.neighbours"))


def _exits(board: Board, row: Row) -> Found:
    """2.2: check that a way leaves the map over an edge of the map."""
    for way, exits in row.data.get("exits", {}).items():
        for index, data in enumerate(exits):
            out = build_from(Exit, data)
            over = [leaves(board, out.hex, compass) for compass in out.sides or STEPS]
            if all(over) if out.sides else any(over):
                yield None
                continue
            wrong = say("wrong.ground_exit", hex=out.hex)
            yield _fault(row, ("exits", way, index, "sides"), wrong, say("expected.edge_side"))


def _bridges(row: Row, ground: Ground) -> Found:
    """T80: check that a bridge carries a road or a railway over some other terrain."""
    carried = {one for way in ("road", "railway") for ends in ground.ways.get(way, ()) for one in ends}
    for kind in BRIDGES:
        for index, one in enumerate(row.data["terrain"].get(kind, ())):
            if one in carried and len(ground.terrain[one]) == 2:
                yield None
                continue
            wrong = say("wrong.ground_bridge", hex=one)
            yield _fault(row, ("terrain", kind, index), wrong, say("expected.ground_bridge"))


def _buildings(row: Row, ground: Ground) -> Found:
    """T82: check that a large building fills connected building hexes."""
    for number, group in enumerate(ground.buildings):
        reached, edge = set[str](), [min(group)]
        while edge:
            one = edge.pop()
            if one not in reached and "building" in ground.terrain.get(one, ()):
                reached.add(one)
                edge += [other for other in group if are_adjacent(one, other)]
        if reached == group:
            yield None
            continue
        yield _fault(
            row, ("buildings", number), say("wrong.ground_building"), say("expected.ground_building")
        )


def _objectives(catalog: Catalog, row: Row, ground: Ground) -> Found:
    """2.3: check that the objectives match the table ``maps`` for the printing of some edition."""
    prints = [maps[int(row.id)].objectives for maps in _maps(catalog)]
    for number, at in (ground.objectives or {}).items():
        known = list(dict.fromkeys(printed[number] for printed in prints if printed is not None))
        if at in known or not known:
            yield None
            continue
        wrong = say("wrong.ground_objective", number=number, hex=at)
        expected = say("expected.ground_objective", hexes=known)
        yield _fault(row, ("objectives", number), wrong, expected)


def _maps(catalog: Catalog) -> Iterator[Mapping[int, Map]]:
    yield catalog.maps
    yield from (edition.maps for edition in catalog.editions.values())


def _touches(catalog: Catalog, row: Row) -> Found:
    """10.1: check that strings were measured over woods or buildings, in hexes between their ends."""
    types = build(catalog.store.table("ground")[row.id]).terrain
    for at, texts in row.data["hexes"].items():
        solid = {"woods", "building"} & set(types.get(at, ()))
        ends = {one for text in texts.values() for string in strings(text) for one in string}
        if solid and at not in ends:
            yield None
            continue
        yield _fault(row, ("hexes", at), say("wrong.ground_string", hex=at), say("expected.ground_string"))
