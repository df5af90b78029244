"""RS.17, ST-C3.4: survivors counted by type, as people count them, converted to and from a report.

Units are alive unless reported otherwise. A weapon belongs to a type of unit, or to a Veteran of that type;
each unit carries at most one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError
from schemas.messages import Message, say

from ..battle.state import opponent
from .report import AT_ONCE, UNITS

#: Carriers of weapons without a known carrier: crews first, leaders last.
CREWS = ("team", "squad", "hero", "leader")


@dataclass(frozen=True, slots=True)
class Line:
    """A type of unit: how many were brought, how many survived, and how many of those are Veterans."""

    piece: str
    brought: int
    alive: int
    veterans: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon and the type of unit that has it at the end; "" if it is lost."""

    weapon: str
    piece: str = ""
    veteran: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """Survivors of one side by type, and its weapons."""

    lines: tuple[Line, ...]
    weapons: tuple[Carried, ...] = ()


def tally_without_losses(catalog: Catalog, context: Mapping[str, Any], side: str) -> Tally:
    """Return the tally without losses, with every weapon where it was at the start."""
    brought: Mapping[str, int] = context["brought"][side]
    veterans: Mapping[str, int] = context.get("veterans", {}).get(side, {})
    lines = tuple(
        Line(piece, count, count, min(count, veterans.get(piece, 0)))
        for piece, count in brought.items()
        if get_kind(catalog, piece) in UNITS
    )
    weapons = [
        piece for piece, n in brought.items() for _ in range(n) if get_kind(catalog, piece) == "weapon"
    ]
    return Tally(lines, _assign_weapons(catalog, lines, weapons, context.get("carried", {}).get(side, ())))


def _assign_weapons(
    catalog: Catalog, lines: Sequence[Line], weapons: Sequence[str], known: Sequence[Sequence[Any]]
) -> tuple[Carried, ...]:
    """Assign weapons to their known carriers, and the others to units without a weapon."""
    pairs = [Carried(weapon, piece, bool(veteran)) for piece, weapon, veteran in known]
    free = Counter({(line.piece, False): line.alive - line.veterans for line in lines})
    free.update({(line.piece, True): line.veterans for line in lines})
    free.subtract((pair.piece, pair.veteran) for pair in pairs)
    crews = sorted(free, key=lambda crew: CREWS.index(get_kind(catalog, crew[0])))
    carried = []
    for weapon in weapons:
        pair = next((pair for pair in pairs if pair.weapon == weapon), None)
        if pair is not None:
            pairs.remove(pair)
        else:
            crew = next((crew for crew in crews if free[crew] > 0), ("", False))
            free[crew] -= 1
            pair = Carried(weapon, *crew)
        carried.append(pair)
    return tuple(carried)


def tally_report(
    catalog: Catalog, context: Mapping[str, Any], side: str, survivors: Sequence[Mapping[str, Any]]
) -> Tally:
    """Count an existing report by type; units that joined during the battle get a line too."""
    start = tally_without_losses(catalog, context, side)
    alive = Counter(one["piece"] for one in survivors)
    veterans = Counter(one["piece"] for one in survivors if one.get("veteran"))
    carried = [
        Carried(one["weapon"], one["piece"], bool(one.get("veteran")))
        for one in survivors
        if one.get("weapon")
    ]
    lines = [replace(line, alive=alive[line.piece], veterans=veterans[line.piece]) for line in start.lines]
    known = {line.piece for line in lines}
    lines += [Line(piece, 0, count, veterans[piece]) for piece, count in alive.items() if piece not in known]
    weapons = []
    for one in start.weapons:
        match = next((each for each in carried if each.weapon == one.weapon), None)
        if match is not None:
            carried.remove(match)
        weapons.append(match or Carried(one.weapon))
    return Tally(tuple(lines), (*weapons, *carried))


def list_survivors(tally: Tally) -> list[dict[str, Any]]:
    """Return the survivors one by one, as a report has them."""
    survivors = []
    for line in tally.lines:
        if line.veterans > line.alive:
            raise HorahError("TALLY.veterans", piece=line.piece, alive=line.alive, veterans=line.veterans)
        for veteran, count in ((True, line.veterans), (False, line.alive - line.veterans)):
            held = [one.weapon for one in tally.weapons if (one.piece, one.veteran) == (line.piece, veteran)]
            if len(held) > count:
                key = "TALLY.weapons_veteran" if veteran else "TALLY.weapons"
                raise HorahError(key, piece=line.piece, alive=count, weapons=held)
            weapons = [*held, *[None] * (count - len(held))]
            survivors += [{"piece": line.piece, "weapon": weapon, "veteran": veteran} for weapon in weapons]
    return survivors


def list_doubts(catalog: Catalog, context: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Message]:
    """6.3: return what hardly fits together in a report, so that people look again before it counts."""
    doubts: list[Message] = []
    loser, marker = opponent(answer["winner"]), answer["marker"]
    needed = context.get("surrender", {}).get(loser)
    if answer["ended"] == "surrender" and needed and context["brought"] is not None:
        tally = tally_report(catalog, context, loser, answer["survivors"][loser])
        lost = sum(max(0, line.brought - line.alive) for line in tally.lines)
        if lost < needed:
            doubts.append(say("campaign_report.doubt.surrender", loser=loser, needed=needed, lost=lost))
    if answer["ended"] in AT_ONCE and (marker > 0 if loser == "axis" else marker < 0):
        doubts.append(say("campaign_report.doubt.marker", loser=loser, winner=answer["winner"]))
    return doubts


def get_kind(catalog: Catalog, piece: str) -> str:
    """Return the kind of a piece; leaders are referred to by name."""
    counter = catalog.counters.get(piece)
    return counter.kind if counter else "leader"
