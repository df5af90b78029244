"""What people may settle before the dice: each setting has a default, a sentence and the rule it bends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Edition, OrderOfBattle, Quality, QualityColumn, Side, Size
from schemas.errors import HorahError

SEED = re.compile(r"[A-Za-z0-9_~-]{1,80}(\.[A-Za-z0-9_~-]{1,80})?")

SIZES: tuple[Size, ...] = ("company", "detachment", "platoon")
QUALITIES: tuple[Quality, ...] = ("elite", "line", "green")
COMMANDERS = ("random", "cautious", "bold", "even", "person")


class BadSetting(HorahError):
    """Settings that contradict each other or the tables."""


def _set(default: Any, rule: str, en: str, es: str, choices: tuple[Any, ...] = ()) -> Any:
    metadata = {"rule": rule, "en": en, "es": es, "choices": choices}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """Everything that is settled before a battle is rolled up."""

    edition: str = _set(
        "corrected",
        "RS.2, RS.3, RS.9",
        "Whose tables are used: the compilation with its misprints mended, as printed, or the 2025 edition.",
        "Qué tablas se usan: la recopilación con sus erratas corregidas, tal como se imprimió, o la de 2025.",
    )
    maps: tuple[int, ...] = _set(
        (),
        "RS.1",
        "The numbers of the maps at hand; none named means every map whose objectives are known.",
        "Los números de los mapas disponibles; sin ninguno, todos los mapas de objetivos conocidos.",
    )
    map: int | Literal["choose", "random"] = _set(
        "choose",
        "RS.1",
        "A map number, or choose (by the player the roll names), or random.",
        "Un número de mapa, o choose (lo elige el jugador que diga la tirada), o random (al azar).",
    )
    factions: tuple[str, ...] = _set(
        (),
        "RS.2",
        "The factions at hand; none named means all.",
        "Las facciones disponibles; sin ninguna, todas.",
    )
    axis: str | None = _set(
        None,
        "RS.2.1",
        "The Axis faction, instead of rolling for it.",
        "La facción del Eje, en vez de tirar.",
    )
    allied: str | None = _set(
        None,
        "RS.2.2, RS.2.3",
        "The Allied faction, instead of rolling for it.",
        "La facción Aliada, en vez de tirar.",
    )
    without: tuple[str, ...] = _set(
        (),
        "RS.2",
        "Factions that shall not come up; the roll is repeated.",
        "Facciones que no deben salir; se repite la tirada.",
    )
    years: tuple[int, ...] = _set(
        (),
        "RS.2.1",
        "The years allowed; a single year is set without a roll.",
        "Los años permitidos; si es uno solo, no se tira.",
    )
    sizes: tuple[Size, ...] = _set(
        (),
        "RS.5",
        "The sizes of orders of battle that may be chosen; none named means all three.",
        "Los tamaños de orden de batalla que se pueden elegir; sin ninguno, los tres.",
        SIZES,
    )
    same_size: bool = _set(
        False,
        "RS.5",
        "Both sides bring the same size, drawn openly before the secret choice.",
        "Ambos bandos llevan el mismo tamaño, sorteado a la vista antes de la elección secreta.",
    )
    axis_qualities: tuple[Quality, ...] = _set(
        (),
        "RS.3.1",
        "The Axis qualities allowed; any other is rolled again.",
        "Las calidades permitidas al Eje; cualquier otra se repite.",
        QUALITIES,
    )
    allied_qualities: tuple[Quality, ...] = _set(
        (),
        "RS.3.2",
        "The Allied qualities allowed; any other is rolled again.",
        "Las calidades permitidas a los Aliados; cualquier otra se repite.",
        QUALITIES,
    )
    holes: Literal["stop", "remedy"] = _set(
        "stop",
        "RS.3",
        "Where an edition prints no single quality column for a year: stop, or read the column recommended.",
        "Si la edición no imprime una única columna de calidad para un año: parar, o leer la recomendada.",
        ("stop", "remedy"),
    )
    axis_player: Literal["coin", "first", "second"] = _set(
        "coin",
        "RS.2.1",
        "Who plays the Axis: by the coin, or settled beforehand.",
        "Quién juega con el Eje: por moneda, o acordado de antemano.",
        ("coin", "first", "second"),
    )
    dice: Literal["two", "fate", "typed"] = _set(
        "two",
        "RS.1",
        "Two dice, shuffled Fate decks, or dice rolled at the table and typed in.",
        "Dos dados, mazos de Destino barajados, o dados tirados en la mesa y anotados.",
        ("two", "fate", "typed"),
    )
    axis_commander: str = _set(
        "random",
        "RS.5, RS.7, RS.9",
        "Who decides for the Axis: a person, or a commander who is random, cautious, bold or even.",
        "Quién decide por el Eje: una persona, o un mando al azar, prudente, audaz o equilibrado.",
        COMMANDERS,
    )
    allied_commander: str = _set(
        "random",
        "RS.5, RS.7, RS.9",
        "Who decides for the Allies: a person, or a commander who is random, cautious, bold or even.",
        "Quién decide por los Aliados: una persona, o un mando al azar, prudente, audaz o equilibrado.",
        COMMANDERS,
    )
    reroll_green: bool = _set(
        False,
        "RS.3",
        "House rule: a side that rolls green rolls once more and keeps the second result.",
        "Regla de la casa: quien saca calidad verde tira otra vez y se queda con el segundo resultado.",
    )
    defender_radio: bool = _set(
        False,
        "RS.11.1",
        "House rule: after the attacker, the defender too may ask for a radio.",
        "Regla de la casa: después del atacante, también el defensor puede pedir una radio.",
    )
    optional: tuple[str, ...] = _set(
        (),
        "V5-V19",
        "The optional rules both players agree on; V8 and V12 already bear on the set-up.",
        "Las reglas opcionales que acuerdan ambos jugadores; V8 y V12 ya cuentan en el despliegue.",
    )
    placement: Literal["objectives", "hexes"] = _set(
        "objectives",
        "RS.10-RS.13",
        "What is recorded of the set-up: the objectives occupied, or every unit with its hex.",
        "Qué se anota del despliegue: los objetivos ocupados, o cada unidad con su hexágono.",
        ("objectives", "hexes"),
    )
    balance: Literal["any", "close", "even"] = _set(
        "any",
        "RS.8",
        "A wish: any battle, a close one (the marker near 0 before set-up), or an even one (both recon).",
        "Un deseo: cualquiera, reñida (marcador cerca de 0 antes del despliegue) o igualada (ambos recon).",
        ("any", "close", "even"),
    )

    @cached_property
    def _key(self) -> int:
        return hash(tuple(getattr(self, f.name) for f in fields(self)))

    def __hash__(self) -> int:
        return self._key

    def json(self) -> dict[str, Any]:
        values = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}

    def commander(self, side: Side) -> str:
        return self.axis_commander if side == "axis" else self.allied_commander

    def qualities(self, side: Side) -> tuple[Quality, ...]:
        return (self.axis_qualities if side == "axis" else self.allied_qualities) or QUALITIES

    def allows(self, faction: str) -> bool:
        return (not self.factions or faction in self.factions) and faction not in self.without


def settings_from(data: Mapping[str, Any]) -> Settings:
    """Settings from JSON, with a sentence for what does not fit."""
    known = {f.name: f for f in fields(Settings)}
    for name in data:
        if name not in known:
            raise BadSetting(
                f"There is no setting {name!r}; the settings are {', '.join(known)}.",
                f"No hay ningún ajuste {name!r}; los ajustes son {', '.join(known)}.",
                code="BAD_SETTING",
            )
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    for name, value in values.items():
        _check_type(name, known[name].default, value)
    return Settings(**values)


def _check_type(name: str, default: Any, value: Any) -> None:
    fits = (
        isinstance(value, bool)
        if isinstance(default, bool)
        else isinstance(value, tuple)
        if isinstance(default, tuple)
        else value is None or isinstance(value, str)
        if default is None
        else isinstance(value, str) or (name == "map" and isinstance(value, int))
    )
    if not fits:
        raise BadSetting(
            f"{name} cannot be {value!r}.", f"{name} no puede ser {value!r}.", code="BAD_SETTING"
        )


@dataclass(frozen=True, slots=True)
class Matchup:
    """RS.2: who meets whom, and when."""

    axis: str
    year: int
    allied: str

    def of(self, side: Side) -> str:
        return self.axis if side == "axis" else self.allied

    def against(self, side: Side) -> str:
        return self.allied if side == "axis" else self.axis


@lru_cache(maxsize=4096)
def legal_orders_of_battle(
    catalog: Catalog, faction: str, year: int, quality: str, against: str, sizes: tuple[str, ...]
) -> tuple[OrderOfBattle, ...]:
    """RS.5: what fits faction, year, quality and opponent."""
    return tuple(
        ob
        for ob in catalog.orders_of_battle.values()
        if ob.faction == faction
        and year in ob.years
        and ob.quality == quality
        and (ob.opponents is None or against in ob.opponents)
        and (not sizes or ob.size in sizes)
    )


def quality_columns(edition: Edition, faction: str, year: int, against: str) -> tuple[QualityColumn, ...]:
    """RS.3: the columns that cover a faction in a year against an opponent; one is right."""
    return tuple(
        column
        for column in edition.quality.get(faction, ())
        if year in column.years
        and (column.versus is None or (column.versus == "russian") == (against == "russian"))
    )


def remedy_column(edition: Edition, side: Side, faction: str, year: int) -> QualityColumn | None:
    """RS.3: the column that the edition's list of holes recommends for a year it does not cover once."""
    for hole in edition.holes:
        named = hole.axis if side == "axis" else hole.allied
        if hole.column is not None and (hole.side, named, hole.year) == (side, faction, year):
            return next(c for c in edition.quality[faction] if c.name == hole.column)
    return None


