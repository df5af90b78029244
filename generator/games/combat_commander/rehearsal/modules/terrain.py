"""ST-T1, ST-T2, ST-4, NO-1, NO-2, NO-5.2, NO-5.3: what special rules make of the ground.

A ground with rubble, hedgerows or night over it is made ready as a theatre of its own, so that whoever looks,
moves or stands somewhere needs to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, Side, side

from ..board import UNSEEN, Hex, Theatre, theatre

RUBBLE, FACTORY, BUILDING, HEDGE, BOCAGE = "rubble", "factory", "building", "hedge", "bocage"
View = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """What lies over a ground, and which rules change it."""

    rubble: frozenset[str] = frozenset()
    factories: tuple[frozenset[str], ...] = ()
    ruins: bool = False  # ST-4: no roads
    bocage: bool = False  # NO-1
    rural: frozenset[str] | None = frozenset()  # NO-2: roads that cover nobody less; None: all of them
    night: bool = False  # NO-5
    lit: frozenset[str] = frozenset()  # NO-6.2
    busted: frozenset[Side] = frozenset()  # NO-C2.2
    terrain: Mapping[str, str] = Frozen()  # hexes that a rule of the card makes into something else


BARE = Lay()


@lru_cache(maxsize=64)
def remade(catalog: Catalog, ground: Ground, lay: Lay) -> Theatre:
    """A map made ready for fights under special rules."""
    made = theatre(catalog, under(ground, lay), lay.rubble)
    if lay == BARE:
        return made
    if lay.rubble:
        made = _rubbled(catalog, ground, made, lay)
    if lay.factories:
        made = replace(made, view=_indoors(catalog, made, lay))
    if lay.rural is None or lay.rural:
        rural = made.road if lay.rural is None else {made.numbers[name] for name in lay.rural}
        made = replace(made, road=made.road - rural)
    return _night(catalog, ground, made, lay) if lay.night else made


def under(ground: Ground, lay: Lay) -> Ground:
    """The ground itself as rules leave it: without roads, with hedgerows, nothing left under rubble.

    ST-T1.1: rubble is a type of terrain above all others, so that nothing of the hex below it counts (T78.1).
    """
    inside = frozenset().union(*lay.factories)
    terrain = {
        name: tuple(FACTORY if kind == BUILDING and name in inside else kind for kind in kinds)
        for name, kinds in {**ground.terrain, **{n: (kind,) for n, kind in lay.terrain.items()}}.items()
        if name not in lay.rubble
    }
    sides = {
        each: BOCAGE if kind == HEDGE and lay.bocage else kind
        for each, kind in ground.sides.items()
        if each not in lay.busted
    }
    ways, exits = dict(ground.ways), dict(ground.exits)
    if lay.ruins:
        ways.pop("road", None)
        exits.pop("road", None)
    return replace(
        ground, terrain=Frozen(terrain), sides=Frozen(sides), ways=Frozen(ways), exits=Frozen(exits)
    )


def _rubbled(catalog: Catalog, ground: Ground, made: Theatre, lay: Lay) -> Theatre:
    """ST-T1.1: cost and cover of 2, and one more of each for every neighbour with rubble."""
    row = catalog.terrain[RUBBLE]
    per = int(row.figures["per_neighbour"])
    rubble = {made.numbers[name] for name in lay.rubble}
    more = {hex_: per * sum(near in rubble for near in made.around[hex_]) for hex_ in rubble}
    along = _along(ground, lay)
    cost: list[Mapping[Hex, int]] = []
    for here, found in enumerate(made.cost):
        changed = dict(found)
        for there in rubble.intersection(found):
            if side(made.names[here], made.names[there]) not in along:
                open_ = int(catalog.terrain["open"].move["points"])
                changed[there] += int(row.move["points"]) + more[there] - open_
        cost.append(changed)
    cover = list(made.cover)
    for hex_ in rubble:
        cover[hex_] = int(row.cover["value"]) + more[hex_]
    return replace(made, cost=tuple(cost), cover=tuple(cover), areas={})


def _along(ground: Ground, lay: Lay) -> frozenset[Side]:
    """T92, T93, T96: the hexsides that a way crosses, which cost what the way costs."""
    return frozenset().union(
        *(sides for way, sides in ground.ways.items() if not (lay.ruins and way == "road"))
    )


def _indoors(catalog: Catalog, made: Theatre, lay: Lay) -> View:
    """ST-T2.1: a string that never leaves its factory is hindered there and not stopped."""
    hindrance = int(catalog.terrain[FACTORY].figures["hindrance_inside"])
    view = [list(row) for row in made.view]
    for factory in lay.factories:
        inside = {made.numbers[name] for name in factory - lay.rubble}
        for one in inside:
            for other in inside:
                way = made.between(one, other) if one != other else ()
                if way and inside.issuperset(way):
                    view[one][other] = hindrance
    return tuple(map(tuple, view))


def _night(catalog: Catalog, ground: Ground, made: Theatre, lay: Lay) -> Theatre:
    """NO-5.2: types of terrain cost one more, ways do not; NO-5.3: range hinders but where it is lit."""
    figures = catalog.fight["rule.night"].figures
    lit = {made.numbers[name] for name in lay.lit}
    view = tuple(
        tuple(
            seen if seen == UNSEEN or there in lit else max(seen, far[there] * figures["hindrance"])
            for there, seen in enumerate(row)
        )
        for row, far in zip(made.view, made.far, strict=True)
    )
    along, names = _along(ground, lay), made.names
    cost = tuple(
        {
            there: points + (0 if side(names[here], names[there]) in along else figures["move"])
            for there, points in found.items()
        }
        for here, found in enumerate(made.cost)
    )
    return replace(made, view=view, cost=cost, areas={}, covers={})
