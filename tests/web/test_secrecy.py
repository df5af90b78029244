"""What nobody may guess is drawn anew every time; elsewhere the tests put known seeds in its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.chance import check_seed, open_part
from web.service import secrecy

ENOUGH = 500


@pytest.mark.parametrize("draw", [secrecy.new_id, secrecy.new_link, secrecy.table_seed, secrecy.battle_seed])
def test_none_comes_twice(draw: Callable[[], str]) -> None:
    assert len({draw() for _ in range(ENOUGH)}) == ENOUGH


@pytest.mark.parametrize("draw", [secrecy.table_seed, secrecy.battle_seed])
def test_a_seed_has_an_open_and_a_secret_part_and_neither_tells_the_other(draw: Callable[[], str]) -> None:
    seeds = [check_seed(draw()) for _ in range(ENOUGH)]
    assert len({open_part(seed) for seed in seeds}) == ENOUGH
    assert len({seed.partition(".")[2] for seed in seeds}) == ENOUGH
    assert all(len(seed.partition(".")[2]) >= 32 for seed in seeds)
