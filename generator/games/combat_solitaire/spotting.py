"""12.0: who spots whom, and what is turned up then."""

from __future__ import annotations

from dataclasses import replace

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from .asking import ground, number
from .checks import tqc, unmasked
from .fire import night_between, smoke_between
from .hexes import distance
from .machine import SLOW, is_slow
from .state import DECOY, PLAYER, Soldier, State


def spot(s: State, who: str, target: str) -> Steps[State]:
    """12.0: a TQC with the Spotting table's modifiers; wounds count, morale does not."""
    man, aim = s.soldiers[who], s.soldiers[target]
    s, table = yield from _chart(s, man, aim)
    total = table + smoke_between(s, man.hex, aim.hex) + night_between(s, man.hex, aim.hex)
    s, passed = yield from tqc(s, who, "12.0", bonus=total, morale=False)
    if not passed:
        return s
    return (yield from found(s, target)) if man.friendly else (yield from exposed(s, target))


def _chart(s: State, man: Soldier, aim: Soldier) -> Steps[tuple[State, int]]:
    """Order and terrain, and range: from the charts, or their sum as the player reads it."""
    s, terrain = yield from ground(s, aim.hex)
    order, far = s.ordered(aim), distance(man.hex, aim.hex)
    cell, by_range = s.catalog.cell("spotting", order, terrain), s.catalog.spotting_range(far)
    if cell is not None and by_range is not None:
        return s, cell + by_range
    key = f"spotting.{order or 'none'}.{terrain}.{far}"
    if key not in s.typed:
        value = yield from number("12.0", "spotting", order=order or "none", terrain=terrain, range=far)
        s = replace(s, typed={**s.typed, key: value})
    return s, int(s.typed[key])


def exposed(s: State, who: str) -> Steps[State]:
    """12.0: a Friendly is turned to his Spotted side."""
    yield Note("12.0", "exposed", {"who": s.soldiers[who].called})
    return s.change(who, seen=True)


def found(s: State, who: str) -> Steps[State]:
    """12.0: an enemy is Known for the rest of the game; only now is it told who he is."""
    man = s.soldiers[who]
    if man.seen or not man.here:
        return s
    if not man.who:
        s = yield from _real(s, man)
    if s.soldiers[who].decoy:
        return (yield from unmasked(s, who))
    s = s.change(who, seen=True)
    yield Note("12.0", "found", {"who": s.soldiers[who].called, "hex": man.hex})
    order = s.soldiers[who].order or ""
    if order in SLOW and is_slow(s, who):
        s = s.change(who, order=SLOW[order])
        yield Note("14.1", "order", {"who": s.soldiers[who].called, "order": SLOW[order]})
    counter = s.catalog.germans.get(s.soldiers[who].who)
    return (yield from _assisted(s, who)) if counter and counter.belt_fed else s


def _real(s: State, man: Soldier) -> Steps[State]:
    """The player has a cup of his own: he turns the counter and says who it is."""
    taken = {each.who for each in s.soldiers.values()}
    left = tuple(one for one in s.cup if one.startswith(f"{man.team}:") and one not in taken)
    options = left or (f"{man.team}:{DECOY}0",)
    who = yield Choose("12.0", "who", PLAYER, "german", options, context={"hex": man.hex})
    return s.change(man.id, who=str(who))


def _assisted(s: State, who: str) -> Steps[State]:
    """14.3: an enemy with a belt-fed weapon has an assistant in his hex.

    The text does not say when he comes; here when the operator is known, so that nothing is betrayed before.
    """
    man = s.soldiers[who]
    name = f"{who}a"
    yield Note("14.3", "assistant", {"who": man.called})
    helper = replace(man, id=name, who=f"{man.team}:assistant", assistant_of=who, wounds=(), seen=True)
    # Order, grenade and prisoner are the operator's alone.
    return s.put(replace(helper, order=None, ways=(), armed=False, aim=None, guard=False))


def looked(s: State, who: str) -> Steps[State]:
    """12.0: an unknown enemy who sees a Friendly is turned for a moment: a decoy is removed."""
    man = s.soldiers[who]
    if not man.seen and man.decoy:
        return (yield from unmasked(s, who))
    return s
