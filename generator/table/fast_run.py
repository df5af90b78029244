"""Fast run for studies: run a procedure for its final state alone, without transcript, log or undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from .answers import check_answer
from .driver import NO_ANSWER
from .prompts import Answer, Draw, Note, Procedure, Prompt, Roll, Shuffle, Stand, State, Together


class Filler(Protocol):
    """Answerer that needs no table, only the number of the answer and the cards gone from each deck."""

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt, /) -> Answer: ...


def final_state(running: Procedure[State], fillers: Sequence[Filler]) -> State | None:
    """Run a procedure to its end and return its state; return None if no filler answers."""
    place = 0  # number of the next answer
    dealt: dict[str, int] = {}  # cards gone from each deck
    answer: Answer = None
    while True:
        try:
            asked = running.send(answer)
        except StopIteration as stop:
            state: State = stop.value
            return state
        answer = None
        if isinstance(asked, Note | Stand):
            continue
        if isinstance(asked, Shuffle):
            asked.apply(dealt)
        elif isinstance(asked, Together):
            answer = {}
            for seat, prompt in asked.prompts.items():
                answer[seat] = _answer(fillers, place, dealt, prompt)
                place += 1
            if NO_ANSWER in answer.values():
                return None
        else:
            answer = _answer(fillers, place, dealt, asked)
            if answer is NO_ANSWER:
                return None
            if isinstance(asked, Roll | Draw) and asked.deck:
                dealt[asked.deck] = dealt.get(asked.deck, 0) + 1
            place += 1


def _answer(fillers: Sequence[Filler], place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
    for filler in fillers:
        answer = filler.at(place, dealt, prompt)
        if answer is not NO_ANSWER:
            return check_answer(prompt, answer)
    return NO_ANSWER
