"""Odds of an attack on a page, from typed figures: modifiers, and the chance of each result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.messages import MessageFormatter
from generator.games.grossdeutschland.combat import (
    Attack,
    compute_chances,
    count_dice,
    find_column,
    list_modifiers,
)
from generator.games.grossdeutschland.settings import Settings
from schemas.errors import HorahError
from web.pages.prompts import parse_number

from .battle_status import format_percent
from .scene import parse_signed


@dataclass(frozen=True, slots=True)
class Figures:
    """Typed figures of an attack."""

    attack: str = ""
    defence: str = ""
    column: str = ""
    slot: str = "day"
    weather: str = "sunny"
    across: str = ""
    forts: tuple[str, ...] = ()
    terrain: str = ""
    chits: str = ""
    engineers: bool = False

    @classmethod
    def from_words(cls, words: Mapping[str, str], slot: str = "day", weather: str = "sunny") -> Figures:
        """Read the figures from a form or a query; missing ones keep their defaults."""
        figures = cls(slot=slot, weather=weather)
        texts = ("attack", "defence", "column", "slot", "weather", "across", "terrain", "chits")
        given: dict[str, Any] = {name: words[name] for name in texts if words.get(name)}
        several = words.getlist("forts") if hasattr(words, "getlist") else []
        return replace(figures, **given, forts=tuple(several), engineers="engineers" in words)

    @property
    def empty(self) -> bool:
        return not (self.column or (self.attack and self.defence))


@dataclass(frozen=True, slots=True)
class Odds:
    """Calculated odds; ``refusal`` is the error message for invalid figures."""

    typed: Figures
    choices: Mapping[str, Mapping[str, str]]
    refusal: str = ""
    column: str = ""
    changes: tuple[str, ...] = ()
    total: str = ""
    dice: int = 0
    results: tuple[tuple[str, str, float], ...] = ()  # words, chance, percentage of the most likely


def compute_odds(
    typed: Figures, catalog: Catalog, formatter: MessageFormatter, settings: Settings | None = None
) -> Odds:
    """Calculate the odds of an attack, with the table's settings for odds and bridges if there are any."""
    choices = {
        "column": {name: name for name in catalog.columns},
        "slot": {name: formatter.name("slot", name) for name in catalog.slots},
        "weather": {name: formatter.name("weather", name) for name in catalog.weather},
        "across": {name: formatter.name("crossing", name) for name in catalog.crossings},
        "forts": {name: formatter.name("fortification", name) for name in catalog.fortifications},
    }
    odds = Odds(typed, choices)
    if typed.empty:
        return odds
    try:
        attack = _read_attack(typed, catalog, settings or Settings())
    except HorahError as refused:
        return replace(odds, refusal=formatter.say(refused))
    changes = list_modifiers(catalog, attack)
    drm, dice = sum(change.by for change in changes), count_dice(catalog, attack)
    chances = compute_chances(catalog, attack.column, drm, dice)
    widest = max(chances.values())
    return replace(
        odds,
        column=attack.column,
        changes=tuple(
            formatter.change(f"{change.cause}:{change.of or change.cause}:{change.by}") for change in changes
        ),
        total=f"{drm:+d}",
        dice=dice,
        results=tuple(
            (formatter.name("result", code), format_percent(chance, formatter), float(100 * chance / widest))
            for code, chance in chances.items()
        ),
    )


def _read_attack(typed: Figures, catalog: Catalog, settings: Settings) -> Attack:
    most = catalog.figures["most_strength"]
    for of, values, known in (
        ("slot", (typed.slot,), catalog.slots),
        ("weather", (typed.weather,), catalog.weather),
        ("crossing", (typed.across,), catalog.crossings),
        ("column", (typed.column,), catalog.columns),
        ("fortification", typed.forts, catalog.fortifications),
    ):
        for value in values:
            if value and value not in known:
                raise HorahError("GD_BAD_CHOICE", given=value, known=tuple(known), of=of)
    column = typed.column or find_column(
        catalog,
        min(parse_number(typed.attack), most),
        min(parse_number(typed.defence), most),
        settings.odds,
    )
    return Attack(
        column,
        typed.slot,
        typed.weather,
        _parse_numbers(typed.chits, catalog),
        typed.across or None,
        tuple(dict.fromkeys(typed.forts)),
        _parse_numbers(typed.terrain, catalog),
        typed.engineers,
        settings.bridge,
    )


def _parse_numbers(text: str, catalog: Catalog) -> tuple[int, ...]:
    """Parse numbers with or without a sign, such as ``+2 -3``."""
    most = catalog.figures["most_chit"]
    words = text.replace(",", " ").split()
    return tuple(max(-most, min(most, parse_signed(word))) for word in words[: catalog.figures["most_guns"]])
