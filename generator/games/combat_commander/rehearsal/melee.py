"""O16: advances, and the melees that follow; A25, A38."""

from __future__ import annotations

from collections.abc import Container, Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import activate, led_by, ready
from .cards import Steps, offer, roll
from .damage import break_unit
from .mines import hidden, mines
from .modules import sewers, snipers
from .move import DROP, EXIT, HANDS, TAKER, droppable, may_exit, throw_away, transfer, transfers
from .pieces import Unit, stand_ins
from .state import OTHER, SIDES, Fight
from .board import Hex
from .victory import award, eliminate, leave, occupied, over

STAY = "stay"
RUSSIAN, GERMAN = "russian", "german"  # A38 names them


def reachable(fight: Fight, unit: Unit) -> list[Hex]:
    """O16.2, O16.3: the neighbours an advance may enter."""
    ground = fight.ground
    found = [hex_ for hex_ in ground.cost[unit.hex] if fight.passable(hex_)]
    if unit.weapon is None:
        found += [hex_ for hex_ in ground.climb[unit.hex] if hex_ not in found and fight.passable(hex_)]
    return found


def can_advance(fight: Fight, side: Side) -> list[Unit]:
    able = {
        u.id
        for u in ready(fight, side)
        if reachable(fight, u) or may_exit(fight, u.hex, side) or sewers.ends(fight, u)
    }
    return [
        unit
        for unit in ready(fight, side)
        if unit.id in able or (unit.leads and any(other.id in able for other in led_by(fight, unit)))
    ]


def order(fight: Fight, side: Side) -> Steps[None]:
    """O16: each one hex, without points and without Opportunity Fire; then melee."""
    units = yield from activate(fight, side, "O16", "advance", lambda: can_advance(fight, side))
    down = yield from sewers.advance(fight, side, units)
    units = [unit for unit in units if unit not in down]
    moved = bool(down)
    while units := stand_ins(units):
        unit, *units = units
        last = not moved and not any(_can(fight, other) for other in units)
        moved = (yield from _advance(fight, side, unit, must=last)) or moved
    yield from melees(fight, side)


def _can(fight: Fight, unit: Unit) -> bool:
    return bool(reachable(fight, unit) or may_exit(fight, unit.hex, unit.side))


def _advance(fight: Fight, side: Side, unit: Unit, *, must: bool) -> Steps[bool]:
    chosen = DROP
    while chosen.startswith(DROP):
        fight.roll = unit
        options = tuple(_options(fight, side, unit, must=must))
        chosen = yield Choose("O16.1", "advance_to", side, "step", options)
        if chosen.startswith(DROP):
            throw_away(fight, chosen)
    if chosen == STAY:
        return False
    if chosen == EXIT:
        leave(fight, unit, fight.time + 1)
        return True
    if chosen.startswith(HANDS):
        transfer(fight, unit, chosen)
        return True
    here, there = unit.hex, fight.ground.numbers[chosen]
    yield from mines(fight, [unit], here)
    group = stand_ins([unit])
    for each in group:
        fight.put(each, there)
        fight.tell("O16", "advanced", unit=each.id, ref=each.ref, who=side, hex=chosen)
    if group:
        occupied(fight, here)
        occupied(fight, there)
        yield from mines(fight, group, there)
        yield from hidden(fight, group, there)
    return True


def _options(fight: Fight, side: Side, unit: Unit, *, must: bool) -> list[str]:
    """O16.2, 11.3: where it may go, off the map, what it may do with its weapon, or nothing."""
    options = [fight.ground.names[hex_] for hex_ in reachable(fight, unit)]
    if may_exit(fight, unit.hex, side):
        options.append(EXIT)
    if fight.options.has(TAKER):
        options += transfers(fight, [unit])
    stay = [STAY] if not must or not options else []
    return [*options, *droppable([unit]), *stay]


def mixed(fight: Fight) -> list[Hex]:
    """The hexes with units of both sides."""
    return [
        hex_
        for hex_ in sorted({unit.hex for unit in fight.camps["axis"].units})
        if any(unit.side == "allied" for unit in fight.at[hex_])
    ]


