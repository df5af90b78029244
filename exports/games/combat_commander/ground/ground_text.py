"""The ground in sentences: its origin, and what one hex sees of another (10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.games.combat_commander.ground.card_ground import get_ruled_ground
from generator.games.combat_commander.ground.line_of_sight import Reason, SightReport
from schemas.messages import say

from ..messages import Card, MessageFormatter


def ground_note(card: Card, formatter: MessageFormatter) -> str:
    """House rule: return the origin of a card's custom battlefield, or nothing for a printed map."""
    document = card["map"].get("battlefield")
    return "" if document is None else house_note(document, formatter)


def house_note(document: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """House rule: return the origin of a custom battlefield."""
    origin = document.get("drawn")
    if origin is None:
        return formatter.term("ground.house")
    key = "ground.house.changed" if document.get("changed") else "ground.house.drawn"
    return formatter.format(key, kind=origin["kind"], seed=origin["seed"])


def list_ground_lines(card: Card, formatter: MessageFormatter) -> list[str]:
    """Return the ground of a card as text: its origin, and the effects of its terrain."""
    from .legend import list_legend

    ground = get_ruled_ground(formatter.catalog, card)
    note = ground_note(card, formatter)
    return [*([note] if note else []), *(list_legend(ground, formatter) if ground is not None else [])]


def format_sight(sight: SightReport, formatter: MessageFormatter) -> list[str]:
    """Return the answer, whether it is certain, the reasons, and the basis."""
    answer = formatter.format(f"sight.{sight.kind}", one=sight.one, other=sight.other, n=sight.hindrance)
    sure = formatter.term("sight.sure" if sight.sure else "sight.look")
    basis = formatter.term("sight.measured" if sight.measured else "sight.judged")
    return [f"{answer}. {sure}", *(f"- {format_reason(why, formatter)}" for why in sight.reasons), basis]


def format_reason(why: Reason, formatter: MessageFormatter) -> str:
    """Return one obstacle under the string, its effect and its likelihood."""
    facts = {"what": why.what, "where": "-".join(why.hexes), "rule": why.rule}
    effect = say("sight.hinders", n=why.value, **facts) if why.value else say("sight.blocks", **facts)
    return formatter.format(f"sight.chance.{why.chance}", said=effect)
