"""A procedure run for its state alone: the same rules and the same answers, with no record of either.

Whoever needs transcript, log or undo takes a table; a study that makes a million battles needs none of them.
Dice and commanders are trusted; a purchase and a choice of several are put into the order in which a table
would hand them on.
"""

from __future__ import annotations

from typing import Any, Protocol

from .driver import NO_ANSWER
from .prompts import Answer, Buy, Choose, Draw, Note, Procedure, Prompt, Roll, Shuffle, Stand, State, Together

Dealt = dict[str, int]  # cards gone from each deck


class Filler(Protocol):
    """Who answers by the number of the answer alone."""

    def at(self, place: int, dealt: Dealt, prompt: Prompt, /) -> Answer: ...


class Fate(Filler, Protocol):
    """Dice, or decks that stand in for them: then it matters which cards are gone."""

    @property
    def deals(self) -> bool: ...


def state_of(running: Procedure[State], dice: Fate, commander: Filler) -> State | None:
    """The state at the end; None where somebody is asked for whom neither answers."""
    answer: Any = None
    place = 0
    dealt: Dealt = {}
    send, fate, choice, deals = running.send, dice.at, commander.at, dice.deals
    try:
        while True:
            asked = send(answer)
            kind = type(asked)
            if kind is Roll or kind is Draw:
                answer = fate(place, dealt, asked)  # type: ignore[arg-type]
                if deals and (deck := asked.deck):  # type: ignore[union-attr]
                    dealt[deck] = dealt.get(deck, 0) + 1
            elif kind is Note or kind is Stand:
                answer = None
                continue
            elif kind is Together:
                answer = {}
                for seat, prompt in asked.prompts.items():  # type: ignore[union-attr]
                    answer[seat] = in_order(prompt, choice(place, dealt, prompt))
                    place += 1
                if NO_ANSWER in answer.values():
                    return None
                continue
            elif kind is Shuffle:
                shuffle(dealt, asked)  # type: ignore[arg-type]
                answer = None
                continue
            else:
                answer = choice(place, dealt, asked)  # type: ignore[arg-type]
                if type(answer) is not str:
                    answer = in_order(asked, answer)  # type: ignore[arg-type]
            if answer is NO_ANSWER:
                return None
            place += 1
    except StopIteration as stop:
        found: State = stop.value
        return found


def shuffle(dealt: Dealt, asked: Shuffle) -> None:
    """What is left of a deck is gone: the next card is the first of its next shuffle."""
    for deck, cards in asked.decks.items():
        dealt[deck] = -(-dealt.get(deck, 0) // cards) * cards


def in_order(prompt: Prompt, answer: Answer) -> Answer:
    """Several things in the order in which the prompt names them."""
    form = type(answer)
    if form is list and type(prompt) is Choose:
        return [option for option in prompt.options if option in answer]
    if form is dict and len(answer) > 1 and type(prompt) is Buy:
        return {ware.id: answer[ware.id] for ware in prompt.shelf if ware.id in answer}
    return answer
