"""A battlefield changed hex by hex; each change gives a new document, the one given stays as it is.

What cannot be is refused; what may be but could not be played on is said by the checks of ``own``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import BRIDGES, STEPS, beside, leaves, side
from schemas.errors import HorahError

from ..hexes import on_board
from .battlefield_document import NEEDED, Document, changed

WAYS = ("road", "trail", "railway")
MOST_LEVEL = 4


def set_terrain(catalog: Catalog, document: Mapping[str, Any], hex_id: str, kinds: Iterable[str]) -> Document:
    """T78.1: the type of a hex; none for open ground, a bridge beside what it crosses."""
    wanted = [kind for kind in dict.fromkeys(kinds) if kind != "open"]
    _known(catalog, wanted, "type")
    if len(wanted) > (2 if set(wanted) & set(BRIDGES) else 1):
        raise HorahError("BATTLEFIELD.two", hex=_hex(catalog, hex_id), kinds=wanted)
    found = changed(document)
    _take(found, "terrain", _hex(catalog, hex_id))
    for kind in wanted:
        _add(found["terrain"], kind, hex_id)
    if "building" not in wanted:
        _leave_buildings(found, hex_id)
    return _tidy(found)


def set_level(catalog: Catalog, document: Mapping[str, Any], hex_id: str, level: int) -> Document:
    """T88: the hill level of a hex."""
    if not 0 <= level <= MOST_LEVEL:
        raise HorahError("BATTLEFIELD.level", given=level, most=MOST_LEVEL)
    found = changed(document)
    _take(found, "levels", _hex(catalog, hex_id))
    if level:
        _add(found.setdefault("levels", {}), str(level), hex_id)
    return _tidy(found)


def set_side(
    catalog: Catalog, document: Mapping[str, Any], one: str, other: str, kind: str | None
) -> Document:
    """T83, T84, T87, T97: what stands on a hexside; None for nothing."""
    name = _pair(catalog, one, other)
    if kind is not None:
        _known(catalog, [kind], "side")
    found = changed(document)
    _take(found, "sides", name)
    if kind is not None:
        _add(found.setdefault("sides", {}), kind, name)
    return _tidy(found)


def set_way(
    catalog: Catalog, document: Mapping[str, Any], way: str, one: str, other: str, there: bool
) -> Document:
    """T92, T93, T96: a road, trail or railway over a hexside, or none."""
    name = _pair(catalog, one, other)
    _way(way, WAYS)
    found = changed(document)
    _put(found["ways"].setdefault(way, []), name, there)
    return _tidy(found)


def set_exit(
    catalog: Catalog, document: Mapping[str, Any], way: str, hex_id: str, compass: int, there: bool
) -> Document:
    """2.2: a way or a stream that leaves the map over a side, or does not."""
    _way(way, (*WAYS, "stream"))
    if compass not in STEPS or not leaves(catalog.board, _hex(catalog, hex_id), compass):
        raise HorahError("BATTLEFIELD.edge", hex=hex_id)
    found = changed(document)
    exits = found.setdefault("exits", {}).setdefault(way, [])
    exits[:] = [out for out in exits if out["hex"] != hex_id or compass not in out.get("sides", (compass,))]
    if there:
        exits.append({"hex": hex_id, "sides": [compass]})
    return _tidy(found)


def set_course(catalog: Catalog, document: Mapping[str, Any], one: str, other: str, there: bool) -> Document:
    """T95: a stream over a hexside, or none."""
    found = changed(document)
    _put(found.setdefault("course", []), _pair(catalog, one, other), there)
    return _tidy(found)


def set_joined(catalog: Catalog, document: Mapping[str, Any], one: str, other: str, there: bool) -> Document:
    """T82: the buildings of two neighbouring hexes made one, or two again."""
    _pair(catalog, one, other)
    found = changed(document)
    groups: list[list[str]] = found.get("buildings", [])
    touched = [group for group in groups if one in group or other in group]
    rest = [group for group in groups if group not in touched]
    if there:
        rest.append(sorted({one, other, *(each for group in touched for each in group)}))
    else:
        rest += [_without(group, other) if one in group else group for group in touched]
    found["buildings"] = [group for group in rest if len(group) > 1]
    return _tidy(found)


def set_objective(catalog: Catalog, document: Mapping[str, Any], number: int, hex_id: str | None) -> Document:
    """2.3: where an objective lies; None takes it away."""
    if number not in catalog.board.objectives:
        raise HorahError("BATTLEFIELD.objective", given=number, most=len(catalog.board.objectives))
    found = changed(document)
    objectives: dict[str, str] = found.setdefault("objectives", {})
    objectives.pop(str(number), None)
    if hex_id is not None:
        objectives[str(number)] = _hex(catalog, hex_id)
        found["objectives"] = dict(sorted(objectives.items()))
    return _tidy(found)


def set_name(document: Mapping[str, Any], name: str) -> Document:
    """What its author calls it."""
    return {**document, "name": name.strip()[:120]}


def _hex(catalog: Catalog, hex_id: str) -> str:
    if not on_board(catalog.board, hex_id):
        board = catalog.board
        first, last = (f"{board.columns[end]}{board.rows[end]}" for end in (0, -1))
        raise HorahError("NO_HEX.map", given=hex_id, first=first, last=last)
    return hex_id


def _pair(catalog: Catalog, one: str, other: str) -> str:
    """The name of the side two neighbours share."""
    if not beside(_hex(catalog, one), _hex(catalog, other)):
        raise HorahError("BATTLEFIELD.far", one=one, other=other)
    return "-".join(side(one, other))


def _known(catalog: Catalog, kinds: Iterable[str], wanted: str) -> None:
    """Terrain of the printed maps' chart that stands where it is asked for."""
    known = [row.id for row in catalog.terrain.values() if row.kind == wanted and row.module is None]
    for kind in kinds:
        if kind not in known:
            raise HorahError("BATTLEFIELD.terrain", given=kind, known=known)


def _way(way: str, known: tuple[str, ...]) -> None:
    if way not in known:
        raise HorahError("BATTLEFIELD.terrain", given=way, known=list(known))


def _take(document: Document, part: str, name: str) -> None:
    """Out of every list of a part."""
    for found in document.get(part, {}).values():
        if name in found:
            found.remove(name)


def _add(part: dict[str, list[str]], kind: str, name: str) -> None:
    _put(part.setdefault(kind, []), name, True)


def _put(found: list[str], name: str, there: bool) -> None:
    """In a list or out of it; lists are kept in order, so that the same ground is the same document."""
    names = set(found) - {name} | ({name} if there else set())
    found[:] = sorted(names)


def _without(group: list[str], end: str) -> list[str]:
    return [each for each in group if each != end]


def _leave_buildings(document: Document, hex_id: str) -> None:
    groups = (_without(group, hex_id) for group in document.get("buildings", ()))
    document["buildings"] = [group for group in groups if len(group) > 1]


def _tidy(document: Document) -> Document:
    """What holds nothing is not written."""
    for part in ("terrain", "levels", "ways", "exits", "sides"):
        if part in document:
            document[part] = {kind: found for kind, found in document[part].items() if found}
    empty = [name for name, found in document.items() if found in ({}, []) and name not in NEEDED]
    for name in empty:
        del document[name]
    return document
