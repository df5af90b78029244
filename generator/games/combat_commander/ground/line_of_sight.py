"""10, T78.4, T84, T86-T88, T92-T94, T97: decide whether one hex sees another, and through what.

The rule stretches a string from dot to dot and checks whether it touches a drawing. On measured prints the
answer is known. Elsewhere only the hexes are known and the usual shape of a drawing decides, so an answer is
either sure, or it says *check with a string* and gives the likely result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground

from .line_geometry import (
    GRAZES,
    MISSES,
    STRIDE,
    SURELY,
    TOUCHES,
    HexCrossing,
    LineTrace,
    SideCrossing,
    to_hex_id,
    to_hex_number,
    trace_line,
)
from .los_map import HILL, Drawing, HexProfile, LosMap, Marker, SideProfile, build_los_map, get_hex_range

Kind = Literal["clear", "hindered", "blocked"]
CHANCE_NAMES: Mapping[int, Literal["sure", "likely", "unlikely"]] = {
    SURELY: "sure",
    TOUCHES: "likely",
    GRAZES: "unlikely",
}


CONTACT_BY_TOUCH = {"touched": SURELY, "brushed": TOUCHES, "grazed": GRAZES, "missed": MISSES}
NO_TOUCHES: Mapping[int, str] = {}
AIRBORNE = ("smoke", "blaze")  # count at every level (T88.4, T88.5) and in both end hexes


#: Something under a sight line: contact, hindrance (0: it blocks), terrain, number of its hex or its side,
#: rule.
Contact = tuple[int, int, str, int | SideProfile, str]


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why sight is, or might be, blocked or hindered."""

    what: str  # a terrain
    hexes: tuple[str, ...]  # the hex, or the two hexes of a side
    rule: str
    value: int  # the hindrance; 0 if it blocks
    chance: Literal["sure", "likely", "unlikely"]


@dataclass(frozen=True, slots=True)
class SightResult:
    """Whether a hex is seen, through which hindrance, and whether that is sure."""

    seen: bool
    hindrance: int
    sure: bool

    @property
    def kind(self) -> Kind:
        if not self.seen:
            return "blocked"
        return "hindered" if self.hindrance else "clear"


@dataclass(frozen=True, slots=True)
class SightReport:
    """The full result for two hexes; ``sure`` False means that players must check with a string."""

    one: str
    other: str
    seen: bool
    hindrance: int
    sure: bool
    reasons: tuple[Reason, ...]
    measured: bool  # the drawings of the printed map were measured

    @property
    def kind(self) -> Kind:
        return SightResult(self.seen, self.hindrance, self.sure).kind


def check_sight(los_map: LosMap, first: str, second: str) -> SightReport:
    """10.1: check the sight line between two hexes; it is the same from either end."""
    start, end = sorted((to_hex_number(first), to_hex_number(second)))
    contacts = list(_find_contacts(los_map, start, end))
    result = _summarise(contacts)
    reasons = sorted(
        map(_to_reason, _select_deciding(contacts)), key=lambda reason: (-reason.value, reason.hexes)
    )
    return SightReport(
        first, second, result.seen, result.hindrance, result.sure, tuple(reasons), los_map.touches is not None
    )


def compute_sight_from(los_map: LosMap, hex_id: str) -> Mapping[str, SightResult]:
    """Return for every other hex how it is seen from a hex."""
    viewer = to_hex_number(hex_id)
    return {
        to_hex_id(target): _summarise(_find_contacts(los_map, min(viewer, target), max(viewer, target)))
        for target in los_map.hexes
        if target != viewer
    }


def compute_sight_table(los_map: LosMap) -> Mapping[tuple[str, str], SightResult]:
    """Return the result for every pair of hexes, in board order."""
    names = [to_hex_id(number) for number in los_map.hexes]
    return {
        (names[first], names[second]): _summarise(_find_contacts(los_map, start, los_map.hexes[second]))
        for first, start in enumerate(los_map.hexes)
        for second in range(first + 1, len(names))
    }


@lru_cache(maxsize=8)  # more than a megabyte each
def get_sight_table(catalog: Catalog, ground: Ground) -> Mapping[tuple[str, str], SightResult]:
    """Return the cached sight table of a map without markers."""
    return compute_sight_table(build_los_map(catalog, ground))


@lru_cache(maxsize=64)
def _make_result(seen: bool, hindrance: int, sure: bool) -> SightResult:
    return SightResult(seen, hindrance, sure)


