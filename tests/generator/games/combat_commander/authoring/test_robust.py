"""Well-formed cards that make no sense: every tool answers, and fixes never make a card malformed."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exports.games.combat_commander.finding_text import change_json, finding_json
from generator.authoring import apply_fixes
from generator.diff import diff
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.balance_meter import measure_balance
from generator.games.combat_commander.authoring.checks import check, check_structure
from generator.games.combat_commander.authoring.guide import follow
from generator.games.combat_commander.authoring.pricing import price_side
from tests.generator.games.combat_commander.audit import audit
from tests.generator.games.combat_commander.authoring.cards import (
    CATALOG,
    GONE,
    battle,
    changed,
    library,
    sound,
)

BASES = [sound(), library("castle-hill"), library("hill-236"), *(battle(f"robust{n}") for n in range(4))]
WORDS = (
    "axis allied none german japanese martian german:squad_rifle german:sgt_esser x:y A1 D4 Z9 top left "
    "elite wide long recon defend attack banzai invader hidden A V R company vp mines wire"
)
VALUES = st.sampled_from([GONE, None, True, [], {}, -5, 0, 1, 2, 5, 7, 12, 40, 99, *WORDS.split()])


def places(document: Any, at: str = "") -> Iterator[str]:
    """Yield every place of a card except its transcript."""
    inside = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in inside:
        if key != "transcript":
            yield f"{at}/{key}"
            if isinstance(value, dict | list):
                yield from places(value, f"{at}/{key}")


PLACES = [sorted(places(card)) for card in BASES]


@st.composite
def strange_cards(draw: st.DrawFn) -> dict[str, Any]:
    number = draw(st.integers(0, len(BASES) - 1))
    card = BASES[number]
    for place in draw(st.lists(st.sampled_from(PLACES[number]), min_size=1, max_size=3, unique=True)):
        try:
            card = changed(card, {place: draw(VALUES)})
        except (TypeError, AttributeError, KeyError, IndexError, ValueError):
            continue  # an earlier change removed this place
    return card


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(strange_cards())
def test_every_tool_answers(card: dict[str, Any]) -> None:
    findings = check(card, CATALOG)
    assert json.dumps([finding_json(finding, CATALOG) for finding in findings])
    if any(check_structure(card)):
        return
    audit(card, CATALOG)
    for side in ("axis", "allied"):
        assert price_side(card, side, CATALOG).total >= 0  # type: ignore[arg-type]
    assert not any(check_structure(follow(card, CATALOG)))
    assert len(measure_balance(card, CATALOG).measures) == 7
    assert all(change_json(change, CATALOG)["text"]["en"] for change in diff(sound(), card))
    mended, _ = apply_fixes(CATALOG, SCENARIO, card, frozenset({"error", "warning"}))
    assert not any(check_structure(mended))
    assert [f for f in check(mended, CATALOG) if f.severity == "error" and f.fix is not None] == []
