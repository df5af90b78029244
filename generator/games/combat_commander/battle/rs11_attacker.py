"""RS.11 The attacker's set-up: an optional radio, the zone, the objectives occupied."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Note, Roll

from .occupation import ask_occupied, list_occupied
from .optional import name_spotter
from .placement import place_units
from .rs04_objectives import open_value
from .rs07_support import offers, shelf_for, stock_of, why_not_for_sale
from .state import Battle, Steps, evolve, holds, move_marker, opponent, pay

RULE = "RS.11.2"


def attacker_setup(battle: Battle) -> Steps:
    """RS.11: the radio (RS.11.1), then units and objectives (RS.11.2)."""
    attacker = battle.posture_side("attack")
    if attacker is None:
        return battle
    battle = yield from ask_for_radio(battle, attacker)
    if battle.settings.defender_radio:
        battle = yield from ask_for_radio(battle, opponent(attacker))
    depth = battle.catalog.postures["attack"].depth
    assert depth is not None
    battle = battle.with_force(attacker, setup_order="last", depth=depth[battle.orientation])
    battle = yield from place_units(battle, attacker, RULE)
    battle = yield from name_spotter(battle, attacker)
    shared = list_occupied(battle, opponent(attacker))  # occupied from another hex of the same building
    for objective in (yield from ask_occupied(battle, attacker, RULE)):
        if objective not in shared:
            battle = yield from capture(battle, attacker, objective, RULE)
    return battle


def ask_for_radio(battle: Battle, side: Side) -> Steps:
    """RS.11.1: offer one roll; the side must then buy a radio of that column if one fits the year."""
    rule = "RS.11.1"
    if battle.force(side).radio:  # 8.1.2: the Artillery box holds one radio, and it is taken
        yield Note(rule, "radio_box_full", {"side": side, "value": battle.force(side).radio})
        return battle
    wish = yield Choose(rule, "radio", side, "yes_no", ("yes", "no"), context={"marker": holds(battle, side)})
    if wish == "no":
        return battle
    white, coloured = yield Roll(rule, "radio_roll", side, battle.deck(side))
    roll = white + coloured
    radios = offers(battle, side, roll, radios=True)
    stock = stock_of(battle, shelf_for(battle, side, roll, radios=True)[1])
    radios = tuple(offer for offer in radios if all(stock[piece] for piece in offer.pieces))
    if not radios:
        yield Note(rule, "no_radio", {"side": side, "roll": roll})
        return battle
    options = tuple(offer.id for offer in radios)
    name = options[0]
    if len(options) > 1:
        name = yield Choose(
            rule,
            "which_radio",
            side,
            "support",
            options,
            context={"values": {offer.id: offer.cost for offer in radios}, "marker": holds(battle, side)},
            why_not=why_not_for_sale(battle, side, roll, radios=True),
        )
    offer = battle.catalog.support[name]
    yield Note(rule, "radio", {"side": side, "value": offer.pieces[0], "price": offer.cost})
    battle = battle.with_force(side, radio=offer.pieces[0], radio_cost=offer.cost)
    return (yield from pay(battle, side, offer.cost, rule, "radio"))


def capture(battle: Battle, side: Side, objective: int, rule: str) -> Steps:
    """7.3.3: change control; the open value counts twice: lost by one side, won by the other."""
    before = battle.control[str(objective)]
    value = open_value(battle, objective) * (1 if before == "none" else 2)
    yield Note(rule, "control", {"side": side, "objective": objective})
    battle = evolve(battle, control={**battle.control, str(objective): side})
    return (yield from move_marker(battle, side, value, rule, "open_chits"))
