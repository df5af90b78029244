"""Styles: tastes of the regular, and how far the odds depend on them."""

from __future__ import annotations

from itertools import product

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.commander_names import LEVELS
from generator.games.combat_commander.rehearsal.levels import get_style_weights
from generator.games.combat_commander.rehearsal.outcome import simulate_fight
from generator.games.combat_commander.rehearsal.styles import Pairing, summarise_styles

CATALOG = load()
STYLES = tuple(CATALOG.commander_styles)


def test_there_are_eight_and_each_changes_weights_that_the_regular_has() -> None:
    assert len(STYLES) == 8
    assert not set(STYLES) & set(LEVELS)
    usual = CATALOG.regular_commander
    for style in STYLES:
        changed = {name for name, value in get_style_weights(CATALOG, style).items() if value != usual[name]}
        assert changed
        for name in CATALOG.commander_styles[style]:
            assert any(own == name or own.startswith(f"{name}_") for own in changed), (style, name)


def test_a_change_counts_in_every_posture() -> None:
    usual, bold = CATALOG.regular_commander, get_style_weights(CATALOG, "bold")
    percent = CATALOG.commander_styles["bold"]["danger"]
    assert bold["danger_defend"] == round(usual["danger_defend"] * percent / 100)
    assert bold["take"] == usual["take"]


def test_a_style_fights_and_differs_from_the_regular() -> None:
    card = make(CATALOG, Settings(), "15").card()
    usual, bold = (
        simulate_fight(card, CATALOG, "1", {"axis": name, "allied": name}) for name in ("regular", "bold")
    )
    assert bold.winner in ("axis", "allied")
    assert bold != usual


def make_pairings(chance: dict[str, float], fights: int) -> list[Pairing]:
    """Return pairings in which the style of the Axis alone decides."""
    return [
        Pairing(axis, allied, fights, round(fights * chance[axis]))
        for axis, allied in product(chance, chance)
    ]


@pytest.mark.parametrize(
    ("chance", "spread"),
    [
        (dict.fromkeys(STYLES, 0.5), 0.0),
        ({style: 0.4 if place % 2 else 0.6 for place, style in enumerate(STYLES)}, 10.7),
    ],
)
def test_the_spread_between_styles_without_the_dice(chance: dict[str, float], spread: float) -> None:
    """Eight shares, half of them 40 and half 60 %: a standard deviation of 10.7 points."""
    document = summarise_styles(make_pairings(chance, 10_000))
    assert document["spread"] == pytest.approx(spread, abs=0.1)
    assert document["styles"]["bold"]["axis"] == {"wins": round(80_000 * chance["bold"]), "fights": 80_000}
