"""RS.10 to RS.13: set-up recorded hex by hex, if the settings ask for it.

A placement names every unit once, with its hex and the weapon it carries, for example ``[{"piece":
"german:squad_rifle", "hex": "C4", "weapon": "german:weapon_light_mg"}, ...]``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Side
from generator.table import Answer, Procedure, Report
from schemas.errors import HorahError

from ..forms import MAX_NAME_LENGTH, MAX_PIECES
from ..ground.battlefield_document import to_ground as own_ground
from ..ground.setup import get_covers, get_views, list_enterable_hexes, list_water_hexes
from ..hexes import all_hexes, zone
from .optional import LEADER_WEAPONS, list_heavy_weapons
from .state import SIDES, Battle, Steps, evolve

UNITS_FORM: Mapping[str, Any] = {
    "type": "array",
    "maxItems": MAX_PIECES,
    "items": {
        "type": "object",
        "required": ["piece", "hex"],
        "additionalProperties": False,
        "properties": {
            "piece": {"type": "string", "maxLength": MAX_NAME_LENGTH},
            "hex": {"type": "string", "maxLength": MAX_NAME_LENGTH},
            "weapon": {"type": ["string", "null"], "maxLength": MAX_NAME_LENGTH},
            "group": {"type": ["string", "null"], "maxLength": MAX_NAME_LENGTH},
        },
    },
}
COVER_WORTH_PERCENT = 15  # worth of a point of cover, in per cent of the map's hexes seen
WORKS_FORM: Mapping[str, Any] = {
    "type": "object",
    "maxProperties": MAX_PIECES,
    "propertyNames": {"maxLength": MAX_NAME_LENGTH},
    "additionalProperties": {
        "type": "array",
        "maxItems": MAX_PIECES,
        "items": {"type": "string", "maxLength": MAX_NAME_LENGTH},
    },
}


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces that a side sets up."""

    units: tuple[str, ...]
    weapons: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]  # RS.7: unit and weapon that start together
    bare: tuple[str, ...]  # RS.7: units bought alone, which take no weapon of the order of battle
    groups: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)  # RS.16
    leaders: tuple[str, ...] = ()
    heavy: tuple[str, ...] = ()  # V12, if in force: weapons that no leader carries


def place_units(battle: Battle, side: Side, rule: str) -> Steps:
    """RS.10, RS.11.2, RS.13: ask for every unit's hex if the settings want it."""
    if battle.settings.placement != "hexes":
        return battle
    hexes = zone(battle.catalog.board, battle.edge(side), battle.force(side).depth)
    ground = get_ground(battle)
    pieces = list_pieces(battle, side)
    context = {
        "zone": sorted(hexes),
        "units": pieces.units,
        "weapons": pieces.weapons,
        "pairs": pieces.pairs,
        "bare": pieces.bare,
        "groups": pieces.groups,
        "figures": {u: count_figures(battle.catalog, u) for u in set(pieces.units)},
        "stacking": battle.catalog.board.stacking,
    }
    if ground is not None:
        context |= _rate_hexes(battle, ground, list_enterable_hexes(battle.catalog, ground, hexes))
    if pieces.heavy:
        context |= {"leaders": pieces.leaders, "heavy": pieces.heavy}

    def fault(answer: Answer) -> HorahError | None:
        drowned = _check_ground(battle, [unit["hex"] for unit in answer])
        return drowned or check_units(battle.catalog, pieces, hexes, answer)

    placed = yield Report(rule, "placement", side, UNITS_FORM, fault, context)
    battle = battle.with_force(side, fixed=tuple(placed))
    works = count_contents(battle, battle.force(side).works)
    if not works:
        return battle
    # RS.16: works paid with campaign points are set up with the units, before the defender's own (RS.12).
    return battle.with_force(side, works_hexes=(yield from _place_works(battle, side, works, rule)))


def place_fortifications(battle: Battle, side: Side, rule: str) -> Steps:
    """RS.12: ask for the hexes of the fortifications if the settings want them."""
    if battle.settings.placement != "hexes":
        return battle
    works = count_works(battle)
    return evolve(battle, fortification_hexes=(yield from _place_works(battle, side, works, rule)))