def _column(settings: Settings, edition: Edition, matchup: Matchup, side: Side) -> QualityColumn | None:
    faction, against = matchup.of(side), matchup.against(side)
    columns = quality_columns(edition, faction, matchup.year, against)
    if len(columns) == 1:
        return columns[0]
    return remedy_column(edition, side, faction, matchup.year) if settings.holes == "remedy" else None


def _fits_side(catalog: Catalog, settings: Settings, edition: Edition, matchup: Matchup, side: Side) -> bool:
    column = _column(settings, edition, matchup, side)
    if column is None:
        return False
    faction, against = matchup.of(side), matchup.against(side)
    return any(
        legal_orders_of_battle(catalog, faction, matchup.year, quality, against, settings.sizes)
        for quality in set(column.results.values())
        if quality in settings.qualities(side)
    )


def table_years(edition: Edition, axis: str) -> frozenset[int]:
    """RS.2.1: the years the dice can give an Axis faction."""
    return frozenset(edition.year[axis].values())


@lru_cache(maxsize=1024)
def table_matchups(catalog: Catalog, settings: Settings) -> frozenset[Matchup]:
    """RS.2: what the tables and the settings together can give, with or without a quality column."""
    edition = catalog.editions[settings.edition]
    found = set()
    for axis in sorted(set(edition.axis.values()) if settings.axis is None else {settings.axis}):
        if axis not in edition.allied or not (settings.allows(axis) or settings.axis):
            continue
        years = (
            frozenset(settings.years)
            if len(settings.years) == 1
            else table_years(edition, axis) & frozenset(settings.years or table_years(edition, axis))
        )
        for year in years:
            for allied in set(edition.allied[axis].get(year, {}).values()):
                if settings.allied in (None, allied) and (settings.allows(allied) or settings.allied):
                    found.add(Matchup(axis, year, allied))
    return frozenset(found)


