"""Settings of a fight at a table: the card, who plays each side, and a film to take over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.settings import setting
from generator.table import REFEREE
from schemas.errors import HorahError

from ..battle.view import HIDDEN
from ..rehearsal.commander_names import DEFAULT_LEVEL, LEVELS, check_commanders

PERSON = "person"
PLAYERS = (PERSON, *LEVELS)
#: Fields of a card about its making, which a fight does not need and which could tell secrets.
MAKING_FIELDS: Mapping[str, Any] = {"seed": None, "transcript": None}
DROPPED_FIELDS = ("commitment", "events")


@dataclass(frozen=True, slots=True)
class FightSettings:
    """The card of a fight and who plays it."""

    card: Mapping[str, Any] | None = setting(
        None, "RS.16", sentence="setting.fight_card", document="scenario"
    )
    axis: str = setting(PERSON, "5", PLAYERS, sentence="setting.fight_axis")
    allied: str = setting(PERSON, "5", PLAYERS, sentence="setting.fight_allied")
    film: str = setting("", "5", sentence="setting.film")  # seed of a film to take over
    film_axis: str = setting(DEFAULT_LEVEL, "5", sentence="setting.film_axis")  # the commanders of the film
    film_allied: str = setting(DEFAULT_LEVEL, "5", sentence="setting.film_allied")
    film_answers: int = setting(0, "5", sentence="setting.film_answers")  # taken from the film

    def get_player(self, side: Side) -> str:
        return self.axis if side == "axis" else self.allied

    @property
    def film_commanders(self) -> dict[Side, str]:
        """The commanders of the film that is taken over."""
        return {"axis": self.film_axis, "allied": self.film_allied}

    def json(self) -> dict[str, Any]:
        """Return the settings as JSON; those of a film only if there is one."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return values if self.film else {name: values[name] for name in ("card", "axis", "allied")}


def read_settings(catalog: Catalog, data: Mapping[str, Any]) -> FightSettings:
    """Read settings from JSON; raise for a value that does not fit, or a card that cannot be fought."""
    known = {each.name: each for each in fields(FightSettings)}
    for name, value in data.items():
        if name not in known:
            raise HorahError("BAD_SETTING.name", given=name, known=tuple(known))
        choices = known[name].metadata["choices"]
        if choices and value not in choices:
            raise HorahError("BAD_SETTING", setting=name, given=value, legal=choices)
    card, count = data.get("card"), data.get("film_answers", 0)
    if not isinstance(card, Mapping):
        raise HorahError("NO_CARD_TO_PLAY")
    if type(count) is not int or count < 0:
        raise HorahError("BAD_SETTING.form", setting="film_answers", given=count)
    from ..rehearsal.check import check_rehearsable  # slow to import

    check_rehearsable(card, catalog)
    settings = FightSettings(**{**data, "card": strip_card(card)})
    check_commanders(catalog, settings.film_commanders)
    return settings


def strip_card(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card without how it was made.

    The secret chits that its viewer could not see are drawn at the table.
    """
    secret = card["objectives"]["secret"]
    complete = HIDDEN not in secret.values()
    stripped = {name: value for name, value in card.items() if name not in DROPPED_FIELDS}
    stripped |= MAKING_FIELDS
    if not complete or "seat" in card:
        stripped["seat"] = REFEREE
    return stripped
