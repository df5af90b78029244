"""Hints: what the regular commander would do now and why, and previews of several options together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.session import Session
from generator.table import Choose, Seat, Table
from schemas.errors import HorahError

from ..rehearsal.bot_planning import Plan
from ..rehearsal.regular import Regular
from ..rehearsal.state import Card, Fight
from .commanders import answer_legally, make_plan, think
from .previews import Preview, preview_answer
from .state import Play, get_play

Document = dict[str, Any]
MAX_ORDERS = 3


def make_hint(session: Session, seat: Seat) -> Document:
    """Return what the regular would answer to the question of a seat, and its three best orders.

    It sees what the seat sees: the regular looks at no hidden card.
    """
    play, question = _require_question(session.table, seat)
    side: Side = "axis" if seat == "axis" else "allied"
    hint: Document = {"ask": question.ask, "orders": [], "why": []}
    if question.ask == "order":
        adviser = play.advisers[side] = _make_adviser(play, side, len(session.table.entries))
        hint["answer"] = answer_legally(play, adviser, question)
        hint["orders"] = rank_orders(play.fight, adviser, str(hint["answer"]))
    else:
        adviser = play.advisers.get(side) or _make_adviser(play, side, len(session.table.entries))
        play.advisers[side] = adviser
        if play.fight.turn_of == side and not _follows_plan(play, adviser):
            make_plan(play, adviser)
        hint["answer"] = answer_legally(play, adviser, question)
    return hint


def preview_selection(session: Session, seat: Seat, options: Sequence[str]) -> Preview | None:
    """Return what several options chosen together would do."""
    play, question = _require_question(session.table, seat)
    return preview_answer(play, question, [option for option in options if option in question.options])


def rank_orders(fight: Fight, adviser: Regular, answer: str) -> list[Document]:
    """Return the best plans of the orders in hand, the most valuable first."""
    cards: dict[str, Card] = {}
    for card in fight.camps[adviser.side].hand:
        if card.text.order not in cards or str(card.number) == answer:
            cards[card.text.order] = card
    plans = [(plan, card) for order, card in cards.items() if (plan := think(adviser, order)) is not None]
    plans.sort(key=lambda pair: -pair[0].score)
    return [_describe_plan(fight, plan, card, answer) for plan, card in plans[:MAX_ORDERS]]


def _describe_plan(fight: Fight, plan: Plan, card: Card, answer: str) -> Document:
    names, order = fight.board.names, card.text.order
    goals = {id_: goal for id_, goal in plan.goals.items() if not isinstance(goal, str)}
    hexes = [names[hex_] for hex_ in dict.fromkeys([*(shot.target for shot in plan.shots), *goals.values()])]
    units = [unit.id for unit in (plan.first, *plan.others) if unit is not None]
    facts: Document = {"value": round(plan.score, 1), "hexes": hexes}
    if plan.first is not None:
        facts |= {"ref": plan.first.ref, "hex": names[plan.first.hex]}
    term = f"fight_hint.{order}" if hexes and plan.first is not None else "fight_hint.plain"
    return {
        "card": card.number,
        "order": order,
        "value": round(plan.score, 2),
        "chosen": str(card.number) == answer,
        "first": plan.first.id if plan.first is not None else None,
        "units": units,
        "hexes": hexes,
        "term": term,
        "facts": {**facts, "order": order},
    }


def _follows_plan(play: Play, adviser: Regular) -> bool:
    """Tell whether the adviser's plan is for the order that is being carried out."""
    return adviser.plan.card is not None and adviser.plan.card.text.order == play.order


def _make_adviser(play: Play, side: Side, place: int) -> Regular:
    return Regular(play.fight, side, play.fight.catalog.regular_commander, f"hint/{place}")


def _require_question(table: Table[Any], seat: Seat) -> tuple[Play, Choose]:
    play = get_play(table)
    if not isinstance(play.question, Choose) or play.question.seat != seat:
        raise HorahError("NOT_ASKED.seat")
    return play, play.question
