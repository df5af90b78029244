"""RS.1: which maps a person has, remembered by the device in a cookie and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from generator.games.combat_commander.battle.optional import optional_rules
from web.pages.device import remember as remember_on_device

from ..current import catalog

COOKIE = "maps"
HOUSE = "house"  # the cookie of the optional rules
LONGEST = 2000  # of the cookie: more is none of ours


def owned() -> tuple[int, ...]:
    """The maps that were said to be owned, as far as there are such maps; none: nothing was said."""
    text = request.cookies.get(COOKIE, "")[:LONGEST]
    said = {word for word in text.split(".") if word}
    return tuple(number for number in catalog().maps if str(number) in said)


def remember(response: Response, numbers: Iterable[int]) -> None:
    """Keep what was said on the device; nothing left is nothing said."""
    remember_on_device(response, COOKIE, ".".join(map(str, sorted(numbers))))


def wished() -> Mapping[str, Any]:
    """Settings that the device remembers, for a form that is opened."""
    found, rules = owned(), house_rules()
    return {**({"maps": list(found)} if found else {}), **({"optional": list(rules)} if rules else {})}


def house_rules() -> tuple[str, ...]:
    """The optional rules that this device's owner always plays with."""
    said = request.cookies.get(HOUSE, "")[:LONGEST].split(".")
    return tuple(one for one in optional_rules(catalog()) if one in said)
