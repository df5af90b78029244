"""Make computer commanders by name: levels from random answers to search, and styles of the regular."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .bot import Bot
from .move import DROP
from .regular import Regular
from .state import Fight
from .veteran import Veteran

POSTURES = ("attack", "defend", "recon")
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


def make_commander(name: str, fight: Fight, side: Side, seed: str) -> Commander:
    """Return the commander of a side, a level or a style, with its own random generator."""
    own_seed = f"{seed}/{side}"
    if name in _FACTORIES:
        return _FACTORIES[name](fight, side, own_seed)
    return Regular(fight, side, get_style_weights(fight.catalog, name), own_seed)


def get_style_weights(catalog: Catalog, style: str) -> dict[str, int]:
    """Return the weights of the regular in a style; a change counts for the weights of each posture too."""
    percent = catalog.commander_styles[style]
    return {
        name: round(value * percent.get(name, percent.get(_drop_posture(name), 100)) / 100)
        for name, value in catalog.regular_commander.items()
    }


def _drop_posture(name: str) -> str:
    start, _, end = name.rpartition("_")
    return start if end in POSTURES else name


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
