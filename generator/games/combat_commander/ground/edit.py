"""Edit a battlefield document hex by hex; each function returns a new document.

Impossible changes raise an error. Changes that only make the map unplayable are reported by ``checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import BRIDGES, STEPS, are_adjacent, leaves, side
from schemas.errors import HorahError

from ..hexes import on_board
from .battlefield_document import REQUIRED_PARTS, Document, copy_for_edit

WAYS = ("road", "trail", "railway")
MAX_LEVEL = 4


def set_terrain(catalog: Catalog, document: Mapping[str, Any], hex_id: str, kinds: Iterable[str]) -> Document:
    """T78.1: set the terrain of a hex; no kinds means open ground, a bridge keeps what it crosses."""
    wanted = [kind for kind in dict.fromkeys(kinds) if kind != "open"]
    _require_terrain(catalog, wanted, "type")
    if len(wanted) > (2 if set(wanted) & set(BRIDGES) else 1):
        raise HorahError("BATTLEFIELD.two", hex=_require_hex(catalog, hex_id), kinds=wanted)
    edited = copy_for_edit(document)
    _remove_from_lists(edited, "terrain", _require_hex(catalog, hex_id))
    for kind in wanted:
        _add_to_list(edited["terrain"], kind, hex_id)
    if "building" not in wanted:
        _leave_building(edited, hex_id)
    return _remove_empty_parts(edited)


def set_level(catalog: Catalog, document: Mapping[str, Any], hex_id: str, level: int) -> Document:
    """T88: set the hill level of a hex."""
    if not 0 <= level <= MAX_LEVEL:
        raise HorahError("BATTLEFIELD.level", given=level, most=MAX_LEVEL)
    edited = copy_for_edit(document)
    _remove_from_lists(edited, "levels", _require_hex(catalog, hex_id))
    if level:
        _add_to_list(edited.setdefault("levels", {}), str(level), hex_id)
    return _remove_empty_parts(edited)


def set_side(
    catalog: Catalog, document: Mapping[str, Any], first: str, second: str, kind: str | None
) -> Document:
    """T83, T84, T87, T97: set the terrain of a hexside; None removes it."""
    name = _name_side(catalog, first, second)
    if kind is not None:
        _require_terrain(catalog, [kind], "side")
    edited = copy_for_edit(document)
    _remove_from_lists(edited, "sides", name)
    if kind is not None:
        _add_to_list(edited.setdefault("sides", {}), kind, name)
    return _remove_empty_parts(edited)


def set_way(
    catalog: Catalog, document: Mapping[str, Any], way: str, first: str, second: str, there: bool
) -> Document:
    """T92, T93, T96: add or remove a road, trail or railway over a hexside."""
    name = _name_side(catalog, first, second)
    _require_way(way, WAYS)
    edited = copy_for_edit(document)
    _toggle_name(edited["ways"].setdefault(way, []), name, there)
    return _remove_empty_parts(edited)


def set_exit(
    catalog: Catalog, document: Mapping[str, Any], way: str, hex_id: str, compass: int, there: bool
) -> Document:
    """2.2: add or remove a way or stream that leaves the map over a side."""
    _require_way(way, (*WAYS, "stream"))
    if compass not in STEPS or not leaves(catalog.board, _require_hex(catalog, hex_id), compass):
        raise HorahError("BATTLEFIELD.edge", hex=hex_id)
    edited = copy_for_edit(document)
    exits = edited.setdefault("exits", {}).setdefault(way, [])
    exits[:] = [out for out in exits if out["hex"] != hex_id or compass not in out.get("sides", (compass,))]
    if there:
        exits.append({"hex": hex_id, "sides": [compass]})
    return _remove_empty_parts(edited)


def set_course(
    catalog: Catalog, document: Mapping[str, Any], first: str, second: str, there: bool
) -> Document:
    """T95: add or remove a stream over a hexside."""
    edited = copy_for_edit(document)
    _toggle_name(edited.setdefault("course", []), _name_side(catalog, first, second), there)
    return _remove_empty_parts(edited)


def set_joined_building(
    catalog: Catalog, document: Mapping[str, Any], first: str, second: str, there: bool
) -> Document:
    """T82: join the buildings of two neighbouring hexes, or separate them."""
    _name_side(catalog, first, second)
    edited = copy_for_edit(document)
    groups: list[list[str]] = edited.get("buildings", [])
    touched = [group for group in groups if first in group or second in group]
    rest = [group for group in groups if group not in touched]
    if there:
        rest.append(sorted({first, second, *(hex_id for group in touched for hex_id in group)}))
    else:
        rest += [_drop_hex(group, second) if first in group else group for group in touched]
    edited["buildings"] = [group for group in rest if len(group) > 1]
    return _remove_empty_parts(edited)


def set_objective(catalog: Catalog, document: Mapping[str, Any], number: int, hex_id: str | None) -> Document:
    """2.3: set the hex of an objective; None removes it."""
    if number not in catalog.board.objectives:
        raise HorahError("BATTLEFIELD.objective", given=number, most=len(catalog.board.objectives))
    edited = copy_for_edit(document)
    objectives: dict[str, str] = edited.setdefault("objectives", {})
    objectives.pop(str(number), None)
    if hex_id is not None:
        objectives[str(number)] = _require_hex(catalog, hex_id)
        edited["objectives"] = dict(sorted(objectives.items()))
    return _remove_empty_parts(edited)


def set_name(document: Mapping[str, Any], name: str) -> Document:
    """Set the name of the battlefield."""
    return {**document, "name": name.strip()[:120]}


def _require_hex(catalog: Catalog, hex_id: str) -> str:
    if not on_board(catalog.board, hex_id):
        board = catalog.board
        first, last = (f"{board.columns[end]}{board.rows[end]}" for end in (0, -1))
        raise HorahError("NO_HEX.map", given=hex_id, first=first, last=last)
    return hex_id


def _name_side(catalog: Catalog, first: str, second: str) -> str:
    """Return the name of the side between two neighbours."""
    if not are_adjacent(_require_hex(catalog, first), _require_hex(catalog, second)):
        raise HorahError("BATTLEFIELD.far", one=first, other=second)
    return "-".join(side(first, second))


def _require_terrain(catalog: Catalog, kinds: Iterable[str], wanted: str) -> None:
    """Raise an error unless every kind is printed terrain of the wanted class."""
    known = [row.id for row in catalog.terrain.values() if row.kind == wanted and row.module is None]
    for kind in kinds:
        if kind not in known:
            raise HorahError("BATTLEFIELD.terrain", given=kind, known=known)


def _require_way(way: str, known: tuple[str, ...]) -> None:
    if way not in known:
        raise HorahError("BATTLEFIELD.terrain", given=way, known=list(known))


def _remove_from_lists(document: Document, part: str, name: str) -> None:
    """Remove a name from every list of a part."""
    for names in document.get(part, {}).values():
        if name in names:
            names.remove(name)


def _add_to_list(part: dict[str, list[str]], kind: str, name: str) -> None:
    _toggle_name(part.setdefault(kind, []), name, True)


def _toggle_name(names: list[str], name: str, there: bool) -> None:
    """Add a name to a list or remove it; lists stay sorted, so equal grounds give equal documents."""
    names[:] = sorted(set(names) - {name} | ({name} if there else set()))


def _drop_hex(group: list[str], end: str) -> list[str]:
    return [member for member in group if member != end]


def _leave_building(document: Document, hex_id: str) -> None:
    groups = (_drop_hex(group, hex_id) for group in document.get("buildings", ()))
    document["buildings"] = [group for group in groups if len(group) > 1]


def _remove_empty_parts(document: Document) -> Document:
    """Remove empty parts and empty optional fields."""
    for part in ("terrain", "levels", "ways", "exits", "sides"):
        if part in document:
            document[part] = {kind: value for kind, value in document[part].items() if value}
    empty = [name for name, value in document.items() if value in ({}, []) and name not in REQUIRED_PARTS]
    for name in empty:
        del document[name]
    return document
