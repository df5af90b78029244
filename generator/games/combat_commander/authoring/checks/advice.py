"""Comparison of the card with the design guide: C41."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schemas.messages import Message, say

from ..card_facts import Reading
from ..force import SIDES
from ..guide import Item, Proposal, count_open_chit_vp, list_proposals, list_strengths
from ..rs_figures import find_order_of_battle, is_from_campaign, is_given_by_rs
from .base import Fix, Problem, check, set_to

#: Items that C41 compares; the meter shows posture, hand and depth.
ADVISED: frozenset[Item] = frozenset(
    {"surrender", "marker", "orders", "sudden_death", "quality", "initiative"}
)
#: Kinds of terms for proposals that are not numbers.
KINDS: Mapping[Item, str] = {"quality": "quality", "initiative": "side"}


@check("C41", "warning", "Tips")
def follows_guide(reading: Reading) -> Iterator[Problem]:
    """Tips: recommendations, so at most a warning.

    A start VP with open chits belongs to C24. Handicap cards leave the guide on purpose and are skipped, as
    is every value that RS gave.
    """
    if reading.kind != "scenario" or reading.card.get("base"):
        return
    chits = any(count_open_chit_vp(reading.card, reading.catalog, side) for side in SIDES)
    for proposal in list_proposals(reading):
        if proposal.item not in ADVISED or proposal.follows or proposal.chosen is None:
            continue
        if (proposal.item == "marker" and chits) or is_given_by_rs(reading, proposal):
            continue
        text = say("finding.C41.differs", here=_here(proposal), why=proposal.working[-1].text)
        yield Problem(proposal.place, text, _accept(proposal))
    yield from _strengths(reading)


def _strengths(reading: Reading) -> Iterator[Problem]:
    """Tips: squads, leaders. A starting point that an author may leave, so only a note."""
    for strength in list_strengths(reading):
        if strength.fits or is_from_campaign(reading) or find_order_of_battle(reading, strength.side):
            continue
        text = say("finding.C41.strength", side=strength.side, strength=strength.working.text)
        yield Problem(strength.place, text, severity="note")


def _here(proposal: Proposal) -> Message:
    """Return the value on the card as a sentence."""
    key = "finding.C41.card" if proposal.side is None else "finding.C41.side"
    return say(key, side=proposal.side, chosen=proposal.chosen, of=KINDS.get(proposal.item, ""))


def _accept(proposal: Proposal) -> Fix:
    title = say("fix.follow_guide", value=proposal.value, of=KINDS.get(proposal.item, ""))
    return set_to(proposal.place, proposal.value, title)
