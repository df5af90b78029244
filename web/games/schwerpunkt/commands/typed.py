"""Reports typed in short: ``move 5-ii 6-ii to=0203 zone`` instead of JSON, which is taken too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.table import Prompt, Report
from generator.table.typed import NOTHING, field_value, parsed
from web.output import text_of

FIRST = {"choose": "hq", "act": "action", "react": "how", "answer_fire": "how", "mission": "use"}
LISTS = {"stake": "trains"}  # what words without a name are, where they are no units


def typed(prompt: Prompt, words: Sequence[str]) -> Any:
    """What was typed, in the shape the prompt asks for; the rules judge it."""
    if not isinstance(prompt, Report) or words[0][:1] in ("{", "[", "@", '"'):
        return parsed(prompt, words, text_of)
    return _report(prompt, list(words))


def _report(prompt: Report, words: list[str]) -> dict[str, Any]:
    fields = prompt.form["properties"]
    found: dict[str, Any] = {}
    if prompt.ask in FIRST:
        found[FIRST[prompt.ask]] = words.pop(0)
    rest: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name in fields:
            found[name] = field_value(fields[name], value)
        elif fields.get(word, {}).get("type") == "boolean":
            found[word] = True
        elif word != NOTHING:
            rest.append(word)
    if prompt.ask == "score":
        found["counts"] = [int(word) if word.isdecimal() and len(word) < 4 else word for word in rest]
    elif rest or "units" in prompt.form["required"]:
        found[LISTS.get(prompt.ask, "units")] = rest
    if prompt.ask == "stake":
        numbers = [word for word in rest if word.isdecimal()]
        trains = [word for word in rest if not word.isdecimal()]
        found = {"reserves": field_value({"type": "integer"}, (*numbers, "0")[0]), **found, "trains": trains}
    if prompt.ask == "defend" and rest:
        found.setdefault("lead", rest[0])
    return found
