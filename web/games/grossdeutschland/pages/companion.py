"""Form of the companion: the next chit, attacks by odds, places worth VP, and what is rare."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exports.games.grossdeutschland.messages import MessageFormatter
from generator.games.grossdeutschland.combat import Attack, compute_chances, count_dice, list_modifiers
from generator.games.grossdeutschland.play.companion import ATTACK, GONE, NEXT, SEPARATOR, TAKE
from web.pages.prompts import Given, Option, Prompt

from .battle_status import format_percent
from .scene import Scene, parse_signed


def describe_form(prompt: Prompt, scene: Scene, words: MessageFormatter) -> dict[str, Any]:
    """Return the buttons of the companion in their groups."""
    fields, context = prompt["form"]["properties"], prompt["context"]
    groups: dict[str, list[str]] = {}
    for value in fields["do"]["enum"]:
        groups.setdefault(value.partition(SEPARATOR)[0], []).append(value)
    key = (
        "companion.pick"
        if context["picks"]
        else "companion.next"
        if context["left"]
        else "companion.end_turn"
    )
    return {
        "next": words.term(key),
        "least": fields["modifier"]["minimum"],
        "most": fields["modifier"]["maximum"],
        "columns": [_describe_column(value, scene, words) for value in groups[ATTACK]],
        "places": [_describe_place(value, scene, words) for value in groups.get(TAKE, ())],
        "formations": [
            Option(value.partition(SEPARATOR)[2], words.formation(value.partition(SEPARATOR)[2]))
            for value in groups.get(GONE, ())
        ],
        "rare": [
            Option(value, words.companion(value))
            for what, values in groups.items()
            if what not in (NEXT, ATTACK, TAKE, GONE)
            for value in values
        ],
    }


def _describe_column(value: str, scene: Scene, words: MessageFormatter) -> tuple[str, str, str]:
    """10.1: return a column with the chance to harm the defender, before chits and terrain."""
    column = value.partition(SEPARATOR)[2]
    attack = Attack(column, scene.slot, scene.weather)
    by = sum(modifier.by for modifier in list_modifiers(scene.catalog, attack))
    chances = compute_chances(scene.catalog, column, by, count_dice(scene.catalog, attack))
    codes = scene.catalog.codes
    harm = sum((chance for code, chance in chances.items() if codes[code].side == "defender"), Fraction(0))
    return value, column, format_percent(harm, words)


def _describe_place(value: str, scene: Scene, words: MessageFormatter) -> Option:
    target = value.partition(SEPARATOR)[2]
    holder = scene.holders.get(target)
    return Option(value, words.target(target), parts=(words.name("side_title", holder),) if holder else ())


def read_answer(form: Given) -> dict[str, Any]:
    """Read what happened; the modifier counts for an attack alone."""
    what = form.get("do", "")
    if what == GONE:
        what = f"{GONE}{SEPARATOR}{form.get('formation', '')}"
    modifier = parse_signed(form.get("modifier") or "0") if what.startswith(ATTACK) else 0
    return {"do": what, "modifier": modifier} if modifier else {"do": what}
