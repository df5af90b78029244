"""The design guide held against the card: C41."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.combat_commander.authoring.checks.base import Problem, check
from generator.games.combat_commander.authoring.findings import Fix, set_to
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.guide import (
    Item,
    Proposal,
    open_value,
    proposals,
    strengths,
)
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.rolled import from_campaign, given_by_rs, order_of_battle
from generator.games.combat_commander.authoring.text import Text

#: What C41 looks at; posture, hand and depths are shown by the meter.
ADVISED: frozenset[Item] = frozenset(
    {"surrender", "marker", "orders", "sudden_death", "quality", "initiative"}
)


@check(
    "C41",
    "W",
    "Tips",
    "La ficha sigue la guía de diseño",
    "The card follows the design guide",
)
def follows_guide(reading: Reading) -> Iterator[Problem]:
    """Tips: recommendations, so a remark and no more; a start VP with open chits is C24's affair.

    A handicap leaves the guide on purpose: such a card is spared. So is every figure that RS gave.
    """
    if reading.kind != "scenario" or reading.card.get("base"):
        return
    chits = any(open_value(reading.card, reading.catalog, side) for side in SIDES)
    for proposal in proposals(reading):
        if proposal.item not in ADVISED or proposal.follows or proposal.chosen is None:
            continue
        if (proposal.item == "marker" and chits) or given_by_rs(reading, proposal):
            continue
        why = proposal.working[-1].text
        here = _said(reading, proposal)
        yield Problem(
            proposal.place,
            f"{here.es}; la guía propone otra cosa. {why.es}.",
            f"{here.en}; the guide proposes otherwise. {why.en}.",
            _accept(reading, proposal),
        )
    yield from _strengths(reading)


def _strengths(reading: Reading) -> Iterator[Problem]:
    """Tips: squads, leaders. A starting point that the battle to be told may leave: a word, no warning."""
    for strength in strengths(reading):
        if strength.fits or from_campaign(reading) or order_of_battle(reading, strength.side):
            continue
        name, said = reading.word(f"side.{strength.side}"), strength.working.text
        yield Problem(strength.place, f"{name.es}: {said.es}.", f"{name.en}: {said.en}.", severity="I")


def _value(reading: Reading, item: Item, value: object) -> Text:
    if item == "quality":
        return reading.word(f"quality.{value}")
    if item == "initiative":
        return reading.word(f"side.{value}")
    return Text(str(value), str(value))


def _said(reading: Reading, proposal: Proposal) -> Text:
    side = reading.word(f"side.{proposal.side}") if proposal.side else None
    chosen = _value(reading, proposal.item, proposal.chosen)
    if side is None:
        return Text(f"La ficha dice {chosen.es}", f"The card says {chosen.en}")
    return Text(f"{side.es}: la ficha dice {chosen.es}", f"{side.en}: the card says {chosen.en}")


def _accept(reading: Reading, proposal: Proposal) -> Fix:
    value = _value(reading, proposal.item, proposal.value)
    return set_to(
        proposal.place, proposal.value, f"Seguir la guía: {value.es}", f"Follow the guide: {value.en}"
    )
