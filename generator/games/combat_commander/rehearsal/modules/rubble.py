"""ST-T1.2, ST-T1.3, ST-T1.4: collapse of buildings and bridges, and removal of rubble by fire."""

from __future__ import annotations

from collections.abc import Iterable

from generator.table import Choose

from ..board import Hex
from ..cards import Steps
from ..damage import suppress
from ..pieces import Weapon
from ..state import Fight

VULNERABILITY_RULE = "rule.vulnerability"  # O18.2.3.3: the numbers come from the owner's components
BREACHING_TAGS = ("satchel_charge", "gun")  # ST-T1.3.1, ST-T1.4
COLLAPSING_TERRAIN = frozenset(("building", "major_bridge", "minor_bridge"))


def can_breach(weapon: Weapon) -> bool:
    """ST-T1.3.1, ST-T1.4: return whether a weapon is a satchel charge or a gun."""
    return any(tag in weapon.counter.tags for tag in BREACHING_TAGS)


def is_vulnerable(fight: Fight, hex_: Hex) -> bool:
    """ST-T1.3: return whether a hex has a building, a bridge, or rubble of a large building."""
    special = fight.special
    if not fight.has_rule("ST-T1") or special.ground is None:
        return False
    name = fight.board.names[hex_]
    if name in special.overlay.rubble:
        return hex_ in special.razed
    return not COLLAPSING_TERRAIN.isdisjoint(special.ground.terrain.get(name, ()))


def resolve_collapse(fight: Fight, hex_: Hex, fp: int, total: int) -> Steps[None]:
    """ST-T1.3.1, ST-T1.3.2: collapse on the weapon's number; the Initiative player chooses a neighbour."""
    if total != fight.catalog.fight[VULNERABILITY_RULE].figures.get(f"fp_{fp}") or not is_vulnerable(
        fight, hex_
    ):
        return
    if fight.board.names[hex_] not in fight.special.overlay.rubble:
        yield from place_rubble(fight, hex_)
        return
    names = tuple(
        fight.board.names[near] for near in fight.board.neighbours[hex_] if _can_take_rubble(fight, near)
    )
    if names:
        single = len(names) == 1
        chosen = names[0] if single else (yield Choose("ST-T1.3.2", "rubble", fight.initiative, "hex", names))
        yield from place_rubble(fight, fight.board.numbers[chosen])


def _can_take_rubble(fight: Fight, hex_: Hex) -> bool:
    """ST-T1.2: return whether a hex has neither rubble nor fire."""
    return fight.board.names[hex_] not in fight.special.overlay.rubble and hex_ not in fight.blaze


def place_rubble(fight: Fight, hex_: Hex) -> Steps[None]:
    """ST-T1.3: place rubble and suppress units there; ST-T5.4: close a sewer."""
    special = fight.special
    assert special.ground is not None
    name = fight.board.names[hex_]
    if any(name in group for group in special.ground.buildings):
        special.razed.add(hex_)
    special.sewers.discard(hex_)
    fight.update_overlay(rubble=special.overlay.rubble | {name})
    _close_factories(fight)
    fight.record("ST-T1.3", "rubble", hex=name)
    for unit in list(fight.units_at[hex_]):
        yield from suppress(fight, unit, "ST-T1.3")


def remove_burnt_rubble(fight: Fight, hexes: Iterable[Hex]) -> None:
    """ST-T1.2, ST-T5.4: remove rubble and sewers in burning hexes."""
    special = fight.special
    special.sewers.difference_update(hexes)
    gone = special.overlay.rubble & {fight.board.names[hex_] for hex_ in hexes}
    if gone:
        fight.update_overlay(rubble=special.overlay.rubble - gone)
    _close_factories(fight)


def _close_factories(fight: Fight) -> None:
    """ST-T2.3: a factory is closed when all its hexes burn or are rubble."""
    overlay = fight.special.overlay
    lost = overlay.rubble | {fight.board.names[hex_] for hex_ in fight.blaze}
    left = tuple(factory for factory in overlay.factories if not factory <= lost)
    if left != overlay.factories:
        fight.update_overlay(factories=left)
