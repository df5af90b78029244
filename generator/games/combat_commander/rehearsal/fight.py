"""5: the course of a fight: turns of orders or discards, until something ends it (6.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from . import artillery, events, fire, melee, move, recover, time
from .activation import Later
from .begin import Document, fight_of
from .cards import NONE, Steps, draw, offer, play
from .modules import opening
from .pieces import Radio, Unit
from .setup import set_up
from .state import OTHER, SIDES, Card, Ended, Fight
from .support import reinforced
from .victory import eliminate, occupied

DISCARD, END = "discard", "end"
Order = Callable[[Fight, Side], Steps[None]]
ORDERS: Mapping[str, Order] = {
    "advance": melee.order,
    "artillery_denied": artillery.deny,
    "artillery_request": artillery.request,
    "fire": fire.order,
    "move": move.order,
    "recover": recover.recover,
    "rout": recover.rout,
}
CAN: Mapping[str, Callable[[Fight, Side], Any]] = {
    "advance": melee.can_advance,
    "artillery_denied": artillery.can_deny,
    "artillery_request": artillery.can_request,
    "fire": fire.can_fire,
    "move": move.can_move,
    "recover": recover.can_recover,
    "rout": lambda fight, side: recover.routable(fight),
}


def new(card: Document, catalog: Catalog) -> Fight:
    """A fight of a card, ready for its set-up."""
    fight = fight_of(card, catalog)
    fight.on = {"time": time.advance, "event": events.happen, "sniper": events.sniper}
    return fight


def course(fight: Fight, card: Document) -> Steps[Fight]:
    """From the set-up to the end."""
    try:
        yield from set_up(fight, card)
        yield from opening.before_play(fight, card)
        while True:
            yield from turn(fight, fight.turn_of)
            fight.turn_of = OTHER[fight.turn_of]
    except Ended:
        return fight


def playable(fight: Fight, side: Side) -> list[str]:
    """O14.1: the cards whose order could be carried out now."""
    able = {name: bool(can(fight, side)) for name, can in CAN.items() if _holds(fight, side, name)}
    return [str(card.number) for card in fight.camps[side].hand if able.get(card.text.order)]


def _cards(fight: Fight, side: Side, last: str) -> list[str]:
    """O14.1: the cards that can be played; 11.3: what may be thrown away between orders; the end of them."""
    return [*playable(fight, side), *move.droppable(fight.camps[side].units), last]


def _holds(fight: Fight, side: Side, order: str) -> bool:
    return any(card.text.order == order for card in fight.camps[side].hand)


def turn(fight: Fight, side: Side) -> Steps[None]:
    """5: orders one by one, or discards; then the hand is filled."""
    fight.turns += 1
    for each in SIDES:
        fight.camps[each].activated = False
        for unit in fight.camps[each].units:
            unit.active = unit.moving = False
    camp = fight.camps[side]
    fight.tell("5", "turn", who=side, number=fight.turns)
    if fight.special.urban and side == "axis":  # ST-7.2
        yield from melee.settle(fight, side)
    given = 0
    while given < camp.orders:
        fire.rest(fight, side)
        last = END if given else DISCARD
        options = Later(partial(_cards, fight, side, last))
        chosen = yield Choose("5", "order", side, "card", options, secret=True)
        if chosen in (END, DISCARD):
            break
        if chosen.startswith(move.DROP):
            move.throw_away(fight, chosen)
            continue
        card = next(card for card in camp.hand if str(card.number) == chosen)
        play(fight, side, card)
        fight.tell(
            fight.catalog.fight[f"order.{card.text.order}"].rule, "order", who=side, order=card.text.order
        )
        yield from ORDERS[card.text.order](fight, side)
        yield from melee.melees(fight, side)
        given += 1
    if fight.plays("NO-5.1") and not given:
        yield from _throw(fight, side, list(camp.hand), passing=True)
    else:
        yield from _discard(fight, side, camp.late_discards if given else camp.discards, passing=not given)
    yield from _crowded(fight)
    yield from draw(fight, side)


def _discard(fight: Fight, side: Side, most: int, *, passing: bool) -> Steps[None]:
    """5.3, O15: away with cards; the enemy may answer (A31, A35.4)."""
    camp = fight.camps[side]
    most = min(most, len(camp.hand))
    if not most:
        return
    numbers = tuple(str(card.number) for card in camp.hand)
    chosen = yield Choose("O15", "discards", side, "card", numbers, least=0, most=most, secret=True)
    yield from _throw(fight, side, [c for c in camp.hand if str(c.number) in chosen], passing=passing)


def _throw(fight: Fight, side: Side, cards: Sequence[Card], *, passing: bool) -> Steps[None]:
    """O15, NO-5.1: cards go onto the pile, at night the whole hand of who gives no order.

    A31, A35.4: the enemy answers who passes, and nobody who throws cards away after his orders.
    """
    for card in cards:
        play(fight, side, card)
    fight.tell("O15", "discarded", who=side, count=len(cards))
    if cards and passing:
        yield from _demolish(fight, OTHER[side])
        yield from _hidden_unit(fight, OTHER[side])


def _demolish(fight: Fight, side: Side) -> Steps[None]:
    """A31: a work under one's own men."""
    while fight.camps[side].holds("demolitions"):
        hexes = sorted({unit.hex for unit in fight.camps[side].units if unit.hex in fight.works})
        if not hexes or (yield from offer(fight, side, "demolitions", "A31", ("demolitions",))) is None:
            return
        names = tuple(fight.ground.names[hex_] for hex_ in hexes)
        chosen = names[0] if len(names) == 1 else (yield Choose("A31", "demolish", side, "hex", names))
        del fight.works[fight.ground.numbers[chosen]]


