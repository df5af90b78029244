"""E46, E48, T79: fire in a hex; units there leave or are eliminated."""

from __future__ import annotations

from collections.abc import Sequence

from generator.table import Choose

from ..ground.los_map import get_leading_terrain
from .board import Hex
from .cards import Steps
from .modules.rubble import remove_burnt_rubble
from .state import OTHER, Fight
from .victory import eliminate, update_control


def can_burn(fight: Fight, hex_: Hex) -> bool:
    """E46, E48: return whether a hex can burn: not in water, nor rubble on water (ST-T1.2)."""
    name = fight.board.names[hex_]
    if not fight.can_smoke(hex_) or name not in fight.special.overlay.rubble:
        return fight.can_smoke(hex_)
    assert fight.special.ground is not None
    kind = get_leading_terrain(fight.catalog, fight.special.ground, name)
    return kind is None or not fight.catalog.terrain[kind].water


def start_blaze(fight: Fight, hexes: Sequence[Hex]) -> Steps[None]:
    """E46, E48: set hexes on fire: remove smoke and works; units leave, the inactive player's first."""
    for hex_ in hexes:
        fight.blaze.add(hex_)
        fight.smoke.pop(hex_, None)
        fight.works.pop(hex_, None)
        fight.record("E46", "blaze", hex=fight.board.names[hex_])
    remove_burnt_rubble(fight, hexes)
    for hex_ in hexes:
        for side in (OTHER[fight.turn_of], fight.turn_of):
            for unit in fight.list_units(hex_, side):
                beside = tuple(
                    fight.board.names[n] for n in fight.board.neighbours[hex_] if fight.is_passable(n)
                )
                fight.subject = unit
                if not beside:
                    eliminate(fight, unit, "E46")
                    continue
                chosen = beside[0] if len(beside) == 1 else (yield Choose("E46", "flee", side, "hex", beside))
                fight.place_unit(unit, fight.board.numbers[chosen])
                fight.record_unit("E46", "fled", unit)
                update_control(fight, unit.hex)
        update_control(fight, hex_)
