"""Forms of the game's prompts: buttons for actions, ticks by formation, fields for numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.games.grossdeutschland.messages import MessageFormatter, describe_sources
from generator.games.grossdeutschland.combat import halve_for_supply
from generator.games.grossdeutschland.play.chits import OTHER_TITLE
from web.pages import prompts
from web.pages.prompts import Given, Option, Prompt, Question

from . import companion
from .scene import Scene, parse_signed

COMPANION_ASK = "companion"
UNIT_ASKS = (
    "spend",
    "eliminate",
    "shelled",
    "fire_hit",
    "lone_hq",
    "barrage_by",
    "exit",
    "supply",
    "rebuild",
    "rebuild_ersatz",
)
RIDING_ASKS = ("clear_by", "mount", "mount_on", "dismount")
REPORT_ASKS = (
    "attack",
    "chit_number",
    "anti_air",
    "barrage",
    "fire",
    "weather_modifier",
    "minus",
    "demolish",
    "pontoon",
    "clear",
)
NUMBER_ASKS = ("weather_modifier", "minus")
PLACE_ASKS = ("demolish", "pontoon", "clear")
COMMON_ACTIONS = (
    "done",
    "pass",
    "attack",
    "occupy",
    "exit",
    "fire",
    "barrage",
)  # common actions of a formation
MAX_GUN_ROWS = 4  # rows for anti-air units in the form


@dataclass(frozen=True, slots=True)
class Group:
    """Options of one formation."""

    title: str
    options: tuple[Option, ...]
    note: str = ""


def question(prompt: Prompt, given: Given, scene: Any, words: Any) -> Question:
    assert isinstance(words, MessageFormatter)
    words = words.for_scenario(scene.scenario)
    ask = prompt["ask"]
    title = _format_title(prompt, words)
    if prompt["kind"] == "choose" and prompt["of"] == "act":
        options = [Option(value, words.term(f"act.{value}")) for value in prompt["options"]]
        first = tuple(option for option in options if option.value in COMMON_ACTIONS)
        rare = tuple(option for option in options if option.value not in COMMON_ACTIONS)
        hint = words.term("page.off_map") if prompt["context"]["off_map"] else ""
        return Question(prompt, "gd_act", title, hint, options=first, more=rare)
    if prompt["kind"] == "choose" and ask in (*UNIT_ASKS, *RIDING_ASKS):
        more = _group_units(prompt, given, scene, words)
        return Question(prompt, "gd_units", title, prompts.describe_choice_count(prompt), more=more)
    if prompt["kind"] == "choose":
        plain = prompts.question(prompt, given, words)
        many = prompt["least"] == prompt["most"] == 1
        return Question(prompt, "gd_act" if many else "choose", title, plain.hint, plain.options)
    if ask == COMPANION_ASK:
        buttons = companion.describe_form(prompt, scene, words)
        hint = words.sentence("page.companion_left", prompt["context"])
        return Question(prompt, "gd_companion", title, hint, more=buttons, given=given)
    if prompt["kind"] == "report" and ask in REPORT_ASKS:
        template = "gd_number" if ask in NUMBER_ASKS else "gd_place" if ask in PLACE_ASKS else f"gd_{ask}"
        return Question(prompt, template, title, more=_describe_form(prompt, scene, words), given=given)
    plain = prompts.question(prompt, given, words)
    return Question(prompt, plain.template, title, plain.hint, plain.options, given=given)


def _format_title(prompt: Prompt, words: MessageFormatter) -> str:
    """Return the question with the formation, unit or side that it is about."""
    plain = words.term(f"ask.{prompt['ask']}")
    context = prompt.get("context") or {}
    if context.get("formation"):
        return f"{words.formation(context['formation'])}: {plain}"
    if "unit" in context:
        return f"{words.unit(context['unit'])}: {plain}"
    if "side" in context:
        return f"{words.name('side_title', context['side'])}: {plain}"
    return plain


def _group_units(prompt: Prompt, given: Given, scene: Scene, words: MessageFormatter) -> tuple[Group, ...]:
    chosen = set(given.getlist("answer"))
    groups: dict[str, list[Option]] = {}
    for value in prompt["options"]:
        formation = value.rpartition(":")[0].partition(":")[2].partition(":")[0] if ":" in value else ""
        label = words.unit(value)
        parts = (words.term("page.spent"),) if value in scene.spent else ()
        groups.setdefault(formation, []).append(
            Option(value, label.removesuffix(f" {formation}"), parts=parts, chosen=value in chosen)
        )
    notes = _list_supply_sources(prompt, words)
    return tuple(Group(title, tuple(options), notes.get(title, "")) for title, options in groups.items())


def _list_supply_sources(prompt: Prompt, words: MessageFormatter) -> dict[str, str]:
    """5.1: return for each battalion the HQs to which its counters must have a path."""
    sources = (prompt.get("context") or {}).get("sources", {})
    return {
        formation.partition(":")[2]: describe_sources(words, formation, heads)
        for formation, heads in sources.items()
    }


def _describe_form(prompt: Prompt, scene: Scene, words: MessageFormatter) -> Mapping[str, Any]:
    catalog, context = scene.catalog, prompt.get("context") or {}
    return {
        "columns": tuple(catalog.columns),
        "crossings": {name: words.name("crossing", name) for name in catalog.crossings},
        "forts": {name: words.name("fortification", name) for name in catalog.fortifications},
        "titles": {
            OTHER_TITLE: words.term("title.other"),
            **{
                key: title.title
                for key, title in catalog.titles.items()
                if title.colour in (None, context.get("colour"))
            },
        },
        "colour": context.get("colour", ""),
        "second": "cancels" in prompt["form"].get("properties", {}),
        "least": prompt["form"].get("minimum", 0),
        "most": prompt["form"].get("maximum", 99),
        "guns": range(min(MAX_GUN_ROWS, prompt["form"].get("maxItems", MAX_GUN_ROWS))),
        "attackers": _list_attack_values(scene, words),
    }


def _list_attack_values(scene: Scene, words: MessageFormatter) -> tuple[tuple[str, int], ...]:
    """5.2: return the attack values of the active formation as supply leaves them."""
    values = []
    for key in sorted(scene.here):
        counter = scene.catalog.counters.get(key)
        if counter is None or counter.formation != scene.active:
            continue
        value = counter.spent_attack if key in scene.spent else counter.attack
        if value is not None:
            strength = halve_for_supply(scene.catalog, value, scene.supply.get(key, 0))
            values.append((words.unit(key), strength))
    return tuple(values)


def answer(prompt: Prompt, form: Given) -> Any:
    """Read an answer from a form in the shape of the prompt."""
    ask = prompt["ask"]
    if ask == COMPANION_ASK:
        return companion.read_answer(form)
    if prompt["kind"] != "report" or ask not in REPORT_ASKS:
        return prompts.answer(prompt, form)
    if ask in NUMBER_ASKS:
        return parse_signed(form.get("answer", ""))
    if ask in PLACE_ASKS:
        return form.get("answer", "").strip()
    return ANSWERS[ask](form, prompt)


def _parse_optional(text: str) -> int | None:
    return prompts.parse_number(text) if text.strip() else None


def _read_attack(form: Given, _: Prompt) -> Any:
    ticked = [prompts.parse_number(value) for value in form.getlist("attacker")]
    typed = _parse_optional(form.get("attack", ""))
    return {
        "attack": typed if typed is not None or not ticked else sum(ticked),
        "defence": _parse_optional(form.get("defence", "")),
        "column": form.get("column") or None,
        "across": form.get("across") or None,
        "forts": form.getlist("forts"),
        "terrain": [
            prompts.parse_number(word)
            for word in form.get("terrain", "").replace(",", " ").replace("+", " ").split()
        ],
        "engineers": "engineers" in form,
    }


def _read_chit(form: Given, prompt: Prompt) -> Any:
    chit = {
        "modifier": abs(parse_signed(form.get("modifier", ""))),
        "title": form.get("title", OTHER_TITLE),
        "no_night": "no_night" in form,
    }
    second = "cancels" in prompt["form"]["properties"]
    return {**chit, "cancels": form.get("cancels", "none")} if second else chit


def _read_guns(form: Given, _: Prompt) -> Any:
    return [
        {"light": f"light-{place}" in form, "distance": prompts.parse_number(form[f"distance-{place}"])}
        for place in range(MAX_GUN_ROWS)
        if form.get(f"distance-{place}", "").strip()
    ]


def _read_fire(form: Given, _: Prompt) -> Any:
    return {
        "distance": prompts.parse_number(form.get("distance", "")),
        "defence": prompts.parse_number(form.get("defence", "")),
        "blocking": "blocking" in form,
    }


ANSWERS = {
    "attack": _read_attack,
    "chit_number": _read_chit,
    "anti_air": _read_guns,
    "barrage": lambda form, prompt: {"distance": prompts.parse_number(form.get("distance", ""))},
    "fire": _read_fire,
}
