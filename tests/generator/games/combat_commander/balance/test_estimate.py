"""The estimate of odds: figures of a card that players know, and weights from the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.rehearsal import format_estimate, name_figure
from generator.games.combat_commander.authoring.scenario import new as new_card
from generator.games.combat_commander.balance.estimate import (
    CONSTANT,
    ERROR,
    estimate_odds,
    measure_card,
)
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.studies.sides import EVERYTHING, make_swapped_card
from generator.table import EVERYONE
from tests.generator.games.combat_commander.authoring.cards import changed

CATALOG = load()
CARD = view_card(make(CATALOG, Settings(map=1), "15").card(), EVERYONE)


def test_every_figure_has_a_weight_and_a_name_in_both_languages() -> None:
    figures = set(measure_card(CARD, CATALOG))
    assert figures <= set(CATALOG.odds_estimate)
    for lang in ("en", "es"):
        formatter = MessageFormatter(CATALOG, lang)
        for figure in set(CATALOG.odds_estimate) - {CONSTANT, ERROR}:
            assert name_figure(figure, formatter)


@pytest.mark.parametrize("seed", range(5))
def test_exchanging_the_sides_exchanges_every_figure(seed: int) -> None:
    card = make(CATALOG, Settings(map=1), str(seed)).card()
    figures = measure_card(card, CATALOG)
    mirrored = measure_card(make_swapped_card(card, EVERYTHING), CATALOG)
    assert mirrored == pytest.approx({name: -value for name, value in figures.items()})


@pytest.mark.parametrize(
    ("changes", "figure", "by"),
    [
        ({"/marker": 10}, "marker", 10),
        ({"/sides/axis/orders": 9}, "orders", 9),
        ({"/sides/axis/counters/german:squad_rifle": 20}, "squads", 20),
        ({"/fortifications": [{"side": "axis", "type": "mines", "count": 3}]}, "mines", 3),
    ],
)
def test_figures_follow_the_card(changes: dict[str, Any], figure: str, by: float) -> None:
    card = new_card(CATALOG, "german", "russian", 1943, 1)
    base = changed(card, {place: 0 for place in changes if isinstance(changes[place], int)})
    before, after = (measure_card(each, CATALOG)[figure] for each in (base, changed(base, changes)))
    assert after - before == by


def test_more_victory_points_never_hurt() -> None:
    shares = []
    for marker in (-20, 0, 20):
        estimate = estimate_odds(changed(dict(CARD), {"/marker": marker}), CATALOG)
        assert estimate is not None
        shares.append(estimate.axis)
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1


def test_a_card_that_cannot_be_fought_has_no_estimate() -> None:
    assert estimate_odds(changed(dict(CARD), {"/marker": None}), CATALOG) is None


def test_secrets_do_not_change_the_estimate() -> None:
    whole = make(CATALOG, Settings(map=1), "15").card()
    assert estimate_odds(whole, CATALOG) == estimate_odds(CARD, CATALOG)


def test_the_estimate_in_words() -> None:
    words = {"axis": 0.62, "error": 0.08, "reasons": [{"figure": "marker", "side": "axis", "weight": 1.0}]}
    assert format_estimate(words, MessageFormatter(CATALOG, "en")) == (
        "Estimated without fighting: about 60–40 for Axis and Allies, give or take 8 points. "
        "What matters most: the VP marker (Axis)."
    )
