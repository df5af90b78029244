"""Tokens are random; other tests replace them by known seeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from generator.chance import check_seed, open_part
from web.service import tokens

ENOUGH = 500


@pytest.mark.parametrize(
    "draw", [tokens.new_id, tokens.new_link, tokens.new_table_seed, tokens.new_battle_seed]
)
def test_tokens_are_unique(draw: Callable[[], str]) -> None:
    assert len({draw() for _ in range(ENOUGH)}) == ENOUGH


@pytest.mark.parametrize("draw", [tokens.new_table_seed, tokens.new_battle_seed])
def test_open_and_secret_part_of_a_seed_are_independent(draw: Callable[[], str]) -> None:
    seeds = [check_seed(draw()) for _ in range(ENOUGH)]
    assert len({open_part(seed) for seed in seeds}) == ENOUGH
    assert len({seed.partition(".")[2] for seed in seeds}) == ENOUGH
    assert all(len(seed.partition(".")[2]) >= 32 for seed in seeds)


@dataclass(frozen=True)
class Row:
    link_hash: str


def test_row_is_found_only_by_its_link() -> None:
    link, other = tokens.new_link(), tokens.new_link()
    rows = {tokens.link_hash(link): Row(tokens.link_hash(link))}
    assert tokens.find_by_link(link, rows.get) == Row(tokens.link_hash(link))
    assert tokens.find_by_link(other, rows.get) is None
    assert tokens.find_by_link(tokens.link_hash(link), lambda _: Row("")) is None  # a hash is no link
    assert tokens.find_by_link(link, lambda _: Row(tokens.link_hash(other))) is None
