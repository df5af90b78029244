"""The study of sides swaps one thing at a time."""

from __future__ import annotations

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.fight import new_fight
from generator.games.combat_commander.studies.sides import (
    AS_IT_IS,
    EVERYTHING,
    SIDES_STUDY,
    SWAPS,
    make_swapped_card,
)
from generator.studies import Counts

CATALOG = load()
CARD = make(CATALOG, Settings(map=1), "15").card()


@pytest.mark.parametrize("swap", SWAPS)
def test_a_swap_twice_is_no_swap(swap: str) -> None:
    once = make_swapped_card(CARD, swap)
    assert make_swapped_card(once, swap) == CARD
    assert (once == CARD) is (swap in (AS_IT_IS, "swap_decks") or _alike(swap))


def _alike(swap: str) -> bool:
    """Tell whether both sides of the card have the same value of what is swapped."""
    field = {"swap_discards": "discard_limit", "swap_orders": "orders", "swap_surrender": "surrender"}.get(
        swap
    )
    sides = CARD["sides"]
    return bool(field and sides["axis"][field] == sides["allied"][field])


def test_decks_are_swapped_in_the_fight() -> None:
    fight = new_fight(CARD, CATALOG)
    decks = {side: camp.deck for side, camp in fight.camps.items()}
    SWAPS["swap_decks"][1](fight)
    assert (fight.camps["axis"].deck, fight.camps["allied"].deck) == (decks["allied"], decks["axis"])


def test_findings_name_a_cause_only_beyond_two_errors() -> None:
    counts: Counts = {"axis_won": {}}
    for swap in SWAPS:
        won = {"swap_decks": 300, EVERYTHING: 600}.get(swap, 400)
        counts["axis_won"] |= {(swap, "yes"): won, (swap, "no"): 1000 - won}
    findings = {str(facts.get("swap")): key for key, facts in SIDES_STUDY.findings(counts)}
    assert findings["swap_decks"] == "study.sides.cause"
    assert findings["swap_edges"] == "study.sides.no_cause"
    mirror = next(facts for key, facts in SIDES_STUDY.findings(counts) if key == "study.sides.mirror")
    assert (mirror["share"], mirror["change"]) == ("40.0", "+0.0")


def test_no_finding_before_20_fights() -> None:
    assert SIDES_STUDY.findings({"axis_won": {(AS_IT_IS, "yes"): 19}}) == []
