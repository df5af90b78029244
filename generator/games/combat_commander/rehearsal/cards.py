"""1, 9.1: hands, decks, rolls, random hexes, and the triggers on the cards."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from catalogs.games.combat_commander.model import Side
from generator.chance import shuffle_by_key
from generator.table import Ask, Choose, Roll

from .board import Hex
from .damage import break_weapon, repair_weapons
from .pieces import Weapon
from .state import OTHER, Card, Fight

T = TypeVar("T")
Steps = Generator[Ask, Any, T]
SHUFFLE_DICE = (256,) * 8  # eight bytes that seed a shuffle
YES_NO = ("yes", "no")
NONE = "none"


class Rolled(NamedTuple):
    """9.1: a roll that may still be cancelled: its side, purpose, card and subject."""

    side: Side
    purpose: str
    card: Card
    about: Any


def shuffle(fight: Fight, side: Side) -> Steps[None]:
    """1.4: shuffle discard pile and deck into a new deck."""
    camp = fight.camps[side]
    seal = yield Roll("1.4", "shuffle", side, dice=SHUFFLE_DICE)
    cards = sorted([*camp.deck, *camp.pile])
    camp.deck = list(shuffle_by_key(bytes(byte - 1 for byte in seal).hex(), cards))
    camp.pile = []


def reveal(fight: Fight, side: Side) -> Steps[Card]:
    """1.3: reveal the top card; the last card advances Time (6.1.2)."""
    card = _flip(fight, side)
    if not fight.camps[side].deck:
        yield from fight.triggers["time"](fight, side)
    return card


def _flip(fight: Fight, side: Side) -> Card:
    camp = fight.camps[side]
    card = camp.deck.pop()
    camp.pile.append(card)
    return card


def roll(fight: Fight, side: Side, purpose: str, about: Any = None) -> Steps[Card]:
    """1.9: roll two dice from the deck; the Initiative may cancel (9.1); triggers come before the result."""
    while True:
        card = _flip(fight, side)
        fight.subject = Rolled(side, purpose, card, about)
        holder = fight.initiative
        again = yield Choose("9.1", "reroll", holder, "yes_no", YES_NO)
        if again == "no":
            break
        fight.initiative = OTHER[holder]
        fight.record("9.1", "rerolled", who=holder)
        if not fight.camps[side].deck:
            yield from fight.triggers["time"](fight, side)
    trigger = card.dice.trigger
    fight.record(
        "1.9", "rolled", who=side, white=card.dice.white, coloured=card.dice.coloured, purpose=purpose
    )
    if not fight.camps[side].deck or (trigger == "time" and not fight.triggered):
        yield from fight.triggers["time"](fight, side)
    if trigger in ("event", "sniper") and not fight.triggered:
        yield from resolve_trigger(fight, trigger, side)
    return card


def resolve_trigger(fight: Fight, trigger: str, side: Side) -> Steps[None]:
    """1.9.1: resolve a trigger; rolls during it trigger nothing."""
    fight.triggered = True
    try:
        yield from fight.triggers[trigger](fight, side)
    finally:
        fight.triggered = False


def is_jam(fight: Fight, card: Card) -> bool:
    """1.9.1.2: return whether an attack roll jams."""
    return card.dice.trigger == "jam" and not fight.triggered


def jam_weapons(fight: Fight, weapons: Sequence[Weapon]) -> None:
    for weapon in weapons:
        break_weapon(fight, weapon, "1.9.1.2")


def draw_random_hex(fight: Fight, side: Side) -> Steps[Hex]:
    """1.8: reveal a random hex; its number first repairs or eliminates broken weapons (11.4)."""
    card = yield from reveal(fight, side)
    repair_weapons(fight, int(card.dice.hex[1:]))
    return fight.board.numbers[card.dice.hex]


def draw_hand(fight: Fight, side: Side) -> Steps[None]:
    """5.4: fill the hand; Time may interrupt."""
    camp = fight.camps[side]
    while len(camp.hand) < camp.hand_size:
        camp.hand.append(camp.deck.pop())
        if not camp.deck:
            yield from fight.triggers["time"](fight, side)


def play_card(fight: Fight, side: Side, card: Card) -> None:
    """1.5, 1.6: move a played card to the discard pile."""
    camp = fight.camps[side]
    camp.hand.remove(card)
    camp.pile.append(card)


def offer_action(fight: Fight, side: Side, ask: str, rule: str, actions: Sequence[str]) -> Steps[Card | None]:
    """A24: offer an action if the hand has one; return the card played, or None."""
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
    play_card(fight, side, card)
    fight.record(
        fight.catalog.fight[f"action.{card.text.action}"].rule, "action", who=side, action=card.text.action
    )
    return card
