"""O21: moving hex by hex, alone or together, under Opportunity Fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import activate, led_by, ready
from .cards import Steps, offer
from .fire import DONE, Piece, choose_group, hits, opportunity, shoot, targets_of
from .damage import drop_weapon
from .mines import hidden, mines
from .pieces import Unit, stand_ins
from .smoke import random_smoke
from .state import OTHER, Fight
from .board import UNSEEN, Hex
from .victory import leave, occupied

STOP, EXIT, GIVE, TAKE, DROP = "stop", "exit", "give:", "take:", "drop:"
HANDS = (GIVE, TAKE, DROP)  # what is done with a weapon
TAKER = "H-11.3"  # house rule: who takes a weapon may pay for it, and an Advance may
TRENCH, SHELTERS = "trench", ("trench", "bunker", "pillbox")


def can_move(fight: Fight, side: Side) -> list[Unit]:
    """O14.4: who could be activated so that somebody moves."""
    able = {unit.id for unit in ready(fight, side) if can_go(fight, unit)}
    return [
        unit
        for unit in ready(fight, side)
        if unit.id in able or (unit.leads and any(other.id in able for other in led_by(fight, unit)))
    ]


def order(fight: Fight, side: Side) -> Steps[None]:
    """O21: activated units move one after another, or together from one hex."""
    units = yield from activate(fight, side, "O21", "move", lambda: can_move(fight, side))
    for unit in units:
        unit.moving = True
    firing: list[Unit] = []  # of the enemy, for this order (A33.3)
    fight.firing = firing
    waiting, moved = list(units), False
    while waiting := stand_ins(waiting):
        able = [unit for unit in waiting if can_go(fight, unit)]
        if not able:
            break
        ids = tuple(unit.id for unit in able)
        options = (*ids, DONE) if moved else ids
        chosen = yield Choose("O21.2", "mover", side, "unit", options)
        if chosen == DONE:
            break
        group = yield from _together(fight, side, fight.unit(chosen), able)
        waiting = [unit for unit in waiting if unit not in group]
        moved = (yield from _go(fight, side, group, firing, must=not moved)) or moved
    for unit in stand_ins(units):
        unit.moving = False
    fight.mover = fight.firing = ()


def _together(fight: Fight, side: Side, first: Unit, able: Sequence[Unit]) -> Steps[list[Unit]]:
    """O21.2: those who begin in one hex may stay together."""
    others = [unit for unit in able if unit is not first and unit.hex == first.hex]
    if not others:
        return [first]
    ids = tuple(unit.id for unit in others)
    more = yield Choose("O21.2", "together", side, "unit", ids, least=0, most=len(ids))
    return [first, *(unit for unit in others if unit.id in more)]


def steps(fight: Fight, group: Sequence[Unit], spent: int, bonus: int) -> dict[Hex, int]:
    """O21.1, O21.4: where a group can go next, and what it costs."""
    here, side = group[0].hex, group[0].side
    left = min(fight.moves(unit) for unit in group) + bonus - spent
    found = {}
    for there, cost in fight.ground.cost[here].items():
        if sheltered(fight, here, there):
            cost = fight.figure("rule.trench", "move")
        if cost <= left and there not in fight.blaze and not fight.enemy_in(there, side):
            found[there] = cost
    return found


def sheltered(fight: Fight, here: Hex, there: Hex) -> bool:
    """F105.2: from trench to trench, bunker or pillbox, or back."""
    one, other = fight.works.get(here), fight.works.get(there)
    return (one == TRENCH and other in SHELTERS) or (other == TRENCH and one in SHELTERS)


def can_go(fight: Fight, unit: Unit) -> bool:
    """O21.1, 7.2.1: it has a hex to go to, or is where it may leave the map."""
    return bool(steps(fight, [unit], 0, 0)) or can_leave(fight, [unit], 0, 0)


def can_leave(fight: Fight, group: Sequence[Unit], spent: int, bonus: int) -> bool:
    """7.2.1: who moves pays for leaving the map as for a hex."""
    left = min(fight.moves(unit) for unit in group) + bonus - spent
    return left >= fight.figure("rule.exit", "move") and may_exit(fight, group[0].hex, group[0].side)


def may_exit(fight: Fight, hex_: Hex, side: Side) -> bool:
    """7.2.1: along the enemy's edge."""
    return hex_ in fight.ground.edge[fight.camps[OTHER[side]].edge]


