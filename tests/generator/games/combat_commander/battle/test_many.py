"""Many battles with random settings, each checked by the independent audit."""

from __future__ import annotations

import random
from typing import Any

import pytest

from generator.games.combat_commander.battle.checks import check_settings
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import QUALITIES, SIZES, Settings
from schemas.errors import HorahError
from schemas.validation import problems
from tests.generator.games.combat_commander.audit import audit
from tests.generator.games.combat_commander.battle.remaking import remake

from .tools import CATALOG

BATCH = 100
BATCHES = 10
SOAK_BATCHES = 2_000
COMMANDERS = ("random", "cautious", "bold", "even")


def random_settings(chance: random.Random) -> Settings:
    """Return random settings, drawn again until the tables allow them."""
    pick = chance.choice

    def some(options: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(o for o in options if chance.random() < 0.4)

    while True:
        settings = Settings(
            edition=pick(sorted(CATALOG.editions)),
            maps=some(tuple(CATALOG.maps)),
            map=pick(["choose", "random"]),
            axis=pick([None, None, None, "german", "italian"]),
            allied=pick([None, None, None, "russian", "british", "american", "french"]),
            without=pick([(), (), ("russian",), ("italian",)]),
            years=pick([(), (), (), (1940,), (1943,), (1944,), (1941, 1942)]),
            sizes=some(SIZES),
            same_size=pick([True, False]),
            axis_qualities=pick([(), (), *((q,) for q in QUALITIES)]),
            allied_qualities=pick([(), (), *((q,) for q in QUALITIES)]),
            holes="remedy",
            axis_player=pick(["coin", "first", "second"]),
            dice=pick(["two", "two", "fate"]),
            axis_commander=pick(COMMANDERS),
            allied_commander=pick(COMMANDERS),
            reroll_green=pick([True, False]),
            defender_radio=pick([True, False]),
            placement=pick(["objectives", "objectives", "objectives", "hexes"]),
        )
        try:
            check_settings(CATALOG, settings)
        except HorahError:
            continue
        return settings


def check_battles(batch: int) -> None:
    """Check that every battle is legal, fits its schema, and replays."""
    chance = random.Random(batch)
    for number in range(BATCH):
        settings, seed = random_settings(chance), f"{batch}-{number}.secret"
        card = make(CATALOG, settings, seed).card()
        faults = [
            str(finding.message.facts) for finding in audit(card, CATALOG) if finding.severity == "error"
        ]
        assert not faults, (seed, settings, faults)
        assert not list(problems(card, "games/combat_commander/card")), (seed, settings)
        assert remake(CATALOG, card) == card, (seed, settings)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_battles_with_random_settings(batch: int) -> None:
    check_battles(batch)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES, BATCHES + SOAK_BATCHES))
def test_two_hundred_thousand_battles(batch: int) -> None:
    check_battles(batch)
