"""Combat Commander's preferences of a device: owned maps and house rules."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup
from werkzeug.wrappers import Response

from generator.games.combat_commander.battle.optional import list_optional_rules
from web.pages.preferences import Part
from web.pages.preferences import remember as keep_word
from web.pages.prompts import Given

from ..request_context import GAME, catalog
from .owned_maps import RULES_COOKIE, house_rules, owned_maps
from .owned_maps import remember_maps as keep_maps
from .page_text import in_language


def render_form() -> Markup:
    """Render the form for boxes, maps, optional rules and edition."""
    rules = catalog().rules
    return Markup(
        render_template(
            "preferences_part.html",
            game=GAME,
            owned=owned_maps(),
            sets=_maps_by_set(),
            optional=[
                (rule, f"{rule} {in_language(rules[rule].title)}") for rule in list_optional_rules(catalog())
            ],
            chosen=house_rules(),
        )
    )


def _maps_by_set() -> dict[str, list[int]]:
    sets: dict[str, list[int]] = {}
    for number, sheet in catalog().maps.items():
        sets.setdefault(sheet.set, []).append(number)
    return sets


def save_form(response: Response, form: Given) -> None:
    """Store the form in cookies; a ticked box adds all its maps."""
    maps = {number for number in catalog().maps if str(number) in form.getlist("maps")}
    for name, numbers in _maps_by_set().items():
        if name in form.getlist("sets"):
            maps |= set(numbers)
    keep_maps(response, maps)
    rules = list_optional_rules(catalog())
    keep_word(response, RULES_COOKIE, ".".join(rule for rule in rules if rule in form.getlist("optional")))


PART = Part(render_form, save_form)