@lru_cache(maxsize=1024)
def possible_matchups(catalog: Catalog, settings: Settings) -> frozenset[Matchup]:
    """RS.2 to RS.5: the matchups for which both sides have a quality and an order of battle."""
    edition = catalog.editions[settings.edition]
    return frozenset(
        matchup
        for matchup in table_matchups(catalog, settings)
        if _fits_side(catalog, settings, edition, matchup, "axis")
        and _fits_side(catalog, settings, edition, matchup, "allied")
    )


@lru_cache(maxsize=1024)
def uncovered_matchups(catalog: Catalog, settings: Settings) -> frozenset[Matchup]:
    """RS.3: the matchups the dice can give for which a side has no single quality column."""
    edition = catalog.editions[settings.edition]
    return frozenset(
        matchup
        for matchup in table_matchups(catalog, settings)
        if not all(_column(settings, edition, matchup, side) for side in ("axis", "allied"))
    )


@lru_cache(maxsize=1024)
def check_settings(catalog: Catalog, settings: Settings) -> None:
    """Refuse settings that contradict each other or the tables."""
    for check in (_check_words, _check_optional, _check_maps, _check_factions, _check_matchups):
        check(catalog, settings)


def _check_words(catalog: Catalog, settings: Settings) -> None:
    if settings.edition not in catalog.editions:
        raise _unknown("edition", settings.edition, catalog.editions)
    for f in fields(settings):
        choices = f.metadata["choices"]
        value = getattr(settings, f.name)
        for one in value if isinstance(value, tuple) else (value,):
            if choices and not isinstance(one, bool) and one not in choices:
                raise _unknown(f.name, one, choices)


def optional_rules(catalog: Catalog) -> tuple[str, ...]:
    """V5 to V19: the optional rules that any battle may use; a campaign has options of its own besides."""
    apart = {rule for sheet in catalog.campaigns.values() for rule in sheet.options}
    return tuple(r.id for r in catalog.rules.values() if r.kind == "optional" and r.id not in apart)


