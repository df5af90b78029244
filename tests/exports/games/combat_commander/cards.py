"""Cards to print: random battles, the largest ones, printed scenarios and a few extreme samples."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card

SAMPLES = Path(__file__).parent / "samples"
SEATS = ("axis", "allied", "everyone", "referee")
PAPERS = ("a4", "letter")
LANGUAGES = ("es", "en")

#: Seeds of company battles between Italy and British commandos with the most kinds of counters in 6000.
LARGEST = ("big-5623", "big-5354", "big-5195", "big-4798", "big-1520")


@cache
def catalog() -> Catalog:
    return load()


@cache
def _battle(seed: str, **wishes: Any) -> dict[str, Any]:
    return make(catalog(), Settings(**wishes), f"{seed}.kept").card()


def battle(seed: str, seat: str = "referee", **wishes: Any) -> dict[str, Any]:
    """Return a battle as a seat may see it."""
    return view_card(_battle(seed, **wishes), seat)


def largest(seed: str, seat: str = "axis") -> dict[str, Any]:
    """Return company against company: Italy with support, and the British commandos."""
    return battle(seed, seat, axis="italian", allied="british", sizes=("company",))


def sample(name: str, seat: str = "referee") -> dict[str, Any]:
    card: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return view_card(card, seat)


def scenario(name: str) -> dict[str, Any]:
    """Return a printed scenario of the library."""
    return copy.deepcopy(dict(catalog().scenarios[name]))
