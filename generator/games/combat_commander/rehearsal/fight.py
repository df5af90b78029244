"""5: run a fight: turns of orders or discards until it ends (6.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from . import artillery, events, fire, melee, move, recover, time_track
from .activation import LazyOptions
from .cards import NONE, Steps, draw_hand, offer_action, play_card
from .fight_builder import Document, build_fight
from .modules import opening
from .pieces import Radio, Unit
from .setup import set_up
from .state import OTHER, SIDES, Card, Fight, FightEnded
from .support import roll_support
from .victory import eliminate, update_control

DISCARD, END = "discard", "end"
Order = Callable[[Fight, Side], Steps[None]]
ORDER_PROCEDURES: Mapping[str, Order] = {
    "advance": melee.carry_out_advance,
    "artillery_denied": artillery.carry_out_denial,
    "artillery_request": artillery.carry_out_request,
    "fire": fire.carry_out_fire,
    "move": move.carry_out_move,
    "recover": recover.recover,
    "rout": recover.rout,
}
ORDER_CONDITIONS: Mapping[str, Callable[[Fight, Side], Any]] = {
    "advance": melee.can_advance,
    "artillery_denied": artillery.can_deny,
    "artillery_request": artillery.can_request,
    "fire": fire.can_fire,
    "move": move.can_move,
    "recover": recover.can_recover,
    "rout": lambda fight, side: recover.list_routable_sides(fight),
}


def new_fight(card: Document, catalog: Catalog) -> Fight:
    """Return the fight of a card, ready for set-up."""
    fight = build_fight(card, catalog)
    fight.triggers = {
        "time": time_track.advance_time,
        "event": events.resolve_event,
        "sniper": events.resolve_sniper,
    }
    return fight


def run_fight(fight: Fight, card: Document) -> Steps[Fight]:
    """Run a fight from set-up to its end."""
    try:
        yield from set_up(fight, card)
        yield from opening.run_opening(fight, card)
        while True:
            yield from take_turn(fight, fight.turn_of)
            fight.turn_of = OTHER[fight.turn_of]
    except FightEnded:
        return fight


def resume_fight(fight: Fight) -> Steps[Fight]:
    """Run a fight on from the question for an order, as a copy made at that question stands."""
    try:
        while True:
            yield from give_orders(fight, fight.turn_of)
            fight.turn_of = OTHER[fight.turn_of]
            yield from start_turn(fight, fight.turn_of)
    except FightEnded:
        return fight


def list_playable_cards(fight: Fight, side: Side) -> list[str]:
    """O14.1: return the cards whose order can be carried out now."""
    able = {
        name: bool(can(fight, side))
        for name, can in ORDER_CONDITIONS.items()
        if _has_order(fight, side, name)
    }
    return [str(card.number) for card in fight.camps[side].hand if able.get(card.text.order)]


def _list_order_options(fight: Fight, side: Side, last: str) -> list[str]:
    """O14.1: return the playable cards, 11.3: weapons that may be dropped, and the final option."""
    return [*list_playable_cards(fight, side), *move.list_droppable(fight.camps[side].units), last]


def _has_order(fight: Fight, side: Side, order: str) -> bool:
    return any(card.text.order == order for card in fight.camps[side].hand)


def take_turn(fight: Fight, side: Side) -> Steps[None]:
    """5: give orders one by one, or discard; then fill the hand."""
    yield from start_turn(fight, side)
    yield from give_orders(fight, side)


def start_turn(fight: Fight, side: Side) -> Steps[None]:
    """O14.1: make all units ready; ST-7.2: resolve the melees of a city."""
    fight.turns += 1
    fight.orders_given = 0
    for camp_side in SIDES:
        fight.camps[camp_side].activated = False
        for unit in fight.camps[camp_side].units:
            unit.active = unit.moving = False
    fight.record("5", "turn", who=side, number=fight.turns)
    if fight.special.urban and side == "axis":  # ST-7.2
        yield from melee.resolve_each_melee(fight, side)


def give_orders(fight: Fight, side: Side) -> Steps[None]:
    """5.1, 5.3, 5.4: give the orders that are left in the turn, or discard; then fill the hand."""
    camp = fight.camps[side]
    while fight.orders_given < camp.orders:
        fire.reset_fired(fight, side)
        last = END if fight.orders_given else DISCARD
        options = LazyOptions(partial(_list_order_options, fight, side, last))
        chosen = yield Choose("5", "order", side, "card", options, secret=True)
        if chosen in (END, DISCARD):
            break
        if chosen.startswith(move.DROP):
            move.drop_chosen_weapon(fight, chosen)
            continue
        card = next(card for card in camp.hand if str(card.number) == chosen)
        play_card(fight, side, card)
        fight.record(
            fight.catalog.fight[f"order.{card.text.order}"].rule, "order", who=side, order=card.text.order
        )
        yield from ORDER_PROCEDURES[card.text.order](fight, side)
        yield from melee.resolve_melees(fight, side)
        fight.orders_given += 1
    _count_idle(fight, side, idle=not fight.orders_given)
    if fight.has_rule("NO-5.1") and not fight.orders_given:
        yield from _discard_cards(fight, side, list(camp.hand), passing=True)
    else:
        yield from _discard(
            fight,
            side,
            camp.late_discards if fight.orders_given else camp.discards,
            passing=not fight.orders_given,
        )
    yield from _reduce_stacks(fight)
    yield from draw_hand(fight, side)


def _count_idle(fight: Fight, side: Side, *, idle: bool) -> None:
    """Count the turns without an order, and how many follow each other."""
    fight.idle_turns[side] += idle
    fight.idle_run = fight.idle_run + 1 if idle else 0
    fight.longest_idle = max(fight.longest_idle, fight.idle_run)


def _discard(fight: Fight, side: Side, most: int, *, passing: bool) -> Steps[None]:
    """5.3, O15: discard cards; the enemy may react (A31, A35.4)."""
    camp = fight.camps[side]
    most = min(most, len(camp.hand))
    if not most:
        return
    numbers = tuple(str(card.number) for card in camp.hand)
    chosen = yield Choose("O15", "discards", side, "card", numbers, least=0, most=most, secret=True)
    yield from _discard_cards(fight, side, [c for c in camp.hand if str(c.number) in chosen], passing=passing)


def _discard_cards(fight: Fight, side: Side, cards: Sequence[Card], *, passing: bool) -> Steps[None]:
    """O15, NO-5.1: discard cards; at night a player who gives no order discards the whole hand.

    A31, A35.4: the enemy reacts to a pass, not to discards after orders.
    """
    for card in cards:
        play_card(fight, side, card)
    fight.discarded[side] += len(cards)
    fight.record("O15", "discarded", who=side, count=len(cards))
    if cards and passing:
        yield from _play_demolitions(fight, OTHER[side])
        yield from _play_hidden_unit(fight, OTHER[side])


def _play_demolitions(fight: Fight, side: Side) -> Steps[None]:
    """A31: remove a fortification in a hex with own units."""
    while fight.camps[side].list_action_cards("demolitions"):
        hexes = sorted({unit.hex for unit in fight.camps[side].units if unit.hex in fight.works})
        if (
            not hexes
            or (yield from offer_action(fight, side, "demolitions", "A31", ("demolitions",))) is None
        ):
            return
        names = tuple(fight.board.names[hex_] for hex_ in hexes)
        chosen = names[0] if len(names) == 1 else (yield Choose("A31", "demolish", side, "hex", names))
        fight.remove_work("A31", fight.board.numbers[chosen])


def _play_hidden_unit(fight: Fight, side: Side) -> Steps[None]:
    """A35.4: place the defender's support in an empty covered hex of its zone."""
    camp = fight.camps[side]
    while camp.posture == "defend" and camp.list_action_cards("hidden_unit"):
        if (yield from offer_action(fight, side, "hidden_unit", "A35.4", ("hidden_unit",))) is None:
            return
        unit = yield from roll_support(fight, side, "A35.4", radios=False)
        least = fight.get_figure("action.hidden_unit", "cover")
        hexes = [
            hex_
            for hex_ in sorted(camp.zone)
            if not fight.units_at[hex_] and fight.is_passable(hex_) and fight.get_cover(hex_, side) >= least
        ]
        if unit is None or isinstance(unit, Radio) or not hexes:
            continue
        fight.subject = unit
        names = tuple(fight.board.names[hex_] for hex_ in hexes)
        chosen = names[0] if len(names) == 1 else (yield Choose("A35.4", "place", side, "hex", names))
        camp.units.append(unit)
        fight.place_unit(unit, fight.board.numbers[chosen])
        fight.record("A35.4", "entered", unit=unit.id, ref=unit.ref, who=side, hex=chosen)
        update_control(fight, unit.hex)


def _offer_deploy(fight: Fight, side: Side, squads: Sequence[Unit]) -> Steps[None]:
    """8.2a: offer one free Deploy in an overstacked hex."""
    options = (*(unit.id for unit in reversed(squads)), NONE)
    chosen = yield Choose("8.2", "thin_out", side, "unit", options)
    if chosen != NONE:
        events.deploy_squad(fight, fight.get_unit(chosen))


def _reduce_stacks(fight: Fight) -> Steps[None]:
    """8.2a: at the end of a turn overstacked hexes deploy once and then give up units."""
    if fight.options.get_variant("8.2") == "b":
        return
    limit = fight.catalog.board.stacking
    for side in SIDES:
        for hex_ in sorted({unit.hex for unit in fight.camps[side].units}):
            if fight.count_soldiers(hex_, side) > limit:
                squads = [unit for unit in fight.list_units(hex_, side) if unit.kind == "squad"]
                if squads:
                    yield from _offer_deploy(fight, side, squads)
            while fight.count_soldiers(hex_, side) > limit:
                ids = tuple(unit.id for unit in fight.list_units(hex_, side))
                chosen = yield Choose("8.2", "give_up", side, "unit", ids)
                eliminate(fight, fight.get_unit(chosen), "8.2")
