"""O16, A25, A38: advances and the melees that follow."""

from __future__ import annotations

from collections.abc import Container, Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import activate, list_led_units, list_ready_units
from .board import Hex
from .cards import Steps, offer_action, roll
from .damage import break_unit
from .mines import offer_hidden_works, resolve_mines
from .modules import sewers, snipers
from .move import (
    DROP,
    EXIT,
    RECEIVER_PAYS,
    WEAPON_ACTIONS,
    drop_chosen_weapon,
    list_droppable,
    list_transfers,
    may_exit,
    transfer_weapon,
)
from .pieces import Unit, list_survivors
from .state import OTHER, SIDES, Fight
from .victory import award, check_end, eliminate, exit_map, update_control

STAY = "stay"
RUSSIAN, GERMAN = "russian", "german"  # A38 names these factions


def list_advance_hexes(fight: Fight, unit: Unit) -> list[Hex]:
    """O16.2, O16.3: return the neighbours that a unit may advance into."""
    ground = fight.board
    hexes = [hex_ for hex_ in ground.cost[unit.hex] if fight.is_passable(hex_)]
    if unit.weapon is None:
        hexes += [hex_ for hex_ in ground.climb[unit.hex] if hex_ not in hexes and fight.is_passable(hex_)]
    return hexes


def can_advance(fight: Fight, side: Side) -> list[Unit]:
    """O16.1: return the units whose activation lets a unit advance."""
    able = {
        u.id
        for u in list_ready_units(fight, side)
        if list_advance_hexes(fight, u) or may_exit(fight, u.hex, side) or sewers.list_sewer_exits(fight, u)
    }
    return [
        unit
        for unit in list_ready_units(fight, side)
        if unit.id in able or (unit.leads and any(other.id in able for other in list_led_units(fight, unit)))
    ]


def carry_out_advance(fight: Fight, side: Side) -> Steps[None]:
    """O16: advance each unit one hex, without movement costs or Opportunity Fire; then melee."""
    units = yield from activate(fight, side, "O16", "advance", lambda: can_advance(fight, side))
    in_sewers = yield from sewers.advance_through_sewers(fight, side, units)
    units = [unit for unit in units if unit not in in_sewers]
    moved = bool(in_sewers)
    while units := list_survivors(units):
        unit, *units = units
        last = not moved and not any(_can_advance_alone(fight, other) for other in units)
        moved = (yield from _advance_unit(fight, side, unit, must=last)) or moved
    yield from resolve_melees(fight, side)


def _can_advance_alone(fight: Fight, unit: Unit) -> bool:
    return bool(list_advance_hexes(fight, unit) or may_exit(fight, unit.hex, unit.side))


def _advance_unit(fight: Fight, side: Side, unit: Unit, *, must: bool) -> Steps[bool]:
    chosen = DROP
    while chosen.startswith(DROP):
        fight.subject = unit
        options = tuple(_list_advance_options(fight, side, unit, must=must))
        chosen = yield Choose("O16.1", "advance_to", side, "step", options)
        if chosen.startswith(DROP):
            drop_chosen_weapon(fight, chosen)
    if chosen == STAY:
        return False
    if chosen == EXIT:
        exit_map(fight, unit, fight.time + 1)
        return True
    if chosen.startswith(WEAPON_ACTIONS):
        transfer_weapon(fight, unit, chosen)
        return True
    here, there = unit.hex, fight.board.numbers[chosen]
    yield from resolve_mines(fight, [unit], here)
    group = list_survivors([unit])
    for survivor in group:
        fight.place_unit(survivor, there)
        fight.record("O16", "advanced", unit=survivor.id, ref=survivor.ref, who=side, hex=chosen)
    if group:
        update_control(fight, here)
        update_control(fight, there)
        yield from resolve_mines(fight, group, there)
        yield from offer_hidden_works(fight, group, there)
    return True


def _list_advance_options(fight: Fight, side: Side, unit: Unit, *, must: bool) -> list[str]:
    """O16.2, 11.3: return hexes, exit, weapon transfers and drops, or staying."""
    options = [fight.board.names[hex_] for hex_ in list_advance_hexes(fight, unit)]
    if may_exit(fight, unit.hex, side):
        options.append(EXIT)
    if fight.options.has(RECEIVER_PAYS):
        options += list_transfers(fight, [unit])
    stay = [STAY] if not must or not options else []
    return [*options, *list_droppable([unit]), *stay]


def list_melee_hexes(fight: Fight) -> list[Hex]:
    """Return the hexes with units of both sides."""
    return [
        hex_
        for hex_ in sorted({unit.hex for unit in fight.camps["axis"].units})
        if any(unit.side == "allied" for unit in fight.units_at[hex_])
    ]


