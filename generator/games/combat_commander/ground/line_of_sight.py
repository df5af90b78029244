"""10, T78.4, T84, T86-T88, T92-T94, T97: does one hex see another, and through what?

The rule lays a string from dot to dot and looks whether it touches the drawing of something. Where the print
of a map has been measured we know; elsewhere we know the hexes and judge by the usual shape of a drawing. So
an answer is sure, or it says *look with a string* and gives what is likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, side

from ..hexes import all_hexes
from .los_map import HILL, Drawing, Fence, Field, Marker, Spot, steps
from .los_map import field as laid
from .line_geometry import (
    GRAZES,
    NOWHERE,
    STRIDE,
    SURELY,
    TOUCHES,
    Course,
    Meeting,
    Passage,
    at,
    course,
    named,
)

Kind = Literal["clear", "hindered", "blocked"]
CHANCES: Mapping[int, Literal["sure", "likely", "unlikely"]] = {
    SURELY: "sure",
    TOUCHES: "likely",
    GRAZES: "unlikely",
}


PRINTED = {"touched": SURELY, "brushed": TOUCHES, "grazed": GRAZES, "missed": NOWHERE}
NO_TOUCHES: Mapping[int, str] = {}
AIRBORNE = ("smoke", "blaze")  # they count at every level (T88.4, T88.5), and in the hexes of both ends


#: Something under a string: how it is met, what it hinders (0: it blocks), what it is, the number of its hex
#: or the hexside, its rule.
Finding = tuple[int, int, str, int | Fence, str]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why sight is blocked or hindered, or might be."""

    what: str  # a terrain
    hexes: tuple[str, ...]  # the hex, or the two hexes of a side
    rule: str
    value: int  # the hindrance; 0 for what blocks
    chance: Literal["sure", "likely", "unlikely"]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The short answer: seen or not, through which hindrance, and whether that is sure."""

    seen: bool
    hindrance: int
    sure: bool

    @property
    def kind(self) -> Kind:
        if not self.seen:
            return "blocked"
        return "hindered" if self.hindrance else "clear"


@dataclass(frozen=True, slots=True)
class Sight:
    """The whole answer for two hexes; ``sure`` False means: look with a string."""

    one: str
    other: str
    seen: bool
    hindrance: int
    sure: bool
    reasons: tuple[Reason, ...]
    measured: bool  # on a print whose drawings were measured

    @property
    def kind(self) -> Kind:
        return Glimpse(self.seen, self.hindrance, self.sure).kind


def look(field: Field, one: str, other: str) -> Sight:
    """10.1: what a string between two hexes touches; the same from either end."""
    start, end = sorted((at(one), at(other)))
    found = list(_findings(field, start, end))
    short = _verdict(found)
    reasons = sorted(map(_reason, _deciding(found)), key=lambda why: (-why.value, why.hexes))
    return Sight(
        one, other, short.seen, short.hindrance, short.sure, tuple(reasons), field.touches is not None
    )


def seen_from(field: Field, one: str) -> Mapping[str, Glimpse]:
    """Every other hex of the map and how it is seen from one."""
    here = at(one)
    return {
        named(there): _verdict(_findings(field, min(here, there), max(here, there)))
        for there in field.hexes
        if there != here
    }


def table(field: Field) -> Mapping[tuple[str, str], Glimpse]:
    """The whole map: every pair of hexes in the order of the board."""
    names = [named(number) for number in field.hexes]
    return {
        (names[first], names[second]): _verdict(_findings(field, start, field.hexes[second]))
        for first, start in enumerate(field.hexes)
        for second in range(first + 1, len(names))
    }


@lru_cache(maxsize=8)  # more than a megabyte each; what is read from it is kept where it is read
def kept(catalog: Catalog, ground: Ground) -> Mapping[tuple[str, str], Glimpse]:
    """The whole of a map without markers: worked out once for a catalogue and kept."""
    return table(laid(catalog, ground))


def kept_from(catalog: Catalog, ground: Ground, one: str) -> Mapping[str, Glimpse]:
    """Every other hex of a map without markers and how it is seen from one, out of what is kept."""
    whole = kept(catalog, ground)
    others = (other for other in all_hexes(catalog.board) if other != one)
    return {other: whole[side(one, other)] for other in others}


@lru_cache(maxsize=64)
def _glimpse(seen: bool, hindrance: int, sure: bool) -> Glimpse:
    return Glimpse(seen, hindrance, sure)


CLEAR = _glimpse(True, 0, True)
BLOCKED = _glimpse(False, 0, True)


def _verdict(found: Iterable[Finding]) -> Glimpse:
    """10.2, 10.3.3: an obstacle blocks; of the hindrances the largest counts alone."""
    block = NOWHERE
    value, firm, doubt = 0, 0, 0  # the hindrance as it looks, what is sure of it, what it may come to
    for met, hindrance, _, _, _ in found:
        if not hindrance:
            if met == SURELY:
                return BLOCKED
            block = max(block, met)
        elif met == GRAZES:
            doubt = max(doubt, hindrance)
        else:
            value = max(value, hindrance)
            if met == SURELY:
                firm = max(firm, hindrance)
    if block == TOUCHES:
        return _glimpse(False, 0, False)
    if not value and not doubt and not block:
        return CLEAR
    return _glimpse(True, value, not block and value == firm and doubt <= value)


def _deciding(found: list[Finding]) -> Iterator[Finding]:
    """What blocks for sure, or else everything that may matter."""
    blocks = [one for one in found if not one[1]]
    certain = [one for one in blocks if one[0] == SURELY]
    if certain:
        yield from certain
        return
    yield from blocks
    hinders = [one for one in found if one[1]]
    most = max((value for met, value, _, _, _ in hinders if met > GRAZES), default=0)
    yield from (one for one in hinders if one[1] >= most)


def _reason(one: Finding) -> Reason:
    met, value, what, where, rule = one
    hexes = where.hexes if isinstance(where, Fence) else (named(where),)
    return Reason(what, hexes, rule, value, CHANCES[met])


def course_between(start: int, end: int) -> Course:
    """What lies under the string from one hex to another, by their numbers."""
    return _course(end - start)


@lru_cache(maxsize=4096)
def _course(step: int) -> Course:
    columns = (step + STRIDE // 2) // STRIDE
    return course(columns, step - columns * STRIDE)


def _findings(field: Field, start: int, end: int) -> Iterator[Finding]:
    """Everything under the string from one hex to another that could block or hinder it."""
    levels, spots = field.levels, field.spots
    low, high = levels[start], levels[end]
    if low > high:
        low, high = high, low
    crest = high if high > low else high + 1
    if field.gullies:
        yield from _gullies(field, start, end)
    if field.markers:
        yield from _at_ends(field, start, end)
    way = _course(end - start)
    touches = None if field.touches is None else field.touches.get((start, end), NO_TOUCHES)
    for met in way.hexes:
        spot = spots[start + met.step]
        if spot is None:
            continue
        level = spot.level
        if spot.marker is not None and (spot.marker.kind in AIRBORNE or level >= high):
            yield _filled(field, start + met.step, spot.marker)
        if level >= crest and (found := met.meets(spot.upper[crest])):
            yield found, 0, HILL, start + met.step, "T88.3.2" if high > low else "T88.3.3"
        if spot.solid is not None:
            if level >= high or (level >= low and _hides(field, start, end, start + met.step, spot.solid)):
                yield from _obstacle(field, start, end, way, met, spot, touches)
        elif level == high == low and not (met.axis and spot.along >> met.axis & 1):
            thin = spot.thin
            if thin is not None and (found := met.meets(thin.outline)):
                yield found, thin.value, thin.terrain.id, start + met.step, thin.terrain.rule
        if spot.rails is not None and level == high == low:
            yield from _railway(field, met, start + met.step, spot)
    if field.fences:
        yield from _hexsides(field.fences, start, end, way, low, high)


def _along(met: Meeting, spot: Spot) -> bool:
    """T92, T93: the string runs along a road or railway that goes straight through the hex."""
    return bool(met.axis and spot.along >> met.axis & 1)


def _railway(field: Field, met: Meeting, number: int, spot: Spot) -> Iterator[Finding]:
    """T92: a railway hinders where the string crosses its track, not along it."""
    assert spot.rails is not None
    if not _along(met, spot) and (found := met.meets(spot.rails)):
        row = field.terrain["railway"]
        yield found, row.los["hindrance"], row.id, number, row.rule


def _hides(field: Field, start: int, end: int, number: int, drawing: Drawing) -> bool:
    """T88.4.1: the lower end lies in the blind hex right behind a lower obstacle."""
    return steps(number, _lower(field, start, end)) <= drawing.terrain.blind_hexes


def _lower(field: Field, start: int, end: int) -> int:
    return start if field.levels[start] < field.levels[end] else end


def _obstacle(
    field: Field,
    start: int,
    end: int,
    way: Course,
    met: Meeting,
    spot: Spot,
    touches: Mapping[int, str] | None,
) -> Iterator[Finding]:
    """10.2, T88.4: woods or a building, if the string touches the drawing."""
    drawing = spot.solid
    assert drawing is not None
    found = met.meets(drawing.outline)
    if touches is not None:
        found = _printed(found, touches.get(start + met.step))
    elif met.axis and _along(met, spot):
        found = GRAZES  # T93; whether the road is drawn straight the hexes do not tell
    if not found:
        return
    blind = spot.level < field.levels[start] or spot.level < field.levels[end]
    if blind and found == SURELY:
        order = way.first if _lower(field, start, end) == start else way.last
        found = TOUCHES if _farther(order, met, drawing) else SURELY
    terrain = drawing.terrain
    yield found, 0, terrain.id, start + met.step, "T88.4.1" if blind else terrain.rule


def _printed(model: int, touch: str | None) -> int:
    """What a string does on a measured print: the shape's word, unless the print is known to differ."""
    if touch is None:
        return SURELY if model >= TOUCHES else NOWHERE
    return PRINTED[touch]


