"""V5 to V19: effects of the agreed optional rules on the set-up.

V12 limits the weapons of leaders (8.1.1, 11.1), V8 gives a side with a mortar a spotter (O20.2.3). The others
affect play only: the card names them.
"""

from __future__ import annotations

from collections.abc import Iterable

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Note

from .state import Battle, Force, Steps

LEADER_WEAPONS = "V12"
MORTAR_SPOTTER = "V8"
OVERSTACKING_FOR_COVER = "V15"  # the same as variant b of 8.2
SCOUT, NOBODY = "scout", "nobody"


def list_heavy_weapons(catalog: Catalog, weapons: Iterable[str]) -> tuple[str, ...]:
    """V12: return the weapons that reduce the movement of their carrier."""
    return tuple(ref for ref in dict.fromkeys(weapons) if (catalog.counters[ref].front.move or 0) < 0)


def name_spotter(battle: Battle, side: Side) -> Steps:
    """V8: let a side with a mortar name a leader as spotter, or with enough mortars take a Scout."""
    force = battle.force(side)
    if MORTAR_SPOTTER not in battle.settings.optional:
        return battle
    medium, light = count_mortars(battle.catalog, force)
    if medium + light == 0:
        return battle
    enough = battle.catalog.rules[MORTAR_SPOTTER].figures
    scout = medium >= enough["medium_mortars"] or light >= enough["light_mortars"]
    bought = (piece for purchase in force.support for piece in purchase.pieces)
    leaders = (*force.leaders, *(piece for piece in bought if piece in battle.catalog.leaders))
    options = (*leaders, *((SCOUT,) if scout else ()), NOBODY)
    chosen = yield Choose(MORTAR_SPOTTER, "mortar_spotter", side, "spotter", options)
    if chosen == NOBODY:
        return battle
    yield Note(MORTAR_SPOTTER, "mortar_spotter", {"side": side, "value": chosen})
    return battle.with_force(side, spotter=chosen)


def count_mortars(catalog: Catalog, force: Force) -> tuple[int, int]:
    """O20.2.3: return the numbers of medium and light mortars of a side."""
    medium = light = 0
    bought = ((piece, 1) for purchase in force.support for piece in purchase.pieces)
    for ref, count in (*force.counters.items(), *bought):
        tags = catalog.counters[ref].tags if ref in catalog.counters else ()
        if "medium_mortar" in tags:
            medium += count
        elif "mortar" in tags:
            light += count
    return medium, light


def list_optional_rules(catalog: Catalog) -> tuple[str, ...]:
    """V5 to V19: return the optional rules for any battle, without those of campaigns."""
    apart = {rule for sheet in catalog.campaigns.values() for rule in sheet.options}
    return tuple(r.id for r in catalog.rules.values() if r.kind == "optional" and r.id not in apart)