def _go(fight: Fight, side: Side, group: list[Unit], firing: list[Unit], *, must: bool) -> Steps[bool]:
    spent, bonus, moved = 0, 0, False
    yield from _own_actions(fight, side, group)
    while group := stand_ins(group):
        here = group[0].hex
        fight.mover = group
        options = _options(fight, group, spent, bonus, stop=moved or not must)
        if options == [STOP] or not options:
            return moved
        fight.roll = (spent, bonus)
        chosen = yield Choose("O21.1", "step", side, "step", options)
        if chosen == STOP:
            return moved
        if chosen == EXIT:
            for unit in group:
                leave(fight, unit, fight.time + 1)
            return True
        if chosen.startswith(DROP):
            throw_away(fight, chosen)
            continue
        if chosen.startswith(HANDS):
            spent += fight.figure("rule.transfer", "move")
            transfer(fight, group[0], chosen)
            continue
        there = fight.ground.numbers[chosen]
        spent += steps(fight, group, spent, bonus)[there]
        covered = sheltered(fight, here, there)
        yield from mines(fight, group, here)
        group = stand_ins(group)
        for unit in group:
            fight.put(unit, there)
        moved = True
        if not group:
            return True
        if there in fight.ground.quick:
            bonus = int(fight.catalog.terrain["road"].figures.get("move_bonus", 1))
        fight.tell("O21", "moved", units=tuple(u.ref for u in group), who=side, hex=chosen, spent=spent)
        occupied(fight, here)
        occupied(fight, there)
        yield from mines(fight, group, there)
        yield from _reactions(fight, side, group, there, firing, covered=covered)
        yield from _own_actions(fight, side, group)
        if "wire" in (fight.works.get(here), fight.works.get(there)):  # F106.2
            return True
    return moved


def _options(fight: Fight, group: Sequence[Unit], spent: int, bonus: int, *, stop: bool) -> list[str]:
    options = [fight.ground.names[there] for there in steps(fight, group, spent, bonus)]
    left = min(fight.moves(unit) for unit in group) + bonus - spent
    if can_leave(fight, group, spent, bonus):
        options.append(EXIT)
    if left >= fight.figure("rule.transfer", "move") and (stop or options):
        options += transfers(fight, group)
    if options:
        options += droppable(group)
    return [*options, STOP] if stop else options


def transfers(fight: Fight, group: Sequence[Unit]) -> list[str]:
    """11.3: whom a single mover could hand his weapon, or by the house rule from whom take one."""
    unit = group[0]
    if len(group) != 1:
        return []
    others = [each for each in fight.here(unit.hex, unit.side) if each is not unit]
    found = [f"{GIVE}{each.id}" for each in others if _hands_over(fight, unit, each)]
    if fight.options.has(TAKER):
        found += [f"{TAKE}{each.id}" for each in others if _hands_over(fight, each, unit)]
    return found


def _hands_over(fight: Fight, giver: Unit, taker: Unit) -> bool:
    """8.1.1, V12: one weapon each; no leader takes what slows him."""
    if giver.weapon is None or taker.weapon is not None:
        return False
    return not (giver.weapon.counter.front.move and taker.leads and fight.options.has("V12"))


def transfer(fight: Fight, unit: Unit, chosen: str) -> None:
    other = fight.unit(chosen.removeprefix(GIVE).removeprefix(TAKE))
    giver, taker = (unit, other) if chosen.startswith(GIVE) else (other, unit)
    taker.weapon, giver.weapon = giver.weapon, None
    fight.tell("11.3", "transferred", unit=taker.id, ref=taker.ref, who=taker.side)