def _farther(order: tuple[int, ...], met: Meeting, drawing: Drawing) -> bool:
    """T88.4.1: the string clips more hexes between the obstacle and the hidden hex than it hides."""
    return met.inside and order.index(met.step) >= drawing.terrain.blind_hexes


def _filled(field: Field, number: int, marker: Marker) -> Finding:
    """10.2.1, 10.3.4, ST-T1: a marker fills its hex, sides and corners included."""
    rule = {"blaze": "10.2.1", "smoke": "10.3.4"}.get(marker.kind, field.terrain[marker.kind].rule)
    return SURELY, marker.value, marker.kind, number, rule


def _at_ends(field: Field, start: int, end: int) -> Iterator[Finding]:
    """10.3.4, T79: smoke and fire count in the hexes of firer and target too."""
    for number in (start, end):
        marker = field.markers.get(number)
        if marker is not None and marker.kind in AIRBORNE:
            rule = "10.3.4" if marker.value else "T79"
            yield SURELY, marker.value, marker.kind, number, rule


def _gullies(field: Field, start: int, end: int) -> Iterator[Finding]:
    """T86: a gully sees and is seen by neighbouring and higher hexes only."""
    if steps(start, end) == 1:
        return
    for here, there in ((start, end), (end, start)):
        if here in field.gullies and field.levels[there] <= field.levels[here]:
            yield SURELY, 0, "gully", here, "T86"


def _hexsides(
    fences: tuple[Fence | None, ...], start: int, end: int, way: Course, low: int, high: int
) -> Iterator[Finding]:
    """T84, T87, T97: hexsides, unless they are sides of either end; along one counts too (10.1)."""
    base = 4 * start
    met = [
        (passage, fence)
        for passage in way.sides
        if (fence := fences[base + passage.step]) is not None
        and fence.high >= high
        and not (passage.own and fence.open)
        and not (fence.value and low < high)
    ]
    if not met:
        return
    through = len({passage.turn for passage, _ in met if passage.how == "end"}) == 2
    for passage, fence in met:
        # between two levels a hexside lies below the crest, which is drawn inside the higher hex
        found = GRAZES if fence.low < high else _meets_side(passage, through)
        yield found, fence.value, fence.terrain.id, fence, fence.terrain.rule


def _meets_side(passage: Passage, through: bool) -> int:
    """A string crosses a side, runs along it, meets its end (``through``: between two) or just misses it."""
    if passage.how == "near":
        return GRAZES
    if passage.how == "end":
        return SURELY if through else TOUCHES
    return SURELY if passage.sure else TOUCHES
