"""A question of a fight in full for the seat that answers it: options in words, with previews."""

from __future__ import annotations

from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..rehearsal.fire import SMOKE
from ..rehearsal.modules.bocage import BUST
from ..rehearsal.move import DROP, GIVE, TAKE
from ..rehearsal.pieces import Unit, Weapon
from ..rehearsal.state import OTHER, SIDES, Card, Fight
from .previews import preview_option
from .state import Play

Document = dict[str, Any]
WEAPON_WORDS = {DROP: "drop", GIVE: "give", TAKE: "take", BUST: "bust"}
UNIT_SUBJECTS = (
    "set_up",
    "place",
    "enter",
    "retreat",
    "accompany",
    "advance_to",
    "spot",
    "scrounger",
    "flee",
)
MAX_PREVIEWS = 200  # options of one question; more are shown without a preview


def view_prompt(play: Play, number: int) -> Document:
    """Return the question that is asked now, with its options."""
    question = play.question
    assert isinstance(question, Choose)
    options = list(question.options)
    return {
        "number": number,
        "rule": question.rule,
        "ask": question.ask,
        "seat": question.seat,
        "of": question.of,
        "least": question.least,
        "most": question.most,
        "subject": view_subject(play, question),
        "options": [
            {**view_option(play, question, option), "preview": preview_option(play, question, option)}
            if place < MAX_PREVIEWS
            else {**view_option(play, question, option), "preview": None}
            for place, option in enumerate(options)
        ],
    }


def view_subject(play: Play, question: Choose) -> Document:
    """Return what a question is about: a unit to place, a weapon to hand out, a group that moves."""
    fight, subject = play.fight, play.fight.subject
    if question.ask in UNIT_SUBJECTS and isinstance(subject, Unit):
        return {"unit": subject.id}
    if question.ask == "carry" and isinstance(subject, Weapon):
        return {"weapon": subject.counter.ref}
    if question.ask == "fortify":
        return {"work": subject}
    if question.ask == "step" and fight.mover:
        spent, bonus = subject
        left = min(fight.get_move_points(unit) for unit in fight.mover) + bonus - spent
        return {"units": [unit.id for unit in fight.mover], "spent": spent, "left": left}
    if question.ask == "op_fire":
        return {"hex": fight.board.names[subject[0]], "units": [unit.id for unit in fight.mover]}
    if question.ask in ("ambush", "push") and isinstance(subject, int):
        return {"hex": fight.board.names[subject]}
    if question.ask == "group" and play.target:
        return {"hex": play.target}
    return {}


def view_option(play: Play, question: Choose, option: str) -> Document:
    """Return an option: what it lights up on the board or in the hand, and its words."""
    fight = play.fight
    if question.of in ("card", "op_fire") and option.isdecimal():
        return _view_card_option(fight, question, option)
    if question.of == "action" and ":" in option:
        action, _, number = option.partition(":")
        return _option(option, "card", "action", {"action": action}, card=int(number))
    if question.of == "piece":
        unit = fight.get_unit(option.removesuffix("w"))
        if option.endswith("w") and unit.weapon:
            facts = {**_tell_unit(fight, unit), "weapon": unit.weapon.counter.ref}
            return _option(option, "piece", "weapon", facts, unit=unit.id, weapon=True)
        return _option(option, "piece", "unit", _tell_unit(fight, unit), unit=unit.id)
    if option in fight.board.numbers:
        return _option(option, "hex", "hex", {"hex": option}, hex=option)
    if option.startswith(SMOKE):
        hex_ = option.removeprefix(SMOKE)
        return _option(option, "hex", "smoke", {"hex": hex_}, hex=hex_)
    for start, word in WEAPON_WORDS.items():
        if option.startswith(start):
            return _view_weapon_option(fight, question, option, start, word)
    if (named := _find_unit(fight, option)) is not None:
        return _option(option, "unit", _name_unit(named), _tell_unit(fight, named), unit=named.id)
    return _view_word(fight, question, option)


def _view_card_option(fight: Fight, question: Choose, option: str) -> Document:
    side: Side = "axis" if question.seat == "axis" else "allied"
    hands = [
        *fight.camps[side].hand,
        *(fight.camps[OTHER[side]].hand if question.ask == "interrogate" else ()),
    ]
    card = next(card for card in hands if str(card.number) == option)
    if question.of == "op_fire":
        return _option(option, "card", "op_fire", {"order": card.text.order}, card=card.number)
    facts = {"order": card.text.order, "action": card.text.action}
    seen = {"shown": view_card(fight, card)} if question.ask == "interrogate" else {}
    return {**_option(option, "card", "card", facts, card=card.number), **seen}


def _view_weapon_option(fight: Fight, question: Choose, option: str, start: str, word: str) -> Document:
    unit = fight.get_unit(option.removeprefix(start))
    giver = unit
    if word == "give":  # the weapon is the mover's
        group = list(fight.mover) or [fight.subject]
        giver = group[0]
    weapon = giver.weapon.counter.ref if giver.weapon else ""
    facts = {**_tell_unit(fight, unit), "weapon": weapon}
    return _option(option, "word", word, facts, unit=unit.id)


def _view_word(fight: Fight, question: Choose, option: str) -> Document:
    if question.of == "side" and option in SIDES:
        return _option(option, "word", "side", {"who": option})
    if question.of == "chit":
        return _option(option, "word", "chit", {"chit": option})
    if question.of in ("support", "leader"):
        return _option(option, "word", "thing", {"ref": option})
    if question.of == "weapon":
        weapon = next((weapon for weapon in fight.wrecks if weapon.id == option), None)
        if weapon is not None:
            return _option(option, "word", "thing", {"ref": weapon.counter.ref})
    lost = next((u for camp in fight.camps.values() for u in camp.lost if u.id == option), None)
    if lost is not None:
        return _option(option, "word", "thing", {"ref": lost.ref})
    key = f"fight_option.{question.ask}.{option}"
    term = key if key in fight.catalog.terms else f"fight_option.{option}"
    return {"id": option, "kind": "word", "label": {"term": term, "facts": {}}}


def _option(id_: str, kind: str, word: str, facts: Document, **more: Any) -> Document:
    return {"id": id_, "kind": kind, **more, "label": {"term": f"fight_option.{word}", "facts": facts}}


def _tell_unit(fight: Fight, unit: Unit) -> Document:
    return {"ref": unit.ref, "hex": fight.board.names[unit.hex] if unit.hex >= 0 else ""}


def _name_unit(unit: Unit) -> str:
    return "unit" if unit.hex >= 0 else "thing"


def _find_unit(fight: Fight, id_: str) -> Unit | None:
    return next((unit for camp in fight.camps.values() for unit in camp.units if unit.id == id_), None)


def view_card(fight: Fight, card: Card, *, playable: bool = False) -> Document:
    """1: return a Fate card with its printed parts."""
    return {
        "number": card.number,
        "order": card.text.order,
        "action": card.text.action,
        "event": card.text.event,
        "white": card.dice.white,
        "coloured": card.dice.coloured,
        "trigger": card.dice.trigger,
        "hex": card.dice.hex,
        "playable": playable,
    }
