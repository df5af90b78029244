"""A great many battles with random settings: none may end in an exception."""

from __future__ import annotations

import random
from typing import Any

import pytest

from generator.battle.make import make
from generator.battle.settings import QUALITIES, SIZES, Settings, check_settings
from schemas.errors import HorahError

from .tools import CATALOG

BATCH = 5_000
BATCHES = 20  # 100,000 battles
SOAK_BATCHES = 200  # a million
COMMANDERS = ("random", "cautious", "bold", "even")


def wish(chance: random.Random) -> Settings:
    """Settings at random, drawn again until the tables can meet them."""
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


def roll_batch(batch: int) -> None:
    chance = random.Random(batch)
    wishes = [wish(chance) for _ in range(40)]
    for number in range(BATCH):
        card = make(CATALOG, wishes[number % len(wishes)], f"{batch}-{number}.secret").card()
        assert card["sides"]["axis"]["hand"] + card["sides"]["allied"]["hand"] == 10


@pytest.mark.parametrize("batch", range(BATCHES))
def test_battles_with_random_settings(batch: int) -> None:
    roll_batch(batch)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES, BATCHES + SOAK_BATCHES))
def test_a_million_battles(batch: int) -> None:
    roll_batch(batch)