def _check_optional(catalog: Catalog, settings: Settings) -> None:
    legal = optional_rules(catalog)
    for place, rule in enumerate(settings.optional):
        if rule not in legal:
            raise _unknown("optional", rule, legal)
        if rule in settings.optional[:place]:
            raise BadSetting(
                f"optional names {rule} twice.", f"optional nombra {rule} dos veces.", code="BAD_SETTING"
            )


def _check_maps(catalog: Catalog, settings: Settings) -> None:
    for number in settings.maps:
        if number not in catalog.maps:
            raise _unknown("maps", number, catalog.maps, code="BAD_MAP")
    if isinstance(settings.map, int):
        owned = settings.maps or tuple(catalog.maps)
        if settings.map not in owned:
            raise _unknown("map", settings.map, owned, code="BAD_MAP")
    elif settings.map not in ("choose", "random"):
        raise _unknown("map", settings.map, ("choose", "random"), code="BAD_MAP")


def _check_factions(catalog: Catalog, settings: Settings) -> None:
    for name in ("factions", "without"):
        for faction in getattr(settings, name):
            if faction not in catalog.factions:
                raise _unknown(name, faction, catalog.factions)
    sides: tuple[Side, Side] = ("axis", "allied")
    for side in sides:
        faction = settings.axis if side == "axis" else settings.allied
        if faction is None:
            continue
        mine = [f.id for f in catalog.factions.values() if f.side == side]
        if faction not in mine:
            raise _unknown(side, faction, mine)
        if not settings.allows(faction):
            raise BadSetting(
                f"{side} is set to {faction}, which the settings also leave out.",
                f"{side} se fija en {faction}, que los ajustes a la vez excluyen.",
                code="CONTRADICTION",
            )


def _check_matchups(catalog: Catalog, settings: Settings) -> None:
    if possible_matchups(catalog, settings):
        return
    edition = settings.edition
    years = ", ".join(map(str, settings.years)) or "-"
    who_en = f"axis {settings.axis or 'any'}, allied {settings.allied or 'any'}, years {years}"
    who_es = f"Eje {settings.axis or 'cualquiera'}, Aliados {settings.allied or 'cualquiera'}, años {years}"
    reason_en, reason_es = _why_impossible(catalog, settings)
    raise BadSetting(
        f"The {edition} tables hold no battle with {who_en}: {reason_en}",
        f"Las tablas {edition} no tienen ninguna batalla con {who_es}: {reason_es}",
        code="NO_MATCHUP",
    )


def _why_impossible(catalog: Catalog, settings: Settings) -> tuple[str, str]:
    everyone = table_matchups(catalog, Settings(edition=settings.edition, years=settings.years))
    if not everyone:
        return "no table covers those years.", "ninguna tabla cubre esos años."
    if not table_matchups(catalog, settings):
        found = sorted({f"{m.axis} {m.year} against {m.allied}" for m in everyone if _near(m, settings)})
        found_es = sorted({f"{m.axis} {m.year} contra {m.allied}" for m in everyone if _near(m, settings)})
        return (
            f"the tables give {', '.join(found) or 'other factions'}.",
            f"las tablas dan {', '.join(found_es) or 'otras facciones'}.",
        )
    return (
        "no order of battle there has the qualities and sizes asked for.",
        "ningún orden de batalla tiene allí las calidades y tamaños pedidos.",
    )


def _near(matchup: Matchup, settings: Settings) -> bool:
    if settings.axis and settings.allied:
        return settings.axis == matchup.axis and (
            not settings.years or matchup.year in settings.years or settings.allied == matchup.allied
        )
    wanted = settings.axis or settings.allied
    return wanted is None or bool(settings.years)


def _unknown(name: str, value: object, legal: Any, code: str = "BAD_SETTING") -> BadSetting:
    shown = ", ".join(map(str, legal))
    return BadSetting(
        f"{name} cannot be {value!r}; possible: {shown}.",
        f"{name} no puede ser {value!r}; posible: {shown}.",
        code=code,
    )


def check_seed(seed: str) -> str:
    """A seed is a word, or two joined by a dot: the open part and the secret part."""
    if not SEED.fullmatch(seed):
        raise BadSetting(
            f"The seed {seed!r} must be letters, digits, - _ ~ with at most one dot: 1944 or 1944.omaha.",
            f"La semilla {seed!r} debe ser letras, cifras, - _ ~ y como mucho un punto: 1944 o 1944.omaha.",
            code="BAD_SEED",
        )
    return seed