def _place_works(
    battle: Battle, side: Side, works: Mapping[str, int], rule: str
) -> Procedure[Mapping[str, tuple[str, ...]]]:
    """F100.3: ask for the hexes of fortifications, without those that have one already."""
    taken = {hex_ for one in SIDES for spots in battle.force(one).works_hexes.values() for hex_ in spots}
    hexes = zone(battle.catalog.board, battle.edge(side), battle.force(side).depth) - taken
    ground = get_ground(battle)
    water = frozenset[str]() if ground is None else list_water_hexes(battle.catalog, ground, hexes)

    def fault(answer: Answer) -> HorahError | None:
        return check_works(works, hexes, water, answer)

    context = {"zone": sorted(hexes), "works": works}
    if ground is not None:
        context |= _rate_hexes(battle, ground, hexes - water)
    placed = yield Report(rule, "fortification_placement", side, WORKS_FORM, fault, context)
    return {kind: tuple(spots) for kind, spots in placed.items()}


def get_ground(battle: Battle) -> Ground | None:
    """T78-T99: return the terrain of the map, None if unknown."""
    if battle.map is None:
        return None
    if battle.battlefield is not None:
        return own_ground(battle.battlefield)
    return battle.catalog.ground.get(str(battle.map.number))


def _rate_hexes(battle: Battle, ground: Ground, hexes: Collection[str]) -> dict[str, Any]:
    """Return the cover of each legal hex, and how much of the map it sees."""
    where = (battle.catalog, ground, hexes, battle.rubble)
    return {"cover": get_covers(*where), "sight": get_views(*where)}


def _check_ground(battle: Battle, used: Sequence[str]) -> HorahError | None:
    """T98: return an error if a hex cannot be entered."""
    ground = get_ground(battle)
    if ground is None:
        return None
    barred = next((one for one in used if one in _list_barred_hexes(battle.catalog, ground)), None)
    return None if barred is None else HorahError("BAD_PLACEMENT.barred", hex=barred)


def _list_barred_hexes(catalog: Catalog, ground: Ground) -> frozenset[str]:
    everywhere = frozenset(all_hexes(catalog.board))
    return everywhere - list_enterable_hexes(catalog, ground, everywhere)


def list_pieces(battle: Battle, side: Side) -> Pieces:
    """Return units and weapons of a side, with the bindings of RS.7."""
    force, kinds = battle.force(side), battle.catalog.counters
    counters = _list_counters(force.counters)
    bought = [piece for purchase in force.support for piece in purchase.pieces]

    def weapon(piece: str) -> bool:
        return piece in kinds and kinds[piece].kind == "weapon"

    everything = [*force.leaders, *counters, *bought]
    armed = [p.pieces for p in force.support if any(weapon(piece) for piece in p.pieces)]
    units = tuple(piece for piece in everything if not weapon(piece))
    weapons = tuple(piece for piece in everything if weapon(piece))
    v12 = LEADER_WEAPONS in battle.settings.optional
    return Pieces(
        units=units,
        weapons=weapons,
        leaders=tuple(piece for piece in units if piece in battle.catalog.leaders),
        heavy=list_heavy_weapons(battle.catalog, weapons) if v12 else (),
        pairs=tuple((pieces[0], pieces[1]) for pieces in armed),
        bare=tuple(p.pieces[0] for p in force.support if p.pieces not in armed),
        groups={
            group.id: (
                (*group.leaders, *(p for p in _list_counters(group.counters) if not weapon(p))),
                tuple(p for p in _list_counters(group.counters) if weapon(p)),
            )
            for group in force.groups
        },
    )


def _list_counters(counters: Mapping[str, int]) -> list[str]:
    return [piece for piece, count in counters.items() for _ in range(count)]


def count_works(battle: Battle) -> dict[str, int]:
    """RS.9: return the fortifications in the packages bought."""
    return count_contents(battle, battle.packages)


def count_contents(battle: Battle, packages: Mapping[str, int]) -> dict[str, int]:
    """Return the fortifications in some packages."""
    contents = {package.id: package.contents for package in battle.edition.packages}
    works: dict[str, int] = {}
    for name, count in packages.items():
        for kind, number in contents[name].items():
            works[kind] = works.get(kind, 0) + number * count
    return works


