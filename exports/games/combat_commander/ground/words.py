"""10: what one hex sees of another, in sentences."""

from __future__ import annotations

from generator.games.combat_commander.ground.sight import Reason, Sight
from schemas.said import say

from ..scribe import Scribe


def sight_lines(sight: Sight, scribe: Scribe) -> list[str]:
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
