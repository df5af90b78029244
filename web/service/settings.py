"""What can be settled before a procedure begins, described for forms and for the API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.games.combat_commander.battle.optional import optional_rules

from .errors import ServiceError

LONGEST = 100  # of a word, and of a list of them


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it bends, its default, and what it may be; ``several`` of the choices or one."""

    name: str
    rule: str
    sentence: Mapping[str, str]  # by language
    default: Any
    choices: tuple[Any, ...]
    several: bool
    kind: str  # "yes_no" or "choice"


def plain(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Settings from outside, before the rules see them: words, numbers, yes and no, short lists of them."""
    for name, value in values.items():
        if not _plain(name):
            raise _not_plain("?")
        several = list(value.values()) if isinstance(value, Mapping) else value
        several = several if isinstance(several, list) else [several]
        if len(several) > LONGEST or not all(_plain(one) for one in several):
            raise _not_plain(name)
    return values


def _not_plain(name: str) -> ServiceError:
    return ServiceError(
        f"{name} must be a word, a number, true or false, or a list or table of them.",
        f"{name} debe ser una palabra, un número, true o false, o una lista o tabla de ellos.",
        code="BAD_SETTING",
    )


def _plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isprintable()
    return value is None or (isinstance(value, int) and abs(value) < 2**31)


def described(catalog: Catalog, settings: type[Any]) -> tuple[Setting, ...]:
    """The settings of a dataclass whose fields say rule, sentences and choices."""
    return described_fields(catalog, fields(settings))


def described_fields(catalog: Catalog, found: Iterable[Any]) -> tuple[Setting, ...]:
    """Fields that say rule, sentences and choices."""
    return tuple(_setting(catalog, each) for each in found)


def _setting(catalog: Catalog, field: Any) -> Setting:
    default = field.default
    choices = tuple(field.metadata["choices"]) or _choices(catalog, field.name)
    return Setting(
        name=field.name,
        rule=field.metadata["rule"],
        sentence=catalog.terms[field.metadata["sentence"] or f"setting.{field.name}"],
        default=list(default) if isinstance(default, tuple) else default,
        choices=choices,
        several=isinstance(default, tuple),
        kind="yes_no" if isinstance(default, bool) else "choice",
    )


def _choices(catalog: Catalog, name: str) -> tuple[Any, ...]:
    """What the catalogues offer for a setting that names something in them."""
    factions = catalog.factions.values()
    years = {year for ob in catalog.orders_of_battle.values() for year in ob.years}
    numbers = tuple(number for number, sheet in catalog.maps.items() if sheet.objectives)
    offered: dict[str, tuple[Any, ...]] = {
        "edition": tuple(catalog.editions),
        "maps": tuple(catalog.maps),
        "map": ("choose", "random", *numbers),
        "factions": tuple(catalog.factions),
        "without": tuple(catalog.factions),
        "axis": tuple(faction.id for faction in factions if faction.side == "axis"),
        "allied": tuple(faction.id for faction in factions if faction.side == "allied"),
        "years": tuple(sorted(years)),
        "optional": optional_rules(catalog),
    }
    return offered.get(name, ())
