"""Battles whose odds were measured beforehand, so that a wish for a fair battle is met at once.

An entry of the catalogue ``fair_battles`` counts only where it would be measured alike: its battle must still
come out as the same card, and the tables that the fights read must be the same. An overlay that changes them
therefore switches the pool off. ``python -m docs.pool`` fills it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from typing import Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import FairBattle, MeasuredOdds
from generator.chance import check_seed

from ..battle.make import make_from_seed
from ..battle.settings import Settings
from ..battle.state import SIDES
from ..rehearsal.balance_search import get_fair_band
from ..rehearsal.evidence import judge_fairness, make_verdict
from ..rehearsal.fight_builder import Document
from ..rehearsal.public_card import digest_card, digest_json

#: Tables that every fight reads, and those of each level.
FIGHT_TABLES = (
    "board", "chits", "counters", "decks", "fate_cards", "fight", "fortifications", "ground", "ground_shapes",
    "leaders", "rules", "terrain",
)  # fmt: skip
COMMANDER_TABLES: Mapping[str, tuple[str, ...]] = {
    "regular": ("regular_commander",),
    "veteran": ("regular_commander", "veteran_commander"),
}
#: Settings that choose among battles; with any other that differs the battles would come out differently.
WISHES = frozenset(
    (
        "maps", "map", "factions", "axis", "allied", "without", "years", "sizes", "same_size",
        "axis_qualities", "allied_qualities", "balance",
    )
)  # fmt: skip
BALANCE: Literal["rehearsed"] = "rehearsed"
POOL_SETTINGS = Settings(balance=BALANCE)
MIN_FITTING_BATTLES = 12  # with fewer, the same people would meet the same battle again and again
MAX_SECRETS = 40  # secret parts tried until the open part of the battle comes out as it was measured


@dataclass(frozen=True, slots=True)
class DrawnBattle:
    """A battle of the pool: how to make it, and what was measured."""

    settings: Settings
    seed: str
    measured: Mapping[str, MeasuredOdds]


@lru_cache(maxsize=16)
def digest_tables(catalog: Catalog, level: str) -> str:
    """Return a digest of the tables that fights of a level read."""
    names = (*FIGHT_TABLES, *COMMANDER_TABLES[level])
    return digest_json(
        {name: [[row.id, row.data] for row in catalog.store.table(name).values()] for name in names}
    )


def list_valid(catalog: Catalog, battle: FairBattle) -> dict[str, MeasuredOdds]:
    """Return the measurements of an entry that were made with the tables of a catalogue."""
    return {
        level: odds
        for level, odds in battle.measured.items()
        if level in COMMANDER_TABLES and odds.tables == digest_tables(catalog, level)
    }


def judge_measured(catalog: Catalog, measured: Mapping[str, MeasuredOdds]) -> str:
    """Return the verdict on measured odds; nothing without enough fights."""
    verdicts = {level: make_verdict(odds.wins, odds.fights) for level, odds in measured.items()}
    points = {level: verdict["axis"] for level, verdict in verdicts.items() if verdict is not None}
    return judge_fairness(points, get_fair_band(catalog)).kind if points else ""


def draw_fair_battle(catalog: Catalog, wish: Settings, seed: str) -> DrawnBattle | None:
    """Return a battle of the pool that meets a wish, chosen by the seed; None if too few meet it.

    Battles that are fair at both levels go before those that are even at one.
    """
    check_seed(seed)
    opened, _, secret = seed.partition(".")
    valid = {battle: list_valid(catalog, battle) for battle in _list_fitting(catalog, wish)}
    for kind in ("fair", "even"):
        fitting = [battle for battle, odds in valid.items() if judge_measured(catalog, odds) == kind]
        if len(fitting) < MIN_FITTING_BATTLES:
            continue
        ranked = sorted(fitting, key=lambda battle: sha256(f"{opened}/{battle.id}".encode()).digest())
        for battle in ranked:
            for candidate in _list_seeds(battle.id, secret):
                made = make_from_seed(catalog, POOL_SETTINGS, candidate)
                if digest_card(made.card()) == battle.card:
                    return DrawnBattle(POOL_SETTINGS, candidate, valid[battle])
    return None


def find_measured(catalog: Catalog, card: Document) -> dict[str, MeasuredOdds]:
    """Return what the pool knows about a card, by level."""
    if not catalog.fair_battles:
        return {}
    battle = _index_cards(catalog).get(digest_card(card))
    return {} if battle is None else list_valid(catalog, battle)


@lru_cache(maxsize=4)
def _index_cards(catalog: Catalog) -> dict[str, FairBattle]:
    return {battle.card: battle for battle in catalog.fair_battles.values()}


def _list_fitting(catalog: Catalog, wish: Settings) -> list[FairBattle]:
    """Return the entries that meet a wish; none if a setting differs that would change the battles."""
    usual = Settings()
    differing = {
        field.name for field in fields(Settings) if getattr(wish, field.name) != getattr(usual, field.name)
    }
    if differing - WISHES:
        return []
    return [battle for battle in catalog.fair_battles.values() if _meets_wish(battle, wish)]


def _meets_wish(battle: FairBattle, wish: Settings) -> bool:
    nations, sizes = (battle.axis, battle.allied), set(battle.sizes.values())
    return (
        (not wish.maps or battle.map in wish.maps)
        and (not isinstance(wish.map, int) or battle.map == wish.map)
        and all(wish.allows(nation) for nation in nations)
        and all(asked in (None, got) for asked, got in zip((wish.axis, wish.allied), nations, strict=True))
        and (not wish.years or battle.year in wish.years)
        and (not wish.sizes or sizes <= set(wish.sizes))
        and (not wish.same_size or len(sizes) == 1)
        and all(battle.qualities[side] in wish.qualities(side) for side in SIDES)
    )


def _list_seeds(seed: str, secret: str) -> Iterator[str]:
    """Yield seeds of a battle with new secrets; several, as a secret chit may change what lies open."""
    if not secret:
        yield seed
        return
    for number in range(MAX_SECRETS):
        yield f"{seed}.{sha256(f'{secret}/{seed}/{number}'.encode()).hexdigest()[:32]}"
