"""Copies of a fight at the question for an order, with the cards that a seat does not know dealt anew."""

from __future__ import annotations

from copy import copy
from random import Random

from catalogs.games.combat_commander.model import Side

from ..pieces import Unit, Weapon
from ..state import OTHER, Camp, Fight


def copy_fight(fight: Fight) -> Fight:
    """Return an independent copy of a fight that waits for an order; board and cards are shared."""
    twin = copy(fight)
    weapons: dict[Weapon, Weapon] = {}
    twin.camps = {side: _copy_camp(camp, weapons) for side, camp in fight.camps.items()}
    twin.units_at = [[] for _ in fight.units_at]
    by_id = {unit.id: unit for camp in twin.camps.values() for unit in camp.units}
    for hex_, units in enumerate(fight.units_at):
        if units:
            twin.units_at[hex_] = [by_id[unit.id] for unit in units]
    twin.wrecks = [_copy_weapon(weapon, weapons) for weapon in fight.wrecks]
    twin.control, twin.works, twin.work_owners = (
        fight.control.copy(),
        fight.works.copy(),
        fight.work_owners.copy(),
    )
    twin.smoke, twin.blaze, twin.stock = fight.smoke.copy(), fight.blaze.copy(), fight.stock.copy()
    twin.chits, twin.cup, twin.arrived_leaders = fight.chits[:], fight.cup[:], fight.arrived_leaders.copy()
    twin.sources = {source: earned.copy() for source, earned in fight.sources.items()}
    twin.fallen, twin.changed, twin.idle_turns = (
        fight.fallen.copy(),
        fight.changed.copy(),
        fight.idle_turns.copy(),
    )
    twin.mover = twin.opportunity_firers = twin.spotter_group = ()
    twin.subject = twin.attack = None
    twin.log, twin.log_enabled = [], False
    special = twin.special = copy(fight.special)
    for name in ("razed", "sewers", "starshells", "armour", "registered", "slower", "barrages"):
        setattr(special, name, copy(getattr(special, name)))
    special.charges = {
        space: [_copy_weapon(weapon, weapons) for weapon in charges]
        for space, charges in fight.special.charges.items()
    }
    return twin


def _copy_camp(camp: Camp, weapons: dict[Weapon, Weapon]) -> Camp:
    twin = copy(camp)
    twin.deck, twin.pile, twin.hand = camp.deck[:], camp.pile[:], camp.hand[:]
    twin.units = [_copy_unit(unit, weapons) for unit in camp.units]
    twin.lost = [_copy_unit(unit, weapons) for unit in camp.lost]
    twin.coming = {
        space: [_copy_unit(unit, weapons) for unit in units] for space, units in camp.coming.items()
    }
    twin.radios = {space: copy(radio) for space, radio in camp.radios.items()}
    twin.radio = copy(camp.radio)
    twin.secret = camp.secret[:]
    twin.loose = [_copy_weapon(weapon, weapons) for weapon in camp.loose]
    return twin


def _copy_unit(unit: Unit, weapons: dict[Weapon, Weapon]) -> Unit:
    twin = copy(unit)
    if unit.weapon is not None:
        twin.weapon = _copy_weapon(unit.weapon, weapons)
    return twin


def _copy_weapon(weapon: Weapon, weapons: dict[Weapon, Weapon]) -> Weapon:
    twin = weapons.get(weapon)
    if twin is None:
        twin = weapons[weapon] = copy(weapon)
    return twin


def deal_unknown_cards(fight: Fight, side: Side, random: Random) -> None:
    """1.2: shuffle what a seat does not know: both decks, the enemy's hand and the enemy's secret chits."""
    enemy = fight.camps[OTHER[side]]
    size = len(enemy.hand)
    pool = enemy.deck + enemy.hand
    random.shuffle(pool)
    enemy.hand, enemy.deck = pool[:size], pool[size:]
    random.shuffle(fight.camps[side].deck)
    chits = fight.catalog.chits
    cup = [letter for letter in (*fight.cup, *enemy.secret) if chits[letter].secret_side]
    rest = [letter for letter in fight.cup if not chits[letter].secret_side]
    random.shuffle(cup)
    count = len(enemy.secret)
    enemy.secret, fight.cup = cup[:count], rest + cup[count:]
