"""The form of wishes for a battle: nations, years, sizes, map and balance; everything else is advanced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from generator.game import find_procedure
from generator.games.combat_commander.battle.procedure import NAME
from generator.games.combat_commander.battle.settings import SIZES
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.match import ABSENT
from generator.games.combat_commander.rehearsal.balance_search import get_fair_band
from generator.settings import Setting
from web.games.combat_commander.service import maps
from web.pages import settings
from web.pages.settings import Given, Group

from ..request_context import catalog, formatter
from .maps import get_thumbnail_url
from .owned_maps import owned_maps
from .page_text import term
from .table_ui import choice_label

State = Literal["may", "must", "never"]
STATES: tuple[State, ...] = ("may", "must", "never")
#: Settings that the wishes decide; the others are advanced.
WISHED = ("axis", "allied", "factions", "without", "years", "sizes", "map", "balance")


@dataclass(frozen=True, slots=True)
class Wish:
    """A value to choose, with its words."""

    value: str
    label: str
    chosen: bool
    about: str = ""
    picture: str = ""  # address of a small picture


@dataclass(frozen=True, slots=True)
class WishForm:
    """The form: nations with their states, the other wishes, and the advanced settings."""

    nations: tuple[tuple[str, str, State], ...]  # id, name, state
    years: tuple[Wish, ...]
    sizes: tuple[Wish, ...]
    maps: tuple[Wish, ...]
    balance: tuple[Wish, ...]
    advanced: list[Group]
    changed: bool  # whether an advanced setting differs from its default


def make_form(values: Mapping[str, Any], form: Given) -> WishForm:
    """Return the form with these values; the states of the nations are as they were sent."""
    described = {
        setting.name: _without_persons(setting) for setting in find_procedure(NAME).describe(catalog())
    }
    groups = settings.make_groups(
        find_procedure(NAME), list(described.values()), values, formatter(), fixed=WISHED
    )
    low, high = get_fair_band(catalog())
    balance, map_choice = values.get("balance", described["balance"].default), values.get("map", "choose")
    return WishForm(
        nations=tuple(
            (name, term(f"faction.{name}"), _read_state(form, name)) for name in catalog().factions
        ),
        years=tuple(_list_wishes(described["years"], values)),
        sizes=tuple(Wish(size, term(f"size.{size}"), size in values.get("sizes", ())) for size in SIZES),
        maps=tuple(_list_maps(map_choice)),
        balance=tuple(
            Wish(
                kind,
                term(f"wish.kind.{kind}"),
                kind == balance,
                formatter().format(f"wish.balance.{kind}", low=low, high=high),
            )
            for kind in described["balance"].choices
        ),
        advanced=groups,
        changed=any(group.changed for group in groups),
    )


def read_nations(form: Given) -> dict[str, Any]:
    """RS.2: return the settings for the states of the nations; none if the form has no nations.

    A nation that must be in is the nation of its side; if several must, one of them is rolled.
    """
    states = {name: _read_state(form, name) for name in catalog().factions if f"nation-{name}" in form}
    if not states:
        return {}
    read: dict[str, Any] = {"axis": None, "allied": None, "factions": []}
    read["without"] = [name for name, state in states.items() if state == "never"]
    allowed: list[str] = []
    for side in SIDES:
        own = [name for name in states if catalog().factions[name].side == side]
        must = [name for name in own if states[name] == "must"]
        if len(must) == 1:
            read[side] = must[0]
        elif must:
            read["factions"] = must
        allowed += must or own
    if read["factions"]:
        read["factions"] = allowed
    return read


def _read_state(form: Given, name: str) -> State:
    given = form.get(f"nation-{name}", "")
    return next((state for state in STATES if state == given), "may")


def _list_wishes(setting: Setting, values: Mapping[str, Any]) -> list[Wish]:
    return [Wish(str(one), str(one), one in values.get(setting.name, ())) for one in setting.choices]


def _list_maps(chosen: Any) -> list[Wish]:
    """RS.1: return the ways to choose a map, then the maps of this device, or all."""
    ways = [Wish(way, choice_label("map", way), way == chosen) for way in ("choose", "random")]
    owned = owned_maps()
    sheets = [
        sheet
        for sheet in maps.list_sheets(catalog())
        if sheet.ground is not None and (not owned or sheet.number in (*owned, chosen))
    ]
    return ways + [
        Wish(
            str(sheet.number),
            choice_label("map", sheet.number),
            sheet.number == chosen,
            picture=get_thumbnail_url(sheet.number),
        )
        for sheet in sheets
    ]


def _without_persons(setting: Setting) -> Setting:
    """Remove the choice of a person as commander: quick battles are made by dice and commanders only."""
    absent = ABSENT.get(setting.name)
    return replace(setting, choices=tuple(choice for choice in setting.choices if choice != absent))
