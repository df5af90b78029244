"""E46, E48, T79: fire in a hex; whoever stands there gets out beside it, or is gone."""

from __future__ import annotations

from collections.abc import Sequence

from generator.table import Choose

from ..ground.los_map import leading
from .cards import Steps
from .modules.rubble import burnt
from .state import OTHER, Fight
from .board import Hex
from .victory import eliminate, occupied


def can_burn(fight: Fight, hex_: Hex) -> bool:
    """E46, E48: no fire in water, nor where it would clear rubble off water (ST-T1.2)."""
    name = fight.ground.names[hex_]
    if not fight.can_smoke(hex_) or name not in fight.special.lay.rubble:
        return fight.can_smoke(hex_)
    assert fight.special.ground is not None
    kind = leading(fight.catalog, fight.special.ground, name)
    return kind is None or not fight.catalog.terrain[kind].water


def burn(fight: Fight, hexes: Sequence[Hex]) -> Steps[None]:
    """E46, E48: fire takes smoke and works; units get out beside it, the inactive player's first."""
    for hex_ in hexes:
        fight.blaze.add(hex_)
        fight.smoke.pop(hex_, None)
        fight.works.pop(hex_, None)
        fight.tell("E46", "blaze", hex=fight.ground.names[hex_])
    burnt(fight, hexes)
    for hex_ in hexes:
        for side in (OTHER[fight.turn_of], fight.turn_of):
            for unit in fight.here(hex_, side):
                beside = tuple(fight.ground.names[n] for n in fight.ground.around[hex_] if fight.passable(n))
                fight.roll = unit
                if not beside:
                    eliminate(fight, unit, "E46")
                    continue
                chosen = beside[0] if len(beside) == 1 else (yield Choose("E46", "flee", side, "hex", beside))
                fight.put(unit, fight.ground.numbers[chosen])
                occupied(fight, unit.hex)
        occupied(fight, hex_)