def count_figures(catalog: Catalog, piece: str) -> int:
    """3: return the soldier figures of a piece; a leader has those of its counter."""
    counter = catalog.counters.get(piece)
    return counter.soldiers if counter else catalog.counters[catalog.leaders[piece].counter].soldiers


def check_units(
    catalog: Catalog, pieces: Pieces, hexes: Collection[str], placed: Sequence[Mapping[str, Any]]
) -> HorahError | None:
    """RS.10 to RS.13, 8.2, 11.2: return the first error of a placement, if any."""
    return (
        _check_complete(pieces, placed)
        or _check_zone(hexes, [unit["hex"] for unit in placed])
        or _check_stacking(catalog, placed)
        or _check_bindings(pieces, placed)
        or _check_leaders(pieces, placed)
        or _check_groups(pieces, placed)
    )


def _check_complete(pieces: Pieces, placed: Sequence[Mapping[str, Any]]) -> HorahError | None:
    for due, counts in (
        (Counter(pieces.units), Counter(unit["piece"] for unit in placed)),
        (Counter(pieces.weapons), Counter(unit["weapon"] for unit in placed if unit.get("weapon"))),
    ):
        for piece in due | counts:
            if due[piece] != counts[piece]:
                return HorahError("BAD_PLACEMENT.count", piece=piece, placed=counts[piece], due=due[piece])
    return None


def _check_zone(hexes: Collection[str], used: Sequence[str]) -> HorahError | None:
    outside = next((hex_ for hex_ in used if hex_ not in hexes), None)
    if outside is None:
        return None
    return HorahError("OUT_OF_ZONE", hex=outside)


def _check_stacking(catalog: Catalog, placed: Sequence[Mapping[str, Any]]) -> HorahError | None:
    stacks: Counter[str] = Counter()
    for unit in placed:
        stacks[unit["hex"]] += count_figures(catalog, unit["piece"])
    limit = catalog.board.stacking
    for hex_, soldiers in stacks.items():
        if soldiers > limit:
            return HorahError("OVERSTACK.hex", hex=hex_, figures=soldiers, limit=limit)
    return None


def _check_bindings(pieces: Pieces, placed: Sequence[Mapping[str, Any]]) -> HorahError | None:
    carried = Counter((unit["piece"], unit["weapon"]) for unit in placed if unit.get("weapon"))
    for pair, number in Counter(pieces.pairs).items():
        if carried[pair] < number:
            return HorahError("WEAPON_BINDING.pair", weapon=pair[1], unit=pair[0])
    empty = Counter(unit["piece"] for unit in placed if not unit.get("weapon"))
    for unit, number in Counter(pieces.bare).items():
        if empty[unit] < number:
            return HorahError("WEAPON_BINDING.bare", unit=unit)
    return None


def _check_leaders(pieces: Pieces, placed: Sequence[Mapping[str, Any]]) -> HorahError | None:
    """V12: a leader carries no weapon that has a movement penalty."""
    for unit in placed:
        if unit["piece"] in pieces.leaders and unit.get("weapon") in pieces.heavy:
            return HorahError("WEAPON_BINDING.leader", leader=unit["piece"], weapon=unit["weapon"])
    return None


def _check_groups(pieces: Pieces, placed: Sequence[Mapping[str, Any]]) -> HorahError | None:
    """RS.16: every unit of a patrol is marked as its member, and its weapons go with its own units."""
    if not pieces.groups:
        return None
    for name, (units, weapons) in pieces.groups.items():
        members = [unit for unit in placed if unit.get("group") == name]
        if Counter(units) != Counter(unit["piece"] for unit in members):
            return HorahError("BAD_PLACEMENT.group", group=name, units=sorted(units))
        carried = Counter(unit["weapon"] for unit in members if unit.get("weapon"))
        astray = next((weapon for weapon, n in Counter(weapons).items() if carried[weapon] < n), None)
        if astray:
            return HorahError("WEAPON_BINDING.group", weapon=astray, group=name)
    return None