def _hidden_unit(fight: Fight, side: Side) -> Steps[None]:
    """A35.4: the defender's support shows up in an empty covered hex of his zone."""
    camp = fight.camps[side]
    while camp.posture == "defend" and camp.holds("hidden_unit"):
        if (yield from offer(fight, side, "hidden_unit", "A35.4", ("hidden_unit",))) is None:
            return
        found = yield from reinforced(fight, side, "A35.4", radios=False)
        least = fight.figure("action.hidden_unit", "cover")
        hexes = [
            hex_
            for hex_ in sorted(camp.zone)
            if not fight.at[hex_] and fight.passable(hex_) and fight.cover(hex_, side) >= least
        ]
        if found is None or isinstance(found, Radio) or not hexes:
            continue
        fight.roll = found
        names = tuple(fight.ground.names[hex_] for hex_ in hexes)
        chosen = names[0] if len(names) == 1 else (yield Choose("A35.4", "place", side, "hex", names))
        camp.units.append(found)
        fight.put(found, fight.ground.numbers[chosen])
        fight.tell("A35.4", "entered", unit=found.id, ref=found.ref, who=side, hex=chosen)
        occupied(fight, found.hex)


def _thin_out(fight: Fight, side: Side, squads: Sequence[Unit]) -> Steps[None]:
    """8.2a: one Deploy for nothing in such a hex, if its owner likes."""
    options = (*(unit.id for unit in reversed(squads)), NONE)
    chosen = yield Choose("8.2", "thin_out", side, "unit", options)
    if chosen != NONE:
        events.deployed(fight, fight.unit(chosen))


def _crowded(fight: Fight) -> Steps[None]:
    """8.2a: who stands above the limit at the end of a turn deploys once and gives units up."""
    if fight.options.reads("8.2") == "b":
        return
    limit = fight.catalog.board.stacking
    for side in SIDES:
        for hex_ in sorted({unit.hex for unit in fight.camps[side].units}):
            if fight.figures(hex_, side) > limit:
                squads = [unit for unit in fight.here(hex_, side) if unit.kind == "squad"]
                if squads:
                    yield from _thin_out(fight, side, squads)
            while fight.figures(hex_, side) > limit:
                ids = tuple(unit.id for unit in fight.here(hex_, side))
                chosen = yield Choose("8.2", "give_up", side, "unit", ids)
                eliminate(fight, fight.unit(chosen), "8.2")
