"""Checks of settings against each other and against the tables."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from schemas.messages import Message, say

from .matchups import Matchup, list_possible_matchups, list_table_matchups
from .optional import OVERSTACKING_FOR_COVER, list_optional_rules
from .settings import ANY_KIND, KEPT, PRINTED, BadSetting, Settings, make_unknown_error


@lru_cache(maxsize=1024)
def check_settings(catalog: Catalog, settings: Settings) -> None:
    """Raise if settings contradict each other or the tables."""
    for check in (
        _check_words,
        _check_battlefield,
        _check_maps,
        _check_factions,
        _check_matchups,
    ):
        check(catalog, settings)
    check_optional(catalog, settings.optional)
    if OVERSTACKING_FOR_COVER in settings.optional and settings.overstacking == "a":
        raise BadSetting("CONTRADICTION.overstacking", rule=OVERSTACKING_FOR_COVER)


def _check_words(catalog: Catalog, settings: Settings) -> None:
    if settings.edition not in catalog.editions:
        raise make_unknown_error("edition", settings.edition, catalog.editions)
    for f in fields(settings):
        choices = f.metadata["choices"]
        value = getattr(settings, f.name)
        for one in value if isinstance(value, tuple) else (value,):
            if choices and not isinstance(one, bool) and one not in choices:
                raise make_unknown_error(f.name, one, choices)


def _check_battlefield(catalog: Catalog, settings: Settings) -> None:
    legal = (PRINTED, ANY_KIND, *catalog.battlefields)
    if settings.battlefield not in legal:
        raise make_unknown_error("battlefield", settings.battlefield, legal)
    if settings.kept_battlefield is None:
        return
    for name, value, free in (
        ("battlefield", settings.battlefield, PRINTED),
        ("map", settings.map, "choose"),
    ):
        if value != free:
            raise BadSetting("CONTRADICTION.map", kept=KEPT, other=name)


def check_optional(catalog: Catalog, optional: tuple[str, ...]) -> None:
    """V5 to V19: raise if a rule is unknown or named twice."""
    legal = list_optional_rules(catalog)
    for place, rule in enumerate(optional):
        if rule not in legal:
            raise make_unknown_error("optional", rule, legal)
        if rule in optional[:place]:
            raise BadSetting("BAD_SETTING.twice", setting="optional", given=rule)


def _check_maps(catalog: Catalog, settings: Settings) -> None:
    for number in settings.maps:
        if number not in catalog.maps:
            raise make_unknown_error("maps", number, catalog.maps, code="BAD_MAP")
    if isinstance(settings.map, int):
        owned = settings.maps or tuple(catalog.maps)
        if settings.map not in owned:
            raise make_unknown_error("map", settings.map, owned, code="BAD_MAP")
    elif settings.map not in ("choose", "random"):
        raise make_unknown_error("map", settings.map, ("choose", "random"), code="BAD_MAP")


def _check_factions(catalog: Catalog, settings: Settings) -> None:
    for name in ("factions", "without"):
        for faction in getattr(settings, name):
            if faction not in catalog.factions:
                raise make_unknown_error(name, faction, catalog.factions)
    sides: tuple[Side, Side] = ("axis", "allied")
    for side in sides:
        faction = settings.axis if side == "axis" else settings.allied
        if faction is None:
            continue
        mine = [f.id for f in catalog.factions.values() if f.side == side]
        if faction not in mine:
            raise make_unknown_error(side, faction, mine)
        if not settings.allows(faction):
            raise BadSetting("CONTRADICTION", side=side, faction=faction)


def _check_matchups(catalog: Catalog, settings: Settings) -> None:
    if list_possible_matchups(catalog, settings):
        return
    raise BadSetting(
        "NO_MATCHUP",
        edition=settings.edition,
        axis=settings.axis or say("matchup.any"),
        allied=settings.allied or say("matchup.any"),
        years=settings.years,
        why=_why_impossible(catalog, settings),
    )


def _why_impossible(catalog: Catalog, settings: Settings) -> Message:
    everyone = list_table_matchups(catalog, Settings(edition=settings.edition, years=settings.years))
    if not everyone:
        return say("matchup.no_years")
    if list_table_matchups(catalog, settings):
        return say("matchup.no_orders")
    near = sorted({(m.axis, m.year, m.allied) for m in everyone if _near(m, settings)})
    if not near:
        return say("matchup.other_factions")
    offered = [say("matchup.one", axis=axis, year=year, allied=allied) for axis, year, allied in near]
    return say("matchup.given", matchups=offered)


def _near(matchup: Matchup, settings: Settings) -> bool:
    if settings.axis and settings.allied:
        return settings.axis == matchup.axis and (
            not settings.years or matchup.year in settings.years or settings.allied == matchup.allied
        )
    wanted = settings.axis or settings.allied
    return wanted is None or bool(settings.years)