CLEAR = _make_result(True, 0, True)
BLOCKED = _make_result(False, 0, True)


def _summarise(contacts: Iterable[Contact]) -> SightResult:
    """10.2, 10.3.3: an obstacle blocks; of several hindrances only the largest counts."""
    block = MISSES
    value, firm, doubt = 0, 0, 0  # likely, sure and possible hindrance
    for met, hindrance, _, _, _ in contacts:
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
        return _make_result(False, 0, False)
    if not value and not doubt and not block:
        return CLEAR
    return _make_result(True, value, not block and value == firm and doubt <= value)


def _select_deciding(contacts: list[Contact]) -> Iterator[Contact]:
    """Yield the contacts that block for sure, or else all that may matter."""
    blocks = [contact for contact in contacts if not contact[1]]
    certain = [contact for contact in blocks if contact[0] == SURELY]
    if certain:
        yield from certain
        return
    yield from blocks
    hinders = [contact for contact in contacts if contact[1]]
    most = max((value for met, value, _, _, _ in hinders if met > GRAZES), default=0)
    yield from (contact for contact in hinders if contact[1] >= most)


def _to_reason(contact: Contact) -> Reason:
    met, value, what, place, rule = contact
    hexes = place.hexes if isinstance(place, SideProfile) else (to_hex_id(place),)
    return Reason(what, hexes, rule, value, CHANCE_NAMES[met])


def get_trace(start: int, end: int) -> LineTrace:
    """Return the trace of the line between two hexes, by hex numbers."""
    return _get_trace(end - start)