def resolve_melees(fight: Fight, active: Side) -> Steps[None]:
    """O16.4: resolve the melees of an order; ST-7.2: in a city they wait for the Axis turn."""
    if not fight.special.urban:
        yield from resolve_each_melee(fight, active)


def resolve_new_melees(fight: Fight, before: Container[Hex]) -> Steps[None]:
    """O16.4: resolve the melees that a trigger caused; melees already in progress continue later."""
    new = frozenset(hex_ for hex_ in list_melee_hexes(fight) if hex_ not in before)
    if new and not fight.special.urban:
        yield from resolve_each_melee(fight, fight.turn_of, new)


def resolve_each_melee(fight: Fight, active: Side, only: Container[Hex] | None = None) -> Steps[None]:
    """O16.4, ST-7.2: resolve melees in the order of the active player; the other player rolls first."""
    while hexes := [hex_ for hex_ in list_melee_hexes(fight) if only is None or hex_ in only]:
        names = tuple(fight.board.names[hex_] for hex_ in hexes)
        chosen = names[0] if len(names) == 1 else (yield Choose("O16.4", "melee", active, "hex", names))
        yield from _resolve_melee(fight, active, fight.board.numbers[chosen])


def compute_melee_fp(fight: Fight, units: Sequence[Unit]) -> int:
    """O16.4.1: return the firepower of units, plus one for each boxed; weapons do not count."""
    box = fight.get_figure("rule.boxed_fp_in_melee", "fp")
    return sum(fight.get_fp(unit) + (box if unit.is_boxed("fp") else 0) for unit in units)


def _resolve_melee(fight: Fight, active: Side, hex_: Hex) -> Steps[None]:
    passive = OTHER[active]
    holder = fight.work_owners.get(hex_)
    for side in (passive, active):
        yield from _play_ambush(fight, side, hex_)
    if not all(fight.list_units(hex_, side) for side in SIDES):
        return
    fp = {side: compute_melee_fp(fight, fight.list_units(hex_, side)) for side in SIDES}
    total: dict[Side, int] = {}
    for side in (passive, active):
        fight.record("O16.4", "melee", who=side, fp=fp[side], hex=fight.board.names[hex_])
        fight.subject = (hex_, fp, dict(total))
        more = yield from snipers.offer_bonus(fight, side)
        card = yield from roll(fight, side, "melee", (hex_, fp, dict(total)))
        total[side] = fp[side] + card.total + more
        if not all(fight.list_units(hex_, other_side) for other_side in SIDES):
            return
    losers = [side for side in SIDES if total[side] <= total[OTHER[side]]]
    if len(losers) == len(SIDES) and fight.works.get(hex_) in ("bunker", "pillbox") and holder:
        losers = [OTHER[holder]]
    for side in losers:
        for unit in fight.list_units(hex_, side):
            eliminate(fight, unit, "O16.4.3", check=False)
    update_control(fight, hex_)
    check_end(fight)
    for side in SIDES:
        if fight.list_units(hex_, side):
            yield from _play_no_quarter(fight, side)


def _play_ambush(fight: Fight, side: Side, hex_: Hex) -> Steps[None]:
    """A25: the enemy breaks one of its units in the melee."""
    while fight.camps[side].list_action_cards("ambush") and all(
        fight.list_units(hex_, camp_side) for camp_side in SIDES
    ):
        fight.subject = hex_
        if (yield from offer_action(fight, side, "ambush", "A25", ("ambush",))) is None:
            return
        victims = fight.list_units(hex_, OTHER[side])
        ids = tuple(unit.id for unit in victims)
        chosen = ids[0] if len(ids) == 1 else (yield Choose("A25", "ambushed", OTHER[side], "unit", ids))
        yield from break_unit(fight, fight.get_unit(chosen), "A25", check=False)
        check_end(fight)


def _play_no_quarter(fight: Fight, side: Side) -> Steps[None]:
    """A38: score No Quarter for Russians, and for Germans against Russians."""
    factions = {camp_side: fight.camps[camp_side].faction for camp_side in SIDES}
    if factions[side] == RUSSIAN or (factions[side] == GERMAN and factions[OTHER[side]] == RUSSIAN):
        while fight.camps[side].list_action_cards("no_quarter"):
            if (yield from offer_action(fight, side, "no_quarter", "A38", ("no_quarter",))) is None:
                return
            award(fight, side, fight.get_figure("action.no_quarter", "vp"), "action")
