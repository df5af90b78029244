"""O21: move units hex by hex, alone or together, under Opportunity Fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import activate, list_led_units, list_ready_units
from .board import UNSEEN, Hex
from .cards import Steps, offer_action
from .damage import drop_weapon
from .fire import (
    DONE,
    Piece,
    choose_group,
    get_target_hindrance,
    list_targets,
    offer_opportunity_fire,
    record_fire,
    resolve_attack,
)
from .mines import offer_hidden_works, resolve_mines
from .pieces import Unit, list_survivors
from .smoke import place_random_smoke
from .state import OTHER, Fight
from .victory import exit_map, update_control

STOP, EXIT, GIVE, TAKE, DROP = "stop", "exit", "give:", "take:", "drop:"
WEAPON_ACTIONS = (GIVE, TAKE, DROP)
RECEIVER_PAYS = "H-11.3"  # house rule: the receiver may pay for a transfer, and an Advance allows one
TRENCH, SHELTERS = "trench", ("trench", "bunker", "pillbox")


def can_move(fight: Fight, side: Side) -> list[Unit]:
    """O14.4: return the units whose activation lets a unit move."""
    able = {unit.id for unit in list_ready_units(fight, side) if can_step(fight, unit)}
    return [
        unit
        for unit in list_ready_units(fight, side)
        if unit.id in able or (unit.leads and any(other.id in able for other in list_led_units(fight, unit)))
    ]


def carry_out_move(fight: Fight, side: Side) -> Steps[None]:
    """O21: move the activated units one after another, or together from one hex."""
    units = yield from activate(fight, side, "O21", "move", lambda: can_move(fight, side))
    for unit in units:
        unit.moving = True
    firing: list[Unit] = []  # enemy units, for this order (A33.3)
    fight.opportunity_firers = firing
    waiting, moved = list(units), False
    while waiting := list_survivors(waiting):
        able = [unit for unit in waiting if can_step(fight, unit)]
        if not able:
            break
        ids = tuple(unit.id for unit in able)
        options = (*ids, DONE) if moved else ids
        chosen = yield Choose("O21.2", "mover", side, "unit", options)
        if chosen == DONE:
            break
        group = yield from _choose_group(fight, side, fight.get_unit(chosen), able)
        waiting = [unit for unit in waiting if unit not in group]
        moved = (yield from _move_group(fight, side, group, firing, must=not moved)) or moved
    for unit in list_survivors(units):
        unit.moving = False
    fight.mover = fight.opportunity_firers = ()


def _choose_group(fight: Fight, side: Side, first: Unit, able: Sequence[Unit]) -> Steps[list[Unit]]:
    """O21.2: units that start in one hex may move together."""
    others = [unit for unit in able if unit is not first and unit.hex == first.hex]
    if not others:
        return [first]
    ids = tuple(unit.id for unit in others)
    more = yield Choose("O21.2", "together", side, "unit", ids, least=0, most=len(ids))
    return [first, *(unit for unit in others if unit.id in more)]


def list_steps(fight: Fight, group: Sequence[Unit], spent: int, bonus: int) -> dict[Hex, int]:
    """O21.1, O21.4: return the hexes a group can enter next, with their costs."""
    here, side = group[0].hex, group[0].side
    left = min(fight.get_move_points(unit) for unit in group) + bonus - spent
    costs = {}
    for there, cost in fight.board.cost[here].items():
        if is_trench_step(fight, here, there):
            cost = fight.get_figure("rule.trench", "move")
        if cost <= left and there not in fight.blaze and not fight.has_enemy(there, side):
            costs[there] = cost
    return costs


def is_trench_step(fight: Fight, here: Hex, there: Hex) -> bool:
    """F105.2: return whether a step leads between a trench and a trench, bunker or pillbox."""
    work_here, work_there = fight.works.get(here), fight.works.get(there)
    return (work_here == TRENCH and work_there in SHELTERS) or (
        work_there == TRENCH and work_here in SHELTERS
    )


def can_step(fight: Fight, unit: Unit) -> bool:
    """O21.1, 7.2.1: return whether a unit can enter a hex or exit the map."""
    return bool(list_steps(fight, [unit], 0, 0)) or can_leave(fight, [unit], 0, 0)


def can_leave(fight: Fight, group: Sequence[Unit], spent: int, bonus: int) -> bool:
    """7.2.1: return whether a group has the movement points to exit the map."""
    left = min(fight.get_move_points(unit) for unit in group) + bonus - spent
    return left >= fight.get_figure("rule.exit", "move") and may_exit(fight, group[0].hex, group[0].side)


def may_exit(fight: Fight, hex_: Hex, side: Side) -> bool:
    """7.2.1: return whether a hex lies at the enemy's edge."""
    return hex_ in fight.board.edge[fight.camps[OTHER[side]].edge]


