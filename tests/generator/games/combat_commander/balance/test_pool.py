"""The pool of fair battles: who gets which, and when it does not count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalogs.games.combat_commander import Catalog, load
from docs.pool import scout
from generator.games.combat_commander.balance import pool as pool_module
from generator.games.combat_commander.balance.pool import (
    digest_tables,
    draw_fair_battle,
    find_measured,
    list_valid,
)
from generator.games.combat_commander.battle.make import make_from_seed
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.balance_search import RULE, SEED
from generator.games.combat_commander.rehearsal.outcome import make_fight_seed, simulate_fight
from generator.games.combat_commander.rehearsal.public_card import digest_card, make_public_card
from tests.catalogs.games.combat_commander.overlays import lay

CATALOG = load()
SECRET = "aaaabbbbccccdddd0123"
SEEDS = ("1", "2", "3", "4")
RE_FOUGHT = 6  # fights of an entry that are fought again


def make_rows(measured: dict[str, tuple[int, int]], seeds: tuple[str, ...] = SEEDS) -> list[dict[str, Any]]:
    """Return entries for some battles, as if they had been measured: fights and wins by level."""
    rows = []
    for seed in seeds:
        candidate = scout(CATALOG, seed)
        assert candidate is not None
        odds = {
            level: {"fights": fights, "wins": wins, "first": "10", "tables": digest_tables(CATALOG, level)}
            for level, (fights, wins) in measured.items()
        }
        rows.append({"id": seed, **candidate.facts, "measured": odds})
    return rows


def lay_pool(folder: Path, rows: list[dict[str, Any]]) -> Path:
    """Write an overlay in which the pool holds these entries only."""
    shipped = list(CATALOG.fair_battles)
    return lay(folder, "fair_battles", rows, **({"remove": shipped} if shipped else {}))


@pytest.fixture(autouse=True)
def one_battle_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MIN_FITTING_BATTLES", 1)


@pytest.fixture
def pool(tmp_path: Path) -> Catalog:
    return load(lay_pool(tmp_path, make_rows({"regular": (100, 50)})))


def draw(catalog: Catalog, seed: str = "1", **wish: Any) -> str | None:
    drawn = draw_fair_battle(catalog, Settings(balance="rehearsed", **wish), seed)
    return drawn.seed if drawn else None


def test_a_battle_is_drawn_by_the_seed(pool: Catalog) -> None:
    drawn = {draw(pool, str(seed)) for seed in range(20)}
    assert drawn <= set(SEEDS)
    assert len(drawn) > 2  # other visitors get other battles


def test_a_wish_that_few_battles_meet_is_searched(pool: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MIN_FITTING_BATTLES", len(SEEDS))
    assert draw(pool) is not None
    monkeypatch.setattr(pool_module, "MIN_FITTING_BATTLES", len(SEEDS) + 1)
    assert draw(pool) is None


def test_secrets_are_new_and_the_open_part_is_the_one_that_was_measured(pool: Catalog) -> None:
    seed = draw(pool, f"1.{SECRET}")
    assert seed is not None
    opened, _, secret = seed.partition(".")
    assert len(secret) == 32
    card = make_from_seed(pool, Settings(), seed).card()
    assert digest_card(card) == pool.fair_battles[opened].card
    assert find_measured(pool, card).keys() == {"regular"}


def test_only_battles_that_meet_the_wish(pool: Catalog) -> None:
    own = pool.fair_battles["1"]
    seed = draw(pool, axis=own.axis, allied=own.allied, years=(own.year,), map=own.map)
    assert seed is not None
    found = pool.fair_battles[seed]
    assert (found.axis, found.allied, found.year, found.map) == (own.axis, own.allied, own.year, own.map)
    assert draw(pool, years=(1900,)) is None
    assert draw(pool, reroll_green=True) is None  # such battles come out differently


def test_other_tables_switch_the_pool_off(tmp_path: Path) -> None:
    figures = {"low": 40, "high": 60, "first": 1, "more": 2, "all": 3, "battles": 2}
    lay_pool(tmp_path, make_rows({"regular": (100, 50)}, SEEDS[:1]))
    folder = lay(tmp_path, "fight", [{"id": RULE, "kind": "rule", "rule": "RS.8", "figures": figures}])
    assert draw(load(folder)) is None


@pytest.mark.parametrize(
    ("measured", "drawn"),
    [
        ({"regular": (100, 50), "veteran": (40, 20)}, True),
        ({"regular": (100, 50), "veteran": (40, 35)}, False),  # not between veterans
        ({"regular": (100, 90)}, False),
        ({"regular": (10, 5)}, False),  # too few fights
    ],
)
def test_only_what_is_even_is_drawn(
    tmp_path: Path, measured: dict[str, tuple[int, int]], drawn: bool
) -> None:
    catalog = load(lay_pool(tmp_path, make_rows(measured, SEEDS[:1])))
    assert (draw(catalog) is not None) is drawn


@pytest.mark.parametrize("seed", list(CATALOG.fair_battles)[::40])
def test_shipped_battles_are_fought_as_they_were_measured(seed: str) -> None:
    """After a change of the regular: fill the pool again with ``python -m docs.pool`` and a new file."""
    battle = CATALOG.fair_battles[seed]
    card = make_from_seed(CATALOG, Settings(), seed).card()
    assert digest_card(card) == battle.card
    assert "regular" in list_valid(CATALOG, battle)
    public = make_public_card(card)
    fights = (simulate_fight(public, CATALOG, make_fight_seed(SEED, number)) for number in range(RE_FOUGHT))
    won = "".join("1" if fight.winner == "axis" else "0" for fight in fights)
    assert won == battle.measured["regular"].first[:RE_FOUGHT]