def melees(fight: Fight, active: Side) -> Steps[None]:
    """O16.4: whatever an order or trigger led to; ST-7.2: in a city it waits for the Axis player's turn."""
    if not fight.special.urban:
        yield from settle(fight, active)


def caused(fight: Fight, before: Container[Hex]) -> Steps[None]:
    """O16.4: the melees that a trigger led to, when it ends; those under way go on after it."""
    new = frozenset(hex_ for hex_ in mixed(fight) if hex_ not in before)
    if new and not fight.special.urban:
        yield from settle(fight, fight.turn_of, new)


def settle(fight: Fight, active: Side, only: Container[Hex] | None = None) -> Steps[None]:
    """O16.4, ST-7.2: one after another, in the order of the active player; the other rolls first."""
    while hexes := [hex_ for hex_ in mixed(fight) if only is None or hex_ in only]:
        names = tuple(fight.ground.names[hex_] for hex_ in hexes)
        chosen = names[0] if len(names) == 1 else (yield Choose("O16.4", "melee", active, "hex", names))
        yield from _melee(fight, active, fight.ground.numbers[chosen])


def melee_fp(fight: Fight, units: Sequence[Unit]) -> int:
    """O16.4.1: firepower of the units, one more for each in a box; weapons do not count."""
    box = fight.figure("rule.boxed_fp_in_melee", "fp")
    return sum(fight.fp(unit) + (box if unit.boxed("fp") else 0) for unit in units)


def _melee(fight: Fight, active: Side, hex_: Hex) -> Steps[None]:
    passive = OTHER[active]
    holder = fight.held.get(hex_)
    for side in (passive, active):
        yield from _ambush(fight, side, hex_)
    if not all(fight.here(hex_, side) for side in SIDES):
        return
    fp = {side: melee_fp(fight, fight.here(hex_, side)) for side in SIDES}
    total: dict[Side, int] = {}
    for side in (passive, active):
        fight.tell("O16.4", "melee", who=side, fp=fp[side], hex=fight.ground.names[hex_])
        fight.roll = (hex_, fp, dict(total))
        more = yield from snipers.spend(fight, side)
        card = yield from roll(fight, side, "melee", (hex_, fp, dict(total)))
        total[side] = fp[side] + card.total + more
        if not all(fight.here(hex_, each) for each in SIDES):
            return
    losers = [side for side in SIDES if total[side] <= total[OTHER[side]]]
    if len(losers) == len(SIDES) and fight.works.get(hex_) in ("bunker", "pillbox") and holder:
        losers = [OTHER[holder]]
    for side in losers:
        for unit in fight.here(hex_, side):
            eliminate(fight, unit, "O16.4.3", check=False)
    occupied(fight, hex_)
    over(fight)
    for side in SIDES:
        if fight.here(hex_, side):
            yield from _no_quarter(fight, side)


def _ambush(fight: Fight, side: Side, hex_: Hex) -> Steps[None]:
    """A25: the enemy breaks one of his own in the melee."""
    while fight.camps[side].holds("ambush") and all(fight.here(hex_, each) for each in SIDES):
        fight.roll = hex_
        if (yield from offer(fight, side, "ambush", "A25", ("ambush",))) is None:
            return
        victims = fight.here(hex_, OTHER[side])
        ids = tuple(unit.id for unit in victims)
        chosen = ids[0] if len(ids) == 1 else (yield Choose("A25", "ambushed", OTHER[side], "unit", ids))
        yield from break_unit(fight, fight.unit(chosen), "A25", check=False)
        over(fight)


def _no_quarter(fight: Fight, side: Side) -> Steps[None]:
    """A38: for Russians, and for Germans against them."""
    factions = {each: fight.camps[each].faction for each in SIDES}
    if factions[side] == RUSSIAN or (factions[side] == GERMAN and factions[OTHER[side]] == RUSSIAN):
        while fight.camps[side].holds("no_quarter"):
            if (yield from offer(fight, side, "no_quarter", "A38", ("no_quarter",))) is None:
                return
            award(fight, side, fight.figure("action.no_quarter", "vp"), "action")