def _move_group(
    fight: Fight, side: Side, group: list[Unit], firing: list[Unit], *, must: bool
) -> Steps[bool]:
    spent, bonus, moved = 0, 0, False
    yield from _offer_mover_actions(fight, side, group)
    while group := list_survivors(group):
        here = group[0].hex
        fight.mover = group
        options = _list_step_options(fight, group, spent, bonus, stop=moved or not must)
        if options == [STOP] or not options:
            return moved
        fight.subject = (spent, bonus)
        chosen = yield Choose("O21.1", "step", side, "step", options)
        if chosen == STOP:
            return moved
        if chosen == EXIT:
            for unit in group:
                exit_map(fight, unit, fight.time + 1)
            return True
        if chosen.startswith(DROP):
            drop_chosen_weapon(fight, chosen)
            continue
        if chosen.startswith(WEAPON_ACTIONS):
            spent += fight.get_figure("rule.transfer", "move")
            transfer_weapon(fight, group[0], chosen)
            continue
        there = fight.board.numbers[chosen]
        spent += list_steps(fight, group, spent, bonus)[there]
        covered = is_trench_step(fight, here, there)
        yield from resolve_mines(fight, group, here)
        group = list_survivors(group)
        for unit in group:
            fight.place_unit(unit, there)
        moved = True
        if not group:
            return True
        if there in fight.board.bonus_roads:
            bonus = int(fight.catalog.terrain["road"].figures.get("move_bonus", 1))
        fight.record("O21", "moved", units=tuple(u.ref for u in group), who=side, hex=chosen, spent=spent)
        update_control(fight, here)
        update_control(fight, there)
        yield from resolve_mines(fight, group, there)
        yield from _offer_reactions(fight, side, group, there, firing, covered=covered)
        yield from _offer_mover_actions(fight, side, group)
        if "wire" in (fight.works.get(here), fight.works.get(there)):  # F106.2
            return True
    return moved


def _list_step_options(
    fight: Fight, group: Sequence[Unit], spent: int, bonus: int, *, stop: bool
) -> list[str]:
    options = [fight.board.names[there] for there in list_steps(fight, group, spent, bonus)]
    left = min(fight.get_move_points(unit) for unit in group) + bonus - spent
    if can_leave(fight, group, spent, bonus):
        options.append(EXIT)
    if left >= fight.get_figure("rule.transfer", "move") and (stop or options):
        options += list_transfers(fight, group)
    if options:
        options += list_droppable(group)
    return [*options, STOP] if stop else options


def list_transfers(fight: Fight, group: Sequence[Unit]) -> list[str]:
    """11.3: return the weapon transfers of a single mover; by the house rule also to it."""
    unit = group[0]
    if len(group) != 1:
        return []
    others = [other for other in fight.list_units(unit.hex, unit.side) if other is not unit]
    options = [f"{GIVE}{other.id}" for other in others if _can_transfer(fight, unit, other)]
    if fight.options.has(RECEIVER_PAYS):
        options += [f"{TAKE}{other.id}" for other in others if _can_transfer(fight, other, unit)]
    return options


def _can_transfer(fight: Fight, giver: Unit, taker: Unit) -> bool:
    """8.1.1, V12: return whether a unit can hand its weapon over: one each, no heavy weapon for leaders."""
    if giver.weapon is None or taker.weapon is not None:
        return False
    return not (giver.weapon.counter.front.move and taker.leads and fight.options.has("V12"))


def transfer_weapon(fight: Fight, unit: Unit, chosen: str) -> None:
    other = fight.get_unit(chosen.removeprefix(GIVE).removeprefix(TAKE))
    giver, taker = (unit, other) if chosen.startswith(GIVE) else (other, unit)
    taker.weapon, giver.weapon = giver.weapon, None
    assert taker.weapon is not None
    fight.record_unit("11.3", "transferred", taker, weapon=taker.weapon.counter.ref)