def check_works(
    works: Mapping[str, int],
    hexes: Collection[str],
    water: Collection[str],
    placed: Mapping[str, Sequence[str]],
) -> HorahError | None:
    """RS.12, F100.3: one fortification in a hex, none in water, all in the zone, no more than were bought."""
    for kind, spots in placed.items():
        if len(spots) > works.get(kind, 0):
            return HorahError("BAD_PLACEMENT.works", work=kind, placed=len(spots), bought=works.get(kind, 0))
    used = [hex_ for spots in placed.values() for hex_ in spots]
    twice = next((hex_ for hex_, count in Counter(used).items() if count > 1), None)
    if twice:
        return HorahError("FORT_STACK", hex=twice)
    wet = next((hex_ for hex_ in used if hex_ in water), None)
    if wet:
        return HorahError("FORT_IN_WATER", hex=wet)
    return _check_zone(hexes, used)


def list_legal_hexes(context: Mapping[str, Any]) -> list[str]:
    """Return the hexes allowed for set-up: the zone, or on known ground its suitable hexes."""
    return list(context["cover"] if "cover" in context else context["zone"])


def arrange_units(context: Mapping[str, Any], pick: Callable[[int], int]) -> list[dict[str, Any]]:
    """Return a random legal placement of all units."""
    weapons = Counter(context["weapons"])
    pairs, bare = Counter(map(tuple, context["pairs"])), Counter(context["bare"])
    weapons.subtract(weapon for _, weapon in pairs.elements())
    stores = {name: list(armed) for name, (_, armed) in context["groups"].items()}
    weapons.subtract(weapon for armed in stores.values() for weapon in armed)
    loose = list(weapons.elements())
    room = dict.fromkeys(list_legal_hexes(context), context["stacking"])
    members = [(unit, name) for name, (units, _) in context["groups"].items() for unit in units]
    others = Counter(context["units"])
    others.subtract(unit for unit, _ in members)
    everyone: list[tuple[str, str | None]] = [*members, *((unit, None) for unit in others.elements())]
    placed = []
    for piece, group in sorted(everyone, key=lambda one: -context["figures"][one[0]]):
        weapon = None
        if group is None:
            weapon = next((pair[1] for pair, n in pairs.items() if n and pair[0] == piece), None)
        if weapon:
            pairs[piece, weapon] -= 1
        elif group is None and bare[piece]:
            bare[piece] -= 1
        else:
            own = stores[group] if group is not None else []
            weapon = _hand_out(context, own or loose, piece)
        free = [hex_ for hex_, left in room.items() if left >= context["figures"][piece]]
        hex_ = _pick_good_hex(context, free, pick)
        room[hex_] -= context["figures"][piece]
        unit = {"piece": piece, "hex": hex_, "weapon": weapon}
        placed.append(unit if group is None else {**unit, "group": group})
    return placed


def _hand_out(context: Mapping[str, Any], store: list[str], piece: str) -> str | None:
    """Return the next weapon for a unit; under V12 heavy ones first, and none of them to a leader."""
    heavy = context.get("heavy", ())
    if not heavy:
        return store.pop() if store else None
    leader = piece in context["leaders"]
    fit = [weapon for weapon in store if not leader or weapon not in heavy]
    if not fit:
        return None
    weapon = max(fit, key=lambda one: one in heavy)
    store.remove(weapon)
    return weapon


def _pick_good_hex(context: Mapping[str, Any], free: Sequence[str], pick: Callable[[int], int]) -> str:
    """Pick a hex for a unit; on known ground one of the best third by cover and view."""
    if "cover" not in context:
        return free[pick(len(free))]
    cover, sight = context["cover"], context["sight"]
    ranked = sorted(free, key=lambda one: (-(COVER_WORTH_PERCENT * cover[one] + sight[one]), one))
    return ranked[pick(max(1, len(ranked) // 3))]


def arrange_works(context: Mapping[str, Any], pick: Callable[[int], int]) -> dict[str, list[str]]:
    """Return a random legal placement of fortifications; those without a free hex are lost.

    On known ground, hexes with little cover and a wide view come first.
    """
    free = list_legal_hexes(context)
    if "cover" in context:
        cover, sight = context["cover"], context["sight"]
        ranked = sorted(free, key=lambda one: (COVER_WORTH_PERCENT * cover[one] - sight[one], one))
        free = ranked[: max(2 * sum(context["works"].values()), 1)]
    placed: dict[str, list[str]] = {}
    for kind, number in context["works"].items():
        placed[kind] = [free.pop(pick(len(free))) for _ in range(min(number, len(free)))]
    return placed
