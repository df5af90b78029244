"""Run a fight as a procedure of the table: questions as a seat may read them, notes, and what was seen."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from generator.chance import shuffle_by_key
from generator.table import REFEREE, Answer, Ask, Choose, Draw, Note, Prompt, Report, Roll, Stand
from generator.table.answers import check_answer

from ..rehearsal.cards import SHUFFLE_DICE
from ..rehearsal.fight import run_fight
from ..rehearsal.state import SIDES
from .state import Play, mark_cards, mark_hand

#: What everybody may know of a question about a card in hand; its true name would tell which card it is.
ACTION_RULE, ACTION = "A24", "action"
#: Secret questions whose name tells nothing about the hand.
OPEN_QUESTIONS = ("order", "discards", "interrogate", "reveal")
PREFIX = "fight_"  # of the names of questions, because other procedures of the game ask some by the same name
FILM, FILM_FORM = "film", {"type": ["array", "string"]}


def run_play(play: Play, opening: int = 0) -> Generator[Ask, Any, Play]:
    """Run a fight; its first answers may come from a film, after which the decks are shuffled."""
    fight = play.fight
    fight.log_enabled = True
    yield Stand(play)
    procedure = run_fight(fight, play.card)
    answer: Answer = None
    while True:
        cards, hands = mark_cards(fight), {side: mark_hand(fight, side) for side in SIDES}
        seat = play.question.seat if play.question else None
        try:
            question = procedure.send(answer)
        except StopIteration:
            play.question = None
            yield from _flush_notes(play)
            return play
        others = [side for side in SIDES if side != seat]
        if cards != mark_cards(fight) or any(hands[side] != mark_hand(fight, side) for side in others):
            play.seen.append(play.answers - 1)
        assert isinstance(question, Choose | Roll | Draw)
        yield from _flush_notes(play)
        if opening and play.answers == opening:
            yield from _shuffle_decks(play)
        play.question = question
        if play.answers < opening:
            answer = check_answer(question, (yield _ask_film(question)))
        else:
            answer = yield ask_seat(question)
        play.answers += 1
        _note_target(play, question, answer)


def _note_target(play: Play, question: Choose | Roll | Draw, answer: Answer) -> None:
    """Remember the hex for which a fire group is chosen next."""
    if question.ask in ("target", "assault_target"):
        play.target = answer
    elif question.ask == "op_fire":
        play.target = play.fight.board.names[play.fight.subject[0]]
    elif question.ask == "move_action":
        play.target = ""


def _flush_notes(play: Play) -> Generator[Ask, Any, None]:
    for line in play.fight.log:
        if line.what == "order":
            play.order = line.facts["order"]
        yield Note(line.rule, f"fight_{line.what}", line.facts)
    play.fight.log.clear()


def ask_seat(question: Choose | Roll | Draw) -> Prompt:
    """Return a question as a table asks it.

    1.2: a shuffle is known to nobody; the name of a question about a card in hand to its seat alone.
    """
    ask = f"{PREFIX}{question.ask}"
    if isinstance(question, Roll) and question.ask == "shuffle":
        return replace(question, ask=ask, seat=REFEREE, secret=True)
    if not isinstance(question, Choose):
        return replace(question, ask=ask)
    options, rule = tuple(question.options), question.rule
    if question.secret and question.ask not in OPEN_QUESTIONS:
        ask, rule = f"{PREFIX}{ACTION}", ACTION_RULE
    return replace(question, rule=rule, ask=ask, options=options)


def _ask_film(question: Choose | Roll | Draw) -> Report:
    return Report(question.rule, f"{PREFIX}{FILM}", REFEREE, FILM_FORM, secret=True)


def _shuffle_decks(play: Play) -> Generator[Ask, Any, None]:
    """1.4: shuffle what is left of the decks, because whoever knows the film knows their order."""
    for side in SIDES:
        camp = play.fight.camps[side]
        seal = yield Roll("1.4", f"{PREFIX}shuffle", REFEREE, dice=SHUFFLE_DICE, secret=True)
        camp.deck = list(shuffle_by_key(bytes(byte - 1 for byte in seal).hex(), sorted(camp.deck)))
        play.answers += 1
