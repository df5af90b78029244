"""A player of straw: answers whatever he is asked, rightly and without any plan. For trials and examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.chance import Chance, open_part
from generator.table import NO_ANSWER, Answer, Choose, Prompt, Report, Table

from .hexes import is_hex, named, neighbours
from .squad import DONE

TRIES = 12
BUSY = 3  # of ten menus in which he does something before he is done


class Straw:
    """Answers for the player; the same seed and place give the same answer."""

    by = "straw"

    def __init__(self, seed: str) -> None:
        self.seed = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        chance = Chance(f"{self.seed}/straw/{len(table.entries)}")
        if isinstance(prompt, Choose):
            return _chosen(prompt, chance)
        if isinstance(prompt, Report):
            return _told(prompt, chance)
        return NO_ANSWER


def _chosen(prompt: Choose, chance: Chance) -> Answer:
    options = prompt.options
    if prompt.ask == "act":
        worth = [one for one in options if one not in ("stop", "event", "relocate", "explosion")]
        return DONE if chance(10) >= BUSY else worth[chance(len(worth))]
    if prompt.single:
        rare = [one for one in options if one not in ("event",)] if chance(8) else list(options)
        return rare[chance(len(rare))]
    count = prompt.least + chance(min(prompt.most, 3) - prompt.least + 1)
    left = list(options)
    return [left.pop(chance(len(left))) for _ in range(count)]


def _told(prompt: Report, chance: Chance) -> Answer:
    """A report that fits its form and its check; where no try does, the least one that fits the form."""
    for _ in range(TRIES):
        told = _filled(prompt, chance)
        if prompt.check is None or prompt.check(told) is None:
            return told
    # 17.3: who may not stay
    runs = {name: hexes[0] for name, hexes in prompt.context.get("runs", {}).items()}
    return {**{name: _least(prompt, name) for name in prompt.form.get("required", ())}, **runs}


def _filled(prompt: Report, chance: Chance) -> dict[str, Any]:
    return {name: _value(prompt, name, inner, chance) for name, inner in prompt.form["properties"].items()}


def _value(prompt: Report, name: str, inner: Mapping[str, Any], chance: Chance) -> Any:
    if "enum" in inner:
        return inner["enum"][chance(len(inner["enum"]))]
    if inner["type"] == "boolean":
        return not chance(3)
    if inner["type"] == "integer":
        return _number(prompt, name, inner, chance)
    return _hex(prompt, name, chance)


def _number(prompt: Report, name: str, inner: Mapping[str, Any], chance: Chance) -> int:
    if prompt.ask == "board":
        return {"first_column": 5, "last_column": 30, "first_row": 2, "last_row": 16}[name]
    if prompt.ask == "tq":
        return 3 + chance(5)
    low, high = max(int(inner["minimum"]), -3), min(int(inner["maximum"]), 8)
    return low + chance(max(high, low) - low + 1)


def _hex(prompt: Report, name: str, chance: Chance) -> str:
    zones, now = prompt.context.get("zones"), prompt.context.get("now", {})
    if prompt.ask == "deploy":
        pool = (zones or {}).get(prompt.context["teams"][name], ())
        return pool[chance(len(pool))] if pool else named(8 + chance(3), 6 + chance(6))
    runs = prompt.context.get("runs", {}).get(name)
    if runs:
        return str(runs[chance(len(runs))])
    here = now.get(name) or prompt.context.get("from") or named(12 + chance(8), 6 + chance(5))
    around = (here, *neighbours(here))
    return around[chance(len(around))]


def _least(prompt: Report, name: str) -> Any:
    """For men whose zones a lot missed: the first hex of the zone of each."""
    zones = prompt.context.get("zones") or {}
    teams = prompt.context.get("teams", {})
    zone = zones.get(teams.get(name, ""), ())
    here = prompt.context.get("from", "")
    return next(iter(zone), here if is_hex(here) else "10.10")
