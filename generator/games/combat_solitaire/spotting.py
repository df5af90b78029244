"""12.0: spotting and revealing counters."""

from __future__ import annotations

from dataclasses import replace

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from .checks import remove_decoy, tqc
from .enemy_orders import SLOW_FIRE_ORDERS, is_slow
from .fire import night_between, smoke_between
from .hexes import distance
from .prompts import ask_number, get_target_order, get_terrain
from .state import DECOY, PLAYER, Soldier, State


def spot(s: State, who: str, target: str) -> Steps[State]:
    """12.0: make a TQC with the Spotting table's modifiers; wounds count, morale does not."""
    man, aim = s.soldiers[who], s.soldiers[target]
    s, table = yield from _get_chart_modifier(s, man, aim)
    total = table + smoke_between(s, man.hex, aim.hex) + night_between(s, man.hex, aim.hex)
    s, passed = yield from tqc(s, who, "12.0", bonus=total, morale=False)
    if not passed:
        return s
    return (yield from reveal_enemy(s, target)) if man.friendly else (yield from expose_friendly(s, target))


def _get_chart_modifier(s: State, man: Soldier, aim: Soldier) -> Steps[tuple[State, int]]:
    """Return the order/terrain and range modifiers from the charts, or their sum as typed."""
    s, terrain = yield from get_terrain(s, aim.hex)
    s, order = yield from get_target_order(s, aim.id)
    far = distance(man.hex, aim.hex)
    cell, by_range = s.catalog.cell("spotting", order, terrain), s.catalog.spotting_range(far)
    if cell is not None and by_range is not None:
        return s, cell + by_range
    key = f"spotting.{order or 'none'}.{terrain}.{far}"
    if key not in s.typed:
        value = yield from ask_number("12.0", "spotting", order=order or "none", terrain=terrain, range=far)
        s = replace(s, typed={**s.typed, key: value})
    return s, int(s.typed[key])


def expose_friendly(s: State, who: str) -> Steps[State]:
    """12.0: turn a Friendly to the Spotted side."""
    yield Note("12.0", "exposed", {"who": s.soldiers[who].label})
    return s.change(who, seen=True)


def reveal_enemy(s: State, who: str) -> Steps[State]:
    """12.0: make an enemy Known for the rest of the game and reveal its counter."""
    man = s.soldiers[who]
    if man.seen or not man.on_board:
        return s
    if not man.who:
        s = yield from _ask_identity(s, man)
    if s.soldiers[who].decoy:
        return (yield from remove_decoy(s, who))
    s = s.change(who, seen=True)
    yield Note("12.0", "found", {"who": s.soldiers[who].label, "hex": man.hex})
    order = s.soldiers[who].order or ""
    if order in SLOW_FIRE_ORDERS and is_slow(s, who):
        s = s.change(who, order=SLOW_FIRE_ORDERS[order])
        yield Note("14.1", "order", {"who": s.soldiers[who].label, "order": SLOW_FIRE_ORDERS[order]})
    counter = s.catalog.germans.get(s.soldiers[who].who)
    return (yield from _place_assistant(s, who)) if counter and counter.belt_fed else s


def _ask_identity(s: State, man: Soldier) -> Steps[State]:
    """Ask which counter it is: the player draws from a physical cup."""
    taken = {soldier.who for soldier in s.soldiers.values()}
    remaining = tuple(
        counter for counter in s.cup if counter.startswith(f"{man.team}:") and counter not in taken
    )
    options = remaining or (f"{man.team}:{DECOY}0",)
    who = yield Choose("12.0", "who", PLAYER, "german", options, context={"hex": man.hex})
    return s.change(man.id, who=str(who))


def _place_assistant(s: State, who: str) -> Steps[State]:
    """14.3: place the assistant of an enemy with a belt-fed weapon.

    The rules do not say when the assistant appears; here when the operator is known, to betray nothing
    earlier.
    """
    man = s.soldiers[who]
    name = f"{who}a"
    yield Note("14.3", "assistant", {"who": man.label})
    helper = replace(man, id=name, who=f"{man.team}:assistant", assistant_of=who, wounds=(), seen=True)
    # The assistant does not share the operator's order, grenade or prisoner.
    return s.with_soldier(replace(helper, order=None, ways=(), armed=False, aim=None, guard=False))


def remove_decoy_if_seen(s: State, who: str) -> Steps[State]:
    """12.0: look at an unknown enemy who sees a Friendly, and remove a decoy."""
    man = s.soldiers[who]
    if not man.seen and man.decoy:
        return (yield from remove_decoy(s, who))
    return s
