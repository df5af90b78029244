"""Forms of a battle's prompts: counters by name, actions as buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.games.schwerpunkt.messages import MessageFormatter as Own
from exports.kit.messages import MessageFormatter
from web.pages import prompts as plain
from web.pages.prompts import Given, Option, Prompt, Question

TEMPLATES = {
    "contest": "sp_contest",
    "spend_cost": "sp_cost",
    "choose": "sp_choose",
    "stake": "sp_stake",
    "act": "sp_act",
    "react": "sp_react",
    "answer_fire": "sp_react",
    "targets": "sp_units",
    "defend": "sp_defend",
    "mission": "sp_mission",
    "score": "sp_score",
}
CONTEXT_FIELDS = ("unit", "hex", "by", "column", "die", "units", "left")  # context fields that a choice shows


def translate_texts(value: Any, formatter: MessageFormatter) -> Any:
    """Translate the texts of our battle in a value into the reader's language."""
    return formatter.translate_all(value) if isinstance(formatter, Own) else value


def question(prompt: Prompt, given: Given, formatter: MessageFormatter) -> Question:
    """Build the form of a prompt."""
    prompt = {**prompt, "context": translate_texts(prompt.get("context") or {}, formatter)}
    title = formatter.term(f"ask.{prompt['ask']}")
    if prompt["ask"] in TEMPLATES:
        more = {"formatter": formatter, "formations": _list_formations(formatter), **prompt["context"]}
        return Question(
            prompt,
            TEMPLATES[prompt["ask"]],
            title,
            _describe_context(prompt, formatter),
            more=more,
            given=given,
        )
    if prompt["kind"] == "choose":
        chosen = set(given.getlist("answer"))
        names = prompt["context"].get("names", {})
        costs = prompt["context"].get("costs", {})
        options = tuple(
            Option(
                option,
                _add_cost(names.get(option) or formatter.name(prompt["of"], option), option, costs),
                chosen=option in chosen,
            )
            for option in prompt["options"]
        )
        hint = " ".join(
            filter(None, (_describe_context(prompt, formatter), plain.describe_choice_count(prompt)))
        )
        single = prompt["least"] == prompt["most"] == 1
        return Question(prompt, "sp_taps" if single else "choose", title, hint, options)
    return plain.question(prompt, given, formatter)


def _add_cost(label: str, option: str, costs: Mapping[str, int | None]) -> str:
    """Return the label of a spending with its cost; ? if no table has it."""
    if option not in costs:
        return label
    return f"{label} ({'?' if costs[option] is None else costs[option]})"


def _list_formations(formatter: MessageFormatter) -> dict[str, list[str]]:
    """Return the formations of each type of unit."""
    formations: dict[str, list[str]] = {}
    for row in formatter.catalog.store.table("formations").values():
        formations.setdefault(row.data["type"], []).append(row.data["formation"])
    return formations


def _describe_context(prompt: Prompt, formatter: MessageFormatter) -> str:
    """Describe the context of a question: the unit, the hex, by how much a check failed."""
    context: Mapping[str, Any] = prompt.get("context") or {}
    parts = []
    for name in CONTEXT_FIELDS:
        value = context.get(name)
        if value is None or (name == "units" and prompt["ask"] != "entry"):
            continue
        title = formatter.term(f"column.{value}") if name == "column" else value
        title = ", ".join(title) if isinstance(title, list) else title
        parts.append(f"{formatter.term(f'asked.{name}')}: {title}")
    return ". ".join(parts)
