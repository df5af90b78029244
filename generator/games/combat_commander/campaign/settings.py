"""What two people settle before a campaign: who decides, which dice, and how the open points are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.model import Side

from ..battle.settings import COMMANDERS, BadSetting, Settings

DICE = ("two", "fate", "typed")
PLACEMENT = ("objectives", "hexes")
RESULTS = ("person", "random")


def _set(default: Any, rule: str, en: str, es: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"rule": rule, "en": en, "es": es, "choices": choices})


@dataclass(frozen=True)
class CampaignSettings:
    """Everything that is settled before the first battle and holds to the last."""

    edition: str = _set(
        "corrected",
        "RS.9",
        "Whose fortification packages are used.",
        "Qué paquetes de fortificaciones se usan.",
    )
    dice: str = _set(
        "two",
        "1.9",
        "Two dice, shuffled Fate decks, or dice rolled at the table and typed in.",
        "Dos dados, mazos de Destino barajados, o dados tirados en la mesa y anotados.",
        DICE,
    )
    axis_commander: str = _set(
        "person",
        "RS.7, RS.9",
        "Who decides for the Axis: a person, or a commander who is random, cautious, bold or even.",
        "Quién decide por el Eje: una persona, o un mando al azar, prudente, audaz o equilibrado.",
        COMMANDERS,
    )
    allied_commander: str = _set(
        "person",
        "RS.7, RS.9",
        "Who decides for the Allies: a person, or a commander who is random, cautious, bold or even.",
        "Quién decide por los Aliados: una persona, o un mando al azar, prudente, audaz o equilibrado.",
        COMMANDERS,
    )
    results: str = _set(
        "person",
        "RS.17",
        "Who reports how a battle ended: a person, or chance.",
        "Quién comunica cómo acabó una batalla: una persona, o el azar.",
        RESULTS,
    )
    placement: str = _set(
        "objectives",
        "RS.10-RS.13",
        "What is recorded of the set-up: the objectives occupied, or every unit with its hex.",
        "Qué se anota del despliegue: los objetivos ocupados, o cada unidad con su hexágono.",
        PLACEMENT,
    )
    readings: Mapping[str, str] = field(
        default_factory=dict,
        metadata={
            "rule": "ST-C, NO-C, Gastadores",
            "en": "How the points that the campaign's text leaves open are read.",
            "es": "Cómo se leen los puntos que el texto de la campaña deja abiertos.",
            "choices": (),
        },
    )

    def reading(self, sheet: Sheet, name: str) -> str:
        return self.readings.get(name, sheet.settings[name].default)

    def commander(self, side: Side) -> str:
        return self.axis_commander if side == "axis" else self.allied_commander

    def json(self) -> dict[str, Any]:
        return {**asdict(self), "readings": dict(self.readings)}

    def battle(self) -> Settings:
        """The settings of the battles inside; persons have their sides for the whole campaign."""
        return Settings(
            edition=self.edition,
            dice=self.dice,  # type: ignore[arg-type]
            placement=self.placement,  # type: ignore[arg-type]
            axis_commander=self.axis_commander,
            allied_commander=self.allied_commander,
            axis_player="first",
        )


AUTO = CampaignSettings(axis_commander="random", allied_commander="random", results="random")


def settings_from(data: Mapping[str, Any], catalog: Catalog, sheet: Sheet) -> CampaignSettings:
    """Settings from JSON, with a sentence for what does not fit."""
    known = {f.name for f in fields(CampaignSettings)}
    for name in data:
        if name not in known:
            raise _unknown("setting", name, known)
    readings = data.get("readings", {})
    if not isinstance(readings, Mapping):
        raise _unknown("readings", readings, ("{}",))
    settings = CampaignSettings(**{**data, "readings": dict(readings)})
    return check_settings(settings, catalog, sheet)


def check_settings(settings: CampaignSettings, catalog: Catalog, sheet: Sheet) -> CampaignSettings:
    """Refuse words that no table knows; write the readings out in full, so that a file explains itself."""
    if settings.edition not in catalog.editions:
        raise _unknown("edition", settings.edition, catalog.editions)
    for f in fields(settings):
        choices, value = f.metadata["choices"], getattr(settings, f.name)
        if choices and value not in choices:
            raise _unknown(f.name, value, choices)
    for name, value in settings.readings.items():
        if name not in sheet.settings:
            raise _unknown("reading", name, sheet.settings)
        if value not in sheet.settings[name].choices:
            raise _unknown(name, value, sheet.settings[name].choices)
    return replace(settings, readings={**sheet.defaults(), **settings.readings})


def _unknown(name: str, value: object, legal: Any) -> BadSetting:
    shown = ", ".join(map(str, legal))
    return BadSetting(
        f"{name} cannot be {value!r}; possible: {shown}.",
        f"{name} no puede ser {value!r}; posible: {shown}.",
        code="BAD_SETTING",
    )
