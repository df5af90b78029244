"""The ground in sentences: where it comes from, and what one hex sees of another (10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.games.combat_commander.ground.card_ground import get_ruled_ground
from generator.games.combat_commander.ground.line_of_sight import Reason, SightReport
from schemas.said import say

from ..scribe import Card, Scribe


def ground_note(card: Card, scribe: Scribe) -> str:
    """House rule: what a card says of a battlefield that nobody printed; nothing for a printed map."""
    document = card["map"].get("battlefield")
    return "" if document is None else house_note(document, scribe)


def house_note(document: Mapping[str, Any], scribe: Scribe) -> str:
    """House rule: where a battlefield of our own comes from."""
    origin = document.get("drawn")
    if origin is None:
        return scribe.term("ground.house")
    key = "ground.house.changed" if document.get("changed") else "ground.house.drawn"
    return scribe.said(key, kind=origin["kind"], seed=origin["seed"])


def ground_lines(card: Card, scribe: Scribe) -> list[str]:
    """The ground of a card without a picture: where it comes from, and what its terrain does."""
    from .legend import legend_words

    ground = get_ruled_ground(scribe.catalog, card)
    note = ground_note(card, scribe)
    return [*([note] if note else []), *(legend_words(ground, scribe) if ground is not None else [])]


def sight_lines(sight: SightReport, scribe: Scribe) -> list[str]:
    """The answer, whether it is sure, why, and what it rests on."""
    said = scribe.said(f"sight.{sight.kind}", one=sight.one, other=sight.other, n=sight.hindrance)
    sure = scribe.term("sight.sure" if sight.sure else "sight.look")
    basis = scribe.term("sight.measured" if sight.measured else "sight.judged")
    return [f"{said}. {sure}", *(f"- {reason(why, scribe)}" for why in sight.reasons), basis]


def reason(why: Reason, scribe: Scribe) -> str:
    """One thing under the string, what it does and how likely."""
    facts = {"what": why.what, "where": "-".join(why.hexes), "rule": why.rule}
    found = say("sight.hinders", n=why.value, **facts) if why.value else say("sight.blocks", **facts)
    return scribe.said(f"sight.chance.{why.chance}", said=found)