def list_droppable(units: Iterable[Unit]) -> list[str]:
    """11.3: return the options to drop a weapon."""
    return [f"{DROP}{unit.id}" for unit in units if unit.weapon is not None]


def drop_chosen_weapon(fight: Fight, chosen: str) -> None:
    """11.3: drop a weapon; it costs nothing and the weapon is eliminated."""
    weapon = fight.get_unit(chosen.removeprefix(DROP)).weapon
    assert weapon is not None
    drop_weapon(fight, weapon, "11.3")


def _offer_reactions(
    fight: Fight, side: Side, group: Sequence[Unit], hex_: Hex, firing: list[Unit], *, covered: bool
) -> Steps[None]:
    """O21.6: the enemy reacts first: hidden fortifications, then one attack."""
    yield from offer_hidden_works(fight, group, hex_)
    if not covered and list_survivors(group):
        firing[:] = list_survivors(firing)
        yield from offer_opportunity_fire(fight, OTHER[side], hex_, firing)


def _offer_mover_actions(fight: Fight, side: Side, group: Sequence[Unit]) -> Steps[None]:
    """A26, A39: offer Assault Fire and Smoke Grenades to the movers."""
    while True:
        able = []
        camp = fight.camps[side]
        movers = [unit for unit in camp.units if unit.moving]
        if camp.list_action_cards("assault_fire") and list_assault_targets(fight, movers):
            able.append("assault_fire")
        throwers = [unit for unit in movers if unit.is_boxed("move")]
        if camp.list_action_cards("smoke_grenades") and throwers:
            able.append("smoke_grenades")
        if not able:
            return
        card = yield from offer_action(fight, side, "move_action", "A24", tuple(able))
        if card is None:
            return
        if card.text.action == "assault_fire":
            yield from _fire_assault(fight, side, movers)
        else:
            yield from _throw_smoke(fight, side, throwers)


def list_assault_pieces(fight: Fight, movers: Sequence[Unit]) -> list[Piece]:
    """A26: return movers and their weapons with boxed firepower."""
    pieces = []
    for unit in movers:
        if unit.out:
            continue
        if unit.is_boxed("fp") and fight.get_range(unit) > 0:
            pieces.append(Piece(unit, None))
        weapon = unit.weapon
        if weapon and fight.can_shoot_weapon(unit) and "fp" in weapon.counter.front.boxed:
            pieces.append(Piece(unit, weapon))
    return pieces


def list_assault_targets(fight: Fight, movers: Sequence[Unit]) -> list[Hex]:
    pieces = list_assault_pieces(fight, movers)
    if not pieces:
        return []
    hexes = sorted({unit.hex for unit in fight.camps[OTHER[movers[0].side]].units})
    return list_targets(fight, pieces, hexes)


def _fire_assault(fight: Fight, side: Side, movers: Sequence[Unit]) -> Steps[None]:
    names = tuple(fight.board.names[hex_] for hex_ in list_assault_targets(fight, movers))
    chosen = names[0] if len(names) == 1 else (yield Choose("A26", "assault_target", side, "hex", names))
    target = fight.board.numbers[chosen]
    pieces = [
        piece
        for piece in list_assault_pieces(fight, movers)
        if get_target_hindrance(fight, piece, target) != UNSEEN
    ]
    group = yield from choose_group(fight, side, pieces, target)
    record_fire(fight, "A26", side, group, target)
    yield from resolve_attack(fight, side, group, target)


def _throw_smoke(fight: Fight, side: Side, throwers: Sequence[Unit]) -> Steps[None]:
    """A39: place smoke in the hex of a thrower or a neighbour."""
    hexes = {near for unit in throwers for near in (unit.hex, *fight.board.neighbours[unit.hex])}
    names = tuple(fight.board.names[hex_] for hex_ in sorted(hexes) if fight.can_smoke(hex_))
    if names:
        chosen = names[0] if len(names) == 1 else (yield Choose("A39", "smoke_hex", side, "hex", names))
        yield from place_random_smoke(fight, side, fight.board.numbers[chosen])
