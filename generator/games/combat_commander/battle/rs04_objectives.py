"""RS.4 Objectives: one open chit, and a secret one for each side."""

from __future__ import annotations

from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from generator.table import DeadEnd, Draw, Note

from .state import SIDES, Battle, Steps, evolve

RULE = "RS.4"


def objectives(battle: Battle) -> Steps:
    """RS.4: draw without replacement; a chit without a secret side is shown at once (7.3.3)."""
    figures = battle.catalog.procedure
    needed = figures.open_chits + len(SIDES) * figures.secret_chits
    cup = battle.cup or tuple(battle.catalog.chits)
    if len(cup) < needed:
        raise DeadEnd("CUP_EMPTY", holds=len(cup), needed=needed)
    opened: tuple[str, ...] = ()
    secret: dict[str, tuple[str, ...]] = {}
    for _ in range(figures.open_chits):
        letter = yield Draw(RULE, "open_chit", "axis", cup)
        opened, cup = (*opened, letter), _without(cup, letter)
    shown = tuple(letter for letter in _open_sided(battle.catalog) if letter in cup)
    for side in SIDES:
        kept: tuple[str, ...] = ()
        for _ in range(figures.secret_chits):
            letter = yield Draw(RULE, "secret_chit", side, cup, secret=True, shown=shown)
            cup = _without(cup, letter)
            if letter in shown:
                yield Note(RULE, "chit_shown", {"side": side, "chit": letter})
                opened = (*opened, letter)
            else:
                kept = (*kept, letter)
        secret[side] = kept
    return evolve(battle, cup=cup, open=opened, secret=secret)


@lru_cache(maxsize=64)
def _open_sided(catalog: Catalog) -> tuple[str, ...]:
    return tuple(letter for letter, chit in catalog.chits.items() if not chit.secret_side)


def _without(cup: tuple[str, ...], letter: str) -> tuple[str, ...]:
    place = cup.index(letter)
    return cup[:place] + cup[place + 1 :]


def open_value(battle: Battle, objective: int) -> int:
    """7.3.2: return the value of an objective by the open chits; values add up."""
    return _worth(battle.catalog, battle.open, objective)


def open_total(battle: Battle) -> int:
    """7.3.2: return the value of all objectives together by the open chits."""
    return _total(battle.catalog, battle.open)


@lru_cache(maxsize=4096)
def _total(catalog: Catalog, opened: tuple[str, ...]) -> int:
    return sum(_worth(catalog, opened, objective) for objective in catalog.board.objectives)


@lru_cache(maxsize=4096)
def _worth(catalog: Catalog, opened: tuple[str, ...], objective: int) -> int:
    chits = (catalog.chits[letter] for letter in opened)
    return sum(chit.vp for chit in chits if objective in chit.objectives)
