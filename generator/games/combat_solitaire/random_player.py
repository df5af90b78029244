"""A player that answers every prompt with a random legal answer. For tests and examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.chance import Chance, open_part
from generator.table import NO_ANSWER, Answer, Choose, Prompt, Report, Table

from .hexes import format_hex, is_hex, neighbours
from .squad import DONE

MAX_TRIES = 12
UNTRIED_TOOLS = ("stop", "event", "relocate", "explosion", "correct", "number")
CARD_CHANCE = 6  # one in so many orders comes with a discarded card
ACT_CHANCE_TENTHS = 3  # menus of ten in which the player does something before ending the turn


class RandomPlayer:
    """Answers for the player; the same seed and position give the same answer."""

    by = "straw"

    def __init__(self, seed: str) -> None:
        self.seed = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        chance = Chance(f"{self.seed}/straw/{len(table.entries)}")
        if isinstance(prompt, Choose):
            return _choose(prompt, chance)
        if isinstance(prompt, Report):
            return _report(prompt, chance)
        return NO_ANSWER


def _choose(prompt: Choose, chance: Chance) -> Answer:
    options = prompt.options
    if prompt.ask in ("act", "companion", "companion_team"):
        useful = [option for option in options if option not in UNTRIED_TOOLS]
        if chance(10) < ACT_CHANCE_TENTHS:
            return useful[chance(len(useful))]
        return options[chance(2)] if prompt.ask == "companion" else DONE
    if prompt.single:
        candidates = (
            [option for option in options if option not in ("event",)] if chance(8) else list(options)
        )
        return candidates[chance(len(candidates))]
    count = prompt.least + chance(min(prompt.most, 3) - prompt.least + 1)
    remaining = list(options)
    return [remaining.pop(chance(len(remaining))) for _ in range(count)]


def _report(prompt: Report, chance: Chance) -> Answer:
    """Return a report that passes its check; after too many tries, a minimal one that fits the form."""
    for _ in range(MAX_TRIES):
        answer = _fill_form(prompt, chance)
        if prompt.check is None or prompt.check(answer) is None:
            return answer
    # 17.3: routed soldiers may not stay
    runs = {name: hexes[0] for name, hexes in prompt.context.get("runs", {}).items()}
    return {**{name: _pick_fallback(prompt, name) for name in prompt.form.get("required", ())}, **runs}


def _fill_form(prompt: Report, chance: Chance) -> dict[str, Any]:
    return {
        name: _pick_value(prompt, name, inner, chance)
        for name, inner in prompt.form["properties"].items()
        if name != "card" or not chance(CARD_CHANCE)
    }


def _pick_value(prompt: Report, name: str, inner: Mapping[str, Any], chance: Chance) -> Any:
    if "enum" in inner:
        return inner["enum"][chance(len(inner["enum"]))]
    if inner["type"] == "boolean":
        return not chance(3)
    if name == "card_text":
        return "A card that the player applies."
    if inner["type"] == "integer":
        return _pick_number(prompt, name, inner, chance)
    return _pick_hex(prompt, name, chance)


def _pick_number(prompt: Report, name: str, inner: Mapping[str, Any], chance: Chance) -> int:
    if prompt.ask == "board":
        return {"first_column": 5, "last_column": 30, "first_row": 2, "last_row": 16}[name]
    if prompt.ask == "tq":
        return 3 + chance(5)
    low, high = max(int(inner["minimum"]), -3), min(int(inner["maximum"]), 8)
    return low + chance(max(high, low) - low + 1)


def _pick_hex(prompt: Report, name: str, chance: Chance) -> str:
    zones, now = prompt.context.get("zones"), prompt.context.get("now", {})
    if prompt.ask == "deploy":
        pool = (zones or {}).get(prompt.context["teams"][name], ())
        return pool[chance(len(pool))] if pool else format_hex(8 + chance(3), 6 + chance(6))
    runs = prompt.context.get("runs", {}).get(name)
    if runs:
        return str(runs[chance(len(runs))])
    here = now.get(name) or prompt.context.get("from") or format_hex(12 + chance(8), 6 + chance(5))
    around = (here, *neighbours(here))
    return around[chance(len(around))]


def _pick_fallback(prompt: Report, name: str) -> Any:
    """Return the first hex of the soldier's zone, or a hex near the prompt's origin."""
    zones = prompt.context.get("zones") or {}
    teams = prompt.context.get("teams", {})
    zone = zones.get(teams.get(name, ""), ())
    here = prompt.context.get("from", "")
    return next(iter(zone), here if is_hex(here) else "10.10")