def droppable(units: Iterable[Unit]) -> list[str]:
    """11.3: whoever carries a weapon may throw it away."""
    return [f"{DROP}{unit.id}" for unit in units if unit.weapon is not None]


def throw_away(fight: Fight, chosen: str) -> None:
    """11.3: it costs nothing, and the weapon lies with those that were lost."""
    weapon = fight.unit(chosen.removeprefix(DROP)).weapon
    assert weapon is not None
    drop_weapon(fight, weapon, "11.3")


def _reactions(
    fight: Fight, side: Side, group: Sequence[Unit], hex_: Hex, firing: list[Unit], *, covered: bool
) -> Steps[None]:
    """O21.6: the enemy's actions come first: hidden works, then one attack."""
    yield from hidden(fight, group, hex_)
    if not covered and stand_ins(group):
        firing[:] = stand_ins(firing)
        yield from opportunity(fight, OTHER[side], hex_, firing)


def _own_actions(fight: Fight, side: Side, group: Sequence[Unit]) -> Steps[None]:
    """A26, A39: assault fire and smoke grenades of those who move."""
    while True:
        able = []
        camp = fight.camps[side]
        movers = [unit for unit in camp.units if unit.moving]
        if camp.holds("assault_fire") and assault_targets(fight, movers):
            able.append("assault_fire")
        throwers = [unit for unit in movers if unit.boxed("move")]
        if camp.holds("smoke_grenades") and throwers:
            able.append("smoke_grenades")
        if not able:
            return
        card = yield from offer(fight, side, "move_action", "A24", tuple(able))
        if card is None:
            return
        if card.text.action == "assault_fire":
            yield from _assault(fight, side, movers)
        else:
            yield from _grenades(fight, side, throwers)


def assault_pieces(fight: Fight, movers: Sequence[Unit]) -> list[Piece]:
    """A26: movers, and weapons of theirs, with firepower in a box."""
    found = []
    for unit in movers:
        if unit.out:
            continue
        if unit.boxed("fp") and fight.reach(unit) > 0:
            found.append(Piece(unit, None))
        weapon = unit.weapon
        if weapon and fight.can_shoot_weapon(unit) and "fp" in weapon.counter.front.boxed:
            found.append(Piece(unit, weapon))
    return found


def assault_targets(fight: Fight, movers: Sequence[Unit]) -> list[Hex]:
    pieces = assault_pieces(fight, movers)
    if not pieces:
        return []
    hexes = sorted({unit.hex for unit in fight.camps[OTHER[movers[0].side]].units})
    return targets_of(fight, pieces, hexes)


def _assault(fight: Fight, side: Side, movers: Sequence[Unit]) -> Steps[None]:
    names = tuple(fight.ground.names[hex_] for hex_ in assault_targets(fight, movers))
    chosen = names[0] if len(names) == 1 else (yield Choose("A26", "assault_target", side, "hex", names))
    target = fight.ground.numbers[chosen]
    pieces = [piece for piece in assault_pieces(fight, movers) if hits(fight, piece, target) != UNSEEN]
    group = yield from choose_group(fight, side, pieces, target)
    yield from shoot(fight, side, group, target)


def _grenades(fight: Fight, side: Side, throwers: Sequence[Unit]) -> Steps[None]:
    """A39: into the hex of a thrower or beside it."""
    hexes = {near for unit in throwers for near in (unit.hex, *fight.ground.around[unit.hex])}
    names = tuple(fight.ground.names[hex_] for hex_ in sorted(hexes) if fight.can_smoke(hex_))
    if names:
        chosen = names[0] if len(names) == 1 else (yield Choose("A39", "smoke_hex", side, "hex", names))
        yield from random_smoke(fight, side, fight.ground.numbers[chosen])
