"""1, 9.1: hands and piles, rolls from the deck, random hexes, and the triggers that roll with them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from catalogs.games.combat_commander.model import Side
from generator.chance import shuffled
from generator.table import Ask, Choose, Roll

from .damage import break_weapon, mend_weapons
from .pieces import Weapon
from .state import OTHER, Card, Fight
from .board import Hex

T = TypeVar("T")
Steps = Generator[Ask, Any, T]
SEAL = (256,) * 8  # bytes that say how a deck is shuffled
YES_NO = ("yes", "no")
NONE = "none"


class Rolled(NamedTuple):
    """A roll that may still be cancelled (9.1): whose it is, what for, and what it means."""

    side: Side
    purpose: str
    card: Card
    about: Any


def shuffle(fight: Fight, side: Side) -> Steps[None]:
    """1.4: pile and deck become a new deck."""
    camp = fight.camps[side]
    seal = yield Roll("1.4", "shuffle", side, dice=SEAL)
    cards = sorted([*camp.deck, *camp.pile])
    camp.deck = list(shuffled(bytes(byte - 1 for byte in seal).hex(), cards))
    camp.pile = []


def reveal(fight: Fight, side: Side) -> Steps[Card]:
    """1.3: the top card is turned over; after the last one Time goes on (6.1.2)."""
    card = _flip(fight, side)
    if not fight.camps[side].deck:
        yield from fight.on["time"](fight, side)
    return card


def _flip(fight: Fight, side: Side) -> Card:
    camp = fight.camps[side]
    card = camp.deck.pop()
    camp.pile.append(card)
    return card


def roll(fight: Fight, side: Side, purpose: str, about: Any = None) -> Steps[Card]:
    """1.9: two dice off the deck; the Initiative may cancel them (9.1); triggers come before the result."""
    while True:
        card = _flip(fight, side)
        fight.roll = Rolled(side, purpose, card, about)
        holder = fight.initiative
        again = yield Choose("9.1", "reroll", holder, "yes_no", YES_NO)
        if again == "no":
            break
        fight.initiative = OTHER[holder]
        fight.tell("9.1", "rerolled", who=holder)
        if not fight.camps[side].deck:
            yield from fight.on["time"](fight, side)
    trigger = card.dice.trigger
    fight.tell("1.9", "rolled", who=side, white=card.dice.white, coloured=card.dice.coloured, purpose=purpose)
    if not fight.camps[side].deck or (trigger == "time" and not fight.triggered):
        yield from fight.on["time"](fight, side)
    if trigger in ("event", "sniper") and not fight.triggered:
        yield from triggered(fight, trigger, side)
    return card


def triggered(fight: Fight, trigger: str, side: Side) -> Steps[None]:
    """1.9.1: what is rolled while a trigger is carried out triggers nothing."""
    fight.triggered = True
    try:
        yield from fight.on[trigger](fight, side)
    finally:
        fight.triggered = False


def jams(fight: Fight, card: Card) -> bool:
    """1.9.1.2: of attack rolls only."""
    return card.dice.trigger == "jam" and not fight.triggered


def jam(fight: Fight, weapons: Sequence[Weapon]) -> None:
    for weapon in weapons:
        break_weapon(fight, weapon, "1.9.1.2")


def random_hex(fight: Fight, side: Side) -> Steps[Hex]:
    """1.8: the hex of the next card; its number mends or ends broken weapons first (11.4)."""
    card = yield from reveal(fight, side)
    mend_weapons(fight, int(card.dice.hex[1:]))
    return fight.ground.numbers[card.dice.hex]


def draw(fight: Fight, side: Side) -> Steps[None]:
    """5.4: the hand is filled up; Time may interrupt it."""
    camp = fight.camps[side]
    while len(camp.hand) < camp.hand_size:
        camp.hand.append(camp.deck.pop())
        if not camp.deck:
            yield from fight.on["time"](fight, side)


def play(fight: Fight, side: Side, card: Card) -> None:
    """1.5, 1.6: a card that is played goes onto the pile."""
    camp = fight.camps[side]
    camp.hand.remove(card)
    camp.pile.append(card)


def offer(fight: Fight, side: Side, ask: str, rule: str, actions: Sequence[str]) -> Steps[Card | None]:
    """A24: an action at its moment, if the hand has one and its player wants it."""
    hand = fight.camps[side].hand
    cards = [card for card in hand if card.text.action in actions]
    if not cards:
        return None
    options = (NONE, *(f"{card.text.action}:{card.number}" for card in cards))
    answer = yield Choose(rule, ask, side, "action", options, secret=True)
    if answer == NONE:
        return None
    number = int(answer.partition(":")[2])
    card = next(card for card in cards if card.number == number)
    play(fight, side, card)
    fight.tell(
        fight.catalog.fight[f"action.{card.text.action}"].rule, "action", who=side, action=card.text.action
    )
    return card
