"""The levels of computer commanders, from random answers to search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .bot import Bot
from .move import DROP
from .regular import Regular
from .state import Fight
from .veteran import Veteran

LEVELS = ("random", "recruit", "regular", "veteran")
DEFAULT_LEVEL = "regular"
DROP_WEAPON_PROBABILITY = 0.01
Commander = Callable[[Choose], Any]


class RandomBot:
    """Answer at random; drop weapons only rarely (11.3), otherwise few would last."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def __call__(self, prompt: Choose) -> Any:
        options = prompt.options
        if prompt.single:
            option = options[int(self.random.random() * len(options))]
            if option.startswith(DROP) and self.random.random() >= DROP_WEAPON_PROBABILITY:
                options = [other for other in options if not other.startswith(DROP)]
                option = options[int(self.random.random() * len(options))]
            return option
        number = prompt.least + int(self.random.random() * (prompt.most - prompt.least + 1))
        left = list(options)
        return [left.pop(int(self.random.random() * len(left))) for _ in range(number)]


def make_commander(level: str, fight: Fight, side: Side, seed: str) -> Commander:
    """Return the commander of a side, with its own random generator."""
    return _FACTORIES[level](fight, side, f"{seed}/{side}")


def _make_recruit(fight: Fight, side: Side, seed: str) -> Commander:
    return Bot(fight, side, fight.catalog.recruit_commander, seed)


def _make_regular(fight: Fight, side: Side, seed: str) -> Commander:
    return Regular(fight, side, fight.catalog.regular_commander, seed)


def _make_veteran(fight: Fight, side: Side, seed: str) -> Commander:
    return Veteran(fight, side, fight.catalog.regular_commander, fight.catalog.veteran_commander, seed)


_FACTORIES: Mapping[str, Callable[[Fight, Side, str], Commander]] = {
    "random": lambda fight, side, seed: RandomBot(seed),
    "recruit": _make_recruit,
    "regular": _make_regular,
    "veteran": _make_veteran,
}