@lru_cache(maxsize=4096)
def _get_trace(step: int) -> LineTrace:
    columns = (step + STRIDE // 2) // STRIDE
    return trace_line(columns, step - columns * STRIDE)


def _find_contacts(los_map: LosMap, start: int, end: int) -> Iterator[Contact]:
    """Yield everything under the line between two hexes that could block or hinder it."""
    levels, profiles = los_map.levels, los_map.hex_profiles
    low, high = levels[start], levels[end]
    if low > high:
        low, high = high, low
    crest = high if high > low else high + 1
    if los_map.gullies:
        yield from _check_gullies(los_map, start, end)
    if los_map.markers:
        yield from _check_end_markers(los_map, start, end)
    trace = _get_trace(end - start)
    touches = None if los_map.touches is None else los_map.touches.get((start, end), NO_TOUCHES)
    for crossing in trace.hexes:
        profile = profiles[start + crossing.step]
        if profile is None:
            continue
        level = profile.level
        if profile.marker is not None and (profile.marker.kind in AIRBORNE or level >= high):
            yield _marker_contact(los_map, start + crossing.step, profile.marker)
        if level >= crest and (contact := crossing.get_contact(profile.upper[crest])):
            yield contact, 0, HILL, start + crossing.step, "T88.3.2" if high > low else "T88.3.3"
        if profile.solid is not None:
            if level >= high or (
                level >= low and _hides_lower_end(los_map, start, end, start + crossing.step, profile.solid)
            ):
                yield from _check_obstacle(los_map, start, end, trace, crossing, profile, touches)
        elif level == high == low and not (crossing.axis and profile.along >> crossing.axis & 1):
            thin = profile.thin
            if thin is not None and (contact := crossing.get_contact(thin.outline)):
                yield contact, thin.value, thin.terrain.id, start + crossing.step, thin.terrain.rule
        if profile.rails is not None and level == high == low:
            yield from _check_railway(los_map, crossing, start + crossing.step, profile)
    if los_map.side_profiles:
        yield from _check_hexsides(los_map.side_profiles, start, end, trace, low, high)


def _runs_along_way(crossing: HexCrossing, profile: HexProfile) -> bool:
    """T92, T93: return whether the line follows a road or railway straight through the hex."""
    return bool(crossing.axis and profile.along >> crossing.axis & 1)


def _check_railway(
    los_map: LosMap, crossing: HexCrossing, number: int, profile: HexProfile
) -> Iterator[Contact]:
    """T92: a railway hinders a line that crosses its track, but not a line along it."""
    assert profile.rails is not None
    if not _runs_along_way(crossing, profile) and (contact := crossing.get_contact(profile.rails)):
        row = los_map.terrain["railway"]
        yield contact, row.los["hindrance"], row.id, number, row.rule


def _hides_lower_end(los_map: LosMap, start: int, end: int, number: int, drawing: Drawing) -> bool:
    """T88.4.1: return whether the lower end lies in the blind hex behind a lower obstacle."""
    return get_hex_range(number, _get_lower_end(los_map, start, end)) <= drawing.terrain.blind_hexes


def _get_lower_end(los_map: LosMap, start: int, end: int) -> int:
    return start if los_map.levels[start] < los_map.levels[end] else end


def _check_obstacle(
    los_map: LosMap,
    start: int,
    end: int,
    trace: LineTrace,
    crossing: HexCrossing,
    profile: HexProfile,
    touches: Mapping[int, str] | None,
) -> Iterator[Contact]:
    """10.2, T88.4: yield woods or a building if the line touches the drawing."""
    drawing = profile.solid
    assert drawing is not None
    contact = crossing.get_contact(drawing.outline)
    if touches is not None:
        contact = _apply_measured_touch(contact, touches.get(start + crossing.step))
    elif crossing.axis and _runs_along_way(crossing, profile):
        contact = GRAZES  # T93; the hexes do not tell whether the road is drawn straight
    if not contact:
        return
    blind = profile.level < los_map.levels[start] or profile.level < los_map.levels[end]
    if blind and contact == SURELY:
        order = trace.first if _get_lower_end(los_map, start, end) == start else trace.last
        contact = TOUCHES if _is_beyond_blind_hexes(order, crossing, drawing) else SURELY
    terrain = drawing.terrain
    yield contact, 0, terrain.id, start + crossing.step, "T88.4.1" if blind else terrain.rule


def _apply_measured_touch(model: int, touch: str | None) -> int:
    """Return the contact on a measured print: the model's, unless the print is known to differ."""
    if touch is None:
        return SURELY if model >= TOUCHES else MISSES
    return CONTACT_BY_TOUCH[touch]


def _is_beyond_blind_hexes(order: tuple[int, ...], crossing: HexCrossing, drawing: Drawing) -> bool:
    """T88.4.1: return whether more hexes than the blind ones lie between obstacle and hidden hex."""
    return crossing.inside and order.index(crossing.step) >= drawing.terrain.blind_hexes


def _marker_contact(los_map: LosMap, number: int, marker: Marker) -> Contact:
    """10.2.1, 10.3.4, ST-T1: return the contact with a marker, which fills its hex with sides and corners."""
    rule = {"blaze": "10.2.1", "smoke": "10.3.4"}.get(marker.kind, los_map.terrain[marker.kind].rule)
    return SURELY, marker.value, marker.kind, number, rule


def _check_end_markers(los_map: LosMap, start: int, end: int) -> Iterator[Contact]:
    """10.3.4, T79: yield smoke and fire in the hexes of firer and target."""
    for number in (start, end):
        marker = los_map.markers.get(number)
        if marker is not None and marker.kind in AIRBORNE:
            rule = "10.3.4" if marker.value else "T79"
            yield SURELY, marker.value, marker.kind, number, rule


def _check_gullies(los_map: LosMap, start: int, end: int) -> Iterator[Contact]:
    """T86: a gully sees, and is seen by, neighbouring and higher hexes only."""
    if get_hex_range(start, end) == 1:
        return
    for gully, other in ((start, end), (end, start)):
        if gully in los_map.gullies and los_map.levels[other] <= los_map.levels[gully]:
            yield SURELY, 0, "gully", gully, "T86"


def _check_hexsides(
    side_profiles: tuple[SideProfile | None, ...], start: int, end: int, trace: LineTrace, low: int, high: int
) -> Iterator[Contact]:
    """T84, T87, T97: yield hexsides that are no side of either end; a line along a side counts too (10.1)."""
    base = 4 * start
    met = [
        (crossing, profile)
        for crossing in trace.sides
        if (profile := side_profiles[base + crossing.step]) is not None
        and profile.high >= high
        and not (crossing.own and profile.open)
        and not (profile.value and low < high)
    ]
    if not met:
        return
    through = len({crossing.turn for crossing, _ in met if crossing.how == "end"}) == 2
    for crossing, profile in met:
        # between two levels a hexside lies below the crest drawn inside the higher hex
        contact = GRAZES if profile.low < high else _get_side_contact(crossing, through)
        yield contact, profile.value, profile.terrain.id, profile, profile.terrain.rule


def _get_side_contact(crossing: SideCrossing, through: bool) -> int:
    """Return the contact with a hexside; ``through`` means that the line passes between the ends of two."""
    if crossing.how == "near":
        return GRAZES
    if crossing.how == "end":
        return SURELY if through else TOUCHES
    return SURELY if crossing.sure else TOUCHES
