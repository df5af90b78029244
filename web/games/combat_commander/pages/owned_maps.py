"""RS.1: maps that a person owns and optional rules, stored only in cookies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from generator.games.combat_commander.battle.optional import list_optional_rules
from web.pages.preferences import remember as remember_on_device

from ..request_context import catalog

MAPS_COOKIE = "maps"
RULES_COOKIE = "house"  # name of the cookie with the optional rules
MAX_COOKIE_LENGTH = 2000  # characters read from a cookie


def owned_maps() -> tuple[int, ...]:
    """Return the owned maps; empty if none were entered."""
    text = request.cookies.get(MAPS_COOKIE, "")[:MAX_COOKIE_LENGTH]
    words = {word for word in text.split(".") if word}
    return tuple(number for number in catalog().maps if str(number) in words)


def remember_maps(response: Response, numbers: Iterable[int]) -> None:
    """Store the owned maps in a cookie; an empty list deletes it."""
    remember_on_device(response, MAPS_COOKIE, ".".join(map(str, sorted(numbers))))


def default_settings() -> Mapping[str, Any]:
    """Return the settings that the device remembers, as defaults of a form."""
    maps, rules = owned_maps(), house_rules()
    return {**({"maps": list(maps)} if maps else {}), **({"optional": list(rules)} if rules else {})}


def house_rules() -> tuple[str, ...]:
    """Return the optional rules that this device always plays with."""
    words = request.cookies.get(RULES_COOKIE, "")[:MAX_COOKIE_LENGTH].split(".")
    return tuple(rule for rule in list_optional_rules(catalog()) if rule in words)
