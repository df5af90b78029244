"""Forms of a battle's prompts: counters by name, actions as buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.games.schwerpunkt.messages import MessageFormatter as Own
from exports.kit.messages import MessageFormatter
from web.pages import prompts as plain
from web.pages.prompts import Given, Option, Prompt, Question

FORMS = {
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
TOLD = ("unit", "hex", "by", "column", "die", "units")  # context fields that a choice shows


def spoken(found: Any, formatter: MessageFormatter) -> Any:
    """Translate the texts of our battle in a value into the reader's language."""
    return formatter.translate_all(found) if isinstance(formatter, Own) else found


def question(prompt: Prompt, given: Given, formatter: MessageFormatter) -> Question:
    """Build the form of a prompt."""
    prompt = {**prompt, "context": spoken(prompt.get("context") or {}, formatter)}
    words = formatter.term(f"ask.{prompt['ask']}")
    if prompt["ask"] in FORMS:
        more = {"formatter": formatter, "formations": _formations(formatter), **prompt["context"]}
        return Question(
            prompt, FORMS[prompt["ask"]], words, _about(prompt, formatter), more=more, given=given
        )
    if prompt["kind"] == "choose":
        chosen = set(given.getlist("answer"))
        names = prompt["context"].get("names", {})
        options = tuple(
            Option(one, names.get(one) or formatter.name(prompt["of"], one), chosen=one in chosen)
            for one in prompt["options"]
        )
        hint = " ".join(filter(None, (_about(prompt, formatter), plain.describe_choice_count(prompt))))
        return Question(prompt, "choose", words, hint, options)
    return plain.question(prompt, given, formatter)


def _formations(formatter: MessageFormatter) -> dict[str, list[str]]:
    """Return the formations of each type of unit."""
    found: dict[str, list[str]] = {}
    for row in formatter.catalog.store.table("formations").values():
        found.setdefault(row.data["type"], []).append(row.data["formation"])
    return found


def _about(prompt: Prompt, formatter: MessageFormatter) -> str:
    """Describe the context of a question: the unit, the hex, by how much a check failed."""
    context: Mapping[str, Any] = prompt.get("context") or {}
    found = []
    for name in TOLD:
        value = context.get(name)
        if value is None or (name == "units" and prompt["ask"] != "entry"):
            continue
        words = formatter.term(f"column.{value}") if name == "column" else value
        words = ", ".join(words) if isinstance(words, list) else words
        found.append(f"{formatter.term(f'asked.{name}')}: {words}")
    return ". ".join(found)
