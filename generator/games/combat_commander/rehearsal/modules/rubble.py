"""ST-T1.2, ST-T1.3, ST-T1.4: buildings and bridges that come down, and fire that takes rubble away."""

from __future__ import annotations

from collections.abc import Iterable

from generator.table import Choose

from ..cards import Steps
from ..damage import suppress
from ..pieces import Weapon
from ..state import Fight
from ..board import Hex

VULNERABLE = "rule.vulnerability"  # O18.2.3.3: no source has its numbers; an owner types them
BREACHING = ("satchel_charge", "gun")  # ST-T1.3.1, ST-T1.4
FALLS = frozenset(("building", "major_bridge", "minor_bridge"))


def breaches(weapon: Weapon) -> bool:
    """ST-T1.3.1, ST-T1.4: a satchel charge or a gun."""
    return any(tag in weapon.counter.tags for tag in BREACHING)


def vulnerable(fight: Fight, hex_: Hex) -> bool:
    """ST-T1.3: a building or bridge, or rubble that was part of a building of several hexes."""
    special = fight.special
    if not fight.plays("ST-T1") or special.ground is None:
        return False
    name = fight.ground.names[hex_]
    if name in special.lay.rubble:
        return hex_ in special.razed
    return not FALLS.isdisjoint(special.ground.terrain.get(name, ()))


def collapse(fight: Fight, hex_: Hex, fp: int, total: int) -> Steps[None]:
    """ST-T1.3.1, ST-T1.3.2: the roll is the number of the piece; who has the Initiative says where."""
    if total != fight.catalog.fight[VULNERABLE].figures.get(f"fp_{fp}") or not vulnerable(fight, hex_):
        return
    if fight.ground.names[hex_] not in fight.special.lay.rubble:
        yield from fall(fight, hex_)
        return
    names = tuple(fight.ground.names[near] for near in fight.ground.around[hex_] if _free(fight, near))
    if names:
        one = len(names) == 1
        chosen = names[0] if one else (yield Choose("ST-T1.3.2", "rubble", fight.initiative, "hex", names))
        yield from fall(fight, fight.ground.numbers[chosen])


def _free(fight: Fight, hex_: Hex) -> bool:
    """ST-T1.2: one marker to a hex, and none in a fire."""
    return fight.ground.names[hex_] not in fight.special.lay.rubble and hex_ not in fight.blaze


def fall(fight: Fight, hex_: Hex) -> Steps[None]:
    """ST-T1.3: rubble comes down and suppresses who is there; ST-T5.4: it closes a sewer."""
    special = fight.special
    assert special.ground is not None
    name = fight.ground.names[hex_]
    if any(name in group for group in special.ground.buildings):
        special.razed.add(hex_)
    special.sewers.discard(hex_)
    fight.relay(rubble=special.lay.rubble | {name})
    _close(fight)
    fight.tell("ST-T1.3", "rubble", hex=name)
    for unit in list(fight.at[hex_]):
        yield from suppress(fight, unit, "ST-T1.3")


def burnt(fight: Fight, hexes: Iterable[Hex]) -> None:
    """ST-T1.2, ST-T5.4: a fire takes rubble and sewers away."""
    special = fight.special
    special.sewers.difference_update(hexes)
    gone = special.lay.rubble & {fight.ground.names[hex_] for hex_ in hexes}
    if gone:
        fight.relay(rubble=special.lay.rubble - gone)
    _close(fight)


def _close(fight: Fight) -> None:
    """ST-T2.3: a factory is none when all its hexes burn or are rubble."""
    lay = fight.special.lay
    lost = lay.rubble | {fight.ground.names[hex_] for hex_ in fight.blaze}
    left = tuple(factory for factory in lay.factories if not factory <= lost)
    if left != lay.factories:
        fight.relay(factories=left)
